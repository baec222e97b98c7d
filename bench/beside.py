# SPDX-License-Identifier: MIT
"""What comparisons with other libraries share: finding the programs, letting them take turns, naming the fastest
right peer beside each of ours, and writing it all down.

Each library has a program of its own, PREFIX_NAME, that prints with "list" a line for each of its ways (library,
precision, settings and what else there is, with tabs between) and its version in the last one."""
import argparse
import json
import os
import pathlib
import platform
import subprocess
import sys
import time

import growth

ENOUGH = 1.5  # seconds of runs after which a way is not asked again
CALM = 1.1  # times the best pace: more than that, and somebody else was busy on the core
best_pace = float("inf")  # of all runs
hurried = False  # a quick run: nothing is repeated


class Way:
    """One way of one library."""

    def __init__(self, path, index, library, precision, settings, *rest):
        self.path, self.index, self.library, self.precision = path, index, library, precision
        self.settings, self.rest = settings, rest
        self.failure = None  # of the last question, in words
        self.pace = None  # then: how long a probe took (timing.h)

    def ask(self, arguments, patience):
        """The numbers that the program prints but for the last, its pace; None if it fails, or does not end within so
        many seconds."""
        command = [self.path, "run", self.index, *arguments]
        try:
            text = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  timeout=patience, check=True).stdout
        except subprocess.TimeoutExpired:
            self.failure = f"did not end within {patience:g} s"
            return None
        except subprocess.CalledProcessError:
            self.failure = "crashed"
            return None
        *numbers, self.pace = map(float, text.split())
        return numbers

    def was_calm(self):
        global best_pace
        best_pace = min(best_pace, self.pace)
        return self.pace < CALM * best_pace


def list_ways(folder, prefix, programs):
    ways, versions = [], {}
    for name in programs:
        path = folder / f"{prefix}_{name}"
        if not path.exists():
            print(f"{name} is not here and is left out")
            continue
        lines = subprocess.run([path, "list"], stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
        for index, line in enumerate(lines[:-1]):
            ways.append(Way(path, index, *line.split("\t")))
        versions[name] = lines[-1].split("\t")[1]
    return ways, versions


class Turns:
    """The runs of one way in one row."""

    def __init__(self):
        self.calm, self.disturbed, self.seconds, self.failed = [], [], 0, False

    def wants_more(self, rounds):
        return not self.failed and len(self.calm) < rounds and self.seconds < ENOUGH

    def take(self, way, run):
        begin = time.monotonic()
        result = run(way)
        self.seconds += time.monotonic() - begin
        if result is None:
            self.failed = True
        else:
            (self.calm if way.was_calm() else self.disturbed).append(result)

    def results(self, rounds):
        """Those while somebody else was busy on the core count only if there are too few others."""
        if self.failed:
            return None
        return self.calm if 2 * len(self.calm) > min(rounds, len(self.calm + self.disturbed)) else self.calm + self.disturbed


def take_turns(ways, rounds, run):
    """What run(way) returned in each round, by way; None for who failed once, and is not asked again. Nor are those
    that have taken long: what disturbs the machine for a while disturbs short runs most. Disturbed ones are repeated,
    unless the whole is to be quick."""
    turns = {way: Turns() for way in ways}
    for _ in range(rounds if hurried else 2 * rounds):
        for way, turn in turns.items():
            if turn.wants_more(rounds):
                turn.take(way, run)
    return {way: turn.results(rounds) for way, turn in turns.items()}


def is_ours(entry):
    return entry["library"].startswith("Graze")


def rate(entries, figure):
    """Beside each of ours the fastest right peer: of the same precision, and of any."""
    peers = [e for e in entries if not is_ours(e) and e["right"]]
    for entry in filter(is_ours, entries):
        for suffix, rivals in (("", [p for p in peers if p["precision"] == entry["precision"]]), ("_any", peers)):
            best = min(rivals, key=lambda p: p[figure], default=None)
            entry["best_right_peer" + suffix] = best and f"{best['library']} {best['precision']}"
            entry["ratio" + suffix] = best and entry[figure] and best[figure] / entry[figure]


def rival(entry):
    """How many times as fast one of ours is as the fastest right peer of its precision, and who that is; as the fastest
    right one at all where there is none. 0, None without any."""
    suffix = "" if entry.get("ratio") else "_any"
    return entry.get("ratio" + suffix) or 0, entry.get("best_right_peer" + suffix)


def rival_text(entry):
    ratio, name = rival(entry)
    return f"  {ratio:6.2f}x {name}" if ratio else ""


def print_below(entries, goal_of, is_good, figure):
    """The rows where we are not where we want to be."""
    below = [e for e in entries if not is_good(e) or 0 < rival(e)[0] < goal_of(e)]
    for e in below:
        print(f"  {e['row']:<60}{e['library']:<11}{e['precision']:<7}{e[figure] or 0:9.3f} {figure}{rival_text(e)} of {goal_of(e)}x")
    print(f"{len(below)} of {len(entries)} rows")


def add_anchors(entries, figure):
    """Beside ours the best figures known of any library, measured on another machine and rescaled by a library that is
    in both runs."""
    found = {(e["row"], e["library"], e["precision"]): e for e in entries if e[figure]}
    for anchor in json.loads(pathlib.Path(__file__).with_name("anchors.json").read_text())["rows"]:
        *scale, there = anchor["scale"]
        here = found.get((anchor["row"], *scale))
        for entry in entries:
            if here and entry["row"] == anchor["row"] and entry["library"] == "Graze" and entry[figure]:
                entry["anchor"], entry["goal_anchor"] = anchor["library"], anchor["goal"]
                entry["figure_anchor"] = anchor["figure"] * here[figure] / there
                entry["ratio_anchor"] = entry["figure_anchor"] / entry[figure]


def print_anchors(entries, figure):
    rated = [e for e in entries if "anchor" in e]
    if rated:
        print("\nbest figure known of any library, rescaled to this machine by a library in both runs:")
    for e in rated:
        print(f"  {e['row']:<60}{e['library']:<16}{e['precision']:<7}{e[figure]:10.3f} {figure}  "
              f"{e['anchor']:<15}{e['figure_anchor']:10.3f} {figure}  {e['ratio_anchor']:6.2f}x of {e['goal_anchor']}x")


def options_of(text):
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path, help="the folder with the programs")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="", help="only rows whose name contains the text")
    parser.add_argument("--ways", default="", help="only libraries whose name contains the text")
    parser.add_argument("--json", type=pathlib.Path)
    return parser.parse_args()


def about_machine():
    """Processor, its cores, and the day."""
    model = platform.machine()
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    return f"{model}, {os.cpu_count()} cores, one thread, {time.strftime('%Y-%m-%d')}"


def write(options, versions, entries):
    if options.json:
        text = json.dumps({"about": about_machine(), "versions": versions, "quick": options.quick, "rows": entries}, indent=1)
        options.json.write_text(text + "\n")
        print(f"\nwritten to {options.json}")


def compare(text, prefix, programs, rows, is_right, figure, measure, print_row, print_goals):
    """A whole comparison: text says what and how, in the words of the program's help. measure(ways, row, quick) returns
    the entries of one row, of which is_right says who may be a rival, and figure names what is compared. A quick run
    leaves out rows that are marked as long."""
    global hurried
    options = options_of(text)
    hurried = options.quick
    ways, versions = list_ways(options.programs, prefix, programs)
    ways = [way for way in ways if options.ways in way.library]
    for way in ways:
        print(f"{way.library:<16}{way.precision:<7} {way.settings}")
    entries, began = [], time.monotonic()
    rows = [row for row in rows if options.only in row["name"] and not (options.quick and row.get("long"))]
    for number, row in enumerate(rows):
        print(f"[{time.monotonic() - began:4.0f} s] {number + 1} of {len(rows)}: {row['name']}", file=sys.stderr)
        here = measure(ways, row, options.quick)
        for entry in here:
            entry["right"] = is_right(entry)
        rate(here, figure)
        add_anchors(here, figure)
        print(f"\n{row['name']}")
        print_row(row, here)
        sys.stdout.flush()
        entries += here
    print_anchors(entries, figure)
    growth.print_all(growth.curves(entries, figure))
    print_goals(entries)
    write(options, versions, entries)
