"""How far the body of an action is run to find out whether a move is legal."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir


def trim_body(body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
    """A body as far as its last Need or Choose can be: enough to know whether the move is legal."""
    while body and not checks(body[-1]):
        body = body[:-1]
    if not body or not isinstance(body[-1], ir.If):
        return body
    last = body[-1]
    return (*body[:-1], ir.If(last.condition, trim_body(last.then), trim_body(last.otherwise), span=last.span))


def checks(stmt: ir.Stmt) -> bool:
    """Is or contains the statement a Need or Choose?"""
    match stmt:
        case ir.Need() | ir.Choose():
            return True
        case ir.If(_, then, otherwise):
            return any(checks(inner) for inner in (*then, *otherwise))
        case ir.For(body=body):
            return any(checks(inner) for inner in body)
        case _:
            return False
