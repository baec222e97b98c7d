#!/bin/sh
# SPDX-License-Identifier: MIT
# Configures and builds one preset of CMakePresets.json on all processors. What the tools print goes to
# build/PRESET.log and is shown only when something fails.
# usage: [TARGETS="..."] scripts/build.sh PRESET [more arguments for the configuration]
set -eu
cd "$(dirname "$0")/.."
preset=$1
shift
unset MAKEFLAGS MFLAGS MAKELEVEL # the inner make has its own number of jobs

mkdir -p build
log=build/$preset.log
echo "building $preset"
if ! cmake --preset "$preset" "$@" > "$log" 2>&1; then
    cat "$log" >&2
    echo "configuring '$preset' failed; if a compiler changed, 'make clean' starts afresh" >&2
    exit 1
fi
# --keep-going: a program that does not build should not hide what others have to say.
# shellcheck disable=SC2086 # targets are words
if ! cmake --build --preset "$preset" ${TARGETS:+--target $TARGETS} \
    --parallel "$(nproc 2> /dev/null || echo 2)" -- --keep-going >> "$log" 2>&1; then
    grep -vE '^(\[ *[0-9]+%\]|--) ' "$log" >&2
    echo "building '$preset' failed; build/$preset.log has it all" >&2
    exit 1
fi
