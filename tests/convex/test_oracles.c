/* SPDX-License-Identifier: MIT
 * The oracles against each other and against closed forms: the algorithms of chapter 4 that the library
 * does not use (V3 Seidel's linear programme, V4 Chung-Wang, V5 explicit difference, V6 Lin-Canny as V7
 * V-Clip, J1 and J2 Johnson's algorithm, J3 the book's GJK) must agree before they may judge it. */
#include "convex/simplex.h"
#include "harness.h"
#include "oracle/aligned_boxes.h"
#include "oracle/book_gjk.h"
#include "oracle/chung_wang.h"
#include "oracle/johnson.h"
#include "oracle/minkowski.h"
#include "oracle/planted.h"
#include "oracle/random_shape.h"
#include "oracle/seidel_lp.h"
#include "oracle/vclip.h"

#define DOUBLE_EPSILON                                                                                 \
    1.1102230246251565e-16L /* the library's simplex works in double in both builds */

/* -- Johnson's algorithm -- */

static ld3 simplex_point(int family, graze_random *random) {
    ld3 p = ld3_from(random_vector(1, random));
    if (family == 1) p = (ld3){truncl(3 * p.x), truncl(3 * p.y), truncl(3 * p.z)};
    if (family == 2) p.z = (long double)(double)(p.z * 1e-3L + 0.5L);
    return p;
}

/* The nearest point of a simplex to the origin by features alone. */
static long double simplex_distance(const ld3 *y, int count) {
    static const ld3 origin = {0, 0, 0};
    int three[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    oracle_polyhedron body = {.vertex_count = count,
                              .vertices = (ld3 *)y,
                              .edges = (oracle_edge[]){{0, count > 1, -1, -1}},
                              .edge_count = 1,
                              .triangles = three,
                              .triangle_count = count == 4 ? 4 : count == 3};
    return oracle_polyhedron_point_distance(&body, origin);
}

static void johnson_agrees_with_the_library_and_with_brute_force(void **state) {
    (void)state;
    uint64_t seed = test_seed(61001);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(100000); ++i) {
        int count = 1 + (int)(graze_random_bits(&random) % 4), family = (int)(i % 3);
        gz_simplex simplex = {.count = count};
        ld3 y[4];
        long double weight[4], size = 0;
        for (int k = 0; k < count; ++k) {
            y[k] = simplex_point(family, &random);
            simplex.y[k] = wide3_make((double)y[k].x, (double)y[k].y, (double)y[k].z);
            size = fmaxl(size, ld3_length(y[k]));
        }
        ld3 v = oracle_johnson_closest(y, count, weight);
        wide3 ours = gz_simplex_reduce(&simplex, false);
        long double brute = simplex_distance(y, count), length = ld3_length(v);
        ld3 off = {v.x - ours.x, v.y - ours.y, v.z - ours.z};
        TEST_CHECK(fabsl(length - brute) <= 1e-15L * size, seed, i,
                   "family %d, %d points: Johnson %.20Lg, brute force %.20Lg", family, count, length,
                   brute);
        /* Where the nearest point itself is ill conditioned (flat family) its length still is not. */
        long double allowed = (family == 2 ? 1e4L : 64) * DOUBLE_EPSILON * size;
        TEST_CHECK(ld3_length(off) <= allowed, seed, i,
                   "family %d, %d points: Johnson and we are %Lg apart", family, count,
                   ld3_length(off));
    }
}

/* J2: after points were added and dropped many times, what the cache holds is bit for bit what would be
 * computed from scratch. */
static void johnsons_cache_holds_what_a_fresh_start_computes(void **state) {
    (void)state;
    uint64_t seed = test_seed(61002);
    graze_random random = graze_random_seed(seed);
    oracle_johnson cached = {.set = 0};
    long reused = 0;
    for (long i = 0; i < test_count(20000); ++i) {
        reused += cached.set != 0;
        oracle_johnson_add(&cached, ld3_from(random_vector(1, &random)));
        oracle_johnson fresh = {.set = 0};
        int slot[4] = {0};
        for (int k = 0; k < 4; ++k)
            if (cached.set >> k & 1) slot[k] = oracle_johnson_add(&fresh, cached.y[k]);
        for (unsigned set = 1; set < 16; ++set) {
            unsigned same = 0;
            if ((set & cached.set) != set) continue;
            for (int k = 0; k < 4; ++k) same |= (set >> k & 1) << slot[k];
            for (int k = 0; k < 4; ++k)
                if (set >> k & 1)
                    TEST_CHECK(cached.delta[set][k] == fresh.delta[same][slot[k]], seed, i,
                               "delta[%u][%d] is stale", set, k);
        }
        unsigned smallest = oracle_johnson_subset(&cached, 0);
        cached.set = smallest == 15 ? 7 & (unsigned)graze_random_bits(&random) : smallest;
    }
    assert_true(reused > 0);
}

/* -- pairs of polytopes -- */

enum { CLOUD = 12 };

typedef struct random_pair {
    graze_vec3 points[2][CLOUD];
    int count[2];
    graze_hull *hull[2];
    oracle_polyhedron body[2];
    long double size;
} random_pair;

static void pair_from_points(const graze_vec3 *a, int count_a, const graze_vec3 *b, int count_b,
                             random_pair *pair) {
    graze_pose identity = graze_pose_identity();
    memcpy(pair->points[0], a, (size_t)count_a * sizeof *a);
    memcpy(pair->points[1], b, (size_t)count_b * sizeof *b);
    pair->count[0] = count_a;
    pair->count[1] = count_b;
    pair->size = 0;
    for (int k = 0; k < 2; ++k) {
        assert_int_equal(graze_hull_create(pair->points[k], (size_t)pair->count[k], 0, &pair->hull[k]),
                         GRAZE_OK);
        pair->body[k] = oracle_polyhedron_from_hull(pair->hull[k], &identity);
        pair->size += 2 * oracle_polyhedron_extent(&pair->body[k], NULL);
    }
}

/* Two clouds of 4 to 12 points, on a grid every third time, whose hulls meet about half the time. */
static random_pair pair_make(long number, graze_random *random) {
    graze_vec3 points[2][CLOUD];
    int count[2];
    graze_vec3 between = random_vector((graze_real)1.5, random);
    for (int k = 0; k < 2; ++k) {
        count[k] = 4 + (int)(graze_random_bits(random) % (CLOUD - 3));
        for (int i = 0; i < count[k]; ++i) {
            graze_vec3 p = random_vector(1, random);
            if (k == 1) p = graze_vec3_add(p, between);
            if (number % 3 == 0)
                p = graze_vec3_make((graze_real)(int)(2 * p.x), (graze_real)(int)(2 * p.y),
                                    (graze_real)(int)(2 * p.z));
            points[k][i] = p;
        }
    }
    random_pair pair;
    pair_from_points(points[0], count[0], points[1], count[1], &pair);
    return pair;
}

static void pair_free(random_pair *pair) {
    for (int k = 0; k < 2; ++k) {
        oracle_polyhedron_free(&pair->body[k]);
        graze_hull_release(pair->hull[k]);
    }
}

static bool is_solid(const random_pair *pair) {
    return pair->body[0].facet_count > 0 && pair->body[1].facet_count > 0;
}

/* Brute force with no hull at all: every pair and triple of points. */
static long double distance_without_hulls(const random_pair *pair) {
    graze_pose identity = graze_pose_identity();
    oracle_polyhedron a = oracle_polyhedron_from_points(pair->points[0], pair->count[0], &identity);
    oracle_polyhedron b = oracle_polyhedron_from_points(pair->points[1], pair->count[1], &identity);
    long double distance = oracle_polyhedron_closest(&a, &b).distance;
    oracle_polyhedron_free(&a);
    oracle_polyhedron_free(&b);
    return distance;
}

/* V3: the largest separation by a direction in the cube, as a linear programme over all differences. */
static long double programme_separation(const random_pair *pair, graze_random *random) {
    graze_vec3 differences[CLOUD * CLOUD];
    long double v[3];
    int count = 0;
    for (int i = 0; i < pair->count[0]; ++i)
        for (int k = 0; k < pair->count[1]; ++k)
            differences[count++] = graze_vec3_sub(pair->points[0][i], pair->points[1][k]);
    return oracle_separation(differences, count, graze_vec3_zero(), random, v);
}

static void explicit_difference_agrees_with_brute_force(void **state) {
    (void)state;
    uint64_t seed = test_seed(61003);
    graze_random random = graze_random_seed(seed);
    long hits = 0, count = test_count(5000);
    for (long i = 0; i < count; ++i) {
        random_pair pair = pair_make(i, &random);
        oracle_closest brute = oracle_polyhedron_closest(&pair.body[0], &pair.body[1]);
        oracle_signed sd = oracle_minkowski(&pair.body[0], &pair.body[1]);
        long double got = fmaxl(sd.distance, 0), band = 1e-13L * pair.size;
        if (sd.dimension < 3) band = 1e-10L * pair.size;
        hits += sd.distance <= 0;
        TEST_CHECK(fabsl(got - brute.distance) <= band, seed, i,
                   "distance %.18Lg by the difference, %.18Lg by features", got, brute.distance);
        if (i % 20 == 0)
            TEST_CHECK(fabsl(distance_without_hulls(&pair) - brute.distance) <= 1e-17L * pair.size,
                       seed, i, "features of the hull and of the points differ");
        if (brute.distance > band) { /* the normal points from A to B */
            ld3 v = ld3_sub(brute.b, brute.a);
            TEST_CHECK(ld3_distance(ld3_unit(v), sd.normal) <= 1e-10L * pair.size / brute.distance,
                       seed, i, "normals differ");
        }
        pair_free(&pair);
    }
    if (count >= 100) assert_in_range(hits, count * 3 / 10, count * 7 / 10);
}

/* V5: B moved by a little less than the depth still overlaps, by a little more it does not. */
static void moving_by_the_depth_separates(void **state) {
    (void)state;
    uint64_t seed = test_seed(61004);
    graze_random random = graze_random_seed(seed);
    long tried = 0;
    for (long i = 0; i < test_count(5000); ++i) {
        random_pair pair = pair_make(i, &random);
        oracle_signed sd = oracle_minkowski(&pair.body[0], &pair.body[1]);
        if (sd.distance < -1e-6L) {
            oracle_polyhedron *b = &pair.body[1];
            ++tried;
            for (int k = 0; k < b->vertex_count; ++k)
                b->vertices[k] = ld3_add_scaled(b->vertices[k], -sd.distance * (1 - 1e-6L), sd.normal);
            TEST_CHECK(oracle_polyhedron_closest(&pair.body[0], b).distance <= 1e-17L, seed, i,
                       "apart before the depth %Lg", -sd.distance);
            for (int k = 0; k < b->vertex_count; ++k)
                b->vertices[k] = ld3_add_scaled(b->vertices[k], -sd.distance * 2e-6L, sd.normal);
            TEST_CHECK(oracle_polyhedron_closest(&pair.body[0], b).distance > 1e-7L * -sd.distance,
                       seed, i, "not apart after the depth %Lg", -sd.distance);
        }
        pair_free(&pair);
    }
    assert_true(tried > 0);
}

/* Closest points, bounds that close in, few rounds (J3-J6). */
static void the_books_gjk_agrees_with_brute_force(void **state) {
    (void)state;
    uint64_t seed = test_seed(61005);
    graze_random random = graze_random_seed(seed);
    long rounds = 0, count = test_count(5000);
    int most = 0;
    for (long i = 0; i < count; ++i) {
        random_pair pair = pair_make(i, &random);
        oracle_closest brute = oracle_polyhedron_closest(&pair.body[0], &pair.body[1]);
        oracle_book_gjk book = oracle_book_gjk_run(&pair.body[0], &pair.body[1], 1e-9L);
        /* |v| <= sqrt(100 eps) of the largest point is taken for zero (B:3213-3217). */
        long double band = brute.distance > 1e-7L * pair.size ? 1e-13L * pair.size : 1e-8L * pair.size;
        TEST_CHECK(book.ended && book.bracketed, seed, i, "%s",
                   book.ended ? "not bracketed" : "endless");
        TEST_CHECK(fabsl(book.closest.distance - brute.distance) <= band, seed, i,
                   "GJK %.18Lg, brute force %.18Lg", book.closest.distance, brute.distance);
        TEST_CHECK(book.lower <= brute.distance + band, seed, i, "lower bound %Lg of %Lg", book.lower,
                   brute.distance);
        if (brute.distance > band) {
            long double between = ld3_distance(book.closest.a, book.closest.b);
            TEST_CHECK(fabsl(between - brute.distance) <= band, seed, i, "points %Lg apart", between);
        }
        rounds += book.rounds;
        most = book.rounds > most ? book.rounds : most;
        pair_free(&pair);
    }
    print_message("the book's GJK: %.2f rounds in the mean, %d at most\n",
                  (double)rounds / (double)count, most);
    assert_true(rounds <= 8 * count && most <= 30);
}

static void chung_wang_agrees_with_brute_force(void **state) {
    (void)state;
    uint64_t seed = test_seed(61006);
    graze_random random = graze_random_seed(seed);
    long undecided = 0, hits = 0, count = test_count(5000);
    for (long i = 0; i < count; ++i) {
        random_pair pair = pair_make(i, &random);
        oracle_closest brute = oracle_polyhedron_closest(&pair.body[0], &pair.body[1]);
        ld3 axis = {0, 0, 0};
        oracle_separability found = oracle_chung_wang(&pair.body[0], &pair.body[1], &axis, NULL);
        long double band = 1e-15L * pair.size, programme = programme_separation(&pair, &random);
        hits += brute.distance <= band;
        undecided += found == ORACLE_UNDECIDED;
        if (brute.distance > band)
            TEST_CHECK(found == ORACLE_SEPARATED, seed, i, "%Lg apart but not separated",
                       brute.distance);
        if (found == ORACLE_INTERIORS_MEET)
            TEST_CHECK(brute.distance <= band, seed, i, "interiors meet %Lg apart", brute.distance);
        if (found == ORACLE_SEPARATED) {
            oracle_signed sd = oracle_minkowski(&pair.body[0], &pair.body[1]);
            TEST_CHECK(sd.distance >= -1e-13L * pair.size, seed, i, "separated but %Lg deep",
                       -sd.distance);
            ld3 p =
                pair.body[0].vertices[oracle_polyhedron_support(&pair.body[0], ld3_scale(axis, -1))];
            ld3 q = pair.body[1].vertices[oracle_polyhedron_support(&pair.body[1], axis)];
            TEST_CHECK(ld3_dot(axis, ld3_sub(p, q)) >= 0, seed, i, "the axis does not separate");
        }
        /* V3: the sum norm lies between the Euclidean one and sqrt(3) times that. */
        long double rounding = 16 * (long double)GRAZE_EPSILON * pair.size;
        TEST_CHECK(programme >= brute.distance - rounding &&
                       programme <= 1.7320508075688773L * brute.distance + rounding,
                   seed, i, "the programme says %Lg, features %Lg", programme, brute.distance);
        pair_free(&pair);
    }
    print_message("Chung-Wang: %ld of %ld meet, %ld undecided\n", hits, count, undecided);
    if (count < 100) return;
    assert_in_range(hits, count * 3 / 10, count * 7 / 10);
    assert_in_range(undecided, 0, count / 20); /* exact touching on the grid */
}

static oracle_feature any_feature(const oracle_polyhedron *body, graze_random *random) {
    oracle_feature_kind kind = (oracle_feature_kind)(graze_random_bits(random) % 3);
    int count = kind == ORACLE_VERTEX ? body->vertex_count
                : kind == ORACLE_EDGE ? body->edge_count
                                      : body->facet_count;
    return (oracle_feature){kind, (int)(graze_random_bits(random) % (uint64_t)count)};
}

static void v_clip_agrees_with_brute_force(void **state) {
    (void)state;
    uint64_t seed = test_seed(61007);
    graze_random random = graze_random_seed(seed);
    long ends[3] = {0}, kinds[3][3] = {{0}}, walks = 0;
    for (long i = 0; i < test_count(5000); ++i) {
        random_pair pair = pair_make(i, &random);
        oracle_closest brute = oracle_polyhedron_closest(&pair.body[0], &pair.body[1]);
        oracle_walk walk;
        for (int again = 0; is_solid(&pair) && again < 3; ++again) {
            /* From anywhere, and then from where it ended: there it must stay (frame coherence). */
            if (again < 2)
                for (int k = 0; k < 2; ++k) walk.feature[k] = any_feature(&pair.body[k], &random);
            oracle_vclip(&pair.body[0], &pair.body[1], &walk);
            ++walks;
            ++ends[walk.end];
            if (walk.end == ORACLE_WALK_APART) {
                ++kinds[walk.feature[0].kind][walk.feature[1].kind];
                TEST_CHECK(fabsl(walk.closest.distance - brute.distance) <= 1e-16L * pair.size, seed, i,
                           "V-Clip %.18Lg (%d, %d after %d steps), brute force %.18Lg",
                           walk.closest.distance, (int)walk.feature[0].kind, (int)walk.feature[1].kind,
                           walk.steps, brute.distance);
                TEST_CHECK(again < 2 || walk.steps == 1, seed, i, "%d steps from the answer",
                           walk.steps);
            }
            if (walk.end == ORACLE_WALK_MEET)
                TEST_CHECK(brute.distance <= 1e-16L * pair.size, seed, i, "meet %Lg apart",
                           brute.distance);
        }
        pair_free(&pair);
    }
    print_message("V-Clip: %ld walks, %ld apart, %ld meet, %ld endless\n", walks, ends[0], ends[1],
                  ends[2]);
    assert_true(ends[ORACLE_WALK_ENDLESS] * 1000 <= walks);
    if (walks >= 1000)
        assert_true(kinds[0][0] && kinds[0][1] && kinds[0][2] && kinds[1][0] && kinds[1][1] &&
                    kinds[2][0]);
}

/* -- closed forms -- */

/* Family 1 of planted optima: all pairs of features, known distance. */
static void planted_optima_are_found_by_all(void **state) {
    (void)state;
    uint64_t seed = test_seed(61008);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(3600); ++i) {
        planted_feature of_a = (planted_feature)(i % 3), of_b = (planted_feature)(i / 3 % 3);
        long double gap = ldexpl(1, -(int)(graze_random_bits(&random) % 12));
        bool aligned = i / 9 % 2;
        planted_pair planted = planted_make(of_a, of_b, gap, aligned, &random);
        random_pair pair;
        pair_from_points(planted.a.points, planted.a.count, planted.b.points, planted.b.count, &pair);
        const oracle_polyhedron *a = &pair.body[0], *b = &pair.body[1];
        long double rounding = aligned ? 1e-18L : 8 * (long double)GRAZE_EPSILON;
        long double by_features = oracle_polyhedron_closest(a, b).distance;
        TEST_CHECK(fabsl(by_features - gap) <= rounding * pair.size, seed, i,
                   "%s to %s: %.18Lg for %Lg", planted_name(of_a), planted_name(of_b), by_features,
                   gap);
        long double by_difference = oracle_minkowski(a, b).distance;
        TEST_CHECK(fabsl(by_difference - by_features) <= 1e-13L * pair.size, seed, i,
                   "%s to %s: the difference says %.18Lg for %.18Lg", planted_name(of_a),
                   planted_name(of_b), by_difference, by_features);
        long double by_book = oracle_book_gjk_run(a, b, 1e-9L).closest.distance;
        TEST_CHECK(fabsl(by_book - by_features) <= 1e-13L * pair.size, seed, i,
                   "the book: %.18Lg for %.18Lg", by_book, by_features);
        ld3 axis = {0, 0, 0};
        TEST_CHECK(oracle_chung_wang(a, b, &axis, NULL) == ORACLE_SEPARATED, seed, i, "no axis at %Lg",
                   gap);
        oracle_walk walk = {.steps = 0};
        if (is_solid(&pair)) {
            oracle_vclip(a, b, &walk);
            TEST_CHECK(walk.end == ORACLE_WALK_APART &&
                           fabsl(walk.closest.distance - by_features) <= 1e-16L * pair.size,
                       seed, i, "V-Clip: %.18Lg for %.18Lg", walk.closest.distance, by_features);
        }
        pair_free(&pair);
    }
}

/* Family 4, closed form: with g_i = |c_i| - a_i - b_i, the norm of the positive g_i, else the largest.
 */
static void aligned_boxes_match_their_closed_form(void **state) {
    (void)state;
    uint64_t seed = test_seed(61009);
    graze_random random = graze_random_seed(seed);
    long hits = 0, count = test_count(5000);
    for (long i = 0; i < count; ++i) {
        long double half[2][3], center[2][3], between[3];
        for (int k = 0; k < 3; ++k) { /* multiples of 1/64: corners are exact */
            for (int w = 0; w < 2; ++w) {
                half[w][k] = (long double)(1 + graze_random_bits(&random) % 128) / 64;
                center[w][k] = (long double)(int)(graze_random_bits(&random) % 256) / 64;
            }
            between[k] = center[1][k] - center[0][k];
        }
        long double expected = oracle_boxes_distance(between, half[0], half[1]);
        graze_vec3 a[8], b[8];
        oracle_box_corners(half[0], center[0], a);
        oracle_box_corners(half[1], center[1], b);
        random_pair pair;
        pair_from_points(a, 8, b, 8, &pair);
        oracle_signed sd = oracle_minkowski(&pair.body[0], &pair.body[1]);
        TEST_CHECK(fabsl(sd.distance - expected) <= 1e-15L * pair.size, seed, i,
                   "difference: %.18Lg for %.18Lg", sd.distance, expected);
        long double by_features = oracle_polyhedron_closest(&pair.body[0], &pair.body[1]).distance;
        TEST_CHECK(fabsl(by_features - fmaxl(expected, 0)) <= 1e-18L * pair.size, seed, i,
                   "features: %.18Lg for %.18Lg", by_features, expected);
        oracle_walk walk = {.steps = 0};
        oracle_vclip(&pair.body[0], &pair.body[1], &walk);
        TEST_CHECK(walk.end == (expected > 0 ? ORACLE_WALK_APART : ORACLE_WALK_MEET), seed, i,
                   "V-Clip ends with %d after %d steps at %Lg", (int)walk.end, walk.steps, expected);
        TEST_CHECK(fabsl(walk.closest.distance - fmaxl(expected, 0)) <= 1e-18L * pair.size, seed, i,
                   "V-Clip: %.18Lg for %.18Lg", walk.closest.distance, expected);
        ld3 axis = {0, 0, 0};
        oracle_separability found = oracle_chung_wang(&pair.body[0], &pair.body[1], &axis, NULL);
        if (expected != 0)
            TEST_CHECK(found == (expected > 0 ? ORACLE_SEPARATED : ORACLE_INTERIORS_MEET), seed, i,
                       "Chung-Wang ends with %d at %Lg", (int)found, expected);
        hits += expected <= 0;
        pair_free(&pair);
    }
    if (count >= 100) assert_in_range(hits, count * 3 / 10, count * 7 / 10);
}

/* Family 7: slivers (0, 0, 0), (L, 0, 0), (L/2, e, 0) against the point (L/2, y, z). */
static void slivers_match_their_closed_form(void **state) {
    (void)state;
    for (int k = 0; k <= 20; ++k)
        for (int j = 0; j < 4; ++j) {
            long double e = ldexpl(1, -k), y = j == 0 ? -e : j == 1 ? 0 : j == 2 ? e / 2 : e, z = 0.25L;
            ld3 a = {0, 0, 0}, b = {4, 0, 0}, c = {2, e, 0}, p = {2, y, z};
            long double expected = y < 0 ? hypotl(y, z) : z;
            long double got = ld3_distance(p, oracle_closest_on_triangle(p, a, b, c));
            if (fabsl(got - expected) > 1e-18L) fail_msg("width %Lg, y %Lg: %.20Lg", e, y, got);
            ld3 shifted[3] = {ld3_sub(a, p), ld3_sub(b, p), ld3_sub(c, p)};
            long double weight[4], length = ld3_length(oracle_johnson_closest(shifted, 3, weight));
            if (fabsl(length - expected) > 1e-18L)
                fail_msg("Johnson, width %Lg, y %Lg: %.20Lg", e, y, length);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(johnson_agrees_with_the_library_and_with_brute_force),
        cmocka_unit_test(johnsons_cache_holds_what_a_fresh_start_computes),
        cmocka_unit_test(explicit_difference_agrees_with_brute_force),
        cmocka_unit_test(moving_by_the_depth_separates),
        cmocka_unit_test(the_books_gjk_agrees_with_brute_force),
        cmocka_unit_test(chung_wang_agrees_with_brute_force),
        cmocka_unit_test(v_clip_agrees_with_brute_force),
        cmocka_unit_test(planted_optima_are_found_by_all),
        cmocka_unit_test(aligned_boxes_match_their_closed_form),
        cmocka_unit_test(slivers_match_their_closed_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
