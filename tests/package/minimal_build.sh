#!/bin/bash
# SPDX-License-Identifier: MIT
# With a C compiler and CMake alone the libraries configure and build: the environment is empty and the
# path holds nothing but the compiler, its assembler and linker, CMake and make.
. "$(dirname "$0")/common.sh"
mkdir "$temp/bin"
for tool in cc as ld ar ranlib cmake make; do
    ln -s "$(command -v "$tool")" "$temp/bin/$tool"
done
alone() { env -i PATH="$temp/bin" "$@"; }
if alone sh -c 'command -v g++ || command -v clang || command -v pkg-config' > /dev/null 2>&1; then
    fail "the path is not as bare as it should be"
fi
# Unoptimised, because it is quicker; what is needed to build is the same.
run "configure" alone cmake -S "$source_dir" -B "$temp/build" -DCMAKE_BUILD_TYPE=Debug
# One static and one shared: the others are made of the same sources.
run "build" alone cmake --build "$temp/build" --parallel 2 --target graze-static graze-double
for library in libgraze.a libgraze-double.so; do
    [ -e "$temp/build/$library" ] || fail "$library was not built"
done
grep -E '^(CMOCKA|GMP|MPFR|QHULL)_LIBRARY|^CMAKE_CXX_COMPILER:' "$temp/build/CMakeCache.txt" > "$temp/looked" || true
must_be_empty "the plain configuration looks for more than a C compiler" "$temp/looked"
