/* SPDX-License-Identifier: MIT
 * Rays against balls, capsules and cylinders (ray_form.h).
 *
 * Roundings. The line's nearest point is off by some 4 units of the size of the pair (difference, two
 * products, sum), and so is what is measured from it: its distance r from a centre or an axis. Where
 * the line enters a circle of radius R, half a chord h from its middle, h^2 = R^2 - r^2: an error e of
 * r moves the place by r e / h along the line and by e r / R, at most e, along the normal. The place
 * between the caps is off by as much over the sine of the angle, which again is e along the normal. A
 * pose's axis is off by at most 16 units, half of E. */
#include "convex/ray_form.h"

/* -- balls ---------------------------------------------------------------------------------------- */

typedef struct ball {
    double radius, nearest, squared; /* nearest: squared distance of the centre from the line */
} ball;

static bool ball_holds(const void *form, double time, double radius) {
    const ball *b = form;
    double left = b->radius - radius;
    return left > 0 && b->nearest + time * time * b->squared < left * left;
}

gz_ray_answer gz_ray_ball(const gz_ray_sight *s, gz_ray_contact *c) {
    double radius = (double)s->placed->shape->radius + s->margin;
    ball b = {radius, wide3_length_squared(s->near), s->squared};
    double left = radius * radius - b.nearest;
    if (!(left > 0)) return GZ_RAY_UNSURE;
    double half = sqrt(left * s->per_sq), per_radius = 1 / radius;
    c->time = -half;
    c->speed = half * s->squared * per_radius;
    gz_ray_answer answer = gz_ray_decide(s, ball_holds, &b, c);
    c->normal = gz_ray_unit(wide3_scale(wide3_add_scaled(s->near, -half, s->way), per_radius));
    return answer;
}

/* -- around an axis ------------------------------------------------------------------------------- */

/* The line in parts along the axis (y) and across it. */
typedef struct tube {
    wide3 axis, p, d;    /* across: p + time * d */
    double y, dy;        /* along: y + time * dy */
    double radius, half; /* half: of the height, of a capsule without its ends */
    double dd, middle;   /* d . d; when the line is nearest to the axis, */
    double nearest;      /* and its squared distance then */
    double chord;        /* how long before that it is at the radius */
} tube;

#define FOR_EVER 1e300

static gz_ray_answer look_through(const gz_ray_sight *s, tube *t) {
    t->axis = gz_ray_axis(s, 1);
    t->y = wide3_dot(t->axis, s->near);
    t->dy = wide3_dot(t->axis, s->way);
    t->p = wide3_add_scaled(s->near, -t->y, t->axis);
    t->d = wide3_add_scaled(s->way, -t->dy, t->axis);
    t->dd = wide3_length_squared(t->d);
    bool along = !(t->dd > GZ_RAY_ALONG * s->squared);
    double per_dd = along ? 0 : 1 / t->dd;
    t->middle = -wide3_dot(t->p, t->d) * per_dd;
    t->nearest = wide3_length_squared(wide3_add_scaled(t->p, t->middle, t->d));
    double far = t->radius + s->sure, left = t->radius * t->radius - t->nearest;
    if (t->nearest > far * far) return GZ_RAY_MISS;
    if (!(left > 0)) return GZ_RAY_UNSURE;
    t->chord = along ? FOR_EVER : sqrt(left * per_dd);
    return GZ_RAY_ENTERS;
}

static double squared_distance(const tube *t, double time) {
    double off = time - t->middle;
    return t->nearest + off * off * t->dd;
}

static wide3 wall_normal(const tube *t, double time) {
    return gz_ray_unit(wide3_scale(wide3_add_scaled(t->p, time, t->d), 1 / t->radius));
}

/* -- capsules ------------------------------------------------------------------------------------- */

static bool capsule_holds(const void *form, double time, double radius) {
    const tube *t = form;
    double left = t->radius - radius, beyond = fabs(t->y + time * t->dy) - t->half;
    if (!(beyond > 0)) beyond = 0;
    return left > 0 && squared_distance(t, time) + beyond * beyond < left * left;
}

/* Against the ball at the end in whose direction the line meets the tube. */
static gz_ray_answer enter_end(const gz_ray_sight *s, const tube *t, double end, gz_ray_contact *c) {
    double middle = end * t->dy * s->per_sq;
    wide3 p = wide3_add_scaled(wide3_add_scaled(s->near, middle, s->way), -end, t->axis);
    double nearest = wide3_length_squared(p), far = t->radius + s->sure;
    double left = t->radius * t->radius - nearest, half = sqrt(left > 0 ? left * s->per_sq : 0);
    if (nearest > far * far) return GZ_RAY_MISS;
    c->time = middle - half;
    c->speed = half * s->squared / t->radius;
    /* Below the end, the plane would cut the rest off. */
    if (!(left > 0) || (t->y + c->time * t->dy - end) * end < 0) return GZ_RAY_UNSURE;
    gz_ray_answer answer = gz_ray_decide(s, capsule_holds, t, c);
    c->normal = gz_ray_unit(wide3_scale(wide3_add_scaled(p, -half, s->way), 1 / t->radius));
    return answer;
}

gz_ray_answer gz_ray_capsule(const gz_ray_sight *s, gz_ray_contact *c) {
    const graze_shape *shape = s->placed->shape;
    tube t = {.radius = (double)shape->radius + s->margin,
              .half = (double)shape->half.y - (double)shape->radius};
    gz_ray_answer answer = look_through(s, &t);
    if (answer != GZ_RAY_ENTERS) return answer;
    c->time = t.middle - t.chord;
    double y = t.y + c->time * t.dy;
    if (!(fabs(y) <= t.half)) return enter_end(s, &t, y > 0 ? t.half : -t.half, c);
    c->speed = t.chord * t.dd / t.radius;
    answer = gz_ray_decide(s, capsule_holds, &t, c);
    c->normal = wall_normal(&t, c->time);
    return answer;
}

/* -- cylinders ------------------------------------------------------------------------------------ */

static bool cylinder_holds(const void *form, double time, double radius) {
    const tube *t = form;
    double left = t->radius - radius;
    return fabs(t->y + time * t->dy) < t->half - radius && left > 0 &&
           squared_distance(t, time) < left * left;
}

/* Above the plane of a cap when the line is at the wall: then it passes by the rim, and the plane that
 * it runs along shows by how much. */
static gz_ray_answer pass_rim(const gz_ray_sight *s, const tube *t, double above) {
    double wall = t->chord * t->dd / t->radius, gap = wall * above;
    bool clear = gap > 0 && gap * gap > s->sure * s->sure * (wall * wall + t->dy * t->dy);
    return clear ? GZ_RAY_MISS : GZ_RAY_UNSURE;
}

gz_ray_answer gz_ray_cylinder(const gz_ray_sight *s, gz_ray_contact *c) {
    const graze_shape *shape = s->placed->shape;
    tube t = {.radius = (double)shape->half.x, .half = (double)shape->half.y};
    gz_ray_answer answer = look_through(s, &t);
    if (answer != GZ_RAY_ENTERS) return answer;
    double in = t.middle - t.chord, out = t.middle + t.chord, speed = fabs(t.dy);
    double y = t.dy > 0 ? t.y : -t.y; /* as if it rose */
    if (!(speed > 0) && !(fabs(y) < t.half)) return GZ_RAY_UNSURE;
    double per_speed = 1 / speed;
    double first = (-t.half - y) * per_speed, last = (t.half - y) * per_speed;
    if (in >= first) {
        if (in > last) return pass_rim(s, &t, y + in * speed - t.half);
        c->time = in;
        c->speed = t.chord * t.dd / t.radius;
        answer = gz_ray_decide(s, cylinder_holds, &t, c);
        c->normal = wall_normal(&t, in);
        return answer;
    }
    if (first > out) return pass_rim(s, &t, -t.half - (y + out * speed));
    c->time = first;
    c->speed = speed;
    c->normal = t.dy > 0 ? wide3_neg(t.axis) : t.axis;
    return gz_ray_decide(s, cylinder_holds, &t, c);
}
