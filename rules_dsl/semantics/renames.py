"""Renames the declarations of a file: `small.Cell` for a library used `as small`, `grid.helper` for private names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar

from rules_dsl.syntax import ast

Tree = TypeVar("Tree")
_OWN_NAMES = (
    ast.Argument,
    ast.FieldDecl,
    ast.Variant,
    ast.Tag,
    ast.Header,
    ast.Use,
)  # their `name` names nothing declared


def rename_tree(tree: Tree, names: Mapping[str, str], aliases: Mapping[str, str]) -> Tree:
    """The tree with names replaced; `alias.name` becomes the name that the alias gives it."""
    return _Renamer(names, aliases).tree(tree) if names or aliases else tree


def list_declared(blocks: tuple[ast.Block, ...]) -> Iterator[tuple[ast.Name, ast.Block]]:
    """Names that blocks declare, names of enum values and of rows written in the file included."""
    for block in blocks:
        for name in names_of(block):
            yield name, block


def names_of(block: ast.Block) -> Iterator[ast.Name]:
    """The names one block declares."""
    match block:
        case ast.TypeDecl(name, kind, is_open):
            yield name
            yield from variant_names(kind, is_open)
        case ast.ReadingDecl(name, values):
            yield name
            yield from (value.name for value in values)
        case ast.StateDecl(variables):
            yield from (variable.name for variable in variables)
        case ast.TableDecl(name, _, source):
            yield name
            yield from _row_names(source)
        case ast.PlayersDecl(names):
            yield from (variant.name for variant in names)
        case ast.ExtendType(_, variants):
            yield from (variant.name for variant in variants)
        case (
            ast.OptionDecl(name)
            | ast.GivenDecl(name)
            | ast.DefineDecl(name)
            | ast.ActionDecl(name)
            | ast.EventDecl(name)
            | ast.FindDecl(name)
        ):
            yield name
        case ast.PlayDecl(name) if name is not None:
            yield name
        case _:
            pass


def variant_names(kind: ast.TypeExpr, is_open: bool) -> Iterator[ast.Name]:
    """The values of an enum that is written out; an open one may begin with a single value."""
    match kind:
        case ast.EnumOf(variants):
            yield from (variant.name for variant in variants)
        case ast.NamedType(only) if is_open:
            yield ast.Name(only, span=kind.span)
        case _:
            pass


def _row_names(source: ast.TableSource) -> Iterator[ast.Name]:
    """Names of rows that are written as names."""
    if not isinstance(source, ast.InlineRows):
        return
    places = [place for place, column in enumerate(source.columns) if column.text in {"name", "id"}]
    for row in source.rows:
        for place in places[:1]:
            if place < len(row) and isinstance(cell := row[place], ast.Ref):
                yield ast.Name(cell.name, span=cell.span)


class _Renamer:
    """Replaces names throughout a tree."""

    def __init__(self, names: Mapping[str, str], aliases: Mapping[str, str]) -> None:
        self.names = names
        self.aliases = aliases

    def tree(self, node: Tree) -> Tree:
        """A node with everything in it renamed."""
        match node:
            case tuple():
                return tuple(self.tree(item) for item in node)  # type: ignore[return-value]
            case ast.DotExpr(ast.Ref(alias), name) if alias in self.aliases:
                return ast.Ref(f"{self.aliases[alias]}.{name.text}", span=node.span)  # type: ignore[return-value]
            case ast.Ref(text) | ast.NamedType(text):
                return replace(node, name=self.name(text))
            case ast.Name(text):
                return replace(node, text=self.name(text))
            case _ if is_dataclass(node) and not isinstance(node, type):
                return self.parts(node)
            case _:
                return node

    def name(self, text: str) -> str:
        """The new name of a name, which may be written with an alias before it."""
        alias, dot, rest = text.partition(".")
        return f"{self.aliases[alias]}.{rest}" if dot and alias in self.aliases else self.names.get(text, text)

    def parts(self, node: Tree) -> Tree:
        """A node with its fields renamed, but for names that are its own."""
        kept = {"span"}
        if isinstance(node, (*_OWN_NAMES, ast.DotExpr)):
            kept.add("name")
        if isinstance(node, ast.InlineRows):
            kept.add("columns")
        changed = {field.name: self.tree(getattr(node, field.name)) for field in fields(node) if field.name not in kept}  # type: ignore[arg-type]
        return replace(node, **changed)  # type: ignore[type-var]
