#!/bin/sh
# SPDX-License-Identifier: MIT
# Counts tests in what `ctest --output-junit` wrote: prints "programs passed failed skipped". In a program
# that uses cmocka each of its tests counts, and those it did not reach count as failed; any other program
# is one test. A program that was not built has failed.
# usage: scripts/count_tests.sh results.xml
set -eu
awk '
    function number_at(position) { return substr($0, position) + 0 }
    function finish_program() {
        ++programs
        if (announced == 0) { # not one of cmocka
            if (verdict == "run") ++passed
            else if (verdict == "skipped") ++skipped
            else ++failed
            return
        }
        missed = announced - ok - left_out
        if (verdict != "run" && missed <= 0) missed = 1
        passed += ok
        skipped += left_out
        if (missed > 0) failed += missed
    }
    /^\t<testcase / {
        announced = ok = left_out = 0
        match($0, / status="[a-z]*"/)
        verdict = substr($0, RSTART + 9, RLENGTH - 10)
        if (verdict == "disabled") verdict = "skipped"
    }
    /^\t\t<skipped message="SKIP_RETURN_CODE=/ { verdict = "skipped" }
    match($0, /\[==========\] Running [0-9]+ test/) { announced += number_at(RSTART + 21) }
    match($0, /\[  PASSED  \] [0-9]+ test/) { ok += number_at(RSTART + 13) }
    match($0, /\[  SKIPPED \] [0-9]+ test/) { left_out += number_at(RSTART + 13) }
    /^\t<\/testcase>/ { finish_program() }
    END { print programs + 0, passed + 0, failed + 0, skipped + 0 }
' "$1"
