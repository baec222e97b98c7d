#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes src/math/trig_tables.h: the bits of 2/pi and arc tangents, from integer series alone."""
import pathlib
import sys

BITS = 1400  # of the fixed-point numbers below
ONE = 1 << BITS
WORDS = 37   # of 32 bits: 2^1023 needs 1033 + 7 * 32 bits, less two words of leading zeros


def arctan(p, q):
    """atan(p / q) for 0 <= p <= q in fixed point: halved until small, then the power series."""
    if p == 0:
        return 0
    x, halvings = ONE * p // q, 0
    while x > ONE >> 10:  # atan x = 2 atan(x / (1 + sqrt(1 + x^2)))
        x = x * ONE // (ONE + isqrt((ONE * ONE) + x * x))
        halvings += 1
    total, power, square, k = 0, x, x * x >> BITS, 1
    while power:
        total += power // k if k % 4 == 1 else -(power // k)
        power = power * square >> BITS
        k += 2
    return total << halvings


def isqrt(n):
    x = 1 << (n.bit_length() + 1) // 2
    while True:
        y = (x + n // x) >> 1
        if y >= x:
            return x
        x = y


def to_double(n):
    """The double nearest to n / 2^BITS (ties do not occur) as an integer times a power of two."""
    if n == 0:
        return "0", 0
    sign, a = ("-", -n) if n < 0 else ("", n)
    drop = a.bit_length() - 53
    mantissa = (a >> drop) + (a >> (drop - 1) & 1)
    text = f"{sign}0x{mantissa:x}p{drop - BITS}"
    return text, (mantissa << drop) * (-1 if n < 0 else 1)


def pair(n):
    hi, value = to_double(n)
    lo, _ = to_double(n - value)
    return f"{{{hi}, {lo}}}"


def main():
    pi = 4 * arctan(1, 1)
    two_over_pi = (2 << 2 * BITS) // pi
    words = [0, 0] + [two_over_pi >> (BITS - 32 * (i + 1)) & 0xFFFFFFFF for i in range(WORDS)]
    out = ["/* SPDX-License-Identifier: MIT",
           " * Constants of trig.c. Made by scripts/trig_tables.py. */",
           "#ifndef GZ_MATH_TRIG_TABLES_H", "#define GZ_MATH_TRIG_TABLES_H", "",
           '#include "math/double_double.h"', "",
           "/* 64 zero bits, then the bits of 2/pi after the binary point, the highest first. */",
           f"static const uint32_t two_over_pi[{len(words)}] = {{"]
    for i in range(0, len(words), 8):
        out.append("    " + ", ".join(f"0x{w:08x}" for w in words[i:i + 8]) + ",")
    out += ["};", "", "static const gz_dd pi_over_2 = " + pair(pi // 2) + ";",
            "static const gz_dd pi_whole = " + pair(pi) + ";", "",
            "/* atan(k / 16). */", "static const gz_dd arc_tangent[17] = {"]
    out += [f"    {pair(arctan(k, 16))}," for k in range(17)]
    out += ["};", "", "#endif", ""]
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent
    (root / "src/math/trig_tables.h").write_text("\n".join(out))


main()
