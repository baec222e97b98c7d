/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    double metres;
} units[] = {{"m", 1}, {"cm", .01}, {"mm", .001}, {"in", .0254}, {"ft", .3048}};

const char *model_unit_name(int unit) { return units[unit].name; }

/* -- joints -- */

/* NAME=VALUE; the names are cut off in a copy of each text, which the list owns. */
typedef struct joint_list {
    joint_value *at;
    char **names;
    size_t count;
} joint_list;

static void free_joints(joint_list *joints) {
    for (size_t i = 0; i < joints->count; ++i) free(joints->names[i]);
    free(joints->names);
    free(joints->at);
}

static bool take_joint(const char *text, joint_list *joints, fault *f) {
    const char *equals = strrchr(text, '=');
    char *end = NULL;
    double value = equals ? strtod(equals + 1, &end) : 0;
    if (!equals || equals == text || end == equals + 1 || *end)
        return fault_set(f, "--joint", 0, "takes NAME=VALUE such as elbow=0.5, not '%s'", text);
    size_t length = (size_t)(equals - text);
    char *name = malloc(length + 1);
    if (!name) return fault_set(f, "graze", 0, "out of memory");
    memcpy(name, text, length);
    name[length] = 0;
    joints->names[joints->count] = name;
    joints->at[joints->count++] = (joint_value){name, value};
    return true;
}

static bool take_joints(const text_list *texts, joint_list *joints, fault *f) {
    joints->at = calloc(texts->count + 1, sizeof *joints->at);
    joints->names = calloc(texts->count + 1, sizeof *joints->names);
    if (!joints->at || !joints->names) return fault_set(f, "graze", 0, "out of memory");
    for (size_t i = 0; i < texts->count; ++i)
        if (!take_joint(texts->at[i], joints, f)) return false;
    return true;
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
        if (!read_file(paths[i], reading, out, f)) return false;
        if (count > 1 && !name_objects(out, first, paths[i], f)) return false;
        if (options->unit != 0 && read_is_metric(paths[i]))
            scale_objects(out, first, 1 / units[options->unit].metres);
    }
    return true;
}

bool model_read(char **paths, int count, const model_options *options, model *out, fault *f) {
    *out = (model){0};
    joint_list joints = {0};
    bool good = take_joints(&options->joints, &joints, f);
    if (good) {
        read_options reading = {joints.at, joints.count, options->srdf};
        good = read_files(paths, count, options, &reading, &out->s, f) &&
               shapes_make(&out->s, &out->made, f);
    }
    free_joints(&joints);
    return good;
}

void model_to_metres(model *m, int unit) {
    if (unit != 0) scale_objects(&m->s, 0, units[unit].metres);
}

void model_free(model *m) {
    shapes_free(&m->made);
    scene_free(&m->s);
}

/* Up to so many characters of the name. Where the last * stood is where to go on from when something
 * does not match. */
static bool matches(const char *pattern, const char *name, size_t length) {
    const char *star = NULL, *resume = NULL, *end = name + length;
    while (name < end) {
        if (*pattern == '*') {
            star = pattern++;
            resume = name;
        } else if (*pattern && (*pattern == '?' || *pattern == *name)) {
            ++pattern;
            ++name;
        } else if (star) {
            pattern = star + 1;
            name = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*') ++pattern;
    return !*pattern;
}

bool names_object(const char *pattern, const char *name) {
    for (size_t length = 0;; ++length)
        if ((!name[length] || name[length] == '/' || name[length] == ':') &&
            matches(pattern, name, length))
            return true;
        else if (!name[length])
            return false;
}
