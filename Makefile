# SPDX-License-Identifier: MIT
# The short way in; CMakePresets.json and scripts/ do the work. `make help` lists the targets.
.POSIX:
PREFIX = /usr/local
DESTDIR =

all: ## build the libraries, float and double, static and shared
	@scripts/setup.sh build
	@scripts/build.sh release

run: ## install what is missing, build, and look for clashes in the scenes of data/
	@scripts/setup.sh run
	@TARGETS=graze-tool scripts/build.sh release -DGRAZE_BUILD_TOOLS=ON
	@scripts/run.sh

tour: ## what the library answers, in one program
	@scripts/setup.sh build
	@TARGETS=tour scripts/build.sh release -DGRAZE_BUILD_EXAMPLES=ON
	@build/release/examples/tour

test: ## all tests with gcc, clang and sanitisers; ends with the numbers passed and failed
	@scripts/setup.sh test
	@scripts/test.sh

check-long: ## ten times the random cases, in shards by seed (FACTOR=10 SHARDS=10, or one SHARD=n)
	@scripts/setup.sh test
	@scripts/check_long.sh

accuracy: ## the convex queries on random pairs of all shape kinds, every proof checked (PAIRS=200)
	@scripts/setup.sh test
	@scripts/accuracy.sh

fuzz: ## bytes at random under libFuzzer (TIME=600 seconds a target, ONLY=obj, vrml, ...)
	@scripts/setup.sh test
	@scripts/fuzz.sh

bench: ## Graze beside other libraries in one run (QUICK=1 for a short look; ONLY=compare, meshes, broad, scenes, hull, ... or all)
	@scripts/setup.sh bench
	@scripts/bench.sh

bench-report: ## write the last comparisons into docs/benchmarks.md
	@[ ! -f build/bench.json ] || python3 bench/compare/report.py build/bench.json docs/benchmarks.md docs/images
	@python3 bench/beside_report.py build docs/benchmarks.md docs/images

install: ## install the libraries (PREFIX=/usr/local, DESTDIR=)
	@scripts/setup.sh build
	@scripts/build.sh release -DCMAKE_INSTALL_PREFIX="$(PREFIX)"
	@DESTDIR="$(DESTDIR)" cmake --install build/release
	@[ -n "$(DESTDIR)" ] || ldconfig 2> /dev/null || true # so that programs find the libraries at once

format: ## format all C sources
	@scripts/setup.sh format
	@scripts/format.sh

format-check: ## say which C sources are not formatted
	@scripts/setup.sh format
	@scripts/format.sh --check

symbols: ## write the symbol maps and the export list again, after adding a function
	@scripts/symbols.sh
	@scripts/exports.sh

clean: ## remove everything built
	@rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | while IFS='	' read -r name text; do \
	    printf '  make %-14s %s\n' "$$name" "$$text"; done

.PHONY: all run tour test check-long accuracy fuzz bench bench-report install format format-check symbols clean help
