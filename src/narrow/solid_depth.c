/* SPDX-License-Identifier: MIT
 * The depth of two bodies that meet, at least one of them a solid, as a bracket.
 *
 * lower: a point of one that is d deep in the other stays inside for all translations shorter than d.
 * upper: a translation after which graze_intersect finds them apart. Candidates are the way that parts
 * the hulls, the ways out at the deepest points and the normals of contacts; along each, lengths are
 * tried from the depth there on, and the first that parts the two is shortened by halving between it
 * and the last that did not. So upper was seen to part them, whatever the search has missed.
 *
 * All of this happens near the world's origin, where numbers are no coarser than the bodies are large.
 * Last, upper is made longer until it parts them where they are. */
#include "base/tolerance.h"
#include "convex/entry.h"
#include "math/rounding.h"
#include "narrow/contact_patch.h"
#include "narrow/mesh_query.h"
#include "narrow/solid.h"
#include "primitive/unit.h"

typedef struct parting {
    const graze_placed *a, *b; /* near the origin */
    vec3 shift;                /* from there to where they are */
    double error, lower;
    double upper;  /* parts them along normal */
    double inside; /* along normal, shorter, does not */
    vec3 normal;
    int looks;
} parting;

/* Moved as the caller would move it. */
static graze_placed moved(const graze_placed *placed, real length, vec3 normal) {
    graze_placed b = *placed;
    b.pose.origin = vec3_add_scaled(b.pose.origin, length, normal);
    return b;
}

static bool are_apart(const graze_placed *a, const graze_placed *b) {
    graze_intersection found = {.intersecting = true};
    return graze_intersect(a, b, NULL, NULL, &found) == GRAZE_OK && !found.intersecting;
}

static bool parts(parting *p, double length, vec3 normal) {
    graze_placed b = moved(p->b, (real)length, normal);
    ++p->looks;
    return are_apart(p->a, &b);
}

/* Keeps what parts them along the normal between two lengths, the longer of which does. */
static void shorten(parting *p, double inside, double outside, vec3 normal, int halvings) {
    for (int i = 0; i < halvings && outside - inside > p->error; ++i) {
        double middle = (double)(real)(inside + (outside - inside) / 2);
        if (parts(p, middle, normal))
            outside = middle;
        else
            inside = middle;
    }
    if (outside > p->upper) return; /* as long: what does not part them may be longer than before */
    p->upper = outside;
    p->inside = inside;
    p->normal = normal;
}

/* Along a way out from a point that is that deep. */
static void try_way(parting *p, double depth, vec3 normal) {
    double start = depth > p->lower ? depth : p->lower, last = 0;
    double length = start * GZ_PART_START + 4 * p->error;
    for (int i = 0; i < GZ_PART_TRIES && length < p->upper; ++i, length *= GZ_PART_GROWTH) {
        double rounded = (double)(real)length;
        if (parts(p, rounded, normal)) {
            shorten(p, last, rounded, normal, GZ_PART_HALVINGS / 2);
            return;
        }
        last = rounded;
    }
}

/* -- the hulls -- */

/* Moved apart by a little more than the hulls are deep; by no more than they are large, unless that
 * leads out of the range of numbers. lower: how deep they are at least. */
static graze_status part_hulls(parting *p, const graze_options *options, double *lower) {
    gz_hull_room room_a, room_b;
    graze_placed a = gz_hull_place(p->a, &room_a), b = gz_hull_place(p->b, &room_b);
    graze_penetration_result hulls;
    graze_status status = gz_convex_penetration(&a, &b, options, NULL, &hulls);
    if (status != GRAZE_OK) return status;
    double extra = 2 * p->error, length = (double)(real)((double)hulls.upper + extra);
    p->normal = hulls.normal;
    p->upper = length;
    for (int i = 0; i < GZ_PART_RAISES; ++i) {
        if (parts(p, length, p->normal)) {
            p->upper = length;
            break;
        }
        extra *= 4;
        length = (double)(real)((double)hulls.upper + extra);
    }
    *lower = (double)hulls.lower - p->error;
    p->looks += hulls.iterations;
    return GRAZE_OK;
}

/* -- the deepest points -- */

/* The points of parts in the body. way: the sign with which the way out of the body moves B. */
static void try_points(parting *p, const gz_scan *scan, real way) {
    double margin = (double)scan->parts->placed->margin;
    for (int i = 0; i < GZ_SCAN_WAYS; ++i) {
        const gz_scan_point *at = &scan->way[i];
        if (!at->found) continue;
        try_way(p, margin - at->at.sd, vec3_scale(wide3_round(at->at.normal), way));
    }
}

/* The ways that faces push which are in contact. */
static void try_patches(parting *p) {
    const graze_patch_options options = {.reach = 0};
    gz_patches patches;
    if (gz_find_patches(p->a, p->b, &options, false, &patches) != GRAZE_OK) return;
    for (int i = 0; i < patches.count; ++i)
        try_way(p, -(double)patches.patch[i].set.sd, patches.patch[i].set.normal);
}

typedef struct pairs {
    gz_scan *scan; /* of B's points in A, of A's in B */
    const gz_mesh_query *query;
    int left;
} pairs;

static graze_flow look_beside(void *user, uint32_t a, uint32_t b) {
    pairs *p = user;
    wide3 common = wide3_from(gz_mesh_common_point(p->query, a, b));
    gz_scan_beside(&p->scan[0], common, b);
    gz_scan_beside(&p->scan[1], common, a);
    return --p->left <= 0 ? GRAZE_STOP : GRAZE_CONTINUE;
}

static bool is_inside(const gz_scan *scan) {
    return scan->best.found && scan->best.at.sd < -(double)scan->body->placed->margin;
}

/* Solids may cross with no corner inside, or meet by their margins only. */
static void scan_pairs(const parting *p, gz_scan scan[2]) {
    gz_mesh_query query = {.a = p->a, .b = p->b, .visit = look_beside};
    pairs all = {scan, &query, GZ_SCAN_PAIRS / 4};
    graze_flow flow;
    query.user = &all;
    (void)gz_mesh_ask(&query, &flow);
}

static void find_lower(parting *p, const gz_scan scan[2]) {
    for (int i = 0; i < 2; ++i) {
        if (!scan[i].best.found) continue;
        double depth = (double)scan[i].parts->placed->margin - scan[i].best.at.sd;
        depth -= scan[i].best.at.error + p->error;
        if (depth > p->lower) p->lower = depth;
    }
}

/* The bracket of two bounded bodies. */
static void search(parting *p) {
    gz_body body_a, body_b;
    gz_body_make(p->a, &body_a);
    gz_body_make(p->b, &body_b);
    gz_scan scan[2] = {{.body = &body_a, .parts = &body_b}, {.body = &body_b, .parts = &body_a}};
    for (int i = 0; i < 2; ++i) {
        scan[i].sign = 1;
        scan[i].reach = (double)scan[i].parts->placed->margin;
        scan[i].enough = INFINITY;
        scan[i].looks = GZ_SCAN_LOOKS;
        gz_scan_surface(&scan[i]);
        p->looks += GZ_SCAN_LOOKS - scan[i].looks;
        scan[i].looks = GZ_SCAN_LOOKS / 2;
    }
    if (!is_inside(&scan[0]) && !is_inside(&scan[1])) scan_pairs(p, scan);
    find_lower(p, scan);
    vec3 hull_way = p->normal;
    try_way(p, p->lower, hull_way);
    try_points(p, &scan[0], 1);
    try_points(p, &scan[1], -1);
    try_patches(p);
    shorten(p, p->inside, p->upper, p->normal, GZ_PART_HALVINGS);
}

/* -- the answer -- */

/* Far from the origin a translation rounds, and upper may then be too short by that. */
static real upper_where_they_are(parting *p, const graze_placed *a, const graze_placed *b) {
    real upper = (real)p->upper, length = upper;
    real far_a = vec3_max_abs(a->pose.origin), far_b = vec3_max_abs(b->pose.origin);
    real extra = GRAZE_EPSILON * (far_a > far_b ? far_a : far_b);
    if (vec3_max_abs(p->shift) == 0) return upper;
    for (int i = 0; i < GZ_PART_RAISES; ++i, extra *= 2) {
        graze_placed there = moved(b, length, p->normal);
        ++p->looks;
        if (are_apart(a, &there)) return length;
        length = gz_next_up(upper + extra);
    }
    return upper;
}

/* Where they touch once B has been moved, and where that was on B before. */
static void set_points(const parting *p, graze_penetration_result *out) {
    graze_placed b = moved(p->b, (real)p->upper, p->normal);
    graze_intersection touch = {.intersecting = false};
    real slack = (real)(8 * p->error + (p->upper - p->inside) * GZ_PART_START);
    graze_status status = graze_within(p->a, &b, slack, NULL, NULL, &touch);
    if (status != GRAZE_OK || !touch.intersecting)
        (void)graze_placed_support(p->a, p->normal, &touch.point);
    out->point_a = vec3_add(touch.point, p->shift);
    out->point_b = vec3_add(vec3_add_scaled(touch.point, -out->depth, p->normal), p->shift);
    out->primitive_a = touch.primitive_a;
    out->primitive_b = touch.primitive_b;
}

/* Both bounds hold up to the error, and so does their order. */
static void fill(const parting *p, real upper, graze_penetration_result *out) {
    GZ_ASSERT(p->lower <= p->upper + p->error);
    *out = (graze_penetration_result){.depth = upper,
                                      .lower = p->lower > 0 ? gz_next_down((real)p->lower) : 0,
                                      .upper = upper,
                                      .normal = p->normal,
                                      .iterations = p->looks};
    if (out->lower > out->upper) out->lower = out->upper;
    out->end = p->upper > 4 * p->error ? GRAZE_OVERLAP : GRAZE_TOUCHING;
    set_points(p, out);
}

graze_status gz_solid_depth(const graze_placed *a, const graze_placed *b, const graze_options *options,
                            graze_penetration_result *out) {
    gz_centered near = gz_center(a, b);
    parting p = {.a = &near.a, .b = &near.b, .shift = near.shift, .error = gz_bodies_error(a, b)};
    double hulls;
    graze_status status = part_hulls(&p, options, &hulls);
    if (status != GRAZE_OK) return status;
    if (a->shape->bounded && b->shape->bounded)
        search(&p);
    else
        p.lower = hulls; /* from a half-space a solid parts where its hull does */
    fill(&p, upper_where_they_are(&p, a, b), out);
    return GRAZE_OK;
}
