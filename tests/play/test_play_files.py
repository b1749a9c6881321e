"""Play files: one strict form to write, a lax way to read, and clear words for what is no play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_dsl import atomic
from rules_dsl.play.file import PlayedMove, PlayFile, format_play, parse_play, read_play, write_play
from rules_dsl.source import Span

WHOLE = PlayFile(
    "Orchard",
    (PlayedMove("pick(Apple, 2)", "a good start"), PlayedMove("d = 5"), PlayedMove('fill("Old Mill")')),
    options=(("rounds", "4"),),
    givens=(("start", "{Apple: 2}"),),
    seed=7,
    sha="00ff",
    result="end, 12 points",
    date="2024-05-01",
    comment="a lesson",
)

TEXT = """\
regelwerk-play 1
game Orchard
option rounds = 4
given start = {Apple: 2}
seed 7
sha 00ff
date 2024-05-01
result end, 12 points

{ a lesson }
1. pick(Apple, 2)   { a good start }
2. d = 5
3. fill("Old Mill")
"""


def read(text):
    found = parse_play(text, "a.play")
    assert isinstance(found, PlayFile), found
    return found


def test_the_strict_form():
    assert format_play(WHOLE) == TEXT
    assert read(TEXT) == WHOLE


def test_moves_know_their_places():
    moves = read(TEXT).moves
    assert moves[0].span == Span("a.play", 11, 4, 11, 18)
    assert moves[2].span == Span("a.play", 13, 4, 13, 20)


@pytest.mark.parametrize(
    "body",
    [
        "1. pick(Apple, 2) { a good start } 2. d = 5 3. fill({a, b})",
        "pick(Apple, 2) { a good\n start }; d = 5; fill({a, b})",
        "-- a remark\n  pick(Apple, 2) -- another { not a comment }\n {a good start}\nd = 5;\n7 . fill({a, b})   ",
        "1. pick(Apple, 2){a good start}\r\n2. d = 5\r\n3. fill({a, b})\r\n",
    ],
)
def test_reading_is_lax(body):
    play = read("regelwerk-play 1\n-- for a friend\n  game  Orchard\n\n" + body)
    assert [move.text for move in play.moves] == ["pick(Apple, 2)", "d = 5", "fill({a, b})"]
    assert play.game == "Orchard"
    assert play.moves[0].comment in {"a good start", ""}


def test_outcomes_that_are_sets_and_names_with_odd_letters():
    play = read('regelwerk-play 1\ngame G\n1. d = {a, b} { so } 2. x("1. {--;}") 3. baskets#3')
    assert [(move.text, move.comment) for move in play.moves] == [
        ("d = {a, b}", "so"),
        ('x("1. {--;}")', ""),
        ("baskets#3", ""),
    ]


@pytest.mark.parametrize(
    ("text", "code", "message", "line", "column"),
    [
        ("", "E0801", "a.play is not a play file", 1, 1),
        ("[Event x]\n", "E0801", "a.play is not a play file", 1, 1),
        ("regelwerk-play 2\n", "E0801", "a.play is a play file of another version", 1, 1),
        ("regelwerk-play 1\n", "E0802", "the play names no game", 1, 1),
        ("regelwerk-play 1\ngame\n", "E0802", "the game has no name", 2, 1),
        ("regelwerk-play 1\ngame G\noption x\n", "E0802", "this option has no value", 3, 1),
        ("regelwerk-play 1\ngame G\nseed x\n", "E0802", "the seed x is not a whole number from 0 on", 3, 1),
        ("regelwerk-play 1\ngame G\nsed 4\n", "E0802", "sed is not a header line of a play", 3, 1),
        ("regelwerk-play 1\ngame G\n\n1. a(\n2. b\n", "E0802", "this bracket is not closed on its line", 5 - 1, 5),
        ("regelwerk-play 1\ngame G\n\n1. a { oh\n2. b\n", "E0802", "this comment is never closed", 4, 6),
    ],
)
def test_what_is_no_play(text, code, message, line, column):
    found = parse_play(text, "a.play")
    assert not isinstance(found, PlayFile)
    assert [(d.code, d.message, d.span.line, d.span.column) for d in found] == [(code, message, line, column)]


def test_a_near_key_is_named():
    found = parse_play("regelwerk-play 1\ngame G\nsed 4\n", "a.play")
    assert found[0].labels[0].text == "did you mean seed?"


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "a.play").write_bytes(b"regelwerk-play 1\n\xff")
    (tmp_path / "b.play").write_bytes(b"regelwerk-play 1\ngame\0")
    for name, message in [
        ("a.play", "is not UTF-8 text"),
        ("b.play", "holds a zero byte"),
        ("c.play", "there is no play file"),
    ]:
        (found,) = read_play(tmp_path / name, name)
        assert found.code == "E0801" and message in found.message
    (found,) = read_play(tmp_path, "folder")
    assert found.code == "E0801"


def test_files_are_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "a.play"
    write_play(path, WHOLE)
    assert read_play(path) == WHOLE
    path.chmod(0o600)

    def fail(_file):
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(atomic.os, "fsync", fail)
        with pytest.raises(OSError):
            write_play(path, PlayFile("Other"))
    assert read_play(path) == WHOLE
    write_play(path, PlayFile("Other"))
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["a.play"]


words = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=20).map(
    lambda text: " ".join(text.split())
)
moves = st.builds(
    PlayedMove,
    st.sampled_from(["rest", "pick(Apple, 2)", "d = 5", "d = {a}", 'x("}{", [1, {2: 3}])', "put(-3)"]),
    words.map(lambda text: text.replace("{", "(").replace("}", ")")),
)


@given(st.lists(moves, max_size=12))
def test_what_is_written_is_read(listed):
    play = PlayFile("Orchard", tuple(listed))
    assert read(format_play(play)) == play


@given(st.text(max_size=60) | st.text('regelwkp-y1 \nam{}()[];.="', max_size=60))
def test_any_text_is_a_play_or_has_findings(text):
    for whole in (text, "regelwerk-play 1\n" + text, "regelwerk-play 1\ngame G\n\n" + text):
        found = parse_play(whole)
        assert isinstance(found, PlayFile) or all(d.message for d in found)
