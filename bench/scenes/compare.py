#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whole scenes: Graze's worlds beside the collision worlds of other libraries, the same bodies and motions for
all, in one run.

Runs the programs scene_* (worker.c), each world and scene in a process of its own, taking turns; prints a
table and writes JSON. Who meets in the last frame is compared with the pair queries in double (truth.c). Peers
that are wrong about more than a tenth of the pairs are no rivals; of ours none may be wrong.

usage: compare.py [--quick] [--only TEXT] [--json FILE] PROGRAMS
PROGRAMS is the folder with the programs scene_*; --only takes rows whose name contains the text."""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

PROGRAMS = ["graze_float", "graze_double", "bullet_float", "bullet_double", "fcl"]
KINDS = ["boxes", "mixed convex", "tori of 5,000 triangles"]
SCENES = [(0, 1000), (0, 10000), (1, 1000), (1, 10000), (1, 100000), (2, 100)]
GOAL = 2
PATIENCE = 60  # seconds for one run


class Way:
    """The world of one library."""

    def __init__(self, path, index, library, precision, settings, most):
        self.path, self.index, self.library, self.precision = path, index, library, precision
        self.settings, self.most = settings, int(most)

    def run(self, row, warm, frames):
        """Seconds a frame (median, worst), pairs, missing, extra; None if it does not end."""
        command = [self.path, "run", self.index, row["kind"], row["count"], row["contacts"], warm, frames]
        try:
            text = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  timeout=PATIENCE, check=True).stdout
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
            return None
        return list(map(float, text.split()))


def list_ways(folder):
    ways, versions = [], {}
    for name in PROGRAMS:
        path = folder / f"scene_{name}"
        if not path.exists():
            print(f"{name} is not here and is left out")
            continue
        lines = subprocess.run([path, "list"], stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
        for index, line in enumerate(lines[:-1]):
            ways.append(Way(path, index, *line.split("\t")))
        versions[name] = lines[-1].split("\t")[1]
    return ways, versions


def list_rows():
    return [{"name": f"{count} {KINDS[kind]}, {'contacts' if contacts else 'who meets'}", "kind": kind,
             "count": count, "contacts": contacts} for kind, count in SCENES for contacts in (0, 1)]


def frames_for(row, quick):
    """So many untimed and timed frames."""
    if row["count"] == 100000:
        return 3, 5
    return (5, 10) if quick else (10, 30)


def measure(ways, row, quick):
    warm, frames = frames_for(row, quick)
    results = {way: [] for way in ways if row["count"] <= way.most}
    for _ in range(1 if quick or row["count"] > 1000 else 3):
        for way, found in results.items():
            if found is not None:
                result = way.run(row, warm, frames)
                results[way] = None if result is None else found + [result]
    return results


def entry_of(row, way, found):
    entry = {"row": row["name"], "count": row["count"], "library": way.library, "precision": way.precision,
             "ms": None}
    if found:
        entry["ms"] = 1000 * statistics.median(result[0] for result in found)
        entry["worst_ms"] = 1000 * statistics.median(result[1] for result in found)
        entry["pairs"], entry["missing"], entry["extra"] = map(int, found[-1][2:5])
    return entry


def is_ours(entry):
    return entry["library"].startswith("Graze")


def is_right(entry):
    """Ours to the last pair, others nearly."""
    if entry["ms"] is None:
        return False
    wrong = entry["missing"] + entry["extra"]
    return wrong == 0 if is_ours(entry) else wrong <= entry["pairs"] / 10


def rate(entries):
    """Beside each of ours the fastest right peer: of the same precision, and of any."""
    peers = [e for e in entries if not is_ours(e) and is_right(e)]
    for entry in filter(is_ours, entries):
        for suffix, rivals in (("", [p for p in peers if p["precision"] == entry["precision"]]), ("_any", peers)):
            best = min(rivals, key=lambda p: p["ms"], default=None)
            entry["best_right_peer" + suffix] = best and f"{best['library']} {best['precision']}"
            entry["ratio" + suffix] = best and entry["ms"] and best["ms"] / entry["ms"]


def print_row(row, entries):
    print(f"\n{row['name']}")
    for e in sorted(entries, key=lambda e: (not is_ours(e), e["ms"] or 1e9)):
        if e["ms"] is None:
            print(f"  {e['library']:<16}{e['precision']:<7} stopped: crashed, or did not end")
            continue
        text = (f"  {e['library']:<16}{e['precision']:<7}{e['ms']:10.3f} ms{1e6 * e['ms'] / e['count']:9.1f} ns a body"
                f"  worst {e['worst_ms']:9.3f}  pairs {e['pairs']} missing {e['missing']} extra {e['extra']}")
        if e.get("ratio_any"):
            text += f"  {e['ratio_any']:6.2f}x {e['best_right_peer_any']}"
        print(text)
    sys.stdout.flush()


def print_goals(entries):
    """The rows where we are not where we want to be."""
    print(f"\nbelow the goal ({GOAL}x the fastest right peer of any precision), or not right:")
    ours, below = [e for e in entries if is_ours(e)], 0
    for e in ours:
        if is_right(e) and (not e.get("ratio_any") or e["ratio_any"] >= GOAL):
            continue
        below += 1
        print(f"  {e['row']:<40}{e['precision']:<7}{e['ms'] or 0:9.3f} ms  {e.get('ratio_any') or 0:5.2f}x of {GOAL}x"
              f"  {e.get('best_right_peer_any')}")
    print(f"{below} of {len(ours)} rows")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    ways, versions = list_ways(options.programs)
    for way in ways:
        print(f"{way.library:<16}{way.precision:<7} {way.settings}")
    entries, began = [], time.monotonic()
    rows = [row for row in list_rows() if options.only in row["name"]]
    for number, row in enumerate(rows):
        print(f"[{time.monotonic() - began:4.0f} s] {number + 1} of {len(rows)}: {row['name']}", file=sys.stderr)
        here = [entry_of(row, way, found) for way, found in measure(ways, row, options.quick).items()]
        rate(here)
        print_row(row, here)
        entries += here
    print_goals(entries)
    if options.json:
        options.json.write_text(json.dumps({"versions": versions, "quick": options.quick, "rows": entries}, indent=1) + "\n")
        print(f"\nwritten to {options.json}")


if __name__ == "__main__":
    main()
