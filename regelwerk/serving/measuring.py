"""What the library page shows and takes its time: descriptions, read once, and lengths, measured in the background."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from threading import Event, Thread

from regelwerk.library.catalogue import find_description
from regelwerk.library.describing import GameDescription
from regelwerk.library.lengths import PlayLength, measure_lengths
from rules_dsl.loading import library_names
from solver.processes.apart import AbortedWork, apart


@dataclass(slots=True)
class LengthBook:
    """The lengths measured so far; measuring begins when somebody asks for the first time."""

    lengths: dict[str, PlayLength | None] = field(default_factory=dict)
    is_complete: bool = False
    _thread: Thread | None = None

    def begin(self) -> None:
        """Measure in the background, once."""
        if self._thread is None:
            self._thread = Thread(target=self._measure, daemon=True)
            self._thread.start()

    def _measure(self) -> None:
        for message in apart(partial(measure_lengths, library_names()), None, None):
            match message:
                case AbortedWork():
                    break
                case name, length:
                    self.lengths[name] = length
        self.is_complete = True


@dataclass(slots=True)
class CatalogueBook:
    """The descriptions read so far. Those that nobody has kept take some seconds: reading begins with the server."""

    games: list[GameDescription] = field(default_factory=list)
    ready: Event = field(default_factory=Event)
    failure: BaseException | None = None

    def begin(self) -> None:
        """Read in the background."""
        Thread(target=self._read, daemon=True).start()

    def list_games(self) -> list[GameDescription]:
        """Every game of the library, once all of them are read."""
        self.ready.wait()
        if self.failure is not None:
            raise self.failure
        return self.games

    def _read(self) -> None:
        try:
            for name in library_names():
                self.games.append(find_description(name))
        except BaseException as failure:
            self.failure = failure
        finally:
            self.ready.set()
