# The function table of a compiled game for Cython, and what all kernels share.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t


cdef extern from "runtime/table.h":
    ctypedef uint64_t rw_move
    enum: RW_ABI

    struct rw_failure:
        int32_t code
        int32_t place
        int64_t value

    struct rw_list:
        rw_move *items
        uint64_t *weights
        int64_t count
        int64_t room
        int (*grow)(rw_list *) noexcept nogil

    struct rw_plays:
        uint64_t seed
        int64_t next
        int64_t last
        int64_t maximum
        int64_t playouts
        int64_t plies
        int64_t broken_off
        int64_t *sums
        int64_t *ends
        void *lanes
        int32_t running
        int32_t step
        int64_t failing
        void *position

    struct rw_counting:
        uint64_t *counts
        int32_t bulk
        int32_t step
        uint64_t over
        void *position

    enum:
        RW_LANES, RW_AT_DRAW, RW_AT_COUNT, RW_AT_END, RW_AT_SCORES, RW_AT_MOVES, RW_AT_APPLY, RW_GOAL, RW_WIN, RW_LOSE

    struct rw_game:
        uint32_t abi
        uint32_t table_size
        uint32_t state_size
        uint32_t encoded_size
        uint32_t players
        uint32_t claims
        uint32_t score_lines
        uint32_t moves_hint
        uint32_t has_chance
        uint32_t lane_size
        uint32_t grades
        int64_t (*moves)(const void *, rw_list *, rw_failure *) noexcept nogil
        int64_t (*count)(const void *, rw_failure *) noexcept nogil
        int (*apply)(void *, rw_move, rw_failure *) noexcept nogil
        int (*kind)(const void *, rw_failure *) noexcept nogil
        int (*actor)(const void *, rw_failure *) noexcept nogil
        uint64_t (*hash)(const void *) noexcept nogil
        int (*draw)(void *, uint64_t *, rw_failure *) noexcept nogil
        int (*play)(const void *, rw_plays *, int64_t, rw_failure *) noexcept nogil
        int (*perft)(const void *, int, rw_counting *, rw_failure *) noexcept nogil
        int (*ended)(const void *, int *, int *, rw_failure *) noexcept nogil
        int (*scores)(const void *, int64_t *, rw_failure *) noexcept nogil
        int (*claims_at)(const void *, uint8_t *, rw_failure *) noexcept nogil
        void (*encode)(const void *, uint8_t *) noexcept nogil
        int (*decode)(void *, const uint8_t *) noexcept nogil
        int (*canonical)(void *) noexcept nogil
        int (*graded)(void *, int32_t *, rw_failure *) noexcept nogil


cdef class Watch:
    cdef public bint stop
    cdef readonly int64_t nodes
    cdef double deadline
    cdef int64_t next_look
    cdef int looks
    cdef object raised
    cdef bint due(self, int64_t work) noexcept nogil
    cdef bint look(self) noexcept nogil
    cdef bint signalled(self) noexcept with gil


cdef class Handle:
    cdef const rw_game *game
    cdef object owner


cdef int make_list(rw_list *moves, int64_t room) except -1
cdef void free_list(rw_list *moves) noexcept nogil
cdef void *room_for(size_t size) except NULL
cdef object failed(str step, const rw_failure *failure, const void *state, uint32_t size)
