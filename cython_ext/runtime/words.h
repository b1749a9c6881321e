/* Sets over more than 128 values: RW_WORDS(N) defines the type rw_wordsN of N words and its operations. */
#ifndef REGELWERK_WORDS_H
#define REGELWERK_WORDS_H

#include "bits.h"

#define RW_WORDS(N)                                                                                                        \
    typedef struct { uint64_t w[N]; } rw_words##N;                                                                         \
    RW_FUNCTION rw_words##N rw_words##N##_bit(int32_t bit)                                                                 \
    {                                                                                                                      \
        rw_words##N r = {{0}};                                                                                             \
        r.w[bit >> 6] = (uint64_t)1 << (bit & 63);                                                                         \
        return r;                                                                                                          \
    }                                                                                                                      \
    RW_FUNCTION rw_words##N rw_words##N##_union(rw_words##N a, rw_words##N b)                                              \
    {                                                                                                                      \
        for (int i = 0; i < N; i++) a.w[i] |= b.w[i];                                                                      \
        return a;                                                                                                          \
    }                                                                                                                      \
    RW_FUNCTION rw_words##N rw_words##N##_common(rw_words##N a, rw_words##N b)                                             \
    {                                                                                                                      \
        for (int i = 0; i < N; i++) a.w[i] &= b.w[i];                                                                      \
        return a;                                                                                                          \
    }                                                                                                                      \
    RW_FUNCTION rw_words##N rw_words##N##_difference(rw_words##N a, rw_words##N b)                                         \
    {                                                                                                                      \
        for (int i = 0; i < N; i++) a.w[i] &= ~b.w[i];                                                                     \
        return a;                                                                                                          \
    }                                                                                                                      \
    RW_FUNCTION int32_t rw_words##N##_any(rw_words##N a)                                                                   \
    {                                                                                                                      \
        uint64_t r = 0;                                                                                                    \
        for (int i = 0; i < N; i++) r |= a.w[i];                                                                           \
        return r != 0;                                                                                                     \
    }                                                                                                                      \
    RW_FUNCTION int32_t rw_words##N##_same(rw_words##N a, rw_words##N b)                                                   \
    {                                                                                                                      \
        uint64_t r = 0;                                                                                                    \
        for (int i = 0; i < N; i++) r |= a.w[i] ^ b.w[i];                                                                  \
        return r == 0;                                                                                                     \
    }                                                                                                                      \
    RW_FUNCTION int32_t rw_words##N##_count(rw_words##N a)                                                                 \
    {                                                                                                                      \
        int32_t r = 0;                                                                                                     \
        for (int i = 0; i < N; i++) r += rw_count(a.w[i]);                                                                 \
        return r;                                                                                                          \
    }                                                                                                                      \
    RW_FUNCTION int32_t rw_words##N##_has(rw_words##N a, int32_t bit) { return (a.w[bit >> 6] >> (bit & 63)) & 1; }        \
    /* The lowest member from `bit` on, -1 if there is none. */                                                            \
    RW_FUNCTION int32_t rw_words##N##_next(const rw_words##N *a, int32_t bit)                                              \
    {                                                                                                                      \
        int32_t word = bit >> 6;                                                                                           \
        if (word >= N) return -1;                                                                                          \
        uint64_t left = a->w[word] & (~(uint64_t)0 << (bit & 63));                                                         \
        while (left == 0)                                                                                                  \
            if (++word == N) return -1;                                                                                    \
            else left = a->w[word];                                                                                        \
        return 64 * word + rw_low(left);                                                                                   \
    }                                                                                                                      \
    RW_FUNCTION int32_t rw_words##N##_select(rw_words##N a, int64_t rank)                                                  \
    {                                                                                                                      \
        int32_t word = 0;                                                                                                  \
        for (; word < N - 1 && rank >= rw_count(a.w[word]); word++) rank -= rw_count(a.w[word]);                           \
        return 64 * word + rw_select(a.w[word], rank);                                                                     \
    }                                                                                                                      \
    RW_FUNCTION rw_words##N rw_words##N##_span(int64_t first, int64_t last)                                                \
    {                                                                                                                      \
        rw_words##N r;                                                                                                     \
        for (int i = 0; i < N; i++) r.w[i] = rw_span(first - 64 * i, last - 64 * i);                                       \
        return r;                                                                                                          \
    }

#endif
