/* SPDX-License-Identifier: MIT */
#define FUZZ_READ read_vrml("/nowhere/fuzz.wrl", &file, &s, &f)
#include "reader.h"
