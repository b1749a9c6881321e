# Packed states and compact sets of them, for the kernels (`states/squeeze.h`, `states/set.h`).

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t


cdef extern from "states/squeeze.h":
    struct rw_mask:
        pass

    struct rw_squeeze:
        rw_mask *masks
        uint32_t record_words
        uint32_t record_bytes
        int quick

    int rw_make_squeeze(rw_squeeze *, const uint8_t *mask, uint32_t size) nogil
    int rw_pack(const rw_squeeze *, const uint8_t *state, uint64_t *record) nogil
    void rw_unpack(const rw_squeeze *, const uint64_t *record, uint8_t *state) nogil


cdef extern from "states/set.h":
    struct rw_set:
        uint32_t bytes
        int64_t count
        int64_t most
        int64_t memory
        int64_t budget
        int64_t chunk_count
        int chunk_bits

    int rw_make_set(rw_set *, uint32_t record_bytes) nogil
    void rw_free_set(rw_set *) nogil
    bint rw_stretch(rw_set *, void **array, int64_t *room, int64_t wanted, size_t item) nogil
    bint rw_take(rw_set *, int64_t size) nogil
    uint32_t rw_hash_record(const rw_set *, const uint64_t *record) nogil
    int64_t rw_find(const rw_set *, const uint64_t *record, uint32_t hash) nogil
    int64_t rw_note(rw_set *, const uint64_t *record, uint32_t hash) nogil
    void rw_load(const rw_set *, int64_t number, uint64_t *record) nogil
    void rw_near(const rw_set *, uint32_t hash) nogil
    void rw_nearer(const rw_set *, uint32_t hash) nogil
    int64_t rw_guess(const rw_set *, uint32_t hash) nogil
    void rw_near_item(const void *array, int64_t number, size_t item) nogil
