# SPDX-License-Identifier: MIT
"""How times grow with size: the curves that are drawn, and how many times a question takes at the largest size what it
takes at the smallest, ours beside the best right peer's."""
import re

# Rows of one curve, with the number that grows in brackets, its title, and whether times are divided by it.
CURVES = [
    (r"bumpy sphere, ([\d,]+) triangles: first contact.*", "triangles against time of a first contact", False),
    (r"bumpy sphere, ([\d,]+) triangles: distance, apart", "triangles against time of a distance", False),
    (r"bumpy sphere, ([\d,]+) triangles: build", "triangles against building time a triangle", True),
    (r"(\d+), uniform, all move", "boxes against time a box, uniform, all move", True),
    (r"(\d+), clustered, a tenth teleports", "boxes against time a box, clustered, a tenth teleports", True),
    (r"(\d+) boxes, contacts", "bodies against time a body, boxes and their contacts", True),
    (r"(\d+) mixed convex, who meets", "bodies against time a body, mixed convex shapes", True),
    (r"(\d+) mixed convex, 1,000 rays", "bodies against time of 1,000 rays", False),
]
THREADS = "threads against time a frame, 10,000 mixed convex shapes"
WALL = re.compile(r".*by the wall.*")  # the row with threads
SHOWN = ("Graze float", "Graze double")  # of ours; the others are options, beside it only in the full table
NOISE = 0.1  # curves that differ by less grow alike: each growth is a quotient of two times that are good to a twentieth


def title(entry):
    return f"{entry['library']} {entry['precision']}"


def add_point(lines, name, size, ns, right):
    line = lines.setdefault(name, {"points": [], "wrong": set()})
    line["points"].append((size, ns))
    if not right:
        line["wrong"].add(size)


def series(rows, unit, pattern, each):
    """For each library its nanoseconds by size."""
    lines = {}
    for e in rows:
        match = re.fullmatch(pattern, e["row"])
        if not match or not e[unit] or (title(e).startswith("Graze") and title(e) not in SHOWN):
            continue
        size = int(match.group(1).replace(",", ""))
        ns = e[unit] * (1e3 if unit == "us" else 1e6) / (size if each else 1)
        add_point(lines, title(e), size, ns, e["right"])
    return lines


def series_of_threads(rows, unit):
    """Our nanoseconds by the number of threads."""
    lines = {}
    for e in rows:
        if WALL.fullmatch(e["row"]) and e[unit]:
            threads = 2 if e["library"].endswith("threads") else 1
            add_point(lines, f"Graze {e['precision']}", threads, e[unit] * 1e6, e["right"])
    for line in lines.values():
        line["points"].sort()
    return lines


def curves(rows, unit):
    """Titles and lines of all that is drawn; threads first."""
    drawn = [(THREADS, series_of_threads(rows, unit))]
    drawn += [(text, series(rows, unit, pattern, each)) for pattern, text, each in CURVES]
    return [(text, lines) for text, lines in drawn if lines]


def right_points(line):
    return {size: ns for size, ns in line["points"] if size not in line["wrong"]}


def best_peer(lines, name):
    """Of those that are right at two sizes of ours or more and go as far as any, the fastest there. Float beside peers of
    either precision, double beside those in double."""
    ours, best = right_points(lines[name]), None
    for peer, line in lines.items():
        theirs = right_points(line)
        common = sorted(set(ours) & set(theirs))
        if peer.startswith("Graze") or len(common) < 2 or (name.endswith("double") and not peer.endswith("double")):
            continue
        key = (common[-1] / common[0], 1 / theirs[common[-1]])
        best = max(best or (key, peer, common), (key, peer, common))
    return best and best[1:]


def verdict(ours, theirs):
    if abs(ours / theirs - 1) <= NOISE:
        return "alike"
    return "steeper" if ours > theirs else "flatter"


def growths(text, lines):
    """For each of ours: the curve, its name, the sizes, how many times the time grows, and the same of the best right
    peer, if there is one."""
    found = []
    for name in filter(lines.get, SHOWN):
        best, ours = best_peer(lines, name), right_points(lines[name])
        peer, sizes = best or (None, sorted(ours))
        if len(sizes) < 2:
            continue
        theirs = right_points(lines[peer]) if peer else {}
        grown = [times[sizes[-1]] / times[sizes[0]] for times in (ours, theirs) if times]
        found.append({"curve": text, "name": name, "sizes": (sizes[0], sizes[-1]), "ours": grown[0], "peer": peer,
                      "theirs": grown[1] if peer else None, "verdict": verdict(*grown) if peer else "no right peer"})
    return found


def print_all(drawn):
    """drawn: titles and lines, as in curves."""
    all_found = [g for text, lines in drawn for g in growths(text, lines)]
    if all_found:
        print("\nhow many times the time grows from the smallest size to the largest, beside the best right peer's:")
    for g in all_found:
        beside = f"{g['theirs']:8.2f}x {g['peer']}" if g["peer"] else ""
        print(f"  {g['curve']:<62}{g['name']:<13}{g['sizes'][0]:>6} to {g['sizes'][1]:<7}{g['ours']:8.2f}x  "
              f"{g['verdict']:<14}{beside}")


def section(drawn):
    """The same for the page."""
    lines = ["", "How many times the time grows from the smallest size to the largest that ours and the best right peer have in "
             "common (one way of one library, the fastest at that size; float beside either precision, double beside double):", "",
             "| curve | | sizes | our time grows | the best right peer's | our curve is |", "|---|---|---|---|---|---|"]
    for text, drawn_lines in drawn:
        for g in growths(text, drawn_lines):
            beside = f"{g['theirs']:.2f}x ({g['peer']})" if g["peer"] else ""
            verdict_text = "**steeper**" if g["verdict"] == "steeper" else g["verdict"]
            lines.append(f"| {text} | {g['name']} | {g['sizes'][0]:,} to {g['sizes'][1]:,} | {g['ours']:.2f}x | {beside} | "
                         f"{verdict_text} |")
    return lines if len(lines) > 5 else []
