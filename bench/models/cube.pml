/* The 2×2×2 cube with one corner held fast: three faces turn by one, two or three quarters. Corners: urf, ufl, ulb, ubr, dfr, dlf, dbr. */
byte at[7];
byte twist[7];

/* What is at a comes to b, from there to c, d and back to a; two faces twist by 1, 2, 1, 2 thirds or the other way round, the third not at all. */
#define turn(a, b, c, d, odd, even) \
  corner_kept = at[d]; twist_kept = twist[d]; \
  at[d] = at[c]; twist[d] = (twist[c] + odd) % 3; \
  at[c] = at[b]; twist[c] = (twist[b] + even) % 3; \
  at[b] = at[a]; twist[b] = (twist[a] + odd) % 3; \
  at[a] = corner_kept; twist[a] = (twist_kept + even) % 3; \
  corner_kept = 0; twist_kept = 0

#define right turn(0, 3, 6, 4, 1, 2)
#define front turn(0, 4, 5, 1, 2, 1)
#define up turn(0, 1, 2, 3, 0, 0)

init {
  byte corner_kept, twist_kept; /* both 0 between turns */
  d_step { at[0] = 0; at[1] = 1; at[2] = 2; at[3] = 3; at[4] = 4; at[5] = 5; at[6] = 6 }
  do
  :: d_step { right }
  :: d_step { right; right }
  :: d_step { right; right; right }
  :: d_step { front }
  :: d_step { front; front }
  :: d_step { front; front; front }
  :: d_step { up }
  :: d_step { up; up }
  :: d_step { up; up; up }
  od
}
