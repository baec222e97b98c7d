#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Meshes of Graze beside those of other libraries, and single triangles: the same models, placements and rays for all,
in one run.

Runs the programs mesh_* (worker.c), each library and question in a process of its own, taking turns; prints a
table and writes JSON. Right is what Graze answers in double, which the tests hold against exact rationals and
brute force, except where two peers agree on something else: then ours is wrong. An answer is wrong if it says
otherwise whether two meshes meet, or is off by more than a hundredth; FCL counts pairs of triangles as we do,
and the numbers have to be the same, while Bullet and ODE count points of contact and are not judged there.
Peers that are wrong in more than a hundredth of the answers are no rivals; of ours none may be wrong. Building
is Embree's business, too, but it builds for rays alone and is left out there.

usage: compare.py [--quick] [--only TEXT] [--json FILE] PROGRAMS
PROGRAMS is the folder with the programs mesh_*; --only takes rows whose name contains the text."""
import array
import itertools
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import beside  # noqa: E402

PROGRAMS = ["graze_double", "graze_float", "fcl", "bullet_float", "bullet_double", "ode", "embree"]
RINGS = {"torus": 0, "sphere": 118, "small": 14, "fair": 40, "large": 317, "primitives": 0}  # the sphere is round by 2.5 as many
MODELS = {"torus": "torus, 5,000 triangles", "sphere": "bumpy sphere, 69,620 triangles",
          "small": "bumpy sphere, 980 triangles", "fair": "bumpy sphere, 8,000 triangles",
          "large": "bumpy sphere, 502,128 triangles", "primitives": "primitives"}
# question: text, goal, how many a run for each model
QUESTIONS = {
    "meets": ("first contact, 60 % meet", 2, {"torus": 20000, "sphere": 5000, "small": 20000, "fair": 10000, "large": 3000}),
    "contacts": ("all contacts, 60 % meet", 2, {"torus": 1000, "sphere": 300}),
    "distance": ("distance, 60 % meet", 5, {"torus": 1000, "sphere": 300}),
    "apart": ("distance, apart", 5, {"torus": 1000, "sphere": 300, "small": 1000, "fair": 500, "large": 100}),
    "within": ("nearer than 0.05, apart", 2, {"torus": 2000, "sphere": 500}),
    "build": ("build", 2, {"torus": 100, "sphere": 3, "small": 500, "fair": 15, "large": 1}),
    "refit": ("refit", 2, {"torus": 100, "sphere": 10}),
    "ray": ("closest ray", 5, {"sphere": 40000}),
    "touch": ("two triangles", 2, {"primitives": 200000}),
    "pierce": ("segment and triangle", 1, {"primitives": 200000}),
}
# Rivals with a goal of their own: as fast as so much of Embree, in the usual layout and in that for rays.
EMBREE_GOALS = {"Graze": 1 / 2, "Graze rays": 1 / 1.5}
PATIENCE = 120  # seconds for one run
COUNT_PAIRS = ("Graze", "FCL")  # of triangles; the others count points of contact


def list_rows():
    return [{"name": f"{MODELS[model]}: {text}", "question": question, "model": model, "goal": goal,
             "count": counts[model], "long": model == "large"}
            for model in MODELS for question, (text, goal, counts) in QUESTIONS.items() if model in counts]


def answers_of(way, row, quick, folder):
    """Seconds, bytes a triangle where rays are cast or trees built, answers."""
    path = pathlib.Path(folder) / "answers"
    fewer = 5 if row["question"] in ("build", "refit") else 15  # the first few of these are slower
    count = max(1, row["count"] // (fewer if quick else 1))
    numbers = way.ask([row["question"], RINGS[row["model"]], count, path], PATIENCE)
    if numbers is None:
        return None
    values = array.array("d")
    values.frombytes(path.read_bytes())
    return numbers[0], numbers[1], values


def is_judged(question, library):
    return question not in ("build", "refit") and (question != "contacts" or library.startswith(COUNT_PAIRS))


def differ(question, a, b):
    return a != b if question == "contacts" else abs(a - b) > 0.01 * abs(b) + 1e-5


def wrong_answers(question, values, truth):
    return sum(differ(question, v, t) for v, t in zip(values, truth))


def overruled(question, truth, peers):
    """The truth, but what two peers agree on where they do not agree with it."""
    out = list(truth)
    for i, t in enumerate(truth):
        others = [answers[i] for answers in peers if differ(question, answers[i], t)]
        for a, b in itertools.combinations(others, 2):
            out[i] = out[i] if differ(question, a, b) else a
    return out


def entry_of(row, way, found, truth):
    entry = {"row": row["name"], "question": row["question"], "library": way.library, "precision": way.precision,
             "us": None, "goal": row["goal"]}
    if found:
        times = [result[0] for result in found]
        entry["us"] = 1e6 * statistics.median(times)
        entry["spread"] = (max(times) - min(times)) / statistics.median(times)
        entry["bytes_a_triangle"] = found[-1][1] or None
        entry["answers"] = len(found[-1][2])
        entry["judged"] = is_judged(row["question"], way.library)
        entry["wrong"] = wrong_answers(row["question"], found[-1][2], truth) if entry["judged"] else 0
        entry["off"] = max((abs(v - t) for v, t in zip(found[-1][2], truth)), default=0) if entry["judged"] else None
        entry["mean"] = sum(found[-1][2]) / len(found[-1][2])
    else:
        entry["reason"] = way.failure
    return entry


def is_right(entry):
    if entry["us"] is None:
        return False
    return entry["wrong"] <= (0 if beside.is_ours(entry) else entry["answers"] / 100)


def is_rival(entry):
    return is_right(entry) and not entry["library"].startswith("Embree")


def rate_beside_embree(entries):
    embree = next((e for e in entries if e["library"] == "Embree" and is_right(e)), None)
    for entry in filter(beside.is_ours, entries):
        if embree and entry["us"]:
            entry["ratio_embree"] = embree["us"] / entry["us"]
            entry["goal_embree"] = EMBREE_GOALS[entry["library"]]


def is_good(e):
    """Right, and where we want it to be beside Embree and the best figures known."""
    return (is_right(e) and e.get("ratio_embree", 1) >= e.get("goal_embree", 0)
            and e.get("ratio_anchor", 0) >= e.get("goal_anchor", 0))


def print_row(row, entries):
    for e in sorted(entries, key=lambda e: (not beside.is_ours(e), e["us"] or 1e9)):
        if e["us"] is None:
            print(f"  {e['library']:<16}{e['precision']:<7} {e['reason']}")
            continue
        text = f"  {e['library']:<16}{e['precision']:<7}{e['us']:12.3f} us  spread {100 * e['spread']:3.0f} %"
        if row["question"] not in ("build", "refit"):
            text += f"  mean {e['mean']:.5f}"
            text += f"  wrong {e['wrong']} of {e['answers']}, off by {e['off']:.1e}" if e["judged"] else "  not judged"
        if e["bytes_a_triangle"]:
            text += f"  {e['bytes_a_triangle']:.1f} bytes a triangle"
        text += beside.rival_text(e)
        if e.get("ratio_embree"):
            text += f", {1 / e['ratio_embree']:.2f} times Embree's time"
        print(text)


def print_goals(entries):
    """The layout for rays is built once, at leisure."""
    print("\nbelow the goal (of the row, or beside Embree or the best figure known), or not right:")
    ours = [e for e in entries if beside.is_ours(e) and (e["question"] != "build" or e["library"] == "Graze")]
    beside.print_below(ours, lambda e: e["goal"], is_good, "us")


def truth_of(question, found):
    """What Graze answered in double, unless peers that are right otherwise agree on something else. Two precisions of one
    way are one peer."""
    ours, peers = [], {}
    for way, results in found.items():
        if results and (way.library, way.precision) == ("Graze", "double"):
            ours = results[-1][2]
        elif results and not way.library.startswith("Graze") and is_judged(question, way.library):
            peers[way.library] = results[-1][2]
    return overruled(question, ours, [p for p in peers.values() if wrong_answers(question, p, ours) <= len(ours) / 100])


def measure(ways, row, quick):
    able = [way for way in ways if row["question"] in way.rest[0].split()
            and (row["question"] != "build" or not way.library.startswith("Embree"))]
    with tempfile.TemporaryDirectory() as folder:
        found = beside.take_turns(able, 2 if quick else 5, lambda way: answers_of(way, row, quick, folder))
    truth = truth_of(row["question"], found)
    entries = [entry_of(row, way, results, truth) for way, results in found.items()]
    rate_beside_embree(entries)
    return entries


if __name__ == "__main__":
    beside.compare(__doc__, "mesh", PROGRAMS, list_rows(), is_rival, "us", measure, print_row, print_goals)
