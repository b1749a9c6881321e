"""Parse tree → AST: scores, claims, examples, counts, best scores and pictures."""

from __future__ import annotations

from rules_dsl.kinds import CLAIM_MODES, COUNTED_THINGS, CountedThing
from rules_dsl.syntax import ast
from rules_dsl.syntax.branches import Node, maybe, maybe_word, sub, subs, word
from rules_dsl.syntax.build import TreeBuilder
from rules_dsl.syntax.build_declarations import build_drawn_rows
from rules_dsl.syntax.build_expressions import arguments, expression, maybe_expression
from rules_dsl.syntax.build_statements import move, parameter


def score(b: TreeBuilder, node: Node) -> ast.ScoreDecl:
    """`score`, `score p: Player`."""
    owner = maybe(node, 0)
    lines = tuple(_score_line(b, line) for line in subs(node, "score_line"))
    return ast.ScoreDecl(
        None if owner is None else parameter(b, owner), lines, b.tags(sub(node, 1)), b.doc(node), span=b.span(node)
    )


def _score_line(b: TreeBuilder, node: Node) -> ast.ScoreLineDecl:
    return ast.ScoreLineDecl(str(word(node, 0)), expression(b, sub(node, 1)), span=b.span(node))


def claim(b: TreeBuilder, node: Node) -> ast.ClaimDecl:
    """`claim always "label": C`."""
    mode, label = CLAIM_MODES[str(word(sub(node, 0), 0))], b.text(word(node, 1))
    condition, then = maybe_expression(b, maybe(node, 2)), maybe_expression(b, maybe(node, 3))
    given = maybe(node, 4)
    falling = () if given is None else tuple([expression(b, tree) for tree in subs(given)])
    return ast.ClaimDecl(mode, label, condition, then, b.tags(sub(node, 5)), b.doc(node), falling, span=b.span(node))


def build_bound(b: TreeBuilder, node: Node) -> ast.BoundDecl:
    """`bound "label": E`."""
    return ast.BoundDecl(
        b.text(word(node, 0)), expression(b, sub(node, 1)), b.tags(sub(node, 2)), b.doc(node), span=b.span(node)
    )


def dominates(b: TreeBuilder, node: Node) -> ast.DominatesDecl:
    """`dominates "label": E, -E`."""
    *grades, tags = list(subs(node))
    return ast.DominatesDecl(
        b.text(word(node, 0)),
        tuple(expression(b, grade) for grade in grades),
        b.tags(tags),
        b.doc(node),
        span=b.span(node),
    )


def example(b: TreeBuilder, node: Node) -> ast.ExampleDecl:
    """`example "label"` and its steps."""
    label, tags = b.text(word(node, 0)), b.tags(sub(node, 1))
    steps = tuple(_step(b, step) for step in subs(node) if step.data not in ("tags", "bad"))
    return ast.ExampleDecl(label, steps, tags, b.doc(node), span=b.span(node))


def _step(b: TreeBuilder, node: Node) -> ast.ExampleStep:
    match node.data:
        case "set_option" | "given_step" | "given_rows":
            return _setting(b, node)
        case "at_step":
            return ast.AtStepDecl(b.build_dotted(sub(node, 0)), span=b.span(node))
        case "play_step":
            return ast.PlayStepDecl(tuple(move(b, child) for child in subs(node)), span=b.span(node))
        case "run_step":
            passed = maybe(node, 1)
            return ast.RunStepDecl(
                b.build_dotted(sub(node, 0)), () if passed is None else arguments(b, passed), span=b.span(node)
            )
        case "then_step":
            return ast.ThenStepDecl(expression(b, sub(node, 0)), span=b.span(node))
        case _:
            return ast.RefusedStepDecl(b.maybe_text(maybe_word(node, 0)), span=b.span(node))


def _setting(b: TreeBuilder, node: Node) -> ast.SetOption | ast.GivenStepDecl:
    match node.data:
        case "set_option":
            return ast.SetOption(b.name(word(node, 0)), expression(b, sub(node, 1)), span=b.span(node))
        case "given_step":
            return ast.GivenStepDecl(expression(b, sub(node, 0)), expression(b, sub(node, 1)), span=b.span(node))
        case _:
            return ast.GivenStepDecl(
                expression(b, sub(node, 0)), None, build_drawn_rows(b, sub(node, 1)), span=b.span(node)
            )


def count_depth(b: TreeBuilder, node: Node) -> ast.CountDecl:
    """`count depth 4 == 197281`."""
    depth, expected = expression(b, sub(node, 0)), expression(b, sub(node, 1))
    return _build_count(b, node, "depth", depth, expected)


def count_all(b: TreeBuilder, node: Node) -> ast.CountDecl:
    """`count states == n`, `count games == n`."""
    return _build_count(b, node, COUNTED_THINGS[str(word(node, 0))], None, expression(b, sub(node, 1)))


def _build_count(
    b: TreeBuilder, node: Node, what: CountedThing, depth: ast.Expr | None, expected: ast.Expr
) -> ast.CountDecl:
    label = b.maybe_text(maybe_word(node, 2))
    steps = tuple(_setting(b, step) for step in subs(sub(node, 3)) if step.data != "bad")
    return ast.CountDecl(what, depth, expected, label, steps, b.doc(node), span=b.span(node))


def replay(b: TreeBuilder, node: Node) -> ast.ReplayDecl:
    """`play "file.play"`."""
    return ast.ReplayDecl(b.text(word(node, 0)), b.doc(node), span=b.span(node))


def best(b: TreeBuilder, node: Node) -> ast.BestDecl:
    """`best score at least 12 proof "f.play"`."""
    value, proof = expression(b, sub(node, 0)), b.maybe_text(maybe_word(node, 1))
    return ast.BestDecl(node.data == "best_exact", value, proof, b.doc(node), span=b.span(node))


def unique(b: TreeBuilder, node: Node) -> ast.UniqueDecl:
    """`unique solution`."""
    return ast.UniqueDecl(b.doc(node), span=b.span(node))


def relate(b: TreeBuilder, node: Node) -> ast.RelateDecl:
    """`relate Stones` and lines `take = remove`."""
    pairs = tuple(
        ast.RelatedName(b.name(word(tree, 0)), b.name(word(tree, 1)), span=b.span(tree))
        for tree in subs(node, "related")
    )
    return ast.RelateDecl(b.name(word(node, 0)), pairs, b.doc(node), span=b.span(node))
