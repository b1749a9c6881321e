/* TicTacToe: generated from its rules. Three in a row wins. */
#define RW_NEVER_FAILS
#include "game.h"

#ifndef RW_KEY
#define RW_KEY "unnamed"
#endif

#define ENCODED_SIZE 3

/* [9]0..1? */
typedef struct {
    uint16_t p[2];
} row__1;

/* A state of TicTacToe. */
typedef struct {
    row__1 board; /* board: [Cell] Player? */
    uint8_t play_p; /* play.p: Player */
    uint8_t node; /* where play rests */
    uint8_t zeros[2];
} state;

static const state k__zero_state = {.board = {{0, 0}}, .play_p = 0, .node = 0};

static const row__1 k__K = {{0, 0}};

RW_FUNCTION RW_PURE uint64_t h__where(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t p0 RW_UNUSED)
{
    const uint64_t w = p0 == 0 ? ((uint64_t)s->board.p[0]) : ((uint64_t)s->board.p[1]);
    const uint64_t w_3 = w >> 1;
    const uint64_t w_7 = w >> 2;
    const uint64_t w_13 = w_3 & w_7;
    const uint64_t w_14 = w & w_13;
    const uint64_t w_15 = UINT64_C(0x49) & w_14;
    const uint64_t w_16 = w >> 4;
    const uint64_t w_20 = w >> 8;
    const uint64_t w_26 = w_16 & w_20;
    const uint64_t w_27 = w & w_26;
    const uint64_t w_28 = UINT64_C(1) & w_27;
    const uint64_t w_29 = w_15 | w_28;
    const uint64_t w_30 = w >> 3;
    const uint64_t w_34 = w >> 6;
    const uint64_t w_40 = w_30 & w_34;
    const uint64_t w_41 = w & w_40;
    const uint64_t w_42 = UINT64_C(7) & w_41;
    const uint64_t w_43 = w_29 | w_42;
    const uint64_t w_52 = w_16 & w_7;
    const uint64_t w_53 = w & w_52;
    const uint64_t w_54 = UINT64_C(4) & w_53;
    const uint64_t w_55 RW_UNUSED = w_43 | w_54;
    return w_55;
}

RW_FUNCTION RW_PURE int32_t h__words(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t p0)
{
    return h__where(s, fail, p0) != 0;
}

/* define has_line (tictactoe.rules:12) */
RW_FUNCTION RW_PURE int32_t h__has_line(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t has_line_p RW_UNUSED)
{
    return h__words(s, fail, has_line_p);
}

RW_FUNCTION RW_PURE uint64_t h__where_2(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    const uint64_t w = ((uint64_t)s->board.p[0]) | ((uint64_t)s->board.p[1]);
    const uint64_t w_2 RW_UNUSED = UINT64_C(0x1ff) & ~w;
    return w_2;
}

RW_FUNCTION RW_PURE int32_t h__words_2(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    return !(h__where_2(s, fail) != 0);
}

/* define full (tictactoe.rules:17) */
RW_FUNCTION RW_PURE int32_t h__full(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    return h__words_2(s, fail);
}

RW_FUNCTION int32_t is_over(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    /* win (tictactoe.rules:30) @rule 2 */
    {
        if (h__has_line(s, fail, 0)) return 1;
    }
    {
        if (h__has_line(s, fail, 1)) return 1;
    }
    /* draw (tictactoe.rules:31) @rule 3 */
    {
        if (h__full(s, fail)) return 1;
    }
    return 0;
}

RW_FUNCTION int32_t settle(state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    return is_over(s, fail);
}

RW_FUNCTION RW_PURE uint64_t h__where_3(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    const uint64_t w RW_UNUSED = UINT64_C(0x1ff) & ~(((uint64_t)s->board.p[0]) | ((uint64_t)s->board.p[1]));
    return w;
}

RW_FUNCTION RW_PURE uint64_t h__words_3(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    return h__where_3(s, fail);
}

RW_FUNCTION RW_PURE int32_t possible__mark(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t mark_player RW_UNUSED)
{
    uint64_t mark_c_mask = h__words_3(s, fail);
    if (mark_c_mask != 0) return 1;
    return 0;
}

RW_FUNCTION int moves__mark(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t mark_player RW_UNUSED, struct rw_list *list,
    const rw_move option)
{
    uint64_t mark_c_mask = h__words_3(s, fail);
    for (uint64_t left = mark_c_mask; left != 0; left &= left - 1) {
        const int32_t mark_c = rw_low(left);
        if (rw_note(list, option | (rw_move)mark_c << 0, 1) < 0) return -1;
    }
    return 0;
}

RW_HOT RW_PURE int64_t count__mark(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t mark_player RW_UNUSED)
{
    int64_t total = 0;
    uint64_t mark_c_mask = h__words_3(s, fail);
    total += rw_count(mark_c_mask);
    return total;
}

RW_HOT int pick__mark(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t mark_player RW_UNUSED, int64_t *rank, rw_move *move,
    const rw_move option)
{
    uint64_t mark_c_mask = h__words_3(s, fail);
    const int64_t size = rw_count(mark_c_mask);
    if (*rank < size) {
        *move = option | (rw_move)rw_select(mark_c_mask, *rank) << 0;
        return 1;
    }
    *rank -= size;
    return 0;
}

/* action mark (tictactoe.rules:20) @rule 1 */
RW_HOT int32_t do__mark(state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t mark_player RW_UNUSED, const int32_t mark_c RW_UNUSED,
    const int settled RW_UNUSED)
{
    const int32_t entry = mark_player + 1;
    const uint64_t here = (uint64_t)1 << mark_c;
    s->board.p[0] = (s->board.p[0] & ~here) | (uint64_t)(entry >> 0 & 1) << mark_c;
    s->board.p[1] = (s->board.p[1] & ~here) | (uint64_t)(entry >> 1 & 1) << mark_c;
    if (settled) {
        /* win (tictactoe.rules:30) @rule 2 */
        {
            if (h__has_line(s, fail, mark_player)) return 1;
        }
        /* draw (tictactoe.rules:31) @rule 3 */
        {
            if (h__full(s, fail)) return 1;
        }
    }
    else if (settle(s, fail)) return 1;
    return 0;
}

RW_HOT int advance(state *s RW_UNUSED, uint32_t node, rw_failure *fail RW_UNUSED)
{
    switch (node) {
        case 0: goto node_0;
        case 2: goto node_2;
        default: goto node_4;
    }
node_0:;
    {
        s->play_p = 0;
        goto node_1;
    }
node_1:;
    {
        s->node = 1;
        return rw_failed(fail) ? -1 : 0;
    }
node_2:;
    {
        if (s->play_p == 1) {
            goto node_0;
        }
        goto node_3;
    }
node_3:;
    {
        s->play_p = 1 - s->play_p;
        goto node_1;
    }
node_4:;
    {
        s->play_p = 0;
        s->node = 4;
        return rw_failed(fail) ? -1 : 0;
    }
}

#define STOP_NODE 4

static int below(const state *s, uint64_t *counts, int depth, struct rw_counting *counting, rw_failure *fail);

/* The rules failed while a move was made from here. */
static __attribute__((cold, noinline, unused)) int unmade(const state *s, struct rw_counting *counting)
{
    counting->step = RW_AT_APPLY;
    memcpy(counting->position, s, sizeof(state));
    return -1;
}

RW_HOT int64_t visit__mark(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t mark_player RW_UNUSED, const uint32_t then RW_UNUSED,
    uint64_t *counts RW_UNUSED, const int depth RW_UNUSED, struct rw_counting *counting RW_UNUSED)
{
    int64_t total = 0;
    uint64_t over = 0;
    uint64_t mark_c_mask = h__words_3(s, fail);
    for (uint64_t left = mark_c_mask; left != 0; left &= left - 1) {
        const int32_t mark_c = rw_low(left);
        state next = *s;
        if (advance(&next, do__mark(&next, fail, mark_player, mark_c, 1) ? STOP_NODE : then, fail) < 0) return unmade(s, counting);
        total++;
        over += next.node == STOP_NODE;
        if (depth > 0 && next.node != STOP_NODE && below(&next, counts + 1, depth, counting, fail) < 0) return -1;
    }
    counting->over += over;
    return total;
}

static int game_initial(void *given, rw_failure *fail)
{
    state *s = given;
    fail->code = 0;
    memcpy(s, &k__zero_state, sizeof(state));
    s->board = k__K;
    s->play_p = 0;
    return advance(s, 0, fail);
}

static int32_t can_move(const state *s, rw_failure *fail RW_UNUSED)
{
    switch (s->node) {
        case 1: {
            return possible__mark(s, fail, s->play_p);
        }
        default: return 0;
    }
}

RW_FUNCTION int32_t is_stuck(const state *s, rw_failure *fail)
{
    return (s->node == 1) && !can_move(s, fail);
}

static int how_ended(const state *s RW_UNUSED, const int32_t stuck, int *who RW_UNUSED, int *ending RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    /* win (tictactoe.rules:30) @rule 2 */
    {
        if (h__has_line(s, fail, 0)) {
            *who = 0;
            *ending = 0;
            return RW_WIN;
        }
    }
    {
        if (h__has_line(s, fail, 1)) {
            *who = 1;
            *ending = 0;
            return RW_WIN;
        }
    }
    /* draw (tictactoe.rules:31) @rule 3 */
    {
        if (h__full(s, fail)) {
            *who = -1;
            *ending = 1;
            return RW_DRAW;
        }
    }
    return stuck ? RW_STUCK : RW_STOP;
}

static int game_ended(const void *given, int *who, int *ending, rw_failure *fail)
{
    const state *s = given;
    fail->code = 0;
    *who = *ending = -1;
    const int32_t stuck = s->node != 4;
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
    for (int i = 0; i < 2; i++)
        scores[i] = kind == RW_GOAL ? 1 : kind == RW_WIN ? (i == who ? 1 : -1) : kind == RW_LOSE ? (i == who ? -1 : 1) : 0;
    return rw_failed(fail) ? -1 : 0;
}

RW_FUNCTION RW_PURE uint64_t h__where_4(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    const uint64_t w RW_UNUSED = (uint64_t)s->board.p[0];
    return w;
}

RW_FUNCTION RW_PURE int32_t h__words_4(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    return rw_count(h__where_4(s, fail));
}

RW_FUNCTION RW_PURE uint64_t h__where_5(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    const uint64_t w RW_UNUSED = (uint64_t)s->board.p[1];
    return w;
}

RW_FUNCTION RW_PURE int32_t h__words_5(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    return rw_count(h__where_5(s, fail));
}

static int game_claims(const void *given, uint8_t *holds RW_UNUSED, rw_failure *fail)
{
    const state *s = given;
    fail->code = 0;
    (void)s;
    /* claim the players take turns (tictactoe.rules:33) */
    {
        const int32_t middle = h__words_4(s, fail) - h__words_5(s, fail);
        holds[0] = (uint8_t)(0 <= middle && middle <= 1);
    }
    /* claim both have a line (tictactoe.rules:36) */
    {
        holds[1] = (uint8_t)(h__has_line(s, fail, 0) && h__has_line(s, fail, 1));
    }
    /* claim the board fills up without a line (tictactoe.rules:37) */
    {
        holds[2] = (uint8_t)((h__full(s, fail) && (!h__has_line(s, fail, 0))) && (!h__has_line(s, fail, 1)));
    }
    /* claim every game ends (tictactoe.rules:38) */
    {
        holds[3] = (uint8_t)(1);
    }
    return rw_failed(fail) ? -1 : 0;
}

RW_FUNCTION RW_PURE int32_t h__entry(const row__1 *m, const int32_t key)
{
    return (int32_t)(m->p[0] >> key & 1) | (int32_t)(m->p[1] >> key & 1) << 1;
}

static void game_encode(const void *given, uint8_t *bytes)
{
    const state *s = given;
    memset(bytes, 0, ENCODED_SIZE ? ENCODED_SIZE : 1);
    struct rw_stream stream = {bytes, 0, 0};
    rw_put(&stream, (uint64_t)(s->node), 3);
    for (int32_t at = 0; at < 9; at++) {
        rw_put(&stream, (uint64_t)((h__entry(&s->board, at) - 1) + 1), 2);
    }
    rw_put(&stream, (uint64_t)(s->play_p), 1);
    (void)s;
    (void)stream;
}

static int game_decode(void *given, const uint8_t *bytes)
{
    state *s = given;
    memset(s, 0, sizeof(state));
    struct rw_stream stream = {0, bytes, 0};
    const uint64_t place_ = rw_get(&stream, 3);
    if (place_ >= 5u) return -1;
    s->node = (int32_t)place_;
    for (int32_t at = 0; at < 9; at++) {
        const uint64_t place_2 = rw_get(&stream, 2);
        if (place_2 >= 3u) return -1;
        const int32_t entry = ((int32_t)place_2 - 1) + 1;
        const uint64_t here = (uint64_t)1 << at;
        s->board.p[0] = (s->board.p[0] & ~here) | (uint64_t)(entry >> 0 & 1) << at;
        s->board.p[1] = (s->board.p[1] & ~here) | (uint64_t)(entry >> 1 & 1) << at;
    }
    const uint64_t place_3 = rw_get(&stream, 1);
    s->play_p = (int32_t)place_3;
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
        case 1: {
            player = s->play_p;
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
        case 1: {
            const int32_t by = s->play_p;
            (void)by;
            if (moves__mark(s, fail, by, list, 0) < 0) return -1;
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
        case 1: {
            const int32_t by = s->play_p;
            (void)by;
            total += count__mark(s, fail, by);
            break;
        }
        default: break;
    }
    return rw_failed(fail) ? -1 : total;
}

RW_FUNCTION int follow(state *s, const rw_move move RW_UNUSED, const int settled RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    switch (s->node) {
        case 1: {
            const int32_t by = s->play_p;
            (void)by;
            const int32_t digit = (int32_t)(move >> 0 & 15);
            if (do__mark(s, fail, by, digit, settled)) return advance(s, 4, fail) < 0 ? -1 : 1;
            return advance(s, 2, fail) < 0 ? -1 : 1;
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

RW_HOT int draw__1(state *s, uint64_t *random RW_UNUSED, const int32_t by RW_UNUSED, const int settled RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    rw_move move = 0;
    int64_t total = 0;
    total += count__mark(s, fail, by);
    if (rw_failed(fail)) return -1;
    if (total == 0) return 0;
    int64_t rank = (int64_t)rw_below(random, (uint64_t)total);
    if (!(pick__mark(s, fail, by, &rank, &move, 0))) return -1;
    const int32_t digit = (int32_t)(move >> 0 & 15);
    if (do__mark(s, fail, by, digit, settled)) return advance(s, 4, fail) < 0 ? -1 : 1;
    return advance(s, 2, fail) < 0 ? -1 : 1;
    return -1;
}

RW_FUNCTION int draw(state *s, uint64_t *random RW_UNUSED, const int settled RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    switch (s->node) {
        case 1: {
            const int32_t by = s->play_p;
            if (by == 0) return draw__1(s, random, 0, settled, fail);
            else return draw__1(s, random, 1, settled, fail);
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

RW_HOT int64_t visit_at__1(const state *s RW_UNUSED, const int32_t by RW_UNUSED, uint64_t *counts RW_UNUSED, const int depth RW_UNUSED,
    struct rw_counting *counting RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    int64_t total = 0, made = 0;
    if ((made = visit__mark(s, fail, by, 2, counts, depth, counting)) < 0) return -1;
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
        case 1: {
            const int32_t by = s->play_p;
            if (by == 0) total = visit_at__1(s, 0, counts, depth - 1, counting, fail);
            else total = visit_at__1(s, 1, counts, depth - 1, counting, fail);
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

#define PLAYERS 2
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
    .players = 2,
    .claims = 4,
    .score_lines = 0,
    .moves_hint = 9,
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
