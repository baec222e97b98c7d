#!/bin/bash
# SPDX-License-Identifier: MIT
# The checks of this folder find what they look for: each passes on a copy of the sources or libraries
# made for it, and fails once a fault is planted there.
. "$(dirname "$0")/common.sh"
copy=$temp/copy
mkdir -p "$copy/src/base" "$copy/src/math" "$copy/src/shape" "$copy/include/graze" "$copy/tests/base" \
    "$copy/tests/package" "$copy/examples" "$copy/scripts"
cp "$source_dir"/scripts/symbols.sh "$source_dir"/scripts/exports.sh "$copy/scripts/"

check() { # name of the check, on the copy
    GRAZE_SOURCE=$copy GRAZE_BUILD=$copy bash "$here/$1.sh" > "$temp/check.log" 2>&1
}
passes() { check "$1" || { cat "$temp/check.log" >&2; fail "$1 fails on good input"; }; }
must_fail() { # check, expected words, what was planted
    if check "$1"; then fail "$1 does not see $3"; fi
    grep -qE "$2" "$temp/check.log" || { cat "$temp/check.log" >&2; fail "$1 fails on $3, but not for that"; }
}

# include_edges: one good edge, then each kind of bad one
echo '#include "base/a.h"' > "$copy/src/math/m.h"
echo '#include "graze/a.h"' > "$copy/src/base/a.h"
passes include_edges
plant_edge() { # file, include, what
    echo "#include $2" > "$copy/$1"
    must_fail include_edges "$1:1: includes" "$3"
    rm "$copy/$1"
}
plant_edge src/base/b.c '"math/m.h"' "base that knows math"
plant_edge src/base/b.c '<shape/s.h>' "base that knows shape"
plant_edge src/math/b.c '"m.h"' "an include without its folder"
mkdir "$copy/src/odd"
plant_edge src/odd/b.c '"base/a.h"' "a folder that is not in the table"
plant_edge include/graze/b.h '"base/a.h"' "a public header that knows the internals"
plant_edge examples/b.c '"math/m.h"' "an example that knows the internals"
plant_edge examples/b.c '"../src/math/m.h"' "an example that reaches the internals by a path"

# tracked_files
passes tracked_files
for text in "/wor""k/place" "at '/roo""t/x'" "a TO""DO" "FIX""ME: later"; do
    echo "$text" > "$copy/src/math/note.c"
    must_fail tracked_files 'note\.c:1:' "$text"
done
rm "$copy/src/math/note.c"

# requirement_ids: U1 must not count for U11
printf '# ids\nU11\nG3 G4\n' > "$copy/tests/package/requirement_ids.txt"
echo '/* U11, G2-G4 */' > "$copy/tests/base/test_a.c"
passes requirement_ids
echo 'U1' > "$copy/tests/package/requirement_ids.txt"
must_fail requirement_ids '^U1$' "a requirement without a test"

# generated_lists
echo 'GRAZE_API int graze_a(void); /* graze_a */' > "$copy/include/graze/a.h"
echo 'int gz_a(void);' >> "$copy/src/base/a.h"
"$copy/scripts/symbols.sh" "$copy"
"$copy/scripts/exports.sh"
passes generated_lists
echo 'GRAZE_API int graze_b(void);' >> "$copy/include/graze/a.h"
must_fail generated_lists 'include/graze/symbols.h is out of date' "a new public name"
"$copy/scripts/symbols.sh" "$copy"
must_fail generated_lists 'exports.txt is out of date' "a new function"
echo 'int gz_b(void);' >> "$copy/src/base/a.h"
must_fail generated_lists 'src/base/symbols.h is out of date' "a new internal name"

# headers
printf '#ifndef A\n#define A\nstatic inline int graze_a(int x) { return x; }\n#endif\n' > "$copy/include/graze/a.h"
passes headers
printf '#ifndef A\n#define A\nstatic inline graze_real graze_a(void) { return 1; }\n#endif\n' > "$copy/include/graze/a.h"
must_fail headers 'graze/a.h alone' "a header that needs another one"
printf '#ifndef A\n#define A\nstatic inline float graze_a(double x) { return x; }\n#endif\n' > "$copy/include/graze/a.h"
must_fail headers 'graze/a.h alone' "a header with a warning"

# libraries: a tiny one in both precisions, then with each fault
good='__attribute__((visibility("default"))) int PREFIX(a)(int x) { return x; }
static int current;
int HIDDEN(b)(void) { return ++current; }'
make_libraries() { # source
    local precision name
    for precision in "" double_; do
        name=graze${precision:+-double}
        printf '#define PREFIX(n) graze_%s##n\n#define HIDDEN(n) gz_%s##n\n%s\n' "$precision" "$precision" "$1" > "$temp/memory.c"
        (cd "$temp" && gcc -fPIC -fvisibility=hidden -c memory.c -o memory.c.o)
        rm -f "$copy/lib$name.a"
        ar rc "$copy/lib$name.a" "$temp/memory.c.o"
        gcc -shared "$temp/memory.c.o" -Wl,-soname,"lib$name.so.1" -o "$copy/lib$name.so"
    done
}
echo graze_a > "$copy/tests/package/exports.txt"
echo 'memory.c current' > "$copy/tests/package/writable.txt"
make_libraries "$good"
passes libraries
make_libraries "$good
__attribute__((visibility(\"default\"))) int PREFIX(c)(void) { return 1; }"
must_fail libraries '> graze_c' "an export that is not listed"
make_libraries "static int current; int HIDDEN(b)(void) { return ++current; }"
must_fail libraries '< graze_a' "an export that is missing"
make_libraries "$good
int elsewhere(void); int HIDDEN(c)(void) { return elsewhere(); }"
must_fail libraries 'needs more than the C library' "an undefined function"
make_libraries "$good
int *HIDDEN(c)(void) { static int counter; return &counter; }"
must_fail libraries '^memory.c counter' "a static variable"
make_libraries "$good
int same_name(void) { return 1; }"
must_fail libraries '^same_name' "a name without prefix"
make_libraries "$good
int gz_same(void) { return 1; }"
must_fail libraries '^gz_same' "a name that both precisions define"
