#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the list of exported functions, tests/package/exports.txt, from the GRAZE_API declarations of the
# public headers. The tests compare it with what the shared libraries really export.
# usage: scripts/exports.sh [output file]
set -eu
cd "$(dirname "$0")/.."
out=${1:-tests/package/exports.txt}
export LC_ALL=C
# The name of a declaration stands before its first parenthesis, maybe a line or two after GRAZE_API.
find include/graze -name '*.h' -exec cat {} + | grep -v '^#' | tr '\n' ' ' |
    grep -oE '\bGRAZE_API [^(;]*\(' | grep -oE 'graze_[a-z0-9_]+ *\($' | tr -d ' (' | sort -u > "$out"
