"""Every state of a compiled game, breadth first, in a fixed memory budget and without the GIL."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from cython_ext.kernels._kernel cimport Handle, Watch, failed, free_list, make_list, room_for, rw_failure, rw_game, rw_list, RW_GOAL, RW_WIN
from cython_ext.kernels._states cimport rw_free_set, rw_hash_record, rw_load, rw_make_set, rw_make_squeeze, rw_near, rw_nearer, rw_note, rw_pack, rw_set, rw_squeeze, rw_stretch, rw_unpack

cdef extern from "states/taking.h":
    enum: RW_FULL

    uint32_t *rw_ranked(const rw_set *, int64_t rank) nogil


cdef extern from *:
    int popcount "__builtin_popcountll"(uint64_t) nogil

cdef int64_t MOST_STATES = (<int64_t>1 << 32) - 2
cdef uint32_t NO_PARENT = 0xFFFFFFFFu
cdef int64_t AHEAD = 12
cdef int64_t BATCH_NODES = 64
cdef int64_t BATCH_CHILDREN = 1024
cdef int64_t NO_LIMIT = <int64_t>1 << 62
cdef uint64_t ONE = 1

cdef enum Status:
    RUNNING, COMPLETE, STATES, STOPPED, MEMORY, FAILED, UNFIT, REACHED, CHANCE

cdef enum Step:
    FINE, MOVES, APPLY, CLAIMS, NO_ROOM, BEYOND, ENDED, AT_GOAL, AT_CHANCE

cdef enum Mode:  # of claims: what decides them
    FAILS, HOLDS, NOTED, IGNORED

cdef int RW_CHANCE = 2  # of enum rw_kind

STATUS = {
    COMPLETE: "complete", STATES: "states", STOPPED: "stopped", MEMORY: "memory", FAILED: "failed", UNFIT: "unfit", REACHED: "reached", CHANCE: "chance",
}
STEPS = {MOVES: "moves", APPLY: "apply", CLAIMS: "claims", NO_ROOM: "moves", ENDED: "ended"}


cdef class Explorer
cdef class Batch
cdef class Crew
cdef class Hand


cdef class Explorer:
    """States numbered in the order they are found, without the bits that `mask` says are always 0 (status unfit: one is not).

    Breadth first, the state visited next is the first that was not visited; what it was found from is kept as one bit for each state found and each visited.
    With `deep` it is the last one found; what each was found from is kept as a number, transitions cannot be kept.
    With `seeks` the search ends at the first state where the game is over and solved or won (status reached), or where chance acts (status chance).
    """

    cdef Handle handle
    cdef const rw_game *game
    cdef Watch watch
    cdef uint32_t size
    cdef uint32_t claims
    cdef bint alike
    cdef bint deep
    cdef bint seeks
    cdef bint ranked           # several threads search
    cdef bint keeps_transitions
    cdef bint keeps_marks
    cdef rw_squeeze squeeze
    cdef rw_set found
    cdef uint8_t *modes
    cdef int64_t *first
    cdef uint64_t *tree        # of each state visited: a 1 for each state found from it, then a 0
    cdef int64_t tree_room
    cdef int64_t tree_end
    cdef uint32_t *parents
    cdef int64_t parent_room
    cdef int64_t *waiting      # deep: for each depth the first and the last number, plus 1, of those to be visited
    cdef int64_t waiting_room
    cdef int64_t level
    cdef uint32_t *targets
    cdef int64_t target_room
    cdef int64_t *starts
    cdef int64_t start_room
    cdef uint8_t *marks
    cdef int64_t mark_room
    cdef int64_t *layers       # where each layer ends; deep: how many states it has
    cdef int64_t layer_count
    cdef int64_t layer_room
    cdef int64_t most_states
    cdef object failure
    cdef readonly int64_t failing   # the state where the search ended: the rules failed, the goal is reached, chance acts
    cdef readonly int64_t visited
    cdef readonly int64_t transitions
    cdef readonly int64_t terminals
    cdef readonly int status

    def __cinit__(self, Handle handle, bytes start, Watch watch, *, bytes modes=b"", mask=None, bint alike=False, bint deep=False, bint seeks=False,
                  bint keeps_transitions=False, bint keeps_marks=False, most_states=None, memory=None):
        assert len(start) == handle.game.state_size and len(modes) == handle.game.claims and not (deep and keeps_transitions)
        self.handle, self.game, self.watch, self.alike, self.deep, self.seeks = handle, handle.game, watch, alike, deep, seeks
        self.keeps_transitions, self.keeps_marks = keeps_transitions, keeps_marks
        self.size = self.game.state_size
        self.claims = 0 if modes.count(IGNORED) == len(modes) else len(modes)
        self.most_states = MOST_STATES if most_states is None else most_states
        self.modes = <uint8_t *>room_for(len(modes))
        memcpy(self.modes, <const uint8_t *>modes, len(modes))
        self.first = <int64_t *>room_for(len(modes) * sizeof(int64_t))
        for which in range(len(modes)):
            self.first[which] = -1
        self.status, self.failing = RUNNING, -1
        self._begin(start, b"\xff" * self.size if mask is None else mask)
        self.found.budget = -1 if memory is None else memory

    cdef int _begin(self, bytes start, bytes mask) except -1:
        """Note the first state."""
        cdef uint64_t *record
        assert len(mask) == self.size
        if rw_make_squeeze(&self.squeeze, <const uint8_t *>mask, self.size) < 0 or rw_make_set(&self.found, self.squeeze.record_bytes) < 0:
            raise MemoryError("there is no memory for the first state")
        start_state = bytearray(start)
        if self.alike:
            self.game.canonical(<uint8_t *>start_state)
        record = <uint64_t *>room_for(self.squeeze.record_words * sizeof(uint64_t))
        if rw_pack(&self.squeeze, <const uint8_t *>start_state, record) < 0:
            self.status = UNFIT
        if not self._make_room(0, 1) or rw_note(&self.found, record, rw_hash_record(&self.found, record)) < 0:
            free(record)
            raise MemoryError("there is no memory for the first state")
        free(record)
        self.layer_count = 1
        self.layers[0] = 1
        if self.deep:
            self.parents[0] = NO_PARENT
            self.waiting[0], self.waiting[1] = 0, 1
        return 0

    def __dealloc__(self):
        rw_free_set(&self.found)
        free(self.squeeze.masks)
        free(self.modes)
        free(self.first)
        free(self.tree)
        free(self.parents)
        free(self.waiting)
        free(self.targets)
        free(self.starts)
        free(self.marks)
        free(self.layers)

    # -- searching

    def run(self):
        """Visit all states with one thread; `status_name` then says what ended it."""
        cdef Batch batch = Batch(self)
        with nogil:
            while self.status == RUNNING:
                if self.deep:
                    self._step_down(batch)
                else:
                    self._step(batch)
        self._finish(batch)

    def step(self, Batch batch):
        """Visit some states, breadth first, with this thread alone."""
        with nogil:
            self._step(batch)
        self._finish(batch)

    cdef void _step(self, Batch batch) noexcept nogil:
        batch._fill(self.visited, self.found.count, BATCH_CHILDREN)
        self._absorb(batch)

    cdef void _step_down(self, Batch batch) noexcept nogil:
        """Visit the state found last, and go one deeper if others are found from it."""
        cdef int64_t before = self.found.count
        cdef int64_t *here = self.waiting + 2 * self.level
        here[1] -= 1
        batch._fill(here[1], here[1] + 1, NO_LIMIT)
        self._absorb(batch)
        if self.status != RUNNING and self.status != COMPLETE:
            return
        if self.found.count > before:
            self.level += 1
            here = self.waiting + 2 * self.level
            here[0], here[1] = before, self.found.count
        while self.level > 0 and here[0] == here[1]:
            self.level -= 1
            here = self.waiting + 2 * self.level

    def _finish(self, Batch batch):
        self.watch.check()
        if self.status == FAILED and self.failure is None:
            self.failure = failed(STEPS[batch.step], &batch.failure, batch.state, self.size)

    cdef void _absorb(self, Batch batch) noexcept nogil:
        cdef int64_t node, number
        cdef int64_t child = 0
        cdef bint wrong
        for node in range(batch.nodes):
            number = batch.first + node
            wrong = batch.step != FINE and node == batch.nodes - 1
            if self.found.count > self.most_states:
                self.status = STATES
            elif self.watch.due(1) or self.visited == 0 and self.watch.look():
                self.status = STOPPED
            elif not self._make_room(number, batch.ends[node] - child):
                self.status = MEMORY
            elif wrong and batch.step == BEYOND:
                self.status = UNFIT
            elif wrong and batch.step == AT_GOAL:
                self.status, self.failing = REACHED, number
            elif wrong and batch.step == AT_CHANCE:
                self.status, self.failing = CHANCE, number
            elif wrong and batch.step == CLAIMS:
                self.status, self.failing = FAILED, number
            if self.status != RUNNING:
                return
            self._judge(self.first, number, batch.holds + node * self.claims)
            if wrong:
                self.status, self.failing = FAILED, number
                return
            if not self._note_children(batch, number, child, batch.ends[node]):
                self.status = MEMORY
                return
            self._note_visit(number, batch.ends[node] - child)
            child = batch.ends[node]

    cdef bint _note_children(self, Batch batch, int64_t number, int64_t child, int64_t end) noexcept nogil:
        """The states after one state; False if there is no room for all of them."""
        cdef int64_t target
        cdef int64_t place = self.transitions - child
        for child in range(child, end):
            batch._look_ahead(child)
            target = self._note(batch.records + child * batch.words, batch.hashes[child], number)
            if target < 0:
                return False
            if self.keeps_transitions:
                self.targets[place + child] = <uint32_t>target
        return True

    cdef void _note_visit(self, int64_t number, int64_t children) noexcept nogil:
        """A state has been visited."""
        self.terminals += children == 0
        self.transitions += children
        self.visited += 1
        self.tree_end += 1
        if self.keeps_transitions:
            self.starts[self.visited] = self.transitions
        if self.visited == self.found.count:
            self.status = COMPLETE
        elif not self.deep and self.visited == self.layers[self.layer_count - 1]:
            self.layers[self.layer_count] = self.found.count
            self.layer_count += 1

    cdef void _note_new(self) noexcept nogil:
        """A state has been found from the one that is visited."""
        self.tree[self.tree_end >> 6] |= ONE << (self.tree_end & 63)
        self.tree_end += 1

    cdef int64_t _note(self, const uint64_t *record, uint32_t hash, int64_t parent) noexcept nogil:
        """The number of a record, and if it is new, what it was found from."""
        cdef int64_t before = self.found.count
        cdef int64_t number = rw_note(&self.found, record, hash)
        if number == before and self.deep:
            self.parents[number] = <uint32_t>parent
            self.layers[self.level + 1] += 1
            if self.layer_count == self.level + 1:
                self.layer_count += 1
        elif number == before:
            self._note_new()
        return number

    cdef void _judge(self, int64_t *first, int64_t number, const uint8_t *holds) noexcept nogil:
        """Note what the claims are in the state that is visited."""
        cdef uint32_t which
        for which in range(self.claims):
            if first[which] < 0 and self.modes[which] == (HOLDS if holds[which] else FAILS):
                first[which] = number
        if self.keeps_marks:
            memcpy(self.marks + number * self.claims, holds, self.claims)

    cdef bint _make_room(self, int64_t number, int64_t children) noexcept nogil:
        """Room beside the set for a state and its children, if the budget allows."""
        cdef rw_set *found = &self.found
        cdef int64_t wanted = found.count + children
        if not rw_stretch(found, <void **>&self.layers, &self.layer_room, max(self.layer_count, self.level) + 2, sizeof(int64_t)):
            return False
        if self.deep:
            if not rw_stretch(found, <void **>&self.parents, &self.parent_room, wanted, sizeof(uint32_t)):
                return False
            if not rw_stretch(found, <void **>&self.waiting, &self.waiting_room, self.level + 2, 2 * sizeof(int64_t)):
                return False
        elif not rw_stretch(found, <void **>&self.tree, &self.tree_room, ((self.tree_end + children + 1) >> 6) + 1, sizeof(uint64_t)):
            return False
        if self.keeps_marks and not rw_stretch(found, <void **>&self.marks, &self.mark_room, max(number + 1, found.count), self.claims):
            return False
        if not self.keeps_transitions:
            return True
        if not rw_stretch(found, <void **>&self.starts, &self.start_room, self.visited + 2, sizeof(int64_t)):
            return False
        return rw_stretch(found, <void **>&self.targets, &self.target_room, self.transitions + children, sizeof(uint32_t))

    # -- asking afterwards

    @property
    def status_name(self):
        """Why the search is at an end: complete, states, stopped, memory, failed, unfit, reached, chance; running if it is not."""
        return STATUS.get(self.status, "running")

    @property
    def failed_at(self):
        """The exception for the rules that failed at state number `visited`, or None."""
        return self.failure

    @property
    def states(self):
        """How many states have been found."""
        return self.found.count

    @property
    def memory(self):
        """How many bytes were used at the most."""
        return self.found.most

    @property
    def by_depth(self):
        """How many states lie how deep (deep: were first found how deep); the last number may be unfinished."""
        if self.deep:
            return tuple([self.layers[at] for at in range(self.layer_count)])
        ends = [0, *[self.layers[at] for at in range(self.layer_count)]]
        if self.found.count > self.layers[self.layer_count - 1]:
            ends.append(self.found.count)
        return tuple([end - start for start, end in zip(ends, ends[1:])])

    def deciding(self, uint32_t which):
        """The first state that decides a claim, or None."""
        return None if which >= self.claims or self.first[which] < 0 else self.first[which]

    @property
    def depth(self):
        """How many moves away from the first state those are that are visited next, breadth first."""
        return self.layer_count - 1

    def position(self, int64_t number):
        """The bytes of a state."""
        cdef bytearray state = bytearray(self.size)
        cdef bytearray record = bytearray(self.squeeze.record_words * sizeof(uint64_t))
        self._check(number, self.found.count)
        self._read(number, <uint64_t *><uint8_t *>record, <uint8_t *>state)
        return bytes(state)

    cdef void _read(self, int64_t number, uint64_t *record, uint8_t *state) noexcept nogil:
        rw_load(&self.found, self._place(number), record)
        rw_unpack(&self.squeeze, record, state)

    cdef int64_t _place(self, int64_t number) noexcept nogil:
        """Where the record of a state is: several threads put them somewhere and keep the order beside them."""
        return rw_ranked(&self.found, number)[0] if self.ranked else number

    def way(self, int64_t number):
        """The numbers of the states on the way from the first one by which a state was found; a shortest one unless `deep`."""
        self._check(number, self.found.count)
        found = [number]
        if self.deep:
            while self.parents[number] != NO_PARENT:
                number = self.parents[number]
                found.append(number)
        else:
            self._climb(number, found)
        return found[::-1]

    cdef int _climb(self, int64_t number, list found) except -1:
        """Up the tree: what the state was found from is the number of zeros before its 1, the `number`-th; all ways go towards the beginning of the bits."""
        cdef int64_t word = self.tree_end >> 6
        cdef int64_t before = self.found.count - 1 - popcount(self.tree[word])  # ones before this word
        cdef int64_t at
        cdef uint64_t left
        while number > 0:
            while before >= number:
                word -= 1
                before -= popcount(self.tree[word])
            left = self.tree[word]
            for at in range(number - before - 1):
                left &= left - 1
            number = 64 * word + popcount((left & (0 - left)) - 1) - (number - 1)
            found.append(number)
        return 0

    def fingerprint(self):
        """The sum, modulo 2^64, of the fingerprints of all states that have been found: the same for the same set of states, whoever found it."""
        cdef uint64_t total = 0
        cdef int64_t number
        cdef bytearray state = bytearray(self.size)
        cdef bytearray packed = bytearray(max(<int64_t>self.game.encoded_size, 1))
        cdef bytearray record = bytearray(self.squeeze.record_words * sizeof(uint64_t))
        cdef uint8_t *bytes_of_state = <uint8_t *>state
        cdef uint8_t *bytes_packed = <uint8_t *>packed
        cdef uint64_t *words = <uint64_t *><uint8_t *>record
        with nogil:
            for number in range(self.found.count):
                self._read(number, words, bytes_of_state)
                self.game.encode(bytes_of_state, bytes_packed)
                total += fingerprint_of(bytes_packed, self.game.encoded_size)
        return total

    def after(self, int64_t number):
        """The numbers of the states after the moves of a visited state; transitions must have been kept."""
        self._check(number, self.visited if self.keeps_transitions else 0)
        return [self.targets[at] for at in range(self.starts[number], self.starts[number + 1])]

    def mark(self, int64_t number, uint32_t which):
        """Did a claim hold in a visited state? Marks must have been kept."""
        self._check(number, self.found.count if self.keeps_marks else 0)
        return bool(self.marks[number * self.claims + which])

    def _check(self, int64_t number, int64_t below):
        if not 0 <= number < below:
            raise IndexError(number)

    def avoiding(self, goal=None):
        """One byte for each visited state: can play from it end, or go on for ever, without coming to a state where claim number `goal` holds?

        Without `goal` the states to come to are those where the game is over.
        """
        cdef Avoiding avoiding = Avoiding(self, -1 if goal is None else goal)
        avoiding.run()
        return avoiding.open_ways_left()


include "_batch.pxi"
include "_fingerprint.pxi"
include "_avoiding.pxi"
include "_crew.pxi"
include "_hand.pxi"
