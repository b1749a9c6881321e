/* A set of records that are forgotten in the order opposite to that in which they were found.
 *
 * Open addressing by linear probing: who came last stands where nobody was, so taking him away leaves all as it was before he came. When the table grows all are
 * put in again in their order, so that this stays true.
 */
#ifndef REGELWERK_PASSING_H
#define REGELWERK_PASSING_H

#include "set.h"

struct rw_passing {
    uint64_t *records;
    uint32_t *places; /* number plus 1, 0: nothing */
    int64_t record_room, place_room;
    int64_t count;
};

static inline uint64_t *rw_passing_record(const struct rw_passing *passing, const struct rw_set *set, int64_t number)
{
    return passing->records + (size_t)number * set->words;
}

/* The place where a record stands, or the empty one where it belongs. */
static inline int64_t rw_passing_place(const struct rw_passing *passing, const struct rw_set *set, const uint64_t *record)
{
    int64_t at = rw_hash_record(set, record) & (uint64_t)(passing->place_room - 1);
    while (passing->places[at] && memcmp(rw_passing_record(passing, set, passing->places[at] - 1), record, 8 * (size_t)set->words)) at = (at + 1) & (passing->place_room - 1);
    return at;
}

/* Twice as many places; memory is taken from the budget of the set. 0: there is none. */
static int rw_passing_grow(struct rw_passing *passing, struct rw_set *set)
{
    const int64_t room = passing->place_room ? 2 * passing->place_room : 1024;
    if (room > (int64_t)1 << 31 || !rw_take(set, room * (int64_t)sizeof(uint32_t))) return 0;
    uint32_t *const places = calloc((size_t)room, sizeof(uint32_t));
    if (!places) return 0;
    free(passing->places);
    rw_give_back(set, passing->place_room * (int64_t)sizeof(uint32_t));
    passing->places = places;
    passing->place_room = room;
    for (int64_t number = 0; number < passing->count; number++)
        passing->places[rw_passing_place(passing, set, rw_passing_record(passing, set, number))] = (uint32_t)number + 1;
    return 1;
}

/* The number of a record, which is new if it was not there; -1 if there is no room for it. */
static inline int64_t rw_pass(struct rw_passing *passing, struct rw_set *set, const uint64_t *record)
{
    int64_t at;
    if (2 * (passing->count + 1) > passing->place_room && !rw_passing_grow(passing, set)) return -1;
    if (!rw_stretch(set, (void **)&passing->records, &passing->record_room, passing->count + 1, 8 * (size_t)set->words)) return -1;
    at = rw_passing_place(passing, set, record);
    if (passing->places[at]) return (int64_t)passing->places[at] - 1;
    memcpy(rw_passing_record(passing, set, passing->count), record, 8 * (size_t)set->words);
    passing->places[at] = (uint32_t)++passing->count;
    return passing->count - 1;
}

/* Forget all but the first so many. */
static inline void rw_forget(struct rw_passing *passing, const struct rw_set *set, int64_t count)
{
    while (passing->count > count) {
        const int64_t at = rw_passing_place(passing, set, rw_passing_record(passing, set, passing->count - 1));
        passing->places[at] = 0;
        passing->count--;
    }
}

static inline void rw_free_passing(struct rw_passing *passing)
{
    free(passing->records);
    free(passing->places);
}

#endif
