# Included by _explorer.pyx: searching breadth first with several threads.

from cpython.mem cimport PyMem_Calloc, PyMem_Free


cdef class Round:
    """The next states, a batch for each thread. The threads expand them, then each claims the new children whose hashes are its own; one thread counts them in
    order, which gives them the numbers that a single thread would give; then they are put into the set by all.
    """

    cdef Explorer explorer
    cdef list batches
    cdef rw_round lists        # the records of all batches; numbers from `base` on are those of children in them
    cdef int64_t base
    cdef int64_t *stopped      # for each thread: the first child for which it had no room

    def __cinit__(self, Explorer explorer, int parts, int64_t most_nodes):
        self.explorer = explorer
        self.batches = [Batch(explorer, most_nodes) for _ in range(parts)]
        self.lists.lists = parts
        self.lists.records = <const uint64_t **>PyMem_Calloc(parts, sizeof(uint64_t *))
        self.lists.ends = <int64_t *>PyMem_Calloc(parts, sizeof(int64_t))
        self.stopped = <int64_t *>PyMem_Calloc(parts, sizeof(int64_t))
        if self.lists.records == NULL or self.lists.ends == NULL or self.stopped == NULL:
            raise MemoryError("there is no memory for the threads")
        for each in self.batches:
            (<Batch>each).round = self
            (<Batch>each).order_ends = <int64_t *>room_for((parts + 1) * sizeof(int64_t))

    def __dealloc__(self):
        PyMem_Free(self.lists.records)
        PyMem_Free(self.lists.ends)
        PyMem_Free(self.stopped)

    def expand(self, int part, int64_t first, int64_t last):
        """Go through the moves of the states first..last - 1."""
        cdef Batch batch = self.batches[part]
        with nogil:
            batch._fill(first, last, NO_LIMIT)
            self._sort(batch)

    cdef void _sort(self, Batch batch) noexcept nogil:
        """The children of each part by themselves, in order."""
        cdef int64_t *ends = batch.order_ends
        cdef int64_t child
        cdef int part
        for part in range(self.lists.lists + 1):
            ends[part] = 0
        for child in range(batch.children):
            ends[self._part_of(batch.hashes[child]) + 1] += 1
        for part in range(self.lists.lists):
            ends[part + 1] += ends[part]
        for child in range(batch.children):
            part = self._part_of(batch.hashes[child])
            batch.order[ends[part]] = <uint32_t>child
            ends[part] += 1

    cdef int _part_of(self, uint32_t hash) noexcept nogil:
        return <int>((<uint64_t>(hash >> (32 - RW_SEGMENT_BITS)) * <uint32_t>self.lists.lists) >> RW_SEGMENT_BITS)

    def gather(self):
        """All batches are expanded: number their children one behind the other."""
        cdef Batch batch
        cdef int part
        cdef int64_t end
        self.base = end = self.explorer.found.count
        for part in range(self.lists.lists):
            batch = self.batches[part]
            end += batch.children
            self.lists.records[part], self.lists.ends[part] = batch.records, end

    def claim(self, int part):
        """Find out which children are new, among those whose hashes belong to this part."""
        cdef Batch batch
        cdef int which
        cdef int64_t first = self.base
        self.stopped[part] = MOST_STATES + 1
        for which in range(self.lists.lists):
            batch = self.batches[which]
            with nogil:
                self._claim_in(part, batch, first)
            first = self.lists.ends[which]

    cdef void _claim_in(self, int part, Batch batch, int64_t first) noexcept nogil:
        cdef int64_t at, child
        cdef int64_t same = 0
        cdef int64_t end = batch.order_ends[part]
        cdef int fresh
        for at in range(batch.order_ends[part - 1] if part else 0, end):
            if at + 2 * AHEAD < end:
                rw_near(&self.explorer.found, batch.hashes[batch.order[at + 2 * AHEAD]])
                rw_nearer(&self.explorer.found, batch.hashes[batch.order[at + AHEAD]])
            child = batch.order[at]
            fresh = rw_claim(&self.explorer.found, &self.lists, batch.records + child * batch.words, batch.hashes[child], first + child, &same)
            if fresh < 0:
                self.stopped[part] = min(self.stopped[part], first + child)
            batch.fresh[child] = fresh == 1
            batch.numbers[child] = -1 if fresh else same

    def count(self):
        """Take over the batches in order."""
        cdef Batch batch
        cdef int part
        cdef int64_t first = self.base
        cdef int64_t stopped = min([self.stopped[part] for part in range(self.lists.lists)])
        for part in range(self.lists.lists):
            batch = self.batches[part]
            if self.explorer.status == RUNNING:
                batch.claimed = max(<int64_t>0, min(batch.children, stopped - first))
                with nogil:
                    self.explorer._absorb(batch)
            self.explorer._finish(batch)
            first = self.lists.ends[part]

    def settle(self, int part):
        """Put the records of a batch into the set, and their numbers into the slots of this part."""
        cdef Batch batch = self.batches[part]
        cdef int which
        cdef int64_t first = self.base
        with nogil:
            self._copy(batch)
        for which in range(self.lists.lists):
            batch = self.batches[which]
            with nogil:
                self._settle_in(part, batch, first)
            first = self.lists.ends[which]

    cdef void _copy(self, Batch batch) noexcept nogil:
        cdef int64_t child
        for child in range(batch.children):
            if batch.fresh[child] and batch.numbers[child] >= 0:
                memcpy(rw_place(&self.explorer.found, batch.numbers[child]), batch.records + child * batch.words, self.explorer.found.bytes)

    cdef void _settle_in(self, int part, Batch batch, int64_t first) noexcept nogil:
        cdef int64_t at, child
        cdef int64_t end = batch.order_ends[part]
        for at in range(batch.order_ends[part - 1] if part else 0, end):
            child = batch.order[at]
            if batch.fresh[child] and batch.numbers[child] >= 0:
                rw_settle(&self.explorer.found, batch.hashes[child], first + child, batch.numbers[child])

    cdef int64_t _final(self, int64_t number) noexcept nogil:
        """The number of a state that may still have one beyond the set; the batch it is in has been counted so far."""
        cdef int64_t first = self.base
        cdef int part = 0
        if number < self.base:
            return number
        while number >= self.lists.ends[part]:
            first = self.lists.ends[part]
            part += 1
        return self._numbered(part, number - first)

    cdef int64_t _numbered(self, int part, int64_t child) noexcept with gil:
        return (<Batch>self.batches[part]).numbers[child]
