/* Breakthrough by hand: a word for each side, the board seen by whoever moves (bytes reversed after each move). */
#include "limit.h"

#define LEFT UINT64_C(0xfefefefefefefefe)
#define RIGHT UINT64_C(0x7f7f7f7f7f7f7f7f)
#define FAR UINT64_C(0xff00000000000000)

struct board {
    uint64_t own;
    uint64_t other;
};

static const struct board start = {UINT64_C(0xffff), UINT64_C(0xffff000000000000)};

/* Where pawns come to by going up left, up, and up right. */
static inline void find_targets(struct board board, uint64_t target[3])
{
    target[0] = (board.own & LEFT) << 7 & ~board.own;
    target[1] = board.own << 8 & ~(board.own | board.other);
    target[2] = (board.own & RIGHT) << 9 & ~board.own;
}

static inline struct board moved(struct board board, uint64_t to, int direction)
{
    const struct board next = {board.other & ~to, (board.own ^ to >> (7 + direction)) | to};
    return next;
}

static inline struct board turned(struct board board)
{
    const struct board next = {__builtin_bswap64(board.own), __builtin_bswap64(board.other)};
    return next;
}

/* Has the side that has just moved, now `other`, won? */
static inline int over(struct board board) { return (board.other & FAR) != 0 || board.own == 0; }

static void play(uint64_t *random, struct tally *tally)
{
    struct board board = start;
    for (int player = 0;; player ^= 1) {
        uint64_t target[3];
        find_targets(board, target);
        const int first = count_bits(target[0]), second = first + count_bits(target[1]);
        const int rank = (int)random_below(random, (uint64_t)(second + count_bits(target[2])));
        const int direction = (rank >= first) + (rank >= second);
        const int before = direction == 0 ? 0 : direction == 1 ? first : second;
        board = moved(board, nth_bit(target[direction], rank - before), direction);
        tally->moves++;
        if (over(board)) {
            tally->wins[player]++;
            return;
        }
        board = turned(board);
    }
}

static uint64_t visited;

static uint64_t below(struct board board, int depth, int bulk)
{
    uint64_t target[3], total = 0;
    find_targets(board, target);
    if (bulk && depth == 1) return (uint64_t)(count_bits(target[0]) + count_bits(target[1]) + count_bits(target[2]));
    for (int direction = 0; direction < 3; direction++)
        for (uint64_t left = target[direction]; left; left &= left - 1) {
            const struct board next = moved(board, left & -left, direction);
            if (depth == 1) visited += (uint64_t)over(next), total++;
            else if (!over(next)) total += below(turned(next), depth - 1, bulk);
        }
    return total;
}

static uint64_t count_plays(int depth, int bulk) { return depth ? below(start, depth, bulk) : 1; }
