"""Short ways to parse in tests."""

from __future__ import annotations

from rules_dsl.diagnostics.diagnostic import Diagnostic
from rules_dsl.source import SourceFile
from rules_dsl.syntax import ast
from rules_dsl.syntax.parse import parse

HEADER = 'rules 1\ngame Test "a test"\n'
HEADER_LINES = 2


def parsed(code: str, name: str = "test.rules") -> tuple[ast.File, tuple[Diagnostic, ...]]:
    """The tree and the findings of code below a header."""
    return parse(SourceFile(name, HEADER + code))


def blocks(code: str) -> tuple[ast.Block, ...]:
    """The blocks of code that must be right."""
    file, found = parsed(code)
    assert not found, [f"{d.code} {d.span} {d.message}" for d in found]
    return file.blocks


def block(code: str) -> ast.Block:
    """The only block of code that must be right."""
    (only,) = blocks(code)
    return only


def statements(code: str) -> tuple[ast.Stmt, ...]:
    """The statements of a `does`."""
    indented = "".join(f"    {line}\n" for line in code.split("\n"))
    event = block(f"event e\n  does\n{indented}")
    assert isinstance(event, ast.EventDecl)
    (does,) = event.clauses
    assert isinstance(does, ast.Does)
    return does.body


def statement(code: str) -> ast.Stmt:
    """The only statement of a `does`."""
    (only,) = statements(code)
    return only


def findings(code: str) -> list[tuple[str, int, int]]:
    """Code, line (of the text below the header) and column of each finding."""
    return [(d.code, d.span.line - HEADER_LINES, d.span.column) for d in parsed(code)[1]]
