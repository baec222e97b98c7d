#!/bin/bash
# SPDX-License-Identifier: MIT
# The library and the tests of many threads under ThreadSanitizer: no data race. In double, and with
# GRAZE_TSAN_ALL=1 in both precisions and with 10^6 operations on a world, which say how far they are.
. "$(dirname "$0")/common.sh"
cd "$source_dir"
compiler=${CC:-cc}
echo 'int main(void) { return 0; }' > "$temp/probe.c"
"$compiler" -fsanitize=thread "$temp/probe.c" -o "$temp/probe" 2> /dev/null && "$temp/probe" ||
    skip "no ThreadSanitizer here"

mapfile -t sources < <(find src -name '*.c' | sort)
sources+=(tests/harness.c tests/oracle/random_shape.c)
flags=(-std=c17 -O1 -g -fsanitize=thread -ffp-contract=off -fno-math-errno -DGRAZE_STATIC -DGRAZE_BUILDING
    -Iinclude -Iinclude/solid3 -Isrc -Itests)
for precision in ${GRAZE_TSAN_ALL:+GRAZE_FLOAT} GRAZE_DOUBLE; do
    run "build, $precision" "$compiler" "${flags[@]}" -D"$precision" -fPIC -shared "${sources[@]}" -lcmocka -lm \
        -o "$temp/library.so"
    for test in convex/test_threads broad/test_threads tree/test_build mesh/test_deform narrow/test_mesh_threads \
        narrow/test_solid_threads narrow/test_complex_threads world/test_threads world/test_soak solid3/test_broad; do
        run "link, $precision, $test" "$compiler" "${flags[@]}" -D"$precision" "tests/$test.c" \
            "$temp/library.so" -lcmocka -lm -pthread -o "$temp/threads"
        run "$test, $precision" env GRAZE_TEST_DIVISOR=50 TSAN_OPTIONS=halt_on_error=1 "$temp/threads"
        if [ "$test" = world/test_soak ] && [ -n "${GRAZE_TSAN_ALL:-}" ]; then
            echo "$test, $precision, under ThreadSanitizer"
            env GRAZE_TEST_FACTOR=10 TSAN_OPTIONS=halt_on_error=1 "$temp/threads" || fail "$test, $precision"
        fi
    done
done
echo "up to 64 threads, no data race"
