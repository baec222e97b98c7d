/* SPDX-License-Identifier: MIT */
#include "convex/ray_form.h"

/* Beyond this, or below its inverse, squares of squares could leave the range. */
#define RANGE 1e30

static gz_ray_form *form_of(const graze_shape *shape, real margin) {
    static gz_ray_form *const forms[GRAZE_SHAPE_KIND_COUNT] = {
        [GRAZE_SHAPE_SPHERE] = gz_ray_ball,         [GRAZE_SHAPE_CAPSULE] = gz_ray_capsule,
        [GRAZE_SHAPE_CYLINDER] = gz_ray_cylinder,   [GRAZE_SHAPE_CONE] = gz_ray_cone,
        [GRAZE_SHAPE_ELLIPSOID] = gz_ray_ellipsoid, [GRAZE_SHAPE_BOX] = gz_ray_box,
        [GRAZE_SHAPE_POLYTOPE] = gz_ray_polytope,   [GRAZE_SHAPE_KDOP] = gz_ray_polytope,
    };
    bool rounded =
        margin > 0 && shape->kind != GRAZE_SHAPE_SPHERE && shape->kind != GRAZE_SHAPE_CAPSULE;
    return rounded ? NULL : forms[shape->kind];
}

/* The scale of a pose, or 0 where graze_placed_check has more to say about it than a look. */
static double scale_of(const graze_pose *pose) {
    const vec3 *column = pose->basis.col;
    real a = vec3_length_squared(column[0]), b = vec3_length_squared(column[1]),
         c = vec3_length_squared(column[2]);
    real least = graze_min(graze_min(a, b), c), most = graze_max(graze_max(a, b), c);
    if (pose->kind == GRAZE_POSE_RIGID) return least > (real)0.5 && most < 2;
    if (pose->kind != GRAZE_POSE_UNIFORM || graze_pose_check(pose) != GRAZE_OK) return 0;
    return wide3_length(wide3_from(column[0]));
}

/* False where the general cast has to look, also for numbers that are none. */
static bool look(const graze_placed *placed, const graze_ray *ray, gz_ray_sight *s) {
    const graze_shape *shape = placed->shape;
    double scale = scale_of(&placed->pose);
    wide3 origin = wide3_from(placed->pose.origin);
    wide3 start = wide3_sub(wide3_from(ray->origin), origin);
    if (!(scale > 0 && placed->margin >= 0 && wide3_length_squared(origin) < RANGE)) return false;
    s->placed = placed;
    s->way = wide3_from(ray->direction);
    s->margin = (double)placed->margin;
    s->last = (double)ray->max_t;
    s->unscale = 1;
    if (scale != 1) {
        s->unscale = 1 / scale;
        start = wide3_scale(start, s->unscale);
        s->way = wide3_scale(s->way, s->unscale);
        s->margin *= s->unscale;
    }
    s->squared = wide3_length_squared(s->way);
    s->reach = (double)shape->reach + s->margin;
    double size = s->reach + wide3_length(start);
    if (!(size > 1 / RANGE && size < RANGE && s->squared > 1 / RANGE && s->squared < RANGE))
        return false;
    s->sure =
        GZ_RAY_SURE * ((double)shape->support_error + (double)(GZ_ERROR_PAIR * GRAZE_EPSILON) * size);
    s->per_sq = 1 / s->squared;
    s->before = -wide3_dot(start, s->way) * s->per_sq;
    s->near = wide3_add_scaled(start, s->before, s->way);
    return true;
}

/* Does the ball around the whole shape show that there is no contact? */
static bool passes_by(const gz_ray_sight *s) {
    double far = s->reach + s->sure, most = far * far, nearest = wide3_length_squared(s->near);
    if (nearest > most) return true;
    return s->before <= 0 && nearest + s->before * s->before * s->squared > most;
}

/* Rounded down or up to real: a factor is as good as the next number where none is denormal. */
static void fill(const gz_ray_sight *s, const graze_ray *ray, const gz_ray_contact *c,
                 graze_cast_result *out) {
    const double down = 1 - 4 * (double)GRAZE_EPSILON, up = 1 + 4 * (double)GRAZE_EPSILON;
    double t = s->before + c->time, lower = t - s->sure / c->speed;
    wide3 point = wide3_add_scaled(wide3_from(ray->origin), t, wide3_from(ray->direction));
    out->hit = true;
    out->t = (real)t;
    out->lower = lower > 0 ? (real)(lower * down) : 0;
    out->upper = (real)((t + c->step) * up);
    out->point = wide3_round(point);
    out->normal = wide3_round(c->normal);
    out->end = GRAZE_CONVERGED;
    out->iterations = 0;
}

bool gz_ray_form_cast(const graze_placed *placed, const graze_ray *ray, graze_cast_result *out) {
    gz_ray_form *form = form_of(placed->shape, placed->margin);
    gz_ray_sight s;
    gz_ray_contact c;
    if (!form || !look(placed, ray, &s)) return false;
    switch (passes_by(&s) ? GZ_RAY_MISS : form(&s, &c)) {
    case GZ_RAY_MISS:
        *out = (graze_cast_result){.end = GRAZE_SEPARATED};
        return true;
    case GZ_RAY_INSIDE:
        *out = (graze_cast_result){.hit = true, .point = ray->origin, .end = GRAZE_OVERLAP};
        return true;
    case GZ_RAY_HIT:
        if (!(s.before + c.time < RANGE && s.before + c.time > 1 / RANGE)) return false;
        fill(&s, ray, &c, out);
        return true;
    default:
        return false;
    }
}
