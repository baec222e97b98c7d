#!/bin/sh
# SPDX-License-Identifier: MIT
# make run: the program at work on the scenes in data/, with a word on what it prints.
set -eu
cd "$(dirname "$0")/.."
graze=build/release/tools/graze

# A clash is what the scenes are for: only exit status 2 is an error.
check() {
    echo
    echo "\$ graze check $*"
    status=0
    "$graze" check "$@" || status=$?
    [ "$status" -le 1 ]
}

cat << 'END'

graze compares every object in a file with every other. The first scene is a small workshop with some
mistakes in it: 'overlap' says how far (a negative distance) and where two things share space, 'inside' that
one is in the other altogether, 'touch' that they are in mere contact, which is no clash.
END
check data/workshop.wrl
cat << 'END'

With a clearance, things that come too close are reported as well; here those of the lathe and the pipes that
are nearer than 3 cm, given in millimetres.
END
check --units mm --clearance 30 --ignore 'bench' --ignore 'vice' data/workshop.wrl
cat << 'END'

A robot: upright it is free, and this pose drives its hand into the pedestal.
END
check data/arm.urdf
check --joint shoulder=1.2 --joint elbow=2.6 data/arm.urdf
cat << 'END'

Try your own: build/release/tools/graze check FILE... ('graze --help' lists the commands). For programmers:
make tour shows the library, README.md begins with the first twenty lines of code.
END
