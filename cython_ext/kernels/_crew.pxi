# Included by _explorer.pyx: searching breadth first with several threads.

cdef extern from "states/taking.h":
    struct rw_places:
        uint8_t *owners
        int parts

    struct rw_taker:
        int64_t next
        int part

    struct rw_piece:
        int64_t first, end, first_bit, end_bit, first_theft, end_theft, first_target, end_target, children, terminals
        int holder, done, robbed

    struct rw_theft:
        int64_t bit, number

    bint rw_begin_taking(rw_set *, rw_places *, rw_taker *) nogil
    int64_t rw_take_place(rw_set *, rw_places *, rw_taker *, const uint64_t *record, uint32_t hash, int *fresh) nogil
    void rw_gather(rw_set *, rw_taker *) nogil
    void rw_widen(rw_set *, const rw_places *, int part) nogil
    bint rw_allow(rw_set *, rw_places *, rw_taker **) nogil
    int64_t rw_read(const int64_t *) nogil
    void rw_publish(int64_t *, int64_t) nogil
    int64_t rw_next(int64_t *) nogil
    void rw_hold(rw_piece *, int holder) nogil
    int rw_holder(const rw_piece *) nogil
    int64_t rw_own(const rw_set *, const rw_places *, int part, int64_t number) nogil
    void rw_rank(rw_set *, const rw_places *, int part, int64_t rank, int64_t number, int64_t count) nogil
    void rw_append_bits(uint64_t *to, int64_t at, const uint64_t *source, int64_t first, int64_t count) nogil

cdef int64_t WHILE = 16384        # states that are visited alone before others are asked
cdef int64_t APART = 8            # numbers that are shared stand in lines of their own
cdef int64_t UNKNOWN = -1
cdef int64_t NONE_YET = <int64_t>1 << 62


cdef class Crew:
    """Several threads that visit layer after layer, piece by piece, and put what they find into one set at once.

    A state that two pieces find belongs to the first of them, whoever put it there: a thread that meets a record of another one looks whether that one's piece comes
    later, and if so notes a theft. At the end of a layer the pieces are joined in order, which gives the states the numbers that a single thread would give.
    """

    cdef Explorer explorer
    cdef list hands
    cdef rw_places places
    cdef rw_taker **takers
    cdef rw_piece *pieces
    cdef int64_t piece_room
    cdef int64_t size          # of a piece, in states
    cdef int64_t piece_count
    cdef int64_t base          # the first state of the layer
    cdef int64_t last          # and the one behind the last
    cdef int64_t *shared       # the next piece; then for each thread the number of its next record, as far as others know
    cdef uint64_t *settled     # a bit for each record that was stolen and has its number
    cdef int64_t settled_room
    cdef Batch spare
    cdef volatile bint over    # no more pieces are begun
    cdef volatile bint full    # the table must grow before pieces go on
    cdef volatile bint lacking # memory

    def __cinit__(self, Explorer explorer, int parts, int64_t size):
        assert 1 < parts < 256 and size > 0 and not explorer.deep
        self.explorer, self.places.parts, self.size = explorer, parts, size
        self.takers = <rw_taker **>room_for(parts * sizeof(rw_taker *))
        self.shared = <int64_t *>room_for((parts + 1) * APART * sizeof(int64_t))
        self.spare = Batch(explorer)
        self.hands = [Hand(self, part) for part in range(parts)]
        self._prepare()

    cdef void _prepare(self) noexcept:
        cdef Explorer explorer = self.explorer
        cdef Hand first = self.hands[0]
        for part in range(self.places.parts):
            rw_widen(&explorer.found, &self.places, part)
        explorer.ranked = rw_begin_taking(&explorer.found, &self.places, &first.taker)
        if not explorer.ranked or not rw_allow(&explorer.found, &self.places, self.takers):
            explorer.status = MEMORY

    def __dealloc__(self):
        free(self.takers)
        free(self.shared)
        free(self.pieces)
        free(self.settled)
        free(self.places.owners)

    # -- what a driver does with a layer: begin, work in all threads, as long as they pause for it widen in all threads and resume, finish

    @property
    def paused(self):
        """Must the table grow before the layer can go on?"""
        return self.full and not self.lacking

    def alone(self, int64_t small):
        """Visit layers of fewer states than `small` with this thread only, for a while; is the next one larger?"""
        cdef Hand hand = self.hands[0]
        cdef int64_t until = self.explorer.visited + WHILE
        while self.explorer.status == RUNNING and self.explorer.visited < until and self.explorer.found.count - self.explorer.visited < small:
            self._begin()
            with nogil:
                hand._work()
            while self.paused:
                self._gather()
                for part in range(self.places.parts):
                    rw_widen(&self.explorer.found, &self.places, part)
                self._resume()
                with nogil:
                    hand._work()
            self._finish()
        return self.explorer.status == RUNNING and self.explorer.found.count - self.explorer.visited >= small

    def begin(self):
        """Begin a layer."""
        self._begin()

    def work(self, int part):
        """Visit pieces of it, until there are none left or the table must grow."""
        cdef Hand hand = self.hands[part]
        with nogil:
            hand._work()

    def gather(self):
        """All pause."""
        self._gather()

    def widen(self, int part):
        """Let a part of the table grow."""
        with nogil:
            rw_widen(&self.explorer.found, &self.places, part)

    def resume(self):
        """It has grown as far as it can."""
        self._resume()

    def finish(self):
        """Give the states that were found their numbers."""
        self._finish()

    cdef int _begin(self) except -1:
        cdef Explorer explorer = self.explorer
        cdef Hand hand
        self.base, self.last = explorer.visited, explorer.found.count
        self.piece_count = (self.last - self.base + self.size - 1) // self.size
        self.over = self.full = self.lacking = False
        self.shared[0] = 0
        if (not rw_stretch(&explorer.found, <void **>&self.pieces, &self.piece_room, self.piece_count, sizeof(rw_piece))
                or explorer.keeps_marks and not rw_stretch(&explorer.found, <void **>&explorer.marks, &explorer.mark_room, self.last, explorer.claims)):
            self.piece_count = 0
            self._lack()
        else:
            memset(self.pieces, 0, self.piece_count * sizeof(rw_piece))
        for hand in self.hands:
            hand._begin()
        if explorer.visited == 0 and explorer.watch.look():
            self.over = True
        return 0

    cdef void _gather(self) noexcept:
        for part in range(self.places.parts):
            rw_gather(&self.explorer.found, self.takers[part])

    cdef void _resume(self) noexcept:
        self.full = False
        if not rw_allow(&self.explorer.found, &self.places, self.takers):
            self._lack()

    cdef void _lack(self) noexcept nogil:
        """There is no memory for more: what has been begun stays as it is."""
        self.lacking = self.over = True

    cdef int _finish(self) except -1:
        cdef Hand hand
        cdef Explorer explorer = self.explorer
        self._join()
        for hand in self.hands:
            hand._hand_over()
        explorer.watch.check()
        if explorer.keeps_transitions and explorer.status == COMPLETE:
            self._number_targets()
        return 0

    cdef void _join(self) noexcept:
        """The pieces in order, as far as they are done; then why it is no further, if it is not."""
        cdef Explorer explorer = self.explorer
        cdef int64_t which
        cdef Hand hand
        for which in range(self.piece_count):
            if not self.pieces[which].done:
                break
            hand = self.hands[self.pieces[which].holder - 1]
            if not hand._join(which):
                return
        if explorer.visited == explorer.found.count:
            explorer.status = COMPLETE
        elif explorer.visited == self.last:
            self._end_layer()
        elif explorer.found.count > explorer.most_states:
            explorer.status = STATES
        else:
            explorer.status = STOPPED if explorer.watch.stop else MEMORY

    cdef void _end_layer(self) noexcept:
        cdef Explorer explorer = self.explorer
        if not rw_stretch(&explorer.found, <void **>&explorer.layers, &explorer.layer_room, explorer.layer_count + 2, sizeof(int64_t)):
            explorer.status = MEMORY
            return
        explorer.layers[explorer.layer_count] = explorer.found.count
        explorer.layer_count += 1

    cdef bint _settle(self, int64_t number) noexcept nogil:
        """A record that was stolen has a number from now on; False if it had one."""
        cdef bint before = self.settled[number >> 6] >> (number & 63) & 1
        self.settled[number >> 6] |= ONE << (number & 63)
        return not before

    cdef void _rob(self, int64_t which, int64_t number) noexcept nogil:
        """One of the pieces behind this one has put the record there: it has to be looked through."""
        cdef int holder = self.places.owners[number >> self.explorer.found.chunk_bits] + 1
        cdef rw_piece *piece
        for which in range(which + 1, self.piece_count):
            piece = self.pieces + which
            if piece.holder == holder and piece.first <= number < piece.end:
                piece.robbed = True
                return

    cdef bint _has_enough(self) noexcept nogil:
        """Have more states been found than are wanted?"""
        cdef int64_t count = 0
        cdef int part
        if self.explorer.most_states == MOST_STATES:
            return False
        for part in range(self.places.parts):
            count += rw_read(self.shared + APART * (part + 1) + 1)
        return count + self.last > self.explorer.most_states

    cdef int _number_targets(self) except -1:
        """What the transitions lead to has been kept by place: now by number."""
        cdef Explorer explorer = self.explorer
        cdef uint32_t *numbers = <uint32_t *>room_for((explorer.found.chunk_count << explorer.found.chunk_bits) * sizeof(uint32_t))
        cdef int64_t at
        with nogil:
            for at in range(explorer.found.count):
                numbers[rw_ranked(&explorer.found, at)[0]] = <uint32_t>at
            for at in range(explorer.transitions):
                explorer.targets[at] = numbers[explorer.targets[at]]
            free(numbers)
        return 0
