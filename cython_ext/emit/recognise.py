"""Folds and conditions over sets that are found at once, in words: functions of C that core calls instead of a loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from cython_ext.emit import rays as to_c_rays
from cython_ext.emit import vectors as to_c_vectors
from cython_ext.emit.code import Code, NarrowedSet, RecognisedForm
from cython_ext.emit.decisions import ConditionTest, IteratedFold, Obstacle
from cython_ext.emit.masks import Subject, contrary, cut_domain, gather, split
from cython_ext.emit.texts import NAME, bare, negate
from cython_ext.emit.values import combine_sets, exit_with, how_many, not_empty
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core.forms import form_of
from rules_dsl.ir.names import free_locals, substitute
from rules_dsl.ir.rebuild import change_clause, walk
from rules_dsl.ir.state_reads import STATE
from rules_dsl.ir.types import BOOL, BoolType, SetType, Type


def recognise(code: Code, expr: ir.Fold) -> RecognisedForm | None:
    """The function that has the result of a fold; None if its values come one by one, which the report says."""
    inner, given = _own_function(code, expr, frozenset(), expr.type)
    asks = STATE in code.unit.effects.reads(expr)
    result = Obstacle("it asks for the legal moves", expr.span) if asks else _in_words(inner, expr)
    if isinstance(result, Obstacle):
        code.note(IteratedFold(expr.span, expr.kind, result.at(expr.span)))
        return None
    return _define(inner, code.unit.forms.of(expr.type).value, given, result)


def narrow(code: Code, values: ir.Each, conditions: Sequence[ir.Expr], is_last: bool) -> NarrowedSet:
    """The set of the values for which some of the conditions hold, if some are sets.

    For the last parameter of an action, conditions on a few values become one more set.
    """
    over = set_domain(values.domain)
    early = list(takewhile(lambda condition: STATE not in code.unit.effects.reads(condition), conditions))
    asking = Obstacle("it asks for the legal moves")
    late = [ConditionTest(one.span, "each", asking.at(one.span)) for one in conditions[len(early) :]]
    if over is None or not early:
        return NarrowedSet(None, tuple(conditions), tuple(late))
    wanted = early[0]
    for condition in early[1:]:
        wanted = ir.Binary("and", wanted, condition, BOOL)
    inner, given = _own_function(code, wanted, frozenset([values.name]), over)
    subject = Subject(values.name, over.item)
    parts = split(inner, subject, early)
    together = gather(inner, subject, parts.rest) if is_last and parts.rest and not late else None
    if together is not None:
        parts = parts.with_all(together)
    rest, tests = (*parts.rest, *conditions[len(early) :]), (*parts.tests, *late)
    if not parts.masks:
        return NarrowedSet(None, rest, tests)
    form = code.unit.forms.of(over)
    text = parts.masks[0]
    for mask in parts.masks[1:]:
        text = combine_sets(form, "common", text, mask)
    return NarrowedSet(_define(inner, form.value, given, text), rest, tests)


def _own_function(code: Code, expr: ir.Expr, bound: frozenset[str], result: Type) -> tuple[Code, tuple[ir.Local, ...]]:
    """A function of its own for an expression, with the locals it reads as its parameters."""
    inner = Code(code.unit, exit_=exit_with(code.unit, form_of(result)))
    wanted = free_locals(expr) - bound
    given = {part.name: part for part in walk(expr) if isinstance(part, ir.Local) and part.name in wanted}
    for place, name in enumerate(given):
        inner.locals[name] = f"p{place}"
    return inner, tuple(given.values())


def _define(inner: Code, kind: str, given: Sequence[ir.Local], text: str) -> RecognisedForm:
    """The function, with those of the locals as parameters that it reads."""
    lines = [*inner.finish(), f"    return {bare(text)};"]
    read = {word for line in lines for word in NAME.findall(line)}
    places = [place for place in range(len(given)) if f"p{place}" in read]
    heads = [f"const {inner.unit.forms.of(given[place].type).value} p{place}" for place in places]

    def write(made: str) -> list[str]:
        head = ", ".join(["const state *s RW_UNUSED", "rw_failure *fail RW_UNUSED", *heads])
        return [f"RW_FUNCTION {kind} {made}({head})", "{", *lines, "}"]

    name = inner.unit.helper("\n".join([kind, *heads, *lines]), "words", write)
    return RecognisedForm(name, tuple([given[place] for place in places]))


def set_domain(domain: ir.Expr) -> SetType | None:
    """The type of a domain that is gone through as a set held in words."""
    if isinstance(domain, ir.Range) and not isinstance(domain.type, SetType):
        return None
    return domain.type if isinstance(domain.type, SetType) else None


def _in_words(code: Code, expr: ir.Fold) -> str | Obstacle:
    """any, all, count and set over one set by conditions that are sets, or why not."""
    if expr.kind not in ("any", "all", "count", "set") or not isinstance(expr.clauses[0], ir.Each):
        return Obstacle(f"`{expr.kind}` is computed value by value")
    first, rest = expr.clauses[0], expr.clauses[1:]
    along = _along(code, expr)
    if along is not None:
        return along
    wheres = [
        clause.condition
        for clause in takewhile(lambda clause: isinstance(clause, ir.Where), rest)
        if isinstance(clause, ir.Where)
    ]
    inner = rest[len(wheres) :]
    over = set_domain(first.domain)
    if over is None:
        return Obstacle("the domain is not a set", first.domain.span)
    if inner and (expr.kind not in ("any", "all") or not isinstance(inner[0], ir.Each)):
        return Obstacle("several names, or an end on the way, are iterated one by one")
    if expr.kind == "set":
        if not (isinstance(expr.item, ir.Local) and expr.item.name == first.name and expr.type == over):
            return Obstacle("the set and the domain have different types", expr.item.span)
    else:
        item = replace(expr, clauses=inner) if inner else expr.item
        wheres.append(contrary(item) if expr.kind == "all" else item)
    mask = whole_mask(code, Subject(first.name, over.item), first.domain, wheres)
    if isinstance(mask, Obstacle):
        return mask
    if expr.kind in ("any", "all") and "h__where" in mask:
        exists = to_c_vectors.vector_any(code, first.name, over.item, _all_of_these(first, over, wheres))
        if isinstance(exists, str):
            return exists if expr.kind == "any" else negate(exists)
    form = code.unit.forms.of(over)
    match expr.kind:
        case "any":
            return not_empty(form, mask)
        case "all":
            return negate(not_empty(form, mask))
        case "count":
            return how_many(form, mask)
        case _:
            return mask


def _all_of_these(first: ir.Each, over: SetType, conditions: Sequence[ir.Expr]) -> ir.Expr:
    """That a value is in the domain and all conditions hold, as one condition."""
    parts = list(conditions)
    if not isinstance(first.domain, ir.Domain):
        parts.insert(0, ir.Binary("in", ir.Local(first.name, over.item), first.domain, BOOL))
    whole = parts[0]
    for part in parts[1:]:
        whole = ir.Binary("and", whole, part, BOOL)
    return whole


def _along(code: Code, expr: ir.Fold) -> str | None:
    """The same along lists that something ends."""
    eaches = [clause for clause in expr.clauses if isinstance(clause, ir.Each)]
    if expr.kind == "set":
        plain = isinstance(expr.item, ir.Local) and expr.item.name == eaches[-1].name
        crossed = to_c_rays.find_met(code, expr.clauses) if plain else None
        return crossed[0] if crossed is not None and SetType(crossed[1]) == expr.type else None
    item = contrary(expr.item) if expr.kind == "all" else expr.item
    if expr.kind == "count":
        counted = to_c_rays.find_met(code, (*expr.clauses, ir.Where(item))) if len(eaches) == 1 else None
        return None if counted is None else how_many(code.unit.forms.of(SetType(counted[1])), counted[0])
    any_ = to_c_rays.meets(code, _open_set(code, (*expr.clauses, ir.Where(item))))
    return any_ if any_ is None or expr.kind == "any" else negate(any_)


def _open_set(code: Code, clauses: Sequence[ir.Clause]) -> Sequence[ir.Clause]:
    """Going through the set that a function gives, as going through what the set is made of.

    A value may come more than once.
    """
    match clauses:
        case [ir.Each(name, ir.Call(function, arguments) as call), *rest] if all(
            isinstance(part, ir.Local | ir.Literal) for part in arguments
        ):
            made = code.unit.functions[function]
        case _:
            return clauses
    kinds = [parameter.type for parameter in made.parameters]
    if not _is_plain_set(made.body) or made.body.type != call.type or [part.type for part in arguments] != kinds:
        return clauses
    body = substitute(made.body, dict(zip([parameter.name for parameter in made.parameters], arguments, strict=True)))
    assert isinstance(body, ir.Fold)
    inside = {name: body.item}
    return (*body.clauses, *[change_clause(clause, lambda part: substitute(part, inside)) for clause in rest])


def _is_plain_set(expr: ir.Expr) -> bool:
    """Is it a set of what the last of its names goes through?"""
    if not isinstance(expr, ir.Fold) or expr.kind != "set":
        return False
    last = [clause.name for clause in expr.clauses if isinstance(clause, ir.Each)][-1]
    return isinstance(expr.item, ir.Local) and expr.item.name == last and expr.type == SetType(expr.item.type)


def whole_mask(code: Code, subject: Subject, domain: ir.Expr, conditions: Sequence[ir.Expr]) -> str | Obstacle:
    """The members of a domain for which all conditions hold, if these are sets."""
    form = code.unit.forms.of(SetType(subject.type))
    if form.kind == "struct" or _tests(conditions):
        return Obstacle("numbers are added up value by value")
    with code.aside(0) as lines:
        parts = split(code, subject, conditions)
        text = "" if parts.rest else cut_domain(code, domain, subject.type, parts.masks)
    if parts.rest:
        code.drop(lines)
        return next(test.obstacle for test in parts.tests if test.obstacle is not None)
    code.take(lines)
    return text


def _tests(conditions: Sequence[ir.Expr]) -> bool:
    return any(not isinstance(condition.type, BoolType) for condition in conditions)
