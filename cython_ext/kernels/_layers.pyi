"""All positions after one move, after two, after three, of which those are kept that no other surpasses: one at least as good in all that is compared, else the same."""

from cython_ext.kernels._kernel import Handle, Watch
from cython_ext.kernels.ordering import OrderStruct

class Layers:
    """Seeks the nearest goal, or else the highest score: `best` and `play` are the score and the numbers of the moves. `order` is a game over the same states that
    says what is compared; None: nothing is. `depth` counts moves, `nodes` positions looked at, `left_out` those that came again or were surpassed.
    With an `ordering` and nothing that is compared moves that may change places are made in one order; `skipped` counts those that were not made.
    """

    depth: int
    nodes: int
    left_out: int
    skipped: int

    def __init__(
        self, handle: Handle, order: Handle | None, start: bytes, watch: Watch, mask: bytes, memory: int | None, seeks: bool, ordering: OrderStruct | None = None
    ) -> None: ...
    @property
    def status_name(self) -> str:
        """running, complete, reached (a goal), stopped, memory, chance (it decides something), unfit (a state has a bit that `mask` denies)."""

    @property
    def best(self) -> int | None:
        """The highest score found, None if there is none."""

    @property
    def play(self) -> list[int]:
        """The numbers of the moves that lead to the highest score, or to the goal."""

    @property
    def kept(self) -> int:
        """How many positions were not surpassed when they came."""

    def run(self, work: int) -> bool:
        """Look at so many positions more, but stop where a higher score is found: True if one is."""
