/* SPDX-License-Identifier: MIT */
#include "convex/polytope_witness.h"

#include "base/tolerance.h"
#include "convex/query.h"

static double witness_slack(const gz_axes *axes) {
    return (double)GZ_WITNESS_SLACK * axes->pair->error;
}

/* Is the point, which lies in the plane of the facet with normal n, inside it? Facets that are not
 * polygons, the extra ones of flat cores, have no inside. */
static bool facet_holds(const gz_axes_side *side, uint32_t facet, wide3 n, wide3 point, double slack) {
    const gz_facets *facets = side->facets;
    uint32_t begin = facets->start[facet], end = facets->start[facet + 1];
    if (facets->loose || end - begin < 3) return false;
    for (uint32_t k = begin; k < end; ++k) {
        const gz_edge *edge = &facets->edges[facets->around[k]];
        wide3 from = gz_axes_vertex(side, edge->vertex[0]);
        wide3 along = wide3_sub(gz_axes_vertex(side, edge->vertex[1]), from);
        if (wide3_length_squared(along) <= slack * slack) return false; /* no polygon: GJK answers */
        wide3 outward = wide3_cross(along, n);
        double sign = edge->facet[0] == facet ? side->turn : -side->turn;
        double over = sign * wide3_dot(outward, wide3_sub(point, from));
        if (over > 0 && over * over > slack * slack * wide3_length_squared(outward)) return false;
    }
    return true;
}

/* A facet of one and a vertex of the other. */
static bool on_facet(const gz_axes *axes, double depth, gz_depth *out) {
    double slack = witness_slack(axes);
    wide3 n = axes->normal;
    if (axes->kind == GZ_AXIS_FACET_A) {
        out->b = axes->b;
        out->a = wide3_add_scaled(axes->b, depth, n);
        return facet_holds(&axes->side[0], axes->feature[0], n, out->a, slack);
    }
    out->a = axes->a;
    out->b = wide3_add_scaled(axes->a, -depth, n);
    return facet_holds(&axes->side[1], axes->feature[0], wide3_neg(n), out->b, slack);
}

/* Within 0..1 up to a slack that is a length, on an edge of that length; taken inside. */
static bool clamp(double *share, double length, double slack) {
    if (!(*share * length > -slack && (*share - 1) * length < slack)) return false;
    *share = *share < 0 ? 0 : *share > 1 ? 1 : *share;
    return true;
}

/* An edge of each: p + s d - (q + t e) = depth n. */
static bool on_edges(const gz_axes *axes, double depth, gz_depth *out) {
    wide3 end[2][2];
    for (int i = 0; i < 2; ++i) {
        const gz_edge *edge = &axes->side[i].facets->edges[axes->feature[i]];
        end[i][0] = gz_axes_vertex(&axes->side[i], edge->vertex[0]);
        end[i][1] = gz_axes_vertex(&axes->side[i], edge->vertex[1]);
    }
    wide3 d = wide3_sub(end[0][1], end[0][0]), e = wide3_sub(end[1][1], end[1][0]);
    wide3 m = wide3_cross(d, e), y = wide3_scale(axes->normal, depth);
    wide3 r = wide3_sub(y, wide3_sub(end[0][0], end[1][0]));
    double squared = wide3_length_squared(m);
    double s = wide3_dot(wide3_cross(r, e), m) / squared, t = wide3_dot(wide3_cross(r, d), m) / squared;
    if (!clamp(&s, wide3_length(d), witness_slack(axes)) ||
        !clamp(&t, wide3_length(e), witness_slack(axes)))
        return false;
    out->a = wide3_add_scaled(end[0][0], s, d);
    out->b = wide3_add_scaled(end[1][0], t, e);
    wide3 off = wide3_sub(wide3_sub(out->a, out->b), y);
    return wide3_length(off) <= witness_slack(axes);
}

/* GJK on the pair moved by `by`, about the point of C that lies there then. */
static gz_outcome run_gjk(gz_pair *pair, wide3 by, wide3 start, double near, double far, gz_gjk *gjk) {
    gz_goal goal = {.near = near,
                    .far = far,
                    .rel = 0,
                    .abs = (double)GZ_WITNESS_SLACK * pair->error,
                    .rounds = GZ_GJK_ITERATIONS};
    wide3 offset = pair->offset;
    pair->offset = wide3_add(offset, by);
    pair->warm.count = 0;
    gz_outcome outcome = gz_gjk_run(pair, start, &goal, gjk);
    pair->offset = offset;
    return outcome;
}

/* Points of the cores behind the point v + y of C that GJK found. */
static void core_points(const gz_pair *pair, const gz_gjk *gjk, wide3 y, gz_depth *out) {
    gz_witnesses w = gz_gjk_witnesses(pair, gjk);
    out->a = wide3_add_scaled(w.a, -pair->a.radius, w.normal);
    out->b = wide3_sub(wide3_sub(out->a, gjk->v), y);
}

/* C moved by minus y has the origin on its boundary. */
void gz_depth_points(gz_pair *pair, wide3 normal, double depth, gz_depth *out) {
    wide3 y = wide3_scale(normal, depth);
    gz_gjk gjk;
    double near = (double)GZ_WITNESS_SLACK * pair->error;
    run_gjk(pair, wide3_neg(y), wide3_neg(normal), near, 2 * pair->error, &gjk);
    core_points(pair, &gjk, y, out);
}

void gz_axes_witnesses(gz_axes *axes, double depth, gz_depth *out) {
    bool facet = axes->kind == GZ_AXIS_FACET_A || axes->kind == GZ_AXIS_FACET_B;
    if (facet && on_facet(axes, depth, out)) return;
    if (axes->kind == GZ_AXIS_EDGES && on_edges(axes, depth, out)) return;
    gz_depth_points(axes->pair, axes->normal, depth, out); /* features that tie */
}

bool gz_axes_touch(gz_axes *axes, gz_depth *out) {
    gz_pair *pair = axes->pair;
    gz_gjk gjk;
    double share = (double)GZ_TOUCHING_SHARE * pair->error;
    gz_outcome outcome =
        run_gjk(pair, wide3_make(0, 0, 0), wide3_neg(axes->normal), witness_slack(axes), share, &gjk);
    axes->rounds += gjk.rounds;
    if (outcome == GZ_FAR) {
        out->normal = wide3_scale(gjk.axis, -1 / wide3_length(gjk.axis));
        out->upper = -gjk.lower;
        return false;
    }
    core_points(pair, &gjk, wide3_make(0, 0, 0), out);
    return true;
}
