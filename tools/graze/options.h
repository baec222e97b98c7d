/* SPDX-License-Identifier: MIT
 * The options of a command, as a table: names, what they set, and what to say when they are wrong. */
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum option_kind {
    OPTION_FLAG,   /* bool */
    OPTION_LENGTH, /* double, finite and not negative */
    OPTION_COUNT,  /* int, at least 1 */
    OPTION_TEXT,   /* const char * */
    OPTION_CHOICE, /* int: the number of a word in choices */
    OPTION_VECTOR, /* double[3], as x,y,z */
    OPTION_LIST    /* text_list: may be given again and again */
} option_kind;

typedef struct text_list {
    const char **at;
    size_t count, capacity;
} text_list;

typedef struct option {
    const char *name; /* with its dashes */
    option_kind kind;
    void *value;
    const char *choices; /* words with spaces between */
    bool *given;         /* set if the option was there; may be NULL */
} option;

typedef enum parsed { PARSED_GOOD, PARSED_HELP, PARSED_WRONG } parsed;

/* Takes options, as "--name value" or "--name=value", out of the words; the others are left in front
 * and counted. "--" ends the options. PARSED_HELP: --help was among them. PARSED_WRONG: a line on the
 * standard error says what is. */
parsed options_parse(const char *command, const option *options, size_t count, char **words,
                     int *word_count);
void text_list_free(text_list *list);

#endif
