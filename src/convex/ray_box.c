/* SPDX-License-Identifier: MIT
 * Rays against boxes (ray_form.h): clipped by three pairs of planes. A place in the box's axes is off
 * by some 8 units of the size of the pair beside the pose's own roundings, and a time by that over the
 * speed along the axis. */
#include "convex/ray_form.h"

#include <float.h>

typedef struct slabs {
    double half[3], at[3], speed[3]; /* the line along each axis, as if it rose */
} slabs;

static bool box_holds(const void *form, double time, double radius) {
    const slabs *b = form;
    for (int i = 0; i < 3; ++i)
        if (!(fabs(b->at[i] + time * b->speed[i]) < b->half[i] - radius)) return false;
    return true;
}

gz_ray_answer gz_ray_box(const gz_ray_sight *s, gz_ray_contact *c) {
    const graze_shape *shape = s->placed->shape;
    slabs b = {.half = {(double)shape->half.x, (double)shape->half.y, (double)shape->half.z}};
    wide3 axis[3];
    double sign[3], in = -DBL_MAX, out = DBL_MAX;
    int entered = 0, left = 0;
    for (int i = 0; i < 3; ++i) {
        axis[i] = gz_ray_axis(s, i);
        double at = wide3_dot(axis[i], s->near), speed = wide3_dot(axis[i], s->way);
        sign[i] = speed < 0 ? -1 : 1;
        b.at[i] = at * sign[i];
        b.speed[i] = speed * sign[i];
        /* Never crossed: infinite times of the right signs if the line is between the planes. */
        double per_speed = 1 / b.speed[i];
        double first = (-b.half[i] - b.at[i]) * per_speed, last = (b.half[i] - b.at[i]) * per_speed;
        if (first > in) {
            in = first;
            entered = i;
        }
        if (last < out) {
            out = last;
            left = i;
        }
    }
    c->time = in;
    c->speed = b.speed[entered];
    if (in > out) { /* it passes by an edge: above the plane that holds both the line and the edge */
        double u = b.speed[entered], v = b.speed[left], gap = (in - out) * u * v;
        return gap * gap > s->sure * s->sure * (u * u + v * v) ? GZ_RAY_MISS : GZ_RAY_UNSURE;
    }
    c->normal = wide3_scale(axis[entered], -sign[entered]);
    return gz_ray_decide(s, box_holds, &b, c);
}
