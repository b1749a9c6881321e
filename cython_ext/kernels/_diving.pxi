# Included by _steps.pyx: depth first within a limit that rises (IDA*).

cdef int DEEPEST = 1000


cdef class Diver:
    """Searches for plays of a certain length. `nodes`: steps looked at; `cuts`: for each sum how many of them it has cut off."""

    cdef Net net
    cdef Watch watch
    cdef uint8_t *states     # one for each depth
    cdef int32_t *numbers    # one row for each depth
    cdef int32_t *totals     # of the sums, one row for each depth
    cdef int *path
    cdef int64_t *cut
    cdef int limit
    cdef int length
    cdef readonly int64_t nodes
    cdef readonly int next_limit   # the least bound that was above the limit
    cdef readonly bint too_deep

    def __cinit__(self, Net net, Watch watch):
        self.net, self.watch = net, watch
        self.states = <uint8_t *>room_for(<size_t>net.width * (DEEPEST + 2))
        self.numbers = <int32_t *>room_for((net.tables + 1) * sizeof(int32_t) * (DEEPEST + 2))
        self.totals = <int32_t *>room_for((net.sums + 1) * sizeof(int32_t) * (DEEPEST + 2))
        self.path = <int *>room_for(sizeof(int) * (DEEPEST + 2))
        self.cut = <int64_t *>room_for(sizeof(int64_t) * (net.sums + 1))

    def __dealloc__(self):
        free(self.states)
        free(self.numbers)
        free(self.totals)
        free(self.path)
        free(self.cut)

    @property
    def cuts(self):
        """For each sum how many steps it has cut off."""
        return [self.cut[which] for which in range(self.net.sums)]

    def search(self, prefix, int limit):
        """The steps of a play to a goal of no more than `limit` steps that begins with those given, or None; if it was stopped, too."""
        cdef int depth = len(prefix)
        cdef int at, found
        memcpy(self.states, <const uint8_t *>self.net.start, self.net.slots)
        for at in range(depth):
            self.path[at] = prefix[at]
            self.net._make(self.path[at], self.states + at * self.net.width, self.states + (at + 1) * self.net.width)
        self.net._number(self.states + depth * self.net.width, self.numbers + depth * self.net.tables)
        self.net._total(self.numbers + depth * self.net.tables, self.totals + depth * self.net.sums)
        self.limit, self.next_limit = limit, NEVER
        with nogil:
            found = self._dive(depth, self.path[depth - 1] if depth else -1)
        self.watch.check()
        return [self.path[at] for at in range(self.length)] if found == 1 else None

    cdef int _dive(self, int depth, int last) noexcept nogil:
        """1: a goal was found, 0: there is none within the limit, -1: stopped."""
        cdef uint8_t *state = self.states + depth * self.net.width
        cdef uint8_t *after = state + self.net.width
        cdef int32_t *numbers = self.numbers + depth * self.net.tables
        cdef int32_t *totals = self.totals + depth * self.net.sums
        cdef int row = self.net.row_of[last + 1] * self.net.radix + state[self.net.selector]
        cdef int which, bound, step, found, changes
        cdef int32_t at
        if self.watch.due(1):
            return -1
        for at in range(self.net.candidate_ends[row], self.net.candidate_ends[row + 1]):
            step = self.net.candidates[at]
            if not self.net._is_possible(step, state):
                continue
            self.nodes += 1
            changes = self.net._row(step, state)
            if changes < 0:
                self.net._renumber(step, state, numbers, numbers + self.net.tables)
                self.net._total(numbers + self.net.tables, totals + self.net.sums)
            else:
                self.net._total_after(changes, numbers, totals, totals + self.net.sums)
            bound = self.net._highest(totals + self.net.sums, &which)
            if depth + 1 + bound > self.limit:
                self.cut[which] += 1
                if bound != UNREACHED and depth + 1 + bound < self.next_limit:
                    self.next_limit = depth + 1 + bound
                continue
            self.net._make(step, state, after)
            if changes >= 0:
                self.net._change(changes, numbers, numbers + self.net.tables)
            self.path[depth] = step
            if bound == 0 and self.net._is_goal(after):
                self.length = depth + 1
                return 1
            if self.net._is_dead(after):
                continue
            if depth + 1 >= self.limit:
                self.next_limit = min(self.next_limit, self.limit + 1)
                continue
            if depth + 1 == DEEPEST:
                self.too_deep = True
                continue
            found = self._dive(depth + 1, step)
            if found:
                return found
        return 0
