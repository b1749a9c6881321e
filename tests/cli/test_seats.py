"""`play` where players hide things from one another: who sits there, what each sees, how the keyboard goes round."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import regelwerk
from solver.sampling.beliefs import estimate_beliefs
from tests.cli.running import run
from tests.play.test_seats import LIARS

PATIENCE = 60.0
GOOF = """rules 1
game Goofspiel "Bids stay secret."
players Ann, Bob
type Rank = 1..3
state
  hand: [Player] set of Rank = {p: {r for r in Rank} for p in players}  seen by owner
  bid:  [Player] Rank? = none  seen by owner
  won:  [Player] 0..15 = 0
action lay(card in hand[player])
  does
    hand[player] -= card
    bid[player] = card
play
  repeat 2
    at once for p in players
      choose lay by p
    award
event award
  does
    for p in players
      when value(bid[p], 1) > value(bid[next(p)], 1)
        won[p] += 1
    bid = none
score p: Player
  prizes: won[p]
"""


def piped(folder: Path, rules: str, typed: str, *words: str) -> str:
    """What `play` prints for lines that come through a pipe."""
    (folder / "game.rules").write_text(rules, "utf-8")
    command = [sys.executable, "-m", "regelwerk", "play", "game.rules", "--quiet", *words]
    return subprocess.run(command, cwd=folder, input=typed, capture_output=True, text=True, check=True, timeout=120).stdout


def parts(text: str) -> list[tuple[str, str]]:
    """What is shown to whom: the name on each line between seats, and what follows it."""
    found = [(part.split(" -")[0], part) for part in text.split("-------------------- ")[1:]]
    return [(name, rest.partition("\n")[2]) for name, rest in found]


def test_secret_bids_stay_secret_in_a_pipe(tmp_path: Path) -> None:
    shown = parts(piped(tmp_path, GOOF, "lay(2)\nlay(3)\nundo\nlay(4)\n"))
    assert [name for name, _ in shown] == ["Ann", "Bob", "Ann", "Bob"]
    (_, first), (_, second), (_, third), (_, last) = shown
    assert "4 is not in 1..3; the nearest is 3" in last
    assert "> Ann: Lay: card 2" in first and "hand: Ann: 1, 2, 3; Bob: ?" in first
    assert second.startswith("> Ann: Lay: ?\nhand: Ann: ?; Bob: 1, 2, 3\nbid: Ann: ?; Bob: –\n") and "card 2\n" not in second.partition("to move")[0]
    assert "bid: Ann: –; Bob: ?" in third


def test_dice_are_rolled_for_the_owner_only(tmp_path: Path) -> None:
    shown = parts(piped(tmp_path, LIARS, "raise(1x1)\nliar\n"))
    (ann, first), (bob, second) = shown
    assert (ann, bob) == ("Ann", "Bob")
    assert "* D: ?" in first and "Bob: ?" in first and "* D: ?" in second and "Ann: ?" in second.partition("The game is over")[0]
    end = second.partition("The game is over; everything is open now.\n")[2]
    assert "?" not in end and "with everything that was hidden" in end


def test_who_is_not_at_the_terminal_moves_at_random(tmp_path: Path) -> None:
    text = piped(tmp_path, GOOF, "1\n1\n", "--seat", "Bob")
    assert "---" not in text and "> Ann: Lay: ?" in text and "Ann to move" not in text
    assert "The end" in text


def test_a_wrong_seat_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ran = run(capsys, "play", "kuhn_poker", "--seat", "Eve")
    assert ran.code == 2 and "'Eve' is not a player" in ran.err and "Alice, Bob" in ran.err
    assert run(capsys, "show", "kuhn_poker", "--seat", "Eve").code == 2


def test_show_draws_for_a_seat_and_says_when_it_shows_all(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    play = tmp_path / "dealt.play"
    play.write_text("regelwerk-play 1\ngame KuhnPoker\n\n1. card = King\n2. card = Queen\n")
    seen, everything = (run(capsys, "show", "kuhn_poker", "--at", str(play), *words) for words in (("--seat", "Bob"), ()))
    assert seen.out == "Alice\n  hand: ?\n  stake: 1\nBob\n  hand: Queen\n  stake: 1\n" and "hidden" not in seen.err
    assert "King" in everything.out and "--seat NAME" in everything.err
    answer = run(capsys, "show", "kuhn_poker", "--at", str(play), "--seat", "Bob", "--json").answer
    assert answer["values"]["hand"] == {"Alice": "hidden", "Bob": "Queen"}  # type: ignore[index]
    assert run(capsys, "show", "tictactoe").err == ""


def test_a_hint_knows_no_more_than_who_is_to_move(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    hints = set()
    for card in ("Queen", "Jack"):
        play = tmp_path / f"{card}.play"
        play.write_text(f"regelwerk-play 1\ngame KuhnPoker\n\n1. card = King\n2. card = {card}\n")
        hints.add(run(capsys, "hint", "kuhn_poker", "--at", str(play), "--time", "60s", "--quiet").out)
    (hint,) = hints
    assert "hand[Alice] = King" in hint and "hand[Bob]" not in hint


def test_what_is_tried_for_a_hint_is_what_may_be_true(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(LIARS, "utf-8")
    game = regelwerk.load(str(tmp_path / "game.rules"))
    found = []
    for hidden in (1, 2, 3):
        state = game.initial().play(f"d = {hidden}").play("d = 2").play("raise(1x1)")
        found.append(estimate_beliefs(game.machine, [move.raw for move in state.history], 1, Random(5)))
    assert found[0] == found[1] == found[2] and len(found[0]) == 3


def test_the_keyboard_is_passed_on_at_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(GOOF, "utf-8")
    screen, keys = pty.openpty()
    command = [sys.executable, "-m", "regelwerk", "play", "game.rules", "--quiet"]
    with subprocess.Popen(command, cwd=tmp_path, stdin=keys, stdout=keys, stderr=keys, env={**os.environ, "TERM": "dumb"}) as playing:
        os.close(keys)
        seen = until(screen, "Enter for all)")
        os.write(screen, b"Eve\n")
        seen = until(screen, "The players are Ann, Bob.")
        os.write(screen, b"\n")
        seen = until(screen, "Pass the keyboard to Ann")
        assert "hand" not in seen
        os.write(screen, b"\n")
        seen = until(screen, "3  Lay: card 3")
        assert "Bob: ?" in seen
        os.write(screen, b"lay(2)\n")
        seen = until(screen, "Pass the keyboard to Bob").partition("> Ann: Lay: card 2")[2]
        assert "\x1b[2J" in seen and "hand" not in seen
        os.write(screen, b"3\n")
        seen = until(screen, "3  Lay: card 3")
        assert "\x1b[2J" in seen and "> Ann: Lay: ?" in seen and "card 2" not in seen.partition("to move")[0]
        os.write(screen, b"quit\n")
        assert playing.wait(60) == 0


def until(screen: int, words: str) -> str:
    """What is printed up to these words."""
    seen = ""
    while words not in seen:
        assert select.select([screen], [], [], PATIENCE)[0], f"no {words!r} in {seen!r}"
        seen += os.read(screen, 4096).decode().replace("\r\n", "\n")
    return seen
