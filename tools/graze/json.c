/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <inttypes.h>
#include <math.h>

#include "text.h"

/* A string with everything escaped that must be. JSON is UTF-8: a byte that is not becomes U+FFFD. */
static void quote(FILE *out, const char *text) {
    putc('"', out);
    while (*text) {
        size_t length = text_character(text);
        unsigned char c = (unsigned char)*text;
        if (length == 0)
            fputs("\\ufffd", out);
        else if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            fprintf(out, "\\u%04x", c);
        else
            fwrite(text, 1, length, out);
        text += length ? length : 1;
    }
    putc('"', out);
}

static void begin(json *j, const char *name) {
    if (j->any) putc(',', j->out);
    if (j->depth > 0) fprintf(j->out, "\n%*s", 2 * j->depth, "");
    if (name) {
        quote(j->out, name);
        fputs(": ", j->out);
    }
    j->any = true;
}

void json_open(json *j, const char *name, char bracket) {
    begin(j, name);
    putc(bracket, j->out);
    ++j->depth;
    j->any = false;
}

void json_close(json *j, char bracket) {
    --j->depth;
    if (j->any) fprintf(j->out, "\n%*s", 2 * j->depth, "");
    putc(bracket, j->out);
    if (j->depth == 0) putc('\n', j->out);
    j->any = true;
}

void json_text(json *j, const char *name, const char *text) {
    begin(j, name);
    quote(j->out, text);
}

void json_count(json *j, const char *name, uint64_t number) {
    begin(j, name);
    fprintf(j->out, "%" PRIu64, number);
}

void json_truth(json *j, const char *name, bool value) {
    begin(j, name);
    fputs(value ? "true" : "false", j->out);
}

static void real(FILE *out, double number) {
    if (isfinite(number))
        fprintf(out, "%.17g", number + 0.0); /* 0, not -0 */
    else
        fputs("null", out);
}

void json_real(json *j, const char *name, double number) {
    begin(j, name);
    real(j->out, number);
}

void json_vector(json *j, const char *name, const double v[3]) {
    begin(j, name);
    for (int k = 0; k < 3; ++k) {
        fputs(k ? ", " : "[", j->out);
        real(j->out, v[k]);
    }
    putc(']', j->out);
}
