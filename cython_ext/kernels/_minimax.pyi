from cython_ext.kernels._kernel import Handle, Watch

class TooDeep(Exception): ...

class Prover:
    nodes: int
    hits: int
    deepest: int
    def __init__(self, handle: Handle, watch: Watch, memory: int) -> None: ...
    def bound(self, start: bytes, least: int, horizon: int = -1, loser: int = 0) -> int | None: ...
