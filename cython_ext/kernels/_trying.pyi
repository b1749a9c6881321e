from cython_ext.kernels._kernel import Handle, Watch

class Searcher:
    plays: int
    plies: int
    acts: int
    played: list[int]
    def __init__(
        self,
        handle: Handle,
        random: bytes,
        watch: Watch,
        seed: int,
        hidden: bool = False,
        explore: float = 0.7,
        memory: int = ...,
        longest: int = 20_000,
        farthest: int = 20_000,
    ) -> None: ...
    def begin(self, seed: int) -> None: ...
    def run(self, state: bytes, plays: int) -> bool: ...
    def moves_tried(self) -> list[tuple[int, int, float]]: ...
    def play(self, start: bytes, deck: int, plays: int) -> tuple[int, ...] | None: ...
