"""A relaxation holds for the rules it was tested on, whatever they are called, and says what it rests on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from regelwerk.api.game import State
from regelwerk.api.loader import load_state
from regelwerk.settings import position
from rules_dsl.loading import find_rules
from solver.driver.engines import ENGINES, engine_for
from solver.protocol.questions import Aim, Question, UnsupportedQuestion
from solver.relaxed.models import model_for
from solver.relaxed.relaxation import MODELS, Evidence, relaxations, why_no_model

GAME = find_rules("ultimate_railroads").parent
PLAY = GAME / "plays" / "last_three_turns.play"
DECK = ("deck=7",)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy") / "ultimate_railroads"
    shutil.copytree(GAME, folder)
    return folder


def changed(copy: Path, old: str, new: str, file: str = "ultimate_railroads.rules") -> Path:
    """The copy with a change that stays until the next one."""
    text = (GAME / file).read_text(encoding="utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new), encoding="utf-8")
    return copy / "ultimate_railroads.rules"


def state_of(
    rules: str | Path, options: tuple[str, ...] = DECK, data: tuple[Path, ...] = (), at: str | None = None
) -> State:
    return load_state(str(rules), options, (), list(data), "python", None if at is None else position(at))


def has_model(state: State) -> bool:
    return why_no_model(state.game.rules, state.raw) is None


def test_the_library_is_bound_to_what_was_tested() -> None:
    for options in (DECK, ("deck=8",), ("deck=7", "emil_three=takes_two")):
        assert has_model(state_of("ultimate_railroads", options)), (
            "the rules of Ultimate Railroads, or the passes, have changed: `python -m bench.railroads relaxation 100000 2` tests the model of rounds again "
            "and writes its digests; `python -m bench.railroads bind` binds it again where the models are the same"
        )


def test_other_points_for_the_majority_are_other_rules(copy: Path) -> None:
    rules = changed(
        copy,
        "-> 0..40 =\n  0 if strength(p) == 0 or stronger(p) > 1 else 20 if stronger(p) == 1 else 40",
        "-> 0..400 =\n  0 if strength(p) == 0 or stronger(p) > 1 else 20 if stronger(p) == 1 else 400",
    )
    state = state_of(rules, at=str(PLAY))
    with pytest.raises(UnsupportedQuestion, match="was tested on other rules, data or options than these"):
        model_for(state.game.rules, state.raw)
    assert engine_for(Question(state.game.rules, state.raw, Aim.HIGHEST)) is not ENGINES["rounds"]
    (copy / "ultimate_railroads.rules").write_text(
        (GAME / "ultimate_railroads.rules").read_text(encoding="utf-8"), encoding="utf-8"
    )


def test_other_data_and_untested_options_are_other_rules(tmp_path: Path) -> None:
    overlay = tmp_path / "other.toml"
    overlay.write_text('[[end_cards]]\nname = "end_factories"\nfactories = 5\n', encoding="utf-8")
    assert not has_model(state_of("ultimate_railroads", data=(overlay,)))
    assert not has_model(state_of("ultimate_railroads", ("deck=7", "rounds=5")))


def test_comments_and_names_change_nothing(copy: Path) -> None:
    rules = changed(
        copy, "rules 1\ngame UltimateRailroads", "-- Nothing but a comment.\nrules 1\ngame AnotherName"
    ).read_text(encoding="utf-8")
    path = copy / "ultimate_railroads.rules"
    path.write_text(rules.replace("named You, Blue, Red, Yellow", "named You, Green, Red, Yellow"), encoding="utf-8")
    assert has_model(state_of(path))
    path.write_text((GAME / "ultimate_railroads.rules").read_text(encoding="utf-8"), encoding="utf-8")


def test_answers_quote_the_evidence_on_file() -> None:
    [each] = [each for each in relaxations() if each.game == "UltimateRailroads"]
    kept = json.loads((MODELS / "ultimate_railroads" / "evidence.json").read_text(encoding="utf-8"))
    tested, told = kept["tested"], kept["evidence"]
    assert (tested["random"], len(tested["recorded"]), len(tested["missed"])) == (
        told["random_plays"],
        told["recorded_plays"],
        told["missed"],
    )
    [link] = each.links
    recorded = f"{told['recorded_plays']:,}" if told["recorded_plays"] else "no"
    assert link.evidence.startswith(f"tested on {told['random_plays']:,} random plays and {recorded} recorded plays")
    assert (f"reproduces all but {told['missed']}" in link.evidence) == bool(told["missed"])
    assert Evidence(proved=True) != each.evidence
