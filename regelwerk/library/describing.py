"""One description of a game: name, players, a line in each language, what can be asked of it, options, paragraphs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from regelwerk.library.rulebook import Paragraph, read_paragraphs, read_title
from rules_dsl import loading
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.texts import show_value
from rules_dsl.ir.types import IntType, cardinality, value_of
from rules_dsl.machine.seat import hides_something
from rules_dsl.semantics.messages import LANGUAGES, ORIGINAL, read_messages
from rules_dsl.view.svg import space_name
from solver.protocol.questions import Aim, UnsupportedQuestion, aim_of

PLAYERS = "players"
"""The option by which a game sets its number of players."""
MOST_LISTED = 24
"""Options of more values are described by their first and last one."""
MADE_INTO_PUZZLES = (Aim.FEWEST, Aim.HIGHEST, Aim.VALUE)


class Trait(StrEnum):
    """What distinguishes games for somebody who looks for one."""

    FILLED = "fill-in puzzle"
    CHANCE = "chance"
    HIDDEN = "hidden information"


@dataclass(frozen=True, slots=True)
class OptionDescription:
    """An option or a reading: its meaning, its default, its values, or the first and last one of a range."""

    name: str
    text: str
    default: str
    values: tuple[str, ...]
    is_range: bool
    is_reading: bool


@dataclass(frozen=True, slots=True)
class GameDescription:
    """What lists and pages say of a game; `name` is what commands call it, `lines` one line in each language."""

    name: str
    title: str
    fewest_players: int
    most_players: int
    lines: dict[str, str]
    questions: tuple[str, ...]
    traits: tuple[Trait, ...]
    options: tuple[OptionDescription, ...]
    paragraphs: tuple[Paragraph, ...]
    plays: tuple[str, ...]

    @property
    def line(self) -> str:
        """The one line in the language of the rules."""
        return self.lines[ORIGINAL]

    @property
    def players(self) -> str:
        """How many play: `2`, or `1-4`."""
        fewest, most = self.fewest_players, self.most_players
        return str(most) if fewest == most else f"{fewest}-{most}"


def describe_game(name: str, rules: ir.Game, folder: Path) -> GameDescription:
    """The description of a game whose files lie in a folder."""
    fewest, most = _count_players(rules)
    return GameDescription(
        name=name,
        title=read_title(folder) or space_name(rules.name),
        fewest_players=fewest,
        most_players=most,
        lines=_translate_title(rules.title, folder),
        questions=tuple(_list_questions(rules)),
        traits=tuple(_list_traits(rules)),
        options=tuple(_describe_option(option) for option in rules.options),
        paragraphs=read_paragraphs(folder),
        plays=tuple(path.stem for path in sorted(folder.glob("plays/*.play"))),
    )


def describe_library_game(name: str) -> GameDescription:
    """The description of a game of the library."""
    return describe_game(name, loading.load(name), loading.LIBRARY / name)


def _count_players(rules: ir.Game) -> tuple[int, int]:
    option = next((option for option in rules.options if option.name == PLAYERS), None)
    match option:
        case ir.OptionInfo(type=IntType(low, high)):
            return low, high
        case _:
            return (cardinality(rules.players),) * 2


def _translate_title(title: str, folder: Path) -> dict[str, str]:
    lines = {language: read_messages(folder, language).texts.get(title) for language in LANGUAGES}
    return {ORIGINAL: title} | {language: line for language, line in lines.items() if line}


def _list_questions(rules: ir.Game) -> Iterator[str]:
    """What engines can be asked of a game, in the words of `solve`."""
    if rules.finds:
        yield from ("solution", "uniqueness", "puzzles")
        return
    yield _name_aim(rules)
    if _aim(rules) in MADE_INTO_PUZZLES:
        yield "puzzles"
    if rules.claims:
        yield "claims"


def _name_aim(rules: ir.Game) -> str:
    aim = _aim(rules)
    return f"{_aim(rules, know=True)}, everything known" if aim is None else str(aim)


def _aim(rules: ir.Game, know: bool = False) -> Aim | None:
    """The aim of a game, None if an engine has to know what is hidden."""
    try:
        return aim_of(rules, know)
    except UnsupportedQuestion:
        return None


def _list_traits(rules: ir.Game) -> Iterator[Trait]:
    if rules.finds:
        yield Trait.FILLED
    if any(isinstance(node, ir.ChanceNode) for node in rules.nodes):
        yield Trait.CHANCE
    if hides_something(rules):
        yield Trait.HIDDEN


def _describe_option(option: ir.OptionInfo) -> OptionDescription:
    count = cardinality(option.type)
    is_range = count > MOST_LISTED
    numbers = (0, count - 1) if is_range else range(count)
    values = tuple(show_value(option.type, value_of(option.type, number)) for number in numbers)
    default = show_value(option.type, option.default)
    return OptionDescription(option.name, option.text, default, values, is_range, option.reading)
