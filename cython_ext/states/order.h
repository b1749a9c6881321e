/* Moves that may change places are made in one order: after a move none that comes before it, if the two do the same the other way round.
 *
 * Of all plays that differ by such changes the one that is first by options, then by the rest of its moves, has no such pair. So plays without them come to every
 * position, after as many moves. Where each position is looked at once, with what may not follow the move that led to it first, none is missed either: if a move out of
 * a position is left out because of the move before, the position it leads to is led to by a greater last move from another position, and so on up to the greatest.
 * That other position must have been looked at: it is in layers, for it is as many moves away; and where positions never recur, for it comes before.
 */
#ifndef REGELWERK_ORDER_H
#define REGELWERK_ORDER_H

#include <stdint.h>
#include <string.h>

struct rw_order {
    const uint8_t *swaps;  /* by node, first option, second option: may they change places? NULL: none may */
    uint32_t node_at;      /* where in a state its node stands, and in how many bytes */
    uint32_t node_bytes;
    uint32_t options;      /* of a node at most */
    uint32_t by_option;    /* moves of one option are in no order: their arguments may be named otherwise */
    uint64_t mask;         /* the option of a move */
};

static inline uint32_t rw_node_of(const struct rw_order *order, const uint8_t *state)
{
    uint32_t node = 0;
    memcpy(&node, state + order->node_at, order->node_bytes);
    return node;
}

/* May this move be left out after that one, which led from one node to another? */
static inline int rw_is_out_of_order(const struct rw_order *order, uint32_t before, uint64_t last, uint32_t node, uint64_t move)
{
    if (!order->swaps || before != node) return 0;
    const uint64_t first = last & order->mask, second = move & order->mask;
    if (!order->swaps[(node * order->options + first) * order->options + second]) return 0;
    return first == second ? !order->by_option && move < last : second < first;
}

#endif
