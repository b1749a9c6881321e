from array import array
from collections.abc import Sequence

from cython_ext.kernels._kernel import Watch

class Distances:
    reached: int
    def __init__(
        self,
        watch: Watch,
        size: int,
        variables: Sequence[array[int]],
        places: array[int],
        blank: array[int],
        goals: array[int],
        check_ends: array[int],
        check_slots: array[int],
        check_masks: array[int],
        delta: array[int],
        cost: array[int],
        selector: int,
        bucket_ends: array[int],
        order: array[int],
    ) -> None: ...
    def run(self) -> bytearray | None: ...

def least_of_each(table: bytearray, size: int) -> bytearray: ...
