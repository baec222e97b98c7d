/* SPDX-License-Identifier: MIT
 * Closest point of a simplex by signed volumes (Montanari et al. 2017, in place of B:2831-2921).
 *
 * The origin's projection onto the affine hull of the points has barycentric coordinates that are
 * quotients of signed lengths, areas or volumes. If all are positive the projection is the answer,
 * otherwise the answer lies on a face opposite to a point whose coordinate is not positive. We try
 * those faces and keep the nearest. A tetrahedron so flat that rounding decides the signs may lead to
 * the wrong face; whoever sees no progress asks again thoroughly, and then all faces that contain the
 * newest point are tried, and no others (in place of the book's backup procedure, B:3199). */
#include "convex/simplex.h"

#include <float.h>

#include "base/tolerance.h"

/* One candidate: which points (indices into the original simplex), their weights, the point. */
typedef struct face {
    int index[4];
    double weight[4];
    int count;
    wide3 v;
    double squared;
} face;

static face vertex_face(const wide3 *y, int i) {
    return (face){{i}, {1}, 1, y[i], wide3_length_squared(y[i])};
}

/* v without its component along the edge: what is left stands at right angles to a few eps. */
static wide3 across(wide3 v, wide3 edge) {
    double squared = wide3_length_squared(edge);
    return squared > 0 ? wide3_add_scaled(v, -wide3_dot(v, edge) / squared, edge) : v;
}

/* The normal of the triangle with sides p, q, r that go round it: the product of the two shorter ones.
 * Where a short side meets two long ones, the long ones have rounded by as much as their difference,
 * the short one, may be worth; they must not be multiplied. Then it is set upright on the longest. */
static wide3 normal_of(wide3 p, wide3 q, wide3 r) {
    double pp = wide3_length_squared(p), qq = wide3_length_squared(q), rr = wide3_length_squared(r);
    if (pp >= qq && pp >= rr) return across(wide3_cross(q, r), p);
    return qq >= rr ? across(wide3_cross(r, p), q) : across(wide3_cross(p, q), r);
}

static wide3 shortest(wide3 a, wide3 b, wide3 c) {
    double aa = wide3_length_squared(a), bb = wide3_length_squared(b), cc = wide3_length_squared(c);
    return aa <= bb ? (aa <= cc ? a : c) : (bb <= cc ? b : c);
}

static face nearer(face a, face b) { return b.squared < a.squared ? b : a; }

/* Which point a face must have; ANY: none in particular. */
enum { ANY = -1 };

/* y(t) = a + t (b - a) is nearest where t = -a.(b - a) / |b - a|^2. */
static face segment_face(const wide3 *y, int i, int j, int must) {
    wide3 edge = wide3_sub(y[j], y[i]);
    double squared = wide3_length_squared(edge);
    double t = -wide3_dot(y[i], edge);
    double s = wide3_dot(y[j], edge);
    if (!(t > 0) || !(s > 0) || squared == 0) {
        if (must == ANY) return nearer(vertex_face(y, i), vertex_face(y, j));
        return vertex_face(y, must);
    }
    /* Each from its own dot product, so that small ones stay exact; over their own sum, which is
     * |b - a|^2 but for roundings that a short edge far from the origin magnifies: weights must add up
     * to 1 for the points of A behind them. */
    double u = t / (t + s), w = s / (t + s);
    /* Start from the endpoint that carries more, so the rounding is that of the shorter step. */
    wide3 v = u < w ? wide3_add_scaled(y[i], u, edge) : wide3_add_scaled(y[j], -w, edge);
    v = across(v, edge);
    return (face){{i, j}, {w, u}, 2, v, wide3_length_squared(v)};
}

/* Twice the area that the origin, seen along the normal, spans with the side from b to c, times the
 * length of the normal. The side is given as it is: a short one would be lost in b x c. The shorter end
 * rounds less: the weight of a far corner may be a tiny part of eps and its sign still right. */
static double area(wide3 normal, wide3 b, wide3 c, wide3 side) {
    wide3 end = wide3_length_squared(b) <= wide3_length_squared(c) ? b : c;
    return wide3_triple(normal, end, side);
}

static bool same_sign(double a, double b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

/* Weights from the areas opposite to the corners, which add up to the whole one up to rounding. The
 * corner opposite to the shortest side is the one whose weight moves the point most: it takes its own
 * area's share exactly, and the ends of the short side share what is left. */
static void share_weights(const double part[3], double whole, const wide3 side[3], double weight[3]) {
    double aa = wide3_length_squared(side[0]), bb = wide3_length_squared(side[1]),
           cc = wide3_length_squared(side[2]);
    int top = aa <= bb ? (aa <= cc ? 0 : 2) : (bb <= cc ? 1 : 2);
    int left = (top + 1) % 3, right = (top + 2) % 3;
    double share = part[top] / whole;
    if (!(share < 1)) share = part[top] / (part[0] + part[1] + part[2]);
    double others = part[left] + part[right];
    weight[top] = share;
    weight[left] = others != 0 ? (1 - share) * (part[left] / others) : 0;
    weight[right] = others != 0 ? (1 - share) * (part[right] / others) : 0;
}

/* Is the projection inside, given the areas it spans with the sides? When it lies on a side or a corner
 * up to rounding (slack; negative for none) that counts too: the side alone has the same nearest point,
 * but near contact only the plane knows its direction. Such an area becomes 0. */
static bool projects_inside(double part[3], double whole, double slack) {
    int on_side = 0;
    for (int i = 0; i < 3; ++i) {
        bool zero = fabs(part[i]) <= slack;
        if (zero && on_side++ < 2)
            part[i] = 0;
        else if (!same_sign(part[i], whole))
            return false;
    }
    return true;
}

static face triangle_face(const wide3 *y, int i, int j, int k, int must) {
    wide3 a = y[i], b = y[j], c = y[k];
    wide3 side[3] = {wide3_sub(c, b), wide3_sub(a, c), wide3_sub(b, a)}; /* opposite to a, b, c */
    wide3 normal = normal_of(side[0], side[1], side[2]);
    double squared = wide3_length_squared(normal);
    if (squared > 0) {
        /* The plane's height over the nearest corner: over a far one it would round with that one. */
        wide3 p = wide3_scale(normal, wide3_dot(shortest(a, b, c), normal) / squared);
        double part[3] = {area(normal, b, c, side[0]), area(normal, c, a, side[1]),
                          area(normal, a, b, side[2])};
        double slack = -1;
        if (must != ANY)
            slack = GZ_SIMPLEX_AREA * sqrt(squared) *
                    (wide3_length_squared(side[0]) + wide3_length_squared(side[1]) +
                     wide3_length_squared(side[2]));
        if (projects_inside(part, squared, slack)) {
            face whole_face = {{i, j, k}, {0}, 3, p, wide3_length_squared(p)};
            share_weights(part, squared, side, whole_face.weight);
            return whole_face;
        }
    }
    face best = {.squared = DBL_MAX};
    if (must != i) best = nearer(best, segment_face(y, j, k, must));
    if (must != j) best = nearer(best, segment_face(y, k, i, must));
    if (must != k) best = nearer(best, segment_face(y, i, j, must));
    return best;
}

/* Each face with its corners in the order that makes all four volumes below agree in sign with that of
 * the whole when the origin is inside. */
static const int faces[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};

/* Volume of the tetrahedron y with point i replaced by the origin, times six. */
static double volume_without(const wide3 *y, int i) {
    return wide3_triple(y[faces[i][0]], y[faces[i][1]], y[faces[i][2]]);
}

/* The same with little rounding also on needles, as base times height: the normal of face i comes from
 * the two shorter edges, the height from the corner between them. */
static double careful_volume_without(const wide3 *y, int i, wide3 *normal) {
    const int *f = faces[i];
    wide3 edge[3]; /* k: opposite corner k */
    for (int k = 0; k < 3; ++k) edge[k] = wide3_sub(y[f[(k + 2) % 3]], y[f[(k + 1) % 3]]);
    int k = 0; /* the corner opposite the longest edge */
    for (int m = 1; m < 3; ++m)
        if (wide3_length_squared(edge[m]) > wide3_length_squared(edge[k])) k = m;
    *normal = wide3_cross(edge[(k + 1) % 3], edge[(k + 2) % 3]);
    return wide3_dot(y[f[k]], *normal);
}

static double whole_volume(const wide3 *y) {
    return wide3_triple(wide3_sub(y[1], y[0]), wide3_sub(y[3], y[0]), wide3_sub(y[2], y[0]));
}

/* The four volumes in part; is the origin inside? Said only after a second, careful look. */
static bool is_inside(const wide3 *y, double whole, double part[4]) {
    bool inside = true;
    for (int i = 0; i < 4; ++i) {
        part[i] = volume_without(y, i);
        inside = inside && same_sign(part[i], whole);
    }
    wide3 normal;
    for (int i = 0; i < 4 && inside; ++i) part[i] = careful_volume_without(y, i, &normal);
    for (int i = 0; i < 4; ++i) inside = inside && same_sign(part[i], whole);
    return inside;
}

static wide3 combination(const wide3 *y, const double weight[4]) {
    wide3 sum = wide3_scale(y[0], weight[0]);
    for (int i = 1; i < 4; ++i) sum = wide3_add_scaled(sum, weight[i], y[i]);
    return sum;
}

/* Improves weights that should combine y to the origin: by Cramer's rule, the edges from y[0] are
 * combined to what is left over and that is taken back. The volumes of a flat tetrahedron are mostly
 * rounding, even in sign; what this leaves are weights to rely on, or the news that some are not
 * positive or that nothing can be relied on. */
static bool polish(const wide3 *y, double weight[4]) {
    wide3 e1 = wide3_sub(y[1], y[0]), e2 = wide3_sub(y[2], y[0]), e3 = wide3_sub(y[3], y[0]);
    double whole = wide3_triple(e1, e2, e3), size = 0;
    for (int pass = 0; pass < 3; ++pass) {
        wide3 left = combination(y, weight);
        double d1 = wide3_triple(left, e2, e3) / whole, d2 = wide3_triple(e1, left, e3) / whole,
               d3 = wide3_triple(e1, e2, left) / whole;
        weight[0] += d1 + d2 + d3;
        weight[1] -= d1;
        weight[2] -= d2;
        weight[3] -= d3;
    }
    for (int i = 0; i < 4; ++i) {
        if (!(weight[i] > 0)) return false;
        size += weight[i] * wide3_length(y[i]);
    }
    return wide3_length(combination(y, weight)) <= GZ_SIMPLEX_RESIDUE * size;
}

static face tetrahedron_face(const wide3 *y, bool thorough) {
    double whole = whole_volume(y), part[4];
    bool inside = is_inside(y, whole, part);
    if (inside) {
        double sum = part[0] + part[1] + part[2] + part[3];
        face all = {{0, 1, 2, 3},
                    {part[0] / sum, part[1] / sum, part[2] / sum, part[3] / sum},
                    4,
                    wide3_make(0, 0, 0),
                    0};
        if (polish(y, all.weight)) return all;
    }
    face best = {.squared = DBL_MAX};
    for (int i = 0; i < 4; ++i)
        if (thorough ? i < 3 : inside || !same_sign(part[i], whole))
            best = nearer(best,
                          triangle_face(y, faces[i][0], faces[i][1], faces[i][2], thorough ? 3 : ANY));
    return best;
}

static face closest_face(const gz_simplex *simplex, bool thorough) {
    int must = thorough ? simplex->count - 1 : ANY;
    switch (simplex->count) {
    case 1:
        return vertex_face(simplex->y, 0);
    case 2:
        return segment_face(simplex->y, 0, 1, must);
    case 3:
        return triangle_face(simplex->y, 0, 1, 2, must);
    default:
        return tetrahedron_face(simplex->y, thorough);
    }
}

wide3 gz_simplex_reduce(gz_simplex *simplex, bool thorough) {
    face best = closest_face(simplex, thorough);
    gz_simplex reduced = {.count = best.count};
    for (int i = 0; i < best.count; ++i) {
        reduced.y[i] = simplex->y[best.index[i]];
        reduced.a[i] = simplex->a[best.index[i]];
        reduced.hint_a[i] = simplex->hint_a[best.index[i]];
        reduced.hint_b[i] = simplex->hint_b[best.index[i]];
        reduced.weight[i] = best.weight[i];
    }
    *simplex = reduced;
    return best.v;
}

void gz_simplex_weights(const gz_simplex *simplex, wide3 v, double slack, double weight[4]) {
    for (int i = 0; i < simplex->count; ++i) weight[i] = simplex->weight[i];
    if (simplex->count != 3) return;
    wide3 a = simplex->y[0], b = simplex->y[1], c = simplex->y[2];
    for (int pass = 0; pass < 2; ++pass) {
        wide3 off = wide3_sub(wide3_scale(a, weight[0]), v);
        off = wide3_add_scaled(off, weight[1], b);
        off = wide3_add_scaled(off, weight[2], c);
        if (wide3_max_abs(off) <= slack) return;
        wide3 side[3] = {wide3_sub(c, b), wide3_sub(a, c), wide3_sub(b, a)};
        wide3 normal = normal_of(side[0], side[1], side[2]);
        double squared = wide3_length_squared(normal), better[3];
        for (int i = 0; i < 3; ++i) {
            better[i] = weight[i] + wide3_triple(normal, off, side[i]) / squared;
            if (!(better[i] > 0)) return;
        }
        for (int i = 0; i < 3; ++i) weight[i] = better[i];
    }
}

double gz_simplex_depth(const gz_simplex *tetrahedron) {
    const wide3 *y = tetrahedron->y;
    double sign = whole_volume(y) < 0 ? -1 : 1, least = DBL_MAX;
    for (int i = 0; i < 4; ++i) {
        wide3 normal;
        double height = sign * careful_volume_without(y, i, &normal) / wide3_length(normal);
        if (!(height >= least)) least = height;
    }
    return least;
}
