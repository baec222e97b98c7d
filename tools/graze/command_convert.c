/* SPDX-License-Identifier: MIT
 * graze convert: writes what was understood of files. */
#include <stdio.h>

#include "command.h"
#include "model.h"
#include "write.h"

static const char usage[] =
    "usage: graze convert [OPTION...] FILE... OUT\n"
    "\n"
    "Writes all that was understood of the files into one: OUT ends in .wrl (boxes, spheres, cones and cylinders\n"
    "stay what they are, shared shapes stay shared), .obj, .off or .stl (everything becomes faces; lines and\n"
    "points are left out of the last two).\n"
    "\n"
    "  --segments N       faces round a sphere, cone or cylinder (default 64)\n" MODEL_OPTIONS_HELP "\n"
    "Exit status: 0 written, 2 not.\n";

static int run(char **words, int count, model_options *reading, const write_options *writing) {
    model m;
    fault f = {""};
    bool good = model_read(words, count - 1, reading, &m, &f) && model_options_used(reading, &f);
    /* What is written in metres is read in metres. */
    if (good && read_is_metric(words[count - 1])) model_to_metres(&m, reading->unit);
    good = good && write_file(words[count - 1], &m.s, writing, &f);
    if (!good) fprintf(stderr, "graze: %s\n", f.text);
    model_free(&m);
    return good ? STATUS_CLEAN : STATUS_ERROR;
}

int command_convert(int count, char **words) {
    model_options reading = {0};
    write_options writing = {.segments = 64};
    const option options[] = {{"--segments", OPTION_COUNT, &writing.segments, NULL, NULL},
                              MODEL_OPTIONS(reading)};
    int status = STATUS_ERROR;
    parsed how = options_parse("convert", options, sizeof options / sizeof *options, words, &count);
    if (how == PARSED_HELP) {
        fputs(usage, stdout);
        status = STATUS_CLEAN;
    } else if (how == PARSED_GOOD && count < 2) {
        fputs(
            "graze: convert needs a file to read and one to write; 'graze convert --help' tells more\n",
            stderr);
    } else if (how == PARSED_GOOD && (writing.segments < 3 || writing.segments > 4096)) {
        fputs("graze: convert --segments takes a number from 3 to 4096\n", stderr);
    } else if (how == PARSED_GOOD) {
        status = run(words, count, &reading, &writing);
    }
    model_options_free(&reading);
    return status;
}
