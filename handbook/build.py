"""`make docs`: gathers the pages, builds the site, and fails on a link that leads nowhere."""

from __future__ import annotations

import os
import subprocess
import sys

from handbook.gather import HERE, ROOT, gather
from handbook.links import find_dead_links

BUILD = ROOT / "build" / "handbook"
MISSING = "the site needs MkDocs Material: pip install -e '.[docs]'"


def main() -> int:
    """Build the site; the exit code."""
    gather(BUILD / "source")
    # Plugins are found by the interpreter that runs them; `--strict` makes every warning an error.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(HERE / "mkdocs.yml")]
    built = subprocess.run(command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=False)
    if built.returncode != 0:
        return built.returncode
    dead = list(find_dead_links(BUILD / "site"))
    for line in dead:
        print(line, file=sys.stderr)
    if not dead:
        print(f"{BUILD / 'site' / 'index.html'}")
    return 1 if dead else 0


if __name__ == "__main__":
    try:
        import mkdocs  # noqa: F401
    except ImportError:
        sys.exit(MISSING)
    sys.exit(main())
