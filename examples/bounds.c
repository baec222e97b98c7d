/* SPDX-License-Identifier: MIT
 * Bounding volumes: which fits best, a box round something that turns, and a figure made of a sphere,
 * capsules and a box inside one large box. */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

enum { POINTS = 400 };

/* A stick that lies askew. */
static void make_stick(graze_vec3 *points) {
    graze_random random = graze_random_seed(7);
    graze_quat turn;
    must(graze_quat_from_axis_angle(graze_vec3_make(1, 1, 0), 0.7f, &turn), "turn");
    for (int i = 0; i < POINTS; ++i) {
        float x = graze_random_uniform(&random, -2, 2), y = graze_random_uniform(&random, -0.3f, 0.3f),
              z = graze_random_uniform(&random, -0.5f, 0.5f);
        points[i] = graze_quat_rotate(turn, graze_vec3_make(x, y, z));
    }
}

static bool compare(const graze_vec3 *points) {
    graze_aabb box;
    graze_sphere ball;
    graze_kdop dop;
    graze_obb turned;
    float of_dop, area;
    must(graze_aabb_from_points(points, POINTS, 0, &box), "box");
    must(graze_sphere_from_points(points, POINTS, 0, GRAZE_SPHERE_MINIMAL, &ball), "sphere");
    must(graze_kdop_from_points(points, POINTS, 0, GRAZE_KDOP_26, &dop), "k-DOP");
    must(graze_kdop_measure(&dop, &of_dop, &area), "volume of the k-DOP");
    must(graze_obb_from_points(points, POINTS, 0, GRAZE_OBB_NEAR_MINIMAL, &turned), "oriented box");
    float of_box = graze_aabb_volume(&box), of_ball = graze_sphere_volume(&ball),
          of_turned = graze_obb_volume(&turned);
    printf("A stick askew, volumes round it: sphere %.1f, box %.1f, 26-DOP %.1f, oriented box %.1f\n",
           (double)of_ball, (double)of_box, (double)of_dop, (double)of_turned);
    return of_turned < of_dop && of_dop < of_box && of_box < of_ball;
}

/* The box of its hull, frame by frame: each search starts where the last one ended. */
static bool spin(const graze_vec3 *points) {
    graze_hull *hull;
    uint32_t touching[6] = {0};
    float widest = 0;
    must(graze_hull_create(points, POINTS, 0, &hull), "hull");
    for (int frame = 0; frame < 360; ++frame) {
        graze_quat turn;
        graze_pose pose;
        graze_aabb box;
        must(graze_quat_from_axis_angle(graze_vec3_make(0, 0, 1), 0.0174533f * (float)frame, &turn),
             "turn");
        must(graze_pose_make(turn, graze_vec3_zero(), &pose), "pose");
        must(graze_aabb_from_hull(&pose, hull, touching, &box), "box of a hull");
        widest = graze_max(widest, box.hi.x - box.lo.x);
    }
    graze_hull_release(hull);
    printf("Once round, its box is at most %.3f wide.\n", (double)widest);
    return widest > 3.5f && widest < 4.1f;
}

/* Head, limbs and torso each in the volume that suits them, all of them in a box that is asked first.
 */
static bool figure(void) {
    graze_sphere head = {{0, 1.7f, 0}, 0.15f}, hand = {{0.9f, 1.2f, 0}, 0.1f}, far = {{3, 1, 0}, 0.1f};
    graze_segment limbs[4] = {{{0.25f, 1.4f, 0}, {0.85f, 1.2f, 0}},
                              {{-0.25f, 1.4f, 0}, {-0.85f, 1.2f, 0}},
                              {{0.12f, 0.9f, 0}, {0.15f, 0, 0}},
                              {{-0.12f, 0.9f, 0}, {-0.15f, 0, 0}}};
    graze_aabb torso = {{-0.25f, 0.85f, -0.15f}, {0.25f, 1.5f, 0.15f}}, whole, part;
    const float thick = 0.08f;
    must(graze_aabb_from_sphere(&head, &part), "head");
    whole = graze_aabb_merge(torso, part);
    for (int i = 0; i < 4; ++i)
        for (int end = 0; end < 2; ++end) {
            graze_sphere joint = {end ? limbs[i].b : limbs[i].a, thick};
            must(graze_aabb_from_sphere(&joint, &part), "limb");
            whole = graze_aabb_merge(whole, part);
        }
    const graze_sphere *asked[2] = {&hand, &far};
    bool touched[2] = {false, false}, looked[2];
    for (int k = 0; k < 2; ++k) {
        must(graze_test_sphere_aabb(asked[k], &whole, &looked[k]), "the whole");
        for (int i = 0; i < 4 && looked[k]; ++i) {
            graze_sphere grown = {asked[k]->center, asked[k]->radius + thick};
            bool hit;
            must(graze_test_sphere_segment(&grown, &limbs[i], &hit), "a limb");
            touched[k] = touched[k] || hit;
        }
    }
    printf("A ball at the hand: %s. One far away: %s.\n",
           touched[0] ? "an arm is touched" : "nothing touched",
           looked[1] ? "looked at every part" : "ruled out by one box");
    return touched[0] && !looked[1];
}

int main(void) {
    static graze_vec3 points[POINTS];
    make_stick(points);
    return compare(points) && spin(points) && figure() ? EXIT_SUCCESS : EXIT_FAILURE;
}
