/* SPDX-License-Identifier: MIT
 * P18: every pair of sphere, boxes, segment, ray, triangle and polygon (convex or not, with holes),
 * against exact arithmetic, with a matrix that has no empty cell. P1-P17: the tests behind the cells.
 * R6: flat, thin, coincident, huge, tiny and far sets are among the random ones. */
#include "exact_polygon.h"

typedef struct cell {
    long cases, hits, band; /* band: answers that differ from the exact one within the rounding band */
} cell;
static cell matrix[SETS][SETS];

static double sum_of_halves(const any_set *s) {
    return s->kind == OBB ? (double)s->obb.half.x + (double)s->obb.half.y + (double)s->obb.half.z : 0;
}

static double distance_from(graze_vec3 p, const double q[3]) {
    return hypot(hypot((double)p.x - q[0], (double)p.y - q[1]), (double)p.z - q[2]);
}

static double extent_from(const any_set *s, const double center[3]) {
    double most = 0;
    graze_vec3 p[3];
    int count = 1;
    switch (s->kind) {
    case SPHERE:
        p[0] = s->sphere.center;
        most = (double)s->sphere.radius;
        break;
    case AABB:
        p[0] = s->aabb.lo;
        p[1] = s->aabb.hi;
        count = 2;
        break;
    case OBB:
        p[0] = s->obb.center;
        most = sum_of_halves(s);
        break;
    case SEGMENT:
        p[0] = s->segment.a;
        p[1] = s->segment.b;
        count = 2;
        break;
    case RAY:
        p[0] = s->ray.origin;
        if (isfinite(s->ray.max_t)) {
            p[1] = graze_vec3_add_scaled(p[0], s->ray.max_t, s->ray.direction);
            count = 2;
        }
        break;
    case POLYGON:
        for (uint32_t k = 0; k < s->polygon.count; ++k)
            most = fmax(most, distance_from(s->polygon.points[k], center));
        return most;
    default:
        memcpy(p, s->triangle.p, sizeof p);
        count = 3;
    }
    double far = 0;
    for (int k = 0; k < count; ++k) far = fmax(far, distance_from(p[k], center));
    return far + most;
}

/* The H of graze/polygon.h for points of one plane: seen from elsewhere they are as uneven as they
 * round. */
static double polygon_band(const graze_polygon *p, double size) {
    double length = 0, widest = 0, coordinate = 0;
    for (uint32_t i = 0; i < p->count; ++i) {
        length = fmax(length, distance_from(p->points[i], V3(p->points[0])));
        coordinate = fmax(coordinate, (double)graze_vec3_max_abs(p->points[i]));
    }
    for (uint32_t i = 1; i + 1 < p->count; ++i) {
        const double *a = V3(p->points[0]), *b = V3(p->points[i]), *c = V3(p->points[i + 1]);
        double n[3];
        for (int k = 0; k < 3; ++k) {
            int m = (k + 1) % 3, o = (k + 2) % 3;
            n[k] = (b[m] - a[m]) * (c[o] - a[o]) - (b[o] - a[o]) * (c[m] - a[m]);
        }
        widest = fmax(widest, hypot(hypot(n[0], n[1]), n[2]) / length);
    }
    return 2 * (0x1p-46 * size * length / widest + 0x1p-52 * coordinate);
}

/* The E of the header. */
static double band_of(const any_set *a, const any_set *b) {
    const double *center = a->kind == SPHERE ? V3(a->sphere.center)
                           : a->kind == AABB ? V3(a->aabb.lo)
                           : a->kind == OBB  ? V3(a->obb.center)
                                             : V3(b->obb.center);
    double size = extent_from(a, center) + extent_from(b, center), u = 0x1p-53;
    double eps = (double)GRAZE_EPSILON, halves = sum_of_halves(a) + sum_of_halves(b);
    if (b->kind == POLYGON) return polygon_band(&b->polygon, size) + 64 * eps * halves;
    if (a->kind == SPHERE && b->kind != OBB) return 16 * u * size;
    if (a->kind == SPHERE || !((a->kind == OBB || a->kind == AABB) && b->kind == OBB))
        return 64 * eps * halves + 64 * u * size;
    if (a->kind == AABB) {
        graze_vec3 h = graze_aabb_extent(a->aabb);
        halves += (double)h.x + (double)h.y + (double)h.z;
    }
    return 256 * eps * halves + 64 * u * size;
}

static void print_set(const any_set *s) {
    const char *name = set_names[s->kind];
    const graze_real *v = (const graze_real *)((const char *)s + offsetof(any_set, sphere));
    if (s->kind == POLYGON) {
        printf("  polygon of:");
        for (uint32_t k = 0; k < s->polygon.count; ++k)
            printf(" (%.17g, %.17g, %.17g)", (double)s->polygon.points[k].x,
                   (double)s->polygon.points[k].y, (double)s->polygon.points[k].z);
        printf("\n");
        return;
    }
    printf("  %s of:", name);
    for (size_t k = 0; k < (offsetof(any_set, polygon) - offsetof(any_set, sphere)) / sizeof *v; ++k)
        printf(" %.17g", (double)v[k]);
    printf("\n");
}

static bool truly_meet(const any_set *a, const any_set *b, double grow) {
    return b->kind == POLYGON ? exact_meet_polygon(a, b, grow) : exact_meet(a, b, grow);
}

static void check_pair(const any_set *a, const any_set *b, uint64_t seed, long number) {
    bool hit = false;
    cell *c = &matrix[a->kind][b->kind];
    TEST_CHECK(set_test(a, b, &hit) == GRAZE_OK, seed, number, "%s-%s refused", set_names[a->kind],
               set_names[b->kind]);
    bool truth = truly_meet(a, b, 0);
    ++c->cases;
    c->hits += truth;
    if (hit == truth) return;
    ++c->band;
    bool has_band = a->kind == SPHERE || a->kind == OBB || b->kind == OBB;
    bool conservative = a->kind != SPHERE && b->kind != POLYGON; /* boxes never miss */
    double band = band_of(a, b);
    bool fine = has_band && (hit ? truly_meet(a, b, band) : !conservative && !truly_meet(a, b, -band));
    if (fine) return;
    print_set(a);
    print_set(b);
    test_fail(seed, number, "%s-%s: %d instead of %d, band %g", set_names[a->kind], set_names[b->kind],
              hit, truth, band);
}

static void every_cell_agrees_with_exact_arithmetic(void **state) {
    (void)state;
    static lattice_polygon storage[2];
    uint64_t seed = test_seed(1);
    long count = test_count(10000);
    for (int i = 0; i < SETS; ++i)
        for (int j = i; j < SETS; ++j) {
            graze_random random = graze_random_seed(seed + (uint64_t)(i * SETS + j));
            for (long n = 0; n < count; ++n) {
                any_set a, b;
                if (j == POLYGON)
                    set_polygon_pair(&random, i, &a, &b, storage);
                else
                    set_pair(&random, i, j, &a, &b);
                check_pair(&a, &b, seed, n);
            }
        }
}

/* R6: triangles down to a width of nothing, against sets next to them. */
static void slivers(void **state) {
    (void)state;
    uint64_t seed = test_seed(2);
    long count = test_count(10000);
    for (int i = 0; i <= TRIANGLE; ++i) {
        graze_random random = graze_random_seed(seed + (uint64_t)i);
        for (long n = 0; n < count; ++n) {
            any_set t = {.kind = TRIANGLE};
            graze_vec3 x;
            t.triangle = set_thin_triangle(&random, &x);
            any_set s = set_random(&random, i, 0, x);
            if (i == TRIANGLE && set_below(&random, 2)) {
                graze_vec3 y;
                s.triangle = set_thin_triangle(&random, &y);
                for (int k = 0; k < 3; ++k)
                    s.triangle.p[k] = graze_vec3_add(s.triangle.p[k], graze_vec3_sub(x, y));
            }
            if (i == AABB && set_below(&random, 2)) {
                graze_vec3 to = set_nudged(&random, x), size = graze_vec3_sub(s.aabb.hi, s.aabb.lo);
                s.aabb = (graze_aabb){to, graze_vec3_add(to, size)};
            }
            if (i == SPHERE && set_below(&random, 2)) {
                s.sphere.center = set_nudged(&random, x);
                s.sphere.radius = (graze_real)ldexp(1, -set_below(&random, 52));
            }
            check_pair(&s, &t, seed, n);
        }
    }
}

static void no_cell_is_empty(void **state) {
    (void)state;
    printf("cases, per cent that meet, and answers within the rounding band:\n%9s", "");
    for (int j = 0; j < SETS; ++j) printf(" %17s", set_names[j]);
    printf("\n");
    for (int i = 0; i < SETS; ++i) {
        printf("%9s", set_names[i]);
        for (int j = 0; j < SETS; ++j) {
            const cell *c = &matrix[i][j];
            if (j < i) {
                printf(" %17s", "");
                continue;
            }
            assert_true(c->cases > 0);
            double share = 100 * (double)c->hits / (double)c->cases;
            printf(" %7ld %3.0f%% %4ld", c->cases, share, c->band);
            if (c->cases >= 1000) assert_true(share > 25 && share < 75);
        }
        printf("\n");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cell_agrees_with_exact_arithmetic),
        cmocka_unit_test(slivers),
        cmocka_unit_test(no_cell_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
