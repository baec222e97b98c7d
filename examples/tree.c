/* SPDX-License-Identifier: MIT
 * A tree over boxes: what is near a place, what a ray meets first, and what happens when boxes move. */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

enum { BOXES = 10000 };

static graze_aabb boxes[BOXES];

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

static graze_flow count(void *user, uint32_t item) {
    graze_sphere *ball = ((graze_sphere **)user)[0];
    bool hit; /* a tree hands out whole leaves: look at the box itself */
    must(graze_test_sphere_aabb(ball, &boxes[item], &hit), "sphere and box");
    if (hit) ++*((int **)user)[1];
    return GRAZE_CONTINUE;
}

typedef struct nearest {
    graze_ray ray;
    graze_ray_hit hit;
    uint32_t item;
} nearest;

static graze_flow look(void *user, uint32_t item, graze_real *max_t) {
    nearest *n = user;
    graze_ray_hit hit;
    must(graze_ray_aabb(&n->ray, &boxes[item], &hit), "ray and box");
    if (!hit.hit || (n->hit.hit && hit.enter >= n->hit.enter)) return GRAZE_CONTINUE;
    n->hit = hit;
    n->item = item;
    *max_t = hit.enter; /* what is farther need not be looked at */
    return GRAZE_CONTINUE;
}

static void ask(const graze_tree *tree) {
    graze_sphere ball = {graze_vec3_make(0, 0, 0), 0.1f};
    int found = 0;
    void *user[2] = {&ball, &found};
    must(graze_tree_overlap_sphere(tree, &ball, count, user, NULL), "overlap");
    nearest n = {.ray = {graze_vec3_make(-3, 0.1f, 0.2f), graze_vec3_make(1, 0, 0), GRAZE_REAL_MAX}};
    graze_tree_counts counts = {0, 0, 0};
    must(graze_tree_cast_ray(tree, &n.ray, look, &n, &counts), "ray");
    printf("%d boxes near the middle; the ray meets box %u at x = %.3f after %d nodes\n", found,
           (unsigned)n.item, (double)n.hit.point.x, (int)counts.nodes);
}

int main(void) {
    graze_random random = graze_random_seed(3);
    for (int i = 0; i < BOXES; ++i) {
        graze_vec3 c = graze_random_direction(&random);
        graze_vec3 half = graze_vec3_make(0.02f, 0.02f, 0.02f);
        c = graze_vec3_scale(c, graze_random_uniform(&random, 0, 1));
        boxes[i] = (graze_aabb){graze_vec3_sub(c, half), graze_vec3_add(c, half)};
    }
    graze_tree *tree;
    graze_tree_info info;
    must(graze_tree_build(boxes, BOXES, NULL, &tree), "build");
    must(graze_tree_describe(tree, &info), "describe");
    printf("%d boxes in %d nodes of up to 8, %d levels, %.1f bytes a box\n", BOXES, (int)info.nodes,
           info.depth, (double)info.bytes / BOXES);
    ask(tree);
    for (int i = 0; i < BOXES; ++i) boxes[i].hi.x += 0.5f, boxes[i].lo.x += 0.5f;
    must(graze_tree_refit(tree, boxes), "refit"); /* or graze_tree_improve, which rebuilds worn parts */
    ask(tree);
    graze_tree_release(tree);
    return 0;
}
