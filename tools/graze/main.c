/* SPDX-License-Identifier: MIT
 * graze: what the library can tell about files with models in them. */
#include <graze/base.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "suggest.h"

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
    fputs(
        "\n'graze COMMAND --help' tells more about each, with examples. 'graze --version' tells the version.\n"
        "\n"
        "  graze check plant.wrl      what collides in a file, how deep and where?\n"
        "  graze info part.stl        what is in it?\n",
        out);
}

/* A report that was lost is no answer. */
static int end_output(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    fputs("graze: the report could not be written\n", stderr);
    return STATUS_ERROR;
}

static int run_command(const char *name, int count, char **words) {
    for (int i = 0; i < COMMANDS; ++i)
        if (strcmp(name, commands[i].name) == 0) return end_output(commands[i].run(count, words));
    fprintf(stderr, "graze: there is no command '%s'", name);
    for (int i = 0; i < COMMANDS; ++i)
        if (suggest_is_near(name, commands[i].name)) {
            fprintf(stderr, "; is '%s' meant?\n", commands[i].name);
            return STATUS_ERROR;
        }
    if (strchr(name, '.') || strchr(name, '/'))
        fprintf(stderr, "; the command comes before the file: graze check %s\n", name);
    else
        fputs("; 'graze --help' lists them\n", stderr);
    return STATUS_ERROR;
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c) {
    return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

int main(int count, char **words) {
    if (count < 2) {
        print_help(stderr);
        return STATUS_ERROR;
    }
    if (is_one_of(words[1], "--version", "-V", "version")) {
        printf("graze %d.%d.%d\n", GRAZE_VERSION_MAJOR, GRAZE_VERSION_MINOR, GRAZE_VERSION_PATCH);
        return end_output(STATUS_CLEAN);
    }
    if (is_one_of(words[1], "--help", "-h", "help")) {
        char help[] = "--help";
        if (count > 2) return run_command(words[2], 1, (char *[]){help});
        print_help(stdout);
        return end_output(STATUS_CLEAN);
    }
    return run_command(words[1], count - 2, words + 2);
}
