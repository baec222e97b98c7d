/* SPDX-License-Identifier: MIT
 * JSON, written as it comes: commas and indentation are taken care of. */
#ifndef TOOL_JSON_H
#define TOOL_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct json {
    FILE *out;
    int depth;
    bool any; /* something stands at this depth already */
} json;

/* Everything takes the name of the member, NULL in arrays. */
void json_open(json *j, const char *name, char bracket); /* '{' or '[' */
void json_close(json *j, char bracket);                  /* '}' or ']' */
void json_text(json *j, const char *name, const char *text);
void json_count(json *j, const char *name, uint64_t number);
void json_truth(json *j, const char *name, bool value);
/* null for what is not finite. */
void json_real(json *j, const char *name, double number);
void json_vector(json *j, const char *name, const double v[3]);

#endif
