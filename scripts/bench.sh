#!/bin/bash
# SPDX-License-Identifier: MIT
# make bench: builds and runs the comparison with other libraries, with a table on the standard output and
# the figures in build/bench.json. ONLY=broad runs that of broad phases instead (build/bench_broad.json),
# ONLY=scenes that of whole scenes (build/bench_scenes.json), ONLY=name one of the benchmarks of Graze alone
# (hull, support, convex, ...), ONLY=all everything, one after the other so that they do not disturb each other.
# QUICK=1 asks for a short run; ROWS=text takes only rows of the comparison whose name contains the text.
# usage: [QUICK=1] [ONLY=name] [ROWS=text] scripts/bench.sh
set -eu
cd "$(dirname "$0")/.."
only=${ONLY:-compare}
[ -z "${QUICK:-}" ] || export GRAZE_BENCH_QUICK=1

if [ "$only" = compare ]; then
    TARGETS=graze-compare scripts/build.sh bench
elif [ "$only" = broad ]; then
    TARGETS=graze-broad scripts/build.sh bench
elif [ "$only" = scenes ]; then
    TARGETS=graze-scenes scripts/build.sh bench
else
    scripts/build.sh bench
fi
ran=0
if [ "$only" = compare ] || [ "$only" = all ]; then
    python3 bench/compare/compare.py ${QUICK:+--quick} --only "${ROWS:-}" --json build/bench.json build/bench/compare
    ran=1
fi
if [ "$only" = broad ] || [ "$only" = all ]; then
    python3 bench/broad/compare.py ${QUICK:+--quick} --only "${ROWS:-}" --json build/bench_broad.json build/bench/broad
    ran=1
fi
if [ "$only" = scenes ] || [ "$only" = all ]; then
    python3 bench/scenes/compare.py ${QUICK:+--quick} --only "${ROWS:-}" --json build/bench_scenes.json build/bench/scenes
    ran=1
fi
[ "$only" != all ] || only=
for program in build/bench/bench/bench_"$only"*; do
    [ -x "$program" ] || continue
    printf '\n== %s ==\n' "$(basename "$program")"
    "$program"
    ran=$((ran + 1))
done
[ "$ran" -gt 0 ] || { echo "no benchmark '$only' in bench/" >&2; exit 1; }
