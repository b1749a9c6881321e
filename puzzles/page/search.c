/* A compiled game as a page sees it: functions of plain numbers over places in memory, and a bounded search for hints. The game's own text stands before this file. */

#define PAGE_MOVES 8192
#define PAGE_EXPORT(NAME) __attribute__((export_name(#NAME)))

static rw_failure page_failure;
static rw_move page_items[PAGE_MOVES];
static uint64_t page_weights[PAGE_MOVES];
static state page_states[2];
static uint8_t page_bytes[ENCODED_SIZE + 1];
static int64_t page_points[PLAYERS];
static int page_end[3];

static int page_full(struct rw_list *list) { (void)list; return -1; }

PAGE_EXPORT(state_size) int page_state_size(void) { return (int)sizeof(state); }
PAGE_EXPORT(encoded_size) int page_encoded_size(void) { return ENCODED_SIZE; }
PAGE_EXPORT(items) rw_move *page_items_at(void) { return page_items; }
PAGE_EXPORT(weights) uint64_t *page_weights_at(void) { return page_weights; }
PAGE_EXPORT(bytes) uint8_t *page_bytes_at(void) { return page_bytes; }
PAGE_EXPORT(points) int64_t *page_points_at(void) { return page_points; }
PAGE_EXPORT(ending) int *page_end_at(void) { return page_end; }

/* The present position from `bytes`, and back. */
PAGE_EXPORT(put) int page_put(void)
{
    memset(page_states, 0, sizeof(state));
    return game_decode(page_states, page_bytes);
}
PAGE_EXPORT(get) void page_get(void)
{
    memset(page_bytes, 0, sizeof(page_bytes));
    game_encode(page_states, page_bytes);
}
PAGE_EXPORT(initial) int page_initial(void) { return game_initial(page_states, &page_failure); }
PAGE_EXPORT(kind) int page_kind(void) { return game_kind(page_states, &page_failure); }
PAGE_EXPORT(actor) int page_actor(void) { return game_actor(page_states, &page_failure); }
PAGE_EXPORT(moves) int page_moves(void)
{
    struct rw_list list = {page_items, page_weights, 0, PAGE_MOVES, page_full};
    page_failure.code = 0;
    return (int)game_moves(page_states, &list, &page_failure);
}
PAGE_EXPORT(apply) int page_apply(rw_move move) { return game_apply(page_states, move, &page_failure); }
PAGE_EXPORT(ended) int page_ended(void) { return game_ended(page_states, &page_end[0], &page_end[1], &page_failure); }
PAGE_EXPORT(scores) int page_scores(void) { return game_scores(page_states, page_points, &page_failure); }

/* -- hints: a search in depth that looks at no more than so many positions. It remembers whole positions, and how well they were looked at. */

#define SEEN_BYTES (1 << 24)
#define SEEN (SEEN_BYTES / sizeof(struct page_seen))
#define DEEPEST 64
#define NEVER INT64_MIN

struct page_seen {
    state position;
    int64_t value;
    int32_t left; /* 0: nothing is here */
    int32_t whole;
};

static struct page_seen page_table[SEEN];
static int64_t page_budget;
static int page_whole;
static int page_for;
static int page_aim;

enum page_aims { AIM_GOAL = 0, AIM_SCORE = 1, AIM_VALUE = 2 };

/* What an end is worth for the player who asks. */
static int64_t page_worth(const state *s)
{
    int64_t found[PLAYERS];
    int who = -1, ending = -1;
    rw_failure fail = {0, 0, 0};
    if (SCORE_LINES && page_aim != AIM_GOAL) {
        if (game_scores(s, found, &fail) < 0) return 0;
        int64_t most = NEVER;
        for (int player = 0; player < PLAYERS; player++) if (player != page_for && found[player] > most) most = found[player];
        return PLAYERS == 1 ? found[0] : (found[page_for] - most) * 1000;
    }
    switch (game_ended(s, &who, &ending, &fail)) {
    case RW_GOAL: return 1000;
    case RW_WIN: return who == page_for ? 1000 : -1000;
    case RW_LOSE: return who == page_for ? -1000 : 1000;
    default: return page_aim == AIM_GOAL ? -1000 : 0;
    }
}

/* The best value to be had within so many moves; what is better sooner is worth a little more. */
static int64_t page_search(const state *s, int left, int64_t low, int64_t high)
{
    rw_failure fail = {0, 0, 0};
    const int kind = game_kind(s, &fail);
    if (kind == RW_OVER) return page_worth(s) + (page_aim == AIM_SCORE ? 0 : page_worth(s) > 0 ? left : -left);
    if (left == 0 || page_budget <= 0 || kind == RW_CHANCE) {
        page_whole = 0;
        return page_aim == AIM_GOAL ? -1000 : SCORE_LINES ? page_worth(s) : 0;
    }
    page_budget--;
    struct page_seen *seen = &page_table[game_hash(s) % SEEN];
    if (PLAYERS == 1 && (seen->whole || seen->left >= left) && !memcmp(&seen->position, s, sizeof(state))) {
        if (!seen->whole) page_whole = 0;
        return seen->value;
    }
    const int mine = game_actor(s, &fail) == page_for;
    rw_move items[256];
    struct rw_list list = {items, 0, 0, 256, page_full};
    const int64_t count = game_moves(s, &list, &fail);
    int64_t best = NEVER;
    const int before = page_whole;
    page_whole = count >= 0;
    for (int64_t i = 0; i < list.count; i++) {
        state next = *s;
        if (game_apply(&next, items[i], &fail) < 0) {
            page_whole = 0;
            continue;
        }
        const int64_t value = page_search(&next, left - 1, low, high);
        if (best == NEVER || (mine ? value > best : value < best)) best = value;
        if (PLAYERS > 1) {
            if (mine && best > low) low = best;
            if (!mine && best < high) high = best;
            if (low >= high) break;
        } else if (page_aim == AIM_GOAL && best > 0) break;
    }
    if (best == NEVER) best = page_worth(s);
    if (PLAYERS == 1 && page_budget > 0) *seen = (struct page_seen){*s, best, left, page_whole};
    page_whole = page_whole && before;
    return best;
}

/* The best first move for the player whose turn it is: its place in `items`, or -1. `points[0]` becomes its value, `ending` whether everything was looked at,
 * within how many moves, and whether no move was found to be worse than another. */
PAGE_EXPORT(best) int page_best(int aim, int budget)
{
    const int count = page_moves();
    int chosen = -1;
    page_aim = aim;
    page_for = game_actor(page_states, &page_failure);
    page_budget = budget;
    memset(page_table, 0, sizeof(page_table));
    for (int depth = aim == AIM_SCORE ? DEEPEST : 1; depth <= DEEPEST && page_budget > 0; depth++) {
        int64_t best = NEVER;
        int whole = 1, found = -1, worse = 0;
        for (int i = 0; i < count; i++) {
            state next = page_states[0];
            if (game_apply(&next, page_items[i], &page_failure) < 0) {
                whole = 0;
                continue;
            }
            page_whole = 1;
            const int64_t value = page_search(&next, depth - 1, aim == AIM_VALUE && best != NEVER ? best : NEVER, INT64_MAX);
            whole = whole && page_whole;
            worse = worse || (best != NEVER && value != best);
            if (best == NEVER || value > best) {
                best = value;
                found = i;
            }
        }
        if (found < 0 || (page_budget <= 0 && chosen >= 0 && aim != AIM_SCORE)) break;
        chosen = found;
        page_points[0] = best;
        page_end[0] = whole;
        page_end[1] = depth;
        page_end[2] = !worse;
        if (whole || (aim == AIM_GOAL && best > 0) || (aim == AIM_VALUE && (best > 900 || best < -900) && !SCORE_LINES)) break;
    }
    return aim == AIM_GOAL && chosen >= 0 && page_points[0] <= 0 && !page_end[0] ? -1 : chosen;
}
