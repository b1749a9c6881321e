# Included by _explorer.pyx: one of several threads.


cdef class Hand:
    """One of several threads: the piece it has in hand, and what it has noted in this layer."""

    cdef Crew crew
    cdef Explorer explorer
    cdef Batch batch
    cdef rw_taker taker
    cdef int part
    cdef int64_t piece     # or UNKNOWN
    cdef int64_t at        # the next state to expand
    cdef int64_t stop      # where the piece ends
    cdef int64_t node      # what is taken next of the batch
    cdef int64_t child
    cdef int64_t fresh     # so many were new
    cdef uint64_t *bits
    cdef int64_t bit_room
    cdef int64_t bit_end
    cdef rw_theft *thefts
    cdef int64_t theft_room
    cdef int64_t theft_end
    cdef uint32_t *targets
    cdef int64_t target_room
    cdef int64_t target_end
    cdef uint32_t *fans    # transitions of each state, if they are kept
    cdef int64_t fan_room
    cdef int64_t *seen     # of each thread: its records before this one are from pieces before the one in hand
    cdef int64_t *later    # of each thread: its records from this one on are from pieces behind it; UNKNOWN: not looked for yet
    cdef int64_t *first    # as in the explorer, of the states this thread has visited

    def __cinit__(self, Crew crew, int part):
        self.crew, self.explorer, self.part, self.piece = crew, crew.explorer, part, UNKNOWN
        self.batch = Batch(self.explorer)
        self.taker.part = part
        crew.takers[part] = &self.taker
        self.seen = <int64_t *>room_for(crew.places.parts * sizeof(int64_t))
        self.later = <int64_t *>room_for(crew.places.parts * sizeof(int64_t))
        self.first = <int64_t *>room_for(self.explorer.claims * sizeof(int64_t))

    def __dealloc__(self):
        free(self.bits)
        free(self.thefts)
        free(self.targets)
        free(self.fans)
        free(self.seen)
        free(self.later)
        free(self.first)

    cdef void _begin(self) noexcept:
        """A layer begins."""
        cdef uint32_t which
        self.piece, self.fresh, self.theft_end, self.target_end = UNKNOWN, 0, 0, 0
        self.batch.step = FINE
        memset(self.bits, 0, ((self.bit_end + 63) >> 6) * sizeof(uint64_t))
        self.bit_end = 0
        for which in range(self.explorer.claims):
            self.first[which] = -1
        self._show()

    cdef void _show(self) noexcept nogil:
        rw_publish(self.crew.shared + APART * (self.part + 1), self.taker.next)
        rw_publish(self.crew.shared + APART * (self.part + 1) + 1, self.fresh)

    # -- visiting

    cdef void _work(self) noexcept nogil:
        while self.piece != UNKNOWN or not self.crew.over and not self.crew.full and self._open():
            if not self._visit():
                return

    cdef bint _open(self) noexcept nogil:
        """Take the next piece in hand, if there is one."""
        cdef int part
        cdef int64_t which
        cdef rw_piece *piece
        self._show()
        for part in range(self.crew.places.parts):
            self.seen[part], self.later[part] = rw_read(self.crew.shared + APART * (part + 1)), UNKNOWN
        which = rw_next(self.crew.shared)
        if which >= self.crew.piece_count:
            return False
        piece = self.crew.pieces + which
        piece.first, piece.first_bit, piece.first_theft, piece.first_target = self.taker.next, self.bit_end, self.theft_end, self.target_end
        rw_hold(piece, self.part + 1)
        self.piece, self.at = which, self.crew.base + which * self.crew.size
        self.stop = min(self.at + self.crew.size, self.crew.last)
        self.node = self.child = self.batch.nodes = 0
        return True

    cdef bint _visit(self) noexcept nogil:
        """The piece in hand to its end; False if it has to stay open."""
        while True:
            if not self._take():
                return False
            if self.batch.step != FINE:
                self.crew.over = True
                break
            if self.at == self.stop:
                break
            if self.crew.full:
                return False
            if not self._expand():
                self.crew._lack()
                return False
        self._close()
        return True

    cdef bint _expand(self) noexcept nogil:
        """Some more states; False if there is no room for what is noted of them."""
        self.batch._fill(self.at, self.stop, BATCH_CHILDREN)
        self.at += self.batch.nodes
        self.node = self.child = 0
        if not rw_stretch(&self.explorer.found, <void **>&self.bits, &self.bit_room, ((self.bit_end + self.batch.children + self.batch.nodes) >> 6) + 1, sizeof(uint64_t)):
            return False
        if not self.explorer.keeps_transitions:
            return True
        if not rw_stretch(&self.explorer.found, <void **>&self.targets, &self.target_room, self.target_end + self.batch.children, sizeof(uint32_t)):
            return False
        return rw_stretch(&self.explorer.found, <void **>&self.fans, &self.fan_room, self.crew.last - self.crew.base + self.crew.size, sizeof(uint32_t))

    cdef void _close(self) noexcept nogil:
        cdef rw_piece *piece = self.crew.pieces + self.piece
        piece.end, piece.end_bit, piece.end_theft, piece.end_target = self.taker.next, self.bit_end, self.theft_end, self.target_end
        piece.done = True
        if self.part == 0 and self.explorer.watch.due(self.crew.places.parts * (self.stop - self.crew.base - self.piece * self.crew.size)) or self.crew._has_enough():
            self.crew.over = True
        self.piece = UNKNOWN

    cdef bint _take(self) noexcept nogil:
        """Put what was found from the states of the batch into the set, but for the last one if the search ends there; False: not all, now."""
        cdef int64_t sane = self.batch.nodes - (self.batch.step != FINE)
        cdef rw_piece *piece = self.crew.pieces + self.piece
        cdef int64_t begin = self.batch.ends[self.node - 1] if self.node else 0
        while self.node < sane:
            if not self._take_children(self.batch.ends[self.node]):
                return False
            self._judge(self.node)
            self.bit_end += 1
            piece.children += self.batch.ends[self.node] - begin
            piece.terminals += self.batch.ends[self.node] == begin
            if self.explorer.keeps_transitions:
                self.fans[self.batch.first + self.node - self.crew.base] = <uint32_t>(self.batch.ends[self.node] - begin)
            begin = self.batch.ends[self.node]
            self.node += 1
        if self.batch.step == MOVES or self.batch.step == APPLY or self.batch.step == ENDED or self.batch.step == NO_ROOM:
            self._judge(sane)
        return True

    cdef bint _take_children(self, int64_t end) noexcept nogil:
        cdef int64_t number
        cdef int fresh = 0
        while self.child < end:
            self.batch._look_ahead(self.child)
            number = rw_take_place(
                &self.explorer.found, &self.crew.places, &self.taker, self.batch.records + self.child * self.batch.words, self.batch.hashes[self.child], &fresh)
            if number < 0:
                self._stand(number)
                return False
            if fresh:
                self.fresh += 1
                self._note_new()
            elif self._comes_later(number) and not self._steal(number):
                self.crew._lack()
                return False
            if self.explorer.keeps_transitions:
                self.targets[self.target_end] = <uint32_t>number
                self.target_end += 1
            self.child += 1
        return True

    cdef void _stand(self, int64_t why) noexcept nogil:
        """There is no place."""
        if why == RW_FULL:
            self.crew.full = True
        else:
            self.crew._lack()

    cdef void _note_new(self) noexcept nogil:
        self.bits[self.bit_end >> 6] |= ONE << (self.bit_end & 63)
        self.bit_end += 1

    cdef bint _comes_later(self, int64_t number) noexcept nogil:
        """Was a record found by another thread, in a piece behind the one in hand?"""
        cdef int owner = self.crew.places.owners[number >> self.explorer.found.chunk_bits]
        if owner == self.part or number < self.seen[owner]:
            return False
        return number >= (self.later[owner] if self.later[owner] != UNKNOWN else self._first_behind(owner))

    cdef int64_t _first_behind(self, int owner) noexcept nogil:
        """The first number that a thread had to give in the pieces behind. It is kept if no piece before that one may yet turn out to be that thread's."""
        cdef int64_t which
        cdef int holder
        cdef bint sure = True
        cdef int64_t begun = min(rw_read(self.crew.shared), self.crew.piece_count)
        for which in range(self.piece + 1, begun):
            holder = rw_holder(self.crew.pieces + which)
            if holder == owner + 1:
                if sure:
                    self.later[owner] = self.crew.pieces[which].first
                return self.crew.pieces[which].first
            sure = sure and holder != 0
        return NONE_YET

    cdef bint _steal(self, int64_t number) noexcept nogil:
        if not rw_stretch(&self.explorer.found, <void **>&self.thefts, &self.theft_room, self.theft_end + 1, sizeof(rw_theft)):
            return False
        self.thefts[self.theft_end].bit, self.thefts[self.theft_end].number = self.bit_end, number
        self.theft_end += 1
        self._note_new()
        return True

    cdef void _judge(self, int64_t node) noexcept nogil:
        if self.explorer.claims:
            self.explorer._judge(self.first, self.batch.first + node, self.batch.holds + node * self.explorer.claims)

    # -- joining

    cdef bint _join(self, int64_t which) noexcept nogil:
        """Take over a piece; False if the search is at its end."""
        cdef rw_piece *piece = self.crew.pieces + which
        cdef int64_t first = self.crew.base + which * self.crew.size
        cdef int64_t nodes = min(first + self.crew.size, self.crew.last) - first
        cdef bint whole = not (self.batch.step != FINE and self.batch.first >= first and self.batch.first < first + nodes)
        cdef int64_t fresh = piece.end_bit - piece.first_bit - nodes
        if not self._room(piece):
            self.explorer.status = MEMORY
            return False
        if not whole or piece.robbed or piece.first_theft < piece.end_theft or self.explorer.found.count + fresh > self.explorer.most_states:
            return self._look_through(which, piece)
        rw_rank(&self.explorer.found, &self.crew.places, self.part, self.explorer.found.count, piece.first, fresh)
        rw_append_bits(self.explorer.tree, self.explorer.tree_end, self.bits, piece.first_bit, piece.end_bit - piece.first_bit)
        self.explorer.tree_end += piece.end_bit - piece.first_bit
        self.explorer.found.count += fresh
        self.explorer.visited += nodes
        self._count(piece, first)
        return True

    cdef bint _room(self, rw_piece *piece) noexcept nogil:
        cdef rw_set *found = &self.explorer.found
        if not rw_stretch(found, <void **>&self.explorer.tree, &self.explorer.tree_room, ((self.explorer.tree_end + piece.end_bit - piece.first_bit) >> 6) + 1, sizeof(uint64_t)):
            return False
        if not rw_stretch(found, <void **>&self.crew.settled, &self.crew.settled_room, (found.chunk_count << found.chunk_bits >> 6) + 1, sizeof(uint64_t)):
            return False
        if not self.explorer.keeps_transitions:
            return True
        if not rw_stretch(found, <void **>&self.explorer.starts, &self.explorer.start_room, self.crew.last + 1, sizeof(int64_t)):
            return False
        return rw_stretch(found, <void **>&self.explorer.targets, &self.explorer.target_room, self.explorer.transitions + piece.children, sizeof(uint32_t))

    cdef void _count(self, rw_piece *piece, int64_t first) noexcept nogil:
        """The transitions of a whole piece."""
        cdef int64_t number
        if self.explorer.keeps_transitions:
            memcpy(self.explorer.targets + self.explorer.transitions, self.targets + piece.first_target, (piece.end_target - piece.first_target) * sizeof(uint32_t))
            for number in range(first, self.explorer.visited):
                self.explorer.starts[number + 1] = self.explorer.starts[number] + self.fans[number - self.crew.base]
        self.explorer.transitions += piece.children
        self.explorer.terminals += piece.terminals

    cdef bint _look_through(self, int64_t which, rw_piece *piece) noexcept nogil:
        """The same bit by bit: what earlier pieces have found already, and where the search ends."""
        cdef int64_t first = self.crew.base + which * self.crew.size
        cdef int64_t own = piece.first
        cdef int64_t theft = piece.first_theft
        cdef int64_t bit, number
        for bit in range(piece.first_bit, piece.end_bit):
            if bit == piece.first_bit or not self._is_new(bit - 1):
                if self.explorer.found.count > self.explorer.most_states:
                    return self._cut(first, STATES)
            if not self._is_new(bit):
                self.explorer.tree_end += 1
                self.explorer.visited += 1
                continue
            if theft < piece.end_theft and self.thefts[theft].bit == bit:
                number = self.thefts[theft].number
                theft += 1
                self.crew._rob(which, number)
            else:
                number = rw_own(&self.explorer.found, &self.crew.places, self.part, own)
                own = number + 1
            if self.crew._settle(number):
                rw_ranked(&self.explorer.found, self.explorer.found.count)[0] = <uint32_t>number
                self.explorer.found.count += 1
                self.explorer._note_new()
        if self.batch.step != FINE and self.batch.first + self.batch.nodes - 1 == self.explorer.visited:
            return self._cut(first, self._why())
        self._count(piece, first)
        return True

    cdef bint _is_new(self, int64_t bit) noexcept nogil:
        return self.bits[bit >> 6] >> (bit & 63) & 1

    cdef int _why(self) noexcept nogil:
        """What ends the search at the last state of the self.batch."""
        if self.explorer.found.count > self.explorer.most_states:
            return STATES
        if self.batch.step == BEYOND:
            return UNFIT
        self.explorer.failing = self.explorer.visited
        return REACHED if self.batch.step == AT_GOAL else CHANCE if self.batch.step == AT_CHANCE else FAILED

    cdef bint _cut(self, int64_t first, int status) noexcept nogil:
        """The search ends inside a piece: its transitions are counted as far as that."""
        cdef int64_t node
        self.explorer.status = status
        while first < self.explorer.visited:
            self.crew.spare._fill(first, self.explorer.visited, BATCH_CHILDREN)
            for node in range(self.crew.spare.nodes):
                self.explorer.terminals += self.crew.spare.ends[node] == (self.crew.spare.ends[node - 1] if node else 0)
            self.explorer.transitions += self.crew.spare.children
            first += self.crew.spare.nodes
        return False

    cdef void _hand_over(self) noexcept:
        """What was true of the states that count as visited; how the rules failed."""
        cdef int64_t end = self.explorer.visited + (self.explorer.status == FAILED)
        cdef uint32_t which
        for which in range(self.explorer.claims):
            if 0 <= self.first[which] < end and (self.explorer.first[which] < 0 or self.explorer.first[which] > self.first[which]):
                self.explorer.first[which] = self.first[which]
        if self.batch.step != FINE and self.batch.first + self.batch.nodes - 1 == self.explorer.failing:
            self.explorer._finish(self.batch)
