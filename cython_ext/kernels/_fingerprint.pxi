# Fingerprints of packed states; a part of _explorer.pyx.

cdef uint64_t fingerprint_of(const uint8_t *packed, uint32_t size) noexcept nogil:
    """As `fingerprint` in rules_dsl/machine/codec.py."""
    cdef uint64_t number = 0xCBF29CE484222325u
    cdef uint32_t at
    for at in range(size):
        number = (number ^ packed[at]) * 0x100000001B3u
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9u
    number = (number ^ number >> 27) * 0x94D049BB133111EBu
    return number ^ number >> 31


def fingerprint(bytes packed):
    """64 bits of a packed state, the same on every machine."""
    return fingerprint_of(<const uint8_t *>packed, len(packed))
