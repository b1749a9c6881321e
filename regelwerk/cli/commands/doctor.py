"""`regelwerk doctor`: checks the installation."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import Exit
from regelwerk.version import VERSION
from rules_dsl.quantities import quantity

PARTS = ("lark", "typer", "rich", "msgspec", "z3", "Cython")


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """The result of one check: `ok`, and what it means if it is not."""

    what: str
    ok: bool
    detail: str


def doctor(
    json: Annotated[bool, typer.Option("--json", help="Print JSON Lines; the last line is the answer.")] = False,
) -> Exit:
    """Look at the installation and say what works and what would help."""
    findings = list(examine())
    if json:
        rows = [{"what": finding.what, "ok": finding.ok, "detail": finding.detail} for finding in findings]
        output.last_line("doctor", findings=rows, version=VERSION)
    else:
        for finding in findings:
            output.answer(f"{'ok' if finding.ok else '--'}  {finding.what}: {finding.detail}")
    return Exit.FINE


def examine() -> Iterator[DoctorFinding]:
    """All checks in order."""
    from importlib.util import find_spec

    from regelwerk.cli.ours import describe_hidden_packages
    from rules_dsl.loading import library_names

    yield DoctorFinding("Python", True, f"{platform.python_version()} on {platform.machine()}")
    hidden = describe_hidden_packages()
    yield DoctorFinding("packages", not hidden, "; ".join(hidden) or "all ours")
    for name in PARTS:
        result = find_spec(name) is not None
        yield DoctorFinding(name, result, "there" if result else f"missing; pip install {name}")
    yield _solver_library()
    yield from _native()
    zig = find_spec("ziglang") is not None
    yield DoctorFinding(
        "hints on pages",
        zig,
        "pages hold the compiled game" if zig else "pages play, but give no hints; pip install 'regelwerk[zig]'",
    )
    names = library_names()
    yield DoctorFinding("library", bool(names), f"{quantity(len(names), 'game')}")


def _solver_library() -> DoctorFinding:
    """OR-Tools must not be older than what gives right answers."""
    from solver.ortools.version import complaint, read_version

    text = read_version()
    wrong = complaint(text)
    return DoctorFinding("OR-Tools", wrong is None, wrong or str(text))


def _native() -> Iterator[DoctorFinding]:
    """What counting, exploring and random plays need to be fast."""
    from cython_ext.build.compilers import NO_COMPILER, find_compiler
    from regelwerk.api.counting import NO_KERNELS, kernels_are_built

    compiler = find_compiler()
    yield DoctorFinding("C compiler", compiler is not None, NO_COMPILER if compiler is None else compiler.identity)
    built = kernels_are_built()
    yield DoctorFinding(
        "kernels",
        built,
        "perft, explore and playouts run compiled games"
        if built
        else f"{NO_KERNELS}; generated Python plays, about 100 times slower",
    )
