"""The mean result of best play in a compiled game in which chance acts: every position once, depth first, in a fixed budget of memory and without the GIL.

Of each position two numbers are kept between which its value surely lies; they are the same as long as nothing had to be rounded.
What only adds up to a sum is taken out of positions: their values are what is still to come. Positions at `rests` stay known; what was found below one of them is
forgotten once its own value is known, if that is wanted.

With a number for the deck all chance is known beforehand: what happens the k-th time depends on the number and on k, as in _trying.pyx.
"""

from libc.math cimport INFINITY, fabs, fma, nextafter
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from cython_ext.kernels._kernel cimport Handle, failed, free_list, make_list, room_for, rw_failure, rw_game, rw_list, rw_move
from cython_ext.kernels._states cimport rw_find, rw_free_set, rw_hash_record, rw_make_set, rw_make_squeeze, rw_note, rw_pack, rw_set, rw_squeeze, rw_stretch, rw_take

include "_weighted.pxi"
include "_drawing.pxi"


cdef extern from "states/passing.h":
    struct rw_passing:
        int64_t count

    int64_t rw_pass(rw_passing *, rw_set *, const uint64_t *record) nogil
    void rw_forget(rw_passing *, const rw_set *, int64_t count) nogil
    int64_t rw_passing_place(const rw_passing *, const rw_set *, const uint64_t *record) nogil
    void rw_free_passing(rw_passing *) nogil


cdef int AT_CHANCE = 2
cdef uint32_t NOBODY = 0xFFFFFFFF  # the owner of ends, which are soon worked out again
cdef uint64_t MOST_WEIGHT = <uint64_t>1 << 52

cdef double TINY = 1e-250  # below it what is missing of a number might be lost itself

cdef enum Status:
    RUNNING, COMPLETE, MEMORY, RECURS, UNFIT, LARGE, MOVES, APPLY, SCORES, KIND, ACTOR

STATUS = {RUNNING: "running", COMPLETE: "complete", MEMORY: "memory", RECURS: "recurs", UNFIT: "unfit", LARGE: "large"}
STEPS = {MOVES: "moves", APPLY: "apply", SCORES: "scores", KIND: "moves", ACTOR: "moves"}

cdef enum Way:  # how the values after the moves become one
    HIGHEST, LOWEST, MEAN


cdef struct Interval:
    double low
    double high


cdef struct Frame:  # a position on the way to the one being looked at
    Interval value
    int64_t number
    int64_t first      # its moves in the common list
    int64_t at         # the next of them
    int64_t last
    int64_t acts       # how often chance has acted before it
    double total
    double base        # what the sum was that was taken out of the position
    double further     # what may still be added to it, at the most
    int64_t outside    # how many passing positions there were before this rest
    int64_t serial     # the number of the rest above this one
    int way
    int node
    bint kept
    bint rests


cdef class Expecter:
    """What player `me` has on average in the end, less what `other` has if that is not -1. `ways` tells of each player whether he wants it high, low or does not care.

    `step` goes on for some positions; `interval` tells what is known of a position, `first` of the one where play begins. Nobody looks for more than `most`.
    """

    cdef Handle handle
    cdef const rw_game *game
    cdef uint32_t size
    cdef int me
    cdef int other
    cdef uint8_t *ways
    cdef bint known            # is the deck?
    cdef uint64_t deck
    cdef double most
    cdef rw_squeeze squeeze
    cdef rw_set found
    cdef uint64_t *record
    cdef Interval *values      # of each position found; low > high: it is being looked at
    cdef int64_t value_room
    cdef Frame *frames
    cdef int64_t frame_room
    cdef int64_t depth
    cdef uint8_t *states       # of the frames
    cdef int64_t state_room
    cdef rw_list moves         # of all frames
    cdef int64_t *scores
    cdef rw_failure failure
    cdef int status
    cdef readonly int64_t nodes
    cdef double *further       # of each position found, where there is a sum
    cdef int64_t further_room
    cdef rw_passing passing    # positions between rests, their values, and what may still be added
    cdef Interval *passing_values
    cdef double *passing_further
    cdef int64_t passing_room, passing_further_room
    cdef bytes resting
    cdef const uint8_t *rests  # for each node of the automaton whether positions there are kept; NULL: all are
    cdef int node_at, node_bytes
    cdef bint forgets
    cdef uint32_t *owners      # the rest above which each position was found first, while nothing is forgotten
    cdef int64_t owner_room
    cdef int64_t serial, serials
    cdef readonly int64_t lost # so many values would have been worked out again
    cdef int sum_at, sum_bytes
    cdef int64_t *at_nodes     # how many positions were looked at in each node of the automaton, and in how many of them below another
    cdef int64_t *below
    cdef int64_t *open_at
    cdef int node_count

    def __cinit__(self, Handle handle, bytes start, bytes ways, int me, int other, mask=None, memory=None, deck=None, double most=INFINITY,
                  *, nodes=None, bytes rests=b"", bint forgets=False, sum=None):
        assert len(start) == handle.game.state_size and len(ways) == handle.game.players
        self.handle, self.game, self.me, self.other = handle, handle.game, me, other
        self.size = self.game.state_size
        self.ways = <uint8_t *>room_for(len(ways))
        memcpy(self.ways, <const uint8_t *>ways, len(ways))
        self.scores = <int64_t *>room_for(self.game.players * sizeof(int64_t))
        make_weighted(&self.moves, 1024)
        whole = b"\xff" * self.size if mask is None else mask
        self.known, self.deck, self.most = deck is not None, 0 if deck is None else deck, most
        if rw_make_squeeze(&self.squeeze, <const uint8_t *>whole, self.size) < 0 or rw_make_set(&self.found, self._record_bytes()) < 0:
            raise MemoryError("there is no memory for the first position")
        self.found.budget = -1 if memory is None else memory
        self.node_at, self.node_bytes, self.node_count = (0, 0, 1) if nodes is None else nodes
        self.resting, self.forgets = rests, forgets and len(rests) > 0
        self.rests = <const uint8_t *>self.resting if rests else NULL
        assert not rests or (len(rests) == self.node_count and nodes is not None and not self.known)
        self.sum_at, self.sum_bytes = (0, 0) if sum is None else sum
        self.at_nodes = <int64_t *>room_for(self.node_count * sizeof(int64_t))
        self.below = <int64_t *>room_for(self.node_count * sizeof(int64_t))
        self.open_at = <int64_t *>room_for(self.node_count * sizeof(int64_t))
        self.record = <uint64_t *>room_for((self.squeeze.record_words + 1) * sizeof(uint64_t))
        self.status = RUNNING
        self._begin(start)

    cdef uint32_t _record_bytes(self):
        """If the deck is known, how often chance has acted is a part of a position."""
        return 8 * (self.squeeze.record_words + 1) if self.known else self.squeeze.record_bytes

    cdef int _begin(self, bytes start) except -1:
        if not self._make_room():
            self.status = MEMORY
            return 0
        memcpy(self.states, <const uint8_t *>start, self.size)
        self.frames[0].acts = 0
        self._enter()
        return 0

    def __dealloc__(self):
        rw_free_set(&self.found)
        free(self.squeeze.masks)
        free(self.ways)
        free(self.record)
        free(self.values)
        free(self.further)
        rw_free_passing(&self.passing)
        free(self.passing_values)
        free(self.passing_further)
        free(self.owners)
        free(self.at_nodes)
        free(self.below)
        free(self.open_at)
        free(self.frames)
        free(self.states)
        free(self.scores)
        free_weighted(&self.moves)

    @property
    def status_name(self):
        """running, complete, memory (no room is left), recurs (a position comes again), unfit (a state has bits that the mask denies), large (a number is)."""
        return STATUS.get(self.status, "failed")

    @property
    def memory(self):
        """Bytes that were used at the most."""
        return self.found.most

    def step(self, int64_t work):
        """Go on for about so many positions."""
        cdef int64_t until = self.nodes + work
        with nogil:
            while self.status == RUNNING and self.nodes < until:
                self._advance()
        if self.status in STEPS:
            raise failed(STEPS[self.status], &self.failure, self.states + self.depth * self.size, self.size)

    def interval(self, bytes state):
        """The two numbers between which the value of a position lies, None if it has not been looked at; chance has not acted before it if the deck is known."""
        cdef bytearray bare = bytearray(state)
        cdef double base
        cdef int64_t number, place
        assert len(state) == self.size
        base = self._taken_out(bare)
        if rw_pack(&self.squeeze, <const uint8_t *>bare, self.record) < 0:
            return None
        self.record[self.squeeze.record_words] = 0
        number = rw_find(&self.found, self.record, rw_hash_record(&self.found, self.record))
        return self._known(number, base)

    @property
    def highest(self):
        """The most that the sum may become; what began with more than its type allows would have failed."""
        return self.frames[0].base + (self.further[0] if self.sum_bytes and self.found.count else 0)

    @property
    def by_node(self):
        """For each node of the automaton how many positions were looked at there, and how many of them below another."""
        return [(self.at_nodes[node], self.below[node]) for node in range(self.node_count)]

    @property
    def first(self):
        """The same of the position where play begins."""
        return self._known(0 if self.found.count else -1, self.frames[0].base)

    cdef object _known(self, int64_t number, double base):
        if number < 0 or self.values[number].low > self.values[number].high:
            return None
        return added(self.values[number].low, base, -INFINITY), added(self.values[number].high, base, INFINITY)

    cdef double _taken_out(self, uint8_t *state) noexcept nogil:
        """The sum so far; in the state there is none any more."""
        cdef uint64_t total = 0
        memcpy(&total, state + self.sum_at, self.sum_bytes)
        memset(state + self.sum_at, 0, self.sum_bytes)
        return <double>total

    cdef int _node(self, const uint8_t *state) noexcept nogil:
        cdef uint64_t node = 0
        memcpy(&node, state + self.node_at, self.node_bytes)
        return <int>node

    # -- searching

    cdef bint _make_room(self) noexcept nogil:
        """Room for a state and a frame behind the deepest."""
        return (rw_stretch(&self.found, <void **>&self.frames, &self.frame_room, self.depth + 2, sizeof(Frame))
                and rw_stretch(&self.found, <void **>&self.states, &self.state_room, self.depth + 2, self.size))

    cdef void _advance(self) noexcept nogil:
        """Look at the next move of the deepest frame, or close it."""
        cdef Frame *frame = &self.frames[self.depth]
        cdef uint8_t *state = self.states + self.depth * self.size
        if frame.at == frame.last:
            self._leave()
            return
        if not self._make_room():
            self.status = MEMORY
            return
        frame, state = &self.frames[self.depth], self.states + self.depth * self.size
        memcpy(state + self.size, state, self.size)
        if self.game.apply(state + self.size, self.moves.items[frame.at], &self.failure) < 0:
            self.status = APPLY
            return
        self.depth += 1
        self.frames[self.depth].acts = frame.acts + (frame.way == MEAN)
        self._enter()

    cdef void _enter(self) noexcept nogil:
        """Take up the value of the deepest state if it is known, else begin to look at it."""
        cdef uint8_t *state = self.states + self.depth * self.size
        cdef Frame *frame = &self.frames[self.depth]
        cdef Interval *value
        cdef bint fresh
        frame.base = self._taken_out(state)
        if rw_pack(&self.squeeze, state, self.record) < 0:
            self.status = UNFIT
            return
        if self.known:
            self.record[self.squeeze.record_words] = <uint64_t>frame.acts
        frame.node = self._node(state)
        frame.rests = self.rests != NULL and self.rests[frame.node]
        frame.kept = not self.forgets or self.depth == 0 or frame.rests
        fresh = self._find(frame)
        if self.status != RUNNING:
            return
        value = self._value_of(frame)
        if fresh:
            value.low, value.high = 1, 0
            self.nodes += 1
            self._begin_below(frame)
            self._open(frame.number, state)
        elif value.low > value.high:
            self.status = RECURS
        else:
            if self.owners != NULL and not frame.rests and self.owners[frame.number] != <uint32_t>self.serial:
                self.lost += self.owners[frame.number] != NOBODY
            self.depth -= 1
            self._take(value[0], frame.base, self._further_of(frame)[0] if self.sum_bytes else 0)

    cdef void _begin_below(self, Frame *frame) noexcept nogil:
        """Note what is found below a rest, and how positions are spread over the nodes."""
        self.at_nodes[frame.node] += 1
        self.below[frame.node] += self.open_at[frame.node] > 0
        self.open_at[frame.node] += 1
        frame.further, frame.outside, frame.serial = 0, self.passing.count, self.serial
        if frame.rests:
            self.serials += 1
            self.serial = self.serials
        elif self.owners != NULL:
            self.owners[frame.number] = <uint32_t>self.serial

    cdef void _end_below(self, const Frame *frame) noexcept nogil:
        self.open_at[frame.node] -= 1
        self.serial = frame.serial
        if frame.rests and self.forgets and self.depth > 0:
            rw_forget(&self.passing, &self.found, frame.outside)

    cdef bint _find(self, Frame *frame) noexcept nogil:
        """Give the record a number in one of the tables; is it new?"""
        cdef int64_t before = self.found.count if frame.kept else self.passing.count
        if frame.kept:
            frame.number = rw_note(&self.found, self.record, rw_hash_record(&self.found, self.record))
        else:
            frame.number = rw_pass(&self.passing, &self.found, self.record)
        if frame.number < 0 or not self._has_room(frame):
            self.status = MEMORY
            return False
        return frame.number == before

    cdef bint _has_room(self, const Frame *frame) noexcept nogil:
        cdef int64_t wanted = frame.number + 1
        if not frame.kept:
            return (rw_stretch(&self.found, <void **>&self.passing_values, &self.passing_room, wanted, sizeof(Interval))
                    and (not self.sum_bytes or rw_stretch(&self.found, <void **>&self.passing_further, &self.passing_further_room, wanted, sizeof(double))))
        return (rw_stretch(&self.found, <void **>&self.values, &self.value_room, wanted, sizeof(Interval))
                and (not self.sum_bytes or rw_stretch(&self.found, <void **>&self.further, &self.further_room, wanted, sizeof(double)))
                and (self.forgets or self.rests == NULL or rw_stretch(&self.found, <void **>&self.owners, &self.owner_room, wanted, sizeof(uint32_t))))

    cdef Interval *_value_of(self, const Frame *frame) noexcept nogil:
        return &self.values[frame.number] if frame.kept else &self.passing_values[frame.number]

    cdef double *_further_of(self, const Frame *frame) noexcept nogil:
        return &self.further[frame.number] if frame.kept else &self.passing_further[frame.number]

    cdef void _open(self, int64_t number, const uint8_t *state) noexcept nogil:
        cdef Frame *frame = &self.frames[self.depth]
        cdef int64_t room = self.moves.room
        cdef int64_t at
        frame.number, frame.first, frame.total = number, self.moves.count, 0
        if self.game.moves(state, &self.moves, &self.failure) < 0:
            self.status = MOVES
            return
        if self.moves.room > room and not rw_take(&self.found, (self.moves.room - room) * 2 * <int64_t>sizeof(rw_move)):
            self.status = MEMORY
            return
        frame.at, frame.last = frame.first, self.moves.count
        if frame.first == frame.last:
            if self.owners != NULL:
                self.owners[number] = NOBODY
            self._worth(state, &frame.value)
            return
        frame.way = self._way(state)
        if frame.way == MEAN:
            frame.value.low = frame.value.high = 0
            for at in range(frame.first, frame.last):
                frame.total += <double>self.moves.weights[at]
                if self.moves.weights[at] > MOST_WEIGHT or frame.total > <double>MOST_WEIGHT:
                    self.status = LARGE
                    return
            if self.known:
                self._foresee(frame)
        else:
            frame.value.low = frame.value.high = -INFINITY if frame.way == HIGHEST else INFINITY

    cdef void _foresee(self, Frame *frame) noexcept nogil:
        """Of all that might happen only this will."""
        cdef uint64_t random = self.deck + <uint64_t>frame.acts * STEP
        frame.at = frame.first + drawn(&random, self.moves.weights + frame.first, frame.last - frame.first)
        frame.last = frame.at + 1
        frame.total = 1
        self.moves.weights[frame.at] = 1

    cdef int _way(self, const uint8_t *state) noexcept nogil:
        """Who decides here, and so how; of moves at random each weighs the same."""
        cdef Frame *frame = &self.frames[self.depth]
        cdef int kind = AT_CHANCE
        cdef int actor
        cdef int64_t at
        if self.game.has_chance:
            kind = self.game.kind(state, &self.failure)
            if kind < 0:
                self.status = KIND
            if kind == AT_CHANCE:
                return MEAN
        actor = self.game.actor(state, &self.failure)
        if actor < 0:
            self.status = ACTOR
            return MEAN
        if self.ways[actor] == MEAN:
            for at in range(frame.first, frame.last):
                self.moves.weights[at] = 1
        return self.ways[actor]

    cdef void _worth(self, const uint8_t *state, Interval *value) noexcept nogil:
        """What the end of the game is worth."""
        cdef int64_t found
        if self.game.scores(state, self.scores, &self.failure) < 0:
            self.status = SCORES
            return
        found = self.scores[self.me]
        if self.other >= 0:
            found -= self.scores[self.other]
            if not self.game.score_lines:
                found = (found > 0) - (found < 0)
        value.low = value.high = <double>found
        if found > <int64_t>MOST_WEIGHT or found < -<int64_t>MOST_WEIGHT:
            self.status = LARGE

    cdef void _leave(self) noexcept nogil:
        """All moves of the deepest frame have been looked at."""
        cdef Frame *frame = &self.frames[self.depth]
        cdef Interval value = frame.value
        if frame.first < frame.last and frame.way == MEAN:
            value.low, value.high = divided(value.low, frame.total, -INFINITY), divided(value.high, frame.total, INFINITY)
        self._value_of(frame)[0] = value
        if self.sum_bytes:
            self._further_of(frame)[0] = frame.further
        self.moves.count = frame.first
        self._end_below(frame)
        self.depth -= 1
        if self.depth < 0:
            self.depth, self.status = 0, COMPLETE
        else:
            self._take(value, frame.base, frame.further)

    cdef void _take(self, Interval found, double base, double further) noexcept nogil:
        """The value after the move that the deepest frame was looking at, without the sum that was taken out there."""
        cdef Frame *frame = &self.frames[self.depth]
        cdef double weight
        if base != 0:
            found.low, found.high = added(found.low, base, -INFINITY), added(found.high, base, INFINITY)
        frame.further = max(frame.further, base + further)
        if frame.way == HIGHEST:
            frame.value.low, frame.value.high = max(frame.value.low, found.low), max(frame.value.high, found.high)
            if frame.value.low >= self.most:
                frame.at = frame.last - 1
        elif frame.way == LOWEST:
            frame.value.low, frame.value.high = min(frame.value.low, found.low), min(frame.value.high, found.high)
        else:
            weight = <double>self.moves.weights[frame.at]
            frame.value.low = added(frame.value.low, multiplied(weight, found.low, -INFINITY), -INFINITY)
            frame.value.high = added(frame.value.high, multiplied(weight, found.high, INFINITY), INFINITY)
        frame.at += 1


# Arithmetic that rounds one way: what was rounded the other way goes on to the next number.

cdef double onward(double found, double error, double way) noexcept nogil:
    """`error` has the sign of what is missing."""
    return nextafter(found, way) if (error > 0) == (way > 0) and error != 0 else found


cdef double added(double a, double b, double way) noexcept nogil:
    cdef double total = a + b
    cdef double part = total - a
    return onward(total, (a - (total - part)) + (b - part), way)


cdef double multiplied(double a, double b, double way) noexcept nogil:
    cdef double product = a * b
    if b == 0 or fabs(product) > TINY:
        return onward(product, fma(a, b, -product), way)
    return nextafter(product, way)


cdef double divided(double a, double b, double way) noexcept nogil:
    """By a positive number."""
    cdef double quotient = a / b
    if a == 0 or fabs(quotient) > TINY:
        return onward(quotient, -fma(quotient, b, -a), way)
    return nextafter(quotient, way)
