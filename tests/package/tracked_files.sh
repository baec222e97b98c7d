#!/bin/bash
# SPDX-License-Identifier: MIT
# No file of the project names a path of the machine it was written on or leaves work for later.
# (The patterns are written in pieces so that this file does not find itself.)
. "$(dirname "$0")/common.sh"
cd "$source_dir"
paths='(^|[^A-Za-z0-9_.])/(wor''k|roo''t|tmp/''w)/'
later='\b(TO''DO|FIX''ME)\b'
project_files | xargs -0 grep -nIE -e "$paths" -e "$later" > "$temp/found" 2> /dev/null || true
must_be_empty "paths of a machine, or work left for later" "$temp/found"
echo "$(project_files | tr -cd '\0' | wc -c) files checked"
