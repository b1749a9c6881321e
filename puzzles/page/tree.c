/* Opponents: a tree search by random plays. The tree follows moves and what chance brought, as far as players see it, not positions (chance and hidden things are drawn anew
 * on each way down), so one tree serves several positions that may be the true one: the page puts one of them in place and asks for some more plays. */

#define TREE_NODES (1 << 18)
#define TREE_PLACES (1 << 19)
#define LONGEST_WAY 256
#define LONGEST_PLAY 600
#define LONG_PLAY 140 /* where random plays are longer on average, they are cut short and judged by how free each side is to move */
#define SHORT_PLAY 10
#define FIRST_PLAYS 32 /* plays at random that say how far scores of one player lie apart */
#define ALL_MOVES 60 /* up to so many moves are all tried before one is tried again */

struct tree_node {
    rw_move move;
    double total; /* rewards of the player who made the move */
    double points, squares; /* that player's scores, where there are any */
    int32_t parent;
    int32_t visits;
    int32_t offered; /* how often the move was legal where its parent was visited */
};

static struct tree_node tree_nodes[TREE_NODES];
static int32_t tree_places[TREE_PLACES];
static int32_t tree_size;
static uint64_t tree_random;
static int tree_longest;
static int tree_sees; /* do players see what chance brings? */
static double tree_middle, tree_scale; /* the scores of one player are judged by how far they lie from the middle of plays at random */
static int64_t tree_points[PLAYERS]; /* the scores a play ended with */
static double page_means[PAGE_MOVES];
static double page_spreads[PAGE_MOVES];

static uint64_t tree_place(int32_t parent, rw_move move) { return rw_mixed(move ^ (uint64_t)parent * RW_STEP) % TREE_PLACES; }

/* The node that a move leads to from another; -1 if there is none yet. */
static int32_t tree_child(int32_t parent, rw_move move)
{
    for (uint64_t at = tree_place(parent, move);; at = (at + 1) % TREE_PLACES) {
        const int32_t found = tree_places[at];
        if (!found) return -1;
        if (tree_nodes[found].parent == parent && tree_nodes[found].move == move) return found;
    }
}

static int32_t tree_add(int32_t parent, rw_move move)
{
    if (tree_size == TREE_NODES) return -1;
    uint64_t at = tree_place(parent, move);
    while (tree_places[at]) at = (at + 1) % TREE_PLACES;
    tree_nodes[tree_size] = (struct tree_node){move, 0, 0, 0, parent, 0, 1};
    tree_places[at] = tree_size;
    return tree_size++;
}

/* From how far somebody is ahead, a number from 0 to 1. */
static double tree_squashed(double ahead, double scale) { return 0.5 + 0.5 * ahead / ((ahead < 0 ? -ahead : ahead) + scale); }

/* What a position is worth for each player, from 0 to 1: above all who won, a little by how much. */
static void tree_rewards(const state *s, double *rewards)
{
    int64_t *const points = tree_points;
    int who = -1, ending = -1;
    rw_failure fail = {0, 0, 0};
    for (int player = 0; player < PLAYERS; player++) rewards[player] = 0.5;
    if (SCORE_LINES) {
        if (game_scores(s, points, &fail) < 0) return;
        for (int player = 0; player < PLAYERS; player++) {
            int64_t most = INT64_MIN;
            for (int other = 0; other < PLAYERS; other++) if (other != player && points[other] > most) most = points[other];
            const double ahead = PLAYERS == 1 ? (double)points[0] : (double)(points[player] - most);
            rewards[player] = PLAYERS == 1 ? tree_squashed(ahead - tree_middle, tree_scale) : 0.8 * (ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5) + 0.2 * tree_squashed(ahead, 10);
        }
        return;
    }
    switch (game_ended(s, &who, &ending, &fail)) {
    case RW_GOAL: rewards[0] = 1; break;
    case RW_WIN: for (int player = 0; player < PLAYERS; player++) rewards[player] = player == who; break;
    case RW_LOSE: for (int player = 0; player < PLAYERS; player++) rewards[player] = player != who; break;
    default: break;
    }
}

/* Who may make more moves, he or the one after him, when a play is cut short. */
static void tree_freedom(state *s, double *rewards)
{
    int64_t free[PLAYERS] = {0};
    rw_failure fail = {0, 0, 0};
    for (int ply = 0; ply < 2 * PLAYERS && game_kind(s, &fail) == RW_DECIDE; ply++) {
        free[game_actor(s, &fail)] = game_count(s, &fail);
        if (game_draw(s, &tree_random, &fail) <= 0) break;
    }
    for (int player = 0; player < PLAYERS; player++) {
        int64_t most = INT64_MIN;
        for (int other = 0; other < PLAYERS; other++) if (other != player && free[other] > most) most = free[other];
        rewards[player] = PLAYERS == 1 ? 0.5 : tree_squashed((double)(free[player] - most), 30);
    }
}

/* Plays on at random and judges the end. */
static int tree_play(state *s, int longest, double *rewards)
{
    rw_failure fail = {0, 0, 0};
    int plies = 0, made = 1;
    while (plies < longest && (made = game_draw(s, &tree_random, &fail)) > 0) plies++;
    if (made > 0 && !SCORE_LINES) tree_freedom(s, rewards);
    else tree_rewards(s, rewards);
    return plies;
}

static double tree_root(double number)
{
    double root = number > 1 ? number : 1;
    for (int step = 0; step < 24; step++) root = 0.5 * (root + number / root);
    return root;
}

static double tree_log(double number)
{
    double found = 0;
    for (; number > 1.5; number /= 2) found += 0.6931471805599453;
    const double rest = (number - 1) / (number + 1), square = rest * rest;
    return found + 2 * rest * (1 + square / 3 + square * square / 5);
}

/* Which move to try: one that was never tried, unless there are very many, else the one that promises most. Its place among the moves. */
static int64_t tree_choice(int32_t node, const rw_move *moves, int64_t count, int32_t *child)
{
    int64_t untried = 0, best = -1, fresh = -1, tried = 0;
    double highest = -1;
    for (int64_t i = 0; i < count; i++) {
        const int32_t found = tree_child(node, moves[i]);
        if (found < 0) {
            if (rw_below(&tree_random, (uint64_t)++untried) == 0) fresh = i;
            continue;
        }
        tried++;
        struct tree_node *at = &tree_nodes[found];
        at->offered++;
        const double visits = at->visits > 0 ? at->visits : 1, value = at->total / visits + 0.7 * tree_root(tree_log(at->offered + 1) / visits);
        if (value > highest) {
            highest = value;
            best = i;
            *child = found;
        }
    }
    const double enough = count <= ALL_MOVES ? (double)count : ALL_MOVES + 4 * tree_root(tree_nodes[node].visits);
    if (fresh >= 0 && (best < 0 || (double)tried < enough)) {
        *child = tree_add(node, moves[fresh]);
        return fresh;
    }
    return best >= 0 ? best : fresh;
}

/* Lets chance decide: 0, or 1 where players see what it brought, whose node becomes `node`, which is -1 if the tree is full; -1 if the rules fail. */
static int tree_chance(state *s, int32_t *node)
{
    rw_failure fail = {0, 0, 0};
    struct rw_list list = {page_items, page_weights, 0, PAGE_MOVES, page_full};
    uint64_t all = 0;
    if (!tree_sees || game_moves(s, &list, &fail) < 0 || !list.count) return game_draw(s, &tree_random, &fail) < 0 ? -1 : 0;
    for (int64_t i = 0; i < list.count; i++) all += page_weights[i];
    uint64_t rest = rw_below(&tree_random, all);
    int64_t drawn = 0;
    while (rest >= page_weights[drawn]) rest -= page_weights[drawn++];
    const rw_move outcome = page_items[drawn];
    if (game_apply(s, outcome, &fail) < 0) return -1;
    const int32_t child = tree_child(*node, outcome);
    *node = child < 0 ? tree_add(*node, outcome) : child;
    return 1;
}

/* One way down the tree, a play from there, and what came of it noted on the way back. */
static int tree_step(void)
{
    int32_t way[LONGEST_WAY], node = 0;
    int movers[LONGEST_WAY], length = 0, kind;
    double rewards[PLAYERS];
    rw_failure fail = {0, 0, 0};
    state s = page_states[0];
    while (length < LONGEST_WAY && (kind = game_kind(&s, &fail)) != RW_OVER) {
        if (kind == RW_CHANCE) {
            const int seen = tree_chance(&s, &node);
            if (seen < 0) return -1;
            if (!seen) continue;
            if (node < 0) break;
            movers[length] = -1;
            way[length++] = node;
            continue;
        }
        struct rw_list list = {page_items, page_weights, 0, PAGE_MOVES, page_full};
        game_moves(&s, &list, &fail);
        if (!list.count) return -1;
        int32_t child = -1;
        movers[length] = game_actor(&s, &fail);
        const int64_t chosen = tree_choice(node, page_items, list.count, &child);
        if (game_apply(&s, page_items[chosen], &fail) < 0) return -1;
        if (child < 0) break;
        way[length++] = node = child;
        if (!tree_nodes[node].visits) break;
    }
    tree_play(&s, tree_longest, rewards);
    tree_nodes[0].visits++;
    for (int at = 0; at < length; at++) {
        tree_nodes[way[at]].visits++;
        if (movers[at] < 0) continue;
        tree_nodes[way[at]].total += rewards[movers[at]];
        if (!SCORE_LINES) continue;
        const double scored = (double)tree_points[movers[at]];
        tree_nodes[way[at]].points += scored;
        tree_nodes[way[at]].squares += scored * scored;
    }
    return 0;
}

/* Begins a search at the present position; `sees` says whether players see what chance brings. */
PAGE_EXPORT(ponder) void page_ponder(int seed, int sees)
{
    tree_sees = sees;
    double rewards[PLAYERS], sum = 0, squares = 0;
    int plies = 0;
    memset(tree_places, 0, sizeof(tree_places));
    tree_size = 1;
    tree_nodes[0] = (struct tree_node){0, 0, 0, 0, -1, 0, 0};
    tree_random = (uint64_t)(uint32_t)seed;
    for (int play = 0; play < FIRST_PLAYS; play++) {
        state s = page_states[0];
        plies += tree_play(&s, LONGEST_PLAY, rewards);
        sum += (double)tree_points[0];
        squares += (double)tree_points[0] * (double)tree_points[0];
    }
    tree_middle = sum / FIRST_PLAYS;
    tree_scale = 1 + tree_root(squares / FIRST_PLAYS - tree_middle * tree_middle);
    tree_longest = SCORE_LINES || plies <= FIRST_PLAYS * LONG_PLAY ? LONGEST_PLAY : SHORT_PLAY;
}

/* Goes on with so many plays from the present position; how many were made. */
PAGE_EXPORT(pondered) int page_pondered(int plays)
{
    int made = 0;
    for (int play = 0; play < plays; play++) made += tree_step() == 0;
    return made;
}

PAGE_EXPORT(means) double *page_means_at(void) { return page_means; }
PAGE_EXPORT(spreads) double *page_spreads_at(void) { return page_spreads; }
/* Are plays cut short and judged by freedom? */
PAGE_EXPORT(cut) int page_cut(void) { return tree_longest == SHORT_PLAY; }

/* Plays the present position out at random. */
PAGE_EXPORT(playout) int page_playout(int seed)
{
    rw_failure fail = {0, 0, 0};
    uint64_t dice = (uint64_t)(uint32_t)seed;
    int plies = 0, made = 1;
    while (plies < LONGEST_PLAY && (made = game_draw(page_states, &dice, &fail)) > 0) plies++;
    return made;
}

/* The moves of the present position in `items`, and how often each was tried in `weights`; in `means` the mean of the mover's score, or of the reward where there are no scores,
 * and in `spreads` the variance of that mean. */
PAGE_EXPORT(tried) int page_tried(void)
{
    const int count = page_moves();
    for (int i = 0; i < count; i++) {
        const int32_t child = tree_child(0, page_items[i]);
        const double visits = child < 0 ? 0 : tree_nodes[child].visits;
        page_weights[i] = (uint64_t)visits;
        page_means[i] = page_spreads[i] = 0;
        if (visits < 1) continue;
        page_means[i] = (SCORE_LINES ? tree_nodes[child].points : tree_nodes[child].total) / visits;
        if (SCORE_LINES && visits > 1) page_spreads[i] = (tree_nodes[child].squares / visits - page_means[i] * page_means[i]) / (visits - 1);
    }
    return count;
}
