/* Hex 11x11 by hand: chains of stones joined as they grow, free cells in a list from which the chosen one is taken. */
#include "limit.h"

#define SIZE 11
#define WIDE (SIZE + 2)
#define CELLS (WIDE * WIDE)

static const int around[6] = {1, -1, WIDE, -WIDE, WIDE - 1, 1 - WIDE};
static uint8_t empty[SIZE * SIZE];
static uint8_t edges[CELLS];

/* The border: the first player's above and below, the second's left and right; all of one side is one chain. */
enum { BELOW, ABOVE = CELLS - 1, LEFT = WIDE, RIGHT = 2 * WIDE - 1 };

struct board {
    uint8_t owner[CELLS];
    uint8_t parent[CELLS];
};

static struct board start;

__attribute__((constructor)) static void make_board(void)
{
    int count = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        const int row = cell / WIDE, column = cell % WIDE;
        start.parent[cell] = (uint8_t)cell;
        if (row == 0) start.owner[cell] = 1, start.parent[cell] = BELOW;
        else if (row == WIDE - 1) start.owner[cell] = 1, start.parent[cell] = ABOVE;
        else if (column == 0) start.owner[cell] = 2, start.parent[cell] = LEFT;
        else if (column == WIDE - 1) start.owner[cell] = 2, start.parent[cell] = RIGHT;
        else empty[count++] = (uint8_t)cell;
        edges[cell] = start.owner[cell];
    }
}

static inline int root(struct board *board, int cell)
{
    while (board->parent[cell] != cell) cell = board->parent[cell] = board->parent[board->parent[cell]];
    return cell;
}

/* Put a stone; have the two sides of its owner been joined? */
static inline int put(struct board *board, int cell, int player)
{
    int top = cell;
    board->owner[cell] = (uint8_t)(player + 1);
    for (int side = 0; side < 6; side++) {
        const int other = cell + around[side];
        if (board->owner[other] != player + 1) continue;
        const int found = root(board, other);
        if (found != top) top = board->parent[top] = (uint8_t)found;
    }
    return player == 0 ? root(board, BELOW) == root(board, ABOVE) : root(board, LEFT) == root(board, RIGHT);
}

static void play(uint64_t *random, struct tally *tally)
{
    struct board board = start;
    uint8_t free[SIZE * SIZE];
    memcpy(free, empty, sizeof free);
    for (int left = SIZE * SIZE, player = 0; left; left--, player ^= 1) {
        const int rank = (int)random_below(random, (uint64_t)left), cell = free[rank];
        free[rank] = free[left - 1];
        tally->moves++;
        if (put(&board, cell, player)) {
            tally->wins[player]++;
            return;
        }
    }
}

static uint64_t below(const struct board *board, int depth, int bulk)
{
    uint64_t total = 0;
    for (int at = 0; at < SIZE * SIZE; at++) {
        if (board->owner[empty[at]]) continue;
        if (bulk && depth == 1) {
            total++;
            continue;
        }
        struct board next = *board;
        const int over = put(&next, empty[at], depth & 1);
        if (depth == 1) total++;
        else if (!over) total += below(&next, depth - 1, bulk);
    }
    return total;
}

static uint64_t count_plays(int depth, int bulk) { return depth ? below(&start, depth, bulk) : 1; }
