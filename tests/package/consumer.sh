#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs to a folder with a space in its name, moves that folder, and builds projects outside the tree
# against it: by find_package and by pkg-config, as C and as C++, float, double, both in one process.
# Mixing header and library of different precisions must fail at link time (R5).
. "$(dirname "$0")/common.sh"
consumer=$temp/consumer
cp -r "$source_dir/tests/package/consumer" "$consumer"

run "install" cmake --install "$build_dir" --prefix "$temp/first place"
mv "$temp/first place" "$temp/second place"
prefix=$temp/second\ place
lib=$(dirname "$(find "$prefix" -name 'libgraze.a')")
for file in "$prefix/include/graze/graze.h" "$lib/libgraze.so" "$lib/libgraze-double.a" "$lib/libgraze-double.so" \
    "$lib/cmake/graze/graze-config.cmake" "$lib/pkgconfig/graze.pc" "$lib/pkgconfig/graze-double.pc" \
    "$prefix/include/solid3/SOLID.h" "$lib/libgraze-solid3.a" "$lib/libgraze-solid3.so" "$lib/libgraze-solid3-double.a" \
    "$lib/libgraze-solid3-double.so" "$lib/pkgconfig/graze-solid3.pc" "$lib/pkgconfig/graze-solid3-double.pc"; do
    [ -e "$file" ] || fail "not installed: ${file#"$prefix"/}"
done
grep -rIlF -e "$source_dir" -e "$build_dir" -e "first place" "$prefix" > "$temp/tied" || true
must_be_empty "installed files that name the place they were built or first installed" "$temp/tied"

export DESTDIR=$temp/stage
run "staged install" cmake --install "$build_dir" --prefix /opt/graze
unset DESTDIR
[ -e "$temp/stage/opt/graze/include/graze/graze.h" ] || fail "DESTDIR is not respected"

# find_package
version=$(sed -n 's/^Version: //p' "$lib/pkgconfig/graze.pc")
configure() { # build folder, version
    cmake -S "$consumer" -B "$1" -DCMAKE_PREFIX_PATH="$prefix" -DWARNINGS="$warnings" -DWANTED_VERSION="$2"
}
run "configure the consumer" configure "$temp/by_cmake" "$version"
run "build the consumer" cmake --build "$temp/by_cmake" --parallel 2
run "run the consumer" ctest --test-dir "$temp/by_cmake" --output-on-failure
sed -n 's/^100% tests passed.*out of /find_package: programs run: /p' "$temp/run.log"
if configure "$temp/too_new" 99.0 > /dev/null 2>&1; then fail "version 99.0 was found"; fi

# pkg-config; eval because it quotes the space in the path as a shell would
export PKG_CONFIG_PATH=$lib/pkgconfig LD_LIBRARY_PATH=$lib
build_and_run() { # name, bytes, compiler with flags, source
    eval "$3 $warnings -DEXPECTED_BYTES=$2 \"$consumer/$4\" -o \"$temp/program\" $(pkg-config --cflags --libs "$1")"
    "$temp/program"
}
for entry in graze:4 graze-double:8; do
    name=${entry%:*} bytes=${entry#*:}
    [ "$(pkg-config --modversion "$name")" = "$version" ] || fail "pkg-config gives another version for $name"
    run "pkg-config $name from C" build_and_run "$name" "$bytes" "gcc -std=c17" main.c
    run "pkg-config $name from C, unoptimised" build_and_run "$name" "$bytes" "gcc -std=c17 -O0 -fmath-errno" main.c
    for standard in 11 14 17 20; do
        run "pkg-config $name from C++$standard" build_and_run "$name" "$bytes" "g++ -std=c++$standard" main.cpp
    done
done

for name in graze-solid3 graze-solid3-double; do
    [ "$(pkg-config --modversion "$name")" = "$version" ] || fail "pkg-config gives another version for $name"
    run "pkg-config $name from C" build_and_run "$name" 4 "gcc -std=c17" solid3.c
    run "pkg-config $name from C++" build_and_run "$name" 4 "g++ -std=c++17 -x c++" solid3.c
done
# Without the shared libraries: what the static ones need is in the .pc file, too.
link_static() {
    eval "gcc -std=c17 $warnings \"$consumer/solid3.c\" -o \"$temp/program\" $(pkg-config --cflags --static --libs "$1" |
        sed "s/-l\\(graze[a-z0-9-]*\\)/-l:lib\\1.a/g")"
    "$temp/program"
}
for name in graze-solid3 graze-solid3-double; do run "pkg-config --static $name" link_static "$name"; done

# shellcheck disable=SC2086 # $warnings is a list of words
compile() { gcc -std=c17 $warnings "$@"; }

# Both precisions in one process by hand, and loaded at run time.
include=$prefix/include
run "compile the float part" compile -I"$include" -DPART=float_part -c "$consumer/part.c" -o "$temp/float_part.o"
run "compile the double part" compile -I"$include" -DPART=double_part -DGRAZE_DOUBLE -c "$consumer/part.c" \
    -o "$temp/double_part.o"
run "link both shared libraries" gcc "$consumer/both.c" "$temp/float_part.o" "$temp/double_part.o" \
    -L"$lib" -lgraze -lgraze-double -lm -o "$temp/both"
run "run with both shared libraries" "$temp/both"
run "link both static libraries" gcc "$consumer/both.c" "$temp/float_part.o" "$temp/double_part.o" \
    "$lib/libgraze.a" "$lib/libgraze-double.a" -lm -o "$temp/both"
run "run with both static libraries" "$temp/both"
run "compile the loader" compile "$consumer/load_both.c" -ldl -o "$temp/load_both"
run "load both libraries" "$temp/load_both" "$lib/libgraze.so" "$lib/libgraze-double.so"

# A mismatch must not link, and say which name is missing.
must_not_link() { # missing name, library, flags
    if gcc -std=c17 -I"$include" -DEXPECTED_BYTES=4 ${3:+"$3"} "$consumer/main.c" "$2" -lm -o "$temp/mixed" \
        > "$temp/mixed.log" 2>&1; then
        fail "$(basename "$2") links with the header of the other precision"
    fi
    grep -q "undefined reference to .$1'" "$temp/mixed.log" || { cat "$temp/mixed.log" >&2; fail "the link failed for another reason"; }
}
for kind in so a; do
    must_not_link graze_double_version "$lib/libgraze.$kind" -DGRAZE_DOUBLE
    must_not_link graze_version "$lib/libgraze-double.$kind" ""
done
