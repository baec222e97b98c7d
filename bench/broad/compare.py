#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Broad phases of Graze beside those of other libraries: the same boxes and motions for all, in one run.

Runs the programs broad_* (worker.c), each broad phase and scene in a process of its own, taking turns; prints a
table and writes JSON. Right is who misses no pair; pairs too many, from enlarged or rounded boxes, are
counted beside the time. Who takes too long for a scene is stopped and has no figure there, nor in larger ones of
the same kind; neither has who was far behind the fastest in a smaller one.

usage: compare.py [--quick] [--only TEXT] [--json FILE] PROGRAMS
PROGRAMS is the folder with the programs broad_*; --only takes rows whose name contains the text."""
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import beside  # noqa: E402

PROGRAMS = ["graze_float", "graze_double", "bullet_float", "bullet_double", "fcl", "ode"]
MOTIONS = ["all move", "a tenth moves", "a tenth teleports", "a tenth replaced", "built and emptied"]
COUNTS = [1000, 10000, 100000]
PATIENCE = {1000: 1.5, 10000: 6, 100000: 15}  # seconds for one run,
QUICK_PATIENCE = {1000: 1, 10000: 1.5, 100000: 6}  # and where time is short


def list_rows():
    return [{"name": f"{count}, {'clustered' if clustered else 'uniform'}, {MOTIONS[motion]}", "count": count,
             "clustered": clustered, "motion": motion, "long": clustered and count > 1000}
            for count in COUNTS for clustered in (0, 1) for motion in range(len(MOTIONS))]


def frames_for(row, quick):
    """So many untimed and timed frames. Fat boxes last for some fourteen, and many for equally long."""
    motion, few, many = row["motion"], row["count"] == 1000, row["count"] == 100000
    if motion == 4:
        return (1, 6 if few else 2) if quick else (2, 3 if many else 10)
    if motion >= 2:
        return (1, 20 if few else 3) if quick else (10, 10 if many else 40)
    if quick:
        return (14, 28) if few else (2, 14)
    return (14, 28) if many else (42, 98)


def far_behind(ours, quick):
    """Who is so many times as slow as the fastest has no chance to be first with ten times as many boxes."""
    return (1.2 if ours else 2) if quick else 4


def most_of(way):
    return int(way.rest[0])


class Course:
    """Who goes on to larger scenes of a kind, and why others do not."""

    def __init__(self):
        self.reasons = {}

    def reason(self, way, row):
        if row["count"] > most_of(way):
            return f"left out: {way.rest[1]}"
        return self.reasons.get((way, row["clustered"], row["motion"]))

    def give_up(self, way, row, reason):
        text = f"left out: {reason} with {row['count']:,} boxes"
        self.reasons.setdefault((way, row["clustered"], row["motion"]), text)

    def judge(self, row, entries, quick):
        """Compares those that can go on, ours with ours. The defaults stay in any case."""
        for ours in (False, True):
            group = {way: e for way, e in entries.items() if beside.is_ours(e) == ours and most_of(way) > row["count"]}
            best = min((e["ms"] for e in group.values() if is_right(e)), default=None)
            for way, e in group.items():
                if e["ms"] is None:
                    self.give_up(way, row, e["reason"])
                elif best and e["ms"] > far_behind(ours, quick) * best and way.library != "Graze":
                    self.give_up(way, row, f"{e['ms'] / best:.1f} times as slow as the fastest")


course = Course()


def measure(ways, row, quick):
    """Each round tells: seconds a frame (mean, worst), pairs, missing, extra, bytes."""
    arguments = [row["count"], row["clustered"], row["motion"], *frames_for(row, quick)]
    asked = [way for way in ways if not course.reason(way, row)]
    patience = (QUICK_PATIENCE if quick else PATIENCE)[row["count"]]
    rounds = 1 if quick or row["count"] == 100000 else 3
    found = beside.take_turns(asked, rounds, lambda way: way.ask(arguments, patience))
    entries = {way: entry_of(row, way, found[way]) for way in asked}
    course.judge(row, entries, quick)
    left_out = [entry_of(row, way, None, course.reason(way, row)) for way in ways if way not in entries]
    return [*entries.values(), *left_out]


def entry_of(row, way, found, reason=None):
    entry = {"row": row["name"], "count": row["count"], "library": way.library, "precision": way.precision,
             "ms": None}
    if found:
        entry["ms"] = 1000 * statistics.median(result[0] for result in found)
        entry["worst_ms"] = 1000 * statistics.median(result[1] for result in found)
        entry["pairs"], entry["missing"], entry["extra"] = map(int, found[-1][2:5])
        entry["bytes_a_box"] = found[-1][5] / row["count"]
    else:
        entry["reason"] = reason or way.failure
    return entry


def is_right(entry):
    return entry["ms"] is not None and entry["missing"] == 0 and not (beside.is_ours(entry) and entry["extra"])


def print_row(_, entries):
    for e in sorted(entries, key=lambda e: (not beside.is_ours(e), e["ms"] or 1e9)):
        if e["ms"] is None:
            print(f"  {e['library']:<16}{e['precision']:<7} {e['reason']}")
            continue
        text = (f"  {e['library']:<16}{e['precision']:<7}{e['ms']:10.3f} ms{1e6 * e['ms'] / e['count']:8.1f} ns a box"
                f"  worst {e['worst_ms']:9.3f}  pairs {e['pairs']} missing {e['missing']} extra {e['extra']}"
                f"  {e['bytes_a_box']:5.0f} bytes a box")
        print(text + beside.rival_text(e))


def print_goals(entries):
    """The rows where the default is not where we want to be."""
    print("\nbelow the goal (2x the fastest right peer of the same precision; 5x with 100,000 boxes), or not right:")
    ours = [e for e in entries if e["library"] == "Graze"]
    beside.print_below(ours, lambda e: 5 if e["count"] == 100000 else 2, is_right, "ms")
    few = {(e["row"].split(", ", 1)[1], e["precision"]): e for e in ours if e["count"] == 1000 and e["ms"]}
    for e in ours:
        one = few.get((e["row"].split(", ", 1)[1], e["precision"]))
        if e["count"] == 100000 and one and e["ms"]:
            print(f"ns a box at 100,000 over that at 1,000: {e['ms'] / one['ms'] / 100:5.2f}  {e['row']}, {e['precision']}")


if __name__ == "__main__":
    beside.compare(__doc__, "broad", PROGRAMS, list_rows(), is_right, "ms", measure, print_row, print_goals)
