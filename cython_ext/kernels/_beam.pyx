"""Beam search over a compiled game: layer after layer of so many positions at the most, without the GIL. A beam that had to drop nothing has seen everything."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, qsort
from libc.string cimport memcmp, memcpy

from cython_ext.kernels._kernel cimport Handle, Watch, failed, free_list, make_list, room_for, rw_failure, rw_game, rw_list, rw_move, RW_GOAL, RW_WIN
from cython_ext.kernels._states cimport rw_find, rw_free_set, rw_hash_record, rw_load, rw_make_set, rw_make_squeeze, rw_note, rw_pack, rw_set, rw_squeeze, rw_stretch, rw_unpack

cdef int RW_CHANCE = 2      # of enum rw_kind
cdef int SPARE = 4          # the pool holds so many times the width before the worst are dropped
cdef int64_t NOTHING = -(<int64_t>1 << 62)

cdef enum Status:
    RUNNING, COMPLETE, STOPPED, CHANCE, MOVES, APPLY, ENDED, SCORES, UNFIT, MEMORY

NAMES = {RUNNING: "running", COMPLETE: "complete", STOPPED: "stopped", CHANCE: "chance", UNFIT: "unfit", MEMORY: "memory"}
STEPS = {MOVES: "moves", APPLY: "apply", ENDED: "ended", SCORES: "scores"}

cdef enum:
    MOST_CEILINGS = 16


cdef struct Candidate:
    int64_t promise   # more is better
    int64_t most      # what no play from here surpasses; NOTHING if nobody says
    int64_t parent
    rw_move move
    uint32_t hash
    uint32_t place    # of its record in the pool


cdef struct Step:     # what led to a position that was kept
    int64_t parent
    rw_move move


cdef int _better(const void *one, const void *other) noexcept nogil:
    """The order of candidates, the same whenever they are found in the same order."""
    cdef const Candidate *a = <const Candidate *>one
    cdef const Candidate *b = <const Candidate *>other
    if a.promise != b.promise:
        return -1 if a.promise > b.promise else 1
    if a.hash != b.hash:
        return -1 if a.hash < b.hash else 1
    return -1 if a.place < b.place else 1


cdef class Beam:
    """`best` and `play` are the best end found, fewest moves if `fewest`, else the highest score. `guide` is a game over the same states whose score, times `sign`, says
    how promising a state is; `ceilings` are such games whose scores no play from a state surpasses. `worth`: only what is better than this is sought.

    `dropped`: some positions were not looked at, of which the first lay `dropped_at` moves deep and none leads to more than `dropped_most` (None: nobody says).
    """

    cdef Handle handle, guide_handle
    cdef const rw_game *game
    cdef const rw_game *guide
    cdef Watch watch
    cdef uint32_t size
    cdef int64_t sign
    cdef bint fewest
    cdef rw_squeeze squeeze
    cdef rw_set found
    cdef Step *steps
    cdef int64_t step_room
    cdef list ceilings
    cdef const rw_game *above[MOST_CEILINGS]
    cdef int64_t left_out[MOST_CEILINGS]
    cdef int ceiling_count
    cdef int64_t width
    cdef int64_t capacity
    cdef int64_t count
    cdef Candidate *pool
    cdef uint64_t *records    # of the pool
    cdef uint64_t *others     # where they are copied when the pool is thinned out
    cdef int64_t at           # the next position of the layer
    cdef int64_t last         # and where it ends
    cdef uint8_t *state
    cdef uint8_t *after
    cdef uint64_t *record
    cdef int64_t *scores
    cdef rw_list moves
    cdef rw_failure failure
    cdef int status
    cdef int64_t highest
    cdef bint has_any
    cdef bint improved
    cdef int64_t parent
    cdef rw_move move
    cdef int64_t most_dropped
    cdef bint unknown_dropped
    cdef readonly bint dropped
    cdef readonly int64_t dropped_at
    cdef readonly int64_t depth
    cdef readonly int64_t nodes
    cdef readonly list play

    def __cinit__(self, Handle handle, bytes start, Watch watch, bytes mask, int64_t memory, int64_t width, *, Handle guide, int64_t sign, bint fewest,
                  list ceilings, worth=None):
        assert len(start) == handle.game.state_size == len(mask) and guide.game.state_size == handle.game.state_size and width > 0
        self.handle, self.game, self.watch, self.size = handle, handle.game, watch, handle.game.state_size
        self.guide_handle, self.guide, self.sign, self.fewest, self.width = guide, guide.game, sign, fewest, width
        self._set_ceilings(ceilings)
        if worth is not None:
            self.highest, self.has_any = worth, True
        self.play, self.most_dropped, self.dropped_at, self.status = [], NOTHING, -1, RUNNING
        self._make_room(mask, memory)
        memcpy(self.after, <const uint8_t *>start, self.size)
        self.parent = -1
        with nogil:
            self._meet()
            self._end_layer()
        self.depth = 0

    def _make_room(self, mask, memory):
        if rw_make_squeeze(&self.squeeze, <const uint8_t *>mask, self.size) < 0 or rw_make_set(&self.found, self.squeeze.record_bytes) < 0:
            raise MemoryError("there is no memory for the first state")
        self.capacity = SPARE * self.width
        words = self.squeeze.record_words * sizeof(uint64_t)
        self.found.budget = max(memory - self.capacity * (sizeof(Candidate) + 2 * words), 0)
        self.pool = <Candidate *>room_for(self.capacity * sizeof(Candidate))
        self.records = <uint64_t *>room_for(self.capacity * words)
        self.others = <uint64_t *>room_for(self.capacity * words)
        self.record = <uint64_t *>room_for(words)
        self.state, self.after = <uint8_t *>room_for(self.size), <uint8_t *>room_for(self.size)
        self.scores = <int64_t *>room_for(max(self.game.players, self.guide.players) * sizeof(int64_t))
        make_list(&self.moves, min(<int64_t>self.game.moves_hint, 256))

    def __dealloc__(self):
        rw_free_set(&self.found)
        free(self.squeeze.masks)
        free(self.steps)
        free(self.pool)
        free(self.records)
        free(self.others)
        free(self.record)
        free(self.state)
        free(self.after)
        free(self.scores)
        free_list(&self.moves)

    cdef int _set_ceilings(self, list ceilings) except -1:
        cdef Handle each
        self.ceilings, self.ceiling_count = ceilings[:MOST_CEILINGS], 0
        for each in self.ceilings:
            assert each.game.state_size == self.size
            self.above[self.ceiling_count], self.left_out[self.ceiling_count] = each.game, 0
            self.ceiling_count += 1
        return 0

    @property
    def status_name(self):
        """running, complete (nothing is left in the beam), stopped, memory, chance (it decides something), unfit (a state has a bit that the mask denies)."""
        return NAMES.get(self.status, "failed")

    @property
    def best(self):
        """What the best end found is worth, by this beam or before it; None if there is none."""
        return self.highest if self.has_any else None

    @property
    def dropped_most(self):
        """What the positions that were dropped do not surpass, as far as ceilings tell."""
        return None if self.unknown_dropped or not self.dropped else self.most_dropped

    @property
    def pruned(self):
        """How many positions each ceiling left out."""
        return [self.left_out[number] for number in range(self.ceiling_count)]

    def run(self, int64_t work):
        """Look at so many positions more, but stop where something better is found: True if it is."""
        cdef int64_t last = self.nodes + work
        with nogil:
            while self.status == RUNNING and not self.improved and self.nodes < last:
                if self.at == self.last:
                    self._end_layer()
                else:
                    self._expand()
        self.watch.check()
        if self.status in STEPS:
            raise failed(STEPS[self.status], &self.failure, self.state if self.status in (MOVES, APPLY) else self.after, self.size)
        if not self.improved:
            return False
        self.improved = False
        return True

    # -- a layer ------------------------------------------------------------------------------------------------------

    cdef void _expand(self) noexcept nogil:
        """All moves of the next position of the layer."""
        cdef int64_t which
        rw_load(&self.found, self.at, self.record)
        rw_unpack(&self.squeeze, self.record, self.state)
        self.nodes += 1
        if self.watch.due(1):
            self.status = STOPPED
            return
        self.moves.count = 0
        if self.game.moves(self.state, &self.moves, &self.failure) < 0:
            self.status = MOVES
            return
        self.parent = self.at
        self.at += 1
        for which in range(self.moves.count):
            self.move = self.moves.items[which]
            memcpy(self.after, self.state, self.size)
            if self.game.apply(self.after, self.move, &self.failure) < 0:
                self.status = APPLY
                return
            self._meet()
            if self.status != RUNNING:
                return

    cdef void _meet(self) noexcept nogil:
        """A position after a move: an end is judged, anything else becomes a candidate."""
        cdef int who, which, ending
        if self.game.has_chance and self.game.kind(self.after, &self.failure) == RW_CHANCE:
            self.status = CHANCE
            return
        ending = self.game.ended(self.after, &who, &which, &self.failure)
        if ending < 0:
            self.status = ENDED
        elif ending == 0:
            self._propose()
        elif not self.fewest:
            self._judge()
        elif ending == RW_GOAL or ending == RW_WIN:
            self._note_best(-self._moves_made())

    cdef int64_t _moves_made(self) noexcept nogil:
        return 0 if self.parent < 0 else self.depth + 1

    cdef void _judge(self) noexcept nogil:
        if self.game.scores(self.after, self.scores, &self.failure) < 0:
            self.status = SCORES
        else:
            self._note_best(self.scores[0])

    cdef void _note_best(self, int64_t value) noexcept nogil:
        if self.has_any and value <= self.highest:
            return
        self.highest, self.has_any, self.improved = value, True, True
        self._keep_play()

    cdef void _keep_play(self) noexcept with gil:
        cdef int64_t at = self.parent
        moves = [self.move] if at >= 0 else []
        while at > 0:
            moves.append(self.steps[at].move)
            at = self.steps[at].parent
        self.play = moves[::-1]

    cdef void _propose(self) noexcept nogil:
        cdef Candidate *candidate
        cdef int64_t most = self._most()
        cdef uint32_t hash
        if self._is_hopeless(most):
            return
        if rw_pack(&self.squeeze, self.after, self.record) < 0:
            self.status = UNFIT
            return
        hash = rw_hash_record(&self.found, self.record)
        if rw_find(&self.found, self.record, hash) >= 0:
            return
        if self.count == self.capacity:
            self._thin_out()
        candidate = self.pool + self.count
        candidate.promise = NOTHING
        if self.guide.scores(self.after, self.scores, &self.failure) >= 0:
            candidate.promise = self.sign * self.scores[0]
        candidate.most, candidate.hash, candidate.place = most, hash, <uint32_t>self.count
        candidate.parent, candidate.move = self.parent, self.move
        memcpy(self.records + self.count * self.squeeze.record_words, self.record, self.squeeze.record_words * sizeof(uint64_t))
        self.count += 1

    cdef bint _is_hopeless(self, int64_t most) noexcept nogil:
        """Does nothing better come from a position? An end is one move further at the least."""
        return self.has_any and (most != NOTHING and most <= self.highest or self.fewest and -self._moves_made() <= self.highest + 1)

    cdef int64_t _most(self) noexcept nogil:
        """The least of what ceilings say of a position; one that fails says nothing."""
        cdef int64_t most = NOTHING
        cdef int number
        for number in range(self.ceiling_count):
            if self.above[number].scores(self.after, self.scores, &self.failure) < 0:
                continue
            if most == NOTHING or self.scores[0] < most:
                most = self.scores[0]
            if self.has_any and self.scores[0] <= self.highest:
                self.left_out[number] += 1
                break
        return most

    cdef bint _is_double(self, int64_t at) noexcept nogil:
        """Is a candidate the same as the one before it?"""
        cdef Candidate *one = self.pool + at
        if at == 0 or one.hash != self.pool[at - 1].hash or one.promise != self.pool[at - 1].promise:
            return False
        return memcmp(self._record(one.place), self._record(self.pool[at - 1].place), self.squeeze.record_words * sizeof(uint64_t)) == 0

    cdef uint64_t *_record(self, uint32_t place) noexcept nogil:
        return self.records + <size_t>place * self.squeeze.record_words

    cdef void _drop(self, const Candidate *candidate) noexcept nogil:
        if not self.dropped:
            self.dropped, self.dropped_at = True, self._moves_made()
        if candidate.most == NOTHING:
            self.unknown_dropped = True
        self.most_dropped = max(self.most_dropped, candidate.most)

    cdef void _thin_out(self) noexcept nogil:
        """In the middle of a layer: only the most promising stay."""
        cdef int64_t at
        cdef int64_t kept = 0
        qsort(self.pool, self.count, sizeof(Candidate), _better)
        for at in range(self.count):
            if self._is_double(at):
                continue
            if kept == self.width:
                self._drop(self.pool + at)
                continue
            memcpy(self.others + kept * self.squeeze.record_words, self._record(self.pool[at].place), self.squeeze.record_words * sizeof(uint64_t))
            self.pool[kept] = self.pool[at]
            kept += 1
        for at in range(kept):
            self.pool[at].place = <uint32_t>at
        self.records, self.others = self.others, self.records
        self.count = kept

    cdef void _end_layer(self) noexcept nogil:
        """The most promising candidates are the next layer."""
        cdef int64_t at, number, before
        cdef int64_t begin = self.found.count
        cdef Candidate *one
        qsort(self.pool, self.count, sizeof(Candidate), _better)
        for at in range(self.count):
            one = self.pool + at
            if self._is_hopeless(one.most):
                continue
            if self.found.count - begin == self.width:
                if rw_find(&self.found, self._record(one.place), one.hash) < 0:
                    self._drop(one)
                continue
            before = self.found.count
            number = rw_note(&self.found, self._record(one.place), one.hash)
            if number < 0 or not rw_stretch(&self.found, <void **>&self.steps, &self.step_room, self.found.count, sizeof(Step)):
                self.status = MEMORY
                return
            if number == before:
                self.steps[number].parent, self.steps[number].move = one.parent, one.move
        self.count = 0
        self.at, self.last = begin, self.found.count
        self.depth += 1
        if self.at == self.last:
            self.status = COMPLETE
