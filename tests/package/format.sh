#!/bin/bash
# SPDX-License-Identifier: MIT
# All C and C++ sources are formatted, judged by clang-format 14 (other versions differ in details).
. "$(dirname "$0")/common.sh"
command -v clang-format > /dev/null || skip "no clang-format here"
clang-format --version | grep -q 'version 14\.' || skip "another clang-format than 14: $(clang-format --version)"
run "not formatted: run make format" "$source_dir/scripts/format.sh" --check
