/* SPDX-License-Identifier: MIT
 * Trees: what they are like, which items queries hand out, in which order, and what that cost. */
#include "digest.h"

enum { MOST_BOXES = 700 };

static graze_aabb boxes[MOST_BOXES];

static graze_vec3 any_point(digest *d, double size) {
    graze_real s = (graze_real)size, x = graze_random_uniform(&d->random, -s, s);
    graze_real y = graze_random_uniform(&d->random, -s, s);
    return graze_vec3_make(x, y, graze_random_uniform(&d->random, -s, s));
}

static graze_aabb any_box(digest *d, double place, double size) {
    graze_vec3 c = any_point(d, place), h = graze_vec3_abs(any_point(d, size));
    return (graze_aabb){graze_vec3_sub(c, h), graze_vec3_add(c, h)};
}

static graze_flow take(void *user, uint32_t item) {
    digest_int(user, item);
    return GRAZE_CONTINUE;
}

static graze_flow take_and_shorten(void *user, uint32_t item, graze_real *max_t) {
    digest_int(user, item);
    *max_t *= (graze_real)0.99;
    return GRAZE_CONTINUE;
}

static void describe(digest *d, const graze_tree *tree) {
    graze_tree_info info;
    if (!digest_ok(d, graze_tree_describe(tree, &info))) return;
    digest_int(d, (int64_t)info.nodes);
    digest_int(d, (int64_t)info.leaves);
    digest_int(d, info.depth);
    digest_real(d, info.cost);
    digest_vec3(d, info.bounds.lo);
    digest_vec3(d, info.bounds.hi);
}

static void ask(digest *d, const graze_tree *tree, double far) {
    graze_tree_counts counts = {0, 0, 0};
    for (int i = 0; i < 20; ++i) {
        graze_aabb box = any_box(d, far, 0.3 * far);
        graze_sphere ball = {any_point(d, far), (graze_real)(0.2 * far)};
        graze_vec3 from = any_point(d, 3 * far), to = any_point(d, far);
        graze_ray ray = {from, graze_vec3_sub(to, from), (graze_real)(i % 3 ? 2 : 1e30)};
        if (i % 5 == 0) ray.direction.y = 0;
        digest_ok(d, graze_tree_overlap_box(tree, &box, take, d, &counts));
        digest_ok(d, graze_tree_overlap_sphere(tree, &ball, take, d, &counts));
        digest_ok(d, graze_tree_cast_ray(tree, &ray, take_and_shorten, d, &counts));
    }
    digest_int(d, (int64_t)counts.nodes);
    digest_int(d, (int64_t)counts.items);
}

void hash_trees(digest *d) {
    static const int degrees[3] = {2, 4, 8};
    for (int n = 0; n < 60; ++n) {
        size_t count = 1 + (size_t)(graze_random_bits(&d->random) % MOST_BOXES);
        double size = n % 7 == 0 ? 1e-12 : n % 7 == 1 ? 1e12 : 1;
        graze_tree_options options = {
            .split = (graze_tree_split)(n % 3), .degree = degrees[n / 3 % 3], .leaf_size = 1 + n % 8};
        graze_tree *tree;
        for (size_t i = 0; i < count; ++i) boxes[i] = any_box(d, size, n % 4 ? 0.05 * size : 0);
        if (!digest_ok(d, graze_tree_build(boxes, count, n % 2 ? &options : NULL, &tree))) continue;
        describe(d, tree);
        ask(d, tree, size);
        for (size_t i = 0; i < count; ++i) boxes[i] = any_box(d, size, 0.05 * size);
        digest_ok(d, n % 2 ? graze_tree_refit(tree, boxes) : graze_tree_improve(tree, boxes, 0));
        describe(d, tree);
        ask(d, tree, size);
        graze_tree_release(tree);
    }
}
