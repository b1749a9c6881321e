"""Links above a page, for pages that are served beside others."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

BODY = '<div id="page">'


def add_links(page: str, label: str, links: Sequence[tuple[str, str]]) -> str:
    """The page with links above it: addresses and their words, under a label for screen readers."""
    before, body, after = page.partition(BODY)
    assert body, "the template of pages has lost its body"
    shown = "".join(f'<a href="{escape(address)}">{escape(words)}</a>' for address, words in links)
    return f'{before}<nav class="links" aria-label="{escape(label)}">{shown}</nav>{body}{after}'
