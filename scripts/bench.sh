#!/bin/bash
# SPDX-License-Identifier: MIT
# make bench: builds and runs the benchmarks, one after the other so that they do not disturb each
# other. QUICK=1 asks for a short run, ONLY=name for one benchmark.
# usage: [QUICK=1] [ONLY=name] scripts/bench.sh
set -eu
cd "$(dirname "$0")/.."
scripts/build.sh bench
[ -z "${QUICK:-}" ] || export GRAZE_BENCH_QUICK=1
ran=0
for program in build/bench/bench/bench_"${ONLY:-}"*; do
    [ -x "$program" ] || continue
    printf '\n== %s ==\n' "$(basename "$program")"
    "$program"
    ran=$((ran + 1))
done
[ "$ran" -gt 0 ] || { echo "no benchmark '${ONLY:-}' in bench/" >&2; exit 1; }
