#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Broad phases of Graze beside those of other libraries: the same boxes and motions for all, in one run.

Runs the programs broad_* (worker.c), each broad phase and scene in a process of its own, taking turns; prints a
table and writes JSON. Right is who misses no pair; pairs too many, from enlarged or rounded boxes, are
counted beside the time. Who takes too long for a scene is stopped and has no figure there.

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
PATIENCE = {1000: 5, 10000: 20, 100000: 60}  # seconds for one run


def list_rows():
    return [{"name": f"{count}, {'clustered' if clustered else 'uniform'}, {MOTIONS[motion]}", "count": count,
             "clustered": clustered, "motion": motion}
            for count in COUNTS for clustered in (0, 1) for motion in range(len(MOTIONS))]


def frames_for(row, quick):
    """So many untimed and timed frames: fat boxes last for some twenty."""
    if row["motion"] == 4:
        return (1, 3) if quick else (2, 10 if row["count"] < 100000 else 3)
    many = row["count"] == 100000
    if quick:
        return (10, 10) if many else (20, 40)
    return (25, 25) if many else (50, 100)


def measure(ways, row, quick):
    """Each round tells: seconds a frame (mean, worst), pairs, missing, extra, bytes."""
    arguments = [row["count"], row["clustered"], row["motion"], *frames_for(row, quick)]
    able = [way for way in ways if row["count"] <= int(way.rest[0])]
    found = beside.take_turns(able, 1 if quick or row["count"] == 100000 else 3,
                              lambda way: way.ask(arguments, PATIENCE[row["count"]]))
    return [entry_of(row, way, results) for way, results in found.items()]


def entry_of(row, way, found):
    entry = {"row": row["name"], "count": row["count"], "library": way.library, "precision": way.precision,
             "ms": None}
    if found:
        entry["ms"] = 1000 * statistics.median(result[0] for result in found)
        entry["worst_ms"] = 1000 * statistics.median(result[1] for result in found)
        entry["pairs"], entry["missing"], entry["extra"] = map(int, found[-1][2:5])
        entry["bytes_a_box"] = found[-1][5] / row["count"]
    return entry


def is_right(entry):
    return entry["ms"] is not None and entry["missing"] == 0 and not (beside.is_ours(entry) and entry["extra"])


def print_row(_, entries):
    for e in sorted(entries, key=lambda e: (not beside.is_ours(e), e["ms"] or 1e9)):
        if e["ms"] is None:
            print(f"  {e['library']:<16}{e['precision']:<7} stopped: crashed, or did not end")
            continue
        text = (f"  {e['library']:<16}{e['precision']:<7}{e['ms']:10.3f} ms{1e6 * e['ms'] / e['count']:8.1f} ns a box"
                f"  worst {e['worst_ms']:9.3f}  pairs {e['pairs']} missing {e['missing']} extra {e['extra']}"
                f"  {e['bytes_a_box']:5.0f} bytes a box")
        if e.get("ratio_any"):
            text += f"  {e['ratio_any']:6.2f}x {e['best_right_peer_any']}"
        print(text)


def print_goals(entries):
    """The rows where the default is not where we want to be."""
    print("\nbelow the goal (2x the fastest right peer of any precision; 5x with 100,000 boxes), or not right:")
    ours = [e for e in entries if e["library"] == "Graze"]
    below = 0
    for e in ours:
        goal = 5 if e["count"] == 100000 else 2
        if is_right(e) and (not e.get("ratio_any") or e["ratio_any"] >= goal):
            continue
        below += 1
        print(f"  {e['row']:<40}{e['precision']:<7}{e['ms'] or 0:9.3f} ms  {e.get('ratio_any') or 0:5.2f}x of {goal}x"
              f"  {e.get('best_right_peer_any')}")
    print(f"{below} of {len(ours)} rows")
    few = {(e["row"].split(", ", 1)[1], e["precision"]): e for e in ours if e["count"] == 1000 and e["ms"]}
    for e in ours:
        one = few.get((e["row"].split(", ", 1)[1], e["precision"]))
        if e["count"] == 100000 and one and e["ms"]:
            print(f"ns a box at 100,000 over that at 1,000: {e['ms'] / one['ms'] / 100:5.2f}  {e['row']}, {e['precision']}")


if __name__ == "__main__":
    beside.compare(__doc__, "broad", PROGRAMS, list_rows(), is_right, "ms", measure, print_row, print_goals)
