/* SPDX-License-Identifier: MIT
 * Compounds (S13, I1, I2): what they are made of, results that name children, nesting and sharing,
 * children that move and deform, bad input, memory. Answers are compared in narrow/test_pair_matrix. */
#include <math.h>

#include "harness.h"

static graze_shape *make_box(graze_real x, graze_real y, graze_real z) {
    graze_shape *box;
    assert_int_equal(graze_shape_box(graze_vec3_make(x, y, z), &box), GRAZE_OK);
    return box;
}

/* A table: a board on four legs, which are one shape. */
static graze_shape *make_table(void) {
    graze_shape *board = make_box(1, (graze_real)0.1, 1);
    graze_shape *leg = make_box((graze_real)0.1, (graze_real)0.5, (graze_real)0.1), *table;
    const graze_real a = (graze_real)0.9, y = (graze_real)-0.6;
    const graze_compound_child children[5] = {{board, graze_pose_identity()},
                                              {leg, graze_pose_at(-a, y, -a)},
                                              {leg, graze_pose_at(a, y, -a)},
                                              {leg, graze_pose_at(-a, y, a)},
                                              {leg, graze_pose_at(a, y, a)}};
    assert_int_equal(graze_shape_compound(children, 5, &table), GRAZE_OK);
    graze_shape_release(board);
    graze_shape_release(leg);
    return table;
}

static graze_flow note(void *user, uint32_t item) {
    *(uint32_t *)user |= 1u << item;
    return GRAZE_CONTINUE;
}

static void names_children(void **state) {
    (void)state;
    graze_shape *table = make_table(), *ball;
    assert_int_equal(graze_shape_sphere((graze_real)0.2, &ball), GRAZE_OK);
    graze_placed a = {table, graze_pose_at(100, 0, 0), 0};
    graze_placed b = {ball, graze_pose_at((graze_real)101.2, (graze_real)-0.8, (graze_real)0.9), 0};
    graze_separation apart;
    assert_int_equal(graze_distance(&a, &b, NULL, NULL, &apart), GRAZE_OK);
    assert_int_equal(apart.primitive_a, 4);
    assert_true(fabs((double)apart.distance) < 1e-4);
    b.pose.origin.x += (graze_real)0.5;
    assert_int_equal(graze_distance(&a, &b, NULL, NULL, &apart), GRAZE_OK);
    assert_true(fabs((double)apart.distance - 0.5) < 1e-4 && apart.primitive_a == 4);
    assert_int_equal(graze_distance(&b, &a, NULL, NULL, &apart), GRAZE_OK);
    assert_true(apart.primitive_b == 4 && apart.primitive_a == 0 && apart.normal.x < 0);
    graze_ray ray = {{100, 5, 0}, {0, -1, 0}, GRAZE_REAL_MAX};
    graze_cast_result cast;
    assert_int_equal(graze_ray_cast(&a, &ray, NULL, &cast), GRAZE_OK);
    assert_true(cast.hit && cast.primitive_a == 0 && fabs((double)cast.t - 4.9) < 1e-4);
    ray.origin = graze_vec3_make((graze_real)100.9, -5, (graze_real)-0.9);
    ray.direction.y = 1;
    assert_int_equal(graze_ray_cast(&a, &ray, NULL, &cast), GRAZE_OK);
    assert_true(cast.hit && cast.primitive_a == 2 && cast.normal.y < (graze_real)-0.99);
    graze_mesh_hit hit;
    assert_int_equal(graze_ray_closest(&a, &ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
    assert_true(hit.hit && hit.primitive == 2);
    bool any;
    assert_int_equal(graze_ray_any(&a, &ray, GRAZE_FACES_BOTH, &any, NULL), GRAZE_OK);
    assert_true(any);
    uint32_t met = 0;
    graze_aabb box = {{100, -1, -2}, {102, (graze_real)-0.5, 2}};
    assert_int_equal(graze_overlap_box(&a, &box, note, &met, NULL), GRAZE_OK);
    assert_int_equal(met, 1u << 2 | 1u << 4);
    graze_sphere sphere = {{100, 1, 0}, (graze_real)1.2};
    met = 0;
    assert_int_equal(graze_overlap_sphere(&a, &sphere, note, &met, NULL), GRAZE_OK);
    assert_int_equal(met, 1);
    graze_placed child;
    assert_int_equal(graze_compound_placed(&a, 4, &child), GRAZE_OK);
    assert_int_equal(graze_distance(&child, &b, NULL, NULL, &apart), GRAZE_OK);
    assert_true(fabs((double)apart.distance - 0.5) < 1e-4);
    graze_shape_release(ball);
    graze_shape_release(table);
}

/* Four legs on the floor: the deepest child gives the contact. */
static void stands_on_the_floor(void **state) {
    (void)state;
    graze_shape *table = make_table(), *floor;
    assert_int_equal(graze_shape_half_space(graze_vec3_make(0, 1, 0), 0, &floor), GRAZE_OK);
    graze_placed a = {table, graze_pose_at(0, (graze_real)1.05, 0), 0};
    graze_placed b = {floor, graze_pose_identity(), 0};
    graze_penetration_result deep;
    graze_contact_set set;
    assert_int_equal(graze_penetration(&a, &b, NULL, NULL, &deep), GRAZE_OK);
    assert_true(deep.end == GRAZE_OVERLAP && fabs((double)deep.depth - 0.05) < 1e-5);
    assert_true(deep.primitive_a >= 1 && deep.primitive_a <= 4);
    assert_int_equal(graze_contact(&a, &b, 0, NULL, NULL, &set), GRAZE_OK);
    assert_true(set.count >= 1 && fabs((double)set.sd + 0.05) < 1e-5);
    a.pose.origin.y = 3;
    assert_int_equal(graze_penetration(&a, &b, NULL, NULL, &deep), GRAZE_OK);
    assert_true(deep.end == GRAZE_SEPARATED && deep.depth == 0 && deep.normal.y < (graze_real)-0.99);
    assert_int_equal(graze_contact(&a, &b, 1, NULL, NULL, &set), GRAZE_OK);
    assert_true(set.count == 0 && set.end == GRAZE_SEPARATED);
    graze_cast_result cast;
    assert_int_equal(graze_shape_cast(&a, graze_vec3_make(0, -4, 0), &b, NULL, &cast), GRAZE_OK);
    assert_true(cast.hit && fabs((double)cast.t - 1.9 / 4) < 1e-4);
    graze_shape_release(floor);
    graze_shape_release(table);
}

static void says_what_it_is(void **state) {
    (void)state;
    graze_shape *table = make_table();
    graze_compound_info info;
    assert_int_equal(graze_compound_describe(table, &info), GRAZE_OK);
    assert_true(info.children == 5 && info.depth == 1 && info.revision == 0 && info.tree.items == 5);
    graze_compound_child child;
    assert_int_equal(graze_compound_get(table, 3, &child), GRAZE_OK);
    assert_true(graze_shape_get_kind(child.shape) == GRAZE_SHAPE_BOX && child.pose.origin.z > 0);
    graze_shape_mass mass;
    assert_int_equal(graze_shape_measure(table, &mass), GRAZE_OK);
    double volume = 2 * 0.2 * 2 + 4 * 0.2 * 1 * 0.2;
    assert_true(fabs((double)mass.volume - volume) < 1e-5 && (double)mass.upper >= volume - 1e-6);
    assert_true((double)mass.lower <= 0.8 + 1e-6 && fabs((double)mass.center.x) < 1e-6);
    graze_placed placed = {table, graze_pose_identity(), 0};
    graze_aabb box;
    assert_int_equal(graze_placed_bounds(&placed, &box), GRAZE_OK);
    assert_true(fabs((double)box.lo.y + 1.1) < 1e-5 && fabs((double)box.hi.y - 0.1) < 1e-5);
    graze_sphere ball;
    assert_int_equal(graze_shape_bounding_sphere(table, &ball), GRAZE_OK);
    assert_true((double)ball.radius > 1.5 && (double)ball.radius < 1.7);
    char text[128];
    graze_shape_describe(table, text, sizeof text);
    assert_non_null(strstr(text, "compound(box(1, 0.1, 1), "));
    bool inside;
    assert_int_equal(graze_shape_contains(table, graze_vec3_make(0, -1, 0), &inside), GRAZE_OK);
    assert_false(inside);
    assert_int_equal(
        graze_shape_contains(table, graze_vec3_make((graze_real)0.9, -1, (graze_real)0.9), &inside),
        GRAZE_OK);
    assert_true(inside);
    graze_shape_release(table);
}

/* -- changes -- */

static void children_move(void **state) {
    (void)state;
    graze_shape *table = make_table();
    graze_placed a = {table, graze_pose_identity(), 0};
    graze_pose away = graze_pose_at(0, -5, 0), bad = graze_pose_identity();
    bad.basis.col[0] = graze_vec3_make(0, 0, 0);
    assert_int_equal(graze_compound_place(table, 4, &bad, 1), GRAZE_SINGULAR);
    assert_int_equal(graze_compound_place(table, 4, &away, 2), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_compound_place(table, 4, NULL, 1), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_revision(table), 0);
    assert_int_equal(graze_compound_place(table, 4, &away, 1), GRAZE_OK);
    assert_int_equal(graze_shape_revision(table), 1);
    bool inside;
    assert_int_equal(graze_placed_contains(&a, graze_vec3_make(0, -5, 0), &inside), GRAZE_OK);
    assert_true(inside);
    graze_aabb box;
    assert_int_equal(graze_placed_bounds(&a, &box), GRAZE_OK);
    assert_true(fabs((double)box.lo.y + 5.5) < 1e-4);
    assert_int_equal(graze_compound_update(table), GRAZE_OK);
    assert_int_equal(graze_shape_revision(table), 1); /* nothing inside has changed */
    graze_shape_release(table);
}

/* A mesh deforms inside of a compound inside of another, which holds it twice. */
static void children_deform(void **state) {
    (void)state;
    graze_vec3 v[3] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
    const uint32_t indices[3] = {0, 1, 2};
    graze_shape *mesh, *inner, *outer, *ball;
    assert_int_equal(graze_shape_triangles(v, 3, indices, 1, &mesh), GRAZE_OK);
    const graze_compound_child one = {mesh, graze_pose_identity()};
    assert_int_equal(graze_shape_compound(&one, 1, &inner), GRAZE_OK);
    const graze_compound_child two[2] = {{inner, graze_pose_at(10, 0, 0)},
                                         {inner, graze_pose_at(-10, 0, 0)}};
    assert_int_equal(graze_shape_compound(two, 2, &outer), GRAZE_OK);
    assert_int_equal(graze_shape_sphere((graze_real)0.1, &ball), GRAZE_OK);
    graze_placed a = {outer, graze_pose_identity(), 0}, b = {ball, graze_pose_at(10, 8, 0), 0};
    graze_intersection found;
    assert_int_equal(graze_intersect(&a, &b, NULL, NULL, &found), GRAZE_OK);
    assert_false(found.intersecting);
    for (int i = 0; i < 3; ++i) v[i].y = 8;
    assert_int_equal(graze_mesh_update(mesh), GRAZE_OK);
    assert_int_equal(graze_shape_revision(inner), 1);
    assert_int_equal(graze_shape_revision(outer), 2); /* it holds it twice */
    assert_int_equal(graze_compound_update(outer), GRAZE_OK);
    assert_true(graze_shape_revision(outer) > 2);
    uint32_t revision = graze_shape_revision(outer);
    assert_int_equal(graze_compound_update(outer), GRAZE_OK);
    assert_int_equal(graze_shape_revision(outer), revision);
    assert_int_equal(graze_intersect(&a, &b, NULL, NULL, &found), GRAZE_OK);
    assert_true(found.intersecting && found.primitive_a == 0);
    graze_compound_info info;
    assert_int_equal(graze_compound_describe(outer, &info), GRAZE_OK);
    assert_int_equal(info.depth, 2);
    graze_shape_release(mesh);
    graze_shape_release(inner);
    graze_shape_release(outer);
    graze_shape_release(ball);
}

/* -- bad input -- */

static void bad_input(void **state) {
    (void)state;
    graze_shape *box = make_box(1, 1, 1), *floor, *out = NULL;
    assert_int_equal(graze_shape_half_space(graze_vec3_make(0, 1, 0), 0, &floor), GRAZE_OK);
    graze_compound_child child = {box, graze_pose_identity()};
    assert_int_equal(graze_shape_compound(NULL, 1, &out), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_compound(&child, 1, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_compound(&child, 0, &out), GRAZE_EMPTY);
    child.shape = NULL;
    assert_int_equal(graze_shape_compound(&child, 1, &out), GRAZE_INVALID_ARGUMENT);
    child.shape = floor;
    assert_int_equal(graze_shape_compound(&child, 1, &out), GRAZE_UNBOUNDED);
    child.shape = box;
    child.pose.basis.col[1] = graze_vec3_make(0, 0, 0);
    assert_int_equal(graze_shape_compound(&child, 1, &out), GRAZE_SINGULAR);
    child.pose = graze_pose_at((graze_real)NAN, 0, 0);
    assert_int_equal(graze_shape_compound(&child, 1, &out), GRAZE_INVALID_ARGUMENT);
    child.pose = graze_pose_at(GRAZE_SHAPE_REACH, 0, 0);
    assert_int_equal(graze_shape_compound(&child, 1, &out), GRAZE_OUT_OF_RANGE);
    assert_null(out);

    graze_shape *chain = graze_shape_retain(box);
    for (int depth = 1; depth <= GRAZE_COMPOUND_DEPTH + 1; ++depth) {
        graze_compound_child link = {chain, graze_pose_at(1, 0, 0)};
        graze_shape *next = NULL;
        graze_status status = graze_shape_compound(&link, 1, &next);
        assert_int_equal(status, depth <= GRAZE_COMPOUND_DEPTH ? GRAZE_OK : GRAZE_OUT_OF_RANGE);
        if (status != GRAZE_OK) break;
        graze_shape_release(chain);
        chain = next;
    }
    graze_placed a = {chain, graze_pose_identity(), 0};
    graze_placed b = {chain, graze_pose_at(0, (graze_real)1.5, 0), 0};
    graze_intersection found;
    assert_int_equal(graze_intersect(&a, &b, NULL, NULL, &found), GRAZE_OK);
    assert_true(found.intersecting);
    b.pose.origin.y = 3;
    graze_separation apart;
    assert_int_equal(graze_distance(&a, &b, NULL, NULL, &apart), GRAZE_OK);
    assert_true(fabs((double)apart.distance - 1) < 1e-5);

    graze_compound_info info;
    assert_int_equal(graze_compound_describe(box, &info), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_compound_describe(chain, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_compound_get(chain, 1, &child), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_compound_get(NULL, 0, &child), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_compound_placed(NULL, 0, &b), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_compound_placed(&a, 1, &b), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_compound_update(box), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_compound_place(NULL, 0, NULL, 0), GRAZE_INVALID_ARGUMENT);
    graze_shape *wrapped = NULL;
    assert_int_equal(graze_shape_rounded(chain, 1, &wrapped), GRAZE_NOT_CONVEX);
    graze_shape_release(chain);
    graze_shape_release(box);
    graze_shape_release(floor);
}

/* Queries say about bad arguments what they say for other shapes. */
static void bad_queries(void **state) {
    (void)state;
    graze_shape *table = make_table();
    graze_placed a = {table, graze_pose_identity(), 0}, bad = a;
    bad.margin = -1;
    graze_options options = {.rel = (graze_real)NAN};
    graze_intersection i;
    graze_separation s;
    graze_penetration_result p;
    graze_signed_separation g;
    graze_contact_set c;
    graze_cast_result t;
    graze_ray ray = {{0, 0, 0}, {1, 0, 0}, -1};
    bool inside;
    graze_vec3 way = {1, 0, 0}, nan = {(graze_real)NAN, 0, 0};
    const graze_status invalid = GRAZE_INVALID_ARGUMENT;
    assert_int_equal(graze_intersect(&a, &bad, NULL, NULL, &i), invalid);
    assert_int_equal(graze_intersect(&a, NULL, NULL, NULL, &i), invalid);
    assert_int_equal(graze_intersect(&a, &a, NULL, NULL, NULL), invalid);
    assert_int_equal(graze_intersect(&a, &a, &options, NULL, &i), invalid);
    assert_int_equal(graze_within(&a, &a, -1, NULL, NULL, &i), invalid);
    assert_int_equal(graze_distance(&bad, &a, NULL, NULL, &s), invalid);
    assert_int_equal(graze_distance(&a, &a, NULL, NULL, NULL), invalid);
    assert_int_equal(graze_penetration(&a, &bad, NULL, NULL, &p), invalid);
    assert_int_equal(graze_penetration(&a, &a, NULL, NULL, NULL), invalid);
    assert_int_equal(graze_signed_distance(NULL, &a, NULL, NULL, &g), invalid);
    assert_int_equal(graze_signed_distance(&a, &a, &options, NULL, &g), invalid);
    assert_int_equal(graze_contact(&a, &a, -1, NULL, NULL, &c), invalid);
    assert_int_equal(graze_contact(&a, &a, 0, NULL, NULL, NULL), invalid);
    assert_int_equal(graze_shape_cast(&a, nan, &a, NULL, &t), invalid);
    assert_int_equal(graze_shape_cast(&a, way, &a, NULL, NULL), invalid);
    assert_int_equal(graze_ray_cast(&a, &ray, NULL, &t), invalid);
    assert_int_equal(graze_placed_contains(&a, nan, &inside), invalid);
    assert_int_equal(graze_placed_contains(&a, way, NULL), invalid);
    assert_int_equal(graze_intersect_all(&a, &a, NULL, NULL, NULL), invalid);
    bad = a;
    bad.pose.basis.col[2] = graze_vec3_make(0, 0, 0);
    assert_int_equal(graze_distance(&a, &bad, NULL, NULL, &s), GRAZE_SINGULAR);
    graze_shape_release(table);
}

static graze_status make_and_move(void *context) {
    graze_shape *box = context, *inner = NULL, *outer = NULL;
    graze_compound_child children[20];
    graze_pose pose = graze_pose_at(0, 1, 0);
    for (int i = 0; i < 20; ++i)
        children[i] = (graze_compound_child){box, graze_pose_at((graze_real)i, 0, 0)};
    graze_status status = graze_shape_compound(children, 20, &inner);
    if (status != GRAZE_OK) return status;
    children[3].shape = inner;
    status = graze_shape_compound(children, 20, &outer);
    if (status == GRAZE_OK) status = graze_compound_place(inner, 2, &pose, 1);
    if (status == GRAZE_OK) status = graze_compound_update(outer);
    graze_shape_release(inner);
    graze_shape_release(outer);
    return status;
}

static void allocation_failures(void **state) {
    (void)state;
    graze_shape *box = make_box(1, 1, 1);
    assert_true(test_every_allocation_failure(make_and_move, box) >= 8);
    graze_shape_release(box);
}

static void queries_allocate_nothing(void **state) {
    (void)state;
    graze_shape *table = make_table();
    graze_placed a = {table, graze_pose_identity(), 0}, b = {table, graze_pose_at(1, 1, 1), 0};
    test_memory memory;
    graze_intersection i;
    graze_separation s;
    graze_signed_separation g;
    graze_cast_result t;
    test_memory_begin(&memory, 0);
    assert_int_equal(graze_intersect(&a, &b, NULL, NULL, &i), GRAZE_OK);
    assert_int_equal(graze_distance(&a, &b, NULL, NULL, &s), GRAZE_OK);
    assert_int_equal(graze_signed_distance(&a, &b, NULL, NULL, &g), GRAZE_OK);
    assert_int_equal(graze_shape_cast(&a, graze_vec3_make(0, 0, 9), &b, NULL, &t), GRAZE_OK);
    assert_int_equal(memory.calls, 0);
    test_memory_end();
    graze_shape_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_children),
        cmocka_unit_test(stands_on_the_floor),
        cmocka_unit_test(says_what_it_is),
        cmocka_unit_test(children_move),
        cmocka_unit_test(children_deform),
        cmocka_unit_test(bad_input),
        cmocka_unit_test(bad_queries),
        cmocka_unit_test(allocation_failures),
        cmocka_unit_test(queries_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
