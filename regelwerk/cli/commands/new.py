"""`regelwerk new NAME`: a folder with a small game that runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import Exit

if TYPE_CHECKING:
    from rules_dsl.diagnostics.diagnostic import Diagnostic

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the folder to create.", show_default=False)]

RULES = """rules 1
game {title} "The last one to take a stone wins."

option stones: 3..30 = 12  "how many stones lie on the table"

players Anna, Ben

state
  left:  0..stones = stones
  mover: Player = Anna

--- Take one, two or three stones.
action take(n: 1..3)  @rule "1"
  needs n <= left  "only {{left}} are left"
  does
    left -= n
    mover = next(mover)

play
  loop
    choose take by mover

win p: Player when left == 0 and p != mover  @rule "2"

claim always "somebody can move": left > 0 implies not stuck()

example "taking three"  @rule "1"
  play take(3)
  then left == stones - 3 and mover == Ben

example "the last stone"  @rule "2"
  given left = 1
  play take(1)
  then left == 0

example "more than there are"  @rule "1"
  given left = 2
  play take(3)
  refused because "only 2 are left"

show
  "{{left}} stones"
  "{{mover}} to move"
"""

README = """# {title}

    regelwerk check {name}
    regelwerk test {name}
    regelwerk play {name}
"""


def new(name: Name) -> Exit:
    """Make a folder with a small game that runs."""
    from rules_dsl.diagnostics.diagnostic import RulesError
    from rules_dsl.loading import library_names

    folder = Path(name)
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", folder.name):
        raise RulesError(
            _wrong(
                "E0756",
                f"{folder.name!r:.60} is not a valid name for a game",
                "use letters, digits and _, beginning with a letter",
            )
        )
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise RulesError(
            _wrong("E0757", f"{folder} already exists", "choose another name; nothing was changed")
        ) from None
    except OSError as error:
        raise RulesError(_wrong("E0757", f"{folder} cannot be made: {error.strerror}", "")) from None
    title = "".join(part[:1].upper() + part[1:] for part in folder.name.split("_")) or folder.name
    rules = folder / f"{folder.name}.rules"
    target = rules if name in library_names() else folder  # a bare name means the game of the library
    rules.write_text(RULES.format(title=title), "utf-8")
    (folder / "README.md").write_text(README.format(title=title, name=target), "utf-8")
    output.answer(f"{rules} is ready; try: regelwerk play {target}")
    return Exit.FINE


def _wrong(code: str, message: str, repair: str) -> Diagnostic:
    from regelwerk.settings import problem

    return problem(code, message, "NAME", repair=repair)
