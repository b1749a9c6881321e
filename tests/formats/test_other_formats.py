"""Levels, boards, rows of tiles and deals from elsewhere become givens of the library's games."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import regelwerk
from puzzles.formats import FORMATS, FormatError

TRUTH = Path(__file__).parents[1] / "truth"
LEVEL = "########|#+ $ ###|# $  ###|# #  ###|#  $####|#.# ####|#.  ####|########"
BOARD = "oooBoooooBooAAoBoooooooooooooooooooo"
DECK = " ".join(rank + suit for suit in "CDHS" for rank in "A23456789TJQK")


def rows(name: str) -> list[dict[str, str]]:
    with (TRUTH / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", rows("freecell_layouts.csv"), ids=lambda row: row["ms_deal"])
def test_deals_of_freecell(row: dict[str, str]) -> None:
    columns = [column.split() for column in row["columns_top_to_bottom"].split("/")]
    assert FORMATS["msdeal"](row["ms_deal"]) == {"deal": columns}


def test_deals_that_are_played() -> None:
    assert regelwerk.load("freecell", givens=FORMATS["msdeal"]("1")).initial() == regelwerk.load("freecell").initial()
    assert (
        FORMATS["deal"](DECK.replace("T", "10").replace(" ", "_").lower())
        == FORMATS["deal"](DECK)
        == {"deal": DECK.split()}
    )
    assert regelwerk.load("klondike", givens=FORMATS["deal"](DECK)).initial().moves


def test_decks_in_digits() -> None:
    digits = "".join(f"{'A23456789TJQK'.index(card[0]) + 1:02}{'CDHS'.index(card[1]) + 1}" for card in DECK.split())
    assert FORMATS["deal"](digits) == {"deal": DECK.split()}
    assert len(rows("klondike.csv")) == 17
    for row in rows("klondike.csv"):
        assert len(FORMATS["deal"](row["deal"])["deal"]) == 52  # type: ignore[arg-type]


@pytest.mark.parametrize("row", rows("korf.csv"), ids=lambda row: row["korf_id"])
def test_rows_of_tiles(row: dict[str, str]) -> None:
    found = FORMATS["korf"](row["tiles_row_major_goal_0_to_15"])
    assert sorted(found["start"]) == list(range(16))  # type: ignore[call-overload]
    assert found == FORMATS["korf"](row["tiles_row_major_goal_0_to_15"].replace(" ", "_"))
    assert found == FORMATS["korf"](f"{row['korf_id']} {row['tiles_row_major_goal_0_to_15']}")


def test_boards_and_levels() -> None:
    assert FORMATS["rush"](BOARD) == {"board": "oooBoo\noooBoo\nAAoBoo\noooooo\noooooo\noooooo"}
    assert regelwerk.load("rush_hour", givens=FORMATS["rush"](BOARD)).initial().moves
    assert regelwerk.load("sokoban", givens=FORMATS["xsb"](LEVEL)).initial().moves


def test_levels_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "levels.xsb"
    path.write_text(
        "; two levels\n\n####\n#@ #\n#$.###\n######\n\nTitle: second\n"
        + LEVEL.replace("|", "\n")
        + "\nAuthor: somebody\n",
        encoding="utf-8",
    )
    assert FORMATS["xsb"](str(path)) == FORMATS["xsb"](f"{path}#1") == {"level": "####  \n#@ #  \n#$.###\n######"}
    assert FORMATS["xsb"](f"{path}#2") == FORMATS["xsb"](LEVEL)
    with pytest.raises(FormatError, match="2 levels"):
        FORMATS["xsb"](f"{path}#3")


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        ("xsb", "nowhere.xsb", "cannot be read"),
        ("xsb", "\0", "cannot be read"),
        ("xsb", "##|#x", "'x'"),
        ("xsb", "##|#$.", "keepers"),
        ("xsb", "##|@$ ", "targets"),
        ("xsb", "#|" * 60 + "@$.", "40"),
        ("rush", BOARD[1:], "35"),
        ("rush", BOARD.replace("B", "b"), "'b'"),
        ("rush", BOARD.replace("A", "o"), "exit"),
        ("rush", "C" + BOARD[1:], "car C"),
        ("rush", BOARD[:-1] + "B", "car B"),
        ("rush", BOARD.replace("A", "o").replace("B", "A"), "across"),
        ("korf", "1 2 3", "0 is missing"),
        ("korf", "0 1 one", "'one'"),
        ("korf", " ".join(map(str, range(37))), "36"),
        ("korf", "", "''"),
        ("msdeal", "0", "'0'"),
        ("msdeal", "2147483648", "2147483647"),
        ("deal", DECK[:-3], "51"),
        ("deal", "011" * 52, "AC occurs twice"),
        ("deal", "011012", "2 cards"),
        ("deal", "011015" * 26, "is not a card"),
        ("deal", DECK.replace("AC", "2C"), "2C"),
        ("deal", DECK.replace("AC", "1C"), "'1C'"),
    ],
)
def test_what_is_wrong_is_told(name: str, text: str, word: str) -> None:
    with pytest.raises(FormatError, match=word):
        FORMATS[name](text)
