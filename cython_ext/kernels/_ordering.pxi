# Included by kernels that make moves which may change places in one order.

cdef extern from "states/order.h":
    struct rw_order:
        const uint8_t *swaps
        uint32_t node_at
        uint32_t node_bytes
        uint32_t options
        uint32_t by_option
        uint64_t mask

    uint32_t rw_node_of(const rw_order *, const uint8_t *state) nogil
    bint rw_is_out_of_order(const rw_order *, uint32_t before, uint64_t last, uint32_t node, uint64_t move) nogil


cdef void set_order(rw_order *order, object given):
    """What `ordering.py` says, which must be kept as long as the kernel; without it all orders are tried."""
    order.swaps = NULL
    if given is not None:
        order.swaps = <const uint8_t *><bytes>given.swaps
        order.node_at, order.node_bytes, order.options = given.node_at, given.node_bytes, given.options
        order.by_option, order.mask = given.by_option, given.mask
