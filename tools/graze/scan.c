/* SPDX-License-Identifier: MIT */
#include "scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"

static bool is_blank(const scan *s, char c) {
    return c == ' ' || c == '\t' || c == '\r' || (c && s->blanks && strchr(s->blanks, c));
}

static void skip_comment(scan *s) {
    while (s->at < s->end && *s->at != '\n') ++s->at;
}

static bool skip_on_line(scan *s) {
    while (s->at < s->end && is_blank(s, *s->at)) ++s->at;
    if (s->at < s->end && s->comment && *s->at == s->comment) skip_comment(s);
    return s->at < s->end && *s->at != '\n';
}

static void end_line(scan *s) {
    ++s->at;
    if (++s->line % 4096 == 0) progress_left((size_t)(s->end - s->at));
}

bool scan_more(scan *s) {
    while (!skip_on_line(s)) {
        if (s->at == s->end) return false;
        end_line(s);
    }
    return true;
}

void scan_next_line(scan *s) {
    skip_comment(s);
    if (s->at < s->end) end_line(s);
}

static word word_here(scan *s) {
    word w = {s->at, 0};
    while (s->at < s->end && *s->at != '\n' && !is_blank(s, *s->at) &&
           !(s->comment && *s->at == s->comment))
        ++s->at;
    w.length = (size_t)(s->at - w.at);
    return w;
}

word scan_word(scan *s) { return scan_more(s) ? word_here(s) : (word){s->at, 0}; }

word scan_word_on_line(scan *s) { return skip_on_line(s) ? word_here(s) : (word){s->at, 0}; }

bool word_is(word w, const char *text) {
    return strlen(text) == w.length && memcmp(w.at, text, w.length) == 0;
}

/* What stood there, short enough for a message. */
static bool refuse(scan *s, word w, const char *what) {
    if (w.length == 0)
        return fault_set(s->f, s->file, s->line, "%s expected, the text ends here", what);
    int shown = w.length < 40 ? (int)w.length : 40;
    return fault_set(s->f, s->file, s->line, "%s expected, not '%.*s'", what, shown, w.at);
}

/* strtod takes more than numbers: words for infinity and NaN, which no coordinate may be. */
bool word_number(scan *s, word w, const char *what, double *out) {
    char *end = NULL;
    if (w.length == 0 || strchr("+-.0123456789", *w.at) == NULL) return refuse(s, w, what);
    double value = strtod(w.at, &end);
    if (end != w.at + w.length || !isfinite(value)) return refuse(s, w, what);
    *out = value;
    return true;
}

bool word_integer(scan *s, word w, const char *what, int64_t *out) {
    size_t i = w.length > 0 && (*w.at == '-' || *w.at == '+');
    int64_t value = 0;
    if (w.length == i || w.length > i + 18) return refuse(s, w, what);
    for (; i < w.length; ++i) {
        if (w.at[i] < '0' || w.at[i] > '9') return refuse(s, w, what);
        value = 10 * value + (w.at[i] - '0');
    }
    *out = *w.at == '-' ? -value : value;
    return true;
}

bool scan_number(scan *s, const char *what, double *out) {
    return word_number(s, scan_word(s), what, out);
}

bool scan_index(scan *s, const char *what, uint32_t *out) {
    word w = scan_word(s);
    int64_t value = 0;
    if (!word_integer(s, w, what, &value)) return false;
    if (value < 0 || value > UINT32_MAX) return refuse(s, w, what);
    *out = (uint32_t)value;
    return true;
}
