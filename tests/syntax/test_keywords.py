"""The table of words and the grammar know the same words."""

from rules_dsl.syntax.engine import terminals
from rules_dsl.syntax.keywords import BLOCKS, KEYWORDS, LINE_STARTS, RESERVED
from tests.syntax.reading import findings


def test_the_table_holds_every_word_of_the_grammar():
    assert {word for word in terminals() if word.isalpha()} == set(KEYWORDS)


def test_every_word_is_explained():
    assert all(explanation and not explanation.endswith(".") for explanation in KEYWORDS.values())


def test_words_at_the_start_of_lines_are_keywords():
    assert set(LINE_STARTS) <= set(KEYWORDS)


def test_every_block_word_starts_a_block():
    assert not [word for word in BLOCKS if findings(f"{word}\n")[:1] and findings(f"{word}\n")[0][0] == "E0207"]


def test_reserved_words_are_no_names():
    assert all(findings(f"define f = 1 + {word} * 2\n") for word in RESERVED if word not in ("true", "false", "not"))
    assert all(findings(f"state\n  {word}: 0..3\n")[0][0] == "E0218" for word in RESERVED)
