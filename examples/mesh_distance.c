/* SPDX-License-Identifier: MIT
 * How far apart are two meshes, where are they nearest, and when do they meet? One chain link swings
 * past another one, which remembers what was nearest. */
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

static graze_shape *make_link(void) {
    const graze_real turn = 6.28318531f;
    uint32_t *at = indices;
    for (uint32_t i = 0; i < ROUND; ++i)
        for (uint32_t j = 0; j < ACROSS; ++j) {
            graze_real u = turn * (graze_real)i / ROUND, v = turn * (graze_real)j / ACROSS;
            graze_real r = 1 + 0.25f * graze_cos(v);
            uint32_t here = i * ACROSS, next = (i + 1) % ROUND * ACROSS, beside = (j + 1) % ACROSS;
            const uint32_t corners[6] = {here + j, next + j,      next + beside,
                                         here + j, next + beside, here + beside};
            vertices[here + j] =
                graze_vec3_make(r * graze_cos(u), r * graze_sin(u), 0.25f * graze_sin(v));
            for (int k = 0; k < 6; ++k) *at++ = corners[k];
        }
    graze_shape *shape = NULL;
    must(graze_shape_triangles(vertices, VERTICES, indices, TRIANGLES, &shape), "link");
    return shape;
}

int main(void) {
    graze_shape *link = make_link();
    graze_placed a = {link, graze_pose_identity(), 0}, b = {link, graze_pose_identity(), 0};
    graze_cache cache = {0};
    for (int frame = 0; frame < 5; ++frame) {
        graze_quat turn;
        graze_separation s;
        must(graze_quat_from_axis_angle(graze_vec3_make(1, 0, 0), 0.3f * (graze_real)frame, &turn),
             "turn");
        must(graze_pose_make(turn, graze_vec3_make(2.8f, 0.2f, 0), &b.pose), "pose");
        must(graze_distance(&a, &b, NULL, &cache, &s), "distance");
        printf("frame %d: %.4f apart (%.4f ... %.4f), triangles %u and %u, along (%.3f, %.3f, %.3f)\n",
               frame, (double)s.distance, (double)s.lower, (double)s.upper, s.primitive_a,
               s.primitive_b, (double)s.normal.x, (double)s.normal.y, (double)s.normal.z);
    }
    graze_cast_result hit;
    must(graze_shape_cast(&b, graze_vec3_make(-2, 0, 0), &a, NULL, &hit), "cast");
    if (hit.hit)
        printf("pushed by -2 x it touches after %.4f of the way, triangles %u and %u\n", (double)hit.t,
               hit.primitive_a, hit.primitive_b);
    graze_shape_release(link);
    return 0;
}
