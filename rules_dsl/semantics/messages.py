"""The messages of a game in another language: `messages/de.toml` beside its rules.

`[texts]` has the texts of the rules, as they are written there, with their translations; `[names.TYPE]` what values and fields are called,
`[signs.TYPE]` what pictures write for them. A translation may use everything that its text may use: it takes its place before the rules are read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import TypeVar

from rules_dsl.diagnostics.diagnostic import Diagnostic, RulesError, finding
from rules_dsl.reading import read_bytes
from rules_dsl.source import SourceFile, Span
from rules_dsl.syntax import ast
from rules_dsl.syntax.parse import parse_expression

ORIGINAL = "en"
"""The language in which rules are written."""
LANGUAGES = (ORIGINAL, "de")
FOLDER = "messages"
LARGEST = 1_000_000

Tree = TypeVar("Tree")
Named = Mapping[str, Mapping[str, str]]


@dataclass(slots=True)
class Messages:
    """The messages of one language; `unused` and `missing` are what a test of completeness asks for."""

    language: str = ORIGINAL
    file: str = ""
    text: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    names: Named = field(default_factory=dict)
    signs: Named = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    missing: dict[str, None] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)

    @property
    def translates(self) -> bool:
        """Is this another language than that of the rules?"""
        return self.language != ORIGINAL

    @property
    def unused(self) -> tuple[str, ...]:
        """Texts that no rule has any more."""
        return tuple(text for text in self.texts if text not in self.used)

    def translate(self, text: str) -> str | None:
        """The translation of a text; one without letters outside of its values stays as it is."""
        if not _has_letters(text):
            return None
        self.used.add(text)
        if text not in self.texts:
            self.missing[text] = None
        return self.texts.get(text)


def read_messages(root: Path, language: str) -> Messages:
    """The messages of a game; none for the language of its rules, or where nobody has written any."""
    path, name = root / FOLDER / f"{language}.toml", f"{FOLDER}/{language}.toml"
    if language == ORIGINAL or not path.is_file():
        return Messages(language, name)
    try:
        text = read_bytes(path, LARGEST).decode("utf-8")
        data = tomllib.loads(text)
        return Messages(language, name, text, _texts(data.get("texts", {})), _read_named(data.get("names", {})), _read_named(data.get("signs", {})))
    except (OSError, ValueError, TypeError) as error:
        wrong = finding("E0646", f"{name} cannot be read: {error}", Span(name, 1, 1, 1, 1), repair='write lines `"text" = "translation"` below [texts]')
        return Messages(language, name, findings=[wrong])


def _texts(raw: object) -> Mapping[str, str]:
    if not isinstance(raw, dict) or not all(isinstance(value, str) for value in raw.values()):
        raise TypeError("every message is a text")
    return raw


def _read_named(raw: object) -> Named:
    if not isinstance(raw, dict):
        raise TypeError("names and signs are tables by type")
    return {name: _texts(words) for name, words in raw.items()}


def translate_tree(tree: ast.File, source: SourceFile, messages: Messages) -> ast.File:
    """The file with every text for players in the language of the messages."""
    if not messages.translates:
        return tree
    translator = _Translator(source, messages)
    return replace(tree, header=translator.header(tree.header), blocks=tuple(translator.block(block) for block in tree.blocks))


Ruled = ast.ActionDecl | ast.EventDecl | ast.ExceptionDecl | ast.WheneverDecl


class _Translator:
    """Puts translations in the place of the texts that players read."""

    def __init__(self, source: SourceFile, messages: Messages) -> None:
        self.source = source
        self.messages = messages

    def header(self, header: ast.Header | None) -> ast.Header | None:
        """The header of the main file with its title translated; the comment below it is for readers of the rules."""
        if header is None or header.kind == "library" or header.title is None:
            return header
        return replace(header, title=self.text(header.title), doc="")

    def block(self, block: ast.Block) -> ast.Block:
        """A block with its reasons, labels, pictures or sentences translated."""
        match block:
            case ast.ShowDecl() | ast.SayDecl():
                return self.tree(block)
            case ast.ActionDecl() | ast.EventDecl() | ast.ExceptionDecl() | ast.WheneverDecl():
                return self.translate_rule(block)
            case ast.RuleDecl(reason=reason) if reason is not None:
                return replace(block, reason=self.text(reason))
            case ast.ScoreDecl(lines=lines):
                return replace(block, lines=tuple(replace(line, label=self.messages.translate(line.label) or line.label) for line in lines))
            case _:
                return block

    def translate_rule(self, block: Ruled) -> Ruled:
        """The reasons of refusals. The comment above a rule is its hint on pages; it is not shown in a language it is not written in."""
        doc = self.messages.texts.get(block.doc, "")
        return replace(block, clauses=tuple(self.clause(clause) for clause in block.clauses), doc=doc)

    def clause(self, clause: ast.ActionClause) -> ast.ActionClause:
        """A clause with its reason translated."""
        if isinstance(clause, ast.Needs | ast.Ensures) and clause.reason is not None:
            return replace(clause, reason=self.text(clause.reason))
        return clause

    def tree(self, node: Tree) -> Tree:
        """A part of a picture or a sentence with every text in it translated; words of pieces and of values are none."""
        match node:
            case tuple():
                return tuple(self.tree(item) for item in node)  # type: ignore[return-value]
            case ast.TextLit():
                return self.text(node)  # type: ignore[return-value]
            case ast.LookPartDecl() | ast.SayWordDecl() | ast.Name():
                return node
            case _ if is_dataclass(node) and not isinstance(node, type):
                return replace(node, **{part.name: self.tree(getattr(node, part.name)) for part in fields(node) if part.name != "span"})
            case _:
                return node

    def text(self, node: ast.TextLit) -> ast.TextLit:
        """The translation of a text; without one, the text with the texts inside of it translated."""
        result = self.messages.translate(self.source.within(node.span)[1:-1])
        if result is None:
            return replace(node, parts=self.tree(node.parts))
        return self.read(result, node)

    def read(self, text: str, node: ast.TextLit) -> ast.TextLit:
        try:
            result = parse_expression('"' + text.replace("\n", "\\n") + '"', self.messages.file)
        except RulesError as error:
            self.messages.findings += error.diagnostics
            return node
        assert isinstance(result, ast.TextLit)
        return replace(self.place_tree(result, node.span), span=node.span)

    def place_tree(self, tree: Tree, span: Span) -> Tree:
        """What was read from the messages, at the place of the text it stands for."""
        match tree:
            case tuple():
                return tuple(self.place_tree(item, span) for item in tree)  # type: ignore[return-value]
            case _ if is_dataclass(tree) and not isinstance(tree, type):
                changed = {part.name: self.place_tree(getattr(tree, part.name), span) for part in fields(tree) if part.name != "span"}
                return replace(tree, **changed, span=span)
            case _:
                return tree


def _has_letters(text: str) -> bool:
    """Are there letters outside of the braces of values?"""
    depth = 0
    for character in text.replace("\\n", " "):
        depth += (character == "{") - (character == "}")
        if depth == 0 and character.isalpha():
            return True
    return False
