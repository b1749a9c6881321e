"""Play as a structure and play as nodes mean the same: random plays are followed both ways."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rules_dsl.ir.nodes import (
    Assign,
    Binary,
    Chance,
    Decide,
    Expr,
    For,
    Game,
    If,
    Leave,
    Let,
    Literal,
    Local,
    Loop,
    Range,
    Section,
    Stmt,
    Stop,
    Var,
    VarPlace,
)
from rules_dsl.ir.passes import automaton
from rules_dsl.ir.rebuild import Body, walk_statements
from rules_dsl.ir.types import BOOL, IntType, SetType, members_of_set
from rules_dsl.ir.verify import verify
from rules_dsl.machine.reference import ReferenceMachine
from tests.ir.samples import DIE, NOBODY, PLAYERS, SCORE, SCORED, action, decide, game, number, roll
from tests.seeds import drawn_daily

WEIGHT = IntType(0, 99)
MANY = 60


class Writer:
    """Writes random plays; names stay unique."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.names = 0

    def fresh(self) -> str:
        self.names += 1
        return f"x{self.names}"

    def block(self, depth: int, known: tuple[Local, ...], in_loop: bool) -> Body:
        body: list[Stmt] = []
        for _ in range(self.random.randint(1, 4)):
            stmt = self.statement(depth, known, in_loop)
            body.append(stmt)
            if isinstance(stmt, Let):
                known = (*known, Local(stmt.name, stmt.value.type))
            if isinstance(stmt, Chance):
                known = (*known, Local(stmt.name, DIE))
        return tuple(body)

    def statement(self, depth: int, known: tuple[Local, ...], in_loop: bool) -> Stmt:
        simple = [
            "assign",
            "assign",
            "let",
            "decide",
            "decide",
            "chance",
            *(["leave"] if in_loop else []),
            *(["stop"] if depth < 3 else []),
        ]
        nested = ["if", "if", "for", "loop", "section"] if depth else []
        match self.random.choice(simple + nested * 2):
            case "assign":
                return Assign(VarPlace("score", SCORE), self.amount(known), False, NOBODY)
            case "let":
                return Let(self.fresh(), self.amount(known))
            case "decide":
                return decide(*self.random.choice([("pass",), ("pass", "risk")]))
            case "chance":
                return roll(self.fresh())
            case "if":
                return If(self.test(known), self.block(depth - 1, known, in_loop), self.block(depth - 1, known, in_loop))
            case "for":
                return self.loop_over(depth, known)
            case "loop":
                return Loop(self.test(known), (*self.block(depth - 1, known, True), decide("pass")))
            case "section":
                local = Local(self.fresh(), WEIGHT)
                inside = self.block(depth - 1, (*known, local), in_loop)
                return Section(local.name, (Let(local.name, self.amount(known)),), inside)
            case "leave":
                return If(self.test(known), (Leave(),), ())
            case _:
                return If(self.test(known), (Stop(),), ())

    def loop_over(self, depth: int, known: tuple[Local, ...]) -> For:
        name = self.fresh()
        high = self.random.choice([number(3), Binary("min", self.amount(known), number(3), IntType(0, 3))])
        domains: list[Expr] = [PLAYERS, Range(number(1), high, SetType(IntType(1, 3))), Literal(0b101, SetType(DIE))]
        domain = self.random.choice(domains)
        assert isinstance(domain.type, SetType)
        item = domain.type.item
        more = (Local(name, item),) if isinstance(item, IntType) else ()
        return For(name, domain, item, self.block(depth - 1, known + more, True))

    def amount(self, known: tuple[Local, ...]) -> Expr:
        terms = [SCORED, number(self.random.randint(0, 9)), *known]
        left, right = self.random.choice(terms), self.random.choice(terms)
        total = Binary("+", left, right, IntType(0, 198))
        return Binary("%", Binary("*", total, number(3), IntType(0, 594)), number(100), WEIGHT)

    def test(self, known: tuple[Local, ...]) -> Expr:
        rest = Binary("%", self.amount(known), number(3), IntType(0, 2))
        return Binary("==", rest, number(self.random.randint(0, 2)), BOOL)


class Left(Exception):
    """A loop is left."""


class Over(Exception):
    """The play stops."""


class Follower:
    """Follows a structured play; chance gives 1, 2, … in turn."""

    def __init__(self) -> None:
        self.score = 0
        self.locals: dict[str, int] = {}
        self.rests = 0

    def value(self, expr: Expr) -> int:
        match expr:
            case Literal(value):
                return int(value)
            case Local(name):
                return self.locals[name]
            case Var():
                return self.score
            case Binary(operator, left, right):
                a, b = self.value(left), self.value(right)
                return {"+": a + b, "*": a * b, "%": a % b if b else 0, "==": int(a == b), "min": min(a, b)}[operator]
            case _:
                raise AssertionError(expr)

    def items(self, domain: Expr) -> list[int]:
        match domain:
            case Range(low, high):
                return list(range(self.value(low), self.value(high) + 1))
            case Literal(value, SetType(IntType(low, _))):
                return [low + place for place in members_of_set(value)]
            case _:
                return [0, 1]

    def rest(self, kind: str) -> tuple[str, int]:
        self.rests += 1
        return kind, self.score

    def block(self, body: Body) -> Iterator[tuple[str, int]]:
        for stmt in body:
            yield from self.statement(stmt)

    def statement(self, stmt: Stmt) -> Iterator[tuple[str, int]]:
        match stmt:
            case Assign(_, value):
                self.score = self.value(value)
            case Let(name, value):
                self.locals[name] = self.value(value)
            case Decide(_, actions):
                yield self.rest("decide")
                if actions[self.rests % len(actions)] == "risk":
                    yield self.rest("chance")
                    self.score = (self.score + outcome(self.rests)) % 100
            case Chance(name):
                yield self.rest("chance")
                self.locals[name] = outcome(self.rests)
            case If(condition, then, otherwise):
                yield from self.block(then if self.value(condition) else otherwise)
            case Section(_, parameters, inside):
                yield from self.block((*parameters, *inside))
            case Leave():
                raise Left
            case Stop():
                raise Over
            case For(name, domain, _, inside):
                yield from self.rounds(({name: item} for item in self.items(domain)), inside)
            case Loop(until, inside):
                assert until is not None
                yield from self.rounds(iter(lambda: None if self.value(until) else {}, None), inside)
            case _:
                raise AssertionError(stmt)

    def rounds(self, rounds: Iterator[dict[str, int]], inside: Body) -> Iterator[tuple[str, int]]:
        try:
            for names in rounds:
                self.locals |= names
                yield from self.block(inside)
        except Left:
            pass


def outcome(rests: int) -> int:
    """What chance gives after so many rests."""
    return rests % 6 + 1


def structured(sample: Game) -> list[tuple[str, int]]:
    """The rests of the structured play and the score there."""
    found: list[tuple[str, int]] = []
    follower = Follower()
    try:
        for rest in follower.block(sample.play):
            found.append(rest)
            if len(found) == MANY:
                return found
    except Over:
        pass
    return [*found, ("over", follower.score)]


def automatic(sample: Game) -> list[tuple[str, int]]:
    """The rests of the automaton and the score there."""
    machine = ReferenceMachine(sample)
    state = machine.initial()
    found: list[tuple[str, int]] = []
    while len(found) < MANY:
        found.append((machine.kind(state), state.values[0]))
        rests = len(found)
        if found[-1][0] == "over":
            break
        moves = machine.moves(state)
        state = machine.apply(state, moves[outcome(rests) - 1 if found[-1][0] == "chance" else rests % len(moves)])
    return found


RISK = action(
    "risk",
    roll("risk.die"),
    Assign(
        VarPlace("score", SCORE),
        Binary("%", Binary("+", SCORED, Local("risk.die", DIE), IntType(1, 105)), number(100), WEIGHT),
        False,
        NOBODY,
    ),
)


@pytest.mark.parametrize("seed", drawn_daily(range(150), 30))
def test_nodes_mean_what_the_play_says(seed: int) -> None:
    sample = game(*Writer(seed).block(3, (), False), actions=(RISK,))
    assert verify(sample) == []
    nodes = automaton.run(sample)
    assert verify(nodes) == []
    assert automatic(nodes) == structured(sample)


def test_the_random_plays_are_not_trivial() -> None:
    plays = [game(*Writer(seed).block(3, (), False), actions=(RISK,)) for seed in range(150)]
    assert sum(len(structured(play)) > 5 for play in plays) > 40
    assert sum(any(isinstance(stmt, For) for stmt in walk_statements(play.play)) for play in plays) > 40
