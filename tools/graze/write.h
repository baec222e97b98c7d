/* SPDX-License-Identifier: MIT
 * Writers of files: what was understood of others. */
#ifndef TOOL_WRITE_H
#define TOOL_WRITE_H

#include <stdio.h>

#include "scene.h"

typedef struct write_options {
    int segments; /* of round things, where a format has only faces */
} write_options;

/* Faces, lines or points: the object as it is in the world, its primitives as faces; a placement that
 * mirrors turns faces round, so that they stay counterclockwise from outside. Free it, also after a
 * fault. */
bool write_bake(const scene *s, const object *o, int segments, geometry *out, fault *f);
/* A number such that reading it gives the same one, as short as that allows. */
void write_number(FILE *out, double number);
void write_numbers(FILE *out, const double *values, int count); /* with spaces between */
/* A name without spaces and whatever else a format might stumble over. */
void write_name(FILE *out, const char *name);

typedef bool writer(FILE *out, const scene *s, const write_options *options, fault *f);
writer write_obj, write_off, write_stl, write_vrml;

/* By the path's ending: obj, off, stl (which has faces alone), wrl (in which primitives stay
 * primitives). False with a fault. */
bool write_file(const char *path, const scene *s, const write_options *options, fault *f);

#endif
