from cython_ext.kernels._kernel import Handle, Watch
from cython_ext.kernels.barring import Bars

class ChanceActs(Exception):
    state: bytes

class Adapter:
    plays: int
    best_score: int
    best_line: tuple[int, tuple[int, ...]] | None
    def __init__(self, handle: Handle, start: bytes, watch: Watch, seed: int, bars: Bars, deck: int | None = None) -> None: ...
    def run(self, levels: int, width: int) -> bool: ...
