/* SPDX-License-Identifier: MIT
 * graze ray: what does a ray meet? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "json.h"
#include "model.h"
#include "text.h"

static const char usage[] =
    "usage: graze ray --from X,Y,Z (--to X,Y,Z | --along X,Y,Z) [OPTION...] FILE...\n"
    "\n"
    "What does the straight line from a point meet, and where does it enter each object? The nearest comes first.\n"
    "\n"
    "  --from X,Y,Z       where it starts\n"
    "  --to X,Y,Z         where it ends; or\n"
    "  --along X,Y,Z      its direction: then it has no end\n"
    "  --first            only the nearest\n"
    "  --json             for programs\n" MODEL_OPTIONS_HELP "\n"
    "Exit status: 0 nothing is met, 1 something is, 2 the question could not be answered.\n"
    "\n"
    "  graze ray --from 0,1.7,5 --along 0,0,-1 workshop.wrl\n";

typedef struct hit {
    const object *o;
    double distance;
    graze_cast_result at;
} hit;

typedef struct ray_command {
    model_options reading;
    double from[3], to[3], along[3];
    bool has_from, has_to, has_along, first, as_json;
    model m;
    hit *hits;
    size_t hit_count;
} ray_command;

static graze_vec3 vector(const double v[3]) { return graze_vec3_make(v[0], v[1], v[2]); }

static graze_ray make_ray(const ray_command *c) {
    graze_ray ray = {.origin = vector(c->from)};
    ray.direction = c->has_to ? graze_vec3_sub(vector(c->to), ray.origin) : vector(c->along);
    ray.max_t = c->has_to ? 1 : (graze_real)GRAZE_REAL_MAX;
    return ray;
}

static int compare_hits(const void *left, const void *right) {
    const hit *a = left, *b = right;
    if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
    return a->o < b->o ? -1 : a->o > b->o;
}

static bool cast(ray_command *c, fault *f) {
    graze_ray ray = make_ray(c);
    double length = graze_vec3_length(ray.direction);
    c->hits = calloc(c->m.s.object_count + 1, sizeof *c->hits);
    if (!c->hits) return fault_set(f, "graze", 0, "out of memory");
    for (size_t i = 0; i < c->m.s.object_count; ++i) {
        const object *o = &c->m.s.objects[i];
        graze_placed placed = shapes_place(&c->m.made, o);
        hit h = {.o = o};
        if (!placed.shape) continue;
        graze_status status = graze_ray_cast(&placed, &ray, NULL, &h.at);
        if (status != GRAZE_OK) return scene_fault(&c->m.s, o, shapes_reason(status), f);
        h.distance = h.at.t * length;
        if (h.at.hit) c->hits[c->hit_count++] = h;
    }
    if (c->hit_count) qsort(c->hits, c->hit_count, sizeof *c->hits, compare_hits);
    if (c->first && c->hit_count) c->hit_count = 1;
    return true;
}

static void print_text(const ray_command *c) {
    const char *unit = model_unit_name(c->reading.unit);
    for (size_t i = 0; i < c->hit_count; ++i) {
        const hit *h = &c->hits[i];
        printf("%12.6g %s  ", h->distance, unit);
        text_print(stdout, h->o->name, 32, 0);
        printf("  at (%.6g %.6g %.6g)", h->at.point.x, h->at.point.y, h->at.point.z);
        if (h->at.end == GRAZE_OVERLAP)
            puts("  starts inside");
        else
            printf("  facing (%.4g %.4g %.4g)\n", h->at.normal.x, h->at.normal.y, h->at.normal.z);
    }
    if (c->hit_count == 0) puts("nothing is met");
}

static void print_json(const ray_command *c) {
    json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "units", model_unit_name(c->reading.unit));
    json_open(&j, "hits", '[');
    for (size_t i = 0; i < c->hit_count; ++i) {
        const hit *h = &c->hits[i];
        json_open(&j, NULL, '{');
        json_text(&j, "object", h->o->name);
        json_real(&j, "distance", h->distance);
        json_vector(&j, "point", (double[]){h->at.point.x, h->at.point.y, h->at.point.z});
        json_vector(&j, "normal", (double[]){h->at.normal.x, h->at.normal.y, h->at.normal.z});
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
}

static int run(ray_command *c, char **paths, int count) {
    fault f = {""};
    bool good = model_read(paths, count, &c->reading, &c->m, &f) &&
                model_options_used(&c->reading, &f) && cast(c, &f);
    if (!good)
        fprintf(stderr, "graze: %s\n", f.text);
    else
        c->as_json ? print_json(c) : print_text(c);
    free(c->hits);
    model_free(&c->m);
    return !good ? STATUS_ERROR : c->hit_count ? STATUS_CLASH : STATUS_CLEAN;
}

/* What is missing on the command line, in words; NULL: nothing. */
static const char *missing(const ray_command *c, int files) {
    const double *d = c->along;
    if (!c->has_from) return "needs --from X,Y,Z";
    if (c->has_to == c->has_along) return "needs either --to X,Y,Z or --along X,Y,Z";
    if (c->has_along && d[0] == 0 && d[1] == 0 && d[2] == 0)
        return "--along needs a direction, not 0,0,0";
    return files == 0 ? "needs a file" : NULL;
}

int command_ray(int count, char **words) {
    ray_command c = {0};
    const option options[] = {
        {"--from", OPTION_VECTOR, c.from, NULL, &c.has_from},
        {"--to", OPTION_VECTOR, c.to, NULL, &c.has_to},
        {"--along", OPTION_VECTOR, c.along, NULL, &c.has_along},
        {"--first", OPTION_FLAG, &c.first, NULL, NULL},
        {"--json", OPTION_FLAG, &c.as_json, NULL, NULL},
        MODEL_OPTIONS(c.reading),
    };
    int status = STATUS_ERROR;
    parsed how = options_parse("ray", options, sizeof options / sizeof *options, words, &count);
    const char *lacks = missing(&c, count);
    if (how == PARSED_HELP) {
        fputs(usage, stdout);
        status = STATUS_CLEAN;
    } else if (how == PARSED_GOOD && lacks) {
        fprintf(stderr, "graze: ray %s; 'graze ray --help' tells more\n", lacks);
    } else if (how == PARSED_GOOD) {
        status = run(&c, words, count);
    }
    model_options_free(&c.reading);
    return status;
}
