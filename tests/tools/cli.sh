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
expect 2 chek "$data/workshop.wrl" && says err "is 'check' meant?"
expect 2 "$data/workshop.wrl" && says err "graze check $data/workshop.wrl"
expect 2 check --clearence 1 "$data/workshop.wrl" && says err "is '--clearance' meant?"
expect 0 help check && says out "usage: graze check" && silent err
expect 0 --version && says out "graze $(sed -n 's/^#define GRAZE_VERSION_MAJOR //p' "$2/include/graze/base.h")." && silent err

# Man page and completion know every command and every option, and no others.
options_of() { "$graze" "$1" --help | grep -oE '^  --[a-z]+' | tr -d ' ' | sort -u; }
sed 's/\\-/-/g' "$2/tools/graze/share/graze.1" > "$temp/page"
for command in check convert distance info ray; do
    grep -q "^.B graze $command" "$temp/page" || complain "the man page has no $command"
    COMP_WORDS=(graze "$command" --) COMP_CWORD=2 # as bash sets them
    completed=$(. "$2/tools/graze/share/graze.bash" 2> /dev/null; _graze && printf '%s\n' "${COMPREPLY[@]}" | sort)
    [ "$completed" = "$({ options_of $command && echo --help; } | sort)" ] || complain "completion of $command: $completed"
done
for option in $(for command in check convert distance info ray; do options_of $command; done | sort -u); do
    grep -qE -- "^.(B|BI) $option( |$)" "$temp/page" || complain "the man page has no $option"
done
for option in $(grep -oE '^\.BI? --[a-z]+' "$temp/page" | grep -oE -- '--[a-z]+'); do
    grep -qF -- "$option" <(for command in check convert distance info ray; do "$graze" $command --help; done; "$graze" --help) ||
        complain "there is no $option, which the man page has"
done

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

# Files that are none, or have nothing in them.
: > "$temp/empty.obj"
echo '# nothing' > "$temp/blank.obj"
mkdir "$temp/folder.obj"
expect 2 check "$temp/empty.obj" && says err "empty.obj: is empty" && silent out
expect 0 check "$temp/blank.obj" && says err "no objects are in" && says out "0 objects"
expect 2 check "$temp/folder.obj" && says err "is a folder" && silent out
expect 2 check "$temp" && says err "is a folder"
expect 2 check - && says err "standard input"
expect 2 distance "$temp/blank.obj" "$temp/triangle.obj" && says err "nothing is in it"
expect 2 distance "$temp/triangle.obj#x" "$temp/triangle.obj" && says err "no object's name matches 'x'"

# Names that repeat get a number, in one file and in several; the plain name means all of them.
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 0 -1\no a\nf 1 2 3\no b\nf 1 2 4\no a\nf 1 3 5\n' > "$temp/twice.obj"
expect 0 info "$temp/twice.obj" && says out "  a " && says out "  a#2 "
mkdir "$temp/other" && cp "$temp/twice.obj" "$temp/other"
expect 0 check --tolerance 0.1 "$temp/twice.obj" "$temp/other/twice.obj" --json
says out '"twice:a#4"'
expect 0 check --ignore twice:a --ignore twice:b "$temp/twice.obj" "$temp/other/twice.obj" && says out " 0 pairs"
expect 1 distance "$temp/twice.obj#a#2" "$temp/twice.obj#b" && says out "a#2 at"
expect 2 distance "$temp/twice.obj#a#3" "$temp/twice.obj" && says err "'a#3'"

# Robots: joints and SRDF files for all that have them, or for one.
sed 's/name="arm"/name="arm2"/' "$data/arm.urdf" > "$temp/left.urdf" && cp "$data/gripper.obj" "$temp"
sed 's/"elbow"/"knee"/g' "$temp/left.urdf" > "$temp/right.urdf"
expect 1 distance --joint knee=1 --joint left:elbow=2 "$temp/left.urdf" "$temp/right.urdf"
expect 1 check --joint shoulder=0.1 --joint elbow=1 --joint right:knee=2 "$temp/left.urdf" "$temp/right.urdf"
expect 2 check --joint right:elbow=1 "$temp/left.urdf" "$temp/right.urdf" && says err "no robot has a joint 'right:elbow'"
expect 2 check --joint elbow=nan "$temp/left.urdf" && says err "NAME=VALUE"
link() { sed -n 's/.*<link name="\([^"]*\)".*/\1/p' "$temp/left.urdf" | sed -n "$1p"; }
printf '<robot name="x"><disable_collisions link1="%s" link2="%s"/></robot>' "$(link 1)" "$(link 3)" > "$temp/x.srdf"
printf '<robot name="x"><disable_collisions link1="%s" link2="wing"/></robot>' "$(link 1)" > "$temp/y.srdf"
expect 0 check --srdf "$temp/x.srdf" --srdf left:"$temp/x.srdf" "$temp/left.urdf"
expect 2 check --srdf right:"$temp/y.srdf" "$temp/left.urdf" "$temp/right.urdf" && says err "no link 'wing'"
expect 2 check --srdf foot:"$temp/x.srdf" "$temp/left.urdf" && says err "there is no robot for"

# What goes wrong with an object names its file and line.
printf '#VRML V2.0 utf8\n\nDEF far Transform { scale 1e200 1 1 children Transform { translation 1e200 0 0 children\n Shape { geometry Box { } } } }\n' > "$temp/far.wrl"
expect 2 check "$temp/far.wrl" && says err "far.wrl:4: 'far/box': " && silent out

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
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\no a\377\303\244"\\\001\355\240\200\nf 1 2 3\no b\nf 1 2 3\n' > "$temp/bytes.obj"
    for words in "check $temp/bytes.obj" "info $temp/bytes.obj" "ray --from 0.1,0.1,1 --along 0,0,-1 $temp/bytes.obj" \
        "distance $temp/bytes.obj $temp/bytes.obj"; do
        "$graze" $words --json > "$temp/out" 2> "$temp/err"
        python3 -c 'import json, sys; assert "a\ufffd\u00e4\"" in str(json.loads(open(sys.argv[1], "rb").read().decode("utf-8")))' \
            "$temp/out" || complain "JSON of names that are not UTF-8: $words"
    done
    for words in "info $data/workshop.wrl" "distance $data/workshop.wrl#vice $data/workshop.wrl#lathe" \
        "ray --from 4,1,9 --along 0,0,-1 $data/workshop.wrl"; do
        "$graze" $words --json > "$temp/out" 2> "$temp/err"
        python3 -m json.tool "$temp/out" > /dev/null || complain "JSON of $words"
    done
fi

# A report that is lost is no answer. (What files that mean harm lead to is in hostile.sh.)
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
    # Lines stay lines: an edge beside the faces, in the same mesh.
    sed 's|</triangles>|&<lines count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>1 3</p></lines>|' \
        "$temp/tetra.dae" > "$temp/lines.dae"
    expect 0 info "$temp/lines.dae" && says out " lines            1 open" && says out " faces            4 closed"
    # Points: a glTF file of two.
    cat > "$temp/points.gltf" << 'END'
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "name": "dots"}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 0}]}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 1]}],
"bufferViews": [{"buffer": 0, "byteLength": 24}], "buffers": [{"byteLength": 24,
"uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA/"}]}
END
    expect 0 info "$temp/points.gltf" && says out " points           2 open"
else
    says err "not a format that is known"
fi

[ "$failures" -eq 0 ] && echo "the program does as it says"
exit $((failures > 0))
