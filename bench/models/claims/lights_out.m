-- Four rows of four lamps; pressing one changes it and its neighbours. Of some lamps an even number burns at all times.
const
  BROKEN: 0;
type
  lamp: 0 .. 15;
var
  lit: array [lamp] of boolean;

startstate
begin
  for l: lamp do lit[l] := true; end;
end;

ruleset l: lamp do
  rule "press" true ==>
  begin
    if l != 1 | BROKEN = 0 then lit[l] := !lit[l]; end;
    if l % 4 != 0 then lit[l - 1] := !lit[l - 1]; end;
    if l % 4 != 3 then lit[l + 1] := !lit[l + 1]; end;
    if l > 3 then lit[l - 4] := !lit[l - 4]; end;
    if l < 12 then lit[l + 4] := !lit[l + 4]; end;
  end;
end;

invariant "an even number" !(((((((lit[1] != lit[2]) != lit[3]) != lit[4]) != lit[6]) != lit[8]) != lit[9]) != lit[12]);
