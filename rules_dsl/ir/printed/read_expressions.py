"""Text → expressions."""

from __future__ import annotations

from rules_dsl.ir.nodes import (
    Binary,
    Builtin,
    Call,
    Clause,
    Collect,
    Const,
    Construct,
    Convert,
    Domain,
    Each,
    Expr,
    Field,
    Fold,
    IfElse,
    Index,
    LetIn,
    Literal,
    Local,
    MapOfEntries,
    Possible,
    Range,
    Stuck,
    Template,
    Unary,
    Until,
    Var,
    Walk,
    Where,
    While,
)
from rules_dsl.ir.printed import defaults
from rules_dsl.ir.printed.lines import Words
from rules_dsl.ir.printed.read_types import TypeReader
from rules_dsl.ir.types import BOOL, TEXT, IntType, RecordType, SetType, Type

WALKS = ("reach", "distance", "nearest")


class ExpressionReader(TypeReader):
    """Reads expressions; knows the types of names."""

    def __init__(self) -> None:
        super().__init__()
        self.variables: dict[str, Type] = {}
        self.constants: dict[str, Type] = {}
        self.functions: dict[str, Type] = {}
        self.locals: dict[str, Type] = {}

    def typed(self, words: Words, default: Type | None) -> Type:
        """The type written next, else the default."""
        if words.accept(":"):
            return self.type(words)
        if default is None:
            raise words.problem("a type")
        return default

    def bind(self, name: str, type_: Type) -> str:
        """Remember a local."""
        self.locals[name] = type_
        return name

    def expression(self, words: Words) -> Expr:
        """Read an expression."""
        found = self._primary(words)
        while True:
            if words.accept("["):
                key = self.expression(words)
                words.expect("]")
                found = Index(found, key, self.typed(words, defaults.index_type(found.type)))
            elif words.accept("->"):
                name = words.name()
                found = Field(found, name, self.typed(words, defaults.field_type(found.type, name)))
            else:
                return found

    def optional(self, words: Words, *lead: str) -> Expr | None:
        """Read an expression if its leading words come."""
        return self.expression(words) if words.accept(*lead) else None

    def several(self, words: Words, close: str) -> tuple[Expr, ...]:
        """Expressions with commas between them."""
        return tuple(words.several(close, lambda: self.expression(words)))

    def _primary(self, words: Words) -> Expr:
        match words.kind():
            case "number":
                value = words.number()
                return Literal(value, self.typed(words, IntType(value, value)))
            case "string":
                return Literal(words.string(), TEXT)
            case "raw":
                return Literal(words.raw(), self.typed(words, None))
            case "name" | "quoted":
                return self._named(words)
            case _:
                return self._symbol(words)

    def _symbol(self, words: Words) -> Expr:
        match words.take().text:
            case "$":
                name = words.name()
                return Var(name, self.typed(words, self.variables.get(name)))
            case "@":
                name = words.name()
                return Const(name, self.typed(words, self.constants.get(name)))
            case "(":
                return self._in_parentheses(words)
            case "{":
                items = self.several(words, "}")
                return Collect(items, self.typed(words, None))
            case "&":
                return self._map(words)
            case _:
                raise words.problem("an expression")

    def _map(self, words: Words) -> Expr:
        words.expect("{")
        entries: list[tuple[Expr, Expr]] = []
        while not words.accept("else"):
            key = self.expression(words)
            words.expect("=>")
            entries.append((key, self.expression(words)))
            words.expect(",")
        default = self.expression(words)
        words.expect("}")
        return MapOfEntries(tuple(entries), default, self.typed(words, None))

    def _named(self, words: Words) -> Expr:
        name = words.name()
        if words.accept("'"):
            return self._value(name, words)
        if words.accept("!", "("):
            return self._builtin(name, words)
        if words.accept("("):
            arguments = self.several(words, ")")
            return Call(name, arguments, self.typed(words, self.functions.get(name)))
        if words.accept("{"):
            return self._walk(name, words) if name in WALKS else self._fold(name, words)
        match name:
            case "true" | "false":
                return Literal(name == "true", self.typed(words, BOOL))
            case "none":
                return Literal(None, self.typed(words, None))
            case "new":
                return self._construct(words)
            case _:
                return Local(name, self.typed(words, self.locals.get(name)))

    def _value(self, name: str, words: Words) -> Expr:
        type_ = self.named_type(name, words)
        if words.kind() == "number":
            value = words.number()
        elif isinstance(type_, RecordType):
            value = self.words_of_values[name][words.name()]
        else:
            value = type_.members.index(words.name())
        return Literal(value, self.typed(words, type_))

    def _construct(self, words: Words) -> Expr:
        type_ = self.named_type(words.name(), words)
        words.expect("(")
        if not isinstance(type_, RecordType):
            raise words.problem("a record")
        return Construct(self.several(words, ")"), type_)

    def _builtin(self, name: str, words: Words) -> Expr:
        match name:
            case "possible":
                action = words.name()
                words.expect(",")
                player = self.expression(words)
                words.expect(")")
                return Possible(action, player, self.typed(words, BOOL))
            case "stuck":
                words.expect(")")
                return Stuck(self.typed(words, BOOL))
            case "text":
                parts = words.several(")", lambda: self.expression(words) if words.accept("&") else words.string())
                return Template(tuple(parts), self.typed(words, TEXT))
            case _:
                arguments = self.several(words, ")")
                types = [argument.type for argument in arguments]
                return Builtin(name, arguments, self.typed(words, defaults.builtin_type(name, types)))

    def _in_parentheses(self, words: Words) -> Expr:
        if words.accept("if"):
            return self._if(words)
        if words.accept("let"):
            return self._let(words)
        if not words.next_is("{", 1) and words.accept("all"):
            item = self.type(words)
            words.expect(")")
            return Domain(item, self.typed(words, SetType(item)))
        for operator in ("not", "-"):
            if words.accept(operator):
                operand = self.expression(words)
                words.expect(")")
                return Unary(operator, operand, self.typed(words, defaults.unary_type(operator, operand.type)))
        return self._operation(self.expression(words), words)

    def _operation(self, left: Expr, words: Words) -> Expr:
        if words.accept("as"):
            checked = words.accept("!")
            type_ = self.type(words)
            words.expect(")")
            return Convert(left, type_, checked)
        operator = words.take().text
        right = self.expression(words)
        words.expect(")")
        if operator == "..":
            return Range(left, right, self.typed(words, defaults.range_type(left.type, right.type)))
        return Binary(operator, left, right, self.typed(words, defaults.binary_type(operator, left.type, right.type)))

    def _if(self, words: Words) -> Expr:
        condition = self.expression(words)
        words.expect("then")
        then = self.expression(words)
        words.expect("else")
        otherwise = self.expression(words)
        words.expect(")")
        return IfElse(condition, then, otherwise, self.typed(words, then.type))

    def _let(self, words: Words) -> Expr:
        name = words.name()
        words.expect("=")
        value = self.expression(words)
        self.bind(name, value.type)
        words.expect("in")
        body = self.expression(words)
        words.expect(")")
        return LetIn(name, value, body, self.typed(words, body.type))

    def each(self, words: Words) -> Each:
        """Read `x in domain`."""
        name = words.name()
        type_ = self.type(words) if words.accept(":") else None
        words.expect("in")
        domain = self.expression(words)
        item = type_ or defaults.item_type(domain.type)
        if item is None:
            raise words.problem("a type")
        return Each(self.bind(name, item), domain, item)

    def _fold(self, kind: str, words: Words) -> Expr:
        clauses: list[Clause] = []
        while not words.accept("=>"):
            if clauses:
                words.expect(",")
            clauses.append(self._clause(words))
        item = self.expression(words)
        key = None
        if words.accept("=>"):
            key, item = item, self.expression(words)
        by, default = self.optional(words, "by"), self.optional(words, "else")
        words.expect("}")
        return Fold(kind, item, tuple(clauses), self.typed(words, defaults.fold_type(kind, item.type)), key, by, default)

    def _clause(self, words: Words) -> Clause:
        match words.name():
            case "for":
                return self.each(words)
            case "where":
                return Where(self.expression(words))
            case "while":
                return While(self.expression(words))
            case "until":
                return Until(self.expression(words))
            case _:
                raise words.problem("a clause")

    def _walk(self, kind: str, words: Words) -> Expr:
        words.expect("from")
        start = self.expression(words)
        target = self.optional(words, "to")
        words.expect("via")
        name = self.bind(words.name(), defaults.item_type(start.type) or start.type)
        words.expect("=>")
        step = self.expression(words)
        words.expect("}")
        type_ = self.typed(words, defaults.walk_type(kind, start.type, target.type if target else None))
        return Walk(kind, start, target, name, step, type_)
