"""Collections of puzzles: proved, graded, the same from the same seed, none twice; stores and exports."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import zlib
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest

from puzzles.exporting.pdf import pdf_sheets
from puzzles.exporting.sheets import solution_lines, svg_sheets
from puzzles.exporting.tables import NoNotation, anki, in_notation
from puzzles.grading.measuring import number_of, word_of
from puzzles.making import boards, confirming
from puzzles.making.candidates import PuzzleOrder, order_of
from puzzles.making.checking import check_proved, check_solved
from puzzles.making.collecting import CollectionLimits, collect
from puzzles.making.likeness import LOOKS, board_of
from puzzles.making.wishes import PuzzleRequirements, fits
from puzzles.storing.puzzle import Puzzle, PuzzleGrade, as_json, from_json
from puzzles.storing.store import StoreError, read_store, write_store
from rules_dsl import loading
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.machine.stopping import StopReason
from solver.driver.weighing import weigh_positions
from solver.protocol.answers import Answer, Status
from solver.protocol.clock import INTERRUPTED
from solver.protocol.questions import Aim, Limits, Question
from tests.cli.running import run
from tests.native.compiling import kernels_run


def made(game: str, count: int, processes: int = 1, samples: int = 60, **wish: object) -> list[Puzzle]:
    order = order_of(loading.load(game), PuzzleOrder(game, seed=3, wish=PuzzleRequirements(**{"most": 4_000, **wish})))  # type: ignore[arg-type]
    return collect(order, CollectionLimits(count, samples), processes).puzzles


@pytest.fixture(scope="module")
def tactics() -> list[Puzzle]:
    return made("tictactoe", 6, most=400)


@pytest.fixture(scope="module")
def shortest() -> list[Puzzle]:
    return made("hanoi", 3)


def test_every_puzzle_holds_when_it_is_looked_at_again(tactics: list[Puzzle], shortest: list[Puzzle]) -> None:
    assert len(tactics) == 6 and shortest
    for puzzle in [*tactics, *shortest]:
        assert check_solved(puzzle).holds and check_proved(puzzle).holds
        assert puzzle.second is not None and puzzle.second != puzzle.value
        assert len(puzzle.proof) == 3


def test_a_wrong_puzzle_is_found_out(tactics: list[Puzzle]) -> None:
    puzzle = tactics[0]
    assert not check_solved(msgspec.structs.replace(puzzle, solution=[puzzle.solution[1], *puzzle.solution[1:]])).holds
    assert not check_solved(msgspec.structs.replace(puzzle, value=puzzle.value + 1)).holds
    assert not check_proved(msgspec.structs.replace(puzzle, second=puzzle.value)).holds


def test_the_proof_looks_at_the_solution(
    tactics: list[Puzzle], shortest: list[Puzzle], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for puzzle in (tactics[0], shortest[0]):
        for solution in (
            [],
            ["jump(a1)"],
            puzzle.solution[:-1],
            [puzzle.solution[1], *puzzle.solution[1:]],
            [*puzzle.solution, puzzle.solution[-1]],
        ):
            wrong = msgspec.structs.replace(puzzle, solution=solution)
            assert "solution" in check_proved(wrong).words and not check_proved(wrong).holds
        write_store(tmp_path / "a.jsonl", [wrong])
        ran = run(capsys, "puzzle", "unique", str(tmp_path / "a.jsonl"))
        assert ran.code == 1 and "move " in ran.out and "of the solution" in ran.out


def test_a_line_is_only_unique_where_it_cannot_be_left(tactics: list[Puzzle]) -> None:
    lines = made("tictactoe", 2, unique="line", most=400)
    assert all(check_proved(puzzle).holds for puzzle in lines)
    said = [msgspec.structs.replace(puzzle, unique="line") for puzzle in tactics]
    assert {check_proved(puzzle).holds for puzzle in said} == {True, False}


def test_one_thread_and_two_give_the_same_bytes(tmp_path: Path) -> None:
    for name, processes in (("one", 1), ("two", 2), ("three", 1)):
        write_store(tmp_path / f"{name}.puzzles", made("tictactoe", 4, processes, most=400))
    one = (tmp_path / "one.puzzles").read_bytes()
    assert one == (tmp_path / "two.puzzles").read_bytes() == (tmp_path / "three.puzzles").read_bytes()


def test_no_puzzle_comes_twice(tactics: list[Puzzle]) -> None:
    assert len({puzzle.key for puzzle in tactics}) == len(tactics)
    order = order_of(loading.load("hanoi"), PuzzleOrder("hanoi", seed=3))
    found = collect(order, CollectionLimits(10_000, 60))
    assert found.doubles > 0 and len({puzzle.start for puzzle in found.puzzles}) == len(found.puzzles)


def test_unique_lines_and_gaps_are_asked_for() -> None:
    for puzzle in made("tictactoe", 2, unique="line", most=400):
        assert puzzle.unique == "line"
    assert made("tictactoe", 1, samples=6, gap=3, most=400) == []
    assert all(puzzle.value - (puzzle.second or 0) >= 2 for puzzle in made("tictactoe", 2, gap=2, most=400))


@pytest.mark.parametrize("name", ["tictactoe", "hanoi", "minirail"])
def test_worths_are_those_of_brute_force(name: str) -> None:
    """The worth of each position of a landscape by plain recursion on the reference machine."""
    machine = ReferenceMachine(loading.load(name))
    aim = {"tictactoe": Aim.VALUE, "hanoi": Aim.FEWEST, "minirail": Aim.HIGHEST}[name]
    dice, state = Random(5), machine.initial()
    for _ in range({"tictactoe": 4, "hanoi": 9, "minirail": 16}[name]):
        state = machine.apply(state, dice.choice(machine.moves(state)))
    land = weigh_positions(Question(machine.game, state, aim, Limits(nodes=10_000)), machine)
    assert land is not None
    for at, worth in enumerate(land.worths):
        assert worth == brute(machine, land.graph.state(at), aim, land.solver, 8 if aim is Aim.FEWEST else 99, worth)


def brute(
    machine: ReferenceMachine, state: object, aim: Aim, solver: int, depth: int, claimed: int | None
) -> int | None:
    """Worth by trying everything; for shortest solutions only as deep as `depth`, deeper ones are believed."""
    from rules_dsl.machine.api import State

    assert isinstance(state, State)
    moves = machine.moves(state) if machine.kind(state) != "over" else []
    if aim is Aim.FEWEST:
        if claimed is None or -claimed > depth:
            return claimed
        return next(-far for far in range(depth + 1) if reaches(machine, state, far))
    if not moves:
        scores = machine.scores(state)
        return (
            scores[solver]
            if len(scores) == 1
            else (scores[solver] > scores[1 - solver]) - (scores[solver] < scores[1 - solver])
        )
    values = [brute(machine, machine.apply(state, move), aim, solver, depth, None) for move in moves]
    known = [value for value in values if value is not None]
    return max(known) if len(machine.game.players.members) == 1 or machine.actor(state) == solver else min(known)  # type: ignore[union-attr]


def reaches(machine: ReferenceMachine, state: object, far: int) -> bool:
    from rules_dsl.machine.api import State

    assert isinstance(state, State)
    ended = machine.find_end(state)
    if ended is not None:
        return ended.kind == "goal"
    return far > 0 and any(reaches(machine, machine.apply(state, move), far - 1) for move in machine.moves(state))


@pytest.mark.long
@pytest.mark.skipif(not kernels_run(), reason="the kernels or a C compiler are missing here")
def test_endings_of_freecell(tmp_path: Path) -> None:
    """No play at random brings all cards home: the positions come from the ends of ways that an engine has found."""
    for name, processes in (("one", 1), ("two", 2)):
        write_store(tmp_path / f"{name}.puzzles", made("freecell", 3, processes))
    endings = read_store(tmp_path / "one.puzzles")
    assert (tmp_path / "one.puzzles").read_bytes() == (tmp_path / "two.puzzles").read_bytes()
    assert len(endings) == 3 and all(
        check_proved(puzzle).holds and puzzle.made["from"] == "a way to the goal" for puzzle in endings
    )


def test_a_position_with_two_best_moves_is_no_puzzle() -> None:
    machine = ReferenceMachine(loading.load("hanoi"))
    start = machine.initial()
    land = weigh_positions(Question(machine.game, start, Aim.FEWEST, Limits(nodes=10_000)), machine)
    assert land is not None and fits(land, PuzzleRequirements())
    assert not fits(land, PuzzleRequirements(shortest=99))
    assert weigh_positions(Question(machine.game, start, Aim.FEWEST, Limits(nodes=10)), machine) is None


# -- stores


def test_stores_are_read_as_they_were_written(tactics: list[Puzzle], tmp_path: Path) -> None:
    for name in ("a.puzzles", "a.jsonl", "with ?#% signs.puzzles"):
        write_store(tmp_path / name, tactics)
        assert read_store(tmp_path / name) == tactics
    assert from_json(as_json(tactics[0])) == tactics[0]


@pytest.mark.parametrize("damage", ["text", "cut", "other", "document", "missing", "empty", "folder"])
def test_damaged_stores_are_told(
    damage: str, tactics: list[Puzzle], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.puzzles"
    write_store(path, tactics)
    match damage:
        case "text":
            path.write_text("no store")
        case "cut":
            path.write_bytes(path.read_bytes()[:3000])
        case "other":
            with closing(sqlite3.connect(path)) as base, base:
                base.execute("UPDATE about SET value = 'else'")
        case "document":
            with closing(sqlite3.connect(path)) as base, base:
                base.execute("UPDATE puzzles SET document = '{\"key\": 1}' WHERE number = 2")
        case "missing":
            path.unlink()
        case "empty":
            path.write_bytes(b"")
        case _:
            path.unlink()
            path.mkdir()
    with pytest.raises(StoreError):
        read_store(path)
    assert run(capsys, "puzzle", "grade", str(path)).code == 2


def test_an_interrupt_in_a_second_opinion_ends_the_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search takes the signal and ends without a proof; that is no reason to refuse the puzzle."""
    ended = Answer(Status.UNDECIDED, None, None, (), "breadth first", 0, 0.0, INTERRUPTED)
    monkeypatch.setattr(confirming, "solve", lambda *_, **__: iter([ended]))
    order = order_of(loading.load("hanoi"), PuzzleOrder("hanoi", seed=3))
    collection = collect(order, CollectionLimits(1, 9))
    assert (collection.stopped, collection.puzzles) == (StopReason.INTERRUPTED, [])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("aim", "dance"),
        ("start", "zz"),
        ("start", "abc"),
        ("player", 77),
        ("value", 10**30),
        ("unique", "solution"),
        ("word", "<b>"),
        ("width", 7.5),
        ("effort", -3),
        ("number", 101),
    ],
)
def test_fields_without_meaning_are_told(
    field: str, value: object, tactics: list[Puzzle], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = json.loads(as_json(tactics[0]))
    (row["grade"] if field in row["grade"] else row)[field] = value
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(row) + "\n", "utf-8")
    for command in ("unique", "solve", "grade", "export", "play"):
        ran = run(capsys, "puzzle", command, str(path))
        assert ran.code == 2 and "E0763" in ran.err


def test_a_puzzle_that_is_there_twice_is_told(
    tactics: list[Puzzle], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.jsonl"
    renamed, taken = (
        msgspec.structs.replace(tactics[0], key="other"),
        msgspec.structs.replace(tactics[2], key=tactics[0].key),
    )
    for double in (tactics[0], renamed, taken):
        write_store(path, [tactics[0], tactics[1], double])
        ran = run(capsys, "puzzle", "unique", str(path))
        assert ran.code == 2 and "E0763" in ran.err and "puzzle 3" in ran.err and "puzzle 1" in ran.err


def test_the_keeper_on_a_target_is_written_as_others_do() -> None:
    rows = ("######", "#+ $.#", "# $  #", "######")
    level = "\n".join(rows)
    start = ReferenceMachine(loading.load("sokoban", givens={"level": level})).initial()
    packed = ReferenceMachine(loading.load("sokoban", givens={"level": level})).encode(start).hex()
    grade = PuzzleGrade(1, "easy", 1, 0.5, 1, 0, 0)
    puzzle = Puzzle(
        "k", "sokoban", {}, {"level": level}, packed, "fewest moves", 1, 0, "first", None, 2, [], grade, [], {}, []
    )
    assert board_of(puzzle) == rows


@pytest.mark.parametrize(
    "words",
    [
        ["--count", "0"],
        ["--count", "-3"],
        ["--most", "0"],
        ["--gap", "99999999"],
        ["-o", "README.md"],
        ["--option", "nothing=1"],
    ],
)
def test_wrong_orders_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "puzzle", "make", "tictactoe", *words).code == 2


def test_games_without_a_best_line_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "puzzle", "make", "kuhn_poker").code == 4


@pytest.mark.parametrize("threads", [1, 2])
def test_what_was_found_is_kept_when_the_process_is_told_to_end(threads: int, tmp_path: Path) -> None:
    """Told as `timeout` does it: the process, then the process and all that it has started."""
    store = tmp_path / "a.puzzles"
    words = [
        "puzzle",
        "make",
        "hanoi",
        "--count",
        "100000",
        "--samples",
        "1000000",
        "--threads",
        str(threads),
        "-o",
        str(store),
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "regelwerk", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    try:
        while " 0 puzzles" in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        os.killpg(process.pid, signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130 and "Traceback" not in err
    assert f"in {store}" in out and len(read_store(store)) > 0
    assert list(tmp_path.iterdir()) == [store]


# -- grades, exports


def test_grades_grow_with_what_makes_it_hard() -> None:
    assert (
        number_of(2, 50, 0.5, 0)
        < number_of(8, 50, 0.5, 0)
        < number_of(8, 5000, 0.5, 0)
        < number_of(8, 5000, 0.1, 0)
        < number_of(8, 5000, 0.1, 4)
    )
    assert [word_of(number) for number in (0, 19, 20, 54, 55, 100)] == [
        "very easy",
        "very easy",
        "easy",
        "medium",
        "hard",
        "very hard",
    ]


def test_exports(tactics: list[Puzzle], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheets = svg_sheets(tactics)
    assert len(sheets) == 2 and tactics[0].solution[0] in sheets[1] and tactics[0].solution[0] not in sheets[0]
    assert sum(len(line) for line in solution_lines(tactics)) > 0
    assert anki(tactics).count("</svg>") == len(tactics)
    with pytest.raises(NoNotation):
        in_notation(tactics, "xsb")
    pdf = pdf_sheets(tactics)
    start = int(pdf.rsplit(b"startxref\n", 1)[1].split()[0])
    assert pdf.startswith(b"%PDF-1.4") and pdf[start:].startswith(b"xref")
    drawn = b"".join(zlib.decompress(part.split(b"\nendstream")[0]) for part in pdf.split(b"stream\n")[1::2])
    assert b"Solutions" in drawn and tactics[0].solution[0].split("(")[0].encode() in drawn
    store = tmp_path / "a.puzzles"
    write_store(store, tactics)
    for form in ("html", "svg", "pdf", "jsonl", "anki"):
        ran = run(
            capsys,
            "puzzle",
            "export",
            str(store),
            "--as",
            form,
            "-o",
            str(tmp_path / f"out.{form if form != 'anki' else 'csv'}"),
            "--json",
        )
        assert ran.code == 0 and ran.answer["bytes"] > 500
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert [json.loads(line)["key"] for line in lines] == [puzzle.key for puzzle in tactics]
    assert read_store(tmp_path / "out.jsonl") == tactics


# -- boards


def test_boards_are_levels_of_their_games() -> None:
    from puzzles.formats import FORMATS

    rooms = [made for seed in range(60) if (made := boards.rooms(Random(seed)))]
    assert len(rooms) > 10
    for level in rooms[:10]:
        FORMATS["xsb"](level["level"].replace("\n", "|"))
    for seed in range(10):
        board = boards.cars(Random(seed))
        assert board is not None
        FORMATS["rush"](board["board"].replace("\n", ""))


def test_mirrored_rooms_and_renamed_cars_are_alike() -> None:
    room = ("#####", "#@$.#", "#   #", "#####")
    mirrored = tuple(row[::-1] for row in room)
    turned = tuple("".join(column) for column in zip(*room[::-1], strict=True))
    assert LOOKS["sokoban"](room) == LOOKS["sokoban"](mirrored) == LOOKS["sokoban"](turned)
    assert LOOKS["sokoban"](room) != LOOKS["sokoban"](("#####", "#@$ #", "#  .#", "#####"))
    assert (
        LOOKS["rush_hour"](("BBC", "AAC")) == LOOKS["rush_hour"](("DDK", "AAK")) != LOOKS["rush_hour"](("BBC", "AAB"))
    )
