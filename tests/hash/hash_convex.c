/* SPDX-License-Identifier: MIT */
#include "digest.h"

#include "convex/entry.h"
#include "oracle/random_shape.h"

/* A shape of the kind placed near the origin, so that many pairs meet; one in four with a margin. */
static graze_placed place(digest *d, graze_shape_kind kind) {
    random_pose_class pose =
        (random_pose_class)(graze_random_bits(&d->random) % RANDOM_POSE_CLASS_COUNT);
    graze_placed placed = {random_shape(kind, 1, &d->random),
                           random_pose(pose, (graze_real)0.75, &d->random), 0};
    if (graze_random_bits(&d->random) % 4 == 0) placed.margin = (graze_real)0.125;
    return placed;
}

/* Calls visit with four pairs of every two kinds and each accuracy in turn. */
static void each_pair(digest *d, void (*visit)(digest *d, const graze_placed *a, const graze_placed *b,
                                               const graze_options *options)) {
    enum { KINDS = GRAZE_SHAPE_CONVEX_COUNT, ROUNDS = 4 };
    for (int n = 0; n < ROUNDS * KINDS * KINDS; ++n) {
        graze_placed a = place(d, (graze_shape_kind)(n % KINDS));
        graze_placed b = place(d, (graze_shape_kind)(n / KINDS % KINDS));
        graze_options options = {.rel = n % 3 == 0 ? GRAZE_TIGHTEST : 0,
                                 .max_iterations = n % 7 == 0 ? 5 : 0};
        visit(d, &a, &b, n % 3 == 1 ? NULL : &options);
        b.pose.origin = a.pose.origin; /* concentric */
        visit(d, &a, &b, n % 3 == 1 ? NULL : &options);
        graze_shape_release((graze_shape *)a.shape);
        graze_shape_release((graze_shape *)b.shape);
    }
}

/* The same with spheres, capsules and boxes in rigid poses, which have shortcuts. */
static void each_simple_pair(digest *d,
                             void (*visit)(digest *d, const graze_placed *a, const graze_placed *b,
                                           const graze_options *options)) {
    static const graze_shape_kind kinds[] = {GRAZE_SHAPE_SPHERE, GRAZE_SHAPE_CAPSULE, GRAZE_SHAPE_BOX};
    for (int n = 0; n < 9 * 100; ++n) {
        graze_placed a = place(d, kinds[n % 3]), b = place(d, kinds[n / 3 % 3]);
        a.pose = random_pose(RANDOM_POSE_RIGID, 1, &d->random);
        b.pose = random_pose(RANDOM_POSE_RIGID, 1, &d->random);
        visit(d, &a, &b, NULL);
        graze_shape_release((graze_shape *)a.shape);
        graze_shape_release((graze_shape *)b.shape);
    }
}

static void put_bracket(digest *d, graze_real value, graze_real lower, graze_real upper) {
    digest_real(d, value);
    digest_real(d, lower);
    digest_real(d, upper);
}

static void put_contact(digest *d, graze_vec3 normal, graze_vec3 point_a, graze_vec3 point_b,
                        graze_end end, int iterations) {
    digest_vec3(d, normal);
    digest_vec3(d, point_a);
    digest_vec3(d, point_b);
    digest_int(d, end);
    digest_int(d, iterations);
}

static void put_cache(digest *d, const graze_cache *cache) {
    digest_vec3(d, cache->axis);
    digest_int(d, cache->size);
    for (uint32_t i = 0; i < cache->size; ++i) {
        digest_int(d, cache->support_a[i]);
        digest_int(d, cache->support_b[i]);
    }
}

static void put_intersection(digest *d, const graze_intersection *m) {
    digest_int(d, m->intersecting);
    digest_vec3(d, m->axis);
    digest_vec3(d, m->point);
    digest_real(d, m->lower);
    digest_int(d, m->end);
    digest_int(d, m->iterations);
}

static void put_cast(digest *d, const graze_cast_result *r) {
    digest_int(d, r->hit);
    put_bracket(d, r->t, r->lower, r->upper);
    put_contact(d, r->normal, r->point, r->point, r->end, r->iterations);
}

/* Each query twice, the second time with the cache that the first left. */
static void distances_of(digest *d, const graze_placed *a, const graze_placed *b,
                         const graze_options *options) {
    graze_cache cache = {0}, ask = {0};
    for (int twice = 0; twice < 2; ++twice) {
        graze_separation s;
        graze_intersection m;
        if (digest_ok(d, graze_distance(a, b, options, &cache, &s))) {
            put_bracket(d, s.distance, s.lower, s.upper);
            put_contact(d, s.normal, s.point_a, s.point_b, s.end, s.iterations);
        }
        if (digest_ok(d, graze_intersect(a, b, options, &ask, &m))) put_intersection(d, &m);
        if (digest_ok(d, graze_within(a, b, (graze_real)0.25, options, NULL, &m)))
            put_intersection(d, &m);
        put_cache(d, &cache);
        put_cache(d, &ask);
    }
}

static void depths_of(digest *d, const graze_placed *a, const graze_placed *b,
                      const graze_options *options) {
    graze_cache cache = {0}, other = {0};
    for (int twice = 0; twice < 2; ++twice) {
        graze_penetration_result p;
        graze_signed_separation s;
        if (digest_ok(d, graze_penetration(a, b, options, &cache, &p))) {
            put_bracket(d, p.depth, p.lower, p.upper);
            put_contact(d, p.normal, p.point_a, p.point_b, p.end, p.iterations);
        }
        if (digest_ok(d, graze_signed_distance(a, b, options, &other, &s))) {
            put_bracket(d, s.sd, s.lower, s.upper);
            put_contact(d, s.normal, s.point_a, s.point_b, s.end, s.iterations);
        }
        put_cache(d, &cache);
        put_cache(d, &other);
    }
}

/* The general way, which polytopes go only when watched. */
static graze_flow digest_step(void *user, const graze_trace_step *step) {
    digest *d = user;
    digest_int(d, step->phase);
    digest_int(d, step->round);
    for (int i = 0; i < step->count; ++i) digest_vec3(d, step->simplex[i]);
    digest_vec3(d, step->support);
    digest_vec3(d, step->closest);
    put_bracket(d, 0, step->lower, step->upper);
    return GRAZE_CONTINUE;
}

static void traces_of(digest *d, const graze_placed *a, const graze_placed *b,
                      const graze_options *options) {
    graze_trace trace = {digest_step, d};
    graze_options watched = options ? *options : (graze_options){0};
    watched.trace = &trace;
    graze_signed_separation s;
    if (!digest_ok(d, graze_signed_distance(a, b, &watched, NULL, &s))) return;
    put_bracket(d, s.sd, s.lower, s.upper);
    put_contact(d, s.normal, s.point_a, s.point_b, s.end, s.iterations);
}

static void casts_of(digest *d, const graze_placed *a, const graze_placed *b,
                     const graze_options *options) {
    graze_ray ray = {random_vector(2, &d->random), random_vector(1, &d->random), 4};
    graze_placed start = *a;
    graze_vec3 way = random_vector(3, &d->random);
    start.pose.origin = graze_vec3_sub(a->pose.origin, way);
    graze_cast_result r;
    if (digest_ok(d, graze_ray_cast(a, &ray, options, &r))) put_cast(d, &r);
    if (digest_ok(d, graze_shape_cast(&start, way, b, options, &r))) put_cast(d, &r);
}

static void put_set(digest *d, const graze_contact_set *s) {
    put_bracket(d, s->sd, s->lower, s->upper);
    digest_int(d, s->count);
    for (int i = 0; i < s->count; ++i) {
        const graze_contact_point *p = &s->points[i];
        put_contact(d, s->normal, p->point_a, p->point_b, s->end, s->iterations);
        digest_real(d, p->sd);
        digest_int(d, p->feature_a);
        digest_int(d, p->feature_b);
    }
}

static void put_contacts(digest *d, const graze_placed *a, const graze_placed *b, graze_real reach,
                         const graze_options *options) {
    graze_contact_set s;
    if (digest_ok(d, graze_contact(a, b, reach, options, NULL, &s))) put_set(d, &s);
}

/* Of boxes, as many pairs at once as there are lanes. */
static void contacts_of_four(digest *d) {
    graze_placed a[GZ_MEETINGS], b[GZ_MEETINGS];
    graze_contact_set sets[GZ_MEETINGS], *out[GZ_MEETINGS];
    gz_meeting pairs[GZ_MEETINGS];
    for (int i = 0; i < GZ_MEETINGS; ++i) {
        a[i] = place(d, GRAZE_SHAPE_BOX);
        b[i] = place(d, GRAZE_SHAPE_BOX);
        a[i].pose = random_pose(RANDOM_POSE_RIGID, (graze_real)0.75, &d->random);
        b[i].pose = random_pose(RANDOM_POSE_RIGID, (graze_real)0.75, &d->random);
        pairs[i] = (gz_meeting){&a[i], &b[i], NULL};
        out[i] = &sets[i];
    }
    unsigned settled = gz_convex_contact_four(pairs, GZ_MEETINGS, out);
    digest_int(d, (int64_t)settled);
    for (int i = 0; i < GZ_MEETINGS; ++i) {
        if (settled >> i & 1) put_set(d, &sets[i]);
        graze_shape_release((graze_shape *)a[i].shape);
        graze_shape_release((graze_shape *)b[i].shape);
    }
}

/* As they lie, and B standing upright on A: so that faces meet. */
static void contacts_of(digest *d, const graze_placed *a, const graze_placed *b,
                        const graze_options *options) {
    put_contacts(d, a, b, (graze_real)0.125, options);
    graze_placed low = *a, top = *b;
    low.pose = top.pose = graze_pose_identity();
    graze_aabb under, over;
    if (graze_placed_bounds(&low, &under) != GRAZE_OK) under = (graze_aabb){{0, 0, 0}, {0, 0, 0}};
    if (graze_placed_bounds(&top, &over) != GRAZE_OK) over = (graze_aabb){{0, 0, 0}, {0, 0, 0}};
    top.pose.origin.y = under.hi.y - over.lo.y - (graze_real)0.0078125;
    put_contacts(d, &low, &top, 0, options);
    put_contacts(d, &top, &low, (graze_real)0.0078125, options);
}

void hash_distances(digest *d) {
    each_pair(d, distances_of);
    each_simple_pair(d, distances_of);
}
void hash_depths(digest *d) { each_pair(d, depths_of); }
void hash_traces(digest *d) { each_pair(d, traces_of); }
void hash_casts(digest *d) { each_pair(d, casts_of); }
void hash_contacts(digest *d) {
    each_pair(d, contacts_of);
    for (int n = 0; n < 200; ++n) contacts_of_four(d);
}
