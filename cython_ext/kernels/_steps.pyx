"""Searches over games taken apart into slots and steps, with bounds from tables: depth first, deeper and deeper (IDA*), and best first (A*)."""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

import sys
from array import array
from itertools import accumulate

from cython_ext.kernels._kernel cimport Watch, room_for

cdef int UNREACHED = 255  # in a table: no goal can be reached
cdef int NEVER = 1 << 30
cdef int VALUES = 64      # so many numbers does a table have for each slot
cdef int32_t FAR = 1 << 20  # what such an entry counts in a total


cdef class Net:
    """Slots and steps, flat. Lists are given by their ends, one behind the other.

    checks: what a step asks of slots (as 256 bits each); costs: whether it counts. effects: slot, source, where in `tables` the values are that it puts there. candidates: for each row and value
    of the slot `selector` the steps to try; `row_of` the step made last, plus 1. sums: where the tables of each sum end. terms: for each effect and table that sees its
    slot the table and where in `weights` what the values count begins. keys: for each step the slot on whose value alone all that it adds depends, or -1, and where in
    `rows` that is; the same without zeros is in `change_…`, row by row. goals, dead: for each box the slots and what it asks of them.
    """

    cdef readonly int slots
    cdef readonly int width
    cdef readonly int tables
    cdef readonly int sums
    cdef int selector, radix
    cdef int most_candidates
    cdef const int32_t[::1] check_ends, check_slots, effect_ends, effect_slots, effect_sources, effect_places
    cdef const uint64_t[::1] check_masks, goal_masks, dead_masks
    cdef const uint8_t[::1] values
    cdef const int32_t[::1] costs
    cdef const int32_t[::1] row_of, candidate_ends, candidates, sum_ends, term_ends, term_tables, term_weights, weights, first_slots, first_weights, first_ends
    cdef const int32_t[::1] key_slots, key_places, rows, goal_ends, goal_slots, dead_ends, dead_slots
    cdef int32_t[::1] change_rows, change_ends, change_tables, change_amounts, sum_of
    cdef list kept
    cdef const uint8_t **entries
    cdef bytes start

    def __cinit__(self, bytes start, steps, candidates, bounds, goals, dead):
        cdef const uint8_t[::1] table
        self.start = start
        self.slots = len(start)
        self.width = (self.slots + 7) // 8 * 8
        self.check_ends, self.check_slots, self.check_masks, self.effect_ends, self.effect_slots, self.effect_sources, self.effect_places, self.values, self.costs = steps
        self.selector, self.radix, self.row_of, self.candidate_ends, self.candidates = candidates
        tables, self.sum_ends, self.first_ends, self.first_slots, self.first_weights, self.term_ends, self.term_tables, self.term_weights, self.weights, self.key_slots, self.key_places, self.rows = bounds
        self.goal_ends, self.goal_slots, self.goal_masks = goals
        self.dead_ends, self.dead_slots, self.dead_masks = dead
        self.most_candidates = max([self.candidate_ends[at + 1] - self.candidate_ends[at] for at in range(len(self.candidate_ends) - 1)], default=0)
        self.kept, self.tables, self.sums = list(tables), len(tables), len(self.sum_ends) - 1
        self.entries = <const uint8_t **>room_for((self.tables + 1) * sizeof(uint8_t *))
        for which in range(self.tables):
            table = tables[which]
            self.entries[which] = &table[0]
        self._list_changes()

    def _list_changes(self):
        """The rows without their zeros: most steps change what one table sees."""
        cdef Py_ssize_t at, count = 0, rows = len(self.rows) // self.tables if self.tables else 0
        cdef int table, sum_
        self.sum_of, self.change_ends = array("i", [0] * (self.tables + 1)), array("i", [0] * (rows + 1))
        self.change_rows = array("i", [place // self.tables if key >= 0 and self.tables else -1 for key, place in zip(self.key_slots, self.key_places)] or [-1])
        for sum_ in range(self.sums):
            for table in range(self.sum_ends[sum_], self.sum_ends[sum_ + 1]):
                self.sum_of[table] = sum_
        for at in range(rows * self.tables):
            count += self.rows[at] != 0
        self.change_tables, self.change_amounts = array("i", [0]) * (count + 1), array("i", [0]) * (count + 1)
        count = 0
        for at in range(rows * self.tables):
            if self.rows[at] != 0:
                self.change_tables[count], self.change_amounts[count] = at % self.tables, self.rows[at]
                count += 1
            if at % self.tables == self.tables - 1:
                self.change_ends[at // self.tables + 1] = count

    def __dealloc__(self):
        free(self.entries)

    cdef void _number(self, const uint8_t *state, int32_t *numbers) noexcept nogil:
        """The numbers of a state in the tables."""
        cdef int table
        cdef int32_t at
        for table in range(self.tables):
            numbers[table] = 0
            for at in range(self.first_ends[table], self.first_ends[table + 1]):
                numbers[table] += self.weights[self.first_weights[at] + state[self.first_slots[at]]]

    cdef inline bint _is_possible(self, int step, const uint8_t *state) noexcept nogil:
        cdef int32_t at
        cdef uint8_t value
        for at in range(self.check_ends[step], self.check_ends[step + 1]):
            value = state[self.check_slots[at]]
            if not self.check_masks[4 * at + (value >> 6)] >> (value & 63) & 1:
                return False
        return True

    cdef inline void _make(self, int step, const uint8_t *state, uint8_t *after) noexcept nogil:
        cdef int32_t at
        memcpy(after, state, self.width)
        for at in range(self.effect_ends[step], self.effect_ends[step + 1]):
            after[self.effect_slots[at]] = self.values[self.effect_places[at] + state[self.effect_sources[at]]]

    cdef inline void _renumber(self, int step, const uint8_t *state, const int32_t *numbers, int32_t *after) noexcept nogil:
        """The numbers after a step."""
        cdef int table
        cdef const int32_t *row
        if self.key_slots[step] < 0:
            self._renumber_slowly(step, state, numbers, after)
            return
        row = &self.rows[self.key_places[step] + state[self.key_slots[step]] * self.tables]
        for table in range(self.tables):
            after[table] = numbers[table] + row[table]

    cdef void _renumber_slowly(self, int step, const uint8_t *state, const int32_t *numbers, int32_t *after) noexcept nogil:
        cdef int32_t at, term
        cdef const int32_t *weights
        for at in range(self.tables):
            after[at] = numbers[at]
        for at in range(self.effect_ends[step], self.effect_ends[step + 1]):
            for term in range(self.term_ends[at], self.term_ends[at + 1]):
                weights = &self.weights[self.term_weights[term]]
                after[self.term_tables[term]] += weights[self.values[self.effect_places[at] + state[self.effect_sources[at]]]] - weights[state[self.effect_slots[at]]]

    cdef inline int _bound(self, const int32_t *numbers, int *which) noexcept nogil:
        """No goal is nearer than so many steps; `which` sum says so."""
        cdef int best = 0
        cdef int total, sum_, table, entry
        which[0] = 0
        for sum_ in range(self.sums):
            total = 0
            for table in range(self.sum_ends[sum_], self.sum_ends[sum_ + 1]):
                entry = self.entries[table][numbers[table]]
                total = UNREACHED if entry == UNREACHED or total == UNREACHED else min(total + entry, UNREACHED - 1)
            if total > best:
                best, which[0] = total, sum_
        return best

    cdef inline int32_t _entry(self, int table, int32_t number) noexcept nogil:
        cdef int entry = self.entries[table][number]
        return FAR if entry == UNREACHED else entry

    cdef void _total(self, const int32_t *numbers, int32_t *totals) noexcept nogil:
        """What the tables of each sum say together."""
        cdef int sum_, table
        for sum_ in range(self.sums):
            totals[sum_] = 0
            for table in range(self.sum_ends[sum_], self.sum_ends[sum_ + 1]):
                totals[sum_] += self._entry(table, numbers[table])

    cdef inline int _highest(self, const int32_t *totals, int *which) noexcept nogil:
        """The same as `_bound`, from totals."""
        cdef int best = 0
        cdef int total, sum_
        which[0] = 0
        for sum_ in range(self.sums):
            total = UNREACHED if totals[sum_] >= FAR else min(totals[sum_], UNREACHED - 1)
            if total > best:
                best, which[0] = total, sum_
        return best

    cdef inline void _total_after(self, int row, const int32_t *numbers, const int32_t *totals, int32_t *after) noexcept nogil:
        """The totals after a step that changes what is in a row."""
        cdef int32_t at
        cdef int table
        for at in range(self.sums):
            after[at] = totals[at]
        for at in range(self.change_ends[row], self.change_ends[row + 1]):
            table = self.change_tables[at]
            after[self.sum_of[table]] += self._entry(table, numbers[table] + self.change_amounts[at]) - self._entry(table, numbers[table])

    cdef inline void _change(self, int row, const int32_t *numbers, int32_t *after) noexcept nogil:
        """The numbers after such a step."""
        cdef int32_t at
        memcpy(after, numbers, self.tables * sizeof(int32_t))
        for at in range(self.change_ends[row], self.change_ends[row + 1]):
            after[self.change_tables[at]] += self.change_amounts[at]

    cdef inline int _row(self, int step, const uint8_t *state) noexcept nogil:
        """Which row says what a step changes; -1 if none does."""
        return -1 if self.change_rows[step] < 0 else self.change_rows[step] + state[self.key_slots[step]]

    cdef inline bint _in_box(self, const uint8_t *state, const int32_t[::1] slots, const uint64_t[::1] masks, int32_t first, int32_t last) noexcept nogil:
        cdef int32_t at
        cdef uint8_t value
        for at in range(first, last):
            value = state[slots[at]]
            if not masks[4 * at + (value >> 6)] >> (value & 63) & 1:
                return False
        return True

    cdef bint _is_goal(self, const uint8_t *state) noexcept nogil:
        cdef Py_ssize_t box
        for box in range(self.goal_ends.shape[0] - 1):
            if self._in_box(state, self.goal_slots, self.goal_masks, self.goal_ends[box], self.goal_ends[box + 1]):
                return True
        return False

    cdef bint _is_dead(self, const uint8_t *state) noexcept nogil:
        cdef Py_ssize_t box
        for box in range(self.dead_ends.shape[0] - 1):
            if self._in_box(state, self.dead_slots, self.dead_masks, self.dead_ends[box], self.dead_ends[box + 1]):
                return True
        return False

    def bound(self, bytes state):
        """No goal is nearer than so many steps; 255: there is none."""
        cdef int which
        cdef int32_t *numbers = <int32_t *>room_for((self.tables + 1) * sizeof(int32_t))
        padded = state + bytes(self.width - self.slots)
        self._number(<const uint8_t *>padded, numbers)
        found = self._bound(numbers, &which)
        free(numbers)
        return found


include "_diving.pxi"
include "_records.pxi"
include "_turning.pxi"
include "_asking.pxi"
include "_freed.pxi"
include "_members.pxi"
include "_best_first.pxi"
include "_charting.pxi"
