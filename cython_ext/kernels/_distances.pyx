"""How far each state of a small abstract game is from a goal: backwards from the goals, over steps that cost 0 or 1."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc

from cython_ext.kernels._kernel cimport Watch

cdef int NOTHING = 63      # in a slot: none of the values that are told apart
cdef int UNREACHED = 255   # no goal can be reached
cdef int FARTHEST = 254


cdef struct Queue:
    uint32_t *items
    int64_t count
    int64_t room


cdef bint push(Queue *queue, uint32_t item) noexcept nogil:
    cdef void *made
    if queue.count == queue.room:
        made = realloc(queue.items, (2 * queue.room + 1024) * sizeof(uint32_t))
        if made == NULL:
            return False
        queue.items, queue.room = <uint32_t *>made, 2 * queue.room + 1024
    queue.items[queue.count] = item
    queue.count += 1
    return True


cdef class Distances:
    """States are numbers below `size`: one digit for each variable. A variable is a slot, or where among some slots a value lies.

    variables: radix, first place in `places`, value (-1: the slot itself). places: slots. goals: for each goal and variable the digits (as bits) it may have.
    steps: checks from..to, what a step back adds to the number, its cost. checks: slot and values (as bits) after the step. buckets: for each value of the slot
    `selector` the steps that can have led there, as from..to in `order`.
    """

    cdef Watch watch
    cdef int64_t size
    cdef uint8_t state[256]
    cdef const int32_t[::1] radix, place, value, places, blank, check_ends, check_slots, cost, bucket_ends, order
    cdef const int64_t[::1] delta
    cdef const uint64_t[::1] check_masks, goals
    cdef int selector
    cdef uint8_t[::1] table
    cdef Queue now, later
    cdef readonly int64_t reached

    def __cinit__(self, Watch watch, int64_t size, variables, places, blank, goals, check_ends, check_slots, check_masks, delta, cost, int selector, bucket_ends, order):
        self.watch, self.size, self.selector = watch, size, selector
        self.radix, self.place, self.value = variables
        self.places, self.blank, self.goals = places, blank, goals
        self.check_ends, self.check_slots, self.check_masks = check_ends, check_slots, check_masks
        self.delta, self.cost, self.bucket_ends, self.order = delta, cost, bucket_ends, order
        assert size <= 1 << 31 and len(self.radix)

    def __dealloc__(self):
        free(self.now.items)
        free(self.later.items)

    def run(self):
        """One byte for each state: its distance, 254 for all that are farther, 255 where no goal can be reached; None if it was stopped."""
        cdef bint fine
        found = bytearray(b"\xff") * self.size
        self.table = found
        with nogil:
            fine = self._begin() and self._spread()
        self.table = None
        self.watch.check()
        if not fine and not self.watch.stop:
            raise MemoryError("there is no memory for distances")
        return found if fine else None

    cdef bint _begin(self) noexcept nogil:
        """All goals at distance 0."""
        cdef int64_t number
        for number in range(self.size):
            if number % 4096 == 0 and self.watch.due(64):
                return False
            if self._is_goal(number):
                self.table[number] = 0
                if not push(&self.now, <uint32_t>number):
                    return False
        return True

    cdef bint _is_goal(self, int64_t number) noexcept nogil:
        cdef Py_ssize_t variables = self.radix.shape[0]
        cdef Py_ssize_t box, which
        cdef int64_t left
        for box in range(self.goals.shape[0] // variables):
            left = number
            for which in range(variables):
                if not self.goals[box * variables + which] >> (left % self.radix[which]) & 1:
                    break
                left //= self.radix[which]
            else:
                return True
        return False

    cdef void _spell(self, int64_t number) noexcept nogil:
        """The slots of a state."""
        cdef Py_ssize_t which
        cdef int digit
        for which in range(self.blank.shape[0]):
            self.state[self.blank[which]] = NOTHING
        for which in range(self.radix.shape[0]):
            digit = number % self.radix[which]
            number //= self.radix[which]
            if self.value[which] < 0:
                self.state[self.places[self.place[which]]] = digit
            else:
                self.state[self.places[self.place[which] + digit]] = self.value[which]

    cdef bint _spread(self) noexcept nogil:
        cdef int distance = 0
        cdef uint32_t number
        cdef Queue empty
        while self.now.count:
            while self.now.count:
                self.now.count -= 1
                number = self.now.items[self.now.count]
                if self.table[number] != distance:
                    continue
                self.reached += 1
                if self.watch.due(16) or not self._back(number, distance):
                    return False
            empty = self.now
            self.now, self.later = self.later, empty
            distance = min(distance + 1, FARTHEST)
        return True

    cdef bint _back(self, int64_t number, int distance) noexcept nogil:
        """What can lead to a state."""
        cdef int64_t before
        cdef int farther
        cdef int32_t at, step, check
        self._spell(number)
        for at in range(self.bucket_ends[self.state[self.selector]], self.bucket_ends[self.state[self.selector] + 1]):
            step = self.order[at]
            for check in range(self.check_ends[step], self.check_ends[step + 1]):
                if not self.check_masks[check] >> self.state[self.check_slots[check]] & 1:
                    break
            else:
                before = number + self.delta[step]
                farther = min(distance + self.cost[step], FARTHEST)
                if self.table[before] > farther:
                    self.table[before] = farther
                    if not push(&self.now if farther == distance else &self.later, <uint32_t>before):
                        return False
        return True


def least_of_each(const uint8_t[::1] table, int64_t size):
    """The least of table[i], table[i + size], table[i + 2 * size], …"""
    found = bytearray(table[:size])
    cdef uint8_t[::1] least = found
    cdef int64_t at, place = 0
    with nogil:
        for at in range(size, table.shape[0]):
            if table[at] < least[place]:
                least[place] = table[at]
            place = 0 if place + 1 == size else place + 1
    return found
