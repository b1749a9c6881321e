"""Declarations: names first, meanings on demand, then the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_dsl.ir.types import BOOL
from rules_dsl.semantics.declare_defines import declare_defines
from rules_dsl.semantics.declare_givens import declare_givens, report_unknown_givens
from rules_dsl.semantics.declare_options import declare_options, report_excluded_options, report_unknown_options
from rules_dsl.semantics.declare_players import declare_players
from rules_dsl.semantics.declare_state import begin_state, declare_state
from rules_dsl.semantics.declare_tables import declare_tables, report_unknown_tables
from rules_dsl.semantics.declare_types import declare_all_values, declare_types
from rules_dsl.semantics.declaring import DeclarationContext
from rules_dsl.semantics.elaborate import Elaborator
from rules_dsl.semantics.modules import SourceProgram
from rules_dsl.semantics.renames import names_of
from rules_dsl.semantics.scope import Symbols
from rules_dsl.source import Span
from rules_dsl.syntax import ast
from rules_dsl.tables import Overlay


def declare(
    program: SourceProgram, options: Mapping[str, str], givens: Mapping[str, object], overlays: Sequence[Overlay] = ()
) -> DeclarationContext:
    """Elaborate all declarations of a program; diagnostics go to `symbols.diagnostics`."""
    work = prepare(program, options, givens, overlays)
    for name in list(work.symbols.pending):
        work.elaborator.need(name)
    for name in list(work.symbols.pending):
        work.elaborator.need(name)
    _in_written_order(work)
    begin_state(work)
    report_unknown_options(work, [option.name for option in work.symbols.options])
    report_excluded_options(work)
    report_unknown_givens(work)
    report_unknown_tables(work)
    return work


def prepare(
    program: SourceProgram, options: Mapping[str, str], givens: Mapping[str, object], overlays: Sequence[Overlay] = ()
) -> DeclarationContext:
    """Register all names of a program, each elaborated on first use."""
    symbols = Symbols()
    work = DeclarationContext(program, symbols, Elaborator(symbols), options, givens, overlays)
    symbols.types["Bool"] = BOOL
    symbols.private_names.update(program.private_names)
    symbols.left_out.update(program.left_out)
    _report_twice(work)
    _declare_rules(work)
    declare_types(work)
    declare_options(work)
    declare_tables(work)
    declare_givens(work)
    declare_state(work)
    declare_defines(work)
    telling = (ast.TypeDecl, ast.TableDecl, ast.ReadingDecl)
    declare_all_values(work, [block.name.text for block in program.blocks if isinstance(block, telling)])
    declare_players(work)
    return work


def holds(
    program: SourceProgram, condition: ast.Expr, options: Mapping[str, str], givens: Mapping[str, object]
) -> bool:
    """Whether the condition of a `use … when` holds with what has been read before."""
    work = prepare(program, options, givens)
    value = work.elaborator.constant(condition, work.scope("use"), BOOL)
    program.diagnostics += work.symbols.diagnostics
    return value is True


def _declare_rules(work: DeclarationContext) -> None:
    """Actions, events and sub-plays by name; room B gives them their meaning."""
    for block in work.program.blocks:
        match block:
            case ast.ActionDecl(name):
                work.symbols.actions[name.text] = block
            case ast.EventDecl(name):
                work.symbols.events[name.text] = block
            case ast.PlayDecl(name) if name is not None:
                work.symbols.plays[name.text] = block
            case _:
                pass


def _report_twice(work: DeclarationContext) -> None:
    """Names live in one space; only values of enums and rows of tables may share a name with each other."""
    places: dict[str, tuple[Span, bool, ast.Block]] = {}
    for block in work.program.blocks:
        _report_own_type(work, block)
        own = _own_name(block)
        for name in names_of(block) if not isinstance(block, ast.TableDecl) else (block.name,):
            _note(work, places, name, own is not None and name is not own, block)


def _report_own_type(work: DeclarationContext, block: ast.Block) -> None:
    """The types that are there already cannot be declared."""
    if isinstance(block, ast.TypeDecl) and block.name.text in ("Bool", "Player"):
        name = block.name
        repair = "name the players with `players Anna, Ben`" if name.text == "Player" else "choose another name"
        work.report("E0302", f"{name} is a type of the language", name.span, "declared here", repair=repair)
        work.note_failure(name.text)


def _own_name(block: ast.Block) -> ast.Name | None:
    """The name of a block that declares values beside it."""
    match block:
        case ast.TypeDecl(name) | ast.ReadingDecl(name) | ast.ExtendType(name):
            return name
        case ast.PlayersDecl():
            return ast.Name("Player", span=block.span)
        case _:
            return None


def _note(
    work: DeclarationContext,
    places: dict[str, tuple[Span, bool, ast.Block]],
    name: ast.Name,
    is_value: bool,
    block: ast.Block,
) -> None:
    known = places.get(name.text)
    if known is None:
        places[name.text] = (name.span, is_value, block)
        work.symbols.declared_at[name.text] = name.span
    elif not (is_value and known[1]):
        work.report(
            "E0302", f"{name} is declared twice", name.span, "again here", repair="give one of them another name"
        )
        work.symbols.diagnostics[-1] = work.symbols.diagnostics[-1].also(known[0], "first here")
        work.symbols.failed |= {
            name.text for part in (block, known[2]) if not isinstance(part, ast.StateDecl) for name in names_of(part)
        }
        work.symbols.failed.add(name.text)


def _in_written_order(work: DeclarationContext) -> None:
    """Options and givens in the order of the files, not of their use."""
    order = {name: place for place, name in enumerate(_list_in_order(work))}
    work.symbols.options.sort(key=lambda option: order.get(option.name, -1))
    work.symbols.givens.sort(key=lambda given: order.get(given.name, -1))


def _list_in_order(work: DeclarationContext) -> list[str]:
    kinds = (ast.OptionDecl, ast.ReadingDecl, ast.GivenDecl)
    return [block.name.text for block in work.program.blocks if isinstance(block, kinds)]
