#!/bin/bash
# SPDX-License-Identifier: MIT
# The program as people and scripts meet it: exit statuses, what goes to which output, JSON that a parser takes.
# usage: cli.sh PROGRAM SOURCE_DIR
set -u
graze=$1 data=$2/data
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
failures=0

# expect STATUS WORDS...: runs the program with them; its output is in $temp/out and $temp/err
expect() {
    local wanted=$1 status=0
    shift
    "$graze" "$@" > "$temp/out" 2> "$temp/err" || status=$?
    [ "$status" -eq "$wanted" ] || complain "graze $*: exit status $status, not $wanted"
}
complain() {
    echo "$1"
    sed 's/^/    /' "$temp/out" "$temp/err" | head -20
    failures=$((failures + 1))
}
says() { grep -qF -- "$2" "$temp/$1" || complain "no '$2' in $1"; }
silent() { [ ! -s "$temp/$1" ] || complain "something in $1"; }

# Help is an answer, nonsense is an error with a line that says what to do.
expect 0 --help && says out "check" && silent err
for command in check convert distance info ray; do
    expect 0 $command --help && says out "usage: graze $command" && silent err
    expect 2 $command && says err "$command" && silent out
    expect 2 $command --no-such-option && says err "no option '--no-such-option'" && silent out
    expect 2 $command "$temp/missing.obj" "$temp/missing2.obj"
    silent out
done
expect 2 && says err usage
expect 2 dance && says err "no command 'dance'"

# Options that cannot be.
printf 'o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' > "$temp/triangle.obj"
expect 2 check --clearance -1 "$temp/triangle.obj" && says err "takes a length"
expect 2 check --clearance nan "$temp/triangle.obj"
expect 2 check --threads 0 "$temp/triangle.obj"
expect 2 check --sort size "$temp/triangle.obj" && says err "depth name"
expect 2 check --units parsec "$temp/triangle.obj"
expect 2 check --json=yes "$temp/triangle.obj"
expect 2 check "$temp/triangle.obj" --clearance && says err "needs a value"
expect 2 check --joint elbow "$temp/triangle.obj" && says err "NAME=VALUE"
expect 2 ray --from 1,2 --to 1,2,3 "$temp/triangle.obj"
expect 2 ray --from 1,2,3 "$temp/triangle.obj" && says err "either --to"
expect 2 convert "$temp/triangle.obj" "$temp/out.xyz" && says err ".wrl"
expect 2 convert --segments 2 "$temp/triangle.obj" "$temp/out.wrl"
expect 2 convert "$temp/triangle.obj" "$temp/no/such/folder.obj"

# Clean, clash, error.
expect 0 check "$temp/triangle.obj" && says out "1 objects, 0 pairs"
expect 0 check "$data/arm.urdf"
expect 1 check --joint shoulder=1.2 --joint elbow=2.6 "$data/arm.urdf" && says out overlap
expect 2 check --joint knee=1 "$data/arm.urdf" && says err knee
expect 1 check "$data/workshop.wrl"
cp "$temp/out" "$temp/clashes"
expect 1 check --threads 2 "$data/workshop.wrl"
cmp -s "$temp/out" "$temp/clashes" || complain "the report depends on the number of threads"
expect 1 check "$data/workshop.wrl" "$data/arm.urdf" && says out "workshop:bench"

# Programs read JSON.
if command -v python3 > /dev/null; then
    expect 1 check --json --clearance 0.05 "$data/workshop.wrl"
    python3 - "$temp/out" << 'END' || complain "JSON of check"
import json, sys
report = json.load(open(sys.argv[1]))
assert set(report) == {"units", "objects", "pairs", "clashes", "found"}, set(report)
kinds = [f["kind"] for f in report["found"]]
assert set(kinds) <= {"overlap", "inside", "near", "touch"}
assert report["clashes"] == len(kinds) - kinds.count("touch") > 10
for f in report["found"]:
    assert set(f) == {"kind", "a", "b", "distance", "point", "normal"}
    assert (f["kind"] == "near") == (0 < f["distance"] < 0.05) or f["kind"] == "touch"
    assert abs(sum(x * x for x in f["normal"]) - 1) < 1e-9
distances = [f["distance"] for f in report["found"] if f["kind"] != "touch"]
assert distances == sorted(distances)
END
    for words in "info $data/workshop.wrl" "distance $data/workshop.wrl#vice $data/workshop.wrl#lathe" \
        "ray --from 4,1,9 --along 0,0,-1 $data/workshop.wrl"; do
        "$graze" $words --json > "$temp/out" 2> "$temp/err"
        python3 -m json.tool "$temp/out" > /dev/null || complain "JSON of $words"
    done
fi

# Units: metres of VRML become millimetres.
expect 0 distance --units mm "$data/workshop.wrl#drum" "$data/workshop.wrl#crate" && says out " mm"

# What was written is understood again, and means the same.
expect 0 convert "$data/workshop.wrl" "$temp/again.wrl"
expect 1 check "$temp/again.wrl"
cmp -s "$temp/out" "$temp/clashes" || complain "a converted file has other clashes"
for ending in obj off stl; do
    expect 0 convert "$data/workshop.wrl" "$temp/again.$ending"
    expect 0 info "$temp/again.$ending"
done

[ "$failures" -eq 0 ] && echo "the program does as it says"
exit $((failures > 0))
