#!/bin/sh
# SPDX-License-Identifier: MIT
# Finds what a make target needs and installs what is missing: with apt-get when run as root, else it
# says what to install and fails. What is only wanted (the libraries that the benchmark compares with) is
# installed where that works; otherwise it says so and goes on. Prints nothing when all is there.
# usage: scripts/setup.sh build | run | test | bench | format
set -eu

# The tools each target needs, and those it can do without; one function below finds each, one line names its Debian packages.
wants=
case ${1:-} in
build) needs="compiler cmake" ;;
run)
    needs="compiler cmake expat"
    wants="zlib assimp"
    ;;
bench)
    needs="compiler cmake qhull python"
    wants="cxx ccd fcl bullet ode embree"
    ;;
test)
    needs="compiler cmake cxx clang clang_rt pkg_config cmocka gmp mpfr qhull zlib expat python"
    wants="assimp"
    ;;
format) needs="clang_format" ;;
*)
    sed -n 's/^# usage: /usage: /p' "$0" >&2
    exit 2
    ;;
esac

probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT

packages_of() {
    case $1 in
    compiler) echo gcc libc6-dev make ;;
    cmake) echo cmake ;;
    cxx) echo g++ ;;
    clang) echo clang ;;
    clang_rt) echo libclang-rt-dev ;;
    pkg_config) echo pkg-config ;;
    cmocka) echo libcmocka-dev ;;
    gmp) echo libgmp-dev ;;
    mpfr) echo libmpfr-dev ;;
    qhull) echo libqhull-dev ;;
    zlib) echo zlib1g-dev ;;
    expat) echo libexpat1-dev ;;
    assimp) echo libassimp-dev ;;
    clang_format) echo clang-format ;;
    python) echo python3 ;;
    ccd) echo libccd-dev ;;
    fcl) echo libfcl-dev ;;
    bullet) echo libbullet-dev ;;
    ode) echo libode-dev ;;
    embree) echo libembree-dev ;;
    esac
}

# Whether a program of the given lines compiles and links: builds COMPILER FLAGS... < source
builds() { "$@" -o "$probe/a.out" > /dev/null 2>&1; }
builds_c() { printf '%s\nint main(void) { return 0; }\n' "$1" | builds cc -x c - -x none "$2"; }

has_compiler() { builds_c '#include <stdio.h>' -lm && { [ "$target" != test ] || command -v gcc > /dev/null; }; }
has_cmake() {
    command -v cmake > /dev/null || return 1
    version=$(cmake --version | sed -n 's/^cmake version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
    [ "${version% *}" -gt 3 ] || { [ "${version% *}" -eq 3 ] && [ "${version#* }" -ge 21 ]; }
}
has_cxx() { echo '#include <vector>
int main() { return 0; }' | builds g++ -x c++ -; }
has_clang() { echo 'int main(void) { return 0; }' | builds clang -x c -; }
has_clang_rt() { echo 'int main(void) { return 0; }' | builds clang -fsanitize=address,undefined -x c -; }
has_pkg_config() { command -v pkg-config > /dev/null; }
has_cmocka() {
    builds_c '#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>' -lcmocka
}
has_gmp() { builds_c '#include <gmp.h>' -lgmp; }
has_mpfr() { builds_c '#include <mpfr.h>' -lmpfr; }
has_qhull() { builds_c '#include <libqhull_r/libqhull_r.h>' -lqhull_r; }
has_zlib() { builds_c '#include <zlib.h>' -lz; }
has_expat() { builds_c '#include <expat.h>' -lexpat; }
has_assimp() { builds_c '#include <assimp/cimport.h>' -lassimp; }
has_clang_format() { command -v clang-format > /dev/null; }
has_python() { command -v python3 > /dev/null; }
has_ccd() { builds_c '#include <ccd/ccd.h>' -lccd; }
has_ode() { builds_c '#include <ode/ode.h>' -lode; }
has_embree() { builds_c '#include <embree3/rtcore.h>' -lembree3; }
has_fcl() { [ -n "$(find /usr/include /usr/local/include -path '*/fcl/fcl.h' 2> /dev/null)" ]; }
has_bullet() { [ -n "$(find /usr/include /usr/local/include -name btBulletCollisionCommon.h 2> /dev/null)" ]; }

# The packages of all given needs that are not met, on one line.
missing_packages() {
    for need in "$@"; do
        "has_$need" || packages_of "$need"
    done | tr '\n' ' ' | sed 's/ *$//'
}

run_apt() {
    apt-get -q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" > "$probe/apt.log" 2>&1 < /dev/null
}

# Installs the given packages with apt-get; needs to be root.
install_packages() {
    echo "installing $*"
    export DEBIAN_FRONTEND=noninteractive
    run_apt update || echo "the package lists could not be renewed; going on with those that are here" >&2
    run_apt install -y --no-install-recommends "$@"
}

can_install() { command -v apt-get > /dev/null && [ "$(id -u)" -eq 0 ]; }

target=$1
# shellcheck disable=SC2086 # needs, wants and packages are lists of words, here and below
missing=$(missing_packages $needs) wanted=$(missing_packages $wants)
if [ -n "$missing" ]; then
    if ! command -v apt-get > /dev/null; then
        cat >&2 << END
'make $target' needs what these Debian packages hold, and this machine has no apt-get:
    $missing
Install what your system calls them (a C compiler, CMake 3.21 or newer, ...) and try again.
END
        exit 1
    fi
    if ! can_install; then
        cat >&2 << END
'make $target' needs packages that are missing. Install them with
    sudo apt-get update && sudo apt-get install $missing
and try again.
END
        exit 1
    fi
    # One call of apt-get for all, since each takes its time; but what is only wanted must not keep the rest away.
    # shellcheck disable=SC2086
    if ! { install_packages $missing $wanted || { [ -n "$wanted" ] && install_packages $missing; }; }; then
        cat "$probe/apt.log" >&2
        echo "installing failed; 'make $target' needs: $missing" >&2
        exit 1
    fi
    # shellcheck disable=SC2086
    missing=$(missing_packages $needs)
    if [ -n "$missing" ]; then
        echo "installed, but what these packages hold is still not found: $missing" >&2
        exit 1
    fi
elif [ -n "$wanted" ] && can_install; then
    # shellcheck disable=SC2086
    install_packages $wanted || true
fi

# shellcheck disable=SC2086
[ -z "$wanted" ] || wanted=$(missing_packages $wants)
[ -z "$wanted" ] || echo "going on without what these Debian packages hold: $wanted" >&2
