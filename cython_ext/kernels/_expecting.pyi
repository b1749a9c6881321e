from cython_ext.kernels._kernel import Handle

class Expecter:
    nodes: int
    status_name: str
    memory: int
    first: tuple[float, float] | None
    def __init__(
        self,
        handle: Handle,
        start: bytes,
        ways: bytes,
        me: int,
        other: int,
        mask: bytes | None = None,
        memory: int | None = None,
        deck: int | None = None,
        most: float = ...,
        *,
        nodes: tuple[int, int, int] | None = None,
        rests: bytes = b"",
        forgets: bool = False,
        sum: tuple[int, int] | None = None,
    ) -> None: ...
    lost: int
    highest: float
    by_node: list[tuple[int, int]]
    def step(self, work: int) -> None: ...
    def interval(self, state: bytes) -> tuple[float, float] | None: ...
