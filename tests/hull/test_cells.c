/* SPDX-License-Identifier: MIT
 * Cells of directions: each names all vertices that are farthest along any direction in it, and what
 * their values rule out is lower for sure. */
#include "harness.h"
#include "hull/cells.h"
#include "hull/climb.h"
#include "oracle/point_family.h"

typedef struct fixture {
    graze_vec3 *points;
    graze_hull *hull;
    graze_hull_view view;
    gz_layers *layers;
    gz_cells *cells;
    graze_vec3 half;
} fixture;

static void set_half(fixture *f) {
    graze_vec3 lo = f->view.vertices[0], hi = lo;
    for (uint32_t i = 1; i < f->view.vertex_count; ++i) {
        lo = graze_vec3_min(lo, f->view.vertices[i]);
        hi = graze_vec3_max(hi, f->view.vertices[i]);
    }
    f->half = graze_vec3_scale(graze_vec3_sub(hi, lo), (graze_real)0.5);
}

static fixture make_fixture(point_family family, uint32_t count, graze_random *random) {
    fixture f;
    f.points = malloc(count * sizeof *f.points);
    point_family_make(family, count, random, f.points);
    assert_int_equal(graze_hull_create(f.points, count, 0, &f.hull), GRAZE_OK);
    assert_int_equal(graze_hull_get(f.hull, &f.view), GRAZE_OK);
    gz_layers_options options = {
        .thinning = GZ_THIN_SPREAD, .stop = 64, .degree_limit = 64, .aside_limit = 16};
    assert_int_equal(gz_layers_create(f.hull, &options, &f.layers), GRAZE_OK);
    set_half(&f);
    assert_int_equal(gz_cells_create(f.layers, f.half, &f.cells), GRAZE_OK);
    return f;
}

static void free_fixture(fixture *f) {
    gz_cells_release(f->cells);
    gz_layers_release(f->layers);
    graze_hull_release(f->hull);
    free(f->points);
}

/* A direction on or next to the border of a cell, also where faces of the cube meet. */
static graze_vec3 border_direction(const gz_cells *cells, graze_random *random) {
    double s[3];
    for (int i = 0; i < 3; ++i) {
        uint64_t bits = graze_random_bits(random);
        double t = 2 * (double)(bits % (cells->size + 1)) / (double)cells->size - 1;
        double c = (double)GZ_CELL_BEND;
        double u = ((1 + c) - sqrt((1 + c) * (1 + c) - 4 * c * fabs(t))) / (2 * c);
        s[i] = (t < 0 ? -u : u) * (1 + ((double)(bits >> 32 & 7) - 3) * (double)GRAZE_EPSILON);
    }
    s[graze_random_bits(random) % 3] = graze_random_bits(random) % 2 ? 1 : -1;
    return graze_vec3_make((graze_real)s[0] / cells->scale.x, (graze_real)s[1] / cells->scale.y,
                           (graze_real)s[2] / cells->scale.z);
}

/* Some member is exactly as far along v as the top, and no value says otherwise. */
static void check_direction(const fixture *f, graze_vec3 v, uint64_t seed, long n, const char *name) {
    float u, w;
    const gz_cell *cell = gz_cells_at(f->cells, v, &u, &w);
    if (!cell || cell->count == 0) return;
    const graze_vec3 *vertices = f->layers->vertices;
    uint32_t top = gz_climb_hill(f->layers, v, cell->vertex[0], NULL);
    float highest = -1, best = -1;
    for (uint32_t k = 0; k < cell->count; ++k) {
        const gz_cell *in = k < GZ_CELL_LANES ? cell : &f->cells->cells[cell->more];
        uint32_t lane = k % GZ_CELL_LANES, p = gz_cells_member(f->cells, cell, k);
        float value = in->a[lane] + (u * in->b[lane] + w * in->c[lane]);
        if (k == 0 || value > highest) highest = value;
        bool level = gz_rise_exact(v, vertices[top], vertices[p]) == 0;
        TEST_CHECK(level || !gz_rises(v, vertices[top], vertices[p]), seed, n, "%s: no top", name);
        if (level && value > best) best = value;
    }
    TEST_CHECK(best > highest - cell->bound, seed, n, "%s: the farthest is no member or ruled out",
               name);
}

static void cells_name_the_farthest_vertex(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(961));
    graze_random random = graze_random_seed(seed);
    int suited = 0;
    for (int family = 0; family < FAMILY_COUNT; ++family) {
        const char *name = point_family_name((point_family)family);
        for (uint32_t count = 20; count <= 5000; count *= 5) {
            fixture f = make_fixture((point_family)family, count, &random);
            for (long n = 0; f.cells && n < test_count(20000); ++n) {
                check_direction(&f, gz_direction(point_family_direction(&f.view, n, &random)), seed, n,
                                name);
                check_direction(&f, gz_direction(border_direction(f.cells, &random)), seed, n, name);
            }
            suited += f.cells != NULL;
            free_fixture(&f);
        }
    }
    assert_true(suited > FAMILY_COUNT);
}

/* On round hulls, which they are for, nearly all cells fit into eight lanes and none is left out. */
static void cells_of_round_hulls_are_small(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(UINT64_C(962)));
    for (uint32_t count = 100; count <= 10000; count *= 10) {
        fixture f = make_fixture(FAMILY_ELLIPSOID, count, &random);
        assert_non_null(f.cells);
        uint32_t own = 6 * f.cells->size * f.cells->size;
        for (uint32_t i = 0; i < own; ++i) assert_true(f.cells->cells[i].count > 0);
        assert_true(f.cells->count - own < own / 2);
        assert_true(f.cells->bytes <= 160 * (size_t)f.view.vertex_count + 1024);
        free_fixture(&f);
    }
}

static graze_status make_cells(void *context) {
    fixture *f = context;
    gz_cells *cells;
    graze_status status = gz_cells_create(f->layers, f->half, &cells);
    if (status == GRAZE_OK) gz_cells_release(cells);
    return status;
}

static void no_failing_allocation_leaves_anything(void **state) {
    (void)state;
    graze_random random = graze_random_seed(5);
    fixture f = make_fixture(FAMILY_ELLIPSOID, 200, &random);
    assert_true(test_every_allocation_failure(make_cells, &f) >= 3);
    free_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_name_the_farthest_vertex),
        cmocka_unit_test(cells_of_round_hulls_are_small),
        cmocka_unit_test(no_failing_allocation_leaves_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
