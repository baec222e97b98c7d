#!/bin/bash
# SPDX-License-Identifier: MIT
# The library and the test of many threads under ThreadSanitizer, both precisions: no data race.
. "$(dirname "$0")/common.sh"
cd "$source_dir"
compiler=${CC:-cc}
echo 'int main(void) { return 0; }' > "$temp/probe.c"
"$compiler" -fsanitize=thread "$temp/probe.c" -o "$temp/probe" 2> /dev/null && "$temp/probe" ||
    skip "no ThreadSanitizer here"

mapfile -t sources < <(find src -name '*.c' | sort)
sources+=(tests/harness.c tests/oracle/random_shape.c)
for precision in GRAZE_FLOAT GRAZE_DOUBLE; do
    flags="-std=c17 -O1 -g -fPIC -fsanitize=thread -ffp-contract=off -fno-math-errno -D$precision -DGRAZE_STATIC"
    flags="$flags -DGRAZE_BUILDING -Iinclude -Isrc -Itests"
    # shellcheck disable=SC2086 # flags is a list
    run "library, $precision" "$compiler" $flags -shared "${sources[@]}" -lcmocka -lm -pthread -o "$temp/libgraze.so"
    for program in tests/convex/test_threads.c tests/tree/test_build.c; do
        # shellcheck disable=SC2086
        run "build $program, $precision" "$compiler" $flags "$program" "$temp/libgraze.so" -lcmocka -lm -pthread \
            -o "$temp/threads"
        run "$program, $precision" env GRAZE_TEST_DIVISOR=50 TSAN_OPTIONS=halt_on_error=1 "$temp/threads"
    done
done
echo "64 threads, no data race"
