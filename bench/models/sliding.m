-- The sliding puzzle, width × height tiles: the gap changes places with a neighbour.
const
  WIDTH: 3;
  HEIGHT: 3;
type
  place: 0 .. WIDTH * HEIGHT - 1;
var
  tile: array [place] of place;
  gap: place;

procedure slide(from: place);
begin
  tile[gap] := tile[from];
  tile[from] := 0;
  gap := from;
end;

startstate
begin
  for p: place do tile[p] := p; end;
  gap := 0;
end;

rule "left" gap % WIDTH != 0 ==> begin slide(gap - 1); end;
rule "right" gap % WIDTH != WIDTH - 1 ==> begin slide(gap + 1); end;
rule "up" gap >= WIDTH ==> begin slide(gap - WIDTH); end;
rule "down" gap < WIDTH * (HEIGHT - 1) ==> begin slide(gap + WIDTH); end;
