"""Runs the transcripts in this folder and in the README."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import transcripts

HERE = Path(__file__).parent
DOCUMENTS = [HERE.parents[1] / "README.md", *sorted(HERE.glob("*.md"))]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_transcript(path: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    document = path.read_text("utf-8")
    for name, text in transcripts.files(document):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    steps = list(transcripts.steps(document))
    assert steps, "a transcript without commands shows nothing"
    wrong: dict[int, str] = {}
    for step in steps:
        printed = transcripts.run(step.command, tmp_path)
        if not transcripts.matches(step.expected, printed):
            wrong[step.start] = printed
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
