/* SPDX-License-Identifier: MIT */
#define FUZZ_READ read_off("/nowhere/fuzz.off", &file, &s, &f)
#include "reader.h"
