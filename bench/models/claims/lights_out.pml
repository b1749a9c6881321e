/* Four rows of four lamps; pressing one changes it and its neighbours. Of some lamps an even number burns at all times. */
#ifndef BROKEN
#define BROKEN 0
#endif

bit lit[16] = 1;

#define check assert((lit[1] + lit[2] + lit[3] + lit[4] + lit[6] + lit[8] + lit[9] + lit[12]) % 2 == 0)

init {
  do
  :: d_step { lit[0] = 1 - lit[0]; lit[1] = 1 - lit[1]; lit[4] = 1 - lit[4]; check }
  :: d_step { lit[0] = 1 - lit[0]; lit[1] = (BROKEN -> lit[1] : 1 - lit[1]); lit[2] = 1 - lit[2]; lit[5] = 1 - lit[5]; check }
  :: d_step { lit[1] = 1 - lit[1]; lit[2] = 1 - lit[2]; lit[3] = 1 - lit[3]; lit[6] = 1 - lit[6]; check }
  :: d_step { lit[2] = 1 - lit[2]; lit[3] = 1 - lit[3]; lit[7] = 1 - lit[7]; check }
  :: d_step { lit[0] = 1 - lit[0]; lit[4] = 1 - lit[4]; lit[5] = 1 - lit[5]; lit[8] = 1 - lit[8]; check }
  :: d_step { lit[1] = 1 - lit[1]; lit[4] = 1 - lit[4]; lit[5] = 1 - lit[5]; lit[6] = 1 - lit[6]; lit[9] = 1 - lit[9]; check }
  :: d_step { lit[2] = 1 - lit[2]; lit[5] = 1 - lit[5]; lit[6] = 1 - lit[6]; lit[7] = 1 - lit[7]; lit[10] = 1 - lit[10]; check }
  :: d_step { lit[3] = 1 - lit[3]; lit[6] = 1 - lit[6]; lit[7] = 1 - lit[7]; lit[11] = 1 - lit[11]; check }
  :: d_step { lit[4] = 1 - lit[4]; lit[8] = 1 - lit[8]; lit[9] = 1 - lit[9]; lit[12] = 1 - lit[12]; check }
  :: d_step { lit[5] = 1 - lit[5]; lit[8] = 1 - lit[8]; lit[9] = 1 - lit[9]; lit[10] = 1 - lit[10]; lit[13] = 1 - lit[13]; check }
  :: d_step { lit[6] = 1 - lit[6]; lit[9] = 1 - lit[9]; lit[10] = 1 - lit[10]; lit[11] = 1 - lit[11]; lit[14] = 1 - lit[14]; check }
  :: d_step { lit[7] = 1 - lit[7]; lit[10] = 1 - lit[10]; lit[11] = 1 - lit[11]; lit[15] = 1 - lit[15]; check }
  :: d_step { lit[8] = 1 - lit[8]; lit[12] = 1 - lit[12]; lit[13] = 1 - lit[13]; check }
  :: d_step { lit[9] = 1 - lit[9]; lit[12] = 1 - lit[12]; lit[13] = 1 - lit[13]; lit[14] = 1 - lit[14]; check }
  :: d_step { lit[10] = 1 - lit[10]; lit[13] = 1 - lit[13]; lit[14] = 1 - lit[14]; lit[15] = 1 - lit[15]; check }
  :: d_step { lit[11] = 1 - lit[11]; lit[14] = 1 - lit[14]; lit[15] = 1 - lit[15]; check }
  od
}
