/* SPDX-License-Identifier: MIT */
#include "suggest.h"

#include <string.h>

enum { LONGEST = 31 };

/* Row by row: of[k] is for the letters so far and the first k of the other. */
size_t suggest_slips(const char *word, const char *known) {
    size_t length = strlen(known), of[LONGEST + 1];
    if (length > LONGEST || strlen(word) > LONGEST) return LONGEST;
    for (size_t k = 0; k <= length; ++k) of[k] = k;
    for (size_t i = 0; word[i]; ++i) {
        size_t diagonal = of[0]; /* the row before, one letter back */
        of[0] = i + 1;
        for (size_t k = 1; k <= length; ++k) {
            size_t changed = diagonal + (word[i] != known[k - 1]);
            diagonal = of[k];
            of[k] = 1 + (of[k] < of[k - 1] ? of[k] : of[k - 1]);
            if (changed < of[k]) of[k] = changed;
        }
    }
    return of[length];
}

int suggest_is_near(const char *word, const char *known) {
    return suggest_slips(word, known) <= (strlen(known) > 4 ? 2 : 1);
}
