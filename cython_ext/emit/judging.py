"""How a game ended, scores and claims in C."""

from __future__ import annotations

from functools import partial

from cython_ext.emit import expressions
from cython_ext.emit.code import Code, Unit
from cython_ext.emit.flow import each_player
from cython_ext.emit.moves import rule_comment
from cython_ext.emit.texts import bare, number
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.state_reads import STATE
from rules_dsl.ir.types import cardinality
from rules_dsl.source import NOWHERE

KINDS = {"end": "RW_END", "goal": "RW_GOAL", "win": "RW_WIN", "lose": "RW_LOSE", "draw": "RW_DRAW"}


def write_judging(unit: Unit) -> None:
    """`is_stuck`, `how_ended`, `game_scores` and `game_claims`."""
    _write_is_stuck(unit)
    _write_ended(unit)
    _write_scores(unit)
    _write_claims(unit)


def _write_is_stuck(unit: Unit) -> None:
    """`can_move`: has the decision where play rests a legal move?"""
    code = Code(unit)
    with code.out.block("switch (s->node)"):
        for node_number, node in enumerate(unit.game.nodes):
            if not isinstance(node, ir.DecideNode):
                continue
            with code.out.block(f"case {node_number}:"):
                actor = code.keep(expressions.value(code, node.actor), "int32_t", "by")
                names = dict.fromkeys(option.action for option in node.options)
                calls = [f"{unit.possible(name, NOWHERE)}(s, fail, {actor})" for name in names]
                code.out.line(f"return {' || '.join(calls) or '0'};")
        code.out.line("default: return 0;")
    unit.body += ["static int32_t can_move(const state *s, rw_failure *fail RW_UNUSED)", "{", *code.finish(), "}", ""]
    stop = len(unit.game.nodes) - 1
    decides = [f"s->node == {at}" for at, node in enumerate(unit.game.nodes) if isinstance(node, ir.DecideNode)]
    lines = ["RW_FUNCTION int32_t is_stuck(const state *s, rw_failure *fail)", "{"]
    unit.body += [*lines, f"    return ({' || '.join(decides) or '0'}) && s->node != {stop} && !can_move(s, fail);", "}", ""]


def _write_ended(unit: Unit) -> None:
    code = Code(unit, stuck="stuck", exit_="return -1;")
    for at, ending in enumerate(unit.game.endings):
        rule_comment(code.out, ending.kind, ending.rule)
        each_player(code, ending.each, partial(_tell, code, at, ending))
    code.out.line("return stuck ? RW_STUCK : RW_STOP;")
    head = "static int how_ended(const state *s RW_UNUSED, const int32_t stuck, int *who RW_UNUSED, int *ending RW_UNUSED, rw_failure *fail RW_UNUSED)"
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
        "    if (stuck && can_move(s, fail)) return fail->code ? -1 : RW_NOT_ENDED;",
        "    const int kind = how_ended(s, stuck, who, ending, fail);",
        "    return fail->code ? -1 : kind;",
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
                each_player(code, line.each, partial(_add_score, code, line))
    else:
        _score_of_ending(code, players)
    code.out.line("return fail->code ? -1 : 0;")
    head = "static int game_scores(const void *given, int64_t *scores, rw_failure *fail)"
    unit.body += [head, "{", "    const state *s = given;", "    fail->code = 0;", "    (void)s;", *code.finish(), "}", ""]


def _add_score(code: Code, line: ir.ScoreLine) -> None:
    assert line.each is not None
    code.out.line(f"scores[{code.locals[line.each]}] += {bare(expressions.value(code, line.value))};")


def _score_of_ending(code: Code, players: int) -> None:
    code.out.line("int who = -1, ending = -1;")
    code.out.line("const int kind = game_ended(s, &who, &ending, fail);")
    code.out.line(f"for (int i = 0; i < {players}; i++)")
    values = ["kind == RW_GOAL ? 1", "kind == RW_WIN ? (i == who ? 1 : -1)", "kind == RW_LOSE ? (i == who ? -1 : 1)", "0"]
    code.out.line(f"    scores[i] = {' : '.join(values)};")


def _write_claims(unit: Unit) -> None:
    code = Code(unit, stuck="stuck", exit_="return -1;")
    if any(STATE in unit.effects.reads(claim.condition) for claim in unit.game.claims):
        code.out.line("const int32_t stuck = is_stuck(s, fail);")
    for at, claim in enumerate(unit.game.claims):
        rule_comment(code.out, f"claim {claim.label}", claim.rule)
        with code.out.block(""):
            code.out.line(f"holds[{number(at)}] = (uint8_t)({bare(expressions.value(code, claim.condition))});")
    code.out.line("return fail->code ? -1 : 0;")
    head = "static int game_claims(const void *given, uint8_t *holds RW_UNUSED, rw_failure *fail)"
    unit.body += [head, "{", "    const state *s = given;", "    fail->code = 0;", "    (void)s;", *code.finish(), "}", ""]
