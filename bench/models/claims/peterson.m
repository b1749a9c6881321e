-- Processes wait in as many rooms as there are others; in each the last to come in lets the others pass.
const
  PROCESSES: 4;
  BROKEN: 0;
type
  process: 1 .. PROCESSES;
  a_room: 1 .. PROCESSES - 1;
  a_step: enum { AWAY, COMING, WAITING, INSIDE };
var
  step: array [process] of a_step;
  room: array [process] of 0 .. PROCESSES - 1;
  last: array [a_room] of process;

startstate
begin
  for p: process do step[p] := AWAY; room[p] := 0; end;
  for r: a_room do last[r] := 1; end;
end;

ruleset p: process do
  rule "ask" step[p] = AWAY ==> begin step[p] := COMING; room[p] := 1; end;
  rule "come in" step[p] = COMING ==> begin step[p] := WAITING; last[room[p]] := p; end;
  rule "go on" step[p] = WAITING &
    (last[room[p]] != p | (forall q: process do room[q] < room[p] | q = p endforall) | (BROKEN = 1 & room[p] = PROCESSES - 1)) ==>
  begin
    if room[p] = PROCESSES - 1 then step[p] := INSIDE; else step[p] := COMING; room[p] := room[p] + 1; end;
  end;
  rule "leave" step[p] = INSIDE ==> begin step[p] := AWAY; room[p] := 0; end;
end;

invariant "one at a time" forall p: process do forall q: process do p = q | step[p] != INSIDE | step[q] != INSIDE endforall endforall;
