from cython_ext._kernel import Handle, Watch
from cython_ext.barring import Bars
from cython_ext.ordering import Ordering

class Highest:
    nodes: int
    known: int
    skipped: int
    pruned: list[int]
    cut: bool
    best: int | None
    play: list[int]
    def __init__(
        self, handle: Handle, start: bytes, watch: Watch, mask: bytes, memory: int, ceilings: list[Handle],
        order: Ordering | None = None, bars: Bars | None = None, least: int | None = None,
    ) -> None: ...
    @property
    def status_name(self) -> str: ...
    def run(self, work: int) -> bool: ...
