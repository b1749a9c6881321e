/* Philosophers at a round table with a fork between neighbours: each takes the left fork, then the right one, eats and puts both down. */
#ifndef SEATS
#define SEATS 16
#endif

bit taken[SEATS]; /* the fork to the left of a seat */

active [SEATS] proctype philosopher() {
  do
  :: d_step { !taken[_pid] -> taken[_pid] = 1 };
     d_step { !taken[(_pid + 1) % SEATS] -> taken[(_pid + 1) % SEATS] = 1 };
     d_step { taken[_pid] = 0; taken[(_pid + 1) % SEATS] = 0 }
  od
}
