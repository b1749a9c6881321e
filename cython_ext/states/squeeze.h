/* States without the bits that are always 0: of each word of a state those bits are kept that its mask has, one behind the other. */
#ifndef REGELWERK_SQUEEZE_H
#define REGELWERK_SQUEEZE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define RW_STEPS 6

struct rw_mask {
    uint64_t bits;
    uint64_t moved[RW_STEPS]; /* what step i moves by 2^i places, where the processor has no instruction for it */
    uint32_t count;
};

struct rw_squeeze {
    struct rw_mask *masks;
    uint32_t words;        /* of a state */
    uint32_t record_words; /* of a record, whose last word is filled up with zeros */
    uint32_t record_bytes; /* as many of them as have to be kept */
    int quick;             /* the processor has pext and pdep and is quick at them */
};

#if defined(__x86_64__)
#include <immintrin.h>
static inline int rw_has_pext(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
}
#define RW_QUICK __attribute__((target("bmi2")))
#define RW_PEXT(word, mask) _pext_u64(word, mask)
#define RW_PDEP(word, mask) _pdep_u64(word, mask)
#else
static inline int rw_has_pext(void) { return 0; }
#define RW_QUICK
#define RW_PEXT(word, mask) 0
#define RW_PDEP(word, mask) 0
#endif

static inline struct rw_mask rw_mask_of(uint64_t bits)
{
    struct rw_mask mask = {.bits = bits, .count = (uint32_t)__builtin_popcountll(bits)};
    uint64_t zeros = ~bits << 1; /* where a bit has an odd number of zeros below it, and so on */
    for (int step = 0; step < RW_STEPS; step++) {
        uint64_t odd = zeros ^ zeros << 1;
        for (int by = 2; by < 64; by *= 2) odd ^= odd << by;
        mask.moved[step] = odd & bits;
        bits = (bits ^ mask.moved[step]) | mask.moved[step] >> (1 << step);
        zeros &= ~odd;
    }
    return mask;
}

static inline int rw_make_squeeze(struct rw_squeeze *squeeze, const uint8_t *mask, uint32_t size)
{
    uint32_t total = 0;
    squeeze->words = size / 8;
    squeeze->quick = rw_has_pext();
    squeeze->masks = calloc(squeeze->words ? squeeze->words : 1, sizeof *squeeze->masks);
    if (!squeeze->masks) return -1;
    for (uint32_t at = 0; at < squeeze->words; at++) {
        uint64_t bits;
        memcpy(&bits, mask + 8 * at, 8);
        squeeze->masks[at] = rw_mask_of(bits);
        total += squeeze->masks[at].count;
    }
    squeeze->record_bytes = total ? (total + 7) / 8 : 1;
    squeeze->record_words = (squeeze->record_bytes + 7) / 8;
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    squeeze->record_bytes = 8 * squeeze->record_words; /* what is left over does not stand at the end */
#endif
    return 0;
}

static inline uint64_t rw_together(const struct rw_mask *mask, uint64_t word)
{
    word &= mask->bits;
    for (int step = 0; step < RW_STEPS; step++) {
        const uint64_t moved = word & mask->moved[step];
        word = (word ^ moved) | moved >> (1 << step);
    }
    return word;
}

static inline uint64_t rw_apart(const struct rw_mask *mask, uint64_t word)
{
    for (int step = RW_STEPS - 1; step >= 0; step--) {
        const uint64_t moved = word << (1 << step);
        word = (word & ~mask->moved[step]) | (moved & mask->moved[step]);
    }
    return word & mask->bits;
}

/* The record of a state; -1 if the state has a bit that no mask has. */
#define RW_PACK(NAME, ATTRIBUTES, TOGETHER)                                                             \
    ATTRIBUTES static int NAME(const struct rw_squeeze *squeeze, const uint8_t *state, uint64_t *record) \
    {                                                                                                   \
        uint64_t filling = 0, beyond = 0;                                                               \
        uint32_t filled = 0;                                                                            \
        uint64_t *const end = record + squeeze->record_words;                                           \
        for (uint32_t at = 0; at < squeeze->words; at++) {                                              \
            const struct rw_mask *mask = &squeeze->masks[at];                                           \
            uint64_t word, bits;                                                                        \
            memcpy(&word, state + 8 * at, 8);                                                           \
            beyond |= word & ~mask->bits;                                                               \
            if (mask->count == 0) continue;                                                             \
            bits = TOGETHER;                                                                            \
            filling |= bits << filled;                                                                  \
            filled += mask->count;                                                                      \
            if (filled < 64) continue;                                                                  \
            *record++ = filling;                                                                        \
            filled -= 64;                                                                               \
            filling = filled ? bits >> (mask->count - filled) : 0;                                      \
        }                                                                                               \
        if (record < end) *record = filling;                                                            \
        return beyond ? -1 : 0;                                                                         \
    }

/* The state with a record. */
#define RW_UNPACK(NAME, ATTRIBUTES, APART)                                                               \
    ATTRIBUTES static void NAME(const struct rw_squeeze *squeeze, const uint64_t *record, uint8_t *state) \
    {                                                                                                    \
        uint32_t place = 0;                                                                              \
        for (uint32_t at = 0; at < squeeze->words; at++) {                                               \
            const struct rw_mask *mask = &squeeze->masks[at];                                            \
            uint64_t word = 0;                                                                           \
            if (mask->count) {                                                                           \
                const uint32_t shift = place & 63;                                                       \
                uint64_t bits = record[place >> 6] >> shift;                                             \
                if (shift + mask->count > 64) bits |= record[(place >> 6) + 1] << (64 - shift);          \
                word = APART;                                                                            \
            }                                                                                            \
            place += mask->count;                                                                        \
            memcpy(state + 8 * at, &word, 8);                                                            \
        }                                                                                                \
    }

RW_PACK(rw_pack_quick, RW_QUICK, RW_PEXT(word, mask->bits))
RW_PACK(rw_pack_anywhere, , rw_together(mask, word))
RW_UNPACK(rw_unpack_quick, RW_QUICK, RW_PDEP(bits, mask->bits))
RW_UNPACK(rw_unpack_anywhere, , rw_apart(mask, bits))

static inline int rw_pack(const struct rw_squeeze *squeeze, const uint8_t *state, uint64_t *record)
{
    return squeeze->quick ? rw_pack_quick(squeeze, state, record) : rw_pack_anywhere(squeeze, state, record);
}

static inline void rw_unpack(const struct rw_squeeze *squeeze, const uint64_t *record, uint8_t *state)
{
    if (squeeze->quick) rw_unpack_quick(squeeze, record, state);
    else rw_unpack_anywhere(squeeze, record, state);
}

#endif
