"""Findings as SARIF 2.1.0 for code hosts and editors."""

from __future__ import annotations

import json
from collections.abc import Sequence

from regelwerk.report.findings import FindingReport
from regelwerk.version import VERSION
from rules_dsl.diagnostics.codes import title
from rules_dsl.diagnostics.diagnostic import Diagnostic
from rules_dsl.source import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(entries: Sequence[FindingReport], diagnostics: Sequence[Diagnostic] = ()) -> str:
    """One run with a result for each finding that is no proof."""
    results = [_of_told(finding) for finding in entries if finding.verdict != "proved"] + [
        _of_diagnostic(diagnostic) for diagnostic in diagnostics
    ]
    codes = sorted({str(result["ruleId"]) for result in results})
    rules = [{"id": code, "shortDescription": {"text": title(code)}} for code in codes]
    driver = {"name": "regelwerk", "version": VERSION, "rules": rules}
    return json.dumps(
        {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]},
        ensure_ascii=False,
        indent=1,
    )


def _of_told(finding: FindingReport) -> dict[str, object]:
    excluded = f"excluded by {'; '.join(finding.excluded_by)}" if finding.excluded_by else ""
    notes = "; ".join(part for part in (finding.why, finding.method, excluded) if part)
    result = _result(
        finding.code,
        "warning" if finding.verdict == "refuted" else "note",
        f"{finding.verdict}: {finding.text} ({notes})",
        finding.span,
    )
    if finding.play:
        steps = [
            {"location": {"message": {"text": f"{step.move}: {', '.join(step.changes)}"}}} for step in finding.play
        ]
        result["codeFlows"] = [{"threadFlows": [{"locations": steps}]}]
    return result


def _of_diagnostic(diagnostic: Diagnostic) -> dict[str, object]:
    return _result(diagnostic.code, diagnostic.severity, diagnostic.message, diagnostic.span)


def _result(code: str, level: str, text: str, span: Span) -> dict[str, object]:
    region = {
        "startLine": max(1, span.line),
        "startColumn": max(1, span.column),
        "endLine": max(1, span.end_line),
        "endColumn": max(1, span.end_column),
    }
    place = {"physicalLocation": {"artifactLocation": {"uri": span.file}, "region": region}}
    return {"ruleId": code, "level": level, "message": {"text": text}, "locations": [place]}
