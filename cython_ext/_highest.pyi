from cython_ext._kernel import Handle, Watch

class Highest:
    nodes: int
    known: int
    pruned: list[int]
    cut: bool
    best: int | None
    play: list[int]
    def __init__(self, handle: Handle, start: bytes, watch: Watch, mask: bytes, memory: int, ceilings: list[Handle]) -> None: ...
    @property
    def status_name(self) -> str: ...
    def run(self, work: int) -> bool: ...
