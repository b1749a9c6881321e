from cython_ext.kernels._kernel import Handle, Watch
from cython_ext.kernels.barring import Bars
from cython_ext.kernels.ordering import OrderStruct
from cython_ext.kernels.pricing import Pricing

class Highest:
    nodes: int
    known: int
    skipped: int
    pruned: list[int]
    overpriced: int
    cut: bool
    best: int | None
    play: list[int]
    def __init__(
        self, handle: Handle, start: bytes, watch: Watch, mask: bytes, memory: int, ceilings: list[Handle],
        order: OrderStruct | None = None, bars: Bars | None = None, least: int | None = None, prices: Pricing | None = None,
    ) -> None: ...
    def price(self, prices: Pricing) -> None: ...
    @property
    def path(self) -> list[bytes]: ...
    def most_worth(self, state: bytes) -> int | None: ...
    @property
    def status_name(self) -> str: ...
    def run(self, work: int) -> bool: ...
