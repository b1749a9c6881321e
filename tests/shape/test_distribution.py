"""What is handed out is whole: a source distribution builds from itself, and what its wheel installs works from any folder, without a compiler, too."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules_dsl", "cython_ext", "solver", "puzzles", "regelwerk", "games")
NOT_HANDED_OUT = {".git", ".venv", "build", "dist"}
"""At the top of a checkout."""
COMPILED = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so", "_*.c", ".*_cache")
SECONDS = 1800

pytestmark = pytest.mark.long


@dataclass(frozen=True, slots=True)
class Distribution:
    """The folder with what was built: a source distribution, the wheel from it, and a fresh environment with the wheel."""

    source: Path
    wheel: Path
    environment: Path

    def run(self, folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """The installed command line in another folder."""
        environment = {**plain(), "NO_COLOR": "1", "REGELWERK_CACHE_DIR": str(folder / "cache"), **variables}
        command = [str(self.environment / "bin" / "regelwerk"), *words]
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )


def plain() -> dict[str, str]:
    """The environment without what would lead to the tree."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def built(folder: Path, *words: object, **variables: str) -> None:
    """Do a step of the build; what it prints is shown if it fails."""
    done = subprocess.run(
        [str(word) for word in words], cwd=folder, env={**plain(), **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.fixture(scope="module")
def distribution(tmp_path_factory: pytest.TempPathFactory) -> Distribution:
    if shutil.which("cc") is None:
        pytest.skip("a wheel is built with a C compiler")
    folder = tmp_path_factory.mktemp("distribution")
    shutil.copytree(ROOT, folder / "tree", ignore=_left_out)
    built(folder / "tree", sys.executable, "setup.py", "-q", "sdist", "-d", folder)
    (source,) = folder.glob("regelwerk-*.tar.gz")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    built(
        folder, *pip, "wheel", "--no-build-isolation", "--no-deps", "-w", folder, source, REGELWERK_REQUIRE_NATIVE="1"
    )
    (wheel,) = folder.glob("regelwerk-*.whl")
    built(folder, sys.executable, "-m", "venv", folder / "fresh")
    (site,) = (folder / "fresh").glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(
        sysconfig.get_path("purelib")
    )  # what Regelwerk needs is taken from here, Regelwerk is not
    built(
        folder, folder / "fresh/bin/python", "-m", "pip", "--disable-pip-version-check", "install", "--no-deps", wheel
    )
    return Distribution(source, wheel, folder / "fresh")


def _left_out(folder: str, names: list[str]) -> set[str]:
    return COMPILED(folder, names) | (NOT_HANDED_OUT if Path(folder) == ROOT else set())


def files_of_the_tree(*folders: str) -> Iterator[str]:
    """The files in these folders that are somebody's work."""
    for folder in folders:
        for path in (ROOT / folder).rglob("*"):
            compiled = path.suffix in (".so", ".pyc") or (path.suffix == ".c" and path.name.startswith("_"))
            if path.is_file() and not compiled:
                yield path.relative_to(ROOT).as_posix()


def test_the_source_distribution_has_every_file(distribution: Distribution) -> None:
    with tarfile.open(distribution.source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert set(files_of_the_tree(*PACKAGES, "docs", "tests", "bench")) - names == set()


def test_the_wheel_has_every_file_of_its_packages(distribution: Distribution) -> None:
    with zipfile.ZipFile(distribution.wheel) as archive:
        names = set(archive.namelist())
    assert set(files_of_the_tree(*PACKAGES)) - names == set()
    assert "rules_dsl/pages/errors/E0102.md" in names
    assert any(name.startswith("cython_ext/shipped/") for name in names)
    assert not [name for name in names if name.startswith(("tests/", "bench/", "docs/"))]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--version", "regelwerk"),
        ("check tictactoe", "no findings"),
        ("solve hanoi --quiet", "15"),
        ("test hanoi", "0 failed"),
        ("explain E0102", "E0102"),
        ("help choose", "choose"),
        ("new pebbles", "pebbles"),
        ("show chess --svg -o chess.svg", ""),
        ("prove river_crossing", "proved"),
        ("perft ultimate_railroads -d 1 --quiet", "1"),
    ],
)
def test_what_is_installed_works_elsewhere(distribution: Distribution, tmp_path: Path, words: str, told: str) -> None:
    done = distribution.run(tmp_path, *words.split())
    assert done.returncode == 0, done.stdout + done.stderr
    assert told in done.stdout


def test_library_games_are_compiled_in_it(distribution: Distribution, tmp_path: Path) -> None:
    done = distribution.run(
        tmp_path, "perft", "chess", "-d", "3", "--machine", "native", "--quiet", CC="", PATH="/none"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "8,902" in done.stdout


def test_pages_are_written_by_it(distribution: Distribution, tmp_path: Path) -> None:
    (tmp_path / "my.play").write_text("regelwerk-play 1\ngame TicTacToe\n\n1. mark(b2)\n", encoding="utf-8")
    done = distribution.run(tmp_path, "view", "my.play")
    assert done.returncode == 0, done.stdout + done.stderr
    (page,) = tmp_path.glob("*.html")
    assert "<script" in page.read_text("utf-8")
