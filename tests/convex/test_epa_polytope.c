/* SPDX-License-Identifier: MIT
 * EPA's polytope under points that provoke every failure of B:3602-3688 (E6, E7): coplanar and nearly
 * coplanar faces, needles, duplicate points, points on edges, silhouettes that rounding tears. Whatever
 * happens the surface stays closed and oriented, every face's distance is a true bound, and what the
 * polytope says about the ball inside holds for the hull of all points. */
#include <float.h>
#include <math.h>

#include "convex/epa_polytope.h"
#include "harness.h"

#define ROUNDING 1e-14

static bool in_use(const gz_epa_face *f) { return f->corner[1] != GZ_EPA_NONE; }

/* NULL, or which invariant of epa_polytope.h does not hold. *nearest: the least distance. */
static const char *fault(const gz_epa_polytope *p, double *nearest) {
    *nearest = DBL_MAX;
    for (int i = 0; i < p->face_count; ++i) {
        const gz_epa_face *f = &p->faces[i];
        if (!in_use(f)) continue;
        double least = DBL_MAX;
        for (int e = 0; e < 3; ++e) {
            const gz_epa_face *g = &p->faces[f->beside[e] / 4];
            int back = f->beside[e] % 4;
            if (!in_use(g) || back > 2 || g->beside[back] != 4 * i + e) return "not closed";
            if (g->corner[back] != f->corner[(e + 1) % 3] || g->corner[(back + 1) % 3] != f->corner[e])
                return "neighbours disagree about an edge";
            least = fmin(least, wide3_dot(f->normal, p->y[f->corner[e]]));
        }
        if (fabs(wide3_length(f->normal) - 1) > 1e-14) return "normal is not a unit vector";
        if (f->distance > least + 1e-15) return "distance is no bound";
        *nearest = fmin(*nearest, f->distance);
    }
    return NULL;
}

static double uniform(graze_random *random) { return (double)graze_random_uniform(random, -1, 1); }

/* Points of the cube of half side 1: corners, on edges and sides, on a grid, all with or without noise;
 * now and then one that is already there. */
static wide3 nasty_point(const gz_epa_polytope *p, double noise, graze_random *random) {
    double x[3];
    int kind = (int)(graze_random_bits(random) % 6);
    if (kind == 0 && p->point_count > 0)
        return p->y[graze_random_bits(random) % (uint64_t)p->point_count];
    for (int i = 0; i < 3; ++i) {
        x[i] = uniform(random);
        if (kind == 1 || (kind == 2 && i > 0) || (kind == 3 && i > 1)) x[i] = x[i] < 0 ? -1 : 1;
        if (kind == 4) x[i] = round(2 * x[i]) / 2;
        x[i] += noise * uniform(random);
    }
    return wide3_make(x[0], x[1], x[2]);
}

/* A tetrahedron around the origin; flat, or a needle, one time in two. False: too flat. */
static bool begin(gz_epa_polytope *p, graze_random *random) {
    wide3 y[4] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, a[4] = {{0, 0, 0}};
    int kind = (int)(graze_random_bits(random) % 4);
    double thin = pow(10, -8 + 8 * uniform(random));
    for (int i = 0; i < 4; ++i) {
        if (kind == 1) y[i].z *= thin;
        if (kind == 2) {
            y[i].y *= thin;
            y[i].z *= thin;
        }
    }
    bool thick = gz_epa_begin(p, y, a, 2e-15);
    assert_true(thick == (kind == 0 || kind == 3 || thin > 2e-15) || (thin > 2e-16 && thin < 4e-15));
    return thick;
}

static double highest_above(const gz_epa_polytope *p, const wide3 *points, int count, wide3 *which) {
    double most = -DBL_MAX, height;
    for (int i = 0; i < count; ++i) {
        gz_epa_farthest_below(p, points[i], &height);
        if (height > most) {
            most = height;
            *which = points[i];
        }
    }
    return most;
}

static void whatever_the_points_the_surface_holds(void **state) {
    (void)state;
    uint64_t seed = test_seed(76101);
    graze_random random = graze_random_seed(seed);
    static gz_epa_polytope p;
    long refused = 0, expanded = 0;
    for (long i = 0; i < test_count(3000); ++i) {
        if (!begin(&p, &random)) continue;
        double noise = i % 3 == 0 ? 0 : pow(10, -12 + 5 * uniform(&random)), nearest;
        double lower = 0;
        for (int k = 0; k < 60; ++k) {
            gz_epa_point point = {.y = nasty_point(&p, noise, &random), .n = {1, 0, 0}};
            double height;
            int face = gz_epa_farthest_below(&p, point.y, &height);
            if (!(height > GZ_EPA_LEVEL)) continue;
            fault(&p, &nearest);
            if (gz_epa_expand(&p, face, &point, nearest, DBL_MAX))
                ++expanded;
            else
                ++refused;
            const char *what = fault(&p, &nearest);
            TEST_CHECK(!what, seed, i, "point %d, noise %g: %s", k, noise, what);
            /* The cube holds no larger ball, and an expansion takes nothing away. */
            TEST_CHECK(nearest <= 1 + noise + 1e-14, seed, i, "nearest %.17g", nearest);
            TEST_CHECK(nearest >= lower - 4e-15 * (k + 1), seed, i, "falls from %.17g to %.17g", lower,
                       nearest);
            if (nearest > lower) lower = nearest;
        }
    }
    assert_true(expanded > 20 * (refused + 1));
}

/* All corners of a cube and many points in its sides: no point stays above a face, and the nearest face
 * is the side. */
static void coplanar_points_end_in_the_hull(void **state) {
    (void)state;
    uint64_t seed = test_seed(76102);
    graze_random random = graze_random_seed(seed);
    static gz_epa_polytope p;
    for (long i = 0; i < test_count(400); ++i) {
        wide3 points[40];
        for (int k = 0; k < 8; ++k)
            points[k] = wide3_make(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
        for (int k = 8; k < 40; ++k) {
            double x[3] = {uniform(&random), uniform(&random), uniform(&random)};
            x[k % 3] = x[k % 3] < 0 ? -1 : 1;
            points[k] = wide3_make(x[0], x[1], x[2]);
        }
        wide3 y[4] = {{0.5, 0, -0.5}, {-0.5, 0, -0.5}, {0, 0.5, 0.5}, {0, -0.5, 0.5}},
              a[4] = {{0, 0, 0}};
        assert_true(gz_epa_begin(&p, y, a, 2e-15));
        double height = 0, nearest;
        wide3 which = {0, 0, 0};
        for (int k = 0; k < 100; ++k) {
            height = highest_above(&p, points + (i % 2 ? 0 : 8), i % 2 ? 40 : 32, &which);
            if (!(height > ROUNDING)) height = highest_above(&p, points, 40, &which);
            if (!(height > ROUNDING)) break;
            gz_epa_point point = {.y = which, .n = {1, 0, 0}};
            int face = gz_epa_farthest_below(&p, which, &height);
            fault(&p, &nearest);
            TEST_CHECK(gz_epa_expand(&p, face, &point, nearest, DBL_MAX), seed, i, "refused");
        }
        const char *what = fault(&p, &nearest);
        TEST_CHECK(!what, seed, i, "%s", what);
        TEST_CHECK(height <= ROUNDING && fabs(nearest - 1) <= 1e-14, seed, i, "height %g nearest %.17g",
                   height, nearest);
    }
}

/* The heap hands out live faces, nearest first. */
static void faces_come_nearest_first(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(76103));
    static gz_epa_polytope p;
    for (long i = 0; i < test_count(500); ++i) {
        wide3 y[4] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, a[4] = {{0, 0, 0}};
        assert_true(gz_epa_begin(&p, y, a, 2e-15));
        for (int k = 0; k < 20; ++k) {
            wide3 n = wide3_from(graze_random_direction(&random));
            gz_epa_point point = {.y = wide3_scale(n, 2), .n = n};
            double height;
            int face = gz_epa_farthest_below(&p, point.y, &height);
            if (height > GZ_EPA_LEVEL) gz_epa_expand(&p, face, &point, 0, DBL_MAX);
        }
        int live = 0, popped = 0;
        for (int k = 0; k < p.face_count; ++k) live += in_use(&p.faces[k]);
        double last = -DBL_MAX;
        for (int face; (face = gz_epa_nearest(&p)) != GZ_EPA_NONE; ++popped) {
            assert_true(in_use(&p.faces[face]) && p.faces[face].distance >= last);
            last = p.faces[face].distance;
        }
        assert_int_equal(popped, live);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_the_points_the_surface_holds),
        cmocka_unit_test(coplanar_points_end_in_the_hull),
        cmocka_unit_test(faces_come_nearest_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
