"""`regelwerk hint`: a good move from here, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regelwerk import output
from regelwerk.commands.common import At, Exit, GameArgument, Settings

if TYPE_CHECKING:
    from solver.answers import Answer

SECONDS = 10.0


def hint(game: GameArgument, settings: Settings, at: At = None) -> Exit:
    """Tell a good move from here and how sure that is; looks for ten seconds unless --time says otherwise."""
    from regelwerk.asking import Wish, asked, told
    from rules_dsl.examples.claims import written
    from solver.answers import last_answer
    from solver.questions import Limits
    from solver.solving import solve

    seconds = settings.seconds()
    machine = settings.state(game, at).machine
    limits = Limits(SECONDS if seconds is None else seconds, settings.bytes())
    question, engine = asked(machine, Wish(limits, machine=settings.machine, seed=settings.seed, quiet=settings.quiet))
    with told():
        found = last_answer(list(solve(question, engine)))
    words = written(machine, found.play[:1])
    move, why = (words[0] if words else None), _why(question.aim, found)
    if settings.json:
        output.last_line("hint", move=move, why=why)
    else:
        output.answer(f"{move}: {why}" if move is not None else why)
    return Exit.FINE if move is not None or found.status == "infeasible" else Exit.LIMIT


def _why(aim: str, found: Answer) -> str:
    match found.status:
        case "optimal":
            return f"best play from here; {aim} {found.value}, proved ({found.method})"
        case "bounded":
            return f"the best line that was found; {aim} {found.value}, at most {found.bound} ({found.method})"
        case "infeasible":
            return "there is no way to the goal from here"
        case _:
            return "nothing was found in this time"
