/* SPDX-License-Identifier: MIT */
#include "convex/portal.h"

#include "convex/gjk.h"

typedef struct search {
    gz_duo duo;
    double inner;           /* C holds a ball of this radius round the difference of the hearts */
    double error;           /* E */
    double far;             /* if C is farther than that, so are the shapes than was asked */
    gz_duo_point corner[4]; /* the first is made of the hearts */
    int looks;
    wide3 v;              /* if C is shown to be beyond the plane across v: that, */
    double length, bound; /* its length and how far C is */
    wide3 common;         /* if there is one, as A's origin sees it */
} search;

/* Places the shapes, with corner 0. */
static inline void enter(const graze_placed *a, const graze_placed *b, double distance, search *s,
                         gz_glance *glance) {
    const graze_shape *shape_a = a->shape, *shape_b = b->shape;
    gz_duo *duo = &s->duo;
    gz_duo_enter(a, b, duo);
    duo->hint_a = duo->hint_b = 0;
    s->corner[0] = gz_duo_point_of(duo, wide3_from(shape_a->heart), wide3_from(shape_b->heart));
    gz_glance_begin(a, b, duo, glance);
    s->error = glance->error;
    s->far = gz_glance_limit(glance, distance);
    s->inner = (double)shape_a->inmost + (double)shape_b->inmost;
    s->looks = 0;
}

/* The farthest point of C against v = (x, y, z). How far is it along v? (Compilers would hand over a
 * vector through memory.) */
GZ_OUTLINE static double look(search *s, double x, double y, double z, gz_duo_point *found) {
    gz_duo_point point = gz_duo_look(&s->duo, gz_duo_seen(&s->duo, x, y, z));
    found->y = wide3_fresh(point.y);
    found->a = point.a;
    ++s->looks;
    return wide3_dot(wide3_make(x, y, z), point.y);
}

/* C is beyond the plane across v. Farther than asked? */
GZ_OUTLINE static gz_outcome measure(search *s, wide3 v, double along) {
    s->v = v;
    s->length = wide3_length(v);
    s->bound = along / s->length;
    return s->bound > s->far ? GZ_FAR : GZ_STALLED;
}

/* Looks if it can. GZ_FAR if v shows C farther than asked, GZ_STALLED if C does not hold the origin,
 * but is not shown to be that far. */
static inline gz_outcome try_along(search *s, wide3 v, gz_duo_point *found) {
    if (!gz_duo_has_direction(v)) return GZ_STALLED;
    double along = look(s, v.x, v.y, v.z, found);
    return along > 0 ? measure(s, v, along) : GZ_UNDECIDED;
}

/* They have a common point, given as A's origin sees it. */
static inline gz_outcome share(search *s, wide3 point) {
    s->common = point;
    return GZ_INSIDE;
}

/* Do the balls that the shapes hold round their hearts overlap by more than E? The common point divides
 * the way from heart to heart as their radii do. */
static inline bool balls_overlap(const graze_placed *a, search *s, double radius) {
    double reach = s->inner + radius, sure = reach - 2 * s->error;
    wide3 offset = wide3_fresh(s->corner[0].y);
    if (!(sure > 0 && wide3_length_squared(offset) < sure * sure)) return false;
    double part = ((double)a->shape->inmost + (double)a->shape->radius + (double)a->margin) / reach;
    share(s, wide3_add_scaled(s->corner[0].a, -part, offset));
    return true;
}

static inline wide3 edge(const search *s, int from, int to) {
    return wide3_sub(wide3_fresh(s->corner[to].y), wide3_fresh(s->corner[from].y));
}

static inline void copy_corner(search *s, int from, int to) {
    s->corner[to].y = wide3_fresh(s->corner[from].y);
    s->corner[to].a = wide3_fresh(s->corner[from].a);
}

static inline void swap_corners(search *s, int i, int j) {
    wide3 y = wide3_fresh(s->corner[i].y), a = wide3_fresh(s->corner[i].a);
    copy_corner(s, j, i);
    s->corner[j].y = y;
    s->corner[j].a = a;
}

/* The balls round the hearts, shrunk towards y1, leave a cone in C with the top y1, and the edge e
 * from y0. Is the origin deep in it? n, from the segment y0 y1 to the origin, is found times the
 * squared length of e. The common point is that of the two balls on the way, where they have shrunk by
 * 1 - t. */
static inline bool is_in_cone(search *s, wide3 y0, wide3 e) {
    double along = -wide3_dot(y0, e), squared = wide3_length_squared(e);
    wide3 n = wide3_neg(wide3_add_scaled(wide3_scale(y0, squared), along, e));
    double left = squared - along; /* (1 - t) squared */
    double sure = left * s->inner - 3 * s->error * squared;
    if (!(along > 0 && sure > 0 && wide3_length_squared(n) < sure * sure)) return false;
    double part = (double)s->duo.a->inmost / s->inner, per = 1 / squared;
    wide3 from = wide3_fresh(s->corner[0].a), way = wide3_sub(wide3_fresh(s->corner[1].a), from);
    share(s, wide3_add_scaled(wide3_add_scaled(from, along * per, way), part * per, n));
    return true;
}

/* y_i . (y x y0) */
static inline double side(const search *s, int i, wide3 cross) {
    return wide3_dot(wide3_fresh(s->corner[i].y), cross);
}

static inline wide3 cross_with_first(const search *s, const gz_duo_point *c) {
    return wide3_cross(wide3_fresh(c->y), wide3_fresh(s->corner[0].y));
}

/* T_12, T_23 and T_31 */
typedef struct sides {
    double t12, t23, t31;
} sides;

/* Where to look after y1: at y0, tilted about as far towards y1 as y1 is too low along y0. Of pairs
 * that y0 does not separate though some direction would, this one separates two in three. */
static inline wide3 tilted(wide3 y0, wide3 y1) {
    return wide3_add_scaled(wide3_scale(y0, wide3_length_squared(y1)),
                            -GZ_PORTAL_TILT * wide3_dot(y0, y1), y1);
}

/* Two more points, so that the ray passes the triangle of all three. */
static inline gz_outcome find_portal(search *s, sides *t) {
    wide3 y0 = wide3_fresh(s->corner[0].y), y1 = wide3_fresh(s->corner[1].y);
    if (is_in_cone(s, y0, wide3_sub(y1, y0))) return GZ_INSIDE;
    gz_outcome outcome = try_along(s, wide3_fresh(tilted(y0, y1)), &s->corner[2]);
    if (outcome != GZ_UNDECIDED) return outcome;
    t->t12 = side(s, 1, cross_with_first(s, &s->corner[2]));
    if (t->t12 > 0) {
        swap_corners(s, 1, 2);
        t->t12 = -t->t12;
    }
    for (int round = 0; round < GZ_PORTAL_ROUNDS; ++round) {
        wide3 down = wide3_fresh(wide3_cross(edge(s, 0, 2), edge(s, 0, 1)));
        outcome = try_along(s, down, &s->corner[3]);
        if (outcome != GZ_UNDECIDED) return outcome;
        wide3 cross = cross_with_first(s, &s->corner[3]);
        t->t31 = -side(s, 1, cross);
        t->t23 = side(s, 2, cross);
        if (t->t31 > 0) {
            copy_corner(s, 3, 2);
            t->t12 = -t->t31;
        } else if (t->t23 > 0) {
            copy_corner(s, 3, 1);
            t->t12 = -t->t23;
        } else {
            return GZ_UNDECIDED;
        }
    }
    return GZ_STALLED;
}

/* The corners hold the origin; is it deep enough, and their weights good enough for a common point? */
static inline gz_outcome weigh(search *s, double inside, const sides *t) {
    double whole = 1 / (inside - (t->t12 + t->t23 + t->t31));
    double weight[4] = {inside * whole, -t->t23 * whole, -t->t31 * whole, -t->t12 * whole};
    wide3 rest = wide3_scale(wide3_fresh(s->corner[0].y), weight[0]);
    wide3 common = wide3_scale(wide3_fresh(s->corner[0].a), weight[0]);
    for (int i = 1; i < 4; ++i) {
        rest = wide3_add_scaled(rest, weight[i], wide3_fresh(s->corner[i].y));
        common = wide3_add_scaled(common, weight[i], wide3_fresh(s->corner[i].a));
    }
    double slack = GZ_PORTAL_RESIDUE * s->error;
    bool convex = t->t12 <= 0 && t->t23 <= 0 && t->t31 <= 0; /* rounding may have chosen a wrong side */
    bool sound = convex && wide3_length_squared(rest) <= slack * slack;
    return sound && weight[0] * s->inner > 3 * s->error ? share(s, common) : GZ_STALLED;
}

/* The ray has passed the portal; moves it outward until the origin is before it. */
static inline gz_outcome pass_portal(search *s, sides *t) {
    for (int round = 0; round < GZ_PORTAL_ROUNDS; ++round) {
        wide3 v = wide3_fresh(wide3_cross(edge(s, 1, 3), edge(s, 1, 2)));
        double outside = wide3_dot(v, wide3_fresh(s->corner[1].y));
        if (outside < 0) return weigh(s, -outside, t);
        gz_duo_point found;
        gz_outcome outcome = try_along(s, v, &found);
        if (outcome != GZ_UNDECIDED) return outcome;
        wide3 cross = cross_with_first(s, &found);
        double t1 = side(s, 1, cross), t2 = side(s, 2, cross), t3 = side(s, 3, cross);
        int out = t1 >= 0 && t2 <= 0 ? 3 : t1 < 0 && t3 >= 0 ? 2 : 1;
        if (out == 3) {
            t->t23 = t2;
            t->t31 = -t1;
        } else if (out == 2) {
            t->t12 = t1;
            t->t23 = -t3;
        } else {
            t->t12 = -t2;
            t->t31 = t3;
        }
        s->corner[out].y = wide3_fresh(found.y);
        s->corner[out].a = wide3_fresh(found.a);
    }
    return GZ_STALLED;
}

/* The look along s->v has separated them. One more, tilted towards the point that it found as if there
 * were balls of about their size behind it, mostly shows them farther apart. */
static inline void improve(search *s, gz_glance *glance) {
    gz_duo *duo = &s->duo;
    wide3 y = gz_duo_point_of(duo, wide3_from(duo->on_a), wide3_from(duo->on_b)).y;
    double size = (double)duo->a->extent + (double)duo->b->extent;
    wide3 v = wide3_add_scaled(y, GZ_PORTAL_BALLS * size / s->length, s->v);
    if (!gz_duo_has_direction(v)) return;
    gz_duo_point found;
    double along = look(s, v.x, v.y, v.z, &found), length = wide3_length(v);
    if (along > s->bound * length) gz_glance_keep(duo, v, length, along / length, glance);
}

gz_impression gz_portal_search(const graze_placed *a, const graze_placed *b, double distance,
                               bool lasting, gz_glance *glance) {
    search s;
    enter(a, b, distance, &s, glance);
    if (!gz_quick_in_range(s.error)) return GZ_UNSEEN;
    bool solid = a->shape->inmost >= 0 && b->shape->inmost >= 0;
    gz_outcome outcome = GZ_INSIDE;
    if (!solid || !balls_overlap(a, &s, glance->radius)) {
        outcome = try_along(&s, wide3_fresh(s.corner[0].y), &s.corner[1]);
        if (s.looks == 0) return GZ_UNSEEN;
        if (outcome != GZ_FAR && solid && s.far < GZ_PORTAL_FAR * s.inner) {
            sides t;
            outcome = find_portal(&s, &t);
            if (outcome == GZ_UNDECIDED) outcome = pass_portal(&s, &t);
        }
    }
    glance->looks = s.looks;
    if (outcome == GZ_INSIDE) {
        glance->common = wide3_round(wide3_add(s.common, wide3_from(a->pose.origin)));
        return GZ_TOGETHER;
    }
    if (outcome == GZ_FAR) {
        gz_glance_keep(&s.duo, s.v, s.length, s.bound, glance);
        if (lasting) improve(&s, glance);
        return GZ_APART;
    }
    gz_glance_keep_points(&s.duo, glance);
    return GZ_UNCLEAR;
}
