/* SPDX-License-Identifier: MIT
 * A ray and a box (B:1784-1846), by its slabs. Where these leave a doubt whether it hits, the exact
 * test of span.h decides. A ray that hits has entered every slab in which it does not start. */
#include "primitive/box_frame.h"
#include "primitive/check.h"
#include "primitive/ray_hit.h"
#include "primitive/slabs.h"

typedef struct passage {
    double enter, exit;
    int axis;     /* of the last slab entered, -1 if the start is inside */
    bool from_lo; /* on which side */
} passage;

/* -- by the slabs, where they are sure ------------------------------------------------------------ */

/* Differences of larger coordinates could overflow. */
static bool are_moderate(const double origin[3], const gz_span_box *box) {
#if defined(GRAZE_DOUBLE)
    double most = 0;
    for (int k = 0; k < 3; ++k) {
        most = gz_most(most, fabs(origin[k]));
        most = gz_most(most, gz_most(fabs(box->lo[k]), fabs(box->hi[k])));
    }
    return most < 0x1p1000;
#else
    (void)origin;
    (void)box;
    return true;
#endif
}

/* Of a ray that meets the box. Of slabs entered at once the highest axis counts. */
static passage passage_of(const gz_slabs *s, const double direction[3]) {
    passage p = {gz_most(s->enter, 0), s->exit, -1, false};
    int axis = s->in[1] >= s->in[0] ? 1 : 0;
    axis = s->in[2] >= s->in[axis] ? 2 : axis;
    if (!(s->enter > 0)) return p;
    p.axis = axis;
    p.from_lo = direction[axis] > 0;
    return p;
}

/* -- with care, for all others -------------------------------------------------------------------- */

/* (to - from) / along; halves where the difference overflows. */
static double quotient(double to, double from, double along) {
    double t = (to - from) / along;
    return t - t == 0 ? t : 2 * ((0.5 * to - 0.5 * from) / along);
}

/* A hit that leaves before it enters does so by rounding, at an edge. The slab that the ray crosses
 * faster knows better when. */
static void settle(passage *p, double enters_at, double leaves_at) {
    if (!(p->enter > p->exit)) return;
    if (p->axis >= 0 && fabs(enters_at) > fabs(leaves_at))
        p->exit = p->enter;
    else
        p->enter = p->exit > 0 ? p->exit : 0;
}

/* Where the start is outside and leads away it is so only by rounding, or there was no hit. */
static passage careful_passage(const double origin[3], const double direction[3],
                               const gz_span_box *box) {
    passage p = {0, INFINITY, -1, false};
    double enters_at = 0, leaves_at = 0; /* the speeds along the axes */
    for (int k = 0; k < 3; ++k) {
        bool below = origin[k]<box->lo[k], above = origin[k]> box->hi[k], forward = direction[k] > 0;
        if (direction[k] == 0) continue;
        double in = quotient(forward ? box->lo[k] : box->hi[k], origin[k], direction[k]);
        double out = quotient(forward ? box->hi[k] : box->lo[k], origin[k], direction[k]);
        if ((forward ? below : above) && in >= p.enter) {
            p = (passage){in, p.exit, k, below};
            enters_at = direction[k];
        }
        if (out < p.exit) {
            p.exit = out;
            leaves_at = direction[k];
        }
    }
    settle(&p, enters_at, leaves_at);
    return p;
}

/* -- the answer ----------------------------------------------------------------------------------- */

static double clamped(double x, double lo, double hi) { return x < lo ? lo : x > hi ? hi : x; }

/* The point at the parameter, on the face that it enters and nowhere outside. */
static wide3 point_on(const double origin[3], const double direction[3], const gz_span_box *box,
                      const passage *s) {
    double p[3];
    for (int k = 0; k < 3; ++k)
        p[k] = clamped(origin[k] + s->enter * direction[k], box->lo[k], box->hi[k]);
    p[s->axis] = s->from_lo ? box->lo[s->axis] : box->hi[s->axis];
    return wide3_make(p[0], p[1], p[2]);
}

static wide3 outward(const passage *s) {
    double sign = s->from_lo ? -1 : 1;
    return wide3_make(s->axis == 0 ? sign : 0, s->axis == 1 ? sign : 0, s->axis == 2 ? sign : 0);
}

static graze_status missed(graze_ray_hit *out) {
    *out = gz_ray_miss();
    return GRAZE_OK;
}

GZ_INLINE gz_verdict ask_slabs(const double origin[3], const double direction[3],
                               const gz_span_box *box, double wider, gz_slabs *s) {
    *s = gz_slabs_of(origin, direction, box);
    return gz_slabs_verdict(s, wider);
}

/* A bounded ray ends at a rounded place, of which the slabs know nothing. */
static gz_verdict ask_plain_slabs(const graze_ray *ray, const double origin[3],
                                  const double direction[3], const gz_span_box *box, gz_slabs *s) {
    if ((double)ray->max_t < INFINITY || !are_moderate(origin, box)) return GZ_OPEN;
    return ask_slabs(origin, direction, box, 0, s);
}

static void put_vec3(vec3 v, double out[3]) {
    out[0] = (double)v.x;
    out[1] = (double)v.y;
    out[2] = (double)v.z;
}
static void put_wide3(wide3 v, double out[3]) {
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static bool meets_box(const graze_ray *ray, const gz_span_box *box) {
    gz_span span = gz_span_of_ray(ray);
    return gz_span_meets_box(&span, box);
}

graze_status graze_test_aabb_ray(const graze_aabb *a, const graze_ray *b, bool *hit) {
    if (!gz_aabb_is_valid(a) || !gz_ray_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_span_box box = gz_span_box_of(a);
    double origin[3], direction[3];
    put_vec3(b->origin, origin);
    put_vec3(b->direction, direction);
    gz_slabs s;
    gz_verdict verdict = ask_plain_slabs(b, origin, direction, &box, &s);
    *hit = verdict == GZ_OPEN ? meets_box(b, &box) : verdict == GZ_MEETING;
    return GRAZE_OK;
}

graze_status graze_ray_aabb(const graze_ray *ray, const graze_aabb *box, graze_ray_hit *out) {
    if (!gz_ray_is_valid(ray) || !gz_aabb_is_valid(box) || !out) return GRAZE_INVALID_ARGUMENT;
    gz_span_box b = gz_span_box_of(box);
    double origin[3], direction[3];
    put_vec3(ray->origin, origin);
    put_vec3(ray->direction, direction);
    gz_slabs s;
    passage p;
    gz_verdict verdict = ask_plain_slabs(ray, origin, direction, &b, &s);
    if (verdict == GZ_APART || (verdict == GZ_OPEN && !meets_box(ray, &b))) return missed(out);
    p = verdict == GZ_MEETING ? passage_of(&s, direction) : careful_passage(origin, direction, &b);
    if (p.axis < 0) return gz_ray_hit_inside(ray, p.exit < INFINITY ? p.exit : 0, out);
    return gz_ray_hit_put(ray, p.enter, p.exit, point_on(origin, direction, &b, &p), outward(&p), out);
}

/* -- oriented ------------------------------------------------------------------------------------- */

/* A ray in the box's frame. */
typedef struct framed_ray {
    gz_local_ray local;
    wide3 center;
    wide_mat3 axes;
    double origin[3], direction[3];
    gz_span_box box;
    double wider; /* what it is widened by */
    bool plain;   /* moderate in every respect */
} framed_ray;

static double squared(const double v[3]) { return (v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]; }

static inline void turn_into_frame(wide3 half, framed_ray *f) {
    put_wide3(wide_mat3_tmul_vec(&f->axes, f->local.origin), f->origin);
    put_wide3(wide_mat3_tmul_vec(&f->axes, f->local.direction), f->direction);
    f->box = (gz_span_box){{-half.x, -half.y, -half.z}, {half.x, half.y, half.z}};
    f->wider = gz_box_slack(half, gz_sum3(f->local.origin));
}

/* False if an argument is not valid. */
GZ_INLINE bool see(const graze_obb *box, const graze_ray *ray, framed_ray *f) {
    wide3 half = wide3_from(box->half);
    f->axes = wide_mat3_from(&box->axes);
    f->center = wide3_from(box->center);
    f->local = gz_local_ray_plain(ray, f->center);
    turn_into_frame(half, f);
    f->plain =
        gz_local_ray_is_plain(&f->local, gz_sum3(half)) & (half.x >= 0) & (half.y >= 0) & (half.z >= 0);
    f->plain &= squared(f->origin) + squared(f->direction) < 0x1p500;
    if (f->plain) return true;
    if (!gz_obb_is_valid(box) || !gz_ray_is_valid(ray)) return false;
    f->local = gz_local_ray_make(ray, f->center, wide3_max_abs(half));
    turn_into_frame(wide3_scale(half, f->local.scale), f);
    return true;
}

GZ_INLINE gz_verdict ask_framed_slabs(const graze_ray *ray, const framed_ray *f, gz_slabs *s) {
    bool sure = (double)ray->max_t == INFINITY && (f->plain || are_moderate(f->origin, &f->box));
    return sure ? ask_slabs(f->origin, f->direction, &f->box, f->wider, s) : GZ_OPEN;
}

graze_status graze_test_obb_ray(const graze_obb *a, const graze_ray *b, bool *hit) {
    framed_ray f;
    gz_slabs s;
    if (!a || !b || !hit || !see(a, b, &f)) return GRAZE_INVALID_ARGUMENT;
    gz_verdict verdict = ask_framed_slabs(b, &f, &s);
    *hit = verdict == GZ_OPEN ? gz_obb_meets_ray(a, b) : verdict == GZ_MEETING;
    return GRAZE_OK;
}

/* Of a ray that hits the widened box. If it misses the box itself it only comes within E. */
static passage framed_passage(const framed_ray *f) {
    const gz_span span = {{{f->origin[0], f->origin[1], f->origin[2]}, false},
                          {{f->direction[0], f->direction[1], f->direction[2]}, true}};
    if (gz_span_meets_box(&span, &f->box)) {
        passage p = careful_passage(f->origin, f->direction, &f->box);
        if (p.enter <= f->local.max_t) return p;
    }
    const double *half = f->box.hi;
    gz_span_box wide = gz_box_widened_by(wide3_make(half[0], half[1], half[2]), f->wider);
    return careful_passage(f->origin, f->direction, &wide);
}

graze_status graze_ray_obb(const graze_ray *ray, const graze_obb *box, graze_ray_hit *out) {
    framed_ray f;
    gz_slabs s;
    if (!box || !ray || !out || !see(box, ray, &f)) return GRAZE_INVALID_ARGUMENT;
    gz_verdict verdict = ask_framed_slabs(ray, &f, &s);
    if (verdict == GZ_APART || (verdict == GZ_OPEN && !gz_obb_meets_ray(box, ray))) return missed(out);
    passage p = verdict == GZ_MEETING ? passage_of(&s, f.direction) : framed_passage(&f);
    double exit = p.exit < INFINITY ? gz_local_ray_parameter(&f.local, p.exit) : 0;
    if (p.axis < 0) return gz_ray_hit_inside(ray, exit, out);
    wide3 point = wide3_add_scaled(f.local.origin, p.enter, f.local.direction);
    if (f.local.scale != 1) point = wide3_scale(point, 1 / f.local.scale);
    return gz_ray_hit_put(ray, gz_local_ray_parameter(&f.local, p.enter), exit,
                          wide3_add(f.center, point),
                          wide3_scale(f.axes.col[p.axis], p.from_lo ? -1 : 1), out);
}
