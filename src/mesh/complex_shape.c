/* SPDX-License-Identifier: MIT
 * The farthest point: the highest box first, past all that are no higher than what was found. */
#include "mesh/complex_shape.h"

#include "math/wide3.h"
#include "shape/compose.h"

typedef struct summit {
    const graze_shape *shape;
    vec3 direction;
    wide3 v;
    double best;
    wide3 point;
} summit;

static double depth_of_box(const void *user, const double lo[3], const double hi[3]) {
    const summit *s = user;
    wide3 corner = {s->v.x > 0 ? hi[0] : lo[0], s->v.y > 0 ? hi[1] : lo[1], s->v.z > 0 ? hi[2] : lo[2]};
    return -wide3_dot(s->v, corner);
}

static graze_flow look_at(void *user, uint32_t part, double *limit) {
    summit *s = user;
    gz_simplex_room room;
    const graze_placed whole = {s->shape, graze_pose_identity(), 0};
    graze_placed placed = gz_complex_part(&whole, part, &room);
    vec3 local = gz_direction(graze_mat3_tmul_vec(&placed.pose.basis, s->direction));
    wide3 point =
        wide3_from(graze_pose_apply(&placed.pose, gz_shape_support_point(placed.shape, local)));
    double height = wide3_dot(s->v, point);
    if (!(height > s->best)) return GRAZE_CONTINUE;
    s->best = height;
    s->point = point;
    *limit = -height;
    return GRAZE_CONTINUE;
}

vec3 gz_complex_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    (void)hint;
    summit s = {.shape = shape, .direction = gz_nonzero(v), .best = -INFINITY};
    s.v = wide3_from(s.direction);
    s.point = wide3_from(shape->center);
    gz_complex_search search = {
        .shape = shape, .limit = INFINITY, .bound = depth_of_box, .visit = look_at, .user = &s};
    gz_complex_search_run(&search);
    return wide3_round(wide3_sub(s.point, wide3_from(shape->center)));
}

graze_sphere gz_complex_ball(const graze_shape *shape) {
    return gz_smaller_ball((graze_sphere){shape->center, shape->extent},
                           gz_shape_ball_by_support(shape));
}
