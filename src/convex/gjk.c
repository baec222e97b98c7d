/* SPDX-License-Identifier: MIT */
#include "convex/gjk.h"

static bool has_point(const gz_simplex *simplex, vec3 w) {
    for (int i = 0; i < simplex->count; ++i)
        if (graze_vec3_equal(simplex->y[i], w)) return true;
    return false;
}

/* Keeps the points of A beside the points of C that survived; reduce keeps their order. */
static void keep_partners(const gz_simplex *before, gz_gjk *gjk) {
    vec3 kept[4];
    for (int i = 0; i < gjk->simplex.count; ++i)
        for (int k = 0; k < before->count; ++k)
            if (graze_vec3_equal(before->y[k], gjk->simplex.y[i])) kept[i] = gjk->on_a[k];
    for (int i = 0; i < gjk->simplex.count; ++i) gjk->on_a[i] = kept[i];
}

static bool narrow(const gz_gjk *gjk, const gz_goal *goal) {
    real allowed = graze_max(goal->rel * (gjk->upper - goal->shift), goal->abs);
    return gjk->upper - gjk->lower <= allowed;
}

gz_outcome gz_gjk_run(gz_pair *pair, vec3 start, const gz_goal *goal, gz_gjk *gjk) {
    *gjk = (gz_gjk){.v = start, .upper = GRAZE_REAL_MAX};
    gz_simplex *simplex = &gjk->simplex;
    for (vec3 v = start; gjk->rounds < goal->rounds; v = gjk->v) {
        ++gjk->rounds;
        vec3 a = gz_operand_support(&pair->a, pair->scale, vec3_neg(v));
        vec3 b = gz_operand_support(&pair->b, pair->scale, v);
        vec3 w = vec3_add(vec3_sub(a, b), pair->offset);
        real bound = vec3_dot(v, w) / graze_sqrt(vec3_length_squared(v));
        if (bound > gjk->lower) {
            gjk->lower = bound;
            gjk->axis = v;
            if (bound > goal->far) return GZ_FAR;
        }
        if (simplex->count > 0 && narrow(gjk, goal)) return GZ_BRACKET;
        if (has_point(simplex, w)) return GZ_STALLED;
        gz_simplex grown = *simplex;
        grown.y[grown.count] = w;
        gjk->on_a[grown.count++] = a;
        gz_simplex reduced = grown;
        vec3 next = gz_simplex_reduce(&reduced);
        real length = graze_sqrt(vec3_length_squared(next));
        if (!(length < gjk->upper)) return GZ_STALLED;
        *simplex = reduced;
        keep_partners(&grown, gjk);
        gjk->v = next;
        gjk->upper = length;
        if (reduced.count == 4) return GZ_INSIDE;
        if (length <= goal->near) return GZ_NEAR;
    }
    return GZ_EXHAUSTED;
}
