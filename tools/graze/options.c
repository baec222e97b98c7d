/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "suggest.h"

/* One option at hand: its name on the command line and its value. */
typedef struct occurrence {
    const char *command;
    const option *option;
    const char *value;
} occurrence;

static bool complain(const occurrence *o, const char *wanted) {
    fprintf(stderr, "graze: %s %s takes %s, not '%s'\n", o->command, o->option->name, wanted, o->value);
    return false;
}

static bool take_real(const char *text, char **end, double *out) {
    *out = strtod(text, end);
    return *end != text && isfinite(*out);
}

static bool take_length(const occurrence *o) {
    char *end;
    double length;
    if (!take_real(o->value, &end, &length) || *end || length < 0)
        return complain(o, "a length of 0 or more");
    *(double *)o->option->value = length;
    return true;
}

static bool take_count(const occurrence *o) {
    char *end;
    long count = strtol(o->value, &end, 10);
    if (end == o->value || *end || count < 1 || count > INT_MAX)
        return complain(o, "a number of 1 or more");
    *(int *)o->option->value = (int)count;
    return true;
}

static bool take_vector(const occurrence *o) {
    double *out = o->option->value;
    const char *at = o->value;
    for (int k = 0; k < 3; ++k) {
        char *end;
        if (!take_real(at, &end, out + k) || *end != (k < 2 ? ',' : 0))
            return complain(o, "three numbers such as 0,-1.5,2");
        at = end + 1;
    }
    return true;
}

static bool take_choice(const occurrence *o) {
    size_t length = strlen(o->value);
    int number = 0;
    for (const char *word = o->option->choices; *word; ++number) {
        size_t word_length = strcspn(word, " ");
        if (word_length == length && memcmp(word, o->value, length) == 0) {
            *(int *)o->option->value = number;
            return true;
        }
        word += word_length;
        word += strspn(word, " ");
    }
    char wanted[128];
    snprintf(wanted, sizeof wanted, "one of: %s", o->option->choices);
    return complain(o, wanted);
}

static bool take_item(const occurrence *o) {
    text_list *list = o->option->value;
    if (!ARRAY_MAKE_ROOM(list->at, list->count, list->capacity)) {
        fputs("graze: out of memory\n", stderr);
        return false;
    }
    list->at[list->count++] = o->value;
    return true;
}

static bool take(const occurrence *o) {
    switch (o->option->kind) {
    case OPTION_LENGTH:
        return take_length(o);
    case OPTION_COUNT:
        return take_count(o);
    case OPTION_VECTOR:
        return take_vector(o);
    case OPTION_CHOICE:
        return take_choice(o);
    case OPTION_LIST:
        return take_item(o);
    case OPTION_TEXT:
        *(const char **)o->option->value = o->value;
        return true;
    default:
        *(bool *)o->option->value = true;
        return true;
    }
}

static const option *find(const option *options, size_t count, const char *word, size_t length) {
    for (size_t i = 0; i < count; ++i)
        if (strlen(options[i].name) == length && memcmp(options[i].name, word, length) == 0)
            return &options[i];
    return NULL;
}

/* With the one that was meant, if that can be guessed. */
static void refuse(const char *command, const option *options, size_t count, const char *word,
                   int length) {
    char name[32];
    snprintf(name, sizeof name, "%.*s", length, word);
    fprintf(stderr, "graze: %s has no option '%.*s'", command, length, word);
    for (size_t i = 0; i < count; ++i)
        if (suggest_is_near(name, options[i].name)) {
            fprintf(stderr, "; is '%s' meant?\n", options[i].name);
            return;
        }
    fprintf(stderr, "; 'graze %s --help' lists them\n", command);
}

/* The option at words[i], and the word behind it if that is its value. */
static bool parse_one(const char *command, const option *options, size_t count, char **words, int *i,
                      int words_in_all) {
    const char *word = words[*i], *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    occurrence o = {command, find(options, count, word, length), equals ? equals + 1 : NULL};
    if (!o.option) {
        refuse(command, options, count, word, (int)length);
        return false;
    }
    if (o.option->kind == OPTION_FLAG && o.value) return complain(&o, "no value");
    if (o.option->kind != OPTION_FLAG && !o.value) {
        if (*i + 1 >= words_in_all) {
            fprintf(stderr, "graze: %s %s needs a value behind it\n", command, o.option->name);
            return false;
        }
        o.value = words[++*i];
    }
    if (o.option->given) *o.option->given = true;
    return take(&o);
}

parsed options_parse(const char *command, const option *options, size_t count, char **words,
                     int *word_count) {
    int left = 0, i = 0;
    for (; i < *word_count && strcmp(words[i], "--") != 0; ++i) {
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) return PARSED_HELP;
        if (words[i][0] != '-' || !words[i][1])
            words[left++] = words[i];
        else if (!parse_one(command, options, count, words, &i, *word_count))
            return PARSED_WRONG;
    }
    for (++i; i < *word_count; ++i) words[left++] = words[i];
    *word_count = left;
    return PARSED_GOOD;
}

void text_list_free(text_list *list) {
    free(list->at);
    *list = (text_list){0};
}
