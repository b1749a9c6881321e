# Included by _steps.pyx: the most promising state first (A*).

cdef int LONGEST = 4096
FIRST_SLOT_LAST = sys.byteorder == "little"  # the first slot has the last bits of a record

cdef struct Node:
    uint32_t before
    uint16_t far      # steps from the start that count
    uint8_t bound
    uint8_t done


cdef struct Child:
    uint32_t hash
    uint32_t rest     # hash of what is left without slots that hardly matter
    uint16_t far
    uint8_t bound


cdef struct Bucket:
    uint32_t *items
    int64_t count
    int64_t room


cdef class BestFirst:
    """States by the least length of a play through them, the longest way made first. `length`: no play is shorter; `visited`: states whose steps were looked at.

    States that differ in the names of `alike` things (solver/factored/alike.py) are one, and so are those that `turns` make of each other (solver/factored/symmetries.py).
    `carefree`: slots that only steps care for that do not count, and the steps that settle them (solver/factored/carefree.py).
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
    cdef Members members
    cdef Images images
    cdef Asks asks
    cdef Carefree carefree
    cdef bint beyond
    cdef int64_t budget
    cdef readonly int length
    cdef readonly int64_t visited
    cdef readonly int64_t reached   # the number of the goal, or -1
    cdef readonly str status        # running, reached, complete (there is no goal), stopped, memory

    def __cinit__(self, Net net, Watch watch, bytes mask, memory=None, *, bint beyond=False, alike=(), turns=(), carefree=None):
        self.net, self.watch, self.beyond = net, watch, beyond
        self.status, self.reached = "running", -1
        assert len(mask) == net.width
        if rw_make_squeeze(&self.squeeze, <const uint8_t *>mask, net.width) < 0 or rw_make_set(&self.found, self.squeeze.record_bytes) < 0:
            raise MemoryError("there is no memory for the first state")
        self.budget = self.found.budget = -1 if memory is None else memory
        self.buckets = <Bucket *>room_for(LONGEST * sizeof(Bucket))
        self.state = <uint8_t *>room_for(net.width)
        self.after = <uint8_t *>room_for(net.width)
        self.numbers = <int32_t *>room_for(2 * (net.tables + 1) * sizeof(int32_t))
        self.record = <uint64_t *>room_for(self.squeeze.record_words * sizeof(uint64_t))
        self.children = <Child *>room_for((net.most_candidates + 1) * sizeof(Child))
        self.records = <uint64_t *>room_for(net.most_candidates * self.squeeze.record_words * sizeof(uint64_t))
        self.led = <int64_t *>room_for((net.sums + 1) * sizeof(int64_t))
        self._set_same(mask, alike, turns, carefree)
        self._begin()

    cdef int _set_same(self, bytes mask, alike, turns, carefree) except -1:
        """What is used of what is known of states that are as good as others."""
        cdef int words = self.squeeze.record_words
        slots = carefree[0] if carefree else ()
        self.members = Members(self.net.width, alike) if alike else None
        self.asks = Asks(self.net, mask, words) if FIRST_SLOT_LAST else None
        self.images = Images(mask, words, turns, slots) if turns and FIRST_SLOT_LAST else None
        self.carefree = Carefree(mask, words, self.squeeze.record_bytes, *carefree) if slots and FIRST_SLOT_LAST else None
        return 0

    cdef int _begin(self) except -1:
        cdef int which, bound
        memcpy(self.after, <const uint8_t *>self.net.start, self.net.slots)
        self.net._number(self.after, self.numbers)
        bound = self.net._bound(self.numbers, &which)
        if bound == UNREACHED:
            self.status = "complete"
        else:
            self._describe(self.record, self.children)
            self.children.far, self.children.bound = 0, <uint8_t>bound
            if not self._offer(0, self.record, self.children):
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

    @property
    def states(self):
        """How many states were found."""
        return self.found.count

    @property
    def levels(self):
        """How many states were found after no, one, two … steps that count; of those that carefree slots alone tell apart one."""
        cdef int64_t number
        counts = [0] * LONGEST
        if self.carefree is not None:
            for number in range(self.carefree.rests.count):
                counts[self.carefree.least[number].far] += 1
        else:
            for number in range(self.found.count):
                counts[self.nodes[number].far] += 1
        return counts[: max([far for far, count in enumerate(counts) if count], default=-1) + 1]

    @property
    def memory(self):
        """How many bytes were used at the most."""
        return self.found.most + (0 if self.carefree is None else self.carefree.rests.most)

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
        cdef bint settling = True
        cdef Least *least
        if number < 0:
            return 2
        if self.watch.due(1):
            return 3
        rw_load(&self.found, number, self.record)
        self.nodes[number].done = 1
        if self.carefree is not None:
            least = self.carefree._of(self.record, self.carefree._hash(self.record), self.nodes[number].far)
            if least == NULL:
                return 4
            if least.far < self.nodes[number].far:
                return 0
            settling = least.widened != self.nodes[number].far + 1
            least.widened = <uint16_t>(self.nodes[number].far + 1)
        rw_unpack(&self.squeeze, self.record, self.state)
        if number > 0 and self.nodes[number].bound == 0 and self.reached < 0 and self.net._is_goal(self.state):
            self.reached = number
            if not self.beyond:
                return 1
        self.visited += 1
        if number > 0 and self.net._is_dead(self.state):
            return 0
        return 0 if self._look_on(number, settling) else 4

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

    cdef bint _look_on(self, int64_t number, bint settling) noexcept nogil:
        """The states after a state; False if there is no room for them. Where they may stand is brought near while the others are made."""
        cdef uint32_t words = self.squeeze.record_words
        cdef int count = self._make_children(self.nodes[number].far, settling)
        cdef int child
        for child in range(count):
            rw_nearer(&self.found, self.children[child].hash)
            rw_near_item(self.nodes, rw_guess(&self.found, self.children[child].hash), sizeof(Node))
            if self.carefree is not None:
                self.carefree._bring_near(self.children[child].rest)
        for child in range(count):
            if not self._offer(<uint32_t>number, self.records + child * words, &self.children[child]):
                return False
        return True

    cdef int _make_children(self, int far, bint settling) noexcept nogil:
        """How many states come after the state at hand, without those from which no goal can be reached; with or without steps that settle what hardly matters."""
        cdef int row = self.net.row_of[0] * self.net.radix + self.state[self.net.selector]
        cdef int32_t *after = self.numbers + self.net.tables
        cdef uint64_t *record = self.records
        cdef int count = 0
        cdef int which, bound, step
        cdef int32_t at
        self.net._number(self.state, self.numbers)
        for at in range(self.net.candidate_ends[row], self.net.candidate_ends[row + 1]):
            step = self.net.candidates[at]
            if not settling and self.carefree.settling[step]:
                continue
            if not (self.net._is_possible(step, self.state) if self.asks is None else self.asks._are_met(step, self.record, self.state)):
                continue
            self.net._renumber(step, self.state, self.numbers, after)
            bound = self.net._bound(after, &which)
            self.led[which] += 1
            if bound == UNREACHED:
                continue
            self.net._make(step, self.state, self.after)
            self._describe(record, &self.children[count])
            self.children[count].far, self.children[count].bound = <uint16_t>(far + self.net.costs[step]), <uint8_t>bound
            record += self.squeeze.record_words
            count += 1
        return count

    cdef void _describe(self, uint64_t *record, Child *child) noexcept nogil:
        """The record of the state made last, in the form that all have that are the same."""
        if self.members is not None:
            self.members._put_in_order(self.after)
        rw_pack(&self.squeeze, self.after, record)
        if self.carefree is not None:
            self.carefree._let_idle(self.asks, self.after, record)
        if self.images is not None:
            self.images._least(record)
        child.hash = rw_hash_record(&self.found, record)
        rw_near(&self.found, child.hash)
        if self.carefree is not None:
            child.rest = self.carefree._hash(record)

    cdef bint _offer(self, uint32_t before, const uint64_t *record, const Child *child) noexcept nogil:
        """A way to a state: is it the first, or shorter than those known?"""
        cdef int64_t count = self.found.count
        cdef int64_t number
        cdef Node *node
        cdef Least *least
        if child.far + child.bound >= LONGEST or not rw_stretch(&self.found, <void **>&self.nodes, &self.node_room, count + 1, sizeof(Node)):
            return False
        if self.carefree is not None:
            self._share_budget()
            least = self.carefree._of(record, child.rest, child.far)
            if least == NULL:
                return False
            if least.far < child.far:
                return True
        number = rw_note(&self.found, record, child.hash)
        if number < 0:
            return False
        node = &self.nodes[number]
        if number < count and node.far <= child.far:
            return True
        node.before, node.far, node.bound, node.done = before, child.far, child.bound, 0
        return self._put_into_bucket(<uint32_t>number, child.far + child.bound)

    cdef inline void _share_budget(self) noexcept nogil:
        if self.budget >= 0:
            self.carefree.rests.budget = self.budget - self.found.memory
            self.found.budget = self.budget - self.carefree.rests.memory

    cdef bint _put_into_bucket(self, uint32_t number, int length) noexcept nogil:
        cdef Bucket *bucket = &self.buckets[length]
        if not rw_stretch(&self.found, <void **>&bucket.items, &bucket.room, bucket.count + 1, sizeof(uint32_t)):
            return False
        bucket.items[bucket.count] = number
        bucket.count += 1
        self.length = min(self.length, length)
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
