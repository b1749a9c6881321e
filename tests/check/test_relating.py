"""Two games with other names for the same things are compared in the words of the first."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.relating import Source, in_words_of
from solver.check.comparing import ComparisonLimits, Different, EquivalentGames, Sides, compare
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from solver.smt.equivalence import equivalent

STONES = """rules 1
game Stones

players Anna, Ben

type Mood = calm | wild

state
  stones: 0..9 = 7
  turn: Player = Anna
  mood: Mood = calm

action take(n: 1..2, m: Mood)
  needs stones >= n
  does
    stones -= n
    mood = m

play
  loop until stones == 0
    choose take by turn
    turn = next(turn)

win next(turn) when stones == 0
"""
HEAP = """rules 1
game Heap

players Alice, Bob

type Temper = quiet | loud

state
  heap: 0..9 = 7
  who: Player = Alice
  temper: Temper = quiet

action remove(n: 1..2, t: Temper)
  needs heap >= n
  does
    heap -= n
    temper = t

play
  loop until heap == 0
    choose remove by who
    who = next(who)

win next(who) when heap == 0

example "two"
  play remove(2, quiet)
  then heap == 5
"""
NAMES = {
    "remove": "take", "heap": "stones", "who": "turn", "Alice": "Anna", "Bob": "Ben", "temper": "mood", "Temper": "Mood", "quiet": "calm", "loud": "wild",
}  # fmt: skip


def block(game: str, names: dict[str, str]) -> str:
    return "\n".join([f"\nrelate {game}", *[f"  {mine} = {theirs}" for mine, theirs in names.items()], ""])


def sources(folder: Path, one: str, other: str) -> tuple[Source, Source]:
    for name, text in (("one", one), ("other", other)):
        (folder / f"{name}.rules").write_text(text)
    return Source(folder / "one.rules", {}, {}, ()), Source(folder / "other.rules", {}, {}, ())


BACK = {theirs: mine for mine, theirs in NAMES.items()}


@pytest.mark.parametrize(
    ("one", "other"), [(STONES, HEAP + block("Stones", NAMES)), (STONES + block("Heap", BACK), HEAP)]
)
def test_related_games_are_the_same_by_both_ways(one: str, other: str, tmp_path: Path) -> None:
    first, second = sources(tmp_path, one, other)
    related = in_words_of(first, second)
    assert related is not None
    machines = PythonMachine(load(first.target)), PythonMachine(related)
    assert isinstance(compare(Sides(*machines), ComparisonLimits(), Clock(Limits())), EquivalentGames)
    assert equivalent(*machines, Clock(Limits()))


def test_the_play_that_tells_them_apart_is_in_the_words_of_the_first(tmp_path: Path) -> None:
    first, second = sources(
        tmp_path, STONES, HEAP.replace("heap >= n", "heap >= n and n != heap") + block("Stones", NAMES)
    )
    related = in_words_of(first, second)
    assert related is not None
    found = compare(
        Sides(PythonMachine(load(first.target)), PythonMachine(related)), ComparisonLimits(), Clock(Limits())
    )
    assert isinstance(found, Different) and found.shortest
    assert found.play[0] == "take(1, calm)" and len(found.play) == 3


def test_without_relations_nothing_is_renamed(tmp_path: Path) -> None:
    assert in_words_of(*sources(tmp_path, STONES, HEAP + block("Pebbles", NAMES))) is None


WRONG = [
    ({"remove": "takes"}, "Stones has no takes"),
    ({"heap": "stones", "who": "stones"}, "stones is related twice"),
    ({"heap": "stones", "remove": "take", "removes": "turn"}, "there is no removes here"),
]


@pytest.mark.parametrize(("names", "message"), WRONG)
def test_names_that_cannot_be_related(names: dict[str, str], message: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as raised:
        first, second = sources(tmp_path, STONES, HEAP + block("Stones", names))
        load(second.target)
        in_words_of(first, second)
    assert [(each.code, each.message) for each in raised.value.diagnostics] == [("E0821", message)]


def test_a_name_that_is_taken(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="another thing"):
        in_words_of(*sources(tmp_path, STONES.replace("mood", "heap"), HEAP + block("Stones", {"temper": "heap"})))
