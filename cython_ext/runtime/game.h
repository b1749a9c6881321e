/* What every compiled game uses: failures that are noted and leave a harmless value behind, arithmetic that rounds down, bits of the canonical encoding. */
#ifndef REGELWERK_GAME_H
#define REGELWERK_GAME_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "random.h"
#include "table.h"
#include "words.h"

/* What an author compares may be decided by its types already. */
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"

typedef struct rw_failure rw_failure;

/* Notes the first failure; what is computed after it does not matter, but stays inside its range. */
static __attribute__((cold, noinline, unused)) int32_t rw_fail(rw_failure *fail, int32_t code, int32_t place, int64_t value)
{
    if (fail->code == 0) {
        fail->code = code;
        fail->place = place;
        fail->value = value;
    }
    return 0;
}

/* Has something failed? Rules that never note a failure are not asked. */
#ifdef RW_NEVER_FAILS
#define rw_failed(fail) 0
#else
#define rw_failed(fail) ((fail)->code != 0)
#endif

#define RW_ARITHMETIC(SUFFIX, TYPE)                                                                                        \
    RW_FUNCTION TYPE rw_divide##SUFFIX(TYPE a, TYPE b)                                                                     \
    {                                                                                                                      \
        TYPE q = a / b;                                                                                                    \
        return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;                                                               \
    }                                                                                                                      \
    RW_FUNCTION TYPE rw_modulo##SUFFIX(TYPE a, TYPE b)                                                                     \
    {                                                                                                                      \
        TYPE r = a % b;                                                                                                    \
        return r != 0 && (r < 0) != (b < 0) ? r + b : r;                                                                   \
    }                                                                                                                      \
    RW_FUNCTION TYPE rw_least##SUFFIX(TYPE a, TYPE b) { return a < b ? a : b; }                                            \
    RW_FUNCTION TYPE rw_most##SUFFIX(TYPE a, TYPE b) { return a > b ? a : b; }                                             \
    RW_FUNCTION TYPE rw_abs##SUFFIX(TYPE a) { return a < 0 ? -a : a; }

RW_ARITHMETIC(, int32_t)
RW_ARITHMETIC(_64, int64_t)
RW_ARITHMETIC(_128, rw_number)

RW_FUNCTION uint64_t rw_gcd(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Room for one more move, or a negative number. */
RW_FUNCTION int rw_note(struct rw_list *list, rw_move move, uint64_t weight)
{
    if (list->count == list->room && list->grow(list) < 0) return -1;
    if (list->weights) list->weights[list->count] = weight;
    list->items[list->count++] = move;
    return 0;
}

/* Weights behind the first `before` in their least proportion. */
RW_FUNCTION void rw_reduce(struct rw_list *list, int64_t before)
{
    uint64_t shared = 0;
    if (!list->weights) return;
    for (int64_t i = before; i < list->count && shared != 1; i++) shared = rw_gcd(shared, list->weights[i]);
    for (int64_t i = before; i < list->count && shared > 1; i++) list->weights[i] /= shared;
}

#define RW_ROOM 512

/* Room on the stack for a list of moves. */
struct rw_room {
    rw_move items[RW_ROOM];
    uint64_t weights[RW_ROOM];
};

/* Twice the room; what stood on the stack is copied. */
static __attribute__((noinline, unused)) int rw_grow(struct rw_list *list)
{
    const int first = list->room == RW_ROOM;
    const size_t size = (size_t)list->room * sizeof(rw_move);
    rw_move *items = realloc(first ? 0 : list->items, 2 * size);
    if (!items) return -1;
    if (first) memcpy(items, list->items, size);
    list->items = items;
    if (list->weights) {
        uint64_t *weights = realloc(first ? 0 : list->weights, 2 * size);
        if (!weights) return -1;
        if (first) memcpy(weights, list->weights, size);
        list->weights = weights;
    }
    list->room *= 2;
    return 0;
}

/* Give back what a list has grown by. */
RW_FUNCTION void rw_leave(struct rw_list *list, struct rw_room *room)
{
    if (list->items != room->items) free(list->items);
    if (list->weights && list->weights != room->weights) free(list->weights);
}

/* The choices of a body while its legal ways are gone through: the digits before `fixed` stand, the one at `fixed` is moved on, those behind begin anew. */
struct rw_script {
    int32_t fixed;
    int32_t at;
    int32_t digit[64];
};

/* After a way that ended behind `at` choices: is there another to try? */
RW_FUNCTION int rw_another(struct rw_script *script)
{
    script->fixed = script->at - 1;
    script->at = 0;
    return script->fixed >= 0;
}

/* The choices of a way as the bits of a move: ordinal + 1 each. */
RW_FUNCTION rw_move rw_choices(const struct rw_script *script, int shift, int width)
{
    rw_move choices = 0;
    for (int32_t i = 0; i < script->at; i++) choices |= (rw_move)(script->digit[i] + 1) << (shift + i * width);
    return choices;
}

/* A stream of bits, least significant first. */
struct rw_stream {
    uint8_t *bytes;
    const uint8_t *given;
    int64_t at;
};

RW_FUNCTION void rw_put(struct rw_stream *stream, uint64_t number, int width)
{
    for (int bit = 0; bit < width; bit++, stream->at++) stream->bytes[stream->at >> 3] |= (uint8_t)((number >> bit & 1) << (stream->at & 7));
}

RW_FUNCTION uint64_t rw_get(struct rw_stream *stream, int width)
{
    uint64_t number = 0;
    for (int bit = 0; bit < width; bit++, stream->at++) number |= (uint64_t)(stream->given[stream->at >> 3] >> (stream->at & 7) & 1) << bit;
    return number;
}

RW_FUNCTION uint64_t rw_hash(const void *state, uint32_t size)
{
    const uint8_t *bytes = state;
    uint64_t hash = size;
    for (uint32_t at = 0; at < size; at += 8) {
        uint64_t word;
        memcpy(&word, bytes + at, 8);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return rw_mixed(hash);
}

#endif
