#!/bin/bash
# SPDX-License-Identifier: MIT
# make check-long: FACTOR times the random cases of `make test`, in SHARDS parts that differ by seed.
# Worlds get 10^6 random operations with faults under each sanitiser.
# The accuracy of the convex queries is checked on ACCURACY pairs of every two shape kinds.
# SHARD=n runs that part alone, so several machines can share the work.
# usage: [FACTOR=10] [ACCURACY=20000] [SHARDS=10] [SHARD=n] scripts/check_long.sh
set -eu
cd "$(dirname "$0")/.."
. scripts/run_ctest.sh
factor=${FACTOR:-10} shards=${SHARDS:-10}
first=${SHARD:-1} last=${SHARD:-$shards}
unset GRAZE_TEST_DIVISOR
export GRAZE_TEST_SHARD GRAZE_TEST_FACTOR=$(((factor + shards - 1) / shards))

all_passed=0 all_failed=0
check() { # COMMAND...: counts it; 77 is a test that cannot run here
    local status=0
    "$@" || status=$?
    case $status in
    0) all_passed=$((all_passed + 1)) ;;
    77) ;;
    *) all_failed=$((all_failed + 1)) ;;
    esac
}

scripts/build.sh gcc
check env GRAZE_HASH_ALL=1 tests/hash/compare.sh                           # every variant
check env GRAZE_HASH_ALL=1 tests/hash/memory.sh                            # both precisions
check env GRAZE_TSAN_ALL=1 GRAZE_TEST_SHARD="$first" tests/package/tsan.sh # both precisions
TARGETS="world_soak_float world_soak_double" scripts/build.sh sanitize || all_failed=$((all_failed + 1))
for precision in float double; do
    echo "world_soak_$precision, under the address and undefined behaviour sanitisers"
    check env GRAZE_TEST_FACTOR=10 GRAZE_TEST_SHARD="$first" "build/sanitize/world_soak_$precision"
done
check env GRAZE_TEST_MANY=10000 build/gcc/tools_many # 10,000 objects of 1,000 triangles
for ((shard = first; shard <= last; ++shard)); do
    GRAZE_TEST_SHARD=$shard
    run_ctest build/gcc --test-dir build/gcc --label-regex unit
    all_passed=$((all_passed + passed)) all_failed=$((all_failed + failed))
    check env PAIRS="${ACCURACY:-20000}" PART=$((shard - 1)) PARTS="$shards" scripts/accuracy.sh
    done=$((shard - first + 1)) parts=$((last - first + 1))
    echo "shard $shard ($done of $parts): $passed passed, $failed failed;" \
        "$SECONDS s so far, about $((SECONDS * (parts - done) / done)) s to go"
done
echo "$all_passed passed, $all_failed failed"
[ "$all_failed" -eq 0 ]
