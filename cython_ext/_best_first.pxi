# Included by _steps.pyx: the most promising state first (A*).

cdef extern from "states/squeeze.h":
    struct rw_squeeze:
        void *masks
        uint32_t record_words
        uint32_t record_bytes

    int rw_make_squeeze(rw_squeeze *, const uint8_t *mask, uint32_t size) nogil
    int rw_pack(const rw_squeeze *, const uint8_t *state, uint64_t *record) nogil
    void rw_unpack(const rw_squeeze *, const uint64_t *record, uint8_t *state) nogil


cdef extern from "states/set.h":
    struct rw_set:
        int64_t count
        int64_t most
        int64_t budget

    int rw_make_set(rw_set *, uint32_t record_bytes) nogil
    void rw_free_set(rw_set *) nogil
    bint rw_stretch(rw_set *, void **array, int64_t *room, int64_t wanted, size_t item) nogil
    uint32_t rw_hash_record(const rw_set *, const uint64_t *record) nogil
    int64_t rw_note(rw_set *, const uint64_t *record, uint32_t hash) nogil
    void rw_load(const rw_set *, int64_t number, uint64_t *record) nogil
    void rw_near(const rw_set *, uint32_t hash) nogil
    void rw_nearer(const rw_set *, uint32_t hash) nogil

cdef int LONGEST = 4096

cdef enum:
    MOST_MEMBERS = 64


cdef struct Node:
    uint32_t before
    uint16_t far      # steps from the start that count
    uint8_t bound
    uint8_t done


cdef struct Child:
    uint32_t hash
    uint16_t far
    uint8_t bound


cdef struct Kind:
    int members
    int length               # slots that say something of each
    int pointers
    const int32_t *columns   # for each member the slots
    const int32_t *slots     # those whose value may be a member, and the number of the first
    const int32_t *bases


cdef struct Bucket:
    uint32_t *items
    int64_t count
    int64_t room


cdef bint comes_after(const Kind *kind, const uint8_t *state, int one, int other) noexcept nogil:
    """Does what the state says of one member come after what it says of another?"""
    cdef int at
    cdef uint8_t mine, its
    for at in range(kind.length):
        mine, its = state[kind.columns[one * kind.length + at]], state[kind.columns[other * kind.length + at]]
        if mine != its:
            return mine > its
    for at in range(kind.pointers):
        if state[kind.slots[at]] == kind.bases[at] + one:
            return True
        if state[kind.slots[at]] == kind.bases[at] + other:
            return False
    return False


cdef class BestFirst:
    """States by the least length of a play through them, the longest way made first. `length`: no play is shorter; `visited`: states whose steps were looked at.

    States that differ in the names of `alike` things (solver/factored/alike.py) are one.
    With `beyond` a goal ends neither the play nor the search, which is complete once all states were found; `reached` is the nearest goal.
    """

    cdef Net net
    cdef Watch watch
    cdef rw_squeeze squeeze
    cdef rw_set found
    cdef Node *nodes
    cdef int64_t node_room
    cdef Bucket *buckets
    cdef uint8_t *state
    cdef uint8_t *after
    cdef int32_t *numbers
    cdef uint64_t *record
    cdef Child *children       # of the states at hand
    cdef uint64_t *records
    cdef int64_t *led
    cdef list kept
    cdef Kind *kinds
    cdef int kind_count
    cdef uint8_t *moved
    cdef bint beyond
    cdef readonly int length
    cdef readonly int64_t visited
    cdef readonly int64_t reached   # the number of the goal, or -1
    cdef readonly str status        # running, reached, complete (there is no goal), stopped, memory

    def __cinit__(self, Net net, Watch watch, bytes mask, memory=None, *, bint beyond=False, alike=()):
        self.net, self.watch, self.beyond = net, watch, beyond
        self.status, self.reached = "running", -1
        assert len(mask) == net.width
        if rw_make_squeeze(&self.squeeze, <const uint8_t *>mask, net.width) < 0 or rw_make_set(&self.found, self.squeeze.record_bytes) < 0:
            raise MemoryError("there is no memory for the first state")
        self.found.budget = -1 if memory is None else memory
        self.buckets = <Bucket *>room_for(LONGEST * sizeof(Bucket))
        self.state = <uint8_t *>room_for(net.width)
        self.after = <uint8_t *>room_for(net.width)
        self.numbers = <int32_t *>room_for(2 * (net.tables + 1) * sizeof(int32_t))
        self.record = <uint64_t *>room_for(self.squeeze.record_words * sizeof(uint64_t))
        self.children = <Child *>room_for(net.most_candidates * sizeof(Child))
        self.records = <uint64_t *>room_for(net.most_candidates * self.squeeze.record_words * sizeof(uint64_t))
        self.led = <int64_t *>room_for((net.sums + 1) * sizeof(int64_t))
        self.moved = <uint8_t *>room_for(net.width)
        self._set_kinds(alike)
        self._begin()

    cdef int _set_kinds(self, alike) except -1:
        cdef const int32_t[::1] columns, slots, bases
        cdef Kind *kind
        self.kept, self.kind_count = list(alike), 0
        self.kinds = <Kind *>room_for(len(self.kept) * sizeof(Kind))
        for members, columns, slots, bases in self.kept:
            assert members <= MOST_MEMBERS
            kind = &self.kinds[self.kind_count]
            kind.members, kind.length, kind.pointers = members, columns.shape[0] // members, slots.shape[0]
            if columns.shape[0]:
                kind.columns = &columns[0]
            if slots.shape[0]:
                kind.slots, kind.bases = &slots[0], &bases[0]
            self.kind_count += 1
        return 0

    cdef void _put_in_order(self, uint8_t *state) noexcept nogil:
        """Give the members of each kind the order of what the state says of them."""
        cdef int number
        for number in range(self.kind_count):
            self._put_kind_in_order(&self.kinds[number], state)

    cdef void _put_kind_in_order(self, const Kind *kind, uint8_t *state) noexcept nogil:
        cdef int[MOST_MEMBERS] order
        cdef int[MOST_MEMBERS] place
        cdef int member, at, pointer
        cdef bint changed = False
        for member in range(kind.members):
            at = member
            while at > 0 and comes_after(kind, state, order[at - 1], member):
                order[at] = order[at - 1]
                at -= 1
            order[at] = member
            changed = changed or at != member
        if not changed:
            return
        memcpy(self.moved, state, self.net.width)
        for member in range(kind.members):
            place[order[member]] = member
            for at in range(kind.length):
                state[kind.columns[member * kind.length + at]] = self.moved[kind.columns[order[member] * kind.length + at]]
        for at in range(kind.pointers):
            pointer = state[kind.slots[at]] - kind.bases[at]
            if 0 <= pointer < kind.members:
                state[kind.slots[at]] = <uint8_t>(kind.bases[at] + place[pointer])

    cdef int _begin(self) except -1:
        cdef int which, bound
        memcpy(self.after, <const uint8_t *>self.net.start, self.net.slots)
        self.net._number(self.after, self.numbers)
        bound = self.net._bound(self.numbers, &which)
        if bound == UNREACHED:
            self.status = "complete"
        else:
            rw_pack(&self.squeeze, self.after, self.record)
            if not self._offer(0, self.record, rw_hash_record(&self.found, self.record), 0, bound):
                raise MemoryError("there is no memory for the first state")
        self.length = bound
        return 0

    def __dealloc__(self):
        cdef int at
        rw_free_set(&self.found)
        free(self.squeeze.masks)
        free(self.nodes)
        if self.buckets != NULL:
            for at in range(LONGEST):
                free(self.buckets[at].items)
        free(self.buckets)
        free(self.state)
        free(self.after)
        free(self.numbers)
        free(self.record)
        free(self.children)
        free(self.records)
        free(self.led)
        free(self.kinds)
        free(self.moved)

    @property
    def states(self):
        """How many states were found."""
        return self.found.count

    @property
    def memory(self):
        """How many bytes were used at the most."""
        return self.found.most

    @property
    def leading(self):
        """For each sum for how many states it said most."""
        return [self.led[which] for which in range(self.net.sums)]

    def run(self, int64_t work):
        """Look at so many states more."""
        cdef int ended = 0
        cdef int64_t last = self.visited + work
        if self.status != "running":
            return
        with nogil:
            while self.visited < last and ended == 0:
                ended = self._step()
        self.watch.check()
        if ended:
            self.status = ("reached", "complete", "stopped", "memory")[ended - 1]

    cdef int _step(self) noexcept nogil:
        """Look at the next state. 1: it is a goal, 2: there is none, 3: stopped, 4: there is no room."""
        cdef int64_t number = self._next()
        if number < 0:
            return 2
        if self.watch.due(1):
            return 3
        rw_load(&self.found, number, self.record)
        rw_unpack(&self.squeeze, self.record, self.state)
        if number > 0 and self.nodes[number].bound == 0 and self.reached < 0 and self.net._is_goal(self.state):
            self.reached = number
            if not self.beyond:
                return 1
        self.visited += 1
        self.nodes[number].done = 1
        if number > 0 and self.net._is_dead(self.state):
            return 0
        return 0 if self._look_on(number) else 4

    cdef int64_t _next(self) noexcept nogil:
        """The number of the most promising state that is not done, -1 if there is none."""
        cdef Bucket *bucket
        cdef Node *node
        cdef uint32_t number
        while self.length < LONGEST:
            bucket = &self.buckets[self.length]
            while bucket.count:
                bucket.count -= 1
                number = bucket.items[bucket.count]
                node = &self.nodes[number]
                if not node.done and node.far + node.bound == self.length:
                    return number
            self.length += 1
        return -1

    cdef bint _look_on(self, int64_t number) noexcept nogil:
        """The states after a state; False if there is no room for them. Where they may stand is brought near while the others are made."""
        cdef uint32_t words = self.squeeze.record_words
        cdef int count = self._make_children(self.nodes[number].far)
        cdef int child
        for child in range(count):
            rw_nearer(&self.found, self.children[child].hash)
        for child in range(count):
            if not self._offer(<uint32_t>number, self.records + child * words, self.children[child].hash, self.children[child].far, self.children[child].bound):
                return False
        return True

    cdef int _make_children(self, int far) noexcept nogil:
        """How many states come after the state at hand, without those from which no goal can be reached."""
        cdef int row = self.net.row_of[0] * self.net.radix + self.state[self.net.selector]
        cdef int32_t *after = self.numbers + self.net.tables
        cdef uint64_t *record = self.records
        cdef int count = 0
        cdef int which, bound, step
        cdef int32_t at
        self.net._number(self.state, self.numbers)
        for at in range(self.net.candidate_ends[row], self.net.candidate_ends[row + 1]):
            step = self.net.candidates[at]
            if not self.net._is_possible(step, self.state):
                continue
            self.net._renumber(step, self.state, self.numbers, after)
            bound = self.net._bound(after, &which)
            self.led[which] += 1
            if bound == UNREACHED:
                continue
            self.net._make(step, self.state, self.after)
            self._put_in_order(self.after)
            rw_pack(&self.squeeze, self.after, record)
            self.children[count].hash = rw_hash_record(&self.found, record)
            self.children[count].far, self.children[count].bound = <uint16_t>(far + self.net.costs[step]), <uint8_t>bound
            rw_near(&self.found, self.children[count].hash)
            record += self.squeeze.record_words
            count += 1
        return count

    cdef bint _offer(self, uint32_t before, const uint64_t *record, uint32_t hash, int far, int bound) noexcept nogil:
        """A way to a state: is it the first, or shorter than those known?"""
        cdef int64_t count = self.found.count
        cdef int64_t number
        cdef Node *node
        cdef Bucket *bucket
        if far + bound >= LONGEST or not rw_stretch(&self.found, <void **>&self.nodes, &self.node_room, count + 1, sizeof(Node)):
            return False
        number = rw_note(&self.found, record, hash)
        if number < 0:
            return False
        node = &self.nodes[number]
        if number < count and node.far <= far:
            return True
        node.before, node.far, node.bound, node.done = before, <uint16_t>far, <uint8_t>bound, 0
        bucket = &self.buckets[far + bound]
        if not rw_stretch(&self.found, <void **>&bucket.items, &bucket.room, bucket.count + 1, sizeof(uint32_t)):
            return False
        bucket.items[bucket.count] = <uint32_t>number
        bucket.count += 1
        self.length = min(self.length, far + bound)
        return True

    def way(self):
        """The states on a shortest way to the goal that was reached."""
        cdef int64_t number = self.reached
        found = []
        while True:
            rw_load(&self.found, number, self.record)
            rw_unpack(&self.squeeze, self.record, self.state)
            found.append((<const uint8_t *>self.state)[:self.net.slots])
            if number == 0:
                return found[::-1]
            number = self.nodes[number].before
