/* The pocket cube by hand, one corner held fast: a position is the rank of its corners times the rank of their twists; turns by tables. */
#include "explore.h"

#define CORNERS 7
#define PLACES 5040
#define TWISTS 729

static const uint8_t from[3][4] = {{0, 3, 6, 4}, {0, 4, 5, 1}, {0, 1, 2, 3}};
static const uint8_t twist[3][4] = {{1, 2, 1, 2}, {2, 1, 2, 1}, {0, 0, 0, 0}};
static uint16_t place_after[3][PLACES];
static uint16_t twist_after[3][TWISTS];

static uint32_t rank_of(const uint8_t *corners)
{
    uint32_t rank = 0;
    for (int at = 0; at < CORNERS; at++) {
        uint32_t smaller = corners[at];
        for (int before = 0; before < at; before++) smaller -= corners[before] < corners[at];
        rank = rank * (uint32_t)(CORNERS - at) + smaller;
    }
    return rank;
}

static void unrank(uint32_t rank, uint8_t *corners)
{
    for (int at = CORNERS - 1; at >= 0; at--) {
        corners[at] = (uint8_t)(rank % (uint32_t)(CORNERS - at));
        rank /= (uint32_t)(CORNERS - at);
        for (int behind = at + 1; behind < CORNERS; behind++) corners[behind] += corners[behind] >= corners[at];
    }
}

static void make_places(int face)
{
    for (uint32_t rank = 0; rank < PLACES; rank++) {
        uint8_t before[CORNERS], after[CORNERS];
        unrank(rank, before);
        unrank(rank, after);
        for (int i = 0; i < 4; i++) after[from[face][(i + 1) & 3]] = before[from[face][i]];
        place_after[face][rank] = (uint16_t)rank_of(after);
    }
}

static void make_twists(int face)
{
    for (uint32_t rank = 0; rank < TWISTS; rank++) {
        uint8_t before[CORNERS] = {0}, after[CORNERS];
        uint32_t rest = rank, sum = 0;
        for (int at = 0; at < CORNERS - 1; at++, rest /= 3) sum += before[at] = (uint8_t)(rest % 3);
        before[CORNERS - 1] = (uint8_t)((21 - sum) % 3);
        for (int at = 0; at < CORNERS; at++) after[at] = before[at];
        for (int i = 0; i < 4; i++) after[from[face][(i + 1) & 3]] = (uint8_t)((before[from[face][i]] + twist[face][i]) % 3);
        uint32_t number = 0;
        for (int at = CORNERS - 2; at >= 0; at--) number = number * 3 + after[at];
        twist_after[face][rank] = (uint16_t)number;
    }
}

static void expand(uint32_t number)
{
    for (int face = 0; face < 3; face++) {
        uint32_t places = number / TWISTS, twists = number % TWISTS;
        for (int quarter = 0; quarter < 3; quarter++) {
            places = place_after[face][places];
            twists = twist_after[face][twists];
            reach(places * TWISTS + twists);
        }
    }
}

int main(void)
{
    for (int face = 0; face < 3; face++) {
        make_places(face);
        make_twists(face);
    }
    return explore(PLACES * TWISTS, 0);
}
