"""How a game ended, scores and claims in C."""

from __future__ import annotations

from functools import partial

from cython_ext.emit import expressions
from cython_ext.emit.code import Code, Unit
from cython_ext.emit.flow import Flow, for_each_player
from cython_ext.emit.moves import rule_comment
from cython_ext.emit.texts import bare, number
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.state_reads import STATE
from rules_dsl.ir.types import cardinality

KINDS = {"end": "RW_END", "goal": "RW_GOAL", "win": "RW_WIN", "lose": "RW_LOSE", "draw": "RW_DRAW"}


def write_judging(flow: Flow) -> None:
    """`is_stuck`, `how_ended`, `game_scores` and `game_claims`."""
    _write_is_stuck(flow)
    _write_ended(flow.unit)
    _write_scores(flow.unit)
    _write_claims(flow.unit)


def _write_is_stuck(flow: Flow) -> None:
    """`can_move`: has the decision where play rests a legal move?"""
    code = Code(flow.unit)
    decisions = [(place, node) for place, node in enumerate(flow.nodes) if isinstance(node, ir.DecideNode)]
    with code.out.block("switch (s->node)"):
        for place, node in decisions:
            with code.out.block(f"case {place}:"):
                code.out.line(f"return {bare(_can_decide(flow, code, node))};")
        code.out.line("default: return 0;")
    head = "static int32_t can_move(const state *s, rw_failure *fail RW_UNUSED)"
    flow.unit.body += [head, "{", *code.finish(), "}", ""]
    decides = " || ".join([f"s->node == {place}" for place, _ in decisions]) or "0"
    head = "RW_FUNCTION int32_t is_stuck(const state *s, rw_failure *fail)"
    flow.unit.body += [head, "{", f"    return ({decides}) && !can_move(s, fail);", "}", ""]


def _can_decide(flow: Flow, code: Code, node: ir.DecideNode) -> str:
    return expressions.write(code, lambda build: flow.course.can_decide(build, node))


def _write_ended(unit: Unit) -> None:
    code = Code(unit, stuck="stuck", exit_="return -1;")
    for at, ending in enumerate(unit.game.endings):
        rule_comment(code.out, ending.kind, ending.rule)
        for_each_player(code, ending.each, partial(_tell, code, at, ending))
    code.out.line("return stuck ? RW_STUCK : RW_STOP;")
    given = "const state *s RW_UNUSED, const int32_t stuck, int *who RW_UNUSED, int *ending RW_UNUSED"
    head = f"static int how_ended({given}, rw_failure *fail RW_UNUSED)"
    unit.body += [head, "{", *code.finish(), "}", ""]
    stop = len(unit.game.nodes) - 1
    unit.body += [
        "static int game_ended(const void *given, int *who, int *ending, rw_failure *fail)",
        "{",
        "    const state *s = given;",
        "    fail->code = 0;",
        "    *who = *ending = -1;",
        f"    const int32_t stuck = s->node != {stop};",
        *_chance_tests(unit),
        "    if (stuck && can_move(s, fail)) return rw_failed(fail) ? -1 : RW_NOT_ENDED;",
        "    const int kind = how_ended(s, stuck, who, ending, fail);",
        "    return rw_failed(fail) ? -1 : kind;",
        "}",
        "",
    ]


def _tell(code: Code, at: int, ending: ir.Ending) -> None:
    """If an ending holds, say so."""
    with code.out.block(f"if ({bare(expressions.value(code, ending.condition))})"):
        who = "-1" if ending.who is None else bare(expressions.value(code, ending.who))
        code.out.line(f"*who = {who};")
        code.out.line(f"*ending = {at};")
        code.out.line(f"return {KINDS[ending.kind]};")


def _chance_tests(unit: Unit) -> list[str]:
    chances = [f"s->node == {at}" for at, node in enumerate(unit.game.nodes) if isinstance(node, ir.ChanceNode)]
    return [f"    if ({' || '.join(chances)}) return RW_NOT_ENDED;"] if chances else []


def _write_scores(unit: Unit) -> None:
    code = Code(unit, stuck="stuck", exit_="return -1;")
    game = unit.game
    players = cardinality(game.players)
    if game.scores:
        if any(STATE in unit.effects.reads(line.value) for line in game.scores):
            code.out.line("const int32_t stuck = is_stuck(s, fail);")
        code.out.line(f"for (int i = 0; i < {players}; i++) scores[i] = 0;")
        for line in game.scores:
            rule_comment(code.out, f"score {line.label}", line.rule)
            if line.each is None:
                with code.out.block(""):
                    text = code.declare("const int64_t", "points", expressions.value(code, line.value))
                    code.out.line(f"for (int i = 0; i < {players}; i++) scores[i] += {text};")
            else:
                for_each_player(code, line.each, partial(_add_score, code, line))
    else:
        _score_of_ending(code, players)
    code.out.line("return rw_failed(fail) ? -1 : 0;")
    _define(unit, "static int game_scores(const void *given, int64_t *scores, rw_failure *fail)", code)


def _add_score(code: Code, line: ir.ScoreLine) -> None:
    assert line.each is not None
    code.out.line(f"scores[{code.locals[line.each]}] += {bare(expressions.value(code, line.value))};")


def _score_of_ending(code: Code, players: int) -> None:
    code.out.line("int who = -1, ending = -1;")
    code.out.line("const int kind = game_ended(s, &who, &ending, fail);")
    code.out.line(f"for (int i = 0; i < {players}; i++)")
    won, lost = "kind == RW_WIN ? (i == who ? 1 : -1)", "kind == RW_LOSE ? (i == who ? -1 : 1)"
    code.out.line(f"    scores[i] = kind == RW_GOAL ? 1 : {won} : {lost} : 0;")


def _write_claims(unit: Unit) -> None:
    code = Code(unit, stuck="stuck", exit_="return -1;")
    if any(STATE in unit.effects.reads(claim.condition) for claim in unit.game.claims):
        code.out.line("const int32_t stuck = is_stuck(s, fail);")
    for at, claim in enumerate(unit.game.claims):
        rule_comment(code.out, f"claim {claim.label}", claim.rule)
        with code.out.block(""):
            code.out.line(f"holds[{number(at)}] = (uint8_t)({bare(expressions.value(code, claim.condition))});")
    code.out.line("return rw_failed(fail) ? -1 : 0;")
    _define(unit, "static int game_claims(const void *given, uint8_t *holds RW_UNUSED, rw_failure *fail)", code)


def _define(unit: Unit, head: str, code: Code) -> None:
    start = ["    const state *s = given;", "    fail->code = 0;", "    (void)s;"]
    unit.body += [head, "{", *start, *code.finish(), "}", ""]
