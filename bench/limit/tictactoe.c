/* Tic-tac-toe by hand: nine bits a player, one table of all sets of squares that hold a line. */
#include "limit.h"

#define ALL 0x1ffu

static uint64_t has_line[8];

static int wins(uint32_t marks) { return (int)(has_line[marks >> 6] >> (marks & 63) & 1); }

__attribute__((constructor)) static void find_lines(void)
{
    static const uint32_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (uint32_t marks = 0; marks <= ALL; marks++)
        for (int line = 0; line < 8; line++)
            if ((marks & lines[line]) == lines[line]) has_line[marks >> 6] |= (uint64_t)1 << (marks & 63);
}

static void play(uint64_t *random, struct tally *tally)
{
    uint32_t marks[2] = {0, 0};
    for (int ply = 0; ply < 9; ply++) {
        const int player = ply & 1;
        marks[player] |= (uint32_t)nth_bit(ALL & ~(marks[0] | marks[1]), (int)random_below(random, (uint64_t)(9 - ply)));
        tally->moves++;
        if (wins(marks[player])) {
            tally->wins[player]++;
            return;
        }
    }
}

/* `own` is to move; `other` has no line. */
static uint64_t below(uint32_t own, uint32_t other, int depth, int bulk)
{
    uint32_t free = ALL & ~(own | other);
    uint64_t total = 0;
    if (bulk && depth == 1) return (uint64_t)count_bits(free);
    for (; free; free &= free - 1) {
        const uint32_t made = own | (free & -free);
        if (depth == 1) total += 1 + 0 * (uint64_t)wins(made);
        else if (!wins(made)) total += below(other, made, depth - 1, bulk);
    }
    return total;
}

static uint64_t count_plays(int depth, int bulk) { return depth ? below(0, 0, depth, bulk) : 1; }
