-- A small economy: three traders and a bank share 15 coins, three traders and a market 12 goods; the price of a good follows what is bought and sold.
const
  TRADERS: 3;
  COINS: 15;
  GOODS: 12;
  DEAREST: 4;
  BROKEN: 0;
type
  trader: 0 .. TRADERS - 1;
var
  coins: array [trader] of 0 .. COINS;
  goods: array [trader] of 0 .. GOODS;
  bank: 0 .. COINS;
  market: 0 .. GOODS;
  price: 1 .. DEAREST;

startstate
begin
  for t: trader do coins[t] := COINS / (TRADERS + 1); goods[t] := 0; end;
  bank := COINS - TRADERS * (COINS / (TRADERS + 1));
  market := GOODS;
  price := 1;
end;

ruleset t: trader do
  rule "buy" market > 0 & coins[t] >= price ==>
  begin
    market := market - 1; goods[t] := goods[t] + 1;
    coins[t] := coins[t] - price;
    if BROKEN = 0 | price < DEAREST then bank := bank + price; end;
    if price < DEAREST then price := price + 1; end;
  end;
  rule "sell" goods[t] > 0 & bank >= price ==>
  begin
    market := market + 1; goods[t] := goods[t] - 1;
    coins[t] := coins[t] + price; bank := bank - price;
    if price > 1 then price := price - 1; end;
  end;
end;

ruleset t: trader; u: trader do
  rule "hand over" t != u & goods[t] > 0 & coins[u] > 0 ==>
  begin
    goods[t] := goods[t] - 1; goods[u] := goods[u] + 1;
    coins[t] := coins[t] + 1; coins[u] := coins[u] - 1;
  end;
end;

invariant "no coin is lost" bank + coins[0] + coins[1] + coins[2] = COINS;
invariant "no good is lost" market + goods[0] + goods[1] + goods[2] = GOODS;
