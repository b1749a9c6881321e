"""`--threads N` is what runs, or it is refused with the reason."""

from __future__ import annotations

import pytest

from regelwerk.api.asking import SearchOptions, make_inquiry
from regelwerk.api.loader import load
from solver.explicit import climbing, ida
from solver.protocol.answers import last_answer
from solver.protocol.questions import Limits
from tests.cli.running import run


@pytest.mark.parametrize(
    "words", ["perft hanoi -d 2", "moves hanoi", "hint hanoi", "test hanoi", "prove hanoi", "data hanoi"]
)
def test_commands_of_one_thread_refuse_more(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = run(capsys, *words.split(), "--threads", "4")
    assert found.code == 2 and "E0766" in found.err and "this command works in one thread" in found.err


@pytest.mark.parametrize(
    "words",
    [
        "explore hanoi --machine python",
        "playouts hanoi --machine python",
        "explore hanoi --depth-first",
        "explore hanoi --memory 5M",
    ],
)
def test_work_that_cannot_be_shared_is_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = run(capsys, *words.split(), "--threads", "2")
    assert found.code == 2 and "2 threads cannot share this work" in found.err


def test_one_thread_is_what_every_command_can(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "perft", "hanoi", "-d", "2", "--threads", "1").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("hanoi --threads 16", "nearest searches in one thread, not in 16; --engine breadth or ida can"),
        (
            "orchard --threads 16 --know deck",
            "together sets the number of its threads itself, not in 16; --engine climb can",
        ),
        ("hanoi --engine astar --threads 2", "astar searches in one thread, not in 2"),
    ],
)
def test_engines_refuse_threads_they_cannot_use(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = run(capsys, "solve", *words.split())
    assert found.code == 4 and said in found.err


@pytest.mark.parametrize("threads", [1, 3])
def test_breadth_and_ida_search_in_as_many_threads(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    monkeypatch.setattr(
        ida.IterativeDeepening,
        "__post_init__",
        lambda self, before=ida.IterativeDeepening.__post_init__: (before(self), begun.append(len(self.divers)))[0],
    )
    monkeypatch.setattr(
        "cython_ext.kernels.reaching.share_memory", lambda wanted, memory: (begun.append(wanted), (wanted, memory))[1]
    )
    for engine in ("breadth", "ida"):
        inquiry = make_inquiry(load("hanoi").initial(), SearchOptions(engine=engine, threads=threads))
        assert last_answer(list(inquiry.events())).value == 15
    assert begun == [threads, threads]


@pytest.mark.parametrize("threads", [1, 3])
def test_climb_plays_in_as_many_threads(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[climbing.Climber] = []
    monkeypatch.setattr(
        climbing.Climber, "stop", lambda self, before=climbing.Climber.stop: (begun.append(self), before(self))[1]
    )
    list(
        make_inquiry(
            load("minirail").initial(), SearchOptions(Limits(seconds=0.3), engine="climb", threads=threads)
        ).events()
    )
    assert [len(each._ropes) for each in begun] == [threads]


def test_one_thread_leaves_engines_that_work_side_by_side_out() -> None:
    chosen = make_inquiry(load("minirail").initial(), SearchOptions(threads=1)).engine
    assert 1 in chosen.threads and chosen.method != "side by side"
