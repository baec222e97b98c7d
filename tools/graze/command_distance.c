/* SPDX-License-Identifier: MIT
 * graze distance: how far apart are two files, or objects of them? */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "json.h"
#include "model.h"
#include "progress.h"
#include "text.h"

static const char usage[] =
    "usage: graze distance [OPTION...] A B\n"
    "\n"
    "How far are A and B apart, or how deep do they overlap? Each is a file, or FILE#NAME for the objects of it\n"
    "whose name matches ('*' is any text). Prints the two objects that are nearest, or deepest in each other,\n"
    "the distance (negative: minus the depth) with bounds from both sides, and the two points.\n"
    "\n"
    "  --json             for programs\n" MODEL_OPTIONS_HELP "\n"
    "Exit status: 0 they are apart, 1 they touch or overlap, 2 the question could not be answered.\n"
    "\n"
    "  graze distance 'plant.wrl#crane*' load.obj\n";

typedef struct side {
    model m;
    const char *pattern; /* NULL: all objects */
    size_t *meant;       /* numbers of the objects that it matches and that are not empty */
    size_t meant_count;
    graze_aabb *boxes; /* one for each of these */
} side;

typedef struct nearest {
    const object *a, *b;
    graze_signed_separation between;
} nearest;

/* -- reading -- */

static bool is_meant(const side *s, const object *o) {
    return s->m.made.of[o->geometry].shape && (!s->pattern || names_object(s->pattern, o->name));
}

static bool choose_objects(side *s, const char *path, fault *f) {
    const scene *from = &s->m.s;
    s->meant = calloc(from->object_count + 1, sizeof *s->meant);
    s->boxes = calloc(from->object_count + 1, sizeof *s->boxes);
    if (!s->meant || !s->boxes) return fault_set(f, "graze", 0, "out of memory");
    for (size_t i = 0; i < from->object_count; ++i) {
        const object *o = &from->objects[i];
        if (!is_meant(s, o)) continue;
        graze_placed placed = shapes_place(&s->m.made, o);
        graze_status status = graze_placed_bounds(&placed, &s->boxes[s->meant_count]);
        if (status != GRAZE_OK) return scene_fault(from, o, shapes_reason(status), f);
        s->meant[s->meant_count++] = i;
    }
    if (s->meant_count) return true;
    return s->pattern && from->object_count
               ? fault_set(f, path, 0, "no object's name matches '%.200s'", s->pattern)
               : fault_set(f, path, 0, "nothing is in it");
}

/* The word is taken apart at the #. */
static bool read_side(char *word, model_options *options, side *out, fault *f) {
    char *mark = strchr(word, '#');
    if (mark) {
        *mark = 0;
        out->pattern = mark + 1;
    }
    return model_read(&word, 1, options, &out->m, f) && choose_objects(out, word, f);
}

static void free_side(side *s) {
    free(s->meant);
    free(s->boxes);
    model_free(&s->m);
}

/* -- the search: boxes tell which pairs can still be nearer -- */

static bool compare(const side *a, size_t i, const side *b, size_t k, nearest *best, fault *f) {
    const object *first = &a->m.s.objects[a->meant[i]], *second = &b->m.s.objects[b->meant[k]];
    graze_placed placed_a = shapes_place(&a->m.made, first);
    graze_placed placed_b = shapes_place(&b->m.made, second);
    graze_signed_separation between;
    graze_status status = graze_signed_distance(&placed_a, &placed_b, NULL, NULL, &between);
    if (status != GRAZE_OK) {
        char reason[512];
        snprintf(reason, sizeof reason, "against '%.200s': %s", second->name, shapes_reason(status));
        return scene_fault(&a->m.s, first, reason, f);
    }
    if (!best->a || between.sd < best->between.sd) *best = (nearest){first, second, between};
    return true;
}

static bool search(const side *a, const side *b, nearest *best, fault *f) {
    bool good = true;
    progress_begin("comparing", NULL, a->meant_count);
    for (size_t i = 0; good && i < a->meant_count; ++i) {
        for (size_t k = 0; good && k < b->meant_count; ++k) {
            double apart = sqrt(graze_aabb_distance_squared(&a->boxes[i], &b->boxes[k]));
            if (!best->a || apart == 0 || apart <= best->between.sd)
                good = compare(a, i, b, k, best, f);
        }
        progress_done(i + 1);
    }
    progress_end();
    return good;
}

/* -- the answer -- */

static void print_point(const char *name, graze_vec3 p) {
    fputs("  ", stdout);
    text_print(stdout, name, 0, 0);
    printf(" at (%.9g %.9g %.9g)\n", p.x, p.y, p.z);
}

static void print_text(const nearest *n, const char *unit) {
    const graze_signed_separation *s = &n->between;
    printf("distance  %.9g %s", s->sd, unit);
    printf("   (between %.9g and %.9g)\n", s->lower, s->upper);
    print_point(n->a->name, s->point_a);
    print_point(n->b->name, s->point_b);
    if (s->sd <= 0)
        printf("  they meet; moved by %.9g along (%.6g %.6g %.6g) the second gets free\n", -s->sd,
               s->normal.x, s->normal.y, s->normal.z);
}

static void print_json(const nearest *n, const char *unit) {
    const graze_signed_separation *s = &n->between;
    json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "units", unit);
    json_text(&j, "a", n->a->name);
    json_text(&j, "b", n->b->name);
    json_real(&j, "distance", s->sd);
    json_real(&j, "lower", s->lower);
    json_real(&j, "upper", s->upper);
    json_vector(&j, "point_a", (double[]){s->point_a.x, s->point_a.y, s->point_a.z});
    json_vector(&j, "point_b", (double[]){s->point_b.x, s->point_b.y, s->point_b.z});
    json_vector(&j, "normal", (double[]){s->normal.x, s->normal.y, s->normal.z});
    json_close(&j, '}');
}

static int run(char **words, model_options *options, bool as_json) {
    side a = {0}, b = {0};
    nearest best = {0};
    fault f = {""};
    bool good = read_side(words[0], options, &a, &f) && read_side(words[1], options, &b, &f) &&
                model_options_used(options, &f) && search(&a, &b, &best, &f);
    const char *unit = model_unit_name(options->unit);
    if (!good)
        fprintf(stderr, "graze: %s\n", f.text);
    else if (as_json)
        print_json(&best, unit);
    else
        print_text(&best, unit);
    int status = !good ? STATUS_ERROR : best.between.sd > 0 ? STATUS_CLEAN : STATUS_CLASH;
    free_side(&a);
    free_side(&b);
    return status;
}

int command_distance(int count, char **words) {
    model_options reading = {0};
    bool as_json = false;
    const option options[] = {{"--json", OPTION_FLAG, &as_json, NULL, NULL}, MODEL_OPTIONS(reading)};
    int status = STATUS_ERROR;
    parsed how = options_parse("distance", options, sizeof options / sizeof *options, words, &count);
    if (how == PARSED_HELP) {
        fputs(usage, stdout);
        status = STATUS_CLEAN;
    } else if (how == PARSED_GOOD && count != 2) {
        fputs("graze: distance needs two files; 'graze distance --help' tells more\n", stderr);
    } else if (how == PARSED_GOOD) {
        status = run(words, &reading, as_json);
    }
    model_options_free(&reading);
    return status;
}
