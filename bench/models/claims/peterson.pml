/* Processes wait in as many rooms as there are others; in each the last to come in lets the others pass. */
#ifndef PROCESSES
#define PROCESSES 4
#endif
#ifndef BROKEN
#define BROKEN 0
#endif
#define AWAY 0
#define COMING 1
#define WAITING 2
#define INSIDE 3

byte step[PROCESSES];
byte room[PROCESSES];
byte last[PROCESSES];
byte inside;

#define below(p, q) (q >= PROCESSES || q == p || room[q] < room[p])
#if PROCESSES == 3
#define alone(p) (below(p, 0) && below(p, 1) && below(p, 2))
#elif PROCESSES == 4
#define alone(p) (below(p, 0) && below(p, 1) && below(p, 2) && below(p, 3))
#else
#define alone(p) (below(p, 0) && below(p, 1) && below(p, 2) && below(p, 3) && below(p, 4))
#endif
#define ask(p) step[p] == AWAY -> step[p] = COMING; room[p] = 1
#define come_in(p) step[p] == COMING -> step[p] = WAITING; last[room[p]] = p
#define go_on(p) step[p] == WAITING && (last[room[p]] != p || alone(p) || (BROKEN && room[p] == PROCESSES - 1)) -> \
  if :: room[p] == PROCESSES - 1 -> step[p] = INSIDE; inside++; assert(inside <= 1) :: else -> step[p] = COMING; room[p]++ fi
#define leave(p) step[p] == INSIDE -> step[p] = AWAY; room[p] = 0; inside--
#define all_of(p) :: d_step { ask(p) } :: d_step { come_in(p) } :: d_step { go_on(p) } :: d_step { leave(p) }

init {
  do
  all_of(0) all_of(1) all_of(2)
#if PROCESSES > 3
  all_of(3)
#endif
#if PROCESSES > 4
  all_of(4)
#endif
  od
}
