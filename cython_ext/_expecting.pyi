from cython_ext._kernel import Handle

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
    ) -> None: ...
    def step(self, work: int) -> None: ...
    def interval(self, state: bytes) -> tuple[float, float] | None: ...
