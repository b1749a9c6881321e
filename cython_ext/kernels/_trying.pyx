"""Good moves of compiled games by trying: a tree of what was played grows with every play, and moves that went well are tried more often (UCT), without the GIL.

Where something is hidden, each play begins at a state that may be the true one for all that the player knows; a node then stands for the moves that led there,
and a move is compared by how often it was there to be chosen. What chance does is a step in the tree if everybody sees it.
"""

from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from cython_ext.kernels._kernel cimport Handle, Watch, failed, free_list, make_list, room_for, rw_failure, rw_game, rw_list, rw_move

include "_weighted.pxi"
include "_drawing.pxi"

cdef int AT_CHANCE = 2
cdef int LONGEST_PATH = 2048
cdef int CHANCE = -1    # in place of a player
cdef int ANYTHING = -2  # somebody moves at random
cdef int64_t FEWEST_EDGES = 1024
cdef int64_t MOST_EDGES = (<int64_t>1 << 31) - 1
cdef double HUGE = 1e300

cdef enum Status:
    FINE, STOPPED, NO_ROOM, MOVES, APPLY, SCORES, KIND, ACTOR, DRAW

STEPS = {MOVES: "moves", APPLY: "apply", SCORES: "scores", KIND: "moves", ACTOR: "moves", DRAW: "moves"}

cdef struct Edge:  # a move at a node
    rw_move move
    double total      # of what came of it for who made it
    uint32_t visits
    uint32_t offered  # how often it was there to be chosen
    int32_t child     # -1: none yet
    int32_t next      # of those that were met later, -1: none

cdef struct Node:
    int32_t first     # the moves that were there at the first visit
    int32_t count
    int32_t later     # the first of those met later, -1: none


cdef class Searcher:
    """Players with a 1 in `random` move at random. `hidden`: what chance does is not a step in the tree. `explore` is the weight of what was tried less often.

    A play of more than `longest` moves, and a trial of more than `farthest` beyond the tree, is broken off and counts as it stands.
    """

    cdef Handle handle
    cdef const rw_game *game
    cdef Watch watch
    cdef uint32_t size
    cdef int players
    cdef uint8_t *random_seats
    cdef bint hidden
    cdef double explore
    cdef int64_t longest
    cdef int64_t farthest
    cdef uint64_t seed
    cdef uint64_t random
    cdef Node *nodes
    cdef int64_t node_count
    cdef int64_t node_room
    cdef Edge *edges
    cdef int64_t edge_count
    cdef int64_t edge_room
    cdef int64_t most_edges
    cdef int32_t *path          # the edges of the play
    cdef int32_t *movers        # who made each move, below 0: chance or somebody at random
    cdef int32_t *offers        # for each move of the list its edge
    cdef int64_t offer_room
    cdef uint8_t *state
    cdef uint8_t *start
    cdef rw_list moves
    cdef rw_list line_moves     # of the play that is really played
    cdef rw_move *line
    cdef int64_t line_room
    cdef readonly int64_t plies
    cdef readonly int64_t acts  # of chance, in the play that was played
    cdef int64_t *scores
    cdef double *worth
    cdef double *least
    cdef double *most
    cdef rw_failure failure
    cdef int status
    cdef const uint8_t *failing
    cdef int64_t steps          # of the last trial
    cdef readonly int64_t plays

    def __cinit__(self, Handle handle, bytes random, Watch watch, uint64_t seed, bint hidden=False, double explore=0.7, int64_t memory=64 << 20,
                  int64_t longest=20_000, int64_t farthest=20_000):
        assert len(random) == handle.game.players
        self.handle, self.game, self.watch, self.seed, self.hidden, self.explore = handle, handle.game, watch, seed, hidden, explore
        self.longest, self.farthest = longest, farthest
        self.size, self.players = self.game.state_size, self.game.players
        self.random_seats = <uint8_t *>room_for(self.players)
        memcpy(self.random_seats, <const uint8_t *>random, self.players)
        self.most_edges = min(max(FEWEST_EDGES, memory // <int64_t>(sizeof(Edge) + sizeof(Node))), MOST_EDGES)
        self.path = <int32_t *>room_for(LONGEST_PATH * sizeof(int32_t))
        self.movers = <int32_t *>room_for(LONGEST_PATH * sizeof(int32_t))
        self.state = <uint8_t *>room_for(self.size)
        self.start = <uint8_t *>room_for(self.size)
        self.scores = <int64_t *>room_for(self.players * sizeof(int64_t))
        self.worth = <double *>room_for(self.players * sizeof(double))
        self.least = <double *>room_for(self.players * sizeof(double))
        self.most = <double *>room_for(self.players * sizeof(double))
        make_weighted(&self.moves, 64)
        make_weighted(&self.line_moves, 64)
        self.begin(seed)

    def __dealloc__(self):
        free(self.random_seats)
        free(self.nodes)
        free(self.edges)
        free(self.path)
        free(self.movers)
        free(self.offers)
        free(self.state)
        free(self.start)
        free(self.scores)
        free(self.worth)
        free(self.least)
        free(self.most)
        free(self.line)
        free_weighted(&self.moves)
        free_weighted(&self.line_moves)

    # -- one decision

    def begin(self, uint64_t seed):
        """Forget the tree."""
        self.random, self.status = seed, FINE
        self._clear()
        self._check()

    def run(self, bytes state, int64_t plays):
        """So many plays from a state; False if it was told to stop."""
        assert len(state) == self.size
        memcpy(self.start, <const uint8_t *>state, self.size)
        self.status = FINE
        with nogil:
            self._try(plays)
        self._check()
        return self.status == FINE

    def moves_tried(self):
        """For each move met at the first node: the move, how often it was tried, the mean of what came of it for who made it."""
        cdef int32_t at
        cdef list found = []
        for at in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count):
            found.append(self._told(at))
        at = self.nodes[0].later
        while at >= 0:
            found.append(self._told(at))
            at = self.edges[at].next
        return found

    cdef object _told(self, int32_t at):
        cdef Edge *edge = &self.edges[at]
        return edge.move, edge.visits, edge.total / edge.visits if edge.visits else 0.0

    # -- a whole play

    def play(self, bytes start, uint64_t deck, int64_t plays):
        """Play from a state to the end, each move after so many trials: what came of it for each player. What chance does is decided by the number of the deck."""
        cdef int64_t result
        assert len(start) == self.size
        own = <uint8_t *>room_for(self.size)
        memcpy(own, <const uint8_t *>start, self.size)
        self.status = FINE
        with nogil:
            self._play(own, deck, plays)
        if self.status != FINE:
            self.failing = <const uint8_t *>own if self.failing == NULL else self.failing
        try:
            self._check()
        finally:
            free(own)
        return None if self.status == STOPPED else tuple([self.scores[at] for at in range(self.players)])

    @property
    def played(self):
        """The moves and outcomes of that play."""
        cdef int64_t at
        return [self.line[at] for at in range(self.plies)]

    cdef void _play(self, uint8_t *state, uint64_t deck, int64_t plays) noexcept nogil:
        cdef uint64_t tape = deck
        cdef int64_t at
        self.plies, self.acts, self.failing = 0, 0, NULL
        while self.plies < self.longest:
            self.line_moves.count = 0
            if self.game.moves(state, &self.line_moves, &self.failure) < 0:
                self.status = MOVES
                return
            if self.line_moves.count == 0:
                break
            at = self._next(state, &tape, plays)
            if self.status != FINE or not self._note(self.line_moves.items[at]):
                return
            if self.game.apply(state, self.line_moves.items[at], &self.failure) < 0:
                self.status = APPLY
                return
        if self.game.scores(state, self.scores, &self.failure) < 0:
            self.status = SCORES

    cdef int64_t _next(self, const uint8_t *state, uint64_t *tape, int64_t plays) noexcept nogil:
        """What is played: by chance, or the move that was tried most."""
        cdef int mover = self._mover(state, &self.line_moves)
        if self.status != FINE:
            return 0
        if mover < 0:
            self.acts += mover == CHANCE
            return drawn(tape, self.line_moves.weights, self.line_moves.count)
        if self.line_moves.count == 1:
            return 0
        self._clear()
        if self.status != FINE:
            return 0
        self.random = self.seed ^ self.game.hash(state)
        memcpy(self.start, state, self.size)
        self._try(plays)
        return self._tried_most()

    cdef int64_t _tried_most(self) noexcept nogil:
        cdef int64_t at
        cdef int64_t best = 0
        cdef Node *root = &self.nodes[0]
        for at in range(root.count):
            if self.edges[root.first + at].visits > self.edges[root.first + best].visits:
                best = at
        return best

    cdef bint _note(self, rw_move move) noexcept nogil:
        cdef void *longer
        if self.plies == self.line_room:
            longer = realloc(self.line, (2 * self.line_room + 64) * sizeof(rw_move))
            if longer == NULL:
                self.status = NO_ROOM
                return False
            self.line, self.line_room = <rw_move *>longer, 2 * self.line_room + 64
        self.line[self.plies] = move
        self.plies += 1
        return True

    # -- trying

    cdef int _check(self) except -1:
        """Raise what went wrong, or what a signal has raised."""
        self.watch.check()
        if self.status == NO_ROOM:
            raise MemoryError("there is no memory for the tree")
        if self.status in STEPS:
            raise failed(STEPS[self.status], &self.failure, self.failing, self.size)
        return 0

    cdef void _try(self, int64_t plays) noexcept nogil:
        cdef int64_t number
        for number in range(plays):
            if self.watch.due(self.steps):
                self.status = STOPPED
                return
            self._trial()
            if self.status != FINE:
                self.failing = self.state
                return
            self.plays += 1

    cdef void _trial(self) noexcept nogil:
        """One play: down the tree, one step beyond it, and on at random."""
        cdef int64_t depth = 0
        cdef int64_t steps = 0
        cdef int32_t node = 0
        cdef int32_t edge
        cdef int64_t at
        cdef int mover
        memcpy(self.state, self.start, self.size)
        while node >= 0 and steps < LONGEST_PATH:
            steps += 1
            self.moves.count = 0
            if self.game.moves(self.state, &self.moves, &self.failure) < 0:
                self.status = MOVES
                return
            if self.moves.count == 0:
                break
            mover = self._mover(self.state, &self.moves)
            if self.status != FINE:
                return
            at = drawn(&self.random, self.moves.weights, self.moves.count) if mover < 0 else -1
            edge = -1
            if mover >= 0 or not self.hidden:
                edge = self._edge(node, &at)
            if self.status != FINE:
                return
            if self.game.apply(self.state, self.moves.items[at], &self.failure) < 0:
                self.status = APPLY
                return
            if edge >= 0:
                self.path[depth], self.movers[depth] = edge, mover
                depth += 1
                node = self._below(edge)
            elif mover >= 0 or not self.hidden:
                break
        self.steps = steps
        self._finish(depth)

    cdef int _mover(self, const uint8_t *state, rw_list *moves) noexcept nogil:
        """Who decides; below 0 chance, or somebody who moves at random, and the list has weights."""
        cdef int kind, actor
        cdef int64_t at
        if self.game.has_chance:
            kind = self.game.kind(state, &self.failure)
            if kind < 0:
                self.status = KIND
                return CHANCE
            if kind == AT_CHANCE:
                return CHANCE
        actor = self.game.actor(state, &self.failure)
        if actor < 0:
            self.status = ACTOR
            return CHANCE
        if self.random_seats[actor]:
            for at in range(moves.count):
                moves.weights[at] = 1
            return ANYTHING
        return actor

    cdef int32_t _edge(self, int32_t node, int64_t *at) noexcept nogil:
        """The edge of the move that is made here, -1 if there is no room for it; `at` is the move if chance has chosen it, else it is chosen now."""
        if at[0] >= 0:
            return self._edge_of(node, at[0], self.moves.items[at[0]])
        if not self._offer(node):
            at[0] = below(&self.random, <uint64_t>self.moves.count)
            return -1
        at[0] = self._chosen()
        return self.offers[at[0]]

    cdef bint _offer(self, int32_t node) noexcept nogil:
        """Find the edges of all moves of the list."""
        cdef int64_t at
        cdef int32_t edge
        cdef void *longer
        if self.offer_room < self.moves.count:
            longer = realloc(self.offers, 2 * self.moves.count * sizeof(int32_t))
            if longer == NULL:
                self.status = NO_ROOM
                return False
            self.offers, self.offer_room = <int32_t *>longer, 2 * self.moves.count
        if self.nodes[node].count == 0 and not self._open(node):
            return False
        for at in range(self.moves.count):
            edge = self._edge_of(node, at, self.moves.items[at])
            if edge < 0:
                return False
            self.offers[at] = edge
            self.edges[edge].offered += 1
        return True

    cdef bint _open(self, int32_t node) noexcept nogil:
        """The first visit: an edge for each move, side by side."""
        cdef int64_t at
        if not self._room(self.moves.count):
            return False
        self.nodes[node].first, self.nodes[node].count = <int32_t>self.edge_count, <int32_t>self.moves.count
        for at in range(self.moves.count):
            self._new_edge(self.moves.items[at])
        return True

    cdef int32_t _edge_of(self, int32_t node, int64_t at, rw_move move) noexcept nogil:
        cdef Node *here = &self.nodes[node]
        cdef int32_t edge
        if at < here.count and self.edges[here.first + at].move == move:
            return here.first + <int32_t>at
        for edge in range(here.first, here.first + here.count):
            if self.edges[edge].move == move:
                return edge
        edge = here.later
        while edge >= 0:
            if self.edges[edge].move == move:
                return edge
            edge = self.edges[edge].next
        if not self._room(1):
            return -1
        edge = self._new_edge(move)
        self.edges[edge].next = self.nodes[node].later
        self.nodes[node].later = edge
        return edge

    cdef int32_t _new_edge(self, rw_move move) noexcept nogil:
        cdef Edge *edge = &self.edges[self.edge_count]
        edge.move, edge.total, edge.visits, edge.offered, edge.child, edge.next = move, 0, 0, 0, -1, -1
        self.edge_count += 1
        return <int32_t>(self.edge_count - 1)

    cdef int64_t _chosen(self) noexcept nogil:
        """A move that was not tried yet, else the one that promises most."""
        cdef int64_t at
        cdef int64_t fresh = 0
        cdef int64_t best = -1
        cdef int32_t actor = 0
        cdef double value
        cdef double highest = -HUGE
        cdef Edge *edge
        for at in range(self.moves.count):
            if self.edges[self.offers[at]].visits == 0:
                fresh += 1
        if fresh:
            fresh = below(&self.random, <uint64_t>fresh)
            for at in range(self.moves.count):
                if self.edges[self.offers[at]].visits == 0:
                    if fresh == 0:
                        return at
                    fresh -= 1
        actor = self.game.actor(self.state, &self.failure)
        for at in range(self.moves.count):
            edge = &self.edges[self.offers[at]]
            value = self._share(actor, edge.total / edge.visits) + self.explore * sqrt(log(<double>edge.offered) / edge.visits)
            if value > highest:
                highest, best = value, at
        return best

    cdef double _share(self, int player, double value) noexcept nogil:
        """Where a result lies between the least and the most there has been."""
        cdef double width = self.most[player] - self.least[player]
        return (value - self.least[player]) / width if width > 0 else 0.5

    cdef int32_t _below(self, int32_t edge) noexcept nogil:
        """The node behind an edge, -1 if it is made only now: the play goes on at random."""
        if self.edges[edge].child >= 0:
            return self.edges[edge].child
        self.edges[edge].child = self._new_node()
        return -1

    cdef int32_t _new_node(self) noexcept nogil:
        cdef int64_t room
        cdef void *longer
        if self.node_count == self.node_room:
            room = min(2 * self.node_room + 64, self.most_edges)
            if self.node_count >= room:
                return -1
            longer = realloc(self.nodes, room * sizeof(Node))
            if longer == NULL:
                return -1
            self.nodes, self.node_room = <Node *>longer, room
        self.nodes[self.node_count].first, self.nodes[self.node_count].count, self.nodes[self.node_count].later = 0, 0, -1
        self.node_count += 1
        return <int32_t>(self.node_count - 1)

    cdef bint _room(self, int64_t count) noexcept nogil:
        """Room for so many more edges."""
        cdef int64_t room = self.edge_room
        cdef void *longer
        if self.edge_count + count <= room:
            return True
        room = min(max(2 * room + 64, self.edge_count + count), self.most_edges)
        if self.edge_count + count > room:
            return False
        longer = realloc(self.edges, room * sizeof(Edge))
        if longer == NULL:
            return False
        self.edges, self.edge_room = <Edge *>longer, room
        return True

    cdef void _clear(self) noexcept nogil:
        cdef int at
        self.node_count = self.edge_count = 0
        for at in range(self.players):
            self.least[at], self.most[at] = HUGE, -HUGE
        if self._new_node() < 0:
            self.status = NO_ROOM

    cdef void _finish(self, int64_t depth) noexcept nogil:
        """On at random to the end; then tell all moves on the path what came of them."""
        cdef int64_t at
        cdef int64_t plies = 0
        cdef int more = 1
        cdef Edge *edge
        while more == 1 and plies < self.farthest:
            more = self.game.draw(self.state, &self.random, &self.failure)
            plies += 1
        self.steps += plies
        if more < 0:
            self.status = DRAW
            return
        if self.game.scores(self.state, self.scores, &self.failure) < 0:
            self.status = SCORES
            return
        self._judge()
        for at in range(depth):
            edge = &self.edges[self.path[at]]
            edge.visits += 1
            if self.movers[at] >= 0:
                edge.total += self.worth[self.movers[at]]

    cdef void _judge(self) noexcept nogil:
        """What the end is worth to each: of two by how much he is ahead, else his score."""
        cdef int player
        cdef int64_t found
        for player in range(self.players):
            found = self.scores[player]
            if self.players == 2:
                found -= self.scores[1 - player]
                if not self.game.score_lines:
                    found = (found > 0) - (found < 0)
            self.worth[player] = <double>found
            self.least[player] = min(self.least[player], self.worth[player])
            self.most[player] = max(self.most[player], self.worth[player])
