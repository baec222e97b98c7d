#!/bin/bash
# SPDX-License-Identifier: MIT
# Every requirement id in requirement_ids.txt is named by a test.
# usage: tests/package/requirement_ids.sh [--list]   (--list: how many tests name each id)
. "$(dirname "$0")/common.sh"
cd "$source_dir"
grep -v '^#' tests/package/requirement_ids.txt | tr -s ' ' '\n' > "$temp/ids"
[ -s "$temp/ids" ] || fail "requirement_ids.txt is empty"
while read -r id; do
    files=$(grep -rlw --include='*.c' --include='*.sh' --exclude-dir=package "$id" tests | wc -l) || true
    [ "${1:-}" != --list ] || echo "$id $files"
    [ "$files" -gt 0 ] || echo "$id" >> "$temp/missing"
done < "$temp/ids"
touch "$temp/missing"
must_be_empty "no test names these requirements" "$temp/missing"
echo "$(wc -l < "$temp/ids") requirements, each named by a test"
