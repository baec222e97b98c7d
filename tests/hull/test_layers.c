/* SPDX-License-Identifier: MIT
 * S5: the Dobkin-Kirkpatrick hierarchy keeps the book's bounds (B:969-1000), each layer is the hull of
 * its vertices, and every search on it (U2-U4) finds the exact top. */
#include <math.h>

#include "harness.h"
#include "hull/climb.h"
#include "oracle/point_family.h"

typedef struct fixture {
    graze_vec3 *points;
    graze_hull *hull;
    graze_hull_view view;
    gz_layers *layers;
    long double slack; /* of the oracle: a few roundings in long double of the diameter */
} fixture;

static fixture make_fixture(point_family family, uint32_t count, gz_thinning thinning, uint32_t stop,
                            graze_random *random) {
    fixture f;
    f.points = malloc(count * sizeof *f.points);
    point_family_make(family, count, random, f.points);
    assert_int_equal(graze_hull_create(f.points, count, 0, &f.hull), GRAZE_OK);
    assert_int_equal(graze_hull_get(f.hull, &f.view), GRAZE_OK);
    gz_layers_options options = {.thinning = thinning,
                                 .stop = stop,
                                 .degree_limit = 64,
                                 .aside_limit = 16,
                                 .center = f.view.vertices[0]};
    assert_int_equal(gz_layers_create(f.hull, &options, &f.layers), GRAZE_OK);
    f.slack = 0;
    for (uint32_t i = 1; i < f.view.vertex_count; ++i) {
        graze_vec3 offset = graze_vec3_sub(f.view.vertices[i], f.view.vertices[0]);
        f.slack = fmaxl(f.slack, 0x1p-59L * graze_vec3_length(offset));
    }
    return f;
}

static void free_fixture(fixture *f) {
    gz_layers_release(f->layers);
    graze_hull_release(f->hull);
    free(f->points);
}

static bool are_neighbours(const gz_layer *layer, uint32_t p, uint32_t q) {
    for (uint32_t k = layer->start[2 * p]; k < layer->start[2 * p + 2]; ++k)
        if (layer->neighbours[k] == q) return true;
    return false;
}

static void check_numbering(const fixture *f, uint64_t seed) {
    const gz_layers *g = f->layers;
    assert_int_equal(g->vertex_count, f->view.vertex_count);
    assert_int_equal(g->graph_count, g->layers[0].count);
    assert_true(g->vertex_count - g->graph_count <= 16);
    bool *seen = calloc(g->vertex_count, sizeof *seen);
    for (uint32_t i = 0; i < g->vertex_count; ++i) {
        TEST_CHECK(g->order[i] < g->vertex_count && !seen[g->order[i]], seed, i, "not a permutation");
        seen[g->order[i]] = true;
        TEST_CHECK(graze_vec3_equal(g->vertices[i], f->view.vertices[g->order[i]]), seed, i,
                   "coordinates changed");
    }
    free(seen);
}

/* What the header of layers.h promises about one layer; coarser is the count of the next, or 0. */
static void check_structure(const gz_layer *layer, uint32_t i, uint32_t coarser, uint64_t seed) {
    uint32_t n = layer->count;
    for (uint32_t p = 0; p < n; ++p) {
        uint32_t begin = layer->start[2 * p], middle = layer->start[2 * p + 1];
        uint32_t end = layer->start[2 * p + 2];
        TEST_CHECK(begin <= middle && middle <= end, seed, p, "ranges of layer %u", i);
        for (uint32_t k = begin; k < end; ++k) {
            uint32_t q = layer->neighbours[k];
            TEST_CHECK(q < n && q != p, seed, p, "neighbour %u of layer %u", q, i);
            TEST_CHECK(are_neighbours(layer, q, p), seed, p, "one-sided edge in layer %u", i);
            TEST_CHECK((k < middle) == (q >= coarser), seed, p, "fresh part of layer %u", i);
            for (uint32_t m = begin; m < k; ++m)
                TEST_CHECK(layer->neighbours[m] != q, seed, p, "double edge in layer %u", i);
        }
    }
}

/* Algorithm 2.1: what leaves has a low degree, and no two of them are neighbours. */
static void check_independence(const gz_layer *layer, uint32_t i, uint32_t coarser, uint64_t seed) {
    for (uint32_t p = coarser; p < layer->count; ++p) {
        uint32_t begin = layer->start[2 * p], end = layer->start[2 * p + 2];
        TEST_CHECK(end - begin <= GZ_LAYER_DEGREE, seed, p, "degree %u leaves layer %u", end - begin,
                   i);
        for (uint32_t k = begin; k < end; ++k)
            TEST_CHECK(layer->neighbours[k] < coarser, seed, p, "neighbours leave layer %u together",
                       i);
    }
}

/* How many vertices below limit, other than p, are within two edges of p. */
static uint32_t count_within_two_edges(const gz_layer *layer, uint32_t p, uint32_t limit) {
    uint32_t count = 0;
    for (uint32_t k = layer->start[2 * p]; k < layer->start[2 * p + 2]; ++k) {
        uint32_t q = layer->neighbours[k];
        count += q < limit;
        for (uint32_t m = layer->start[2 * q]; m < layer->start[2 * q + 2]; ++m)
            count += layer->neighbours[m] != p && layer->neighbours[m] < limit;
    }
    return count;
}

static void layers_keep_the_bounds_of_the_book(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(169));
    graze_random random = graze_random_seed(seed);
    for (int family = 0; family < FAMILY_COUNT; ++family) {
        for (uint32_t count = 5; count <= 2000; count = count * 3 + 1) {
            fixture f = make_fixture((point_family)family, count, GZ_THIN_INDEPENDENT, 4, &random);
            const gz_layers *g = f.layers;
            check_numbering(&f, seed);
            for (uint32_t i = 0; i < g->layer_count; ++i) {
                bool last = i + 1 == g->layer_count;
                uint32_t coarser = last ? 0 : g->layers[i + 1].count;
                TEST_CHECK(18 * coarser <= 17 * g->layers[i].count, seed, family,
                           "layer %u shrinks from %u to %u", i, g->layers[i].count, coarser);
                check_structure(&g->layers[i], i, coarser, seed);
                if (!last) check_independence(&g->layers[i], i, coarser, seed);
            }
            TEST_CHECK(g->layers[g->layer_count - 1].count <= 4, seed, family, "no simplex at the end");
            double most = 1 + ceil(log((double)count / 4) / log(18.0 / 17.0));
            TEST_CHECK(g->layer_count <= most, seed, family, "%u layers", g->layer_count);
            free_fixture(&f);
        }
    }
}

/* A triangulated polyhedron of n vertices has 3n - 6 edges: no layer lacks one. */
static void layers_are_fully_triangulated(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(170));
    graze_random random = graze_random_seed(seed);
    const point_family solid[] = {FAMILY_ELLIPSOID, FAMILY_NEEDLE, FAMILY_SLIVERS, FAMILY_FAR};
    for (int k = 0; k < 4; ++k) {
        fixture f = make_fixture(solid[k], 1000, GZ_THIN_INDEPENDENT, 4, &random);
        for (uint32_t i = 0; i < f.layers->layer_count; ++i) {
            const gz_layer *layer = &f.layers->layers[i];
            TEST_CHECK(layer->start[2 * layer->count] == 2 * (3 * layer->count - 6), seed, k,
                       "%u half-edges on layer %u of %u vertices", layer->start[2 * layer->count], i,
                       layer->count);
        }
        free_fixture(&f);
    }
}

/* Climbing on any layer finds the exact top of that layer's vertices: so its graph is that of their
 * hull. */
static void each_layer_is_the_hull_of_its_vertices(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(171));
    graze_random random = graze_random_seed(seed);
    for (int family = 0; family < FAMILY_COUNT; ++family) {
        fixture f = make_fixture((point_family)family, 500, GZ_THIN_INDEPENDENT, 4, &random);
        const gz_layers *g = f.layers;
        for (long n = 0; n < test_count(5000); ++n) {
            const gz_layer *layer = &g->layers[(uint64_t)n % g->layer_count];
            graze_vec3 v = point_family_direction(&f.view, n / g->layer_count, &random);
            uint32_t from = (uint32_t)(graze_random_bits(&random) % layer->count);
            bool ended;
            uint32_t p = gz_climb_layer(g, layer, v, from, layer->count, &ended, NULL);
            TEST_CHECK(ended, seed, n, "%s: climbing did not end",
                       point_family_name((point_family)family));
            long double shortfall = point_family_shortfall(g->vertices, layer->count, v, p);
            TEST_CHECK(shortfall <= f.slack, seed, n, "%s: %Lg short",
                       point_family_name((point_family)family), shortfall);
        }
        free_fixture(&f);
    }
}

typedef struct search_statistics {
    uint64_t most, total;
} search_statistics;

enum { SEARCH_HILL, SEARCH_MULTILAYER, SEARCH_TWO_PHASE, SEARCH_NEAR, SEARCH_COUNT };
static const char *const search_names[] = {"hill climbing", "multilayer", "two-phase", "near first"};

static uint32_t search_by(int method, const gz_layers *g, graze_vec3 v, uint32_t from,
                          uint64_t *visits) {
    switch (method) {
    case SEARCH_HILL:
        return gz_climb_hill(g, v, from, visits);
    case SEARCH_MULTILAYER:
        return gz_climb_multilayer(g, v, visits);
    case SEARCH_TWO_PHASE:
        return gz_climb_two_phase(g, v, from, visits);
    default:
        return gz_climb_near(g, v, from, 3, visits);
    }
}

/* Runs every search from every kind of start and checks that it ends at an exact top. */
static void run_searches(const fixture *f, const char *name, long directions, uint64_t seed,
                         graze_random *random, search_statistics statistics[SEARCH_COUNT]) {
    const gz_layers *g = f->layers;
    uint32_t last = 0;
    for (long n = 0; n < directions; ++n) {
        graze_vec3 v = point_family_direction(&f->view, n, random);
        /* from the last find, from anywhere, from a number that is no vertex at all */
        uint32_t anything = (uint32_t)graze_random_bits(random);
        uint32_t from = n % 3 == 0 ? last : n % 3 == 1 ? anything % g->vertex_count : anything;
        for (int method = 0; method < SEARCH_COUNT; ++method) {
            uint64_t visits = 0;
            uint32_t p = search_by(method, g, v, from, &visits);
            if (p != last || method == 0) {
                long double shortfall = point_family_shortfall(g->vertices, g->vertex_count, v, p);
                TEST_CHECK(shortfall <= f->slack, seed, n, "%s on %s: %Lg short", search_names[method],
                           name, shortfall);
            }
            last = p;
            if (visits > statistics[method].most) statistics[method].most = visits;
            statistics[method].total += visits;
        }
    }
}

static void every_search_finds_the_exact_top(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(172));
    graze_random random = graze_random_seed(seed);
    for (int family = 0; family < FAMILY_COUNT; ++family) {
        for (uint32_t count = 8; count <= 2048; count *= 4) {
            for (int k = 0; k < 2; ++k) {
                search_statistics statistics[SEARCH_COUNT] = {{0, 0}};
                gz_thinning thinning = k == 0 ? GZ_THIN_INDEPENDENT : GZ_THIN_SPREAD;
                fixture f = make_fixture((point_family)family, count, thinning, 4, &random);
                run_searches(&f, point_family_name((point_family)family), test_count(10000), seed,
                             &random, statistics);
                free_fixture(&f);
            }
        }
    }
}

/* A turned box with a point barely above the middle of one face. Looking through the box from there,
 * rounding hides that the edges to the corners rise: the search must not stay on the wrong side. */
static void nearly_flat_vertices_are_no_trap(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(175));
    graze_random random = graze_random_seed(seed);
    long hidden = 0;
    for (long n = 0; n < test_count(20000); ++n) {
        graze_quat turn = graze_random_rotation(&random);
        graze_vec3 points[9], inward = graze_quat_rotate(turn, graze_vec3_make(0, 0, -1));
        for (int i = 0; i < 8; ++i)
            points[i] = graze_quat_rotate(
                turn, graze_vec3_make(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 0 : -1));
        points[8] = graze_vec3_scale(inward, -GRAZE_EPSILON / 2);
        graze_hull *hull;
        assert_int_equal(graze_hull_create(points, 9, 0, &hull), GRAZE_OK);
        gz_layers_options options = {.stop = 16, .degree_limit = 64, .aside_limit = 0};
        gz_layers *g;
        assert_int_equal(gz_layers_create(hull, &options, &g), GRAZE_OK);
        uint32_t from = 0;
        while (from < g->vertex_count && !graze_vec3_equal(g->vertices[from], points[8])) ++from;
        if (from < g->vertex_count) { /* else rounding put it inside */
            bool clear = false;
            const gz_layer *layer = &g->layers[0];
            for (uint32_t k = layer->start[2 * from]; k < layer->start[2 * from + 2]; ++k) {
                real bound,
                    rise = gz_rise(inward, points[8], g->vertices[layer->neighbours[k]], &bound);
                clear = clear || rise > bound;
            }
            hidden += !clear;
            uint32_t p = gz_climb_hill(g, inward, from, NULL);
            long double shortfall = point_family_shortfall(g->vertices, g->vertex_count, inward, p);
            TEST_CHECK(shortfall <= 0x1p-58L, seed, n, "%Lg short", shortfall);
        }
        gz_layers_release(g);
        graze_hull_release(hull);
    }
    if (test_count(1000) >= 100) assert_true(hidden > test_count(20000) / 10);
}

/* U2: the apex of a cone of 10,000 sides has degree 10,000, yet no search looks at more than a few
 * hundred vertices; nor on prisms and polygons of that size, whose facets are triangulated. */
static void visits_stay_bounded_on_huge_degrees(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(173));
    graze_random random = graze_random_seed(seed);
    const point_family families[] = {FAMILY_CONE, FAMILY_BIPYRAMID, FAMILY_PRISM, FAMILY_POLYGON};
    for (int k = 0; k < 8; ++k) {
        search_statistics statistics[SEARCH_COUNT] = {{0, 0}};
        gz_thinning thinning = k < 4 ? GZ_THIN_SPREAD : GZ_THIN_INDEPENDENT;
        const char *name = point_family_name(families[k % 4]);
        fixture f = make_fixture(families[k % 4], 10001, thinning, 64, &random);
        long directions = test_count(k == 0 ? 100000 : 20000);
        run_searches(&f, name, directions, seed, &random, statistics);
        for (int method = 0; method < SEARCH_COUNT; ++method) {
            print_message("%s, %s, %s: %llu visits at most, %.1f on average\n", name,
                          k < 4 ? "spread" : "by the book", search_names[method],
                          (unsigned long long)statistics[method].most,
                          (double)statistics[method].total / (double)directions);
            uint64_t limit = families[k % 4] == FAMILY_CONE ? 300 : 500;
            TEST_CHECK(statistics[method].most <= limit, seed, k, "%s on a %s: %llu visits",
                       search_names[method], name, (unsigned long long)statistics[method].most);
        }
        free_fixture(&f);
    }
}

/* Spread layers: whatever leaves is within two edges of what stays, and what stays is farther apart. */
static void spread_layers_cover_every_vertex(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(174));
    graze_random random = graze_random_seed(seed);
    for (int family = 0; family < FAMILY_COUNT; ++family) {
        fixture f = make_fixture((point_family)family, 1500, GZ_THIN_SPREAD, 4, &random);
        check_numbering(&f, seed);
        for (uint32_t i = 0; i + 1 < f.layers->layer_count; ++i) {
            const gz_layer *layer = &f.layers->layers[i];
            uint32_t coarser = f.layers->layers[i + 1].count;
            check_structure(layer, i, coarser, seed);
            TEST_CHECK(18 * coarser <= 17 * layer->count, seed, family, "layer %u hardly shrinks", i);
            for (uint32_t p = 0; p < layer->count; ++p) {
                uint32_t near = count_within_two_edges(layer, p, coarser);
                TEST_CHECK(p < coarser ? near == 0 : near > 0, seed, family,
                           "vertex %u of layer %u has %u within two edges", p, i, near);
            }
        }
        free_fixture(&f);
    }
}

static graze_status make_layers(void *context) {
    fixture *f = context;
    gz_layers_options options = {.stop = 4, .degree_limit = 64, .aside_limit = 16};
    gz_layers *layers;
    graze_status status = gz_layers_create(f->hull, &options, &layers);
    if (status == GRAZE_OK) gz_layers_release(layers);
    return status;
}

static void no_failing_allocation_leaves_anything(void **state) {
    (void)state;
    graze_random random = graze_random_seed(5);
    fixture f = make_fixture(FAMILY_CONE, 100, GZ_THIN_INDEPENDENT, 4, &random);
    assert_true(f.layers->graph_count < f.layers->vertex_count);
    assert_true(f.layers->layer_count > 3);
    assert_true(test_every_allocation_failure(make_layers, &f) > 10);
    free_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_keep_the_bounds_of_the_book),
        cmocka_unit_test(layers_are_fully_triangulated),
        cmocka_unit_test(each_layer_is_the_hull_of_its_vertices),
        cmocka_unit_test(every_search_finds_the_exact_top),
        cmocka_unit_test(nearly_flat_vertices_are_no_trap),
        cmocka_unit_test(visits_stay_bounded_on_huge_degrees),
        cmocka_unit_test(spread_layers_cover_every_vertex),
        cmocka_unit_test(no_failing_allocation_leaves_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
