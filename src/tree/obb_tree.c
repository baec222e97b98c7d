/* SPDX-License-Identifier: MIT
 * Second moments of the surface add up from leaves to the root, so axes cost the same for every node;
 * the extents along them need all corners below it. Items of a subtree are in a row. */
#include "tree/obb_tree.h"

#include <string.h>

#include "base/memory.h"
#include "bounds/principal.h"

/* Weight, first and second moments of a surface. */
typedef struct moments {
    double weight, first[3], second[3][3];
} moments;

typedef struct part {
    moments moments;
    uint32_t begin, end; /* places in tree->items */
} part;

typedef struct fitting {
    const graze_tree *tree;
    wide3 *corners; /* in the tree's units, in the order of tree->items */
    size_t corner_count, corner_capacity;
    size_t *first_corner; /* of the item at a place; one more than places */
    part *parts;          /* a node */
    gz_obb_tree *out;
} fitting;

/* -- corners -------------------------------------------------------------------------------------- */

static bool add_corner(fitting *f, const double x[3]) {
    if (f->corner_count == f->corner_capacity) {
        size_t larger =
            f->corner_capacity ? f->corner_capacity * 2 : 3 * (size_t)f->tree->item_count + 64;
        wide3 *corners = gz_grow_array(f->corners, f->corner_capacity, larger, sizeof *corners);
        if (!corners) return false;
        f->corners = corners;
        f->corner_capacity = larger;
    }
    const gz_units *units = &f->tree->units;
    f->corners[f->corner_count++] = wide3_make(gz_units_of(units, 0, x[0]), gz_units_of(units, 1, x[1]),
                                               gz_units_of(units, 2, x[2]));
    return true;
}

static bool gather_corners(fitting *f, gz_corners_of_item corners, const void *user) {
    for (uint32_t place = 0; place < f->tree->item_count; ++place) {
        f->first_corner[place] = f->corner_count;
        double some[GZ_CORNERS_AT_ONCE][3];
        uint32_t count, from = 0;
        while ((count = corners(user, f->tree->items[place], from, some)) > 0) {
            for (uint32_t i = 0; i < count; ++i)
                if (!add_corner(f, some[i])) return false;
            from += count;
        }
    }
    f->first_corner[f->tree->item_count] = f->corner_count;
    return true;
}

/* -- moments -------------------------------------------------------------------------------------- */

static void add_point(moments *m, double weight, wide3 p) {
    const double x[3] = {p.x, p.y, p.z};
    m->weight += weight;
    for (int i = 0; i < 3; ++i) {
        m->first[i] += weight * x[i];
        for (int k = 0; k < 3; ++k) m->second[i][k] += weight * x[i] * x[k];
    }
}

/* A triangle weighs as much as its area; its second moments are those of 3/4 of it in the middle and
 * 1/12 at each corner. A little is added for what has no area. */
static void add_triangle(moments *m, wide3 p, wide3 q, wide3 r, double least) {
    double area = wide3_length(wide3_cross(wide3_sub(q, p), wide3_sub(r, p))) / 2 + least;
    wide3 middle = wide3_scale(wide3_add(wide3_add(p, q), r), 1.0 / 3);
    add_point(m, area * 0.75, middle);
    add_point(m, area / 12, p);
    add_point(m, area / 12, q);
    add_point(m, area / 12, r);
}

/* The corners of an item as a fan of triangles. */
static void add_item(const fitting *f, uint32_t place, double least, moments *m) {
    const wide3 *c = f->corners + f->first_corner[place];
    size_t count = f->first_corner[place + 1] - f->first_corner[place];
    for (size_t i = 2; i < count; ++i) add_triangle(m, c[0], c[i - 1], c[i], least);
    if (count && count < 3) add_triangle(m, c[0], c[0], c[count - 1], least);
}

static void add_part(part *to, const part *from) {
    to->moments.weight += from->moments.weight;
    for (int i = 0; i < 3; ++i) {
        to->moments.first[i] += from->moments.first[i];
        for (int k = 0; k < 3; ++k) to->moments.second[i][k] += from->moments.second[i][k];
    }
    if (from->begin < to->begin) to->begin = from->begin;
    if (from->end > to->end) to->end = from->end;
}

static part part_of_lane(const fitting *f, uint32_t link, double least) {
    if (!gz_link_is_leaf(link)) return f->parts[link];
    part p;
    memset(&p, 0, sizeof p);
    p.begin = gz_link_first(link);
    p.end = p.begin + gz_link_count(link);
    for (uint32_t place = p.begin; place < p.end; ++place) add_item(f, place, least, &p.moments);
    return p;
}

static wide_mat3 axes_of(const moments *m) {
    double mean[3];
    wide_mat3 covariance;
    for (int i = 0; i < 3; ++i) mean[i] = m->first[i] / m->weight;
    for (int i = 0; i < 3; ++i) {
        double c[3];
        for (int k = 0; k < 3; ++k) c[k] = m->second[i][k] / m->weight - mean[i] * mean[k];
        covariance.col[i] = wide3_make(c[0], c[1], c[2]);
    }
    return gz_eigenvectors(&covariance);
}

/* -- boxes ---------------------------------------------------------------------------------------- */

/* The least box with these axes, rounded as the header says. */
static gz_obb box_along(const fitting *f, const part *p, const wide_mat3 *axes, wide3 origin) {
    gz_obb box;
    double lo[3], hi[3], size = 0, center[3] = {origin.x, origin.y, origin.z};
    wide3 stored[3];
    for (int a = 0; a < 3; ++a) {
        const double axis[3] = {axes->col[a].x, axes->col[a].y, axes->col[a].z};
        for (int k = 0; k < 3; ++k) box.axis[a][k] = gz_round_to_float(axis[k]);
        stored[a] = wide3_make((double)box.axis[a][0], (double)box.axis[a][1], (double)box.axis[a][2]);
        lo[a] = INFINITY, hi[a] = -INFINITY;
    }
    for (size_t i = f->first_corner[p->begin]; i < f->first_corner[p->end]; ++i) {
        wide3 x = wide3_sub(f->corners[i], origin);
        for (int a = 0; a < 3; ++a) {
            double along = wide3_dot(stored[a], x);
            if (along < lo[a]) lo[a] = along;
            if (along > hi[a]) hi[a] = along;
        }
    }
    for (int a = 0; a < 3; ++a) {
        double middle = (lo[a] + hi[a]) / 2;
        center[0] += middle * stored[a].x;
        center[1] += middle * stored[a].y;
        center[2] += middle * stored[a].z;
        if (hi[a] - lo[a] > size) size = hi[a] - lo[a];
    }
    wide3 moved = wide3_make(0, 0, 0); /* from origin to the rounded centre */
    for (int k = 0; k < 3; ++k) box.center[k] = gz_round_to_float(center[k]);
    moved = wide3_sub(wide3_make((double)box.center[0], (double)box.center[1], (double)box.center[2]),
                      origin);
    for (int a = 0; a < 3; ++a) {
        double at = wide3_dot(stored[a], moved);
        double half = hi[a] - at > at - lo[a] ? hi[a] - at : at - lo[a];
        box.half[a] = gz_float_above(gz_round_to_float(half + size * 0x1p-20));
    }
    return box;
}

static double surface(const gz_obb *b) {
    double x = (double)b->half[0], y = (double)b->half[1], z = (double)b->half[2];
    return x * y + y * z + z * x;
}

static gz_obb fit(const fitting *f, const part *p) {
    static const wide_mat3 upright = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    wide3 origin = f->corners[f->first_corner[p->begin]];
    wide_mat3 axes = axes_of(&p->moments);
    gz_obb turned = box_along(f, p, &axes, origin), straight = box_along(f, p, &upright, origin);
    return surface(&turned) < surface(&straight) ? turned : straight;
}

static void set_lane(gz_obb_node *node, uint32_t i, const gz_obb *box) {
    for (int k = 0; k < 3; ++k) {
        node->center[k][i] = box->center[k];
        node->half[k][i] = box->half[k];
        for (int a = 0; a < 3; ++a) node->axis[a][k][i] = box->axis[a][k];
    }
}

static void fit_node(fitting *f, uint32_t n, double least) {
    static const gz_obb nothing = {
        {0, 0, 0}, {-INFINITY, -INFINITY, -INFINITY}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const gz_node *node = &f->tree->nodes[n];
    part all;
    memset(&all, 0, sizeof all);
    all.begin = UINT32_MAX;
    for (uint32_t i = 0; i < GZ_TREE_WIDTH; ++i) {
        gz_obb box = nothing;
        if (node->link[i] != GZ_LINK_NONE) {
            part p = part_of_lane(f, node->link[i], least);
            box = fit(f, &p);
            add_part(&all, &p);
        }
        set_lane(&f->out->nodes[n], i, &box);
    }
    f->parts[n] = all;
}

static void fit_all(fitting *f) {
    double size = 0;
    for (int k = 0; k < 3; ++k) {
        double w = (double)f->tree->hi[k] - (double)f->tree->lo[k];
        if (w > size) size = w;
    }
    double least = size * size * 0x1p-40 / (double)f->tree->item_count + 0x1p-900;
    for (uint32_t n = f->tree->node_count; n-- > 0;) fit_node(f, n, least);
    f->out->root = fit(f, &f->parts[0]);
}

/* -- memory --------------------------------------------------------------------------------------- */

void gz_obb_tree_release(gz_obb_tree *obb_tree) {
    if (!obb_tree) return;
    gz_release(obb_tree->nodes, obb_tree->node_count * sizeof *obb_tree->nodes);
    gz_release(obb_tree, sizeof *obb_tree);
}

static gz_obb_tree *allocate(uint32_t nodes) {
    gz_obb_tree *out = gz_allocate(sizeof *out);
    if (!out) return NULL;
    out->node_count = nodes;
    out->nodes = gz_allocate_array(nodes, sizeof *out->nodes);
    if (out->nodes) return out;
    gz_obb_tree_release(out);
    return NULL;
}

graze_status gz_obb_tree_build(const graze_tree *tree, gz_corners_of_item corners, const void *user,
                               gz_obb_tree **out) {
    fitting f = {.tree = tree};
    size_t places = (size_t)tree->item_count + 1;
    f.first_corner = gz_allocate_array(places, sizeof *f.first_corner);
    f.parts = gz_allocate_array(tree->node_count, sizeof *f.parts);
    f.out = allocate(tree->node_count);
    bool done = f.first_corner && f.parts && f.out && gather_corners(&f, corners, user);
    if (done) {
        fit_all(&f);
        *out = f.out;
    } else {
        gz_obb_tree_release(f.out);
    }
    gz_release(f.corners, f.corner_capacity * sizeof *f.corners);
    gz_release(f.first_corner, places * sizeof *f.first_corner);
    gz_release(f.parts, tree->node_count * sizeof *f.parts);
    return done ? GRAZE_OK : GRAZE_OUT_OF_MEMORY;
}
