from cython_ext.kernels._kernel import Handle, Watch

class Beam:
    nodes: int
    depth: int
    dropped: bool
    dropped_at: int
    play: list[int]
    def __init__(
        self,
        handle: Handle,
        start: bytes,
        watch: Watch,
        mask: bytes,
        memory: int,
        width: int,
        *,
        guide: Handle,
        sign: int,
        fewest: bool,
        ceilings: list[Handle],
        worth: int | None = None,
    ) -> None: ...
    @property
    def best(self) -> int | None: ...
    @property
    def dropped_most(self) -> int | None: ...
    @property
    def pruned(self) -> list[int]: ...
    @property
    def status_name(self) -> str: ...
    def run(self, work: int) -> bool: ...
