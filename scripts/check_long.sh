#!/bin/bash
# SPDX-License-Identifier: MIT
# make check-long: FACTOR times the random cases of `make test`, in SHARDS parts that differ by seed.
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

scripts/build.sh gcc
all_passed=0 all_failed=0
if GRAZE_HASH_ALL=1 tests/hash/compare.sh; then all_passed=1; else all_failed=1; fi # every variant
if GRAZE_TSAN_ALL=1 ctest --test-dir build/gcc -R package_tsan; then # both precisions
    all_passed=$((all_passed + 1))
else
    all_failed=$((all_failed + 1))
fi
if GRAZE_TEST_MANY=10000 build/gcc/tools_many; then # 10,000 objects of 1,000 triangles
    all_passed=$((all_passed + 1))
else
    all_failed=$((all_failed + 1))
fi
for ((shard = first; shard <= last; ++shard)); do
    GRAZE_TEST_SHARD=$shard
    run_ctest build/gcc --test-dir build/gcc --label-regex unit
    all_passed=$((all_passed + passed)) all_failed=$((all_failed + failed))
    if PAIRS=${ACCURACY:-20000} PART=$((shard - 1)) PARTS=$shards scripts/accuracy.sh; then
        all_passed=$((all_passed + 1))
    else
        all_failed=$((all_failed + 1))
    fi
    done=$((shard - first + 1)) parts=$((last - first + 1))
    echo "shard $shard ($done of $parts): $passed passed, $failed failed;" \
        "$SECONDS s so far, about $((SECONDS * (parts - done) / done)) s to go"
done
echo "$all_passed passed, $all_failed failed"
[ "$all_failed" -eq 0 ]
