-- The 2×2×2 cube with one corner held fast: three faces turn by one, two or three quarters.
type
  corner: 0 .. 6; -- urf, ufl, ulb, ubr, dfr, dlf, dbr
  third: 0 .. 2;
  quarters: 1 .. 3;
var
  at: array [corner] of corner;
  twist: array [corner] of third;

-- What is at a comes to b, from there to c, d and back to a; two faces twist by 1, 2, 1, 2 thirds or the other way round, the third not at all.
procedure turn(a: corner; b: corner; c: corner; d: corner; odd: third; even: third);
var corner_kept: corner; twist_kept: third;
begin
  corner_kept := at[d]; twist_kept := twist[d];
  at[d] := at[c]; twist[d] := (twist[c] + odd) % 3;
  at[c] := at[b]; twist[c] := (twist[b] + even) % 3;
  at[b] := at[a]; twist[b] := (twist[a] + odd) % 3;
  at[a] := corner_kept; twist[a] := (twist_kept + even) % 3;
end;

startstate
begin
  for c: corner do at[c] := c; twist[c] := 0; end;
end;

ruleset n: quarters do
  rule "right" begin for i := 1 to n do turn(0, 3, 6, 4, 1, 2); end; end;
  rule "front" begin for i := 1 to n do turn(0, 4, 5, 1, 2, 1); end; end;
  rule "up" begin for i := 1 to n do turn(0, 1, 2, 3, 0, 0); end; end;
end;
