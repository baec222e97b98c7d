#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whole scenes: Graze's worlds beside the collision worlds of other libraries, the same bodies and motions for
all, in one run.

Runs the programs scene_* (worker.c), each world and scene in a process of its own, taking turns; prints a
table and writes JSON. Who meets in the last frame is compared with the pair queries in double (truth.c), and
where contacts are asked for, the depth of the deepest one of convex bodies, to a hundredth. Peers that are wrong
about more than a tenth of the pairs are no rivals; of ours none may be wrong.

usage: compare.py [--quick] [--only TEXT] [--json FILE] PROGRAMS
PROGRAMS is the folder with the programs scene_*; --only takes rows whose name contains the text."""
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import beside  # noqa: E402

PROGRAMS = ["graze_float", "graze_double", "bullet_float", "bullet_double", "fcl"]
KINDS = ["boxes", "mixed convex", "tori of 5,000 triangles"]
SCENES = [(0, 1000), (0, 10000), (0, 100000), (1, 1000), (1, 10000), (1, 100000), (2, 100)]
ASKS = {"meets": "who meets", "contacts": "contacts", "rays": "1,000 rays"}  # by what worker.c calls it
GOALS = {"meets": 2, "contacts": 2, "rays": 5}
MANY = 100000  # bodies that a quick run leaves out
PATIENCE, QUICK_PATIENCE = 30, 2.5  # seconds for one run
gave_up = []  # (way, kind, count, why) of who did not end: it is not asked about as many again


def list_rows():
    rows = [{"name": f"{count} {KINDS[kind]}, {text}", "kind": kind, "count": count, "asks": asks, "long": count == MANY}
            for kind, count in SCENES for asks, text in ASKS.items() if asks != "rays" or count < MANY]
    return rows + [{"name": f"10000 {KINDS[1]}, contacts by the wall, one thread and two", "kind": 1, "count": 10000,
                    "asks": "wall"}]


def frames_for(row, quick):
    """So many untimed and timed frames."""
    if row["count"] == MANY:
        return 2, 3
    if row["count"] == 10000 or row["asks"] == "rays":
        return (1, 3) if quick else (3, 7)
    if row["count"] == 1000:
        return (10, 30) if quick else (20, 120)
    return (5, 10) if quick else (10, 30)


def rounds_for(row, quick):
    return 1 if quick or row["count"] == MANY else 3 if row["count"] == 10000 else 5


def is_able(way, row):
    """Threads have a row of their own, where only we are."""
    if row["asks"] == "wall":
        return way.library.startswith("Graze")
    return not way.library.endswith("threads") and row["asks"] in way.rest[0].split()


def why_not(way, row):
    """Who did not end with as many bodies is not asked again; margins do not change how times grow."""
    if way.library == "Bullet margins" and row["count"] == MANY:
        return "left out: beside Bullet without margins alike with 10,000"
    return next((f"left out: {why} with {count:,}" for other, kind, count, why in gave_up
                 if other is way and kind == row["kind"] and count <= row["count"]), None)


def ask(way, row, quick):
    arguments = [row["kind"], row["count"], row["asks"], *frames_for(row, quick)]
    hurry = quick and row["asks"] != "wall"  # where threads wait for each other on a busy machine
    found = way.ask(arguments, QUICK_PATIENCE if hurry else PATIENCE)
    if found is None and row["asks"] != "rays":
        gave_up.append((way, row["kind"], row["count"], way.failure))
    return found


def measure(ways, row, quick):
    """Each round tells: seconds a frame (median, worst), pairs, missing, extra, wrong depths."""
    able = [way for way in ways if is_able(way, row)]
    left_out = {way: reason for way in able if (reason := why_not(way, row))}
    asked = [way for way in able if way not in left_out]
    found = beside.take_turns(asked, rounds_for(row, quick), lambda way: ask(way, row, quick))
    entries = [entry_of(row, way, results, way.failure) for way, results in found.items()]
    return entries + [entry_of(row, way, None, reason) for way, reason in left_out.items()]


def entry_of(row, way, found, reason):
    entry = {"row": row["name"], "count": row["count"], "asks": row["asks"], "library": way.library, "precision": way.precision,
             "ms": None}
    if found:
        entry["ms"] = 1000 * statistics.median(result[0] for result in found)
        entry["worst_ms"] = 1000 * statistics.median(result[1] for result in found)
        entry["pairs"], entry["missing"], entry["extra"], entry["wrong_depths"] = map(int, found[-1][2:6])
    else:
        entry["reason"] = reason
    return entry


def is_right(entry):
    """Ours to the last pair, others nearly."""
    if entry["ms"] is None:
        return False
    wrong = entry["missing"] + entry["extra"] + entry["wrong_depths"]
    return wrong == 0 if beside.is_ours(entry) else wrong <= entry["pairs"] / 10


def print_row(_, entries):
    if not entries:
        print("  left out by a quick run")
    for e in sorted(entries, key=lambda e: (not beside.is_ours(e), e["ms"] or 1e9)):
        if e["ms"] is None:
            print(f"  {e['library']:<16}{e['precision']:<7} {e['reason']}")
            continue
        text = (f"  {e['library']:<16}{e['precision']:<7}{e['ms']:10.3f} ms{1e6 * e['ms'] / e['count']:9.1f} ns a body"
                f"  worst {e['worst_ms']:9.3f}  pairs {e['pairs']} missing {e['missing']} extra {e['extra']}"
                f" wrong depths {e['wrong_depths']}")
        if e["asks"] == "wall":
            text += f"  {1000 / e['ms']:6.1f} frames a second"
        print(text + beside.rival_text(e))


def print_goals(entries):
    """The rows where we are not where we want to be."""
    print("\nbelow the goal (2x the fastest right peer of the same precision, rays 5x), or not right:")
    ours = [e for e in entries if beside.is_ours(e)]
    beside.print_below(ours, lambda e: GOALS.get(e["asks"], 0), is_right, "ms")


if __name__ == "__main__":
    beside.compare(__doc__, "scene", PROGRAMS, list_rows(), is_right, "ms", measure, print_row, print_goals)
