/* SPDX-License-Identifier: MIT */
#include "narrow/polish.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/tolerance.h"
#include "narrow/mesh_corners.h"
#include "tree/units.h"

#define MOST_ROUNDS 8

/* The mesh that is searched, and the piece of the other that it is compared with. */
typedef struct side {
    const gz_mesh *mesh;
    const gz_affine *map;
    gz_mesh_part other;
    bool is_a;
    wide3 away;   /* the direction from the mesh to that piece, */
    double depth; /* and how far the piece comes back against it */
} side;

typedef struct level {
    const gz_node *node;
    uint32_t left;
    float key[GZ_TREE_WIDTH];
} level;

void gz_polish_begin(const gz_nearest *nearest, const gz_near_kernel *kernel, gz_polish *out) {
    out->kernel = kernel;
    gz_affine_invert(nearest->map_a.m, out->into_a);
    gz_affine_invert(nearest->map_b.m, out->into_b);
}

/* A point as a box that is none, in the units of a tree. */
static void point_in_tree(const graze_tree *tree, const gz_affine *map, const double inverse[3][3],
                          wide3 point, gz_near_boxes *out) {
    wide3 rel = wide3_sub(point, wide3_make(map->t[0], map->t[1], map->t[2]));
    for (int k = 0; k < 3; ++k) {
        double x = (inverse[k][0] * rel.x + inverse[k][1] * rel.y) + inverse[k][2] * rel.z;
        out->lo[k][0] = out->hi[k][0] = (float)gz_units_of(&tree->units, k, x);
    }
}

static void place(const gz_mesh *mesh, const gz_affine *map, uint32_t primitive, double p[3][3]) {
    gz_mesh_simple_corners(mesh, primitive, p);
    for (int c = 0; c < 3; ++c) gz_affine_apply(map, p[c], p[c]);
}

static void put(const double p[3][3], double lanes[3][3][GZ_TRIANGLE_PAIRS], uint32_t from,
                uint32_t to) {
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k)
            for (uint32_t lane = from; lane < to; ++lane) lanes[c][k][lane] = p[c][k];
}

static double reach_along(const double p[3][3], wide3 direction) {
    double most = -INFINITY;
    for (int c = 0; c < 3; ++c) {
        double height = wide3_dot(direction, wide3_make(p[c][0], p[c][1], p[c][2]));
        if (height > most) most = height;
    }
    return most;
}

/* Triangles that a plane keeps away from the piece are not looked at. */
static void compare_leaf(gz_nearest *n, const side *s, uint32_t link, gz_triangle_pairs *lanes) {
    gz_mesh_part mine[GZ_TRIANGLE_PAIRS], others[GZ_TRIANGLE_PAIRS];
    uint32_t count = gz_link_count(link), first = gz_link_first(link), used = 0;
    for (uint32_t i = 0; i < count; ++i) {
        double p[3][3];
        uint32_t primitive = s->mesh->tree->items[first + i];
        place(s->mesh, s->map, primitive, p);
        if (!(-(reach_along(p, s->away) + s->depth) >= n->goal)) {
            mine[used] = (gz_mesh_part){primitive, first + i, 0};
            others[used] = s->other;
            put((const double(*)[3])p, s->is_a ? lanes->a : lanes->b, used, used + 1);
            ++used;
        }
        if (used == 0 || (used < GZ_TRIANGLE_PAIRS && i + 1 < count)) continue;
        gz_nearest_triangles(n, lanes, used, s->is_a ? mine : others, s->is_a ? others : mine);
        used = 0;
    }
}

static void open_node(const gz_polish *polish, const gz_node *node, const gz_near_boxes *point,
                      float weight, float limit, level *out) {
    _Alignas(32) float key[64];
    memset(key, 0, GZ_TREE_WIDTH * sizeof *key);
    gz_near_sides sides = {node->lo, node->hi, point->lo, point->hi, weight, NULL};
    out->node = node;
    out->left = (uint32_t)polish->kernel->raise(&sides, 1, limit, key);
    for (uint32_t i = 0; i < GZ_TREE_WIDTH; ++i)
        if (node->link[i] == GZ_LINK_NONE) out->left &= ~(1u << i);
    memcpy(out->key, key, sizeof out->key);
}

/* The nearest lane that is left and within the limit; GZ_TREE_WIDTH if there is none. */
static uint32_t next_lane(level *at, float limit) {
    uint32_t best = GZ_TREE_WIDTH;
    float least = limit;
    for (uint32_t left = at->left; left; left &= left - 1) {
        uint32_t i = gz_lowest_bit(left);
        if (at->key[i] <= least) {
            least = at->key[i];
            best = i;
        }
    }
    if (best < GZ_TREE_WIDTH) at->left &= ~(1u << best);
    return best;
}

static void search_around(const gz_polish *polish, gz_nearest *n, side *s, wide3 point,
                          gz_triangle_pairs *lanes) {
    const graze_tree *tree = s->mesh->tree;
    const gz_mesh *other = s->is_a ? n->mesh_b : n->mesh_a;
    double p[3][3];
    place(other, s->is_a ? &n->map_b : &n->map_a, s->other.primitive, p);
    put((const double(*)[3])p, s->is_a ? lanes->b : lanes->a, 0, GZ_TRIANGLE_PAIRS);
    s->away = s->is_a ? n->normal : wide3_neg(n->normal);
    s->depth = reach_along(p, wide3_neg(s->away));
    gz_near_boxes at;
    point_in_tree(tree, s->map, s->is_a ? polish->into_a : polish->into_b, point, &at);
    wide3 row = wide3_make(s->map->m[0][0], s->map->m[1][0], s->map->m[2][0]);
    float weight = (float)(wide3_length(row) / tree->units.scale);
    level stack[GZ_TREE_DEPTH];
    uint32_t top = 0;
    open_node(polish, tree->nodes, &at, weight, gz_near_limit(n->goal), stack);
    for (;;) {
        uint32_t i =
            gz_nearest_touches(n) ? GZ_TREE_WIDTH : next_lane(stack + top, gz_near_limit(n->goal));
        if (i == GZ_TREE_WIDTH) {
            if (top-- == 0) return;
            continue;
        }
        uint32_t link = stack[top].node->link[i];
        if (gz_link_is_leaf(link)) {
            compare_leaf(n, s, link, lanes);
            continue;
        }
        ++top;
        open_node(polish, tree->nodes + link, &at, weight, gz_near_limit(n->goal), stack + top);
    }
}

void gz_polish_run(const gz_polish *polish, gz_nearest *nearest, gz_triangle_pairs *lanes) {
    bool around_b = true;
    uint32_t idle = 0;
    for (int round = 0; round < MOST_ROUNDS && idle < 2; ++round) {
        uint32_t turns = nearest->turns;
        side s = {.mesh = nearest->mesh_b, .map = &nearest->map_b, .other = nearest->part_a};
        if (!around_b)
            s = (side){.mesh = nearest->mesh_a,
                       .map = &nearest->map_a,
                       .other = nearest->part_b,
                       .is_a = true};
        search_around(polish, nearest, &s, around_b ? nearest->point_a : nearest->point_b, lanes);
        around_b = !around_b;
        idle = turns == nearest->turns ? idle + 1 : 0;
        if (gz_nearest_touches(nearest)) return;
    }
}
