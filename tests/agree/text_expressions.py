"""Random expressions of a wanted type as source text."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir.types import (
    BagType,
    BoolType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
)
from tests.agree.text_basis import ATOM, IF, IMPLIES, PRODUCT, SUM, WITH, Sight, Term, spell
from tests.agree.text_numbers import Numbers

Maker = Callable[[Type, int, Sight], Term]


class Expressions(Numbers):
    """Writes expressions of any type."""

    __slots__ = ()

    def make(self, kind: Type, depth: int, sight: Sight) -> Term:
        """An expression where this type is wanted."""
        if depth <= 0 or self.chance(0.15):
            return self.leaf(kind, sight)
        if isinstance(kind, IntType) and self.chance(0.6):
            return self.within(kind, depth - 1, sight)
        special = self._makers(kind)
        general: list[Maker] = [self._choice, self._part, self._called]
        return self.dice.choice(special * 2 + general)(kind, depth - 1, sight)

    def leaf(self, kind: Type, sight: Sight) -> Term:
        """A name or a literal."""
        found = self.access(kind, 0, sight) if self.chance(0.75) else None
        return found or self.literal(kind)

    def strong(self, kind: Type, depth: int, sight: Sight) -> Term:
        """An expression that tells its type by itself."""
        found = self.access(kind, depth, sight) if self.chance(0.7) else self.call(kind, depth, sight)
        if found is not None:
            return found
        match kind:
            case IntType():
                return self.number(depth, sight)
            case EnumType(name, members, sort):
                return Term(f"{'' if sort == 'reading' else f'{name}.'}{self.dice.choice(members)}")
            case RecordType(name):
                return self._construct(kind, depth - 1, sight)
            case SetType(item):
                return self._strong_set(item, depth, sight)
            case ListType(item):
                return Term(f"[{self.at(self.strong(item, depth - 1, sight), WITH)}]")
            case OptionalType(item):
                return self.strong(item, depth, sight)
            case _:
                return self.access(kind, 1, sight) or self.make(kind, depth, sight)

    def _strong_set(self, item: Type, depth: int, sight: Sight) -> Term:
        if depth > 0 and self.chance(0.4) and not isinstance(item, BoolType | IntType | OptionalType):
            clauses, inner = self.clauses(depth - 1, sight)
            return Term(f"{{{self.at(self.strong(item, depth - 1, inner), IF)} {clauses}}}")
        items = [self.at(self.strong(item, depth - 1, sight), WITH) for _ in range(self.dice.randint(1, 2))]
        return Term(f"{{{', '.join(items)}}}")

    def _makers(self, kind: Type) -> list[Maker]:
        match kind:
            case BoolType():
                return [
                    self.comparison, self.comparison, self.equality, self.order, self.logic, self.logic, self.member, self.subset,
                    self.quantified, self.question,
                ]  # fmt: skip
            case EnumType():
                return [self._neighbour, self._insisted, self._nth, self._neighbour]
            case RecordType():
                return [self._construct, self._changed, self._insisted]
            case OptionalType():
                return [self._present, self._first, self._present]
            case SetType():
                return [
                    self._set_of,
                    self._set_sum,
                    self._set_fold,
                    self._union,
                    self._ranked,
                    self._walk,
                    self._everything,
                    self._members,
                ]
            case BagType():
                return [self._bag_of]
            case ListType():
                return [self._list_of, self._list_part, self._list_fold]
            case MapType():
                return [self._map_fold, self._entries]
            case _:
                return []

    # -- literals -----------------------------------------------------------------------------------------------------

    def literal(self, kind: Type) -> Term:
        """A value written down."""
        match kind:
            case BoolType():
                return Term(self.dice.choice(["false", "true"]))
            case IntType(low, high):
                return self._digits(self.dice.randint(low, high))
            case EnumType(name, members, sort):
                member = self.dice.choice(members)
                return Term(f"{name}.{member}" if sort != "reading" and self.chance(0.1) else member)
            case RecordType(fields=fields):
                return Term(f"{kind.name}({', '.join(self.at(self.literal(item), WITH) for _, item in fields)})")
            case OptionalType(item):
                return Term("none") if self.chance(0.4) else self.literal(item)
            case SetType(item):
                return self._bracketed("{}", item, 2)
            case ListType(item, most):
                return self._bracketed("[]", item, most)
            case BagType(item, most):
                return Term("nothing") if self.chance(0.3) else self._counts(item, most)
            case MapType(key, item):
                return self._written_map(key, item)
            case DeckType(item, most):
                return self.dice.choice(
                    [Term("all"), self._counts(item, most), self._bracketed("[]", item, most), Term("nothing")]
                )
            case _:
                raise TypeError(f"{kind} is not written")

    def _bracketed(self, brackets: str, item: Type, most: int) -> Term:
        items = ", ".join(self.at(self.literal(item), WITH) for _ in range(self.dice.randint(0, most)))
        return Term(f"{brackets[0]}{items}{brackets[1]}")

    def _counts(self, item: Type, most: int) -> Term:
        return Term(f"{{{self.literal(item).text}: {self.dice.randint(0, most)}}}")

    def _written_map(self, key: Type, item: Type) -> Term:
        if self.chance(0.4):
            return self.literal(item) if not isinstance(item, MapType) else Term("nothing")
        return Term(f"{{{self.at(self.literal(key), WITH)}: {self.at(self.literal(item), WITH)}}}")

    # -- any type -----------------------------------------------------------------------------------------------------

    def _choice(self, kind: Type, depth: int, sight: Sight) -> Term:
        condition, behind = self.condition(depth, sight)
        then, otherwise = self.text(kind, depth, behind, IMPLIES), self.text(kind, depth, sight, IF)
        return Term(f"{then} if {condition} else {otherwise}", IF)

    def _part(self, kind: Type, depth: int, sight: Sight) -> Term:
        lists = [
            name for name in self.named(ListType, sight) if isinstance(name.kind, ListType) and name.kind.item == kind
        ]
        if lists and self.chance(0.5):
            name = self.dice.choice(lists).text
            taken = self.dice.choice([f"top({name})", f"last({name})", f"{name}[1]"])
            other = self.text(kind, depth, sight, IF)
            return Term(taken) if self.risky() else Term(f"{taken} if len({name}) > 0 else {other}", IF)
        return self.access(kind, depth + 1, sight) or self.leaf(kind, sight)

    def _called(self, kind: Type, depth: int, sight: Sight) -> Term:
        return self.call(kind, depth, sight) or self.leaf(kind, sight)

    def _neighbour(self, kind: Type, depth: int, sight: Sight) -> Term:
        return Term(f"{self.dice.choice(['next', 'previous'])}({self.text(kind, depth, sight, WITH)})")

    def _nth(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, EnumType)
        if kind.kind == "reading":  # its name stands for the reading that is taken
            return self.leaf(kind, sight)
        return Term(f"nth({kind}, {self.within(IntType(1, len(kind.members)), depth, sight).text})")

    def _insisted(self, kind: Type, depth: int, sight: Sight) -> Term:
        maybe = [name.text for name in sight.names if name.kind == OptionalType(kind)]
        if not maybe:
            return self.leaf(kind, sight)
        name = self.dice.choice(maybe)
        return Term(f"the({name})") if self.risky() else Term(f"value({name}, {self.text(kind, depth, sight, WITH)})")

    # -- records and what may be none ---------------------------------------------------------------------------------

    def _construct(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, RecordType)
        named = self.chance(0.3)
        parts = [(f"{label} = " if named else "") + self.text(item, depth, sight, WITH) for label, item in kind.fields]
        return Term(f"{kind.name}({', '.join(parts)})")

    def _changed(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, RecordType)
        label, item = self.dice.choice(kind.fields)
        return Term(
            f"{self.at(self.strong(kind, depth, sight), ATOM)} with {label} = {self.text(item, depth, sight)}", WITH
        )

    def _present(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, OptionalType)
        return self.make(kind.item, depth, sight)

    def _first(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, OptionalType)
        clauses, inner = self.clauses(depth, sight)
        return Term(f"first({self.text(kind.item, depth, inner)} {clauses})")

    # -- sets ---------------------------------------------------------------------------------------------------------

    def _set_of(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, SetType)
        return Term(
            f"{{{', '.join(self.text(kind.item, depth, sight, WITH) for _ in range(self.dice.randint(0, 3)))}}}"
        )

    def _set_sum(self, kind: Type, depth: int, sight: Sight) -> Term:
        left, right = self.strong(kind, depth, sight), self.make(kind, depth, sight)
        if self.chance(0.3):
            return Term(f"common({self.at(left, WITH)}, {self.at(right, WITH)})")
        return Term(f"{self.at(left, SUM)} {self.dice.choice('+-')} {self.at(right, PRODUCT)}", SUM)

    def _set_fold(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, SetType)
        clauses, inner = self.clauses(depth, sight)
        return Term(f"{{{self.text(kind.item, depth, inner)} {clauses}}}")

    def _union(self, kind: Type, depth: int, sight: Sight) -> Term:
        clauses, inner = self.clauses(depth, sight)
        return Term(f"union({self.at(self.strong(kind, depth, inner), IF)} {clauses})")

    def _ranked(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, SetType)
        clauses, inner = self.clauses(depth, sight)
        if isinstance(kind.item, IntType | OptionalType):
            return self._set_fold(kind, depth, sight)
        item, by = self.strong(kind.item, depth, inner), self.number(depth, inner)
        return Term(f"{self.dice.choice(['highest', 'lowest'])}({self.at(item, IF)} by {self.at(by, IF)} {clauses})")

    def _walk(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, SetType)
        if isinstance(kind.item, IntType | OptionalType | BoolType):
            return self._set_of(kind, depth, sight)
        name = self.fresh()
        start = self.at(self.strong(kind, depth - 1, sight), WITH)
        step = self.at(self.strong(kind, depth - 1, sight.binding(name, kind.item)), IF)
        if self.chance(0.5):
            return Term(f"reach({start} via {name}: {step})")
        aim = self.at(self.strong(kind, depth - 1, sight), WITH)
        if self.chance(0.3):
            other = self.text(kind, depth, sight, IF)
            return Term(
                f"{start} if distance({start}, {aim} via {name}: {step}) == {self.dice.randint(0, 2)} else {other}", IF
            )
        return Term(f"nearest({start}, {aim} via {name}: {step})")

    def _members(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, SetType)
        many = [
            name.text
            for name in sight.names
            if isinstance(name.kind, ListType | BagType) and name.kind.item == kind.item
        ]
        return Term(f"members({self.dice.choice(many)})") if many else self._set_of(kind, depth, sight)

    def _everything(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, SetType)
        return (
            Term(spell(kind.item)) if isinstance(kind.item, EnumType | RecordType) else self._set_of(kind, depth, sight)
        )

    # -- bags, lists and maps -----------------------------------------------------------------------------------------

    def _bag_of(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, BagType)
        if self.chance(0.5):
            return self.leaf(kind, sight)
        name = self.fresh()
        count = self.text(IntType(0, kind.most), depth, sight.binding(name, kind.item))
        return Term(f"{{{name}: {count} for {name} in {self.world.values(kind.item)}}}")

    def _list_of(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, ListType)
        return Term(
            f"[{', '.join(self.text(kind.item, depth, sight, WITH) for _ in range(self.dice.randint(0, kind.most)))}]"
        )

    def _list_part(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, ListType)
        whole = self.at(self.strong(kind, depth, sight), WITH)
        match self.dice.choice(["rest", "reversed", "shuffled", "last", "without_last", "first", "+"]):
            case "+":
                sum_of = f"{self.at(self.strong(kind, depth, sight), SUM)} + {self.at(self.strong(kind, depth, sight), PRODUCT)}"
                return Term(f"first({sum_of}, {kind.most})")
            case ("rest" | "reversed") as word:
                return Term(f"{word}({whole})")
            case word:
                return Term(f"{word}({whole}, {self.at(self.number(depth, sight), WITH)})")

    def _list_fold(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, ListType)
        name = self.fresh()
        inner = sight.binding(name, IntType(1, kind.most))
        kept = f" where {self.truth(depth, inner, IMPLIES)}" if self.chance(0.5) else ""
        return Term(f"[{self.text(kind.item, depth, inner)} for {name} in 1..{kind.most}{kept}]")

    def _map_fold(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, MapType)
        name = self.fresh()
        inner = sight.binding(name, kind.key)
        key = name if self.chance(0.7) else self.text(kind.key, depth, inner)
        return Term(f"{{{key}: {self.text(kind.value, depth, inner)} for {name} in {self.world.values(kind.key)}}}")

    def _entries(self, kind: Type, depth: int, sight: Sight) -> Term:
        assert isinstance(kind, MapType)
        return Term(f"{{{self.text(kind.key, depth, sight, WITH)}: {self.text(kind.value, depth, sight, WITH)}}}")
