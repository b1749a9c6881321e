"""What a package reads while it runs is part of the package."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules_dsl", "cython_ext", "solver", "puzzles", "regelwerk")
BUILT = {".py", ".pyc", ".so", ".pyd", ".c"}
"""Modules, and what is compiled from them."""


def test_every_file_of_a_package_is_installed_with_it() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"]
    missing = [
        path
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix not in BUILT and not _is_installed(path.relative_to(ROOT), data)
    ]
    assert missing == []


def _is_installed(path: Path, data: dict[str, list[str]]) -> bool:
    package = ".".join(path.parts[:-1])
    return any(fnmatch(path.name, pattern) for pattern in [*data["*"], *data.get(package, [])])
