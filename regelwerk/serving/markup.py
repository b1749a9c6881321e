"""HTML as values: what is a plain text is escaped when it is put into an element."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

VOID = frozenset({"img", "input", "link", "meta"})
"""Elements without an end."""

Attribute = str | int | bool | None


class Markup(str):
    """A text that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *children: str | None, **attributes: Attribute) -> Markup:
    """An element. Attributes that are None or False are left out; `_` at the end is dropped, inside it is a hyphen."""
    head = f"<{name}{''.join(_write_attribute(key, value) for key, value in attributes.items())}>"
    return Markup(head if name in VOID else f"{head}{join(children)}</{name}>")


def join(children: Iterable[str | None]) -> Markup:
    """Several texts and elements one after the other."""
    return Markup("".join(_write_child(child) for child in children if child))


def _write_child(child: str) -> str:
    return child if isinstance(child, Markup) else escape(child)


def _write_attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = key.removesuffix("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
