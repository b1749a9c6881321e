/* Several threads put records into one set at once.
 *
 * A record is first written to a place that only its thread has: chunks are handed to threads. Then its slot is taken by comparing and swapping; who comes second
 * finds the record there. Numbers of records are places, so they are in no order that means anything, but those of one thread only ever rise. The order in which
 * one thread alone would have found the records stands beside them: behind the records of a chunk there is a number for each.
 *
 * The table grows only while no thread takes places. Until then each thread may take so many slots of each segment.
 */
#ifndef REGELWERK_TAKING_H
#define REGELWERK_TAKING_H

#include "set.h"

enum { RW_FULL = -1, RW_NO_ROOM = -2 }; /* the table must grow first; there is no memory for a chunk */

struct rw_places {
    uint8_t *owners; /* of each chunk: the thread */
    int64_t owner_room;
    int parts; /* threads */
};

struct rw_taker {
    uint32_t taken[RW_SEGMENTS]; /* slots, since the last pause */
    uint32_t allowed[RW_SEGMENTS];
    int64_t next, end; /* the places left in its chunk */
    int part;
};

static inline size_t rw_order_at(const struct rw_set *set) { return (((size_t)set->bytes << set->chunk_bits) + 8 + 3) & ~(size_t)3; }

/* Which record was found as the `rank`-th. */
static inline uint32_t *rw_ranked(const struct rw_set *set, int64_t rank)
{
    uint8_t *order = set->chunks[rank >> set->chunk_bits] + rw_order_at(set);
    return (uint32_t *)(void *)order + (rank & (((int64_t)1 << set->chunk_bits) - 1));
}

static inline size_t rw_chunk_size(const struct rw_set *set) { return rw_order_at(set) + ((size_t)4 << set->chunk_bits); }

static inline int rw_take_chunk(struct rw_set *set, struct rw_places *places, struct rw_taker *taker)
{
    const size_t size = rw_chunk_size(set);
    const int64_t soon = __atomic_load_n(&set->chunk_count, __ATOMIC_RELAXED) + places->parts;
    if (soon > set->chunk_room) return RW_FULL;
    if (soon << set->chunk_bits > RW_MOST_RECORDS) return RW_NO_ROOM;
    uint8_t *made = rw_take(set, (int64_t)size) ? malloc(size) : NULL;
    if (!made) return RW_NO_ROOM;
    const int64_t number = __atomic_fetch_add(&set->chunk_count, 1, __ATOMIC_RELAXED);
    set->chunks[number] = made;
    places->owners[number] = (uint8_t)taker->part;
    taker->next = number << set->chunk_bits;
    taker->end = taker->next + ((int64_t)1 << set->chunk_bits);
    return 0;
}

/* The first record is in its place: the first thread owns the chunk, which is made longer; 0: there is no memory. */
static inline int rw_begin_taking(struct rw_set *set, struct rw_places *places, struct rw_taker *first)
{
    uint8_t *made = rw_take(set, (int64_t)(rw_chunk_size(set) - rw_order_at(set))) ? realloc(set->chunks[0], rw_chunk_size(set)) : NULL;
    if (!made) return 0;
    set->chunks[0] = made;
    if (!rw_stretch(set, (void **)&places->owners, &places->owner_room, set->chunk_room, 1)) return 0;
    first->next = 1;
    first->end = (int64_t)1 << set->chunk_bits;
    *rw_ranked(set, 0) = 0;
    return 1;
}

/* The number of a record, and whether this thread has put it there; RW_FULL or RW_NO_ROOM: it is not there and cannot be put there now. */
static inline int64_t rw_take_place(
    struct rw_set *set, struct rw_places *places, struct rw_taker *taker, const uint64_t *record, uint32_t hash, int *fresh)
{
    struct rw_segment *segment = &set->segments[hash >> (32 - RW_SEGMENT_BITS)];
    uint32_t *taken = &taker->taken[hash >> (32 - RW_SEGMENT_BITS)];
    uint32_t at = rw_home(segment, hash);
    int written = 0;
    *fresh = 0;
    for (;;) {
        uint64_t slot = __atomic_load_n(segment->slots + at, __ATOMIC_ACQUIRE);
        if (!slot && !written) {
            if (*taken >= taker->allowed[hash >> (32 - RW_SEGMENT_BITS)]) return RW_FULL;
            if (taker->next == taker->end) {
                const int missing = rw_take_chunk(set, places, taker);
                if (missing) return missing;
            }
            memcpy(rw_place(set, taker->next), record, set->bytes);
            written = 1;
        }
        if (!slot) {
            const uint64_t own = (uint64_t)hash << 32 | (uint64_t)(taker->next + 1);
            *fresh = __atomic_compare_exchange_n(segment->slots + at, &slot, own, 0, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE);
            if (*fresh) {
                ++*taken;
                return taker->next++;
            }
        }
        if (slot >> 32 == hash && rw_same(set, rw_place(set, (int64_t)(uint32_t)slot - 1), record)) return (int64_t)(uint32_t)slot - 1;
        if (++at == segment->places) at = 0;
    }
}

/* What may be taken of a segment before it has to grow, or when it cannot grow any more. */
static inline uint32_t rw_share(const struct rw_segment *segment, int tenths, int parts)
{
    const uint64_t most = (uint64_t)segment->places * (uint64_t)tenths / 10;
    return most > segment->used ? (uint32_t)((most - segment->used) / (uint64_t)parts) : 0;
}

/* While all pause: note what was taken. */
static inline void rw_gather(struct rw_set *set, struct rw_taker *taker)
{
    for (int segment = 0; segment < RW_SEGMENTS; segment++) {
        set->segments[segment].used += taker->taken[segment];
        taker->taken[segment] = 0;
    }
}

/* While all pause, and each thread for itself: let those segments grow that have little room. */
static inline void rw_widen(struct rw_set *set, const struct rw_places *places, int part)
{
    for (int at = part; at < RW_SEGMENTS; at += places->parts) {
        struct rw_segment *segment = &set->segments[at];
        while ((uint64_t)segment->used * 10 >= (uint64_t)segment->places * 6 || !rw_share(segment, 8, places->parts))
            if (!rw_grow_segment(set, segment)) break;
    }
}

/* While all pause: say what each may take; 0: somewhere there is nothing left. */
static inline int rw_allow(struct rw_set *set, struct rw_places *places, struct rw_taker *const *takers)
{
    const int64_t chunks = set->chunk_count + set->chunk_count / 2 + 2 * places->parts + 64;
    if (!rw_stretch(set, (void **)&set->chunks, &set->chunk_room, chunks, sizeof(uint8_t *))) return 0;
    if (!rw_stretch(set, (void **)&places->owners, &places->owner_room, set->chunk_room, 1)) return 0;
    for (int at = 0; at < RW_SEGMENTS; at++) {
        const struct rw_segment *segment = &set->segments[at];
        const uint32_t share = rw_share(segment, 8, places->parts), last = rw_share(segment, 9, places->parts);
        if (!last) return 0;
        for (int part = 0; part < places->parts; part++) takers[part]->allowed[at] = share ? share : last;
    }
    return 1;
}

/* Some states of a layer that one thread visits, and what it took: the numbers from `first` on, bits as in the tree, what others had found that come later. */
struct rw_piece {
    int64_t first, end;
    int64_t first_bit, end_bit;
    int64_t first_theft, end_theft;
    int64_t first_target, end_target;
    int64_t children, terminals;
    int holder; /* the thread plus 1 once it has begun */
    int done;   /* everything is visited, or all before the node where the search ends */
    int robbed; /* another piece, earlier in the order, has found a record of this one */
};

/* A record that is found here by the one in order, at this bit, but was put in its place by another thread. */
struct rw_theft {
    int64_t bit, number;
};

static inline int64_t rw_read(const int64_t *shared) { return __atomic_load_n(shared, __ATOMIC_ACQUIRE); }
static inline void rw_publish(int64_t *shared, int64_t value) { __atomic_store_n(shared, value, __ATOMIC_RELEASE); }
static inline int64_t rw_next(int64_t *shared) { return __atomic_fetch_add(shared, 1, __ATOMIC_SEQ_CST); }
static inline void rw_hold(struct rw_piece *piece, int holder) { __atomic_store_n(&piece->holder, holder, __ATOMIC_RELEASE); }
static inline int rw_holder(const struct rw_piece *piece) { return __atomic_load_n(&piece->holder, __ATOMIC_ACQUIRE); }

/* The next number of a thread's own at or behind this one, which may be the end of a chunk. */
static inline int64_t rw_own(const struct rw_set *set, const struct rw_places *places, int part, int64_t number)
{
    while (places->owners[number >> set->chunk_bits] != part) number = ((number >> set->chunk_bits) + 1) << set->chunk_bits;
    return number;
}

/* Say that so many of a thread's own were found from the `rank`-th on. */
static inline void rw_rank(struct rw_set *set, const struct rw_places *places, int part, int64_t rank, int64_t number, int64_t count)
{
    for (; count > 0; count--) {
        number = rw_own(set, places, part, number);
        *rw_ranked(set, rank++) = (uint32_t)number++;
    }
}

/* Copy bits behind others; those of `to` are still zeros. */
static inline void rw_append_bits(uint64_t *to, int64_t at, const uint64_t *from, int64_t first, int64_t count)
{
    while (count > 0) {
        const int left = 64 - (int)(at & 63), here = 64 - (int)(first & 63);
        int some = left < here ? left : here;
        if (count < some) some = (int)count;
        uint64_t bits = from[first >> 6] >> (first & 63);
        if (some < 64) bits &= ((uint64_t)1 << some) - 1;
        to[at >> 6] |= bits << (at & 63);
        at += some;
        first += some;
        count -= some;
    }
}

#endif
