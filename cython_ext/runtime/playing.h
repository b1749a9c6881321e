/* Random plays and counting of plays inside a compiled game, included behind its functions: what the kernels would ask for ply by ply runs here
 * without a list or a call. The game gives `state`, `draw`, `how_ended`, `game_count` and the numbers of its players and its stop node.
 */
#ifndef REGELWERK_PLAYING_H
#define REGELWERK_PLAYING_H

#include "game.h"

/* One of several plays that take turns, so that one goes on while the other waits for the processor. */
struct rw_lane {
    state at;
    uint64_t random;
    int64_t plies;
    int64_t number;
};

_Static_assert(sizeof(struct rw_lane) <= sizeof(state) + 32, "lanes are as large as the table says");

/* A failure of play `number` in the position that is kept for the report. */
static __attribute__((cold, noinline)) int rw_broken(struct rw_plays *plays, const struct rw_lane *lane, int step)
{
    plays->failing = lane->number;
    plays->step = step;
    memcpy(plays->position, &lane->at, sizeof(state));
    return -1;
}

/* The end of a play: how it ended is counted, and its scores are added up where the rules have their own. */
static int rw_note_end(struct rw_plays *plays, const struct rw_lane *lane, rw_failure *fail)
{
    int who = -1, ending = -1;
    const int kind = how_ended(&lane->at, lane->at.node != STOP_NODE, &who, &ending, fail);
    if (rw_failed(fail)) return rw_broken(plays, lane, RW_AT_END);
    plays->ends[kind * (PLAYERS + 1) + who + 1]++;
    if (!SCORE_LINES) return 0;
    int64_t scores[PLAYERS];
    if (game_scores(&lane->at, scores, fail) < 0) return rw_broken(plays, lane, RW_AT_SCORES);
    for (int player = 0; player < PLAYERS; player++) plays->sums[player] += scores[player];
    return 0;
}

/* A play that stopped with `drawn` for its last draw is counted. */
static int rw_note_play(struct rw_plays *plays, const struct rw_lane *lane, int drawn, rw_failure *fail)
{
    if (drawn < 0) return rw_broken(plays, lane, RW_AT_DRAW);
    if (drawn == 1 && lane->at.node != STOP_NODE) {
        const int64_t left = game_count(&lane->at, fail);
        if (left < 0) return rw_broken(plays, lane, RW_AT_COUNT);
        if (left > 0) plays->broken_off++;
        else drawn = 0;
    } else drawn = 0;
    plays->playouts++;
    plays->plies += lane->plies;
    return drawn == 0 ? rw_note_end(plays, lane, fail) : 0;
}

/* Begin the next play with its own generator and make its first move; a play that is over with that is counted and the one after it begun. 0: there is none left. */
static int rw_begin(const state *start, struct rw_plays *plays, struct rw_lane *lane, rw_failure *fail)
{
    while (plays->next < plays->last) {
        lane->at = *start;
        lane->number = plays->next++;
        lane->random = rw_mixed(plays->seed + (uint64_t)(lane->number + 1) * RW_STEP);
        lane->plies = 0;
        int drawn = 1;
        if (plays->maximum > 0) drawn = draw(&lane->at, &lane->random, 0, fail);
        if (plays->maximum > 0 && drawn == 1 && ++lane->plies < plays->maximum && lane->at.node != STOP_NODE) return 1;
        if (rw_note_play(plays, lane, drawn, fail) < 0) return -1;
    }
    return 0;
}

/* Go on with all plays in turn until about `work` plies are made or no play is left. */
static int game_play(const void *start, struct rw_plays *plays, int64_t work, rw_failure *failure)
{
    struct rw_lane *lanes = plays->lanes;
    const int64_t maximum = plays->maximum;
    rw_failure fail = {0, 0, 0};
    int running = plays->running, begun = 1;
    for (; running < RW_LANES && (begun = rw_begin(start, plays, lanes + running, &fail)) == 1; running++) continue;
    for (; begun >= 0 && running > 0 && work > 0; work -= running) {
        for (int at = 0; at < running && begun >= 0; at++) {
            const int drawn = draw(&lanes[at].at, &lanes[at].random, 1, &fail);
            lanes[at].plies += drawn == 1;
            if (__builtin_expect(drawn == 1 && lanes[at].at.node != STOP_NODE && lanes[at].plies < maximum, 1)) continue;
            begun = rw_note_play(plays, lanes + at, drawn, &fail) < 0 ? -1 : rw_begin(start, plays, lanes + at, &fail);
            if (begun == 0) lanes[at] = lanes[--running];
        }
    }
    plays->running = running;
    *failure = fail;
    return begun < 0 ? -1 : running > 0 || plays->next < plays->last;
}

#endif
