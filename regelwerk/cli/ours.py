"""Checks that `solver` and `puzzles`, which are common package names, are the ones of this project."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

NAMES = ("rules_dsl", "cython_ext", "solver", "puzzles")
HOME = Path(__file__).resolve().parents[2]


def describe_hidden_packages() -> list[str]:
    """One sentence for each package that another file of the same name hides."""
    return [sentence for name in NAMES if (sentence := _describe_hidden(name)) is not None]


def check_packages() -> None:
    """Leaves with exit code 4 if another file hides one of our packages."""
    sentences = describe_hidden_packages()
    if sentences:
        print("\n".join(sentences), file=sys.stderr)
        raise SystemExit(4)


def _describe_hidden(name: str) -> str | None:
    spec = find_spec(name)
    origin = None if spec is None else spec.origin
    if origin is not None and Path(origin).resolve().parent.parent == HOME:
        return None
    places = origin or (list(spec.submodule_search_locations or ()) if spec is not None else "nothing")
    return f"regelwerk needs its own package {name}, but Python finds {places}; rename that file or run from another folder"
