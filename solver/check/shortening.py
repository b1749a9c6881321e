"""Shortens a play that distinguishes two games by dropping moves, together with later moves that become illegal."""

from __future__ import annotations

from collections.abc import Sequence

from solver.check.comparing import Different, Sides
from solver.protocol.clock import Clock


def shorten_play(sides: Sides, result: Different, clock: Clock) -> Different:
    """Leaves out halves, quarters and so on down to single moves, as long as the games still differ; no play is surely
    the shortest after that.
    """
    if result.shortest:
        return result
    size = len(result.play) // 2
    while size >= 1 and not clock.is_over():
        shorter = _without(sides, result, size, clock)
        size = size // 2 if shorter is None else min(size, max(1, len(shorter.play) // 2))
        result = shorter or result
    return result


def _without(sides: Sides, result: Different, size: int, clock: Clock) -> Different | None:
    """The first shorter play with this many moves removed at one place, searched from the end."""
    for first in range(len(result.play) - size, -1, -size):
        if clock.is_over():
            return None
        tried = find_distinction(sides, [*result.play[:first], *result.play[first + size :]])
        if tried is not None and len(tried.play) < len(result.play):
            return tried
    return None


def find_distinction(sides: Sides, texts: Sequence[str]) -> Different | None:
    """Do these moves, without those that are illegal, distinguish the games?"""
    pair, play = sides.start(), list[str]()
    for text in [*texts, ""]:
        if isinstance(pair, str):
            return sides.different(tuple(play), pair)
        moves = sides.moves(pair)
        if isinstance(moves, str):
            return sides.different(tuple(play), moves)
        if text in moves:
            play.append(text)
            pair = sides.after(pair, moves[text])
    return None
