"""Requests as the routes see them, after everything that cannot be meant has been refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote_to_bytes

MOST_FIELDS = 60


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked: the parts of the address, its query, the reader's language, and the body of a question."""

    segments: tuple[str, ...]
    query: Mapping[str, str]
    language: str
    body: bytes | None = None
    """None where a page is asked for."""

    @property
    def address(self) -> str:
        """The path, decoded."""
        return "/" + "/".join(self.segments)


class BadAddress(Exception):
    """An address that no browser sends for a page of this server; the message says why."""


def read_address(path: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """The segments of an address and its query; raises BadAddress."""
    bare, _, query = path.partition("?")
    segments = tuple(_decode(part) for part in bare.removeprefix("/").split("/")) if bare != "/" else ()
    try:
        return segments, dict(parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise BadAddress(f"the address has more than {MOST_FIELDS} fields") from None


def _decode(part: str) -> str:
    try:
        text = unquote_to_bytes(part).decode("utf-8")
    except UnicodeDecodeError:
        raise BadAddress("the address is not UTF-8") from None
    if not text.isprintable():
        raise BadAddress("the address has signs that no name has")
    return text
