"""All positions after one move, after two, after three, of which those are kept that no other surpasses: one at least as good in all that is compared, else the same."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from cython_ext.kernels._kernel cimport RW_GOAL, RW_WIN, Handle, Watch, failed, free_list, make_list, room_for, rw_failure, rw_game, rw_list, rw_move
from cython_ext.kernels._states cimport rw_free_set, rw_hash_record, rw_make_set, rw_make_squeeze, rw_note, rw_pack, rw_set, rw_squeeze, rw_stretch

cdef extern from "states/front.h":
    struct rw_fronts:
        int64_t vectors
        uint8_t *gone

    void rw_make_fronts(rw_fronts *, int width, rw_set *bank) nogil
    void rw_free_fronts(rw_fronts *) nogil
    int64_t rw_put(rw_fronts *, int64_t key, const int32_t *vector) nogil

include "_ordering.pxi"

cdef int RW_CHANCE = 2  # of enum rw_kind

cdef enum Status:
    RUNNING, COMPLETE, STOPPED, CHANCE, MOVES, APPLY, ENDED, GRADED, UNFIT, MEMORY, REACHED

NAMES = {RUNNING: "running", COMPLETE: "complete", STOPPED: "stopped", CHANCE: "chance", UNFIT: "unfit", MEMORY: "memory", REACHED: "reached"}
STEPS = {MOVES: "moves", APPLY: "apply", ENDED: "ended", GRADED: "graded"}


cdef struct Layer:
    uint8_t *states
    int64_t *numbers
    uint32_t *origins    # the node that each comes from
    int64_t count
    int64_t state_room
    int64_t number_room
    int64_t origin_room


cdef class Layers:
    """Seeks the nearest goal, or else the highest score: `best` and `play` are the score and the numbers of the moves. `order` is a game over the same states that
    says what is compared; None: nothing is. `depth` counts moves, `nodes` positions looked at, `left_out` those that came again or were surpassed.
    With an `ordering` (cython_ext/kernels/ordering.py) and nothing that is compared moves that may change places are made in one order; `skipped` counts those that were not made.
    """

    cdef Handle handle
    cdef Handle order
    cdef const rw_game *game
    cdef const rw_game *comparing  # NULL: nothing is compared
    cdef Watch watch
    cdef uint32_t size
    cdef bint seeks
    cdef rw_squeeze squeeze
    cdef rw_set rests        # of positions, without what is compared
    cdef rw_fronts fronts    # what is compared, by the number of the rest
    cdef Layer here
    cdef Layer after
    cdef int64_t at          # of the positions here so many were looked at
    cdef int64_t *parents    # by number of the position
    cdef rw_move *moves
    cdef int64_t parent_room
    cdef int64_t move_room
    cdef rw_list list
    cdef uint8_t *state
    cdef uint8_t *rest
    cdef uint64_t *record
    cdef int32_t *grades
    cdef int64_t *scores
    cdef rw_failure failure
    cdef int status
    cdef bint improved
    cdef bint has_any
    cdef int64_t highest
    cdef int64_t found_at
    cdef readonly int64_t depth
    cdef readonly int64_t nodes
    cdef readonly int64_t left_out
    cdef readonly int64_t skipped
    cdef object ordering
    cdef rw_order swapping

    def __cinit__(self, Handle handle, Handle order, bytes start, Watch watch, bytes mask, memory, bint seeks, ordering=None):
        assert len(start) == handle.game.state_size == len(mask) and (order is None or order.game.state_size == handle.game.state_size)
        self.handle, self.game, self.order, self.watch, self.seeks = handle, handle.game, order, watch, seeks
        self.ordering = ordering
        set_order(&self.swapping, ordering if order is None else None)
        self.size, self.comparing = handle.game.state_size, NULL if order is None else order.game
        cdef int width = 0 if order is None else order.game.grades
        if rw_make_squeeze(&self.squeeze, <const uint8_t *>mask, self.size) < 0 or rw_make_set(&self.rests, self.squeeze.record_bytes) < 0:
            raise MemoryError("there is no memory for the first state")
        self.rests.budget = -1 if memory is None else memory
        rw_make_fronts(&self.fronts, width, &self.rests)
        self.record = <uint64_t *>room_for(self.squeeze.record_words * sizeof(uint64_t))
        self.state, self.rest = <uint8_t *>room_for(self.size), <uint8_t *>room_for(self.size)
        self.grades = <int32_t *>room_for(width * sizeof(int32_t))
        self.scores = <int64_t *>room_for(self.game.players * sizeof(int64_t))
        make_list(&self.list, 16)
        memcpy(self.state, <const uint8_t *>start, self.size)
        self.status = RUNNING
        self._come(-1, 0, 0)
        self._swap()
        self.depth = 0

    def __dealloc__(self):
        rw_free_fronts(&self.fronts)
        rw_free_set(&self.rests)
        free_list(&self.list)
        free(self.squeeze.masks)
        free(self.here.states)
        free(self.here.numbers)
        free(self.here.origins)
        free(self.after.states)
        free(self.after.numbers)
        free(self.after.origins)
        free(self.parents)
        free(self.moves)
        free(self.state)
        free(self.rest)
        free(self.record)
        free(self.grades)
        free(self.scores)

    @property
    def status_name(self):
        """running, complete, reached (a goal), stopped, memory, chance (it decides something), unfit (a state has a bit that `mask` denies)."""
        return NAMES.get(self.status, "failed")

    @property
    def best(self):
        """The highest score found, None if there is none."""
        return self.highest if self.has_any else None

    @property
    def play(self):
        """The numbers of the moves that lead to the highest score, or to the goal."""
        cdef int64_t number = self.found_at
        found = []
        while self.parents[number] >= 0:
            found.append(self.moves[number])
            number = self.parents[number]
        return found[::-1]

    @property
    def kept(self):
        """How many positions were not surpassed when they came."""
        return self.fronts.vectors

    def run(self, int64_t work):
        """Look at so many positions more, but stop where a higher score is found: True if one is."""
        cdef int64_t last = self.nodes + work
        with nogil:
            while self.status == RUNNING and not self.improved and self.nodes < last:
                if self.at < self.here.count:
                    self._look()
                elif self.after.count:
                    self._swap()
                else:
                    self.status = COMPLETE
        self.watch.check()
        if self.status in STEPS:
            raise failed(STEPS[self.status], &self.failure, self.state, self.size)
        found, self.improved = self.improved, False
        return found

    cdef void _swap(self) noexcept nogil:
        """Go on to the next layer, without what was surpassed in it: who comes a move later is no match for those here."""
        cdef Layer empty = self.here
        cdef int64_t each, kept = 0
        self.here, self.after = self.after, empty
        for each in range(self.here.count):
            if self.fronts.gone[self.here.numbers[each]]:
                self.left_out += 1
            else:
                if kept < each:
                    self.here.numbers[kept], self.here.origins[kept] = self.here.numbers[each], self.here.origins[each]
                    memcpy(self.here.states + <size_t>kept * self.size, self.here.states + <size_t>each * self.size, self.size)
                kept += 1
        self.here.count = kept
        self.after.count = self.at = 0
        self.depth += 1

    cdef void _look(self) noexcept nogil:
        """Look at the next position."""
        cdef const uint8_t *state = self.here.states + <size_t>self.at * self.size
        cdef int64_t number = self.here.numbers[self.at]
        cdef uint32_t origin = self.here.origins[self.at]
        cdef uint32_t node = rw_node_of(&self.swapping, state) if self.swapping.swaps != NULL else 0
        cdef int64_t each
        self.at += 1
        self.nodes += 1
        memcpy(self.state, state, self.size)
        if self.watch.due(1):
            self.status = STOPPED
            return
        if self.game.has_chance and self.game.kind(state, &self.failure) == RW_CHANCE:
            self.status = CHANCE
            return
        self.list.count = 0
        if self.game.moves(state, &self.list, &self.failure) < 0:
            self.status = MOVES
        elif self.list.count == 0:
            self._judge(state, number)
        for each in range(self.list.count):
            if self.status != RUNNING:
                return
            if number and rw_is_out_of_order(&self.swapping, origin, self.moves[number], node, self.list.items[each]):
                self.skipped += 1
                continue
            memcpy(self.state, state, self.size)
            if self.game.apply(self.state, self.list.items[each], &self.failure) < 0:
                memcpy(self.state, state, self.size)
                self.status = APPLY
            else:
                self._come(number, self.list.items[each], node)

    cdef void _judge(self, const uint8_t *state, int64_t number) noexcept nogil:
        """The game is over."""
        cdef int who, ending, kind
        if self.seeks:
            kind = self.game.ended(state, &who, &ending, &self.failure)
            if kind == RW_GOAL or kind == RW_WIN:
                self.status, self.found_at = REACHED, number
        else:
            kind = self.game.scores(state, self.scores, &self.failure)
            if kind >= 0 and (not self.has_any or self.scores[0] > self.highest):
                self.highest, self.has_any, self.improved, self.found_at = self.scores[0], True, True, number
        if kind < 0:
            self.status = ENDED

    cdef void _come(self, int64_t parent, rw_move move, uint32_t origin) noexcept nogil:
        """Keep the position at hand for the next layer, unless it is surpassed."""
        cdef int64_t key, number
        memcpy(self.rest, self.state, self.size)
        self.game.canonical(self.rest)
        if self.comparing != NULL and self.comparing.graded(self.rest, self.grades, &self.failure) < 0:
            self.status = GRADED
            return
        if rw_pack(&self.squeeze, self.rest, self.record) < 0:
            self.status = UNFIT
            return
        key = rw_note(&self.rests, self.record, rw_hash_record(&self.rests, self.record))
        number = -2 if key < 0 else rw_put(&self.fronts, key, self.grades)
        if number == -1:
            self.left_out += 1
        elif number < 0 or not self._keep(number, parent, move, origin):
            self.status = MEMORY

    cdef bint _keep(self, int64_t number, int64_t parent, rw_move move, uint32_t origin) noexcept nogil:
        cdef int64_t place = self.after.count
        if not (rw_stretch(&self.rests, <void **>&self.parents, &self.parent_room, number + 1, sizeof(int64_t))
                and rw_stretch(&self.rests, <void **>&self.moves, &self.move_room, number + 1, sizeof(rw_move))
                and rw_stretch(&self.rests, <void **>&self.after.states, &self.after.state_room, place + 1, self.size)
                and rw_stretch(&self.rests, <void **>&self.after.numbers, &self.after.number_room, place + 1, sizeof(int64_t))
                and rw_stretch(&self.rests, <void **>&self.after.origins, &self.after.origin_room, place + 1, sizeof(uint32_t))):
            return False
        self.parents[number], self.moves[number] = parent, move
        memcpy(self.after.states + <size_t>place * self.size, self.state, self.size)
        self.after.numbers[place], self.after.origins[place] = number, origin
        self.after.count += 1
        return True
