/* SPDX-License-Identifier: MIT */
#include "oracle/features.h"

static long double clamp01(long double t) { return t < 0 ? 0 : t > 1 ? 1 : t; }

ld3 oracle_closest_on_segment(ld3 p, ld3 a, ld3 b) {
    ld3 edge = ld3_sub(b, a);
    long double squared = ld3_dot(edge, edge);
    if (squared == 0) return a;
    long double t = clamp01(ld3_dot(ld3_sub(p, a), edge) / squared);
    /* From the nearer end, so that both ends are reached exactly. */
    return t < 0.5L ? ld3_add_scaled(a, t, edge) : ld3_add_scaled(b, t - 1, edge);
}

static ld3 nearer_to(ld3 p, ld3 a, ld3 b) { return ld3_distance(p, b) < ld3_distance(p, a) ? b : a; }

/* The foot of p on the plane of a triangle whose side a b is the longest, if it lies inside, else a.
 * Solved in the directions of that side and of the height, and again for what is left: a sliver loses
 * digits at the first try. */
static ld3 foot_inside(ld3 p, ld3 a, ld3 b, ld3 c) {
    ld3 side = ld3_sub(b, a), other = ld3_sub(c, a), foot = a;
    long double squared = ld3_dot(side, side), s = 0, t = 0;
    if (squared == 0) return a;
    ld3 height = ld3_add_scaled(other, -ld3_dot(other, side) / squared, side);
    long double high = ld3_dot(height, height);
    if (high == 0) return a;
    for (int i = 0; i < 3; ++i) {
        ld3 left = ld3_sub(p, foot);
        long double dt = ld3_dot(left, height) / high;
        long double ds = ld3_dot(ld3_add_scaled(left, -dt, other), side) / squared;
        foot = ld3_add_scaled(ld3_add_scaled(foot, ds, side), dt, other);
        s += ds;
        t += dt;
    }
    return s > 0 && t > 0 && s + t < 1 ? foot : a;
}

ld3 oracle_closest_on_triangle(ld3 p, ld3 a, ld3 b, ld3 c) {
    ld3 best = oracle_closest_on_segment(p, a, b);
    best = nearer_to(p, best, oracle_closest_on_segment(p, b, c));
    best = nearer_to(p, best, oracle_closest_on_segment(p, c, a));
    long double ab = ld3_distance(a, b), bc = ld3_distance(b, c), ca = ld3_distance(c, a);
    return nearer_to(p, best,
                     ab >= bc && ab >= ca ? foot_inside(p, a, b, c)
                     : bc >= ca           ? foot_inside(p, b, c, a)
                                          : foot_inside(p, c, a, b));
}

static oracle_closest closer(oracle_closest best, ld3 a, ld3 b) {
    long double distance = ld3_distance(a, b);
    return distance < best.distance ? (oracle_closest){distance, a, b} : best;
}

oracle_closest oracle_segments(ld3 p, ld3 q, ld3 a, ld3 b) {
    oracle_closest best = {INFINITY, p, a};
    best = closer(best, p, oracle_closest_on_segment(p, a, b));
    best = closer(best, q, oracle_closest_on_segment(q, a, b));
    best = closer(best, oracle_closest_on_segment(a, p, q), a);
    best = closer(best, oracle_closest_on_segment(b, p, q), b);
    /* Inner points: the difference stands at right angles to both lines. */
    ld3 u = ld3_sub(q, p), w = ld3_sub(b, a), r = ld3_sub(a, p), n = ld3_cross(u, w);
    long double squared = ld3_dot(n, n);
    if (squared == 0) return best;
    long double s = ld3_dot(ld3_cross(r, w), n) / squared, t = ld3_dot(ld3_cross(r, u), n) / squared;
    if (!(s > 0 && s < 1 && t > 0 && t < 1)) return best;
    return closer(best, ld3_add_scaled(p, s, u), ld3_add_scaled(a, t, w));
}

/* Six times the signed volume, or 0 if that is all rounding. What then escapes lies so near to a plane
 * that the closest features are as good as 0 apart. */
static long double orient(ld3 a, ld3 b, ld3 c, ld3 d) {
    ld3 u = ld3_sub(a, d), v = ld3_sub(b, d), w = ld3_sub(c, d);
    long double volume = ld3_dot(u, ld3_cross(v, w));
    return fabsl(volume) > 1e-17L * ld3_length(u) * ld3_length(v) * ld3_length(w) ? volume : 0;
}

static bool opposite(long double a, long double b) { return (a < 0 && b > 0) || (a > 0 && b < 0); }

bool oracle_segment_pierces(ld3 p, ld3 q, ld3 a, ld3 b, ld3 c) {
    if (!opposite(orient(a, b, c, p), orient(a, b, c, q))) return false;
    long double x = orient(p, q, a, b), y = orient(p, q, b, c), z = orient(p, q, c, a);
    return (x > 0 && y > 0 && z > 0) || (x < 0 && y < 0 && z < 0);
}

/* A flat one contains nothing: the signs of its volumes are those of rounding. */
static bool tetrahedron_contains(ld3 a, ld3 b, ld3 c, ld3 d, ld3 p) {
    long double whole = orient(a, b, c, d);
    return whole != 0 && !opposite(whole, orient(p, b, c, d)) && !opposite(whole, orient(a, p, c, d)) &&
           !opposite(whole, orient(a, b, p, d)) && !opposite(whole, orient(a, b, c, p));
}

bool oracle_polyhedron_contains(const oracle_polyhedron *body, ld3 p) {
    const ld3 *v = body->vertices;
    for (int i = 0; i < body->triangle_count; ++i) {
        const int *t = body->triangles[i];
        if (tetrahedron_contains(v[0], v[t[0]], v[t[1]], v[t[2]], p)) return true;
    }
    return false;
}

/* The nearest point of the boundary. */
static ld3 boundary_point(const oracle_polyhedron *body, ld3 p) {
    const ld3 *v = body->vertices;
    ld3 best = v[0];
    if (body->triangle_count == 0)
        for (int i = 0; i < body->edge_count; ++i) {
            oracle_edge e = body->edges[i];
            best = nearer_to(p, best, oracle_closest_on_segment(p, v[e.tail], v[e.head]));
        }
    for (int i = 0; i < body->triangle_count; ++i) {
        const int *t = body->triangles[i];
        best = nearer_to(p, best, oracle_closest_on_triangle(p, v[t[0]], v[t[1]], v[t[2]]));
    }
    return best;
}

long double oracle_polyhedron_point_distance(const oracle_polyhedron *body, ld3 p) {
    if (oracle_polyhedron_contains(body, p)) return 0;
    return ld3_distance(p, boundary_point(body, p));
}

static bool edges_pierce(const oracle_polyhedron *a, const oracle_polyhedron *b) {
    for (int i = 0; i < a->edge_count; ++i) {
        ld3 p = a->vertices[a->edges[i].tail], q = a->vertices[a->edges[i].head];
        for (int k = 0; k < b->triangle_count; ++k) {
            const int *t = b->triangles[k];
            if (oracle_segment_pierces(p, q, b->vertices[t[0]], b->vertices[t[1]], b->vertices[t[2]]))
                return true;
        }
    }
    return false;
}

bool oracle_polyhedron_overlap(const oracle_polyhedron *a, const oracle_polyhedron *b) {
    return oracle_polyhedron_contains(a, b->vertices[0]) ||
           oracle_polyhedron_contains(b, a->vertices[0]) || edges_pierce(a, b) || edges_pierce(b, a);
}

oracle_closest oracle_polyhedron_closest(const oracle_polyhedron *a, const oracle_polyhedron *b) {
    oracle_closest best = {INFINITY, a->vertices[0], b->vertices[0]};
    if (oracle_polyhedron_overlap(a, b)) {
        best.distance = 0;
        return best;
    }
    for (int i = 0; i < a->vertex_count; ++i)
        best = closer(best, a->vertices[i], boundary_point(b, a->vertices[i]));
    for (int i = 0; i < b->vertex_count; ++i)
        best = closer(best, boundary_point(a, b->vertices[i]), b->vertices[i]);
    for (int i = 0; i < a->edge_count; ++i)
        for (int k = 0; k < b->edge_count; ++k) {
            oracle_edge e = a->edges[i], f = b->edges[k];
            oracle_closest c = oracle_segments(a->vertices[e.tail], a->vertices[e.head],
                                               b->vertices[f.tail], b->vertices[f.head]);
            best = closer(best, c.a, c.b);
        }
    return best;
}
