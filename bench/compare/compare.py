#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Graze beside other libraries, in one run: the same geometry and poses for all, taking turns.

Starts one worker program a library (worker.c) and the judge (judge.c), has the judge make each row's
workload and the workers answer it again and again in turn, compares the answers with the judge's, prints a
table and writes JSON. A library that hangs or crashes on a row is stopped and counted as failed there.

usage: compare.py [--quick] [--only TEXT] [--json FILE] PROGRAMS
PROGRAMS is the folder with the programs compare_*; --only takes rows whose name contains the text."""
import argparse
import datetime
import json
import math
import os
import pathlib
import platform
import select
import statistics
import subprocess
import sys
import tempfile
import time

import report
import growth  # where report has found it

PEERS = {  # program: (its name, the Debian package that brings it)
    "graze_float": ("Graze", None),
    "graze_double": ("Graze", None),
    "libccd": ("libccd", "libccd-dev"),
    "fcl": ("FCL", "libfcl-dev"),
    "bullet_float": ("Bullet (float)", "libbullet-dev"),
    "bullet_double": ("Bullet (double)", "libbullet-dev"),
    "ode": ("ODE", "libode-dev"),
}
PATIENCE = 60  # seconds for one line of a worker
LEAST_REPETITIONS, ENOUGH = 5, 0.2  # no more once they took so many seconds
RIGHT = 0.01  # a relative error (of times: an error) up to this counts as right


class Gone(Exception):
    """A program crashed, or did not answer in time."""


class Program:
    """A program that answers a line with a line."""

    def __init__(self, path):
        self.path = path
        self.process = None

    def start(self):
        self.process = subprocess.Popen([self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, bufsize=0)
        self.buffer = b""

    def line(self, patience=PATIENCE):
        """The next line of output."""
        until = time.monotonic() + patience
        while b"\n" not in self.buffer:
            left = until - time.monotonic()
            ready = left > 0 and select.select([self.process.stdout], [], [], left)[0]
            data = os.read(self.process.stdout.fileno(), 1 << 20) if ready else b""
            if not data:
                self.stop()
                raise Gone("crashed" if ready else f"did not end within {patience} s")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\n", 1)
        return text.decode()

    def ask(self, text, patience=PATIENCE):
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write((text + "\n").encode())
        except BrokenPipeError:
            self.stop()
            raise Gone("crashed") from None
        return self.line(patience)

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self.process = None


class Way:
    """One way to ask one library."""

    def __init__(self, path, index, library, precision, settings):
        self.program, self.index = Program(path), index  # each its own: one that crashes takes no other along
        self.library, self.precision, self.settings = library, precision, settings
        self.times, self.disturbed, self.answers, self.gone = [], [], [], None  # gone: why, in words
        self.seconds = 0  # that its runs took so far

    def ask(self, command):
        return self.program.ask(f"{command} {self.index}")

    def ours(self):
        return self.library.startswith("Graze")


def list_ways(path):
    """All ways to ask the library of a program, and its version."""
    ways, program = [], Program(path)
    text = program.ask("peers")
    while not text.startswith("version\t"):
        ways.append(Way(path, len(ways), *text.split("\t")))
        text = program.line()
    program.stop()
    return ways, text.split("\t")[1]


def list_rows(judge):
    rows = []
    text = judge.ask("rows")
    while text:
        rows.append(text.split("\t"))
        text = judge.line()
    return rows


# -- one row -------------------------------------------------------------------------------------------


def prepare(ways, path):
    """The ways that answer this row, ready to run."""
    ready = []
    for way in ways:
        way.times, way.disturbed, way.answers, way.gone, way.seconds = [], [], [], None, 0
        try:
            if way.program.ask(f"load {path}") == "ok" and way.ask("prepare") == "yes":
                ready.append(way)
        except Gone as reason:
            way.gone = str(reason)
            ready.append(way)
    return ready


def run(way):
    began = time.monotonic()
    try:
        nanoseconds, calm = way.ask("run").split()
        (way.times if int(calm) else way.disturbed).append(float(nanoseconds))
    except (Gone, ValueError) as reason:
        way.gone = str(reason)
    way.seconds += time.monotonic() - began


def measure(ways, repetitions):
    """Each way in turn, so that what disturbs the machine for a while disturbs all of them alike. Short runs are
    disturbed most, and are repeated most. Those while somebody else was busy on the same core count only if there are
    too few others."""
    for turn in range(3 * repetitions):
        for way in ways:
            if not way.gone and len(way.times) < repetitions and (turn < LEAST_REPETITIONS or way.seconds < ENOUGH):
                run(way)
    for way in ways:
        if len(way.times) < LEAST_REPETITIONS:
            way.times += way.disturbed
    for way in ways:
        try:
            if not way.gone:
                way.answers = [float.fromhex(x) for x in way.ask("answers").split()]
                way.ask("finish")
        except Gone as reason:
            way.gone = str(reason)


def error_of(workload, answer, lower, upper):
    """How far an answer is from the right one; infinite if it is of the wrong sort."""
    if workload.startswith("intersect"):
        return 0 if answer == lower else math.inf
    if math.isinf(lower) or math.isinf(answer):
        return 0 if math.isinf(lower) == math.isinf(answer) else math.inf
    off = max(lower - answer, answer - upper, 0)
    return off if workload.endswith("cast") else off / upper


def verdict(workload, answers, truth):
    wrong, worst = 0, 0
    for answer, (lower, upper) in zip(answers, truth):
        if math.isnan(answer) or math.isnan(lower):
            continue
        error = error_of(workload, answer, lower, upper)
        wrong += error > RIGHT
        if math.isfinite(error):
            worst = max(worst, error)
    return wrong, worst


def result(row, way, queries, truth):
    """The JSON object of one library in one row."""
    workload, case, _ = row
    wrong, worst = verdict(workload, way.answers, truth)
    quartiles = statistics.quantiles(way.times, n=4) if len(way.times) > 1 else [0, 0, 0]
    return {
        "workload": workload,
        "case": case,
        "library": way.library,
        "precision": way.precision,
        "ns": None if way.gone else statistics.median(way.times),
        "spread": None if way.gone else quartiles[2] - quartiles[0],
        "fastest": None if way.gone else min(way.times),
        "queries": queries,
        "judged": sum(not math.isnan(lower) for lower, _ in truth),
        "wrong": wrong,
        "failed": queries if way.gone else sum(map(math.isnan, way.answers)),
        "worst_error": worst,
        "reason": way.gone,
    }


def is_right(entry):
    return entry["ns"] is not None and entry["wrong"] == 0 and entry["failed"] == 0


def rate_ours(entries):
    """Beside each of ours the fastest right peer: of the same precision, and of any."""
    peers = [e for e in entries if not e["library"].startswith("Graze") and is_right(e)]
    for entry in entries:
        if not entry["library"].startswith("Graze"):
            continue
        for suffix, rivals in (("", [p for p in peers if p["precision"] == entry["precision"]]), ("_any", peers)):
            best = min(rivals, key=lambda p: p["ns"], default=None)
            entry["best_right_peer" + suffix] = best and f"{best['library']} {best['precision']}"
            entry["ratio" + suffix] = best and entry["ns"] and best["ns"] / entry["ns"]


# -- what is said --------------------------------------------------------------------------------------


def print_row(row, entries):
    first = entries[0]
    print(f"\n{row[0]}: {row[1]}   ({first['queries']} queries, {first['judged']} judged)")
    for e in sorted(entries, key=lambda e: (not e["library"].startswith("Graze"), e["ns"] or math.inf)):
        if e["ns"] is None:
            print(f"  {e['library']:<21}{e['precision']:<7} {e['reason']}")
            continue
        text = (f"  {e['library']:<21}{e['precision']:<7}{e['ns']:9.0f} ns ±{50 * e['spread'] / e['ns']:3.0f} %"
                f"   wrong {e['wrong']:<4} failed {e['failed']:<4} worst error {e['worst_error']:<8.1e}")
        if e.get("best_right_peer_any"):
            text += f"  {e['ratio_any']:6.2f}x {e['best_right_peer_any']}"
            if e["best_right_peer"] and e["best_right_peer"] != e["best_right_peer_any"]:
                text += f", {e['ratio']:.2f}x {e['best_right_peer']}"
        print(text)
    sys.stdout.flush()


def goal_of(entry, peer_ns):
    """How many times faster than the best right peer we want to be (1 where that is very fast)."""
    if peer_ns < 60:
        return 1
    exact = entry["workload"].startswith("depth") and entry["case"] in ("box-box", "hull 32")
    return 5 if exact or entry["workload"].endswith("coherent") else 2


def print_goals(entries):
    """The rows where we are not where we want to be."""
    ours = [e for e in entries if e["library"] == "Graze"]
    print("\nbelow the goal (2x the fastest right peer of the same precision; 5x where coherent and for the depth")
    print("of boxes and hulls; 1x where the peer takes less than 60 ns), or not all right:")
    below = 0
    for e in ours:
        ratio = e.get("ratio")
        goal = goal_of(e, ratio * e["ns"]) if ratio else 0
        if is_right(e) and (not ratio or ratio >= goal):
            continue
        below += 1
        text = f"{ratio:5.2f}x of {goal}x  {e['best_right_peer']}" if ratio else ""
        faults = "" if is_right(e) else f"  wrong {e['wrong']}, failed {e['failed']}"
        print(f"  {e['workload']:<20} {e['case']:<18} {e['precision']:<7}{e['ns'] or 0:8.0f} ns  {text}{faults}")
    print(f"{below} of {len(ours)} rows")


def add_anchors(entries, path):
    """Beside ours the best figures known of libraries that Debian does not have, measured on another machine
    and rescaled by a library that is in both runs."""
    found = {(e["workload"], e["case"], e["library"], e["precision"]): e for e in entries}
    for anchor in json.loads(path.read_text())["rows"]:
        scale = anchor["scale"]
        key = (scale.get("workload", anchor["workload"]), anchor["case"], scale["library"], scale["precision"])
        peer = found.get(key)
        for precision in ("float", "double"):
            entry = found.get((anchor["workload"], anchor["case"], "Graze", precision))
            if entry and entry["ns"] and peer and peer["ns"]:
                rescaled = anchor["ns"] * peer["ns"] / scale["ns"]
                entry["anchor"] = anchor["library"]
                entry["anchor_ns"] = rescaled
                entry["anchor_ratio"] = rescaled / entry["ns"]


def print_anchors(entries):
    rated = [e for e in entries if "anchor" in e]
    if not rated:
        return
    print("\nbest right figure known of any library, rescaled to this machine by a library in both runs:")
    for e in rated:
        print(f"  {e['workload']:<20} {e['case']:<18} {e['precision']:<7}{e['ns']:8.0f} ns   "
              f"{e['anchor']:<14}{e['anchor_ns']:8.0f} ns  {e['anchor_ratio']:6.2f}x")


def first_value(path, key, otherwise):
    """What stands after "key:" or "key=" in a file of such lines."""
    try:
        for text in pathlib.Path(path).read_text().splitlines():
            name, _, value = text.partition("=" if "=" in text else ":")
            if name.strip() == key:
                return value.strip().strip('"')
    except OSError:
        pass
    return otherwise


def describe(programs, versions, quick):
    """Where and how this was measured."""
    about = {"machine": first_value("/proc/cpuinfo", "model name", platform.machine()),
             "system": first_value("/etc/os-release", "PRETTY_NAME", platform.system()),
             "date": datetime.date.today().isoformat(), "quick": quick, "versions": versions}
    for key in ("compiler", "flags"):
        about[key] = first_value(programs / "built_with.txt", key, "unknown")
    return about


# -- all of it -----------------------------------------------------------------------------------------


def start(programs):
    """The judge, all ways to ask, and the versions; says which libraries are missing."""
    ways, versions = [], {}
    for name, (title, package) in PEERS.items():
        path = programs / f"compare_{name}"
        if not path.exists():
            print(f"{title} is not here and is left out" + (f" (Debian: {package})" if package else ""))
            continue
        found, versions[title] = list_ways(path)
        ways += found
    return Program(programs / "compare_judge"), ways, versions


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    most = 2000  # of fewer, processors learn by heart how they branch
    repetitions, seconds, fewer = (5, 0.25, 8) if options.quick else (31, 3, 2)

    judge, ways, versions = start(options.programs)
    for way in ways:
        print(f"{way.library:<21}{way.precision:<7} {way.settings}")
    entries, began = [], time.monotonic()
    rows = list_rows(judge)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "work"
        for index, row in enumerate(rows):
            if options.only not in f"{row[0]}: {row[1]}":
                continue
            print(f"[{time.monotonic() - began:4.0f} s] {index + 1} of {len(rows)}: {row[0]}: {row[1]}",
                  file=sys.stderr)
            queries = most // fewer if row[1] in ("hull 512", "hull 2048") else most
            if judge.ask(f"make {index} {queries} {path}") != "ok":
                sys.exit(f"the workload of {row[0]}: {row[1]} cannot be made")
            ready = prepare(ways, path)
            measure(ready, repetitions)
            given = 2 * seconds if row[0] == "shape cast" else seconds  # of which each takes long to judge
            ends = [float.fromhex(x) for x in judge.ask(f"truth {given}", 10 * PATIENCE).split()]
            truth = list(zip(ends[::2], ends[1::2]))
            here = [result(row, way, queries, truth) for way in ready]
            rate_ours(here)
            print_row(row, here)
            entries += here
    add_anchors(entries, pathlib.Path(__file__).with_name("anchors.json"))
    print_anchors(entries)
    growth.print_all(report.curves(entries))
    print_goals(entries)
    if options.json:
        about = describe(options.programs, versions, options.quick)
        options.json.write_text(json.dumps({"about": about, "rows": entries}, indent=1) + "\n")
        print(f"\nwritten to {options.json}")
    for program in [judge] + [way.program for way in ways]:
        program.stop()


if __name__ == "__main__":
    main()
