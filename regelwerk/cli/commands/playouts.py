"""`regelwerk playouts`: random plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import At, CommandSettings, Exit, GameArgument, takes_threads
from regelwerk.supervision.reporting import REPORTER
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from regelwerk.api.game import State
    from rules_dsl.machine.playouts import Playouts

Number = Annotated[
    int | None,
    typer.Option(
        "-n",
        "--number",
        metavar="N",
        min=1,
        max=10**15,
        help="Number of playouts (default 1000, or as many as the time allows).",
    ),
]
Seconds = Annotated[float | None, typer.Option("--seconds", metavar="S", min=0, help="Run for this many seconds.")]


@takes_threads
def playouts(
    game: GameArgument, settings: CommandSettings, number: Number = None, seconds: Seconds = None, at: At = None
) -> Exit:
    """Play at random and tell how the plays end."""
    from regelwerk.api.counting import counter_for
    from rules_dsl.machine.stopping import describe_stop

    state = settings.state(game, at)
    output.note("playing …", settings.quiet)
    counter = counter_for(state.game.machine, settings.machine, settings.quiet).at(state.raw)
    counter.insist_on_threads(settings.threads or 1)
    limit = min((number for number in (seconds, settings.seconds()) if number is not None), default=None)
    wanted = 1000 if number is None and limit is None else number
    played = counter.playouts(wanted, seed=settings.seed, seconds=limit, threads=settings.threads or 1)
    result = replace(played, stopped=settings.find_stop(played.stopped))
    code = _exit(result, number)
    REPORTER.answering()
    if settings.json:
        output.last_line(
            "playouts",
            playouts=result.playouts,
            plies=result.plies,
            seconds=round(result.seconds, 3),
            playouts_per_second=round(result.playouts_per_second, 1),
            mean_score=list(result.mean_score),
            outcomes=dict(result.outcomes),
            broken_off=result.broken_off,
            stopped=result.stopped,
        )
        return code
    for kind, count in result.outcomes.items():
        output.answer(f"{count:>9,}  {kind}")
    stopped = describe_stop(result.stopped, "the number of playouts")
    output.answer(
        f"{quantity(result.playouts, 'playout')}, {result.mean_plies:,.1f} moves on average"
        + _describe_means(state, result.mean_score)
        + (f"; {stopped}" if stopped else "")
    )
    output.note(f"{result.seconds:.2f} s, {result.playouts_per_second:,.0f} playouts per second", settings.quiet)
    if result.note:
        output.note(result.note)
    return code


def _exit(result: Playouts, number: int | None) -> Exit:
    """Interrupted, fewer than asked for, or fine."""
    if result.stopped == "interrupted":
        return Exit.INTERRUPTED
    return Exit.LIMIT if result.stopped and (number is not None or not result.playouts) else Exit.FINE


def _describe_means(state: State, means: Sequence[float]) -> str:
    """The mean scores or, in a game of several players without a score, the mean results: 1 for a win, -1 for a loss."""
    if not means:
        return ", no play ended"
    players = state.game.players
    if not state.game.rules.scores and len(players) == 1:
        return ""  # how many plays reached the goal is said above
    kind = "score" if state.game.rules.scores else "result"
    return f", mean {kind} " + ", ".join(f"{player} {mean:.3f}" for player, mean in zip(players, means, strict=False))
