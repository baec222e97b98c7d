#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the hash program with gcc and clang, -O0 and -O3, SIMD on and off, in both precisions, and
# compares what each prints with the first build of the same precision. Fails if a section differs
# and says in which build. A compiler that is not installed is skipped with a line that says so.
# usage: tests/hash/compare.sh [jobs, default 2]
set -eu
cd "$(dirname "$0")/../.."

# One build, called by xargs below: folder precision compiler level simd. Leaves <name>.out, and
# <name>.failed with the messages if it could not be built or run.
if [ "${1:-}" = --build ]; then
    work=$2 name=$3-$4$5-$6
    flags="-std=c17 $5 -ffp-contract=off -fno-math-errno -DGRAZE_STATIC -Iinclude -Isrc -Itests"
    [ "$3" = float ] || flags="$flags -DGRAZE_DOUBLE"
    [ "$6" = simd ] || flags="$flags -DGRAZE_NO_SIMD"
    sources="$(find src -name '*.c' | sort) $(find tests/hash -name '*.c' | sort) tests/oracle/random_shape.c"
    # shellcheck disable=SC2086 # flags and sources are lists
    { "$4" $flags $sources -o "$work/$name" -lm && "$work/$name" > "$work/$name.out"; } \
        2> "$work/$name.messages" || mv "$work/$name.messages" "$work/$name.failed"
    exit 0
fi

jobs=${1:-2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compilers=
for compiler in gcc clang; do
    if command -v $compiler > /dev/null; then compilers="$compilers $compiler"
    else echo "hash: $compiler is not installed, its builds are skipped"; fi
done
[ -n "$compilers" ] || { echo "hash: no compiler to compare"; exit 1; }

for precision in float double; do
    for compiler in $compilers; do
        for level in -O0 -O3; do
            for simd in plain simd; do echo "$precision $compiler $level $simd"; done
        done
    done
done > "$work/builds"
xargs -P "$jobs" -L 1 tests/hash/compare.sh --build "$work" < "$work/builds"

bad=0 count=0
reference= last=
while read -r precision compiler level simd; do
    name=$precision-$compiler$level-$simd count=$((count + 1))
    if [ -e "$work/$name.failed" ]; then
        echo "hash: $name could not be built or run:"
        head -20 "$work/$name.failed"
        bad=1
        continue
    fi
    if [ "$precision" != "$last" ]; then
        reference=$name last=$precision
        echo "hash: $name (section, digest, values)"
        cat "$work/$name.out"
        [ -s "$work/$name.out" ] || { echo "hash: nothing printed"; bad=1; }
        continue
    fi
    if ! cmp -s "$work/$reference.out" "$work/$name.out"; then
        different=$(diff "$work/$reference.out" "$work/$name.out" | sed -n 's/^[<>] \([a-z_]*\) .*/\1/p' | sort -u)
        echo "hash: $name differs from $reference in:" $different
        bad=1
    fi
done < "$work/builds"
[ $bad -eq 0 ] && echo "hash: $count builds, the same bits in each precision"
exit $bad
