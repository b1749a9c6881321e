"""Every position of a compiled game: as `rules_dsl/machine/explore`, by the kernel in Cython, in a fixed budget of
memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace

from cython_ext.kernels._explorer import Crew, Explorer
from cython_ext.kernels._kernel import Failed, Watch
from cython_ext.kernels.driving import explain, handle_of
from cython_ext.layout.masks import state_mask
from cython_ext.native import Choice, NativeMachine, Position
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.nodes import Claim
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.explore import ExplorationResult, PlayFailure
from rules_dsl.machine.explore.claims import PROVED, REFUTED, UNDECIDED, ClaimFinding, lasso
from rules_dsl.machine.explore.search import ExploreLimits
from rules_dsl.machine.stopping import StopReason
from rules_dsl.machine.walker import begin_at

STOPS = {
    "complete": StopReason.NONE,
    "states": StopReason.NUMBER,
    "stopped": StopReason.TIME,
    "memory": StopReason.MEMORY,
    "failed": StopReason.FAILURE,
    "running": StopReason.INTERRUPTED,
}
"""What each status of the kernel means; only an interruption leaves it running."""
FAILS, HOLDS, NOTED, IGNORED = range(4)
MODES = {"always": FAILS, "never": HOLDS, "sometimes": HOLDS, "leads": NOTED, "terminates": IGNORED}
THREAD_BYTES = 2 << 20
"""What one thread needs beside the states."""
PIECE = 128
"""So many states are visited by one thread at once."""
SMALL = 2_048
"""So few states are not worth a second thread."""


def explore(
    machine: NativeMachine,
    limits: ExploreLimits | None = None,
    *,
    claims: bool = True,
    deep: bool = False,
    threads: int = 1,
    alike: bool = False,
    start: State | None = None,
) -> ExplorationResult:
    """Visit positions from the start (None: where the game begins) breadth first, or with `deep` depth first, and judge
    the claims on the way; with `alike` one of those that differ in names of alike things only.

    Breadth first, positions are numbered in the same order whatever the number of threads, so all figures and plays are
    the same. Depth first there is one thread, plays are not shortest, `by_depth` tells how deep positions were found
    first, and claims on whole plays stay undecided.
    """
    started = time.perf_counter()
    judged = machine.game.claims if claims else ()
    lasting = [claim.mode for claim in judged if claim.mode in ("leads", "terminates")]
    judging = _with_goals(machine) if "leads" in lasting and not deep else machine
    first = begin_at(machine, start)
    explorer, stopped = _run_explorer(
        judging, first, limits or ExploreLimits(), lasting if not deep else [], claims, deep, threads, alike
    )
    plays = ExploredPlays(machine, explorer, first)
    complete = explorer.status_name == "complete"
    findings = tuple([_finding(plays, which, claim, judged, complete, deep) for which, claim in enumerate(judged)])
    return ExplorationResult(
        states=explorer.states, transitions=explorer.transitions, terminals=explorer.terminals, by_depth=explorer.by_depth,
        complete=complete, seconds=time.perf_counter() - started, memory=explorer.memory, findings=findings,
        failure=plays.failure(judging), stopped=stopped,
    )  # fmt: skip


def _run_explorer(
    machine: NativeMachine,
    start: Position,
    limits: ExploreLimits,
    lasting: Sequence[str],
    claims: bool,
    deep: bool,
    threads: int,
    alike: bool,
) -> tuple[Explorer, StopReason]:
    """The explorer after its search, and what ended it.

    Should a state have a bit that its layout denies, all bits are kept.
    """
    threads, memory = share_memory(1 if deep else threads, limits.memory)
    for mask in (state_mask(machine.game), None):
        explorer = Explorer(
            handle_of(machine), start, Watch(limits.seconds), modes=_modes(machine, claims), mask=mask, deep=deep, alike=alike,
            keeps_transitions=bool(lasting), keeps_marks="leads" in lasting, most_states=limits.states, memory=memory,
        )  # fmt: skip
        try:
            _run(explorer, threads)
        except KeyboardInterrupt:
            return explorer, StopReason.INTERRUPTED
        if explorer.status_name != "unfit":
            break
    return explorer, STOPS[explorer.status_name]


def share_memory(threads: int, memory: int | None) -> tuple[int, int | None]:
    """How many threads there are room for, and what is left for the states."""
    if threads == 1 or memory is None:
        return threads, memory
    return (1, memory) if memory < least_memory(threads) else (threads, memory - threads * THREAD_BYTES)


def least_memory(threads: int) -> int:
    """With less than this several threads leave too little to the states."""
    return 2 * threads * THREAD_BYTES


def _with_goals(machine: NativeMachine) -> NativeMachine:
    """The game compiled with what its `leads` claims lead to as further claims."""
    claims = machine.game.claims
    goals = [
        replace(claim, condition=claim.then, then=None)
        for claim in claims
        if claim.mode == "leads" and claim.then is not None
    ]
    return NativeMachine(replace(machine.game, claims=(*claims, *goals)))


def _modes(machine: NativeMachine, claims: bool) -> bytes:
    """For each claim of the table what decides it."""
    return bytes([MODES[claim.mode] if claims else IGNORED for claim in machine.game.claims])


def _run(explorer: Explorer, threads: int) -> None:
    """To the end or to a limit."""
    if threads == 1:
        return explorer.run()
    crew = crew_of(explorer, threads)
    with ThreadPoolExecutor(threads - 1) as pool:
        while explorer.status_name == "running":
            one_layer(crew, threads, pool)
    return None


def crew_of(explorer: Explorer, threads: int) -> Crew:
    """The threads that search together."""
    return Crew(explorer, threads, PIECE)


def one_layer(crew: Crew, threads: int, pool: Executor) -> None:
    """The next layers: small ones by this thread alone, a large one by all."""
    if not crew.alone(SMALL):
        return
    crew.begin()
    _together(crew.work, threads, pool)
    while crew.paused:
        crew.gather()
        _together(crew.widen, threads, pool)
        crew.resume()
        _together(crew.work, threads, pool)
    crew.finish()


def _together(work: Callable[[int], None], threads: int, pool: Executor) -> None:
    """Do something in all threads, this one among them."""
    others = [pool.submit(work, part) for part in range(1, threads)]
    work(0)
    for future in others:
        future.result()


# -- what was found ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExploredPlays:
    """Plays through the states that were found."""

    machine: NativeMachine
    explorer: Explorer
    first: Position

    def after(self, number: int) -> Sequence[int]:
        """The states after a visited state."""
        return self.explorer.after(number)

    def play(self, way: Sequence[int]) -> tuple[Move, ...]:
        """The moves that lead along states with these numbers; where alike things changed their names on the way, along
        states that are the same but for names.
        """
        position, moves = self.first, list[Move]()
        for number in way[1:]:
            choice, position = self._step(position, self.explorer.position(number))
            moves.append(self.machine.move(choice))
        return tuple(moves)

    def _step(self, before: Position, after: Position) -> tuple[Choice, Position]:
        for choice in self.machine.choices(before):
            reached = self.machine.follow(before, choice)
            if reached == after or self.machine.representative(reached) == after:
                return choice, reached
        raise RuntimeError("no move leads to a position that was found")

    def failure(self, judging: NativeMachine) -> PlayFailure | None:
        """The rules failed: the play that leads there, and what they say."""
        failed = self.explorer.failed_at
        if failed is None:
            return None
        if not isinstance(failed, Failed):
            raise failed
        try:
            explain(judging, failed)
        except PlayError as error:
            way = self.explorer.way(self.explorer.failing)
            return PlayFailure((*self.play(way), *self._failing_move(failed)), error)

    def _failing_move(self, failed: Failed) -> list[Move]:
        """The move at which the rules failed, if it was one."""
        if failed.step != "apply":
            return []
        for choice in self.machine.choices(failed.position):
            try:
                self.machine.follow(failed.position, choice)
            except PlayError:
                return [self.machine.move(choice)]
        return []


def _finding(
    plays: ExploredPlays, which: int, claim: Claim, judged: Sequence[Claim], complete: bool, deep: bool
) -> ClaimFinding:
    """What is known of a claim after the search."""
    if claim.mode in ("leads", "terminates"):
        return _lasting(plays, which, claim, judged) if complete and not deep else ClaimFinding(claim, UNDECIDED)
    first = plays.explorer.deciding(which)
    if first is not None:
        return ClaimFinding(
            claim, PROVED if claim.mode == "sometimes" else REFUTED, plays.play(plays.explorer.way(first))
        )
    if not complete:
        return ClaimFinding(claim, UNDECIDED)
    return ClaimFinding(claim, REFUTED if claim.mode == "sometimes" else PROVED)


def _lasting(plays: ExploredPlays, which: int, claim: Claim, judged: Sequence[Claim]) -> ClaimFinding:
    """A claim on whole plays: is there a state where it is to hold and from which play may avoid what it leads to?"""
    explorer = plays.explorer
    if claim.mode == "terminates":
        avoiding = explorer.avoiding()
        first = avoiding.find(1)
    else:
        avoiding = explorer.avoiding(len(judged) + sum(earlier.mode == "leads" for earlier in judged[:which]))
        first = next((number for number, avoids in enumerate(avoiding) if avoids and explorer.mark(number, which)), -1)
    if first < 0:
        return ClaimFinding(claim, PROVED)
    way = explorer.way(first)
    beyond, loop = lasso(plays, first, _Members(avoiding))
    return ClaimFinding(claim, REFUTED, plays.play([*way, *beyond]), None if loop is None else len(way) - 1 + loop)


@dataclass(frozen=True, slots=True)
class _Members:
    """The numbers of the bytes that are not 0."""

    flags: bytes

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.flags[number] != 0
