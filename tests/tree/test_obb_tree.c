/* SPDX-License-Identifier: MIT
 * H4: oriented boxes beside a tree's nodes hold all corners below them, with axes that are orthonormal,
 * and take less room than boxes along the axes. */
#include <math.h>

#include "box_sets.h"
#include "tree/obb_tree.h"

enum { ROUND = 60, ACROSS = 20, TRIANGLES = 2 * ROUND * ACROSS };

typedef struct soup {
    double corner[TRIANGLES][3][3];
    uint32_t sides; /* corners of an item: 3, or fewer */
} soup;

static soup surface;
static graze_aabb boxes[TRIANGLES];

static uint32_t corners_of(const void *user, uint32_t item, uint32_t from,
                           double out[GZ_CORNERS_AT_ONCE][3]) {
    const soup *s = user;
    if (from) return 0;
    memcpy(out, s->corner[item], s->sides * sizeof *out);
    return s->sides;
}

static void torus_point(int i, int k, double far, double out[3]) {
    double u = 6.283185307179586 * i / ROUND, v = 6.283185307179586 * k / ACROSS, r = 1 + 0.3 * cos(v);
    out[0] = (double)(graze_real)(far + r * cos(u));
    out[1] = (double)(graze_real)(r * sin(u) + 0.5 * cos(u));
    out[2] = (double)(graze_real)(0.3 * sin(v) - far);
}

static void make_torus(double far, uint32_t sides) {
    surface.sides = sides;
    for (int i = 0; i < ROUND; ++i)
        for (int k = 0; k < ACROSS; ++k)
            for (int half = 0; half < 2; ++half) {
                double(*c)[3] = surface.corner[2 * (i * ACROSS + k) + half];
                torus_point(i, k, far, c[0]);
                torus_point(i + 1, k + half, far, c[1]);
                torus_point(i + half, k + 1, far, c[2]);
            }
    for (int t = 0; t < TRIANGLES; ++t) {
        boxes[t] = graze_aabb_nothing();
        for (uint32_t k = 0; k < sides; ++k) {
            const double *c = surface.corner[t][k];
            graze_vec3 p = graze_vec3_make((graze_real)c[0], (graze_real)c[1], (graze_real)c[2]);
            boxes[t] = graze_aabb_merge(boxes[t], (graze_aabb){p, p});
        }
    }
}

static void check_holds(const graze_tree *tree, const gz_obb *box, uint32_t item) {
    for (uint32_t c = 0; c < surface.sides; ++c) {
        double x[3];
        for (int k = 0; k < 3; ++k)
            x[k] = gz_units_of(&tree->units, k, surface.corner[item][c][k]) - (double)box->center[k];
        for (int a = 0; a < 3; ++a) {
            double along = 0;
            for (int k = 0; k < 3; ++k) along += (double)box->axis[a][k] * x[k];
            assert_true(fabs(along) <= (double)box->half[a]);
        }
    }
}

static void check_axes(const gz_obb *box) {
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
            double dot = 0;
            for (int k = 0; k < 3; ++k) dot += (double)box->axis[a][k] * (double)box->axis[b][k];
            assert_true(fabs(dot - (a == b)) < 0x1p-22);
        }
}

/* All items below a lane are in its box. */
static void check_below(const graze_tree *tree, const gz_obb *box, uint32_t link) {
    if (gz_link_is_leaf(link)) {
        for (uint32_t i = 0; i < gz_link_count(link); ++i)
            check_holds(tree, box, tree->items[gz_link_first(link) + i]);
        return;
    }
    for (uint32_t i = 0; i < gz_node_lanes(&tree->nodes[link]); ++i)
        check_below(tree, box, tree->nodes[link].link[i]);
}

/* How much less room oriented boxes of leaves take, on average. */
static double check_tree(const graze_tree *tree, const gz_obb_tree *oriented) {
    double turned = 0, leaves = 0;
    assert_int_equal(oriented->node_count, tree->node_count);
    check_axes(&oriented->root);
    check_below(tree, &oriented->root, 0);
    for (uint32_t n = 0; n < tree->node_count; ++n) {
        const gz_node *node = &tree->nodes[n];
        uint32_t lanes = gz_node_lanes(node);
        for (uint32_t i = 0; i < GZ_TREE_WIDTH; ++i) {
            gz_obb box = gz_obb_node_lane(&oriented->nodes[n], i);
            if (i >= lanes) {
                assert_true(box.half[0] < 0 && box.half[1] < 0 && box.half[2] < 0);
                continue;
            }
            check_axes(&box);
            check_below(tree, &box, node->link[i]);
            double w[3];
            for (int k = 0; k < 3; ++k) w[k] = (double)node->hi[k][i] - (double)node->lo[k][i];
            double whole = w[0] * w[1] * w[2];
            if (!gz_link_is_leaf(node->link[i]) || whole == 0) continue;
            turned += 8 * (double)box.half[0] * (double)box.half[1] * (double)box.half[2] / whole;
            ++leaves;
        }
    }
    return turned / leaves;
}

static void oriented_boxes_hold_their_items(void **state) {
    (void)state;
    static const double far[3] = {0, 100, 1e6};
    for (uint32_t sides = 3; sides > 0; --sides)
        for (int i = 0; i < 3; ++i) {
            graze_tree *tree;
            gz_obb_tree *oriented;
            make_torus(far[i], sides);
            assert_int_equal(graze_tree_build(boxes, TRIANGLES, NULL, &tree), GRAZE_OK);
            assert_int_equal(gz_obb_tree_build(tree, corners_of, &surface, &oriented), GRAZE_OK);
            double ratio = check_tree(tree, oriented);
            if (sides == 3 && i == 0) assert_true(ratio < 0.3);
            gz_obb_tree_release(oriented);
            graze_tree_release(tree);
        }
}

static graze_status make_and_release(void *context) {
    gz_obb_tree *oriented = NULL;
    graze_status status = gz_obb_tree_build(context, corners_of, &surface, &oriented);
    gz_obb_tree_release(oriented);
    return status;
}

static void memory_may_run_out(void **state) {
    (void)state;
    graze_tree *tree;
    make_torus(0, 3);
    assert_int_equal(graze_tree_build(boxes, TRIANGLES, NULL, &tree), GRAZE_OK);
    assert_true(test_every_allocation_failure(make_and_release, tree) > 3);
    graze_tree_release(tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oriented_boxes_hold_their_items),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
