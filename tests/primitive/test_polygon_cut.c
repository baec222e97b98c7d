/* SPDX-License-Identifier: MIT
 * The segments in which two polygons intersect (P15): on both polygons, in order, and as long together
 * as the parts of the line of their planes that are inside both. */
#include <math.h>

#include "oracle/polygon_oracle.h"

#define MOST (2 * LATTICE_POINTS)

typedef struct event {
    long double along; /* times the line's direction */
    bool of_a;
} event;

static int compare(const void *p, const void *q) {
    long double a = ((const event *)p)->along, b = ((const event *)q)->along;
    return (a > b) - (a < b);
}

static void normal(const lattice_polygon *p, int64_t n[3]) {
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = p->u.at[j] * p->v.at[k] - p->u.at[k] * p->v.at[j];
    }
}

/* Adds where edges of a polygon meet the plane of the other, half-open; false if a point is in it. */
static bool add_events(const lattice_polygon *polygon, const lattice_polygon *plane,
                       const int64_t line[3], bool of_a, event *events, int *count) {
    int64_t n[3];
    normal(plane, n);
    for (uint32_t loop = 0, begin = 0; loop < polygon->loop_count; begin = polygon->loop_ends[loop++])
        for (uint32_t i = begin; i < polygon->loop_ends[loop]; ++i) {
            uint32_t j = i + 1 < polygon->loop_ends[loop] ? i + 1 : begin;
            int64_t h[2] = {0, 0}, along[2] = {0, 0};
            for (int k = 0; k < 3; ++k) {
                h[0] += n[k] * (polygon->points[i].at[k] - plane->points[0].at[k]);
                h[1] += n[k] * (polygon->points[j].at[k] - plane->points[0].at[k]);
                along[0] += line[k] * polygon->points[i].at[k];
                along[1] += line[k] * polygon->points[j].at[k];
            }
            if (h[0] == 0) return false;
            if ((h[0] > 0) == (h[1] > 0)) continue;
            long double t = (long double)h[0] / (long double)(h[0] - h[1]);
            events[(*count)++] =
                (event){(long double)along[0] + t * (long double)(along[1] - along[0]), of_a};
        }
    return true;
}

/* The length inside both; -1 if a point of one is in the plane of the other. */
static long double common_length(const lattice_polygon *a, const lattice_polygon *b) {
    int64_t n[3], m[3], line[3];
    long double squared = 0, length = 0;
    normal(a, n);
    normal(b, m);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        line[i] = n[j] * m[k] - n[k] * m[j];
        squared += (long double)line[i] * (long double)line[i];
    }
    if (squared == 0) return 0; /* parallel planes */
    event events[2 * LATTICE_POINTS];
    int count = 0;
    if (!add_events(a, b, line, true, events, &count) || !add_events(b, a, line, false, events, &count))
        return -1;
    qsort(events, (size_t)count, sizeof *events, compare);
    bool in_a = false, in_b = false;
    for (int i = 0; i + 1 < count; ++i) {
        if (events[i].of_a)
            in_a = !in_a;
        else
            in_b = !in_b;
        if (in_a && in_b) length += events[i + 1].along - events[i].along;
    }
    return length / sqrtl(squared);
}

/* The sine of the angle between the planes: the less it is, the less is known of their line. */
static double sine(const graze_polygon *a, const graze_polygon *b) {
    graze_plane p, q;
    assert_int_equal(graze_polygon_plane(a, &p), GRAZE_OK);
    assert_int_equal(graze_polygon_plane(b, &q), GRAZE_OK);
    return (double)graze_vec3_length(graze_vec3_cross(p.normal, q.normal));
}

static double gap(const graze_polygon *polygon, graze_vec3 x) {
    graze_real distance;
    assert_int_equal(graze_polygon_closest_point(polygon, x, NULL, &distance), GRAZE_OK);
    return (double)distance;
}

static void check_segments(uint64_t seed, long number, const graze_polygon *a, const graze_polygon *b,
                           long double expected, bool hit) {
    graze_segment segments[MOST];
    uint32_t count = 99, counted = 99;
    assert_int_equal(graze_polygon_polygon_segments(a, b, segments, MOST, &count), GRAZE_OK);
    assert_int_equal(graze_polygon_polygon_segments(b, a, NULL, 0, &counted), GRAZE_OK);
    TEST_CHECK(count == counted && count <= (a->count + b->count) / 2 && (hit || count == 0), seed,
               number, "%u and %u segments", count, counted);
    TEST_CHECK(count > 0 || expected < 1e-9L, seed, number, "none, not %.17Lg", expected);
    if (count == 0) return;
    /* Points up to 150 from the origin, rounded by 2 eps of that when turned, are off the plane of
     * three of them by 8 times as much: H is some 2400 eps. */
    double length = 0, band = (4000 * (double)GRAZE_EPSILON + 1e-10) / sine(a, b);
    for (uint32_t i = 0; i < count; ++i) {
        length += (double)graze_vec3_distance(segments[i].a, segments[i].b);
        for (int end = 0; end < 2; ++end) {
            graze_vec3 x = end ? segments[i].b : segments[i].a;
            TEST_CHECK(gap(a, x) < band && gap(b, x) < band, seed, number, "an end is off");
        }
    }
    TEST_CHECK(fabs(length - (double)expected) < 8 * band, seed, number, "length %.17g, not %.17Lg",
               length, expected);
}

static void random_polygons(void **state) {
    (void)state;
    uint64_t seed = test_seed(631);
    graze_random random = graze_random_seed(seed);
    long hits = 0;
    for (long number = 0; number < test_count(10000); ++number) {
        lattice_polygon a, b;
        lattice_shape(&random, (int)(number % LATTICE_WILD), &a);
        lattice_shape(&random, lattice_random(&random, 0, LATTICE_WILD - 1), &b);
        lattice_plane(&random, &a);
        lattice_plane(&random, &b);
        lattice_place(&a, 1);
        lattice_place(&b, 1);
        long double expected = common_length(&a, &b);
        bool hit = oracle_polygon_polygon(&a, &b);
        if (expected < 0) continue;
        graze_polygon view_a = lattice_view(&a), view_b = lattice_view(&b);
        check_segments(seed, number, &view_a, &view_b, expected, hit);
        hits += hit;
        if (number % 2) { /* the same with rounded points */
            graze_quat turn = graze_random_rotation(&random);
            for (uint32_t i = 0; i < a.count; ++i) a.stored[i] = graze_quat_rotate(turn, a.stored[i]);
            for (uint32_t i = 0; i < b.count; ++i) b.stored[i] = graze_quat_rotate(turn, b.stored[i]);
            bool turned = false;
            assert_int_equal(graze_test_polygon_polygon(&view_a, &view_b, &turned, NULL), GRAZE_OK);
            if (turned == hit) check_segments(seed, number, &view_a, &view_b, expected, hit);
        }
    }
    assert_true(hits * 4 > test_count(10000));
}

static void special_pairs(void **state) {
    (void)state;
    graze_vec3 flat[4] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
    graze_vec3 comb[7] = {{1, 2, 3}, {1, 2, -1}, {2, 2, 1}, {3, 2, -1},
                          {4, 2, 1}, {5, 2, -1}, {6, 2, 3}};
    graze_polygon square = {flat, 4, NULL, 0}, teeth = {comb, 7, NULL, 0};
    graze_segment segments[3] = {
        {{9, 9, 9}, {9, 9, 9}}, {{9, 9, 9}, {9, 9, 9}}, {{9, 9, 9}, {9, 9, 9}}};
    uint32_t count;
    assert_int_equal(graze_polygon_polygon_segments(&square, &teeth, segments, 1, &count), GRAZE_OK);
    assert_int_equal(count, 2); /* 1 .. 1.5 and 2.5 .. 3.5; the third tooth is beside the square */
    assert_true(segments[0].a.x + segments[0].b.x == (graze_real)2.5);
    assert_true(segments[1].a.x == 9);
    assert_int_equal(graze_polygon_polygon_segments(&square, &square, segments, 3, &count), GRAZE_OK);
    assert_int_equal(count, 0);
    assert_int_equal(graze_polygon_polygon_segments(&square, &teeth, NULL, 1, &count),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_polygon_polygon_segments(&square, &teeth, segments, 1, NULL),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_polygon_polygon_segments(&square, NULL, segments, 1, &count),
                     GRAZE_INVALID_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_polygons),
                                       cmocka_unit_test(special_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
