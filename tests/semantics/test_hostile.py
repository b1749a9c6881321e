"""Declarations of a size nobody can go through are refused before anybody tries."""

from __future__ import annotations

import pytest

from tests.semantics.library import Folder

WIDE = "type R = { " + ", ".join(f"f{number}: 0..65535" for number in range(100)) + " }\n"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (
            "given g: [1..60000] Bool = {c: any(x == d for d in 1..60000 for x in 1..60000) for c in 1..60000}",
            ["E0506"],
        ),
        ("define f() = count(a != b for a in 1..65536 for b in 1..65536)\noption o: 1..f() = 1", ["E0506"]),
        ("option o: 0..999999999999 = 3\nstate\n  a: [0..o * 1000000] Bool", ["E0409"]),
        ("type A = alike 999999999999", ["E0419"]),
        ("type A = alike 0", ["E0501"]),
        ("type T = 1..1000000000\naction act(t: T)\n  does\n    let x = t", ["E0409"]),
        ("type T = 1..3\naction act(s: set of T)\n  does\n    let x = s", ["E0409"]),
        (f"{WIDE}state\n  s: [Bool] R", []),
        (f"{WIDE}state\n  s: set of R", ["E0409"]),
        (f"{WIDE}state\n  s: [1..65536] R", ["E0419"]),
        ("state\n  a: list of list of list of Bool up to 60000 up to 60000 up to 60000", ["E0419"]),
        ("state\n  a: [0..999999999999] Bool", ["E0409"]),
        ("define f() -> [1..60000] [1..60000] Bool = nothing", []),
        ("define f(s: set of 1..65536) = len(s) * 2", []),
        (
            "define f0() = 9000000000\n" + "".join(f"define f{n}() = f{n - 1}() * f{n - 1}()\n" for n in range(1, 30)),
            ["E0505"],
        ),
        (
            "define last() = 1\n"
            + "".join(f"define f{n}() = f{n + 1}() + 1\n" for n in range(600))
            + "define f600() = 1",
            ["E0425"],
        ),
        ("define a0() = 1\n" + "".join(f"define a{n}() = a{n - 1}() + a{n - 1}()\n" for n in range(1, 40)), []),
        ("define f(n: 1..9) = " + " + ".join(["n"] * 100), []),
        ("define f(n: 1..9) = " + " and ".join(f"n != {number % 9}" for number in range(100)), []),
    ],
)
def test_it_ends_with_the_right_finding(folder: Folder, text: str, codes: list[str]) -> None:
    assert folder.codes(text) == codes
