"""BEST.md, written from the records."""

from __future__ import annotations

from bench.railroads.fair import POSITIONS, SAMPLE
from bench.railroads.records import DECKS, FOLDER, GAME, NAME, PLACE, Record, ending_file, line_file, number, read
from solver.protocol.answers import join_links
from solver.relaxed.relaxation import Relaxation, relaxations

HEAD = """# Best games against Emil

One game for each deck (`--option deck=N` fixes all chance, and the order of the deck is known from the start). *Bound*: an upper bound by {relaxation}, computed by linear programming (`--engine rounds`).
The model is not proved: {tested}. So no bound of this page is a proof.{earlier} *Gap*: (bound - score) / bound. None of these games is proved to be best. Engineers, some factories and tiles are assumed facts (`regelwerk data ultimate_railroads`), so the figures hold for
this data. *UCT* is the best of {games:,} games of a policy that knows the deck and tries moves {trials} times before each (UCT). `python -m bench.railroads` writes this page: each line is what the command beside
it found on two cores, or better, since endings that were found later (below) are part of it; what a command finds in its time depends on the computer. `regelwerk verify` replays a line.

| deck | score | play | bound | gap | UCT | line by | bound by |
|---|---|---|---|---|---|---|---|
"""
ENDINGS = """
## The last {words} of good games

The best line from the start of {which} in a game, and its upper bound by {relaxation}. *No better*: best and bound are the same number, which is not a proof as long as the model is not proved. The command takes the rest of that game as its first line, and works on two cores. Some of the games were once the best of their decks.{further}

| game of deck | score | best | bound | by the model | seconds | reproduced by |
|---|---|---|---|---|---|---|
"""
FAIR = """
## Fair play

Here the deck is not known, only which two end cards are in the box. *Policy*: the mean of a policy on random decks; *exactly*: no policy has a higher mean. *Clairvoyant*: the estimated mean of an upper bound with
each deck known from the start. *After one turn*: the same with the deck seen after the first turn; it bounds fair play, too. Where a deck is too large for a search, both come from {relaxation} (SCIP under one setting), over as
many decks as there was time for; they are empty where the cards of later rounds are unknown. Intervals are 95 % confidence intervals of the mean. `regelwerk verify` replays the decks of these files.

| from | policy | decks | clairvoyant | after one turn | decks | how | reproduced by |
|---|---|---|---|---|---|---|---|
"""
FURTHER = (
    " Decks after the tenth are included for their endings only; their games come from a minute of `--engine climb`."
)
EARLIER = " Bounds whose files quote other tests were found by the model as it stood then, and have not been found again (`docs/warts.md`)."
WORDS = {1: "round", 2: "two rounds"}


def written() -> str:
    """The whole page."""
    trials = read(PLACE / "trials.json") or {}
    rows = [_line(deck, read(line_file(deck)), trials.get(str(deck))) for deck in DECKS]
    return _head(trials) + "".join(rows) + "".join([_endings(rounds) for rounds in WORDS]) + _fair()


def write() -> None:
    """Put the page where it belongs."""
    (FOLDER / "BEST.md").write_text(written(), encoding="utf-8")


def _head(trials: Record) -> str:
    first = next(iter(trials.values()), None)
    assert isinstance(first, dict)
    return HEAD.format(
        relaxation=_relaxation(),
        tested=_tested(),
        earlier=EARLIER if _are_earlier() else "",
        games=first["games"],
        trials=first["trials"],
    )


def _line(deck: int, record: Record | None, tried: object) -> str:
    assert record is not None
    score, bound = number(record["value"]), number(record["bound"])
    best = tried["best"] if isinstance(tried, dict) else ""
    files = f"[{score}](best/deck_{deck}.json) | [play](best/deck_{deck}.play)"
    return f"| {deck} | {files} | {bound} | {(bound - score) / bound:.0%} | {best} | `{record['found_by']}` | `{record['bounded_by']}` |\n"


def _endings(rounds: int) -> str:
    rows = read(PLACE / f"endings_{rounds}.json")
    if not rows:
        return ""
    lines = [_ending(name, row) for name, row in sorted(rows.items(), key=_place) if isinstance(row, dict)]
    further = FURTHER if any(_place(row)[0] not in DECKS for row in rows.items()) else ""
    return ENDINGS.format(
        relaxation=_relaxation(),
        words=WORDS[rounds],
        which="that round" if rounds == 1 else "these rounds",
        further=further,
    ) + "".join(lines)


def _place(row: tuple[str, object]) -> tuple[int, int]:
    assert isinstance(row[1], dict)
    return row[1]["deck"], row[1]["before"]


def _ending(name: str, row: Record) -> str:
    file = ending_file(name).relative_to(FOLDER)
    command = (
        f"`regelwerk solve {GAME} --given play:games/{GAME}/{file}#{row['step']} --know deck --time {row['limit']}s`"
    )
    return f"| [{row['deck']}]({file}) | {row['before']} | {row['value']} | {row['bound']} | {_stands(row)} | {row['seconds']:.0f} | {command} |\n"


def _stands(row: Record) -> str:
    """How best and bound stand to one another."""
    return "open" if row["value"] != row["bound"] else "no better" if row["rests_on"] else "optimal"


def _relaxation() -> str:
    """What the bounds rest on, in the words of every answer."""
    return join_links(_used().links)


def _used() -> Relaxation:
    return next(each for each in relaxations() if each.game == NAME)


def _tested() -> str:
    """What the tests of the model showed, and what they left out."""
    evidence = _used().evidence
    plays = evidence.random_plays + evidence.recorded_plays
    said = f"it reproduces {plays - evidence.missed:,} of {plays:,} plays, {evidence.random_plays:,} random ones from {evidence.starts:,} starts and {evidence.recorded_plays:,} recorded ones"
    return said if evidence.recorded_plays else f"{said}; recorded plays have not been tested"


def _are_earlier() -> bool:
    """Does a file quote other tests than there are now?"""
    rows = [row for rounds in WORDS for row in (read(PLACE / f"endings_{rounds}.json") or {}).values()]
    records = [record for record in (*rows, *map(read, map(line_file, DECKS))) if isinstance(record, dict)]
    return not all(
        {"name": link.name, "evidence": link.evidence} in record["rests_on"]
        for link in _used().links
        for record in records
    )


def _fair() -> str:
    rows = [(name, read(PLACE / f"fair_{name}.json")) for name in POSITIONS]
    return FAIR.format(relaxation=_relaxation()) + "".join(
        [_of_policy(name, record) for name, record in rows if record is not None]
    )


def _of_policy(name: str, record: Record) -> str:
    sampled, (words, at) = record["sampled"], POSITIONS[name]
    assert isinstance(sampled, dict)
    command = " ".join(["regelwerk solve", GAME, *at, "--know end_pile", f"--time {record['limit']}s"])
    exact = record["status"] == "optimal"
    reached = f"{record['value']} exactly | " if exact else f"{_interval(sampled['value'])} | {sampled['decks']}"
    known = _interval(sampled["knowing"]) if sampled["knowing"][0] < sampled["knowing"][1] else ""
    later = _interval(sampled["bound"]) if known and sampled["bound"] != sampled["knowing"] else ""
    command += f"`, clairvoyant with `{' '.join(SAMPLE)}" if exact else ""
    return f"| [{words}](best/fair_{name}.json) | {reached} | {known} | {later} | {sampled['known'] if known else ''} | {str(record['method']).partition(' (')[0]} | `{command}` |\n"


def _interval(ends: object) -> str:
    """The mean and how far off it may be."""
    assert isinstance(ends, list)
    low, high = ends
    return f"{(low + high) / 2:.1f} ± {(high - low) / 2:.1f}"
