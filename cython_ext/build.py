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
FLAGS = ("-std=gnu11", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra")
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
    """A command that compiles C, and what it says of its version."""

    command: tuple[str, ...]
    identity: str


def find_compiler() -> Compiler | None:
    """The first of $CC, the compiler Python was built with, cc, gcc, clang and zig that answers."""
    for command in _candidates():
        identity = _identity(command)
        if identity is not None:
            return Compiler(command, identity)
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


def headers() -> tuple[Path, ...]:
    """The headers every compiled game includes."""
    return tuple(sorted(RUNTIME.glob("*.h")))


def compile_library(compiler: Compiler, source: Path, library: Path, key: str, extra: tuple[str, ...] = ()) -> None:
    """Compile a translation unit to a shared library, in bounded time and memory; raises BuildError with what the compiler says."""
    command = [*compiler.command, *FLAGS, *extra, f'-DRW_KEY="{key}"', f"-I{RUNTIME}", "-o", str(library), str(source)]
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
