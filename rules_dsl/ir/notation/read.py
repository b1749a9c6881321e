"""Text → a game; the inverse of `write.write_game`. Raises ValueError for what is no text form of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields
from types import NoneType
from typing import Any

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.notation.forms import Form, FormGroup, Text, Word, read_forms
from rules_dsl.ir.notation.implied import NotationScope
from rules_dsl.ir.notation.named import NamedType, read_type, unique_words
from rules_dsl.ir.notation.shapes import (
    OPERATORS,
    TYPES,
    binds,
    enum_of,
    hint_of,
    holds_type,
    is_typed,
    item_hints,
    list_written_fields,
    members_of,
    nodes_of,
    words_of,
)
from rules_dsl.ir.types import BOOL, EnumType, IntType, RecordType, Type, Value
from rules_dsl.quantities import quantity

CLASSES: dict[str, type] = {name: kind for name, kind in vars(ir).items() if isinstance(kind, type)}
NAMED: dict[str, type] = {kind.__name__: kind for kind in TYPES}
NUMBER_SIGNS = frozenset("-0123456789")


def read_game(text: str) -> ir.Game:
    """The game of a text form."""
    try:
        return _game(text)
    except (AttributeError, IndexError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"not the text form of a game: {error}") from error


def _game(text: str) -> ir.Game:
    entries = list(_entries(read_forms(text)))
    reader = FormReader()
    for field, form, name in entries:
        if field == "type":
            reader.name_type(name, form)
    reader.learn([(field, form) for field, form, _ in entries if field != "type"])
    return reader.game([(field, form) for field, form, _ in entries if field != "type"])


def _entries(forms: Sequence[Form]) -> Iterator[tuple[str, Form, str]]:
    """Each field with its form; types have a name, too."""
    rest = iter(forms)
    for lead in rest:
        if not isinstance(lead, Word):
            raise ValueError(f"a field of a game belongs here: {lead}")
        field = lead.text.partition("#")[0]
        name = next(rest, None) if field == "type" else Word("")
        form = next(rest, None)
        if form is None or not isinstance(name, Word | Text):
            raise ValueError(f"{field} of what?")
        yield field, form, name.text


class FormReader:
    """Forms as nodes, led by what each field may hold."""

    def __init__(self) -> None:
        self.names: dict[str, NamedType] = {}
        self.scope = NotationScope()

    def name_type(self, name: str, form: Form) -> None:
        """An enum or a record, whose parts are known."""
        result = self.node(form, NAMED)
        if not isinstance(result, EnumType | RecordType):
            raise ValueError(f"{name} is neither an enum nor a record")
        self.names[name] = result

    def learn(self, entries: Sequence[tuple[str, Form]]) -> None:
        """The types of all names, before anybody reads a name."""
        tables = {
            "variables": self.scope.variables, "finds": self.scope.variables,
            "constants": self.scope.constants, "functions": self.scope.functions,
        }  # fmt: skip
        for field, form in entries:
            for name, type_ in self._read_bindings(form, depth=0):
                if field in tables and isinstance(form, FormGroup) and name == _text_of(form.items[1]):
                    tables[field].setdefault(name, type_)
            for name, type_ in self._read_bindings(form, depth=None):
                self.scope.locals.setdefault(name, type_)

    def _read_bindings(self, form: Form, depth: int | None) -> Iterator[tuple[str, Type]]:
        """Names and their types in the order in which they are written; with depth 0 of this form alone."""
        if not isinstance(form, FormGroup):
            return
        head = form.items[0] if form.items and form.bracket == "(" else None
        if isinstance(head, Word) and head.type is not None and head.text in CLASSES and binds(CLASSES[head.text]):
            place = [part.name for part in list_written_fields(CLASSES[head.text])].index("name")
            yield _text_of(form.items[place + 1]), read_type(head.type, self.names)
        if depth is None:
            for item in form.items:
                yield from self._read_bindings(item, None)

    def game(self, entries: Sequence[tuple[str, Form]]) -> ir.Game:
        """All fields of a game."""
        known = {part.name: hint_of(ir.Game, part.name) for part in fields(ir.Game)}
        game: dict[str, Any] = {}
        for field, form in entries:
            if field not in known:
                raise ValueError(f"a game has no {field}")
            hint = known[field]
            if any(get is tuple for get in [getattr(member, "__origin__", None) for member in members_of(hint)]):
                game[field] = (*game.get(field, ()), self.read(form, item_hints(hint, (form,))[0]))
            else:
                game[field] = self.read(form, hint)
        missing = [part.name for part in fields(ir.Game) if part.default is MISSING and part.name not in game]
        if missing:
            raise ValueError(f"a game needs {', '.join(missing)}")
        return ir.Game(**game)

    def read(self, form: Form, hint: Any) -> Any:
        """The value of a field."""
        if hint is Any:
            return read_raw(form)
        if holds_type(hint):
            return read_type(form, self.names)
        match form:
            case Text(text) if str in members_of(hint):
                return text
            case FormGroup(items, "["):
                return tuple(self.read(item, inner) for item, inner in zip(items, item_hints(hint, items), strict=True))
            case FormGroup():
                return self.node(form, nodes_of(hint))
            case Word("none", None) if NoneType in members_of(hint):
                return None
            case Word(text, type_):
                return self._word(text, type_, hint)
            case _:
                raise ValueError(f"{form} where {hint} belongs")

    def _word(self, text: str, type_: Form | None, hint: Any) -> Any:
        members = members_of(hint)
        kind = enum_of(hint)
        if kind is not None:
            return kind(text)
        if ir.Literal in members or ir.VarPlace in members or ir.Rule in members:
            return self._shorthand(text, type_, members)
        if bool in members and text in ("true", "false"):
            return text == "true"
        if int in members:
            return int(text)
        if str in members or text in words_of(hint):
            return text
        raise ValueError(f"{text} where {hint} belongs")

    def node(self, form: Form, kinds: dict[str, type]) -> Any:
        """`(Class:type field …)`."""
        if not isinstance(form, FormGroup) or not form.items or not isinstance(form.items[0], Word):
            raise ValueError(f"a node belongs here: {form}")
        head, items = form.items[0], form.items[1:]
        if head.text in OPERATORS and "Binary" in kinds:
            head, items = Word("Binary", head.type), (Word(head.text), *items)
        if head.text not in kinds:
            raise ValueError(f"{head.text} does not belong here; {', '.join(kinds)} do")
        kind, parts = kinds[head.text], dict[str, Any]()
        names = list_written_fields(kind)
        if len(items) > len(names):
            raise ValueError(f"{head.text} has {quantity(len(names), 'field')}, not {len(items)}")
        for part, item in zip(names, items, strict=False):
            parts[part.name] = self.read(item, hint_of(kind, part.name))
            self.scope.bind(kind, parts)
        return self._make_node(kind, parts, head.type)

    def _make_node(self, kind: type, parts: dict[str, Any], type_: Form | None) -> Any:
        missing = [
            part.name for part in list_written_fields(kind) if part.default is MISSING and part.name not in parts
        ]
        if missing:
            raise ValueError(f"{kind.__name__} needs {', '.join(missing)}")
        if is_typed(kind):
            implied = (
                self.scope.imply_type(kind, {part.name: None for part in list_written_fields(kind)} | parts)
                if type_ is None
                else None
            )
            parts["type"] = self._type(type_, implied, kind.__name__)
        return kind(**parts)

    def _type(self, form: Form | None, implied: Type | None, what: str) -> Type:
        if form is not None:
            return read_type(form, self.names)
        if implied is None:
            raise ValueError(f"{what} needs a type")
        return implied

    def _shorthand(self, text: str, type_: Form | None, members: tuple[Any, ...]) -> Any:
        """A name, a scalar value, a rule."""
        if text.startswith("&"):
            return ir.Rule(text[1:])
        if text.startswith("$"):
            return self._make_node(ir.VarPlace if ir.VarPlace in members else ir.Var, {"name": text[1:]}, type_)
        if text.startswith("@"):
            return self._make_node(ir.Const, {"name": text[1:]}, type_)
        if "'" in text or text in ("none", "true", "false") or text[0] in NUMBER_SIGNS:
            return self._literal(text, type_)
        return self._make_node(ir.Local, {"name": text}, type_)

    def _literal(self, text: str, type_: Form | None) -> ir.Literal:
        value, implied = self._scalar(text)
        return ir.Literal(value, self._type(type_, implied, text))

    def _scalar(self, text: str) -> tuple[Value, Type | None]:
        if text == "none":
            return None, None
        if text in ("true", "false"):
            return text == "true", BOOL
        if "'" not in text:
            return int(text), IntType(int(text), int(text))
        name, _, word = text.partition("'")
        type_ = self.names.get(name)
        match type_:
            case EnumType(members=members) if word in members:
                return members.index(word), type_
            case RecordType(spelling=spelling):
                known = unique_words(spelling)
                return (known[word] if word in known else int(word)), type_
            case _:
                raise ValueError(f"no value: {text}")


def _text_of(form: Form) -> str:
    return "" if isinstance(form, FormGroup) else form.text


def read_raw(form: Form) -> Value:
    """A value just as machines hold it."""
    match form:
        case Word("none"):
            return None
        case Word("true" | "false" as text):
            return text == "true"
        case Word(text):
            return float(text) if "." in text or "e" in text else int(text)
        case Text(text):
            return text
        case FormGroup((Word("list"), *items), "("):
            return list(map(read_raw, items))
        case FormGroup((Word("dict"), *items), "("):
            return dict(map(read_raw, items))
        case FormGroup(items):
            return tuple(map(read_raw, items))
