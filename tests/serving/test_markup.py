"""Texts that are put into HTML are escaped; only elements are not."""

from __future__ import annotations

from regelwerk.serving.markup import join, tag


def test_texts_are_escaped() -> None:
    assert tag("p", "a < b & c") == "<p>a &lt; b &amp; c</p>"
    assert tag("p", tag("b", "<i>")) == "<p><b>&lt;i&gt;</b></p>"


def test_attributes_are_escaped_and_named() -> None:
    element = tag("a", "x", href='/"><script>', class_="one", aria_label="&", data_tag=3)
    assert element == '<a href="/&quot;&gt;&lt;script&gt;" class="one" aria-label="&amp;" data-tag="3">x</a>'


def test_what_is_not_there_is_left_out() -> None:
    assert tag("input", name="n", required=True, hidden=False, value=None) == '<input name="n" required>'
    assert tag("ul", None, "", tag("li")) == "<ul><li></li></ul>"
    assert join(["<", tag("b")]) == "&lt;<b></b>"
