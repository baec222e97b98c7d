/* SPDX-License-Identifier: MIT
 * H2, H3, H5: the pairs of items of two trees. None whose boxes meet may be missing, in whatever pose;
 * what is handed out beyond that are neighbours in leaves and what six axes do not tell. The kernels of
 * all vector units, and both sets of axes, are compared through tests/hash and here. Walks that look
 * for the first pair come to the same leaves if nobody stops them. */
#include <math.h>

#include "harness.h"
#include "tree/pair_view.h"
#include "tree/walk_first.h"

enum { MOST = 300 };

static graze_aabb boxes[2][MOST];
static unsigned char seen[MOST * MOST];
static size_t count_b;

static graze_random source;
static double uniform(double lo, double hi) {
    return lo + (hi - lo) * (double)graze_random_uniform(&source, 0, 1);
}

static graze_tree *make_tree(int which, size_t count, double size, double far) {
    graze_tree *tree = NULL;
    for (size_t i = 0; i < count; ++i) {
        double lo[3], hi[3];
        for (int k = 0; k < 3; ++k) {
            lo[k] = uniform(-1, 1) + (k == 0 ? far : 0);
            hi[k] = lo[k] + (uniform(0, 1) < 0.2 ? 0 : uniform(0, size));
        }
        boxes[which][i].lo = graze_vec3_make((graze_real)lo[0], (graze_real)lo[1], (graze_real)lo[2]);
        boxes[which][i].hi =
            graze_vec3_max(boxes[which][i].lo,
                           graze_vec3_make((graze_real)hi[0], (graze_real)hi[1], (graze_real)hi[2]));
    }
    graze_tree_options options = {.split = (graze_tree_split)(graze_random_bits(&source) % 3),
                                  .leaf_size = 1};
    assert_int_equal(graze_tree_build(boxes[which], count, &options, &tree), GRAZE_OK);
    return tree;
}

static graze_flow mark(void *user, uint32_t a, uint32_t b) {
    ++*(long *)user;
    assert_int_equal(seen[(size_t)a * count_b + b], 0);
    seen[(size_t)a * count_b + b] = 1;
    return GRAZE_CONTINUE;
}
static graze_flow stop(void *user, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    ++*(long *)user;
    return GRAZE_STOP;
}

/* Corners of a box in the other's space, in long double. */
static void corner_of(const graze_aabb *box, int which, long double out[3]) {
    out[0] = which & 1 ? box->hi.x : box->lo.x;
    out[1] = which & 2 ? box->hi.y : box->lo.y;
    out[2] = which & 4 ? box->hi.z : box->lo.z;
}
static void map_of(const graze_pose *pose, const long double p[3], long double out[3]) {
    const graze_vec3 *c = pose->basis.col;
    out[0] = pose->origin.x + (c[0].x * p[0] + c[1].x * p[1] + c[2].x * p[2]);
    out[1] = pose->origin.y + (c[0].y * p[0] + c[1].y * p[1] + c[2].y * p[2]);
    out[2] = pose->origin.z + (c[0].z * p[0] + c[1].z * p[1] + c[2].z * p[2]);
}

/* How far apart they are, at least, along the three axes of the first one's space. */
static long double gap_of(const graze_aabb *a, const graze_aabb *b, const graze_pose *b_in_a) {
    long double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY},
                gap = -INFINITY;
    for (int i = 0; i < 8; ++i) {
        long double p[3], q[3];
        corner_of(b, i, p);
        map_of(b_in_a, p, q);
        for (int k = 0; k < 3; ++k) lo[k] = fminl(lo[k], q[k]), hi[k] = fmaxl(hi[k], q[k]);
    }
    const long double a_lo[3] = {a->lo.x, a->lo.y, a->lo.z}, a_hi[3] = {a->hi.x, a->hi.y, a->hi.z};
    for (int k = 0; k < 3; ++k) gap = fmaxl(gap, fmaxl(lo[k] - a_hi[k], a_lo[k] - hi[k]));
    return gap;
}

/* The middle of b, or any point of it, lies in a: they meet. */
static bool shares_a_point(const graze_aabb *a, const graze_aabb *b, const graze_pose *b_in_a) {
    for (int n = 0; n < 27; ++n) {
        const long double lo[3] = {b->lo.x, b->lo.y, b->lo.z}, hi[3] = {b->hi.x, b->hi.y, b->hi.z};
        long double p[3], q[3];
        for (int k = 0, m = n; k < 3; ++k, m /= 3) p[k] = lo[k] + (hi[k] - lo[k]) * (m % 3) / 2;
        map_of(b_in_a, p, q);
        if (q[0] >= a->lo.x && q[0] <= a->hi.x && q[1] >= a->lo.y && q[1] <= a->hi.y &&
            q[2] >= a->lo.z && q[2] <= a->hi.z)
            return true;
    }
    return false;
}

static graze_pose any_pose(void) {
    graze_pose pose;
    graze_vec3 at = graze_vec3_scale(graze_random_direction(&source), (graze_real)uniform(0, 2));
    graze_vec3 scale = graze_vec3_make((graze_real)uniform(0.3, 2), (graze_real)uniform(-2, -0.3), 1);
    if (uniform(0, 1) < 0.5) scale = graze_vec3_make(1, 1, 1);
    assert_int_equal(graze_pose_make_scaled(graze_random_rotation(&source), at, scale, &pose),
                     GRAZE_OK);
    if (uniform(0, 1) < 0.3) {
        pose.basis.col[2] =
            graze_vec3_add_scaled(pose.basis.col[2], (graze_real)uniform(-3, 3), pose.basis.col[0]);
        pose.kind = GRAZE_POSE_UNKNOWN;
    }
    return pose;
}

static void no_pair_is_missing(void **state) {
    (void)state;
    uint64_t seed = test_seed(31);
    source = graze_random_seed(seed);
    long count = test_count(400), meeting = 0, handed = 0, all = 0;
    for (long number = 0; number < count; ++number) {
        size_t count_a = 1 + graze_random_bits(&source) % MOST;
        count_b = 1 + graze_random_bits(&source) % MOST;
        double far = number % 4 == 0 ? 1000 : 0;
        graze_tree *a = make_tree(0, count_a, 0.3, far), *b = make_tree(1, count_b, 0.3, far);
        graze_pose pose = any_pose();
        if (far > 0) /* over the other again */
            pose.origin =
                graze_vec3_sub(graze_vec3_make((graze_real)far, 0, 0),
                               graze_mat3_mul_vec(&pose.basis, graze_vec3_make((graze_real)far, 0, 0)));
        memset(seen, 0, count_a * count_b);
        graze_tree_counts counts = {0, 0, 0};
        long found = 0, first = 0;
        assert_int_equal(graze_tree_overlap_tree(a, b, &pose, mark, &found, &counts), GRAZE_OK);
        assert_int_equal(counts.items, found);
        assert_int_equal(graze_tree_overlap_tree(a, b, &pose, stop, &first, NULL), GRAZE_OK);
        assert_int_equal(first, found > 0);
        for (size_t i = 0; i < count_a; ++i)
            for (size_t j = 0; j < count_b; ++j) {
                bool meet = shares_a_point(&boxes[0][i], &boxes[1][j], &pose);
                bool handed_out = seen[i * count_b + j];
                meeting += meet;
                TEST_CHECK(!meet || handed_out, seed, number, "items %zu and %zu are missing", i, j);
                long double slack = (far > 0 ? 1000 : 1) * 1e-4L;
                TEST_CHECK(!handed_out || gap_of(&boxes[0][i], &boxes[1][j], &pose) < slack, seed,
                           number, "items %zu and %zu are far apart", i, j);
            }
        handed += found;
        all += (long)(count_a * count_b);
        graze_tree_release(a);
        graze_tree_release(b);
    }
    printf("%ld pairs of boxes, %ld surely meet, %ld handed out\n", all, meeting, handed);
    assert_true(meeting > 0 && handed < 20 * meeting);
}

/* With all fifteen axes a subset of what six let through comes, and nothing that meets is lost. */
static graze_flow count_leaves(void *user, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    ++*(long *)user;
    return GRAZE_CONTINUE;
}
static long leaves_by(const graze_tree *a, const graze_tree *b, const gz_pair_view *view,
                      gz_pair_axes axes) {
    long found = 0;
    gz_pair_walk walk = {.a = a, .b = b, .view = view, .overlap = gz_pair_overlap_choose(axes)};
    gz_walk_pair(&walk, count_leaves, &found);
    return found;
}

static void all_axes_rule_out_more(void **state) {
    (void)state;
    uint64_t seed = test_seed(32);
    source = graze_random_seed(seed);
    long faces = 0, all = 0, meeting = 0, count = test_count(200);
    for (long number = 0; number < count; ++number) {
        count_b = 100;
        graze_tree *a = make_tree(0, 100, 0.4, 0), *b = make_tree(1, 100, 0.4, 0);
        graze_pose pose = any_pose();
        gz_affine map = gz_affine_of_pose(&pose);
        gz_pair_view view;
        gz_pair_view_make(a, b, &map, NULL, &view);
        long by_faces = leaves_by(a, b, &view, GZ_AXES_FACES),
             by_all = leaves_by(a, b, &view, GZ_AXES_ALL), sure = 0;
        for (size_t i = 0; i < 100; ++i)
            for (size_t j = 0; j < 100; ++j) sure += shares_a_point(&boxes[0][i], &boxes[1][j], &pose);
        TEST_CHECK(sure <= by_all && by_all <= by_faces, seed, number, "%ld, %ld, %ld", sure, by_all,
                   by_faces);
        faces += by_faces;
        all += by_all;
        meeting += sure;
        graze_tree_release(a);
        graze_tree_release(b);
    }
    printf("six axes %ld, fifteen %ld, surely meet %ld\n", faces, all, meeting);
    assert_true(all < faces);
}

/* Walks of one leaf an item, by the places of items. */
static inline graze_flow mark_leaves(void *user, uint32_t a, uint32_t b) {
    return mark(user, gz_link_first(a), gz_link_first(b));
}
static inline void fetch_nothing(void *user, const gz_node *a, uint32_t lanes_a, const gz_node *b,
                                 uint32_t lanes_b) {
    (void)user, (void)a, (void)lanes_a, (void)b, (void)lanes_b;
}

/* Few items, all of which find a place to wait, and many, where places run out. */
static void deepest_first_is_the_same_pairs(void **state) {
    (void)state;
    uint64_t seed = test_seed(33);
    source = graze_random_seed(seed);
    long all = 0, none = 0, many = 0, count = test_count(300);
    for (long number = 0; number < count; ++number) {
        size_t most = number % 3 == 0 ? 12 : number % 3 == 1 ? 80 : MOST;
        size_t count_a = 1 + graze_random_bits(&source) % most;
        count_b = 1 + graze_random_bits(&source) % most;
        double size = uniform(0.01, 1.5);
        graze_tree *a = make_tree(0, count_a, size, 0), *b = make_tree(1, count_b, size, 0);
        graze_pose pose = any_pose();
        gz_affine map = gz_affine_of_pose(&pose);
        gz_pair_view view;
        gz_pair_view_make(a, b, &map, NULL, &view);
        gz_pair_walk walk = {.a = a, .b = b, .view = &view};
        walk.overlap = gz_pair_overlap_choose(GZ_AXES_FACES);
        gz_pair_walk first = walk;
        long found = 0, found_first = 0;
        memset(seen, 0, count_a * count_b);
        gz_walk_pair(&walk, mark_leaves, &found);
        for (size_t i = 0; i < count_a * count_b; ++i) seen[i] ^= 1; /* the others may not be seen */
        gz_walk_first(&first, fetch_nothing, mark_leaves, &found_first);
        TEST_CHECK(found == found_first, seed, number, "%ld pairs, not %ld", found_first, found);
        TEST_CHECK(walk.counts.box_tests == first.counts.box_tests, seed, number, "%ld tests, not %ld",
                   (long)first.counts.box_tests, (long)walk.counts.box_tests);
        all += found;
        none += found == 0;
        many += first.counts.nodes > 2 * GZ_FIRST_STEPS;
        graze_tree_release(a);
        graze_tree_release(b);
    }
    printf("%ld pairs of leaves, none in %ld placements, many in %ld\n", all, none, many);
    assert_true(many > 0 && none > 0 && none < count / 2);
}

static void bad_arguments(void **state) {
    (void)state;
    graze_tree *tree = NULL, *empty = NULL;
    graze_pose flat = graze_pose_identity();
    flat.basis.col[0] = graze_vec3_zero();
    flat.kind = GRAZE_POSE_UNKNOWN;
    long found = 0;
    source = graze_random_seed(1);
    tree = make_tree(0, 10, 1, 0);
    assert_int_equal(graze_tree_build(NULL, 0, NULL, &empty), GRAZE_OK);
    count_b = 10;
    memset(seen, 0, sizeof seen);
    assert_int_equal(graze_tree_overlap_tree(NULL, tree, NULL, mark, &found, NULL),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_tree_overlap_tree(tree, tree, NULL, NULL, &found, NULL),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_tree_overlap_tree(tree, tree, &flat, mark, &found, NULL),
                     graze_pose_check(&flat));
    assert_int_equal(graze_tree_overlap_tree(tree, empty, NULL, mark, &found, NULL), GRAZE_OK);
    assert_int_equal(found, 0);
    assert_int_equal(graze_tree_overlap_tree(tree, tree, NULL, mark, &found, NULL), GRAZE_OK);
    for (size_t i = 0; i < 10; ++i) assert_int_equal(seen[i * 10 + i], 1);
    graze_tree_release(tree);
    graze_tree_release(empty);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_pair_is_missing),
        cmocka_unit_test(all_axes_rule_out_more),
        cmocka_unit_test(deepest_first_is_the_same_pairs),
        cmocka_unit_test(bad_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
