/* SPDX-License-Identifier: MIT
 * Reads tests/data/hard_cases.txt: cases on which other libraries failed, with answers known to many
 * digits (the format is described in the file). */
#ifndef GRAZE_ORACLE_HARD_CASES_H
#define GRAZE_ORACLE_HARD_CASES_H

#include "graze/graze.h"

typedef enum hard_kind { HARD_DISTANCE, HARD_DEPTH, HARD_RAY_CAST, HARD_SHAPE_CAST } hard_kind;
typedef enum hard_class { HARD_OVERLAPPING, HARD_TOUCHING, HARD_SEPARATED } hard_class;

typedef struct hard_case {
    char id[64], source[160];
    hard_kind kind;
    graze_placed a, b; /* a.shape is NULL for rays */
    graze_ray ray;
    graze_vec3 move;
    double sd;
    double tolerance, tolerance_float; /* casts: of t, and 0 */
    hard_class class_of_pair;
    bool has_normal;
    double normal[3];
    bool hit;
    double t;
} hard_case;

/* Calls visit for every case of the file (shapes and poses as this build's numbers can hold them) and
 * returns how many there were; -1 if the file cannot be read, -2 - line if a line makes no sense. */
long hard_cases_visit(const char *path, void (*visit)(const hard_case *c, void *user), void *user);

#endif
