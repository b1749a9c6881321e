"""Data files: every cell with its place, every fault with its line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_dsl.source import Span
from rules_dsl.tables import Rows, read_rows


def read(tmp_path, name, content, key="spaces"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_rows(path, key, name=name)


def raws(rows):
    assert isinstance(rows, Rows), rows
    return [{column: cell.raw for column, cell in row.cells.items()} for row in rows.rows]


def said(found):
    assert not isinstance(found, Rows)
    return [(d.code, d.message, d.span.line, d.span.column) for d in found]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_csv_with_each_separator(tmp_path, separator):
    text = '\ufeffname , cost\r\n "Old, Mill;\t""x""" ,3\r\n\r\n,\r\nPear, 4 ,\r\n'.replace(",", separator)
    rows = read(tmp_path, "a.csv", text)
    inside = 'Old, Mill;\t"x"'.replace(",", separator)
    assert raws(rows) == [{"name": inside, "cost": "3"}, {"name": "Pear", "cost": "4"}]


def test_csv_cells_know_their_places(tmp_path):
    rows = read(tmp_path, "a.csv", 'name,cost,note\nMill,  12 ,"two\nlines"\nPear,7,\n')
    first, second = rows.rows
    assert first.cells["cost"].span == Span("a.csv", 2, 8, 2, 10)
    assert first.cells["note"].span == Span("a.csv", 2, 12, 3, 7)
    assert second.cells["cost"].span == Span("a.csv", 4, 6, 4, 7)
    assert rows.columns["cost"] == Span("a.csv", 1, 6, 1, 10)


def test_csv_of_one_column(tmp_path):
    assert raws(read(tmp_path, "a.csv", "name\nMill\nPear")) == [{"name": "Mill"}, {"name": "Pear"}]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("E0704", "a.csv is empty", 1, 1)]),
        ("\n \n", [("E0704", "a.csv is empty", 1, 1)]),
        ("a,b,a\n1,2,3\n", [("E0707", "the column a is there twice", 1, 5)]),
        ("a,,c\n1,2,3\n", [("E0704", "column 2 has no name", 1, 3)]),
        (
            "a,b\n1\n1,2,3\n1,2\n",
            [
                ("E0706", "this row has 1 cell, the header has 2", 2, 1),
                ("E0706", "this row has 3 cells, the header has 2", 3, 1),
            ],
        ),
        ('a,b\n1,"2\n3,4\n', [("E0706", "this quote is never closed", 2, 3)]),
        ('a,b\n1,"2" x\n', [("E0706", "there is text after the closing quote", 2, 7)]),
        (b"a,b\n1,\xff\n", [("E0713", "a.csv is not UTF-8 text", 2, 3)]),
        (b"a,b\n1,2\0\n", [("E0713", "a.csv is not UTF-8 text", 2, 4)]),
        ("a,b\n".encode("utf-16"), [("E0713", "a.csv is not UTF-8 text", 1, 1)]),
    ],
)
def test_csv_faults(tmp_path, text, expected):
    assert said(read(tmp_path, "a.csv", text)) == expected


TOML = """\
# a comment with [[spaces]] in it
[meta]
text = \"\"\"
[[spaces]]
name = "no"
\"\"\"
[[spaces]]
name = "Mill"   # its name
cost = 12
gain = { coins = 2, keys = [1,
  2] }

[[other]]
cost = 1

[[spaces]]
'name' = 'Pear'
[spaces.gain]
coins = 3
"""


def test_toml_cells_know_their_places(tmp_path):
    rows = read(tmp_path, "a.toml", TOML)
    assert raws(rows) == [
        {"name": "Mill", "cost": 12, "gain": {"coins": 2, "keys": [1, 2]}},
        {"name": "Pear", "gain": {"coins": 3}},
    ]
    mill, pear = rows.rows
    assert mill.span == Span("a.toml", 7, 1, 7, 11)
    assert mill.cells["cost"].span == Span("a.toml", 9, 8, 9, 10)
    assert mill.cells["gain"].span == Span("a.toml", 10, 8, 11, 7)
    assert pear.cells["name"].span == Span("a.toml", 17, 10, 17, 16)
    assert pear.cells["gain"].span == Span("a.toml", 18, 1, 18, 14)
    assert rows.columns["cost"] == Span("a.toml", 9, 1, 9, 5)


def test_toml_rows_as_inline_tables_and_under_dotted_keys(tmp_path):
    inline = read(tmp_path, "a.toml", "spaces = [\n  {name = 'a', cost = 1},\n  {name = 'b'},\n]\n")
    assert raws(inline) == [{"name": "a", "cost": 1}, {"name": "b"}]
    assert inline.rows[1].cells["name"].span == Span("a.toml", 3, 11, 3, 14)
    dotted = read(tmp_path, "a.toml", "[[board.spaces]]\nname = 'a'\n", key="board.spaces")
    assert dotted.rows[0].cells["name"].span == Span("a.toml", 2, 8, 2, 11)


def test_toml_with_windows_line_ends(tmp_path):
    rows = read(tmp_path, "a.toml", "[[spaces]]\r\nname = 'a'\r\ncost = 3\r\n")
    assert rows.rows[0].cells["cost"].span == Span("a.toml", 3, 8, 3, 9)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[spacs]]\nx = 1\n", [("E0705", "a.toml has no table spaces", 1, 1)]),
        ("", [("E0705", "a.toml has no table spaces", 1, 1)]),
        ("a = 1\n[spaces]\nx = 1\n", [("E0704", "spaces is one table, not rows", 2, 1)]),
        ("spaces = 3\n", [("E0704", "spaces is a single value, not rows", 1, 1)]),
        ("spaces = [1, {}]\n", [("E0704", "spaces is a list with other things than tables in it, not rows", 1, 1)]),
        ("[[spaces]]\nname = \n", [("E0704", "a.toml cannot be read as TOML", 2, 8)]),
        ("[[spaces]]\nname = 1\nname = 2\n", [("E0704", "a.toml cannot be read as TOML", 3, 9)]),
        ("x = " + "[" * 20_000, [("E0704", "a.toml cannot be read as TOML", 1, 1)]),
        ("x = " + "9" * 20_000, [("E0704", "a.toml cannot be read as TOML", 1, 1)]),
    ],
)
def test_toml_faults(tmp_path, text, expected):
    assert said(read(tmp_path, "a.toml", text)) == expected


def test_a_near_table_is_named(tmp_path):
    (found,) = read(tmp_path, "a.toml", "[[spacs]]\nx = 1\n")
    assert found.repair == 'write at "spacs"'


def test_missing_files_point_to_who_asks(tmp_path):
    asked = Span("orchard.rules", 4, 30, 4, 42)
    (tmp_path / "spaces.csv").write_text("a\n1\n")
    (found,) = read_rows(tmp_path / "space.csv", "x", name="space.csv", asked_at=asked)
    assert (found.code, found.message, found.span, found.repair) == (
        "E0701",
        "there is no data file space.csv",
        asked,
        "did you mean spaces.csv?",
    )
    (found,) = read_rows(tmp_path / "none" / "space.csv", "x", name="none/space.csv", asked_at=asked)
    assert found.repair == "there is no folder none either"
    (found,) = read_rows(tmp_path, "x", name="folder")
    assert found.code == "E0702"
    (found,) = read_rows(tmp_path / "sheet.xlsx", "x", name="sheet.xlsx")
    assert (found.code, found.message) == ("E0702", "sheet.xlsx is neither CSV nor TOML")


def test_limits(tmp_path, monkeypatch):
    monkeypatch.setattr("rules_dsl.tables.files.LARGEST_FILE", 2**20)
    assert said(read(tmp_path, "a.csv", "a\n" + "1\n" * 2**20))[0][:2] == ("E0703", "a.csv is larger than 1 MB")
    monkeypatch.setattr("rules_dsl.tables.csv_file.MOST_ROWS", 3)
    assert said(read(tmp_path, "a.csv", "a\n1\n2\n3\n4\n")) == [("E0703", "a.csv has more than 3 rows", 5, 1)]
    monkeypatch.setattr("rules_dsl.tables.toml_file.MOST_ROWS", 1)
    assert said(read(tmp_path, "a.toml", "[[spaces]]\na=1\n[[spaces]]\na=2\n")) == [
        ("E0703", "a.toml has more than 1 rows", 3, 1)
    ]


@settings(max_examples=200, deadline=None)
@given(
    st.binary(max_size=200) | st.text("a,;\"\n\t \r[]={}#'.1", max_size=200).map(str.encode),
    st.sampled_from(["a.csv", "a.toml", "a.tsv"]),
)
def test_any_file_gives_rows_or_findings(tmp_path_factory, content, name):
    folder = tmp_path_factory.mktemp("any")
    found = read(folder, name, content, key="a")
    if not isinstance(found, Rows):
        assert found and all(d.message and d.span.line >= 1 and d.span.column >= 1 for d in found)


cells = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12).map(str.strip)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=5))
def test_what_a_sheet_writes_is_read(tmp_path_factory, pairs):
    import csv
    import io

    out = io.StringIO()
    csv.writer(out).writerows([("name", "cost"), *pairs])
    rows = read(tmp_path_factory.mktemp("sheet"), "a.csv", out.getvalue())
    assert raws(rows) == [{"name": a, "cost": b} for a, b in pairs if a or b]
