# What positions are worth at most by tables (cython_ext/kernels/pricing.py), as it is looked up without the GIL. `_barred.pxi` comes before.

cdef enum:
    MOST_STAGES = 8
    MOST_NODES = 8
    MOST_TABLES = 64


cdef struct Spot:
    uint32_t at
    uint32_t size
    int shift
    uint64_t mask
    int64_t low
    int64_t stride


cdef struct PricedPart:
    int first  # of its spots
    int spots
    int64_t worth  # where its worths begin


cdef struct PricedStage:
    int64_t count
    int64_t scale
    int tables
    int parts
    int64_t begins[MOST_TABLES]
    PricedPart *part
    Spot *spot
    int64_t *worths


cdef struct Priced:
    uint32_t node_at
    uint32_t node_bytes
    uint32_t count_at
    uint32_t count_bytes
    int nodes
    uint64_t node[MOST_NODES]
    int stages
    PricedStage stage[MOST_STAGES]


cdef int set_prices(Priced *priced, object told) except -1:
    """Copies all tables; without this nothing is known of any position."""
    assert len(told.nodes) <= MOST_NODES and len(told.stages) <= MOST_STAGES
    priced.node_at, priced.node_bytes, priced.count_at, priced.count_bytes = told.node_at, told.node_bytes, told.count_at, told.count_bytes
    priced.nodes = len(told.nodes)
    for at, node in enumerate(told.nodes):
        priced.node[at] = node
    for each in told.stages:
        memset(&priced.stage[priced.stages], 0, sizeof(PricedStage))
        priced.stages += 1
        set_stage(&priced.stage[priced.stages - 1], each)
    return 0


cdef int set_stage(PricedStage *stage, object told) except -1:
    cdef const int64_t[::1] worths = told.worths if len(told.worths) else None
    cdef int used = 0
    assert 0 < len(told.begins) <= MOST_TABLES
    stage.count, stage.scale, stage.tables, stage.parts = told.count, told.scale, len(told.begins), len(told.parts)
    for at, begin in enumerate(told.begins):
        stage.begins[at] = begin
    stage.part = <PricedPart *>room_for(max(len(told.parts), 1) * sizeof(PricedPart))
    stage.spot = <Spot *>room_for(max(sum(len(spots) for spots, _ in told.parts), 1) * sizeof(Spot))
    stage.worths = <int64_t *>room_for(max(len(told.worths), 1) * sizeof(int64_t))
    if len(told.worths):
        memcpy(stage.worths, &worths[0], len(told.worths) * sizeof(int64_t))
    for at, (spots, worth) in enumerate(told.parts):
        stage.part[at].first, stage.part[at].spots, stage.part[at].worth = used, len(spots), worth
        for spot in spots:
            assert spot.size <= sizeof(uint64_t)
            stage.spot[used].at, stage.spot[used].size, stage.spot[used].shift = spot.at, spot.size, spot.shift
            stage.spot[used].mask, stage.spot[used].low, stage.spot[used].stride = spot.mask, spot.low, spot.stride
            used += 1
    return 0


cdef void free_prices(Priced *priced) noexcept:
    cdef int at
    for at in range(priced.stages):
        free(priced.stage[at].part)
        free(priced.stage[at].spot)
        free(priced.stage[at].worths)
    priced.stages = 0


cdef const PricedStage *stage_of(const Priced *priced, const uint8_t *state) noexcept nogil:
    """The tables for a state; NULL where there are none."""
    cdef uint64_t node
    cdef int64_t count
    cdef int at
    cdef bint listed = False
    if priced.stages == 0:
        return NULL
    node = number_at(state + priced.node_at, priced.node_bytes)
    for at in range(priced.nodes):
        listed = listed or priced.node[at] == node
    if not listed:
        return NULL
    count = <int64_t>number_at(state + priced.count_at, priced.count_bytes)
    for at in range(priced.stages):
        if priced.stage[at].count == count:
            return &priced.stage[at]
    return NULL


cdef int64_t most_worth(const PricedStage *stage, const uint8_t *state) noexcept nogil:
    """What a state is worth at most, in whole points: the lowest of the sums."""
    cdef int64_t sums[MOST_TABLES]
    cdef int64_t least, row, value
    cdef const int64_t *worth
    cdef const PricedPart *part
    cdef const Spot *spot
    cdef int at, number, tables = stage.tables
    memcpy(sums, stage.begins, tables * sizeof(int64_t))
    for at in range(stage.parts):
        part = &stage.part[at]
        row = 0
        for number in range(part.first, part.first + part.spots):
            spot = &stage.spot[number]
            value = <int64_t>(number_at(state + spot.at, spot.size) >> spot.shift & spot.mask)
            if spot.low < 0 and <uint64_t>value == spot.mask:
                value = -1  # as it is held in so many bytes
            row += (value - spot.low) * spot.stride
        worth = stage.worths + part.worth + row * tables
        for number in range(tables):
            sums[number] += worth[number]
    least = sums[0]
    for number in range(1, tables):
        least = min(least, sums[number])
    return least // stage.scale if least >= 0 else -((-least + stage.scale - 1) // stage.scale)
