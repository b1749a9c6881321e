-- A wolf, a goat, a cabbage and a boat for one of them.
const
  BROKEN: 0;
type
  thing: enum { WOLF, GOAT, CABBAGE };
var
  bank: array [thing] of boolean;
  boat: boolean;

startstate
begin
  for t: thing do bank[t] := false; end;
  boat := false;
end;

rule "alone" !boat = bank[GOAT] | (bank[GOAT] != bank[WOLF] & (bank[GOAT] != bank[CABBAGE] | BROKEN = 1)) ==> begin boat := !boat; end;
rule "wolf" bank[WOLF] = boat & (bank[GOAT] != boat | (bank[GOAT] != bank[CABBAGE] | BROKEN = 1)) ==> begin boat := !boat; bank[WOLF] := boat; end;
rule "goat" bank[GOAT] = boat ==> begin boat := !boat; bank[GOAT] := boat; end;
rule "cabbage" bank[CABBAGE] = boat & (bank[GOAT] != boat | bank[GOAT] != bank[WOLF]) ==> begin boat := !boat; bank[CABBAGE] := boat; end;

invariant "nothing is eaten" boat = bank[GOAT] | (bank[GOAT] != bank[WOLF] & bank[GOAT] != bank[CABBAGE]);
