#!/bin/bash
# SPDX-License-Identifier: MIT
# The generated lists (both symbols.h, exports.txt) are what the scripts make of the headers today.
. "$(dirname "$0")/common.sh"
"$source_dir/scripts/symbols.sh" "$temp"
"$source_dir/scripts/exports.sh" "$temp/exports.txt"
compare() { # file in the source tree, fresh file
    [ -s "$2" ] || fail "the script made an empty $1"
    must_match "$source_dir/$1" "$2" "$1 is out of date: run make symbols"
}
compare include/graze/symbols.h "$temp/include/graze/symbols.h"
compare src/base/symbols.h "$temp/src/base/symbols.h"
compare tests/package/exports.txt "$temp/exports.txt"
