/* SPDX-License-Identifier: MIT
 * graze: what the library can tell about files with models in them. */
#include <stdio.h>
#include <string.h>

#include "command.h"

static const struct {
    const char *name, *summary;
    int (*run)(int count, char **words);
} commands[] = {
    {"check", "which objects collide, lie in each other, or are too close", command_check},
    {"convert", "writes what was understood of files as OBJ, OFF, STL or VRML", command_convert},
    {"distance", "how far two files, or objects of them, are apart", command_distance},
    {"info", "what is in a file: objects, boxes, open and closed surfaces", command_info},
    {"ray", "what a ray meets", command_ray},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *out) {
    fputs("usage: graze COMMAND [OPTION...] FILE...\n\nCommands:\n", out);
    for (int i = 0; i < COMMANDS; ++i)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fputs("\n'graze COMMAND --help' tells more about each.\n", out);
}

/* A report that was lost is no answer. */
static int end_output(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    fputs("graze: the report could not be written\n", stderr);
    return STATUS_ERROR;
}

int main(int count, char **words) {
    if (count < 2) {
        print_help(stderr);
        return STATUS_ERROR;
    }
    if (strcmp(words[1], "--help") == 0 || strcmp(words[1], "help") == 0) {
        print_help(stdout);
        return STATUS_CLEAN;
    }
    for (int i = 0; i < COMMANDS; ++i)
        if (strcmp(words[1], commands[i].name) == 0)
            return end_output(commands[i].run(count - 2, words + 2));
    fprintf(stderr, "graze: there is no command '%s'\n", words[1]);
    print_help(stderr);
    return STATUS_ERROR;
}
