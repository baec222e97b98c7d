#!/bin/bash
# SPDX-License-Identifier: MIT
# make accuracy: PAIRS random pairs of every two shape kinds through every convex query, every proof
# checked, in float and double side by side; ends with 0 only if nothing failed. PART=i PARTS=n runs that
# share of the pairs alone (0 <= i < n). Arguments go to the program: --all for a row for every two kinds,
# --kinds box cone for two of them (tests/accuracy/accuracy.c has the list).
# usage: [PAIRS=200] [PART=0] [PARTS=1] scripts/accuracy.sh [arguments]
set -eu
cd "$(dirname "$0")/.."
TARGETS="accuracy_float accuracy_double" scripts/build.sh gcc
folder=build/gcc
run() {
    "$folder/accuracy_$1" --pairs "${PAIRS:-200}" --part "${PART:-0}" "${PARTS:-1}" --progress "${@:2}" \
        > "$folder/accuracy_$1.txt" 2> >(sed -u "s/^/$1: /" >&2)
}
status=0
run float "$@" &
run double "$@" || status=1
wait $! || status=1
for precision in float double; do
    printf '\n== accuracy, %s ==\n' "$precision"
    cat "$folder/accuracy_$precision.txt"
done
exit "$status"
