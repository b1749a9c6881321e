"""Random well-formed rules, laid out at random, for the formatter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

Choose = Callable[[Sequence[str]], str]

NAMES = [
    "a",
    "b",
    "day",
    "hand",
    "tree",
    "state",
    "count",
    "order",
    "x1",
    "quite_a_long_name_for_a_thing",
    "Apple",
    "draw",
]
SUMS = ["+", "-", "*", "/", "%"]
LOGIC = ["and", "or", "implies"]
FORMS = [
    "sum",
    "minus",
    "call",
    "key",
    "set",
    "list",
    "map",
    "fold",
    "default",
    "choice",
    "not",
    "with",
    "text",
    "compare",
    "number",
    "name",
    "name",
    "name",
]
TYPES = [
    "T",
    "0..9",
    "small.Cell?",
    "1..n - 1",
    "-3..3",
    "[T] V",
    "[T][1..3] set of V",
    "list of T up to n * 2",
    "deck of T",
    "{ a: T, bb: 0..9 }",
]
COMMENTS = ["-- a remark", "---- ruler", "--- of something", "--", "-- “x” (not closed"]
LINES = [
    "stop",
    "leave",
    "shuffle d",
    "put a on b",
    "roll d: 1..6",
    "draw c from d",
    "choose a, b by p",
    "go",
    "x = @",
    "x[@] += @",
    "let y = @",
    "go(@)",
    "choose x in @ where @",
]
OPENERS = ["when @", "loop", "loop until @", "repeat (@) as r", "for x in @", "at once for p in @"]
STEPS = ["play a(1); d = 5; rest", "then @", "refused", "given x = @", "option n = 3", "at night", "run go(@)"]
SHOWN = [
    '"day {x}"',
    'for x in @: "{x}"',
    'grid T as c: "{c}" fill "a" when @, "b"',
    'track "t" 0..9 for k in S at @: "{k}"',
]
BREAKS = ["\n", "  ", " -- inside\n", "\n\n   -- own line\n"]
KINDS = [
    "define",
    "lets",
    "type",
    "enum",
    "state",
    "action",
    "play",
    "win",
    "claim",
    "score",
    "example",
    "table",
    "show",
    "option",
]


class Maker:
    """Makes texts by choosing; `@` in a pattern stands for an expression."""

    def __init__(self, choose: Choose) -> None:
        self.choose = choose

    def often(self, times: int) -> bool:
        """Yes, once in so many times."""
        return self.choose(["no"] * (times - 1) + ["yes"]) == "yes"

    def fill(self, pattern: str) -> str:
        """The pattern with expressions in it."""
        first, *rest = pattern.split("@")
        return first + "".join(self.expression() + part for part in rest)

    def expression(self, depth: int = 0) -> str:
        """An expression of a few levels."""
        form = self.choose(FORMS if depth < 4 else ["name", "number"])
        one, other = (
            (self.expression(depth + 1), self.expression(depth + 1))
            if form not in ("name", "number", "text")
            else ("", "")
        )
        name = self.choose(NAMES)
        made = {
            "sum": f"{one} {self.choose(SUMS)} {other}", "minus": f"{name}-(-{name})", "call": f"{name}({one}, {other})", "key": f"{name}[{one}].f",
            "set": f"{{{one}, {other}}}", "list": f"[{one}]", "map": f"{{{name}: {one}, a: {other}}}", "fold": f"sum({one} for {name} in {other} where a)",
            "default": f"max({one} for x in S else 0)", "choice": f"({one} if {name} else {other})", "not": f"(not ({one}))", "with": f"({name} with f = ({one}), g = 2)",
            "text": f"\"{{{name}}} and {{{name}('q')}}\"", "compare": f"(({one}) == ({other}))", "number": "12", "name": name,
        }[form]  # fmt: skip
        return (
            f"({made})"
            if form == "sum" and depth
            else f"{made} {self.choose(LOGIC)} {name}"
            if not depth and self.often(3)
            else made
        )

    def statements(self, depth: int = 0) -> list[str]:
        """Lines of statements; tabs stand for levels."""
        lines = [self.fill(self.choose(LINES)) for _ in range(1 + self.often(2))]
        if depth < 3 and self.often(2):
            lines += [self.fill(self.choose(OPENERS)), *inner(self.statements(depth + 1))]
        if depth < 3 and self.often(4):
            lines += [
                "when a",
                *inner(self.statements(3)),
                "else when b",
                *inner(self.statements(3)),
                "else",
                *inner(self.statements(3)),
            ]
        return lines

    def some(self, patterns: Sequence[str]) -> list[str]:
        """A few lines, one level in."""
        return inner([self.fill(self.choose(patterns)) for _ in range(1 + self.often(2) + self.often(2))])

    def block(self) -> list[str]:
        """The lines of a block."""
        kind, name, shape = self.choose(KINDS), self.choose(NAMES), self.choose(TYPES)
        tag, reason = self.choose(["", ' @rule "2.1"']), self.choose(["", ' "why"', ' "a longer reason with {x}"'])
        match kind:
            case "define":
                return [self.fill(f"define {name}(p: {shape}) -> T = @")]
            case "lets":
                return [f"private define {name} =", self.fill("\tlet x = @"), self.fill("\t@")]
            case "type":
                return [f"type X = {shape}"]
            case "enum":
                return [
                    "type X = "
                    + " | ".join(self.choose(["A", "Bb", 'C "c"', "D_long_value_of_an_enum"]) for _ in range(7))
                ]
            case "state":
                return [
                    "state",
                    *self.some(
                        [
                            f"{name}: {shape} = @",
                            f"{shape[0].lower() if shape[0].isalpha() else 'z'}: T",
                            "hand: T seen by owner",
                        ]
                    ),
                ]
            case "action":
                clauses = self.some([f"needs @{reason}", f"needs {name}{reason}", "let x = @"])
                return [
                    f"action {name}(x in S){tag}",
                    *clauses,
                    "\tdoes",
                    *inner(inner(self.statements())),
                    f"\tensures {name}{reason}",
                ]
            case "play":
                return ["play", *inner(self.statements())]
            case "win":
                return [self.fill("win p: Player when @") + tag]
            case "claim":
                return [self.fill('claim always "label": @') + tag]
            case "score":
                return ["score", *self.some(["some label: @", "x: @"])]
            case "example":
                return [f'example "e"{tag}', *self.some(STEPS)]
            case "table":
                return ["table t: list of T", "\tname dx word", *self.some(["n1 -1 {a, b}", "n2 20 x.y", 'n3 3 "x"'])]
            case "show":
                return ["show", *self.some(SHOWN)]
            case _:
                line = self.fill(f"option {name}: T = @{reason}")
                return [line, *self.some(["needs @", 'needs @ "why"'])] if self.often(3) else [line]

    def laid_out(self, line: str) -> str:
        """A line with line ends, spaces and comments inside its brackets."""
        result, depth, quoted = "", 0, False
        for character in line:
            quoted ^= character == '"'
            depth += 0 if quoted else (character in "([{") - (character in ")]}")
            result += character
            if not quoted and depth > 0 and character in "([{," and self.often(10):
                result += self.choose(BREAKS) + " " * 12
        return result

    def file(self) -> str:
        """A whole file."""
        unit, result = self.choose([" ", "  ", "   ", "    "]), 'rules 1\ngame Test "t"\n'
        for line in [line for _ in range(1 + self.often(2) + self.often(2)) for line in self.block()]:
            level = len(line) - len(line.lstrip("\t"))
            if self.often(8):
                result += (
                    self.choose(["\n", "\n\n\n", ""])
                    + unit * self.choose(range(level + 1))
                    + self.choose(COMMENTS)
                    + "\n"
                )
            result += unit * level + self.laid_out(line.strip("\t"))
            result += self.choose(["", "", "", "", "  -- behind", "   "]) + self.choose(
                ["\n", "\n", "\n", "\n\n", "\r\n"]
            )
        return result + self.choose(["", "\n\n", "-- the end", "  -- the end, indented\n"])


def inner(lines: Sequence[str]) -> list[str]:
    """Lines one level further in."""
    return ["\t" + line for line in lines]


@st.composite
def files(draw: st.DrawFn) -> str:
    """Whole files."""
    return Maker(lambda options: draw(st.sampled_from(options))).file()
