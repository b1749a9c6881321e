/* A set of records that are numbered in the order they are found, within a budget of bytes.
 *
 * The records stand one behind the other in chunks. The table is cut into segments by the first bits of the hash; each is open addressing over any number of
 * places, in the order of the rest of the hash, and grows by half when it is three quarters full, so that little more than one segment is ever there twice.
 * A slot holds 32 bits of hash and the number plus 1.
 */
#ifndef REGELWERK_SET_H
#define REGELWERK_SET_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define RW_SEGMENT_BITS 6
#define RW_SEGMENTS (1 << RW_SEGMENT_BITS)
#define RW_FIRST_PLACES 32
#define RW_CHUNK_BYTES (1 << 16)
#define RW_MOST_RECORDS (((int64_t)1 << 32) - 2)

struct rw_segment {
    uint64_t *slots;
    uint32_t places;
    uint32_t used;
};

struct rw_set {
    struct rw_segment segments[RW_SEGMENTS];
    uint8_t **chunks;
    int64_t chunk_count, chunk_room;
    int chunk_bits;       /* a chunk has 2^chunk_bits records */
    uint32_t bytes;       /* of a record */
    uint32_t words;
    uint64_t last;        /* the bits of a record's last word that are kept */
    int64_t count;
    int64_t memory, most; /* in bytes, now and at the most */
    int64_t budget;       /* -1: none */
};

/* Count memory that is wanted; 0 if the budget does not allow it. Several threads may do so at once. */
static inline int rw_take(struct rw_set *set, int64_t size)
{
    const int64_t now = __atomic_add_fetch(&set->memory, size, __ATOMIC_RELAXED);
    int64_t most = __atomic_load_n(&set->most, __ATOMIC_RELAXED);
    if (set->budget >= 0 && now > set->budget) {
        __atomic_sub_fetch(&set->memory, size, __ATOMIC_RELAXED);
        return 0;
    }
    while (now > most && !__atomic_compare_exchange_n(&set->most, &most, now, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
    return 1;
}

static inline void rw_give_back(struct rw_set *set, int64_t size) { __atomic_sub_fetch(&set->memory, size, __ATOMIC_RELAXED); }

static inline uint8_t *rw_place(const struct rw_set *set, int64_t number)
{
    return set->chunks[number >> set->chunk_bits] + (size_t)(number & (((int64_t)1 << set->chunk_bits) - 1)) * set->bytes;
}

static inline void rw_load(const struct rw_set *set, int64_t number, uint64_t *record)
{
    const uint8_t *place = rw_place(set, number);
    memcpy(record, place, 8 * (size_t)set->words); /* behind the last record of a chunk there is room for a word */
    record[set->words - 1] &= set->last;
}

static inline int rw_same(const struct rw_set *set, const uint8_t *place, const uint64_t *record)
{
    uint64_t word;
    for (uint32_t at = 0; at + 1 < set->words; at++) {
        memcpy(&word, place + 8 * at, 8);
        if (word != record[at]) return 0;
    }
    memcpy(&word, place + 8 * (set->words - 1), 8);
    return (word & set->last) == record[set->words - 1];
}

static inline uint32_t rw_hash_record(const struct rw_set *set, const uint64_t *record)
{
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (uint32_t at = 0; at < set->words; at++) {
        hash = (hash ^ record[at]) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    hash = (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9u;
    return (uint32_t)(hash >> 32);
}

static inline const struct rw_segment *rw_segment_of(const struct rw_set *set, uint32_t hash) { return &set->segments[hash >> (32 - RW_SEGMENT_BITS)]; }

static inline uint32_t rw_home(const struct rw_segment *segment, uint32_t hash)
{
    return (uint32_t)((uint64_t)(hash << RW_SEGMENT_BITS) * segment->places >> 32);
}

/* Have the slot, and later the record, of a hash brought near. */
static inline void rw_near(const struct rw_set *set, uint32_t hash)
{
    const struct rw_segment *segment = rw_segment_of(set, hash);
    __builtin_prefetch(segment->slots + rw_home(segment, hash));
}

static inline void rw_nearer(const struct rw_set *set, uint32_t hash)
{
    const struct rw_segment *segment = rw_segment_of(set, hash);
    const uint64_t slot = __atomic_load_n(segment->slots + rw_home(segment, hash), __ATOMIC_RELAXED);
    if (slot) __builtin_prefetch(rw_place(set, (int64_t)(uint32_t)slot - 1));
}

/* The number that a record with this hash has in all likelihood, -1 if it is not there. */
static inline int64_t rw_guess(const struct rw_set *set, uint32_t hash)
{
    const struct rw_segment *segment = rw_segment_of(set, hash);
    return (int64_t)(uint32_t)segment->slots[rw_home(segment, hash)] - 1;
}

/* Have an item of an array brought near, if there is one. */
static inline void rw_near_item(const void *array, int64_t number, size_t item)
{
    if (number >= 0) __builtin_prefetch((const uint8_t *)array + (size_t)number * item);
}

/* The slot that holds a record, or the empty one where it belongs. */
static inline uint32_t rw_slot(const struct rw_set *set, const struct rw_segment *segment, const uint64_t *record, uint32_t hash)
{
    uint32_t at = rw_home(segment, hash);
    for (uint64_t slot = segment->slots[at]; slot; slot = segment->slots[at]) {
        if (slot >> 32 == hash && rw_same(set, rw_place(set, (int64_t)(uint32_t)slot - 1), record)) break;
        if (++at == segment->places) at = 0;
    }
    return at;
}

/* The number of a record, -1 if it is not there. */
static inline int64_t rw_find(const struct rw_set *set, const uint64_t *record, uint32_t hash)
{
    const struct rw_segment *segment = rw_segment_of(set, hash);
    return (int64_t)(uint32_t)segment->slots[rw_slot(set, segment, record, hash)] - 1;
}

/* An array of at least `wanted` items, longer by half than before, or twice as long while it is short; what is new is zero. 0: there is no room. */
static inline int rw_stretch(struct rw_set *set, void **array, int64_t *room, int64_t wanted, size_t item)
{
    int64_t longer = *room < 65536 ? *room * 2 : *room / 2 * 3;
    uint8_t *made;
    if (wanted <= *room) return 1;
    longer = longer < wanted ? wanted : longer;
    longer = longer < 64 ? 64 : longer;
    if (!rw_take(set, (longer - *room) * (int64_t)item)) return 0;
    made = realloc(*array, (size_t)longer * item);
    if (!made) return 0;
    memset(made + (size_t)*room * item, 0, (size_t)(longer - *room) * item);
    *array = made;
    *room = longer;
    return 1;
}

static int rw_grow_segment(struct rw_set *set, struct rw_segment *segment)
{
    const uint64_t wanted = segment->places ? (uint64_t)segment->places + segment->places / 2 : RW_FIRST_PLACES;
    const struct rw_segment old = *segment;
    if (wanted > UINT32_MAX || !rw_take(set, (int64_t)(wanted * 8))) return 0;
    segment->slots = calloc(wanted, 8);
    if (!segment->slots) {
        segment->slots = old.slots;
        rw_give_back(set, (int64_t)(wanted * 8));
        return 0;
    }
    segment->places = (uint32_t)wanted;
    for (uint32_t from = 0; from < old.places; from++) {
        if (!old.slots[from]) continue;
        uint32_t at = rw_home(segment, (uint32_t)(old.slots[from] >> 32));
        while (segment->slots[at])
            if (++at == segment->places) at = 0;
        segment->slots[at] = old.slots[from];
    }
    free(old.slots);
    rw_give_back(set, 8 * (int64_t)old.places);
    return 1;
}

static inline int rw_add_chunk(struct rw_set *set)
{
    const int64_t size = ((int64_t)set->bytes << set->chunk_bits) + 8;
    if (!rw_stretch(set, (void **)&set->chunks, &set->chunk_room, set->chunk_count + 1, sizeof(uint8_t *)) || !rw_take(set, size)) return 0;
    set->chunks[set->chunk_count] = calloc((size_t)size, 1);
    if (!set->chunks[set->chunk_count]) return 0;
    set->chunk_count++;
    return 1;
}

static inline int rw_is_tight(const struct rw_segment *segment) { return (uint64_t)(segment->used + 1) * 4 > (uint64_t)segment->places * 3; }
static inline int rw_is_full(const struct rw_segment *segment) { return (uint64_t)(segment->used + 1) * 10 > (uint64_t)segment->places * 9; }

static inline int rw_room_for_record(struct rw_set *set)
{
    if (set->count >= RW_MOST_RECORDS) return 0;
    return set->count < set->chunk_count << set->chunk_bits || rw_add_chunk(set);
}

/* The number of a record, which is new if it was not there; -1 if there is no room for it. */
static inline int64_t rw_note(struct rw_set *set, const uint64_t *record, uint32_t hash)
{
    struct rw_segment *segment = &set->segments[hash >> (32 - RW_SEGMENT_BITS)];
    uint32_t at = rw_slot(set, segment, record, hash);
    if (segment->slots[at]) return (int64_t)(uint32_t)segment->slots[at] - 1;
    if (!rw_room_for_record(set)) return -1;
    if (rw_is_tight(segment)) {
        if (rw_grow_segment(set, segment)) at = rw_slot(set, segment, record, hash);
        else if (rw_is_full(segment)) return -1;
    }
    memcpy(rw_place(set, set->count), record, set->bytes);
    segment->slots[at] = (uint64_t)hash << 32 | (uint64_t)(set->count + 1);
    segment->used++;
    return set->count++;
}

static inline void rw_free_set(struct rw_set *set)
{
    for (int segment = 0; segment < RW_SEGMENTS; segment++) free(set->segments[segment].slots);
    for (int64_t chunk = 0; chunk < set->chunk_count; chunk++) free(set->chunks[chunk]);
    free(set->chunks);
}

/* An empty set of records of so many bytes; -1 if there is no memory. */
static inline int rw_make_set(struct rw_set *set, uint32_t bytes)
{
    memset(set, 0, sizeof *set);
    set->budget = -1;
    set->bytes = bytes;
    set->words = (bytes + 7) / 8;
    set->last = bytes % 8 ? ((uint64_t)1 << 8 * (bytes % 8)) - 1 : ~(uint64_t)0;
    while ((int64_t)bytes << (set->chunk_bits + 1) <= RW_CHUNK_BYTES) set->chunk_bits++;
    for (int segment = 0; segment < RW_SEGMENTS; segment++)
        if (!rw_grow_segment(set, &set->segments[segment])) return -1;
    return 0;
}

#endif
