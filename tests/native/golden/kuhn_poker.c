/* KuhnPoker: generated from its rules. Three cards, one bet each. */
#include "game.h"

#ifndef RW_KEY
#define RW_KEY "unnamed"
#endif

#define ENCODED_SIZE 4

/* [..3]0..2 */
typedef struct {
    uint8_t e[3];
    uint8_t n;
} sequence__1;

/* [3]0..3 */
typedef struct {
    uint8_t e[3];
} row__2;

/* ([..3]0..2, [3]0..3) */
typedef struct {
    sequence__1 f_0;
    row__2 f_1;
} tuple__3;

/* [2]0..2? */
typedef struct {
    int8_t e[2];
} row__4;

/* [2]1..2 */
typedef struct {
    uint8_t e[2];
} row__5;

/* A state of KuhnPoker. */
typedef struct {
    tuple__3 deck; /* deck: deck of Card up to 3 */
    row__4 hand; /* hand: [Player] Card? */
    row__5 stake; /* stake: [Player] 1..2 */
    int8_t folded; /* folded: Player? */
    uint8_t shown; /* shown: Bool */
    uint8_t play_p; /* play.p: Player */
    uint8_t play_card; /* play.card: Card */
    uint8_t node; /* where play rests */
} state;

static const sequence__1 k__nothing = {.n = 0};

static const state k__zero_state = {.deck = {.f_0 = {.n = 0}, .f_1 = {{0, 0, 0}}}, .hand = {{(-1), (-1)}}, .stake = {{1, 1}}, .folded = (-1),
    .shown = 0, .play_p = 0, .play_card = 0, .node = 0};

static const tuple__3 k__K = {.f_0 = {.n = 0}, .f_1 = {{1, 1, 1}}};

static const row__4 k__K_2 = {{(-1), (-1)}};

static const row__5 k__K_3 = {{1, 1}};

RW_FUNCTION int32_t is_over(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    /* end (kuhn_poker.rules:42) */
    {
        if (s->shown || (s->folded != (-1))) return 1;
    }
    return 0;
}

RW_FUNCTION int32_t settle(state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    return is_over(s, fail);
}

RW_FUNCTION RW_PURE int32_t possible__bet(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t bet_player RW_UNUSED)
{
    return 1;
    return 0;
}

RW_FUNCTION int moves__bet(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t bet_player RW_UNUSED, struct rw_list *list,
    const rw_move option)
{
    if (rw_note(list, option, 1) < 0) return -1;
    return 0;
}

RW_HOT RW_PURE int64_t count__bet(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t bet_player RW_UNUSED)
{
    int64_t total = 0;
    total++;
    return total;
}

RW_HOT int pick__bet(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t bet_player RW_UNUSED, int64_t *rank, rw_move *move,
    const rw_move option)
{
    if ((*rank)-- == 0) { *move = option; return 1; }
    return 0;
}

/* action bet (kuhn_poker.rules:18) @rule 2 */
RW_HOT int32_t do__bet(state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t bet_player RW_UNUSED, const int settled RW_UNUSED)
{
    s->stake.e[bet_player] = 2;
    if (settle(s, fail)) return 1;
    return 0;
}

RW_FUNCTION RW_PURE uint64_t h__where(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    const uint64_t w = (uint64_t)(s->stake.e[0] == 2) << 0 | (uint64_t)(s->stake.e[1] == 2) << 1;
    const uint64_t w_2 RW_UNUSED = w;
    return w_2;
}

RW_FUNCTION RW_PURE int32_t h__words(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    return h__where(s, fail) != 0;
}

/* define bet_made (kuhn_poker.rules:15) */
RW_FUNCTION RW_PURE int32_t h__bet_made(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    return h__words(s, fail);
}

RW_FUNCTION RW_PURE int32_t possible__check(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t check_player RW_UNUSED)
{
    if (!h__bet_made(s, fail)) {
        return 1;
    }
    return 0;
}

RW_FUNCTION int moves__check(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t check_player RW_UNUSED, struct rw_list *list,
    const rw_move option)
{
    if (!h__bet_made(s, fail)) {
        if (rw_note(list, option, 1) < 0) return -1;
    }
    return 0;
}

RW_HOT RW_PURE int64_t count__check(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t check_player RW_UNUSED)
{
    int64_t total = 0;
    if (!h__bet_made(s, fail)) {
        total++;
    }
    return total;
}

RW_HOT int pick__check(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t check_player RW_UNUSED, int64_t *rank, rw_move *move,
    const rw_move option)
{
    if (!h__bet_made(s, fail)) {
        if ((*rank)-- == 0) { *move = option; return 1; }
    }
    return 0;
}

/* action check (kuhn_poker.rules:23) @rule 2 */
RW_HOT int32_t do__check(state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t check_player RW_UNUSED, const int settled RW_UNUSED)
{
    if (settle(s, fail)) return 1;
    return 0;
}

RW_FUNCTION RW_PURE int32_t possible__fold(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t fold_player RW_UNUSED)
{
    if (h__bet_made(s, fail)) {
        return 1;
    }
    return 0;
}

RW_FUNCTION int moves__fold(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t fold_player RW_UNUSED, struct rw_list *list,
    const rw_move option)
{
    if (h__bet_made(s, fail)) {
        if (rw_note(list, option, 1) < 0) return -1;
    }
    return 0;
}

RW_HOT RW_PURE int64_t count__fold(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t fold_player RW_UNUSED)
{
    int64_t total = 0;
    if (h__bet_made(s, fail)) {
        total++;
    }
    return total;
}

RW_HOT int pick__fold(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t fold_player RW_UNUSED, int64_t *rank, rw_move *move,
    const rw_move option)
{
    if (h__bet_made(s, fail)) {
        if ((*rank)-- == 0) { *move = option; return 1; }
    }
    return 0;
}

/* action fold (kuhn_poker.rules:27) @rule 3 */
RW_HOT int32_t do__fold(state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t fold_player RW_UNUSED, const int settled RW_UNUSED)
{
    s->folded = fold_player;
    if (settle(s, fail)) return 1;
    return 0;
}

RW_FUNCTION RW_PURE uint64_t h__support(const row__2 *a)
{
    uint64_t found = (uint64_t)0;
    for (int32_t i = 0; i < 3; i++)
        if (a->e[i]) found = (found | ((uint64_t)1 << i));
    return found;
}

/* chance card (kuhn_poker.rules:32) */
RW_FUNCTION int64_t outcomes__2(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, int32_t *only, struct rw_list *list, uint64_t *all)
{
    int64_t total = 0;
    uint64_t either;
    if (0 < ((int32_t)s->deck.f_0.n)) {
        if (((int32_t)s->deck.f_0.n) == 0) {
            rw_fail(fail, 903, 0, 0);
            return 0;
        }
        either = (uint64_t)1 << s->deck.f_0.e[0];
    }
    else {
        either = h__support(&s->deck.f_1);
    }
    for (uint64_t left = either; left != 0; left &= left - 1) {
        const int32_t play_card = rw_low(left);
        int32_t weight = (0 < ((int32_t)s->deck.f_0.n)) ? 1 : s->deck.f_1.e[play_card];
        if (0 < weight) {
            int32_t heavy_ = weight;
            if (total == 0) *only = play_card;
            total++;
            if (list && rw_note(list, (rw_move)play_card, (uint64_t)heavy_) < 0) return -1;
            if (all) *all += (uint64_t)heavy_;
        }
    }
    if (total == 0) rw_fail(fail, 911, 1, 0);
    return total;
}

RW_FUNCTION int32_t outcome__2(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, uint64_t rest)
{
    uint64_t either;
    if (0 < ((int32_t)s->deck.f_0.n)) {
        if (((int32_t)s->deck.f_0.n) == 0) {
            rw_fail(fail, 903, 0, 0);
            return 0;
        }
        either = (uint64_t)1 << s->deck.f_0.e[0];
    }
    else {
        either = h__support(&s->deck.f_1);
    }
    for (uint64_t left = either; left != 0; left &= left - 1) {
        const int32_t play_card = rw_low(left);
        int32_t weight = (0 < ((int32_t)s->deck.f_0.n)) ? 1 : s->deck.f_1.e[play_card];
        if (0 < weight) {
            int32_t heavy_ = weight;
            if (rest < (uint64_t)heavy_) return play_card;
            rest -= (uint64_t)heavy_;
        }
    }
    return 0;
}

RW_FUNCTION int32_t single__2(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    int32_t only = -1;
    return outcomes__2(s, fail, &only, 0, 0) != 1 ? -1 : only;
}

RW_FUNCTION RW_PURE int32_t h__total(const row__2 *a)
{
    int32_t total = 0;
    for (int32_t i = 0; i < 3; i++) total += a->e[i];
    return total;
}

RW_FUNCTION RW_PURE sequence__1 h__drop_first(const sequence__1 a RW_UNUSED, const int64_t n RW_UNUSED)
{
    sequence__1 r = k__nothing;
    int32_t first = 0, end = a.n;
    if (end > 0) first = 1;
    int32_t rest = 0;
    for (int32_t i = first; i < end; i++) {
        r.e[rest++] = a.e[i];
    }
    r.n = rest;
    return r;
}

RW_HOT int advance(state *s RW_UNUSED, uint32_t node, rw_failure *fail RW_UNUSED)
{
    int32_t steps = 0;
    switch (node) {
        case 0: goto node_0;
        case 3: goto node_3;
        case 7: goto node_7;
        case 8: goto node_8;
        case 10: goto node_10;
        default: goto node_12;
    }
node_0:;
    {
        s->play_p = 0;
        goto node_1;
    }
node_1:;
    if (++steps > 1000000 || rw_failed(fail)) {
        rw_fail(fail, 910, 2, 0);
        return -1;
    }
    {
        if (!(0 < (((int32_t)s->deck.f_0.n) + h__total(&s->deck.f_1)))) {
            rw_fail(fail, 908, 3, 0);
            return -1;
        }
        s->play_card = 0;
        goto node_2;
    }
node_2:;
    if (++steps > 1000000 || rw_failed(fail)) {
        rw_fail(fail, 910, 2, 0);
        return -1;
    }
    {
        int32_t single = single__2(s, fail);
        if (0 <= single) {
            s->play_card = single;
            goto node_3;
        }
        s->node = 2;
        return rw_failed(fail) ? -1 : 0;
    }
node_3:;
    if (++steps > 1000000 || rw_failed(fail)) {
        rw_fail(fail, 910, 2, 0);
        return -1;
    }
    {
        if (0 < ((int32_t)s->deck.f_0.n)) {
            s->deck.f_0 = h__drop_first(s->deck.f_0, 0);
        }
        else {
            s->deck.f_1.e[s->play_card] = s->deck.f_1.e[s->play_card] - 1;
        }
        if (settle(s, fail)) goto node_12;
        s->hand.e[s->play_p] = s->play_card;
        if (settle(s, fail)) goto node_12;
        goto node_4;
    }
node_4:;
    if (++steps > 1000000 || rw_failed(fail)) {
        rw_fail(fail, 910, 2, 0);
        return -1;
    }
    {
        if (s->play_p == 1) {
            goto node_5;
        }
        goto node_11;
    }
node_5:;
    {
        s->play_card = 0;
        s->play_p = 0;
        goto node_6;
    }
node_6:;
    {
        s->node = 6;
        return rw_failed(fail) ? -1 : 0;
    }
node_7:;
    {
        s->node = 7;
        return rw_failed(fail) ? -1 : 0;
    }
node_8:;
    {
        if (((s->folded == (-1)) & (s->stake.e[0] != s->stake.e[1])) & (s->stake.e[1] == 2)) {
            goto node_9;
        }
        goto node_10;
    }
node_9:;
    {
        s->node = 9;
        return rw_failed(fail) ? -1 : 0;
    }
node_10:;
    {
        s->shown = 1;
        if (settle(s, fail)) goto node_12;
        goto node_12;
    }
node_11:;
    if (++steps > 1000000 || rw_failed(fail)) {
        rw_fail(fail, 910, 2, 0);
        return -1;
    }
    {
        s->play_p = 1 - s->play_p;
        goto node_1;
    }
node_12:;
    {
        s->play_p = 0;
        s->play_card = 0;
        s->node = 12;
        return rw_failed(fail) ? -1 : 0;
    }
}

#define STOP_NODE 12

static int below(const state *s, uint64_t *counts, int depth, struct rw_counting *counting, rw_failure *fail);

/* The rules failed while a move was made from here. */
static __attribute__((cold, noinline, unused)) int unmade(const state *s, struct rw_counting *counting)
{
    counting->step = RW_AT_APPLY;
    memcpy(counting->position, s, sizeof(state));
    return -1;
}

RW_HOT int64_t visit__bet(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t bet_player RW_UNUSED, const uint32_t then RW_UNUSED,
    uint64_t *counts RW_UNUSED, const int depth RW_UNUSED, struct rw_counting *counting RW_UNUSED)
{
    int64_t total = 0;
    uint64_t over = 0;
    state next = *s;
    if (advance(&next, do__bet(&next, fail, bet_player, 1) ? STOP_NODE : then, fail) < 0) return unmade(s, counting);
    total++;
    over += next.node == STOP_NODE;
    if (depth > 0 && next.node != STOP_NODE && below(&next, counts + 1, depth, counting, fail) < 0) return -1;
    counting->over += over;
    return total;
}

RW_HOT int64_t visit__check(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t check_player RW_UNUSED,
    const uint32_t then RW_UNUSED, uint64_t *counts RW_UNUSED, const int depth RW_UNUSED, struct rw_counting *counting RW_UNUSED)
{
    int64_t total = 0;
    uint64_t over = 0;
    if (!h__bet_made(s, fail)) {
        state next = *s;
        if (advance(&next, do__check(&next, fail, check_player, 1) ? STOP_NODE : then, fail) < 0) return unmade(s, counting);
        total++;
        over += next.node == STOP_NODE;
        if (depth > 0 && next.node != STOP_NODE && below(&next, counts + 1, depth, counting, fail) < 0) return -1;
    }
    counting->over += over;
    return total;
}

RW_HOT int64_t visit__fold(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t fold_player RW_UNUSED, const uint32_t then RW_UNUSED,
    uint64_t *counts RW_UNUSED, const int depth RW_UNUSED, struct rw_counting *counting RW_UNUSED)
{
    int64_t total = 0;
    uint64_t over = 0;
    if (h__bet_made(s, fail)) {
        state next = *s;
        if (advance(&next, do__fold(&next, fail, fold_player, 1) ? STOP_NODE : then, fail) < 0) return unmade(s, counting);
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
    s->deck = k__K;
    s->hand = k__K_2;
    s->stake = k__K_3;
    s->folded = -1;
    s->shown = 0;
    s->play_p = 0;
    s->play_card = 0;
    return advance(s, 0, fail);
}

static int32_t can_move(const state *s, rw_failure *fail RW_UNUSED)
{
    switch (s->node) {
        case 6: {
            return possible__bet(s, fail, 0) || possible__check(s, fail, 0);
        }
        case 7: {
            return (possible__bet(s, fail, 1) || possible__check(s, fail, 1)) || possible__fold(s, fail, 1);
        }
        case 9: {
            return possible__bet(s, fail, 0) || possible__fold(s, fail, 0);
        }
        default: return 0;
    }
}

RW_FUNCTION int32_t is_stuck(const state *s, rw_failure *fail)
{
    return (s->node == 6 || s->node == 7 || s->node == 9) && !can_move(s, fail);
}

static int how_ended(const state *s RW_UNUSED, const int32_t stuck, int *who RW_UNUSED, int *ending RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    /* end (kuhn_poker.rules:42) */
    {
        if (s->shown || (s->folded != (-1))) {
            *who = -1;
            *ending = 0;
            return RW_END;
        }
    }
    return stuck ? RW_STUCK : RW_STOP;
}

static int game_ended(const void *given, int *who, int *ending, rw_failure *fail)
{
    const state *s = given;
    fail->code = 0;
    *who = *ending = -1;
    const int32_t stuck = s->node != 12;
    if (s->node == 2) return RW_NOT_ENDED;
    if (stuck && can_move(s, fail)) return rw_failed(fail) ? -1 : RW_NOT_ENDED;
    const int kind = how_ended(s, stuck, who, ending, fail);
    return rw_failed(fail) ? -1 : kind;
}

/* define winner (kuhn_poker.rules:44) */
RW_FUNCTION RW_PURE int32_t h__winner(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    if (s->folded != (-1)) {
        return 1 - s->folded;
    }
    int32_t winner_value = s->hand.e[0];
    int32_t winner_value_2 = s->hand.e[1];
    return (((winner_value_2 != (-1)) ? winner_value_2 : 0) < ((winner_value != (-1)) ? winner_value : 0)) ? 0 : 1;
}

static int game_scores(const void *given, int64_t *scores, rw_failure *fail)
{
    const state *s = given;
    fail->code = 0;
    (void)s;
    for (int i = 0; i < 2; i++) scores[i] = 0;
    /* score chips (kuhn_poker.rules:49) @rule 4 */
    {
        scores[0] += (!(s->shown || (s->folded != (-1)))) ? 0 : ((h__winner(s, fail) == 0) ? s->stake.e[1] : (-s->stake.e[0]));
    }
    {
        scores[1] += (!(s->shown || (s->folded != (-1)))) ? 0 : ((h__winner(s, fail) == 1) ? s->stake.e[0] : (-s->stake.e[1]));
    }
    return rw_failed(fail) ? -1 : 0;
}

static int game_claims(const void *given, uint8_t *holds RW_UNUSED, rw_failure *fail)
{
    const state *s = given;
    fail->code = 0;
    (void)s;
    /* claim nobody holds the other's card (kuhn_poker.rules:51) */
    {
        holds[0] = (uint8_t)((s->hand.e[0] != s->hand.e[1]) | (s->hand.e[0] == (-1)));
    }
    return rw_failed(fail) ? -1 : 0;
}

static void game_encode(const void *given, uint8_t *bytes)
{
    const state *s = given;
    memset(bytes, 0, ENCODED_SIZE ? ENCODED_SIZE : 1);
    struct rw_stream stream = {bytes, 0, 0};
    rw_put(&stream, (uint64_t)(s->node), 4);
    rw_put(&stream, (uint64_t)(s->deck.f_0.n), 2);
    for (int32_t at = 0; at < s->deck.f_0.n; at++) {
        rw_put(&stream, (uint64_t)(s->deck.f_0.e[at]), 2);
    }
    stream.at += (int64_t)(3 - s->deck.f_0.n) * 2;
    for (int32_t at_2 = 0; at_2 < 3; at_2++) {
        rw_put(&stream, (uint64_t)(s->deck.f_1.e[at_2]), 2);
    }
    for (int32_t at_3 = 0; at_3 < 2; at_3++) {
        rw_put(&stream, (uint64_t)(s->hand.e[at_3] + 1), 2);
    }
    for (int32_t at_4 = 0; at_4 < 2; at_4++) {
        rw_put(&stream, (uint64_t)(s->stake.e[at_4] - 1), 1);
    }
    rw_put(&stream, (uint64_t)(s->folded + 1), 2);
    rw_put(&stream, (uint64_t)(s->shown), 1);
    rw_put(&stream, (uint64_t)(s->play_p), 1);
    rw_put(&stream, (uint64_t)(s->play_card), 2);
    (void)s;
    (void)stream;
}

static int game_decode(void *given, const uint8_t *bytes)
{
    state *s = given;
    memset(s, 0, sizeof(state));
    struct rw_stream stream = {0, bytes, 0};
    const uint64_t place_ = rw_get(&stream, 4);
    if (place_ >= 13u) return -1;
    s->node = (int32_t)place_;
    const uint64_t place_2 = rw_get(&stream, 2);
    s->deck.f_0.n = (int32_t)place_2;
    for (int32_t at = 0; at < s->deck.f_0.n; at++) {
        const uint64_t place_3 = rw_get(&stream, 2);
        if (place_3 >= 3u) return -1;
        s->deck.f_0.e[at] = (int32_t)place_3;
    }
    for (int64_t rest = (int64_t)(3 - s->deck.f_0.n) * 2; rest > 0; rest--)
        if (rw_get(&stream, 1)) return -1;
    for (int32_t at_2 = 0; at_2 < 3; at_2++) {
        const uint64_t place_4 = rw_get(&stream, 2);
        s->deck.f_1.e[at_2] = (int32_t)place_4;
    }
    for (int32_t at_3 = 0; at_3 < 2; at_3++) {
        const uint64_t place_5 = rw_get(&stream, 2);
        s->hand.e[at_3] = (int32_t)place_5 - 1;
    }
    for (int32_t at_4 = 0; at_4 < 2; at_4++) {
        const uint64_t place_6 = rw_get(&stream, 1);
        s->stake.e[at_4] = (int32_t)place_6 + 1;
    }
    const uint64_t place_7 = rw_get(&stream, 2);
    if (place_7 >= 3u) return -1;
    s->folded = (int32_t)place_7 - 1;
    const uint64_t place_8 = rw_get(&stream, 1);
    s->shown = (int32_t)place_8;
    const uint64_t place_9 = rw_get(&stream, 1);
    s->play_p = (int32_t)place_9;
    const uint64_t place_10 = rw_get(&stream, 2);
    if (place_10 >= 3u) return -1;
    s->play_card = (int32_t)place_10;
    for (; stream.at < 8 * ENCODED_SIZE; stream.at++)
        if (bytes[stream.at >> 3] >> (stream.at & 7) & 1) return -1;
    return 0;
}

static int game_kind(const void *given, rw_failure *fail)
{
    const state *s = given;
    fail->code = 0;
    switch (s->node) {
        case 2: return RW_CHANCE;
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
        case 6: {
            player = 0;
            break;
        }
        case 7: {
            player = 1;
            break;
        }
        case 9: {
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
        case 6: {
            const int32_t by = 0;
            (void)by;
            if (moves__bet(s, fail, by, list, 0) < 0) return -1;
            if (moves__check(s, fail, by, list, 1) < 0) return -1;
            break;
        }
        case 7: {
            const int32_t by_2 = 1;
            (void)by_2;
            if (moves__bet(s, fail, by_2, list, 0) < 0) return -1;
            if (moves__check(s, fail, by_2, list, 1) < 0) return -1;
            if (moves__fold(s, fail, by_2, list, 2) < 0) return -1;
            break;
        }
        case 9: {
            const int32_t by_3 = 0;
            (void)by_3;
            if (moves__bet(s, fail, by_3, list, 0) < 0) return -1;
            if (moves__fold(s, fail, by_3, list, 1) < 0) return -1;
            break;
        }
        case 2: {
            int32_t only = -1;
            if (outcomes__2(s, fail, &only, list, 0) < 0) return -1;
            rw_reduce(list, before);
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
        case 6: {
            const int32_t by = 0;
            (void)by;
            total += count__bet(s, fail, by);
            total += count__check(s, fail, by);
            break;
        }
        case 7: {
            const int32_t by = 1;
            (void)by;
            total += count__bet(s, fail, by);
            total += count__check(s, fail, by);
            total += count__fold(s, fail, by);
            break;
        }
        case 9: {
            const int32_t by = 0;
            (void)by;
            total += count__bet(s, fail, by);
            total += count__fold(s, fail, by);
            break;
        }
        case 2: {
            int32_t only = -1;
            total = outcomes__2(s, fail, &only, 0, 0);
            break;
        }
        default: break;
    }
    return rw_failed(fail) ? -1 : total;
}

RW_FUNCTION int follow(state *s, const rw_move move RW_UNUSED, const int settled RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    switch (s->node) {
        case 6: {
            const int32_t by = 0;
            (void)by;
            switch (move & 3) {
                case 0: {
                    if (do__bet(s, fail, by, settled)) return advance(s, 12, fail) < 0 ? -1 : 1;
                    return advance(s, 7, fail) < 0 ? -1 : 1;
                }
                case 1: {
                    if (do__check(s, fail, by, settled)) return advance(s, 12, fail) < 0 ? -1 : 1;
                    return advance(s, 7, fail) < 0 ? -1 : 1;
                }
                default: return -1;
            }
            return -1;
        }
        case 7: {
            const int32_t by = 1;
            (void)by;
            switch (move & 3) {
                case 0: {
                    if (do__bet(s, fail, by, settled)) return advance(s, 12, fail) < 0 ? -1 : 1;
                    return advance(s, 8, fail) < 0 ? -1 : 1;
                }
                case 1: {
                    if (do__check(s, fail, by, settled)) return advance(s, 12, fail) < 0 ? -1 : 1;
                    return advance(s, 8, fail) < 0 ? -1 : 1;
                }
                case 2: {
                    if (do__fold(s, fail, by, settled)) return advance(s, 12, fail) < 0 ? -1 : 1;
                    return advance(s, 8, fail) < 0 ? -1 : 1;
                }
                default: return -1;
            }
            return -1;
        }
        case 9: {
            const int32_t by = 0;
            (void)by;
            switch (move & 3) {
                case 0: {
                    if (do__bet(s, fail, by, settled)) return advance(s, 12, fail) < 0 ? -1 : 1;
                    return advance(s, 10, fail) < 0 ? -1 : 1;
                }
                case 1: {
                    if (do__fold(s, fail, by, settled)) return advance(s, 12, fail) < 0 ? -1 : 1;
                    return advance(s, 10, fail) < 0 ? -1 : 1;
                }
                default: return -1;
            }
            return -1;
        }
        case 2: {
            s->play_card = (int32_t)move;
            return advance(s, 3, fail) < 0 ? -1 : 1;
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

RW_HOT int draw__6(state *s, uint64_t *random RW_UNUSED, const int32_t by RW_UNUSED, const int settled RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    rw_move move = 0;
    int64_t total = 0;
    total += count__bet(s, fail, by);
    total += count__check(s, fail, by);
    if (rw_failed(fail)) return -1;
    if (total == 0) return 0;
    int64_t rank = (int64_t)rw_below(random, (uint64_t)total);
    if (!(pick__bet(s, fail, by, &rank, &move, 0) || pick__check(s, fail, by, &rank, &move, 1))) return -1;
    switch (move & 3) {
        case 0: {
            if (do__bet(s, fail, by, settled)) return advance(s, 12, fail) < 0 ? -1 : 1;
            return advance(s, 7, fail) < 0 ? -1 : 1;
        }
        case 1: {
            if (do__check(s, fail, by, settled)) return advance(s, 12, fail) < 0 ? -1 : 1;
            return advance(s, 7, fail) < 0 ? -1 : 1;
        }
        default: return -1;
    }
    return -1;
}

RW_HOT int draw__7(state *s, uint64_t *random RW_UNUSED, const int32_t by RW_UNUSED, const int settled RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    rw_move move = 0;
    int64_t total = 0;
    total += count__bet(s, fail, by);
    total += count__check(s, fail, by);
    total += count__fold(s, fail, by);
    if (rw_failed(fail)) return -1;
    if (total == 0) return 0;
    int64_t rank = (int64_t)rw_below(random, (uint64_t)total);
    if (!(pick__bet(s, fail, by, &rank, &move, 0) || pick__check(s, fail, by, &rank, &move, 1) || pick__fold(s, fail, by, &rank, &move,
        2))) return -1;
    switch (move & 3) {
        case 0: {
            if (do__bet(s, fail, by, settled)) return advance(s, 12, fail) < 0 ? -1 : 1;
            return advance(s, 8, fail) < 0 ? -1 : 1;
        }
        case 1: {
            if (do__check(s, fail, by, settled)) return advance(s, 12, fail) < 0 ? -1 : 1;
            return advance(s, 8, fail) < 0 ? -1 : 1;
        }
        case 2: {
            if (do__fold(s, fail, by, settled)) return advance(s, 12, fail) < 0 ? -1 : 1;
            return advance(s, 8, fail) < 0 ? -1 : 1;
        }
        default: return -1;
    }
    return -1;
}

RW_HOT int draw__9(state *s, uint64_t *random RW_UNUSED, const int32_t by RW_UNUSED, const int settled RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    rw_move move = 0;
    int64_t total = 0;
    total += count__bet(s, fail, by);
    total += count__fold(s, fail, by);
    if (rw_failed(fail)) return -1;
    if (total == 0) return 0;
    int64_t rank = (int64_t)rw_below(random, (uint64_t)total);
    if (!(pick__bet(s, fail, by, &rank, &move, 0) || pick__fold(s, fail, by, &rank, &move, 1))) return -1;
    switch (move & 3) {
        case 0: {
            if (do__bet(s, fail, by, settled)) return advance(s, 12, fail) < 0 ? -1 : 1;
            return advance(s, 10, fail) < 0 ? -1 : 1;
        }
        case 1: {
            if (do__fold(s, fail, by, settled)) return advance(s, 12, fail) < 0 ? -1 : 1;
            return advance(s, 10, fail) < 0 ? -1 : 1;
        }
        default: return -1;
    }
    return -1;
}

RW_FUNCTION int draw(state *s, uint64_t *random RW_UNUSED, const int settled RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    switch (s->node) {
        case 6: {
            return draw__6(s, random, 0, settled, fail);
        }
        case 7: {
            return draw__7(s, random, 1, settled, fail);
        }
        case 9: {
            return draw__9(s, random, 0, settled, fail);
        }
        case 2: {
            int32_t only = -1;
            uint64_t all = 0;
            if (outcomes__2(s, fail, &only, 0, &all) == 0 || rw_failed(fail)) return -1;
            const int32_t drawn = outcome__2(s, fail, rw_below(random, all));
            s->play_card = drawn;
            return advance(s, 3, fail) < 0 ? -1 : 1;
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

/* The same for outcomes of chance, out of a list. */
static __attribute__((unused)) int64_t visit_listed(const state *s, rw_failure *fail, uint64_t *counts, const int depth,
    struct rw_counting *counting)
{
    struct rw_room room;
    struct rw_list list = {room.items, room.weights, 0, RW_ROOM, rw_grow};
    int64_t total = game_moves(s, &list, fail);
    for (int64_t at = 0; at < total; at++) {
        state next = *s;
        if (follow(&next, list.items[at], 1, fail) < 0) total = unmade(s, counting);
        else if (depth > 0 && below(&next, counts + 1, depth, counting, fail) < 0) total = -1;
        else counting->over += next.node == STOP_NODE;
    }
    rw_leave(&list, &room);
    return total;
}

RW_HOT int64_t visit_at__6(const state *s RW_UNUSED, const int32_t by RW_UNUSED, uint64_t *counts RW_UNUSED, const int depth RW_UNUSED,
    struct rw_counting *counting RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    int64_t total = 0, made = 0;
    if ((made = visit__bet(s, fail, by, 7, counts, depth, counting)) < 0) return -1;
    total += made;
    if ((made = visit__check(s, fail, by, 7, counts, depth, counting)) < 0) return -1;
    total += made;
    return total;
}

RW_HOT int64_t visit_at__7(const state *s RW_UNUSED, const int32_t by RW_UNUSED, uint64_t *counts RW_UNUSED, const int depth RW_UNUSED,
    struct rw_counting *counting RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    int64_t total = 0, made = 0;
    if ((made = visit__bet(s, fail, by, 8, counts, depth, counting)) < 0) return -1;
    total += made;
    if ((made = visit__check(s, fail, by, 8, counts, depth, counting)) < 0) return -1;
    total += made;
    if ((made = visit__fold(s, fail, by, 8, counts, depth, counting)) < 0) return -1;
    total += made;
    return total;
}

RW_HOT int64_t visit_at__9(const state *s RW_UNUSED, const int32_t by RW_UNUSED, uint64_t *counts RW_UNUSED, const int depth RW_UNUSED,
    struct rw_counting *counting RW_UNUSED, rw_failure *fail RW_UNUSED)
{
    int64_t total = 0, made = 0;
    if ((made = visit__bet(s, fail, by, 10, counts, depth, counting)) < 0) return -1;
    total += made;
    if ((made = visit__fold(s, fail, by, 10, counts, depth, counting)) < 0) return -1;
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
        case 6: {
            total = visit_at__6(s, 0, counts, depth - 1, counting, fail);
            if (total < 0) return -1;
            break;
        }
        case 7: {
            total = visit_at__7(s, 1, counts, depth - 1, counting, fail);
            if (total < 0) return -1;
            break;
        }
        case 9: {
            total = visit_at__9(s, 0, counts, depth - 1, counting, fail);
            if (total < 0) return -1;
            break;
        }
        case 2: {
            total = visit_listed(s, fail, counts, depth - 1, counting);
            if (total < 0 && counting->step) return -1;
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
#define SCORE_LINES 1
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
    .claims = 1,
    .score_lines = 1,
    .moves_hint = 3,
    .has_chance = 1,
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
