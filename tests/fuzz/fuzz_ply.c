/* SPDX-License-Identifier: MIT */
#define FUZZ_READ read_ply("/nowhere/fuzz.ply", &file, &s, &f)
#include "reader.h"
