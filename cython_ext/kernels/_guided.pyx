"""A line to the goal of a compiled game, by what the rules say is still missing: promising positions first, shorter lines later, without the GIL."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from cython_ext.kernels._kernel cimport Handle, Watch, failed, free_list, make_list, room_for, rw_failure, rw_game, rw_list, rw_move, RW_GOAL, RW_WIN
from cython_ext.kernels._states cimport rw_free_set, rw_hash_record, rw_load, rw_make_set, rw_make_squeeze, rw_note, rw_pack, rw_set, rw_squeeze, rw_stretch, rw_unpack

cdef int64_t FAR = <int64_t>1 << 30
cdef uint32_t MOST_GUESS = 0xFFFF
cdef int BUCKETS = 1 << 18
cdef int OVER = 0
cdef int CHANCE = 2

cdef enum Status:
    RUNNING, FOUND, COMPLETE, STOPPED, MEMORY, AT_CHANCE, UNFIT, KIND, MOVES, APPLY, ENDED, SCORES

NAMES = {RUNNING: "running", FOUND: "running", COMPLETE: "complete", STOPPED: "stopped", MEMORY: "memory", AT_CHANCE: "chance", UNFIT: "unfit"}
STEPS = {KIND: "moves", MOVES: "moves", APPLY: "apply", ENDED: "ended", SCORES: "scores"}


cdef struct Node:
    rw_move move       # what led here
    uint32_t before
    uint32_t far       # moves from the start
    uint32_t guess     # so many moves are missing, the rules say
    uint32_t done


cdef struct Bucket:
    uint32_t *items
    int64_t count
    int64_t room


cdef class Guided:
    """Positions in the order of the moves made plus `weight` times those that are missing, as the score of the game says. `trusted`: that many are missing at least.

    `run` comes back each time a line shorter than all before is found; once nothing is left that could be shorter the status is complete.
    """

    cdef Handle handle
    cdef const rw_game *game
    cdef Watch watch
    cdef rw_squeeze squeeze
    cdef rw_set found
    cdef Node *nodes
    cdef int64_t node_room
    cdef Bucket *buckets
    cdef int64_t first         # no bucket before this one holds anything
    cdef uint8_t *state
    cdef uint8_t *after
    cdef uint64_t *record
    cdef rw_list moves
    cdef int64_t *scores
    cdef rw_failure failure
    cdef bint trusted
    cdef int64_t weight
    cdef uint32_t last         # from where the shortest line reaches the goal
    cdef rw_move last_move
    cdef readonly int64_t length   # of the shortest line
    cdef readonly int64_t visited
    cdef int status

    def __cinit__(self, Handle handle, bytes start, Watch watch, bytes mask, int64_t weight, bint trusted, memory=None):
        assert len(start) == handle.game.state_size and len(mask) == len(start)
        self.handle, self.game, self.watch, self.weight, self.trusted = handle, handle.game, watch, weight, trusted
        self.length, self.status = FAR, RUNNING
        if rw_make_squeeze(&self.squeeze, <const uint8_t *>mask, self.game.state_size) < 0 or rw_make_set(&self.found, self.squeeze.record_bytes) < 0:
            raise MemoryError("there is no memory for the first state")
        self.found.budget = -1 if memory is None else memory
        self.buckets = <Bucket *>room_for(BUCKETS * sizeof(Bucket))
        self.state = <uint8_t *>room_for(self.game.state_size)
        self.after = <uint8_t *>room_for(self.game.state_size)
        self.record = <uint64_t *>room_for(self.squeeze.record_words * sizeof(uint64_t))
        self.scores = <int64_t *>room_for(self.game.players * sizeof(int64_t))
        make_list(&self.moves, min(<int64_t>self.game.moves_hint, 256))
        memcpy(self.after, <const uint8_t *>start, self.game.state_size)
        self._offer(0, 0, 0)
        if self.status == MEMORY:
            raise MemoryError("there is no memory for the first state")

    def __dealloc__(self):
        cdef int at
        rw_free_set(&self.found)
        free(self.squeeze.masks)
        free(self.nodes)
        if self.buckets != NULL:
            for at in range(BUCKETS):
                free(self.buckets[at].items)
        free(self.buckets)
        free(self.state)
        free(self.after)
        free(self.record)
        free(self.scores)
        free_list(&self.moves)

    @property
    def status_name(self):
        """running, complete (nothing is left that could be shorter), stopped, memory, chance, unfit (a state has a bit that the mask denies)."""
        return NAMES[self.status]

    @property
    def has_line(self):
        """Was a line found?"""
        return self.length < FAR

    @property
    def memory(self):
        """How many bytes were used at the most."""
        return self.found.most

    def run(self, int64_t work):
        """Look at so many positions more, or until a shorter line is found."""
        cdef int64_t last = self.visited + work
        if self.status == FOUND:
            self.status = RUNNING
        with nogil:
            while self.status == RUNNING and self.visited < last:
                self._step()
        self.watch.check()
        if self.status in STEPS:
            raise failed(STEPS[self.status], &self.failure, self.after if self.status in (KIND, ENDED, SCORES) else self.state, self.game.state_size)

    def way(self):
        """The moves of the shortest line; a shorter way to a position on it may have been found since, and then `length` is less."""
        cdef uint32_t number = self.last
        found = [self.last_move]
        while number:
            found.append(self.nodes[number].move)
            number = self.nodes[number].before
        self.length = len(found)
        return found[::-1]

    def weigh(self, int64_t weight):
        """From now on another weight counts."""
        cdef int64_t number
        cdef int at
        self.weight = weight
        for at in range(BUCKETS):
            self.buckets[at].count = 0
        self.first = BUCKETS
        with nogil:
            for number in range(self.found.count):
                if not self.nodes[number].done and not self._queue(<uint32_t>number):
                    self.status = MEMORY
                    break

    cdef void _step(self) noexcept nogil:
        """Look at the most promising position."""
        cdef int64_t number = self._next()
        cdef int64_t at
        if number < 0:
            self.status = COMPLETE
            return
        if self.watch.due(1):
            self.status = STOPPED
            return
        self.visited += 1
        self.nodes[number].done = 1
        rw_load(&self.found, number, self.record)
        rw_unpack(&self.squeeze, self.record, self.state)
        self.moves.count = 0
        if self.game.moves(self.state, &self.moves, &self.failure) < 0:
            self.status = MOVES
            return
        for at in range(self.moves.count):
            memcpy(self.after, self.state, self.game.state_size)
            if self.game.apply(self.after, self.moves.items[at], &self.failure) < 0:
                self.status = APPLY
                return
            self._look_at(<uint32_t>number, self.moves.items[at])
            if self.status > FOUND:
                return

    cdef void _look_at(self, uint32_t before, rw_move move) noexcept nogil:
        """A position that a move has led to."""
        cdef int kind = self.game.kind(self.after, &self.failure)
        cdef int64_t far = self.nodes[before].far + 1
        if kind < 0:
            self.status = KIND
        elif kind == CHANCE:
            self.status = AT_CHANCE
        elif kind == OVER:
            self._end(before, move, far)
        elif far + 1 < self.length:
            self._offer(before, move, far)

    cdef void _end(self, uint32_t before, rw_move move, int64_t far) noexcept nogil:
        cdef int who, ending
        cdef int how = self.game.ended(self.after, &who, &ending, &self.failure)
        if how < 0:
            self.status = ENDED
        elif (how == RW_GOAL or how == RW_WIN) and far < self.length:
            self.status, self.length, self.last, self.last_move = FOUND, far, before, move

    cdef void _offer(self, uint32_t before, rw_move move, int64_t far) noexcept nogil:
        """A way to a position: is it the first, or shorter than those known?"""
        cdef int64_t count = self.found.count
        cdef int64_t number
        cdef Node *node
        if rw_pack(&self.squeeze, self.after, self.record) < 0:
            self.status = UNFIT
            return
        if not rw_stretch(&self.found, <void **>&self.nodes, &self.node_room, count + 1, sizeof(Node)):
            self.status = MEMORY
            return
        number = rw_note(&self.found, self.record, rw_hash_record(&self.found, self.record))
        if number < 0:
            self.status = MEMORY
            return
        node = &self.nodes[number]
        if number == count:
            node.guess = self._guess()
        elif node.far <= far:
            return
        node.before, node.move, node.far, node.done = before, move, <uint32_t>far, 0
        if not self._queue(<uint32_t>number):
            self.status = MEMORY

    cdef uint32_t _guess(self) noexcept nogil:
        if self.game.scores(self.after, self.scores, &self.failure) < 0:
            self.status = SCORES
            return 0
        return <uint32_t>min(max(self.scores[0], <int64_t>0), <int64_t>MOST_GUESS)

    cdef bint _queue(self, uint32_t number) noexcept nogil:
        cdef Node *node = &self.nodes[number]
        cdef int64_t place = min(node.far + self.weight * node.guess, <int64_t>BUCKETS - 1)
        cdef Bucket *bucket = &self.buckets[place]
        if not rw_stretch(&self.found, <void **>&bucket.items, &bucket.room, bucket.count + 1, sizeof(uint32_t)):
            return False
        bucket.items[bucket.count] = number
        bucket.count += 1
        self.first = min(self.first, place)
        return True

    cdef int64_t _next(self) noexcept nogil:
        """The number of the most promising position from where a shorter line may lead, -1 if there is none."""
        cdef Bucket *bucket
        cdef Node *node
        while self.first < BUCKETS:
            bucket = &self.buckets[self.first]
            while bucket.count:
                bucket.count -= 1
                node = &self.nodes[bucket.items[bucket.count]]
                if not node.done and node.far + (max(node.guess, <uint32_t>1) if self.trusted else 1) < self.length:
                    return bucket.items[bucket.count]
            self.first += 1
        return -1
