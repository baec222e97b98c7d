/* SPDX-License-Identifier: MIT
 * Many objects of a thousand triangles: all clashes are found, by comparison with every pair of objects
 * and, on a sample, with every pair of triangles. GRAZE_TEST_MANY=10000 is the large run; it prints
 * what it took. */
#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "clash.h"
#include "clash_pair.h"
#include "harness.h"

enum { AROUND = 32, RINGS = 16 }; /* 2 * 32 * 16 = 1,024 triangles, less those at the poles */

/* A dented ball; no two are alike. */
static geometry bumpy(graze_random *random) {
    geometry g = {.kind = GEOMETRY_FACES};
    double waves = 1 + (double)(graze_random_bits(random) % 5),
           phase = graze_random_uniform(random, 0, 6);
    double depth = graze_random_uniform(random, .05, .4);
    bool good = numbers_push3(&g.points, 0, -.7, 0);
    for (int ring = 1; ring <= RINGS; ++ring)
        for (int i = 0; i < AROUND; ++i) {
            double a = 6.28318530717958647692 * i / AROUND,
                   b = 3.14159265358979323846 * ring / (RINGS + 1);
            double r = 1 - depth + depth * cos(waves * a + phase) * sin(b);
            good = good &&
                   numbers_push3(&g.points, r * sin(b) * cos(a), -r * cos(b), -r * sin(b) * sin(a));
        }
    good = good && numbers_push3(&g.points, 0, .7, 0);
    for (uint32_t ring = 0; ring <= RINGS; ++ring)
        for (uint32_t i = 0; i < AROUND; ++i) {
            uint32_t next = (i + 1) % AROUND, low = 1 + (ring - 1) * AROUND, high = 1 + ring * AROUND;
            uint32_t corners[4] = {low + i, low + next, high + next, high + i};
            if (ring == 0) corners[0] = corners[1] = 0, corners[2] = high + next, corners[3] = high + i;
            if (ring == RINGS) corners[2] = corners[3] = 1 + RINGS * AROUND;
            for (int half = 0; half < 2; ++half) {
                uint32_t t[3] = {corners[0], corners[1 + half], corners[2 + half]};
                if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
                for (int k = 0; k < 3; ++k) good = good && indices_push(&g.corners, t[k]);
                good = good && indices_push(&g.sizes, 3);
            }
        }
    assert_true(good);
    return g;
}

/* In a cube in which each has about one other to clash with. */
static model many(size_t count) {
    model m = {0};
    fault f = {""};
    graze_random random = graze_random_seed(413);
    double side = 2.6 * cbrt((double)count);
    for (size_t i = 0; i < count; ++i) {
        geometry g = bumpy(&random);
        placement at = placement_identity();
        size_t number;
        char name[32];
        snprintf(name, sizeof name, "object%zu", i);
        for (int k = 0; k < 3; ++k) at.origin[k] = graze_random_uniform(&random, 0, side);
        assert_true(scene_add_geometry(&m.s, &g, &number, &f));
        assert_true(scene_add_object(&m.s, name, number, &at, SIZE_MAX, &f));
    }
    if (!shapes_make(&m.s, &m.made, &f)) fail_msg("%s", f.text);
    return m;
}

static graze_vec3 corner(const model *m, size_t number, size_t k) {
    const object *o = &m->s.objects[number];
    const double *p =
        m->s.geometries[o->geometry].points.at + 3 * (size_t)m->made.of[o->geometry].triangles.at[k];
    return graze_vec3_make(p[0] + o->at.origin[0], p[1] + o->at.origin[1], p[2] + o->at.origin[2]);
}

/* Does any triangle of a meet any of b? One by one. */
static bool surfaces_meet(const model *m, size_t a, size_t b) {
    size_t count_a = m->made.of[m->s.objects[a].geometry].triangles.count;
    size_t count_b = m->made.of[m->s.objects[b].geometry].triangles.count;
    for (size_t i = 0; i < count_a; i += 3) {
        graze_triangle first = {{corner(m, a, i), corner(m, a, i + 1), corner(m, a, i + 2)}};
        for (size_t k = 0; k < count_b; k += 3) {
            graze_triangle second = {{corner(m, b, k), corner(m, b, k + 1), corner(m, b, k + 2)}};
            bool meet;
            assert_int_equal(graze_test_triangle_triangle(&first, &second, &meet), GRAZE_OK);
            if (meet) return true;
        }
    }
    return false;
}

static bool boxes_near(const model *m, size_t a, size_t b) {
    for (int k = 0; k < 3; ++k)
        if (fabs(m->s.objects[a].at.origin[k] - m->s.objects[b].at.origin[k]) > 2) return false;
    return true;
}

/* Object a against all others: by what is between the two, and some by their triangles. */
static void check_one(const model *m, const clash_options *options, const clash_list *found, size_t a,
                      int *by_triangles) {
    for (size_t b = 0; b < m->s.object_count; ++b) {
        clash c;
        size_t low = a < b ? a : b, high = a < b ? b : a;
        bool listed = false;
        if (a == b || !boxes_near(m, a, b)) continue;
        assert_int_equal(clash_pair(m, low, high, options, &c), GRAZE_OK);
        for (size_t i = 0; i < found->count; ++i)
            listed = listed || (found->at[i].a == c.a && found->at[i].b == c.b);
        assert_int_equal(listed, c.kind != CLASH_KIND_COUNT);
        if (*by_triangles <= 0) continue;
        --*by_triangles; /* one that is in the other without touching is listed, too */
        if (surfaces_meet(m, a, b)) assert_true(listed);
        if (listed && c.kind == CLASH_OVERLAP) assert_true(surfaces_meet(m, a, b));
    }
}

static void test_many(void **state) {
    (void)state;
    const char *asked = getenv("GRAZE_TEST_MANY");
    size_t count = asked ? (size_t)atol(asked) : (size_t)test_count(150);
    if (count < 20) count = 20;
    model m = many(count);
    clash_options options = {.threads = 2};
    clash_list found;
    fault f = {""};
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    if (!clash_find(&m, &options, &found, &f)) fail_msg("%s", f.text);
    clock_gettime(CLOCK_MONOTONIC, &end);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    print_message("%zu objects of %zu triangles: %zu clashes of %zu pairs in %.2f s, %ld MB in all\n",
                  count, m.made.of[0].primitives, found.count, found.pairs,
                  (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec),
                  usage.ru_maxrss / 1024);
    assert_true(found.count > count / 8);
    int by_triangles = 6;
    for (size_t a = 0; a < count; a += 1 + count / 20)
        check_one(&m, &options, &found, a, &by_triangles);
    clash_free(&found);
    model_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
