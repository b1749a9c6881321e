"""Forms: words, texts and bracketed groups; read from text and laid out as text. They know nothing of the IR."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

WIDTH = 120
TOKEN = re.compile(r'\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<open>[(\[])|(?P<close>[)\]])|(?P<word>[^\s()\[\]"]+))')
BARE = re.compile(r'[^\s()\[\]":]+')
CLOSING = {"(": ")", "[": "]"}


@dataclass(frozen=True, slots=True)
class Word:
    """A word; with `type` the form behind its colon."""

    text: str
    type: Form | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """Any text, in double quotes."""

    text: str


@dataclass(frozen=True, slots=True)
class FormGroup:
    """Forms in brackets: `(head …)` for a node, `[…]` for a sequence."""

    items: tuple[Form, ...]
    bracket: str = "("


Form = Word | Text | FormGroup


def read_forms(text: str) -> list[Form]:
    """The forms of a text. Raises ValueError."""
    return _Reader(text).several(None)


class _Reader:
    """Walks through the tokens of a text."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def several(self, close: str | None) -> list[Form]:
        """Forms up to a closing bracket, or to the end."""
        forms: list[Form] = []
        while (token := self._token()) is not None:
            if token["close"]:
                if token["close"] != close:
                    raise ValueError(f"a bracket that does not close anything: {self._context()}")
                return forms
            forms.append(self._form(token))
        if close is not None:
            raise ValueError(f"{close} is missing at the end")
        return forms

    def _form(self, token: re.Match[str]) -> Form:
        if token["text"]:
            return Text(json.loads(token["text"]))
        if token["open"]:
            return FormGroup(tuple(self.several(CLOSING[token["open"]])), token["open"])
        name, colon, rest = token["word"].partition(":")
        if not colon:
            return Word(name)
        return Word(name, Word(rest) if rest else self._type())

    def _type(self) -> Form:
        token = self._token()
        if token is None or token["close"]:
            raise ValueError(f"a type is missing: {self._context()}")
        return self._form(token)

    def _token(self) -> re.Match[str] | None:
        match = TOKEN.match(self.text, self.at)
        if match is None:
            if self.text[self.at :].strip():
                raise ValueError(f"not the text form of a game: {self._context()}")
            return None
        self.at = match.end()
        return match

    def _context(self) -> str:
        return repr(self.text[max(0, self.at - 20) : self.at + 40])


def write_form(form: Form, width: int = WIDTH) -> list[str]:
    """A form in as few lines as fit the width; what stands in brackets is indented."""
    flat = _flat(form)
    if len(flat) <= width or not isinstance(form, FormGroup):
        return [flat]
    count = _short(form)
    first = form.bracket + " ".join([_flat(item) for item in form.items[:count]])
    rest = [f"  {line}" for item in form.items[count:] for line in write_form(item, width - 2)]
    return [first, *rest[:-1], rest[-1] + CLOSING[form.bracket]]


def _short(form: FormGroup) -> int:
    """How many items stay on the first line: the words of a node, but never all of its items."""
    words = next((number for number, item in enumerate(form.items) if isinstance(item, FormGroup)), len(form.items))
    return min(words, len(form.items) - 1)


def _flat(form: Form) -> str:
    return "".join(_pieces(form))


def _pieces(form: Form) -> Iterator[str]:
    match form:
        case Word(text, None):
            yield text
        case Word(text, type_):
            assert type_ is not None
            yield f"{text}:{_flat(type_)}"
        case Text(text):
            yield json.dumps(text, ensure_ascii=False)
        case FormGroup(items, bracket):
            yield bracket + " ".join([_flat(item) for item in items]) + CLOSING[bracket]
