#!/bin/bash
# SPDX-License-Identifier: MIT
# make fuzz: every target of tests/fuzz under libFuzzer with the address and undefined behaviour sanitisers,
# each for TIME seconds, from the files in tests/data/fuzz. What is found lies in build/fuzz/found/NAME.
# usage: [TIME=600] [ONLY=name] scripts/fuzz.sh
set -eu
cd "$(dirname "$0")/.."
time=${TIME:-600} failed=0

scripts/build.sh fuzz
for source in tests/fuzz/fuzz_*.c; do
    name=$(basename "$source" .c) name=${name#fuzz_}
    [ -z "${ONLY:-}" ] || [ "$ONLY" = "$name" ] || continue
    found=build/fuzz/found/$name
    mkdir -p "$found"
    echo "$name: $time seconds"
    if ! build/fuzz/libfuzzer_"$name" -max_total_time="$time" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
        -artifact_prefix="$found/" -print_final_stats=1 "$found" "tests/data/fuzz/$name" \
        > "build/fuzz/$name.log" 2>&1; then
        tail -n 30 "build/fuzz/$name.log"
        failed=1
    fi
    grep -E "stat::number_of_executed_units|stat::peak_rss_mb" "build/fuzz/$name.log" || true
done
exit $failed
