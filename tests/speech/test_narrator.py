"""Sentences of moves, chance, events and reactions: from `say`, from names, in another language, and as far as a player may know."""

from __future__ import annotations

from pathlib import Path

import pytest

import regelwerk
from rules_dsl import loading
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.machine.api import State
from rules_dsl.play.notation import read_move
from rules_dsl.speech.sentences import Narrator

MARKET = """rules 1
game Market "A stall."

players Ann, Bob

type Fruit = red_apple | pear

state
  stall:  [Fruit] 0..9 = 3
  coins:  [Player] 0..99 = 0
  days:   0..5 = 0
  turn_of: Player
  lucky:  Bool

action buy(f: Fruit, n: 1..2, twice: Bool)
  needs stall[f] >= n  "too few {f}"
  does
    stall[f] -= n
    when twice
      choose g in Fruit where stall[g] > 0
      stall[g] -= 1
    close

action wait

event close
  does
    days += 1
    coins[Ann] += 2

whenever luck(p: Player): coins[p] >= 4 and not lucky
  does
    lucky = true

play
  loop until days == 3
    choose buy, wait by turn_of
    roll weather in {1}
    roll price in 1..2
  stop
"""
SAY = """
say
  named Fruit
    red_apple "apple"
  buy: "Buy {n} {f}s and one {the(g)}" when g != none, "Buy {n} {f}s" when n > 1, "Buy one {f}, {stall[f]} left"
    f: "Fruit: {f}"
    buy: "Buy fruit"
  price: "The price is {price}"
  weather: "The weather is {weather}"
  close for p in players: "{p} had {coins[p]}"
  after close: "Day {days} is over"
  luck: "{p} is lucky"
"""
GERMAN = """
[texts]
"A stall." = "Ein Marktstand."
"too few {f}" = "zu wenig {f}"
"Buy {n} {f}s" = "{n} {'Äpfel' if f == red_apple else 'Birnen'} kaufen"
"Day {days} is over" = "Tag {days} ist um"

[names.Fruit]
red_apple = "Apfel"
"""


@pytest.fixture
def market(tmp_path: Path) -> Path:
    path = tmp_path / "market.rules"
    path.write_text(MARKET + SAY)
    (tmp_path / "messages").mkdir()
    (tmp_path / "messages" / "de.toml").write_text(GERMAN)
    return path


def narrator_of(path: Path, language: str = "en") -> Narrator:
    return Narrator(loading.load(path, language=language))


def said(narrator: Narrator, text: str) -> str:
    start = narrator.machine.initial()
    return narrator.move(start, read_move(narrator.machine, start, text))


def log(narrator: Narrator, state: State, text: str) -> tuple[str, ...]:
    return narrator.log(state, read_move(narrator.machine, state, text))


def test_a_sentence_is_read_in_the_state_before_the_move(market: Path) -> None:
    narrator = narrator_of(market)
    assert said(narrator, "buy(red_apple, 1, false)") == "Buy one apple, 3 left"
    assert said(narrator, "buy(pear, 2, false)") == "Buy 2 pears"
    assert said(narrator, "buy(pear, 2, true, red_apple)") == "Buy 2 pears and one apple"


def test_the_log_has_the_move_events_reactions_and_forced_chance(market: Path) -> None:
    narrator = narrator_of(market)
    state = narrator.machine.initial()
    assert log(narrator, state, "buy(pear, 2, false)") == ("Ann: Buy 2 pears", "Ann had 0", "Bob had 0", "Day 1 is over", "The weather is 1")
    for text in ("buy(pear, 1, false)", "price = 2"):
        state = narrator.machine.apply(state, read_move(narrator.machine, state, text))
    assert log(narrator, state, "buy(red_apple, 2, false)") == ("Ann: Buy 2 apples", "Ann had 2", "Bob had 0", "Day 2 is over", "Ann is lucky", "The weather is 1")


def test_without_say_a_sentence_is_made_of_names(tmp_path: Path) -> None:
    path = tmp_path / "plain.rules"
    path.write_text(MARKET)
    narrator = narrator_of(path)
    assert said(narrator, "buy(red_apple, 2, false)") == "Buy: red apple, n 2"
    assert said(narrator, "buy(red_apple, 2, true, pear)") == "Buy: red apple, n 2, twice, pear"
    state = narrator.machine.initial()
    assert log(narrator, state, "wait") == ("Ann: Wait",)
    assert narrator.action("buy", state) == "Buy" and narrator.turn(state) == "Ann to move"
    after = narrator.machine.apply(state, read_move(narrator.machine, state, "wait"))
    assert narrator.move(after, narrator.machine.moves(after)[0]) == "Price: 1" and narrator.turn(after) == "Chance decides"


def test_a_translation_takes_the_place_of_its_text_and_chooses_its_own_words(market: Path) -> None:
    narrator = narrator_of(market, "de")
    assert narrator.game.title == "Ein Marktstand."
    assert said(narrator, "buy(red_apple, 2, false)") == "2 Äpfel kaufen"
    assert said(narrator, "buy(pear, 2, false)") == "2 Birnen kaufen"
    assert log(narrator, narrator.machine.initial(), "buy(pear, 1, false)")[-2] == "Tag 1 ist um"
    assert said(narrator, "buy(red_apple, 1, false)") == "Buy one Apfel, 3 left"  # what is not translated stays as it is
    assert narrator.turn(narrator.machine.initial()) == "Am Zug: Ann"


def test_a_state_speaks_both_languages_and_plays_one_game(market: Path) -> None:
    state = regelwerk.load(market).initial()
    assert state.say("buy(red_apple, 2, false)") == "Buy 2 apples"
    assert state.say("buy(red_apple, 2, false)", "de") == "2 Äpfel kaufen"
    assert [game.language for game in state.game.voices] == ["de"]
    with pytest.raises(RulesError, match="there is no language 'fr'"):
        state.say("wait", "fr")


def test_reasons_are_words_in_the_language_of_the_texts(market: Path) -> None:
    for language, rule, own in (
        ("en", "too few apple", "pear cannot be chosen here; to choose from: apple"),
        ("de", "zu wenig Apfel", "pear ist hier nicht wählbar; zur Wahl: Apfel"),
    ):
        narrator = narrator_of(market, language)
        start = narrator.machine.initial()
        state = State(((0, 0), *start.values[1:]), start.node)
        assert narrator.refusal(state, read_move(narrator.machine, state, "buy(red_apple, 1, false)")) == rule
        state = State(((2, 1), *start.values[1:]), start.node)
        assert narrator.refusal(state, read_move(narrator.machine, state, "buy(pear, 1, true, pear)")) == own


def test_messages_that_cannot_be_read_are_an_error(market: Path) -> None:
    (market.parent / "messages" / "de.toml").write_text('[texts]\n"a" = 1\n')
    with pytest.raises(RulesError, match=r"messages/de\.toml cannot be read"):
        narrator_of(market, "de")
    (market.parent / "messages" / "de.toml").write_text('[texts]\n"Buy {n} {f}s" = "{m} kaufen"\n')
    with pytest.raises(RulesError, match="m"):
        narrator_of(market, "de")
    assert said(narrator_of(market), "buy(pear, 2, false)") == "Buy 2 pears"


def test_what_a_player_does_not_see_is_a_question_mark() -> None:
    narrator = Narrator(loading.load("kuhn_poker"))
    start = narrator.machine.initial()
    dealt = read_move(narrator.machine, start, "card = King")
    assert narrator.move(start, dealt) == narrator.move(start, dealt, 0) == "The card dealt is: King"
    assert narrator.move(start, dealt, 1) == "The card dealt is: ?"
