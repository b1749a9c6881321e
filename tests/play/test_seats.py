"""What one player sees: pictures drawn from the observation, moves and refusals without what is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

import regelwerk
from regelwerk.api.game import Game, State
from rules_dsl.play.telling import tell_move

LIARS = """rules 1
game LiarsDice "One die of three faces each; how many of a face are there on both?"
players Ann, Bob
type Face = 1..3
type Bid = { dice: 1..2, face: Face } shown "{dice}x{face}"
state
  die:    [Player] Face = 1  seen by owner
  bid:    Bid? = none
  called: Bool = false
action raise(b: Bid)
  needs bid == none or number(b) > number(the(bid))  "{b} is not more than {bid}"
  does
    bid = b
action liar
  needs bid != none  "there is no bid yet"
  does
    called = true
play
  for p in players
    roll d: Face
    die[p] = d
  loop
    for p in players
      choose raise, liar by p
end when called
show
  for p in players: "{p}: {die[p]}"
  "bid {bid}, dice sum to {sum(die[p] for p in players)}"
  track "faces" 1..3 for p in players at die[p]: "{p}"
"""

CARDS = """rules 1
game Cards "Cards face down, a hidden deck, a pile that who searched it knows."
players Ann, Bob
type Card = Jack | Queen | King | Ace
state
  pile:     deck of Card up to 4 = all seen by none
  hand:     [Player] set of Card seen by owner
  table:    [Player] Card? seen by owner
  open:     Card?
  asked:    Card?
  searched: Player?
  secret:   0..9 = 7 seen by searched
action lay(c in hand[player])
  does
    hand[player] -= c
    table[player] = c
action show_card(c in hand[player])
  does
    hand[player] -= c
    open = c
action ask(c: Card)
  needs c in hand[next(player)]  "{next(player)} has {hand[next(player)]}, not {c}; you have {hand[player]}"
  does
    asked = c
action rob(c in hand[next(player)])
  does
    hand[next(player)] -= c
    hand[player] += c
action search
  does
    searched = player
play
  for p in players
    draw c from pile
    hand[p] += c
  loop
    for p in players
      choose lay, show_card, ask, rob, search by p
end when open == Ace
define label(p: Player) = "{p} {'has an ace' if Ace in hand[p] else 'has no ace'}"
show
  "{len(pile)} cards, {len(unseen(pile))} of them unseen, secret {secret}, open {open}"
  for p in players: "{label(p)}"
  for p in players
    tiles "Hand of {p}" for c in hand[p]: "{c}" fill "red"
  tiles "Robbed" for c in Card: "{c}" fill "red" when any(c in hand[p] for p in players)
  for player in players: "{possible(rob)}"
"""


@dataclass(frozen=True)
class Shelf:
    folder: Path

    def game(self, rules: str) -> Game:
        path = self.folder / "game.rules"
        path.write_text(rules, "utf-8")
        return regelwerk.load(str(path))


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def played(game: Game, *moves: str) -> State:
    state = game.initial()
    for move in moves:
        state = state.play(move)
    return state


def test_a_picture_shows_only_what_the_player_sees(shelf: Shelf) -> None:
    state = played(shelf.game(LIARS), "d = 2", "d = 3")
    assert str(state.for_player("Ann")) == "Ann: 2\nBob: ?\nbid , dice sum to ?\nfaces: 1  2 [Ann]  3"
    assert str(state.for_player("Bob")) == "Ann: ?\nBob: 3\nbid , dice sum to ?\nfaces: 1  2  3 [Bob]"


def test_sizes_of_decks_are_open_and_cards_lie_face_down(shelf: Shelf) -> None:
    state = played(shelf.game(CARDS), "c = King", "c = Ace", "search")
    ann, bob = (str(state.for_player(name)).splitlines() for name in ("Ann", "Bob"))
    assert ann[0] == "2 cards, 2 of them unseen, secret 7, open" and bob[0] == "2 cards, 2 of them unseen, secret ?, open"
    assert ann[1:5] == ["Ann has no ace", "Bob ?", "Hand of Ann: King", "Hand of Bob: ?"]
    assert bob[1:5] == ["Ann ?", "Bob has an ace", "Hand of Ann: ?", "Hand of Bob: Ace"]
    assert ann[6:] == ["?", "✓"] and bob[6:] == ["✓", "?"]


@pytest.mark.parametrize("rules", [LIARS, CARDS], ids=["liars", "cards"])
def test_positions_with_one_observation_have_one_picture(rules: str, shelf: Shelf) -> None:
    game, dice = shelf.game(rules), Random(4)
    seen: dict[tuple[object, ...], str] = {}
    met = 0
    for _ in range(150):
        state = game.initial()
        while not state.over and len(state.history) < 8:
            state = state.random(dice)
            for number, name in enumerate(game.players):
                key = (number, *game.machine.observation(state.raw, number), state.over)
                drawn = str(state.for_player(name))
                met += key in seen
                assert seen.setdefault(key, drawn) == drawn
    assert met > 20


def test_without_a_show_block_hidden_variables_are_question_marks(shelf: Shelf) -> None:
    state = played(shelf.game(CARDS.partition("show\n")[0]), "c = King", "c = Ace")
    text = str(state.for_player("Bob"))
    assert "pile: 2\nhand: Ann: ?; Bob: Ace\n" in text and "secret: ?" in text


def told(state: State, player: str) -> str:
    return state.for_player(player).history[-1]


def test_chance_is_told_to_whom_it_shows(shelf: Shelf) -> None:
    state = played(shelf.game(LIARS), "d = 2")
    assert (told(state, "Ann"), told(state, "Bob")) == ("d = 2", "d = ?")
    prize = shelf.game("rules 1\ngame Open\nplayers Ann, Bob\nstate\n  die: 1..6\n  own: [Player] 0..1 seen by owner\nplay\n  roll d: 1..6\n  die = d\n").initial().play("d = 4")
    assert told(prize, "Bob") == "d = 4"


def test_a_card_laid_face_down_is_not_named_even_if_it_was_the_last(shelf: Shelf) -> None:
    game = shelf.game(CARDS)
    state = played(game, "c = King", "c = Ace", "lay(King)")
    assert (told(state, "Ann"), told(state, "Bob")) == ("lay(King)", "lay(?)")
    state = played(game, "c = King", "c = Ace", "show_card(King)")
    assert told(state, "Bob") == "show_card(King)"


def test_who_is_robbed_sees_of_what(shelf: Shelf) -> None:
    state = played(shelf.game(CARDS), "c = King", "c = Ace", "rob(Ace)")
    assert told(state, "Bob") == "rob(Ace)"


def test_a_secret_choice_between_actions_is_not_told(shelf: Shelf) -> None:
    rules = "rules 1\ngame Secret\nplayers Ann, Bob\nstate\n  mine: [Player] 0..2 seen by owner\naction one\n  does\n    mine[player] = 1\naction two\n  does\n    mine[player] = 2\n"
    state = played(shelf.game(rules + "play\n  for p in players\n    choose one, two by p\n"), "one")
    assert (told(state, "Ann"), told(state, "Bob")) == ("one", "?")


def test_refusals_do_not_tell_what_is_hidden(shelf: Shelf) -> None:
    view = played(shelf.game(CARDS), "c = King", "c = Ace").for_player("Ann")
    assert view.why_not("ask(Jack)") == "Bob has ?, not Jack; you have King"
    assert view.why_not("rob(Queen)") == "Queen cannot be chosen here"
    assert view.why_not("lay(Queen)") == "Queen cannot be chosen here; to choose from: King"
    assert view.why_not("lay(King)") is None
    with pytest.raises(regelwerk.RulesError, match=r"Bob has \?, not Jack"):
        view.move("ask(Jack)")


def test_moves_are_told_to_who_is_to_move_only(shelf: Shelf) -> None:
    state = played(shelf.game(LIARS), "d = 1", "d = 2")
    assert len(state.for_player("Ann").moves) == 6 and state.for_player("Bob").moves == ()
    assert state.for_player("Bob").why_not("liar") == "Bob is not to move"


def test_a_notebook_says_that_it_shows_everything(shelf: Shelf) -> None:
    state = played(shelf.game(LIARS), "d = 1", "d = 2")
    assert "this shows what players hide from one another" in state._repr_html_()
    html = state.for_player("Bob")._repr_html_()
    assert "as Bob sees it" in html and "Ann: ?" in html and "raise" not in html
    assert "hide" not in regelwerk.load("tictactoe").initial()._repr_html_()


def test_open_games_are_told_in_full() -> None:
    state = regelwerk.load("tictactoe").initial()
    move = state.moves[0]
    assert tell_move(state.game.machine, state.raw, move.raw, 1) == "mark(a1)"
    assert str(state.for_player("O")) == str(state)
