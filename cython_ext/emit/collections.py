"""What is done with whole rows and sequences, as small functions of the unit."""

from __future__ import annotations

from collections.abc import Sequence

from cython_ext.emit.code import Code, Unit
from cython_ext.emit.parts import as_form, entry
from cython_ext.emit.values import bit, combine_sets, has, least_text, literal, load_text, test_equal
from rules_dsl.ir.core.forms import CoreForm, NumberForm, OptionForm, RowForm, SequenceForm, TupleForm, WordForm
from rules_dsl.ir.core.nodes import Operator

SLICES = {
    Operator.DROP_FIRST: "if (end > 0) first = 1;",
    Operator.LAST_ITEMS: "if (n < end) first = n > 0 ? end - (int32_t)n : end;",
    Operator.DROP_LAST: "if (n > 0) end = n < end ? end - (int32_t)n : 0;",
    Operator.FIRST_ITEMS: "if (n < end) end = n > 0 ? (int32_t)n : 0;",
}
"""Which items `first`..`end` - 1 are kept, `n` being the number given."""


def total(unit: Unit, form: RowForm) -> str:
    """The function that adds up a row of numbers, given by its address."""
    held = unit.forms.of(form)

    def write(name: str) -> list[str]:
        loop = f"for (int32_t i = 0; i < {form.size}; i++) total += a->e[i];"
        head = f"RW_FUNCTION int32_t {name}(const {held.value} *a)"
        return [head, "{", "    int32_t total = 0;", f"    {loop}", "    return total;", "}"]

    return unit.helper(f"total {form!r}", "total", write)


def support(unit: Unit, form: RowForm) -> str:
    """The function that gives the set of the places at which a row of numbers, given by its address, is not 0."""
    held, over = unit.forms.of(form), unit.forms.of(WordForm(form.size))

    def write(name: str) -> list[str]:
        one = combine_sets(over, "union", "found", bit(over, "i"))
        return [
            f"RW_FUNCTION {over.value} {name}(const {held.value} *a)", "{",
            f"    {over.value} found = {literal(unit, WordForm(form.size), 0)};",
            f"    for (int32_t i = 0; i < {form.size}; i++)",
            f"        if (a->e[i]) found = {one};",
            "    return found;", "}",
        ]  # fmt: skip

    return unit.helper(f"support {form!r}", "support", write)


def contains(unit: Unit, form: SequenceForm) -> str:
    """The function that looks for a value in a sequence, which is given by its address."""
    held, item = unit.forms.of(form), unit.forms.of(form.item)

    def write(name: str) -> list[str]:
        code = Code(unit, depth=2)
        test = test_equal(unit, form.item, "a->e[i]" if item.kind == "struct" else load_text(item, "a->e[i]"), "value", code)
        head = f"RW_FUNCTION int32_t {name}(const {held.value} *a RW_UNUSED, const {item.value} value RW_UNUSED)"
        loop = ["    for (int32_t i = 0; i < a->n; i++) {", *code.finish(), f"        if ({test}) return 1;", "    }"]
        return [head, "{", *(loop if form.most else []), "    return 0;", "}"]

    return unit.helper(f"contains {form!r}", "contains", write)


def concatenate(unit: Unit, left: SequenceForm, right: SequenceForm, whole: SequenceForm) -> str:
    """The function that gives two sequences one behind the other."""
    kinds = [unit.forms.of(form).value for form in (left, right, whole)]

    def write(name: str) -> list[str]:
        code = Code(unit)
        code.out.line(f"{kinds[2]} r = {least_text(unit, whole)};")
        code.out.line("int32_t n = 0;")
        for text, part in (("a", left), ("b", right)):
            if part.most and whole.most:
                with code.out.block(f"for (int32_t i = 0; i < {text}.n{_guard(left.most + right.most, whole)}; i++)"):
                    code.out.line(f"r.e[n++] = {as_form(code, entry(code, text, part, 'i'), part.item, whole.item)};")
        code.out.line("r.n = n;")
        code.out.line("return r;")
        head = f"RW_FUNCTION {kinds[2]} {name}(const {kinds[0]} a RW_UNUSED, const {kinds[1]} b RW_UNUSED)"
        return [head, "{", *code.finish(), "}"]

    return unit.helper(f"concat {left!r} {right!r} {whole!r}", "concat", write)


def _guard(most: int, whole: SequenceForm, count: str = "n") -> str:
    return f" && {count} < {whole.most}" if most > whole.most else ""


def part_of(unit: Unit, which: Operator, source: SequenceForm, target: SequenceForm) -> str:
    """The function that gives a part of a sequence, by a number."""
    old, new = unit.forms.of(source).value, unit.forms.of(target).value

    def write(name: str) -> list[str]:
        code = Code(unit)
        code.out.line(f"{new} r = {least_text(unit, target)};")
        if source.most and target.most:
            code.out.line("int32_t first = 0, end = a.n;")
            code.out.line(SLICES[which])
            code.out.line("int32_t rest = 0;")
            with code.out.block(f"for (int32_t i = first; i < end{_guard(source.most, target, 'rest')}; i++)"):
                code.out.line(
                    f"r.e[rest++] = {as_form(code, entry(code, 'a', source, 'i'), source.item, target.item)};"
                )
            code.out.line("r.n = rest;")
        code.out.line("return r;")
        return [
            f"RW_FUNCTION {new} {name}(const {old} a RW_UNUSED, const int64_t n RW_UNUSED)",
            "{",
            *code.finish(),
            "}",
        ]

    return unit.helper(f"{which.name} {source!r} {target!r}", which.name.lower(), write)


def reverse_items(unit: Unit, form: SequenceForm) -> str:
    """The function that turns a sequence round."""
    return _write_change(unit, form, "reversed", "", ["for (int32_t i = 0; i < a.n; i++) r.e[i] = a.e[a.n - 1 - i];"])


def shuffle(unit: Unit, form: SequenceForm) -> str:
    """The function that shuffles a sequence by a seed."""
    held = unit.forms.of(form).value
    loop = [
        "uint64_t luck = (uint64_t)n;",
        "for (int32_t i = a.n - 1; i > 0; i--) {",
        "    int32_t j = (int32_t)(rw_next(&luck) % ((uint64_t)i + 1));",
        f"    {held} old = r;",
        "    r.e[i] = old.e[j];",
        "    r.e[j] = old.e[i];",
        "}",
    ]
    return _write_change(unit, form, "shuffled", ", const int64_t n RW_UNUSED", loop if form.most > 1 else [])


def _write_change(unit: Unit, form: SequenceForm, which: str, more: str, lines: Sequence[str]) -> str:
    """A function whose lines change `r`, a copy of the sequence `a`."""
    held = unit.forms.of(form).value

    def write(name: str) -> list[str]:
        body = [f"    {held} r = a;", *[f"    {line}" for line in lines], "    return r;"]
        return [f"RW_FUNCTION {held} {name}(const {held} a{more})", "{", *body, "}"]

    return unit.helper(f"{which} {form!r}", which, write)


def move_members(unit: Unit, source: WordForm, target: WordForm, by: int) -> str:
    """The function that moves all members of a set up, where sets are arrays of words."""
    old, new = unit.forms.of(source), unit.forms.of(target)

    def write(name: str) -> list[str]:
        one = combine_sets(new, "union", "r", bit(new, f"i + {by}" if new.kind == "words" else f"(i + {by})"))
        return [
            f"RW_FUNCTION {new.value} {name}(const {old.value} a RW_UNUSED)", "{",
            f"    {new.value} r = {literal(unit, target, 0)};",
            f"    for (int32_t i = 0; i < {source.size}; i++)",
            f"        if ({has(old, 'a', 'i')}) r = {one};",
            "    return r;", "}",
        ]  # fmt: skip

    return unit.helper(f"moved {source!r} {target!r} {by}", "moved", write)


def larger_form(one: CoreForm, other: CoreForm) -> CoreForm:
    """A form for the values of both."""
    match one, other:
        case NumberForm(low, high, ordinal), NumberForm(least, most):
            return NumberForm(min(low, least), max(high, most), ordinal)
        case OptionForm(item), OptionForm(kind):
            return OptionForm(larger_form(item, kind))
        case RowForm(item, size), RowForm(kind):
            return RowForm(larger_form(item, kind), size)
        case SequenceForm(item, most), SequenceForm(kind, room):
            return SequenceForm(larger_form(item, kind), max(most, room))
        case TupleForm(parts), TupleForm(others):
            return TupleForm(tuple([larger_form(part, kind) for part, kind in zip(parts, others, strict=True)]))
        case _:
            return one
