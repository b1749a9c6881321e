"""Saves puzzles while they are made: on disk, and as the interim answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from puzzles.making.collecting import Collection
from puzzles.storing.store import StoreError, write_store
from regelwerk import output
from regelwerk.cli.commands.common import CommandSettings
from regelwerk.cli.limits import shield_from_signals
from regelwerk.settings import problem
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.quantities import quantity

BETWEEN_NOTES = 2.0
BETWEEN_SAVES = 0.5


@dataclass(slots=True)
class Keeper:
    """Receives each sample of a collection with a target size."""

    settings: CommandSettings
    path: Path
    wanted: int
    _noted: float = field(default_factory=monotonic)
    _saved_at: float = 0.0
    _saved: int = 0

    def is_over(self) -> bool:
        """Is no time left?"""
        return self.settings.is_over

    def hear(self, collection: Collection) -> None:
        """A sample was taken."""
        now = monotonic()
        if len(collection.puzzles) > self._saved and now - self._saved_at > BETWEEN_SAVES:
            self.save(collection)
        self._report(collection)
        if now - self._noted > BETWEEN_NOTES:
            self._noted = now
            output.note(
                (
                    f"{quantity(collection.samples, 'sample')}, {quantity(len(collection.puzzles), 'puzzle')}, "
                    f"{quantity(collection.doubles, 'duplicate')}"
                ),
                self.settings.quiet,
            )

    def save(self, collection: Collection) -> None:
        """Writes the file whole; an older collection stays where there is nothing new."""
        try:
            if len(collection.puzzles) > self._saved:
                with shield_from_signals():
                    write_store(self.path, collection.puzzles)
        except (OSError, StoreError) as error:
            raise RulesError(
                problem("E0758", f"{self.path!s:.200} cannot be written: {error!s:.200}", "--output")
            ) from None
        self._saved, self._saved_at = len(collection.puzzles), monotonic()

    def _report(self, collection: Collection) -> None:
        """What to say if this was the last sample; puzzles that are not on the disk yet do not count."""
        kept = Collection(collection.puzzles[: self._saved], collection.samples, collection.doubles)
        self.settings.so_far("puzzle", sentence(self.path, kept), keys(self.path, kept))


def keys(path: Path, collection: Collection) -> dict[str, object]:
    """The collection as JSON has it."""
    return {
        "file": str(path),
        "puzzles": len(collection.puzzles),
        "samples": collection.samples,
        "doubles": collection.doubles,
    }


def sentence(path: Path, collection: Collection) -> str:
    """The collection in words."""
    where = f"in {path}" if collection.puzzles else "nothing was written"
    return (
        f"{quantity(len(collection.puzzles), 'puzzle')} of {quantity(collection.samples, 'sample')}, "
        f"{quantity(collection.doubles, 'duplicate')}; {where}"
    )
