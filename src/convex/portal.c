/* SPDX-License-Identifier: MIT */
#include "convex/portal.h"

#include "convex/few.h"
#include "convex/gjk.h"

typedef struct search {
    gz_duo duo;
    double inner;           /* C holds a ball of this radius round the difference of the hearts */
    double error;           /* E */
    double far;             /* if C is farther than that, so are the shapes than was asked */
    gz_duo_point corner[5]; /* the first is made of the hearts, the last is there for exchanges */
    int looks;
    const gz_few_kernel *kernel; /* of two polytopes of few vertices; otherwise NULL */
    gz_few few;
    wide3 middle;         /* from the centre of B to that of A */
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
    s->kernel = shape_a->few && shape_b->few ? gz_few_choose() : NULL;
}

/* Puts the vertices of polytopes that have few side by side. */
static inline void gather_few(search *s) {
    s->kernel->enter_duo(&s->duo, &s->few);
    s->middle = gz_duo_point_of(&s->duo, wide3_from(s->duo.a->center), wide3_from(s->duo.b->center)).y;
}

/* The farthest point of C against v = (x, y, z). How far is it along v? (Compilers would hand over a
 * vector through memory.) */
GZ_OUTLINE static double look(search *s, double x, double y, double z, gz_duo_point *found) {
    ++s->looks;
    if (s->kernel) return s->kernel->look(&s->duo, &s->few, &s->middle, x, y, z, found);
    gz_duo_point point = gz_duo_look(&s->duo, gz_duo_seen(&s->duo, x, y, z));
    found->y = wide3_fresh(point.y);
    found->a = point.a;
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

static inline wide3 corner(const search *s, uint32_t i) { return wide3_fresh(s->corner[i].y); }

static inline wide3 edge(const search *s, uint32_t from, uint32_t to) {
    return wide3_sub(corner(s, to), corner(s, from));
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

/* The same with the hull of the balls and the tops y1 and y2: p = y0 + u e1 + w e2, the point of the
 * triangle nearest to the origin, is found times the determinant det. However u and w have rounded, p
 * is a point of the triangle with these weights. */
static inline bool is_in_fan(search *s) {
    wide3 y0 = corner(s, 0), e1 = edge(s, 0, 1), e2 = edge(s, 0, 2);
    double d11 = wide3_length_squared(e1), d12 = wide3_dot(e1, e2), d22 = wide3_length_squared(e2);
    double b1 = -wide3_dot(y0, e1), b2 = -wide3_dot(y0, e2), det = d11 * d22 - d12 * d12;
    double u = b1 * d22 - b2 * d12, w = b2 * d11 - b1 * d12;
    wide3 p = wide3_add_scaled(wide3_add_scaled(wide3_scale(y0, det), u, e1), w, e2);
    double sure = (det - u - w) * s->inner - 3 * s->error * det;
    if (!((u > 0) & (w > 0) & (sure > 0) & (wide3_length_squared(p) < sure * sure))) return false;
    double part = (double)s->duo.a->inmost / s->inner, per = 1 / det;
    wide3 from = wide3_fresh(s->corner[0].a);
    wide3 way1 = wide3_sub(wide3_fresh(s->corner[1].a), from);
    wide3 way2 = wide3_sub(wide3_fresh(s->corner[2].a), from);
    wide3 point = wide3_add_scaled(wide3_add_scaled(from, u * per, way1), w * per, way2);
    share(s, wide3_add_scaled(point, -part * per, p));
    return true;
}

/* Which corner is y1, y2 and y3, which one is free for what is found next, and T_23, T_31 and T_12 at
 * 1, 2 and 3: what is across from each. Corners change places by number, without a branch, for nobody
 * could predict on which side the ray passes. */
typedef struct portal {
    uint32_t at[4], spare;
    double across[4];
} portal;

static inline void replace(portal *p, uint32_t out, uint32_t *by) {
    uint32_t old = p->at[out];
    p->at[out] = *by;
    *by = old;
}

/* y_i . cross */
static inline double side(const search *s, const portal *p, int i, wide3 cross) {
    return wide3_dot(corner(s, p->at[i]), cross);
}

/* y x y0 */
static inline wide3 cross_with_first(const search *s, uint32_t i) {
    return wide3_cross(corner(s, i), corner(s, 0));
}

/* Where to look after y1: at y0, tilted about as far towards y1 as y1 is too low along y0. Of pairs
 * that y0 does not separate though some direction would, this one separates two in three. */
static inline wide3 tilted(wide3 y0, wide3 y1) {
    return wide3_add_scaled(wide3_scale(y0, wide3_length_squared(y1)),
                            -GZ_PORTAL_TILT * wide3_dot(y0, y1), y1);
}

/* Two more points, so that the ray passes the triangle of all three. */
static inline gz_outcome find_portal(search *s, portal *p) {
    wide3 y0 = corner(s, 0), y1 = corner(s, 1);
    if (is_in_cone(s, y0, wide3_sub(y1, y0))) return GZ_INSIDE;
    gz_outcome outcome = try_along(s, wide3_fresh(tilted(y0, y1)), &s->corner[2]);
    if (outcome != GZ_UNDECIDED) return outcome;
    if (is_in_fan(s)) return GZ_INSIDE;
    double t12 = wide3_dot(y1, cross_with_first(s, 2));
    p->at[1] = 1 + (uint32_t)(t12 > 0);
    p->at[2] = 2 - (uint32_t)(t12 > 0);
    p->at[3] = 3;
    p->spare = 4;
    p->across[3] = -fabs(t12);
    for (int round = 0; round < GZ_PORTAL_ROUNDS; ++round) {
        wide3 down = wide3_fresh(wide3_cross(edge(s, 0, p->at[2]), edge(s, 0, p->at[1])));
        outcome = try_along(s, down, &s->corner[p->at[3]]);
        if (outcome != GZ_UNDECIDED) return outcome;
        wide3 cross = cross_with_first(s, p->at[3]);
        double t23 = side(s, p, 2, cross), t31 = -side(s, p, 1, cross);
        p->across[1] = t23;
        p->across[2] = t31;
        if (!((t31 > 0) | (t23 > 0))) return GZ_UNDECIDED;
        uint32_t out = 1 + (uint32_t)(t31 > 0);
        p->across[3] = -p->across[out];
        replace(p, out, &p->at[3]);
    }
    return GZ_STALLED;
}

/* The corners hold the origin; is it deep enough, and their weights good enough for a common point? */
static inline gz_outcome weigh(search *s, const portal *p, double inside) {
    const double *t = p->across;
    double whole = 1 / (inside - (t[3] + t[1] + t[2]));
    double first = inside * whole;
    wide3 rest = wide3_scale(corner(s, 0), first);
    wide3 common = wide3_scale(wide3_fresh(s->corner[0].a), first);
    for (int i = 1; i < 4; ++i) {
        double weight = -t[i] * whole;
        rest = wide3_add_scaled(rest, weight, corner(s, p->at[i]));
        common = wide3_add_scaled(common, weight, wide3_fresh(s->corner[p->at[i]].a));
    }
    double slack = GZ_PORTAL_RESIDUE * s->error;
    bool convex = t[1] <= 0 && t[2] <= 0 && t[3] <= 0; /* rounding may have chosen a wrong side */
    bool sound = convex && wide3_length_squared(rest) <= slack * slack;
    return sound && first * s->inner > 3 * s->error ? share(s, common) : GZ_STALLED;
}

/* The ray has passed the portal; moves it outward until the origin is before it. */
static inline gz_outcome pass_portal(search *s, portal *p) {
    static const uint8_t next[4] = {0, 2, 3, 1};
    for (int round = 0; round < GZ_PORTAL_ROUNDS; ++round) {
        wide3 v = wide3_fresh(wide3_cross(edge(s, p->at[1], p->at[3]), edge(s, p->at[1], p->at[2])));
        double outside = wide3_dot(v, corner(s, p->at[1]));
        if (outside < 0) return weigh(s, p, -outside);
        gz_outcome outcome = try_along(s, v, &s->corner[p->spare]);
        if (outcome != GZ_UNDECIDED) return outcome;
        wide3 cross = cross_with_first(s, p->spare);
        double t[4] = {0, side(s, p, 1, cross), side(s, p, 2, cross), side(s, p, 3, cross)};
        uint32_t third = (t[1] >= 0) & (t[2] <= 0), second = (t[1] < 0) & (t[3] >= 0);
        uint32_t out = 1 + second + 2 * third, after = next[out], before = next[after];
        p->across[after] = t[before];
        p->across[before] = -t[after];
        replace(p, out, &p->spare);
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
        if (s.kernel) gather_few(&s);
        outcome = try_along(&s, wide3_fresh(s.corner[0].y), &s.corner[1]);
        if (s.looks == 0) return GZ_UNSEEN;
        if (outcome != GZ_FAR && solid && s.far < GZ_PORTAL_FAR * s.inner) {
            portal p;
            outcome = find_portal(&s, &p);
            if (outcome == GZ_UNDECIDED) outcome = pass_portal(&s, &p);
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
