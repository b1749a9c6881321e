# Included by _explorer.pyx: states expanded together.


cdef class Batch:
    """What lies behind some states that follow each other: for each its claims, and the records of the states after its moves, with their hashes."""

    cdef Explorer explorer
    cdef readonly int64_t first
    cdef readonly int64_t nodes
    cdef int64_t children
    cdef int64_t room
    cdef uint32_t words      # of a record
    cdef int64_t *ends       # where the children of a node end
    cdef uint8_t *holds      # the claims of a node
    cdef uint64_t *records
    cdef uint32_t *hashes
    cdef uint8_t *state
    cdef uint8_t *after
    cdef uint64_t *record
    cdef rw_list moves
    cdef rw_failure failure
    cdef int step

    def __cinit__(self, Explorer explorer):
        self.explorer, self.words = explorer, explorer.squeeze.record_words
        self.room = 256
        self.ends = <int64_t *>room_for(BATCH_NODES * sizeof(int64_t))
        self.holds = <uint8_t *>room_for(BATCH_NODES * explorer.claims)
        self.records = <uint64_t *>room_for(self.room * self.words * sizeof(uint64_t))
        self.hashes = <uint32_t *>room_for(self.room * sizeof(uint32_t))
        self.state = <uint8_t *>room_for(explorer.size)
        self.after = <uint8_t *>room_for(explorer.size)
        self.record = <uint64_t *>room_for(self.words * sizeof(uint64_t))
        make_list(&self.moves, min(<int64_t>explorer.game.moves_hint, 256))

    def __dealloc__(self):
        free(self.ends)
        free(self.holds)
        free(self.records)
        free(self.hashes)
        free(self.state)
        free(self.after)
        free(self.record)
        free_list(&self.moves)

    cdef void _fill(self, int64_t first, int64_t last, int64_t most_children) noexcept nogil:
        """The nodes from `first` on, up to `last` or a failure, or until there are very many children."""
        cdef int64_t number = first
        self.first, self.nodes, self.children, self.step = first, 0, 0, FINE
        while number < last and self.step == FINE and self.nodes < BATCH_NODES:
            self.step = self._expand_node(number)
            self.ends[self.nodes] = self.children
            self.nodes += 1
            number += 1
            if self.children >= most_children:
                break

    cdef int _expand_node(self, int64_t number) noexcept nogil:
        cdef int64_t at
        self.explorer._read(number, self.record, self.state)
        if self.explorer.claims and self.explorer.game.claims_at(self.state, self.holds + self.nodes * self.explorer.claims, &self.failure) < 0:
            return CLAIMS
        if self.explorer.seeks and self.explorer.game.has_chance and self.explorer.game.kind(self.state, &self.failure) == RW_CHANCE:
            return AT_CHANCE
        self.moves.count = 0
        if self.explorer.game.moves(self.state, &self.moves, &self.failure) < 0:
            return MOVES
        if self.explorer.seeks and self.moves.count == 0:
            return self._judge_end()
        if self.children + self.moves.count > self.room and self._grow(self.children + self.moves.count) < 0:
            return NO_ROOM
        for at in range(self.moves.count):
            memcpy(self.after, self.state, self.explorer.size)
            if self.explorer.game.apply(self.after, self.moves.items[at], &self.failure) < 0:
                return APPLY
            if self._note_child() < 0:
                return BEYOND
        return FINE

    cdef int _judge_end(self) noexcept nogil:
        """The game is over: solved or won?"""
        cdef int who, which
        cdef int ending = self.explorer.game.ended(self.state, &who, &which, &self.failure)
        if ending < 0:
            return ENDED
        return AT_GOAL if ending == RW_GOAL or ending == RW_WIN else FINE

    cdef int _note_child(self) noexcept nogil:
        cdef uint64_t *record = self.records + self.children * self.words
        cdef uint32_t hash
        if self.explorer.alike:
            self.explorer.game.canonical(self.after)
        if rw_pack(&self.explorer.squeeze, self.after, record) < 0:
            return -1
        hash = rw_hash_record(&self.explorer.found, record)
        self.hashes[self.children] = hash
        rw_near(&self.explorer.found, hash)
        self.children += 1
        return 0

    cdef int _grow(self, int64_t wanted) noexcept nogil:
        cdef int64_t room = self.room
        while room < wanted:
            room *= 2
        if not self._longer(<void **>&self.records, room * self.words * sizeof(uint64_t)) or not self._longer(<void **>&self.hashes, room * sizeof(uint32_t)):
            return -1
        self.room = room
        return 0

    cdef bint _longer(self, void **array, size_t size) noexcept nogil:
        cdef void *made = realloc(array[0], size)
        if made != NULL:
            array[0] = made
        return made != NULL

    cdef void _look_ahead(self, int64_t at) noexcept nogil:
        """Have the record that a later child will be compared with brought near."""
        if at + AHEAD < self.children:
            rw_nearer(&self.explorer.found, self.hashes[at + AHEAD])
