/* SPDX-License-Identifier: MIT
 * A ball around a shape from its support mapping alone.
 *
 * Directions: the normalised grid points with step 1/3 on the faces of the cube [-1, 1]^3. A unit
 * vector, scaled out to the cube, lies within (1/6, 1/6) of a grid point g of its face, so the sine of
 * the angle between them is at most sqrt(2) / 6, and some direction n makes an angle of cosine at
 * least C = sqrt(1 - 1/18) with it. If x is a point of the shape at distance R from c, then for the n
 * nearest to x - c: R C <= n . (x - c) <= h(n) - n . c. Hence R <= max_n (h(n) - n . c) / C, for any c.
 * The centre is moved towards the farthest support point by shrinking steps (Badoiu, Clarkson 2003),
 * which converges to the centre of the least ball around the support points. */
#include "shape/compose.h"

#define GRID 3           /* steps from the middle of a face to its rim */
#define DIRECTIONS 218   /* 7^3 - 5^3 */
#define CENTER_STEPS 200 /* the distance from the best centre falls like 1 / steps: 0.5 % */
#define INVERSE_COSINE ((real)1.0289916) /* 1 / C = 1.02899151..., rounded up */

static int make_directions(vec3 directions[DIRECTIONS]) {
    int count = 0;
    for (int x = -GRID; x <= GRID; ++x)
        for (int y = -GRID; y <= GRID; ++y)
            for (int z = -GRID; z <= GRID; ++z) {
                vec3 v = vec3_make((real)x, (real)y, (real)z);
                if (vec3_max_abs(v) == GRID) directions[count++] = gz_unit(v);
            }
    GZ_ASSERT(count == DIRECTIONS);
    return count;
}

static vec3 center_of_points(const vec3 *points, int count) {
    vec3 center = vec3_zero();
    for (int step = 0; step < CENTER_STEPS; ++step) {
        vec3 farthest = center;
        real most = -1;
        for (int i = 0; i < count; ++i) {
            real squared = vec3_length_squared(vec3_sub(points[i], center));
            if (squared > most) {
                most = squared;
                farthest = points[i];
            }
        }
        center = vec3_add_scaled(center, 1 / (real)(step + 2), vec3_sub(farthest, center));
    }
    return center;
}

graze_sphere gz_shape_ball_by_support(const graze_shape *shape) {
    vec3 directions[DIRECTIONS], points[DIRECTIONS];
    int count = make_directions(directions);
    for (int i = 0; i < count; ++i) {
        uint32_t hint = 0;
        points[i] = gz_shape_offset(shape, directions[i], &hint);
    }
    vec3 center = center_of_points(points, count);
    real most = 0;
    for (int i = 0; i < count; ++i)
        most = graze_max(most, vec3_dot(directions[i], vec3_sub(points[i], center)));
    /* The centre is stored in local coordinates: its rounding moves the ball. */
    graze_sphere ball;
    ball.center = vec3_add(shape->center, center);
    real moved = vec3_length(vec3_sub(vec3_sub(ball.center, shape->center), center));
    real rounding = gz_shape_offset_error(shape) + 16 * GRAZE_EPSILON * shape->extent + moved;
    ball.radius = gz_round_up(INVERSE_COSINE * (most + rounding));
    return gz_smaller_ball(ball, (graze_sphere){shape->center, shape->extent});
}
