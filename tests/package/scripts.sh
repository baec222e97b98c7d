#!/bin/bash
# SPDX-License-Identifier: MIT
# The scripts themselves: counting tests, and the set-up on machines that lack something (simulated by a
# path that holds only what the script itself uses, and stand-ins for id and apt-get).
. "$(dirname "$0")/common.sh"
scripts=$source_dir/scripts

# count_tests.sh: passed, failed, crashed, skipped, and programs that are not cmocka's
cat > "$temp/log" << 'END'
1/5 Testing: passes
[==========] Running 3 test(s).
[  PASSED  ] 3 test(s).
Test Passed.
2/5 Testing: fails
[==========] Running 4 test(s).
[  PASSED  ] 2 test(s).
[  SKIPPED ] 1 test(s), listed below:
[  FAILED  ] 1 test(s), listed below:
Test Failed.
3/5 Testing: crashes
[==========] Running 5 test(s).
Test Failed.
4/5 Testing: script
Test Passed.
5/5 Testing: left_out
Test Skipped.
END
counted=$("$scripts/count_tests.sh" "$temp/log")
[ "$counted" = "5 6 6 2" ] || fail "count_tests.sh counts '$counted', not '5 6 6 2'"

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
grep -q ' install .*gcc libc6-dev make cmake libqhull-dev$' "$temp/bin/apt-get.log" || fail "not installed as it should be"

stand_in apt-get 'echo "no such package" >&2; exit 100'
if setup run; then fail "apt-get fails and setup.sh passes"; fi
says "no such package"
