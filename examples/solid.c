/* SPDX-License-Identifier: MIT
 * A solid made of triangles: how far are points from it, what lies inside, and how is something that
 * got stuck in it moved out? A peg in a block with a hole. */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

/* A square block of half width 2 and half height 1 with a square hole of half width 1 through it. */
static graze_vec3 vertices[16];
static uint32_t indices[3 * 32];

static void add_quad(uint32_t **at, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    const uint32_t two[6] = {a, b, c, a, c, d};
    for (int i = 0; i < 6; ++i) *(*at)++ = two[i];
}

static graze_shape *make_block(void) {
    static const graze_real x[4] = {-1, 1, 1, -1}, y[4] = {-1, -1, 1, 1};
    uint32_t *at = indices;
    for (uint32_t i = 0; i < 4; ++i) {
        vertices[i] = graze_vec3_make(2 * x[i], 2 * y[i], -1);
        vertices[4 + i] = graze_vec3_make(2 * x[i], 2 * y[i], 1);
        vertices[8 + i] = graze_vec3_make(x[i], y[i], -1);
        vertices[12 + i] = graze_vec3_make(x[i], y[i], 1);
        uint32_t j = (i + 1) % 4;
        add_quad(&at, i, j, 4 + j, 4 + i);           /* outside */
        add_quad(&at, 8 + j, 8 + i, 12 + i, 12 + j); /* the hole */
        add_quad(&at, 4 + i, 4 + j, 12 + j, 12 + i); /* top */
        add_quad(&at, j, i, 8 + i, 8 + j);           /* bottom */
    }
    const graze_vertices array = {vertices, 16, 0, GRAZE_VERTEX_REAL};
    const graze_primitives group = {.count = 32, .indices = indices};
    const graze_mesh_options solid = {.nature = GRAZE_MESH_SOLID};
    graze_shape *shape = NULL;
    must(graze_shape_mesh(&array, &group, 1, &solid, NULL, &shape), "block");
    return shape;
}

static void ask_point(const graze_placed *block, graze_real x, graze_real y, graze_real z) {
    graze_point_separation p;
    must(graze_point_signed_distance(block, graze_vec3_make(x, y, z), NULL, &p), "point");
    printf("(%4.1f, %4.1f, %4.1f): %5.2f, out along (%4.1f, %4.1f, %4.1f), triangle %u\n", (double)x,
           (double)y, (double)z, (double)p.sd, (double)p.normal.x, (double)p.normal.y,
           (double)p.normal.z, p.primitive);
}

static void ask_peg(const graze_placed *block, const graze_placed *peg) {
    static const char *const words[] = {"apart",  "touching", "overlapping",
                                        "A in B", "B in A",   "equal"};
    graze_solid_relation relation;
    graze_penetration_result depth;
    must(graze_solid_relate(block, peg, &relation), "relation");
    printf("peg at x = %.2f: %s", (double)peg->pose.origin.x, words[relation]);
    if (relation == GRAZE_SOLIDS_OVERLAPPING) {
        must(graze_penetration(block, peg, NULL, NULL, &depth), "depth");
        printf(", free after %.3f along (%.1f, %.1f, %.1f), no less than %.3f", (double)depth.upper,
               (double)depth.normal.x, (double)depth.normal.y, (double)depth.normal.z,
               (double)depth.lower);
    }
    printf("\n");
}

int main(void) {
    graze_shape *shape = make_block(), *pin = NULL;
    graze_placed block = {shape, graze_pose_identity(), 0};
    ask_point(&block, 0, 0, 0);
    ask_point(&block, 1.25f, 0, 0);
    ask_point(&block, 3, 0, 0);
    must(graze_shape_box(graze_vec3_make(0.5f, 0.5f, 3), &pin), "peg");
    for (int i = 0; i < 4; ++i) {
        graze_placed peg = {pin, graze_pose_at(0.25f * (graze_real)i, 0, 0), 0};
        ask_peg(&block, &peg);
    }
    graze_shape_release(pin);
    graze_shape_release(shape);
    return 0;
}
