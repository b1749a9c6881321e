/* The function table of a compiled game: all that a kernel knows about it.
 *
 * A library exports one symbol, `regelwerk_game`. A state is `state_size` bytes that may be copied, compared with memcmp and hashed (unused bytes are zero).
 * A move is one 64-bit number: the option in the lowest bits, then the 0-based ordinal of each argument in bits of its own (cython_ext/layout/move_codes.py); at chance the
 * ordinal of the outcome. Moves are listed in the order of semantics.md, section 4.
 * Functions that can fail return a negative number and fill `rw_failure` (one for each thread); they never stop the program.
 */
#ifndef REGELWERK_TABLE_H
#define REGELWERK_TABLE_H

#include <stdint.h>

#define RW_ABI 3

typedef uint64_t rw_move;

enum rw_kind { RW_OVER = 0, RW_DECIDE = 1, RW_CHANCE = 2 };
enum rw_end { RW_NOT_ENDED = 0, RW_END, RW_GOAL, RW_WIN, RW_LOSE, RW_DRAW, RW_STOP, RW_STUCK };

/* What went wrong: `code` is the number of an E09xx diagnostic, `place` an index into the game's list of rules and spans, `value` the offending number. */
struct rw_failure {
    int32_t code;
    int32_t place;
    int64_t value;
};

/* A list of moves that grows: `items` has room for `room`. `grow` is called when it is full and must make room or return a negative number. */
struct rw_list {
    rw_move *items;
    uint64_t *weights; /* at chance only */
    int64_t count;
    int64_t room;
    int (*grow)(struct rw_list *);
};

enum rw_step { RW_AT_DRAW = 1, RW_AT_COUNT, RW_AT_END, RW_AT_SCORES, RW_AT_MOVES, RW_AT_APPLY };

#define RW_LANES 2

/* Random plays from one state, some at a time. Play number i has the generator that rules_dsl/machine/playouts.py gives it. */
struct rw_plays {
    uint64_t seed;
    int64_t next;             /* the number of the play to begin next */
    int64_t last;             /* the number behind the last play */
    int64_t maximum;          /* plays of more plies are broken off */
    int64_t playouts;
    int64_t plies;
    int64_t broken_off;
    int64_t *sums;            /* of the scores of each player, if the game has score lines */
    int64_t *ends;            /* how many plays ended so: [enum rw_end][player + 1] */
    void *lanes;              /* RW_LANES times lane_size bytes, zero at first */
    int32_t running;          /* how many lanes are in the middle of a play */
    int32_t step;             /* where the rules failed, enum rw_step */
    int64_t failing;          /* in which play */
    void *position;           /* state_size bytes for the state there */
};

/* Counting of plays from one state. */
struct rw_counting {
    uint64_t *counts;         /* of the plays of 1, 2, … moves: what is found is added */
    int32_t bulk;             /* the last moves are counted without being made */
    int32_t step;             /* where the rules failed, enum rw_step */
    uint64_t over;            /* positions of the last depth at which the game is over */
    void *position;           /* state_size bytes for the state where the rules failed */
};

struct rw_game {
    uint32_t abi;             /* RW_ABI */
    uint32_t table_size;      /* sizeof(struct rw_game) */
    char key[72];             /* content hash of game, generator and compiler; checked before use */
    uint32_t state_size;
    uint32_t encoded_size;    /* bytes of the canonical encoding */
    uint32_t players;
    uint32_t claims;
    uint32_t score_lines;
    uint32_t moves_hint;      /* a usual upper bound of the number of moves, for first buffers */
    uint32_t has_chance;
    uint32_t bulk_is_exact;   /* `count` is cheaper than `moves` and never runs effects */
    uint32_t lane_size;       /* bytes for one of several plays that take turns */
    uint32_t grades;          /* how many numbers `graded` writes */

    int (*initial)(void *state, struct rw_failure *);
    int (*kind)(const void *state, struct rw_failure *);                                   /* enum rw_kind */
    int (*actor)(const void *state, struct rw_failure *);
    int64_t (*moves)(const void *state, struct rw_list *, struct rw_failure *);            /* appends; at chance also weights; returns how many */
    int64_t (*count)(const void *state, struct rw_failure *);                              /* how many moves */
    int (*apply)(void *state, rw_move, struct rw_failure *);                               /* in place; the move is legal */
    /* One legal move (or outcome, by weight) drawn uniformly without a list and made. 1: made, 0: the game is over. `random` is SplitMix64's state. */
    int (*draw)(void *state, uint64_t *random, struct rw_failure *);
    /* Goes on with random plays until about `work` plies are made. 1: there is more to do, 0: all are played. */
    int (*play)(const void *start, struct rw_plays *, int64_t work, struct rw_failure *);
    /* Counts the plays of 1..depth moves from a state that `apply` has led to. */
    int (*perft)(const void *state, int depth, struct rw_counting *, struct rw_failure *);
    uint64_t (*hash)(const void *state);
    int (*ended)(const void *state, int *who, int *ending, struct rw_failure *);           /* enum rw_end; index of the ending that held */
    int (*scores)(const void *state, int64_t *scores, struct rw_failure *);                /* one for each player */
    int (*claims_at)(const void *state, uint8_t *holds, struct rw_failure *);
    void (*encode)(const void *state, uint8_t *bytes);                                     /* semantics.md, section 10 */
    int (*decode)(void *state, const uint8_t *bytes);
    int (*canonical)(void *state);                                                         /* representative under `alike`; does nothing without */
    /* What `dominates` compares, more being better; the state keeps the rest, which must be the same. Writes nothing where the rules say nothing. */
    int (*graded)(void *state, int32_t *grades, struct rw_failure *);
};

#endif
