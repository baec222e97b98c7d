#!/bin/bash
# SPDX-License-Identifier: MIT
# make bench: builds and runs the comparisons with other libraries, one after the other so that they do not
# disturb each other, with tables on the standard output: convex queries (figures in build/bench.json), meshes,
# broad phases and whole scenes (build/bench_meshes.json, ...). ONLY=compare, meshes, broad or scenes runs one of
# them, ONLY=name one of the benchmarks of Graze alone (hull, support, convex, ...), ONLY=all everything.
# QUICK=1 asks for a short run; ROWS=text takes only rows of a comparison whose name contains the text.
# usage: [QUICK=1] [ONLY=name] [ROWS=text] scripts/bench.sh
set -eu
cd "$(dirname "$0")/.."
only=${ONLY:-beside}
[ -z "${QUICK:-}" ] || export GRAZE_BENCH_QUICK=1

kinds="compare meshes broad scenes"
case $only in
beside) TARGETS="graze-compare graze-meshes graze-broad graze-scenes" scripts/build.sh bench ;;
compare | meshes | broad | scenes) TARGETS=graze-$only scripts/build.sh bench ;;
*) scripts/build.sh bench ;;
esac
built=$SECONDS
tell_time() {
    printf '\nbuilt in %d s, measured in %d min %d s\n' "$built" $(((SECONDS - built) / 60)) $(((SECONDS - built) % 60))
}
trap tell_time EXIT
ran=0
for kind in $kinds; do
    case $only in beside | all | "$kind") ;; *) continue ;; esac
    json=build/bench_$kind.json
    [ "$kind" != compare ] || json=build/bench.json
    python3 bench/$kind/compare.py ${QUICK:+--quick} --only "${ROWS:-}" --json "$json" "build/bench/$kind"
    ran=1
done
[ "$only" != beside ] || exit 0
[ "$only" != all ] || only=
for program in build/bench/bench/bench_"$only"*; do
    [ -x "$program" ] || continue
    printf '\n== %s ==\n' "$(basename "$program")"
    "$program"
    ran=$((ran + 1))
done
[ "$ran" -gt 0 ] || { echo "no benchmark '$only' in bench/" >&2; exit 1; }
