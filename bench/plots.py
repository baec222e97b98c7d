# SPDX-License-Identifier: MIT
"""Plots of sizes against times, both logarithmic, as SVG."""
import math

OURS = {"Graze float": "#0072b2", "Graze double": "#000000"}
COLOURS = ("#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#a65628", "#999933", "#882255")
UNITS = (("ns", 0), ("µs", 3), ("ms", 6), ("s", 9))  # and powers of ten


class Axes:
    left, top, width, height = 60, 40, 420, 300

    def __init__(self, sizes, times):
        self.sizes = sorted(sizes)
        self.low = math.floor(math.log10(min(times)))  # powers of ten, in nanoseconds
        self.high = max(self.low + 1, math.ceil(math.log10(max(times))))

    def x(self, size):
        return self.left + self.width * math.log(size / self.sizes[0]) / math.log(self.sizes[-1] / self.sizes[0])

    def y(self, time):
        return self.top + self.height * (self.high - math.log10(time)) / (self.high - self.low)

    def grid(self):
        parts = []
        for power in range(self.low, self.high + 1):
            y = self.y(10**power)
            unit, base = [u for u in UNITS if u[1] <= max(power, 0)][-1]
            parts.append(f'<path d="M{self.left} {y:.1f}h{self.width}" stroke="#ddd"/>')
            parts.append(f'<text x="{self.left - 6}" y="{y + 4:.1f}" text-anchor="end">{10**(power - base):g} {unit}</text>')
        for size in self.sizes:
            label = f"{size:,}" if size >= 10000 else f"{size}"
            parts.append(f'<text x="{self.x(size):.1f}" y="{self.top + self.height + 18}" text-anchor="middle">{label}</text>')
        return parts


def draw(title, lines):
    """lines: name -> {"points": [(size, nanoseconds)], "wrong": sizes}. Who was wrong somewhere is dashed. None if there
    is nothing to draw a line through."""
    sizes = {size for line in lines.values() for size, _ in line["points"]}
    if len(sizes) < 2:
        return None
    axes = Axes(sizes, [ns for line in lines.values() for _, ns in line["points"]])
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" width="760" height="380" font-family="sans-serif" font-size="12">',
             '<rect width="760" height="380" fill="#fff"/>',
             f'<text x="{axes.left}" y="22" font-size="15">{title}</text>'] + axes.grid()
    ordered = sorted(lines.items(), key=lambda item: -item[1]["points"][-1][1])
    others = [name for name, _ in ordered if name not in OURS]
    for k, (name, line) in enumerate(ordered):
        colour = OURS.get(name) or COLOURS[others.index(name) % len(COLOURS)]
        path = "L".join(f"{axes.x(size):.1f} {axes.y(ns):.1f}" for size, ns in sorted(line["points"]))
        width = 3 if name.startswith("Graze") else 1.5
        dash = ' stroke-dasharray="5 4"' if line["wrong"] else ""
        y = axes.top + 14 + 18 * k
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}/>')
        parts.append(f'<path d="M500 {y - 4}h24" stroke="{colour}" stroke-width="{width}"{dash}/>')
        parts.append(f'<text x="530" y="{y}">{name}{" (not right)" if line["wrong"] else ""}</text>')
    return "\n".join(parts + ["</svg>", ""])


def write_between(page, begin, end, text):
    """Replaces what stands between two marks on the page, or adds it at the end."""
    old = page.read_text()
    if begin in old and end in old:
        before, rest = old.split(begin, 1)
        after = rest.split(end, 1)[1]
    else:
        before, after = old.rstrip() + "\n\n", "\n"
    page.write_text(before + begin + text + end + after)
