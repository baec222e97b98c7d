#!/bin/bash
# SPDX-License-Identifier: MIT
# For scripts that run tests, to be sourced: run_ctest BUILD_FOLDER ARGUMENTS... runs ctest on all
# processors and sets programs, passed, failed and skipped.
unset MAKEFLAGS MFLAGS MAKELEVEL

# shellcheck disable=SC2034 # the variables are for the script that sources this one
run_ctest() {
    local results=$PWD/$1/results.xml status=0
    shift
    rm -f "$results"
    ctest "$@" --parallel "$(nproc 2> /dev/null || echo 2)" --output-on-failure --no-label-summary \
        --output-junit "$results" --test-output-size-passed 100000000 --test-output-size-failed 100000000 || status=$?
    programs=0 passed=0 failed=0 skipped=0
    [ ! -f "$results" ] || read -r programs passed failed skipped < <(scripts/count_tests.sh "$results")
    # What the results do not show must not pass: no tests at all, or a failure of ctest itself.
    if [ "$failed" -eq 0 ] && { [ "$status" -ne 0 ] || [ "$passed" -eq 0 ]; }; then failed=1; fi
}
