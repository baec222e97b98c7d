/* SPDX-License-Identifier: MIT
 * Two meshes: do they touch, where, and which of their triangles do? A chain link passes through
 * another one. */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

enum { ROUND = 48, ACROSS = 16, VERTICES = ROUND * ACROSS, TRIANGLES = 2 * VERTICES };

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

/* A torus round the z axis, of radius 1 and 0.25. The mesh refers to these arrays. */
static graze_vec3 vertices[VERTICES];
static uint32_t indices[3 * TRIANGLES];

static void add_triangle(uint32_t **at, uint32_t a, uint32_t b, uint32_t c) {
    (*at)[0] = a;
    (*at)[1] = b;
    (*at)[2] = c;
    *at += 3;
}

static graze_shape *make_link(void) {
    const graze_real turn = 6.28318531f;
    uint32_t *at = indices;
    for (uint32_t i = 0; i < ROUND; ++i)
        for (uint32_t j = 0; j < ACROSS; ++j) {
            graze_real u = turn * (graze_real)i / ROUND, v = turn * (graze_real)j / ACROSS;
            graze_real r = 1 + 0.25f * graze_cos(v);
            uint32_t here = i * ACROSS, next = (i + 1) % ROUND * ACROSS, beside = (j + 1) % ACROSS;
            vertices[here + j] =
                graze_vec3_make(r * graze_cos(u), r * graze_sin(u), 0.25f * graze_sin(v));
            add_triangle(&at, here + j, next + j, next + beside);
            add_triangle(&at, here + j, next + beside, here + beside);
        }
    graze_shape *shape = NULL;
    must(graze_shape_triangles(vertices, VERTICES, indices, TRIANGLES, &shape), "link");
    return shape;
}

static graze_flow count_pair(void *user, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    ++*(int *)user;
    return GRAZE_CONTINUE;
}

static void ask(const graze_placed *a, const graze_placed *b, const char *where) {
    graze_intersection hit;
    must(graze_intersect(a, b, NULL, NULL, &hit), "intersect");
    if (!hit.intersecting) {
        printf("%-26s apart\n", where);
        return;
    }
    int pairs = 0;
    graze_tree_counts counts = {0, 0, 0};
    must(graze_intersect_all(a, b, count_pair, &pairs, &counts), "all pairs");
    printf("%-26s triangles %u and %u meet at (%.3f, %.3f, %.3f); %d pairs do, %d were compared\n",
           where, hit.primitive_a, hit.primitive_b, (double)hit.point.x, (double)hit.point.y,
           (double)hit.point.z, pairs, (int)counts.items);
}

int main(void) {
    graze_shape *link = make_link();
    graze_quat upright;
    must(graze_quat_from_axis_angle(graze_vec3_make(1, 0, 0), 1.57079633f, &upright), "turn");
    graze_placed a = {link, graze_pose_identity(), 0}, b = {link, graze_pose_identity(), 0};

    must(graze_pose_make(upright, graze_vec3_make(1, 0, 0), &b.pose), "pose");
    ask(&a, &b, "linked:");
    must(graze_pose_make(upright, graze_vec3_make(1.6f, 0, 0), &b.pose), "pose");
    ask(&a, &b, "pulled tight:");
    b.pose.origin.x = 1.49f;
    ask(&a, &b, "a little play:");

    graze_intersection near;
    must(graze_within(&a, &b, 0.1f, NULL, NULL, &near), "within");
    printf("%-26s %s\n", "closer than 0.1:", near.intersecting ? "yes" : "no");

    graze_shape *ball = NULL;
    must(graze_shape_sphere(0.7f, &ball), "ball");
    graze_placed c = {ball, graze_pose_identity(), 0};
    ask(&a, &c, "a ball inside the ring:");
    c.margin = 0.1f;
    ask(&a, &c, "with a margin of 0.1:");

    graze_shape_release(ball);
    graze_shape_release(link);
    return 0;
}
