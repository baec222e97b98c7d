/* SPDX-License-Identifier: MIT
 * A cloth that falls over a ball: its vertices move every step, the mesh over them is told so and
 * refits its tree. Vertices of triangles that come too near to the ball are pushed out of it. */
#include <graze/graze.h>
#include <stdio.h>

enum { SIDE = 24, COUNT = SIDE * SIDE, STEPS = 400 };

static graze_vec3 place[COUNT], before[COUNT];
static uint32_t indices[6 * (SIDE - 1) * (SIDE - 1)];

static void make_cloth(void) {
    for (int i = 0; i < COUNT; ++i)
        place[i] = before[i] = graze_vec3_make((graze_real)(i % SIDE) / (SIDE - 1) * 4 - 2,
                                               (graze_real)(i / SIDE) / (SIDE - 1) * 4 - 2, 2);
    uint32_t *at = indices;
    for (uint32_t i = 0; i + 1 < SIDE; ++i)
        for (uint32_t k = 0; k + 1 < SIDE; ++k, at += 6) {
            uint32_t a = i * SIDE + k, b = a + SIDE;
            at[0] = a, at[1] = a + 1, at[2] = b;
            at[3] = b, at[4] = a + 1, at[5] = b + 1;
        }
}

/* Falls, and loses a little of its speed. */
static void move(void) {
    for (int i = 0; i < COUNT; ++i) {
        graze_vec3 speed = graze_vec3_scale(graze_vec3_sub(place[i], before[i]), (graze_real)0.98);
        before[i] = place[i];
        place[i] = graze_vec3_add(place[i], speed);
        place[i].z -= (graze_real)0.001;
    }
}

/* Threads between neighbours keep their length. */
static void pull(int a, int b, graze_real length) {
    graze_vec3 between = graze_vec3_sub(place[b], place[a]);
    graze_real now = graze_vec3_length(between);
    if (now == 0) return;
    graze_real share = (now - length) / now / 2;
    place[a] = graze_vec3_add_scaled(place[a], share, between);
    place[b] = graze_vec3_add_scaled(place[b], -share, between);
}

static void hold_together(void) {
    const graze_real length = (graze_real)4 / (SIDE - 1);
    for (int round = 0; round < 8; ++round)
        for (int i = 0; i < COUNT; ++i) {
            if (i % SIDE + 1 < SIDE) pull(i, i + 1, length);
            if (i + SIDE < COUNT) pull(i, i + SIDE, length);
        }
}

typedef struct touch {
    graze_sphere ball;
    int triangles;
} touch;

/* A triangle near the ball: its corners go out. */
static graze_flow push_out(void *user, uint32_t triangle) {
    touch *t = user;
    ++t->triangles;
    for (int k = 0; k < 3; ++k) {
        graze_vec3 *p = &place[indices[3 * triangle + (uint32_t)k]];
        graze_vec3 out = graze_vec3_sub(*p, t->ball.center);
        graze_real distance = graze_vec3_length(out);
        if (distance > 0 && distance < t->ball.radius)
            *p = graze_vec3_add_scaled(t->ball.center, t->ball.radius / distance, out);
    }
    return GRAZE_CONTINUE;
}

int main(void) {
    make_cloth();
    graze_shape *cloth = NULL;
    if (graze_shape_triangles(place, COUNT, indices, (size_t)2 * (SIDE - 1) * (SIDE - 1), &cloth) !=
        GRAZE_OK)
        return 1;
    graze_placed placed = {.shape = cloth, .pose = graze_pose_identity()};
    touch t = {{{0, 0, 0}, 1}, 0};
    for (int step = 1; step <= STEPS; ++step) {
        move();
        hold_together();
        t.triangles = 0;
        if (graze_mesh_update(cloth) != GRAZE_OK) return 1;
        if (graze_overlap_sphere(&placed, &t.ball, push_out, &t, NULL) != GRAZE_OK) return 1;
        if (step % 100 == 0)
            printf("step %d: %d triangles on the ball, corner at height %.2f\n", step, t.triangles,
                   (double)place[0].z);
    }
    printf("revision %u of the mesh\n", (unsigned)graze_shape_revision(cloth));
    graze_shape_release(cloth);
    return 0;
}
