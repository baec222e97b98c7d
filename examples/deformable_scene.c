/* SPDX-License-Identifier: MIT
 * A sheet of cloth hangs in a scene and sways. Its vertices are the program's own: they are changed in
 * place, and one call says so. The world notices with the next test; nothing else has to be told. */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

enum {
    SIDE = 40,
    VERTICES = SIDE * SIDE,
    TRIANGLES = 2 * (SIDE - 1) * (SIDE - 1),
    BALLS = 12,
    FRAMES = 120
};

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

/* The lower a point hangs, the farther it swings. */
static void sway(graze_vec3 *vertices, float amplitude) {
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < SIDE; ++j) {
            float x = (float)j / (SIDE - 1), y = (float)i / (SIDE - 1);
            vertices[i * SIDE + j] =
                (graze_vec3){4 * x - 2, -4 * y, amplitude * y * y * (1 + 0.3f * x * (1 - x))};
        }
}

static graze_shape *make_cloth(const graze_vec3 *vertices) {
    static uint32_t indices[3 * TRIANGLES];
    size_t n = 0;
    for (uint32_t i = 0; i + 1 < SIDE; ++i)
        for (uint32_t j = 0; j + 1 < SIDE; ++j) {
            uint32_t a = i * SIDE + j, b = a + 1, c = a + SIDE, d = c + 1;
            const uint32_t corners[6] = {a, c, b, b, c, d};
            for (int k = 0; k < 6; ++k) indices[n++] = corners[k];
        }
    graze_shape *cloth;
    must(graze_shape_triangles(vertices, VERTICES, indices, TRIANGLES, &cloth), "cloth");
    return cloth;
}

int main(void) {
    static graze_vec3 vertices[VERTICES];
    sway(vertices, 0);
    graze_shape *cloth = make_cloth(vertices), *ball;
    graze_world *world;
    graze_scene_id scene;
    graze_table_id table;
    graze_class_id things;
    graze_object_id sheet, balls[BALLS];
    must(graze_shape_sphere(0.3f, &ball), "ball");
    must(graze_world_create(NULL, &world), "world");
    must(graze_scene_create(world, NULL, &scene), "scene");
    must(graze_table_create(world, &table), "table");
    must(graze_table_add_class(world, table, &things), "class");
    must(graze_table_add_default(world, table, &(graze_response){.type = GRAZE_RESPONSE_WITNESSED}),
         "response");
    must(graze_object_create(world, &(graze_object_config){.shape = cloth}, &sheet), "sheet");
    must(graze_scene_add(world, scene, sheet), "sheet");
    must(graze_object_set_class(world, sheet, things), "sheet");
    for (int i = 0; i < BALLS; ++i) { /* two rows, before and behind */
        graze_pose pose = graze_pose_at((float)(i % 6) * 0.7f - 1.8f, -3.5f, i < 6 ? -1.0f : 1.0f);
        must(
            graze_object_create(world, &(graze_object_config){.shape = ball, .pose = &pose}, &balls[i]),
            "ball");
        must(graze_scene_add(world, scene, balls[i]), "ball");
        must(graze_object_set_class(world, balls[i], things), "ball");
    }
    size_t most = 0, touched = 0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        int phase = frame % 60; /* to and fro */
        float swing = phase < 15   ? (float)phase
                      : phase < 45 ? (float)(30 - phase)
                                   : (float)(phase - 60);
        sway(vertices, swing / 10);
        must(graze_mesh_update(cloth), "deform");
        const graze_collision *hits;
        size_t count;
        must(graze_world_collect(world, scene, table, &hits, &count), "collect");
        for (size_t i = 0; i < count; ++i)
            if (hits[i].a != sheet) return EXIT_FAILURE; /* balls do not touch each other */
        if (count > most) most = count;
        touched += count > 0;
    }
    printf("the sheet touches up to %zu balls at once, some in %zu of %d frames\n", most, touched,
           FRAMES);
    graze_world_release(world);
    graze_shape_release(ball);
    graze_shape_release(cloth);
    return most >= 4 && touched < FRAMES ? EXIT_SUCCESS : EXIT_FAILURE;
}
