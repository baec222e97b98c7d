/* SPDX-License-Identifier: MIT
 * Two plain shapes (gz_placed_is_plain) as they are placed, side by side in world axes, for searches
 * that are over after a few looks: setting up a pair would take as long. Points of C are made of a
 * point of each shape in its own axes. */
#ifndef GZ_CONVEX_DUO_H
#define GZ_CONVEX_DUO_H

#include "convex/pair.h"
#include "convex/quick_fill.h"
#include "math/both3.h"
#include "shape/simple_core.h"

typedef struct gz_duo {
    const graze_shape *a, *b;
    both3 basis[3];  /* that of A negated: A is looked at against v, B along it */
    wide3 between;   /* from B's origin to A's */
    vec3 on_a, on_b; /* the support points of the last look, in the shapes' axes */
    uint32_t hint_a, hint_b;
} gz_duo;

/* A point of C, and the point of A behind it, as seen from A's origin. */
typedef struct gz_duo_point {
    wide3 y, a;
} gz_duo_point;

/* The hints are left to the caller. A pose begins with its twelve numbers. */
static inline void gz_duo_enter(const graze_placed *a, const graze_placed *b, gz_duo *s) {
    const gz_f64x2 sign = gz_f64x2_make(-1, 1);
    both3 place[4];
    both3_take((const real *)(const void *)&a->pose, (const real *)(const void *)&b->pose, place);
    s->a = a->shape;
    s->b = b->shape;
    s->between = both3_difference(place[3]);
    for (int i = 0; i < 3; ++i)
        s->basis[i] = both3_make(gz_f64x2_mul(place[i].x, sign), gz_f64x2_mul(place[i].y, sign),
                                 gz_f64x2_mul(place[i].z, sign));
}

/* The point of C made of a point of each shape. */
static inline gz_duo_point gz_duo_point_of(const gz_duo *s, wide3 on_a, wide3 on_b) {
    both3 turned = both3_turn(s->basis, both3_from(on_a, on_b));
    wide3 first = both3_first(turned), second = both3_second(turned);
    return (gz_duo_point){wide3_sub(wide3_fresh(s->between), wide3_add(first, second)),
                          wide3_neg(first)};
}

/* Can v be looked along? */
static inline bool gz_duo_has_direction(wide3 v) {
    double size = gz_quick_length(v); /* which NaN makes NaN */
    return size < (double)GZ_DIRECTION_LIMIT / 4 && size > 4 / (double)GZ_DIRECTION_LIMIT;
}

/* A support point, in the shape's axes. The commonest kinds without a call. */
GZ_INLINE vec3 gz_duo_support(const graze_shape *shape, wide3 v, uint32_t *hint) {
    vec3 w = wide3_round(v);
    if (shape->ops->corner) {
        *hint = shape->ops->corner(shape, w.x, w.y, w.z, *hint);
        return shape->vertices[*hint];
    }
    switch (shape->kind) { /* centres of these three are at their origins */
    case GRAZE_SHAPE_BOX:
        return gz_box_core(shape, w, hint);
    case GRAZE_SHAPE_CYLINDER:
        return gz_cylinder_core(shape, w, hint);
    case GRAZE_SHAPE_CONE:
        return gz_cone_core(shape, w, hint);
    default:
        return vec3_add(shape->ops->core(shape, w, hint), shape->center);
    }
}

/* -v as A sees it, and v as B does, v = (x, y, z). */
static inline both3 gz_duo_seen(const gz_duo *s, double x, double y, double z) {
    return both3_turn_back(s->basis,
                           both3_make(gz_f64x2_splat(x), gz_f64x2_splat(y), gz_f64x2_splat(z)));
}

/* The farthest point of C against v, which was seen so. */
GZ_INLINE gz_duo_point gz_duo_look(gz_duo *s, both3 seen) {
    vec3 on_a = gz_duo_support(s->a, both3_first(seen), &s->hint_a);
    vec3 on_b = gz_duo_support(s->b, both3_second(seen), &s->hint_b);
    s->on_a = on_a;
    s->on_b = on_b;
    return gz_duo_point_of(s, wide3_fresh(wide3_from(on_a)), wide3_fresh(wide3_from(on_b)));
}

#endif
