"""The value of a compiled game of two players who see everything: alpha-beta with a transposition table of fixed memory, without the GIL.

The table keeps whole states, so that no two of them are ever taken for one another.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy

from cython_ext.kernels._kernel cimport Handle, Watch, failed, free_list, make_list, room_for, rw_failure, rw_game, rw_list, rw_move

cdef int64_t FAR = <int64_t>1 << 40
cdef int DEEPEST = 1024
cdef int NEAR_SLOTS = 4

cdef enum Flag:
    EMPTY, AT_LEAST, AT_MOST

cdef enum Status:
    FINE, STOPPED, TOO_DEEP, NO_ROOM, MOVES, APPLY, ENDED, ACTOR

STEPS = {MOVES: "moves", APPLY: "apply", ENDED: "scores", ACTOR: "moves"}

cdef struct Entry:  # the state stands behind it
    int64_t value
    rw_move best
    uint32_t effort  # positions that were looked at for it
    int16_t left     # moves up to the horizon; below 0: the second player loses beyond it; 0: there is none
    uint8_t flag


class TooDeep(Exception):
    """A play is longer than the search can follow; perhaps positions recur."""


cdef class Prover:
    """Asks of positions whether their value for the first player is at least a number. `nodes` counts positions made, `hits` answers of the table.

    With a horizon the player `loser` has lost whatever is not over after so many moves.
    """

    cdef Handle handle
    cdef const rw_game *game
    cdef Watch watch
    cdef uint32_t size
    cdef uint8_t *states     # one for each depth
    cdef rw_list *lists      # one for each depth
    cdef uint8_t *table
    cdef uint64_t slots
    cdef size_t entry        # bytes of one
    cdef int64_t least
    cdef int horizon         # -1: none
    cdef int loser
    cdef int64_t *scores
    cdef rw_failure failure
    cdef int status
    cdef int failing
    cdef readonly int64_t nodes
    cdef readonly int64_t hits
    cdef readonly int deepest

    def __cinit__(self, Handle handle, Watch watch, int64_t memory):
        cdef int depth
        self.handle, self.game, self.watch = handle, handle.game, watch
        self.size = self.game.state_size
        self.states = <uint8_t *>room_for(<size_t>self.size * (DEEPEST + 1))
        self.lists = <rw_list *>calloc(DEEPEST + 1, sizeof(rw_list))
        self.scores = <int64_t *>room_for(self.game.players * sizeof(int64_t))
        if self.lists == NULL:
            raise MemoryError("there is no memory for the moves")
        for depth in range(DEEPEST + 1):
            make_list(&self.lists[depth], 16)
        self.entry = sizeof(Entry) + self.size
        self.slots = 1 << 10
        while 2 * self.slots * self.entry <= <uint64_t>max(memory, 0):
            self.slots *= 2
        self.table = <uint8_t *>calloc(self.slots, self.entry)
        if self.table == NULL:
            raise MemoryError("there is no memory for the table")

    def __dealloc__(self):
        cdef int depth
        free(self.states)
        free(self.scores)
        free(self.table)
        if self.lists != NULL:
            for depth in range(DEEPEST + 1):
                free_list(&self.lists[depth])
            free(self.lists)

    def bound(self, bytes start, int64_t least, int horizon=-1, int loser=0):
        """A number that the value is at least (if it is not below `least`) or at most (if it is); None if it was stopped."""
        cdef int64_t found
        assert len(start) == self.size and horizon <= DEEPEST and 0 <= loser <= 1
        memcpy(self.states, <const uint8_t *>start, self.size)
        self.status, self.least, self.horizon, self.loser = FINE, least, horizon, loser
        with nogil:
            found = self._value(0)
        self.watch.check()
        if self.status == TOO_DEEP:
            raise TooDeep()
        if self.status == NO_ROOM:
            raise MemoryError("there is no memory for the moves")
        if self.status == STOPPED:
            return None
        if self.status != FINE:
            raise failed(STEPS[self.status], &self.failure, self.states + <size_t>self.failing * self.size, self.size)
        return found

    cdef int64_t _fail(self, int status, int depth) noexcept nogil:
        self.status, self.failing = status, depth
        return 0

    cdef int64_t _value(self, int depth) noexcept nogil:
        """A bound of the state at this depth: a lower one if it is not below `least`, else an upper one."""
        cdef uint8_t *state = self.states + <size_t>depth * self.size
        cdef rw_list *moves = &self.lists[depth]
        cdef Entry *entry = self._entry(state)
        cdef int64_t best, value, before = self.nodes
        cdef int64_t at
        cdef rw_move chosen = 0
        cdef int actor
        self.nodes += 1
        if self.watch.due(1):
            return self._fail(STOPPED, depth)
        if entry.flag != EMPTY and self._is(entry, state):
            if entry.left == self._left(depth) and (entry.value >= self.least) == (entry.flag == AT_LEAST):
                self.hits += 1
                return entry.value
            chosen = entry.best
        moves.count = 0
        if self.game.moves(state, moves, &self.failure) < 0:
            return self._fail(MOVES, depth)
        if moves.count == 0:
            return self._worth(state, depth)
        if depth == self.horizon:
            return FAR if self.loser else -FAR
        actor = self.game.actor(state, &self.failure)
        if actor < 0:
            return self._fail(ACTOR, depth)
        if depth == DEEPEST:
            return self._fail(TOO_DEEP, depth)
        self.deepest = max(self.deepest, depth + 1)
        self._put_first(moves, chosen)
        best = -FAR if actor == 0 else FAR
        for at in range(moves.count):
            memcpy(state + self.size, state, self.size)
            if self.game.apply(state + self.size, moves.items[at], &self.failure) < 0:
                return self._fail(APPLY, depth)
            value = self._value(depth + 1)
            if self.status != FINE:
                return 0
            if at == 0 or ((value > best) if actor == 0 else (value < best)):
                best, chosen = value, moves.items[at]
            if (best >= self.least) == (actor == 0):
                break
        self._note(state, depth, best, chosen, self.nodes - before)
        return best

    cdef int64_t _worth(self, const uint8_t *state, int depth) noexcept nogil:
        """By how much the first player is ahead at the end; without a score 1 if he is ahead, -1 if he is behind."""
        cdef int64_t ahead
        if self.game.scores(state, self.scores, &self.failure) < 0:
            return self._fail(ENDED, depth)
        ahead = self.scores[0] - self.scores[1]
        return ahead if self.game.score_lines else (ahead > 0) - (ahead < 0)

    cdef void _put_first(self, rw_list *moves, rw_move chosen) noexcept nogil:
        cdef int64_t at
        for at in range(1, moves.count):
            if moves.items[at] == chosen:
                moves.items[at] = moves.items[0]
                moves.items[0] = chosen
                return

    cdef int16_t _left(self, int depth) noexcept nogil:
        cdef int left = self.horizon - depth if self.horizon >= 0 else 0
        return <int16_t>(-left if self.loser else left)

    cdef bint _is(self, const Entry *entry, const uint8_t *state) noexcept nogil:
        return memcmp(entry + 1, state, self.size) == 0

    cdef Entry *_entry(self, const uint8_t *state) noexcept nogil:
        """The entry of a position, or the one near its place that is the least loss."""
        cdef uint64_t place = self.game.hash(state) & (self.slots - 1)
        cdef Entry *least = NULL
        cdef Entry *entry
        cdef int step
        for step in range(NEAR_SLOTS):
            entry = <Entry *>(self.table + ((place + step) & (self.slots - 1)) * self.entry)
            if entry.flag == EMPTY or self._is(entry, state):
                return entry
            if least == NULL or entry.effort < least.effort:
                least = entry
        return least

    cdef void _note(self, const uint8_t *state, int depth, int64_t value, rw_move best, int64_t effort) noexcept nogil:
        cdef Entry *entry = self._entry(state)
        memcpy(entry + 1, state, self.size)
        entry.value, entry.best, entry.left = value, best, self._left(depth)
        entry.effort = <uint32_t>min(effort, <int64_t>0xFFFFFFFFu)
        entry.flag = AT_LEAST if value >= self.least else AT_MOST
