/* SPDX-License-Identifier: MIT
 * Faces and edges of hulls. The facet at the support vertex that faces out best is joined with those
 * around it that are coplanar but for rounding; the outline of them all is the face. */
#include "base/tolerance.h"
#include "convex/contact.h"

/* What is seen of a hull while walking on it. */
typedef struct hull_walk {
    const gz_facing *facing;
    const gz_facets *facets;
    wide_mat3 cofactor; /* takes outward normals to the pair's frame, not unit */
    uint32_t vertex;    /* the support vertex */
    uint32_t best;      /* the facet there that faces out best, and how well */
    double best_cosine;
    uint32_t edge; /* the edge there that lies best across out, and how well */
    double edge_rise;
} hull_walk;

static wide3 corner_point(const hull_walk *walk, uint32_t vertex) {
    return gz_facing_point(walk->facing,
                           wide3_from(gz_polytope_corner(walk->facing->core.shape, vertex)));
}

static wide3 facet_normal(const hull_walk *walk, uint32_t facet) {
    wide3 n = wide_mat3_mul_vec(&walk->cofactor, walk->facets->normal[facet]);
    return wide3_scale(n, 1 / wide3_length(n));
}

static bool touches(const gz_edge *edge, uint32_t vertex) {
    return edge->vertex[0] == vertex || edge->vertex[1] == vertex;
}

/* The extra facets of flat hulls are no faces. */
static bool is_face(const gz_facets *facets, uint32_t facet) {
    return facets->start[facet + 1] - facets->start[facet] >= 3;
}

static void look_at_facet(hull_walk *walk, uint32_t facet) {
    if (!is_face(walk->facets, facet)) return;
    double cosine = wide3_dot(facet_normal(walk, facet), walk->facing->out);
    if (!(cosine > walk->best_cosine)) return;
    walk->best_cosine = cosine;
    walk->best = facet;
}

static void look_at_edge(hull_walk *walk, uint32_t e) {
    const gz_edge *edge = &walk->facets->edges[e];
    wide3 along = wide3_sub(corner_point(walk, edge->vertex[1]), corner_point(walk, edge->vertex[0]));
    double rise = fabs(wide3_dot(along, walk->facing->out)) / wide3_length(along);
    if (!(rise < walk->edge_rise)) return;
    walk->edge_rise = rise;
    walk->edge = e;
}

/* The other edge of the facet at the same vertex. */
static uint32_t turn(const hull_walk *walk, uint32_t facet, uint32_t edge) {
    const gz_facets *facets = walk->facets;
    for (uint32_t k = facets->start[facet]; k < facets->start[facet + 1]; ++k) {
        uint32_t other = facets->around[k];
        if (other != edge && touches(&facets->edges[other], walk->vertex)) return other;
    }
    return edge;
}

/* Once round the support vertex. */
static void walk_round(hull_walk *walk) {
    const gz_facets *facets = walk->facets;
    uint32_t first = facets->touching[walk->vertex], edge = first;
    uint32_t facet = facets->edges[first].facet[0];
    do {
        look_at_facet(walk, facet);
        look_at_edge(walk, edge);
        edge = turn(walk, facet, edge);
        const gz_edge *passed = &facets->edges[edge];
        facet = passed->facet[passed->facet[0] == facet ? 1 : 0];
    } while (edge != first);
}

/* -- the face -- */

/* The facets that make up a face; if there are more they are left out. */
typedef struct region {
    int count;
    uint32_t facet[GZ_CONTACT_SLOPES];
} region;

static bool region_has(const region *r, uint32_t facet) {
    for (int i = 0; i < r->count; ++i)
        if (r->facet[i] == facet) return true;
    return false;
}

/* The face across an edge of a facet, unless the region has it. */
static bool is_new_neighbour(const gz_facets *facets, uint32_t facet, uint32_t around, const region *r,
                             uint32_t *other) {
    const gz_edge *edge = &facets->edges[around];
    *other = edge->facet[edge->facet[0] == facet ? 1 : 0];
    return is_face(facets, *other) && !region_has(r, *other);
}

static void grow_region(const hull_walk *walk, wide3 normal, region *r) {
    const gz_facets *facets = walk->facets;
    for (int i = 0; i < r->count; ++i) {
        uint32_t facet = r->facet[i];
        for (uint32_t k = facets->start[facet]; k < facets->start[facet + 1]; ++k) {
            if (r->count == GZ_CONTACT_SLOPES) return;
            uint32_t other;
            if (!is_new_neighbour(facets, facet, facets->around[k], r, &other)) continue;
            wide3 off = wide3_sub(facet_normal(walk, other), normal);
            if (wide3_length_squared(off) <= GZ_CONTACT_COPLANAR) r->facet[r->count++] = other;
        }
    }
}

/* The corner of the region farthest along dx, dy. */
static gz_corner outermost(const hull_walk *walk, const region *r, wide3 normal, double dx, double dy) {
    gz_feature one = {.count = 0};
    gz_corner best = {0, 0, 0};
    bool any = false;
    for (int i = 0; i < r->count; ++i) {
        uint32_t facet = r->facet[i];
        for (uint32_t k = walk->facets->start[facet]; k < walk->facets->start[facet + 1]; ++k)
            for (int end = 0; end < 2; ++end) {
                uint32_t vertex = walk->facets->edges[walk->facets->around[k]].vertex[end];
                one.count = 0;
                gz_feature_add_corner(walk->facing, corner_point(walk, vertex), normal, vertex, &one);
                gz_corner c = one.corner[0];
                if (any && !(dx * (c.x - best.x) + dy * (c.y - best.y) > 0)) continue;
                any = true;
                best = c;
            }
    }
    return best;
}

/* Too many corners: the outermost in as many directions as there is room for, evenly round a square. */
static void sample_corners(const hull_walk *walk, const region *r, wide3 normal, gz_feature *feature) {
    const int quarter = GZ_CONTACT_CORNERS / 4;
    feature->count = 0;
    for (int i = 0; i < GZ_CONTACT_CORNERS; ++i) {
        double across = (double)(2 * (i % quarter)) / quarter - 1;
        int side = i / quarter;
        double dx = side == 0 ? across : side == 1 ? 1 : side == 2 ? -across : -1;
        double dy = side == 0 ? -1 : side == 1 ? across : side == 2 ? 1 : -across;
        gz_corner corner = outermost(walk, r, normal, dx, dy);
        bool known = false;
        for (int k = 0; k < feature->count; ++k) known |= feature->corner[k].id == corner.id;
        if (!known) feature->corner[feature->count++] = corner;
    }
}

/* False if there are too many. */
static bool all_corners(const hull_walk *walk, const region *r, wide3 normal, gz_feature *feature) {
    for (int i = 0; i < r->count; ++i) {
        uint32_t facet = r->facet[i];
        for (uint32_t k = walk->facets->start[facet]; k < walk->facets->start[facet + 1]; ++k)
            for (int end = 0; end < 2; ++end) {
                uint32_t vertex = walk->facets->edges[walk->facets->around[k]].vertex[end];
                bool known = false;
                for (int c = 0; c < feature->count && !known; ++c)
                    known = feature->corner[c].id == vertex;
                if (known) continue;
                if (feature->count == GZ_CONTACT_CORNERS) return false;
                gz_feature_add_corner(walk->facing, corner_point(walk, vertex), normal, vertex,
                                      feature);
            }
    }
    return true;
}

static void add_slope(const hull_walk *walk, uint32_t facet, wide3 normal, gz_feature *feature) {
    gz_feature_add_slope(walk->facing, corner_point(walk, walk->facets->corner[facet]), normal,
                         feature);
}

/* The facets around the region that face out, as many as there is room for. */
static void add_neighbours(const hull_walk *walk, region *r, gz_feature *feature) {
    const gz_facets *facets = walk->facets;
    for (int i = 0, own = r->count; i < own; ++i) {
        uint32_t facet = r->facet[i];
        for (uint32_t k = facets->start[facet]; k < facets->start[facet + 1]; ++k) {
            if (r->count == GZ_CONTACT_SLOPES) return;
            uint32_t other;
            if (!is_new_neighbour(facets, facet, facets->around[k], r, &other)) continue;
            wide3 normal = facet_normal(walk, other);
            if (!(wide3_dot(normal, walk->facing->out) > GZ_CONTACT_STEEP)) continue;
            r->facet[r->count++] = other;
            add_slope(walk, other, normal, feature);
        }
    }
}

/* Where the region has a corner inside of its outline, the surface there is that of a facet next to it
 * which may be steep. */
static void hull_face(const hull_walk *walk, gz_feature *feature) {
    region r = {.count = 1, .facet = {walk->best}};
    wide3 normal = facet_normal(walk, walk->best);
    grow_region(walk, normal, &r);
    if (!all_corners(walk, &r, normal, feature)) sample_corners(walk, &r, normal, feature);
    for (int i = 0; i < r.count; ++i)
        add_slope(walk, r.facet[i], facet_normal(walk, r.facet[i]), feature);
    int corners = feature->count;
    gz_feature_wrap(feature);
    if (feature->count < corners && r.count > 1) add_neighbours(walk, &r, feature);
}

/* -- edges -- */

static void hull_edge(const hull_walk *walk, gz_feature *feature) {
    const gz_facing *facing = walk->facing;
    const gz_edge *edge = &walk->facets->edges[walk->edge];
    gz_edge_end p = {corner_point(walk, edge->vertex[0]), edge->vertex[0]};
    gz_edge_end q = {corner_point(walk, edge->vertex[1]), edge->vertex[1]};
    wide3 along = wide3_sub(q.point, p.point);
    double rise = wide3_dot(along, facing->out) / wide3_length_squared(along);
    wide3 normal = wide3_add_scaled(facing->out, -rise, along);
    gz_feature_set_edge(facing, p, q, wide3_scale(normal, 1 / wide3_length(normal)), 0, feature);
}

void gz_feature_hull(const gz_facing *facing, const gz_facets *facets, gz_feature *feature) {
    const wide3 *axis = facing->core.basis->col;
    hull_walk walk = {.facing = facing,
                      .facets = facets,
                      .cofactor = {{wide3_cross(axis[1], axis[2]), wide3_cross(axis[2], axis[0]),
                                    wide3_cross(axis[0], axis[1])}},
                      .vertex = gz_facing_vertex(facing),
                      .best_cosine = GZ_CONTACT_COSINE,
                      .edge_rise = GZ_CONTACT_SINE};
    if (wide3_dot(walk.cofactor.col[0], axis[0]) < 0)
        for (int i = 0; i < 3; ++i) walk.cofactor.col[i] = wide3_neg(walk.cofactor.col[i]);
    walk_round(&walk);
    if (walk.best_cosine > GZ_CONTACT_COSINE) hull_face(&walk, feature);
    if (feature->count < 3) feature->count = feature->slope_count = 0;
    if (feature->count == 0 && walk.edge_rise < GZ_CONTACT_SINE) hull_edge(&walk, feature);
}
