"""Runs the transcripts in this folder, in the README and in the tutorial."""

from __future__ import annotations

from pathlib import Path

import pytest

from cython_ext.build.compilers import find_compiler
from regelwerk.api.counting import kernels_are_built
from tests.cli import transcripts
from tests.cli.warm.starting import FRESH

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "docs/tutorial.md", *sorted(HERE.glob("*.md"))]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("regelwerk", [pytest.param((), id="warm"), pytest.param(FRESH, id="fresh", marks=pytest.mark.long)])
def test_transcript(path: Path, regelwerk: tuple[str, ...], tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Each command is forked from a process that has imported everything; in the long run, it is a new process."""
    if path.stem == "compiling" and not (kernels_are_built() and find_compiler()):
        pytest.skip("games cannot be compiled here: test_counting tests what is said then")
    document = path.read_text("utf-8")
    steps = list(transcripts.steps(document))
    assert steps, "a transcript without commands shows nothing"
    wrong: dict[int, str] = {}
    for piece in transcripts.pieces(document):
        if isinstance(piece, transcripts.Piece):
            piece.put(tmp_path)
            continue
        printed = transcripts.run(piece.command, tmp_path, regelwerk)
        if not transcripts.matches(piece.expected, printed):
            wrong[piece.start] = printed
    if request.config.getoption("--update"):
        path.write_text(transcripts.updated(document, wrong), "utf-8")
        return
    report = [f"$ {step.command}\n-- expected\n{step.expected}-- printed\n{wrong[step.start]}" for step in steps if step.start in wrong]
    assert not report, "\n".join(report)


def test_matching() -> None:
    assert transcripts.matches("a\n...\nz\n", "a\nb\nc\nz\n")
    assert transcripts.matches("took … s\n", "took 1.5 s\n")
    assert not transcripts.matches("a\n", "a\nb\n")
    assert not transcripts.matches("a\nb\n", "a\n")
    assert not transcripts.matches("took … s\n", "took 1.5 m\n")
