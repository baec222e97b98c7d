#!/bin/bash
# SPDX-License-Identifier: MIT
# make test: builds and runs the tests three times, float and double in each,
#   gcc Release with full counts and the tests of the package as a whole,
#   clang Release with a tenth of the random cases,
#   gcc with the address and undefined behaviour sanitisers with a fiftieth.
# The last line is "N passed, N failed"; the exit status is 0 only if nothing failed.
# usage: scripts/test.sh [PRESET ...]
set -eu
cd "$(dirname "$0")/.."
. scripts/run_ctest.sh
unset GRAZE_TEST_FACTOR GRAZE_TEST_DIVISOR GRAZE_TEST_SHARD
presets=("$@")
[ $# -gt 0 ] || presets=(gcc clang sanitize)

all_programs=0 all_passed=0 all_failed=0 all_skipped=0
say() { printf '%3d:%02d  %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$*"; }

for preset in "${presets[@]}"; do
    say "$preset: build"
    scripts/build.sh "$preset" || all_failed=$((all_failed + 1)) # what was built is still tested
    say "$preset: test"
    run_ctest "build/$preset" --preset "$preset"
    say "$preset: $programs programs, $passed tests passed, $failed failed, $skipped skipped"
    all_programs=$((all_programs + programs)) all_passed=$((all_passed + passed))
    all_failed=$((all_failed + failed)) all_skipped=$((all_skipped + skipped))
done

say "$all_programs test programs run, $((all_passed + all_failed)) tests, $all_skipped skipped"
echo "$all_passed passed, $all_failed failed"
[ "$all_failed" -eq 0 ]
