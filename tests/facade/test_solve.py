"""Best lines from Python: events, the solution and its picture."""

from __future__ import annotations

import pytest

import regelwerk


def test_events_and_the_solution() -> None:
    *events, solution = regelwerk.solve("orchard", time=60)
    assert isinstance(solution, regelwerk.Solution)
    found = [event for event in events if isinstance(event, regelwerk.ImprovedLine)]
    assert found[-1].value == solution.value == 12
    assert found[-1].moves == solution.moves
    assert solution.proved and solution.final.over and len(solution.line) == len(solution.moves) + 1
    assert sum(solution.final.scores.values()) == 12


def test_from_a_state() -> None:
    start = regelwerk.load("hanoi", {"discs": 3}).initial().play("move(1, 3)")
    *_, solution = regelwerk.solve(start)
    assert isinstance(solution, regelwerk.Solution)
    assert (solution.value, str(solution)) == (6, "fewest moves: 6, proved (breadth first)")
    assert solution.line[0] == start


def test_the_picture_of_a_solution() -> None:
    *_, solution = regelwerk.solve("hanoi")
    assert isinstance(solution, regelwerk.Solution)
    html = solution._repr_html_()
    assert "fewest moves: 15, proved" in html and html.count("<li>") == 15 and "<svg" in html


def test_limits_and_what_cannot_be_solved() -> None:
    *_, solution = regelwerk.solve("fifteen", time=0)
    assert isinstance(solution, regelwerk.Solution)
    assert (solution.status, solution.stopped, solution.proved) == ("undecided", "time", False)
    with pytest.raises(regelwerk.Unsupported, match="filled in"):
        list(regelwerk.solve("star_battle"))
