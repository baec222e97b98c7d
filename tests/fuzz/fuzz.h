/* SPDX-License-Identifier: MIT
 * Bytes as input: what libFuzzer calls, and replay.c with files that it once found worth keeping. */
#ifndef GRAZE_TESTS_FUZZ_H
#define GRAZE_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Does with the bytes whatever the target is about, and aborts when something is wrong. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
