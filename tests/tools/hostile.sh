#!/bin/bash
# SPDX-License-Identifier: MIT
# Files that mean harm, for every reader: cut short, random, with counts that nothing stands behind, made of themselves,
# or that say much in few words. Each has to end with status 2 and one line that names the file, soon and with
# little memory.
# usage: hostile.sh PROGRAM SOURCE_DIR
set -u
graze=$1 data=$2/data corpus=$2/tests/data/fuzz
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
failures=0 files=0
cd "$temp" || exit 1

# Sanitisers need more address space than any limit would leave.
limited=true
nm "$graze" 2> /dev/null | grep -q __asan && limited=false

# refused FILE WORDS...: the line has to have the words and the name of the file. With at most 1 GB and a minute.
refused() {
    local file=$1 status=0
    shift
    files=$((files + 1))
    (
        ! $limited || ulimit -v 1000000
        timeout 60 "$graze" check "${options[@]}" "$file"
    ) > out 2> err || status=$?
    if [ "$status" -ne 2 ] || [ -s out ] || [ "$(wc -l < err)" -ne 1 ] || ! grep -qF -- "$*" err ||
        ! grep -qF -- "${named:-$file}" err; then
        echo "$file: exit status $status; '$*' expected"
        head -c 300 out
        head -c 2000 err
        failures=$((failures + 1))
    fi
}
options=()
repeat() { yes "$2" | head -n "$1"; } # COUNT TEXT

# Cut short: the second half is missing. A Wavefront file has no end that could be missed, so it is cut in a number.
head -c 90 "$corpus/off/cube.off" > cut.off && refused cut.off expected
head -c 150 "$corpus/ply/text.ply" > cut.ply && refused cut.ply
head -c -3 "$corpus/ply/little.ply" > cut2.ply && refused cut2.ply "cut short"
head -c 120 "$corpus/stl/text.stl" > cut.stl && refused cut.stl
head -c -20 "$corpus/stl/binary.stl" > cut2.stl && refused cut2.stl "cut short"
printf 'v 0 0 0\nv 1 0' > cut.obj && refused cut.obj "cut.obj:2: a coordinate expected"
head -c 300 "$data/workshop.wrl" > cut.wrl && refused cut.wrl "expected"
head -c 300 "$data/arm.urdf" > cut.urdf && refused cut.urdf
head -c 60 "$corpus/gzip/cube.gz" > cut.off.gz && refused cut.off.gz "gzip cannot unpack it"

# Empty, and random.
for ending in obj stl off ply wrl urdf off.gz; do
    : > "empty.$ending" && refused "empty.$ending" "is empty"
    head -c 20000 /dev/urandom > "random.$ending"
    refused "random.$ending"
done
{
    printf '#VRML V2.0 utf8\n'
    head -c 20000 /dev/urandom
} > random2.wrl && refused random2.wrl
{
    printf '\037\213\010'
    head -c 20000 /dev/urandom
} > random2.off.gz && refused random2.off.gz

# Counts that nothing stands behind.
printf 'ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nend_header\n' > huge.ply
refused huge.ply "expected"
printf 'ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty double x\nend_header\nxxxxxxxxx' > huge2.ply
refused huge2.ply "cut short"
printf 'ply\nformat binary_little_endian 1.0\nelement face 1\nproperty list uint int vertex_index\nend_header\n\377\377\377\377' > huge3.ply
refused huge3.ply "cut short"
printf 'OFF\n4000000000 4000000000 0\n0 0 0\n' > huge.off && refused huge.off "expected"
printf 'OFF\n1 1 0\n0 0 0\n4000000000 0 0 0\n' > huge2.off && refused huge2.off "expected"
{
    printf '%80s' x
    printf '\377\377\377\377%50s' x
} > huge.stl && refused huge.stl "4294967295 triangles announced"
printf 'v 0 0 0\nf 999999999999 1 1\n' > huge.obj && refused huge.obj "point 999999999999 of 1"
printf '#VRML V2.0 utf8\nShape { geometry ElevationGrid { xDimension 1e9 zDimension 1e9 height [ 1 ] } }\n' > huge.wrl
refused huge.wrl "an ElevationGrid of 1e+09 x 1e+09"
printf '#VRML V2.0 utf8\nShape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0 ] } coordIndex [ 0 0 4000000000 ] } }\n' > huge2.wrl
refused huge2.wrl "names point 4e+09 of 1"

# Made of themselves, by one name or another, alone or together.
printf '#VRML V2.0 utf8\nInline { url "self.wrl" }\n' > self.wrl && refused self.wrl "inlines itself"
printf '#VRML V2.0 utf8\nInline { url "./../%s/./self2.wrl" }\n' "$(basename "$temp")" > self2.wrl
refused self2.wrl "inlines itself"
printf '#VRML V2.0 utf8\nGroup { children [ Inline { url "b.wrl" } ] }\n' > a.wrl
printf '#VRML V2.0 utf8\nTransform { children Inline { url "c.wrl" } }\n' > b.wrl
printf '#VRML V2.0 utf8\nInline { url "a.wrl" }\n' > c.wrl
named=c.wrl:2 refused a.wrl "'a.wrl' inlines itself"
printf '#VRML V2.0 utf8\nDEF a Group { children [ USE a ] }\n' > use.wrl && refused use.wrl "defined before"
for ((i = 0; i < 50; ++i)); do
    printf '#VRML V2.0 utf8\nInline { url "chain%d.wrl" }\nInline { url "chain%d.wrl" }\n' $((i + 1)) $((i + 1)) > chain$i.wrl
done
printf '#VRML V2.0 utf8\n' > chain50.wrl
named=chain32.wrl refused chain0.wrl "inlined by more than 32 others"
cat > self.urdf << 'END'
<robot name='r'><link name='a'><collision><geometry><mesh filename='self.urdf'/></geometry></collision></link></robot>
END
refused self.urdf "cannot be a robot"

# Things that never end, or are no files.
mkfifo pipe.wrl
mkdir folder.wrl
for thing in pipe.wrl folder.wrl /dev/zero; do
    printf '#VRML V2.0 utf8\nInline { url "%s" }\n' $thing > no_file.wrl
    named=$thing refused no_file.wrl "not a file"
done
refused pipe.wrl "a pipe or a device"
refused folder.wrl "a folder"

# One in the other.
{
    printf '#VRML V2.0 utf8\n'
    repeat 100000 'Group { children '
} > deep.wrl && refused deep.wrl "nodes in more than 256 others"
{
    printf '#VRML V2.0 utf8\nShape '
    repeat 100000 '['
} > deep2.wrl && refused deep2.wrl expected
{
    printf "<robot name='r'>"
    repeat 100000 '<a>'
} > deep.urdf && refused deep.urdf

# Few words that mean much.
{
    echo '#VRML V2.0 utf8'
    echo 'DEF n0 Shape { geometry Sphere { } }'
    for ((i = 1; i < 60; ++i)); do echo "DEF n$i Group { children [ USE n$((i - 1)) USE n$((i - 1)) ] }"; done
} > laughs.wrl && refused laughs.wrl "repeat nodes more than a million times"
{
    echo '#VRML V2.0 utf8'
    echo 'DEF n0 Shape { geometry Sphere { } }'
    for ((i = 1; i < 14; ++i)); do echo "DEF n$i Group { children [ USE n$((i - 1)) USE n$((i - 1)) ] }"; done
} > heap.wrl && refused heap.wrl "pairs of objects are near each other"
for ((i = 0; i < 30; ++i)); do
    printf '#VRML V2.0 utf8\nInline { url "twice%d.wrl" }\nInline { url "twice%d.wrl" }\n' $((i + 1)) $((i + 1)) > twice$i.wrl
done
printf '#VRML V2.0 utf8\nShape { geometry Box { } }\n' > twice30.wrl
named=twice refused twice0.wrl "repeat nodes more than a million times"
{
    printf '#VRML V2.0 utf8\nShape { geometry Extrusion { crossSection ['
    repeat 20000 '0 1 2 3 '
    printf '] spine ['
    repeat 20000 '0 1 2 3 4 5 '
    printf '] } }\n'
} > extrusion.wrl && refused extrusion.wrl "an Extrusion of too many points"
entities="<!DOCTYPE r [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;'>]>"
printf "%s<robot name='&c;'/>" "$entities" > laughs.urdf && refused laughs.urdf entities
printf "%s<robot name='&c;'/>" "$entities" > laughs.srdf
options=(--srdf laughs.srdf)
cp "$data/arm.urdf" "$data/gripper.obj" . && named=laughs.srdf refused arm.urdf entities
head -c 20000 /dev/urandom > random.srdf && options=(--srdf random.srdf)
named=random.srdf refused arm.urdf
options=()
if $limited; then # with sanitisers it would take all the memory that there is up to 2 GB
    head -c 20000000 /dev/zero | gzip -9 > packed
    for ((i = 0; i < 120; ++i)); do cat packed; done > swells.off.gz
    refused swells.off.gz "out of memory"
fi

echo "$files files, $failures of them not refused as they should be"
exit $((failures > 0))
