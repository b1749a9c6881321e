"""Finds links of a built site that lead nowhere, and whatever would be loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}
"""Elements that make a browser load something by itself."""


@dataclass(frozen=True, slots=True)
class SiteLink:
    """A link of a page: where to, and whether a browser follows it by itself."""

    page: Path
    address: str
    is_loaded: bool


@dataclass(slots=True)
class PageAnchors:
    """What a page can be entered by, and where it leads."""

    names: set[str] = field(default_factory=set)
    links: list[SiteLink] = field(default_factory=list)


class _Collector(HTMLParser):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.anchors = PageAnchors()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.anchors.names |= {value for key in ("id", "name") if (value := values.get(key))}
        loaded = LOADED.get(tag)
        key = loaded or ("href" if tag == "a" else "")
        address = values.get(key) if key else None
        if address and not (tag == "link" and values.get("rel") in ("canonical", "prev", "next")):
            self.anchors.links.append(SiteLink(self.path, address, bool(loaded)))


def read_anchors(path: Path) -> PageAnchors:
    """The anchors and links of a page."""
    collector = _Collector(path)
    collector.feed(path.read_text("utf-8"))
    return collector.anchors


def find_dead_links(site: Path) -> Iterator[str]:
    """One line for each link that leads nowhere, and for each thing that would be loaded from elsewhere."""
    pages = {path: read_anchors(path) for path in sorted(site.rglob("*.html"))}
    for anchors in pages.values():
        for link in anchors.links:
            reason = _judge(link, site, pages)
            if reason:
                yield f"{link.page.relative_to(site)}: {link.address}: {reason}"


def _judge(link: SiteLink, site: Path, pages: dict[Path, PageAnchors]) -> str:
    """Why a link is dead; nothing if it is not."""
    parts = urlsplit(link.address)
    if parts.scheme == "data":
        return ""
    if parts.scheme or parts.netloc:
        return "it is loaded from elsewhere" if link.is_loaded else ""
    base = site if parts.path.startswith("/") else link.page.parent
    target = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else link.page
    if not target.is_relative_to(site):
        return "it leads out of the site"
    if not target.exists():
        return "there is no such file"
    known = pages.get(target)
    if parts.fragment and known is not None and unquote(parts.fragment) not in known.names:
        return "there is no such place on the page"
    return ""
