/* SPDX-License-Identifier: MIT */
#include "convex/cylinder_place.h"

/* The farthest point of a disc. */
static wide3 look_at_disc(const gz_cylinder *c, int i, gz_place *p) {
    wide3 cross = wide3_cross(c->axis, p->n);
    p->across[i] = wide3_length(cross);
    p->tangent[i] = wide3_scale(cross, p->across[i] > 0 ? 1 / p->across[i] : 0);
    p->along[i] = wide3_dot(c->axis, p->n);
    p->room[i] = 0;
    return wide3_scale(wide3_cross(p->tangent[i], c->axis), c->radius);
}

/* The point of a line on the side, given where it should be. */
static wide3 take_from_side(const gz_cylinder *c, int i, double at, gz_place *p) {
    p->part[i] = GZ_FAR_SIDE;
    p->room[i] = c->half - fabs(at);
    p->up[i] = at < 0 ? -1 : 1;
    return wide3_scale(c->axis, p->room[i] < 0 ? p->up[i] * c->half : at);
}

/* The point of an end, given how far y is off the normal's line without it. */
static wide3 take_from_end(const gz_cylinder *c, int i, wide3 off, gz_place *p) {
    double length = wide3_length(off);
    p->part[i] = GZ_FAR_END;
    p->room[i] = c->radius - length;
    p->tangent[i] = length > 0 ? wide3_scale(off, -1 / length) : off;
    return p->room[i] < 0 ? wide3_scale(p->tangent[i], c->radius) : wide3_neg(off);
}

static void set_point(wide3 y, gz_place *p) {
    p->y = y;
    p->height = wide3_dot(y, p->n);
    p->slope = wide3_add_scaled(y, -p->height, p->n);
}

void gz_place_look(const gz_cylinders *c, gz_place *p) {
    wide3 y = c->shift;
    for (int i = 0; i < 2; ++i) {
        y = wide3_add(y, look_at_disc(&c->of[i], i, p));
        if (p->part[i] == GZ_FAR_RIM) y = wide3_add_scaled(y, p->up[i] * c->of[i].half, c->of[i].axis);
    }
    int side = p->part[0] == GZ_FAR_SIDE ? 0 : 1;
    if (p->part[side] == GZ_FAR_SIDE) {
        const gz_cylinder *one = &c->of[side];
        y = wide3_add(y, take_from_side(one, side, -wide3_dot(y, one->axis), p));
    }
    set_point(y, p);
}

gz_place gz_place_along(const gz_cylinders *c, wide3 n) {
    gz_place p = {.n = n};
    for (int i = 0; i < 2; ++i) p.up[i] = wide3_dot(n, c->of[i].axis) < 0 ? -1 : 1;
    return p;
}

gz_place gz_place_of_end(const gz_cylinders *c, int which) {
    const gz_cylinder *one = &c->of[which], *two = &c->of[1 - which];
    double up = wide3_dot(one->axis, c->shift) > 0 ? -1 : 1;
    gz_place p = {.n = wide3_scale(one->axis, up)};
    p.up[which] = p.along[which] = up;
    wide3 y = wide3_add_scaled(c->shift, up * one->half, one->axis);
    y = wide3_add(y, look_at_disc(two, 1 - which, &p));
    double along = p.along[1 - which];
    p.up[1 - which] = along < 0 ? -1 : 1;
    if (fabs(along) * two->half <= c->flat)
        y = wide3_add(y, take_from_side(two, 1 - which, -wide3_dot(y, two->axis), &p));
    else
        y = wide3_add_scaled(y, p.up[1 - which] * two->half, two->axis);
    wide3 off = wide3_add_scaled(y, -wide3_dot(y, p.n), p.n);
    set_point(wide3_add(y, take_from_end(one, which, off, &p)), &p);
    return p;
}

/* Of both lines together the point on m's line: y + s a + t b is upright on a and b. */
gz_place gz_place_of_sides(const gz_cylinders *c, wide3 m) {
    const wide3 a = c->of[0].axis, b = c->of[1].axis;
    gz_place p = {.n = m};
    wide3 y = wide3_add(c->shift, look_at_disc(&c->of[0], 0, &p));
    y = wide3_add(y, look_at_disc(&c->of[1], 1, &p));
    double k = wide3_dot(a, b), at_a = wide3_dot(y, a), at_b = wide3_dot(y, b);
    double squared = wide3_length_squared(wide3_cross(a, b));
    y = wide3_add(y, take_from_side(&c->of[0], 0, (k * at_b - at_a) / squared, &p));
    y = wide3_add(y, take_from_side(&c->of[1], 1, (k * at_a - at_b) / squared, &p));
    set_point(y, &p);
    return p;
}

double gz_cylinders_height(const gz_cylinders *c, wide3 n) {
    double height = wide3_dot(n, c->shift);
    for (int i = 0; i < 2; ++i) {
        const gz_cylinder *one = &c->of[i];
        height += one->radius * wide3_length(wide3_cross(one->axis, n));
        height += one->half * fabs(wide3_dot(one->axis, n));
    }
    return height;
}

wide3 gz_cylinders_support(const gz_cylinders *c, wide3 n) {
    wide3 y = c->shift;
    for (int i = 0; i < 2; ++i) {
        const gz_cylinder *one = &c->of[i];
        wide3 cross = wide3_cross(one->axis, n);
        double across = wide3_length(cross), along = wide3_dot(one->axis, n);
        y = wide3_add_scaled(y, along < 0 ? -one->half : one->half, one->axis);
        if (across > 0) y = wide3_add_scaled(y, one->radius / across, wide3_cross(cross, one->axis));
    }
    return y;
}
