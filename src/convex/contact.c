/* SPDX-License-Identifier: MIT
 * Contact points of two convex shapes: what both are like where they face each other, clipped. */
#include "convex/contact.h"

#include "base/tolerance.h"
#include "convex/box_four.h"
#include "convex/entry.h"
#include "convex/signed.h"
#include "convex/triangle_signed.h"
#include "math/rounding.h"

/* The pair's frame, and which of the two it belongs to. */
typedef struct contact_scene {
    gz_pair pair;
    const graze_placed *owner; /* A, or the one that is no half-space */
    wide3 n, u, v;
    double sd; /* of the pair, scaled */
} contact_scene;

/* A unit vector across n, and that across both. */
static void set_axes(contact_scene *scene, vec3 world_normal) {
    wide3 n = wide3_from(world_normal);
    if (!scene->pair.a.turned) {
        wide_mat3 basis = wide_mat3_from(&scene->owner->pose.basis);
        n = wide_mat3_tmul_vec(&basis, n);
    }
    scene->n = wide3_scale(n, 1 / wide3_length(n));
    n = scene->n;
    wide3 across = fabs(n.x) <= 0.5   ? wide3_make(0, n.z, -n.y)
                   : fabs(n.y) <= 0.5 ? wide3_make(-n.z, 0, n.x)
                                      : wide3_make(n.y, -n.x, 0);
    scene->u = wide3_scale(across, 1 / wide3_length(across));
    scene->v = wide3_cross(n, scene->u);
}

/* -- the features -- */

static void set_bounded_features(const contact_scene *scene, gz_feature feature[2]) {
    gz_facing facing;
    wide3 nowhere = wide3_make(0, 0, 0), b = wide3_neg(scene->pair.offset);
    gz_facing_begin(&facing, &scene->pair.a, nowhere, scene->n, scene->u, scene->v);
    gz_feature_of(&facing, &feature[0]);
    if (feature[0].count == 0) return;
    gz_facing_begin(&facing, &scene->pair.b, b, wide3_neg(scene->n), scene->u, scene->v);
    gz_feature_of(&facing, &feature[1]);
}

/* The ground is a face at the distance of the pair from the body's farthest point. */
static void set_ground_features(const contact_scene *scene, int ground, gz_feature feature[2]) {
    const gz_operand *body = &scene->pair.a;
    wide3 out = ground == 1 ? scene->n : wide3_neg(scene->n);
    gz_facing facing;
    gz_facing_begin(&facing, body, wide3_make(0, 0, 0), out, scene->u, scene->v);
    gz_feature_of(&facing, &feature[1 - ground]);
    gz_operand copy = *body;
    double height = wide3_dot(out, gz_operand_support(&copy, gz_pair_direction(out))) + body->radius;
    feature[ground].count = 0;
    feature[ground].unbounded = true;
    feature[ground].radius = feature[ground].tilt = 0;
    feature[ground].slope_count = 1;
    feature[ground].slope[0] = (gz_slope){0, 0, -(height + scene->sd)};
}

/* -- the points -- */

static void share(const gz_feature feature[2], double error, gz_shared *shared) {
    shared->count = 0;
    bool point[2], edge[2];
    for (int i = 0; i < 2; ++i) {
        point[i] = feature[i].count == 0 && !feature[i].unbounded;
        edge[i] = feature[i].count == 2;
        if (point[i]) return;
    }
    if (edge[0] && edge[1])
        gz_clip_edges(feature, error, shared);
    else
        gz_clip_features(feature, shared);
}

/* Is one of the points about as deep as the two shapes are? */
static bool is_deep_enough(const gz_shared *shared, double sd, double level) {
    for (int i = 0; i < shared->count; ++i)
        if (gz_shared_sd(&shared->point[i]) <= sd + level) return true;
    return false;
}

static uint32_t feature_id(const gz_feature *feature, gz_mark mark, int side) {
    int corner = mark.corner[side], edge = mark.edge[side], count = feature->count;
    if (corner >= 0) return feature->corner[corner].id;
    if (edge < 0) return GRAZE_CONTACT_INSIDE;
    /* B's faces are gone round the other way, seen from outside. */
    if (side == 1 && count > 2) edge = edge + 1 < count ? edge + 1 : 0;
    return GRAZE_CONTACT_EDGE + feature->corner[edge].id;
}

static graze_contact_point world_point(const contact_scene *scene, const gz_feature feature[2],
                                       const gz_shared_point *p) {
    wide3 flat = wide3_add_scaled(wide3_scale(scene->u, p->x), p->y, scene->v);
    wide3 a = wide3_add_scaled(flat, p->height[0], scene->n);
    wide3 b = wide3_add_scaled(flat, -p->height[1], scene->n);
    return (graze_contact_point){
        .point_a = gz_pair_world_point(&scene->pair, scene->owner, a),
        .point_b = gz_pair_world_point(&scene->pair, scene->owner, b),
        .sd = (real)(gz_shared_sd(p) / scene->pair.scale),
        .feature_a = feature_id(&feature[0], p->here, 0),
        .feature_b = feature_id(&feature[1], p->here, 1),
    };
}

/* Two and more points, if there are; count 0 if it is a matter of one. */
static void find_points(const contact_scene *scene, const gz_feature feature[2], double reach,
                        graze_contact_set *out) {
    gz_shared shared;
    double error = scene->pair.error;
    share(feature, error, &shared);
    if (shared.count == 0) return;
    double level = GZ_CONTACT_LEVEL * gz_shared_size(&shared) + error;
    double limit = (reach > scene->sd ? reach : scene->sd) + level;
    if (!is_deep_enough(&shared, scene->sd, level)) return;
    gz_clip_heights(feature, limit, &shared);
    gz_clip_merge(error, &shared);
    if (shared.count < 2) return;
    gz_reduce(level, &shared);
    out->count = shared.count;
    for (int i = 0; i < shared.count; ++i)
        out->points[i] = world_point(scene, feature, &shared.point[i]);
}

static graze_status find_contact(const graze_placed *a, const graze_placed *b, const gz_signed *s,
                                 double reach, graze_contact_set *out) {
    contact_scene scene;
    gz_feature feature[2];
    feature[0].count = feature[1].count = 0;
    feature[0].unbounded = feature[1].unbounded = false;
    int ground = !a->shape->bounded ? 0 : !b->shape->bounded ? 1 : -1;
    scene.owner = ground == 0 ? b : a;
    graze_status status = gz_pair_make(scene.owner, ground == 1 ? a : b, &scene.pair);
    if (status != GRAZE_OK) return status;
    set_axes(&scene, s->normal);
    scene.sd = s->sd * scene.pair.scale;
    if (ground < 0)
        set_bounded_features(&scene, feature);
    else
        set_ground_features(&scene, ground, feature);
    find_points(&scene, feature, reach * scene.pair.scale, out);
    return GRAZE_OK;
}

/* -- the answer -- */

static void set_single(const gz_signed *s, graze_contact_set *out) {
    out->count = 1;
    out->points[0] = (graze_contact_point){.point_a = s->point_a,
                                           .point_b = s->point_b,
                                           .sd = (real)s->sd,
                                           .feature_a = GRAZE_CONTACT_INSIDE,
                                           .feature_b = GRAZE_CONTACT_INSIDE};
}

/* All but points. Field by field: to clear a set takes longer than many a contact. */
static void begin_set(const gz_signed *s, graze_end end, graze_contact_set *out) {
    out->count = 0;
    out->normal = s->normal;
    out->sd = (real)s->sd;
    out->lower = gz_next_down((real)s->lower);
    out->upper = gz_next_up((real)s->upper);
    out->end = end;
    out->iterations = s->rounds;
}

/* Not looked at more closely than to see that they are apart. */
static void set_far(const gz_signed *s, graze_contact_set *out) {
    out->count = 0;
    out->normal = s->normal;
    out->sd = out->lower = gz_next_down((real)s->lower);
    out->upper = GRAZE_REAL_MAX;
    out->end = GRAZE_SEPARATED;
    out->iterations = s->rounds;
}

static graze_end end_of(const gz_signed *s, bool apart) {
    if (!s->complete) return GRAZE_ITERATION_LIMIT;
    if (apart) return GRAZE_SEPARATED;
    return s->sd > s->error ? GRAZE_CONVERGED : s->sd < -s->error ? GRAZE_OVERLAP : GRAZE_TOUCHING;
}

/* True if that is all, or all but a point; else there may be more than one. */
static bool is_done(const gz_signed *s, graze_real reach, graze_contact_set *out) {
    if (s->far && reach == 0) {
        set_far(s, out);
        return true;
    }
    bool apart = s->sd > (double)reach + s->error;
    begin_set(s, end_of(s, apart), out);
    if (apart) return true;
    if (s->single) set_single(s, out);
    return s->single;
}

graze_status gz_convex_contact(const graze_placed *a, const graze_placed *b, graze_real reach,
                               const graze_options *options, graze_cache *cache,
                               graze_contact_set *out) {
    if (!out || !graze_is_finite(reach) || reach < 0) return GRAZE_INVALID_ARGUMENT;
    gz_signed s;
    graze_status status = gz_signed_distance(a, b, options, reach == 0, cache, &s);
    if (status != GRAZE_OK || is_done(&s, reach, out)) return status;
    if (!(s.unseen && gz_contact_is_single(a, b, s.normal)))
        status = find_contact(a, b, &s, (double)reach, out);
    if (out->count == 0) set_single(&s, out);
    return status;
}

unsigned gz_convex_contact_four(const gz_meeting *pairs, int count, graze_contact_set *const *out) {
    gz_signed s[GZ_MEETINGS];
    unsigned settled = gz_box_signed_four(pairs, count, s);
    for (int i = 0; i < count; ++i) {
        if (!(settled >> i & 1) || is_done(&s[i], 0, out[i])) continue;
        if (find_contact(pairs[i].a, pairs[i].b, &s[i], 0, out[i]) != GRAZE_OK) settled &= ~(1u << i);
        if (out[i]->count == 0) set_single(&s[i], out[i]);
    }
    return settled;
}

bool gz_triangles_contact(const gz_ready_triangle *a, const gz_ready_triangle *b, graze_real reach,
                          graze_contact_set *out) {
    gz_signed s;
    return gz_triangles_signed(a, b, reach == 0, &s) && is_done(&s, reach, out);
}

/* -- along a normal that is given -- */

/* What the signed distance would say if the two were to part along the normal. */
static gz_signed along_normal(const contact_scene *scene, vec3 normal, int face) {
    const gz_pair *pair = &scene->pair;
    gz_operand a = pair->a, b = pair->b;
    wide3 n = scene->n, top = gz_operand_support(&a, gz_pair_direction(n));
    wide3 low = wide3_sub(gz_operand_support(&b, gz_pair_direction(wide3_neg(n))), pair->offset);
    double sd = (wide3_dot(n, low) - b.radius) - (wide3_dot(n, top) + a.radius);
    wide3 on_b = wide3_add_scaled(low, -b.radius, n), on_a = wide3_add_scaled(on_b, -sd, n);
    if (face == 1) {
        on_a = wide3_add_scaled(top, a.radius, n);
        on_b = wide3_add_scaled(on_a, sd, n);
    }
    return (gz_signed){.sd = sd / pair->scale,
                       .lower = (sd - pair->error) / pair->scale,
                       .upper = (sd + pair->error) / pair->scale,
                       .error = pair->error / pair->scale,
                       .normal = normal,
                       .point_a = gz_pair_world_point(pair, scene->owner, on_a),
                       .point_b = gz_pair_world_point(pair, scene->owner, on_b),
                       .complete = true};
}

static graze_status look_along(const graze_placed *a, const graze_placed *b, vec3 normal, int face,
                               gz_signed *out) {
    contact_scene scene = {.owner = a};
    graze_status status = gz_pair_make(a, b, &scene.pair);
    if (status != GRAZE_OK) return status;
    set_axes(&scene, normal);
    *out = along_normal(&scene, normal, face);
    out->single = gz_placed_is_plain(a) && gz_placed_is_plain(b) && gz_contact_is_single(a, b, normal);
    return GRAZE_OK;
}

graze_status gz_convex_contact_along(const graze_placed *a, const graze_placed *b, graze_vec3 normal,
                                     int face, graze_real reach, graze_contact_set *out) {
    gz_signed s;
    gz_ready_triangle of_a, of_b;
    graze_status status = GRAZE_OK;
    if (!gz_triangle_ready(a, &of_a) || !gz_triangle_ready(b, &of_b) ||
        !gz_triangles_along(&of_a, &of_b, normal, face, &s))
        status = look_along(a, b, normal, face, &s);
    if (status != GRAZE_OK || is_done(&s, reach, out)) return status;
    status = find_contact(a, b, &s, (double)reach, out);
    if (out->count == 0) set_single(&s, out);
    return status;
}

bool gz_triangles_contact_along(const gz_ready_triangle *a, const gz_ready_triangle *b,
                                graze_vec3 normal, int face, graze_real reach, graze_contact_set *out) {
    gz_signed s;
    return gz_triangles_along(a, b, normal, face, &s) && is_done(&s, reach, out);
}
