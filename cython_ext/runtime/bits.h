/* Words of bits: single bits, scans, counts, and the same for two words. */
#ifndef REGELWERK_BITS_H
#define REGELWERK_BITS_H

#include <stdint.h>
#include <string.h>

#define RW_FUNCTION static inline __attribute__((unused))
/* What is done ply by ply: put in place for each player, unless the game says that it is too long for that. */
#ifndef RW_HOT
#define RW_HOT static inline __attribute__((unused, always_inline))
#endif
#define RW_PURE __attribute__((pure))
#define RW_UNUSED __attribute__((unused))

typedef unsigned __int128 rw_wide;
typedef __int128 rw_number;
typedef rw_wide rw_stored_wide __attribute__((aligned(8)));
typedef rw_number rw_stored_number __attribute__((aligned(8)));

/* The number of the lowest bit; the word is not 0. */
RW_FUNCTION int32_t rw_low(uint64_t word) { return __builtin_ctzll(word); }

RW_FUNCTION int32_t rw_count(uint64_t word) { return __builtin_popcountll(word); }

/* Builtins instead of <immintrin.h>, whose 45,000 lines would take half of the time to compile a small game. */
#ifdef __SSE2__
typedef char rw_bytes __attribute__((vector_size(16)));
#endif

/* Which of at most 64 bytes, one behind the other, have a value: a bit for each. */
RW_FUNCTION RW_PURE uint64_t rw_bytes_with(const uint8_t *bytes, int32_t count, uint8_t value)
{
    uint64_t found = 0;
    int32_t at = 0;
#ifdef __SSE2__
    for (; at + 16 <= count; at += 16) {
        rw_bytes some;
        memcpy(&some, bytes + at, 16);
        found |= (uint64_t)(uint32_t)__builtin_ia32_pmovmskb128((rw_bytes)(some == (rw_bytes){0} + (char)value)) << at;
    }
#endif
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    for (; at + 8 <= count; at += 8) {
        const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
        uint64_t some;
        memcpy(&some, bytes + at, 8);
        some ^= value * UINT64_C(0x0101010101010101);
        found |= ((~(((some & low) + low) | some | low) >> 7) * UINT64_C(0x0102040810204080) >> 56) << at;
    }
#endif
    for (; at < count; at++) found |= (uint64_t)(bytes[at] == value) << at;
    return found;
}

/* The bits first..last, none if first > last. */
RW_FUNCTION uint64_t rw_span(int64_t first, int64_t last)
{
    if (first < 0) first = 0;
    if (last > 63) last = 63;
    return first > last ? 0 : (~(uint64_t)0 >> (63 - last)) & (~(uint64_t)0 << first);
}

/* The number of the bit that has `rank` set bits below it; there are more set bits than that. */
#ifdef __BMI2__
RW_FUNCTION int32_t rw_select(uint64_t word, int64_t rank) { return rw_low(__builtin_ia32_pdep_di((uint64_t)1 << rank, word)); }
#else
RW_FUNCTION int32_t rw_select(uint64_t word, int64_t rank)
{
    int32_t place = 0;
    for (int32_t half = 32; half > 4; half >>= 1) {
        const int32_t below = rw_count(word & (((uint64_t)1 << half) - 1));
        const int32_t above = rank >= below;
        rank -= above ? below : 0;
        word >>= above ? half : 0;
        place += above ? half : 0;
    }
    for (; rank > 0; rank--) word &= word - 1;
    return place + rw_low(word);
}
#endif

/* What lies before the first bit of `stops` on a way up, or down if it `falls`; everything if there is none. */
RW_FUNCTION uint64_t rw_before(uint64_t stops, int32_t falls)
{
    if (!falls) return (stops & -stops) - 1;
    return stops ? ~(~(uint64_t)0 >> __builtin_clzll(stops)) : ~(uint64_t)0;
}

/* The same with that bit. */
RW_FUNCTION uint64_t rw_through(uint64_t stops, int32_t falls)
{
    if (!falls) return stops ^ (stops - 1);
    return stops ? ~((~(uint64_t)0 >> __builtin_clzll(stops)) >> 1) : ~(uint64_t)0;
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
