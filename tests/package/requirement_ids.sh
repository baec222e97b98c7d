#!/bin/bash
# SPDX-License-Identifier: MIT
# Every requirement id in requirement_ids.txt is named by a test, alone or in a range such as A2-A4.
# usage: tests/package/requirement_ids.sh [--list]   (--list: how often each id is named)
. "$(dirname "$0")/common.sh"
cd "$source_dir"
grep -v '^#' tests/package/requirement_ids.txt | tr -s ' ' '\n' > "$temp/ids"
[ -s "$temp/ids" ] || fail "requirement_ids.txt is empty"

{ grep -rhowE --include='*.c' --include='*.sh' --exclude='requirement_ids*' --exclude=checks_can_fail.sh '[A-Z][0-9]+(-[A-Z]?[0-9]+)?' tests || true; } | awk '
    {
        split($0, ends, "-")
        letter = substr(ends[1], 1, 1)
        first = substr(ends[1], 2) + 0
        last = first
        if (ends[2] ~ "^" letter) last = substr(ends[2], 2) + 0
        for (i = first; i <= last; ++i) ++times[letter i]
    }
    END { while ((getline id < ids) > 0) print id, times[id] + 0 }
' ids="$temp/ids" > "$temp/named"
[ "${1:-}" != --list ] || cat "$temp/named"
awk '$2 == 0 { print $1 }' "$temp/named" > "$temp/missing"
must_be_empty "no test names these requirements" "$temp/missing"
echo "$(wc -l < "$temp/ids") requirements, each named by a test"
