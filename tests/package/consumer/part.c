/* SPDX-License-Identifier: MIT
 * One half of a program that uses both precisions; built twice, as float_part and double_part. */
#include <graze/graze.h>

int PART(void);

int PART(void) { return graze_version() == GRAZE_VERSION ? graze_real_size() : -1; }
