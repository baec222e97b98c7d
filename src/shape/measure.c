/* SPDX-License-Identifier: MIT
 * Volume and centre of mass of any convex shape K from its support mapping, between two polytopes.
 *
 * Inside: P, the hull of support points. Every computed point lies within e of K, so P lies in K + e
 * ball, and K contains what is left of P after taking a layer of thickness e away: its volume is at
 * least vol(P) - e area(P).
 * Outside: let c be a point inside P. The cones from c over the triangles of P fill space. In the cone
 * over a triangle with corners c + v_1, c + v_2, c + v_3, K lies below any supporting plane
 * n . x = h(n); taking (nearly) the triangle's normal for n, that plane cuts the cone's edges at
 * c + v_i h / d_i, with d_i = n . v_i and h measured from c. So the part of K in the cone has at most
 * the volume of the triangle's tetrahedron times the product of the h / d_i. No direction has to be
 * exact for this to hold.
 * Refining: support points found over the facets that add most to the gap become new points of P. */
#include "base/memory.h"
#include "graze/hull.h"
#include "math/scale.h"
#include "shape/compose.h"

#define SUPPORT_LIMIT 20000
#define GAP 0.01
/* While the lower bound is still 0, rounding may be all there is: a flat shape. */
#define FLAT_LIMIT 2000
/* A surface of so many errors times the extent is a needle's. */
#define NEEDLE 64
/* Slack for the sums in double: roundings, relative, of a few thousand terms. */
#define SUM_SLACK 1e-11

typedef struct fit {
    const graze_shape *shape;
    int power;    /* lengths are divided by 2^power, which makes the extent about 1 */
    double error; /* of a support point, scaled */
    double extent;
    vec3 *points; /* scaled, relative to the shape's centre */
    size_t count, capacity;
    long calls;
} fit;

/* What a supporting plane over a facet says. */
typedef struct facet_bound {
    double normal[3], height; /* n . x <= height in K, x relative to the shape's centre */
    vec3 point;
    double gain; /* volume between the polytope and the plane, summed over the facet's triangles */
} facet_bound;

typedef struct fit_sums {
    double inner, area, outer;
    double estimate, moment[3]; /* of the middle between inside and outside, about inside */
    double surface[3];          /* the moment of the surface, about inside */
    double inside[3];
    double gain;
    bool open; /* some plane does not close its cone: no upper bound from the cones */
} fit_sums;

static vec3 find_support(fit *f, vec3 v) {
    uint32_t hint = 0;
    f->calls++;
    return gz_vec3_scale(gz_shape_offset(f->shape, gz_direction(v), &hint), -f->power);
}

static bool add_point(fit *f, vec3 point) {
    if (f->count == f->capacity) {
        size_t capacity = f->capacity ? 2 * f->capacity : 64;
        vec3 *bigger = gz_grow_array(f->points, f->capacity, capacity, sizeof *bigger);
        if (!bigger) return false;
        f->points = bigger;
        f->capacity = capacity;
    }
    f->points[f->count++] = point;
    return true;
}

static bool add_both_ways(fit *f, vec3 v) {
    return add_point(f, find_support(f, v)) && add_point(f, find_support(f, vec3_neg(v)));
}

static bool add_first_points(fit *f) {
    for (int i = 0; i < 13; ++i) { /* half of the 26 neighbours of a cell */
        vec3 v = vec3_make((real)(i / 9 - 1), (real)(i / 3 % 3 - 1), (real)(i % 3 - 1));
        if (!add_both_ways(f, v)) return false;
    }
    return true;
}

/* Two unit vectors across a direction. */
static void make_across(vec3 along, vec3 across[2]) {
    int axis = graze_vec3_least_axis(along);
    vec3 e = vec3_make(axis == 0, axis == 1, axis == 2);
    across[0] = gz_unit(gz_direction(vec3_cross(along, e)));
    across[1] = gz_unit(gz_direction(vec3_cross(along, across[0])));
}

/* The directions in which a hull of dimension 1 or 2 has no width. */
static int flat_directions(const graze_hull_view *view, vec3 directions[2]) {
    if (view->dimension == 2) {
        directions[0] = view->planes[0].normal;
        return 1;
    }
    make_across(vec3_sub(view->vertices[1], view->vertices[0]), directions);
    return 2;
}

/* The hull of the points. A flat one is tried across its plane or line: if K has any width there, a
 * point out of the plane turns up. */
static graze_status make_hull(fit *f, graze_hull **hull, graze_hull_view *view) {
    int before = -1;
    for (;;) {
        graze_status status = graze_hull_create(f->points, f->count, 0, hull);
        if (status != GRAZE_OK) return status;
        graze_hull_get(*hull, view);
        if (view->dimension == 3 || view->dimension == 0 || view->dimension == before) return GRAZE_OK;
        before = view->dimension;
        vec3 directions[2];
        int count = flat_directions(view, directions);
        graze_hull_release(*hull);
        *hull = NULL;
        for (int i = 0; i < count; ++i)
            if (!add_both_ways(f, directions[i])) return GRAZE_OUT_OF_MEMORY;
    }
}

static double dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void to_double(vec3 v, double out[3]) {
    out[0] = (double)v.x;
    out[1] = (double)v.y;
    out[2] = (double)v.z;
}

/* Room for what sums of a few terms of the size of the extent may lose. */
static double sum_slack(const fit *f) { return 32 * 0x1p-53 * f->extent; }

static void bound_facet(fit *f, vec3 normal, facet_bound *bound) {
    double point[3];
    bound->point = find_support(f, normal);
    bound->gain = 0;
    to_double(normal, bound->normal);
    to_double(bound->point, point);
    /* The normal is a unit vector up to rounding. */
    bound->height = dot3(bound->normal, point) + 1.001 * f->error + sum_slack(f);
}

static double triangle(const double v[3][3], double *volume) {
    double ab[3], ac[3], across[3];
    for (int k = 0; k < 3; ++k) {
        ab[k] = v[1][k] - v[0][k];
        ac[k] = v[2][k] - v[0][k];
    }
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        across[k] = ab[i] * ac[j] - ab[j] * ac[i];
    }
    *volume = dot3(across, v[0]) / 6;
    return sqrt(dot3(across, across)) / 2;
}

/* Adds the cone over one triangle to the sums. */
static void add_cone(const fit *f, const double corner[3][3], facet_bound *bound, fit_sums *sums) {
    double v[3][3], volume, stretch = 1;
    double height = bound->height - dot3(bound->normal, sums->inside);
    bool open = false;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) v[i][k] = corner[i][k] - sums->inside[k];
        double depth = dot3(bound->normal, v[i]) - sum_slack(f);
        open = open || !(depth > 0);
        stretch *= height / depth;
    }
    double area = triangle(v, &volume);
    sums->area += area;
    /* An open cone counts for choosing points as if it filled the box, which is about 1 in size. */
    double upper = open ? 1 : volume * stretch, middle = open ? volume : (volume + upper) / 2;
    sums->open = sums->open || open;
    sums->inner += volume;
    sums->outer += upper;
    sums->estimate += middle;
    for (int k = 0; k < 3; ++k) {
        double sum = v[0][k] + v[1][k] + v[2][k];
        sums->moment[k] += middle * sum / 4;
        sums->surface[k] += area * sum / 3;
    }
    if (upper > volume) {
        bound->gain += upper - volume;
        sums->gain += upper - volume;
    }
}

/* Bounds every facet and adds up the cones. */
static fit_sums sum_cones(fit *f, const graze_hull_view *view, facet_bound *bounds) {
    fit_sums sums = {0};
    double n = (double)view->vertex_count, x[3];
    for (uint32_t i = 0; i < view->vertex_count; ++i) {
        to_double(view->vertices[i], x);
        for (int k = 0; k < 3; ++k) sums.inside[k] += x[k] / n;
    }
    for (uint32_t i = 0; i < view->facet_count; ++i) bound_facet(f, view->planes[i].normal, &bounds[i]);
    for (uint32_t t = 0; t < view->triangle_count; ++t) {
        double corner[3][3];
        for (int i = 0; i < 3; ++i)
            to_double(view->vertices[view->half_edges[3 * t + (uint32_t)i].vertex], corner[i]);
        add_cone(f, corner, &bounds[view->triangle_facet[t]], &sums);
    }
    return sums;
}

/* Takes the support points over the facets with the larger shares of the gap. False when memory is
 * out. */
static bool add_best_points(fit *f, const graze_hull_view *view, const facet_bound *bounds,
                            double gain) {
    double share = gain / (double)view->facet_count / 4;
    for (uint32_t i = 0; i < view->facet_count; ++i)
        if (bounds[i].gain > share && !add_point(f, bounds[i].point)) return false;
    return true;
}

/* The box around the shape, in scaled lengths: a bound for everything in it. */
static double box_volume(const fit *f) {
    vec3 h = gz_vec3_scale(f->shape->half, -f->power);
    return 8 * (double)h.x * (double)h.y * (double)h.z * (1 + SUM_SLACK);
}

static real scaled_volume(const fit *f, double volume) {
    /* Through graze_real: the scaled volume is about 1 or 0. */
    return gz_scale((real)volume, 3 * f->power);
}

static graze_status finish(const fit *f, double lower, double volume, double upper,
                           const double center[3], graze_shape_mass *out) {
    graze_shape_mass mass;
    mass.lower = lower > 0 ? graze_max(0, gz_next_down(scaled_volume(f, lower))) : 0;
    mass.upper = upper > 0 ? gz_next_up(gz_next_up(scaled_volume(f, upper))) : 0;
    mass.volume = graze_clamp(scaled_volume(f, volume), mass.lower, mass.upper);
    vec3 offset = vec3_make((real)center[0], (real)center[1], (real)center[2]);
    mass.center = vec3_add(f->shape->center, gz_vec3_scale(offset, f->power));
    if (!(mass.upper <= GRAZE_REAL_MAX)) return GRAZE_OUT_OF_RANGE;
    *out = mass;
    return GRAZE_OK;
}

/* A shape without volume, up to rounding: no thicker than what the supports across it say. */
static graze_status finish_flat(fit *f, const graze_hull *hull, const graze_hull_view *view,
                                graze_shape_mass *out) {
    graze_hull_mass flat;
    graze_status status = graze_hull_measure(hull, &flat);
    if (status != GRAZE_OK) return status;
    double upper = box_volume(f), center[3], up[3], down[3], n[3];
    if (view->dimension == 1 || view->dimension == 2) {
        vec3 directions[2];
        flat_directions(view, directions);
        to_double(directions[0], n);
        to_double(find_support(f, directions[0]), up);
        to_double(find_support(f, vec3_neg(directions[0])), down);
        double thick = dot3(n, up) - dot3(n, down) + 2.01 * f->error + sum_slack(f);
        /* A slice across is at most as large as a square around the disk of the extent. */
        double slab = thick * 4 * f->extent * f->extent;
        if (slab < upper) upper = slab;
    }
    to_double(flat.centroid, center);
    return finish(f, 0, 0, upper, center, out);
}

/* The centre of mass. If all the volume may be rounding, the shape is flat: a polygon covered from both
 * sides, whose centre is that of the surface; or, when even the surface is nothing but rounding, a
 * segment, whose centre is that of its box. */
static void find_center(const fit *f, const fit_sums *sums, bool flat, double center[3]) {
    bool needle = sums->area <= NEEDLE * f->error * f->extent;
    for (int k = 0; k < 3; ++k) {
        double off = flat ? sums->surface[k] / sums->area : sums->moment[k] / sums->estimate;
        center[k] = flat && needle ? 0 : sums->inside[k] + off;
    }
}

/* With a hull of dimension 3: bounds, and either the answer (*done) or more points. */
static graze_status fit_solid(fit *f, const graze_hull_view *view, uint32_t *vertices, bool *done,
                              graze_shape_mass *out) {
    facet_bound *bounds = gz_allocate_array(view->facet_count, sizeof *bounds);
    if (!bounds) return GRAZE_OUT_OF_MEMORY;
    graze_status status = GRAZE_OK;
    fit_sums sums = sum_cones(f, view, bounds);
    double box = box_volume(f), upper = sums.outer * (1 + SUM_SLACK);
    double lower = sums.inner * (1 - SUM_SLACK) - 1.001 * f->error * sums.area;
    if (sums.open || !(upper < box)) upper = box;
    bool more = upper - lower > GAP * upper && view->vertex_count > *vertices &&
                f->calls + 4 * (long)view->facet_count < SUPPORT_LIMIT &&
                (lower > 0 || f->calls < FLAT_LIMIT);
    *vertices = view->vertex_count;
    *done = !more;
    if (more) {
        if (!add_best_points(f, view, bounds, sums.gain)) status = GRAZE_OUT_OF_MEMORY;
    } else {
        double center[3];
        find_center(f, &sums, !(lower > 0), center);
        status = finish(f, lower, lower > 0 ? (lower + upper) / 2 : 0, upper, center, out);
    }
    gz_release(bounds, view->facet_count * sizeof *bounds);
    return status;
}

/* One round: a hull, and what it says. */
static graze_status fit_round(fit *f, uint32_t *vertices, bool *done, graze_shape_mass *out) {
    graze_hull *hull = NULL;
    graze_hull_view view;
    graze_status status = make_hull(f, &hull, &view);
    if (status != GRAZE_OK) return status;
    *done = true;
    status = view.dimension < 3 ? finish_flat(f, hull, &view, out)
                                : fit_solid(f, &view, vertices, done, out);
    graze_hull_release(hull);
    return status;
}

graze_status gz_shape_measure_by_fitting(const graze_shape *shape, graze_shape_mass *out) {
    /* The box may be larger than the extent where both are nothing but rounding. */
    real size = graze_max(shape->extent, vec3_max_abs(shape->half));
    fit f = {.shape = shape, .power = gz_exponent(graze_max(size, gz_shape_offset_error(shape)))};
    f.error = (double)gz_scale(gz_shape_offset_error(shape), -f.power) * (1 + 1e-6);
    f.extent = (double)gz_scale(shape->extent, -f.power);
    uint32_t vertices = 0;
    bool done = false;
    graze_status status = add_first_points(&f) ? GRAZE_OK : GRAZE_OUT_OF_MEMORY;
    while (status == GRAZE_OK && !done) status = fit_round(&f, &vertices, &done, out);
    gz_release(f.points, f.capacity * sizeof *f.points);
    return status;
}

graze_status graze_shape_measure(const graze_shape *shape, graze_shape_mass *out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_shape_check_bounded(shape);
    if (status != GRAZE_OK) return status;
    graze_shape_mass mass;
    status = shape->ops->measure ? shape->ops->measure(shape, &mass)
                                 : gz_shape_measure_by_fitting(shape, &mass);
    if (status == GRAZE_OK) *out = mass;
    return status;
}
