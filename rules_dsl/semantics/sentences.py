"""`say`: the sentences players read of moves, chance, events and reactions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import walk_statements
from rules_dsl.ir.types import BOOL, EnumType, MapType, OptionalType, RecordType, SetType, Type
from rules_dsl.semantics.actions import only_player
from rules_dsl.semantics.moves import Vocabulary
from rules_dsl.semantics.rulebook import Rulebook
from rules_dsl.semantics.scope import Scope
from rules_dsl.syntax import ast

Parameters = tuple[ir.Parameter, ...]


@dataclass(frozen=True, slots=True)
class SentenceSubject:
    """What a sentence tells of, and the names it may use."""

    kind: ir.SayKind
    parameters: tuple[ir.Parameter, ...] = ()
    chosen: tuple[ir.Parameter, ...] = ()
    decides: bool = False


def sentences(book: Rulebook, decls: Sequence[ast.SayDecl], words: Vocabulary, finds: Sequence[ir.FindVar]) -> tuple[ir.Say, ...]:
    """The sentences of every `say`, in file order."""
    lines = [line for decl in decls for line in decl.lines]
    _report_twice(book, lines)
    for decl in decls:
        for names in decl.names:
            _look_at_names(book, names)
    unknowns = {find.name: tuple(_filling(find)) for find in finds}
    return tuple(say for line in lines for say in _declare_says(book, line, words, unknowns))


def _report_twice(book: Rulebook, lines: Sequence[ast.SayLineDecl]) -> None:
    """A move has one sentence: lists and logs show the same."""
    seen: set[str] = set()
    for line in lines:
        name = line.name.text
        if name in seen and name in book.symbols.actions:
            repair = "write one line with several texts: `\"a\" when c, \"b\"`"
            book.report("E0644", f"there are two sentences of the action {name}", line.name.span, "again here", repair=repair)
        seen.add(name)


def _filling(find: ir.FindVar) -> Iterator[ir.Parameter]:
    """What a sentence of an unknown may name: the `cell` that is filled in, and its `value`."""
    match find.type:
        case MapType(key, kind):
            yield from (ir.Parameter("cell", key), ir.Parameter("value", kind))
        case SetType(item):
            yield from (ir.Parameter("cell", item), ir.Parameter("value", BOOL))
        case kind:
            yield ir.Parameter("value", kind)


def _declare_says(book: Rulebook, line: ast.SayLineDecl, words: Vocabulary, unknowns: Mapping[str, Parameters]) -> Iterator[ir.Say]:
    """One sentence, or one for each type of what chance decides under that name."""
    name = line.name.text
    subjects = [SentenceSubject(ir.SayKind.MOVE, unknowns[name])] if name in unknowns else list(_subjects(book, name, words))
    if not subjects:
        known = (*book.symbols.actions, *book.symbols.events, *(each.name.text for each in book.reactions), *words.outcomes)
        repair = hint(line.name.text, known) or "name an action, an event, a reaction, or what is rolled or drawn"
        book.report("E0643", f"nothing in the game is called {line.name}", line.name.span, "unknown", repair=repair)
    for subject in subjects:
        yield _sentence(book, line, subject)


def _subjects(book: Rulebook, name: str, words: Vocabulary) -> Iterator[SentenceSubject]:
    if name in book.actions:
        action = book.actions[name]
        yield SentenceSubject(ir.SayKind.MOVE, action.parameters, tuple(_list_choices(action)), decides=True)
    elif name in book.symbols.events:
        yield SentenceSubject(ir.SayKind.EVENT)
    for reaction in book.reactions:
        if reaction.name.text == name:
            parameters, _ = book.elaborator.parameters(reaction.parameters, book.scope(f"say.{name}"))
            yield SentenceSubject(ir.SayKind.REACTION, parameters)
    for type_ in dict.fromkeys(words.outcomes.get(name, ())):
        yield SentenceSubject(ir.SayKind.CHANCE, (ir.Parameter(name, type_),))


def _list_choices(action: ir.Action) -> Iterator[ir.Parameter]:
    """What may be chosen while an action is done, each name once: none where it is not met."""
    seen: set[str] = set()
    for stmt in walk_statements(action.body):
        if isinstance(stmt, ir.Choose) and _short(stmt.name) not in seen:
            seen.add(_short(stmt.name))
            type_ = stmt.type if isinstance(stmt.type, OptionalType) else OptionalType(stmt.type)
            yield ir.Parameter(stmt.name, type_)


def _short(name: str) -> str:
    """The name as it was written, of the unique name of a local."""
    return name.rpartition(".")[2].partition("#")[0]


def _sentence(book: Rulebook, line: ast.SayLineDecl, subject: SentenceSubject) -> ir.Say:
    name = line.name.text
    who = ir.Local(book.symbols.fresh(f"say.{name}.player"), book.symbols.players) if subject.decides else None
    scope = book.scope(f"say.{name}", who)
    parameters, scopes = _bound(book, subject.parameters, scope)
    chosen, inner = _bound(book, subject.chosen, scopes[-1])
    outer = replace(inner[-1], player=only_player(parameters, book) or inner[-1].player) if subject.kind is ir.SayKind.REACTION else inner[-1]
    each, last = _bind_generator(book, line.each, outer)
    labels = tuple(_labels(book, line, subject.parameters, scopes))
    own = next((label.choices for label in line.labels if label.label == name), ())
    return ir.Say(subject.kind, name, _choices(book, line.choices, last), parameters, chosen, None if who is None else who.name, each, labels, _choices(book, own, book.scope(f"say.{name}")), line.after)


def _bound(book: Rulebook, parameters: Sequence[ir.Parameter], scope: Scope) -> tuple[tuple[ir.Parameter, ...], list[Scope]]:
    """Locals of the sentence for these parameters, and the scope after each of them; the first scope knows none."""
    found, scopes = [], [scope]
    for parameter in parameters:
        short = _short(parameter.name)
        local, inner = book.elaborator.local(ast.Name(short, span=parameter.span), parameter.type, scopes[-1])
        found.append(ir.Parameter(local.name, parameter.type))
        scopes.append(inner)
    return tuple(found), scopes


def _bind_generator(book: Rulebook, node: ast.GeneratorClause | None, scope: Scope) -> tuple[ir.Each | None, Scope]:
    if node is None:
        return None, scope
    domain, type_ = book.elaborator.domain(node.domain, scope)
    local, inner = book.elaborator.local(node.name, type_, scope)
    return ir.Each(local.name, domain, type_, span=node.span), inner


def _choices(book: Rulebook, choices: Sequence[ast.TextChoice], scope: Scope) -> ir.Choices:
    found = []
    for choice in choices:
        condition = None if choice.condition is None else book.elaborator.condition(choice.condition, scope)
        found.append((book.elaborator.template(choice.text, scope), condition))
    return tuple(found)


def _labels(book: Rulebook, line: ast.SayLineDecl, parameters: Sequence[ir.Parameter], scopes: Sequence[Scope]) -> Iterator[ir.SayLabel]:
    names = [_short(parameter.name) for parameter in parameters]
    for label in line.labels:
        if label.label in names:
            number = names.index(label.label)
            yield ir.SayLabel(number, _choices(book, label.choices, scopes[number + 1]))
        elif label.label != line.name.text:
            repair = hint(label.label, names) or "name a parameter of the action"
            book.report("E0643", f"{line.name} has no parameter {label.label}", label.span, "unknown", repair=repair)


# -- what values are called -------------------------------------------------------------------------------------------


def _look_at_names(book: Rulebook, names: ast.SayNamesDecl) -> None:
    """Words are put into the types where these are declared; here only what does not exist is reported."""
    known = _members(book, names.type.text)
    if known is None:
        types = [name for name, type_ in book.symbols.types.items() if isinstance(type_, EnumType | RecordType)]
        repair = hint(names.type.text, types) or "name a type of names, a table, a record type or Player"
        book.report("E0645", f"{names.type} has no values with names", names.type.span, "not such a type", repair=repair)
        return
    for word in names.words:
        if word.label not in known:
            repair = hint(word.label, known) or "leave it out"
            book.report("E0645", f"{names.type} has no {word.label}", word.span, "unknown", repair=repair)


def _members(book: Rulebook, name: str) -> tuple[str, ...] | None:
    type_: Type | None = book.symbols.types.get(name)
    match type_:
        case EnumType(members=members):
            return members
        case RecordType(fields=fields):
            return tuple(label for label, _ in fields)
        case _:
            return None

