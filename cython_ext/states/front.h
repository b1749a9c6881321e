/* Fronts: for each key the vectors of numbers that no other vector of the key is at least as great as in every place.
 *
 * The vectors of a key stand in a tree. An inner node halves the range of one number; each node knows the least and the greatest of every number below it, so that
 * what cannot be greater, or surely is, is told without looking at each vector. Vectors have the numbers in which they were put in.
 */
#ifndef REGELWERK_FRONT_H
#define REGELWERK_FRONT_H

#include "set.h"

#define RW_LEAF 12

struct rw_front_node {
    int32_t less, more;   /* the halves; -1: a leaf */
    int32_t place, value; /* in the half `more` the number in this place is at least this value */
    int64_t first;        /* of a leaf: its vectors, one after another; -1 at the end */
    int64_t count;        /* vectors below */
};

struct rw_fronts {
    int width;             /* numbers of a vector */
    int room;              /* places for them, at least one */
    int64_t vectors, vector_room, next_room, gone_room;
    int32_t *numbers;      /* of all vectors */
    int64_t *next;
    uint8_t *gone;         /* another is at least as great */
    struct rw_front_node *nodes;
    int32_t *ranges;       /* of each node: the least numbers, then the greatest */
    int64_t node_count, node_room, range_room;
    int32_t *roots;        /* by key: its node and 1; 0: it has none */
    int64_t root_room;
    struct rw_set *bank;   /* counts the memory */
};

static inline int32_t *rw_vector(const struct rw_fronts *f, int64_t number) { return f->numbers + number * f->room; }
static inline int32_t *rw_least(const struct rw_fronts *f, int32_t node) { return f->ranges + (int64_t)node * 2 * f->room; }
static inline int32_t *rw_greatest(const struct rw_fronts *f, int32_t node) { return rw_least(f, node) + f->room; }

static inline int rw_is_as_great(const int32_t *one, const int32_t *other, int width)
{
    for (int place = 0; place < width; place++)
        if (one[place] < other[place]) return 0;
    return 1;
}

/* Is a vector below a node at least as great as this one? */
static int rw_is_surpassed(const struct rw_fronts *f, int32_t node, const int32_t *vector)
{
    const struct rw_front_node *at = &f->nodes[node];
    if (at->count == 0 || !rw_is_as_great(rw_greatest(f, node), vector, f->width)) return 0;
    if (rw_is_as_great(rw_least(f, node), vector, f->width)) return 1;
    if (at->less >= 0) return rw_is_surpassed(f, at->more, vector) || rw_is_surpassed(f, at->less, vector);
    for (int64_t each = at->first; each >= 0; each = f->next[each])
        if (rw_is_as_great(rw_vector(f, each), vector, f->width)) return 1;
    return 0;
}

/* Take out what is below a node and not greater than this vector anywhere; how many there were. */
static int64_t rw_take_out(struct rw_fronts *f, int32_t node, const int32_t *vector)
{
    struct rw_front_node *at = &f->nodes[node];
    int64_t taken = 0;
    if (at->count == 0 || !rw_is_as_great(vector, rw_least(f, node), f->width)) return 0;
    if (at->less >= 0) {
        taken = rw_take_out(f, at->less, vector) + rw_take_out(f, at->more, vector);
    } else {
        for (int64_t *link = &at->first; *link >= 0;) {
            if (rw_is_as_great(vector, rw_vector(f, *link), f->width)) {
                f->gone[*link] = 1;
                *link = f->next[*link];
                taken++;
            } else {
                link = &f->next[*link];
            }
        }
    }
    f->nodes[node].count -= taken;
    return taken;
}

/* A leaf without vectors; -1: there is no room. */
static inline int32_t rw_new_leaf(struct rw_fronts *f)
{
    if (f->node_count >= INT32_MAX - 1) return -1;
    if (!rw_stretch(f->bank, (void **)&f->nodes, &f->node_room, f->node_count + 1, sizeof(struct rw_front_node))) return -1;
    if (!rw_stretch(f->bank, (void **)&f->ranges, &f->range_room, f->node_count + 1, 2 * sizeof(int32_t) * (size_t)f->room)) return -1;
    f->nodes[f->node_count] = (struct rw_front_node){.less = -1, .more = -1, .first = -1};
    return (int32_t)f->node_count++;
}

/* Note a vector in the ranges of a node. */
static inline void rw_widen(struct rw_fronts *f, int32_t node, const int32_t *vector)
{
    int32_t *least = rw_least(f, node), *greatest = rw_greatest(f, node);
    const int is_first = f->nodes[node].count == 0;
    for (int place = 0; place < f->width; place++) {
        if (is_first || vector[place] < least[place]) least[place] = vector[place];
        if (is_first || vector[place] > greatest[place]) greatest[place] = vector[place];
    }
    f->nodes[node].count++;
}

static inline void rw_hang_in(struct rw_fronts *f, int32_t leaf, int64_t number)
{
    rw_widen(f, leaf, rw_vector(f, number));
    f->next[number] = f->nodes[leaf].first;
    f->nodes[leaf].first = number;
}

/* Make two halves of a leaf, at the place where its vectors differ most. 0: there is no room. */
static int rw_split(struct rw_fronts *f, int32_t leaf)
{
    int64_t each = f->nodes[leaf].first;
    int32_t *least = rw_least(f, leaf), *greatest = rw_greatest(f, leaf);
    int widest = 0;
    f->nodes[leaf].count = 0;
    for (int64_t one = each; one >= 0; one = f->next[one]) rw_widen(f, leaf, rw_vector(f, one));
    for (int place = 1; place < f->width; place++)
        if ((int64_t)greatest[place] - least[place] > (int64_t)greatest[widest] - least[widest]) widest = place;
    const int32_t value = (int32_t)(((int64_t)least[widest] + greatest[widest] + 1) >> 1);
    const int32_t less = rw_new_leaf(f), more = less < 0 ? -1 : rw_new_leaf(f);
    if (more < 0) return 0;
    while (each >= 0) {
        const int64_t after = f->next[each];
        rw_hang_in(f, rw_vector(f, each)[widest] >= value ? more : less, each);
        each = after;
    }
    f->nodes[leaf].less = less;
    f->nodes[leaf].more = more;
    f->nodes[leaf].place = widest;
    f->nodes[leaf].value = value;
    f->nodes[leaf].first = -1;
    return 1;
}

/* Put a vector into the front of a key: its number, -1 if another is at least as great, -2 if there is no room. What it surpasses is gone. */
static int64_t rw_put(struct rw_fronts *f, int64_t key, const int32_t *vector)
{
    const size_t size = sizeof(int32_t) * (size_t)f->room;
    if (!rw_stretch(f->bank, (void **)&f->roots, &f->root_room, key + 1, sizeof(int32_t))) return -2;
    if (!f->roots[key]) {
        const int32_t made = rw_new_leaf(f);
        if (made < 0) return -2;
        f->roots[key] = made + 1;
    }
    int32_t node = f->roots[key] - 1;
    if (rw_is_surpassed(f, node, vector)) return -1;
    const int64_t number = f->vectors;
    if (!rw_stretch(f->bank, (void **)&f->numbers, &f->vector_room, number + 1, size)) return -2;
    if (!rw_stretch(f->bank, (void **)&f->next, &f->next_room, number + 1, sizeof(int64_t))) return -2;
    if (!rw_stretch(f->bank, (void **)&f->gone, &f->gone_room, number + 1, 1)) return -2;
    rw_take_out(f, node, vector);
    memcpy(rw_vector(f, number), vector, size);
    f->vectors++;
    while (f->nodes[node].less >= 0) {
        rw_widen(f, node, vector);
        node = vector[f->nodes[node].place] >= f->nodes[node].value ? f->nodes[node].more : f->nodes[node].less;
    }
    rw_hang_in(f, node, number);
    if (f->nodes[node].count > RW_LEAF && !rw_split(f, node)) return -2;
    return number;
}

/* No fronts yet, of vectors of so many numbers; a vector that is put in has room for one at least. */
static inline void rw_make_fronts(struct rw_fronts *f, int width, struct rw_set *bank)
{
    memset(f, 0, sizeof *f);
    f->width = width;
    f->room = width ? width : 1;
    f->bank = bank;
}

static inline void rw_free_fronts(struct rw_fronts *f)
{
    free(f->numbers);
    free(f->next);
    free(f->gone);
    free(f->nodes);
    free(f->ranges);
    free(f->roots);
}

#endif
