#!/bin/bash
# SPDX-License-Identifier: MIT
# make bench: builds and runs the comparison of the convex queries with other libraries, with a table on the
# standard output and the figures in build/bench.json. ONLY=meshes, broad or scenes runs that of meshes, broad
# phases or whole scenes instead (build/bench_meshes.json, ...), ONLY=name one of the benchmarks of Graze alone
# (hull, support, convex, ...), ONLY=all everything, one after the other so that they do not disturb each other.
# QUICK=1 asks for a short run; ROWS=text takes only rows of the comparison whose name contains the text.
# usage: [QUICK=1] [ONLY=name] [ROWS=text] scripts/bench.sh
set -eu
cd "$(dirname "$0")/.."
only=${ONLY:-compare}
[ -z "${QUICK:-}" ] || export GRAZE_BENCH_QUICK=1

case $only in
compare | meshes | broad | scenes) TARGETS=graze-$only scripts/build.sh bench ;;
*) scripts/build.sh bench ;;
esac
ran=0
for kind in compare meshes broad scenes; do
    [ "$only" = "$kind" ] || [ "$only" = all ] || continue
    json=build/bench_$kind.json
    [ "$kind" != compare ] || json=build/bench.json
    python3 bench/$kind/compare.py ${QUICK:+--quick} --only "${ROWS:-}" --json "$json" "build/bench/$kind"
    ran=1
done
[ "$only" != all ] || only=
for program in build/bench/bench/bench_"$only"*; do
    [ -x "$program" ] || continue
    printf '\n== %s ==\n' "$(basename "$program")"
    "$program"
    ran=$((ran + 1))
done
[ "$ran" -gt 0 ] || { echo "no benchmark '$only' in bench/" >&2; exit 1; }
