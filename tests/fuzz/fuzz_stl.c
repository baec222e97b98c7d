/* SPDX-License-Identifier: MIT */
#define FUZZ_READ read_stl("/nowhere/fuzz.stl", &file, &s, &f)
#include "reader.h"
