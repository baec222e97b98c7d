#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what the comparisons of meshes, broad phases and scenes measured into docs/benchmarks.md, each between two
marks there, and draws how time grows with size.

usage: beside_report.py BUILD PAGE IMAGES
BUILD is the folder with bench_meshes.json, bench_broad.json and bench_scenes.json; what is missing there stays on the
page as it is. IMAGES is the folder for the plots, beside the page."""
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import growth  # noqa: E402
import mesh_tables  # noqa: E402
import plots  # noqa: E402

TEXTS = {
    "meshes": ("Meshes", "us", "Microseconds a question, medians of rounds that take turns. Right is what Graze answers in "
               "double, which the tests hold against exact rationals and brute force, unless two peers agree on something else. "
               "FCL counts pairs of triangles as we do, Bullet and ODE points of contact, which are not judged. The last column "
               "is the independent check: how many answers of the fastest right peer that can be compared differ from ours."),
    "broad": ("Broad phases", "ms", "Milliseconds a frame. Right is who misses no pair; pairs too many, from enlarged or "
              "rounded boxes, are allowed to peers."),
    "scenes": ("Whole scenes", "ms", "Milliseconds a frame: poses are set, and all that meet are found, without or with their "
               "contact points. Right is who agrees with the pair queries in double about who meets and, where contacts are asked for, "
               "how deep, to a hundredth: ours about all pairs, peers about nine of ten. The last column is the independent check: "
               "about how many pairs or rays the fastest right peer says otherwise than we do."),
}
# What to know about the best figures known.
ANCHOR_NOTES = {
    "meshes": ". Models and placements are not quite those behind these figures: FCL's first contact takes 1.5 times as long here as "
              "there for tori and 4 times for bumpy spheres, but all contacts of spheres a third: theirs lie deeper in each other. "
              "What can be compared is the ratio to FCL",
}
SHOWN = ("Graze",)  # of ours; the others are options, beside it only in the full table


def faults(entry):
    return sum(entry.get(name) or 0 for name in ("wrong", "missing", "wrong_depths"))


def grouped(rows):
    groups = {}
    for entry in rows:
        groups.setdefault(entry["row"], []).append(entry)
    return groups


def ratio(entry):
    """Float beside peers of either precision, double beside those in double, as in the table of convex pairs."""
    suffix = "_any" if entry["precision"] == "float" else ""
    best = entry.get("best_right_peer" + suffix)
    return f"{entry['ratio' + suffix]:.2f} ({best})" if best else ""


def compared(entry):
    """How many answers of a peer differ from ours, and of how many; None where they are not comparable."""
    if "answers" in entry:
        return (entry["wrong"], entry["answers"]) if entry["judged"] else None
    return (entry["missing"] + entry["extra"], entry["pairs"]) if "wrong_depths" in entry else None


def check(entries, unit):
    """What the fastest right peer whose answers can be compared says about ours."""
    peers = [e for e in entries if e["right"] and not e["library"].startswith("Graze") and compared(e)]
    best = min(peers, key=lambda e: e[unit], default=None)
    if not best:
        return ""
    differing, answers = compared(best)
    return f"{differing} of {answers:,} ({growth.title(best)})"


def summary_table(groups, unit):
    checks = {name: check(entries, unit) for name, entries in groups.items()}
    last = (" differ |", "---|") if any(checks.values()) else ("", "")
    lines = [f"| | Graze float, {unit} | Graze double, {unit} | best right peer / Graze float | / Graze double |{last[0]}",
             f"|---|---|---|---|---|{last[1]}"]
    for name, entries in groups.items():
        ours = {e["precision"]: e for e in entries if e["library"] in SHOWN and e[unit]}
        if len(ours) == 2:
            lines.append(f"| {name} | {ours['float'][unit]:.3g} | {ours['double'][unit]:.3g} | {ratio(ours['float'])} | "
                         f"{ratio(ours['double'])} |" + (f" {checks[name]} |" if last[0] else ""))
    return lines


def full_table(groups, unit):
    lines = [f"| | library | {unit} | wrong or missing |", "|---|---|---|---|"]
    for name, entries in groups.items():
        for e in sorted(entries, key=lambda e: e[unit] or float("inf")):
            fault = faults(e) if e.get("judged", True) else "not judged"
            figure = f"{e[unit]:.3g} | {fault}" if e[unit] else f"{e['reason']} |"
            lines.append(f"| {name} | {growth.title(e)} | {figure} |")
    return lines


def anchor_table(rows, unit):
    lines = [f"| | | Graze, {unit} | best known, rescaled | ratio |", "|---|---|---|---|---|"]
    lines += [f"| {e['row']} | {growth.title(e)} | {e[unit]:.3g} | {e['figure_anchor']:.3g} ({e['anchor']}) | {e['ratio_anchor']:.2f} |"
              for e in rows if "anchor" in e and e["library"] in SHOWN]
    return lines if len(lines) > 2 else []


def draw_plots(kind, curves, images):
    """The names of the pictures, and what they show."""
    names, number = [], 0
    for text, lines in curves:
        picture = plots.draw(text, lines)
        if not picture:
            continue
        name = f"bench-{kind}-{'threads' if text == growth.THREADS else number}.svg"
        number += text != growth.THREADS
        (images / name).write_text(picture)
        names.append((name, text))
    return names


def write_section(kind, measured, page, images):
    heading, unit, text = TEXTS[kind]
    groups = grouped(measured["rows"])
    versions = ", ".join(f"{name} {version}" for name, version in measured["versions"].items())
    lines = ["", "", f"## {heading} beside other libraries (`make bench ONLY={kind}`)", "",
             f"{measured['about']}{', a quick run' if measured['quick'] else ''}. {versions}.", "", text + " Ratios above 1: we "
             "are ahead of the fastest right peer, of either precision beside float, in double beside double.", ""]
    lines += summary_table(groups, unit) + [""]
    curves = growth.curves(measured["rows"], unit)
    lines += [f"![{caption}]({images.name}/{name})" for name, caption in draw_plots(kind, curves, images)]
    lines += growth.section(curves)
    lines += mesh_tables.sections(measured["rows"]) if kind == "meshes" else []
    anchors = anchor_table(measured["rows"], unit)
    if anchors:
        lines += ["", "The best figures known of any library, also those that Debian does not have, measured on another machine "
                  "and rescaled by a library that is in both runs" + ANCHOR_NOTES.get(kind, "") + ":", ""] + anchors
    lines += ["", "<details><summary>All libraries</summary>", ""] + full_table(groups, unit) + ["", "</details>", "", ""]
    plots.write_between(page, f"<!-- {kind}: written by bench/beside_report.py -->", f"<!-- end of {kind} -->",
                        "\n".join(lines))


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    build, page, images = map(pathlib.Path, sys.argv[1:])
    images.mkdir(parents=True, exist_ok=True)
    for kind in TEXTS:
        source = build / f"bench_{kind}.json"
        if source.exists():
            write_section(kind, json.loads(source.read_text()), page, images)
            print(f"{page} and {images} written from {source}")


if __name__ == "__main__":
    main()
