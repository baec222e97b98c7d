/* SPDX-License-Identifier: MIT
 * A bullet and a thin wall. The bullet flies 15 metres between two frames and the wall is two
 * centimetres thick, so a test at each frame sees nothing. A cast looks at the whole way between. */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

/* A bullet 5 mm wide and 2 cm long: a capsule laid along x. */
static graze_shape *make_bullet(void) {
    graze_shape *capsule, *bullet;
    graze_quat lay;
    graze_pose along_x;
    must(graze_shape_capsule(0.0025f, 0.015f, &capsule), "capsule");
    must(graze_quat_from_axis_angle(graze_vec3_make(0, 0, 1), 1.5707964f, &lay), "quarter turn");
    must(graze_pose_make(lay, graze_vec3_zero(), &along_x), "pose");
    must(graze_shape_transformed(capsule, &along_x, &bullet), "bullet");
    graze_shape_release(capsule); /* the bullet keeps it alive */
    return bullet;
}

int main(void) {
    const graze_real frame_time = 1.0f / 60;
    const graze_vec3 velocity = {900, 40, 0}; /* metres a second */
    graze_shape *bullet_shape = make_bullet(), *wall_shape;
    must(graze_shape_box(graze_vec3_make(0.01f, 2, 3), &wall_shape), "wall");

    graze_placed bullet = {.shape = bullet_shape, .pose = graze_pose_at(0, 1, 0)};
    graze_placed wall = {.shape = wall_shape, .pose = graze_pose_at(20, 2, 0)};
    graze_vec3 flight = graze_vec3_scale(velocity, frame_time);
    bool stopped = false;

    printf("The bullet flies %.1f m a frame; the wall is 2 cm thick.\n\n",
           (double)graze_vec3_length(flight));
    for (int frame = 0; frame < 3 && !stopped; ++frame) {
        graze_intersection now;
        must(graze_intersect(&bullet, &wall, NULL, NULL, &now), "intersect");
        printf("frame %d: bullet at x = %5.2f: %s\n", frame, (double)bullet.pose.origin.x,
               now.intersecting ? "in the wall" : "free");

        graze_cast_result cast;
        must(graze_shape_cast(&bullet, flight, &wall, NULL, &cast), "cast");
        if (cast.hit) {
            stopped = true;
            printf(
                "         but on the way to the next frame it hits the wall, after %.4f of the way,\n"
                "         at (%.3f, %.3f, %.3f); the surface there faces (%.0f, %.0f, %.0f)\n",
                (double)cast.t, (double)cast.point.x, (double)cast.point.y, (double)cast.point.z,
                (double)(0 - cast.normal.x), (double)(0 - cast.normal.y), (double)(0 - cast.normal.z));
            printf("         (surely not before %.6f, surely by %.6f)\n", (double)cast.lower,
                   (double)cast.upper);
        }
        bullet.pose.origin = graze_vec3_add(bullet.pose.origin, flight);
    }

    graze_intersection after;
    must(graze_intersect(&bullet, &wall, NULL, NULL, &after), "intersect");
    printf("\nA test at frame ends alone would next find the bullet at x = %.2f, %s.\n",
           (double)bullet.pose.origin.x,
           after.intersecting ? "in the wall" : "behind the wall, untouched");
    graze_shape_release(bullet_shape);
    graze_shape_release(wall_shape);
    return stopped && !after.intersecting ? EXIT_SUCCESS : EXIT_FAILURE;
}
