# Included by _explorer.pyx: claims on whole plays.


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
        self.begins = <int64_t *>room_for((explorer.found.count + 2) * sizeof(int64_t))
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
        for number in range(1, self.explorer.found.count + 1):
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
