"""The best games against Emil that are known for some decks: `python -m bench.best SECONDS DECK…` looks for better ones and writes games/ultimate_railroads/BEST.md."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "games" / "ultimate_railroads"
PLACE = FOLDER / "best"
GAME = "ultimate_railroads"
HEAD = """# Best games against Emil

One game for each deck (`--option deck=N` fixes all chance, and its order is known from the beginning). *Bound*: no play of this deck brings more, by a model of whole rounds that CP-SAT works on (`--engine rounds`).
*Gap*: the part of the bound that is still open. None of these games is proved to be best. Engineers, some factories and tiles are assumed facts (`regelwerk data ultimate_railroads`), so figures are those of
this data. `bench/best.py` writes this page; each line is what the command found in so many seconds on two cores, or better.

| deck | score | bound | gap | method | seconds | reproduced by |
|---|---|---|---|---|---|---|
"""


def found(deck: int, seconds: int) -> dict[str, object]:
    """What the solver finds in so many seconds."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        command = [sys.executable, "-m", "regelwerk", "solve", GAME, "--option", f"deck={deck}", "--know", "deck", "--time", f"{seconds}s", "--quiet", "--save", str(run)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        result: dict[str, object] = json.loads((run / "result.json").read_text())
    return result


def better(old: dict[str, object] | None, new: dict[str, object]) -> dict[str, object]:
    """The better line of two, and the lower bound: both hold as long as the rules are the same."""
    if old is None or old["rules"] != new["rules"] or old["start"] != new["start"]:
        return new
    line = new if number(new["value"]) > number(old["value"]) else old
    bound = min(number(old["bound"]), number(new["bound"]))
    return {**line, "bound": bound, "gap": (bound - number(line["value"])) / bound}


def number(value: object) -> int:
    """A whole number of a result."""
    assert isinstance(value, int)
    return value


def line_of(deck: int, result: dict[str, object]) -> str:
    """A line of the table."""
    score, bound = number(result["value"]), number(result["bound"])
    seconds = result["seconds"]
    assert isinstance(seconds, float | int)
    command = f"`regelwerk solve {GAME} --option deck={deck} --know deck --time {round(seconds)}s`"
    return f"| {deck} | [{score}](best/deck_{deck}.json) | {bound} | {(bound - score) / bound:.0%} | {result['method']} | {seconds:.0f} | {command} |\n"


def main(seconds: int, decks: list[int]) -> None:
    """Look for better lines, then write the page."""
    PLACE.mkdir(exist_ok=True)
    for deck in decks:
        path = PLACE / f"deck_{deck}.json"
        old = json.loads(path.read_text()) if path.exists() else None
        path.write_text(json.dumps(better(old, found(deck, seconds)), indent=1) + "\n")
    known = sorted([int(path.stem.removeprefix("deck_")) for path in PLACE.glob("deck_*.json")])
    (FOLDER / "BEST.md").write_text(HEAD + "".join([line_of(deck, json.loads((PLACE / f"deck_{deck}.json").read_text())) for deck in known]))


if __name__ == "__main__":
    main(int(sys.argv[1]), [int(each) for each in sys.argv[2:]] or list(range(1, 11)))
