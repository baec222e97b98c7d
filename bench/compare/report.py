#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what compare.py measured into docs/benchmarks.md, between the two marks there, and draws the plots
of hull size against time. Everything else on that page stays.

usage: report.py JSON PAGE IMAGES
IMAGES is the folder for the plots, beside the page."""
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import growth  # noqa: E402
import plots  # noqa: E402

BEGIN = "<!-- comparison: written by bench/compare/report.py from build/bench.json -->"
END = "<!-- end of the comparison -->"
PLOTS = ("intersect, cold", "intersect, coherent", "distance, cold", "distance, coherent")


def right(entry):
    return entry["wrong"] == 0 and entry["failed"] == 0


def grouped(rows):
    """The entries of each row, in order."""
    groups = {}
    for entry in rows:
        groups.setdefault((entry["workload"], entry["case"]), []).append(entry)
    return groups


# -- the page ------------------------------------------------------------------------------------------


def cell(entry):
    if entry["ns"] is None:
        return entry["reason"]
    text = f"{entry['ns']:.0f}"
    if not right(entry):
        faults = [f"{entry[key]} {key}" for key in ("wrong", "failed") if entry[key]]
        text += " (" + ", ".join(faults) + ")"
    return text


def ratio(entry, suffix=""):
    best = entry.get("best_right_peer" + suffix)
    return f"{entry['ratio' + suffix]:.2f} ({best})" if best and entry["ns"] else ""


def summary_table(groups):
    lines = ["| query | shapes | Graze float | Graze double | best right peer / Graze float | best right peer / Graze double |",
             "|---|---|---|---|---|---|"]
    for (workload, case), entries in groups.items():
        ours = {e["precision"]: e for e in entries if e["library"] == "Graze"}
        if len(ours) == 2:
            lines.append(f"| {workload} | {case} | {cell(ours['float'])} | {cell(ours['double'])} | "
                         f"{ratio(ours['float'], '_any')} | {ratio(ours['double'])} |")
    return lines


def full_table(groups):
    lines = ["| query | shapes | library | ns | spread | wrong | failed | worst error |", "|---|---|---|---|---|---|---|---|"]
    for (workload, case), entries in groups.items():
        for e in sorted(entries, key=lambda e: e["ns"] or math.inf):
            if e["ns"] is None:
                lines.append(f"| {workload} | {case} | {growth.title(e)} | {e['reason']} | | | | |")
            else:
                lines.append(f"| {workload} | {case} | {growth.title(e)} | {e['ns']:.0f} | {e['spread']:.0f} | {e['wrong']} of "
                             f"{e['judged']} | {e['failed']} | {e['worst_error']:.1e} |")
    return lines


def anchor_table(rows):
    rated = [e for e in rows if "anchor" in e]
    lines = ["| query | shapes | precision | Graze | best known, rescaled | ratio |", "|---|---|---|---|---|---|"]
    lines += [f"| {e['workload']} | {e['case']} | {e['precision']} | {e['ns']:.0f} | {e['anchor_ns']:.0f} ({e['anchor']}) | "
              f"{e['anchor_ratio']:.2f} |" for e in rated]
    return lines if rated else []


def section(measured, images):
    about, rows = measured["about"], measured["rows"]
    groups = grouped(rows)
    versions = ", ".join(f"{name} {version}" for name, version in about["versions"].items())
    lines = ["", "", "## Beside other libraries (`make bench`)", "",
             f"{about['machine']}, {about['system']}, {about['compiler']}, {about['flags']}, one thread, {about['date']}"
             f"{', a quick run' if about['quick'] else ''}. {versions}.",
             "", "Nanoseconds a query, medians; the same geometry and poses for all, taking turns in one run (`bench/compare`). "
             "Right means: no failure, and every answer within 1 % of what an independent search says (of times: 0.01 of the "
             "motion); who is not, has the number in brackets and is not compared with. Ratios above 1: we are ahead. Float is "
             "compared with the fastest right peer of either precision, double with the fastest in double. Spheres, capsules and "
             "boxes, and rays at them, are the primitives that other libraries have as well; single triangles are beside theirs "
             "among the meshes below, and `bench/primitive.c` holds the rest against our own queries.", ""]
    lines += summary_table(groups)
    lines += ["", "Hull vertices against time:", ""]
    lines += [f"![{workload}]({images}/{plot_name(workload)})" for workload in PLOTS]
    lines += growth.section(curves(rows))
    anchors = anchor_table(rows)
    if anchors:
        lines += ["", "The best right figures known of any library, also those that Debian does not have, measured on another "
                  "machine and rescaled by a library that is in both runs:", ""] + anchors
    lines += ["", "<details><summary>All libraries</summary>", ""] + full_table(groups) + ["", "</details>", "", ""]
    return "\n".join(lines)


# -- the plots -----------------------------------------------------------------------------------------


def plot_name(workload):
    return "bench-" + workload.replace(", ", "-") + ".svg"


def series(rows, workload):
    """For each library its times by hull size, and whether it was right everywhere."""
    found = {}
    for e in rows:
        size = e["case"].removeprefix("hull ")
        if e["workload"] == workload and size.isdigit() and e["ns"]:
            growth.add_point(found, growth.title(e), int(size), e["ns"], right(e))
    return {name: line for name, line in found.items() if not name.startswith("Graze 1e-6")}


def curves(rows):
    """Titles and lines of all that is drawn."""
    return [(f"{workload}: hull vertices against time", series(rows, workload)) for workload in PLOTS]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    source, page, images = map(pathlib.Path, sys.argv[1:])
    measured = json.loads(source.read_text())
    images.mkdir(parents=True, exist_ok=True)
    for workload, (text, lines) in zip(PLOTS, curves(measured["rows"])):
        picture = plots.draw(text, lines)
        if picture:
            (images / plot_name(workload)).write_text(picture)
    plots.write_between(page, BEGIN, END, section(measured, images.name))
    print(f"{page} and {images} written from {source}")


if __name__ == "__main__":
    main()
