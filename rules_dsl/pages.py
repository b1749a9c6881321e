"""Where the pages for readers lie: in `docs` of the checkout, or beside the code when installed from a wheel (see
`setup.py`).
"""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder of the pages called `errors` or `language`."""
    checkout = _HERE.parent / "docs" / name
    return checkout if checkout.is_dir() else _HERE / "pages" / name
