# Moves and positions that a search leaves out (cython_ext/kernels/barring.py), as they are seen without the GIL.

cdef enum:
    MOST_BARS = 512
    MOST_FENCES = 256


cdef struct Bar:
    uint64_t node
    int64_t count  # below nothing: always
    uint64_t option
    int shift
    uint64_t mask
    uint64_t values[4]


cdef struct Fence:
    int64_t first
    int64_t last
    uint32_t at
    uint32_t size
    uint64_t low
    uint64_t high


cdef struct Barred:
    uint32_t node_at
    uint32_t node_bytes
    uint32_t count_at
    uint32_t count_bytes
    uint64_t option_mask
    int count
    Bar bars[MOST_BARS]
    int fence_count
    Fence fences[MOST_FENCES]


cdef int set_bars(Barred *barred, object told) except -1:
    """Which moves and positions are left out, and where the node of a state is found; without this nothing is left out."""
    cdef Bar *bar
    cdef Fence *fence
    cdef int part
    assert len(told.fences) <= MOST_FENCES and all(each.size <= sizeof(uint64_t) for each in told.fences)
    assert len(told.bars) <= MOST_BARS and told.node_bytes <= sizeof(uint64_t) and told.count_bytes < sizeof(int64_t)
    barred.count_at, barred.count_bytes = told.count_at, told.count_bytes
    barred.node_at, barred.node_bytes, barred.option_mask, barred.count = told.node_at, told.node_bytes, (1 << told.option_width) - 1, 0
    for each in told.bars:
        bar = &barred.bars[barred.count]
        bar.node, bar.count, bar.option, bar.shift, bar.mask = each.node, each.count, each.option, each.shift, (1 << each.width) - 1
        for part in range(4):
            bar.values[part] = each.values >> 64 * part & 0xFFFFFFFFFFFFFFFF
        barred.count += 1
    barred.fence_count = 0
    for each in told.fences:
        fence = &barred.fences[barred.fence_count]
        fence.first, fence.last, fence.at, fence.size, fence.low, fence.high = each.first, each.last, each.at, each.size, each.low, each.high
        barred.fence_count += 1
    return 0


cdef bint is_outside(const Barred *barred, const uint8_t *state) noexcept nogil:
    """Is a number of the state out of its limits?"""
    cdef const Fence *fence
    cdef uint64_t value
    cdef int64_t count
    cdef int number
    if barred.fence_count == 0:
        return False
    count = <int64_t>number_at(state + barred.count_at, barred.count_bytes)
    for number in range(barred.fence_count):
        fence = &barred.fences[number]
        if fence.first <= count <= fence.last:
            value = number_at(state + fence.at, fence.size)
            if value < fence.low or value > fence.high:
                return True
    return False


cdef uint64_t node_of(const Barred *barred, const uint8_t *state) noexcept nogil:
    """The node a state is at."""
    return number_at(state + barred.node_at, barred.node_bytes)


cdef uint64_t number_at(const uint8_t *place, uint32_t size) noexcept nogil:
    cdef uint64_t number = 0
    memcpy(&number, place, size)  # the lowest byte of a number comes first in a state on the processors this is compiled for
    return number


cdef void leave_out(const Barred *barred, const uint8_t *state, rw_list *moves) noexcept nogil:
    """Only the moves that no bar forbids stay."""
    cdef int64_t at, kept = 0
    cdef uint64_t node
    cdef int64_t count
    if barred.count == 0:
        return
    node, count = node_of(barred, state), <int64_t>number_at(state + barred.count_at, barred.count_bytes)
    for at in range(moves.count):
        if not is_barred(barred, node, count, moves.items[at]):
            moves.items[kept] = moves.items[at]
            kept += 1
    moves.count = kept


cdef bint is_barred(const Barred *barred, uint64_t node, int64_t count, rw_move move) noexcept nogil:
    cdef const Bar *bar
    cdef uint64_t value
    cdef int number
    for number in range(barred.count):
        bar = &barred.bars[number]
        if bar.node == node and (bar.count < 0 or bar.count == count) and (move & barred.option_mask) == bar.option:
            value = move >> bar.shift & bar.mask
            if value < 256 and bar.values[value >> 6] >> (value & 63) & 1:
                return True
    return False
