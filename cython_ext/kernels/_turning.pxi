# Included by _steps.pyx: states that permutations of slots and values make of each other.

cdef extern from "states/images.h":
    struct rw_piece:
        uint32_t word
        uint32_t shift
        uint64_t mask

    struct rw_images:
        uint32_t words
        uint32_t pieces
        uint32_t turns
        rw_piece *places
        uint64_t *leading
        uint64_t *tables

    uint64_t *rw_entry(const rw_images *, uint32_t piece, uint32_t value) nogil
    void rw_least_image(const rw_images *, uint64_t *record, uint64_t *room) nogil


cdef enum:
    PIECE_BITS = 8
    PIECE_VALUES = 256


def places_in_record(bytes mask):
    """For each slot where in a record its bits begin, and how many they are; a state may end with bytes that are no slots."""
    places, at = [], 0
    for each in mask.rstrip(b"\0"):
        places.append((at, each.bit_length()))
        at += each.bit_length()
    return places


def put_bits(list words, int at, value):
    """Put a value into the bits of a record from `at` on."""
    whole = value << at % 64
    words[at // 64] |= whole & (1 << 64) - 1
    if whole >> 64:
        words[at // 64 + 1] |= whole >> 64


@cython.final
cdef class Images:
    """The least of the images of a record. Each of `turns` is the slots to which the contents of slots go, and for each slot what its values become there.

    `lesser`: slots that are compared last.
    """

    cdef rw_images images
    cdef uint64_t *room
    cdef readonly int turns

    def __cinit__(self, bytes mask, int words, turns, lesser=()):
        places = places_in_record(mask)
        pieces = self._pieces(places)
        self.turns = len(turns)
        self.images.words, self.images.pieces, self.images.turns = words, len(pieces), self.turns
        self.images.places = <rw_piece *>room_for((len(pieces) + 1) * sizeof(rw_piece))
        self.images.leading = <uint64_t *>room_for(words * sizeof(uint64_t))
        self.images.tables = <uint64_t *>room_for((<size_t>self.turns * len(pieces) * PIECE_VALUES + 1) * words * sizeof(uint64_t))
        self.room = <uint64_t *>room_for((self.turns + 1) * words * sizeof(uint64_t))
        self._set_places(places, pieces, lesser)
        for turn, (slots, values) in enumerate(turns):
            for number, piece in enumerate(pieces):
                self._set_entries(places, turn, number, piece, slots, values)

    def __dealloc__(self):
        free(self.images.places)
        free(self.images.leading)
        free(self.images.tables)
        free(self.room)

    def _pieces(self, places):
        """Slots together, as many as fit."""
        pieces, piece, total = [], [], 0
        for slot, (_, bits) in enumerate(places):
            if total + bits > PIECE_BITS:
                pieces.append(piece)
                piece, total = [], 0
            piece.append(slot)
            total += bits
        return [*pieces, piece]

    cdef int _set_places(self, places, pieces, lesser) except -1:
        words = [0] * self.images.words
        for slot, (at, bits) in enumerate(places):
            put_bits(words, at, 0 if slot in lesser else (1 << bits) - 1)
        for number, word in enumerate(words):
            self.images.leading[number] = word
        for number, piece in enumerate(pieces):
            at, bits = (places[piece[0]][0] if piece else 0), sum([places[slot][1] for slot in piece])
            self.images.places[number] = rw_piece(at // 64, at % 64, (1 << bits) - 1)
        return 0

    cdef int _set_entries(self, places, int turn, int number, piece, slots, values) except -1:
        cdef uint64_t *entry
        first = places[piece[0]][0] if piece else 0
        for content in range(1 << sum([places[slot][1] for slot in piece])):
            words = [0] * self.images.words
            for slot in piece:
                at, bits = places[slot]
                value = content >> at - first & (1 << bits) - 1
                if value < len(values[slot]):
                    put_bits(words, places[slots[slot]][0], values[slot][value])
            entry = rw_entry(&self.images, number, content) + turn * self.images.words
            for at, word in enumerate(words):
                entry[at] = word
        return 0

    cdef inline void _least(self, uint64_t *record) noexcept nogil:
        """Put the least image in the place of the record."""
        rw_least_image(&self.images, record, self.room)
