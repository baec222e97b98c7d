/* SPDX-License-Identifier: MIT
 * A ray and a capsule. The line enters the endless cylinder first. If that is beside the segment, it
 * enters the capsule there; if beyond an end, it can only enter through the ball at that end, because
 * the capsule's piece of that side lies in it. The same holds for the exit, backwards. */
#include "primitive/check.h"
#include "primitive/ray_axial.h"

/* The three parts of the surface, in the order of their heights. */
enum { LOW_BALL, WALL, HIGH_BALL, PARTS };

/* When the line is at each part; a ball that it passes by is at its nearest place. */
typedef struct capsule_line {
    wide3 start[PARTS]; /* the ray's, seen from the centres of the balls */
    double enter[PARTS], exit[PARTS];
    bool meets[PARTS];
} capsule_line;

static inline void see_ball(const gz_axial_ray *r, double squared, double per_squared, int part,
                            capsule_line *l) {
    wide3 d = r->local.direction, start = l->start[part];
    double along = -wide3_dot(start, d), reach = r->radius * r->radius * squared;
    double left = reach - wide3_length_squared(wide3_cross(start, d));
    double root = sqrt(left > 0 ? left : 0);
    l->meets[part] = left >= 0;
    l->enter[part] = (along - root) * per_squared;
    l->exit[part] = (along + root) * per_squared;
}

static int part_at(const gz_axial_ray *r, double t) {
    double height = gz_axial_height(r, t);
    return WALL + (height > r->limit) - (height < -r->limit);
}

static bool starts_inside(const gz_axial_ray *r, const capsule_line *l) {
    int part = part_at(r, 0);
    if (part == WALL) return wide3_length_squared(r->p) <= gz_axial_reach(r);
    return wide3_length_squared(l->start[part]) <= r->radius * r->radius;
}

static wide3 normal_at(const gz_axial_ray *r, const capsule_line *l, int part, double t) {
    wide3 off = part == WALL ? gz_axial_turned_back(r, gz_axial_across(r, t))
                             : wide3_add_scaled(l->start[part], t, r->local.direction);
    double length = part == WALL ? r->squared * r->radius : r->radius;
    return gz_wide_unit_near(off, length, wide3_neg(r->local.direction));
}

static bool is_valid(const graze_capsule *c) {
    return vec3_is_finite(c->a) && vec3_is_finite(c->b) && graze_is_finite(c->radius) && c->radius >= 0;
}

graze_status graze_ray_capsule(const graze_ray *ray, const graze_capsule *capsule, graze_ray_hit *out) {
    if (!ray || !capsule || !out) return GRAZE_INVALID_ARGUMENT;
    gz_axial_ray r;
    if (!gz_axial_ray_plain(ray, capsule->a, capsule->b, capsule->radius, &r)) {
        if (!gz_ray_is_valid(ray) || !is_valid(capsule)) return GRAZE_INVALID_ARGUMENT;
        gz_axial_ray_make(ray, capsule->a, capsule->b, capsule->radius, &r);
    }
    capsule_line l;
    l.start[LOW_BALL] = wide3_add(r.local.origin, r.half);
    l.start[HIGH_BALL] = wide3_sub(r.local.origin, r.half);
    l.meets[WALL] = true;
    if (!gz_axial_moves(&r) || !gz_axial_tube(&r, &l.enter[WALL], &l.exit[WALL]))
        return starts_inside(&r, &l) ? gz_ray_hit_inside(ray, 0, out) : gz_ray_missed(out);
    /* Both balls are looked at: that takes less time than to wait which of them it is. */
    double squared = wide3_length_squared(r.local.direction), per_squared = 1 / squared;
    see_ball(&r, squared, per_squared, LOW_BALL, &l);
    see_ball(&r, squared, per_squared, HIGH_BALL, &l);
    int in = part_at(&r, l.enter[WALL]);
    double enter = l.enter[in], exit = l.exit[part_at(&r, l.exit[WALL])];
    if (!gz_axial_starts_outside(enter, exit) && starts_inside(&r, &l))
        return gz_axial_hit_inside(ray, &r, exit, out);
    if (!l.meets[in]) return gz_ray_missed(out);
    return gz_axial_hit(ray, &r, enter, exit < enter ? enter : exit, normal_at(&r, &l, in, enter), out);
}
