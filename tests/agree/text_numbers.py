"""Random numbers and conditions as source text."""

from __future__ import annotations

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
from tests.agree.text_basis import (
    AND,
    ATOM,
    COMPARE,
    IF,
    IMPLIES,
    NEGATED,
    NOT,
    OR,
    PRODUCT,
    SUM,
    WITH,
    Sight,
    Term,
    Writer,
)


class Numbers(Writer):
    """Writes numbers and conditions."""

    __slots__ = ()

    def number(self, depth: int, sight: Sight) -> Term:
        """Any number."""
        if depth <= 0:
            found = self.access(None, 0, sight) if self.chance(0.7) else None
            return found or self._digits(self.dice.randint(-2, 5))
        makers = [
            self._arithmetic,
            self._arithmetic,
            self._quotient,
            self._counted,
            self._summed,
            self._best,
            self._small,
            self._looked,
        ]
        return self.dice.choice(makers)(depth - 1, sight)

    def _digits(self, value: int) -> Term:
        return Term(str(value), NEGATED if value < 0 else ATOM)

    def within(self, kind: IntType, depth: int, sight: Sight) -> Term:
        """A number held inside a range."""
        low, high, found = kind.low, kind.high, self.number(depth, sight)
        match self.dice.randrange(6):
            case 0 | 1:
                return Term(f"clamp({self.at(found, WITH)}, {low}, {high})")
            case 2:
                return Term(f"min(max({self.at(found, WITH)}, {low}), {high})")
            case 3:
                name = self.access(None, 0, sight)
                if name is not None:
                    test = self.dice.choice(
                        [f"{name.text} in {low}..{high}", f"{name.text} >= {low} and {name.text} <= {high}"]
                    )
                    return Term(f"{name.text} if {test} else {self.leaf(kind, sight).text}", IF)
            case 4 if low >= 0 and high > low:
                return Term(
                    f"{self.at(found, PRODUCT)} % {high + 1}"
                    if low == 0
                    else f"{low} + {self.at(found, PRODUCT)} % {high + 1 - low}",
                    SUM,
                )
        return found if self.risky() else self.leaf(kind, sight)

    def _arithmetic(self, depth: int, sight: Sight) -> Term:
        left, right = self.number(depth, sight), self.number(depth, sight)
        match self.dice.choice(["+", "-", "*", "min", "max", "abs", "minus"]):
            case ("+" | "-") as sign:
                return Term(f"{self.at(left, SUM)} {sign} {self.at(right, PRODUCT)}", SUM)
            case "*":
                return Term(f"{self.at(left, PRODUCT)} * {self.at(right, NEGATED)}", PRODUCT)
            case "abs":
                return Term(f"abs({self.at(left, WITH)})")
            case "minus":
                return Term(f"-{self.at(left, ATOM)}", NEGATED)
            case word:
                return Term(f"{word}({self.at(left, WITH)}, {self.at(right, WITH)})")

    def _quotient(self, depth: int, sight: Sight) -> Term:
        left, by = self.number(depth, sight), self._digits(self.dice.choice([-2, 2, 3]))
        right = self.number(depth, sight) if self.risky() else by
        return Term(f"{self.at(left, PRODUCT)} {self.dice.choice('/%')} {self.at(right, NEGATED)}", PRODUCT)

    def _counted(self, depth: int, sight: Sight) -> Term:
        many = [name.text for name in sight.names if isinstance(name.kind, SetType | BagType | ListType | DeckType)]
        if many and self.chance(0.4):
            return Term(f"len({self.dice.choice(many)})")
        clauses, inner = self.clauses(depth, sight)
        return Term(f"count({self.truth(depth, inner)} {clauses})")

    def _summed(self, depth: int, sight: Sight) -> Term:
        clauses, inner = self.clauses(depth, sight)
        return Term(f"sum({self.at(self.number(depth, inner), IF)} {clauses})")

    def _best(self, depth: int, sight: Sight) -> Term:
        clauses, inner = self.clauses(depth, sight)
        otherwise = "" if self.risky() else f" else {self.at(self.number(depth, sight), IF)}"
        return Term(
            f"{self.dice.choice(['min', 'max'])}({self.at(self.number(depth, inner), IF)} {clauses}{otherwise})"
        )

    def _small(self, depth: int, sight: Sight) -> Term:
        match self.dice.randrange(4):
            case 0:
                kind = self.dice.choice(
                    [kind for kind in self.world.singles if isinstance(kind, EnumType | RecordType)]
                )
                return Term(f"number({self.at(self.strong(kind, depth, sight), WITH)})")
            case 1:
                maybe = [
                    name.text
                    for name in sight.names
                    if isinstance(name.kind, OptionalType) and isinstance(name.kind.item, IntType)
                ]
                if maybe:
                    return Term(f"value({self.dice.choice(maybe)}, {self.at(self.number(depth, sight), WITH)})")
            case 2:
                then, otherwise = self.number(depth, sight), self.number(depth, sight)
                return Term(
                    f"{self.at(then, IMPLIES)} if {self.truth(depth, sight, IMPLIES)} else {self.at(otherwise, IF)}", IF
                )
        return self.number(0, sight)

    def _looked(self, depth: int, sight: Sight) -> Term:
        found = self.call(None, depth, sight) if self.chance(0.4) else None
        return found or self.access(None, depth, sight) or self.number(0, sight)

    # -- conditions ---------------------------------------------------------------------------------------------------

    def comparison(self, kind: Type, depth: int, sight: Sight) -> Term:
        """Two numbers."""
        sign = self.dice.choice(["<", "<=", ">", ">=", "==", "!="])
        left = self._looked(depth, sight)
        return Term(f"{self.at(left, SUM)} {sign} {self.at(self.number(depth, sight), SUM)}", COMPARE)

    def equality(self, kind: Type, depth: int, sight: Sight) -> Term:
        """Two values of one type, the first of which tells it."""
        kinds = [name.kind for name in sight.names if not isinstance(name.kind, IntType)]
        of = self.dice.choice([*kinds, *(each for each in self.world.singles if isinstance(each, EnumType))])
        second = (
            self.strong if isinstance(of, MapType | DeckType) else self.make
        )  # what fills a map or a deck is none to compare with
        left, right = self.strong(of, depth, sight), second(of, depth, sight)
        return Term(f"{self.at(left, SUM)} {self.dice.choice(['==', '!='])} {self.at(right, SUM)}", COMPARE)

    def order(self, kind: Type, depth: int, sight: Sight) -> Term:
        """Two values of an enum by their order."""
        of = self.dice.choice([each for each in self.world.singles if isinstance(each, EnumType)])
        left, right = self.strong(of, depth, sight), self.make(of, depth, sight)
        return Term(f"{self.at(left, SUM)} {self.dice.choice(['<', '<=', '>', '>='])} {self.at(right, SUM)}", COMPARE)

    def logic(self, kind: Type, depth: int, sight: Sight) -> Term:
        """Words of logic; behind `and` and `implies` what stands before is known."""
        match self.dice.choice(["and", "and", "or", "implies", "not"]):
            case "and":
                left, behind = self.condition(depth, sight)
                return Term(f"({left}) and {self.truth(depth, behind, NOT)}", AND)
            case "or":
                return Term(f"{self.truth(depth, sight, OR)} or {self.truth(depth, sight, AND)}", OR)
            case "implies":
                left, behind = self.condition(depth, sight)
                return Term(f"({left}) implies {self.truth(depth, behind, OR)}", IMPLIES)
            case _:
                return Term(f"not {self.truth(depth, sight, NOT)}", NOT)

    def member(self, kind: Type, depth: int, sight: Sight) -> Term:
        """Is something in something."""
        domain, item = self.domain(depth, sight)
        word = self.dice.choice(["in", "not in"])
        left = self.strong(item, depth, sight)
        plain = ".." in domain or " " not in domain
        return Term(f"{self.at(left, SUM)} {word} {domain if plain else f'({domain})'}", COMPARE)

    def subset(self, kind: Type, depth: int, sight: Sight) -> Term:
        """Two sets."""
        sets = [name.kind for name in self.named(SetType, sight)]
        if not sets:
            return self.comparison(kind, depth, sight)
        of = self.dice.choice(sets)
        left, right = self.strong(of, depth, sight), self.make(of, depth, sight)
        return Term(
            f"{self.at(left, SUM)} {self.dice.choice(['<=', '<', '>=', '>', '=='])} {self.at(right, SUM)}", COMPARE
        )

    def quantified(self, kind: Type, depth: int, sight: Sight) -> Term:
        """`any` and `all`."""
        clauses, inner = self.clauses(depth, sight)
        return Term(f"{self.dice.choice(['any', 'all'])}({self.truth(depth, inner)} {clauses})")

    def question(self, kind: Type, depth: int, sight: Sight) -> Term:
        """What may be none, and what may be asked of the play."""
        if sight.actions and self.chance(0.3):
            return Term(f"possible({self.dice.choice(sight.actions)})")
        if sight.stuck and self.chance(0.3):
            return Term("stuck()")
        maybe = self.named(OptionalType, sight)
        if not maybe:
            return self.leaf(BoolType(), sight)
        return Term(f"{self.dice.choice(maybe).text} {self.dice.choice(['==', '!='])} none", COMPARE)
