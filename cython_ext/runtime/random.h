/* SplitMix64, number for number as rules_dsl/ir/random_numbers.py. */
#ifndef REGELWERK_RANDOM_H
#define REGELWERK_RANDOM_H

#include "bits.h"

RW_FUNCTION uint64_t rw_mixed(uint64_t number)
{
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    return number ^ number >> 31;
}

#define RW_STEP 0x9e3779b97f4a7c15u

RW_FUNCTION uint64_t rw_next(uint64_t *state) { return rw_mixed(*state += RW_STEP); }

/* The upper half of the product with `limit`. */
RW_FUNCTION uint64_t rw_below(uint64_t *state, uint64_t limit)
{
    return (uint64_t)((rw_wide)rw_next(state) * limit >> 64);
}

#endif
