"""What the tests of the native machine share: a compiler, and machines built quickly."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from cython_ext.build.compilers import Compiler, find_compiler
from cython_ext.native import NativeMachine
from rules_dsl.ir import nodes as ir

KERNELS = ("_kernel", "_explorer", "_minimax", "_adapting", "_expecting", "_trying", "_guided")
QUICK = ("-O0", "-Werror")


def compiler() -> Compiler:
    """The compiler; the tests that need one are left out on a computer without."""
    found = find_compiler()
    if found is None:
        pytest.skip("no C compiler here: test_build tests what is said then")
    return found


def kernels_run() -> bool:
    """Are the kernels built and is there a compiler for the games they drive?"""
    built = all(find_spec(f"cython_ext.kernels.{name}") is not None for name in KERNELS)
    return built and find_compiler() is not None


def native(game: ir.Game, *flags: str) -> NativeMachine:
    """The native machine of a game, compiled quickly and with every warning an error."""
    return NativeMachine(game, compiler(), flags or QUICK)
