/* A wolf, a goat, a cabbage and a boat for one of them. */
#ifndef BROKEN
#define BROKEN 0
#endif
bit wolf, goat, cabbage, boat;

#define check assert(boat == goat || (goat != wolf && goat != cabbage))

init {
  do
  :: d_step { !boat == goat || (goat != wolf && (goat != cabbage || BROKEN)) -> boat = !boat; check }
  :: d_step { wolf == boat && (goat != boat || goat != cabbage || BROKEN) -> boat = !boat; wolf = boat; check }
  :: d_step { goat == boat -> boat = !boat; goat = boat; check }
  :: d_step { cabbage == boat && (goat != boat || goat != wolf) -> boat = !boat; cabbage = boat; check }
  od
}
