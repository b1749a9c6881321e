-- Philosophers at a round table with a fork between neighbours: each takes the left fork, then the right one, eats and puts both down.
const
  SEATS: 16;
type
  seat: 0 .. SEATS - 1;
  doing: enum { thinking, waiting, eating };
var
  at: array [seat] of doing;
  taken: array [seat] of boolean; -- the fork to the left of a seat

startstate
begin
  for s: seat do at[s] := thinking; taken[s] := false; end;
end;

ruleset s: seat do
  rule "take left" at[s] = thinking & !taken[s] ==> begin taken[s] := true; at[s] := waiting; end;
  rule "take right" at[s] = waiting & !taken[(s + 1) % SEATS] ==> begin taken[(s + 1) % SEATS] := true; at[s] := eating; end;
  rule "put down" at[s] = eating ==> begin taken[s] := false; taken[(s + 1) % SEATS] := false; at[s] := thinking; end;
end;
