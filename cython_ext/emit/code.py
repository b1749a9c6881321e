"""What is shared while C is generated: names, tables and helpers of the unit, and the function being written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from cython_ext.emit.decisions import ConditionTest, ConstantTable, Decision, Obstacle, RangeCheck
from cython_ext.emit.texts import NAME, bare, is_atom, wrap
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.layout.states import Forms, StateLayout, plain, state_layout
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core.forms import CoreForm, NumberForm, TruthForm
from rules_dsl.ir.core.nodes import CoreExpr, Immediate, Operate, Operator, Register
from rules_dsl.ir.lowering.builder import FunctionBuilder
from rules_dsl.ir.lowering.unit import LoweringUnit
from rules_dsl.ir.state_reads import STATE
from rules_dsl.source import Span
from rules_dsl.source_lines import IndentedLines

WORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int long register
restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof bool
true false main linux unix a actor b bytes choices copy ending end fail first fired given hash heavy holds i list
move n next node only option place player r random rank s scores script state steps stream stuck total trial who
zeros drawn outcomes before kind decides memcpy memcmp memset malloc realloc free abs
"""
RESERVED = frozenset(WORDS.split())
SETS = re.compile(r"\s*[A-Za-z_]\w*[\w.]*(\[.*\])?[\w.]* [-+|&]?= ")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a rule may fail, and what is said there: what `rw_failure.place` points to."""

    code: str
    label: str
    span: Span


@dataclass(frozen=True, slots=True)
class RecognisedForm:
    """A function of C that gives at once what a fold or some conditions ask for, and the locals it is called with."""

    name: str
    given: tuple[ir.Local, ...]


@dataclass(frozen=True, slots=True)
class NarrowedSet:
    """The set of the values for which some conditions hold, the conditions left for each value, and how each is tested.

    `mask` is None if no condition is a set.
    """

    mask: RecognisedForm | None
    rest: tuple[ir.Expr, ...]
    tests: tuple[ConditionTest, ...]


class CLines(IndentedLines):
    """Lines of C with their depth."""

    def comment(self, text: str) -> None:
        """A comment; authors' words in it cannot end it."""
        self.line(f"/* {plain(text)} */")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A line that opens a block; what is written inside stands deeper."""
        self.line(f"{head} {{" if head else "{")
        with self.deeper():
            yield
        self.line("}")


class Unit:
    """The translation unit of one game."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.forms = Forms()
        self.lowering = LoweringUnit(game)
        self.effects = self.lowering.reads
        self.functions = {function.name: function for function in game.functions}
        self.actions = {action.name: action for action in game.actions}
        self.constants = {constant.name: constant for constant in game.constants}
        self.values = {constant.name: constant.value for constant in game.constants}
        self.variables = {variable.name: variable for variable in game.variables}
        self.places: list[Place] = []
        self.defined: set[str] = set()
        self.pure: set[str] = set()
        self.constant_texts: dict[str, str] = {}
        self.kept: dict[
            str, str
        ] = {}  # the actions whose moves are kept as a set while one is drawn, and the C type of the set
        self.tried: dict[str, Obstacle] = {}  # the actions whose bodies are run in part to find their moves, and why
        self.in_trials: frozenset[str] = frozenset()  # the functions that are asked while a body is tried
        self.tables: dict[str, list[str]] = {}
        self.hindered: dict[tuple[str, ir.Expr], Obstacle] = {}  # the conditions on a name that cannot be had in words
        self.decisions: dict[Decision, None] = {}  # what was decided for the lines that were written
        self.body: list[str] = []
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()
        self._tables: dict[str, str] = {}
        self._helpers: dict[str, str] = {}
        self.writers: dict[Operator, Writer] = {}
        self.write_function: Callable[[Unit, str, str, bool], list[str]]
        self.write_possible: Callable[[Unit, str], str]
        self.recognise: Callable[[Code, ir.Fold], RecognisedForm | None]
        self.narrow: Callable[[Code, ir.Each, Sequence[ir.Expr], bool], NarrowedSet]
        self.layout: StateLayout = state_layout(game, self.forms, _member_names(game))

    def fresh(self, kind: str, wish: str) -> str:
        """A name that nothing else in the unit has; the two underscores keep it apart from every local."""
        name = base = f"{kind}__{identifier(wish)}"
        number = 2
        while name in self._taken:
            name, number = f"{base}_{number}", number + 1
        self._taken.add(name)
        return name

    def name(self, kind: str, name: str) -> str:
        """The one C name of a thing of the game."""
        key = f"{kind} {name}"
        if key not in self._names:
            self._names[key] = self.fresh(kind, name)
        return self._names[key]

    def place(self, code: str, label: str, span: Span) -> int:
        """The number of a place where a rule may fail."""
        place = Place(code, label, span)
        if place not in self.places:
            self.places.append(place)
        return self.places.index(place)

    def table(self, wish: str, declared: str, text: str, comment: str = "") -> str:
        """A constant array or struct; equal ones are written once. `declared` has {} where the name stands."""
        key = f"{declared} {text}"
        if key not in self._tables:
            name = self._tables[key] = self.fresh("k", wish)
            note = f" /* {plain(comment)} */" if comment else ""
            self.tables[name] = [*wrap(f"static const {declared.format(name)} = {text};{note}"), ""]
        return self._tables[key]

    def tables_in_use(self) -> list[str]:
        """The lines of the tables that something reads."""
        used = {word for line in self.body for word in NAME.findall(line) if word in self.tables}
        return [line for name, lines in self.tables.items() if name in used for line in lines]

    def list_tabled(self) -> list[ConstantTable]:
        """The constants of the game among the tables that something reads."""
        used = {word for line in self.body for word in NAME.findall(line)}
        constants = [self.constants[name] for name, text in self.constant_texts.items() if text in used]
        return [
            ConstantTable(constant.name, constant.span, self.forms.of(constant.type).size) for constant in constants
        ]

    def helper(self, key: str, wish: str, write: Callable[[str], list[str]]) -> str:
        """A function of the generator's own, written when it is first asked for."""
        if key not in self._helpers:
            name = self._helpers[key] = self.fresh("h", wish)
            self.define(name, write(name))
        return self._helpers[key]

    def define(self, name: str, lines: list[str], marked: bool = True) -> None:
        """A function of the unit.

        One that only looks and cannot fail is marked: its calls may be shared. One that changes only what its caller
        owns is not `marked`, but does not keep its caller from being so.
        """
        words = {word for line in lines for word in NAME.findall(line) if not line.lstrip().startswith("/*")}
        calls = {word for word in words if word in self.defined} - {name}
        self.defined.add(name)
        if "rw_fail" not in words and calls <= self.pure:
            self.pure.add(name)
            if marked:
                lines = [
                    line.replace("RW_FUNCTION ", "RW_FUNCTION RW_PURE ").replace("RW_HOT ", "RW_HOT RW_PURE ")
                    for line in lines
                ]
        self.body += [*lines, ""]

    def function(self, name: str) -> tuple[str, bool]:
        """The C name of a function of the game, and whether it has to know that no move is legal.

        It is written when it is first asked for.
        """
        stuck = STATE in self.effects.of_function(name)

        def write(made: str) -> list[str]:
            return self.write_function(self, name, made, stuck)

        return self.helper(f"function {name}", name, write), stuck

    def possible(self, action: str, span: Span) -> str:
        """The C name of the function that asks whether an action has a legal move."""
        if self.effects.asks_itself(action):
            raise NoTranslation(f"possible({action}), which asks for itself,", span)
        key = f"possible {action}"
        if key not in self._helpers:
            self._helpers[key] = self.write_possible(self, action)
        return self._helpers[key]


class Code:
    """One function while it is written.

    `state` is the text of the pointer to the state, `stuck` of whether no move is legal; `exit` leaves the function
    after a failure.
    """

    def __init__(
        self, unit: Unit, depth: int = 1, state: str = "s", stuck: str = "0", exit_: str = "return 0;"
    ) -> None:
        self.unit = unit
        self.out = CLines(depth)
        self.state = state
        self.stuck = stuck
        self.exit = exit_
        self.locals: dict[str, str] = {}
        self.builder: FunctionBuilder | None = None
        self._registers: dict[str, str] = {}
        self._taken: set[str] = set()
        self._declared: list[tuple[CLines, int, str]] = []
        self._noted: list[tuple[CLines, Decision]] = []

    def fresh(self, hint: str) -> str:
        """A name no other local of the function has."""
        base = identifier(hint)
        name, number = (f"{base}_" if base in RESERVED or base.startswith("rw_") else base), 2
        while name in self._taken:
            name, number = f"{base}_{number}", number + 1
        self._taken.add(name)
        return name

    def declare(self, type_: str, hint: str, text: str | None = None) -> str:
        """A local of the function."""
        name = self.fresh(hint)
        self.out.line(f"{type_} {name}{'' if text is None else f' = {bare(text)}'};")
        self.note_declared(name)
        return name

    def note_declared(self, name: str) -> None:
        """Note that the line written last declares a name."""
        self._declared.append((self.out, len(self.out.lines) - 1, name))

    def keep(self, text: str, type_: str, hint: str) -> str:
        """The text, or a name for its value if it is more than a name or number."""
        return text if is_atom(text) else self.declare(f"const {type_}", hint, text)

    def register(self, register: Register) -> str:
        """The C name of a register of core."""
        if register.name not in self._registers:
            self._registers[register.name] = self.fresh(register.name.partition("#")[0])
        return self._registers[register.name]

    def rename(self, register: Register, text: str) -> None:
        """Let a register be something that has a name already."""
        before = self.register(register)
        self._registers[register.name] = text
        self.locals = {local: text if name == before else name for local, name in self.locals.items()}

    def spell(self, text: str, form: CoreForm) -> CoreExpr:
        """A value of the function, whose text is known, as an expression of core."""
        if text.isdigit() and isinstance(form, NumberForm):
            return Immediate(int(text), form)
        if text in ("0", "1") and isinstance(form, TruthForm):
            return Immediate(text == "1", form)
        self._registers[f"c {text}"] = text
        return Register(f"c {text}", form)

    def variable(self, name: str) -> str:
        """A state variable in memory."""
        return f"{self.state}->{self.unit.layout.names[name]}"

    def label(self) -> str:
        """A label to jump to."""
        return self.fresh("done")

    def place(self, code: str, span: Span, label: str = "") -> str:
        """The number of a place, as text."""
        self.note(RangeCheck(code, span))
        return str(self.unit.place(code, label, span))

    def note(self, decision: Decision) -> None:
        """A decision on the lines that are being written; it is forgotten with them."""
        self._noted.append((self.out, decision))

    @contextmanager
    def aside(self, deeper: int = 1) -> Iterator[CLines]:
        """Write into lines of their own, to be put in place later or forgotten."""
        saved, self.out = self.out, CLines(self.out.depth + deeper)
        try:
            yield self.out
        finally:
            self.out = saved

    def take(self, lines: CLines) -> None:
        """Put lines written aside in place."""
        start = len(self.out.lines)
        self.out.lines += lines.lines
        self._declared = [
            (self.out, at + start, name) if writer is lines else (writer, at, name)
            for writer, at, name in self._declared
        ]
        self._noted = [(self.out if writer is lines else writer, decision) for writer, decision in self._noted]

    def prune(self, lines: CLines, text: str) -> None:
        """Leave out the declarations in lines written aside that neither the text nor what is left reads."""
        declared = {at: name for writer, at, name in self._declared if writer is lines}
        used, kept = set(NAME.findall(text)), []
        for at in range(len(lines.lines) - 1, -1, -1):
            if at not in declared or declared[at] in used:
                kept.append(at)
                used.update(NAME.findall(lines.lines[at]))
        place = {old: new for new, old in enumerate(reversed(kept))}
        lines.lines[:] = [lines.lines[at] for at in reversed(kept)]
        others = [entry for entry in self._declared if entry[0] is not lines]
        self._declared = others + [(lines, place[at], name) for at, name in declared.items() if at in place]

    def drop(self, lines: CLines) -> None:
        """Forget lines written aside."""
        self._declared = [entry for entry in self._declared if entry[0] is not lines]
        self._noted = [entry for entry in self._noted if entry[0] is not lines]

    def finish(self) -> list[str]:
        """The lines; locals that nothing reads are marked."""
        self.unit.decisions |= dict.fromkeys([decision for writer, decision in self._noted if writer is self.out])
        declared = [(at, name) for writer, at, name in self._declared if writer is self.out]
        at_lines = {at for at, _ in declared}
        read: set[str] = set()
        for at, line in enumerate(self.out.lines):
            read |= _read_in(line, at in at_lines)
        for at, name in declared:
            if name not in read:
                self.out.lines[at] = re.sub(rf"\b{name}\b", f"{name} RW_UNUSED", self.out.lines[at], count=1)
        return self.out.lines


def _read_in(line: str, declares: bool) -> set[str]:
    """The names a line reads; what it declares or sets is not among them."""
    if declares:
        return set(NAME.findall(line.partition(" = ")[2]))
    words = NAME.findall(line)
    return set(words[1:] if SETS.match(line) else words)


Writer = Callable[[Code, Operate], str]
"""Writes an operator with its operands."""


def identifier(text: str) -> str:
    """A name of C close to the author's word."""
    name = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_")
    return name if name[:1].isalpha() else f"n_{name}"


def _member_names(game: ir.Game) -> dict[str, str]:
    """The member of the state for each variable."""
    names: dict[str, str] = {}
    for variable in game.variables:
        base = identifier(variable.name)
        name, number = (f"{base}_" if base in RESERVED or base == "zeros" else base), 2
        while name in names.values():
            name, number = f"{base}_{number}", number + 1
        names[variable.name] = name
    return names
