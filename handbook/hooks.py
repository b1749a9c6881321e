"""What MkDocs calls while it builds: the worker of the search comes with the site instead of from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

GALLERY = "docs/gallery/README.md"
ELSEWHERE = "https://unpkg.com/iframe-worker/shim"
WORKER = "worker.js"


def on_config(config: Any) -> Any:
    """The settings, with a page for each game below the gallery."""
    games = sorted(Path(config["docs_dir"]).glob("games/*/README.md"))
    pages = [GALLERY, *(path.relative_to(config["docs_dir"]).as_posix() for path in games)]
    config["nav"] = [{"Games": pages} if GALLERY in entry.values() else entry for entry in config["nav"]]
    return config


def on_post_page(output: str, page: Any, **_: object) -> str:
    """The HTML of a page."""
    return output.replace(ELSEWHERE, "../" * page.url.count("/") + WORKER)


def on_post_template(output_content: str, **_: object) -> str:
    """The HTML of a page that is made of a template alone, such as the one for addresses that do not exist."""
    return output_content.replace(ELSEWHERE, WORKER)
