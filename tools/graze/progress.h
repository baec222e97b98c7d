/* SPDX-License-Identifier: MIT
 * A bar on a terminal for whatever takes longer than a second. There is one at a time: what begins
 * inside of something else adds nothing. */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include <stddef.h>

/* what: in words, with the name of a file behind it (or NULL). */
void progress_begin(const char *what, const char *file, size_t total);
void progress_end(void);
/* How much there is to do; 0 or 1: not known, or all in one, then seconds are counted. */
void progress_total(size_t total);
/* How much of it is done, or left. Cheap, and does nothing where no bar is. */
void progress_done(size_t done);
void progress_left(size_t left);

#endif
