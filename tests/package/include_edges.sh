#!/bin/bash
# SPDX-License-Identifier: MIT
# Who may include whom: every #include "..." under src/, tools/ and examples/ against the table of
# docs/architecture.md, which is the order of the folders.
# (bench/ may reach the internals: it measures parts that have no public name. So may the tests.)
. "$(dirname "$0")/common.sh"
cd "$source_dir"

# folder: the folders it may include besides itself. The public headers, "graze/...", are open to all.
cat > "$temp/table" << 'END'
base:
math: base
bounds: base math
primitive: base math bounds
tree: base math bounds primitive
broad: base math bounds primitive tree
hull: base math bounds primitive
shape: base math bounds primitive hull
convex: base math bounds primitive hull shape
mesh: base math bounds primitive tree hull shape
narrow: base math bounds primitive tree hull shape convex mesh
world: base math bounds primitive tree hull shape convex mesh narrow broad
solid3:
END

# Every include as "file line included"
folders=()
for folder in src include tools examples; do [ ! -d "$folder" ] || folders+=("$folder"); done
find "${folders[@]}" -type f \( -name '*.c' -o -name '*.h' \) -exec \
    grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]' {} + |
    sed -E 's/^([^:]*):([0-9]+):[^<"]*[<"]([^>"]*)[>"].*/\1 \2 \3/' > "$temp/includes"
[ -s "$temp/includes" ] || fail "no include found at all"

awk -v table="$temp/table" '
    BEGIN {
        while ((getline line < table) > 0) {
            split(line, parts, ":")
            known[parts[1]] = 1
            allowed[parts[1], parts[1]] = 1
            count = split(parts[2], names, " ")
            for (i = 1; i <= count; ++i) allowed[parts[1], names[i]] = 1
        }
    }
    function wrong(text) { printf "%s:%s: includes %s: %s\n", $1, $2, $3, text }
    {
        split($1, place, "/")
        slash = index($3, "/")
        target = slash ? substr($3, 1, slash - 1) : "."
        if (place[2] == "solid3" && place[3] == "SOLID") next # its headers under their other path
        if (target == ".." || target == "src") wrong("paths start at a folder of src/, or at graze/")
        else if (place[1] == "src") {
            if (!(place[2] in known)) wrong("the folder src/" place[2] " is not in the table")
            else if (target in known && target != "solid3" && !((place[2], target) in allowed))
                wrong("src/" place[2] " must not know " target)
            else if (target == "." && system("test -e \"src/" place[2] "/" $3 "\"") == 0)
                wrong("write it as \"" place[2] "/" $3 "\"")
        } else if (place[1] == "include") {
            if (target in known && target != "solid3") wrong("a public header must not know the internals")
        } else if (target in known && target != "solid3")
            wrong(place[1] " uses the public headers alone")
    }
' "$temp/includes" > "$temp/wrong"
must_be_empty "include edges that the design does not allow" "$temp/wrong"
echo "$(wc -l < "$temp/includes") includes checked"
