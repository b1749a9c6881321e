"""Diagnostics for programs: JSON and workflow commands; suggestions, codes and pages."""

import json
import pickle
import re

import pytest

from rules_dsl.diagnostics import pages, render_github, render_json
from rules_dsl.diagnostics.codes import CODES
from rules_dsl.diagnostics.diagnostic import Fix, RulesError, finding
from rules_dsl.diagnostics.ordering import causes
from rules_dsl.diagnostics.sources import read_sources
from rules_dsl.diagnostics.suggest import hint, nearest
from rules_dsl.ir.failures import PlayError
from rules_dsl.play.notation import WrongMove
from rules_dsl.source import Span

SPAN = Span("a,b.rules", 3, 5, 3, 9)
FOUND = finding(
    "E0301", "unknown name `tre`", SPAN, "here", reason="100% sure\nreally", repair="write tree", fix=Fix(SPAN, "tree")
)


def test_errors_come_through_from_other_processes():
    for kind in (RulesError, PlayError, WrongMove):
        there = pickle.loads(pickle.dumps(kind(FOUND)))
        assert (type(there), there.diagnostics) == (kind, (FOUND,))


def test_json_has_one_object_per_line_with_all_keys():
    lines = render_json.render([FOUND, finding("W1001", "later", Span("a,b.rules", 9, 1, 9, 2))]).splitlines()
    place = {"file": "a,b.rules", "line": 3, "column": 5, "end_line": 3, "end_column": 9}
    assert json.loads(lines[0]) == {
        "code": "E0301", "severity": "error", "message": "unknown name `tre`", **place, "labels": [{**place, "text": "here"}],
        "reason": "100% sure\nreally", "repair": "write tree", "fix": {**place, "replacement": "tree"},
    }  # fmt: skip
    assert json.loads(lines[1])["severity"] == "warning"
    assert json.loads(lines[1])["fix"] is None


def test_workflow_commands_escape_what_has_a_meaning():
    assert render_github.render([FOUND]) == (
        "::error file=a%2Cb.rules,line=3,endLine=3,col=5,title=E0301,endColumn=8"
        "::unknown name `tre`%0Areason: 100%25 sure%0Areally%0Arepair: write tree\n"
    )
    assert (
        render_github.render([finding("W1001", "x\r", Span("c:d", 1, 1, 2, 1))])
        == "::warning file=c%3Ad,line=1,endLine=2,col=1,title=W1001::x%0D\n"
    )


@pytest.mark.parametrize(
    ("word", "candidates", "expected"),
    [
        ("Appel", ["Apple", "Pear"], "Apple"),
        ("apple", ["Apple", "Pear"], "Apple"),
        ("dya", ["day", "rounds"], "day"),
        ("hand_sise", ["hand", "hand_size"], "hand_size"),
        ("x", ["y", "z"], None),
        ("d1", ["a1", "d2"], None),
        ("e4", ["E4"], "E4"),
        ("tree", ["hand", "day"], None),
        ("tree", ["tree"], None),
        ("Anna", ["hand"], None),
        ("card", ["and"], None),
        ("", ["tree"], None),
        ("a" * 500, ["a" * 499], None),
    ],
)
def test_the_nearest_word(word, candidates, expected):
    assert nearest(word, candidates) == expected


def test_a_hint_is_a_question_or_nothing():
    assert hint("Appel", ["Apple"]) == "did you mean Apple?"
    assert hint("Appel", ["Zebra"]) == ""


def test_codes_are_well_formed_and_in_order():
    assert all(re.fullmatch(r"E0[1-9]\d\d|W[12]\d\d\d", code) for code in CODES)
    assert list(CODES) == sorted(CODES)
    assert all(title and title == title.strip() and not title.endswith(".") for title in CODES.values())


def test_pages_are_found_in_any_case():
    code = next(iter(CODES))
    found = pages.page(f" {code.lower()} ")
    assert found is not None and found.startswith(f"# {code} {CODES[code]}")
    assert pages.page("E9999") is None
    assert pages.nearest_code("EO701") == "E0701"


def test_sources_that_can_be_read_are_read(tmp_path):
    good, bad = tmp_path / "a.rules", tmp_path / "b.rules"
    good.write_text("rules 1\n")
    bad.write_bytes(b"\xff\xfe rules")
    names = [str(good), str(bad), str(tmp_path / "missing"), str(tmp_path), "<expression>", "nul\0name"]
    texts = read_sources([finding("E0101", "x", Span(name, 1, 1, 1, 1)) for name in names])
    assert set(texts) == {str(good), str(bad)}
    assert texts[str(good)] == "rules 1\n"


def test_what_cannot_be_read_hides_what_is_missing_because_of_it():
    unreadable, missing, wrong = (finding(code, "x", SPAN) for code in ("E0201", "E0631", "E0401"))
    assert causes([missing, wrong]) == [missing, wrong]
    assert causes([unreadable, missing, wrong]) == [unreadable, wrong]
    slip, unused, misspelt = (finding(code, "x", SPAN) for code in ("E0240", "W1024", "E0301"))
    assert causes([slip, missing, unused]) == [slip, missing]
    assert causes([misspelt, unused]) == [misspelt]
    assert causes([wrong, unused]) == [wrong, unused]
    rulebook, header = finding("E0131", "x", SPAN), finding("E0212", "x", SPAN)
    assert causes([rulebook, header]) == [rulebook]
    assert causes([unreadable, header]) == [unreadable, header]
    assert causes([unreadable, missing, misspelt, unused], lambda place: True) == [unreadable, missing, misspelt]
