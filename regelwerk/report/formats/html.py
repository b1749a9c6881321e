"""A report on rules as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from regelwerk.report.findings import FindingReport, by_paragraph
from regelwerk.report.formats.text import summary
from rules_dsl.diagnostics.diagnostic import Diagnostic

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
h2 { border-bottom: 1px solid #ccc } li { margin: .4rem 0 } .proved { color: #176b3a } .refuted { color: #a4161a } .undecided { color: #7a5b00 }
small { color: #555 } ol { font-family: ui-monospace, monospace; font-size: .9rem }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } small { color: #aaa } .proved { color: #6fcf97 }
  .refuted { color: #ff8a8a } .undecided { color: #e6c35c } }
"""


def render(title: str, entries: Sequence[FindingReport], diagnostics: Sequence[Diagnostic] = ()) -> str:
    """The page; what was found by reading alone stands before the rest."""
    read = "".join(f"<li>{escape(each.code)} {escape(each.message)} <small>{escape(str(each.span))}</small></li>\n" for each in diagnostics)
    found = f"<ul>\n{read}</ul>\n" if read else ""
    groups = "".join(f"<h2>§ {escape(name)}</h2>\n<ul>\n{''.join(map(_item, group))}</ul>\n" for name, group in by_paragraph(entries).items())
    head = f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n<style>{STYLE}</style>\n'
    return f"{head}<h1>{escape(title)}</h1>\n<p>{escape(summary(entries))}</p>\n{found}{groups}</html>\n"


def _item(each: FindingReport) -> str:
    code = f"{each.code} " if each.verdict == "refuted" else ""
    notes = [each.method, f"with {', '.join(each.used)}" if each.used else "", each.why, f"in the state {', '.join(each.state)}" if each.state else ""]
    notes.append(f"excluded by {'; '.join(each.excluded_by)}" if each.excluded_by else "")
    told = "".join(f"<br><small>{escape(note)}</small>" for note in notes if note)
    head = f'<b class="{each.verdict}">{each.verdict}</b> {code}{escape(each.text)} <small>{escape(str(each.span))}</small>'
    return f"<li>{head}{told}{_play(each) if each.verdict == 'refuted' else ''}</li>\n"


def _play(each: FindingReport) -> str:
    if not each.play:
        return ""
    rows = "".join(f"<li>{escape(step.move)} <small>{escape(', '.join(step.changes))}</small></li>" for step in each.play)
    again = "" if each.loop is None else f"<small>and again from after move {each.loop}</small>"
    return f"<details open><summary>a play of {len(each.play)} moves</summary><ol>{rows}</ol>{again}</details>"
