/* SPDX-License-Identifier: MIT */
#include "convex/ray_form.h"

#include "base/tolerance.h"
#include "math/rounding.h"
#include "shape/placed.h"

/* All that is known of a ray. Lengths are those of the shape's own axes. */
typedef struct sight {
    gz_ray_body body;
    gz_ray_line line;
    wide3 start;
    double before; /* when the ray is nearest to the centre: line.near = start + before * way */
    double last;
    double reach; /* of the shape from its centre */
    double error; /* E */
} sight;

typedef enum answer { UNSURE, MISS, HIT, INSIDE } answer;

typedef struct contact {
    wide3 normal;
    double lower, t, upper;
} contact;

static const gz_ray_form *form_of(const graze_shape *shape, real margin) {
    switch (shape->kind) {
    case GRAZE_SHAPE_SPHERE:
        return &gz_ray_ball;
    case GRAZE_SHAPE_CAPSULE:
        return &gz_ray_capsule;
    default:
        break;
    }
    if (margin > 0) return NULL;
    switch (shape->kind) {
    case GRAZE_SHAPE_CYLINDER:
        return &gz_ray_cylinder;
    case GRAZE_SHAPE_CONE:
        return &gz_ray_cone;
    case GRAZE_SHAPE_ELLIPSOID:
        return &gz_ray_ellipsoid;
    case GRAZE_SHAPE_BOX:
        return &gz_ray_box;
    case GRAZE_SHAPE_POLYTOPE:
    case GRAZE_SHAPE_KDOP:
        return &gz_ray_polytope;
    default:
        return NULL;
    }
}

/* Brings the ray into the shape's axes. False where numbers are so large or small that squares of
 * squares could leave the range. */
static bool look(const graze_placed *placed, const graze_ray *ray, double scale, sight *s) {
    const graze_shape *shape = placed->shape;
    const double most = 1e30;
    wide_mat3 basis = wide_mat3_from(&placed->pose.basis);
    wide3 from = wide3_sub(wide3_from(ray->origin), wide3_from(placed->pose.origin));
    double shrink = 1 / (scale * scale), margin = (double)placed->margin / scale;
    double size = (double)shape->reach + margin + wide3_length(from) / scale;
    s->start = wide3_scale(wide_mat3_tmul_vec(&basis, from), shrink);
    s->start = wide3_sub(s->start, wide3_from(shape->center));
    s->line.way = wide3_scale(wide_mat3_tmul_vec(&basis, wide3_from(ray->direction)), shrink);
    s->line.squared = wide3_length_squared(s->line.way);
    if (!(size > 1 / most && size < most && s->line.squared > 1 / most && s->line.squared < most))
        return false;
    s->error = (1 + 64 * (double)GRAZE_EPSILON) *
               ((double)shape->support_error + (double)(GZ_ERROR_PAIR * GRAZE_EPSILON) * size);
    s->before = -wide3_dot(s->start, s->line.way) / s->line.squared;
    s->line.near = wide3_add_scaled(s->start, s->before, s->line.way);
    s->last = (double)ray->max_t;
    s->reach = (double)shape->extent + margin;
    s->body.shape = shape;
    s->body.half = wide3_from(shape->half);
    s->body.radius = (double)shape->radius + margin;
    s->body.rest = (double)shape->half.y - (double)shape->radius;
    return true;
}

/* Does the ball around the whole shape show that there is no contact? */
static bool passes_by(const sight *s) {
    double far = s->reach + 2 * s->error, most = far * far;
    if (wide3_length_squared(s->line.near) > most) return true;
    return s->before <= 0 && wide3_length_squared(s->start) > most;
}

/* All roundings (the pose's, of the ray in the shape's axes, of heights and products) are together
 * below E, of which every comparison keeps a distance of two. */
static answer judge(const sight *s, const gz_ray_form *form, contact *c) {
    const gz_ray_line *line = &s->line;
    const double sure = 2 * s->error;
    wide3 n;
    if (!form->aim(&s->body, line, &n)) return UNSURE;
    double height = form->height(&s->body, &n);
    double away = wide3_dot(n, line->near) - height, speed = -wide3_dot(n, line->way);
    if (!(away + s->before * speed > sure))
        return form->holds(&s->body, s->start, sure) ? INSIDE : UNSURE;
    if (!(speed > 0)) return MISS;
    /* Where the ray is within reach of the centre, it is above the plane. */
    double clear = away - sure;
    if (clear > 0 && clear * clear * line->squared > speed * speed * (s->reach * s->reach)) return MISS;
    double rate = 1 / speed, time = away * rate;
    c->t = s->before + time;
    if (!(c->t <= s->last)) return MISS;
    double step = 4 * s->error * rate;
    for (int i = 0; i < GZ_CAST_CONFIRMATIONS; ++i, step *= 8)
        if (form->holds(&s->body, wide3_add_scaled(line->near, time + step, line->way), sure)) {
            c->normal = n;
            c->lower = c->t - sure * rate;
            c->upper = c->t + step;
            return c->upper < (double)GRAZE_REAL_MAX ? HIT : UNSURE;
        }
    return UNSURE;
}

static void fill(const graze_placed *placed, const graze_ray *ray, double scale, const contact *c,
                 graze_cast_result *out) {
    wide_mat3 basis = wide_mat3_from(&placed->pose.basis);
    wide3 normal = wide3_scale(wide_mat3_mul_vec(&basis, c->normal), 1 / scale);
    wide3 point = wide3_add_scaled(wide3_from(ray->origin), c->t, wide3_from(ray->direction));
    *out = (graze_cast_result){
        .hit = true,
        .t = (real)c->t,
        .lower = c->lower > 0 ? graze_max(0, gz_next_down((real)c->lower)) : 0,
        .upper = gz_next_up((real)c->upper),
        .point = wide3_round(point),
        .normal = wide3_round(gz_ray_unit(normal)),
        .end = GRAZE_CONVERGED,
    };
}

bool gz_ray_form_cast(const graze_placed *placed, const graze_ray *ray, graze_cast_result *out) {
    if (graze_placed_check(placed) != GRAZE_OK) return false;
    graze_pose_kind kind = placed->pose.kind;
    const gz_ray_form *form = form_of(placed->shape, placed->margin);
    if (!form || (kind != GRAZE_POSE_RIGID && kind != GRAZE_POSE_UNIFORM)) return false;
    double scale = kind == GRAZE_POSE_RIGID ? 1 : wide3_length(wide3_from(placed->pose.basis.col[0]));
    sight s;
    if (!look(placed, ray, scale, &s)) return false;
    contact c;
    answer a = passes_by(&s) ? MISS : judge(&s, form, &c);
    switch (a) {
    case MISS:
        *out = (graze_cast_result){.end = GRAZE_SEPARATED};
        return true;
    case INSIDE:
        *out = (graze_cast_result){.hit = true, .point = ray->origin, .end = GRAZE_OVERLAP};
        return true;
    case HIT:
        fill(placed, ray, scale, &c, out);
        return true;
    default:
        return false;
    }
}
