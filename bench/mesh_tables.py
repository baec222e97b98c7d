# SPDX-License-Identifier: MIT
"""Tables for meshes alone: bytes a triangle, and rays beside Embree's."""
import json
import pathlib

BUILT = ("torus, 5,000 triangles: build", "bumpy sphere, 69,620 triangles: build")
RAYS = "bumpy sphere, 69,620 triangles: closest ray"


def named(rows, row, value):
    """By library and precision what the value says of them in a row."""
    return {f"{e['library']} {e['precision']}": value(e) for e in rows if e["row"] == row and e["us"]}


def bytes_known():
    """Of libraries that are not here; measured elsewhere, but bytes need no rescaling."""
    return json.loads(pathlib.Path(__file__).with_name("anchors.json").read_text())["bytes"]


def bytes_section(rows):
    """Embree, which is asked for rays alone, has the bytes of that row."""
    torus, sphere = (named(rows, row, lambda e: e["bytes_a_triangle"]) for row in BUILT)
    sphere = {**named(rows, RAYS, lambda e: e["bytes_a_triangle"]), **sphere}
    if not sphere:
        return []
    lines = ["", "Bytes a triangle, of the tree and whatever the library copies of the triangles (what malloc gives while a mesh is "
             "made, or the library's own account):", "", "| | torus | bumpy sphere, 69,620 triangles |", "|---|---|---|"]
    for name in sorted(sphere, key=sphere.get):
        lines.append(f"| {name} | {f'{torus[name]:.1f}' if name in torus else ''} | {sphere[name]:.1f} |")
    elsewhere = ", ".join(f"{name} {figure}" for name, figure in bytes_known().items())
    return lines + ["", f"Measured elsewhere: {elsewhere}."]


def ray_section(rows):
    found = {f"{e['library']} {e['precision']}": e for e in rows if e["row"] == RAYS and e["us"]}
    embree = found.get("Embree float")
    if not embree:
        return []
    lines = ["", "Rays at 69,620 triangles beside Embree's:", "", "| | ns a ray | times Embree's time | bytes a triangle |",
             "|---|---|---|---|"]
    for name, e in sorted(found.items(), key=lambda item: item[1]["us"]):
        lines.append(f"| {name} | {1000 * e['us']:.0f} | {e['us'] / embree['us']:.2f} | {e['bytes_a_triangle']:.1f} |")
    return lines


def sections(rows):
    return bytes_section(rows) + ray_section(rows)
