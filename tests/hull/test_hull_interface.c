/* SPDX-License-Identifier: MIT
 * What hulls do with bad input, strides, failing memory, several owners; that the same input gives the
 * same bits; closed forms for mass; and that graze_hull_validate finds what is broken. */
#include <math.h>

#include "check_hull.h"
#include "hull/hull.h"
#include "oracle/point_sets.h"

static graze_hull *const untouched = (graze_hull *)&(char){0};

static void refuses(const void *points, size_t count, size_t stride) {
    graze_hull *hull = untouched;
    graze_real error = 7;
    assert_int_equal(graze_hull_create(points, count, stride, &hull), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_hull_create_simplified(points, count, stride, 10, &error, &hull),
                     GRAZE_INVALID_ARGUMENT);
    assert_ptr_equal(hull, untouched);
    assert_true(error == 7);
}

static void bad_input_is_refused_and_changes_nothing(void **state) {
    (void)state;
    const graze_real bad[] = {(graze_real)NAN, (graze_real)INFINITY, -(graze_real)INFINITY};
    graze_vec3 points[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    refuses(NULL, 5, 0);
    refuses(points, 0, 0);
    refuses(points, ((size_t)1 << 30) + 1, 0);
    refuses(points, 2, sizeof *points - 1);
    for (int b = 0; b < 3; ++b) {
        for (int i = 0; i < 15; ++i) {
            graze_real *coordinate = &((graze_real *)points)[i], kept = *coordinate;
            *coordinate = bad[b];
            refuses(points, 5, 0);
            *coordinate = kept;
        }
    }
    graze_hull *hull = untouched;
    assert_int_equal(graze_hull_create(points, 5, 0, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_hull_create_simplified(points, 5, 0, 3, NULL, &hull),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_hull_create_simplified(points, 5, 0, 4, NULL, NULL), GRAZE_INVALID_ARGUMENT);
    assert_ptr_equal(hull, untouched);
    graze_hull_view view;
    graze_hull_mass mass;
    assert_int_equal(graze_hull_get(NULL, &view), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_hull_measure(NULL, &mass), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_hull_validate(NULL, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_hull_create(points, 5, 0, &hull), GRAZE_OK);
    assert_int_equal(graze_hull_get(hull, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_hull_measure(hull, NULL), GRAZE_INVALID_ARGUMENT);
    graze_hull_release(hull);
    graze_hull_release(NULL);
    assert_null(graze_hull_retain(NULL));
}

/* All bytes that a hull promises, compared. */
static void assert_same_hull(const graze_hull *a, const graze_hull *b) {
    graze_hull_view v, w;
    assert_int_equal(graze_hull_get(a, &v), GRAZE_OK);
    assert_int_equal(graze_hull_get(b, &w), GRAZE_OK);
    assert_int_equal(v.vertex_count, w.vertex_count);
    assert_int_equal(v.facet_count, w.facet_count);
    assert_memory_equal(v.vertices, w.vertices, v.vertex_count * sizeof *v.vertices);
    assert_memory_equal(v.source, w.source, v.vertex_count * sizeof *v.source);
    assert_memory_equal(v.half_edges, w.half_edges, v.half_edge_count * sizeof *v.half_edges);
    assert_memory_equal(v.planes, w.planes, v.facet_count * sizeof *v.planes);
    assert_memory_equal(v.facet_corners, w.facet_corners,
                        v.facet_start[v.facet_count] * sizeof *v.facet_corners);
    assert_memory_equal(v.neighbours, w.neighbours,
                        v.neighbour_start[v.vertex_count] * sizeof *v.neighbours);
}

/* Any stride and alignment give the same bits, and so does a second time. */
static void strides_and_repetition_give_the_same_bits(void **state) {
    (void)state;
    enum { COUNT = 80 };
    static unsigned char block[COUNT * 61 + 8];
    graze_random random = graze_random_seed(test_seed(3));
    for (int family = 0; family < POINTS_FAMILIES; ++family) {
        graze_vec3 points[COUNT];
        point_set(&random, (point_family)family, COUNT, points);
        graze_hull *packed = NULL, *again = NULL, *strided = NULL;
        assert_int_equal(graze_hull_create(points, COUNT, 0, &packed), GRAZE_OK);
        assert_int_equal(graze_hull_create(points, COUNT, sizeof *points, &again), GRAZE_OK);
        assert_same_hull(packed, again);
        for (size_t i = 0; i < COUNT; ++i) memcpy(block + 1 + 61 * i, &points[i], sizeof *points);
        assert_int_equal(graze_hull_create(block + 1, COUNT, 61, &strided), GRAZE_OK);
        assert_same_hull(packed, strided);
        graze_hull_release(packed);
        graze_hull_release(again);
        graze_hull_release(strided);
    }
}

static void the_last_owner_frees(void **state) {
    (void)state;
    graze_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    test_memory memory;
    test_memory_begin(&memory, 0);
    graze_hull *hull = NULL;
    assert_int_equal(graze_hull_create(points, 4, 0, &hull), GRAZE_OK);
    assert_int_equal(memory.blocks, 1);
    assert_ptr_equal(graze_hull_retain(hull), hull);
    graze_hull_release(hull);
    assert_int_equal(memory.blocks, 1);
    graze_hull_release(hull);
    assert_int_equal(memory.blocks, 0);
    test_memory_end();
}

typedef struct set {
    graze_vec3 points[150];
    size_t count;
} set;

static graze_status create_and_release(void *context) {
    const set *s = context;
    graze_hull *hull = untouched;
    graze_status status = graze_hull_create(s->points, s->count, 0, &hull);
    if (status != GRAZE_OK) {
        assert_ptr_equal(hull, untouched);
        return status;
    }
    status = graze_hull_validate(hull, NULL);
    graze_hull_release(hull);
    return status;
}

static graze_status simplify_and_release(void *context) {
    const set *s = context;
    graze_hull *hull = untouched;
    graze_real error = 7;
    graze_status status = graze_hull_create_simplified(s->points, s->count, 0, 6, &error, &hull);
    if (status != GRAZE_OK) {
        assert_ptr_equal(hull, untouched);
        assert_true(error == 7);
        return status;
    }
    graze_hull_release(hull);
    return status;
}

static void running_out_of_memory_leaves_nothing_behind(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(6));
    set s = {.count = sizeof s.points / sizeof *s.points};
    for (int family = 0; family < POINTS_FAMILIES; ++family) {
        point_set(&random, (point_family)family, (int)s.count, s.points);
        assert_true(test_every_allocation_failure(create_and_release, &s) >= 2);
        assert_true(test_every_allocation_failure(simplify_and_release, &s) >= 2);
    }
}

static void assert_close(graze_real value, double expected) {
    assert_true(fabs((double)value - expected) <= 4 * (double)GRAZE_EPSILON * (fabs(expected) + 1));
}

static graze_hull_mass mass_of(const graze_vec3 *points, size_t count, int dimension) {
    graze_hull *hull = NULL;
    graze_hull_view v;
    graze_hull_mass mass;
    assert_int_equal(graze_hull_create(points, count, 0, &hull), GRAZE_OK);
    assert_int_equal(graze_hull_get(hull, &v), GRAZE_OK);
    assert_int_equal(v.dimension, dimension);
    assert_int_equal(graze_hull_measure(hull, &mass), GRAZE_OK);
    graze_hull_release(hull);
    return mass;
}

static void mass_has_its_closed_form_in_every_dimension(void **state) {
    (void)state;
    graze_vec3 box[8];
    for (int i = 0; i < 8; ++i)
        box[i] = graze_vec3_make((graze_real)(i & 1 ? 3 : 1), (graze_real)(i & 2 ? 7 : 2),
                                 (graze_real)(i & 4 ? 1 : -2));
    graze_hull_mass mass = mass_of(box, 8, 3);
    assert_close(mass.volume, 2 * 5 * 3);
    assert_close(mass.area, 2 * (2 * 5 + 5 * 3 + 3 * 2));
    assert_close(mass.centroid.x, 2);
    assert_close(mass.centroid.y, 4.5);
    assert_close(mass.centroid.z, -0.5);
    const graze_vec3 tetrahedron[4] = {{4, 0, 0}, {0, 8, 0}, {0, 0, 12}, {0, 0, 0}};
    mass = mass_of(tetrahedron, 4, 3);
    assert_close(mass.volume, 4 * 8 * 12 / 6.0);
    assert_close(mass.centroid.y, 2);
    assert_close(mass.centroid.z, 3);
    const graze_vec3 trapezium[5] = {{0, 0, 5}, {6, 0, 5}, {3, 3, 5}, {0, 3, 5}, {1, 1, 5}};
    mass = mass_of(trapezium, 5, 2); /* a square and half a square */
    assert_close(mass.volume, 0);
    assert_close(mass.area, 2 * 13.5);
    assert_close(mass.centroid.x, (9 * 1.5 + 4.5 * 4) / 13.5);
    assert_close(mass.centroid.y, (9 * 1.5 + 4.5 * 1) / 13.5);
    assert_close(mass.centroid.z, 5);
    const graze_vec3 segment[3] = {{0, 0, 0}, {4, 2, 6}, {2, 1, 3}};
    mass = mass_of(segment, 3, 1);
    assert_close(mass.area, 0);
    assert_close(mass.centroid.z, 3);
    mass = mass_of(segment + 1, 1, 0);
    assert_close(mass.centroid.x, 4);
}

static void mass_out_of_range_is_a_status(void **state) {
    (void)state;
    const graze_real big = GRAZE_REAL_MAX;
    graze_vec3 points[4] = {{-big, -big, -big}, {big, 0, 0}, {0, big, 0}, {0, 0, big}};
    graze_hull *hull = NULL;
    graze_hull_mass mass = {.volume = 5};
    assert_int_equal(graze_hull_create(points, 4, 0, &hull), GRAZE_OK);
    check_valid((check){0, 0}, hull);
    assert_int_equal(graze_hull_measure(hull, &mass), GRAZE_OUT_OF_RANGE);
    assert_true(mass.volume == 5);
    graze_hull_release(hull);
}

/* -- the validator ------------------------------------------------------------------------------------
 */

/* Changes one number of one array at a time, out of its place but within its range. */
static void spoil(graze_hull *hull, const void *array, size_t elements, uint32_t limit,
                  const char *name) {
    uint32_t *numbers = (uint32_t *)(uintptr_t)array;
    for (size_t i = 0; i < elements; ++i) {
        uint32_t kept = numbers[i];
        numbers[i] = (kept + 1) % limit;
        const char *what = NULL;
        if (graze_hull_validate(hull, &what) != GRAZE_INVALID_ARGUMENT || !what)
            fail_msg("%s[%zu] = %u instead of %u goes unnoticed", name, i, numbers[i], kept);
        numbers[i] = kept;
    }
    check_valid((check){0, 0}, hull);
}

static void validate_finds_every_number_that_is_changed(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(8));
    for (int family = 0; family < POINTS_FAR_CLUSTER; ++family) {
        graze_vec3 points[30];
        point_set(&random, (point_family)family, 30, points);
        graze_hull *hull = NULL;
        assert_int_equal(graze_hull_create(points, 30, 0, &hull), GRAZE_OK);
        graze_hull_view *v = &hull->view;
        check_valid((check){0, 0}, hull);
        if (v->dimension < 2) {
            graze_hull_release(hull);
            continue;
        }
        uint32_t corners = v->facet_start[v->facet_count];
        spoil(hull, v->half_edges, 2 * (size_t)v->half_edge_count, v->half_edge_count, "half_edges");
        spoil(hull, v->triangle_facet, v->triangle_count, v->facet_count, "triangle_facet");
        spoil(hull, v->facet_corners, corners, v->vertex_count, "facet_corners");
        spoil(hull, v->facet_start, (size_t)v->facet_count + 1, corners + 1, "facet_start");
        spoil(hull, v->neighbours, v->neighbour_start[v->vertex_count], v->vertex_count, "neighbours");
        spoil(hull, v->neighbour_start, (size_t)v->vertex_count + 1,
              v->neighbour_start[v->vertex_count] + 1, "neighbour_start");
        graze_hull_release(hull);
    }
}

/* A vertex pulled in, pushed to another's place or made not finite; a plane turned or shifted. */
static void validate_finds_vertices_and_planes_that_moved(void **state) {
    (void)state;
    graze_vec3 points[8];
    for (int i = 0; i < 8; ++i)
        points[i] =
            graze_vec3_make((graze_real)(i & 1), (graze_real)(i >> 1 & 1), (graze_real)(i >> 2));
    graze_hull *hull = NULL;
    assert_int_equal(graze_hull_create(points, 8, 0, &hull), GRAZE_OK);
    check_valid((check){0, 0}, hull);
    graze_vec3 *vertex = (graze_vec3 *)(uintptr_t)hull->view.vertices;
    graze_plane *plane = (graze_plane *)(uintptr_t)hull->view.planes;
    const graze_vec3 moved[] = {{(graze_real)0.25, (graze_real)0.25, (graze_real)0.25},
                                {1, 0, 0},
                                {0, 0, (graze_real)NAN},
                                {-1, 0, 0}};
    for (size_t i = 0; i < sizeof moved / sizeof *moved; ++i) {
        graze_vec3 kept = vertex[0];
        vertex[0] = moved[i];
        assert_int_equal(graze_hull_validate(hull, NULL), GRAZE_INVALID_ARGUMENT);
        vertex[0] = kept;
    }
    for (int i = 0; i < 4; ++i) {
        graze_plane kept = plane[1];
        if (i == 0) plane[1].normal = graze_vec3_neg(kept.normal);
        if (i == 1) plane[1].offset = kept.offset + 1;
        if (i == 2) plane[1].offset = kept.offset - 1;
        if (i == 3) plane[1].normal = graze_vec3_scale(kept.normal, 2);
        graze_status status = graze_hull_validate(hull, NULL);
        plane[1] = kept;
        assert_int_equal(status, GRAZE_INVALID_ARGUMENT);
    }
    check_valid((check){0, 0}, hull);
    graze_hull_release(hull);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_refused_and_changes_nothing),
        cmocka_unit_test(strides_and_repetition_give_the_same_bits),
        cmocka_unit_test(the_last_owner_frees),
        cmocka_unit_test(running_out_of_memory_leaves_nothing_behind),
        cmocka_unit_test(mass_has_its_closed_form_in_every_dimension),
        cmocka_unit_test(mass_out_of_range_is_a_status),
        cmocka_unit_test(validate_finds_every_number_that_is_changed),
        cmocka_unit_test(validate_finds_vertices_and_planes_that_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
