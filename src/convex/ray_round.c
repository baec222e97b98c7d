/* SPDX-License-Identifier: MIT
 * Rays against balls, capsules and cylinders (ray_form.h).
 *
 * Roundings. A place on the line, in the shape's axes, is off by some 8 units of the size of the pair
 * (difference, three products, sums; along the line the product of a time, too), beside the pose's own
 * roundings; and so is what is measured from it: its distance r from a centre or an axis. Where the
 * line enters a circle of radius R, half a chord h from its middle, h^2 = R^2 - r^2: an error e of r
 * moves the place by r e / h along the line and by e r / R, at most e, along the normal. The place
 * between the caps is off by as much over the sine of the angle, which again is e along the normal. A
 * pose's axes are off by at most 16 units, half of E.
 *
 * Chords are kept times the squared length of the way, or of its part across the axis: so they need no
 * division. */
#include "convex/ray_form.h"

/* A line off a centre or an axis by no less than the radius: by more than 2 E? moment: the squared
 * distance times what is given. That it is off is seen without waiting for E. */
GZ_INLINE gz_ray_answer miss_circle(const gz_ray_sight *s, double radius, double moment, double times) {
    double far = radius + s->sure;
    return moment > far * far * times || gz_ray_passes_by(s) ? GZ_RAY_MISS : GZ_RAY_UNSURE;
}

/* -- balls ---------------------------------------------------------------------------------------- */

typedef struct ball {
    double radius, squared;
    double moment, along; /* |start x way|^2 and start . way, start seen from the centre */
} ball;

static inline bool ball_holds(const void *form, double time, double radius) {
    const ball *b = form;
    double left = b->radius - radius, along = b->along + time * b->squared;
    return left > 0 && b->moment + along * along < left * left * b->squared;
}

GZ_INLINE gz_ray_answer enter_ball(const gz_ray_sight *s, gz_ray_contact *c) {
    double radius = (double)s->placed->shape->radius + s->margin;
    ball b = {radius, s->squared, wide3_length_squared(wide3_cross(s->start, s->way)),
              wide3_dot(s->start, s->way)};
    double left = gz_ray_begun(radius * radius * s->squared - b.moment);
    if (!gz_ray_is_usual(s)) return GZ_RAY_UNSURE;
    if (!(left > 0)) return miss_circle(s, radius, b.moment, s->squared);
    double chord = sqrt(left), per_radius = 1 / radius;
    c->time = (-b.along - chord) / s->squared;
    c->speed = chord * per_radius;
    gz_ray_answer answer = gz_ray_decide(s, ball_holds, &b, c);
    if (answer != GZ_RAY_HIT) return answer;
    c->normal = gz_ray_unit(wide3_scale(wide3_add_scaled(s->start, c->time, s->way), per_radius));
    return GZ_RAY_HIT;
}

graze_status gz_ray_cast_ball(const graze_placed *placed, const graze_ray *ray,
                              const graze_options *options, graze_cast_result *out) {
    return gz_ray_cast_by(enter_ball, placed, ray, options, out);
}

/* -- around an axis ------------------------------------------------------------------------------- */

/* The ray in the shape's axes; y is along. */
typedef struct tube {
    wide3 p, d;            /* p + time * d */
    double radius, half;   /* half: of the height, of a capsule without its ends */
    double dd, pd;         /* products of what is across the axis */
    double chord, in, out; /* times dd; when the line is within the radius of the axis */
} tube;

#define FOR_EVER 1e300

/* Along the axis it is within the radius always or never. */
GZ_INLINE gz_ray_answer look_along(const gz_ray_sight *s, tube *t) {
    double off = t->p.x * t->p.x + t->p.z * t->p.z, far = t->radius + s->sure;
    if (off > far * far) return GZ_RAY_MISS;
    if (!(off < t->radius * t->radius)) return GZ_RAY_UNSURE;
    t->in = -FOR_EVER;
    t->out = FOR_EVER;
    t->chord = 0;
    return GZ_RAY_ENTERS;
}

GZ_INLINE gz_ray_answer look_through(const gz_ray_sight *s, tube *t) {
    t->p = gz_ray_into_axes(s, s->start);
    t->d = gz_ray_into_axes(s, s->way);
    t->dd = t->d.x * t->d.x + t->d.z * t->d.z;
    t->pd = t->p.x * t->d.x + t->p.z * t->d.z;
    double moment = t->p.x * t->d.z - t->p.z * t->d.x;
    moment *= moment;
    double left = gz_ray_begun(t->radius * t->radius * t->dd - moment);
    if (!gz_ray_is_usual(s)) return GZ_RAY_UNSURE;
    if (!(t->dd > GZ_RAY_ALONG * s->squared)) return look_along(s, t);
    if (!(left > 0)) return miss_circle(s, t->radius, moment, t->dd);
    double per_dd = 1 / t->dd;
    t->chord = sqrt(left);
    t->in = (-t->pd - t->chord) * per_dd;
    t->out = (-t->pd + t->chord) * per_dd;
    return GZ_RAY_ENTERS;
}

static inline wide3 place_at(const tube *t, double time) { return wide3_add_scaled(t->p, time, t->d); }

/* -- capsules ------------------------------------------------------------------------------------- */

static inline double clamped(double x, double limit) {
    x = x > limit ? limit : x;
    return x < -limit ? -limit : x;
}

/* Seen from the nearest point of the capsule's segment. */
static inline wide3 off_segment(const tube *t, double time) {
    wide3 place = place_at(t, time);
    place.y -= clamped(place.y, t->half);
    return place;
}

static inline bool capsule_holds(const void *form, double time, double radius) {
    const tube *t = form;
    double left = t->radius - radius;
    return left > 0 && wide3_length_squared(off_segment(t, time)) < left * left;
}

/* The line comes into the tube above the upper end, between the ends or below the lower one: then it
 * enters the capsule as it does the ball at that end, or there, at the wall. All three are looked at:
 * that takes less time than to wait which one it is. */
GZ_INLINE gz_ray_answer enter_capsule(const gz_ray_sight *s, gz_ray_contact *c) {
    const graze_shape *shape = s->placed->shape;
    tube t = {.radius = (double)shape->radius + s->margin,
              .half = (double)shape->half.y - (double)shape->radius};
    gz_ray_answer answer = look_through(s, &t);
    if (answer != GZ_RAY_ENTERS) return answer;
    wide3 m = wide3_cross(t.p, t.d);
    double most = t.radius * t.radius * s->squared, along = wide3_dot(t.p, t.d);
    double per_squared = 1 / s->squared, per_radius = 1 / t.radius;
    double left[3] = {0, 1, 0}, chord[3] = {0, t.chord, 0}, time[3] = {0, t.in, 0};
    for (int i = -1; i <= 1; i += 2) {
        double end = i * t.half, x = m.x - end * t.d.z, z = m.z + end * t.d.x;
        left[1 + i] = most - ((x * x + m.y * m.y) + z * z);
        chord[1 + i] = sqrt(fabs(left[1 + i]));
        time[1 + i] = (end * t.d.y - along - chord[1 + i]) * per_squared;
    }
    double y = t.p.y + t.in * t.d.y;
    int part = 1 + (y > t.half) - (y < -t.half);
    if (!(left[part] > 0)) return miss_circle(s, t.radius, most - left[part], s->squared);
    c->time = time[part];
    c->speed = chord[part] * per_radius;
    wide3 off = off_segment(&t, c->time);
    /* Is the plane across that above the capsule? Not where rounding took the wrong part. */
    double least = t.radius - 0.5 * s->sure;
    if (!(wide3_length_squared(off) > least * least)) return GZ_RAY_UNSURE;
    answer = gz_ray_decide(s, capsule_holds, &t, c);
    if (answer != GZ_RAY_HIT) return answer;
    c->normal = gz_ray_unit(gz_ray_into_world(s, wide3_scale(off, per_radius)));
    return GZ_RAY_HIT;
}

graze_status gz_ray_cast_capsule(const graze_placed *placed, const graze_ray *ray,
                                 const graze_options *options, graze_cast_result *out) {
    return gz_ray_cast_by(enter_capsule, placed, ray, options, out);
}

/* -- cylinders ------------------------------------------------------------------------------------ */

static inline bool cylinder_holds(const void *form, double time, double radius) {
    const tube *t = form;
    wide3 place = place_at(t, time);
    double left = t->radius - radius;
    return fabs(place.y) < t->half - radius && left > 0 &&
           place.x * place.x + place.z * place.z < left * left;
}

/* Above the plane of a cap when the line is at the wall: then it passes by the rim, and the plane that
 * it runs along shows by how much. */
GZ_INLINE gz_ray_answer pass_rim(const gz_ray_sight *s, const tube *t, double above) {
    double wall = t->chord / t->radius, gap = wall * above;
    bool clear = gap > 0 && gap * gap > s->sure * s->sure * (wall * wall + t->d.y * t->d.y);
    return clear || gz_ray_passes_by(s) ? GZ_RAY_MISS : GZ_RAY_UNSURE;
}

GZ_INLINE gz_ray_answer enter_cylinder(const gz_ray_sight *s, gz_ray_contact *c) {
    static const double up[2] = {1, -1}; /* the normal of the cap that a line falls or rises to */
    const graze_shape *shape = s->placed->shape;
    if (s->margin > 0) return GZ_RAY_UNSURE;
    tube t = {.radius = (double)shape->half.x, .half = (double)shape->half.y};
    gz_ray_answer answer = look_through(s, &t);
    if (answer != GZ_RAY_ENTERS) return answer;
    double per_speed = 1 / t.d.y, per_radius = 1 / t.radius;
    double below = (-t.half - t.p.y) * per_speed, above = (t.half - t.p.y) * per_speed;
    double first = gz_ray_sooner(below, above), last = gz_ray_later(below, above);
    if (t.in > last) return pass_rim(s, &t, fabs(t.p.y + t.in * t.d.y) - t.half);
    if (first > t.out) return pass_rim(s, &t, fabs(t.p.y + t.out * t.d.y) - t.half);
    /* By the wall or by a cap: by the one entered later. */
    c->time = gz_ray_later(t.in, first);
    c->speed =
        gz_ray_if_less(first, t.in, t.chord * per_radius) + gz_ray_if_less(t.in, first, fabs(t.d.y));
    wide3 place = place_at(&t, c->time);
    double out = gz_ray_if_less(first, t.in, per_radius);
    wide3 n = wide3_make(place.x * out, gz_ray_if_less(t.in, first, up[t.d.y > 0]), place.z * out);
    answer = gz_ray_decide(s, cylinder_holds, &t, c);
    if (answer != GZ_RAY_HIT) return answer;
    c->normal = gz_ray_unit(gz_ray_into_world(s, n));
    return GZ_RAY_HIT;
}

graze_status gz_ray_cast_cylinder(const graze_placed *placed, const graze_ray *ray,
                                  const graze_options *options, graze_cast_result *out) {
    return gz_ray_cast_by(enter_cylinder, placed, ray, options, out);
}
