# Included by the kernels in which chance acts: lists of moves that hold the weights of outcomes, too.

cdef int grow_weighted(rw_list *moves) noexcept nogil:
    cdef void *items = realloc(moves.items, 2 * moves.room * sizeof(rw_move))
    cdef void *weights = realloc(moves.weights, 2 * moves.room * sizeof(uint64_t))
    moves.items = <rw_move *>items if items != NULL else moves.items
    moves.weights = <uint64_t *>weights if weights != NULL else moves.weights
    if items == NULL or weights == NULL:
        return -1
    moves.room *= 2
    return 0


cdef int make_weighted(rw_list *moves, int64_t room) except -1:
    """A list for moves or outcomes with weights."""
    make_list(moves, room)
    moves.weights = <uint64_t *>room_for(moves.room * sizeof(uint64_t))
    moves.grow = grow_weighted
    return 0


cdef void free_weighted(rw_list *moves) noexcept nogil:
    free(moves.weights)
    free_list(moves)
