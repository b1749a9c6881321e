"""The nearest goal of a compiled game: breadth first over compact sets, by one thread or two, in a fixed budget of
memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from cython_ext.emit.alike import merged
from cython_ext.kernels._explorer import Batch, Crew, Explorer
from cython_ext.kernels._kernel import Failed, Watch
from cython_ext.kernels.driving import explain, handle_of
from cython_ext.kernels.exploring import IGNORED, ExploredPlays, crew_of, one_layer, share_memory
from cython_ext.layout.masks import state_mask
from cython_ext.native import NativeMachine
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.walker import begin_at


class GoalSearch:
    """A search for the nearest goal that is driven from outside: `status` is running until it is at an end."""

    def __init__(
        self,
        machine: NativeMachine,
        watch: Watch,
        memory: int | None = None,
        threads: int = 1,
        start: State | None = None,
    ) -> None:
        self.machine, self.first, self.watch = machine, begin_at(machine, start), watch
        self.threads, self.memory = share_memory(threads, memory)
        self.explorer = self._explorer(state_mask(machine.game))

    def _explorer(self, mask: bytes | None) -> Explorer:
        claims = bytes([IGNORED]) * len(self.machine.game.claims)
        return Explorer(
            handle_of(self.machine),
            self.first,
            self.watch,
            modes=claims,
            mask=mask,
            alike=bool(merged(self.machine.game)),
            seeks=True,
            memory=self.memory,
        )

    @property
    def status(self) -> str:
        """running, reached, complete (there is no goal), chance, stopped, memory or states."""
        return self.explorer.status_name

    @property
    def depth(self) -> int:
        """No goal is nearer than so many moves."""
        return self.explorer.depth

    @property
    def visited_count(self) -> int:
        """So many positions have been looked at."""
        return self.explorer.visited

    def run(self) -> Iterator[None]:
        """The search, with a pause now and then; what the rules fail with is raised."""
        with ThreadPoolExecutor(self.threads) as pool:
            alone, crew = self._workers()
            while self.status in ("running", "unfit"):
                if self.status == "unfit":  # a state has a bit that its layout denies: begin again and keep all bits
                    self.explorer = self._explorer(None)
                    alone, crew = self._workers()
                if crew is None:
                    self.explorer.step(alone)
                else:
                    one_layer(crew, self.threads, pool)
                yield
        self._raise_failure()

    def _workers(self) -> tuple[Batch, Crew | None]:
        return Batch(self.explorer), None if self.threads == 1 else crew_of(self.explorer, self.threads)

    def _raise_failure(self) -> None:
        failed = self.explorer.failed_at
        if isinstance(failed, Failed):
            explain(self.machine, failed)
        if failed is not None:
            raise failed

    def play(self) -> tuple[Move, ...]:
        """A shortest play to the goal that was reached."""
        return ExploredPlays(self.machine, self.explorer, self.first).play(self.explorer.way(self.explorer.failing))
