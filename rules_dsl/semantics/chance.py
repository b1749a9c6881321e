"""Choices and chance: `choose x in S`, `roll`, `draw`, `shuffle`, `put`."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import place_variable, reading
from rules_dsl.ir.types import BOOL, TEXT, BagType, DeckType, IntType, ListType, SetType, Type, cardinality
from rules_dsl.semantics import narrow
from rules_dsl.semantics.fitting import describe_type
from rules_dsl.semantics.numbers import point
from rules_dsl.semantics.places import as_written, place
from rules_dsl.semantics.poison import POISON, holds_poison
from rules_dsl.semantics.rulebook import Done, Frame, is_poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.semantics.writes import forget
from rules_dsl.source import Span
from rules_dsl.syntax import ast

QUIET = {"reaction": "a reaction", "example": "`run` in an example"}


def choose(node: ast.ChooseValueStmt, scope: Scope, frame: Frame) -> Done:
    """`choose x in S where c`."""
    if not _may_branch(node.span, "choices", frame):
        return _poison_name(node.name, scope, frame)
    if scope.player is None:
        frame.book.report(
            "E0617",
            "who chooses here?",
            node.span,
            "no player is known here",
            repair="choose inside `for p in players` or in an action",
        )
        return _poison_name(node.name, scope, frame)
    domain, item = frame.book.elaborator.domain(node.domain, scope)
    local, inner = frame.book.elaborator.local(node.name, item, scope)
    condition = None if node.condition is None else frame.book.elaborator.condition(node.condition, inner)
    chosen = ir.Choose(local.name, domain, condition, item, frame.rule, actor=scope.player, span=node.span)
    known = ir.Binary("in", local, domain, BOOL)
    after = narrow.assume(known, inner) if condition is None else narrow.assume(condition, inner)
    return (chosen,), after


def roll(node: ast.RollStmt, scope: Scope, frame: Frame) -> Done:
    """`roll d: 1..6`, `roll d in S`."""
    if not _may_branch(node.span, "chance", frame):
        return _poison_name(node.name, scope, frame)
    domain, item = frame.book.elaborator.domain(node.domain, scope)
    if holds_poison(item):
        return _poison_name(node.name, scope, frame)
    local, after = frame.book.elaborator.local(node.name, item, scope)
    rolled = ir.Chance(local.name, domain, None, item, node.name.text, frame.rule, span=node.span)
    if isinstance(domain, ir.Domain | ir.Range):
        return (rolled,), after
    return (_not_empty(domain, f"there is nothing to roll {node.name} from", frame, node.span), rolled), after


def draw(node: ast.DrawStmt, scope: Scope, frame: Frame) -> Done:
    """`draw c from d`: a deck, bag or set, which loses it."""
    if not _may_branch(node.span, "chance", frame):
        return _poison_name(node.name, scope, frame)
    source = place(node.source, scope, frame)
    if source is None:
        return _poison_name(node.name, scope, frame)
    match source.type:
        case DeckType():
            return _draw_card(node, source, source.type, scope, frame)
        case BagType(item):
            return _draw_from_bag(node, source, item, scope, frame)
        case SetType(item):
            return _draw_from_set(node, source, item, scope, frame)
        case _:
            repair = "draw from a deck, a bag or a set"
            frame.book.report(
                "E0609", f"nothing can be drawn from {describe_type(source.type)}", node.source.span, repair=repair
            )
            return _poison_name(node.name, scope, frame)


def _draw_card(node: ast.DrawStmt, deck: ir.Place, type_: DeckType, scope: Scope, frame: Frame) -> Done:
    known, unseen = deck_parts(deck, type_)
    on_top, rest = reading(known), reading(unseen)
    has_known = ir.Binary(">", ir.Builtin("len", (on_top,), IntType(0, type_.most)), ir.Literal(0, point(0)), BOOL)
    cards = SetType(type_.item)
    top = ir.Collect((ir.Builtin("top", (on_top,), type_.item),), cards)
    domain = ir.IfElse(has_known, top, ir.Builtin("members", (rest,), cards), cards, span=node.span)
    card, after = frame.book.elaborator.local(node.name, type_.item, scope)
    count = ir.ItemPlace(unseen, card, IntType(0, type_.most))
    weight = ir.IfElse(has_known, ir.Literal(1, point(1)), reading(count), IntType(0, max(1, type_.most)))
    drawn = ir.Chance(card.name, domain, weight, type_.item, node.name.text, frame.rule, span=node.span)
    lose_top = ir.Assign(known, ir.Builtin("rest", (on_top,), known.type), False, frame.rule, span=node.span)
    removal = ir.If(has_known, (lose_top,), (_one_less(count, type_.most, node.span, frame),), span=node.span)
    return _finish_draw(node, deck, drawn, (removal,), after, frame)


def _draw_from_bag(node: ast.DrawStmt, bag: ir.Place, item: Type, scope: Scope, frame: Frame) -> Done:
    value, after = frame.book.elaborator.local(node.name, item, scope)
    most = bag.type.most if isinstance(bag.type, BagType) else 0
    count = ir.ItemPlace(bag, value, IntType(0, most))
    domain = ir.Builtin("members", (reading(bag),), SetType(item), span=node.span)
    drawn = ir.Chance(value.name, domain, reading(count), item, node.name.text, frame.rule, span=node.span)
    return _finish_draw(node, bag, drawn, (_one_less(count, most, node.span, frame),), after, frame)


def _draw_from_set(node: ast.DrawStmt, source: ir.Place, item: Type, scope: Scope, frame: Frame) -> Done:
    value, after = frame.book.elaborator.local(node.name, item, scope)
    drawn = ir.Chance(value.name, reading(source), None, item, node.name.text, frame.rule, span=node.span)
    left = ir.Binary("difference", reading(source), ir.Collect((value,), source.type), source.type, span=node.span)
    return _finish_draw(
        node, source, drawn, (ir.Assign(source, left, False, frame.rule, span=node.span),), after, frame
    )


def _finish_draw(
    node: ast.DrawStmt, source: ir.Place, drawn: ir.Chance, removal: tuple[ir.Stmt, ...], after: Scope, frame: Frame
) -> Done:
    name = as_written(node.source)
    asked = _not_empty(reading(source), f"there is nothing to draw from {name}", frame, node.span)
    return (asked, drawn, *removal), forget(after, {place_variable(source)}, frame.book)


def _one_less(count: ir.ItemPlace, most: int, span: Span, frame: Frame) -> ir.Assign:
    less = ir.Binary("-", reading(count), ir.Literal(1, point(1)), IntType(-1, most - 1), span=span)
    # what was drawn had a weight, so one at least is there
    return ir.Assign(count, ir.Convert(less, IntType(0, most), span=span), False, frame.rule, span=span)


def shuffle(node: ast.ShuffleStmt, scope: Scope, frame: Frame) -> Done:
    """`shuffle d`: the known part becomes unseen again."""
    deck = _deck(node.deck, scope, frame)
    if deck is None:
        return (), scope
    known, unseen = deck_parts(*deck)
    emptied = ir.Assign(known, ir.Collect((), known.type), False, frame.rule, span=node.span)
    more = _add_unseen(unseen, _as_bag(reading(known), unseen.type, scope, frame), frame, node.span)
    return (more, emptied), forget(scope, {place_variable(deck[0])}, frame.book)


def put(node: ast.PutStmt, scope: Scope, frame: Frame) -> Done:
    """`put e on d`, `put e into d`."""
    deck = _deck(node.deck, scope, frame)
    if deck is None:
        return (), scope
    known, unseen = deck_parts(*deck)
    item = deck[1].item
    if node.where == "on":
        card = frame.book.elaborator.expression(node.value, scope, item)
        longer = ListType(item, deck[1].most + 1)
        pile = ir.Binary("concat", ir.Collect((card,), ListType(item, 1)), reading(known), longer, span=node.span)
        done: ir.Stmt = ir.Assign(known, pile, True, frame.rule, span=node.span)
    else:
        cards = _cards(node.value, item, scope, frame)
        if cards is None:
            return (), scope
        done = _add_unseen(unseen, _as_bag(cards, unseen.type, scope, frame), frame, node.span)
    return (done,), forget(scope, {place_variable(deck[0])}, frame.book)


def _cards(node: ast.Expr, item: Type, scope: Scope, frame: Frame) -> ir.Expr | None:
    """A card, or a list, set or bag of cards."""
    value = frame.book.elaborator.infer(node, scope, item)
    if is_poison(value):
        return None
    match value.type:
        case ListType(_, most):
            wanted: Type = ListType(item, most)
        case BagType(_, most):
            wanted = BagType(item, most)
        case SetType():
            wanted = SetType(item)
        case _:
            wanted = item
    return frame.book.elaborator.convert(value, wanted, node.span)


def _as_bag(cards: ir.Expr, bag: Type, scope: Scope, frame: Frame) -> ir.Expr:
    """Cards as a bag with their multiplicities."""
    match cards.type:
        case BagType():
            return cards
        case ListType(item) | SetType(item):
            name = frame.book.symbols.fresh(f"{scope.owner}.card")
            return ir.Fold("bag", ir.Local(name, item), (ir.Each(name, cards, item),), bag, span=cards.span)
        case _:
            return ir.Collect((cards,), bag, span=cards.span)


def _add_unseen(unseen: ir.FieldPlace, cards: ir.Expr, frame: Frame, span: Span) -> ir.Assign:
    return ir.Assign(
        unseen, ir.Binary("add", reading(unseen), cards, unseen.type, span=span), True, frame.rule, span=span
    )


def deck_parts(deck: ir.Place, type_: DeckType) -> tuple[ir.FieldPlace, ir.FieldPlace]:
    """The known top part and the unseen part as places."""
    known = ir.FieldPlace(deck, "known", ListType(type_.item, type_.most))
    return known, ir.FieldPlace(deck, "unseen", BagType(type_.item, type_.most))


def _deck(node: ast.Expr, scope: Scope, frame: Frame) -> tuple[ir.Place, DeckType] | None:
    stmt = place(node, scope, frame)
    if stmt is None:
        return None
    if isinstance(stmt.type, DeckType):
        return stmt, stmt.type
    frame.book.report(
        "E0609",
        "this is not a deck",
        node.span,
        f"this is {describe_type(stmt.type)}",
        repair="declare it as `deck of T up to n`",
    )
    return None


def _poison_name(name: ast.Name, scope: Scope, frame: Frame) -> Done:
    """Define the name as poisoned, so that only the first mistake is reported."""
    return (), frame.book.elaborator.local(name, POISON, scope)[1]


def _may_branch(span: Span, what: str, frame: Frame) -> bool:
    """Choices and chance stand where play can wait for them."""
    if frame.place not in QUIET:
        return True
    reason = "it happens at once, without a decision"
    where = QUIET[frame.place]
    frame.book.report(
        "E0608",
        f"no {what} in {where}",
        span,
        "not here",
        reason=reason,
        repair="put it into an event that `play` calls",
    )
    return False


def _not_empty(whole: ir.Expr, message: str, frame: Frame, span: Span) -> ir.Require:
    size = ir.Builtin("len", (whole,), IntType(0, _most(whole.type)))
    some = ir.Binary(">", size, ir.Literal(0, point(0)), BOOL, span=span)
    return ir.Require(some, ir.Template((message,), TEXT), frame.rule, span=span)


def _most(type_: Type) -> int:
    match type_:
        case SetType(item):
            return cardinality(item)
        case BagType(item, most) | DeckType(item, most):
            return most * (1 + cardinality(item))
        case ListType(_, most):
            return most
        case _:
            return 0
