"""Positions as pictures, text and SVG."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, TEXT, EnumType, IntType, RecordType, SetType
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.view.colours import DARK_INK, LIGHT_INK, colour
from rules_dsl.view.drawing.sheet import DAY, NIGHT, SCOPE, sheet
from rules_dsl.view.grids import grids_over, is_board
from rules_dsl.view.html import draw_html
from rules_dsl.view.panels import (
    Grid,
    GridCell,
    Line,
    Network,
    Picture,
    PictureLink,
    PlaceLook,
    Tiles,
    Town,
    Track,
    TrackToken,
)
from rules_dsl.view.picture import picture
from rules_dsl.view.svg import draw_svg
from rules_dsl.view.text import display_width, draw_text
from tests.samples import board, compiled, dice, literal, squares, stones, template

SVG = "{http://www.w3.org/2000/svg}"


def filled(text: ir.Expr, *choices: tuple[ir.Expr, ir.Expr | None]) -> ir.Look:
    return ir.Look(text, (ir.LookPart(ir.PartKind.FILL, choices),))


def first_picture(game: ir.Game) -> Picture:
    machine = ReferenceMachine(compiled(game))
    return picture(machine, machine.initial())


def test_lines() -> None:
    assert first_picture(stones()) == Picture((Line("5 stones, Anna to move"),))


def test_without_show_the_variables_are_listed_without_those_of_the_compiler() -> None:
    assert first_picture(dice()) == Picture((Line("total: 0"), Line("rolled: 1")))


def test_a_board_without_show_is_drawn_as_a_grid() -> None:
    heading, grid = first_picture(replace(board(), show=())).panels
    assert heading == Line("on:")
    assert isinstance(grid, Grid)
    assert grid.columns == ("a", "b", "c")


def test_grid_has_labels_texts_and_fills() -> None:
    machine = ReferenceMachine(compiled(board()))
    state = machine.apply(machine.initial(), machine.moves(machine.initial())[3])
    (grid,) = picture(machine, state).panels
    assert isinstance(grid, Grid)
    assert (grid.columns, grid.rows) == (("a", "b", "c"), ("1", "2"))
    assert GridCell(1, 1, PlaceLook("●", "gold")) in grid.cells
    assert GridCell(0, 0, PlaceLook("", "white")) in grid.cells
    assert draw_text(Picture((grid,))) == "2 · ● ·\n1 · · ·\n  a b c"


def test_grid_over_a_record_with_a_third_field_has_a_layer_for_each_of_its_values() -> None:
    cell = RecordType("Place", (("layer", IntType(1, 2)), ("column", IntType(1, 2)), ("row", IntType(1, 1))))
    lower, upper = grids_over(cell, {value: PlaceLook(str(value)) for value in range(4)})
    assert (lower.caption, upper.caption) == ("layer 1", "layer 2")
    assert [each.look.text for each in upper.cells] == ["2", "3"]


def test_what_a_board_is() -> None:
    assert is_board(squares())
    assert not is_board(IntType(1, 9))
    assert not is_board(RecordType("Pair", (("column", IntType(1, 2)), ("other", IntType(1, 2)))))


def test_track_shows_who_stands_where() -> None:
    fruit = EnumType("Fruit", ("apple", "pear"))
    each = ir.Local("f", fruit)
    steps = ir.Range(literal(0, IntType(0, 0)), literal(3, IntType(3, 3)), SetType(IntType(0, 3)))
    first = ir.Binary("==", each, literal(0, fruit), BOOL)
    at = ir.IfElse(first, literal(2, IntType(0, 7)), literal(7, IntType(0, 7)), IntType(0, 7))
    track = ir.ShowTrack(
        template("fruit"), steps, "f", ir.Domain(fruit, SetType(fruit)), fruit, at, ir.Look(template(each))
    )
    (drawn,) = first_picture(replace(stones(), show=(track,))).panels
    assert drawn == Track("fruit", ("0", "1", "2", "3"), (TrackToken(2, PlaceLook("apple")),))
    assert draw_text(Picture((drawn,))) == "fruit: 0  1  2 [apple]  3"


def test_markers_and_positions_of_a_track_may_be_coloured() -> None:
    steps = ir.Range(literal(0, IntType(0, 0)), literal(1, IntType(1, 1)), SetType(IntType(0, 1)))
    here = ir.Binary("==", ir.Local("n", IntType(0, 1)), literal(1, IntType(0, 1)), BOOL)
    place = ir.ShowPlace("n", IntType(0, 1), filled(template("goal"), (template("gold"), here)))
    track = ir.ShowTrack(
        template("way"),
        steps,
        "m",
        steps,
        IntType(0, 1),
        literal(1, IntType(0, 1)),
        filled(template("x"), (template("red"), None)),
        place,
    )
    (drawn,) = first_picture(replace(stones(), show=(track,))).panels
    assert drawn == Track(
        "way",
        ("0", "1"),
        (TrackToken(1, PlaceLook("x", "red")), TrackToken(1, PlaceLook("x", "red"))),
        (PlaceLook("goal"), PlaceLook("goal", "gold")),
    )
    assert draw_text(Picture((drawn,))) == "way: 0(goal)  1(goal) [x, x]"
    boxes = [
        (element.get("class"), element.get("fill"))
        for element in drawn_elements(Picture((drawn,))).iter()
        if element.tag.endswith("rect")
    ]
    gold, red = colour("gold"), colour("red")
    assert gold and red
    assert boxes[1:] == [
        ("ground", None),
        ("ground tint", gold.fill),
        ("ground edged tint", red.fill),
        ("ground edged tint", red.fill),
    ]


def test_a_group_draws_its_items_for_each_value_and_no_tiles_are_no_row() -> None:
    numbers = ir.Range(literal(0, IntType(0, 0)), literal(2, IntType(2, 2)), SetType(IntType(0, 2)))
    upto = ir.Local("k", IntType(0, 2))
    below = ir.Fold(
        "set",
        ir.Local("m", IntType(0, 2)),
        (ir.Each("m", numbers, IntType(0, 2)), ir.Where(ir.Binary("<", ir.Local("m", IntType(0, 2)), upto, BOOL))),
        SetType(IntType(0, 2)),
    )
    tiles = ir.ShowTiles(template(upto), "t", below, IntType(0, 2), ir.Look(template(ir.Local("t", IntType(0, 2)))))
    drawn = first_picture(replace(stones(), show=(ir.ShowGroup("k", numbers, IntType(0, 2), (tiles,)),)))
    assert drawn.panels == (Tiles("1", (PlaceLook("0"),)), Tiles("2", (PlaceLook("0"), PlaceLook("1"))))
    assert draw_text(Picture((Tiles("hand", (PlaceLook("an\nace"), PlaceLook("b"))),))) == "hand: an ace  b"


def test_many_tiles_go_on_in_the_next_row() -> None:
    one, many = (drawn_elements(Picture((Tiles("row", (PlaceLook("a tile"),) * number),))) for number in (1, 40))
    assert float(many.get("height") or 0) > float(one.get("height") or 0)
    assert len([element for element in many.iter() if element.tag.endswith("rect")]) == 41


def test_a_choice_of_texts_keeps_the_signs() -> None:
    fruit = EnumType("Fruit", ("apple", "pear"), signs=("A", ""))
    yes = literal(True, BOOL)
    choice = ir.IfElse(yes, template(literal(0, fruit)), template("-"), TEXT)
    assert first_picture(replace(stones(), show=(ir.ShowText(template(choice)),))).panels == (Line("A"),)


def test_network_links_every_pair_once() -> None:
    town = EnumType("Town", ("Bury", "Derby", "Leeds"))
    here, nobody = ir.Local("t", town), SetType(town)
    at = ir.Builtin("number", (here,), IntType(1, 3))
    linked = ir.IfElse(
        ir.Binary("==", here, literal(0, town), BOOL), literal(0b110, nobody), literal(0b001, nobody), nobody
    )
    network = ir.ShowNetwork("t", town, at, at, ir.Look(template(here)), ir.ShowLink("u", town, linked))
    (drawn,) = first_picture(replace(stones(), show=(network,))).panels
    assert isinstance(drawn, Network)
    assert drawn.links == (PictureLink(0, 1), PictureLink(0, 2))
    assert drawn.towns[1] == Town(2, 2, PlaceLook("Derby"))
    assert draw_text(Picture((drawn,))) == "Bury -- Derby, Leeds\nDerby -- Bury\nLeeds -- Bury"


def test_wide_signs_keep_columns_straight() -> None:
    grid = Grid((GridCell(0, 0, PlaceLook("🍎")), GridCell(1, 0, PlaceLook("x"))), ("a", "b"), ("1",))
    assert draw_text(Picture((grid,))) == "1 🍎 x\n  a  b"
    assert display_width("🍎") == 2
    assert display_width("e\u0301") == 1


def test_a_text_of_spaces_stays_blank_and_no_text_is_a_dot() -> None:
    grid = Grid(
        (GridCell(0, 0, PlaceLook(" ")), GridCell(1, 0, PlaceLook("")), GridCell(2, 0, PlaceLook("o"))),
        ("1", "2", "3"),
        ("1",),
    )
    assert draw_text(Picture((grid,))) == "1   · o\n  1 2 3"


def test_a_board_of_colours_shows_their_first_letters() -> None:
    grid = Grid(
        (GridCell(0, 0, PlaceLook("", "gold")), GridCell(1, 0, PlaceLook("", "white"))),
        ("1", "2"),
        ("1",),
        colours_only=True,
    )
    assert draw_text(Picture((grid,))) == "1 g w\n  1 2"


def drawn_elements(picture_: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(draw_svg(picture_))


def test_svg_is_well_formed_and_escapes_every_text() -> None:
    evil = "<script>&\"'"
    panels = (
        Line(evil),
        Grid((GridCell(0, 0, PlaceLook(evil, evil)),), (evil,), (evil,), evil),
        Track(evil, (evil,), (TrackToken(0, PlaceLook(evil)),)),
        Network((Town(0, 0, PlaceLook(evil)), Town(5, 5, PlaceLook(evil))), (PictureLink(0, 1, PlaceLook(evil)),)),
    )
    root = drawn_elements(Picture(panels))
    assert not list(root.iter(f"{SVG}script"))
    assert [element.text for element in root.iter(f"{SVG}text")] == [evil] * 11


def test_svg_view_box_holds_everything() -> None:
    grid = Grid(
        tuple(GridCell(column, row, PlaceLook("♞")) for column in range(8) for row in range(8)),
        tuple("abcdefgh"),
        tuple("12345678"),
    )
    root = drawn_elements(Picture((grid,)))
    _, _, width, height = (float(number) for number in root.attrib["viewBox"].split())
    for box in root.iter(f"{SVG}rect"):
        assert float(box.attrib.get("x", 0)) + float(box.attrib["width"]) <= width
        assert float(box.attrib.get("y", 0)) + float(box.attrib["height"]) <= height


def test_a_single_sign_is_drawn_large_and_long_words_small() -> None:
    sizes = {}
    for word in ("♞", "knight", "a very long word"):
        root = drawn_elements(Picture((Grid((GridCell(0, 0, PlaceLook(word)),), ("a",), ("1",)),)))
        sizes[word] = next(float(each.attrib["font-size"]) for each in root.iter(f"{SVG}text") if each.text == word)
    assert sizes["♞"] > 2 * sizes["knight"] > 2 * sizes["a very long word"]


def test_svg_names_only_colours_it_knows() -> None:
    grid = Grid(
        (
            GridCell(0, 0, PlaceLook("", "gold")),
            GridCell(1, 0, PlaceLook("", "#0a0")),
            GridCell(2, 0, PlaceLook("", "url(http://example.org)")),
        ),
        ("1", "2", "3"),
        ("1",),
    )
    text, gold = draw_svg(Picture((grid,))), colour("gold")
    assert gold is not None and f'class="ground tint" fill="{gold.fill}"' in text
    assert 'class="ground tint" fill="#00aa00"' in text
    assert "example.org" not in text


def test_svg_has_a_day_and_a_night() -> None:
    day, night = draw_svg(Picture((Grid((GridCell(0, 0, PlaceLook("x", "gold")),), ("a",), ("1",)),))).split(
        "@media (prefers-color-scheme:dark)"
    )
    assert f".paper{{fill:{DAY.paper}}}" in day and ".tint{filter" not in day
    assert f".paper{{fill:{NIGHT.paper}}}" in night and ".tint{filter" in night


def test_pictures_in_one_document_cannot_change_one_another() -> None:
    pictures = [
        Picture((Grid((GridCell(0, 0, PlaceLook("x", fill)),), ("a",), ("1",)),)) for fill in ("gold", "navy", "")
    ]
    sheets = {text.partition("<style>")[2].partition("</style>")[0] for text in map(draw_svg, pictures)}
    assert len(sheets) == 1
    selectors = re.findall(r"[}{]([^{}]+)\{", "}" + sheets.pop())
    bound = [part for selector in selectors for part in selector.split(",") if not part.startswith("@media")]
    assert bound and all(part == f".{SCOPE}" or part.startswith(f".{SCOPE} ") for part in bound)
    assert all(drawn_elements(each).attrib["class"].split() == ["regelwerk", SCOPE] for each in pictures)


def test_a_sheet_for_a_page_is_bound_to_its_switch() -> None:
    switched = sheet(".x", ':root[data-theme="dark"]')
    assert "@media" not in switched and ':root[data-theme="dark"] .x .paper' in switched


def test_a_label_beside_a_coloured_cell_keeps_its_ink() -> None:
    grid = Grid((GridCell(0, 0, PlaceLook("x", "white")), GridCell(1, 0, PlaceLook("", "navy"))), ("a", "b"), ("1",))
    classes = [element.attrib["class"] for element in drawn_elements(Picture((grid,))).iter(f"{SVG}text")]
    assert classes == ["middle dark", "soft end", "soft middle", "soft middle"]


@pytest.mark.parametrize(
    ("name", "ink"), [("white", DARK_INK), ("navy", LIGHT_INK), ("#ff0", DARK_INK), ("BurlyWood", DARK_INK)]
)
def test_ink_can_be_read(name: str, ink: str) -> None:
    found = colour(name)
    assert found is not None
    assert found.ink == ink


def test_there_is_no_colour_of_that_name() -> None:
    assert colour("plaid") is None
    assert colour("#12345") is None


def test_html_lists_the_moves() -> None:
    text = draw_html(Picture((Line("x"),)), "A & B", ["take(<1>)"])
    assert "<figcaption>A &amp; B</figcaption>" in text
    assert "<code>take(&lt;1&gt;)</code>" in text
