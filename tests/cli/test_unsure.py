"""`solve --unsure`: which doubtful figures the best line rests on, and how far it moves with them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from regelwerk import load
from regelwerk.api.asking import SearchOptions
from regelwerk.report.results import Invocation
from regelwerk.report.unsure import describe_trials, reopening, trial_keys
from rules_dsl.loading import find_rules
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from solver.sensitivity.figures import figures_read
from solver.sensitivity.trials import BestLine, Trials, list_trials, try_values
from solver.trust.replaying import read_line
from tests.cli.running import run

RULES = """rules 1
game Market

type Ware = { price: 0..9, worth: 0..9 }

table wares: list of Ware from "data/wares.toml"

state
  money: 0..20 = 5
  bought: set of wares
  points: 0..99

action buy(w: wares)
  needs w not in bought "it is sold"
  needs w.price <= money "it is too dear"
  does
    money -= w.price
    bought = bought + {w}
    points += w.worth

action leave
  does
    money = 0

play
  for turn in 1..2
    choose buy, leave

score
  points: points
"""
WARES = """[[wares]]
name = "Tea"
price = 3
worth = 6
confidence = "assumed"

[[wares]]
name = "Salt"
price = 2
worth = 4
confidence = "high"

[[wares]]
name = "Silk"
price = 9
worth = 9
confidence = "low"
"""


@pytest.fixture
def market(tmp_path: Path) -> str:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "wares.toml").write_text(WARES, encoding="utf-8")
    path = tmp_path / "market.rules"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


def test_what_the_best_line_rests_on(market: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(capsys, "solve", market, "--unsure", "--engine", "depth", "--quiet", "--json").answer
    assert answer["value"] == 10
    moved = answer["moved"]
    assert isinstance(moved, list)
    told = {(row["fact"], row["other"]): (row["line"], row["value"], row["bound"]) for row in moved}
    assert told == {
        ("wares[Tea].price", 4): (None, 6, 6),
        ("wares[Tea].worth", 5): (9, 9, 9),
        ("wares[Tea].worth", 7): (11, 11, 11),
    }
    assert [row["refused"] for row in moved if row["line"] is None] and all(
        "too dear" in row["refused"] for row in moved if row["line"] is None
    )


def test_in_words(market: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = run(capsys, "solve", market, "--unsure", "--engine", "depth", "--quiet")
    assert "wares[Tea].worth 7 instead of 6: the line is worth 11; optimal 11" in found.out
    assert (
        "4 figures are not sure; all 8 other values tried; 2 values did not fit the table; 2 of these figures move the line"
        in found.out
    )


def trials_at(market: str, play: list[str], seconds: float, *files: Path, wanted: int | None = None) -> Trials:
    """What comes of other values in a time, or of so many of them."""
    machine = load(market).machine
    trials = list_trials(machine, machine.initial(), play, find_rules(market).parent, files)
    wish = SearchOptions(
        engine="depth", line=tuple(read_line(machine, machine.initial(), play))
    )  # a known line is not asked of other figures
    reopen = reopening(Invocation(market), wish)
    for _ in islice(try_values(trials, reopen, BestLine(tuple(play), 10), Clock(Limits(seconds=seconds))), wanted):
        pass
    return trials


BEST = ["buy(Tea)", "buy(Salt)"]


def test_without_time_nothing_is_claimed_to_be_tried(market: str) -> None:
    trials = trials_at(market, BEST, 0.0)
    assert trials.done == []
    assert list(describe_trials(trials)) == [
        "4 figures are not sure; 0 of 8 other values (of 0 figures) tried; 0 of these figures move the line"
    ]


def test_of_a_part_no_more_is_said_than_was_tried(market: str) -> None:
    trials = trials_at(market, BEST, 60.0, wanted=3)
    assert (
        list(describe_trials(trials))[-1]
        == "4 figures are not sure; 3 of 8 other values (of 2 figures) tried; 2 of these figures move the line"
    )
    counts = {"figures": 2, "values": 3, "all_figures": 4, "all_values": 8, "unfit": 0, "unrecorded": 0}
    assert trial_keys(trials)["tried"] == counts


def test_what_the_user_names_is_tried_first_and_then_what_the_line_reads(market: str, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text('[[wares]]\nname = "Silk"\nworth = 7\n', encoding="utf-8")
    order = [
        (each.fact.row, each.fact.field, each.shown) for each in trials_at(market, ["buy(Salt)"], 0.0, other).values
    ]
    assert order[0] == ("Silk", "worth", 7)
    order = [each.fact.row for each in trials_at(market, BEST, 0.0).values]
    assert order == ["Tea"] * 4 + ["Silk"] * 4


def test_figures_are_read_where_the_rules_look_them_up(market: str) -> None:
    machine = load(market).machine
    moves = read_line(machine, machine.initial(), ["buy(Salt)", "leave"])
    assert {(row, column) for _, row, column in figures_read(machine.game, machine.initial(), moves)} == {
        ("Salt", "price"),
        ("Salt", "worth"),
    }


def test_a_known_line_is_not_asked_of_other_figures(market: str) -> None:
    moved = trials_at(market, BEST, 60.0, wanted=2).moving_trials
    assert any(each.line is None and each.answer is not None and each.answer.value == 6 for each in moved)


def test_where_no_score_is_sought_the_option_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    found = run(capsys, "solve", "hanoi", "--unsure")
    assert found.code == 2 and "the aim is the fewest moves" in found.err


def test_a_game_without_doubtful_figures(capsys: pytest.CaptureFixture[str]) -> None:
    found = run(capsys, "solve", "orchard", "--option", "rounds=3", "--unsure", "--engine", "cpsat", "--quiet")
    assert "no other values were tried: 12 figures, none with a recorded confidence" in found.out


KINDS = """rules 1
game Kinds

type Colour = red | green | blue
type Gain = { points: 0..9, money: 0..9 }
type Card = { colour: Colour, gain: Gain, open: Bool }

table cards: list of Card from "data/cards.toml"

state
  points: 0..99
  used: set of cards

action take(c: cards)
  needs c not in used "it is used"
  needs c.open "it is closed"
  does
    used = used + {c}
    points += c.gain.points + (2 if c.colour == red else 0)

play
  choose take

score
  points: points
"""
CARDS = """[[cards]]
name = "One"
colour = "blue"
gain = { points = 3, money = 0 }
open = true
confidence = "assumed"

[[cards]]
name = "Two"
colour = "red"
gain = { points = 1, money = 2 }
open = true
confidence = "high"
"""


@pytest.fixture
def kinds(tmp_path: Path) -> str:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "cards.toml").write_text(CARDS, encoding="utf-8")
    path = tmp_path / "kinds.rules"
    path.write_text(KINDS, encoding="utf-8")
    return str(path)


def moved_by(capsys: pytest.CaptureFixture[str], game: str, *more: str) -> dict[str, tuple[object, object, object]]:
    """By fact what the line is worth with another value, and what is found then."""
    rows = run(capsys, "solve", game, "--unsure", "--engine", "depth", "--quiet", "--json", *more).answer["moved"]
    assert isinstance(rows, list)
    return {f"{row['fact']} {row['other']}": (row["line"], row["value"], row["bound"]) for row in rows}


def test_names_truths_and_records_are_what_other_rows_have(kinds: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = moved_by(capsys, kinds)
    assert found.pop("cards[One].colour red") == (5, 5, 5)
    assert found.pop("cards[One].open false") == (None, 3, 3)
    (gain,) = found
    assert gain.startswith("cards[One].gain ") and found[gain] == (1, 3, 3)


def test_what_the_user_thinks_may_be_true_is_tried(
    kinds: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.toml"
    other.write_text(
        '[[cards]]\nname = "Two"\ngain = { points = 9, money = 0 }\n\n[[cards]]\nname = "One"\ngain = { points = 7, money = 1 }\n',
        encoding="utf-8",
    )
    found = moved_by(capsys, kinds, "--other", str(other))
    assert any("cards[One].gain" in fact and values == (7, 7, 7) for fact, values in found.items())
    assert not any(fact.startswith("cards[Two]") for fact in found)  # the line does not rest on it


def test_files_of_other_values_that_cannot_be_read_are_told(
    kinds: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.toml"
    other.write_text("[[cards\n", encoding="utf-8")
    found = run(capsys, "solve", kinds, "--unsure", "--engine", "depth", "--quiet", "--other", str(other))
    assert found.code == 2 and "other.toml" in found.err
