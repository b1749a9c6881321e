/* A small economy: three traders and a bank share 15 coins, three traders and a market 12 goods; the price of a good follows what is bought and sold. */
#define COINS 15
#define GOODS 12
#define DEAREST 4
#ifndef BROKEN
#define BROKEN 0
#endif

byte coins[3] = 3;
byte goods[3];
byte bank = 6;
byte market = GOODS;
byte price = 1;

#define buy(t) market > 0 && coins[t] >= price -> \
  market--; goods[t]++; coins[t] = coins[t] - price; bank = bank + (BROKEN && price == DEAREST -> 0 : price); \
  if :: price < DEAREST -> price++ :: else fi
#define sell(t) goods[t] > 0 && bank >= price -> \
  market++; goods[t]--; coins[t] = coins[t] + price; bank = bank - price; \
  if :: price > 1 -> price-- :: else fi
#define hand_over(t, u) goods[t] > 0 && coins[u] > 0 -> goods[t]--; goods[u]++; coins[t]++; coins[u]--

#define check assert(bank + coins[0] + coins[1] + coins[2] == COINS && market + goods[0] + goods[1] + goods[2] == GOODS)

init {
  do
  :: d_step { buy(0); check } :: d_step { buy(1); check } :: d_step { buy(2); check }
  :: d_step { sell(0); check } :: d_step { sell(1); check } :: d_step { sell(2); check }
  :: d_step { hand_over(0, 1); check } :: d_step { hand_over(0, 2); check }
  :: d_step { hand_over(1, 0); check } :: d_step { hand_over(1, 2); check }
  :: d_step { hand_over(2, 0); check } :: d_step { hand_over(2, 1); check }
  od
}
