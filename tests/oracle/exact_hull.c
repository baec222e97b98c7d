/* SPDX-License-Identifier: MIT */
#include "exact_hull.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* x = mantissa * 2^exponent with an odd mantissa (0: 0, exponent INT_MAX). */
static int64_t split(double x, int *exponent) {
    int e;
    double fraction = frexp(x, &e);
    int64_t mantissa = (int64_t)ldexp(fraction, 53);
    e -= 53;
    if (mantissa == 0) {
        *exponent = 100000;
        return 0;
    }
    while (mantissa % 2 == 0) {
        mantissa /= 2;
        ++e;
    }
    *exponent = e;
    return mantissa;
}

static double component(graze_vec3 v, int k) { return (double)graze_vec3_get(v, k); }

void oracle_points_make(const graze_vec3 *points, int count, oracle_points *out) {
    int lowest = 100000, exponent;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            split(component(points[i], k), &exponent);
            if (exponent < lowest) lowest = exponent;
        }
    }
    if (lowest == 100000) lowest = 0;
    out->count = count;
    out->exponent = lowest;
    out->at = malloc((size_t)count * sizeof *out->at);
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            int64_t mantissa = split(component(points[i], k), &exponent);
            mpz_init_set_si(out->at[i][k], mantissa);
            if (mantissa) mpz_mul_2exp(out->at[i][k], out->at[i][k], (mp_bitcnt_t)(exponent - lowest));
        }
    }
}

void oracle_points_free(oracle_points *points) {
    for (int i = 0; i < points->count; ++i)
        for (int k = 0; k < 3; ++k) mpz_clear(points->at[i][k]);
    free(points->at);
}

/* det = (b - a) x (c - a) . (d - a), in variables that the caller provides. */
typedef struct workspace {
    mpz_t u[3], v[3], w[3], minor, det;
} workspace;

static void workspace_begin(workspace *w) {
    for (int k = 0; k < 3; ++k) mpz_inits(w->u[k], w->v[k], w->w[k], NULL);
    mpz_inits(w->minor, w->det, NULL);
}

static void workspace_end(workspace *w) {
    for (int k = 0; k < 3; ++k) mpz_clears(w->u[k], w->v[k], w->w[k], NULL);
    mpz_clears(w->minor, w->det, NULL);
}

static void minor_of(workspace *w, int k) {
    mpz_mul(w->minor, w->u[(k + 1) % 3], w->v[(k + 2) % 3]);
    mpz_submul(w->minor, w->u[(k + 2) % 3], w->v[(k + 1) % 3]);
}

static int side(workspace *w, const oracle_points *points, int a, int b, int c, int d) {
    mpz_set_ui(w->det, 0);
    for (int k = 0; k < 3; ++k) {
        mpz_sub(w->u[k], points->at[b][k], points->at[a][k]);
        mpz_sub(w->v[k], points->at[c][k], points->at[a][k]);
        mpz_sub(w->w[k], points->at[d][k], points->at[a][k]);
    }
    for (int k = 0; k < 3; ++k) {
        minor_of(w, k);
        mpz_addmul(w->det, w->minor, w->w[k]);
    }
    return mpz_sgn(w->det);
}

int oracle_side(const oracle_points *points, int a, int b, int c, int d) {
    workspace w;
    workspace_begin(&w);
    int sign = side(&w, points, a, b, c, d);
    workspace_end(&w);
    return sign;
}

static bool equal(const oracle_points *points, int a, int b) {
    for (int k = 0; k < 3; ++k)
        if (mpz_cmp(points->at[a][k], points->at[b][k]) != 0) return false;
    return true;
}

static bool collinear(workspace *w, const oracle_points *points, int a, int b, int c) {
    for (int k = 0; k < 3; ++k) {
        mpz_sub(w->u[k], points->at[b][k], points->at[a][k]);
        mpz_sub(w->v[k], points->at[c][k], points->at[a][k]);
    }
    for (int k = 0; k < 3; ++k) {
        minor_of(w, k);
        if (mpz_sgn(w->minor) != 0) return false;
    }
    return true;
}

/* The dimension and the points that span it, found one after the other. */
static int span(workspace *w, const oracle_points *points, int corner[4]) {
    int dimension = 0;
    corner[0] = 0;
    for (int i = 1; i < points->count && dimension < 3; ++i) {
        bool independent = dimension == 0   ? !equal(points, 0, i)
                           : dimension == 1 ? !collinear(w, points, 0, corner[1], i)
                                            : side(w, points, 0, corner[1], corner[2], i) != 0;
        if (independent) corner[++dimension] = i;
    }
    /* A point passed over at one dimension lies in the flat of that time, so also in later ones. */
    return dimension;
}

int oracle_dimension(const oracle_points *points) {
    workspace w;
    int corner[4];
    workspace_begin(&w);
    int dimension = span(&w, points, corner);
    workspace_end(&w);
    return dimension;
}

typedef struct facet_set {
    uint64_t *at; /* the points on each supporting plane, as bits */
    int count;
} facet_set;

/* All supporting planes that three points span. */
static facet_set all_facets(workspace *w, const oracle_points *points) {
    int n = points->count;
    facet_set facets = {malloc((size_t)(n * n * n) * sizeof *facets.at), 0};
    for (int a = 0; a < n; ++a) {
        for (int b = a + 1; b < n; ++b) {
            for (int c = b + 1; c < n; ++c) {
                if (collinear(w, points, a, b, c)) continue;
                uint64_t on = 0;
                bool above = false, below = false;
                for (int d = 0; d < n && !(above && below); ++d) {
                    int s = side(w, points, a, b, c, d);
                    above |= s > 0;
                    below |= s < 0;
                    if (s == 0) on |= UINT64_C(1) << d;
                }
                bool known = above && below;
                for (int f = 0; f < facets.count && !known; ++f) known = facets.at[f] == on;
                if (!known) facets.at[facets.count++] = on;
            }
        }
    }
    return facets;
}

static int bits_of(uint64_t set) {
    int count = 0;
    for (; set; set &= set - 1) ++count;
    return count;
}

/* A point of a solid is a vertex iff it lies on at least three facets; an edge is where two facets
 * share two vertices. */
static oracle_hull solid_hull(workspace *w, const oracle_points *points) {
    oracle_hull hull = {.dimension = 3};
    facet_set facets = all_facets(w, points);
    uint64_t vertices = 0;
    for (int p = 0; p < points->count; ++p) {
        int on = 0;
        for (int f = 0; f < facets.count; ++f) on += (int)(facets.at[f] >> p & 1);
        bool duplicate = false;
        for (int q = 0; q < p; ++q) duplicate |= equal(points, p, q);
        hull.extreme[p] = on >= 3 && !duplicate;
        if (hull.extreme[p]) vertices |= UINT64_C(1) << p;
    }
    hull.vertices = bits_of(vertices);
    hull.facets = facets.count;
    for (int f = 0; f < facets.count; ++f)
        for (int g = 0; g < f; ++g) hull.edges += bits_of(facets.at[f] & facets.at[g] & vertices) == 2;
    free(facets.at);
    return hull;
}

/* The corners of a polygon are the vertices of a pyramid over it, but for the apex. */
static oracle_hull polygon_hull(workspace *w, const oracle_points *points, const int corner[3]) {
    int n = points->count;
    oracle_points pyramid = {n + 1, 0, malloc((size_t)(n + 1) * sizeof *pyramid.at)};
    for (int i = 0; i <= n; ++i)
        for (int k = 0; k < 3; ++k)
            mpz_init_set(pyramid.at[i][k], points->at[i < n ? i : corner[0]][k]);
    for (int k = 0; k < 3; ++k) {
        mpz_add_ui(pyramid.at[n][k], pyramid.at[n][k], 1);
        if (side(w, &pyramid, corner[0], corner[1], corner[2], n) != 0) break;
        mpz_sub_ui(pyramid.at[n][k], pyramid.at[n][k], 1);
    }
    oracle_hull hull = solid_hull(w, &pyramid);
    oracle_points_free(&pyramid);
    hull.dimension = 2;
    hull.vertices--;
    hull.extreme[n] = false;
    return hull;
}

/* The ends of a segment are its least and greatest point in lexicographic order. */
static oracle_hull segment_hull(const oracle_points *points, int dimension) {
    oracle_hull hull = {.dimension = dimension, .vertices = dimension + 1};
    int least = 0, greatest = 0;
    for (int i = 1; i < points->count; ++i) {
        int below = 0, above = 0;
        for (int k = 2; k >= 0; --k) {
            int to_least = mpz_cmp(points->at[i][k], points->at[least][k]);
            int to_greatest = mpz_cmp(points->at[i][k], points->at[greatest][k]);
            if (to_least) below = to_least < 0;
            if (to_greatest) above = to_greatest > 0;
        }
        if (below) least = i;
        if (above) greatest = i;
    }
    hull.extreme[least] = hull.extreme[greatest] = true;
    return hull;
}

oracle_hull oracle_hull_of(const oracle_points *points) {
    workspace w;
    int corner[4];
    workspace_begin(&w);
    int dimension = span(&w, points, corner);
    oracle_hull hull = dimension == 3   ? solid_hull(&w, points)
                       : dimension == 2 ? polygon_hull(&w, points, corner)
                                        : segment_hull(points, dimension);
    workspace_end(&w);
    return hull;
}

double oracle_volume(const oracle_points *points, const uint32_t (*triangles)[3], int count) {
    workspace w;
    workspace_begin(&w);
    mpz_t sum;
    mpz_init(sum);
    for (int t = 0; t < count; ++t) {
        side(&w, points, (int)triangles[t][0], (int)triangles[t][1], (int)triangles[t][2], 0);
        mpz_sub(sum, sum, w.det);
    }
    long exponent;
    double mantissa = mpz_get_d_2exp(&exponent, sum);
    mpz_clear(sum);
    workspace_end(&w);
    return ldexp(mantissa / 6, (int)exponent + 3 * points->exponent);
}
