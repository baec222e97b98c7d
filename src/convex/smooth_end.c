/* SPDX-License-Identifier: MIT
 *
 * The plane of an end has all of A on one side, and the other's point nearest to it has all of B on the
 * other: if that point is over the end, its height is the distance. */
#include "convex/simplex_step.h"
#include "convex/smooth_curve.h"

/* The flat end of an operand that faces the other, if it is not an apex: its outward normal. */
static bool facing_end(const gz_curve *k, wide3 toward, wide3 *normal, uint32_t *hint) {
    wide3 n = wide3_cross(k->g[2], k->g[0]);
    double along = wide3_dot(n, toward), up = wide3_dot(n, k->level);
    *hint = (along < 0) != (up < 0);
    *normal = along < 0 ? wide3_neg(n) : n;
    return !gz_curve_is_apex(k, *hint);
}

bool gz_smooth_end(gz_pair *pair, const gz_goal *goal, const gz_curve *k, bool of_a, gz_gjk *gjk) {
    static const double turns[3][2] = {{-0.5, 0.8660254037844386}, {-0.5, -0.8660254037844386}, {1, 0}};
    gz_operand *other = of_a ? &pair->b : &pair->a;
    wide3 normal;
    uint32_t hint;
    if (!facing_end(k, of_a ? wide3_neg(gjk->v) : gjk->v, &normal, &hint)) return false;
    wide3 level = gz_curve_level(k, hint);
    wide3 point = gz_operand_support(other, gz_pair_direction(wide3_neg(normal)));
    wide3 seen = of_a ? wide3_sub(point, pair->offset) : wide3_add(point, pair->offset);
    seen = wide3_sub(seen, level);
    double x = wide3_dot(seen, k->g[0]) / wide3_length_squared(k->g[0]);
    double z = wide3_dot(seen, k->g[2]) / wide3_length_squared(k->g[2]);
    double squared = x * x + z * z;
    if (!(squared < 1) || !(wide3_dot(seen, normal) > 0)) return false;
    double over = squared > 0 ? 1 / sqrt(squared) : 0;
    x = squared > 0 ? x * over : 1;
    z *= over;
    gz_simplex found;
    for (int i = 0; i < 3; ++i) {
        double c = turns[i][0], s = turns[i][1];
        wide3 rim = wide3_add_scaled(level, x * c - z * s, k->g[0]);
        rim = wide3_add_scaled(rim, x * s + z * c, k->g[2]);
        found.a[i] = of_a ? rim : point;
        found.y[i] = wide3_add(of_a ? wide3_sub(rim, point) : wide3_sub(point, rim), pair->offset);
        found.hint_a[i] = of_a ? hint : other->hint;
        found.hint_b[i] = of_a ? other->hint : hint;
    }
    found.count = 2;
    gz_newcomer newest = {found.y[2], found.a[2], found.hint_a[2], found.hint_b[2]};
    gz_step step =
        gz_simplex_step(&found, &newest, GZ_STEP_GAIN * gjk->upper, GZ_STEP_SLACK * pair->error);
    if (!(step.length > goal->near)) return false;
    gjk->simplex = found;
    gjk->v = step.v;
    gjk->upper = step.length;
    return true;
}
