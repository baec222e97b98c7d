/* SPDX-License-Identifier: MIT
 * H1, H7, O9: trees are sound for every set of boxes and every option, not too deep, the same with any
 * number of threads, and as good as new after a refit. */
#include <pthread.h>

#include "box_sets.h"
#include "tree/improve.h"
#include "tree/tree.h"

enum { MOST_BOXES = 20000 };

static graze_aabb boxes[MOST_BOXES], moved[MOST_BOXES];
static const int degrees[4] = {0, 2, 4, 8};

static graze_tree_options random_options(graze_random *random) {
    return (graze_tree_options){.split = (graze_tree_split)(graze_random_bits(random) % 3),
                                .degree = degrees[graze_random_bits(random) % 4],
                                .leaf_size = (int)(graze_random_bits(random) % 9)};
}

static graze_tree *build(size_t count, const graze_tree_options *options) {
    graze_tree *tree;
    assert_int_equal(graze_tree_build(boxes, count, options, &tree), GRAZE_OK);
    return tree;
}

static size_t any_count(graze_random *random) {
    static const size_t most[4] = {3, 40, 700, MOST_BOXES};
    return 1 + (size_t)(graze_random_bits(random) % most[graze_random_bits(random) % 4]);
}

static void trees_are_sound(void **state) {
    (void)state;
    uint64_t seed = test_seed(81);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(600); ++n) {
        size_t count = any_count(&random);
        graze_tree_options options = random_options(&random);
        make_boxes(&random, (box_family)(n % BOX_FAMILIES), boxes, count);
        graze_tree *tree = build(count, &options);
        graze_tree_info info;
        TEST_CHECK(graze_tree_validate(tree, boxes) == GRAZE_OK, seed, n, "not sound");
        assert_int_equal(graze_tree_describe(tree, &info), GRAZE_OK);
        TEST_CHECK(info.items == count && info.depth >= 1 && info.depth <= GZ_TREE_DEPTH, seed, n,
                   "depth %d", info.depth);
        TEST_CHECK(info.leaves <= count && info.leaves * 8 >= count && info.nodes <= count, seed, n,
                   "%zu leaves, %zu nodes", info.leaves, info.nodes);
        TEST_CHECK(info.bytes >= info.nodes * sizeof(gz_node) + 4 * count, seed, n, "bytes");
        for (size_t i = 0; i < count; ++i)
            TEST_CHECK(graze_aabb_contains(&info.bounds, &boxes[i]), seed, n, "bounds");
        graze_tree_release(tree);
    }
}

/* Boxes in a row have no surface to compare by: they are halved, as those next to the row are. */
static void rows_are_halved(void **state) {
    (void)state;
    graze_tree_options options = {.leaf_size = 0};
    graze_tree_info info[2];
    for (int thick = 0; thick < 2; ++thick) {
        for (int i = 0; i < MOST_BOXES; ++i) {
            graze_real x = (graze_real)i, y = (graze_real)thick / 1000;
            boxes[i] = (graze_aabb){{x, 0, 0}, {x + 1, y, y}};
        }
        graze_tree *tree = build(MOST_BOXES, &options);
        assert_int_equal(graze_tree_validate(tree, boxes), GRAZE_OK);
        assert_int_equal(graze_tree_describe(tree, &info[thick]), GRAZE_OK);
        graze_tree_release(tree);
    }
    assert_true(info[0].nodes <= info[1].nodes * 5 / 4);
    assert_true(info[0].depth <= 2 * info[1].depth);
}

static void trees_are_never_too_deep(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(82));
    static const box_family families[3] = {BOXES_CHAIN, BOXES_CONCENTRIC, BOXES_HUGE_RANGE};
    for (int f = 0; f < 3; ++f) {
        graze_tree_options options = {.split = GRAZE_TREE_MIDPOINT, .degree = 2, .leaf_size = 1};
        for (size_t i = 0; i < MOST_BOXES; ++i) {
            boxes[i] = box_of_family(&random, families[f], i, MOST_BOXES, boxes);
            if (families[f] == BOXES_CHAIN) boxes[i].hi.y = boxes[i].lo.y;
        }
        for (int split = 0; split < 3; ++split) {
            options.split = (graze_tree_split)split;
            graze_tree *tree = build(MOST_BOXES, &options);
            graze_tree_info info;
            assert_int_equal(graze_tree_validate(tree, boxes), GRAZE_OK);
            assert_int_equal(graze_tree_describe(tree, &info), GRAZE_OK);
            assert_in_range(info.depth, 15, GZ_TREE_DEPTH); /* 20,000 leaves need 15 levels */
            graze_tree_release(tree);
        }
    }
}

/* -- refit -- */

static void move_boxes(graze_random *random, size_t count, double size) {
    for (size_t i = 0; i < count; ++i) {
        graze_vec3 shift = box_vector(random, size);
        moved[i] = (graze_aabb){graze_vec3_add(boxes[i].lo, shift), graze_vec3_add(boxes[i].hi, shift)};
    }
}

static void assert_same_nodes(const graze_tree *a, const graze_tree *b) {
    assert_int_equal(a->node_count, b->node_count);
    assert_memory_equal(a->nodes, b->nodes, a->node_count * sizeof *a->nodes);
    assert_memory_equal(a->items, b->items, a->item_count * sizeof *a->items);
    assert_memory_equal(a->lo, b->lo, sizeof a->lo);
    assert_memory_equal(a->hi, b->hi, sizeof a->hi);
}

/* Validation is strict: it wants each box to be what the builder stores for what is below. */
static void refitted_nodes_are_those_of_the_builder(void **state) {
    (void)state;
    uint64_t seed = test_seed(83);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(200); ++n) {
        size_t count = any_count(&random);
        graze_tree_options options = random_options(&random);
        make_boxes(&random, (box_family)(n % BOX_FAMILIES), boxes, count);
        graze_tree *tree = build(count, &options), *same = build(count, &options);
        assert_int_equal(graze_tree_refit(tree, boxes), GRAZE_OK);
        assert_same_nodes(tree, same);
        move_boxes(&random, count, n % 2 ? 0.1 : 1000);
        assert_int_equal(graze_tree_refit(tree, moved), GRAZE_OK);
        TEST_CHECK(graze_tree_validate(tree, moved) == GRAZE_OK, seed, n, "refitted");
        if (!(n % 2)) TEST_CHECK(graze_tree_validate(tree, boxes) != GRAZE_OK, seed, n, "other boxes");
        assert_int_equal(graze_tree_refit(tree, boxes), GRAZE_OK);
        assert_same_nodes(tree, same);
        graze_tree_release(tree);
        graze_tree_release(same);
    }
}

/* A tree that is wrong in any way is found out. */
static void validation_finds_flaws(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(84));
    make_boxes(&random, BOXES_UNIFORM, boxes, 500);
    graze_tree *tree = build(500, NULL);
    gz_node *node = &tree->nodes[tree->node_count / 2];
    gz_node kept = *node;
    uint32_t kept_item = tree->items[7];
    node->lo[1][0] -= 1;
    assert_int_equal(graze_tree_validate(tree, boxes), GRAZE_INVALID_ARGUMENT);
    *node = kept;
    node->hi[2][1] = node->lo[2][1];
    assert_int_equal(graze_tree_validate(tree, boxes), GRAZE_INVALID_ARGUMENT);
    *node = kept;
    node->link[0] = GZ_LINK_NONE;
    assert_int_equal(graze_tree_validate(tree, boxes), GRAZE_INVALID_ARGUMENT);
    *node = kept;
    node->link[0] = 0;
    assert_int_equal(graze_tree_validate(tree, boxes), GRAZE_INVALID_ARGUMENT);
    *node = kept;
    node->link[0] = gz_link_of_leaf(499, 3);
    assert_int_equal(graze_tree_validate(tree, boxes), GRAZE_INVALID_ARGUMENT);
    *node = kept;
    tree->items[7] = tree->items[8];
    assert_int_equal(graze_tree_validate(tree, boxes), GRAZE_INVALID_ARGUMENT);
    tree->items[7] = 500;
    assert_int_equal(graze_tree_validate(tree, boxes), GRAZE_INVALID_ARGUMENT);
    tree->items[7] = kept_item;
    tree->hi[0] += 1;
    assert_int_equal(graze_tree_validate(tree, boxes), GRAZE_INVALID_ARGUMENT);
    tree->hi[0] -= 1;
    assert_int_equal(graze_tree_refit(tree, boxes), GRAZE_OK);
    assert_int_equal(graze_tree_validate(tree, boxes), GRAZE_OK);
    graze_tree_release(tree);
}

/* -- improvement -- */

static double cost_of(const graze_tree *tree) {
    graze_tree_info info;
    assert_int_equal(graze_tree_describe(tree, &info), GRAZE_OK);
    return (double)info.cost;
}

/* Boxes fly apart from their first neighbours over many frames. */
static void improvement_keeps_up_with_motion(void **state) {
    (void)state;
    uint64_t seed = test_seed(85);
    graze_random random = graze_random_seed(seed);
    enum { COUNT = 2000, FRAMES = 1000 };
    static graze_vec3 speed[COUNT];
    make_boxes(&random, BOXES_UNIFORM, boxes, COUNT);
    for (int i = 0; i < COUNT; ++i) speed[i] = box_vector(&random, 0.01);
    graze_tree *kept = build(COUNT, NULL), *worn = build(COUNT, NULL);
    double worst = 0, worst_worn = 0;
    for (long n = 0; n < FRAMES; ++n) {
        for (int i = 0; i < COUNT; ++i) {
            boxes[i].lo = graze_vec3_add(boxes[i].lo, speed[i]);
            boxes[i].hi = graze_vec3_add(boxes[i].hi, speed[i]);
            if (graze_vec3_max_abs(boxes[i].lo) > 2) speed[i] = graze_vec3_neg(speed[i]);
        }
        assert_int_equal(graze_tree_improve(kept, boxes, 0), GRAZE_OK);
        assert_int_equal(graze_tree_refit(worn, boxes), GRAZE_OK);
        if (n % 50 != 49) continue;
        TEST_CHECK(graze_tree_validate(kept, boxes) == GRAZE_OK, seed, n, "not sound");
        graze_tree *fresh = build(COUNT, NULL);
        double best = cost_of(fresh);
        if (cost_of(kept) / best > worst) worst = cost_of(kept) / best;
        if (cost_of(worn) / best > worst_worn) worst_worn = cost_of(worn) / best;
        graze_tree_release(fresh);
    }
    TEST_CHECK(worst < 2, seed, 0, "%g times the cost of a new tree", worst);
    TEST_CHECK(worst_worn > 3, seed, 0, "without improvement only %g", worst_worn);
    graze_tree_release(kept);
    graze_tree_release(worn);
}

/* Only what is worn is built anew, and a tree that has not changed stays as it is. */
static void improvement_is_partial(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(86));
    enum { COUNT = 8000 };
    make_boxes(&random, BOXES_UNIFORM, boxes, COUNT);
    graze_tree *tree = build(COUNT, NULL), *same = build(COUNT, NULL);
    assert_int_equal(graze_tree_improve(tree, boxes, 0), GRAZE_OK);
    assert_same_nodes(tree, same);
    for (int i = 0; i < COUNT; ++i) { /* a corner is shuffled */
        if (boxes[i].hi.x > -0.5 || boxes[i].hi.y > -0.5 || boxes[i].hi.z > -0.5) continue;
        graze_vec3 c =
            graze_vec3_add(box_vector(&random, 0.2),
                           graze_vec3_make((graze_real)-0.75, (graze_real)-0.75, (graze_real)-0.75));
        boxes[i] = box_around(c, graze_vec3_make((graze_real)0.01, (graze_real)0.01, (graze_real)0.01));
    }
    assert_int_equal(graze_tree_refit(same, boxes), GRAZE_OK);
    assert_int_equal(graze_tree_improve(tree, boxes, 0), GRAZE_OK);
    assert_int_equal(graze_tree_validate(tree, boxes), GRAZE_OK);
    assert_true(cost_of(tree) < cost_of(same));
    graze_tree_release(tree);
    graze_tree_release(same);
}

/* -- threads -- */

typedef struct work {
    void (*job)(void *, size_t);
    void *context;
    size_t count, first, step;
} work;

static void *do_share(void *argument) {
    const work *w = argument;
    for (size_t i = w->first; i < w->count; i += w->step) w->job(w->context, i);
    return NULL;
}

/* Every job once, in an order of its own, on four threads. */
static void run_on_threads(void *user, void (*job)(void *, size_t), void *context, size_t count) {
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    work shares[THREADS];
    ++*(int *)user;
    for (size_t i = 0; i < THREADS; ++i) {
        shares[i] = (work){job, context, count, i, THREADS};
        assert_int_equal(pthread_create(&threads[i], NULL, do_share, &shares[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
}

static void threads_make_the_same_tree(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(87));
    int runs = 0;
    graze_runner runner = {run_on_threads, &runs, 4};
    for (int n = 0; n < 2 * BOX_FAMILIES; ++n) {
        graze_tree_options options = random_options(&random);
        make_boxes(&random, (box_family)(n % BOX_FAMILIES), boxes, MOST_BOXES);
        graze_tree *alone = build(MOST_BOXES, &options);
        options.runner = &runner;
        graze_tree *together = build(MOST_BOXES, &options);
        assert_same_nodes(alone, together);
        assert_int_equal(graze_tree_validate(together, boxes), GRAZE_OK);
        graze_tree_release(alone);
        graze_tree_release(together);
    }
    assert_true(runs >= 2 * BOX_FAMILIES);
}

/* -- what goes wrong -- */

static graze_status build_and_improve(void *context) {
    size_t count = *(size_t *)context;
    graze_tree *tree = NULL;
    graze_status status = graze_tree_build(boxes, count, NULL, &tree);
    if (status != GRAZE_OK) return status;
    status = graze_tree_improve(tree, moved, 0);
    assert_int_equal(graze_tree_refit(tree, moved), GRAZE_OK);
    graze_status sound = graze_tree_validate(tree, moved);
    assert_int_not_equal(sound, GRAZE_INVALID_ARGUMENT);
    graze_tree_release(tree);
    return status != GRAZE_OK ? status : sound;
}

static void memory_may_run_out(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(88));
    static const size_t counts[3] = {5, 300, 9000};
    for (int i = 0; i < 3; ++i) {
        size_t count = counts[i];
        make_boxes(&random, BOXES_UNIFORM, boxes, count);
        move_boxes(&random, count, 1);
        assert_true(test_every_allocation_failure(build_and_improve, &count) > 5);
    }
}

static void bad_input(void **state) {
    (void)state;
    graze_aabb good[2] = {{{0, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {0, 0, 0}}}, bad[2];
    graze_tree *tree = NULL, *two, *empty;
    graze_tree_info info;
    graze_runner no_runner = {NULL, NULL, 1}, no_threads = {run_on_threads, NULL, 0};
    const graze_tree_options wrong[8] = {{.split = (graze_tree_split)3},
                                         {.split = (graze_tree_split)-1},
                                         {.degree = 3},
                                         {.degree = 16},
                                         {.leaf_size = -1},
                                         {.leaf_size = 9},
                                         {.runner = &no_runner},
                                         {.runner = &no_threads}};
    for (int i = 0; i < 8; ++i)
        assert_int_equal(graze_tree_build(good, 2, &wrong[i], &tree), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_tree_build(NULL, 2, NULL, &tree), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_tree_build(good, 2, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_tree_build(good, (size_t)GRAZE_TREE_ITEMS + 1, NULL, &tree),
                     GRAZE_OUT_OF_RANGE);
    assert_int_equal(graze_tree_build(good, 2, NULL, &two), GRAZE_OK);
    for (int i = 0; i < 4; ++i) {
        memcpy(bad, good, sizeof bad);
        graze_status want = i == 3 ? GRAZE_OUT_OF_RANGE : GRAZE_INVALID_ARGUMENT;
        bad[1].hi.y = i == 0   ? (graze_real)NAN
                      : i == 1 ? (graze_real)INFINITY
                      : i == 2 ? -1
                               : GRAZE_REAL_MAX;
        assert_int_equal(graze_tree_build(bad, 2, NULL, &tree), want);
        assert_int_equal(graze_tree_refit(two, bad), want);
        assert_int_equal(graze_tree_improve(two, bad, 0), want);
        assert_int_equal(graze_tree_validate(two, good), GRAZE_OK);
    }
    assert_null(tree);
    assert_int_equal(graze_tree_improve(two, good, (graze_real)0.5), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_tree_improve(two, good, (graze_real)NAN), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_tree_improve(NULL, good, 0), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_tree_refit(NULL, good), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_tree_refit(two, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_tree_validate(NULL, good), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_tree_describe(NULL, &info), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_tree_describe(two, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_tree_build(NULL, 0, NULL, &empty), GRAZE_OK);
    assert_int_equal(graze_tree_refit(empty, NULL), GRAZE_OK);
    assert_int_equal(graze_tree_improve(empty, NULL, 2), GRAZE_OK);
    assert_int_equal(graze_tree_validate(empty, NULL), GRAZE_OK);
    assert_int_equal(graze_tree_describe(empty, &info), GRAZE_OK);
    assert_true(info.items == 0 && info.nodes == 0 && info.depth == 0 && info.cost == 0);
    graze_tree_release(two);
    graze_tree_release(empty);
    graze_tree_release(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_sound),
        cmocka_unit_test(rows_are_halved),
        cmocka_unit_test(trees_are_never_too_deep),
        cmocka_unit_test(refitted_nodes_are_those_of_the_builder),
        cmocka_unit_test(validation_finds_flaws),
        cmocka_unit_test(improvement_keeps_up_with_motion),
        cmocka_unit_test(improvement_is_partial),
        cmocka_unit_test(threads_make_the_same_tree),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
