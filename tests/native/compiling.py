"""What the tests of the native machine share: a compiler, and machines built quickly."""

from __future__ import annotations

import pytest

from cython_ext.build import Compiler, find_compiler
from cython_ext.native import NativeMachine
from rules_dsl.ir import nodes as ir

QUICK = ("-O0", "-Werror")


def compiler() -> Compiler:
    """The compiler; the tests that need one are left out on a computer without."""
    found = find_compiler()
    if found is None:
        pytest.skip("no C compiler here: test_build tests what is said then")
    return found


def native(game: ir.Game, *flags: str) -> NativeMachine:
    """The native machine of a game, compiled quickly and with every warning an error."""
    return NativeMachine(game, compiler(), flags or QUICK)
