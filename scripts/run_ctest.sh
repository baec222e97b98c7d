#!/bin/bash
# SPDX-License-Identifier: MIT
# For scripts that run tests, to be sourced: run_ctest BUILD_FOLDER ARGUMENTS... runs ctest on all
# processors and sets programs, passed, failed and skipped.
unset MAKEFLAGS MFLAGS MAKELEVEL

# shellcheck disable=SC2034 # the variables are for the script that sources this one
run_ctest() {
    local build=$1 status=0 log
    shift
    log=$build/Testing/Temporary/LastTest.log
    rm -f "$log"
    ctest "$@" --parallel "$(nproc 2> /dev/null || echo 2)" --output-on-failure --no-label-summary || status=$?
    programs=0 passed=0 failed=0 skipped=0
    [ ! -f "$log" ] || read -r programs passed failed skipped < <(scripts/count_tests.sh "$log")
    # What the log does not show must not pass: no tests at all, or a failure of ctest itself.
    if [ "$failed" -eq 0 ] && { [ "$status" -ne 0 ] || [ "$passed" -eq 0 ]; }; then failed=1; fi
}
