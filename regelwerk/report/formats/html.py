"""A report on rules as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from regelwerk.report.findings import FindingReport, by_paragraph
from regelwerk.report.formats.text import summary
from rules_dsl.diagnostics.diagnostic import Diagnostic
from rules_dsl.machine.explore.claims import describe_loop
from rules_dsl.quantities import quantity

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
h2 { border-bottom: 1px solid #ccc } li { margin: .4rem 0 } .proved { color: #176b3a } .refuted { color: #a4161a } .undecided { color: #7a5b00 }
small { color: #555 } ol { font-family: ui-monospace, monospace; font-size: .9rem }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } small { color: #aaa } .proved { color: #6fcf97 }
  .refuted { color: #ff8a8a } .undecided { color: #e6c35c } }
"""


def render(title: str, entries: Sequence[FindingReport], diagnostics: Sequence[Diagnostic] = ()) -> str:
    """The page; what was found by reading alone stands before the rest."""
    read = "".join(
        f"<li>{escape(diagnostic.code)} {escape(diagnostic.message)} <small>{escape(str(diagnostic.span))}</small></li>\n"
        for diagnostic in diagnostics
    )
    text = f"<ul>\n{read}</ul>\n" if read else ""
    groups = "".join(
        f"<h2>§ {escape(name)}</h2>\n<ul>\n{''.join(map(_item, group))}</ul>\n"
        for name, group in by_paragraph(entries).items()
    )
    head = f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n<style>{STYLE}</style>\n'
    return f"{head}<h1>{escape(title)}</h1>\n<p>{escape(summary(entries))}</p>\n{text}{groups}</html>\n"


def _item(finding: FindingReport) -> str:
    code = f"{finding.code} " if finding.verdict == "refuted" else ""
    notes = [
        finding.method,
        f"with {', '.join(finding.used)}" if finding.used else "",
        finding.why,
        f"in the state {', '.join(finding.state)}" if finding.state else "",
    ]
    notes.append(f"excluded by {'; '.join(finding.excluded_by)}" if finding.excluded_by else "")
    small_print = "".join(f"<br><small>{escape(note)}</small>" for note in notes if note)
    head = f'<b class="{finding.verdict}">{finding.verdict}</b> {code}{escape(finding.text)} <small>{escape(str(finding.span))}</small>'
    return f"<li>{head}{small_print}{_play(finding) if finding.verdict == 'refuted' else ''}</li>\n"


def _play(finding: FindingReport) -> str:
    if not finding.play:
        return ""
    rows = "".join(
        f"<li>{escape(step.move)} <small>{escape(', '.join(step.changes))}</small></li>" for step in finding.play
    )
    again = "" if finding.loop is None else f"<small>{describe_loop(finding.loop)}</small>"
    return (
        "<details open><summary>a play of "
        f"{quantity(len(finding.play), 'move')}</summary><ol>{rows}</ol>{again}</details>"
    )
