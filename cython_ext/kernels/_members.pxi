# Included by _steps.pyx: states that differ in the names of alike things.

cdef enum:
    MOST_MEMBERS = 64


cdef struct Kind:
    int members
    int length               # slots that say something of each
    int pointers
    const int32_t *columns   # for each member the slots
    const int32_t *slots     # those whose value may be a member, and the number of the first
    const int32_t *bases


cdef bint comes_after(const Kind *kind, const uint8_t *state, int one, int other) noexcept nogil:
    """Does what the state says of one member come after what it says of another?"""
    cdef int at
    cdef uint8_t mine, its
    for at in range(kind.length):
        mine, its = state[kind.columns[one * kind.length + at]], state[kind.columns[other * kind.length + at]]
        if mine != its:
            return mine > its
    for at in range(kind.pointers):
        if state[kind.slots[at]] == kind.bases[at] + one:
            return True
        if state[kind.slots[at]] == kind.bases[at] + other:
            return False
    return False


@cython.final
cdef class Members:
    """Gives the members of each kind the order of what a state says of them."""

    cdef list kept
    cdef Kind *kinds
    cdef int count
    cdef int width
    cdef uint8_t *moved

    def __cinit__(self, int width, alike):
        self.width = width
        self.moved = <uint8_t *>room_for(width)
        self._set_kinds(alike)

    def __dealloc__(self):
        free(self.kinds)
        free(self.moved)

    cdef int _set_kinds(self, alike) except -1:
        cdef const int32_t[::1] columns, slots, bases
        cdef Kind *kind
        self.kept, self.count = list(alike), 0
        self.kinds = <Kind *>room_for(len(self.kept) * sizeof(Kind))
        for members, columns, slots, bases in self.kept:
            assert members <= MOST_MEMBERS
            kind = &self.kinds[self.count]
            kind.members, kind.length, kind.pointers = members, columns.shape[0] // members, slots.shape[0]
            if columns.shape[0]:
                kind.columns = &columns[0]
            if slots.shape[0]:
                kind.slots, kind.bases = &slots[0], &bases[0]
            self.count += 1
        return 0

    cdef void _put_in_order(self, uint8_t *state) noexcept nogil:
        cdef int number
        for number in range(self.count):
            self._put_kind_in_order(&self.kinds[number], state)

    cdef void _put_kind_in_order(self, const Kind *kind, uint8_t *state) noexcept nogil:
        cdef int[MOST_MEMBERS] order
        cdef int[MOST_MEMBERS] place
        cdef int member, at, pointer
        cdef bint changed = False
        for member in range(kind.members):
            at = member
            while at > 0 and comes_after(kind, state, order[at - 1], member):
                order[at] = order[at - 1]
                at -= 1
            order[at] = member
            changed = changed or at != member
        if not changed:
            return
        memcpy(self.moved, state, self.width)
        for member in range(kind.members):
            place[order[member]] = member
            for at in range(kind.length):
                state[kind.columns[member * kind.length + at]] = self.moved[kind.columns[order[member] * kind.length + at]]
        for at in range(kind.pointers):
            pointer = state[kind.slots[at]] - kind.bases[at]
            if 0 <= pointer < kind.members:
                state[kind.slots[at]] = <uint8_t>(kind.bases[at] + place[pointer])
