/* SPDX-License-Identifier: MIT */
#include "base/common.h"

int graze_version(void) { return GRAZE_VERSION; }

int graze_real_size(void) { return (int)sizeof(graze_real); }
