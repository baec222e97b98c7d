/* SPDX-License-Identifier: MIT
 * A stone is thrown at a block. When, where and in which direction does it hit? The exact answer and
 * three estimates, with the time step getting shorter: the estimates close in on it. */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

/* The stone at a time: it flies evenly and turns about its own axis. */
static graze_pose stone_at(graze_real time) {
    graze_quat turn;
    graze_pose pose;
    must(graze_quat_from_axis_angle(graze_vec3_make(1, 2, 1), 2 * time, &turn), "turn");
    must(graze_pose_make(turn, graze_vec3_make(-3 + 5 * time, 2 - 1.5f * time, 0.1f), &pose), "pose");
    return pose;
}

static double angle_between(graze_vec3 a, graze_vec3 b) {
    graze_real c = graze_clamp(graze_vec3_dot(a, b), -1, 1);
    return (double)graze_acos(c) * 57.29577951;
}

static void row(const char *name, graze_status status, const graze_contact_estimate *e,
                graze_real start, graze_real length, const graze_contact_estimate *exact) {
    must(status, name);
    printf("  %-15s %8.5f  (%6.3f, %6.3f, %6.3f)  %9.3f  (%6.3f, %6.3f, %6.3f)  %9.5f\n", name,
           (double)(start + e->t * length), (double)e->normal.x, (double)e->normal.y,
           (double)e->normal.z, angle_between(e->normal, exact->normal), (double)e->point_b.x,
           (double)e->point_b.y, (double)e->point_b.z,
           (double)graze_vec3_length(graze_vec3_sub(e->point_b, exact->point_b)));
}

int main(void) {
    graze_shape *stone, *core, *block;
    must(graze_shape_ellipsoid(graze_vec3_make(0.5f, 0.3f, 0.4f), &stone), "stone");
    must(graze_shape_box(graze_vec3_make(0.8f, 0.8f, 0.8f), &core), "core");
    must(graze_shape_rounded(core, 0.4f, &block), "block"); /* a block with round edges */
    graze_pose rest = graze_pose_identity();

    /* The truth: a step so short that turning does not matter. */
    const graze_real contact = 0.40f;
    graze_contact_estimate exact = {.t = 0}, e;
    graze_real near_side = contact - 0.2f, far_side = contact + 0.2f;
    for (int k = 0; k < 16; ++k) { /* halve the time until the ray's step is that short */
        graze_real middle = (near_side + far_side) / 2;
        graze_step half = {{stone, stone_at(near_side), 0}, {block, rest, 0}, stone_at(middle), rest};
        must(graze_estimate_ray(&half, NULL, &e), "ray");
        if (e.contact) {
            far_side = middle;
            exact = e;
        } else {
            near_side = middle;
        }
    }
    printf("A turning stone hits a block. Step by step shorter, the estimates agree.\n");
    graze_real share = 0.6f; /* how much of the step lies before the contact */
    double last = 0;
    for (graze_real length = 0.2f; length > 0.001f; length *= 0.25f) {
        graze_real start = far_side - share * length;
        graze_step step = {
            {stone, stone_at(start), 0}, {block, rest, 0}, stone_at(start + length), rest};
        printf("\n  step %.5f          time  normal                    off (deg)  point on the block"
               "          off\n",
               (double)length);
        row("ray", graze_estimate_ray(&step, NULL, &e), &e, start, length, &exact);
        row("closest, t = 0", graze_estimate_closest(&step, NULL, &e), &e, start, length, &exact);
        row("skin and bone", graze_estimate_skin(&step, 0.1f * length, NULL, &e), &e, start, length,
            &exact);
        row("depth, t = 1", graze_estimate_depth(&step, NULL, &e), &e, start, length, &exact);
        last = angle_between(e.normal, exact.normal);
    }
    graze_shape_release(stone);
    graze_shape_release(core);
    graze_shape_release(block);
    return exact.contact && last < 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
