/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"

static const struct {
    const char *name;
    double metres;
} units[] = {{"m", 1}, {"cm", .01}, {"mm", .001}, {"in", .0254}, {"ft", .3048}};

const char *model_unit_name(int unit) { return units[unit].name; }

/* -- robots -- */

typedef struct robot_choices {
    joint_value *joints;
    char **names; /* of these, cut off before the = */
    srdf_choice *srdf;
    bool *joint_used, *srdf_used;
    size_t joint_count;
} robot_choices;

static void free_choices(robot_choices *c) {
    if (!c) return;
    for (size_t i = 0; i < c->joint_count; ++i) free(c->names[i]);
    free(c->names);
    free(c->joints);
    free(c->srdf);
    free(c->joint_used);
    free(c->srdf_used);
    free(c);
}

static bool take_joint(const char *text, robot_choices *c, fault *f) {
    const char *equals = strrchr(text, '=');
    char *end = NULL;
    double value = equals ? strtod(equals + 1, &end) : 0;
    if (!equals || equals == text || end == equals + 1 || *end || !isfinite(value))
        return fault_set(f, "--joint", 0, "takes NAME=VALUE such as elbow=0.5, not '%.200s'", text);
    size_t length = (size_t)(equals - text), number = c->joint_count;
    char *name = malloc(length + 1);
    if (!name) return fault_set(f, "graze", 0, "out of memory");
    memcpy(name, text, length);
    name[length] = 0;
    c->names[number] = name;
    c->joints[number] = (joint_value){name, value, &c->joint_used[number]};
    ++c->joint_count;
    return true;
}

/* Once for all files of a command, since what one robot does not have another may. */
static bool make_choices(model_options *options, fault *f) {
    if (options->robots) return true;
    size_t joints = options->joints.count, srdf = options->srdf.count;
    robot_choices *c = options->robots = calloc(1, sizeof *c);
    if (!c) return fault_set(f, "graze", 0, "out of memory");
    c->joints = calloc(joints + 1, sizeof *c->joints);
    c->names = calloc(joints + 1, sizeof *c->names);
    c->joint_used = calloc(joints + 1, sizeof *c->joint_used);
    c->srdf = calloc(srdf + 1, sizeof *c->srdf);
    c->srdf_used = calloc(srdf + 1, sizeof *c->srdf_used);
    if (!c->joints || !c->names || !c->joint_used || !c->srdf || !c->srdf_used)
        return fault_set(f, "graze", 0, "out of memory");
    for (size_t i = 0; i < srdf; ++i) c->srdf[i] = (srdf_choice){options->srdf.at[i], &c->srdf_used[i]};
    for (size_t i = 0; i < joints; ++i)
        if (!take_joint(options->joints.at[i], c, f)) return false;
    return true;
}

bool model_options_used(const model_options *options, fault *f) {
    const robot_choices *c = options->robots;
    for (size_t i = 0; c && i < c->joint_count; ++i)
        if (!c->joint_used[i])
            return fault_set(f, "--joint", 0, "no robot has a joint '%.200s' to set", c->names[i]);
    for (size_t i = 0; c && i < options->srdf.count; ++i)
        if (!c->srdf_used[i])
            return fault_set(f, "--srdf", 0, "there is no robot for '%.200s'", options->srdf.at[i]);
    return true;
}

void model_options_free(model_options *options) {
    text_list_free(&options->joints);
    text_list_free(&options->srdf);
    free_choices(options->robots);
    options->robots = NULL;
}

/* -- files -- */

/* Objects first and later came from the file: they get its name. */
static bool name_objects(scene *s, size_t first, const char *path, fault *f) {
    char base[256];
    read_base_name(path, base, sizeof base);
    for (size_t i = first; i < s->object_count; ++i) {
        size_t size = strlen(base) + strlen(s->objects[i].name) + 2;
        char *name = malloc(size);
        if (!name) return fault_set(f, "graze", 0, "out of memory");
        snprintf(name, size, "%s:%s", base, s->objects[i].name);
        free(s->objects[i].name);
        s->objects[i].name = name;
    }
    return true;
}

static void scale_objects(scene *s, size_t first, double factor) {
    for (size_t i = first; i < s->object_count; ++i) {
        placement *at = &s->objects[i].at;
        for (int k = 0; k < 9; ++k) at->basis[k] *= factor;
        for (int k = 0; k < 3; ++k) at->origin[k] *= factor;
    }
}

static bool read_files(char **paths, int count, const model_options *options,
                       const read_options *reading, scene *out, fault *f) {
    for (int i = 0; i < count; ++i) {
        size_t first = out->object_count;
        progress_begin("reading", paths[i], 0);
        bool good = read_file(paths[i], reading, out, f);
        progress_end();
        if (!good) return false;
        if (out->object_count == first)
            fprintf(stderr, "graze: note: no objects are in %s\n", paths[i]);
        if (count > 1 && !name_objects(out, first, paths[i], f)) return false;
        if (options->unit != 0 && read_is_metric(paths[i]))
            scale_objects(out, first, 1 / units[options->unit].metres);
    }
    return true;
}

bool model_read(char **paths, int count, model_options *options, model *out, fault *f) {
    *out = (model){0};
    if (!make_choices(options, f)) return false;
    const robot_choices *c = options->robots;
    read_options reading = {c->joints, c->joint_count, c->srdf, options->srdf.count};
    return read_files(paths, count, options, &reading, &out->s, f) && names_make_unique(&out->s, f) &&
           shapes_make(&out->s, &out->made, f);
}

void model_to_metres(model *m, int unit) {
    if (unit != 0) scale_objects(&m->s, 0, units[unit].metres);
}

void model_free(model *m) {
    shapes_free(&m->made);
    scene_free(&m->s);
}
