/* SPDX-License-Identifier: MIT
 * How far is a mesh from another one, or from a convex shape? The nearest primitives decide: branch and
 * bound over the trees, nearest boxes first, in as much detail as the wanted accuracy asks for. */
#include "narrow/mesh_distance.h"

#include "convex/entry.h"
#include "convex/query.h"
#include "math/rounding.h"
#include "narrow/mesh_corners.h"
#include "narrow/mesh_query.h"
#include "narrow/near_walk.h"
#include "narrow/polish.h"
#include "narrow/query.h"
#include "narrow/tight_boxes.h"
#include "shape/placed.h"
#include "shape/simplex_room.h"

/* The triangles of a leaf, in the pair's space. */
#define LEAF_SIZE 8
#define LEAVES_KEPT 16
typedef struct near_leaf {
    uint32_t link;
    double p[LEAF_SIZE][3][3];
} near_leaf;

typedef struct search {
    gz_nearest nearest;
    gz_near_walk walk;
    bool simple; /* triangles, segments and points on both sides */
    bool tighten;
    const uint32_t *part; /* of one mesh against itself: only pairs of different parts count */
    gz_tight tight;
    gz_polish polish;
    gz_triangle_pairs lanes;
    near_leaf kept_a[LEAVES_KEPT], kept_b[LEAVES_KEPT];
} search;

static void lower_limit(search *s) {
    if (s->nearest.goal > 0) s->walk.limit = gz_near_limit(s->nearest.goal);
}

/* -- triangles -- */

static inline const near_leaf *leaf_of(const gz_mesh *mesh, const gz_affine *map, uint32_t link,
                                       near_leaf kept[LEAVES_KEPT]) {
    near_leaf *leaf = kept + (gz_link_first(link) / 2) % LEAVES_KEPT;
    if (leaf->link == link) return leaf;
    leaf->link = link;
    const uint32_t *items = mesh->tree->items + gz_link_first(link);
    for (uint32_t i = 0; i < gz_link_count(link); ++i) {
        gz_mesh_simple_corners(mesh, items[i], leaf->p[i]);
        for (int c = 0; c < 3; ++c) gz_affine_apply(map, leaf->p[i][c], leaf->p[i][c]);
    }
    return leaf;
}

static inline void fill_lane(double lanes[3][3][GZ_TRIANGLE_PAIRS], uint32_t lane,
                             const double p[3][3]) {
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) lanes[c][k][lane] = p[c][k];
}

static inline gz_mesh_part part_at(const gz_mesh *mesh, uint32_t place) {
    return (gz_mesh_part){mesh->tree->items[place], place, 0};
}

/* Places of one mesh, which go as a pair of two parts, once, in the order of the items? */
static inline bool is_one_part(const search *s, uint32_t place_a, uint32_t place_b) {
    const uint32_t *items = s->nearest.mesh_a->tree->items;
    return place_a >= place_b || s->part[items[place_a]] == s->part[items[place_b]];
}

/* How far triangles reach along a direction. */
static inline void reach_along(const near_leaf *leaf, uint32_t count, wide3 direction,
                               double reach[LEAF_SIZE]) {
    for (uint32_t i = 0; i < count; ++i) {
        double most = -INFINITY;
        for (int c = 0; c < 3; ++c) {
            const double *p = leaf->p[i][c];
            double height = wide3_dot(direction, wide3_make(p[0], p[1], p[2]));
            if (height > most) most = height;
        }
        reach[i] = most;
    }
}

/* Triangles that the plane across the shortest connection keeps apart are not looked at. */
static void compare_leaves(search *s, uint32_t link_a, uint32_t link_b) {
    gz_nearest *n = &s->nearest;
    const near_leaf *a = leaf_of(n->mesh_a, &n->map_a, link_a, s->kept_a);
    const near_leaf *b = leaf_of(n->mesh_b, &n->map_b, link_b, s->kept_b);
    gz_mesh_part part_a[GZ_TRIANGLE_PAIRS], part_b[GZ_TRIANGLE_PAIRS];
    uint32_t count = 0, last_a = gz_link_count(link_a), last_b = gz_link_count(link_b);
    double up[LEAF_SIZE], down[LEAF_SIZE];
    reach_along(a, last_a, n->normal, up);
    reach_along(b, last_b, wide3_neg(n->normal), down);
    for (uint32_t i = 0; i < last_a; ++i)
        for (uint32_t j = 0; j < last_b; ++j) {
            if (-(up[i] + down[j]) >= n->goal) continue;
            if (s->part && is_one_part(s, gz_link_first(link_a) + i, gz_link_first(link_b) + j))
                continue;
            fill_lane(s->lanes.a, count, a->p[i]);
            fill_lane(s->lanes.b, count, b->p[j]);
            part_a[count] = part_at(n->mesh_a, gz_link_first(link_a) + i);
            part_b[count] = part_at(n->mesh_b, gz_link_first(link_b) + j);
            if (++count < GZ_TRIANGLE_PAIRS) continue;
            gz_nearest_triangles(n, &s->lanes, count, part_a, part_b);
            count = 0;
        }
    if (count > 0) gz_nearest_triangles(n, &s->lanes, count, part_a, part_b);
}

/* -- primitives of any kind -- */

/* Pieces that are farther away than what is known are told apart quickly. */
static void compare_pieces(gz_nearest *n, gz_mesh_part a, gz_mesh_part b) {
    ++n->pairs;
    if (n->goal < GZ_TRIANGLE_HUGE) {
        gz_simplex_room room_a, room_b;
        graze_placed s = gz_piece_place(&n->a, a.primitive, a.piece, &room_a);
        graze_placed t = gz_piece_place(&n->b, b.primitive, b.piece, &room_b);
        graze_intersection found;
        graze_status status = gz_convex_within(&s, &t, (real)(n->goal / n->scale), NULL, NULL, &found);
        if (status == GRAZE_OK && !found.intersecting) return;
    }
    gz_nearest_settle(n, a, b);
}

static inline uint32_t primitive_at(const gz_mesh *mesh, uint32_t place) {
    return mesh ? mesh->tree->items[place] : 0;
}

static void compare_primitives(gz_nearest *n, uint32_t place_a, uint32_t place_b) {
    gz_mesh_part a = {primitive_at(n->mesh_a, place_a), place_a, 0};
    gz_mesh_part b = {primitive_at(n->mesh_b, place_b), place_b, 0};
    uint32_t count_a = gz_piece_count(n->a.shape, a.primitive);
    uint32_t count_b = gz_piece_count(n->b.shape, b.primitive);
    for (a.piece = 0; a.piece < count_a; ++a.piece)
        for (b.piece = 0; b.piece < count_b; ++b.piece) {
            compare_pieces(n, a, b);
            if (gz_nearest_touches(n)) return;
        }
}

/* -- the walk -- */

static inline graze_flow visit_leaves(void *user, uint32_t link_a, uint32_t link_b) {
    search *s = user;
    gz_nearest *n = &s->nearest;
    uint32_t turns = n->turns;
    if (s->simple) {
        compare_leaves(s, link_a, link_b);
        if (n->turns != turns && !gz_nearest_touches(n) && !s->part)
            gz_polish_run(&s->polish, n, &s->lanes);
    } else {
        for (uint32_t i = 0; i < gz_link_count(link_a); ++i)
            for (uint32_t j = 0; j < gz_link_count(link_b) && !gz_nearest_touches(n); ++j)
                if (!s->part || !is_one_part(s, gz_link_first(link_a) + i, gz_link_first(link_b) + j))
                    compare_primitives(n, gz_link_first(link_a) + i, gz_link_first(link_b) + j);
    }
    lower_limit(s);
    return gz_nearest_touches(n) ? GRAZE_STOP : GRAZE_CONTINUE;
}

static inline bool tighten(void *user, const gz_node *a, uint32_t lanes_a, const gz_node *b,
                           uint32_t lanes_b, gz_near_sides *out) {
    search *s = user;
    return s->tighten && gz_tight_sides(&s->tight, &s->nearest, a, lanes_a, b, lanes_b, out);
}

/* What was nearest the last time is a good guess, whatever shapes that was about. */
static void start_from(search *s, const graze_cache *cache) {
    gz_nearest *n = &s->nearest;
    if (!cache || cache->size == 0) return;
    if (cache->support_a[0] >= s->walk.a->item_count || cache->support_b[0] >= s->walk.b->item_count)
        return;
    compare_primitives(n, cache->support_a[0], cache->support_b[0]);
    lower_limit(s);
}

static void search_trees(search *s, const graze_tree *a, const graze_tree *b,
                         const graze_cache *cache) {
    gz_nearest *n = &s->nearest;
    gz_near_view view;
    gz_near_view_make(a, &n->a.pose, b, &n->b.pose, n->scale, &view);
    s->walk = (gz_near_walk){.a = a, .b = b, .view = &view, .limit = gz_near_limit(n->goal)};
    s->walk.kernel = gz_near_choose();
    gz_tight_begin(s->walk.kernel, &s->tight);
    for (int i = 0; i < LEAVES_KEPT; ++i) s->kept_a[i].link = s->kept_b[i].link = GZ_LINK_NONE;
    memset(&s->lanes, 0, sizeof s->lanes);
    if (s->simple) gz_polish_begin(n, s->walk.kernel, &s->polish);
    start_from(s, cache);
    if (!gz_nearest_touches(n)) gz_walk_near(&s->walk, visit_leaves, tighten, s);
}

static void search_pair(search *s, const graze_cache *cache) {
    gz_nearest *n = &s->nearest;
    bool simple_a = !n->mesh_a || gz_mesh_is_simple(n->mesh_a);
    bool simple_b = !n->mesh_b || gz_mesh_is_simple(n->mesh_b);
    s->tighten = simple_a && simple_b;
    s->simple = s->tighten && n->mesh_a && n->mesh_b;
    s->part = NULL;
    _Alignas(32) gz_node node;
    graze_tree box;
    if (!n->mesh_a) gz_tree_of_box(n->a.shape, &node, &box);
    if (!n->mesh_b) gz_tree_of_box(n->b.shape, &node, &box);
    search_trees(s, n->mesh_a ? n->mesh_a->tree : &box, n->mesh_b ? n->mesh_b->tree : &box, cache);
}

/* -- the answer -- */

static vec3 in_world(const gz_nearest *n, wide3 point) {
    wide3 rel = wide3_scale(point, 1 / n->scale);
    return wide3_round(wide3_add(wide3_from(n->a.pose.origin), rel));
}

/* They touch, or their margins do: a point between the two that is in both. */
static graze_separation touching(const gz_nearest *n, const graze_placed *a, const graze_placed *b) {
    double gap = n->upper - n->margin, both = (double)a->margin + (double)b->margin;
    double share = both > 0 ? (double)a->margin / both : 0.5;
    wide3 way = wide3_sub(n->point_b, n->point_a);
    bool deep = gap < -n->error;
    graze_separation out = {.normal = wide3_round(n->normal)};
    out.upper = deep ? 0 : gz_next_up((real)((gap + n->error) / n->scale));
    out.point_a = out.point_b = in_world(n, wide3_add_scaled(n->point_a, share, way));
    out.end = deep ? GRAZE_OVERLAP : GRAZE_TOUCHING;
    return out;
}

static graze_separation apart(const gz_nearest *n, const graze_placed *a, const graze_placed *b) {
    double floor = n->floor < n->goal ? n->floor : n->goal;
    double back = 1 / n->scale, gap = n->upper - n->margin;
    double lower = (floor - n->margin) - n->error, upper = gap + n->error;
    wide3 p = wide3_add_scaled(n->point_a, (double)a->margin * n->scale, n->normal);
    wide3 q = wide3_add_scaled(n->point_b, -(double)b->margin * n->scale, n->normal);
    graze_separation out = {.distance = (real)(gap * back), .normal = wide3_round(n->normal)};
    out.lower = lower > 0 ? graze_max(0, gz_next_down((real)(lower * back))) : 0;
    out.upper = gz_next_up((real)(upper * back));
    out.point_a = in_world(n, p);
    out.point_b = in_world(n, q);
    out.end = GRAZE_CONVERGED;
    return out;
}

static graze_separation answer(const gz_nearest *n, const graze_placed *a, const graze_placed *b) {
    graze_separation out = gz_nearest_touches(n) ? touching(n, a, b) : apart(n, a, b);
    out.primitive_a = n->part_a.primitive;
    out.primitive_b = n->part_b.primitive;
    out.iterations = (int)(n->pairs < INT32_MAX ? n->pairs : INT32_MAX);
    return out;
}

/* What is inside of a solid is at no distance from it. */
static bool is_held(const graze_placed *a, const graze_placed *b, graze_separation *out) {
    graze_separation held = {
        .normal = out->normal, .end = GRAZE_OVERLAP, .iterations = out->iterations};
    if (!gz_solid_holds(a, b, &held.primitive_b, &held.point_a) &&
        !gz_solid_holds(b, a, &held.primitive_a, &held.point_a))
        return false;
    held.point_b = held.point_a;
    *out = held;
    return true;
}

static void remember(const gz_nearest *n, graze_cache *cache) {
    if (!cache) return;
    cache->support_a[0] = n->part_a.place;
    cache->support_b[0] = n->part_b.place;
    cache->size = 1;
}

static graze_separation flipped(const graze_separation *s) {
    graze_separation out = *s;
    out.normal = vec3_neg(s->normal);
    out.point_a = s->point_b;
    out.point_b = s->point_a;
    out.primitive_a = s->primitive_b;
    out.primitive_b = s->primitive_a;
    return out;
}

/* One of the two is a half-space, the other a mesh. */
static graze_status above_half_space(const graze_placed *a, const graze_placed *b,
                                     const graze_options *options, graze_separation *out) {
    bool ground_is_b = a->shape->bounded;
    graze_separation found;
    graze_status status =
        gz_mesh_above_half_space(ground_is_b ? a : b, ground_is_b ? b : a, options, &found);
    if (status == GRAZE_OK) *out = ground_is_b ? found : flipped(&found);
    return status;
}

graze_status gz_mesh_distance(const graze_placed *a, const graze_placed *b,
                              const graze_options *options, graze_cache *cache, graze_separation *out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_check(a);
    if (status == GRAZE_OK) status = graze_placed_check(b);
    if (status != GRAZE_OK) return status;
    if (!a->shape->bounded || !b->shape->bounded) return above_half_space(a, b, options, out);
    search s;
    if (!gz_nearest_begin(a, b, options, &s.nearest)) return GRAZE_INVALID_ARGUMENT;
    search_pair(&s, cache);
    *out = answer(&s.nearest, a, b);
    if (!gz_nearest_touches(&s.nearest)) is_held(a, b, out);
    remember(&s.nearest, cache);
    return GRAZE_OK;
}

/* -- parts of one mesh -- */

graze_status graze_mesh_part_distance(const graze_placed *mesh, const uint32_t *part, graze_real limit,
                                      const graze_options *options, graze_separation *out) {
    if (!out || !part || !(limit >= 0)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_check(mesh);
    if (status != GRAZE_OK) return status;
    const gz_mesh *whole = gz_mesh_of(mesh->shape);
    graze_placed bare = *mesh;
    bare.margin = 0;
    search s;
    if (!whole || !gz_nearest_begin(&bare, &bare, options, &s.nearest)) return GRAZE_INVALID_ARGUMENT;
    double reach = (double)limit * s.nearest.scale + s.nearest.error;
    if (reach < s.nearest.goal) s.nearest.goal = reach;
    s.simple = s.tighten = gz_mesh_is_simple(whole);
    s.part = part;
    search_trees(&s, whole->tree, whole->tree, NULL);
    if (s.nearest.turns > 0 && s.nearest.upper <= reach)
        *out = answer(&s.nearest, &bare, &bare);
    else
        *out = (graze_separation){.lower = limit, .end = GRAZE_SEPARATED};
    return GRAZE_OK;
}
