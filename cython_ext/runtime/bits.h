/* Words of bits: single bits, scans, counts, and the same for two words. */
#ifndef REGELWERK_BITS_H
#define REGELWERK_BITS_H

#include <stdint.h>

#define RW_FUNCTION static inline __attribute__((unused))
#define RW_UNUSED __attribute__((unused))

typedef unsigned __int128 rw_wide;
typedef __int128 rw_number;
typedef rw_wide rw_stored_wide __attribute__((aligned(8)));
typedef rw_number rw_stored_number __attribute__((aligned(8)));

/* The number of the lowest bit; the word is not 0. */
RW_FUNCTION int32_t rw_low(uint64_t word) { return __builtin_ctzll(word); }

RW_FUNCTION int32_t rw_count(uint64_t word) { return __builtin_popcountll(word); }

/* The bits first..last, none if first > last. */
RW_FUNCTION uint64_t rw_span(int64_t first, int64_t last)
{
    if (first < 0) first = 0;
    if (last > 63) last = 63;
    return first > last ? 0 : (~(uint64_t)0 >> (63 - last)) & (~(uint64_t)0 << first);
}

/* The number of the bit that has `rank` set bits below it; there are more set bits than that. */
RW_FUNCTION int32_t rw_select(uint64_t word, int64_t rank)
{
    for (; rank > 0; rank--) word &= word - 1;
    return rw_low(word);
}

RW_FUNCTION int32_t rw_low_wide(rw_wide set)
{
    return (uint64_t)set ? rw_low((uint64_t)set) : 64 + rw_low((uint64_t)(set >> 64));
}

RW_FUNCTION int32_t rw_count_wide(rw_wide set) { return rw_count((uint64_t)set) + rw_count((uint64_t)(set >> 64)); }

RW_FUNCTION rw_wide rw_span_wide(int64_t first, int64_t last)
{
    return (rw_wide)rw_span(first, last) | (rw_wide)rw_span(first - 64, last - 64) << 64;
}

RW_FUNCTION int32_t rw_select_wide(rw_wide set, int64_t rank)
{
    int32_t below = rw_count((uint64_t)set);
    return rank < below ? rw_select((uint64_t)set, rank) : 64 + rw_select((uint64_t)(set >> 64), rank - below);
}

#endif
