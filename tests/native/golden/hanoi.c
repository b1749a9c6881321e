/* Hanoi: generated from its rules. Carry the tower to the last peg. */
#define RW_NEVER_FAILS
#include "game.h"

#ifndef RW_KEY
#define RW_KEY "unnamed"
#endif

#define ENCODED_SIZE 2

/* [4]1..3 */
typedef struct {
    uint8_t e[4];
} row__1;

/* A state of Hanoi. */
typedef struct {
    row__1 on; /* on: [1..4] 1..3 */
    uint8_t node; /* where play rests */
    uint8_t zeros[3];
} state;

static const uint8_t k__where[] = {0, 1, 3, 7};

static const state k__zero_state = {.on = {{1, 1, 1, 1}}, .node = 0};

static const row__1 k__K = {{1, 1, 1, 1}};

RW_FUNCTION RW_PURE uint64_t h__where(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    const uint64_t w = (uint64_t)(s->on.e[0] == 3) << 0 | (uint64_t)(s->on.e[1] == 3) << 1 | (uint64_t)(s->on.e[2] == 3) << 2 | (uint64_t)(s->on.e[3] == 3) << 3;
    const uint64_t w_2 = w;
    const uint64_t w_3 RW_UNUSED = UINT64_C(0xf) & ~w_2;
    return w_3;
}

RW_FUNCTION RW_PURE int32_t h__words(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    return !(h__where(s, fail) != 0);
}

RW_FUNCTION int32_t is_over(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    /* goal (hanoi.rules:29) @rule 2 */
    {
        if (h__words(s, fail)) return 1;
    }
    return 0;
}

RW_FUNCTION int32_t settle(state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    return is_over(s, fail);
}

RW_FUNCTION RW_PURE uint64_t h__where_2(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t p0 RW_UNUSED)
{
    const uint64_t w = (uint64_t)(s->on.e[0] == p0) << 0 | (uint64_t)(s->on.e[1] == p0) << 1 | (uint64_t)(s->on.e[2] == p0) << 2 | (uint64_t)(s->on.e[3] == p0) << 3;
    const uint64_t w_2 RW_UNUSED = w;
    return w_2;
}

RW_FUNCTION RW_PURE int32_t h__words_2(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t p0, const int32_t p1)
{
    return !(((uint64_t)k__where[(p0 - 1)] & h__where_2(s, fail, p1)) != 0);
}

RW_FUNCTION RW_PURE uint64_t h__words_3(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t p0)
{
    uint64_t open RW_UNUSED = 0;
    open |= (uint64_t)(h__words_2(s, fail, p0, 1)) << 0;
    open |= (uint64_t)(h__words_2(s, fail, p0, 2)) << 1;
    open |= (uint64_t)(h__words_2(s, fail, p0, 3)) << 2;
    return ((uint64_t)7 & ~((uint64_t)1 << (s->on.e[p0 - 1] - 1))) & open;
}

RW_FUNCTION RW_PURE uint64_t h__where_3(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t p0 RW_UNUSED)
{
    const int32_t against = s->on.e[p0 - 1];
    const uint64_t w = (uint64_t)(s->on.e[0] == against) << 0 | (uint64_t)(s->on.e[1] == against) << 1 | (uint64_t)(s->on.e[2] == against) << 2 | (uint64_t)(s->on.e[3] == against) << 3;
    const uint64_t w_2 RW_UNUSED = w;
    return w_2;
}

RW_FUNCTION RW_PURE int32_t h__words_4(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t p0)
{
    return !(((uint64_t)k__where[(p0 - 1)] & h__where_3(s, fail, p0)) != 0);
}

/* define is_top (hanoi.rules:15) */
RW_FUNCTION RW_PURE int32_t h__is_top(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t is_top_d RW_UNUSED)
{
    return h__words_4(s, fail, is_top_d);
}

RW_FUNCTION RW_PURE int32_t possible__move(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t move_player RW_UNUSED)
{
    for (int64_t at = 1; at <= 4; at++) {
        const int32_t move_d = (int32_t)at;
        if (h__is_top(s, fail, move_d)) {
            uint64_t move_to_mask = h__words_3(s, fail, move_d);
            if (move_to_mask != 0) return 1;
        }
    }
    return 0;
}

RW_FUNCTION int moves__move(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t move_player RW_UNUSED, struct rw_list *list,
    const rw_move option)
{
    for (int64_t at = 1; at <= 4; at++) {
        const int32_t move_d = (int32_t)at;
        if (h__is_top(s, fail, move_d)) {
            uint64_t move_to_mask = h__words_3(s, fail, move_d);
            for (uint64_t left = move_to_mask; left != 0; left &= left - 1) {
                const int32_t move_to = rw_low(left) + 1;
                if (rw_note(list, option | (rw_move)(move_d - 1) << 0 | (rw_move)(move_to - 1) << 2, 1) < 0) return -1;
            }
        }
    }
    return 0;
}

RW_HOT RW_PURE int64_t count__move(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t move_player RW_UNUSED)
{
    int64_t total = 0;
    for (int64_t at = 1; at <= 4; at++) {
        const int32_t move_d = (int32_t)at;
        if (h__is_top(s, fail, move_d)) {
            uint64_t move_to_mask = h__words_3(s, fail, move_d);
            total += rw_count(move_to_mask);
        }
    }
    return total;
}

RW_HOT int pick__move(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t move_player RW_UNUSED, int64_t *rank, rw_move *move,
    const rw_move option)
{
    for (int64_t at = 1; at <= 4; at++) {
        const int32_t move_d = (int32_t)at;
        if (h__is_top(s, fail, move_d)) {
            uint64_t move_to_mask = h__words_3(s, fail, move_d);
            const int64_t size = rw_count(move_to_mask);
            if (*rank < size) {
                *move = option | (rw_move)(move_d - 1) << 0 | (rw_move)rw_select(move_to_mask, *rank) << 2;
                return 1;
            }
            *rank -= size;
        }
    }
    return 0;
}

/* action move (hanoi.rules:18) @rule 1 */
RW_HOT int32_t do__move(state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t move_player RW_UNUSED, const int32_t move_d RW_UNUSED,
    const int32_t move_to RW_UNUSED, const int settled RW_UNUSED)
{
    s->on.e[move_d - 1] = move_to;
    if (settled) {
        /* goal (hanoi.rules:29) @rule 2 */
        {
            if (h__words(s, fail)) return 1;
        }
    }
    else if (settle(s, fail)) return 1;
    return 0;
}

RW_HOT int advance(state *s RW_UNUSED, uint32_t node, rw_failure *fail RW_UNUSED)
{
    switch (node) {
        case 0: goto node_0;
        default: goto node_1;
    }
node_0:;
    {
        s->node = 0;
        return rw_failed(fail) ? -1 : 0;
    }
node_1:;
    {
        s->node = 1;
        return rw_failed(fail) ? -1 : 0;
    }
}

#define STOP_NODE 1

static int below(const state *s, uint64_t *counts, int depth, struct rw_counting *counting, rw_failure *fail);

/* The rules failed while a move was made from here. */
static __attribute__((cold, noinline, unused)) int unmade(const state *s, struct rw_counting *counting)
{
    counting->step = RW_AT_APPLY;
    memcpy(counting->position, s, sizeof(state));
    return -1;
}

RW_HOT int64_t visit__move(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t move_player RW_UNUSED, const uint32_t then RW_UNUSED,
    uint64_t *counts RW_UNUSED, const int depth RW_UNUSED, struct rw_counting *counting RW_UNUSED)
{
    int64_t total = 0;
    uint64_t over = 0;
    for (int64_t at = 1; at <= 4; at++) {
        const int32_t move_d = (int32_t)at;
        if (h__is_top(s, fail, move_d)) {
            uint64_t move_to_mask = h__words_3(s, fail, move_d);
            for (uint64_t left = move_to_mask; left != 0; left &= left - 1) {
                const int32_t move_to = rw_low(left) + 1;
                state next = *s;
                if (advance(&next, do__move(&next, fail, move_player, move_d, move_to, 1) ? STOP_NODE : then, fail) < 0) return unmade(s, counting);
                total++;
                over += next.node == STOP_NODE;
                if (depth > 0 && next.node != STOP_NODE && below(&next, counts + 1, depth, counting, fail) < 0) return -1;
            }
        }
    }
    counting->over += over;
    return total;
}

static int game_initial(void *given, rw_failure *fail)
{
    state *s = given;
    fail->code = 0;
    memcpy(s, &k__zero_state, sizeof(state));
    s->on = k__K;
    return advance(s, 0, fail);
}

static int32_t can_move(const state *s, rw_failure *fail RW_UNUSED)
{
    switch (s->node) {
        case 0: {
            return possible__move(s, fail, 0);
        }
        default: return 0;
    }
}

RW_FUNCTION int32_t is_stuck(const state *s, rw_failure *fail)
{
    return (s->node == 0) && !can_move(s, fail);
}

static int how_ended(const state *s RW_UNUSED, const int32_t stuck, int *who RW_UNUSED, int *ending RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    /* goal (hanoi.rules:29) @rule 2 */
    {
        if (h__words(s, fail)) {
            *who = -1;
            *ending = 0;
            return RW_GOAL;
        }
    }
    return stuck ? RW_STUCK : RW_STOP;
}

static int game_ended(const void *given, int *who, int *ending, rw_failure *fail)
{
    const state *s = given;
    fail->code = 0;
    *who = *ending = -1;
    const int32_t stuck = s->node != 1;
    if (stuck && can_move(s, fail)) return rw_failed(fail) ? -1 : RW_NOT_ENDED;
    const int kind = how_ended(s, stuck, who, ending, fail);
    return rw_failed(fail) ? -1 : kind;
}

static int game_scores(const void *given, int64_t *scores, rw_failure *fail)
{
    const state *s = given;
    fail->code = 0;
    (void)s;
    int who = -1, ending = -1;
    const int kind = game_ended(s, &who, &ending, fail);
    for (int i = 0; i < 1; i++)
        scores[i] = kind == RW_GOAL ? 1 : kind == RW_WIN ? (i == who ? 1 : -1) : kind == RW_LOSE ? (i == who ? -1 : 1) : 0;
    return rw_failed(fail) ? -1 : 0;
}

static int game_claims(const void *given, uint8_t *holds RW_UNUSED, rw_failure *fail)
{
    const state *s = given;
    fail->code = 0;
    (void)s;
    const int32_t stuck = is_stuck(s, fail);
    /* claim no disc can move (hanoi.rules:31) */
    {
        holds[0] = (uint8_t)(stuck);
    }
    /* claim the tower arrives (hanoi.rules:32) */
    {
        holds[1] = (uint8_t)(h__words(s, fail));
    }
    return rw_failed(fail) ? -1 : 0;
}

static void game_encode(const void *given, uint8_t *bytes)
{
    const state *s = given;
    memset(bytes, 0, ENCODED_SIZE ? ENCODED_SIZE : 1);
    struct rw_stream stream = {bytes, 0, 0};
    rw_put(&stream, (uint64_t)(s->node), 1);
    for (int32_t at = 0; at < 4; at++) {
        rw_put(&stream, (uint64_t)(s->on.e[at] - 1), 2);
    }
    (void)s;
    (void)stream;
}

static int game_decode(void *given, const uint8_t *bytes)
{
    state *s = given;
    memset(s, 0, sizeof(state));
    struct rw_stream stream = {0, bytes, 0};
    const uint64_t place_ = rw_get(&stream, 1);
    s->node = (int32_t)place_;
    for (int32_t at = 0; at < 4; at++) {
        const uint64_t place_2 = rw_get(&stream, 2);
        if (place_2 >= 3u) return -1;
        s->on.e[at] = (int32_t)place_2 + 1;
    }
    for (; stream.at < 8 * ENCODED_SIZE; stream.at++)
        if (bytes[stream.at >> 3] >> (stream.at & 7) & 1) return -1;
    return 0;
}

static int game_kind(const void *given, rw_failure *fail)
{
    const state *s = given;
    fail->code = 0;
    switch (s->node) {
        default: break;
    }
    const int decides = can_move(s, fail);
    return rw_failed(fail) ? -1 : decides ? RW_DECIDE : RW_OVER;
}

static int game_actor(const void *given, rw_failure *fail)
{
    const state *s = given;
    fail->code = 0;
    int player = -1;
    switch (s->node) {
        case 0: {
            player = 0;
            break;
        }
        default: break;
    }
    return rw_failed(fail) ? -1 : player;
}

static int64_t game_moves(const void *given, struct rw_list *list, rw_failure *fail)
{
    const state *s = given;
    fail->code = 0;
    const int64_t before = list->count;
    switch (s->node) {
        case 0: {
            const int32_t by = 0;
            (void)by;
            if (moves__move(s, fail, by, list, 0) < 0) return -1;
            break;
        }
        default: break;
    }
    return rw_failed(fail) ? -1 : list->count - before;
}

static int64_t game_count(const void *given, rw_failure *fail)
{
    const state *s = given;
    fail->code = 0;
    int64_t total = 0;
    switch (s->node) {
        case 0: {
            const int32_t by = 0;
            (void)by;
            total += count__move(s, fail, by);
            break;
        }
        default: break;
    }
    return rw_failed(fail) ? -1 : total;
}

RW_FUNCTION int follow(state *s, const rw_move move RW_UNUSED, const int settled RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    switch (s->node) {
        case 0: {
            const int32_t by = 0;
            (void)by;
            const int32_t digit = (int32_t)(move >> 0 & 3);
            const int32_t digit_2 = (int32_t)(move >> 2 & 3);
            if (do__move(s, fail, by, (digit + 1), (digit_2 + 1), settled)) return advance(s, 1, fail) < 0 ? -1 : 1;
            return advance(s, 0, fail) < 0 ? -1 : 1;
            return -1;
        }
        default: return -1;
    }
}

static int game_apply(void *given, rw_move move, rw_failure *fail)
{
    state *s = given;
    fail->code = 0;
    return follow(s, move, 0, fail) < 0 ? -1 : 0;
}

RW_HOT int draw__0(state *s, uint64_t *random RW_UNUSED, const int32_t by RW_UNUSED, const int settled RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    rw_move move = 0;
    int64_t total = 0;
    total += count__move(s, fail, by);
    if (rw_failed(fail)) return -1;
    if (total == 0) return 0;
    int64_t rank = (int64_t)rw_below(random, (uint64_t)total);
    if (!(pick__move(s, fail, by, &rank, &move, 0))) return -1;
    const int32_t digit = (int32_t)(move >> 0 & 3);
    const int32_t digit_2 = (int32_t)(move >> 2 & 3);
    if (do__move(s, fail, by, (digit + 1), (digit_2 + 1), settled)) return advance(s, 1, fail) < 0 ? -1 : 1;
    return advance(s, 0, fail) < 0 ? -1 : 1;
    return -1;
}

RW_FUNCTION int draw(state *s, uint64_t *random RW_UNUSED, const int settled RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    switch (s->node) {
        case 0: {
            return draw__0(s, random, 0, settled, fail);
        }
        default: return 0;
    }
}

static int game_draw(void *given, uint64_t *random RW_UNUSED, rw_failure *fail)
{
    state *s = given;
    fail->code = 0;
    return draw(s, random, 0, fail);
}

RW_HOT int64_t visit_at__0(const state *s RW_UNUSED, const int32_t by RW_UNUSED, uint64_t *counts RW_UNUSED, const int depth RW_UNUSED,
    struct rw_counting *counting RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    int64_t total = 0, made = 0;
    if ((made = visit__move(s, fail, by, 0, counts, depth, counting)) < 0) return -1;
    total += made;
    return total;
}

/* The rules failed while moves were listed here. */
static __attribute__((cold, noinline, unused)) int unlisted(const state *s, struct rw_counting *counting)
{
    counting->step = RW_AT_MOVES;
    memcpy(counting->position, s, sizeof(state));
    return -1;
}

static int below(const state *s, uint64_t *counts, int depth, struct rw_counting *counting, rw_failure *fail)
{
    int64_t total = 0;
    fail->code = 0;
    if (depth == 1 && counting->bulk) {
        total = game_count(s, fail);
    }
    else switch (s->node) {
        case 0: {
            total = visit_at__0(s, 0, counts, depth - 1, counting, fail);
            if (total < 0) return -1;
            break;
        }
        default: break;
    }
    counts[0] += (uint64_t)total;
    if (total >= 0 && !rw_failed(fail)) return 0;
    return unlisted(s, counting);
}

static int game_perft(const void *given, int depth, struct rw_counting *counting, rw_failure *fail)
{
    return below(given, counting->counts, depth, counting, fail);
}

#define PLAYERS 1
#define SCORE_LINES 0
#include "playing.h"

static uint64_t game_hash(const void *given) { return rw_hash(given, sizeof(state)); }

static int game_canonical(void *given)
{
    (void)given;
    int changed = 0;
    return changed;
}

static int game_graded(void *given, int32_t *grades RW_UNUSED, rw_failure *fail)
{
    state *s = given;
    fail->code = 0;
    (void)s;
    return rw_failed(fail) ? -1 : 0;
}

__attribute__((visibility("default"))) extern const struct rw_game regelwerk_game;

const struct rw_game regelwerk_game = {
    .abi = RW_ABI,
    .table_size = sizeof(struct rw_game),
    .key = RW_KEY,
    .state_size = sizeof(state),
    .encoded_size = ENCODED_SIZE,
    .players = 1,
    .claims = 2,
    .score_lines = 0,
    .moves_hint = 12,
    .has_chance = 0,
    .bulk_is_exact = 1,
    .lane_size = sizeof(struct rw_lane),
    .grades = 0,
    .initial = game_initial,
    .kind = game_kind,
    .actor = game_actor,
    .moves = game_moves,
    .count = game_count,
    .apply = game_apply,
    .draw = game_draw,
    .play = game_play,
    .perft = game_perft,
    .hash = game_hash,
    .ended = game_ended,
    .scores = game_scores,
    .encode = game_encode,
    .decode = game_decode,
    .canonical = game_canonical,
    .graded = game_graded,
    .claims_at = game_claims,
};
