"""Rulebooks in Markdown: only fenced rules are code, on their own lines."""

from rules_dsl.source import SourceFile
from rules_dsl.syntax.format import format_text
from rules_dsl.syntax.parse import parse

BOOK = """\
# A game

```rules
rules 1
game   A   "x"
```

Prose with a state and `needs`.

```python
define broken = (
```

~~~~rules
state
  x:  0..3
  longer: 0..3
```
not a fence of this length
~~~~
"""


def test_line_numbers_are_those_of_the_book():
    text = BOOK.replace("```\nnot a fence of this length\n", "")
    file, found = parse(SourceFile("book.rules.md", text))
    assert not found
    (state,) = file.blocks
    assert (state.span.line, state.variables[1].span.line, state.variables[1].span.column) == (16 - 1, 17, 3)


def test_what_stands_in_a_fence_is_code():
    found = parse(SourceFile("book.rules.md", BOOK))[1]
    assert [d.span.line for d in found][:1] == [19]


def test_a_book_without_rules():
    found = parse(SourceFile("book.rules.md", "# Prose\n"))[1]
    assert "E0131" in [d.code for d in found]


def test_only_fenced_parts_are_formatted():
    text = BOOK.replace("```\nnot a fence of this length\n", "")
    done = format_text(SourceFile("book.rules.md", text))
    assert done == text.replace("game   A   ", "game A ").replace("x:  0..3", "x:      0..3")
    assert format_text(SourceFile("book.rules.md", done)) == done


def test_a_block_may_go_on_in_the_next_fence():
    text = '```rules\nrules 1\ngame A "x"\n\nstate\n  x: T\n```\n\nand\n\n```rules\n  y:   T\n```\n'
    file, found = parse(SourceFile("book.rules.md", text))
    assert not found and len(file.blocks[0].variables) == 2
    assert parse(SourceFile("book.rules.md", format_text(SourceFile("book.rules.md", text)))) == (file, ())


def test_other_names_are_no_books():
    assert parse(SourceFile("plain.rules", "```rules\n"))[1]
