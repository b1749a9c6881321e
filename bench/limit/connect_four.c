/* Connect four by hand: columns of seven bits, the highest always empty, so that shifted lines do not run over. */
#include "limit.h"

#define BOTTOM UINT64_C(0x0040810204081)
#define BOARD (BOTTOM * 0x3f)

static int wins(uint64_t discs)
{
    uint64_t pairs = discs & discs >> 1, found = pairs & pairs >> 2;
    pairs = discs & discs >> 6, found |= pairs & pairs >> 12;
    pairs = discs & discs >> 7, found |= pairs & pairs >> 14;
    pairs = discs & discs >> 8, found |= pairs & pairs >> 16;
    return found != 0;
}

static void play(uint64_t *random, struct tally *tally)
{
    uint64_t own = 0, other = 0;
    for (int ply = 0; ply < 42; ply++) {
        const uint64_t places = (own + other + BOTTOM) & BOARD;
        const uint64_t made = own | nth_bit(places, (int)random_below(random, (uint64_t)count_bits(places)));
        tally->moves++;
        if (wins(made)) {
            tally->wins[ply & 1]++;
            return;
        }
        own = other;
        other = made;
    }
}

static uint64_t visited;

/* `own` is to move; `other` has no line. */
static uint64_t below(uint64_t own, uint64_t other, int depth, int bulk)
{
    uint64_t places = (own + other + BOTTOM) & BOARD, total = 0;
    if (bulk && depth == 1) return (uint64_t)count_bits(places);
    for (; places; places &= places - 1) {
        const uint64_t made = own | (places & -places);
        const int over = wins(made);
        if (depth == 1) visited += (uint64_t)over, total++;
        else if (!over) total += below(other, made, depth - 1, bulk);
    }
    return total;
}

static uint64_t count_plays(int depth, int bulk) { return depth ? below(0, 0, depth, bulk) : 1; }
