"""What closures run on."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir.types import Value

Frame = list[Value]
Closure = Callable[[Frame], Value]
