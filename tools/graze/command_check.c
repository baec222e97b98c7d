/* SPDX-License-Identifier: MIT
 * graze check: every object against every other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clash.h"
#include "command.h"
#include "json.h"
#include "text.h"

static const char usage[] =
    "usage: graze check [OPTION...] FILE...\n"
    "\n"
    "Compares every object in the files (OBJ, STL, OFF, PLY, VRML97, URDF; also packed with gzip) with every\n"
    "other and reports\n"
    "  overlap   objects that share space, and how far one has to move to get free\n"
    "  inside    an object that lies in another, all of it\n"
    "  near      objects closer than the clearance, if one is asked for\n"
    "  touch     objects in mere contact (these are no clash)\n"
    "\n"
    "Closed surfaces have an inside, open ones have not. Links of a robot that a joint connects may touch.\n"
    "\n"
    "  --clearance D      also report pairs that are closer than D\n"
    "  --tolerance D      overlaps no deeper than D count as touching; 0 is the default\n"
    "  --ignore PATTERN   leaves out objects whose name matches ('*' is any text), or with 'P,Q' the pairs\n"
    "                     of one that matches P and one that matches Q; again for more\n"
    "  --sort ORDER       depth (the worst first, default) or name\n"
    "  --threads N        how many to use (default 1); the report is the same with any number\n"
    "  --json             the report for programs; docs/graze.md describes it\n" MODEL_OPTIONS_HELP "\n"
    "Exit status: 0 nothing clashes, 1 something does, 2 the question could not be answered.\n"
    "\n"
    "  graze check plant.wrl                         everything in one file\n"
    "  graze check --clearance 5 --units mm *.stl    parts that need 5 mm of room\n"
    "  graze check --joint elbow=1.2 arm.urdf        does the arm hit itself in this pose?\n";

typedef enum sort_order { SORT_DEPTH, SORT_NAME } sort_order;

typedef struct check {
    model_options reading;
    clash_options clashes;
    int sort;
    bool as_json;
    model m;
    clash_list found;
} check;

static const char *const kind_names[CLASH_KIND_COUNT] = {"overlap", "inside", "near", "touch"};

static size_t clash_count(const clash_list *list) {
    return list->of[CLASH_OVERLAP] + list->of[CLASH_INSIDE] + list->of[CLASH_NEAR];
}

/* -- order -- */

static int compare_objects(const clash *a, const clash *b) {
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

/* Clashes before contacts, then the deepest first, then the nearest. */
static int compare_depth(const void *left, const void *right) {
    const clash *a = left, *b = right;
    bool a_touches = a->kind == CLASH_TOUCH, b_touches = b->kind == CLASH_TOUCH;
    if (a_touches != b_touches) return a_touches ? 1 : -1;
    if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
    return compare_objects(a, b);
}

static int compare_name(const void *left, const void *right) {
    const clash *a = left, *b = right;
    int order = strcmp(a->name_a, b->name_a);
    if (order == 0) order = strcmp(a->name_b, b->name_b);
    return order ? order : compare_objects(a, b);
}

static void sort_found(check *c) {
    if (c->found.count == 0) return;
    qsort(c->found.at, c->found.count, sizeof *c->found.at,
          c->sort == SORT_NAME ? compare_name : compare_depth);
}

/* -- the report -- */

static int name_width(const check *c) {
    size_t widest = 10;
    for (size_t i = 0; i < c->found.count; ++i) {
        size_t a = text_width(c->found.at[i].name_a), b = text_width(c->found.at[i].name_b);
        if (a > widest) widest = a;
        if (b > widest) widest = b;
    }
    return widest > 40 ? 40 : (int)widest;
}

/* What rounding makes of zero says nothing to people. */
static double tidy(double number) { return fabs(number) < 1e-8 ? 0 : number; }

static void print_row(const clash *found, int width) {
    printf("  %-8s  ", kind_names[found->kind]);
    text_print(stdout, found->name_a, (size_t)width, 0);
    fputs("  ", stdout);
    text_print(stdout, found->name_b, (size_t)width, 0);
    printf("  %12.6g  (%.6g %.6g %.6g)\n", tidy(found->distance), tidy(found->point[0]),
           tidy(found->point[1]), tidy(found->point[2]));
}

static void print_table(const check *c) {
    const clash_list *found = &c->found;
    const char *unit = model_unit_name(c->reading.unit);
    if (found->count) {
        int width = name_width(c);
        printf("  %-8s  %-*s  %-*s  %12s  where, in %s\n", "what", width, "object", width, "and object",
               "distance", unit);
        for (size_t i = 0; i < found->count; ++i) print_row(&found->at[i], width);
        putchar('\n');
    }
    printf("%zu object%s, %zu pair%s looked at: %zu overlap, %zu inside, %zu near, %zu touch\n",
           c->m.s.object_count, c->m.s.object_count == 1 ? "" : "s", found->pairs,
           found->pairs == 1 ? "" : "s", found->of[CLASH_OVERLAP], found->of[CLASH_INSIDE],
           found->of[CLASH_NEAR], found->of[CLASH_TOUCH]);
}

static void json_clash(json *j, const clash *found) {
    json_open(j, NULL, '{');
    json_text(j, "kind", kind_names[found->kind]);
    json_text(j, "a", found->name_a);
    json_text(j, "b", found->name_b);
    json_count(j, "index_a", found->a);
    json_count(j, "index_b", found->b);
    json_real(j, "distance", found->distance);
    json_vector(j, "point", found->point);
    json_vector(j, "normal", found->normal);
    json_close(j, '}');
}

static void print_json(const check *c) {
    json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "units", model_unit_name(c->reading.unit));
    json_count(&j, "objects", c->m.s.object_count);
    json_count(&j, "pairs", c->found.pairs);
    json_count(&j, "clashes", clash_count(&c->found));
    json_open(&j, "found", '[');
    for (size_t i = 0; i < c->found.count; ++i) json_clash(&j, &c->found.at[i]);
    json_close(&j, ']');
    json_close(&j, '}');
}

/* -- the command -- */

static int run(check *c, char **paths, int count) {
    fault f = {""};
    int status = STATUS_ERROR;
    if (model_read(paths, count, &c->reading, &c->m, &f) && model_options_used(&c->reading, &f) &&
        clash_find(&c->m, &c->clashes, &c->found, &f)) {
        sort_found(c);
        c->as_json ? print_json(c) : print_table(c);
        status = clash_count(&c->found) ? STATUS_CLASH : STATUS_CLEAN;
    } else {
        fprintf(stderr, "graze: %s\n", f.text);
    }
    clash_free(&c->found);
    model_free(&c->m);
    return status;
}

int command_check(int count, char **words) {
    check c = {.clashes.threads = 1};
    const option options[] = {
        {"--clearance", OPTION_LENGTH, &c.clashes.clearance, NULL, NULL},
        {"--tolerance", OPTION_LENGTH, &c.clashes.tolerance, NULL, NULL},
        {"--ignore", OPTION_LIST, &c.clashes.ignore, NULL, NULL},
        {"--sort", OPTION_CHOICE, &c.sort, "depth name", NULL},
        {"--threads", OPTION_COUNT, &c.clashes.threads, NULL, NULL},
        {"--json", OPTION_FLAG, &c.as_json, NULL, NULL},
        MODEL_OPTIONS(c.reading),
    };
    int status = STATUS_ERROR;
    switch (options_parse("check", options, sizeof options / sizeof *options, words, &count)) {
    case PARSED_HELP:
        fputs(usage, stdout);
        status = STATUS_CLEAN;
        break;
    case PARSED_GOOD:
        if (count > 0)
            status = run(&c, words, count);
        else
            fputs("graze: check needs a file; 'graze check --help' tells more\n", stderr);
        break;
    default:
        break;
    }
    text_list_free(&c.clashes.ignore);
    model_options_free(&c.reading);
    return status;
}
