/* SPDX-License-Identifier: MIT
 * One pair of objects: what is between them? */
#ifndef TOOL_CLASH_PAIR_H
#define TOOL_CLASH_PAIR_H

#include "clash.h"

/* kind CLASH_KIND_COUNT: nothing. */
graze_status clash_pair(const model *m, size_t a, size_t b, const clash_options *options, clash *out);

#endif
