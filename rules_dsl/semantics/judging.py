"""Endings, scores and claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.names import DECIDER
from rules_dsl.ir.rebuild import walk
from rules_dsl.ir.types import BOOL, IntType
from rules_dsl.semantics.fitting import describe_type
from rules_dsl.semantics.poison import holds_poison
from rules_dsl.semantics.rulebook import Rulebook, is_poison, plain_text, report_same_labels, rule_of
from rules_dsl.semantics.scope import Scope
from rules_dsl.semantics.unused import names_in, parts_below
from rules_dsl.source import SourceFile, source_text
from rules_dsl.syntax import ast


def endings(book: Rulebook, decls: Sequence[ast.EndDecl]) -> tuple[ir.Ending, ...]:
    """`end`, `goal`, `win`, `lose` and `draw`, in file order."""
    return tuple(_ending(decl, name, book) for decl, name in zip(decls, ending_names(decls), strict=True))


def ending_names(decls: Sequence[ast.EndDecl]) -> list[str]:
    """A name for each ending; those that would have the same one are numbered."""
    count: Counter[str] = Counter()
    names: list[str] = []
    for decl in decls:
        name = _name(decl)
        count[name] += 1
        names.append(name if count[name] == 1 else f"{name} ({count[name]})")
    return names


def _ending(decl: ast.EndDecl, name: str, book: Rulebook) -> ir.Ending:
    item: str | None = None
    who: ir.Expr | None = None
    scope = replace(book.scope(decl.kind), player=decider(book))
    if decl.kind == "draw" and decl.who is not None:
        book.report("E0628", "nobody wins or loses a draw", decl.who.span, "a player", repair="write `draw when …`")
    match decl.who:
        case ast.ParameterDecl():
            local, scope = _bind_player(decl.who, scope, book)
            who, item = local, local.name
        case None if decl.kind in {"win", "lose"}:
            who = _solo_or_report(decl, book)
        case None:
            pass
        case _:
            who = book.elaborator.expression(decl.who, scope, book.symbols.players)
    if isinstance(decl.who, ast.ParameterDecl):
        _report_compared_with_itself(decl, decl.who.name.text, book)
    condition = book.elaborator.condition(decl.condition, scope)
    _report_unknown_decider([condition, *([] if who is None else [who])], condition, book)
    if never_holds(condition) and not set(names_in(decl.condition)) & _settings(book):
        book.report(
            "W1027",
            f"{name} can never hold",
            decl.condition.span,
            "this is false whatever the state",
            repair="compare what can be equal, or leave the ending out",
        )
    return ir.Ending(decl.kind, condition, who, item, rule_of(book, name, decl.tags, decl.span))


# -- endings that never hold ------------------------------------------------------------------------------------------


def never_holds(condition: ir.Expr) -> bool:
    """Is the condition false in every state, judged by ranges?"""
    match condition:
        case ir.Literal(value, kind) if kind == BOOL:
            return not value
        case ir.Binary("and", left, right):
            return never_holds(left) or never_holds(right)
        case ir.Binary("or", left, right):
            return never_holds(left) and never_holds(right)
        case ir.Binary(operator, left, right) if isinstance(left.type, IntType) and isinstance(right.type, IntType):
            return _apart(operator, (left.type.low, left.type.high), (right.type.low, right.type.high))
        case _:
            return False


def _apart(operator: str, left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Does a comparison hold for no two numbers of these ranges?"""
    match operator:
        case "==":
            return left[1] < right[0] or right[1] < left[0]
        case "<":
            return left[0] >= right[1]
        case "<=":
            return left[0] > right[1]
        case ">":
            return left[1] <= right[0]
        case ">=":
            return left[1] < right[0]
        case _:
            return False


def _settings(book: Rulebook) -> set[str]:
    """Settings that differ between instances, and definitions that may read them; conditions that use these are not
    judged.
    """
    symbols = book.symbols
    return {*symbols.constants, *symbols.functions}


# -- `player` in an ending --------------------------------------------------------------------------------------------


def decider(book: Rulebook) -> ir.Expr:
    """The meaning of `player` in an ending without a player: the player to move, where he is stuck."""
    solo = book.solo_player()
    return ir.Var(DECIDER, book.symbols.players) if solo is None else solo


def asks_decider(endings: Sequence[ir.Ending]) -> bool:
    """Must the state know who has to decide?"""
    return any(
        _reads_decider(expr) for ending in endings for expr in (ending.condition, ending.who) if expr is not None
    )


def _reads_decider(expr: ir.Expr) -> bool:
    return any(isinstance(part, ir.Var) and part.name == DECIDER for part in walk(expr))


def _report_unknown_decider(exprs: Sequence[ir.Expr], condition: ir.Expr, book: Rulebook) -> None:
    """After a move no player is to move yet, so `player` has no meaning there."""
    read = next(
        (part for expr in exprs for part in walk(expr) if isinstance(part, ir.Var) and part.name == DECIDER), None
    )
    if read is not None and not _insists_on_stuck(condition):
        repair = "write `… when stuck() and …`; keep the last player to move in `state`"
        book.report(
            "E0633",
            "`player` in an ending is the player who cannot move, so the ending must contain `stuck()`",
            read.span,
            "who?",
            repair=repair,
        )


def _insists_on_stuck(condition: ir.Expr) -> bool:
    match condition:
        case ir.Binary("and", left, right):
            return _insists_on_stuck(left) or _insists_on_stuck(right)
        case _:
            return isinstance(condition, ir.Stuck)


def _report_compared_with_itself(decl: ast.EndDecl, tried: str, book: Rulebook) -> None:
    """`lose p: Player when stuck() and player == p` loses for everybody, not for the one who cannot move."""
    for part in parts_below(decl.condition):
        if (
            isinstance(part, ast.BinaryExpr)
            and part.operator in ("==", "!=")
            and {_ref(part.left), _ref(part.right)} == {"player", tried}
        ):
            always = "true" if part.operator == "==" else "false"
            repair = f"`{decl.kind} player when stuck()` means the player who cannot move; keep the last player to move in `state`"
            book.report(
                "W1025",
                f"`player` is `{tried}` here, so this is always {always}",
                part.span,
                f"every player is tested as `{tried}`",
                repair=repair,
            )


def _ref(node: ast.Expr) -> str:
    return node.name if isinstance(node, ast.Ref) else ""


def _name(decl: ast.EndDecl) -> str:
    match decl.who:
        case ast.Ref(name):
            return f"{decl.kind} {name}"
        case ast.ParameterDecl(name):
            return f"{decl.kind} {name}"
        case _:
            return decl.kind


def _solo_or_report(decl: ast.EndDecl, book: Rulebook) -> ir.Expr | None:
    solo = book.solo_player()
    if solo is None:
        repair = f"write `{decl.kind} p: Player when …`, or name a player"
        book.report("E0628", f"`{decl.kind}` does not say who", decl.span, "nobody is named", repair=repair)
    return solo


def _bind_player(parameter: ast.ParameterDecl, scope: Scope, book: Rulebook) -> tuple[ir.Local, Scope]:
    """The local that ranges over all players."""
    players = book.symbols.players
    if parameter.type is not None:
        result = book.elaborator.type(parameter.type, scope)
        if result != players and not holds_poison(result):
            label = f"this is {describe_type(result)}"
            book.report(
                "E0629",
                "this parameter must be a Player",
                parameter.span,
                label,
                repair=f"write `{parameter.name}: Player`",
            )
    else:
        book.report(
            "E0629",
            "every player is tested here",
            parameter.span,
            "a part of them",
            repair=f"write `{parameter.name}: Player`",
        )
    local, inner = book.elaborator.local(parameter.name, players, scope)
    return local, replace(inner, player=local)


# -- score ------------------------------------------------------------------------------------------------------------


def scores(book: Rulebook, decls: Sequence[ast.ScoreDecl]) -> tuple[ir.ScoreLine, ...]:
    """The lines of every `score`."""
    return tuple(_score_line(line, decl, book) for decl in decls for line in decl.lines)


def _score_line(line: ast.ScoreLineDecl, decl: ast.ScoreDecl, book: Rulebook) -> ir.ScoreLine:
    scope = book.scope("score")
    text: str | None = None
    if decl.parameter is not None:
        local, scope = _bind_player(decl.parameter, scope, book)
        text = local.name
    rule = rule_of(book, f"score {line.label}", decl.tags, line.span)
    return ir.ScoreLine(line.label, number(line.value, scope, book), text, rule)


def number(node: ast.Expr, scope: Scope, book: Rulebook) -> ir.Expr:
    """An expression that must be a number."""
    value = book.elaborator.expression(node, scope)
    if is_poison(value) or isinstance(value.type, IntType):
        return value
    repair = "count with `len(…)`, `count(…)` or `sum(…)`"
    book.report("E0630", "a number is needed here", node.span, f"this is {describe_type(value.type)}", repair=repair)
    return book.elaborator.poison(node.span)


# -- claims -----------------------------------------------------------------------------------------------------------


def claims(book: Rulebook, decls: Sequence[ast.ClaimDecl], sources: Mapping[str, SourceFile]) -> tuple[ir.Claim, ...]:
    """The claims of the rules."""
    report_same_labels(book, [decl.label for decl in decls], "claims")
    return tuple(_claim(decl, book, sources) for decl in decls)


def _claim(decl: ast.ClaimDecl, book: Rulebook, sources: Mapping[str, SourceFile]) -> ir.Claim:
    scope = book.scope("claim")
    label = plain_text(book, decl.label)
    if not _well_formed(decl):
        repair = f"write `{FORMS[decl.mode].format(label=label)}`"
        book.report("E0819", f"`claim {decl.mode}` has another form", decl.span, _form_problem(decl), repair=repair)
    condition: ir.Expr = ir.Literal(True, BOOL, span=decl.span)
    if decl.condition is not None:
        condition = book.elaborator.condition(decl.condition, scope)
    then = None if decl.then is None else book.elaborator.condition(decl.then, scope)
    falling = tuple([ir.Falling(number(item, scope, book), source_text(item.span, sources)) for item in decl.falling])
    return ir.Claim(decl.mode, label, condition, then, rule_of(book, label, decl.tags, decl.span), falling)


FORMS = {
    "always": 'claim always "{label}": condition', "never": 'claim never "{label}": condition',
    "sometimes": 'claim sometimes "{label}": condition', "leads": 'claim leads "{label}": condition to condition',
    "terminates": 'claim terminates "{label}" by number, then number',
}  # fmt: skip


def _well_formed(decl: ast.ClaimDecl) -> bool:
    """One condition; none where play ends, where alone there are numbers that fall; two where one leads to the other."""
    wanted = {"terminates": 0, "leads": 2}.get(decl.mode, 1)
    return wanted == (decl.condition is not None) + (decl.then is not None) and (
        not decl.falling or decl.mode == "terminates"
    )


def _form_problem(decl: ast.ClaimDecl) -> str:
    if decl.falling and decl.mode != "terminates":
        return "a measure only shows that play ends"
    if decl.condition is None:
        return "the condition is missing"
    return "`to` and a condition are missing" if decl.mode == "leads" else "a condition too many"


def bounds(book: Rulebook, decls: Sequence[ast.BoundDecl]) -> tuple[ir.Bound, ...]:
    """What may still come at most."""
    return tuple(_declare_bound(decl, book) for decl in decls)


def _declare_bound(decl: ast.BoundDecl, book: Rulebook) -> ir.Bound:
    label = plain_text(book, decl.label)
    return ir.Bound(label, number(decl.value, book.scope("bound"), book), rule_of(book, label, decl.tags, decl.span))
