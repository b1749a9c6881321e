/* Images of records under permutations of slots and values, and the least of them.
 *
 * A record is read in pieces of a few whole slots each; for each permutation and each piece a table holds what the piece becomes. Of two images that is less whose
 * leading bits are, and if they are the same, whose other bits are.
 */
#ifndef REGELWERK_IMAGES_H
#define REGELWERK_IMAGES_H

#include <stdint.h>
#include <string.h>

#define RW_PIECE_BITS 8
#define RW_PIECE_VALUES (1 << RW_PIECE_BITS)

struct rw_piece {
    uint32_t word, shift;
    uint64_t mask;
};

struct rw_images {
    uint32_t words, pieces, turns;
    struct rw_piece *places;
    uint64_t *leading;
    uint64_t *tables; /* for each piece and value of it: words of all images */
};

static inline uint32_t rw_piece_of(const struct rw_piece *place, const uint64_t *record)
{
    uint64_t bits = record[place->word] >> place->shift;
    if (place->shift > 64 - RW_PIECE_BITS && place->mask >> (64 - place->shift)) bits |= record[place->word + 1] << (64 - place->shift);
    return (uint32_t)(bits & place->mask);
}

/* What a piece with this value becomes: the words of the images under all permutations, one behind the other. */
static inline uint64_t *rw_entry(const struct rw_images *images, uint32_t piece, uint32_t value)
{
    return images->tables + ((size_t)piece * RW_PIECE_VALUES + value) * images->turns * images->words;
}

static inline int rw_is_less(const struct rw_images *images, const uint64_t *one, const uint64_t *other)
{
    for (uint32_t at = 0; at < images->words; at++) {
        const uint64_t mine = one[at] & images->leading[at], its = other[at] & images->leading[at];
        if (mine != its) return mine < its;
    }
    for (uint32_t at = 0; at < images->words; at++)
        if (one[at] != other[at]) return one[at] < other[at];
    return 0;
}

/* Put the least image in the place of the record. `room` is for the images. */
static inline void rw_least_image(const struct rw_images *images, uint64_t *record, uint64_t *room)
{
    const uint32_t words = images->words, size = images->turns * words;
    memset(room, 0, 8 * (size_t)size);
    for (uint32_t piece = 0; piece < images->pieces; piece++) {
        const uint64_t *entry = rw_entry(images, piece, rw_piece_of(&images->places[piece], record));
        for (uint32_t at = 0; at < size; at++) room[at] |= entry[at];
    }
    for (uint32_t at = 0; at < size; at += words)
        if (rw_is_less(images, room + at, record)) memcpy(record, room + at, 8 * (size_t)words);
}

#endif
