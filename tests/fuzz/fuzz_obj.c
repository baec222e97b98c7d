/* SPDX-License-Identifier: MIT */
#define FUZZ_READ read_obj("/nowhere/fuzz.obj", &file, &s, &f)
#include "reader.h"
