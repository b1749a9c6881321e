# Included by _steps.pyx: slots that only steps that do not count care for (solver/factored/carefree.py).

cdef struct Least:
    uint16_t far       # fewest steps that count on a way to a state with this rest
    uint16_t widened   # as many, plus 1, where the steps that settle the slots were made


@cython.final
cdef class Carefree:
    """The rests of states, without some slots: a state farther from the start than another with the same rest is not needed.

    `settling`: steps that count and put known values into all of these slots, so that they lead to the same from all states with the same rest.
    `idle`: what the slots get where no step that cares for them is possible; none if that is not the same. `reading`: those steps for each value of the first slot.
    """

    cdef rw_set rests
    cdef Least *least
    cdef int64_t room
    cdef uint64_t *leading
    cdef uint64_t *record
    cdef int words
    cdef const uint8_t[::1] settling
    cdef const int32_t[::1] reading
    cdef const int32_t[::1] reading_ends
    cdef uint64_t *idle
    cdef bint may_idle
    cdef int first

    def __cinit__(self, bytes mask, int words, int record_bytes, slots, bytes settling, reading, idle):
        self.words, self.settling, self.first, self.may_idle = words, settling, slots[0], idle is not None
        self.reading = array("i", [step for row in reading for step in row] or [0])
        self.reading_ends = array("i", accumulate([len(row) for row in reading], initial=0))
        if rw_make_set(&self.rests, record_bytes) < 0:
            raise MemoryError("there is no memory for the first state")
        self.leading = <uint64_t *>room_for(words * sizeof(uint64_t))
        self.record = <uint64_t *>room_for(words * sizeof(uint64_t))
        self.idle = <uint64_t *>room_for(words * sizeof(uint64_t))
        kept, idling = [0] * words, [0] * words
        for slot, (at, bits) in enumerate(places_in_record(mask)):
            put_bits(kept, at, 0 if slot in slots else (1 << bits) - 1)
        for slot, value in zip(slots, idle or ()):
            put_bits(idling, places_in_record(mask)[slot][0], value)
        for number in range(words):
            self.leading[number], self.idle[number] = kept[number], idling[number]

    def __dealloc__(self):
        rw_free_set(&self.rests)
        free(self.least)
        free(self.leading)
        free(self.idle)
        free(self.record)

    cdef inline void _let_idle(self, Asks asks, const uint8_t *state, uint64_t *record) noexcept nogil:
        """One record for all states with the same rest in which nothing that cares for the slots is possible."""
        cdef int32_t at
        if not self.may_idle:
            return
        for at in range(self.reading_ends[state[self.first]], self.reading_ends[state[self.first] + 1]):
            if asks._are_met(self.reading[at], record, state):
                return
        for at in range(self.words):
            record[at] = record[at] & self.leading[at] | self.idle[at]

    cdef inline void _bring_near(self, uint32_t hash) noexcept nogil:
        rw_nearer(&self.rests, hash)
        rw_near_item(self.least, rw_guess(&self.rests, hash), sizeof(Least))

    cdef inline uint32_t _hash(self, const uint64_t *record) noexcept nogil:
        """The hash of the rest of a state; where it may stand is brought near."""
        cdef uint32_t hash
        self._cut(record)
        hash = rw_hash_record(&self.rests, self.record)
        rw_near(&self.rests, hash)
        return hash

    cdef inline void _cut(self, const uint64_t *record) noexcept nogil:
        cdef int at
        for at in range(self.words):
            self.record[at] = record[at] & self.leading[at]

    cdef Least *_of(self, const uint64_t *record, uint32_t hash, int far) noexcept nogil:
        """What is known of the rest of a state that is so far from the start; NULL: there is no room."""
        cdef int64_t count = self.rests.count
        cdef int64_t number
        if not rw_stretch(&self.rests, <void **>&self.least, &self.room, count + 1, sizeof(Least)):
            return NULL
        self._cut(record)
        number = rw_note(&self.rests, self.record, hash)
        if number < 0:
            return NULL
        if number == count or far < self.least[number].far:
            self.least[number].far = <uint16_t>far
        return &self.least[number]
