/* SPDX-License-Identifier: MIT
 * Words and numbers of a text, with the line they are on. */
#ifndef TOOL_SCAN_H
#define TOOL_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "fault.h"

typedef struct scan {
    const char *at, *end; /* what is left; a zero stands at end */
    const char *file;     /* its name, for messages */
    const char *blanks;   /* what separates words beside spaces, tabs and ends of lines */
    char comment;         /* begins a comment that ends with its line */
    long line;            /* of at, counted from 1 */
    fault *f;
} scan;

typedef struct word {
    const char *at;
    size_t length; /* 0: no word was left */
} word;

/* The next word; on_line: of this line only. */
word scan_word(scan *s);
word scan_word_on_line(scan *s);
/* Goes to the beginning of the next line. */
void scan_next_line(scan *s);
/* Goes over blanks and comments; false at the end of the text. */
bool scan_more(scan *s);

bool word_is(word w, const char *text);

/* Whole words as numbers; false, with a fault that names the word and what it should be, otherwise. */
bool scan_number(scan *s, const char *what, double *out);
bool scan_index(scan *s, const char *what, uint32_t *out);
bool word_number(scan *s, word w, const char *what, double *out);
bool word_integer(scan *s, word w, const char *what, int64_t *out);

#endif
