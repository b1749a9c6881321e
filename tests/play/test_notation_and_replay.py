"""Moves in words on a machine, whole plays, and plays as JSON."""

import json

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, EnumType, IntType, SetType
from rules_dsl.machine.api import Move
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play import itf, jsonl
from rules_dsl.play.file import parse_play
from rules_dsl.play.notation import WrongMove, legal_move, read_move, show_move, split_arguments
from rules_dsl.play.record import PlayedMove, PlayFile
from rules_dsl.play.replay import record, replay, result_text
from rules_dsl.play.signatures import fitting, readings, signatures
from tests.samples import board, compiled, dice, stones

STONES, DICE, BOARD = (ReferenceMachine(compiled(sample())) for sample in (stones, dice, board))
ALL = pytest.mark.parametrize("machine", [STONES, DICE, BOARD], ids=lambda machine: machine.game.name)


def play(game, *moves, **keys):
    return PlayFile(game, tuple(PlayedMove(move) for move in moves), **keys)


def finding_of(call):
    with pytest.raises(WrongMove) as caught:
        call()
    (found,) = caught.value.diagnostics
    return found


def to_the_end(machine, pick=0):
    states, moves = [machine.initial()], []
    while machine.kind(states[-1]) != "over":
        legal = machine.moves(states[-1])
        moves.append(legal[pick % len(legal)])
        states.append(machine.apply(states[-1], moves[-1]))
    return states, moves


@ALL
def test_every_legal_move_can_be_written_and_read(machine):
    for state in to_the_end(machine)[0][:-1]:
        for move in machine.moves(state):
            text = show_move(machine, state, move)
            assert read_move(machine, state, text) == legal_move(machine, state, f"  {text} ") == move


def test_moves_are_written_in_the_words_of_the_game():
    assert [show_move(STONES, STONES.initial(), move) for move in STONES.moves(STONES.initial())] == [
        "take(1)",
        "take(2)",
    ]
    states, moves = to_the_end(DICE, 1)
    assert [show_move(DICE, state, move) for state, move in zip(states, moves, strict=False)][:2] == ["d = 2", "skip"]
    assert show_move(BOARD, BOARD.initial(), Move(0, (3,))) == "put(b2)"


@pytest.mark.parametrize(
    ("machine", "text", "code", "message"),
    [
        (STONES, "tke(1)", "E0804", "there is no action tke"),
        (STONES, "take(3)", "E0804", "take(3) cannot be read: 3 is not in 1..2; the nearest is 2"),
        (STONES, "take", "E0804", "take takes 1 argument, not 0"),
        (STONES, "take(1, 2)", "E0804", "take takes 1 argument, not 2"),
        (STONES, "", "E0804", "no move is written here"),
        (STONES, "3", "E0804", "there is no move 3"),
        (STONES, "((", "E0804", "(( is not written like a move"),
        (STONES, "d = 5", "E0804", "d = 5: here Anna decides, not chance"),
        (DICE, "keep", "E0804", "keep: here chance decides about d"),
        (DICE, "e = 1", "E0804", "e is not decided here, chance decides about d"),
        (DICE, "d = 9", "E0804", "d = 9 cannot be read: 9 is not in 1..3; the nearest is 3"),
        (
            BOARD,
            "put(d1)",
            "E0804",
            "put(d1) cannot be read: d1 is not a value of Cell; it is one of a1, a2, b1, b2, c1, c2",
        ),
    ],
)
def test_texts_that_are_no_moves(machine, text, code, message):
    found = finding_of(lambda: legal_move(machine, machine.initial(), text))
    assert (found.code, found.message) == (code, message)
    assert found.repair.startswith("play ")


def test_near_moves_are_offered():
    found = finding_of(lambda: legal_move(BOARD, BOARD.initial(), "putt(b2)"))
    assert found.labels[0].text == "did you mean put?"
    assert found.repair.startswith("play one of put(b2), ")


def test_refusals_give_the_reason_and_the_rule():
    after = BOARD.apply(BOARD.initial(), Move(0, (3,)))
    found = finding_of(lambda: legal_move(BOARD, after, "put(b2)"))
    assert (found.code, found.message) == ("E0805", "put(b2) is not legal: b2 is taken")
    assert found.labels[1].text == "by put, 1"
    assert read_move(BOARD, after, "put(b2)") == Move(0, (3,))


def test_replay_gives_all_positions():
    found = replay(STONES, play("Stones", "take(2)", "take(2)", "take(1)", result="win Anna"))
    assert found.findings == ()
    assert [state.values[0] for state in found.states] == [5, 3, 1, 0]
    assert len(found.moves) == 3


def test_replay_stops_at_the_first_wrong_move():
    text = "regelwerk-play 1\ngame Board\n\n1. put(a1)\n2. put(b2)\n3. put(a1)\n4. nonsense\n"
    found = replay(BOARD, parse_play(text, "a.play"))
    (wrong,) = found.findings
    assert (wrong.code, wrong.message, wrong.span.line, wrong.span.column) == (
        "E0805",
        "move 3: put(a1) is not legal: a1 is taken",
        6,
        4,
    )
    assert wrong.repair == "play one of put(a2), put(b1), put(c1), put(c2)"
    assert len(found.states) == 3


@pytest.mark.parametrize(
    ("played", "code", "message"),
    [
        (play("Chess", "e4"), "E0803", "this is a play of Chess, not of Stones"),
        (play("Stones", options=(("size", "3"),)), "E0803", "Stones has no option size"),
        (play("Stones", *["take(2)", "take(2)", "take(1)", "take(1)"]), "E0806", "move 4: take(1): the game is over"),
        (
            play("Stones", "take(2)", result="win Ben"),
            "E0807",
            "the play is recorded as win Ben, but its result is open",
        ),
    ],
)
def test_plays_that_do_not_hold(played, code, message):
    (found,) = replay(STONES, played).findings
    assert (found.code, found.message) == (code, message)


@ALL
def test_what_is_recorded_replays(machine):
    states, moves = to_the_end(machine)
    recorded = record(machine, states, moves, seed=3)
    again = replay(machine, recorded)
    assert again.findings == ()
    assert list(again.states) == states
    assert recorded.result


def test_results_in_words():
    assert result_text(STONES, STONES.initial()) == ""
    assert result_text(STONES, to_the_end(STONES)[0][-1]) == "win Anna"
    assert result_text(DICE, to_the_end(DICE)[0][-1]).endswith(", 3 points")
    assert result_text(BOARD, to_the_end(BOARD)[0][-1]) == "goal"


@ALL
def test_json_lines_hold_the_changes_and_can_be_read(machine):
    states, moves = to_the_end(machine)
    text = jsonl.write_jsonl(machine, states, moves)
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[0]["schema"] == "regelwerk.play/1"
    values = lines[0]["state"]
    for line in lines[1:]:
        values = {**values, **line["changed"]}
    assert values == jsonl.changes(machine, type(states[-1])(tuple(object() for _ in states[-1].values), 0), states[-1])
    assert lines[-1]["kind"] == "over"
    found = jsonl.read_jsonl(text)
    assert isinstance(found, PlayFile)
    assert replay(machine, found).states == tuple(states)


def test_json_lines_of_a_known_play():
    found = replay(STONES, play("Stones", "take(2)"))
    lines = jsonl.write_jsonl(STONES, found.states, found.moves).splitlines()
    assert json.loads(lines[0])["state"] == {"left": 5, "mover": "Anna"}
    assert json.loads(lines[1]) == {
        "step": 1,
        "move": "take(2)",
        "kind": "decide",
        "actor": "Ben",
        "changed": {"left": 3, "mover": "Ben"},
    }


@ALL
def test_traces_can_be_read_again(machine):
    states, moves = to_the_end(machine)
    text = itf.write_itf(machine, states, moves)
    trace = json.loads(text)
    assert len(trace["states"]) == len(states)
    assert all(set(state) == {"#meta", *trace["vars"]} for state in trace["states"])
    found = itf.read_itf(text)
    assert isinstance(found, PlayFile)
    assert replay(machine, found).states == tuple(states)


def test_values_in_traces():
    fruit = EnumType("Fruit", ("Apple", "Pear"))
    assert itf.itf_value(SetType(fruit), 3) == {"#set": ["Apple", "Pear"]}
    assert itf.itf_value(IntType(0, 2**60), 2**53 - 1) == 2**53 - 1
    assert itf.itf_value(IntType(0, 2**60), 2**53) == {"#bigint": str(2**53)}
    assert itf.itf_value(SetType(BOOL), 2) == {"#set": [True]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "[1]",
        "{}",
        "[" * 100_000,
        '{"schema": "other"}',
        '{"schema": "regelwerk.play/1"}',
        '{"states": [1, 2]}',
    ],
)
def test_other_json_is_explained(text):
    for found in (jsonl.read_jsonl(text), itf.read_itf(text)):
        assert not isinstance(found, PlayFile)
        assert [d.code for d in found] == ["E0808"]


def test_arguments_are_split_outside_brackets_and_quotes():
    assert split_arguments('a, {b, c}, Cell(1, 2), t["x, \\", y"], [d, e]') == [
        "a",
        "{b, c}",
        "Cell(1, 2)",
        't["x, \\", y"]',
        "[d, e]",
    ]
    assert split_arguments("  ") == []


FRUIT, NUMBER = EnumType("Fruit", ("Apple", "Pear")), IntType(3, 5)


def chooses(*types):
    return tuple(
        ir.Choose(f"c{n}", ir.Domain(type_, SetType(type_)), None, type_, ir.Rule("a")) for n, type_ in enumerate(types)
    )


def test_choices_in_branches_and_loops_are_arguments():
    condition = ir.Literal(True, BOOL)
    branch = ir.If(condition, chooses(FRUIT), chooses(NUMBER, NUMBER))
    loop = ir.For("x", ir.Domain(FRUIT, SetType(FRUIT)), FRUIT, chooses(NUMBER))
    action = ir.Action("a", "a", "a.player", (ir.Parameter("a.f", FRUIT),), (), (branch, loop), ir.Rule("a"))
    assert signatures(action)[0] == (FRUIT, FRUIT)
    assert fitting(action, (1, 0)) == [(FRUIT, FRUIT)]
    assert fitting(action, (1, 0, 4)) == [(FRUIT, FRUIT, NUMBER)]
    assert fitting(action, (1, 4, 3)) == [(FRUIT, NUMBER, NUMBER)]
    assert readings(action, ["Apple", "4", "5"])[0] == [((FRUIT, NUMBER, NUMBER), (0, 4, 5))]
    assert readings(action, ["Apple", "Pear", "5"])[0] == [((FRUIT, FRUIT, NUMBER), (0, 1, 5))]


def test_branches_that_look_alike_are_told_apart_by_what_was_chosen():
    colour = EnumType("Colour", ("Red", "Blue"))
    solo = EnumType("Player", ("Solo",), "player")
    first = ir.Binary("==", ir.Local("a.f", FRUIT), ir.Literal(0, FRUIT), BOOL)
    picks = [
        ir.Choose(f"a.{kind}", ir.Domain(kind, SetType(kind)), None, kind, ir.Rule("a")) for kind in (FRUIT, colour)
    ]
    body = (ir.If(first, (picks[0],), (picks[1],)),)
    action = ir.Action("a", "a", "a.player", (ir.Parameter("a.f", FRUIT),), (), body, ir.Rule("a"))
    decide = ir.Decide(ir.Literal(0, solo), ("a",), None)
    machine = ReferenceMachine(compiled(ir.Game("G", "", "game", solo, actions=(action,), play=(decide,))))
    start = machine.initial()
    texts = [show_move(machine, start, move) for move in machine.moves(start)]
    assert texts == ["a(Apple, Apple)", "a(Apple, Pear)", "a(Pear, Red)", "a(Pear, Blue)"]
    assert [legal_move(machine, start, text) for text in texts] == list(machine.moves(start))
    assert (
        finding_of(lambda: legal_move(machine, start, "a(Apple, Red)")).message
        == "a(Apple, Red) cannot be read: Red is not a value of Fruit; it is one of Apple, Pear"
    )
