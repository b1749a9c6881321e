/* Reversi by hand: two words, lines of rival discs followed by shifts. Play ends as soon as neither side can move; else a pass is a move. */
#include "limit.h"

#define INNER UINT64_C(0x7e7e7e7e7e7e7e7e)
#define BLACK UINT64_C(0x0000000810000000)
#define WHITE UINT64_C(0x0000001008000000)

/* The ends of the lines of `through` that begin beside `from`, both ways by one distance. */
static inline uint64_t beyond(uint64_t from, uint64_t through, int by)
{
    uint64_t up = through & from << by, down = through & from >> by;
    const uint64_t two_up = through & through << by, two_down = through & through >> by;
    up |= through & up << by;
    down |= through & down >> by;
    up |= two_up & up << 2 * by;
    down |= two_down & down >> 2 * by;
    up |= two_up & up << 2 * by;
    down |= two_down & down >> 2 * by;
    return up << by | down >> by;
}

static inline uint64_t places_of(uint64_t own, uint64_t other)
{
    const uint64_t inner = other & INNER;
    return (beyond(own, inner, 1) | beyond(own, other, 8) | beyond(own, inner, 7) | beyond(own, inner, 9)) & ~(own | other);
}

static inline uint64_t lines(uint64_t placed, uint64_t own, uint64_t through, int by)
{
    uint64_t up = through & placed << by, down = through & placed >> by;
    for (int step = 0; step < 5; step++) {
        up |= through & up << by;
        down |= through & down >> by;
    }
    return (up << by & own ? up : 0) | (down >> by & own ? down : 0);
}

static inline uint64_t turned_by(uint64_t placed, uint64_t own, uint64_t other)
{
    const uint64_t inner = other & INNER;
    return lines(placed, own, inner, 1) | lines(placed, own, other, 8) | lines(placed, own, inner, 7) | lines(placed, own, inner, 9);
}

static void play(uint64_t *random, struct tally *tally)
{
    uint64_t own = BLACK, other = WHITE, places = places_of(own, other);
    int player = 0;
    for (;;) {
        if (places) {
            const uint64_t placed = nth_bit(places, (int)random_below(random, (uint64_t)count_bits(places)));
            const uint64_t gain = turned_by(placed, own, other);
            own |= gain | placed;
            other &= ~gain;
        }
        tally->moves++;
        const uint64_t kept = own;
        own = other;
        other = kept;
        player ^= 1;
        places = places_of(own, other);
        if (!places && !places_of(other, own)) break;
    }
    const int ahead = count_bits(own) - count_bits(other);
    if (ahead) tally->wins[ahead > 0 ? player : player ^ 1]++;
}

/* Positions of the last depth at which the game is over. */
static uint64_t visited;

static uint64_t below(uint64_t own, uint64_t other, int depth, int bulk)
{
    uint64_t places = places_of(own, other), total = 0;
    if (!places) {
        if (!places_of(other, own)) return 0;
        return depth == 1 ? 1 : below(other, own, depth - 1, bulk);
    }
    if (bulk && depth == 1) return (uint64_t)count_bits(places);
    for (; places; places &= places - 1) {
        const uint64_t placed = places & -places;
        const uint64_t gain = turned_by(placed, own, other);
        const uint64_t mine = own | gain | placed, theirs = other & ~gain;
        if (depth == 1) visited += !places_of(theirs, mine) && !places_of(mine, theirs), total++;
        else total += below(theirs, mine, depth - 1, bulk);
    }
    return total;
}

static uint64_t count_plays(int depth, int bulk) { return depth ? below(BLACK, WHITE, depth, bulk) : 1; }
