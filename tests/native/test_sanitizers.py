"""No undefined behaviour: every table function of compiled games under the address and undefined behaviour sanitizers."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cython_ext.build.compiling import RUNTIME
from cython_ext.emit.unit import Translation, translate
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import library_names, load
from tests.agree.generator import random_game
from tests.native.compiling import compiler

SANITIZERS = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
DRIVER = Path(__file__).parent / "drive.c"


def _drive(game: ir.Game, folder: Path, plays: int, plies: int) -> None:
    found = translate(game)
    if not isinstance(found, Translation):
        return
    source, program = folder / "game.c", folder / "drive"
    source.write_text(found.source)
    command = [
        *compiler().command,
        "-std=gnu11",
        *SANITIZERS,
        f"-I{RUNTIME}",
        "-o",
        str(program),
        str(DRIVER),
        str(source),
    ]
    subprocess.run(command, check=True, capture_output=True, text=True)
    result = subprocess.run([program, str(plays), str(plies)], capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"{result.stdout}{result.stderr[:3000]}"


def test_one_game_quickly(tmp_path: Path) -> None:
    _drive(load("tictactoe"), tmp_path, 5, 10)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(library_names()))
def test_library_games(name: str, tmp_path: Path) -> None:
    _drive(load(name), tmp_path, 4, 80)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_random_games(seed: int, tmp_path: Path) -> None:
    _drive(random_game(seed), tmp_path, 4, 30)
