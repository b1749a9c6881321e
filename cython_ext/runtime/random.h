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

RW_FUNCTION uint64_t rw_next(uint64_t *state) { return rw_mixed(*state += 0x9e3779b97f4a7c15u); }

RW_FUNCTION uint64_t rw_below(uint64_t *state, uint64_t limit)
{
    uint64_t number = rw_next(state);
    return limit >> 32 ? number % limit : limit == 1 ? 0 : number % limit;
}

#endif
