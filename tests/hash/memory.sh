#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the hash program under clang's memory sanitiser, in double and with GRAZE_HASH_ALL=1 in float, too: bits
# that depend on memory nobody wrote to differ only now and then, and between machines. Skipped (77) where clang
# has none.
# usage: [GRAZE_HASH_ALL=1] tests/hash/memory.sh
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-std=c17 -O1 -g -fsanitize=memory -ffp-contract=off -fno-math-errno -pthread -DGRAZE_STATIC -Iinclude -Isrc -Itests"
echo 'int main(void) { return 0; }' > "$work/none.c"
# shellcheck disable=SC2086 # a list
if ! clang $flags "$work/none.c" -o "$work/none" 2> /dev/null || ! "$work/none"; then
    echo "memory: clang with a memory sanitiser is not here, skipped"
    exit 77
fi

run() { # name, options
    # shellcheck disable=SC2046,SC2086 # lists
    clang $flags $2 $(find src tests/hash -name '*.c' ! -path 'src/solid3/*') tests/oracle/random_shape.c -o "$work/$1" -lm &&
        "$work/$1" > "$work/$1.out" 2> "$work/$1.messages" || {
        echo "memory: $1 failed after $(tail -n 1 "$work/$1.out" | sed 's/ .*//')"
        head -n 30 "$work/$1.messages"
        return 1
    }
}
precisions=double
if [ -n "${GRAZE_HASH_ALL:-}" ]; then
    precisions="float and double"
    run float ''
fi
run double -DGRAZE_DOUBLE
echo "memory: $(wc -l < "$work/double.out") sections in $precisions, nothing read that was not written"
