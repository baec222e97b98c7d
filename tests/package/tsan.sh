#!/bin/bash
# SPDX-License-Identifier: MIT
# The library and the tests of many threads under ThreadSanitizer, both precisions: no data race.
. "$(dirname "$0")/common.sh"
cd "$source_dir"
compiler=${CC:-cc}
echo 'int main(void) { return 0; }' > "$temp/probe.c"
"$compiler" -fsanitize=thread "$temp/probe.c" -o "$temp/probe" 2> /dev/null && "$temp/probe" ||
    skip "no ThreadSanitizer here"

mapfile -t sources < <(find src -name '*.c' | sort)
sources+=(tests/harness.c tests/oracle/random_shape.c)
for precision in GRAZE_FLOAT GRAZE_DOUBLE; do
    flags=(-std=c17 -O1 -g -fsanitize=thread -ffp-contract=off -fno-math-errno -fPIC
        -D"$precision" -DGRAZE_STATIC -DGRAZE_BUILDING -Iinclude -Isrc -Itests)
    run "build, $precision" "$compiler" "${flags[@]}" -shared "${sources[@]}" -lcmocka -lm -o "$temp/library.so"
    for folder in convex broad; do
        run "build, $folder, $precision" "$compiler" "${flags[@]}" "tests/$folder/test_threads.c" \
            "$temp/library.so" -lcmocka -lm -pthread -o "$temp/threads"
        run "threads, $folder, $precision" env GRAZE_TEST_DIVISOR=50 TSAN_OPTIONS=halt_on_error=1 "$temp/threads"
    done
done
echo "up to 64 threads, no data race"
