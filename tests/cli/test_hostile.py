"""Rules of strangers that are too much for any computer: every command that takes limits ends by itself when they are reached, and says so. What is in `hostile/` is right, and hopeless."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.test_limits import SLACK, begun
from tests.cli.warm.starting import warm_command

HOSTILE = Path(__file__).parent / "hostile"
ENDED = (0, 3)
"""Something was found, or nothing was by then."""

QUICK = [
    "explore wide.rules", "explore slow_rule.rules --machine python", "perft slow_end.rules --depth 9 --machine python", "solve products.rules --engine cpsat",
    "check products.rules --deep", "prove products.rules", "puzzle make lake.rules", "hint slow_rule.rules --machine python", "show slow_start.rules",
]  # fmt: skip
THOROUGH = [
    "explore lights.rules --machine python", "explore slow_end.rules --machine python", "playouts slow_rule.rules --machine python", "playouts slow_end.rules", "perft wide.rules --depth 9",
    "perft slow_rule.rules --depth 9", "moves slow_rule.rules --machine reference", "test slow_rule.rules", "solve wide.rules", "solve wide.rules --engine depth", "solve wide.rules --engine layers",
    "solve wide.rules --engine cpsat", "solve wide.rules --engine phases", "solve wide.rules --engine climb", "solve wide.rules --engine beam", "solve wide.rules --engine backward",
    "solve wide.rules --engine ordered", "solve products.rules", "solve products.rules --engine phases", "solve products.rules --engine layers", "solve slow_rule.rules",
    "solve slow_rule.rules --engine cpsat", "solve slow_rule.rules --engine depth --machine python", "solve slow_end.rules", "solve lights.rules", "solve lights.rules --engine breadth",
    "solve lights.rules --engine cpsat", "solve bluff.rules", "solve dice.rules", "solve dice.rules --engine expectimax", "solve dice.rules --engine sample", "solve duel.rules",
    "solve duel.rules --engine backward", "solve duel.rules --engine uct", "hint wide.rules", "hint duel.rules", "check wide.rules --deep", "check slow_rule.rules --deep", "check slow_end.rules --deep",
    "prove slow_rule.rules", "prove lights.rules", "diff wide.rules lights.rules", "diff slow_rule.rules slow_end.rules", "puzzle make wide.rules", "puzzle make slow_rule.rules",
    "puzzle make lights.rules", "puzzle make duel.rules",
]  # fmt: skip
ROOM = [
    "explore wide.rules", "explore wide.rules --machine python", "solve lights.rules --engine nearest", "solve wide.rules --engine backward", "solve wide.rules --engine layers",
    "solve bluff.rules --engine mixed", "solve dice.rules --engine expectimax", "solve products.rules --engine cpsat", "puzzle make lake.rules", "prove products.rules",
]  # fmt: skip


AT_ONCE = 3
BATCHES = [QUICK[first : first + AT_ONCE] for first in range(0, len(QUICK), AT_ONCE)]
"""They wait by the clock, so some do it side by side."""


def ended(words: str) -> tuple[int | None, dict[str, object], str]:
    """Exit code, last line and what was said beside it of a command that has to end by itself."""
    with begun(HOSTILE, *words.split(), "--json") as process:
        return end_of(process)


def end_of(process: subprocess.Popen[str]) -> tuple[int | None, dict[str, object], str]:
    """Wait for it; exit code, last line and what was said beside it."""
    try:
        out, err = process.communicate(timeout=120 + SLACK)
    except BaseException:
        process.kill()
        raise
    return process.returncode, json.loads(out.splitlines()[-1]), err


@pytest.mark.parametrize("batch", [*BATCHES, *[pytest.param([each], marks=pytest.mark.long) for each in THOROUGH]], ids=lambda batch: batch[0])
def test_a_time_is_enough_to_end_each(batch: list[str]) -> None:
    processes = [begun(HOSTILE, *words.split(), "--time", "3s", "--json", command=warm_command()) for words in batch]
    for words, (code, last, err) in zip(batch, map(end_of, processes), strict=True):
        assert code in ENDED and "Traceback" not in err, words
        assert code == 0 or "time" in json.dumps(last) + err, words


@pytest.mark.long
@pytest.mark.parametrize("words", ROOM)
def test_a_memory_is_enough_to_end_it(words: str) -> None:
    """The time is there for a busy computer, which may not come to fill the memory."""
    code, last, err = ended(f"{words} --memory 130M --time 100s")
    assert code in ENDED and "Traceback" not in err
    assert code == 0 or "memory" in json.dumps(last) + err or "time" in json.dumps(last)


def test_threads_that_an_engine_does_not_have_are_refused() -> None:
    code, last, err = ended("solve products.rules --engine cpsat --time 60s --threads 3")
    assert code == 4 and "not in 3" in json.dumps(last) + err
