/* SPDX-License-Identifier: MIT
 * What somebody who made a slip of the finger may have meant. */
#ifndef TOOL_SUGGEST_H
#define TOOL_SUGGEST_H

#include <stddef.h>

/* How many letters have to be put in, left out or changed to make one of the other; words of more than
 * 31 letters are far from everything. */
size_t suggest_slips(const char *word, const char *known);

/* Is the word near enough to be a slip? */
int suggest_is_near(const char *word, const char *known);

#endif
