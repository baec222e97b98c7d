/* SPDX-License-Identifier: MIT */
#include "clash_pair.h"

#include "outline.h"

/* Contact is never exact in numbers that were written down as decimals: overlaps of so little of the
 * objects' size count as touching. */
#define ROUNDED_AWAY 1e-9

typedef struct holder {
    graze_placed outer;
    const placement *at; /* of the object whose points are looked at */
} holder;

static bool holds_point(void *user, const double p[3]) {
    const holder *h = user;
    const double *b = h->at->basis, *o = h->at->origin;
    graze_vec3 point = graze_vec3_make(b[0] * p[0] + b[3] * p[1] + b[6] * p[2] + o[0],
                                       b[1] * p[0] + b[4] * p[1] + b[7] * p[2] + o[1],
                                       b[2] * p[0] + b[5] * p[1] + b[8] * p[2] + o[2]);
    bool inside = false;
    return graze_placed_contains(&h->outer, point, &inside) == GRAZE_OK && inside;
}

static bool is_faces(const scene *s, size_t i) {
    return s->geometries[s->objects[i].geometry].kind >= GEOMETRY_FACES;
}

/* Is all of the inner object in the outer one? */
static bool is_inside(const model *m, size_t inner, size_t outer) {
    const object *in = &m->s.objects[inner], *out = &m->s.objects[outer];
    if (!m->made.of[out->geometry].closed) return false;
    holder h = {shapes_place(&m->made, out), &in->at};
    return !is_faces(&m->s, outer) && outline_points(&m->s.geometries[in->geometry], holds_point, &h);
}

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

static void classify_overlap(const model *m, double tolerance, clash *out) {
    out->kind = CLASH_OVERLAP;
    if (-out->distance <= tolerance) {
        out->kind = CLASH_TOUCH;
    } else if (is_inside(m, out->a, out->b)) {
        out->kind = CLASH_INSIDE;
    } else if (is_inside(m, out->b, out->a)) {
        out->kind = CLASH_INSIDE;
        exchange(out);
    }
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
    double rounded = ROUNDED_AWAY * (size_of(&first) + size_of(&second));
    if (between.sd > rounded)
        out->kind = between.sd < options->clearance - rounded ? CLASH_NEAR : CLASH_KIND_COUNT;
    else
        classify_overlap(m, options->tolerance > rounded ? options->tolerance : rounded, out);
    return GRAZE_OK;
}
