"""Games of the library are loaded once in each process of the tests: hundreds of tests ask for the same ones, and rules are values."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rules_dsl import loading
from rules_dsl.ir import nodes as ir

Load = Callable[..., ir.Game]
MOST = 64


def share_library_games() -> None:
    """From now on `loading.load` gives the game it gave before where only a name of the library and options are asked for."""
    loading.load = _sharing(loading.load)


def _sharing(load: Load) -> Load:
    names = frozenset(loading.library_names())

    @functools.lru_cache(MOST)
    def kept(name: str, options: tuple[tuple[str, str], ...], language: str) -> ir.Game:
        return load(name, dict(options), language=language)

    @functools.wraps(load)
    def shared(
        target: str | Path,
        options: Mapping[str, str] | None = None,
        givens: Mapping[str, object] | None = None,
        data: Sequence[Path] = (),
        language: str = "en",
    ) -> ir.Game:
        if target in names and not givens and not data:
            return kept(str(target), tuple((options or {}).items()), language)
        return load(target, options or {}, givens or {}, data, language)

    return shared
