#!/bin/sh
# SPDX-License-Identifier: MIT
# Counts tests in a log of ctest: prints "programs passed failed skipped". In a program that uses cmocka
# each of its tests counts, and those it did not reach count as failed; any other program is one test.
# usage: scripts/count_tests.sh LastTest.log
set -eu
awk '
    function finish_program() {
        if (verdict == "") return
        ++programs
        if (announced == 0 && verdict == "skipped") { ++skipped; return }
        if (announced == 0) { announced = 1; ok = verdict == "passed" }
        missed = announced - ok - left_out
        if (verdict == "failed" && missed <= 0) missed = 1
        passed += ok
        skipped += left_out
        failed += missed > 0 ? missed : 0
    }
    /^[0-9]+\/[0-9]+ Testing: / { finish_program(); verdict = "failed"; announced = ok = left_out = 0 }
    match($0, /\[==========\] Running [0-9]+ test/) { announced += number_at(RSTART + 20) }
    match($0, /\[  PASSED  \] [0-9]+ test/) { ok += number_at(RSTART + 13) }
    match($0, /\[  SKIPPED \] [0-9]+ test/) { left_out += number_at(RSTART + 13) }
    /^Test Passed\.$/ { verdict = "passed" }
    /^Test Skipped\.$|^Test Not Run\.$/ { verdict = "skipped" }
    function number_at(position) { return substr($0, position) + 0 }
    END { finish_program(); print programs + 0, passed + 0, failed + 0, skipped + 0 }
' "$1"
