/* SPDX-License-Identifier: MIT
 * Names from files, which may hold any bytes, on their way to people and programs. */
#ifndef TOOL_TEXT_H
#define TOOL_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* The bytes of the UTF-8 character at the beginning of the text, 1 to 4; 0 if there is none: at the
 * end, and where the bytes are not UTF-8. */
size_t text_character(const char *text);

/* How many places the text takes on a terminal, one a character. */
size_t text_width(const char *text);

/* Prints it, then spaces up to the width. What a terminal might obey, and what is not UTF-8, becomes
 * '?'. Texts longer than most characters (0: any number) lose their beginning. */
void text_print(FILE *out, const char *text, size_t width, size_t most);

#endif
