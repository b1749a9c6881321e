"""Networks: towns where they lie, lines between them, and labels that keep out of one another's way."""

from __future__ import annotations

from math import sqrt

from rules_dsl.ir.pieces import LineKind
from rules_dsl.view.colours import colour
from rules_dsl.view.drawing.looks import COUNTED, count_words, draw_row, lying_words
from rules_dsl.view.drawing.marks import SMALL, DrawnShape, line, num, paint, place, text_width, write_lines
from rules_dsl.view.drawing.pieces import draw_piece
from rules_dsl.view.panels import Network, PictureLink, Town

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

RADIUS = 9.0
PIECE = 30.0
NEAREST = 84.0
ROOMY = 600.0
"""In a narrower room the whole map is shown smaller, so that its labels keep their places."""
MARGIN = 26.0
STEP = 15.0
CROSSING, COVERING = 3.0, 20.0


def draw_network(network: Network, width: float) -> DrawnShape:
    """The lines below, the towns on them, then the labels."""
    points = town_points(network.towns, width)
    lines = "".join([draw_link(link, points[link.one], points[link.other]) for link in network.links])
    labels = label_boxes(network, points)
    towns = [draw_town(town, point, label) for town, point, label in zip(network.towns, points, labels, strict=True)]
    right = max([0.0, *[x + MARGIN for x, _ in points], *[label[2] for label in labels]])
    bottom = max([0.0, *[y + MARGIN for _, y in points], *[label[3] + 4 for label in labels]])
    return DrawnShape(right, bottom, lines + "".join(towns))


def town_points(towns: tuple[Town, ...], width: float) -> list[Point]:
    """Where towns are drawn: the nearest two are not too near, and all fit into the width; both axes have the same scale."""
    if not towns:
        return []
    xs, ys = [town.x for town in towns], [town.y for town in towns]
    unit = network_unit(list(zip(xs, ys, strict=True)), width)
    left = MARGIN + max([half_label(town) - (town.x - min(xs)) * unit for town in towns] + [0.0])
    return [(left + (x - min(xs)) * unit, MARGIN + (y - min(ys)) * unit) for x, y in zip(xs, ys, strict=True)]


def half_label(town: Town) -> float:
    """Half the width of a label."""
    return max([text_width(text, SMALL) for text in town.look.text.split("\n")]) / 2


def network_unit(places: list[tuple[int, int]], width: float) -> float:
    """How long a step of the rules is."""
    gaps = [sqrt((x - u) * (x - u) + (y - v) * (y - v)) for at, (x, y) in enumerate(places) for u, v in places[at + 1 :] if (x, y) != (u, v)]
    across = max([x for x, _ in places]) - min([x for x, _ in places])
    unit = NEAREST / min(gaps) if gaps else 1.0
    return min(unit, (max(width, ROOMY) - 4 * MARGIN) / across) if across else unit


def draw_link(link: PictureLink, one: Point, other: Point) -> str:
    """A line: a road, a railway with sleepers, a canal between its banks, or a trail of dots."""
    ends, tint = (*one, *other), colour(link.line.colour)
    paint = "" if tint is None else f' stroke="{tint.fill}"'
    own = "link tint" if tint is not None else "link"
    sign = draw_sign(link, ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2))
    match link.line.kind:
        case LineKind.ROAD:
            return line(ends, f'class="{own}"{paint} stroke-width="5"') + sign
        case LineKind.RAIL:
            return line(ends, f'class="{own}"{paint} stroke-width="9"') + line(ends, 'class="sleepers"') + sign
        case LineKind.CANAL:
            return line(ends, f'class="{own}"{paint} stroke-width="9"') + line(ends, 'class="water"') + sign
        case LineKind.TRAIL:
            return line(ends, f'class="{own} trail"{paint} stroke-width="3"') + sign


def draw_sign(link: PictureLink, middle: Point) -> str:
    """What is written at a line, so that it is not told by its colour alone."""
    text = link.look.text.strip()
    if not text:
        return ""
    x, y = middle
    radius = max(9.0, text_width(text, 12) / 2 + 3)
    ground = f'<ellipse class="ground edged" cx="{num(x)}" cy="{num(y)}" rx="{num(radius)}" ry="9"/>'
    return ground + write_lines(x, y, [text], "middle", 12)


def draw_town(town: Town, point: Point, label: Box) -> str:
    """A town: a dot of its colour, or the piece that stands for it; counted pieces lie below it."""
    (x, y), look = point, town.look
    standing = lying_words(look)
    dot = f'<circle {paint(look.fill, "ground town")} cx="{num(x)}" cy="{num(y)}" r="{num(PIECE / 2 if standing else RADIUS)}"/>'
    pieces = "".join([draw_piece(words, x, y, PIECE) for words in standing])
    below = draw_row(count_words(look), x, y + RADIUS + 1, COUNTED)
    text = write_lines((label[0] + label[2]) / 2, label[1] + STEP / 2, look.text.split("\n"), "middle halo", SMALL, STEP)
    return place("town", dot + pieces + below + text)


# -- labels -----------------------------------------------------------------------------------------------------------


def label_boxes(network: Network, points: list[Point]) -> list[Box]:
    """Where the labels stand: each takes the place that covers least of what is there already."""
    taken = [town_box(town, point) for town, point in zip(network.towns, points, strict=True)]
    ends = [(*points[link.one], *points[link.other]) for link in network.links]
    boxes: list[Box] = []
    for town, point in zip(network.towns, points, strict=True):
        places = label_places(town, point)
        costs = [label_cost(item, [*taken, *boxes], ends) + 0.1 * at for at, item in enumerate(places)]
        boxes.append(places[costs.index(min(costs))])
    return boxes


def town_box(town: Town, point: Point) -> Box:
    """What a town itself takes."""
    (x, y), reach = point, PIECE / 2 if lying_words(town.look) else RADIUS
    counted = len(count_words(town.look)) * COUNTED / 2
    return x - max(reach, counted), y - reach, x + max(reach, counted), y + reach + (COUNTED if counted else 0)


def label_places(town: Town, point: Point) -> list[Box]:
    """The places where a label may stand, the best first."""
    lines = town.look.text.split("\n")
    wide, high = max([text_width(text, SMALL) for text in lines]), STEP * len(lines)
    left, top, right, bottom = town_box(town, point)
    x, y = point
    corners = [
        (right + 3, y - high / 2), (left - 3 - wide, y - high / 2), (x - wide / 2, top - 2 - high), (x - wide / 2, bottom + 2),
        (right, top - high + 4), (right, bottom - 4), (left - wide, top - high + 4), (left - wide, bottom - 4),
    ]  # fmt: skip
    return [(u, v, u + wide, v + high) for u, v in corners]


def label_cost(label: Box, taken: list[Box], ends: list[tuple[float, float, float, float]]) -> float:
    """How much a label would cover."""
    outside = COVERING if label[0] < 0 or label[1] < 0 else 0
    covered = COVERING * len([item for item in taken if overlap(label, item)])
    return outside + covered + CROSSING * len([point for point in ends if crosses(label, point)])


def overlap(one: Box, other: Box) -> bool:
    """Do two boxes cover one another?"""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def crosses(label: Box, ends: tuple[float, float, float, float]) -> bool:
    """Does a line run through a box? Looked at in steps of an eighth of its length."""
    x1, y1, x2, y2 = ends
    steps = [(x1 + (x2 - x1) * at / 16, y1 + (y2 - y1) * at / 16) for at in range(17)]
    return any(label[0] <= x <= label[2] and label[1] <= y <= label[3] for x, y in steps)
