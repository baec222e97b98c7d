/* SPDX-License-Identifier: MIT
 * A ball rolls over a landscape of 257 x 257 heights of two bytes each, past a crater that is dug while
 * it is under way, and a ray looks for what is in sight. */
#include <graze/graze.h>
#include <stdio.h>

enum { SIDE = 257 };

static uint16_t heights[SIDE * SIDE];

static void make_hills(void) {
    for (int row = 0; row < SIDE; ++row)
        for (int column = 0; column < SIDE; ++column) {
            graze_real x = (graze_real)column / 16, z = (graze_real)row / 20;
            graze_real hills = 2 + graze_sin(x) + graze_cos(z);
            heights[row * SIDE + column] = (uint16_t)(hills * 1000);
        }
}

/* Lets the ball fall from above a place; tells where it comes to rest on the ground. */
static int drop(const graze_placed *land, const graze_placed *ball, graze_real x, graze_real z) {
    graze_placed above = *ball;
    above.pose.origin = graze_vec3_make(x, 50, z);
    graze_cast_result fall;
    if (graze_shape_cast(&above, graze_vec3_make(0, -100, 0), land, NULL, &fall) != GRAZE_OK) return 1;
    if (!fall.hit) {
        printf("over (%3.0f, %3.0f) the ball falls into the hole\n", (double)x, (double)z);
        return 0;
    }
    above.pose.origin.y -= 100 * fall.t;
    graze_contact_set contact;
    if (graze_contact(&above, land, (graze_real)0.01, NULL, NULL, &contact) != GRAZE_OK) return 1;
    printf(
        "over (%3.0f, %3.0f) it rests at height %.3f on triangle %u, ground normal (%.2f, %.2f, %.2f)\n",
        (double)x, (double)z, (double)above.pose.origin.y, (unsigned)fall.primitive_b,
        (double)-contact.normal.x, (double)-contact.normal.y, (double)-contact.normal.z);
    return 0;
}

int main(void) {
    make_hills();
    graze_height_samples samples = {.samples = heights,
                                    .rows = SIDE,
                                    .columns = SIDE,
                                    .spacing_x = 1,
                                    .spacing_z = 1,
                                    .scale = (graze_real)0.005,
                                    .copy = true};
    graze_shape *field = NULL, *sphere = NULL;
    if (graze_shape_height_field(&samples, &field) != GRAZE_OK) return 1;
    if (graze_shape_sphere(2, &sphere) != GRAZE_OK) return 1;
    graze_height_field_info info;
    graze_height_field_describe(field, &info);
    printf("%zu cells in %zu bytes, %zu of them for the tree of tiles\n", info.cells, info.bytes,
           info.tile_bytes);

    graze_placed land = {.shape = field, .pose = graze_pose_identity()};
    graze_placed ball = {.shape = sphere, .pose = graze_pose_identity()};
    for (int i = 1; i <= 3; ++i)
        if (drop(&land, &ball, (graze_real)(60 * i), 128)) return 1;

    /* A crater, and a shaft in its middle. */
    static uint16_t crater[21 * 21];
    if (graze_height_field_set(field, 118, 110, 21, 21, crater, 0) != GRAZE_OK) return 1;
    if (graze_height_field_dig(field, 125, 117, 6, 6, true) != GRAZE_OK) return 1;
    printf("after the impact (revision %u):\n", (unsigned)graze_shape_revision(field));
    if (drop(&land, &ball, 120, 128) || drop(&land, &ball, 113, 128)) return 1;

    graze_ray sight = {{10, 18, 10}, {1, (graze_real)-0.02, 1}, 1000};
    graze_mesh_hit hit;
    if (graze_ray_closest(&land, &sight, GRAZE_FACES_FRONT, &hit, NULL) != GRAZE_OK) return 1;
    if (hit.hit)
        printf("the view ends at (%.2f, %.2f, %.2f)\n", (double)hit.point.x, (double)hit.point.y,
               (double)hit.point.z);
    graze_shape_release(field);
    graze_shape_release(sphere);
    return 0;
}
