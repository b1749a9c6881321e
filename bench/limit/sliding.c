/* Sliding tiles by hand on WIDTH x HEIGHT squares: a position is the rank of its permutation, gap among the tiles. */
#include "explore.h"

#ifndef WIDTH
#define WIDTH 3
#define HEIGHT 3
#endif
#define SQUARES (WIDTH * HEIGHT)

static uint32_t factorial[SQUARES + 1];

static uint32_t rank_of(const uint8_t *tiles)
{
    uint32_t rank = 0, used = 0;
    for (int at = 0; at < SQUARES; at++) {
        const int smaller = tiles[at] - __builtin_popcount(used & ((1u << tiles[at]) - 1));
        rank += (uint32_t)smaller * factorial[SQUARES - 1 - at];
        used |= 1u << tiles[at];
    }
    return rank;
}

static int unrank(uint32_t rank, uint8_t *tiles)
{
    uint64_t rest = UINT64_C(0xfedcba9876543210);
    int gap = 0;
    for (int at = 0; at < SQUARES; at++) {
        const uint32_t smaller = rank / factorial[SQUARES - 1 - at];
        rank %= factorial[SQUARES - 1 - at];
        const int shift = 4 * (int)smaller;
        tiles[at] = (uint8_t)(rest >> shift & 15);
        rest = (rest & (((uint64_t)1 << shift) - 1)) | (rest >> 4 >> shift << shift);
        if (tiles[at] == 0) gap = at;
    }
    return gap;
}

static void slide(uint8_t *tiles, int gap, int from)
{
    tiles[gap] = tiles[from];
    tiles[from] = 0;
    reach(rank_of(tiles));
    tiles[from] = tiles[gap];
    tiles[gap] = 0;
}

static void expand(uint32_t number)
{
    uint8_t tiles[SQUARES];
    const int gap = unrank(number, tiles);
    if (gap % WIDTH > 0) slide(tiles, gap, gap - 1);
    if (gap % WIDTH < WIDTH - 1) slide(tiles, gap, gap + 1);
    if (gap >= WIDTH) slide(tiles, gap, gap - WIDTH);
    if (gap < SQUARES - WIDTH) slide(tiles, gap, gap + WIDTH);
}

int main(void)
{
    factorial[0] = 1;
    for (uint32_t at = 1; at <= SQUARES; at++) factorial[at] = at * factorial[at - 1];
    return explore(factorial[SQUARES], 0);
}
