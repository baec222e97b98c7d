/* SPDX-License-Identifier: MIT
 * Picking: which triangle of a mesh is under the mouse? A ray from the eye through each of a few places
 * on the screen is sent at a landscape, which is placed in the world like any shape. */
#include <graze/graze.h>
#include <stdio.h>

enum { SIDE = 64 };

/* Hills over a square, two triangles a cell. */
static graze_vec3 vertices[(SIDE + 1) * (SIDE + 1)];
static uint32_t indices[6 * SIDE * SIDE];

static void make_landscape(void) {
    for (int i = 0; i <= SIDE; ++i)
        for (int k = 0; k <= SIDE; ++k) {
            graze_real x = (graze_real)i / SIDE * 8 - 4, y = (graze_real)k / SIDE * 8 - 4;
            graze_real hills = graze_sin(x * 2) * graze_cos(y);
            vertices[i * (SIDE + 1) + k] = graze_vec3_make(x, y, hills / 2);
        }
    uint32_t *at = indices;
    for (uint32_t i = 0; i < SIDE; ++i)
        for (uint32_t k = 0; k < SIDE; ++k, at += 6) {
            uint32_t a = i * (SIDE + 1) + k, b = a + SIDE + 1;
            at[0] = a, at[1] = b, at[2] = a + 1;
            at[3] = a + 1, at[4] = b, at[5] = b + 1;
        }
}

static graze_flow count_hit(void *user, const graze_mesh_hit *hit) {
    (void)hit;
    ++*(int *)user;
    return GRAZE_CONTINUE;
}

int main(void) {
    graze_shape *land = NULL;
    make_landscape();
    if (graze_shape_triangles(vertices, sizeof vertices / sizeof *vertices, indices,
                              (size_t)2 * SIDE * SIDE, &land) != GRAZE_OK)
        return 1;
    graze_placed placed = {.shape = land, .pose = graze_pose_at(0, 0, -1)};
    graze_mesh_info info;
    graze_mesh_describe(land, &info);
    printf("%zu triangles, %.1f bytes each beside vertices and indices\n", info.primitives,
           (double)info.bytes / (double)info.primitives);

    const graze_vec3 eye = {-6, 0, 1};
    for (int row = 0; row < 3; ++row) {
        graze_vec3 through = {-5, (graze_real)row / 4, (graze_real)0.75 - (graze_real)row / 8};
        graze_ray ray = {eye, graze_vec3_sub(through, eye), 1000};
        graze_mesh_hit hit;
        int all = 0;
        if (graze_ray_closest(&placed, &ray, GRAZE_FACES_FRONT, &hit, NULL) != GRAZE_OK) return 1;
        graze_ray_all(&placed, &ray, GRAZE_FACES_BOTH, count_hit, &all, NULL);
        if (hit.hit)
            printf("triangle %u at (%.3f, %.3f, %.3f), normal (%.2f, %.2f, %.2f), %d surfaces in all\n",
                   (unsigned)hit.primitive, (double)hit.point.x, (double)hit.point.y,
                   (double)hit.point.z, (double)hit.normal.x, (double)hit.normal.y,
                   (double)hit.normal.z, all);
        else
            printf("the sky\n");
    }
    graze_shape_release(land);
    return 0;
}
