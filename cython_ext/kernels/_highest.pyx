"""The highest score of a compiled game of one player: depth first, each position once as far as a table of fixed memory remembers, without the GIL."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memcpy, memset

from cython_ext.kernels._kernel cimport Handle, Watch, failed, free_list, make_list, room_for, rw_failure, rw_game, rw_list, rw_move
from cython_ext.kernels._states cimport rw_make_squeeze, rw_pack, rw_squeeze

include "_ordering.pxi"

cdef int64_t DEEPEST = 1 << 16
cdef int NEAR_PLACES = 4
cdef int RW_CHANCE = 2  # of enum rw_kind

cdef enum Status:
    RUNNING, COMPLETE, STOPPED, CHANCE, MOVES, APPLY, ENDED, UNFIT, MEMORY

include "_barred.pxi"
include "_priced.pxi"

NAMES = {RUNNING: "running", COMPLETE: "complete", STOPPED: "stopped", CHANCE: "chance", UNFIT: "unfit"}
STEPS = {MOVES: "moves", APPLY: "apply", ENDED: "scores"}

cdef enum:
    MOST_CEILINGS = 16


cdef struct Entry:
    uint32_t effort  # positions that were looked at below it; 0: nothing is here
    uint32_t unused


cdef class Highest:
    """`best` and `play` are the highest score found and the numbers of the moves that lead to it; `nodes` counts positions, `known` those the table knew. `ceilings` are
    games over the same states whose scores say what no play from a state surpasses; `pruned` counts for each what it left out. `cut`: some plays were too long to follow.
    With an `order` (cython_ext/kernels/ordering.py) moves that may change places are made in one order; `skipped` counts those that were not made. Positions must not recur then.
    Moves and positions that `bars` forbid (cython_ext/kernels/barring.py) are left out. With `least` only what is higher counts. `prices` (cython_ext/kernels/pricing.py) say what positions
    are worth at most; `overpriced` counts those that were left out for it.
    """

    cdef Handle handle
    cdef const rw_game *game
    cdef Watch watch
    cdef uint32_t size
    cdef rw_squeeze squeeze
    cdef list ceilings
    cdef const rw_game *above[MOST_CEILINGS]
    cdef int64_t left_out[MOST_CEILINGS]
    cdef int ceiling_count
    cdef Barred barred
    cdef Priced priced
    cdef readonly int64_t overpriced
    cdef uint8_t *states     # one for each depth
    cdef rw_list *lists
    cdef int64_t *at         # how many moves of the list have been made
    cdef int64_t *before     # positions looked at before this one
    cdef int64_t room        # depths there is room for
    cdef int64_t depth       # -1: at an end
    cdef uint8_t *table
    cdef uint64_t places
    cdef size_t entry        # bytes of one
    cdef uint64_t *record
    cdef uint8_t *same       # a state that differs in names of alike things only
    cdef int64_t *scores
    cdef rw_failure failure
    cdef int status
    cdef bint improved
    cdef readonly int64_t nodes
    cdef readonly int64_t known
    cdef readonly int64_t skipped
    cdef object ordering
    cdef rw_order order
    cdef readonly bint cut
    cdef readonly object best
    cdef readonly list play
    cdef int64_t highest
    cdef bint has_any

    def __cinit__(self, Handle handle, bytes start, Watch watch, bytes mask, int64_t memory, list ceilings, order=None, object bars=None, object least=None, object prices=None):
        assert len(start) == handle.game.state_size == len(mask)
        self.handle, self.game, self.watch, self.size = handle, handle.game, watch, handle.game.state_size
        self._set_ceilings(ceilings)
        self.ordering = order
        set_order(&self.order, order)
        if bars is not None:
            set_bars(&self.barred, bars)
        if prices is not None:
            set_prices(&self.priced, prices)
        if least is not None:
            self.highest, self.has_any = least, True
        if rw_make_squeeze(&self.squeeze, <const uint8_t *>mask, self.size) < 0:
            raise MemoryError("there is no memory for the first state")
        self.record = <uint64_t *>room_for(self.squeeze.record_words * sizeof(uint64_t))
        self.same = <uint8_t *>room_for(self.size)
        self.scores = <int64_t *>room_for(self.game.players * sizeof(int64_t))
        self.entry = sizeof(Entry) + self.squeeze.record_words * sizeof(uint64_t)
        self.places = 1 << 10
        while 2 * self.places * self.entry <= <uint64_t>max(memory, 0):
            self.places *= 2
        self.table = <uint8_t *>room_for(self.places * self.entry)
        self.depth, self.play = -1, []
        if not self._make_room():
            raise MemoryError("there is no memory for the first state")
        memcpy(self.states, <const uint8_t *>start, self.size)
        self.status = RUNNING
        with nogil:
            self._enter(0)

    def __dealloc__(self):
        cdef int64_t depth
        if self.lists != NULL:
            for depth in range(self.room):
                free_list(&self.lists[depth])
        free(self.lists)
        free(self.states)
        free(self.at)
        free(self.before)
        free(self.table)
        free(self.record)
        free(self.same)
        free(self.scores)
        free(self.squeeze.masks)
        free_prices(&self.priced)

    cdef bint _make_room(self) except -1:
        """Room for twice as many depths."""
        cdef int64_t room = max(2 * self.room, <int64_t>64)
        cdef int64_t depth
        if not (self._longer(<void **>&self.states, room * self.size) and self._longer(<void **>&self.lists, room * sizeof(rw_list))
                and self._longer(<void **>&self.at, room * sizeof(int64_t)) and self._longer(<void **>&self.before, room * sizeof(int64_t))):
            return False
        for depth in range(self.room, room):
            make_list(&self.lists[depth], 16)
            self.room = depth + 1
        return True

    cdef bint _longer(self, void **array, size_t size) noexcept nogil:
        cdef void *made = realloc(array[0], size)
        if made != NULL:
            array[0] = made
        return made != NULL

    cdef int _set_ceilings(self, list ceilings) except -1:
        cdef Handle each
        self.ceilings, self.ceiling_count = ceilings[:MOST_CEILINGS], 0
        for each in self.ceilings:
            assert each.game.state_size == self.size
            self.above[self.ceiling_count], self.left_out[self.ceiling_count] = each.game, 0
            self.ceiling_count += 1
        return 0

    @property
    def pruned(self):
        """How many positions each ceiling left out."""
        return [self.left_out[number] for number in range(self.ceiling_count)]

    def price(self, object prices):
        """Other prices from now on."""
        free_prices(&self.priced)
        set_prices(&self.priced, prices)

    @property
    def path(self):
        """The states from the first one to that at hand."""
        cdef int64_t depth
        return [(<const char *>self.states + depth * self.size)[: self.size] for depth in range(self.depth + 1)]

    def most_worth(self, bytes state):
        """What prices say of a state; None where they say nothing."""
        cdef const PricedStage *stage
        assert len(state) == self.size
        stage = stage_of(&self.priced, state)
        return None if stage == NULL else most_worth(stage, state)

    @property
    def status_name(self):
        """running, complete, stopped, chance (it decides something), unfit (a state has a bit that `mask` denies)."""
        return NAMES.get(self.status, "failed")

    def run(self, int64_t work):
        """Look at so many positions more, but stop where a higher score is found: True if one is."""
        cdef int64_t last = self.nodes + work
        cdef bint narrow = False
        while True:
            with nogil:
                while self.status == RUNNING and not self.improved and self.nodes < last:
                    if self.depth + 2 > self.room and self.room < DEEPEST:
                        narrow = True
                        break
                    self._step()
            if not narrow:
                break
            narrow = False
            if not self._make_room():
                self.status = MEMORY
        self.watch.check()
        self._raise_failure()
        if not self.improved:
            return False
        self.best, self.improved = self.highest, False
        self.play = [self.lists[depth].items[self.at[depth] - 1] for depth in range(self.depth)]
        self._leave()
        return True

    cdef int _raise_failure(self) except -1:
        if self.status == MEMORY:
            raise MemoryError("there is no memory for the moves")
        if self.status in STEPS:
            raise failed(STEPS[self.status], &self.failure, self.states + <size_t>self.depth * self.size, self.size)
        return 0

    cdef void _step(self) noexcept nogil:
        """Make the next move of the position at hand; at its end what was found below it is remembered."""
        cdef int64_t depth = self.depth
        cdef uint8_t *state
        if depth < 0:
            self.status = COMPLETE
        elif self.at[depth] == self.lists[depth].count:
            self._leave()
        elif self.order.swaps != NULL and self._is_out_of_order(depth):
            self.at[depth] += 1
            self.skipped += 1
        elif depth + 1 >= DEEPEST:
            self.cut = True
            self._leave()
        else:
            state = self.states + <size_t>depth * self.size
            memcpy(state + self.size, state, self.size)
            if self.game.apply(state + self.size, self.lists[depth].items[self.at[depth]], &self.failure) < 0:
                self.status = APPLY
                return
            self.at[depth] += 1
            if is_outside(&self.barred, state + self.size) or (self.has_any and self._is_hopeless(state + self.size)):
                return
            self._enter(depth + 1)

    cdef bint _is_out_of_order(self, int64_t depth) noexcept nogil:
        """May the next move be left out, for it and the one before are tried the other way round?"""
        cdef const uint8_t *state = self.states + <size_t>depth * self.size
        cdef rw_move last
        if depth == 0:
            return False
        last = self.lists[depth - 1].items[self.at[depth - 1] - 1]
        return rw_is_out_of_order(
            &self.order, rw_node_of(&self.order, state - self.size), last, rw_node_of(&self.order, state), self.lists[depth].items[self.at[depth]]
        )

    cdef bint _is_hopeless(self, const uint8_t *state) noexcept nogil:
        """Does a ceiling say that nothing better than what was found comes from here, or do prices? One that fails says nothing."""
        cdef int number
        cdef const PricedStage *stage = stage_of(&self.priced, state)
        if stage != NULL and most_worth(stage, state) <= self.highest:
            self.overpriced += 1
            return True
        for number in range(self.ceiling_count):
            if self.above[number].scores(state, self.scores, &self.failure) >= 0 and self.scores[0] <= self.highest:
                self.left_out[number] += 1
                return True
        return False

    cdef void _leave(self) noexcept nogil:
        """Go back to the position before."""
        cdef int64_t effort = self.nodes - self.before[self.depth]
        self._note(self.states + <size_t>self.depth * self.size, effort)
        self.depth -= 1

    cdef void _enter(self, int64_t depth) noexcept nogil:
        """Look at a position, unless that was done before."""
        cdef uint8_t *state = self.states + <size_t>depth * self.size
        cdef rw_list *moves = &self.lists[depth]
        if self._pack(state) < 0:
            self.status = UNFIT
            return
        if self._is_known():
            self.known += 1
            return
        self.depth, self.at[depth], self.before[depth] = depth, 0, self.nodes
        self.nodes += 1
        if self.watch.due(1):
            self.status = STOPPED
            return
        if self.game.has_chance and self.game.kind(state, &self.failure) == RW_CHANCE:
            self.status = CHANCE
            return
        moves.count = 0
        if self.game.moves(state, moves, &self.failure) < 0:
            self.status = MOVES
        elif moves.count == 0:
            self._judge(state)
        else:
            leave_out(&self.barred, state, moves)
            self._note(state, 1)

    cdef void _judge(self, const uint8_t *state) noexcept nogil:
        """The game is over."""
        if self.game.scores(state, self.scores, &self.failure) < 0:
            self.status = ENDED
        elif not self.has_any or self.scores[0] > self.highest:
            self.highest, self.has_any, self.improved = self.scores[0], True, True

    # -- the table ----------------------------------------------------------------------------------------------------

    cdef int _pack(self, const uint8_t *state) noexcept nogil:
        """The record of a state, up to the names of alike things."""
        memcpy(self.same, state, self.size)
        self.game.canonical(self.same)
        return rw_pack(&self.squeeze, self.same, self.record)

    cdef uint64_t _home(self) noexcept nogil:
        cdef uint64_t hash = 0x9E3779B97F4A7C15u
        cdef uint32_t at
        for at in range(self.squeeze.record_words):
            hash = (hash ^ self.record[at]) * 0x9E3779B97F4A7C15u
            hash ^= hash >> 29
        return hash >> 8

    cdef uint8_t *_place(self, uint64_t home, int step) noexcept nogil:
        return self.table + ((home + step) & (self.places - 1)) * self.entry

    cdef bint _is_same(self, const uint8_t *place) noexcept nogil:
        return (<const Entry *>place).effort and memcmp(place + sizeof(Entry), self.record, self.entry - sizeof(Entry)) == 0

    cdef bint _is_known(self) noexcept nogil:
        cdef uint64_t home = self._home()
        cdef int step
        for step in range(NEAR_PLACES):
            if self._is_same(self._place(home, step)):
                return True
        return False

    cdef void _note(self, const uint8_t *state, int64_t effort) noexcept nogil:
        """Remember a position, in the place of the one that is the least loss."""
        cdef uint8_t *least = NULL
        cdef uint8_t *place
        cdef uint64_t home
        cdef int step
        self._pack(state)
        home = self._home()
        for step in range(NEAR_PLACES):
            place = self._place(home, step)
            if self._is_same(place):
                least = place
                break
            if least == NULL or (<Entry *>place).effort < (<Entry *>least).effort:
                least = place
        (<Entry *>least).effort = <uint32_t>min(max(effort, <int64_t>1), <int64_t>0xFFFFFFFFu)
        memcpy(least + sizeof(Entry), self.record, self.entry - sizeof(Entry))
