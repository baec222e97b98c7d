/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <inttypes.h>
#include <math.h>

/* A string with everything escaped that must be; what is not UTF-8 is passed on as it was read. */
static void quote(FILE *out, const char *text) {
    putc('"', out);
    for (; *text; ++text) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20)
            fprintf(out, "\\u%04x", c);
        else
            putc(c, out);
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
        fprintf(out, "%.17g", number);
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
