/* Values for variables within bounds so that every row holds: propagation of bounds, then depth first. All numbers are whole. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NONE INT64_MAX

typedef struct {
    int64_t rows;
    const int64_t *begins, *variables, *times, *low, *high;
} Rows;

typedef struct {
    int64_t count;
    Rows rows, more;                     /* those of the model, and a few beside them */
    const int64_t *touches, *touched;    /* for each variable the rows it is in */
    int64_t *low, *high;
    int64_t *queue, ends;
    uint8_t *waits;
    int64_t *trail, trailed, room, nodes;
    const int64_t *guesses, *order;
} Search;

static void touch(Search *s, int64_t variable) {
    for (int64_t at = s->touches[variable]; at < s->touches[variable + 1]; at++) {
        int64_t row = s->touched[at];
        if (!s->waits[row]) { s->waits[row] = 1; s->queue[s->ends++] = row; }
    }
}

static void narrow(Search *s, int64_t variable, int64_t low, int64_t high) {
    if (s->trailed == s->room) { s->nodes = -1; return; } /* given up: nothing is found any more */
    s->trail[3 * s->trailed] = variable;
    s->trail[3 * s->trailed + 1] = s->low[variable];
    s->trail[3 * s->trailed + 2] = s->high[variable];
    s->trailed++;
    s->low[variable] = low;
    s->high[variable] = high;
    touch(s, variable);
}

static int64_t divided(int64_t number, int64_t by) { /* rounded down; by > 0 */
    return number >= 0 ? number / by : -((-number + by - 1) / by);
}

/* The sum must be at most `most`: what each variable can still be. 0 where nothing is left, 1 where all is as it was, 2 where a variable was narrowed. */
static int lower(Search *s, const Rows *rows, int64_t row, int64_t sign, int64_t most) {
    int64_t least = 0;
    int found = 1;
    for (int64_t at = rows->begins[row]; at < rows->begins[row + 1]; at++) {
        int64_t times = sign * rows->times[at], each = rows->variables[at];
        least += times * (times > 0 ? s->low[each] : s->high[each]);
    }
    if (least > most) return 0;
    for (int64_t at = rows->begins[row]; at < rows->begins[row + 1]; at++) {
        int64_t times = sign * rows->times[at], each = rows->variables[at];
        int64_t room = divided(most - least, times > 0 ? times : -times);
        if (s->high[each] - s->low[each] <= room) continue;
        if (times > 0) narrow(s, each, s->low[each], s->low[each] + room);
        else narrow(s, each, s->high[each] - room, s->high[each]);
        found = 2;
    }
    return found;
}

static int propagated_row(Search *s, const Rows *rows, int64_t row) {
    int one = rows->high[row] == NONE ? 1 : lower(s, rows, row, 1, rows->high[row]);
    if (!one) return 0;
    int other = rows->low[row] == -NONE ? 1 : lower(s, rows, row, -1, -rows->low[row]);
    return !other ? 0 : one > other ? one : other;
}

static int propagated(Search *s) {
    for (;;) {
        for (int64_t at = 0; at < s->ends; at++) {
            int64_t row = s->queue[at];
            s->waits[row] = 0;
            if (!propagated_row(s, &s->rows, row)) {
                for (; at < s->ends; at++) s->waits[s->queue[at]] = 0;
                s->ends = 0;
                return 0;
            }
            if (at > 8 * s->rows.rows) { memmove(s->queue, s->queue + at + 1, (s->ends - at - 1) * sizeof *s->queue); s->ends -= at + 1; at = -1; }
        }
        s->ends = 0;
        int changed = 0;
        for (int64_t row = 0; row < s->more.rows; row++) {
            int found = propagated_row(s, &s->more, row);
            if (!found) {
                for (int64_t at = 0; at < s->ends; at++) s->waits[s->queue[at]] = 0;
                s->ends = 0;
                return 0;
            }
            changed |= found == 2;
        }
        if (!changed && !s->ends) return 1;
    }
}

/* Depth first; a variable is guessed to be what it was in another solution. Where that is neither its least nor its most, values above it are not tried: what is not found may still be there. */
static int searched(Search *s, int64_t at) {
    if (!propagated(s) || s->nodes < 0) return 0;
    while (at < s->count && s->low[s->order[at]] == s->high[s->order[at]]) at++;
    if (at == s->count) return 1;
    int64_t from = s->order[at], mark = s->trailed, low = s->low[from], high = s->high[from], guess = s->guesses[from];
    guess = guess < low ? low : guess > high ? high : guess;
    for (int turn = 0; turn < 2; turn++) {
        if (s->nodes-- <= 0 || (turn && guess == low && guess == high)) return 0;
        if (!turn) narrow(s, from, guess, guess);
        else if (guess == low) narrow(s, from, low + 1, high);
        else narrow(s, from, low, guess - 1);
        if (searched(s, at)) return 1;
        while (s->trailed > mark) {
            s->trailed--;
            s->low[s->trail[3 * s->trailed]] = s->trail[3 * s->trailed + 1];
            s->high[s->trail[3 * s->trailed]] = s->trail[3 * s->trailed + 2];
        }
    }
    return 0;
}

static int holds(const Search *s, const Rows *rows) {
    for (int64_t row = 0; row < rows->rows; row++) {
        int64_t sum = 0;
        for (int64_t at = rows->begins[row]; at < rows->begins[row + 1]; at++) sum += rows->times[at] * s->low[rows->variables[at]];
        if ((rows->low[row] != -NONE && sum < rows->low[row]) || (rows->high[row] != NONE && sum > rows->high[row])) return 0;
    }
    return 1;
}

/* 1: values were found, each variable's low is its value, and all rows were added up with them; 0: none were found after so many nodes. */
__attribute__((visibility("default")))
int feasible(int64_t count, Rows *rows, Rows *more, const int64_t *touches, const int64_t *touched, int64_t *low, int64_t *high, int64_t nodes, const int64_t *guesses, const int64_t *order) {
    int64_t entries = touches[count], found = 0, width = 0;
    for (int64_t each = 0; each < count; each++) {
        if (low[each] > high[each]) return 0;
        width += high[each] - low[each] > 64 ? 64 : high[each] - low[each];
    }
    Search s = {count, *rows, *more, touches, touched, low, high, NULL, 0, NULL, NULL, 0, width + 64 * count, nodes, guesses, order};
    s.queue = malloc((16 * rows->rows + entries + 16) * sizeof *s.queue);
    s.waits = calloc(rows->rows + 1, 1);
    s.trail = malloc((3 * s.room + 3) * sizeof *s.trail);
    if (s.queue && s.waits && s.trail) {
        for (int64_t row = 0; row < rows->rows; row++) { s.waits[row] = 1; s.queue[s.ends++] = row; }
        found = searched(&s, 0) && holds(&s, rows) && holds(&s, more);
    }
    free(s.queue); free(s.waits); free(s.trail);
    return (int)found;
}
