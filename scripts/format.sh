#!/bin/sh
# SPDX-License-Identifier: MIT
# Formats the C and C++ sources as .clang-format says, or only says which are not formatted.
# usage: scripts/format.sh [--check]
set -eu
cd "$(dirname "$0")/.."
folders=$(ls -d include src tests bench examples tools fuzz 2>/dev/null || true)
style="-i"
[ "${1:-}" != --check ] || style="--dry-run -Werror"
# shellcheck disable=SC2086 # both are lists of words
find $folders -type f \( -name '*.c' -o -name '*.h' -o -name '*.cpp' \) -print0 | xargs -0 clang-format $style
