#!/bin/bash
# SPDX-License-Identifier: MIT
# For the scripts in this folder, to be sourced. Each is a test: it exits with 0, or says what is wrong
# and exits with 1, or exits with 77 when it cannot run here. GRAZE_SOURCE and GRAZE_BUILD name the
# source tree and the build folder (ctest sets both).
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source_dir=${GRAZE_SOURCE:-$(cd "$here/../.." && pwd)}
# shellcheck disable=SC2034 # for the scripts that source this one
build_dir=${GRAZE_BUILD:-$source_dir/build/gcc}
# shellcheck disable=SC2034
warnings="-Wall -Wextra -Wconversion -Wshadow -Werror -pedantic"
unset MAKEFLAGS MFLAGS MAKELEVEL
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

skip() {
    echo "skipped: $*"
    exit 77
}

# run TEXT COMMAND...: the command must succeed; its output is shown only when it does not.
run() {
    local what=$1
    shift
    "$@" > "$temp/run.log" 2>&1 || { cat "$temp/run.log" >&2; fail "$what"; }
}

# must_be_empty TEXT FILE: the file lists what is wrong.
must_be_empty() {
    [ ! -s "$2" ] || { cat "$2" >&2; fail "$1"; }
}

# The files of the project, 0-terminated, below the current folder: as git tracks them, or all but
# what is built where there is no git.
project_files() {
    git ls-files -z 2> /dev/null || find . -path ./build -prune -o -path ./.git -prune -o -type f -print0
}

# must_match LIST FRESH TEXT: the two files are the same, line by line.
must_match() {
    diff "$1" "$2" > "$temp/diff" || { cat "$temp/diff" >&2; fail "$3"; }
}
