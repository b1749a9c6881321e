"""Parse tree → AST: modules, types, options, data, definitions, state."""

from __future__ import annotations

from lark import Tree

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.quantities import quantity
from rules_dsl.syntax import ast
from rules_dsl.syntax.branches import Node, maybe, maybe_word, sub, subs, word, words
from rules_dsl.syntax.build import TreeBuilder
from rules_dsl.syntax.build_expressions import expression, maybe_expression, settings, type_of, variants
from rules_dsl.syntax.build_statements import build_needs, parameters

MOST_LETS = 50


def use(b: TreeBuilder, node: Node) -> ast.Use:
    """`use std.grid with width = 8 as small when c`."""
    source, alias = node.children[0], b.maybe_name(maybe_word(node, 2))
    is_file = not isinstance(source, Tree)
    path = _plain(b.text(word(node, 0))) if is_file else b.build_dotted(sub(node, 0)).text
    condition = maybe_expression(b, maybe(node, 3))
    return ast.Use(path, is_file, settings(b, sub(node, 1)), alias, condition, b.doc(node), span=b.span(node))


def _plain(text: ast.TextLit) -> str:
    return "".join(part for part in text.parts if isinstance(part, str))


def extend_type(b: TreeBuilder, node: Node) -> ast.ExtendType:
    """`extend Colour with gold, platinum`."""
    return ast.ExtendType(b.name(word(node, 0)), variants(b, node), b.doc(node), span=b.span(node))


def extend_table(b: TreeBuilder, node: Node) -> ast.ExtendTable:
    """`extend spaces from "data/coal_spaces.toml"`."""
    return ast.ExtendTable(b.name(word(node, 0)), _table_source(b, sub(node, 1)), b.doc(node), span=b.span(node))


def players_named(b: TreeBuilder, node: Node) -> ast.PlayersDecl:
    """`players White, Black`."""
    return ast.PlayersDecl(variants(b, node), doc=b.doc(node), span=b.span(node))


def players_number(b: TreeBuilder, node: Node) -> ast.PlayersDecl:
    """`players 2..4 = 2 named Red, Blue, Green, Yellow`."""
    low, high, default = expression(b, sub(node, 0)), expression(b, sub(node, 1)), maybe_expression(b, maybe(node, 2))
    return ast.PlayersDecl(variants(b, sub(node, 3)), low, high, default, b.doc(node), span=b.span(node))


def _modifiers(b: TreeBuilder, node: Node, allowed: frozenset[str]) -> frozenset[str]:
    tokens = sub(node, 0)
    for token in words(tokens):
        if token not in allowed:
            repair = f"remove `{token}`"
            b.report(
                finding(
                    "E0237",
                    f"a define cannot be `{token}`",
                    b.at(token),
                    reason="only types and tables can be extended",
                    repair=repair,
                )
            )
    return frozenset(str(token) for token in words(tokens))


_BOTH = frozenset({"private", "open"})


def type_decl(b: TreeBuilder, node: Node) -> ast.TypeDecl:
    """`type X = …`."""
    modifiers = _modifiers(b, node, _BOTH)
    name, written = b.name(word(node, 1)), type_of(b, sub(node, 2))
    return ast.TypeDecl(name, written, "open" in modifiers, "private" in modifiers, b.doc(node), span=b.span(node))


def trailer(b: TreeBuilder, node: Node) -> tuple[ast.TextLit | None, tuple[ast.Tag, ...]]:
    """The text and the tags at the end of a line, in any order."""
    texts = list(words(node))
    for extra in texts[1:]:
        b.report(
            finding(
                "E0238",
                "there is one text too many",
                b.at(extra),
                repair="join the texts, or move one into a doc comment `---`",
            )
        )
    return (b.text(texts[0]) if texts else None), b.tags(node)


def option(b: TreeBuilder, node: Node) -> ast.OptionDecl:
    """`option rounds: 3..8 = 6 "how many days"` with its `needs`."""
    text, tags = trailer(b, sub(node, 3))
    name, written, default = b.name(word(node, 0)), type_of(b, sub(node, 1)), expression(b, sub(node, 2))
    needs = tuple(build_needs(b, line) for line in subs(sub(node, 4), "needs"))
    return ast.OptionDecl(name, written, default, text, tags, needs, b.doc(node), span=b.span(node))


def reading(b: TreeBuilder, node: Node) -> ast.ReadingDecl:
    """`reading passing: strict | lenient`."""
    name, *values = words(node)
    text, tags = trailer(b, next(subs(node, "trailer")))
    result = tuple(ast.Variant(b.name(value), span=b.at(value)) for value in values)
    return ast.ReadingDecl(b.name(name), result, text, tags, b.doc(node), span=b.span(node))


def build_given(b: TreeBuilder, node: Node) -> ast.GivenDecl:
    """`given start: T = e`."""
    name, written = b.name(word(node, 0)), type_of(b, sub(node, 1))
    return ast.GivenDecl(name, written, maybe_expression(b, maybe(node, 2)), doc=b.doc(node), span=b.span(node))


def build_given_drawing(b: TreeBuilder, node: Node) -> ast.GivenDecl:
    """`given level: drawing of T` with its legend and rows."""
    name, written, legend = b.name(word(node, 0)), type_of(b, sub(node, 1)), maybe(node, 2)
    signs = () if legend is None else tuple(_legend_line(b, line) for line in subs(legend, "legend_line"))
    return ast.GivenDecl(name, written, None, signs, build_drawn_rows(b, sub(node, 3)), b.doc(node), span=b.span(node))


def _legend_line(b: TreeBuilder, node: Node) -> ast.LegendLine:
    return ast.LegendLine(b.text(word(node, 0)), expression(b, sub(node, 1)), span=b.span(node))


def build_drawn_rows(b: TreeBuilder, node: Node) -> tuple[ast.TextLit, ...]:
    """The drawn lines of a level."""
    return tuple(b.text(token) for token in words(node))


def table(b: TreeBuilder, node: Node) -> ast.TableDecl:
    """`table x: list of R from "…"`, or with rows."""
    modifiers = _modifiers(b, node, _BOTH)
    name, row, source = b.name(word(node, 1)), type_of(b, sub(node, 2)), _table_source(b, sub(node, 3))
    return ast.TableDecl(name, row, source, "open" in modifiers, "private" in modifiers, b.doc(node), span=b.span(node))


def _table_source(b: TreeBuilder, node: Node) -> ast.TableSource:
    if node.data == "file_rows":
        return ast.FileRows(b.text(word(node, 0)), b.maybe_text(maybe_word(node, 1)), span=b.span(node))
    columns = tuple(b.name(token) for token in words(sub(node, 0)))
    rows = tuple(_row(b, row, len(columns)) for row in subs(node, "row"))
    return ast.InlineRows(columns, rows, span=b.span(node))


def _row(b: TreeBuilder, node: Node, wanted: int) -> tuple[ast.Expr, ...]:
    cells = tuple(expression(b, cell) for cell in subs(node))
    if len(cells) != wanted:
        b.report(
            finding(
                "E0239",
                f"this row has {quantity(len(cells), 'cell')}, the header has {wanted}",
                b.span(node),
                repair="give each column one cell; put a longer value into brackets",
            )
        )
    return cells


def define(b: TreeBuilder, node: Node) -> ast.DefineDecl:
    """`define f(x: T) -> R = e`."""
    modifiers = _modifiers(b, node, frozenset({"private"}))
    name, given_parameters, result, body = (
        b.name(word(node, 1)),
        parameters(b, sub(node, 2)),
        maybe(node, 3),
        sub(node, 5),
    )
    return ast.DefineDecl(
        name,
        given_parameters,
        None if result is None else type_of(b, result),
        _body(b, body),
        "private" in modifiers,
        b.tags(sub(node, 4)) + b.tags(next(subs(body, "tags"))),
        b.doc(node),
        span=b.span(node),
    )


def _body(b: TreeBuilder, node: Node) -> ast.Expr:
    *lets, last, _tags = (child for child in subs(node) if child.data != "bad")
    if len(lets) > MOST_LETS:
        place = b.span(lets[MOST_LETS])
        reason = f"at most {MOST_LETS} `let` lines are allowed in a define"
        b.report(
            finding(
                "E0103",
                "this define has too many `let` lines",
                place,
                reason=reason,
                repair="split it into several defines",
            )
        )
        return expression(b, last)
    body = expression(b, last)
    for line in reversed(lets):
        span = b.span(line).to(body.span)
        body = ast.LetInExpr(b.name(word(line, 0)), expression(b, sub(line, 1)), body, span=span)
    return body


def state(b: TreeBuilder, node: Node) -> ast.StateDecl:
    """The variables of the game."""
    return ast.StateDecl(tuple(_variable(b, line) for line in subs(node, "variable")), b.doc(node), span=b.span(node))


def _variable(b: TreeBuilder, node: Node) -> ast.VarDecl:
    initial, seen = maybe_expression(b, maybe(node, 2)), maybe_expression(b, maybe(node, 3))
    return ast.VarDecl(b.name(word(node, 0)), type_of(b, sub(node, 1)), initial, seen, b.doc(node), span=b.span(node))


def find(b: TreeBuilder, node: Node) -> ast.FindDecl:
    """`find star: [Cell] Bool`."""
    return ast.FindDecl(b.name(word(node, 0)), type_of(b, sub(node, 1)), b.doc(node), span=b.span(node))
