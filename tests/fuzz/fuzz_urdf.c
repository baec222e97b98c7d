/* SPDX-License-Identifier: MIT */
#define FUZZ_READ read_urdf("/nowhere/fuzz.urdf", &file, NULL, &s, &f)
#include "reader.h"
