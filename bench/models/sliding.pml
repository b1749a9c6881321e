/* The sliding puzzle, WIDTH × HEIGHT tiles: the gap changes places with a neighbour. */
#ifndef WIDTH
#define WIDTH 3
#define HEIGHT 3
#endif

byte tile[WIDTH * HEIGHT];
byte gap;

#define slide(from) tile[gap] = tile[from]; tile[from] = 0; gap = from

init {
  d_step {
    byte p;
    p = 0;
    do
    :: p < WIDTH * HEIGHT -> tile[p] = p; p++
    :: else -> break
    od;
    p = 0
  }
  do
  :: d_step { gap % WIDTH != 0 -> slide(gap - 1) }
  :: d_step { gap % WIDTH != WIDTH - 1 -> slide(gap + 1) }
  :: d_step { gap >= WIDTH -> slide(gap - WIDTH) }
  :: d_step { gap < WIDTH * (HEIGHT - 1) -> slide(gap + WIDTH) }
  od
}
