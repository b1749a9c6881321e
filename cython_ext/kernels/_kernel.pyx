"""Kernels over the function table of a compiled game that run without the GIL: counting plays and random plays."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec
from cpython.exc cimport PyErr_CheckSignals

cdef int64_t BETWEEN_LOOKS = 4096
cdef int LOOKS_BETWEEN_SIGNALS = 8
cdef int KINDS = 8
cdef int DECIDES = 1
cdef uint64_t STEP = 0x9E3779B97F4A7C15u


class Failed(Exception):
    """The rules failed: `step` (moves, apply, claims, ended, scores) at the state with these bytes; `code` is the number of an E09xx."""

    def __init__(self, step, position, code, place, value):
        super().__init__(f"{step} failed with E{code:04}")
        self.step, self.position, self.code, self.place, self.value = step, position, code, place, value


class TooLarge(Exception):
    """A count has left 64 bits."""


cdef object failed(str step, const rw_failure *failure, const void *state, uint32_t size):
    """The exception for a call that failed; without a code it was memory that ran out."""
    if failure.code == 0:
        return MemoryError(f"no memory is left for {step}")
    return Failed(step, (<const uint8_t *>state)[:size], failure.code, failure.place, failure.value)


# -- what all kernels share -------------------------------------------------------------------------------------------


cdef class Watch:
    """Progress and stopping: `nodes` can be read and `stop` set by another thread while a kernel runs; signals and the clock are looked at from time to time."""

    def __init__(self, seconds=None):
        self.deadline = -1.0 if seconds is None else now() + seconds

    def check(self):
        """Raise what a signal handler has raised while a kernel ran."""
        raised, self.raised = self.raised, None
        if raised is not None:
            raise raised

    @property
    def late(self):
        """Is the time over?"""
        return self.deadline >= 0 and now() >= self.deadline

    cdef bint due(self, int64_t work) noexcept nogil:
        """Count work; must the kernel stop?"""
        self.nodes += work
        return self.stop if self.nodes < self.next_look else self.look()

    cdef bint look(self) noexcept nogil:
        self.next_look = self.nodes + BETWEEN_LOOKS
        self.looks += 1
        if self.deadline >= 0 and now() >= self.deadline:
            self.stop = True
        elif self.looks % LOOKS_BETWEEN_SIGNALS == 0:
            self.signalled()
        return self.stop

    cdef bint signalled(self) noexcept with gil:
        try:
            PyErr_CheckSignals()
        except BaseException as raised:
            self.raised, self.stop = raised, True
        return self.stop


cdef double now() noexcept nogil:
    cdef timespec time
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec + time.tv_nsec * 1e-9


cdef class Handle:
    """A compiled game: the address of its table. `owner` is kept alive, and with it the library."""

    def __init__(self, uint64_t address, owner=None):
        self.game = <const rw_game *>address
        self.owner = owner
        if self.game == NULL or self.game.abi != RW_ABI or self.game.table_size != sizeof_table():
            raise ValueError("this is no table of a compiled game of this version")

    @property
    def state_size(self):
        """Bytes of a state."""
        return self.game.state_size


cdef extern from *:
    """
    #define regelwerk_sizeof_table() ((uint32_t)sizeof(struct rw_game))
    """
    uint32_t sizeof_table "regelwerk_sizeof_table"() noexcept nogil


cdef int grow(rw_list *moves) noexcept nogil:
    cdef void *items = realloc(moves.items, 2 * moves.room * sizeof(rw_move))
    if items == NULL:
        return -1
    moves.items = <rw_move *>items
    moves.room *= 2
    return 0


cdef int make_list(rw_list *moves, int64_t room) except -1:
    """A list for moves without weights."""
    moves.room = room if room > 0 else 1
    moves.items = <rw_move *>room_for(moves.room * sizeof(rw_move))
    moves.weights = NULL
    moves.count = 0
    moves.grow = grow
    return 0


cdef void free_list(rw_list *moves) noexcept nogil:
    free(moves.items)
    moves.items = NULL


cdef void *room_for(size_t size) except NULL:
    """Zeroed memory."""
    cdef void *made = calloc(size if size else 1, 1)
    if made == NULL:
        raise MemoryError(f"{size:,} bytes are not there")
    return made


# -- counting plays ---------------------------------------------------------------------------------------------------

cdef enum Step:
    FINE, MOVES, APPLY, INSIDE, STOPPED, OVERFLOWS

NAMES = {MOVES: "moves", APPLY: "apply"}
cdef uint64_t MOST_AT_ONCE = 1 << 20


cdef class Counter:
    """Plays of 1, 2, … `depth` moves from a state, depth first; with `bulk` those of the last depth are counted without being made.

    With a table of `table_bytes` what lies below a state is remembered; a state that needs the place of another takes it if more lies below it.
    """

    cdef Handle handle
    cdef const rw_game *game
    cdef Watch watch
    cdef int depth
    cdef bint bulk
    cdef uint32_t size
    cdef uint8_t *states
    cdef rw_list *lists
    cdef uint64_t *below
    cdef uint64_t *counts
    cdef rw_failure failure
    cdef int failing
    cdef int alone
    cdef rw_counting counting
    cdef uint8_t *table
    cdef uint64_t places
    cdef size_t entry

    def __cinit__(self, Handle handle, bytes start, int depth, Watch watch, bint bulk=True, int64_t table_bytes=0):
        assert depth >= 1 and len(start) == handle.game.state_size
        self.handle, self.game, self.watch, self.depth, self.bulk = handle, handle.game, watch, depth, bulk
        self.size = handle.game.state_size
        self.states = <uint8_t *>room_for((depth + 1) * <size_t>self.size)
        self.lists = <rw_list *>room_for(depth * sizeof(rw_list))
        self.below = <uint64_t *>room_for((depth + 1) * <size_t>(depth + 1) * sizeof(uint64_t) if table_bytes else 1)
        self.counts = <uint64_t *>room_for((depth + 1) * sizeof(uint64_t))
        self.counting.position = room_for(self.size)
        self.counting.bulk = bulk
        memcpy(self.states, <const uint8_t *>start, self.size)
        if table_bytes:
            self._make_table(table_bytes)

    def _make_table(self, int64_t size):
        self.entry = self.size + (1 + self.depth) * sizeof(uint64_t)
        self.places = 2
        while 2 * self.places * self.entry <= <uint64_t>size:
            self.places *= 2
        self.table = <uint8_t *>room_for(self.places * self.entry)

    def __dealloc__(self):
        cdef int level
        if self.lists != NULL:
            for level in range(self.depth):
                free_list(&self.lists[level])
        free(self.states)
        free(self.lists)
        free(self.below)
        free(self.counts)
        free(self.counting.position)
        free(self.table)

    def run(self):
        """The counts for each depth from 1 on, and for each first move the plays of full depth that begin with it."""
        cdef int level, step
        for level in range(self.depth):
            if self.lists[level].items == NULL:
                make_list(&self.lists[level], min(<int64_t>self.game.moves_hint, 256))
        divided = []
        step = self._list(0)
        self._share(self.lists[0].count)
        if step == FINE:
            step = self._divide(divided)
        self.watch.check()
        if step == OVERFLOWS:
            raise TooLarge
        if step == INSIDE:
            raise failed(STEPS[self.counting.step], &self.failure, self.counting.position, self.size)
        if step in NAMES:
            raise failed(NAMES[step], &self.failure, self.states + self.failing * self.size, self.size)
        return None if step == STOPPED else ([self.counts[level] for level in range(1, self.depth + 1)], divided)

    cdef void _share(self, uint64_t branching) noexcept:
        """How many of the last plies the game counts alone: so many that it comes back soon enough to look at the clock."""
        cdef uint64_t plays = branching
        self.alone = 1
        while self.alone < self.depth - 1 and plays * branching <= MOST_AT_ONCE:
            plays *= branching
            self.alone += 1

    cdef int _divide(self, list divided) except -1:
        cdef int64_t at
        cdef int step
        cdef uint64_t before
        self.counts[1] = self.lists[0].count
        for at in range(self.lists[0].count):
            before = self.counts[self.depth]
            with nogil:
                step = self._make(0, at)
                if step == FINE and self.depth > 1:
                    step = self._remembered(1) if self.places else self._visit(1)
                    if step == FINE and self.places:
                        step = self._add(self.counts + 2, self.row(1), self.depth - 1)
            if step != FINE:
                return step
            divided.append(1 if self.depth == 1 else self.counts[self.depth] - before)
        return FINE

    cdef int _list(self, int level) noexcept nogil:
        self.lists[level].count = 0
        self.failing = level
        return MOVES if self.game.moves(self.states + level * self.size, &self.lists[level], &self.failure) < 0 else FINE

    cdef int _make(self, int level, int64_t at) noexcept nogil:
        """The state after a move, one level further down."""
        cdef uint8_t *state = self.states + level * self.size
        memcpy(state + self.size, state, self.size)
        self.failing = level
        return APPLY if self.game.apply(state + self.size, self.lists[level].items[at], &self.failure) < 0 else FINE

    cdef int _visit(self, int level) noexcept nogil:
        """Count what lies below the state of a level, which a move has led to."""
        cdef int64_t at, found
        cdef int step
        if self.depth - level <= self.alone:
            return self._count_inside(level)
        step = self._list(level)
        if step != FINE:
            return step
        found = self.lists[level].count
        self.counts[level + 1] += found
        for at in range(found):
            step = self._make(level, at)
            if step == FINE:
                step = self._visit(level + 1)
            if step != FINE:
                return step
        return STOPPED if self.watch.due(found) else FINE

    cdef int _count_inside(self, int level) noexcept nogil:
        """The same by the game itself."""
        cdef uint64_t before = self.counts[self.depth]
        self.counting.counts = self.counts + level + 1
        if self.game.perft(self.states + level * self.size, self.depth - level, &self.counting, &self.failure) < 0:
            return INSIDE
        return STOPPED if self.watch.due(1 + <int64_t>(self.counts[self.depth] - before)) else FINE

    # -- with a table

    cdef uint64_t *row(self, int level) noexcept nogil:
        """How many plays of 1, 2, … moves lie below the state of a level."""
        return self.below + level * (self.depth + 1)

    cdef int _remembered(self, int level) noexcept nogil:
        """Fill the row of a level, from the table if what lies below is known."""
        cdef int rest = self.depth - level
        cdef uint8_t *state = self.states + level * self.size
        cdef uint64_t *row = self.row(level)
        cdef uint8_t *entry
        cdef int64_t found
        cdef int step
        if rest == 1:
            self.failing = level
            found = self.game.count(state, &self.failure)
            if found < 0:
                return MOVES
            row[0] = found
            return STOPPED if self.watch.due(1) else FINE
        entry = self.table + (hash_bytes(state, self.size, rest) & (self.places - 2)) * self.entry
        if self._is(entry, state, rest) or self._is(entry + self.entry, state, rest):
            memcpy(row, (entry if self._is(entry, state, rest) else entry + self.entry) + self.size + sizeof(uint64_t), rest * sizeof(uint64_t))
            return FINE
        step = self._gather(level, rest, row)
        if step == FINE:
            if self._rest(entry) > <uint64_t>rest:
                entry += self.entry
            memcpy(entry, state, self.size)
            memcpy(entry + self.size + sizeof(uint64_t), row, rest * sizeof(uint64_t))
            (<uint64_t *>(entry + self.size))[0] = rest
        return step

    cdef uint64_t _rest(self, const uint8_t *entry) noexcept nogil:
        return (<const uint64_t *>(entry + self.size))[0]

    cdef bint _is(self, const uint8_t *entry, const uint8_t *state, int rest) noexcept nogil:
        return self._rest(entry) == <uint64_t>rest and memcmp(entry, state, self.size) == 0

    cdef int _gather(self, int level, int rest, uint64_t *row) noexcept nogil:
        cdef int64_t at
        cdef int step = self._list(level)
        memset(row, 0, rest * sizeof(uint64_t))
        if step == FINE:
            row[0] = self.lists[level].count
            for at in range(self.lists[level].count):
                step = self._make(level, at)
                if step == FINE:
                    step = self._remembered(level + 1)
                if step == FINE:
                    step = self._add(row + 1, self.row(level + 1), rest - 1)
                if step != FINE:
                    break
        return step

    cdef int _add(self, uint64_t *to, const uint64_t *row, int count) noexcept nogil:
        cdef int at
        for at in range(count):
            to[at] += row[at]
            if to[at] < row[at]:
                return OVERFLOWS
        return FINE


cdef uint64_t hash_bytes(const uint8_t *state, uint32_t size, uint64_t seed) noexcept nogil:
    """A hash of a state, whose size is a multiple of 8."""
    cdef uint64_t hash = mixed(seed)
    cdef uint64_t word
    cdef uint32_t at
    for at in range(0, size, 8):
        memcpy(&word, state + at, 8)
        hash = (hash ^ word) * STEP
        hash ^= hash >> 32
    return mixed(hash)


cdef uint64_t mixed(uint64_t number) noexcept nogil:
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9u
    number = (number ^ number >> 27) * 0x94D049BB133111EBu
    return number ^ number >> 31


# -- random plays -----------------------------------------------------------------------------------------------------

STEPS = {RW_AT_DRAW: "apply", RW_AT_COUNT: "moves", RW_AT_END: "ended", RW_AT_SCORES: "scores", RW_AT_MOVES: "moves", RW_AT_APPLY: "apply"}


cdef class Tally:
    """Random plays from a state and what came of them. Play number i has the generator that `rules_dsl/machine/playouts.py` gives it."""

    cdef Handle handle
    cdef const rw_game *game
    cdef Watch watch
    cdef uint8_t *start
    cdef rw_plays plays
    cdef rw_failure failure

    def __cinit__(self, Handle handle, bytes start, Watch watch):
        cdef uint32_t size = handle.game.state_size
        assert len(start) == size
        self.handle, self.game, self.watch = handle, handle.game, watch
        self.start = <uint8_t *>room_for(size)
        self.plays.position = room_for(size)
        self.plays.lanes = room_for(RW_LANES * <size_t>self.game.lane_size)
        self.plays.sums = <int64_t *>room_for(self.game.players * sizeof(int64_t))
        self.plays.ends = <int64_t *>room_for(KINDS * (self.game.players + 1) * sizeof(int64_t))
        self.plays.failing = -1
        memcpy(self.start, <const uint8_t *>start, size)

    def __dealloc__(self):
        free(self.start)
        free(self.plays.position)
        free(self.plays.lanes)
        free(self.plays.sums)
        free(self.plays.ends)

    @property
    def playouts(self):
        """How many plays have come to their end or were broken off."""
        return self.plays.playouts

    @property
    def plies(self):
        """The moves and outcomes of all plays."""
        return self.plays.plies

    @property
    def broken_off(self):
        """How many plays were too long."""
        return self.plays.broken_off

    @property
    def failing(self):
        """The number of the play at which the rules failed, or -1."""
        return self.plays.failing

    @property
    def scores(self):
        """The sums of the scores of the players over the plays that ended."""
        if self.game.score_lines:
            return tuple([self.plays.sums[player] for player in range(self.game.players)])
        return tuple([sum([count * point(kind, who, player) for (kind, who), count in self.outcomes.items()]) for player in range(self.game.players)])

    @property
    def outcomes(self):
        """How many plays ended how: (number of an `rw_end`, player or -1) to a count."""
        cdef int width = self.game.players + 1
        return {(at // width, at % width - 1): self.plays.ends[at] for at in range(KINDS * width) if self.plays.ends[at]}

    def run(self, int64_t first, int64_t last, uint64_t seed, int64_t maximum):
        """The plays first..last - 1, or as many of them as begin before the watch stops; `failing` is the number of a play at which the rules failed."""
        cdef int more = 1
        self.plays.next, self.plays.last, self.plays.seed, self.plays.maximum = first, last, seed, maximum
        with nogil:
            self.watch.look()
            while more == 1:
                if self.watch.stop:
                    self.plays.last = self.plays.next
                more = self.game.play(self.start, &self.plays, BETWEEN_LOOKS, &self.failure)
                self.watch.due(BETWEEN_LOOKS)
        self.watch.check()
        if more < 0:
            raise failed(STEPS[self.plays.step], &self.failure, self.plays.position, self.game.state_size)


def point(int kind, int who, int player):
    """The score of a player where the rules have no score lines."""
    if kind == RW_GOAL:
        return 1
    if kind == RW_WIN:
        return 1 if player == who else -1
    if kind == RW_LOSE:
        return -1 if player == who else 1
    return 0


# -- one play, ply by ply ---------------------------------------------------------------------------------------------


cdef class Run:
    """One play of a compiled game, changed in place: for loops in Python that choose every move themselves. Moves are numbers, good at their position only.

    Where the rules fail `explain` is called with what failed; it is to raise what says so in words.
    """

    cdef Handle handle
    cdef const rw_game *game
    cdef uint8_t *line
    cdef uint8_t *state
    cdef int64_t room
    cdef readonly int64_t ply
    cdef rw_list found
    cdef rw_failure failure
    cdef object explain

    def __cinit__(self, Handle handle, bytes start, explain=None):
        cdef uint32_t size = handle.game.state_size
        assert len(start) == size
        self.handle, self.game, self.room, self.ply, self.explain = handle, handle.game, 64, 0, explain
        self.line = <uint8_t *>room_for(self.room * size)
        self.state = self.line
        make_list(&self.found, min(<int64_t>self.game.moves_hint, 256))
        self.found.count = -1
        memcpy(self.line, <const uint8_t *>start, size)

    def __dealloc__(self):
        free(self.line)
        free_list(&self.found)

    cdef void _stand(self, int64_t ply) noexcept:
        self.ply = ply
        self.state = self.line + ply * self.game.state_size
        self.found.count = -1

    cdef int _list(self) except -1:
        if self.found.count < 0:
            self.found.count = 0
            if self.game.moves(self.state, &self.found, &self.failure) < 0:
                self.found.count = -1
                self._fail("moves")
        return 0

    cdef int _fail(self, str step) except -1:
        """The rules failed here: who can say so in words is asked to."""
        found = failed(step, &self.failure, self.state, self.game.state_size)
        if self.explain is not None:
            self.explain(found)
        raise found

    cdef int _make_room(self) except -1:
        cdef uint8_t *line = <uint8_t *>realloc(self.line, 2 * self.room * self.game.state_size)
        if line == NULL:
            raise MemoryError("no memory is left for the line of play")
        self.line, self.room = line, 2 * self.room
        self.state = line + self.ply * self.game.state_size
        return 0

    @property
    def moves(self):
        """The legal moves, or the outcomes of chance, in their order; none if the game is over."""
        self._list()
        return [self.found.items[at] for at in range(self.found.count)]

    def push(self, uint64_t move):
        """Make a move out of the list; raises ValueError for any other number."""
        cdef int64_t at = 0
        self._list()
        while at < self.found.count and self.found.items[at] != move:
            at += 1
        if at >= self.found.count:
            raise ValueError(f"{move} is not a legal move here")
        if self.ply + 1 == self.room:
            self._make_room()
        memcpy(self.state + self.game.state_size, self.state, self.game.state_size)
        if self.game.apply(self.state + self.game.state_size, move, &self.failure) < 0:
            self._fail("apply")
        self._stand(self.ply + 1)

    def pop(self):
        """Take the last move back; raises IndexError where there is none."""
        if self.ply == 0:
            raise IndexError("no move is left to be taken back")
        self._stand(self.ply - 1)

    def reset(self):
        """Back to the position where it began."""
        self._stand(0)

    @property
    def actor(self):
        """The number of the player who decides, -1 where nobody does."""
        cdef int kind = self.game.kind(self.state, &self.failure)
        cdef int player = self.game.actor(self.state, &self.failure) if kind == DECIDES else -1
        if kind < 0 or (kind == DECIDES and player < 0):
            self._fail("moves")
        return player

    @property
    def position(self):
        """The bytes of the present state."""
        return <bytes>(<const char *>self.state)[:self.game.state_size]
