/* SPDX-License-Identifier: MIT
 * A cone stuck in a box: how deep, which way out, and is it out afterwards? */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

static void show(const char *what, graze_vec3 v) {
    printf("  %-22s (%9.6f, %9.6f, %9.6f)\n", what, (double)v.x, (double)v.y, (double)v.z);
}

static graze_real signed_distance(const graze_placed *a, const graze_placed *b) {
    graze_signed_separation s;
    must(graze_signed_distance(a, b, NULL, NULL, &s), "signed distance");
    return s.sd;
}

int main(void) {
    graze_shape *box_shape, *cone_shape;
    must(graze_shape_box(graze_vec3_make(1, 0.5f, 1), &box_shape), "box");
    must(graze_shape_cone(0.5f, 2, &cone_shape), "cone");
    graze_quat tilt;
    graze_pose leaning;
    must(graze_quat_from_euler(0.4f, 0.3f, 2.9f, &tilt), "tilt"); /* almost upside down */
    must(graze_pose_make(tilt, graze_vec3_make(0.3f, 1, 0.2f), &leaning), "pose");
    graze_placed box = {.shape = box_shape, .pose = graze_pose_identity()};
    graze_placed cone = {.shape = cone_shape, .pose = leaning};

    graze_penetration_result p;
    must(graze_penetration(&box, &cone, NULL, NULL, &p), "penetration");
    printf("A cone, tip down, in a box:\n\n");
    printf("  depth                  %.6f (at least %.6f, at most %.6f)\n", (double)p.depth,
           (double)p.lower, (double)p.upper);
    show("normal, box to cone", p.normal);
    show("deepest point of box", p.point_a);
    show("deepest point of cone", p.point_b);
    printf("  signed distance        %.6f\n\n", (double)signed_distance(&box, &cone));

    /* Moved by depth * normal the two merely touch; by a little more they are apart. */
    graze_pose before = cone.pose;
    cone.pose.origin = graze_vec3_add_scaled(before.origin, p.depth, p.normal);
    printf("  moved by the depth     %.6f\n", (double)signed_distance(&box, &cone));
    cone.pose.origin = graze_vec3_add_scaled(before.origin, p.depth + 0.01f, p.normal);
    graze_real after = signed_distance(&box, &cone);
    printf("  and 0.01 farther       %.6f\n", (double)after);

    graze_shape_release(box_shape);
    graze_shape_release(cone_shape);
    bool right = p.end == GRAZE_OVERLAP && p.depth > 0.1f && after > 0.0099f && after < 0.0101f;
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
