#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the hash program in both precisions with gcc -O3 (all vector units, and the baseline's only) and with
# clang -O0 (none); GRAZE_HASH_ALL=1 builds all of these with both compilers at both levels, which takes more
# than four times as long. Compares what each prints with the first build of the same precision. Fails if a
# section differs and says in which build. A compiler that is not installed is skipped with a line that says so.
# Where GRAZE_BUILD names a folder with libraries, which are gcc's with all vector units, these are not built again.
# usage: [GRAZE_BUILD=folder] tests/hash/compare.sh [jobs, default 2]
set -eu
cd "$(dirname "$0")/../.."
variants_of() { # level
    case ${GRAZE_HASH_ALL:+all}$1 in
    all*) echo plain baseline avx2 simd ;;
    -O0) echo plain ;;
    *) echo baseline simd ;;
    esac
}

levels_of() { # compiler
    case ${GRAZE_HASH_ALL:+all}$1 in
    all*) echo -O0 -O3 ;;
    gcc) echo -O3 ;;
    *) echo -O0 ;;
    esac
}

# Where a source's object (.o) and list of headers (.d) go.
object() { echo "$1/$(echo "$2" | tr / _)"; } # folder source

# Compiles the sources given to objects in a folder.
compile() { # folder compiler options sources
    folder=$1 compiler=$2 options=$3
    shift 3
    # shellcheck disable=SC2086 # options is a list
    for source; do
        "$compiler" $options -MMD -c "$source" -o "$(object "$folder" "$source").o" || return 1
    done
}

# The library that is one of the variants and was built already; there may be none.
library() { # precision variant
    case ${GRAZE_HASH_ALL:+all}$2 in
    gcc-O3-simd) ;;
    *) return 1 ;;
    esac
    file=${GRAZE_BUILD:-.}/libgraze.a
    [ "$1" = float ] || file=${GRAZE_BUILD:-.}/libgraze-double.a
    [ -f "$file" ] && echo "$file"
}

# All variants of one precision, compiler and level. Each leaves <name>.out, and none if it could not
# be built or run. Between variants only those sources are compiled again that see their macros.
build() { # folder precision compiler level
    work=$1/$2-$3$4
    mkdir "$work"
    flags="-std=c17 $4 -ffp-contract=off -fno-math-errno -pthread -DGRAZE_STATIC -Iinclude -Isrc -Itests"
    [ "$2" = float ] || flags="$flags -DGRAZE_DOUBLE"
    all="$(find src tests/hash -name '*.c' ! -path 'src/solid3/*' | sort) tests/oracle/random_shape.c" sources=$all
    find src tests/hash -name '*.[ch]' -exec grep -lE 'GRAZE_NO_(SIMD|AVX2)' {} + > "$work/vector"
    for variant in $(variants_of "$4"); do
        case $variant in
        plain) macros=-DGRAZE_NO_SIMD ;;
        baseline) macros=-DGRAZE_NO_AVX2 ;;
        avx2) macros=-DGRAZE_NO_AVX512 ;;
        simd) macros= ;;
        esac
        if library=$(library "$2" "$3$4-$variant"); then
            sources=$(for source in $all; do case $source in tests/*) echo "$source" ;; esac; done)
            objects="$work/tests_*.o $library"
        else
            objects="$work/*.o"
        fi
        # shellcheck disable=SC2086 # lists
        compile "$work" "$3" "$flags $macros" $sources || return 1
        # shellcheck disable=SC2086 # a list
        "$3" $objects -o "$work/program" -lm -pthread || return 1
        "$work/program" > "$work-$variant.new" || return 1
        mv "$work-$variant.new" "$work-$variant.out"
        sources=$(for source in $all; do
            if grep -qFf "$work/vector" "$(object "$work" "$source").d"; then echo "$source"; fi
        done)
    done
}

if [ "${1:-}" = --build ]; then # called by xargs below
    shift
    build "$@" > "$1/$2-$3$4.messages" 2>&1 || true
    exit 0
fi

jobs=${1:-2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compilers=
for compiler in gcc clang; do
    if command -v $compiler > /dev/null; then
        compilers="$compilers $compiler"
    else
        echo "hash: $compiler is not installed, its builds are skipped"
    fi
done
[ -n "$compilers" ] || { echo "hash: no compiler to compare"; exit 1; }

for precision in float double; do
    for compiler in $compilers; do
        for level in $(levels_of $compiler); do echo "$precision $compiler $level"; done
    done
done > "$work/builds"
xargs -P "$jobs" -L 1 tests/hash/compare.sh --build "$work" < "$work/builds"

bad=0 count=0 reference='' last=''
while read -r precision compiler level; do
    for variant in $(variants_of "$level"); do
        name=$precision-$compiler$level-$variant count=$((count + 1))
        if [ ! -s "$work/$name.out" ]; then
            echo "hash: $name could not be built or run:"
            head -20 "$work/$precision-$compiler$level.messages"
            bad=1
        elif [ "$precision" != "$last" ]; then
            reference=$name last=$precision
            echo "hash: $name (section, digest, values)"
            cat "$work/$name.out"
        elif ! cmp -s "$work/$reference.out" "$work/$name.out"; then
            echo "hash: $name differs from $reference in:" \
                "$(diff "$work/$reference.out" "$work/$name.out" | sed -n 's/^[<>] \([a-z_]*\) .*/\1/p' | sort -u | tr '\n' ' ')"
            bad=1
        fi
    done
done < "$work/builds"
[ $bad -eq 0 ] && echo "hash: $count builds, the same bits in each precision"
exit $bad
