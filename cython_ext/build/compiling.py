"""From C to a shared library: running a compiler within bounds."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

from cython_ext.build.compilers import Compiler

RUNTIME = Path(__file__).resolve().parents[1] / "runtime"
FLAGS = ("-std=gnu11", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-Wno-sign-compare")
"""Without the warning on signs: gcc takes -(x + 1) for ~x and then warns of the ~ that nobody wrote."""

SECONDS = 120
MEMORY = 2 << 30
MOST_LINES = 12
"""Of what a compiler says, as many are told."""


class BuildError(Exception):
    """A library could not be built; the message says why."""


class UntrustedLibrary(BuildError):
    """A library was built, but it plays otherwise than the rules say."""


def headers() -> tuple[Path, ...]:
    """The headers every compiled game includes."""
    return tuple(sorted(RUNTIME.glob("*.h")))


def compile_library(compiler: Compiler, source: Path, library: Path, key: str, extra: tuple[str, ...] = ()) -> None:
    """Compile a translation unit to a shared library, in bounded time and memory; raises BuildError with what the
    compiler says.
    """
    command = [
        *compiler.command,
        *FLAGS,
        *compiler.processor,
        *extra,
        f'-DRW_KEY="{key}"',
        f"-I{RUNTIME}",
        "-o",
        str(library),
        str(source),
    ]
    try:
        code, said = _run(command, library.parent)
    except subprocess.TimeoutExpired:
        raise BuildError(f"{compiler.command[0]} took more than {SECONDS} seconds") from None
    except OSError as error:
        raise BuildError(f"{compiler.command[0]} cannot be run: {error.strerror}") from None
    if code != 0:
        raise BuildError(
            "\n".join([f"{compiler.command[0]} failed with exit code {code}", *said.strip().splitlines()[:MOST_LINES]])
        )


def _run(command: list[str], where: Path) -> tuple[int, str]:
    """The exit code of a command and what it printed; neither it nor what it started outlives a timeout or an
    interrupt.
    """
    with subprocess.Popen(
        command, cwd=where, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        preexec_fn=_bounds(), start_new_session=True,
    ) as process:  # fmt: skip
        try:
            printed, _ = process.communicate(timeout=SECONDS)
        except BaseException:
            _end(process)
            raise
    return process.returncode, printed


def _end(process: subprocess.Popen[str]) -> None:
    """End a process with all it has started, where the system can."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _bounds() -> Callable[[], None] | None:
    """What the compiler's process does before it begins: limit its memory and time, where the system can."""
    if os.name != "posix":
        return None

    def limit() -> None:
        import resource

        for which, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS)):
            hard = resource.getrlimit(which)[1]
            resource.setrlimit(which, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))

    return limit
