# Included by the kernels in which chance acts: SplitMix64, and outcomes drawn by their weights.

cdef uint64_t STEP = 0x9E3779B97F4A7C15u


cdef uint64_t next_random(uint64_t *random) noexcept nogil:
    cdef uint64_t mixed
    random[0] += STEP
    mixed = (random[0] ^ (random[0] >> 30)) * 0xBF58476D1CE4E5B9u
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu
    return mixed ^ (mixed >> 31)


cdef int64_t below(uint64_t *random, uint64_t limit) noexcept nogil:
    """A number below a limit, which is far below 2^53."""
    return <int64_t>(<double>(next_random(random) >> 11) * (1.0 / 9007199254740992.0) * <double>limit)


cdef int64_t drawn(uint64_t *random, const uint64_t *weights, int64_t count) noexcept nogil:
    """Which of several outcomes comes."""
    cdef uint64_t total = 0
    cdef int64_t at = 0
    cdef uint64_t rest
    while at < count:
        total += weights[at]
        at += 1
    rest = <uint64_t>below(random, total)
    at = 0
    while at < count - 1 and rest >= weights[at]:
        rest -= weights[at]
        at += 1
    return at
