/* SPDX-License-Identifier: MIT
 * Rays against shapes that have a closed form.
 *
 * A form finds the plane through which the ray's line enters the shape: it lies below that plane, so
 * there is no contact before. That there is one soon after is shown by a small ball around a place on
 * the line that the shape holds. And if the line misses the shape, a plane shows that, too. Where this
 * leaves a doubt (next to a tangent, an edge, the start), there is no answer, and the general cast
 * takes over. All roundings of a form are together below E, the rounding radius of the general cast,
 * and every comparison keeps 2 E away from what it decides.
 *
 * What takes time is waiting: for a division, and for a branch that went the other way last time, all
 * of whose questions have to be answered before anything else is begun. So whether a line misses is
 * asked first and without divisions, and where it enters (which face, wall or end) without branches. */
#ifndef GZ_CONVEX_RAY_FORM_H
#define GZ_CONVEX_RAY_FORM_H

#include "base/simd.h"
#include "base/tolerance.h"
#include "graze/query.h"
#include "math/scale.h"
#include "math/wide3.h"
#include "shape/shape.h"

/* A ray as the shape sees it: start + time * way. Lengths are the shape's own, axes the world's, the
 * origin is the pose's. */
typedef struct gz_ray_sight {
    const graze_placed *placed;
    wide3 start, way;
    double squared;       /* way . way */
    double last;          /* the ray's max_t */
    double unscale;       /* the inverse of the pose's scale */
    double margin, reach; /* reach: of the shape from the pose's origin, margin included */
    double size;          /* that, and how far the ray begins from there, roughly */
    double sure;          /* 2 E */
} gz_ray_sight;

typedef enum gz_ray_answer {
    GZ_RAY_UNSURE,
    GZ_RAY_MISS,
    GZ_RAY_ENTERS, /* the line does; of the ray nothing is known */
    GZ_RAY_HIT,
    GZ_RAY_INSIDE
} gz_ray_answer;

typedef struct gz_ray_contact {
    double time, speed; /* when the plane is crossed, and how fast along its normal */
    double slack;       /* the time that 2 E take at this speed */
    double step;        /* that much later the shape holds the ball */
    wide3 normal;       /* unit, in the world's axes; set on GZ_RAY_HIT */
} gz_ray_contact;

/* Is the ball of this radius around the ray's place at that time surely in the shape? */
typedef bool gz_ray_holds(const void *form, double time, double radius);

/* Does the ball around the whole shape show that there is no contact? */
GZ_INLINE bool gz_ray_passes_by(const gz_ray_sight *s) {
    double far = s->reach + s->sure, most = far * far;
    if (wide3_length_squared(wide3_cross(s->start, s->way)) > most * s->squared) return true;
    return wide3_dot(s->start, s->way) >= 0 && wide3_length_squared(s->start) > most;
}

/* What the ray does whose line enters by contact's plane. */
GZ_INLINE gz_ray_answer gz_ray_decide(const gz_ray_sight *s, gz_ray_holds *holds, const void *form,
                                      gz_ray_contact *c) {
    if (!(c->time * c->speed > s->sure)) {
        if (holds(form, 0, s->sure)) return GZ_RAY_INSIDE;
        return gz_ray_passes_by(s) ? GZ_RAY_MISS : GZ_RAY_UNSURE;
    }
    if (!(c->time <= s->last)) return GZ_RAY_MISS;
    c->slack = s->sure / c->speed;
    c->step = 2 * c->slack;
    for (int i = 0; i < GZ_CAST_CONFIRMATIONS; ++i, c->step *= 8)
        if (holds(form, c->time + c->step, s->sure)) return GZ_RAY_HIT;
    return GZ_RAY_UNSURE;
}

/* A form says what the ray does, if it is usual (gz_ray_is_usual); on GZ_RAY_HIT the contact is set. */
typedef gz_ray_answer gz_ray_form(const gz_ray_sight *s, gz_ray_contact *c);

/* Casts, one a kind of shape. There is a shape of that kind, max_t >= 0 and the options are plain;
 * nothing else has been checked. */
typedef graze_status gz_ray_caster(const graze_placed *placed, const graze_ray *ray,
                                   const graze_options *options, graze_cast_result *out);
gz_ray_caster gz_ray_cast_ball, gz_ray_cast_capsule, gz_ray_cast_cylinder, gz_ray_cast_box;
gz_ray_caster gz_ray_cast_cone, gz_ray_cast_ellipsoid, gz_ray_cast_polytope;
/* By the general cast, which also says what is wrong with its arguments. */
gz_ray_caster gz_ray_cast_point;

/* v over its length; quick where that is nearly 1 already. */
GZ_INLINE wide3 gz_ray_unit(wide3 v) {
    const double small = sizeof(real) < sizeof(double) ? 1e-5 : 1e-8;
    double squared = wide3_length_squared(v);
    /* 1 / sqrt(1 + off) = 1 - off / 2 + 3 off^2 / 8 ... */
    double factor = fabs(squared - 1) < small ? 1.5 - 0.5 * squared : 1 / sqrt(squared);
    return wide3_scale(v, factor);
}

/* Of two times, without a branch; of one that is none, the other. */
static inline double gz_ray_later(double time, double other) { return time > other ? time : other; }
static inline double gz_ray_sooner(double time, double other) { return time < other ? time : other; }

/* x, begun here: compilers would rather put it off behind the next branch. */
static inline double gz_ray_begun(double x) {
#if defined(__GNUC__) && defined(__SSE2__)
    __asm__ volatile("" : "+x"(x));
#endif
    return x;
}

/* x if one number is less than another, else zero, without a branch. */
static inline double gz_ray_if_less(double low, double high, double x) {
    return gz_f64x2_low(
        gz_f64x2_when_less(gz_f64x2_splat(low), gz_f64x2_splat(high), gz_f64x2_splat(x)));
}

/* A vector of the world in the shape's axes, and back. */
GZ_INLINE wide3 gz_ray_into_axes(const gz_ray_sight *s, wide3 v) {
    wide3 local = wide3_turn_back(&s->placed->pose.basis, v);
    return wide3_scale(local, s->unscale);
}
GZ_INLINE wide3 gz_ray_into_world(const gz_ray_sight *s, wide3 v) {
    wide3 world = wide3_turn(&s->placed->pose.basis, v);
    return wide3_scale(world, s->unscale);
}

/* -- what all casts share, compiled into each ------------------------------------------------------ */

/* Beyond these, or below their inverses, squares of squares could leave the range. */
#define GZ_RAY_FAR 1e15
#define GZ_RAY_RANGE 1e30
#define GZ_RAY_LEAST 1e-90 /* of size and squared speed together, in these units */

/* The scale of a uniform pose; 0 if graze_placed_check has more to say about it. */
double gz_ray_scale_of(const graze_pose *pose);

/* Does a pose that says it is rigid look like it? The columns have lengths of about one together. */
GZ_INLINE bool gz_ray_pose_is_plain(const graze_pose *pose) {
    const vec3 *c = pose->basis.col;
    real x = (c[0].x * c[0].x + c[1].y * c[1].y) + c[2].z * c[2].z;
    real y = (c[0].y * c[0].y + c[1].z * c[1].z) + c[2].x * c[2].x;
    real z = (c[0].z * c[0].z + c[1].x * c[1].x) + c[2].y * c[2].y;
    return graze_abs((x + y) + z - 3) < (real)0.1;
}

GZ_INLINE void gz_ray_look(const graze_placed *placed, const graze_ray *ray, double unscale,
                           gz_ray_sight *s) {
    const graze_shape *shape = placed->shape;
    wide3 origin = wide3_from(placed->pose.origin);
    s->placed = placed;
    /* Callers mostly have written the ray just now. */
    s->start = wide3_scale(wide3_sub(wide3_fresh(wide3_from(ray->origin)), origin), unscale);
    s->way = wide3_scale(wide3_fresh(wide3_from(ray->direction)), unscale);
    s->margin = (double)placed->margin * unscale;
    s->last = (double)ray->max_t;
    s->unscale = unscale;
    s->squared = wide3_length_squared(s->way);
    s->reach = (double)shape->reach + s->margin;
    s->size = s->reach + gz_rough_root(wide3_length_squared(s->start));
    s->sure = GZ_RAY_SURE *
              ((double)shape->support_error + (double)(GZ_ERROR_PAIR * GRAZE_EPSILON) * s->size);
}

/* Every form asks that before it answers, some after their first sums, which take a while: false where
 * the general cast has to look, also for numbers that are none. The scale has been checked unless it is
 * 1, for rigid poses. */
GZ_INLINE bool gz_ray_is_usual(const gz_ray_sight *s) {
    double far = s->size * (1 / GZ_RAY_FAR), fast = s->squared * (1 / GZ_RAY_RANGE);
    double off = wide3_length_squared(wide3_from(s->placed->pose.origin)) * (1 / GZ_RAY_RANGE);
    return ((far + fast + off < 1) & (far * fast > GZ_RAY_LEAST) & (s->margin >= 0)) &&
           (s->unscale != 1 || gz_ray_pose_is_plain(&s->placed->pose));
}

/* Rounded without a barrier (wide_round): nobody widens what is handed out. */
static inline vec3 gz_ray_rounded(wide3 v) { return vec3_make((real)v.x, (real)v.y, (real)v.z); }

/* Rounded down or up to real: a factor is as good as the next number where none is denormal. */
GZ_INLINE void gz_ray_fill(const graze_ray *ray, const gz_ray_contact *c, graze_cast_result *out) {
    const double down = 1 - 4 * (double)GRAZE_EPSILON, up = 1 + 4 * (double)GRAZE_EPSILON;
    double lower = c->time - c->slack;
    wide3 point = wide3_add_scaled(wide3_from(ray->origin), c->time, wide3_from(ray->direction));
    out->hit = true;
    out->t = (real)c->time;
    out->lower = (real)((lower > 0 ? lower : 0) * down);
    out->upper = (real)((c->time + c->step) * up);
    out->point = gz_ray_rounded(point);
    out->normal = gz_ray_rounded(c->normal);
    out->end = GRAZE_CONVERGED;
    out->iterations = 0;
    out->primitive_a = out->primitive_b = 0;
}

/* Field by field: for a whole struct compilers call on instructions that take their time to begin. */
static inline void gz_ray_fill_plain(bool hit, vec3 point, graze_end end, graze_cast_result *out) {
    out->hit = hit;
    out->t = out->lower = out->upper = 0;
    out->point = point;
    out->normal = vec3_zero();
    out->end = end;
    out->iterations = 0;
    out->primitive_a = out->primitive_b = 0;
}

/* False if the general cast has to answer. */
GZ_INLINE bool gz_ray_try(gz_ray_form *form, const graze_placed *placed, const graze_ray *ray,
                          double unscale, graze_cast_result *out) {
    gz_ray_sight s;
    gz_ray_contact c = {0};
    gz_ray_look(placed, ray, unscale, &s);
    switch (form(&s, &c)) {
    case GZ_RAY_MISS:
        gz_ray_fill_plain(false, vec3_zero(), GRAZE_SEPARATED, out);
        return true;
    case GZ_RAY_INSIDE:
        gz_ray_fill_plain(true, ray->origin, GRAZE_OVERLAP, out);
        return true;
    case GZ_RAY_HIT:
        if (!((c.time < GZ_RAY_RANGE) & (c.time > 1 / GZ_RAY_RANGE))) return false;
        gz_ray_fill(ray, &c, out);
        return true;
    default:
        return false;
    }
}

/* Twice, so that all products with the scale of a rigid pose vanish. */
GZ_INLINE graze_status gz_ray_cast_by(gz_ray_form *form, const graze_placed *placed,
                                      const graze_ray *ray, const graze_options *options,
                                      graze_cast_result *out) {
    if (placed->pose.kind == GRAZE_POSE_RIGID) {
        if (gz_ray_try(form, placed, ray, 1, out)) return GRAZE_OK;
    } else {
        double scale = gz_ray_scale_of(&placed->pose);
        if (scale > 0 && gz_ray_try(form, placed, ray, 1 / scale, out)) return GRAZE_OK;
    }
    return gz_ray_cast_point(placed, ray, options, out);
}

#endif
