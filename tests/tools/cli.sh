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
expect 0 check "$temp/triangle.obj" && says out "1 object, 0 pairs"
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
    expect 1 distance --json "$data/workshop.wrl#drum" "$data/workshop.wrl#bearing"
    says out '"lower"'
    expect 0 ray --from 4,9,9 --to 4,9,8 "$data/workshop.wrl" && says out "nothing is met"
    expect 1 ray --first --from 4,1,9 --along 0,0,-1 "$data/workshop.wrl"
    expect 1 check --json --clearance 0.05 "$data/workshop.wrl"
    python3 - "$temp/out" << 'END' || complain "JSON of check"
import json, sys
report = json.load(open(sys.argv[1]))
assert set(report) == {"units", "objects", "pairs", "clashes", "found"}, set(report)
kinds = [f["kind"] for f in report["found"]]
assert set(kinds) <= {"overlap", "inside", "near", "touch"}
assert report["clashes"] == len(kinds) - kinds.count("touch") > 10
for f in report["found"]:
    assert set(f) == {"kind", "a", "b", "index_a", "index_b", "distance", "point", "normal"}
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

# Files that mean harm: an error line and status 2, soon and without much memory.
limit() { # runs with at most 2 GB; sanitisers need more than that for themselves
    local wanted=$1 status=0
    shift
    (
        nm "$graze" 2> /dev/null | grep -q __asan || ulimit -v 2000000
        timeout 60 "$graze" "$@"
    ) > "$temp/out" 2> "$temp/err" || status=$?
    [ "$status" -eq "$wanted" ] || complain "graze $*: exit status $status, not $wanted"
}
cat > "$temp/self.urdf" << 'END'
<robot name='r'><link name='a'><collision><geometry><mesh filename='self.urdf'/></geometry></collision></link></robot>
END
limit 2 check "$temp/self.urdf" && says err "cannot be a robot"
{
    echo '#VRML V2.0 utf8'
    echo 'DEF n0 Shape { geometry Sphere { } }'
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13; do echo "DEF n$i Group { children [ USE n$((i - 1)) USE n$((i - 1)) ] }"; done
} > "$temp/doubled.wrl"
limit 2 check "$temp/doubled.wrl" && says err "pairs of objects are near each other"
head -c 300 "$data/workshop.wrl" > "$temp/cut.wrl"
head -c 100000 /dev/urandom > "$temp/random.ply"
printf 'ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nend_header\n' > "$temp/huge.ply"
printf '#VRML V2.0 utf8\nInline { url "inline.wrl" }\n' > "$temp/inline.wrl"
for file in cut.wrl random.ply huge.ply inline.wrl; do limit 2 check "$temp/$file" && says err "$file"; done
if [ -e /dev/full ]; then
    "$graze" info "$data/gripper.obj" > /dev/full 2> "$temp/err"
    [ $? -eq 2 ] || complain "a report that cannot be written"
fi

# Units: metres of VRML become millimetres.
expect 0 distance --units mm "$data/workshop.wrl#drum" "$data/workshop.wrl#crate" && says out " mm"

# What was written is understood again, and means the same.
expect 0 convert "$data/workshop.wrl" "$temp/again.wrl"
expect 1 check "$temp/again.wrl"
cmp -s "$temp/out" "$temp/clashes" || complain "a converted file has other clashes"
expect 0 convert --units mm "$data/gripper.obj" "$temp/gripper.wrl" # millimetres become metres, and back
expect 0 info --json "$temp/gripper.wrl" && says out "0.060000000000"
for ending in obj off stl; do
    expect 0 convert "$data/workshop.wrl" "$temp/again.$ending"
    expect 0 info "$temp/again.$ending"
done

# Other formats, if the program was built with assimp: a child reads them, and what becomes of it is an error line.
cat > "$temp/tetra.dae" << 'END'
<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>
<unit name="meter" meter="1"/><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id="g" name="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 0 1 0 0 0 1</float_array><technique_common><accessor
source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z"
type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh>
</geometry></library_geometries><library_visual_scenes><visual_scene id="s"><node id="n" name="tetra"><translate>1 2 3
</translate><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene
url="#s"/></scene></COLLADA>
END
if "$graze" info "$temp/tetra.dae" > "$temp/out" 2> "$temp/err"; then
    says out "closed  (1 2 3) to (2 3 4)"
    head -c 700 "$temp/tetra.dae" > "$temp/cut.dae"
    expect 2 info "$temp/cut.dae" && says err "cut.dae" && silent out
    expect 2 info "$temp/none.dae" && says err "none.dae"
else
    says err "not a format that is known"
fi

[ "$failures" -eq 0 ] && echo "the program does as it says"
exit $((failures > 0))
