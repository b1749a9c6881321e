# Moves that a search leaves out (cython_ext/barring.py), as they are seen without the GIL.

cdef enum:
    MOST_BARS = 16


cdef struct Bar:
    uint64_t node
    uint64_t option
    int shift
    uint64_t mask
    uint64_t values[4]


cdef struct Barred:
    uint32_t node_at
    uint32_t node_bytes
    uint64_t option_mask
    int count
    Bar bars[MOST_BARS]


cdef int set_bars(Barred *barred, object told) except -1:
    """Which moves are left out, and where the node of a state is found; without this no move is left out."""
    cdef Bar *bar
    cdef int part
    assert len(told.bars) <= MOST_BARS and told.node_bytes <= sizeof(uint64_t)
    barred.node_at, barred.node_bytes, barred.option_mask, barred.count = told.node_at, told.node_bytes, (1 << told.option_width) - 1, 0
    for each in told.bars:
        bar = &barred.bars[barred.count]
        bar.node, bar.option, bar.shift, bar.mask = each.node, each.option, each.shift, (1 << each.width) - 1
        for part in range(4):
            bar.values[part] = each.values >> 64 * part & 0xFFFFFFFFFFFFFFFF
        barred.count += 1
    return 0


cdef uint64_t node_of(const Barred *barred, const uint8_t *state) noexcept nogil:
    """The node a state is at."""
    cdef uint64_t node = 0
    memcpy(&node, state + barred.node_at, barred.node_bytes)  # the lowest byte of a number comes first in a state on the processors this is compiled for
    return node


cdef void leave_out(const Barred *barred, const uint8_t *state, rw_list *moves) noexcept nogil:
    """Only the moves that no bar forbids stay."""
    cdef int64_t at, kept = 0
    cdef uint64_t node
    if barred.count == 0:
        return
    node = node_of(barred, state)
    for at in range(moves.count):
        if not is_barred(barred, node, moves.items[at]):
            moves.items[kept] = moves.items[at]
            kept += 1
    moves.count = kept


cdef bint is_barred(const Barred *barred, uint64_t node, rw_move move) noexcept nogil:
    cdef const Bar *bar
    cdef uint64_t value
    cdef int number
    for number in range(barred.count):
        bar = &barred.bars[number]
        if bar.node == node and (move & barred.option_mask) == bar.option:
            value = move >> bar.shift & bar.mask
            if value < 256 and bar.values[value >> 6] >> (value & 63) & 1:
                return True
    return False
