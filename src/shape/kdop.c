/* SPDX-License-Identifier: MIT
 * The k-DOP: the points within k slabs (S6, B:994-1016), as the polytope of its corners.
 *
 * Every corner is where three planes of three slabs meet: x = (sum of b_i (n_j x n_k)) / det, in
 * double-double, so that a corner rounded to graze_real is right even where planes meet at a few
 * thousandths of a degree. With normals n of length one, those of the candidates that violate no slab
 * by more than the rounding of that computation are the corners. If there are none, slabs that should
 * share a point may miss each other by the rounding of their given offsets (a flat k-DOP between
 * slanted planes): a second look allows for that. */
#include "base/memory.h"
#include "graze/hull.h"
#include "math/double_double.h"
#include "math/scale.h"
#include "shape/compose.h"
#include "shape/polytope.h"

/* Below this, relative to the lengths, a determinant of three normals counts as zero. */
#define DEPENDENT 0x1p-90
/* A bound, relative, on the rounding of a corner's distance from a plane, 16 bits above the 100 that
 * one operation keeps. */
#define STRICT 0x1p-84
/* The rounding of an offset as given, and of the normal's three components. */
#define LOOSE (8 * (double)GRAZE_EPSILON)

typedef struct dd_vec3 {
    gz_dd c[3];
} dd_vec3;

typedef struct slab {
    double normal[3]; /* largest |component| in [1, 2) */
    double side[2];   /* lo and hi, scaled along */
    double length;    /* of the normal, or a little more */
} slab;

typedef struct corner_list {
    dd_vec3 *corners;
    size_t count, capacity;
} corner_list;

static dd_vec3 cross(const double a[3], const double b[3]) {
    dd_vec3 out;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out.c[i] = gz_dd_sub(gz_dd_two_product(a[j], b[k]), gz_dd_two_product(a[k], b[j]));
    }
    return out;
}

static gz_dd dot(const double a[3], const dd_vec3 *b) {
    gz_dd sum = gz_dd_scale(b->c[0], a[0]);
    sum = gz_dd_add(sum, gz_dd_scale(b->c[1], a[1]));
    return gz_dd_add(sum, gz_dd_scale(b->c[2], a[2]));
}

static double absolute(double x) { return x < 0 ? -x : x; }

static double size_of(const dd_vec3 *x) {
    return absolute(x->c[0].hi) + absolute(x->c[1].hi) + absolute(x->c[2].hi);
}

/* Is x in every slab, up to a relative error of the size of x and of what it was computed from? */
static bool satisfies(const slab *slabs, int count, const dd_vec3 *x, double size, double relative) {
    for (int i = 0; i < count; ++i) {
        gz_dd along = dot(slabs[i].normal, x);
        double above = gz_dd_sub(along, (gz_dd){slabs[i].side[1], 0}).hi;
        double below = gz_dd_sub((gz_dd){slabs[i].side[0], 0}, along).hi;
        double offsets = absolute(slabs[i].side[0]) + absolute(slabs[i].side[1]);
        double slack = relative * (slabs[i].length * size + offsets);
        if (!(above <= slack && below <= slack)) return false;
    }
    return true;
}

/* Adds a corner unless it is there already, up to rounding. False when memory is out. */
static bool add_corner(corner_list *list, const dd_vec3 *x, double same) {
    for (size_t i = 0; i < list->count; ++i) {
        dd_vec3 apart;
        for (int k = 0; k < 3; ++k) apart.c[k] = gz_dd_sub(list->corners[i].c[k], x->c[k]);
        if (size_of(&apart) <= same) return true;
    }
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 32;
        dd_vec3 *bigger = gz_grow_array(list->corners, list->capacity, capacity, sizeof *bigger);
        if (!bigger) return false;
        list->corners = bigger;
        list->capacity = capacity;
    }
    list->corners[list->count++] = *x;
    return true;
}

/* The eight corners of three slabs. *independent is set if they have any. */
static bool add_corners_of(const slab *slabs, int count, const int triple[3], double relative,
                           corner_list *list, bool *independent) {
    const slab *s[3] = {&slabs[triple[0]], &slabs[triple[1]], &slabs[triple[2]]};
    dd_vec3 crosses[3];
    for (int i = 0; i < 3; ++i) crosses[i] = cross(s[(i + 1) % 3]->normal, s[(i + 2) % 3]->normal);
    gz_dd determinant = dot(s[0]->normal, &crosses[0]);
    double lengths = s[0]->length * s[1]->length * s[2]->length;
    if (!(absolute(determinant.hi) > DEPENDENT * lengths)) return true;
    *independent = true;
    for (int side = 0; side < 8; ++side) {
        dd_vec3 x = {{{0, 0}, {0, 0}, {0, 0}}};
        double size = 0;
        for (int i = 0; i < 3; ++i) {
            double offset = s[i]->side[side >> i & 1];
            for (int k = 0; k < 3; ++k)
                x.c[k] = gz_dd_add(x.c[k], gz_dd_scale(crosses[i].c[k], offset));
            size += absolute(offset) * s[(i + 1) % 3]->length * s[(i + 2) % 3]->length;
        }
        for (int k = 0; k < 3; ++k) x.c[k] = gz_dd_div(x.c[k], determinant);
        size = size / absolute(determinant.hi);
        /* A strict look allows for the rounding of the computation, which grows with the terms that
         * cancelled; a loose one for that of the input, which grows with the point. */
        double scale = relative == STRICT ? size : size_of(&x);
        if (!satisfies(slabs, count, &x, scale, relative)) continue;
        if (!add_corner(list, &x, STRICT * size)) return false;
    }
    return true;
}

static bool add_all_corners(const slab *slabs, int count, double relative, corner_list *list,
                            bool *independent) {
    int t[3];
    for (t[0] = 0; t[0] < count; ++t[0])
        for (t[1] = t[0] + 1; t[1] < count; ++t[1])
            for (t[2] = t[1] + 1; t[2] < count; ++t[2])
                if (!add_corners_of(slabs, count, t, relative, list, independent)) return false;
    return true;
}

/* Beyond this a side is as good as at infinity: corners on it are out of range, and products with it
 * still finite. */
static double clamped(double x) {
    double far = 16 * (double)GRAZE_SHAPE_REACH;
    return x > far ? far : x < -far ? -far : x;
}

/* x * 2^e; in two steps, since e may exceed the exponents of a double. */
static double scaled(real x, int e) {
    return (double)x * gz_power_of_two(e / 2) * gz_power_of_two(e - e / 2);
}

/* A normal scaled by a power of two, its sides along with it. */
static slab make_slab(vec3 n, real lo, real hi) {
    int e = -gz_exponent(vec3_max_abs(n));
    slab s = {.normal = {scaled(n.x, e), scaled(n.y, e), scaled(n.z, e)}};
    s.side[0] = clamped(scaled(lo, e));
    s.side[1] = clamped(scaled(hi, e));
    s.length = absolute(s.normal[0]) + absolute(s.normal[1]) + absolute(s.normal[2]);
    return s;
}

static graze_status check_slabs(const vec3 *normals, const real *lo, const real *hi, int count) {
    if (!normals || !lo || !hi || count < 3 || count > GRAZE_KDOP_SLABS) return GRAZE_INVALID_ARGUMENT;
    for (int i = 0; i < count; ++i) {
        if (!vec3_is_finite(normals[i]) || vec3_max_abs(normals[i]) == 0 || !graze_is_finite(lo[i]) ||
            !graze_is_finite(hi[i]))
            return GRAZE_INVALID_ARGUMENT;
    }
    return GRAZE_OK;
}

static bool any_slab_is_empty(const real *lo, const real *hi, int count) {
    for (int i = 0; i < count; ++i)
        if (lo[i] > hi[i]) return true;
    return false;
}

/* The polytope shape of the corners, each rounded once. */
static graze_status shape_of_corners(const corner_list *list, graze_shape **out) {
    vec3 *points = gz_allocate_array(list->count, sizeof *points);
    if (!points) return GRAZE_OUT_OF_MEMORY;
    bool fits = true;
    for (size_t i = 0; i < list->count; ++i) {
        const gz_dd *c = list->corners[i].c;
        points[i] = vec3_make((real)c[0].hi, (real)c[1].hi, (real)c[2].hi);
        if (!(vec3_max_abs(points[i]) <= GRAZE_SHAPE_REACH)) fits = false;
    }
    graze_hull *hull = NULL;
    graze_status status = fits ? graze_hull_create(points, list->count, 0, &hull) : GRAZE_OUT_OF_RANGE;
    gz_release(points, list->count * sizeof *points);
    if (status == GRAZE_OK) status = gz_polytope_create(GRAZE_SHAPE_KDOP, hull, out);
    graze_hull_release(hull);
    return status;
}

graze_status graze_shape_kdop(const graze_vec3 *normals, const graze_real *lo, const graze_real *hi,
                              int slabs, graze_shape **out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = check_slabs(normals, lo, hi, slabs);
    if (status != GRAZE_OK) return status;
    slab ready[GRAZE_KDOP_SLABS];
    for (int i = 0; i < slabs; ++i) ready[i] = make_slab(normals[i], lo[i], hi[i]);
    corner_list list = {NULL, 0, 0};
    bool independent = false;
    bool memory = add_all_corners(ready, slabs, STRICT, &list, &independent);
    bool empty = any_slab_is_empty(lo, hi, slabs);
    if (memory && independent && !empty && list.count == 0)
        memory = add_all_corners(ready, slabs, LOOSE, &list, &independent);
    if (!memory)
        status = GRAZE_OUT_OF_MEMORY;
    else if (!independent)
        status = GRAZE_UNBOUNDED;
    else if (empty || list.count == 0)
        status = GRAZE_EMPTY;
    else
        status = shape_of_corners(&list, out);
    gz_release(list.corners, list.capacity * sizeof *list.corners);
    return status;
}
