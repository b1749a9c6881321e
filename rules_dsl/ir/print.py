"""A whole game → readable text, one statement a line; `read.read_game` makes an equal game of it (places in files are left out)."""

from __future__ import annotations

from collections.abc import Iterator

from rules_dsl.ir.nodes import Claim, Dominance, Game, GivenInfo, OptionInfo
from rules_dsl.ir.printed.print_parts import PartPrinter, count_lines
from rules_dsl.ir.printed.print_statements import rule_text
from rules_dsl.ir.printed.words import name_text, raw_text, string_text


def print_game(game: Game) -> str:
    """The text form of a game."""
    return "".join(f"{line}\n" for line in _lines(game, PartPrinter(game)))


def _lines(game: Game, printer: PartPrinter) -> Iterator[str]:
    yield from _title(game)
    yield from printer.types.declarations()
    yield f"players {printer.types.text(game.players)}"
    yield from (f"uses {printer.types.text(type_)}" for type_ in game.types)
    yield from _settings(game, printer)
    yield from _state(game, printer)
    yield from _rules(game, printer)
    yield from _automaton(game, printer)
    yield from _judging(game, printer)
    yield from _checks(game, printer)
    yield from (printer.show(item) for item in game.show)
    yield from (f"rule{rule_text(rule)}" for rule in game.rules)


def _title(game: Game) -> Iterator[str]:
    about = f" about {string_text(game.doc)}" if game.doc else ""
    yield f"{game.kind} {name_text(game.name)} called {string_text(game.title)}{' unique' if game.unique else ''}{about}"
    yield from (f"source {string_text(name)} {string_text(digest)}" for name, digest in game.sources)


def _settings(game: Game, printer: PartPrinter) -> Iterator[str]:
    yield from (_option(option, printer) for option in game.options)
    yield from (_given(given, printer) for given in game.givens)
    for fact in game.facts:
        texts = (fact.table, fact.row, fact.field, fact.value, fact.confidence, fact.provenance, fact.where, fact.look)
        yield f"fact {' '.join(map(string_text, texts))}"
    for constant in game.constants:
        yield f"constant {name_text(constant.name)}: {printer.types.text(constant.type)} {constant.role} {raw_text(constant.value)}"


def _option(option: OptionInfo, printer: PartPrinter) -> str:
    title = f"option {name_text(option.name)}: {printer.types.text(option.type)}"
    values = f"{raw_text(option.value)} usually {raw_text(option.default)}{' reading' if option.reading else ''}"
    return f"{title} {values} {string_text(option.text)}{rule_text(option.rule)}"


def _given(given: GivenInfo, printer: PartPrinter) -> str:
    legend = "".join(f" {string_text(sign)} {raw_text(value)}" for sign, value in given.legend)
    about = f" about {string_text(given.doc)}" if given.doc else ""
    return f"given {name_text(given.name)}: {printer.types.text(given.type)} {'required' if given.required else 'optional'}{legend}{about}"


def _state(game: Game, printer: PartPrinter) -> Iterator[str]:
    yield from (printer.variable(variable) for variable in game.variables)
    yield from (f"find {name_text(find.name)}: {printer.types.text(find.type)}" for find in game.finds)


def _rules(game: Game, printer: PartPrinter) -> Iterator[str]:
    for function in game.functions:
        yield from printer.function(function)
    for action in game.actions:
        yield from printer.action(action)
    for reaction in game.reactions:
        yield from printer.reaction(reaction)
    yield from (printer.ending(ending) for ending in game.endings)
    yield from (printer.find_rule(rule) for rule in game.find_rules)


def _automaton(game: Game, printer: PartPrinter) -> Iterator[str]:
    if game.play:
        yield "play"
        yield from printer.block(game.play)
    for number, node in enumerate(game.nodes):
        yield from printer.node(number, node)
    yield from (f"section {name_text(name)} goto {number}" for name, number in game.sections)


def _judging(game: Game, printer: PartPrinter) -> Iterator[str]:
    yield from (printer.score(line) for line in game.scores)
    yield from (_claim(claim, printer) for claim in game.claims)
    yield from (f"bound {string_text(bound.label)} = {printer.text(bound.value)}{rule_text(bound.rule)}" for bound in game.bounds)
    yield from (_dominance(dominance, printer) for dominance in game.dominances)


def _dominance(dominance: Dominance, printer: PartPrinter) -> str:
    grades = "".join([f" {'less' if grade.less else 'more'} {printer.place(grade.place)}" for grade in dominance.grades])
    return f"dominates {string_text(dominance.label)}{grades}{rule_text(dominance.rule)}"


def _claim(claim: Claim, printer: PartPrinter) -> str:
    then = "" if claim.then is None else f" then {printer.text(claim.then)}"
    falling = "".join([f" by {printer.text(each)}" for each in claim.falling])
    return f"claim {claim.mode} {string_text(claim.label)} {printer.text(claim.condition)}{then}{falling}{rule_text(claim.rule)}"


def _checks(game: Game, printer: PartPrinter) -> Iterator[str]:
    for example in game.examples:
        yield from printer.example(example)
    for count in game.counts:
        yield from count_lines(count)
    yield from (f"replay {string_text(replay.path)}" for replay in game.replays)
    for best in game.bests:
        yield f"best {'exactly' if best.exact else 'at least'} {best.value} {string_text(best.proof)}"
