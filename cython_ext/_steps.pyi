from array import array
from collections.abc import Sequence

from cython_ext._kernel import Watch

Lists = Sequence[array[int] | bytes | int | Sequence[bytearray]]

Alike = tuple[int, array[int], array[int], array[int]]

class Net:
    slots: int
    width: int
    tables: int
    sums: int
    def __init__(self, start: bytes, steps: Lists, candidates: Lists, bounds: Lists, goals: Lists, dead: Lists) -> None: ...
    def bound(self, state: bytes) -> int: ...

class Diver:
    nodes: int
    next_limit: int
    too_deep: bool
    def __init__(self, net: Net, watch: Watch) -> None: ...
    @property
    def cuts(self) -> list[int]: ...
    def search(self, prefix: Sequence[int], limit: int) -> list[int] | None: ...

class BestFirst:
    length: int
    visited: int
    reached: int
    status: str
    def __init__(
        self, net: Net, watch: Watch, mask: bytes, memory: int | None = None, *, beyond: bool = False, alike: Sequence[Alike] = ()
    ) -> None: ...
    @property
    def states(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def leading(self) -> list[int]: ...
    def run(self, work: int) -> None: ...
    def way(self) -> list[bytes]: ...
