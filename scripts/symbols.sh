#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the two lists that give the double build names of its own: every graze_ name of the public
# headers, every gz_ name of the internal ones. Run it after adding a name; a test compares.
# usage: scripts/symbols.sh [output folder, default the source tree]
set -eu
cd "$(dirname "$0")/.."
out=${1:-.}
export LC_ALL=C

write_list() { # prefix, guard, title; names on standard input
    printf '/* SPDX-License-Identifier: MIT\n * %s Made by scripts/symbols.sh. */\n' "$3"
    printf '#ifndef %s\n#define %s\n\n#if defined(GRAZE_DOUBLE)\n' "$2" "$2"
    sed -E "s/^$1_(.*)\$/#define $1_\\1 $1_double_\\1/"
    printf '#endif\n\n#endif\n'
}

mkdir -p "$out/include/graze" "$out/src/base"
find include/graze -name '*.h' ! -name symbols.h -exec cat {} + |
    grep -oE '\bgraze_[a-z0-9_]+' | sort -u |
    write_list graze GRAZE_SYMBOLS_H 'Names of the double build, so that both precisions fit in one program.' \
        > "$out/include/graze/symbols.h.new"
find src -name '*.h' ! -path src/base/symbols.h -exec cat {} + |
    grep -oE '\bgz_[a-z0-9_]+' | sort -u |
    write_list gz GZ_BASE_SYMBOLS_H 'Internal names of the double build, so that both archives link.' \
        > "$out/src/base/symbols.h.new"
mv "$out/include/graze/symbols.h.new" "$out/include/graze/symbols.h"
mv "$out/src/base/symbols.h.new" "$out/src/base/symbols.h"
