"""The site of the documentation: dead links are found, pages are gathered as they lie, and all of it builds."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from handbook.gather import HERE, ROOT, add_board, write_api, write_gallery
from handbook.hooks import ELSEWHERE, on_config, on_post_page
from handbook.links import find_dead_links
from regelwerk.library.catalogue import find_description
from rules_dsl.loading import library_names

LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
FENCE = re.compile(r"^```.*?^```|^    .*?$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("games/*/*.md")])


def site_of(folder: Path, **pages: str) -> list[str]:
    """What is wrong with a site of these pages."""
    for name, body in pages.items():
        (folder / f"{name}.html").write_text(f"<html><body>{body}</body></html>")
    return list(find_dead_links(folder))


def test_links_that_lead_somewhere_are_fine(tmp_path: Path) -> None:
    one = '<a href="two.html#place">x</a><a href="https://example.org/">y</a><a href="#here">z</a><p id="here">'
    assert site_of(tmp_path, one=one, two='<h1 id="place">x</h1><a href="one.html?q=1">y</a>') == []


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('<a href="three.html">x</a>', "no such file"),
        ('<a href="#nowhere">x</a>', "no such place"),
        ('<a href="../../etc/passwd">x</a>', "out of the site"),
        ('<script src="https://example.org/x.js"></script>', "loaded from elsewhere"),
        ('<link rel="stylesheet" href="https://example.org/x.css">', "loaded from elsewhere"),
        ('<img src="//example.org/x.png">', "loaded from elsewhere"),
        ('<iframe src="play.html"></iframe>', "no such file"),
    ],
)
def test_links_that_lead_nowhere_are_found(tmp_path: Path, body: str, reason: str) -> None:
    (line,) = site_of(tmp_path, one=body)
    assert reason in line and line.startswith("one.html: ")


def test_a_game_s_page_begins_with_its_board() -> None:
    text = add_board("# Hanoi\n\nFour discs.\n", find_description("hanoi"))
    assert text.index("# Hanoi") < text.index('<iframe class="board-frame" src="play.html"') < text.index("Four discs.")


def test_the_gallery_leads_to_every_game() -> None:
    text = write_gallery()
    for name in library_names():
        assert f"../../games/{name}/README.md" in text


def test_the_api_has_every_public_name() -> None:
    assert "::: regelwerk.api.game.Game\n" in write_api() and "::: regelwerk.api.solving.solve\n" in write_api()


def test_every_game_has_its_place_in_the_navigation(tmp_path: Path) -> None:
    (tmp_path / "games" / "hex").mkdir(parents=True)
    (tmp_path / "games" / "hex" / "README.md").write_text("# Hex\n")
    nav = [{"Regelwerk": "README.md"}, {"Games": "docs/gallery/README.md"}]
    config = on_config({"docs_dir": str(tmp_path), "nav": nav})
    assert config["nav"][1] == {"Games": ["docs/gallery/README.md", "games/hex/README.md"]}


def test_the_worker_of_the_search_comes_with_the_site() -> None:
    class Page:
        url = "docs/how_to/play.html"

    assert on_post_page(f'<script src="{ELSEWHERE}">', Page()) == '<script src="../../worker.js">'


def test_every_page_of_the_navigation_is_there() -> None:
    made = {"api.md"}
    listed = re.findall(r": ([\w/]+\.md)$", (HERE / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert len(listed) > 15 and [name for name in listed if name not in made and not (ROOT / name).is_file()] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_between_pages_hold(path: Path) -> None:
    addresses = LINK.findall(FENCE.sub("", path.read_text("utf-8")))
    own = [address for address in addresses if "://" not in address and not address.startswith("mailto:")]
    assert [address for address in own if not (path.parent / address).exists()] == []


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("material") is None, reason="the extra 'docs' is not here")
def test_the_site_is_built() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "handbook.build"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
