/* SPDX-License-Identifier: MIT
 * Rays against boxes (ray_form.h): clipped by three pairs of planes. A place in the box's axes is off
 * by some 8 units of the size of the pair beside the pose's own roundings, and a time by that over the
 * speed along the axis. */
#include "convex/ray_form.h"

typedef struct slabs {
    double half[3], at[3], speed[3]; /* the line along each axis */
} slabs;

static inline bool box_holds(const void *form, double time, double radius) {
    const slabs *b = form;
    bool x = fabs(b->at[0] + time * b->speed[0]) < b->half[0] - radius;
    bool y = fabs(b->at[1] + time * b->speed[1]) < b->half[1] - radius;
    bool z = fabs(b->at[2] + time * b->speed[2]) < b->half[2] - radius;
    return x & y & z;
}

/* Does the ray begin above a face and never come down to it? */
static bool stays_above(const slabs *b, double radius) {
    for (int i = 0; i < 3; ++i)
        if (fabs(b->at[i]) > b->half[i] + radius && b->at[i] * b->speed[i] >= 0) return true;
    return false;
}

GZ_INLINE gz_ray_answer enter_box(const gz_ray_sight *s, gz_ray_contact *c) {
    static const double against[2] = {-1, 1};
    const graze_shape *shape = s->placed->shape;
    wide3 at = gz_ray_into_axes(s, s->start), speed = gz_ray_into_axes(s, s->way);
    slabs b = {{(double)shape->half.x, (double)shape->half.y, (double)shape->half.z},
               {at.x, at.y, at.z},
               {speed.x, speed.y, speed.z}};
    double first[3], last[3];
    for (int i = 0; i < 3; ++i) {
        /* Never crossed: infinite times of the right signs if the line is between the planes. */
        double per_speed = 1 / b.speed[i];
        double below = (-b.half[i] - b.at[i]) * per_speed, above = (b.half[i] - b.at[i]) * per_speed;
        first[i] = gz_ray_sooner(below, above);
        last[i] = gz_ray_later(below, above);
    }
    first[0] = gz_ray_begun(first[0]);
    if (!gz_ray_is_usual(s) || s->margin > 0) return GZ_RAY_UNSURE;
    int entered = first[1] > first[0], left = last[1] < last[0];
    double in = gz_ray_later(first[1], first[0]), out = gz_ray_sooner(last[1], last[0]);
    entered += (2 - entered) * (first[2] > in);
    left += (2 - left) * (last[2] < out);
    in = gz_ray_later(first[2], in);
    out = gz_ray_sooner(last[2], out);
    c->time = in;
    c->speed = fabs(b.speed[entered]);
    if (in > out) { /* it passes by an edge: above the plane that holds both the line and the edge */
        double u = c->speed, v = fabs(b.speed[left]), gap = (in - out) * u * v;
        bool clear = gap * gap > s->sure * s->sure * (u * u + v * v) || stays_above(&b, s->sure);
        return clear ? GZ_RAY_MISS : GZ_RAY_UNSURE;
    }
    c->normal = wide3_scale(wide3_from(s->placed->pose.basis.col[entered]),
                            against[b.speed[entered] < 0] * s->unscale);
    return gz_ray_decide(s, box_holds, &b, c);
}

graze_status gz_ray_cast_box(const graze_placed *placed, const graze_ray *ray,
                             const graze_options *options, graze_cast_result *out) {
    return gz_ray_cast_by(enter_box, placed, ray, options, out);
}
