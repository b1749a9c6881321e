"""High scores of a compiled game for one, found by random plays whose choices lean more and more towards the best line so far; without the GIL.

A nested search: a play of level n is the best of many plays of level n - 1, after each of which the preferences lean towards the best. Preferences are kept for
a move at a node and, apart from that, for a move at a node in one turn; both in tables of fixed size in which moves may share a place. A turn begins whenever the
node comes round at which the play began: so what is done in a later turn keeps its place where an earlier turn becomes longer.
With a number for the deck all chance is known beforehand: what happens the k-th time depends on the number and on k, as in _expecting.pyx.
"""

from libc.math cimport exp
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from cython_ext.kernels._kernel cimport Handle, Watch, failed, free_list, make_list, room_for, rw_failure, rw_game, rw_list, rw_move

cdef int BITS = 17
cdef int MOST_LEVELS = 8
cdef int64_t MOST_PLIES = 20_000
cdef int64_t NOTHING = -(<int64_t>1 << 62)
cdef uint64_t OTHER_STEP = 0xC2B2AE3D27D4EB4Fu

cdef enum Status:
    FINE, STOPPED, CHANCE, MOVES, APPLY, SCORES, NO_ROOM

include "_barred.pxi"
include "_weighted.pxi"
include "_drawing.pxi"

STEPS = {MOVES: "moves", APPLY: "apply", SCORES: "scores", NO_ROOM: "moves"}

cdef int AT_CHANCE = 2


class ChanceActs(Exception):
    """Chance decides something in the play; `state` is where."""

    def __init__(self, state):
        super().__init__("chance decides something in the play")
        self.state = state


cdef struct Line:  # a play: its score, its moves, and for each of them the places of all moves there were
    int64_t score
    int64_t plies
    int64_t room
    rw_move *moves
    uint32_t *chosen
    int64_t *ends
    uint32_t *places  # two for each move
    int64_t place_room


cdef class Adapter:
    """`best_line`, its score and its moves, grows better while `run` goes on; another thread may read it between whiles."""

    cdef Handle handle
    cdef const rw_game *game
    cdef Watch watch
    cdef uint32_t size
    cdef uint8_t *start
    cdef uint8_t *state
    cdef uint8_t *before     # the state before a move
    cdef rw_list moves
    cdef float *weights[8]
    cdef Line lines[9]
    cdef double *chances
    cdef int64_t chance_room
    cdef int64_t *scores
    cdef uint64_t random
    cdef rw_failure failure
    cdef int status
    cdef readonly int64_t plays
    cdef readonly int64_t best_score
    cdef readonly tuple best_line  # None as long as there is none
    cdef Barred barred
    cdef uint64_t first_node  # where the play began, and how often it has come round
    cdef uint64_t turn
    cdef bint known           # is the deck?
    cdef uint64_t deck
    cdef uint64_t acts        # how often chance has acted in the play

    def __cinit__(self, Handle handle, bytes start, Watch watch, uint64_t seed, object bars, deck=None):
        assert len(start) == handle.game.state_size
        self.handle, self.game, self.watch, self.random = handle, handle.game, watch, seed
        self.size = self.game.state_size
        self.start = <uint8_t *>room_for(self.size)
        self.state = <uint8_t *>room_for(self.size)
        self.before = <uint8_t *>room_for(self.size)
        self.scores = <int64_t *>room_for(self.game.players * sizeof(int64_t))
        memcpy(self.start, <const uint8_t *>start, self.size)
        make_weighted(&self.moves, 64)
        self.known, self.deck = deck is not None, 0 if deck is None else deck
        self.best_score = NOTHING
        set_bars(&self.barred, bars)

    def __dealloc__(self):
        cdef int level
        free(self.start)
        free(self.state)
        free(self.before)
        free(self.scores)
        free(self.chances)
        free_weighted(&self.moves)
        for level in range(MOST_LEVELS):
            free(self.weights[level])
        for level in range(MOST_LEVELS + 1):
            free(self.lines[level].moves)
            free(self.lines[level].chosen)
            free(self.lines[level].ends)
            free(self.lines[level].places)

    def run(self, int levels, int64_t width):
        """One nested search of so many levels, each the best of `width` of the level below; False if it was stopped."""
        cdef int level
        assert 1 <= levels <= MOST_LEVELS
        for level in range(levels):
            if self.weights[level] == NULL:
                self.weights[level] = <float *>calloc(2 << BITS, sizeof(float))
                if self.weights[level] == NULL:
                    raise MemoryError("there is no memory for preferences")
        memset(self.weights[levels - 1], 0, (<size_t>2 << BITS) * sizeof(float))
        self.status = FINE
        with nogil:
            self._search(levels, width)
        self.watch.check()
        if self.status == CHANCE:
            raise ChanceActs((<const uint8_t *>self.state)[:self.size])
        if self.status not in (FINE, STOPPED):
            raise failed(STEPS[self.status], &self.failure, self.state, self.size)
        return self.status == FINE

    cdef void _search(self, int level, int64_t width) noexcept nogil:
        """Leaves the best line found in `lines[level]`. The preferences of a level are those of the line above it, gone further."""
        cdef int64_t round_
        cdef Line *best = &self.lines[level]
        cdef Line *other = &self.lines[level - 1]
        best.score = NOTHING
        for round_ in range(width):
            if level == 1:
                self._play(other)
            else:
                memcpy(self.weights[level - 2], self.weights[level - 1], (<size_t>2 << BITS) * sizeof(float))
                self._search(level - 1, width)
            if self.status != FINE:
                return
            if other.score >= best.score and self._copy(best, other) < 0:
                self.status = NO_ROOM
                return
            self._lean(self.weights[level - 1], best)

    cdef void _play(self, Line *line) noexcept nogil:
        """One play by the preferences of the lowest level."""
        cdef int64_t at
        line.plies, self.acts = 0, 0
        if self.watch.due(1):  # a play may have no moves at all
            self.status = STOPPED
            return
        memcpy(self.state, self.start, self.size)
        while line.plies < MOST_PLIES:
            self.moves.count = 0
            if self.game.moves(self.state, &self.moves, &self.failure) < 0:
                self.status = MOVES
                return
            if self.moves.count == 0:
                break
            if self.game.has_chance and self.game.kind(self.state, &self.failure) == AT_CHANCE:
                self._foresee()
            else:
                leave_out(&self.barred, self.state, &self.moves)
            if self.status != FINE:
                return
            if self.moves.count == 0:
                line.score = NOTHING
                return
            if self.watch.due(1):
                self.status = STOPPED
                return
            if self._room(line, self.moves.count) < 0:
                self.status = NO_ROOM
                return
            self._begin_turn(line)
            if not self._move(line):
                line.score = NOTHING
                return
        else:  # a play that was given up is worth nothing: only the end of a game counts
            line.score = NOTHING
            return
        if self.game.scores(self.state, self.scores, &self.failure) < 0:
            self.status = SCORES
            return
        line.score = self.scores[0]
        self.plays += 1
        if line.score > self.best_score:
            self._tell(line)

    cdef void _foresee(self) noexcept nogil:
        """Of all that might happen only this will."""
        cdef uint64_t random = self.deck + self.acts * STEP
        if not self.known:
            self.status = CHANCE
            return
        self.moves.items[0] = self.moves.items[drawn(&random, self.moves.weights, self.moves.count)]
        self.moves.count = 1
        self.acts += 1

    cdef void _begin_turn(self, const Line *line) noexcept nogil:
        cdef uint64_t node = node_of(&self.barred, self.state)
        if line.plies == 0:
            self.first_node, self.turn = node, 0
        if node == self.first_node:
            self.turn += 1

    cdef bint _move(self, Line *line) noexcept nogil:
        """A move by chance that leads to no position that is left out; False if there is none, or if it fails."""
        cdef int64_t at
        while self.moves.count > 0:
            at = self._choose(line)
            if self.barred.fence_count:
                memcpy(self.before, self.state, self.size)
            if self.game.apply(self.state, self.moves.items[at], &self.failure) < 0:
                self.status = APPLY
                return False
            if not is_outside(&self.barred, self.state):
                return True
            memcpy(self.state, self.before, self.size)
            line.plies -= 1
            self.moves.count -= 1
            self.moves.items[at] = self.moves.items[self.moves.count]
        return False

    cdef void _tell(self, Line *line) noexcept with gil:
        cdef int64_t at
        self.best_line = line.score, tuple([line.moves[at] for at in range(line.plies)])
        self.best_score = line.score

    cdef int64_t _choose(self, Line *line) noexcept nogil:
        """A move by chance, the more likely the higher its preference; noted in the line."""
        cdef int64_t first = line.ends[line.plies - 1] if line.plies else 0
        cdef int64_t count = self.moves.count
        cdef int64_t at
        cdef double total = 0, drawn
        cdef uint32_t *places = line.places + 2 * first
        cdef float *weights = self.weights[0]
        cdef uint64_t node = node_of(&self.barred, self.state)
        for at in range(count):
            places[2 * at] = place(self.moves.items[at], node, 0)
            places[2 * at + 1] = place(self.moves.items[at], node, self.turn)
            total += exp(weights[places[2 * at]] + weights[places[2 * at + 1]])
            self.chances[at] = total
        drawn = <double>(next_random(&self.random) >> 11) / <double>(<uint64_t>1 << 53) * total
        at = 0
        while at < count - 1 and self.chances[at] <= drawn:
            at += 1
        line.moves[line.plies] = self.moves.items[at]
        line.chosen[line.plies] = <uint32_t>at
        line.ends[line.plies] = first + count
        line.plies += 1
        return at

    cdef void _lean(self, float *weights, const Line *line) noexcept nogil:
        """Make the moves of a line more likely, the others less, by the gradient of its likelihood."""
        cdef int64_t ply, at, count
        cdef int64_t first = 0
        cdef const uint32_t *places
        cdef double total
        cdef float share
        for ply in range(line.plies):
            places = line.places + 2 * first
            count = line.ends[ply] - first
            if count > 1:
                total = 0
                for at in range(count):
                    self.chances[at] = exp(weights[places[2 * at]] + weights[places[2 * at + 1]])
                    total += self.chances[at]
                for at in range(count):
                    share = <float>(self.chances[at] / total)
                    if at == line.chosen[ply]:
                        share -= 1
                    weights[places[2 * at]] -= <float>0.25 * share
                    weights[places[2 * at + 1]] -= share
            first = line.ends[ply]

    cdef int _room(self, Line *line, int64_t count) noexcept nogil:
        """Room for one more move, chosen among so many."""
        cdef int64_t first = line.ends[line.plies - 1] if line.plies else 0
        cdef void *grown
        if self.chance_room < count:
            grown = realloc(self.chances, 2 * count * sizeof(double))
            if grown == NULL:
                return -1
            self.chances, self.chance_room = <double *>grown, 2 * count
        return make_room(line, line.plies + 1, first + count)

    cdef int _copy(self, Line *to, const Line *source) noexcept nogil:
        cdef int64_t last = source.ends[source.plies - 1] if source.plies else 0
        if make_room(to, source.plies, last) < 0:
            return -1
        to.score, to.plies = source.score, source.plies
        memcpy(to.moves, source.moves, source.plies * sizeof(rw_move))
        memcpy(to.chosen, source.chosen, source.plies * sizeof(uint32_t))
        memcpy(to.ends, source.ends, source.plies * sizeof(int64_t))
        memcpy(to.places, source.places, 2 * last * sizeof(uint32_t))
        return 0


cdef uint32_t place(uint64_t move, uint64_t node, uint64_t turn) noexcept nogil:
    """Where the preference of a move at a node lies: in the first half of the table whenever it is made, in the second as a move of one turn."""
    cdef uint64_t mixed = (move + node * OTHER_STEP + turn * STEP) * 0xBF58476D1CE4E5B9u
    mixed = (mixed ^ (mixed >> 29)) * 0x94D049BB133111EBu
    return <uint32_t>(mixed >> (64 - BITS)) + (<uint32_t>1 << BITS if turn else 0)


cdef int make_room(Line *line, int64_t plies, int64_t places) noexcept nogil:
    cdef int64_t room
    cdef void *moves
    cdef void *chosen
    cdef void *ends
    cdef void *grown
    if line.room < plies:
        room = 2 * plies + 64
        moves = realloc(line.moves, room * sizeof(rw_move))
        line.moves = <rw_move *>moves if moves != NULL else line.moves
        chosen = realloc(line.chosen, room * sizeof(uint32_t))
        line.chosen = <uint32_t *>chosen if chosen != NULL else line.chosen
        ends = realloc(line.ends, room * sizeof(int64_t))
        line.ends = <int64_t *>ends if ends != NULL else line.ends
        if moves == NULL or chosen == NULL or ends == NULL:
            return -1
        line.room = room
    if line.place_room < 2 * places:
        grown = realloc(line.places, 4 * places * sizeof(uint32_t))
        if grown == NULL:
            return -1
        line.places, line.place_room = <uint32_t *>grown, 4 * places
    return 0
