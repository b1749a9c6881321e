"""From C to a shared library: which compiler there is, and running it within bounds."""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

RUNTIME = Path(__file__).resolve().parent / "runtime"
FLAGS = ("-std=gnu11", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-Wno-sign-compare")
"""Without the warning on signs: gcc takes -(x + 1) for ~x and then warns of the ~ that nobody wrote."""

BIT_FLAGS = {"popcnt": "-mpopcnt", "bmi1": "-mbmi", "bmi2": "-mbmi2", "abm": "-mlzcnt"}
SLOW_BMI2 = "23"  # AMD's family whose bmi2 is slower than doing without
SECONDS = 120
MEMORY = 2 << 30
NO_COMPILER = (
    "no C compiler was found ($CC, cc, gcc, clang, the ziglang wheel): the game is played by generated Python; "
    "a compiler would make it a hundred times faster"
)


class BuildError(Exception):
    """A library could not be built; the message says why."""


@dataclass(frozen=True, slots=True)
class Compiler:
    """A command that compiles C, what it says of its version, and the flags that make use of this processor."""

    command: tuple[str, ...]
    identity: str
    processor: tuple[str, ...] = ()


def find_compiler() -> Compiler | None:
    """The first of $CC, the compiler Python was built with, cc, gcc, clang and zig that answers."""
    for command in _candidates():
        identity = _identity(command)
        if identity is not None:
            return Compiler(command, identity, tuple([flag for flag in _processor() if _takes(command, flag)]))
    return None


def _candidates() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for text in (os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"):
        words = tuple(shlex.split(text)) if text else ()
        if words and shutil.which(words[0]) is not None:
            found.append(words)
    if importlib.util.find_spec("ziglang") is not None:
        found.append((sys.executable, "-m", "ziglang", "cc"))
    return found


def _identity(command: tuple[str, ...]) -> str | None:
    """The first line of what the compiler says of itself."""
    try:
        result = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = result.stdout.splitlines()
    return lines[0] if result.returncode == 0 and lines else None


def _takes(command: tuple[str, ...], flag: str) -> bool:
    """Does the compiler know a flag?"""
    given = [*command, flag, "-Werror", "-fsyntax-only", "-x", "c", "-"]
    try:
        return subprocess.run(given, input=b"int f;", capture_output=True, timeout=20, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _processor() -> tuple[str, ...]:
    """The flags for counting and finding bits that this processor has; a library is built for the computer it runs on."""
    try:
        lines = Path("/proc/cpuinfo").read_text("ascii", "replace").splitlines()
    except OSError:
        return ()
    told = {key.strip(): value.split() for key, _, value in [line.partition(":") for line in lines]}
    words = set(told.get("flags", [])) - ({"bmi2"} if told.get("cpu family") == [SLOW_BMI2] else set())
    return tuple([flag for word, flag in BIT_FLAGS.items() if word in words])


def headers() -> tuple[Path, ...]:
    """The headers every compiled game includes."""
    return tuple(sorted(RUNTIME.glob("*.h")))


def compile_library(compiler: Compiler, source: Path, library: Path, key: str, extra: tuple[str, ...] = ()) -> None:
    """Compile a translation unit to a shared library, in bounded time and memory; raises BuildError with what the compiler says."""
    command = [*compiler.command, *FLAGS, *compiler.processor, *extra, f'-DRW_KEY="{key}"', f"-I{RUNTIME}", "-o", str(library), str(source)]
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, timeout=SECONDS, check=False, preexec_fn=_bounds(), cwd=library.parent
        )
    except subprocess.TimeoutExpired:
        raise BuildError(f"{compiler.command[0]} took more than {SECONDS} seconds") from None
    except OSError as error:
        raise BuildError(f"{compiler.command[0]} cannot be run: {error.strerror}") from None
    if result.returncode != 0:
        said = (result.stderr or result.stdout).strip().splitlines()[:12]
        raise BuildError("\n".join([f"{compiler.command[0]} failed with exit code {result.returncode}", *said]))


def _bounds() -> Callable[[], None] | None:
    """What the compiler's process does before it begins: limit its memory, where the system can."""
    if os.name != "posix":
        return None

    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))

    return limit
