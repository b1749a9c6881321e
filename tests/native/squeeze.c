/* Random masks and states: packing and unpacking gives the state again, with and without the instructions for it, and both give the same record. */
#include <stdio.h>

#include "squeeze.h"
#include "set.h"

static uint64_t seed = 1;

static uint64_t next(void)
{
    seed += 0x9E3779B97F4A7C15u;
    uint64_t z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static int round_trip(uint32_t words)
{
    uint64_t mask[8], state[8], back[8], record[9] = {0}, other[9] = {0};
    struct rw_squeeze squeeze;
    for (uint32_t at = 0; at < words; at++) {
        mask[at] = next() % 5 == 0 ? ~(uint64_t)0 : next() % 5 == 0 ? 0 : next() & next();
        state[at] = next() & mask[at];
    }
    if (rw_make_squeeze(&squeeze, (const uint8_t *)mask, 8 * words) < 0) return 1;
    if (rw_pack_anywhere(&squeeze, (const uint8_t *)state, record) < 0) return 2;
    rw_unpack_anywhere(&squeeze, record, (uint8_t *)back);
    if (memcmp(state, back, 8 * words)) return 3;
    if (squeeze.quick) {
        if (rw_pack_quick(&squeeze, (const uint8_t *)state, other) < 0 || memcmp(record, other, sizeof record)) return 4;
        rw_unpack_quick(&squeeze, record, (uint8_t *)back);
        if (memcmp(state, back, 8 * words)) return 5;
    }
    if (~mask[0]) {
        state[0] |= ~mask[0] & -~mask[0];
        if (rw_pack_anywhere(&squeeze, (const uint8_t *)state, record) == 0) return 6;
    }
    free(squeeze.masks);
    return 0;
}

/* Many small records, each noted twice: numbered in order, found again, and never more memory than allowed. */
static int set_holds(uint32_t bytes, int64_t budget)
{
    struct rw_set set;
    uint64_t record[4];
    if (rw_make_set(&set, bytes) < 0) return 11;
    set.budget = budget;
    for (int64_t number = 0; number < 60000; number++) {
        for (uint32_t at = 0; at < 4; at++) record[at] = 0;
        record[0] = (uint64_t)(number * 7919 & 0xFFFFFF);
        const uint32_t hash = rw_hash_record(&set, record);
        const int64_t noted = rw_note(&set, record, hash);
        if (noted < 0) break;
        if (noted != number || rw_note(&set, record, hash) != number || rw_find(&set, record, hash) != number) return 12;
    }
    if (budget < 0 ? set.count != 60000 : set.most > budget) return 13;
    record[0] = 0xFFFFFFF;
    const int there = rw_find(&set, record, rw_hash_record(&set, record)) != -1;
    rw_free_set(&set);
    return there ? 14 : 0;
}

int main(void)
{
    for (int number = 0; number < 20000; number++) {
        const int wrong = round_trip(1 + (uint32_t)(next() % 8));
        if (wrong) return printf("%d in round %d\n", wrong, number), wrong;
    }
    for (uint32_t bytes = 4; bytes < 20; bytes += 3)
        for (int64_t budget = -1; budget < 1000000; budget += 150001)
            if (budget < 0 || budget > 100000) {
                const int wrong = set_holds(bytes, budget);
                if (wrong) return printf("%d with %u bytes and a budget of %lld\n", wrong, bytes, (long long)budget), wrong;
            }
    return 0;
}
