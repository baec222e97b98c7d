#!/bin/bash
# SPDX-License-Identifier: MIT
# The scripts themselves: counting tests, and the set-up on machines that lack something (simulated by a
# path that holds only what the script itself uses, and stand-ins for id and apt-get).
. "$(dirname "$0")/common.sh"
scripts=$source_dir/scripts

# count_tests.sh on a real run of ctest: programs that look like cmocka's and pass, fail and crash, one
# that runs too long, scripts that pass and skip, and a program that does not exist.
cat > "$temp/CTestTestfile.cmake" << 'END'
add_test(passes sh -c "echo '[==========] Running 3 test(s).'; echo '[  PASSED  ] 3 test(s).'")
add_test(fails sh fails.sh)
add_test(crashes sh -c "echo '[==========] Running 5 test(s).'; kill -11 $$")
add_test(too_long sleep 9)
set_tests_properties(too_long PROPERTIES TIMEOUT 1)
add_test(script true)
add_test(left_out sh -c "exit 77")
set_tests_properties(left_out PROPERTIES SKIP_RETURN_CODE 77)
add_test(not_there ./not_there)
END
cat > "$temp/fails.sh" << 'END'
echo '[==========] Running 4 test(s).'
echo '[  PASSED  ] 2 test(s).'
echo '[  SKIPPED ] 1 test(s), listed below:'
echo '[  FAILED  ] 1 test(s), listed below:'
exit 1
END
if ctest --test-dir "$temp" --output-junit "$temp/results.xml" > /dev/null 2>&1; then fail "ctest passes"; fi
counted=$("$scripts/count_tests.sh" "$temp/results.xml")
[ "$counted" = "7 6 8 2" ] || fail "count_tests.sh counts '$counted', not '7 6 8 2'"

# setup.sh
mkdir "$temp/bin"
for tool in sh cat mktemp rm sed tr; do ln -s "$(command -v "$tool")" "$temp/bin/$tool"; done
stand_in() { # name, lines of its script
    printf '#!/bin/sh\n%s\n' "$2" > "$temp/bin/$1"
    chmod +x "$temp/bin/$1"
}
setup() { env -i PATH="$temp/bin" sh "$scripts/setup.sh" "$@" > "$temp/setup.log" 2>&1; }
says() { grep -qF -- "$1" "$temp/setup.log" || { cat "$temp/setup.log" >&2; fail "setup.sh does not say '$1'"; }; }

run "set-up for the tests, where they run" "$scripts/setup.sh" test
[ ! -s "$temp/run.log" ] || { cat "$temp/run.log" >&2; fail "setup.sh is not quiet when all is there"; }

if setup run; then fail "without apt-get, setup.sh passes"; fi
says "this machine has no apt-get"
says "gcc libc6-dev make cmake"
if setup nonsense; then fail "an unknown target passes"; fi
says "usage:"

# shellcheck disable=SC2016 # for the stand-in to expand
stand_in apt-get 'echo "$*" >> "$0.log"'
stand_in id 'echo 1000'
if setup test; then fail "without root, setup.sh passes"; fi
says "sudo apt-get install gcc libc6-dev make cmake g++ clang libclang-rt-dev pkg-config libcmocka-dev libgmp-dev libmpfr-dev libqhull-dev"
[ ! -e "$temp/bin/apt-get.log" ] || fail "without root, apt-get was called"

stand_in id 'echo 0'
if setup bench; then fail "apt-get installed nothing and setup.sh passes"; fi
says "is still not found"
[ "$(grep -c ' update$' "$temp/bin/apt-get.log")" -eq 1 ] || fail "the lists are not renewed exactly once"
grep -q ' install .*gcc libc6-dev make cmake libqhull-dev python3 g++ .*libode-dev libembree-dev$' "$temp/bin/apt-get.log" ||
    fail "not all installed at once"
[ "$(grep -c ' install ' "$temp/bin/apt-get.log")" -eq 1 ] || fail "more than one call to install"

stand_in apt-get 'echo "no such package" >&2; exit 100'
if setup run; then fail "apt-get fails and setup.sh passes"; fi
says "no such package"

# What is only wanted: nothing to worry about, with or without apt-get's help.
stand_in cc 'exit 0'
stand_in cmake 'echo cmake version 3.25.1'
stand_in python3 'exit 0'
setup bench || fail "setup.sh does not go on without the libraries to compare with"
says "going on without what these Debian packages hold: g++ libfcl-dev libbullet-dev"
