"""Which C compiler there is: the first that answers, remembered beside the compiled games as long as its program stays
the same.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path

from cython_ext.build.folder import folder, put

BIT_FLAGS = {"popcnt": "-mpopcnt", "bmi1": "-mbmi", "bmi2": "-mbmi2", "abm": "-mlzcnt"}
SLOW_BMI2 = "23"  # AMD's family whose bmi2 is slower than doing without
ANSWER_SECONDS = 20
MEMORY_FILE = "compilers.json"
NO_COMPILER = (
    "no C compiler was found ($CC, cc, clang, the ziglang wheel); one would make playing a hundred times faster "
    "(pip install 'regelwerk[zig]' brings one)"
)


@dataclass(frozen=True, slots=True)
class Compiler:
    """A command that compiles C, what it says of its version, and the flags that make use of this processor."""

    command: tuple[str, ...]
    identity: str
    processor: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answers:
    """What a program said when it was asked: its version, and which flags for counting and finding bits it takes."""

    identity: str
    flags: tuple[str, ...]


def find_compiler() -> Compiler | None:
    """The first of $CC, the compiler Python was built with, cc, clang and zig that answers."""
    known = _load_answers()
    for command in candidates():
        name = _fingerprint(command)
        said = known.get(name) or _ask(command)
        if said is not None:
            if name not in known:
                _remember({**known, name: said})
            wanted = processor()
            return Compiler(command, said.identity, tuple([flag for flag in said.flags if flag in wanted]))
    return None


def candidates() -> list[tuple[str, ...]]:
    """The commands to be tried, in order; those whose program is not there are left out."""
    texts: list[tuple[str, ...]] = []
    for text in (os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "clang"):
        words = tuple(shlex.split(text)) if text else ()
        if words and words not in texts and shutil.which(words[0]) is not None:
            texts.append(words)
    if importlib.util.find_spec("ziglang") is not None:
        texts.append((sys.executable, "-m", "ziglang", "cc"))
    return texts


def _ask(command: tuple[str, ...]) -> Answers | None:
    identity = _identity(command)
    if identity is None:
        return None
    return Answers(identity, tuple([flag for flag in BIT_FLAGS.values() if _takes(command, flag)]))


def _identity(command: tuple[str, ...]) -> str | None:
    """The first line of what the compiler says of itself."""
    try:
        result = subprocess.run(
            [*command, "--version"], capture_output=True, text=True, timeout=ANSWER_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = result.stdout.splitlines()
    return lines[0] if result.returncode == 0 and lines else None


def _takes(command: tuple[str, ...], flag: str) -> bool:
    """Does the compiler know a flag? From a file into a file: not all can do with less."""
    try:
        with tempfile.TemporaryDirectory(prefix="regelwerk-") as work:
            source = Path(work) / "ask.c"
            source.write_text("int asked;\n", "utf-8")
            given = [*command, flag, "-Werror", "-c", "-o", f"{work}/ask.o", str(source)]
            return (
                subprocess.run(
                    given, stdin=subprocess.DEVNULL, capture_output=True, timeout=ANSWER_SECONDS, check=False
                ).returncode
                == 0
            )
    except (OSError, subprocess.TimeoutExpired):
        return False


def processor() -> tuple[str, ...]:
    """The flags for counting and finding bits that this processor has; a library is built for the computer it runs on."""
    try:
        lines = Path("/proc/cpuinfo").read_text("ascii", "replace").splitlines()
    except OSError:
        return ()
    flags = {key.strip(): value.split() for key, _, value in [line.partition(":") for line in lines]}
    words = set(flags.get("flags", [])) - ({"bmi2"} if flags.get("cpu family") == [SLOW_BMI2] else set())
    return tuple([flag for word, flag in BIT_FLAGS.items() if word in words])


# -- remembering ------------------------------------------------------------------------------------------------------


def _fingerprint(command: tuple[str, ...]) -> str:
    """What is different as soon as another program stands behind a command."""
    program = shutil.which(command[0]) or command[0]
    files = [os.path.realpath(program)]
    zig = importlib.util.find_spec("ziglang") if "ziglang" in command else None
    files += [zig.origin] if zig is not None and zig.origin else []
    stamps = []
    for file in files:
        with contextlib.suppress(OSError):  # then it cannot be run either
            fingerprint = Path(file).stat()
            stamps.append([file, fingerprint.st_mtime_ns, fingerprint.st_size])
    return json.dumps([command, stamps])


def _load_answers() -> dict[str, Answers]:
    """The answers of earlier times; none if they cannot be read."""
    try:
        known = json.loads((folder() / MEMORY_FILE).read_text("utf-8"))
        return {name: Answers(identity, tuple(flags)) for name, (identity, flags) in known.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _remember(answers: dict[str, Answers]) -> None:
    """Keep the answers if they can be kept; they are asked for again otherwise."""
    text = json.dumps({name: (said.identity, said.flags) for name, said in answers.items()})
    with contextlib.suppress(OSError):
        put(folder() / MEMORY_FILE, text.encode("utf-8"))
