"""`regelwerk games`: the library as a list."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING

from regelwerk import output
from regelwerk.cli.commands.common import CommandSettings, Exit

if TYPE_CHECKING:
    from regelwerk.library.describing import GameDescription

NARROWEST = 40
"""Terminals below this width fold lines themselves."""
WIDEST = 110


def games(settings: CommandSettings) -> Exit:
    """List the games of the library: players, one line, what can be asked of them."""
    from regelwerk.library.catalogue import iterate_catalogue

    with settings.clock():
        descriptions = list(iterate_catalogue())
    if settings.json:
        output.last_line("games", games=[_as_keys(description) for description in descriptions])
        return Exit.FINE
    widths = max(len(entry.name) for entry in descriptions), max(len(entry.players) for entry in descriptions)
    for description in descriptions:
        output.answer(_write_entry(description, widths, settings.language))
    output.note("\nregelwerk play NAME plays one here, regelwerk serve shows them all in a browser", settings.quiet)
    return Exit.FINE


def _write_entry(description: GameDescription, widths: tuple[int, int], language: str) -> str:
    """Name, players and line; below it, indented, what distinguishes the game and what can be asked."""
    head = f"{description.name:<{widths[0]}}  {description.players:>{widths[1]}}  "
    width = max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))
    line = description.lines.get(language, description.line)
    folded = textwrap.wrap(line, width, initial_indent=head, subsequent_indent=" " * len(head))
    words = "; ".join(dict.fromkeys((*map(str, description.traits), *description.questions)))
    indent = " " * len(head)
    return "\n".join([*folded, *textwrap.wrap(words, width, initial_indent=indent, subsequent_indent=indent)])


def _as_keys(description: GameDescription) -> dict[str, object]:
    return {
        "name": description.name,
        "title": description.title,
        "players": [description.fewest_players, description.most_players],
        "line": description.lines,
        "traits": list(description.traits),
        "questions": list(description.questions),
        "options": [option.name for option in description.options],
    }
