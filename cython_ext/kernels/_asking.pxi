# Included by _steps.pyx: which steps are possible in a state, asked of its record, many slots at once.

cdef struct Ask:
    uint32_t word
    uint64_t bits
    uint64_t wanted


@cython.final
cdef class Asks:
    """What steps ask of slots. Where a slot must have one value, its bits in the record are compared together with those of other slots; the rest is asked one by one."""

    cdef Net net
    cdef Ask *asks
    cdef int32_t *ask_ends
    cdef int32_t *others       # numbers of checks
    cdef int32_t *other_ends

    def __cinit__(self, Net net, bytes mask, int words):
        cdef int steps = net.check_ends.shape[0] - 1
        cdef int step, check
        places = places_in_record(mask)
        self.net = net
        self.asks = <Ask *>room_for((words * steps + 1) * sizeof(Ask))
        self.ask_ends = <int32_t *>room_for((steps + 1) * sizeof(int32_t))
        self.others = <int32_t *>room_for((net.check_slots.shape[0] + 1) * sizeof(int32_t))
        self.other_ends = <int32_t *>room_for((steps + 1) * sizeof(int32_t))
        asked = others = 0
        for step in range(steps):
            bits, wanted = [0] * words, [0] * words
            for check in range(net.check_ends[step], net.check_ends[step + 1]):
                allowed = int.from_bytes(memoryview(net.check_masks)[4 * check : 4 * check + 4].tobytes(), sys.byteorder)
                at, size = places[net.check_slots[check]]
                if allowed.bit_count() == 1:
                    put_bits(bits, at, (1 << size) - 1)
                    put_bits(wanted, at, allowed.bit_length() - 1)
                else:
                    self.others[others] = check
                    others += 1
            for word in range(words):
                if bits[word]:
                    self.asks[asked] = Ask(word, bits[word], wanted[word])
                    asked += 1
            self.ask_ends[step + 1], self.other_ends[step + 1] = asked, others

    def __dealloc__(self):
        free(self.asks)
        free(self.ask_ends)
        free(self.others)
        free(self.other_ends)

    cdef inline bint _are_met(self, int step, const uint64_t *record, const uint8_t *state) noexcept nogil:
        cdef int32_t at, check
        cdef uint8_t value
        for at in range(self.ask_ends[step], self.ask_ends[step + 1]):
            if record[self.asks[at].word] & self.asks[at].bits != self.asks[at].wanted:
                return False
        for at in range(self.other_ends[step], self.other_ends[step + 1]):
            check = self.others[at]
            value = state[self.net.check_slots[check]]
            if not self.net.check_masks[4 * check + (value >> 6)] >> (value & 63) & 1:
                return False
        return True
