"""Every state of a compiled game, breadth first, in a fixed memory budget and without the GIL."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy

from cython_ext._kernel cimport Handle, Watch, failed, free_list, make_list, room_for, rw_failure, rw_game, rw_list

cdef extern from *:
    """
    #define regelwerk_prefetch(place) __builtin_prefetch(place)
    """
    void prefetch "regelwerk_prefetch"(const void *) noexcept nogil

cdef uint64_t STEP = 0x9E3779B97F4A7C15u
cdef int FIRST_BITS = 12
cdef int64_t CHUNK_BYTES = 1 << 16
cdef int64_t MOST_STATES = (<int64_t>1 << 32) - 2
cdef uint32_t NO_PARENT = 0xFFFFFFFFu
cdef uint64_t LOW = 0xFFFFFFFFu
cdef int64_t AHEAD = 12
cdef int64_t BATCH_NODES = 64
cdef int64_t BATCH_CHILDREN = 1024
cdef int64_t NO_LIMIT = <int64_t>1 << 62

cdef enum Status:
    RUNNING, COMPLETE, STATES, STOPPED, MEMORY, FAILED

cdef enum Step:
    FINE, MOVES, APPLY, CLAIMS, NO_ROOM

cdef enum Mode:  # of claims: what decides them
    FAILS, HOLDS, NOTED, IGNORED

STATUS = {COMPLETE: "complete", STATES: "states", STOPPED: "stopped", MEMORY: "memory", FAILED: "failed"}
STEPS = {MOVES: "moves", APPLY: "apply", CLAIMS: "claims", NO_ROOM: "moves"}


cdef class Explorer


cdef class Batch:
    """What lies behind some states that follow each other: for each its claims, and the states after its moves, packed, with their hashes and numbers if known."""

    cdef Explorer explorer
    cdef readonly int64_t first
    cdef readonly int64_t nodes
    cdef int64_t children
    cdef int64_t room
    cdef int64_t *ends       # where the children of a node end
    cdef uint8_t *holds      # the claims of a node
    cdef uint8_t *records
    cdef uint32_t *hashes
    cdef int64_t *numbers    # -1: not known to be there
    cdef uint8_t *state
    cdef uint8_t *after
    cdef rw_list moves
    cdef rw_failure failure
    cdef int step
    cdef int64_t most_nodes

    def __cinit__(self, Explorer explorer, int64_t most_nodes=BATCH_NODES):
        self.explorer, self.most_nodes = explorer, most_nodes
        self.room = 256
        self.ends = <int64_t *>room_for(most_nodes * sizeof(int64_t))
        self.holds = <uint8_t *>room_for(most_nodes * explorer.claims)
        self.records = <uint8_t *>room_for(self.room * explorer.record)
        self.hashes = <uint32_t *>room_for(self.room * sizeof(uint32_t))
        self.numbers = <int64_t *>room_for(self.room * sizeof(int64_t))
        self.state = <uint8_t *>room_for(explorer.size)
        self.after = <uint8_t *>room_for(explorer.size)
        make_list(&self.moves, min(<int64_t>explorer.game.moves_hint, 256))

    def __dealloc__(self):
        free(self.ends)
        free(self.holds)
        free(self.records)
        free(self.hashes)
        free(self.numbers)
        free(self.state)
        free(self.after)
        free_list(&self.moves)

    def expand(self, int64_t first, int64_t last):
        """Go through the moves of the states first..last - 1 and look up where they lead; other threads may do the same with other states."""
        with nogil:
            self._fill(first, last, NO_LIMIT)
            self._look_up()

    cdef void _fill(self, int64_t first, int64_t last, int64_t most_children) noexcept nogil:
        """The nodes from `first` on, up to `last` or a failure, or until there are very many children."""
        cdef int64_t number = first
        self.first, self.nodes, self.children, self.step = first, 0, 0, FINE
        while number < last and self.step == FINE and self.nodes < self.most_nodes:
            self.step = self._expand_node(number)
            self.ends[self.nodes] = self.children
            self.nodes += 1
            number += 1
            if self.children >= most_children:
                break

    cdef int _expand_node(self, int64_t number) noexcept nogil:
        cdef int64_t at
        self.explorer.unpack(self.explorer.place(number), self.state)
        if self.explorer.claims and self.explorer.game.claims_at(self.state, self.holds + self.nodes * self.explorer.claims, &self.failure) < 0:
            return CLAIMS
        self.moves.count = 0
        if self.explorer.game.moves(self.state, &self.moves, &self.failure) < 0:
            return MOVES
        if self.children + self.moves.count > self.room and self._grow(self.children + self.moves.count) < 0:
            return NO_ROOM
        for at in range(self.moves.count):
            memcpy(self.after, self.state, self.explorer.size)
            if self.explorer.game.apply(self.after, self.moves.items[at], &self.failure) < 0:
                return APPLY
            self._note_child()
        return FINE

    cdef void _note_child(self) noexcept nogil:
        cdef uint8_t *record = self.records + self.children * self.explorer.record
        if self.explorer.alike:
            self.explorer.game.canonical(self.after)
        self.explorer.pack(self.after, record)
        self.hashes[self.children] = hash_record(record, self.explorer.record)
        self.numbers[self.children] = -1
        prefetch(&self.explorer.slots[self.hashes[self.children] >> self.explorer.shift])
        self.children += 1

    cdef int _grow(self, int64_t wanted) noexcept nogil:
        cdef int64_t room = self.room
        cdef void *records
        cdef void *hashes
        cdef void *numbers
        while room < wanted:
            room *= 2
        records = realloc(self.records, room * self.explorer.record)
        self.records = <uint8_t *>records if records != NULL else self.records
        hashes = realloc(self.hashes, room * sizeof(uint32_t))
        self.hashes = <uint32_t *>hashes if hashes != NULL else self.hashes
        numbers = realloc(self.numbers, room * sizeof(int64_t))
        self.numbers = <int64_t *>numbers if numbers != NULL else self.numbers
        if records == NULL or hashes == NULL or numbers == NULL:
            return -1
        self.room = room
        return 0

    cdef void _look_up(self) noexcept nogil:
        """Find the children that are there already; the others may still be equal to each other."""
        cdef int64_t at
        for at in range(self.children):
            self._look_ahead(at)
            self.numbers[at] = self.explorer.find(self.records + at * self.explorer.record, self.hashes[at])

    cdef void _look_ahead(self, int64_t at) noexcept nogil:
        """Have the record that a later child will be compared with brought near."""
        cdef uint64_t slot
        if at + AHEAD < self.children:
            slot = self.explorer.slots[self.hashes[at + AHEAD] >> self.explorer.shift]
            if slot:
                prefetch(self.explorer.place(<int64_t>(slot & LOW) - 1))


cdef class Explorer:
    """States numbered in the order they are found. A record of the arena is a state, packed if `packed`, and the number of the state it was found from.

    The table has open addressing: a slot holds 32 bits of the hash, whose first bits say where it belongs, and the number of the state plus 1.
    """

    cdef Handle handle
    cdef const rw_game *game
    cdef Watch watch
    cdef uint32_t size
    cdef uint32_t record
    cdef size_t stride
    cdef uint32_t claims
    cdef bint packed
    cdef bint alike
    cdef bint keeps_transitions
    cdef bint keeps_marks
    cdef uint8_t *modes
    cdef int64_t *first
    cdef uint8_t **chunks
    cdef int64_t chunk_count
    cdef int64_t chunk_room
    cdef int chunk_bits
    cdef uint64_t *slots
    cdef int shift
    cdef uint32_t *targets
    cdef int64_t target_room
    cdef int64_t *starts
    cdef int64_t start_room
    cdef uint8_t *marks
    cdef int64_t mark_room
    cdef int64_t *layers
    cdef int64_t layer_count
    cdef int64_t layer_room
    cdef int64_t budget
    cdef int64_t most_states
    cdef object failure
    cdef readonly int64_t states
    cdef readonly int64_t visited
    cdef readonly int64_t transitions
    cdef readonly int64_t terminals
    cdef readonly int64_t memory
    cdef readonly int status

    def __cinit__(self, Handle handle, bytes start, Watch watch, *, bytes modes=b"", bint packed=False, bint alike=False,
                  bint keeps_transitions=False, bint keeps_marks=False, most_states=None, memory=None):
        assert len(start) == handle.game.state_size and len(modes) == handle.game.claims
        self.handle, self.game, self.watch, self.packed, self.alike = handle, handle.game, watch, packed, alike
        self.keeps_transitions, self.keeps_marks = keeps_transitions, keeps_marks
        self.size = self.game.state_size
        self.record = self.game.encoded_size if packed else self.size
        self.stride = (self.record + 7) // 4 * 4
        self.claims = 0 if modes.count(IGNORED) == len(modes) else len(modes)
        self.most_states = MOST_STATES if most_states is None else most_states
        self.budget = -1
        self.chunk_bits = 0
        while <int64_t>self.stride << (self.chunk_bits + 1) <= CHUNK_BYTES:
            self.chunk_bits += 1
        self.modes = <uint8_t *>room_for(len(modes))
        memcpy(self.modes, <const uint8_t *>modes, len(modes))
        self.first = <int64_t *>room_for(len(modes) * sizeof(int64_t))
        for which in range(len(modes)):
            self.first[which] = -1
        self.shift = 32 - FIRST_BITS
        self.memory = sizeof(uint64_t) << FIRST_BITS
        self.slots = <uint64_t *>room_for(self.memory)
        self.status = RUNNING
        self._begin(start)
        self.budget = -1 if memory is None else memory

    cdef int _begin(self, bytes start) except -1:
        """Note the first state."""
        cdef uint8_t *state = <uint8_t *>room_for(self.size)
        cdef uint8_t *record = <uint8_t *>room_for(self.record)
        memcpy(state, <const uint8_t *>start, self.size)
        if self.alike:
            self.game.canonical(state)
        self.pack(state, record)
        if not self._make_room(1):
            raise MemoryError("there is no memory for the first state")
        self._note(record, hash_record(record, self.record), NO_PARENT)
        self._note_layer()
        free(state)
        free(record)
        return 0

    def __dealloc__(self):
        cdef int64_t at
        for at in range(self.chunk_count):
            free(self.chunks[at])
        free(self.chunks)
        free(self.slots)
        free(self.modes)
        free(self.first)
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
                self._step(batch)
        self._finish(batch)

    def step(self, Batch batch):
        """Visit some states with this thread alone."""
        with nogil:
            self._step(batch)
        self._finish(batch)

    cdef void _step(self, Batch batch) noexcept nogil:
        batch._fill(self.visited, self.states, BATCH_CHILDREN)
        self._absorb(batch)

    def absorb(self, Batch batch):
        """Take over what stands in a batch that begins with the next state to be visited."""
        if self.status == RUNNING:
            assert batch.first == self.visited
            with nogil:
                self._absorb(batch)
        self._finish(batch)

    def _finish(self, Batch batch):
        self.watch.check()
        if self.status == FAILED and self.failure is None:
            self.failure = failed(STEPS[batch.step], &batch.failure, batch.state, self.size)

    cdef void _absorb(self, Batch batch) noexcept nogil:
        cdef int64_t node
        cdef int64_t child = 0
        for node in range(batch.nodes):
            if self.states > self.most_states:
                self.status = STATES
            elif self.watch.due(1) or self.visited == 0 and self.watch.look():
                self.status = STOPPED
            elif not self._make_room(batch.ends[node] - child):
                self.status = MEMORY
            elif batch.step == CLAIMS and node == batch.nodes - 1:
                self.status = FAILED
            if self.status != RUNNING:
                return
            self._judge(batch.holds + node * self.claims)
            if batch.step != FINE and node == batch.nodes - 1:
                self.status = FAILED
                return
            self._absorb_node(batch, child, batch.ends[node])
            child = batch.ends[node]

    cdef void _absorb_node(self, Batch batch, int64_t child, int64_t end) noexcept nogil:
        """The children of one state; there is room for them."""
        cdef int64_t number
        self.terminals += end == child
        if self.keeps_transitions:
            self.starts[self.visited] = self.transitions
        for child in range(child, end):
            number = batch.numbers[child]
            if number < 0:
                batch._look_ahead(child)
                number = self._note(batch.records + child * self.record, batch.hashes[child], <uint32_t>self.visited)
            if self.keeps_transitions:
                self.targets[self.transitions] = <uint32_t>number
            self.transitions += 1
        self.visited += 1
        if self.keeps_transitions:
            self.starts[self.visited] = self.transitions
        if self.visited == self.states:
            self.status = COMPLETE
        elif self.visited == self.layers[self.layer_count - 1]:
            self._note_layer()

    cdef void _judge(self, const uint8_t *holds) noexcept nogil:
        """Note what the claims are in the state that is visited."""
        cdef uint32_t which
        for which in range(self.claims):
            if self.first[which] < 0 and self.modes[which] == (HOLDS if holds[which] else FAILS):
                self.first[which] = self.visited
        if self.keeps_marks:
            memcpy(self.marks + self.visited * self.claims, holds, self.claims)

    cdef void _note_layer(self) noexcept nogil:
        """A layer begins: it reaches to the last state there is."""
        self.layers[self.layer_count] = self.states
        self.layer_count += 1

    # -- arena and table

    cdef uint8_t *place(self, int64_t number) noexcept nogil:
        """The record of a state."""
        return self.chunks[number >> self.chunk_bits] + (number & ((<int64_t>1 << self.chunk_bits) - 1)) * self.stride

    cdef void pack(self, const uint8_t *state, uint8_t *record) noexcept nogil:
        if self.packed:
            self.game.encode(state, record)
        else:
            memcpy(record, state, self.size)

    cdef void unpack(self, const uint8_t *record, uint8_t *state) noexcept nogil:
        if self.packed:
            self.game.decode(state, record)
        else:
            memcpy(state, record, self.size)

    cdef int64_t find(self, const uint8_t *record, uint32_t hash) noexcept nogil:
        """The number of a record, -1 if it is not there."""
        cdef uint64_t slot = self.slots[self._slot_of(record, hash)]
        return <int64_t>(slot & LOW) - 1

    cdef uint64_t _slot_of(self, const uint8_t *record, uint32_t hash) noexcept nogil:
        """The slot that holds a record, or the empty one where it belongs."""
        cdef uint64_t mask = (<uint64_t>1 << (32 - self.shift)) - 1
        cdef uint64_t at = hash >> self.shift
        cdef uint64_t slot = self.slots[at]
        while slot != 0:
            if slot >> 32 == hash and memcmp(self.place(<int64_t>(slot & LOW) - 1), record, self.record) == 0:
                break
            at = (at + 1) & mask
            slot = self.slots[at]
        return at

    cdef int64_t _note(self, const uint8_t *record, uint32_t hash, uint32_t parent) noexcept nogil:
        """The number of a record, which is a new one if it was not there; there is room for it."""
        cdef uint64_t at = self._slot_of(record, hash)
        cdef int64_t number = self.states
        cdef uint8_t *place
        if self.slots[at] != 0:
            return <int64_t>(self.slots[at] & LOW) - 1
        place = self.place(number)
        memcpy(place, record, self.record)
        memcpy(place + self.stride - sizeof(uint32_t), &parent, sizeof(uint32_t))
        self.slots[at] = <uint64_t>hash << 32 | <uint64_t>(number + 1)
        self.states += 1
        return number

    # -- memory

    cdef bint _make_room(self, int64_t children) noexcept nogil:
        """Room for the children of one state, if the budget allows."""
        cdef int64_t wanted = self.states + children
        if self.budget >= 0 and self.memory > self.budget or wanted > MOST_STATES:
            return False
        if not self._widen(wanted):
            return False
        while self.chunk_count << self.chunk_bits < wanted:
            if not self._add_chunk():
                return False
        if not self._stretch(<void **>&self.layers, &self.layer_room, self.layer_count + 1, sizeof(int64_t)):
            return False
        if self.keeps_marks and not self._stretch(<void **>&self.marks, &self.mark_room, self.visited + 1, self.claims):
            return False
        if not self.keeps_transitions:
            return True
        if not self._stretch(<void **>&self.starts, &self.start_room, self.visited + 2, sizeof(int64_t)):
            return False
        return self._stretch(<void **>&self.targets, &self.target_room, self.transitions + children, sizeof(uint32_t))

    cdef bint _take(self, int64_t size) noexcept nogil:
        """Count memory that is wanted, if the budget allows."""
        if self.budget >= 0 and self.memory + size > self.budget:
            return False
        self.memory += size
        return True

    cdef bint _add_chunk(self) noexcept nogil:
        cdef int64_t size = <int64_t>self.stride << self.chunk_bits
        cdef uint8_t *chunk
        if not self._stretch(<void **>&self.chunks, &self.chunk_room, self.chunk_count + 1, sizeof(uint8_t *)) or not self._take(size):
            return False
        chunk = <uint8_t *>malloc(size)
        if chunk == NULL:
            return False
        self.chunks[self.chunk_count] = chunk
        self.chunk_count += 1
        return True

    cdef bint _stretch(self, void **array, int64_t *room, int64_t wanted, size_t item) noexcept nogil:
        """Make an array longer by half, or twice as long while it is short."""
        cdef int64_t longer = max(wanted, 64, room[0] * 2 if room[0] < 65536 else room[0] // 2 * 3)
        cdef void *made
        if wanted <= room[0]:
            return True
        if not self._take((longer - room[0]) * item):
            return False
        made = realloc(array[0], longer * item)
        if made == NULL:
            return False
        array[0] = made
        room[0] = longer
        return True

    cdef bint _widen(self, int64_t wanted) noexcept nogil:
        """Keep the table below 7/10 full; where it may not grow up to 9/10 will do."""
        cdef int64_t places = <int64_t>1 << (32 - self.shift)
        cdef uint64_t *slots
        if wanted * 10 <= places * 7:
            return True
        slots = NULL
        if self.shift > 0 and self._take(2 * places * sizeof(uint64_t)):
            slots = <uint64_t *>calloc(2 * places, sizeof(uint64_t))
        if slots == NULL:
            return wanted * 10 <= places * 9
        self._move_slots(slots, places)
        free(self.slots)
        self.slots = slots
        self.memory -= places * sizeof(uint64_t)
        return True

    cdef void _move_slots(self, uint64_t *slots, int64_t places) noexcept nogil:
        """Into a table of twice the size."""
        cdef uint64_t mask = 2 * places - 1
        cdef int64_t old
        cdef uint64_t at
        self.shift -= 1
        for old in range(places):
            if self.slots[old] != 0:
                at = self.slots[old] >> 32 >> self.shift
                while slots[at] != 0:
                    at = (at + 1) & mask
                slots[at] = self.slots[old]

    # -- asking afterwards

    @property
    def status_name(self):
        """Why the search is at an end: complete, states, stopped, memory, failed; running if it is not."""
        return STATUS.get(self.status, "running")

    @property
    def failed_at(self):
        """The exception for the rules that failed at state number `visited`, or None."""
        return self.failure

    @property
    def by_depth(self):
        """How many states lie how deep; the last number may be unfinished."""
        ends = [0, *[self.layers[at] for at in range(self.layer_count)]]
        if self.states > self.layers[self.layer_count - 1]:
            ends.append(self.states)
        return tuple([end - start for start, end in zip(ends, ends[1:])])

    def deciding(self, uint32_t which):
        """The first state that decides a claim, or None."""
        return None if which >= self.claims or self.first[which] < 0 else self.first[which]

    def position(self, int64_t number):
        """The bytes of a state."""
        cdef bytearray state = bytearray(self.size)
        self._check(number, self.states)
        self.unpack(self.place(number), <uint8_t *>state)
        return bytes(state)

    def way(self, int64_t number):
        """The numbers of the states on a shortest way from the first one."""
        cdef uint32_t parent
        self._check(number, self.states)
        found = [number]
        while True:
            memcpy(&parent, self.place(number) + self.stride - sizeof(uint32_t), sizeof(uint32_t))
            if parent == NO_PARENT:
                return found[::-1]
            number = parent
            found.append(number)

    def after(self, int64_t number):
        """The numbers of the states after the moves of a visited state; transitions must have been kept."""
        self._check(number, self.visited if self.keeps_transitions else 0)
        return [self.targets[at] for at in range(self.starts[number], self.starts[number + 1])]

    def mark(self, int64_t number, uint32_t which):
        """Did a claim hold in a visited state? Marks must have been kept."""
        self._check(number, self.visited if self.keeps_marks else 0)
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


cdef class Avoiding:
    """Takes away, backwards along the transitions, the states from which every way comes to the goal."""

    cdef Explorer explorer
    cdef int64_t goal
    cdef int64_t *begins   # where the sources of a state begin
    cdef uint32_t *sources
    cdef uint32_t *left    # the transitions of a state that may avoid the goal
    cdef uint32_t *closed  # those that cannot, in the order they were found
    cdef uint8_t *open_

    def __cinit__(self, Explorer explorer, int64_t goal):
        assert explorer.keeps_transitions and (goal < 0 or explorer.keeps_marks)
        self.explorer, self.goal = explorer, goal
        self.begins = <int64_t *>room_for((explorer.states + 2) * sizeof(int64_t))
        self.sources = <uint32_t *>room_for(explorer.transitions * sizeof(uint32_t))
        self.left = <uint32_t *>room_for(explorer.visited * sizeof(uint32_t))
        self.closed = <uint32_t *>room_for(explorer.visited * sizeof(uint32_t))
        self.open_ = <uint8_t *>room_for(explorer.visited)

    def __dealloc__(self):
        free(self.begins)
        free(self.sources)
        free(self.left)
        free(self.closed)
        free(self.open_)

    def open_ways_left(self):
        """The bytes that were asked for."""
        return self.open_[:self.explorer.visited]

    def run(self):
        """Find them."""
        with nogil:
            self._turn_round()
            self._close()

    cdef void _turn_round(self) noexcept nogil:
        """For each state the states from which a transition leads to it: counted, then filled in from behind."""
        cdef int64_t at, number
        for at in range(self.explorer.transitions):
            self.begins[self.explorer.targets[at]] += 1
        for number in range(1, self.explorer.states + 1):
            self.begins[number] += self.begins[number - 1]
        for number in range(self.explorer.visited):
            for at in range(self.explorer.starts[number], self.explorer.starts[number + 1]):
                self.begins[self.explorer.targets[at]] -= 1
                self.sources[self.begins[self.explorer.targets[at]]] = <uint32_t>number

    cdef bint _is_goal(self, int64_t number) noexcept nogil:
        if self.goal < 0:
            return self.explorer.starts[number] == self.explorer.starts[number + 1]
        return self.explorer.marks[number * self.explorer.claims + self.goal]

    cdef void _close(self) noexcept nogil:
        cdef int64_t number, at
        cdef int64_t count = 0
        cdef int64_t done = 0
        cdef uint32_t source
        for number in range(self.explorer.visited):
            self.left[number] = <uint32_t>(self.explorer.starts[number + 1] - self.explorer.starts[number])
            self.open_[number] = not self._is_goal(number)
            if not self.open_[number]:
                self.closed[count] = <uint32_t>number
                count += 1
        while done < count:
            number = self.closed[done]
            done += 1
            for at in range(self.begins[number], self.begins[number + 1]):
                source = self.sources[at]
                if self.open_[source]:
                    self.left[source] -= 1
                    if self.left[source] == 0:
                        self.open_[source] = 0
                        self.closed[count] = source
                        count += 1


cdef uint32_t hash_record(const uint8_t *record, uint32_t size) noexcept nogil:
    """32 bits of hash, all of them good."""
    cdef uint64_t hash = size
    cdef uint64_t word
    cdef uint32_t at = 0
    while at + 8 <= size:
        memcpy(&word, record + at, 8)
        hash = (hash ^ word) * STEP
        hash ^= hash >> 32
        at += 8
    if at < size:
        word = 0
        memcpy(&word, record + at, size - at)
        hash = (hash ^ word) * STEP
        hash ^= hash >> 32
    hash = (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9u
    return <uint32_t>(hash >> 32)
