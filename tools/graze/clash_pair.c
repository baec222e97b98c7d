/* SPDX-License-Identifier: MIT */
#include "clash_pair.h"

#include <math.h>

/* Contact is never exact in numbers that were written down with six or seven digits: overlaps of so
 * little of the objects' size count as touching. */
#define ROUNDED_AWAY 1e-6

static void set_place(const graze_signed_separation *from, clash *out) {
    out->distance = from->sd;
    out->point[0] = (from->point_a.x + from->point_b.x) / 2;
    out->point[1] = (from->point_a.y + from->point_b.y) / 2;
    out->point[2] = (from->point_a.z + from->point_b.z) / 2;
    out->normal[0] = from->normal.x;
    out->normal[1] = from->normal.y;
    out->normal[2] = from->normal.z;
}

/* So that a is the one inside, and b the one to get free from. */
static void exchange(clash *c) {
    size_t number = c->a;
    const char *name = c->name_a;
    c->a = c->b;
    c->name_a = c->name_b;
    c->b = number;
    c->name_b = name;
    for (int k = 0; k < 3; ++k) c->normal[k] = -c->normal[k];
}

static double size_of(const graze_placed *placed) {
    graze_aabb box;
    if (graze_placed_bounds(placed, &box) != GRAZE_OK) return 0;
    return graze_vec3_length(graze_vec3_sub(box.hi, box.lo));
}

/* Deeper than the tolerance: is one of them in the other altogether? */
static graze_status classify_overlap(const graze_placed *a, const graze_placed *b, clash *out) {
    graze_solid_relation relation;
    graze_status status = graze_solid_relate(a, b, &relation);
    if (status != GRAZE_OK) return status;
    bool first = relation == GRAZE_SOLIDS_A_IN_B, second = relation == GRAZE_SOLIDS_B_IN_A;
    out->kind = first || second ? CLASH_INSIDE : CLASH_OVERLAP;
    if (second) exchange(out);
    return GRAZE_OK;
}

graze_status clash_pair(const model *m, size_t a, size_t b, const clash_options *options, clash *out) {
    const object *objects = m->s.objects;
    graze_placed first = shapes_place(&m->made, &objects[a]);
    graze_placed second = shapes_place(&m->made, &objects[b]);
    *out = (clash){.a = a, .b = b, .name_a = objects[a].name, .name_b = objects[b].name};
    out->kind = CLASH_KIND_COUNT;
    graze_intersection near;
    graze_status status = graze_within(&first, &second, options->clearance, NULL, NULL, &near);
    if (status != GRAZE_OK || !near.intersecting) return status;
    graze_signed_separation between;
    status = graze_signed_distance(&first, &second, NULL, NULL, &between);
    if (status != GRAZE_OK) return status;
    set_place(&between, out);
    double rounded = ROUNDED_AWAY * fmin(size_of(&first), size_of(&second));
    if (between.sd > rounded)
        out->kind = between.sd < options->clearance - rounded ? CLASH_NEAR : CLASH_KIND_COUNT;
    else if (-between.sd <= fmax(options->tolerance, rounded))
        out->kind = CLASH_TOUCH;
    else
        status = classify_overlap(&first, &second, out);
    return status;
}
