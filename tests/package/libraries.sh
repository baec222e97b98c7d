#!/bin/bash
# SPDX-License-Identifier: MIT
# What the built libraries hold: exactly the functions of exports.txt, under the names of their
# precision; nothing from outside but the C library; no global that can be written but the allocator;
# and no name that float and double share.
. "$(dirname "$0")/common.sh"
exports=$source_dir/tests/package/exports.txt

names() { awk 'NF >= 3 { print $3 }' | sed 's/@.*//' | sort -u; }

check_exports() { # library, list
    [ -s "$2" ] || fail "the list of exports is empty"
    nm -D --defined-only "$1" | names > "$temp/exported"
    must_match "$2" "$temp/exported" "$(basename "$1") does not export what is listed (<: only listed, >: only exported)"
}

check_undefined() { # library: what it takes from outside must carry a version of the C library
    nm -D --undefined-only "$1" | awk '$1 == "U" && $2 !~ /@GLIBC_/ { print $2 }' > "$temp/undefined"
    must_be_empty "$(basename "$1") needs more than the C library" "$temp/undefined"
    objdump -p "$1" | awk '$1 == "NEEDED" && $2 !~ /^(libc|libm|ld-linux.*)\.so/ { print $2 }' > "$temp/needed"
    must_be_empty "$(basename "$1") loads more than the C library" "$temp/needed"
}

check_writable() { # archive: objects in sections that can be written, as "file symbol"
    objdump -t "$1" | awk '
        /file format/ { file = $1; sub(/\.c\.o:$/, ".c", file) }
        NF > 4 && $(NF - 2) ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && $(NF - 2) !~ /^\.data\.rel\.ro/ && $NF !~ /^\./ {
            sub(/\..*/, "", $NF); print file, $NF }' | sort -u > "$temp/writable"
    grep -v '^#' "$source_dir/tests/package/writable.txt" | comm -13 - "$temp/writable" > "$temp/extra"
    must_be_empty "$(basename "$1") has globals that can be written and are not in writable.txt" "$temp/extra"
}

check_prefix() { # archive, prefix, prefix it must not have
    nm -g --defined-only "$1" | names > "$temp/globals"
    [ -s "$temp/globals" ] || fail "$1 defines nothing"
    grep -vE "^(graze|gz)_$2" "$temp/globals" > "$temp/foreign" || true
    [ -z "$3" ] || grep -E "^(graze|gz)_$3" "$temp/globals" >> "$temp/foreign" || true
    must_be_empty "$(basename "$1") defines names of another precision or without our prefix; run make symbols" "$temp/foreign"
}

sed 's/^graze_/graze_double_/' "$exports" > "$temp/double_exports"
check_exports "$build_dir/libgraze.so" "$exports"
check_exports "$build_dir/libgraze-double.so" "$temp/double_exports"
for name in graze graze-double; do
    check_undefined "$build_dir/lib$name.so"
    check_writable "$build_dir/lib$name.a"
    objdump -p "$build_dir/lib$name.so" | grep -qE "SONAME +lib$name\.so\.[0-9.]+$" || fail "lib$name.so has no soversion"
done
check_prefix "$build_dir/libgraze.a" "" double_
check_prefix "$build_dir/libgraze-double.a" double_ ""
nm -g --defined-only "$build_dir/libgraze.a" | names > "$temp/float"
nm -g --defined-only "$build_dir/libgraze-double.a" | names | comm -12 - "$temp/float" > "$temp/shared"
must_be_empty "libgraze.a and libgraze-double.a define the same names" "$temp/shared"
echo "$(wc -l < "$exports") exports in each precision, $(wc -l < "$temp/float") global names in each archive"
