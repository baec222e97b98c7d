#!/bin/bash
# SPDX-License-Identifier: MIT
# Each public header compiles alone, in both precisions, as C17 and as C++11, without warnings.
# (consumer.sh compiles them together as C++14 to C++20.)
. "$(dirname "$0")/common.sh"
cd "$source_dir/include"
count=0
for header in */*.h; do
    printf '#include <%s>\ntypedef int not_empty;\n' "$header" > "$temp/alone.c"
    for precision in -DGRAZE_DOUBLE -UGRAZE_DOUBLE; do
        for compiler in "gcc -std=c17 -x c" "clang -std=c17 -x c" "g++ -std=c++11 -x c++" \
            "clang++ -std=c++11 -x c++"; do
            command -v "${compiler%% *}" > /dev/null || continue
            # shellcheck disable=SC2086 # both are lists of words
            run "$header alone with ${compiler% -x*} $precision" \
                $compiler $warnings $precision -I. -fsyntax-only "$temp/alone.c"
            count=$((count + 1))
        done
    done
done
[ "$count" -gt 0 ] || fail "no header was compiled"
echo "$count compilations"
