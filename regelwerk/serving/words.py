"""What the pages of the server say, in English and German (`words.toml`)."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from regelwerk.library.describing import Trait
from rules_dsl.semantics.messages import ORIGINAL

_TABLES = tomllib.loads(files("regelwerk.serving").joinpath("words.toml").read_text(encoding="utf-8"))
LANGUAGES = ("en", "de")
WORDS: dict[str, dict[str, str]] = {language: _TABLES[language] for language in LANGUAGES}
QUESTIONS: dict[str, dict[str, str]] = _TABLES["questions"]
TRAITS = {Trait.FILLED: "filled", Trait.CHANCE: "chance", Trait.HIDDEN: "hidden"}


def say(language: str, word: str, *values: object) -> str:
    """A text of the server in a language, with `{0}` and `{1}` replaced."""
    text = WORDS[language][word]
    for number, value in enumerate(values):
        text = text.replace(f"{{{number}}}", str(value))
    return text


def name_question(language: str, question: str) -> str:
    """What can be asked of a game, in a language."""
    return QUESTIONS.get(language, {}).get(question, question)


def choose_language(accepted: str) -> str:
    """The language for a header `Accept-Language`: the first that the server speaks."""
    wanted = [part.split(";")[0].strip().lower()[:2] for part in accepted.split(",")]
    return next((language for language in wanted if language in WORDS), ORIGINAL)
