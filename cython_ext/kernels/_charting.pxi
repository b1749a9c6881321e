# Included by _steps.pyx: every state that can follow, and where each leads.

cdef class Chart:
    """The states that follow from one, numbered as they are found (nearer ones first), what each leads to by which step, and which are goals.

    A goal ends the play unless `beyond`. `status`: complete, most (there are more states than that), stopped or memory.
    """

    cdef Net net
    cdef Watch watch
    cdef rw_squeeze squeeze
    cdef rw_set found
    cdef uint8_t *state
    cdef uint8_t *after
    cdef uint64_t *record
    cdef int64_t *ends        # behind the edges of each state
    cdef uint32_t *before     # from which state each was found
    cdef uint8_t *goals
    cdef uint32_t *targets
    cdef uint32_t *steps
    cdef int64_t end_room, before_room, goal_room, target_room, step_room
    cdef int64_t done, edges, most
    cdef bint beyond
    cdef readonly str status

    def __cinit__(self, Net net, Watch watch, bytes mask, bytes start, int64_t most, memory=None, *, bint beyond=False):
        self.net, self.watch, self.most, self.beyond = net, watch, most, beyond
        assert len(mask) == net.width and len(start) == net.slots
        if rw_make_squeeze(&self.squeeze, <const uint8_t *>mask, net.width) < 0 or rw_make_set(&self.found, self.squeeze.record_bytes) < 0:
            raise MemoryError("there is no memory for the first state")
        self.found.budget = -1 if memory is None else memory
        self.state = <uint8_t *>room_for(net.width)
        self.after = <uint8_t *>room_for(net.width)
        self.record = <uint64_t *>room_for(self.squeeze.record_words * sizeof(uint64_t))
        padded = start + bytes(net.width - net.slots)
        memcpy(self.after, <const uint8_t *>padded, net.width)
        self._explore()

    def __dealloc__(self):
        rw_free_set(&self.found)
        free(self.squeeze.masks)
        free(self.state)
        free(self.after)
        free(self.record)
        free(self.ends)
        free(self.before)
        free(self.goals)
        free(self.targets)
        free(self.steps)

    cdef int _explore(self) except -1:
        cdef int ended
        with nogil:
            ended = 0 if self._note(0) >= 0 else 3
            while ended == 0 and self.done < self.found.count:
                ended = self._look_on()
        self.watch.check()
        self.status = ("complete", "most", "stopped", "memory")[ended]
        return 0

    cdef int _look_on(self) noexcept nogil:
        """The edges of the next state. 1: there are too many states, 2: stopped, 3: there is no room."""
        cdef int row
        cdef int32_t at
        cdef int step
        cdef int64_t number
        if self.watch.due(1):
            return 2
        rw_load(&self.found, self.done, self.record)
        rw_unpack(&self.squeeze, self.record, self.state)
        if not rw_stretch(&self.found, <void **>&self.goals, &self.goal_room, self.done + 1, 1):
            return 3
        self.goals[self.done] = self.net._is_goal(self.state)
        if not self._ends_here():
            row = self.net.row_of[0] * self.net.radix + self.state[self.net.selector]
            for at in range(self.net.candidate_ends[row], self.net.candidate_ends[row + 1]):
                step = self.net.candidates[at]
                if self.net._is_possible(step, self.state):
                    self.net._make(step, self.state, self.after)
                    number = self._note(self.done)
                    if number < 0 or not self._lead(number, step):
                        return 3
        if not rw_stretch(&self.found, <void **>&self.ends, &self.end_room, self.done + 1, sizeof(int64_t)):
            return 3
        self.ends[self.done] = self.edges
        self.done += 1
        return 1 if self.found.count > self.most else 0

    cdef bint _ends_here(self) noexcept nogil:
        """Is play over in the state at hand? Where it begins it is not."""
        return self.done > 0 and ((self.goals[self.done] and not self.beyond) or self.net._is_dead(self.state))

    cdef int64_t _note(self, int64_t before) noexcept nogil:
        """The number of the state made last, -1 if there is no room for it."""
        cdef int64_t count = self.found.count
        cdef int64_t number
        rw_pack(&self.squeeze, self.after, self.record)
        number = rw_note(&self.found, self.record, rw_hash_record(&self.found, self.record))
        if number < count:
            return number
        if not rw_stretch(&self.found, <void **>&self.before, &self.before_room, number + 1, sizeof(uint32_t)):
            return -1
        self.before[number] = <uint32_t>before
        return number

    cdef bint _lead(self, int64_t target, int step) noexcept nogil:
        """The state at hand leads there."""
        if not rw_stretch(&self.found, <void **>&self.targets, &self.target_room, self.edges + 1, sizeof(uint32_t)):
            return False
        if not rw_stretch(&self.found, <void **>&self.steps, &self.step_room, self.edges + 1, sizeof(uint32_t)):
            return False
        self.targets[self.edges], self.steps[self.edges] = <uint32_t>target, <uint32_t>step
        self.edges += 1
        return True

    @property
    def states(self):
        """How many states were found."""
        return self.found.count

    def slots(self, int64_t number):
        """The values of the slots of a state."""
        assert 0 <= number < self.found.count
        rw_load(&self.found, number, self.record)
        rw_unpack(&self.squeeze, self.record, self.state)
        return (<const uint8_t *>self.state)[:self.net.slots]

    def after_of(self, int64_t number):
        """The states that a state leads to."""
        return [self.targets[edge] for edge in range(self._first(number), self.ends[number])]

    def steps_of(self, int64_t number):
        """The steps that lead there."""
        return [self.steps[edge] for edge in range(self._first(number), self.ends[number])]

    cdef int64_t _first(self, int64_t number) except -1:
        """Where the edges of a state begin."""
        if not 0 <= number < self.done:
            raise IndexError(number)
        return self.ends[number - 1] if number else 0

    def found_by(self, int64_t number):
        """The state from which one was found first, and the step that led to it; the first state was not found."""
        assert 0 < number < self.done
        before = self.before[number]
        return before, self.steps_of(before)[self.after_of(before).index(number)]

    def within(self, int depth):
        """How many states can be reached in so many steps."""
        cdef int32_t[::1] deep = array("i", [0]) * self.done
        cdef int64_t number
        cdef int64_t count = 0
        with nogil:
            for number in range(self.done):
                if number:
                    deep[number] = deep[self.before[number]] + 1
                count += deep[number] <= depth
        return count

    def distances(self):
        """How many steps each state is away from the nearest goal; -1: none can be reached. The first state is no goal."""
        cdef int32_t[::1] far = array("i", [-1]) * self.done
        cdef int64_t[::1] firsts = array("q", [0]) * (self.done + 1)
        cdef uint32_t[::1] sources = array("I", [0]) * max(self.edges, 1)
        cdef uint32_t[::1] queue = array("I", [0]) * max(self.done, 1)
        with nogil:
            self._turn_round(firsts, sources)
            self._measure(far, firsts, sources, queue)
        return far.base

    cdef void _turn_round(self, int64_t[::1] firsts, uint32_t[::1] sources) noexcept nogil:
        """For each state those that lead to it: they stand from firsts[number] to firsts[number + 1]."""
        cdef int64_t edge, number
        for edge in range(self.edges):
            firsts[self.targets[edge]] += 1
        for number in range(self.done):
            firsts[number + 1] += firsts[number]
        edge = self.edges
        for number in range(self.done - 1, -1, -1):
            while edge > (self.ends[number - 1] if number else 0):
                edge -= 1
                firsts[self.targets[edge]] -= 1
                sources[firsts[self.targets[edge]]] = <uint32_t>number

    cdef void _measure(self, int32_t[::1] far, int64_t[::1] firsts, uint32_t[::1] sources, uint32_t[::1] queue) noexcept nogil:
        cdef int64_t number, at, looked = 0, waiting = 0
        for number in range(1, self.done):
            if self.goals[number]:
                far[number], queue[waiting] = 0, <uint32_t>number
                waiting += 1
        while looked < waiting:
            number = queue[looked]
            looked += 1
            for at in range(firsts[number], firsts[number + 1]):
                if far[sources[at]] < 0:
                    far[sources[at]], queue[waiting] = far[number] + 1, sources[at]
                    waiting += 1
