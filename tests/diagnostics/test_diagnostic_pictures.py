"""The picture of a diagnostic in the terminal, character by character."""

from hypothesis import given
from hypothesis import strategies as st

from rules_dsl.diagnostics.columns import printable, width
from rules_dsl.diagnostics.diagnostic import Diagnostic, Label, finding
from rules_dsl.diagnostics.render_text import render
from rules_dsl.source import Span

TEXT = "state\n  tree: [Fruit] 0..6\naction rest\n  does\n    choose f in Fruit where tree[f] < 6\n    tree[f] += 2\n"


def at(line, column, length, file="orchard.rules"):
    return Span(file, line, column, line, column + length)


def picture(*diagnostics, text=TEXT, **settings):
    return render(diagnostics, {"orchard.rules": text} if text is not None else None, **settings)


def test_headline_lines_underlines_reason_and_repair():
    found = Diagnostic(
        "E0502",
        "tree[f] may leave 0..6",
        (Label(at(6, 5, 12), "5 + 2 = 7"), Label(at(5, 29, 11), "allows 5"), Label(at(2, 3, 4))),
        reason="state where this happens: tree = {Apple: 5}",
        repair="write  tree[f] = min(tree[f] + 2, 6)",
    )
    assert picture(found) == (
        "E0502  tree[f] may leave 0..6                      orchard.rules:6\n"
        "  2 |   tree: [Fruit] 0..6\n"
        "    |   ----\n"
        "    ...\n"
        "  5 |     choose f in Fruit where tree[f] < 6\n"
        "    |                             ----------- allows 5\n"
        "  6 |     tree[f] += 2\n"
        "    |     ^^^^^^^^^^^^ 5 + 2 = 7\n"
        "  reason: state where this happens: tree = {Apple: 5}\n"
        "  repair: write  tree[f] = min(tree[f] + 2, 6)\n"
    )


def test_tabs_and_wide_characters_keep_underlines_in_place():
    found = finding("E0301", "unknown name", at(1, 5, 2), "here")
    assert picture(found, text="\t橋🍎 xy = 1").splitlines()[1:] == ["  1 |     橋🍎 xy = 1", "    |          ^^ here"]


def test_two_labels_on_one_line_have_their_own_underlines():
    found = finding("E0401", "these differ", at(5, 12, 1), "a Fruit").also(at(5, 39, 1), "a number")
    assert picture(found).splitlines()[1:] == [
        "  5 |     choose f in Fruit where tree[f] < 6",
        "    |            ^ a Fruit",
        "    |                                       - a number",
    ]


def test_without_the_text_the_labels_are_still_said():
    found = finding("E0401", "these differ", at(5, 12, 1), "a Fruit").also(at(9, 2, 1), "a number")
    assert picture(found, text=None).splitlines()[1:] == [
        "  at line 5, column 12: a Fruit",
        "  at line 9, column 2: a number",
    ]


def test_a_place_past_the_end_of_the_text_is_tolerated():
    assert "at line 400" in picture(finding("E0401", "gone", at(400, 1, 1), "here"))
    assert "^ here" in picture(finding("E0401", "gone", at(6, 300, 9), "here"))


def test_labels_in_other_files_name_the_file():
    found = finding("E0603", "two exceptions clash", at(1, 1, 5)).also(at(1, 1, 4, "rain.rules"), "the other")
    text = render([found], {"orchard.rules": TEXT, "rain.rules": "also for rest\n"})
    assert text.splitlines()[3:] == ["  in rain.rules", "  1 | also for rest", "    | ---- the other"]


def test_spans_over_lines_are_underlined_to_the_end_of_the_first():
    found = finding("E0201", "odd", Span("orchard.rules", 2, 3, 5, 7))
    assert picture(found).splitlines()[2] == "    |   " + "^" * len("tree: [Fruit] 0..6")


def test_sorted_by_place_each_once():
    one, two = finding("E0301", "first", at(1, 1, 1)), finding("E0301", "second", at(2, 1, 1))
    text = picture(two, one, two)
    assert text.index("first") < text.index("second")
    assert text.count("second") == 1


def test_at_most_twenty_errors_first_then_a_count():
    many = [finding("E0301", f"error {n}", at(n, 1, 1)) for n in range(2, 25)]
    text = picture(finding("W1001", "warning", at(1, 1, 1)), *many)
    assert text.count("E0301") == 20
    assert "warning 1" not in text
    assert text.endswith("and 3 errors, 1 warning more\n")


def test_colour_only_when_asked():
    found = finding("E0301", "unknown name", at(1, 1, 1), "here", repair="write it")
    assert "\x1b" not in picture(found)
    assert "\x1b[1;31mE0301\x1b[0m" in picture(found, colour=True)


def test_nothing_in_a_file_can_steer_the_terminal():
    found = finding(
        "E0301", "unknown \x1b[2Jname", at(1, 1, 4, "a\x1b.rules"), "\x07here", reason="so\x1b[1m", repair="\x9bx"
    )
    text = render([found], {"a\x1b.rules": "x\x1b[31my\u202ez\r"})
    assert not any((ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0 or c == "\u202e" for c in text)


def test_very_long_lines_are_cut_around_the_place():
    text = "x" * 5000 + "here" + "y" * 5000
    lines = picture(finding("E0301", "unknown", at(1, 5001, 4), "look"), text=text).splitlines()
    assert len(lines[1]) < 170
    start = lines[2].index("^")
    assert lines[1][start : start + 4] == "here"


spans = st.builds(
    lambda line, column, more, width_: Span("f", line, column, line + more, column + width_),
    st.integers(1, 6),
    st.integers(1, 200),
    st.integers(0, 2),
    st.integers(0, 9),
)


@given(st.text(), st.lists(st.builds(Label, spans, st.text()), min_size=1, max_size=4), st.text(), st.text())
def test_any_text_and_any_place_can_be_drawn(text, labels, message, reason):
    drawn = render([Diagnostic("E0301", message, tuple(labels), reason)], {"f": text})
    assert drawn.startswith("E0301") and drawn.endswith("\n")


@given(st.text())
def test_printable_text_has_no_tabs_and_a_width(text):
    shown = printable(text)
    assert "\t" not in shown and "\n" not in shown
    assert width(shown) >= 0
