"""The closed list of codes: code → short title. Each code has a page in docs/errors."""

from __future__ import annotations

# E01xx text and files · E02xx syntax · E03xx names · E04xx types · E05xx ranges · E06xx rules and exceptions · E07xx tables, givens and
# options · E08xx examples, claims and plays · E09xx failures of the rules while playing · W1xxx style.
CODES: dict[str, str] = {
    # -- text and files
    "E0110": "no such rules file",
    "E0111": "not a rules file",
    "E0112": "file cannot be read",
    "E0113": "not UTF-8 text",
    "E0114": "unknown game",
    # -- tables, givens and options
    "E0701": "data file not found",
    "E0702": "data file cannot be read",
    "E0703": "data file too large",
    "E0704": "unfit shape of a data file",
    "E0705": "table not found in the data file",
    "E0706": "row does not fit the header",
    "E0707": "column named twice",
    "E0708": "row named twice",
    "E0709": "unknown column",
    "E0710": "value does not fit its column",
    "E0711": "missing value",
    "E0712": "unknown table in an overlay",
    "E0713": "data file is not UTF-8 text",
    "E0714": "unknown row in an overlay",
    # -- examples, claims and plays
    "E0801": "not a play file",
    "E0802": "wrong line in a play file",
    "E0803": "play belongs to another game",
    "E0804": "move cannot be read",
    "E0805": "move is not legal",
    "E0806": "move after the end of the game",
    "E0807": "play ends otherwise than recorded",
    "E0808": "trace file cannot be read",
    # -- failures of the rules while playing
    "E0901": "value does not fit",
    "E0902": "no such item in a list",
    "E0903": "empty list has no first or last item",
    "E0904": "min or max of nothing",
    "E0905": "division by zero",
    "E0907": "no value with this number",
    "E0908": "rule failed while playing",
    "E0909": "reactions without end",
    "E0910": "play runs on without a rest",
    "E0911": "chance without an outcome",
    "E0912": "possible asks for itself",
    "E0913": "bytes are no state of this game",
}


def title(code: str) -> str:
    """The short title of a code that exists."""
    return CODES[code]
