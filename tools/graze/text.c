/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <stdbool.h>
#include <stdint.h>

/* One sequence a number, no halves of pairs, nothing above 10ffff: as RFC 3629 has it. */
size_t text_character(const char *text) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    size_t length = at[0] < 0x80    ? at[0] != 0
                    : at[0] >= 0xf8 ? 0
                    : at[0] >= 0xf0 ? 4
                    : at[0] >= 0xe0 ? 3
                    : at[0] >= 0xc0 ? 2
                                    : 0;
    if (length < 2) return length;
    uint32_t code = at[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; ++i) {
        if ((at[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (at[i] & 0x3f);
    }
    bool right = code >= least[length] && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return right ? length : 0;
}

/* To the next one; a byte that belongs to none counts as one. */
static const char *after(const char *text) {
    size_t length = text_character(text);
    return text + (length ? length : 1);
}

size_t text_width(const char *text) {
    size_t width = 0;
    for (; *text; text = after(text)) ++width;
    return width;
}

/* Control characters have one byte, or two from c2 80 to c2 9f. */
static bool is_harmless(const char *text, size_t length) {
    const unsigned char *at = (const unsigned char *)text;
    if (length == 1) return at[0] >= 0x20 && at[0] != 0x7f;
    return length > 2 || (length == 2 && !(at[0] == 0xc2 && at[1] < 0xa0));
}

void text_print(FILE *out, const char *text, size_t width, size_t most) {
    size_t length = text_width(text), skipped = 0;
    if (most > 3 && length > most) {
        for (; length - skipped > most - 3; ++skipped) text = after(text);
        fputs("...", out);
        length = most;
    }
    for (; *text; text = after(text)) {
        size_t bytes = text_character(text);
        if (is_harmless(text, bytes))
            fwrite(text, 1, bytes, out);
        else
            putc('?', out);
    }
    for (; length < width; ++length) putc(' ', out);
}
