/* SPDX-License-Identifier: MIT
 * Every kind of shape against every other, by every query: no cell is empty, and each is compared with
 * brute force on random input (S13, L2, L6). A complex shape is a list of convex pieces for that: the
 * least distance, the deepest pair, the first contact of all pieces, by the convex queries, which have
 * proofs of their own. Two convex shapes are asked in the other order. The tables are printed. */
#include <math.h>

#include "harness.h"
#include "oracle/random_shape.h"

/* Set to 0 to have cells that are not built yet printed, but not failed. */
enum { COMPLETE = 1 };

enum { KINDS = GRAZE_SHAPE_KIND_COUNT, PIECES = 40 };

typedef enum pair_query {
    INTERSECT,
    WITHIN,
    DISTANCE,
    PENETRATION,
    SIGNED_DISTANCE,
    SHAPE_CAST,
    CONTACT,
    INTERSECT_ALL,
    PENETRATION_ALL,
    CONTACT_PATCHES,
    RELATE,
    PAIR_QUERIES
} pair_query;
static const char *const query_names[PAIR_QUERIES] = {
    "intersect", "within",        "distance",        "penetration",     "signed distance", "shape cast",
    "contact",   "intersect all", "penetration all", "contact patches", "solid relate"};

/* A shape and what it is made of. */
typedef struct subject {
    graze_shape *shape;
    graze_shape *pieces[PIECES];
    graze_pose poses[PIECES];
    int count;
    graze_vec3 vertices[64];
    uint32_t indices[96];
    uint16_t samples[16];
} subject;

static graze_random random_numbers;

static graze_real uniform(graze_real lo, graze_real hi) {
    return graze_random_uniform(&random_numbers, lo, hi);
}

/* -- subjects -- */

static void add_piece(subject *s, graze_shape *shape, graze_pose pose) {
    assert_true(s->count < PIECES);
    s->pieces[s->count] = shape;
    s->poses[s->count++] = pose;
}

static void add_triangle(subject *s, graze_vec3 a, graze_vec3 b, graze_vec3 c, graze_pose pose) {
    graze_shape *piece;
    assert_int_equal(graze_shape_triangle(a, b, c, &piece), GRAZE_OK);
    add_piece(s, piece, pose);
}

/* Triangles of their own, about one unit in size; the mesh borrows the vertices. */
static graze_shape *make_mesh(subject *s, int first, int count, graze_pose pose) {
    graze_shape *mesh;
    for (int i = first; i < first + count; ++i) {
        graze_vec3 center = random_vector((graze_real)0.7, &random_numbers);
        graze_vec3 *v = s->vertices + 3 * i;
        for (int k = 0; k < 3; ++k) {
            graze_vec3 corner = random_vector((graze_real)0.5, &random_numbers);
            v[k] = graze_vec3_add(center, corner);
            s->indices[3 * i + k] = (uint32_t)(3 * (i - first) + k);
        }
        add_triangle(s, v[0], v[1], v[2], pose);
    }
    assert_int_equal(graze_shape_triangles(s->vertices + 3 * first, (size_t)(3 * count),
                                           s->indices + 3 * first, (size_t)count, &mesh),
                     GRAZE_OK);
    return mesh;
}

static graze_shape *make_field(subject *s) {
    uint8_t holes[2] = {0x10, 0};
    for (int i = 0; i < 16; ++i) s->samples[i] = (uint16_t)(graze_random_bits(&random_numbers) % 200);
    graze_height_samples given = {.samples = s->samples,
                                  .rows = 4,
                                  .columns = 4,
                                  .spacing_x = (graze_real)0.6,
                                  .spacing_z = (graze_real)0.5,
                                  .scale = (graze_real)0.004,
                                  .offset = (graze_real)-0.3,
                                  .holes = holes,
                                  .copy = true};
    graze_shape *field;
    assert_int_equal(graze_shape_height_field(&given, &field), GRAZE_OK);
    for (size_t i = 0; i < 18; ++i) {
        graze_vec3 p[3];
        bool hole;
        assert_int_equal(graze_height_field_triangle(field, i, p, &hole), GRAZE_OK);
        if (!hole) add_triangle(s, p[0], p[1], p[2], graze_pose_identity());
    }
    return field;
}

static graze_pose child_pose(void) {
    static int next;
    static const random_pose_class classes[] = {RANDOM_POSE_RIGID, RANDOM_POSE_RIGID,
                                                RANDOM_POSE_UNIFORM, RANDOM_POSE_SCALED};
    graze_pose pose = random_pose(classes[next++ % 4], (graze_real)0.8, &random_numbers);
    return pose;
}

/* A shape twice, one of another kind, and a compound of a mesh and a shape. */
static graze_shape *make_compound(subject *s) {
    static const graze_shape_kind kinds[] = {GRAZE_SHAPE_BOX,     GRAZE_SHAPE_SPHERE,
                                             GRAZE_SHAPE_CAPSULE, GRAZE_SHAPE_POLYTOPE,
                                             GRAZE_SHAPE_CONE,    GRAZE_SHAPE_TETRAHEDRON};
    graze_shape *box = random_shape(kinds[graze_random_bits(&random_numbers) % 6], 1, &random_numbers);
    graze_shape *round =
        random_shape(kinds[graze_random_bits(&random_numbers) % 6], 1, &random_numbers);
    graze_compound_child inner[2], outer[4];
    graze_shape *nested, *compound;
    graze_pose at = child_pose(), own = child_pose();
    inner[0] = (graze_compound_child){round, own};
    graze_pose in_outer = graze_pose_compose(&at, &own);
    add_piece(s, graze_shape_retain(round), in_outer);
    inner[1].pose = graze_pose_identity();
    inner[1].shape = make_mesh(s, 0, 4, at);
    assert_int_equal(graze_shape_compound(inner, 2, &nested), GRAZE_OK);
    outer[0] = (graze_compound_child){nested, at};
    for (int i = 1; i < 4; ++i) {
        outer[i] = (graze_compound_child){i < 3 ? box : round, child_pose()};
        add_piece(s, graze_shape_retain(outer[i].shape), outer[i].pose);
    }
    assert_int_equal(graze_shape_compound(outer, 4, &compound), GRAZE_OK);
    graze_shape_release(inner[1].shape);
    graze_shape_release(nested);
    graze_shape_release(box);
    graze_shape_release(round);
    return compound;
}

static void make_subject(subject *s, graze_shape_kind kind) {
    s->count = 0;
    if (kind == GRAZE_SHAPE_MESH) {
        s->shape = make_mesh(s, 0, 12, graze_pose_identity());
    } else if (kind == GRAZE_SHAPE_HEIGHT_FIELD) {
        s->shape = make_field(s);
    } else if (kind == GRAZE_SHAPE_COMPOUND) {
        s->shape = make_compound(s);
    } else {
        s->shape = random_shape(kind, 1, &random_numbers);
        add_piece(s, graze_shape_retain(s->shape), graze_pose_identity());
    }
}

static void release_subject(subject *s) {
    for (int i = 0; i < s->count; ++i) graze_shape_release(s->pieces[i]);
    graze_shape_release(s->shape);
}

/* -- brute force -- */

typedef struct truth {
    bool known; /* the pieces could be asked */
    double distance, distance_lower, distance_upper;
    double sd, sd_lower, sd_upper;
    bool cast_hit;
    double cast_lower, cast_upper;
    graze_end cast_end;
    long pairs; /* of pieces that clearly intersect, by the first number of each */
} truth;

static graze_placed place_piece(const subject *s, int i, const graze_placed *whole) {
    return (graze_placed){s->pieces[i], graze_pose_compose(&whole->pose, &s->poses[i]), whole->margin};
}

static bool ask_pieces(const graze_placed *p, const graze_placed *q, graze_vec3 way, truth *t,
                       double tolerance) {
    graze_separation apart;
    graze_signed_separation both;
    graze_cast_result cast;
    /* In the other order, so that two convex shapes are not compared with themselves. */
    if (graze_distance(q, p, NULL, NULL, &apart) != GRAZE_OK) return false;
    assert_int_equal(graze_signed_distance(q, p, NULL, NULL, &both), GRAZE_OK);
    assert_int_equal(graze_shape_cast(q, graze_vec3_neg(way), p, NULL, &cast), GRAZE_OK);
    t->distance = fmin(t->distance, (double)apart.distance);
    t->distance_lower = fmin(t->distance_lower, (double)apart.lower);
    t->distance_upper = fmin(t->distance_upper, (double)apart.upper);
    t->sd = fmin(t->sd, (double)both.sd);
    t->sd_lower = fmin(t->sd_lower, (double)both.lower);
    t->sd_upper = fmin(t->sd_upper, (double)both.upper);
    if (both.sd < -(graze_real)tolerance) ++t->pairs;
    if (cast.hit && (!t->cast_hit || (double)cast.upper < t->cast_upper)) {
        t->cast_end = cast.end;
        t->cast_upper = (double)cast.upper;
    }
    if (cast.hit || cast.end == GRAZE_ITERATION_LIMIT)
        t->cast_lower = fmin(t->cast_lower, (double)cast.lower);
    t->cast_hit = t->cast_hit || cast.hit;
    return true;
}

static truth ask_all_pieces(const subject *a, const subject *b, const graze_placed *p,
                            const graze_placed *q, graze_vec3 way, double tolerance) {
    truth t = {.known = true,
               .distance = INFINITY,
               .distance_lower = INFINITY,
               .distance_upper = INFINITY,
               .sd = INFINITY,
               .sd_lower = INFINITY,
               .sd_upper = INFINITY,
               .cast_lower = INFINITY,
               .cast_upper = INFINITY};
    for (int i = 0; i < a->count; ++i)
        for (int j = 0; j < b->count; ++j) {
            graze_placed piece_a = place_piece(a, i, p), piece_b = place_piece(b, j, q);
            t.known = t.known && ask_pieces(&piece_a, &piece_b, way, &t, tolerance);
        }
    return t;
}

/* -- cells -- */

typedef struct cell {
    long compared, missing, unbounded;
    long near, far; /* answers of both kinds */
} cell;
static cell cells[PAIR_QUERIES][KINDS][KINDS];

typedef struct context {
    uint64_t seed;
    long number;
    graze_shape_kind kind_a, kind_b;
    double tolerance;
} context;

#define EXPECT(condition, c, ...)                                                                      \
    do {                                                                                               \
        if (!(condition)) {                                                                            \
            printf("%s, %s: ", graze_shape_kind_text((c)->kind_a),                                     \
                   graze_shape_kind_text((c)->kind_b));                                                \
            test_fail((c)->seed, (c)->number, __VA_ARGS__);                                            \
        }                                                                                              \
    } while (0)

/* Takes note of a status; true if there is an answer to compare. */
static bool answered(pair_query query, const context *c, graze_status status) {
    cell *at = &cells[query][c->kind_a][c->kind_b];
    if (status == GRAZE_NOT_CONVEX) ++at->missing;
    if (status == GRAZE_UNBOUNDED) {
        EXPECT(c->kind_a == GRAZE_SHAPE_HALF_SPACE && c->kind_b == GRAZE_SHAPE_HALF_SPACE, c,
               "%s: unbounded", query_names[query]);
        ++at->unbounded;
    }
    if (status == GRAZE_NOT_CONVEX || status == GRAZE_UNBOUNDED) return false;
    EXPECT(status == GRAZE_OK, c, "%s: %s", query_names[query], graze_status_text(status));
    ++at->compared;
    return true;
}

static void count_side(pair_query query, const context *c, bool near) {
    cell *at = &cells[query][c->kind_a][c->kind_b];
    ++*(near ? &at->near : &at->far);
}

/* Two brackets of one number have something in common. */
static bool agree(double lower, double upper, double truth_lower, double truth_upper, double slack) {
    return lower <= truth_upper + slack && truth_lower <= upper + slack;
}

static void check_points(pair_query query, const context *c, graze_vec3 a, graze_vec3 b,
                         graze_vec3 normal, graze_real sd) {
    graze_vec3 off = graze_vec3_add_scaled(graze_vec3_sub(b, a), -sd, normal);
    bool complex = c->kind_a >= GRAZE_SHAPE_CONVEX_COUNT || c->kind_b >= GRAZE_SHAPE_CONVEX_COUNT;
    /* A patch has one normal, that of its deepest point; the others' own differ by some degrees. */
    double slack = c->tolerance + (complex && query == CONTACT ? 0.4 : 1e-3) * fabs((double)sd);
    EXPECT((double)graze_vec3_length(off) < slack, c, "%s: points are off by %g", query_names[query],
           (double)graze_vec3_length(off));
    EXPECT(fabs((double)graze_vec3_length(normal) - 1) < 1e-5, c, "%s: normal of length %g",
           query_names[query], (double)graze_vec3_length(normal));
}

static void ask_boolean(const context *c, const graze_placed *p, const graze_placed *q,
                        const truth *t) {
    graze_intersection found;
    graze_real reach = (graze_real)0.3;
    graze_status status = graze_intersect(p, q, NULL, NULL, &found);
    if (answered(INTERSECT, c, status) && t->known && fabs(t->sd) > c->tolerance) {
        EXPECT(found.intersecting == (t->sd < 0), c, "intersect: %d, sd %g", found.intersecting, t->sd);
        count_side(INTERSECT, c, found.intersecting);
    }
    status = graze_within(p, q, reach, NULL, NULL, &found);
    if (answered(WITHIN, c, status) && t->known && fabs(t->sd - (double)reach) > c->tolerance) {
        EXPECT(found.intersecting == (t->sd < (double)reach), c, "within: %d, sd %g",
               found.intersecting, t->sd);
        count_side(WITHIN, c, found.intersecting);
    }
}

static void ask_lengths(const context *c, const graze_placed *p, const graze_placed *q,
                        const truth *t) {
    graze_separation apart;
    graze_penetration_result deep;
    graze_signed_separation both;
    if (answered(DISTANCE, c, graze_distance(p, q, NULL, NULL, &apart)) && t->known) {
        EXPECT(agree((double)apart.lower, (double)apart.upper, t->distance_lower, t->distance_upper,
                     c->tolerance),
               c, "distance %g, %g ... %g; pieces %g ... %g", (double)apart.distance,
               (double)apart.lower, (double)apart.upper, t->distance_lower, t->distance_upper);
        double width = (double)(apart.upper - apart.lower);
        EXPECT(width <= 3e-4 * (double)apart.upper + c->tolerance, c, "distance: a bracket of %g",
               width);
        if (apart.distance > 0)
            check_points(DISTANCE, c, apart.point_a, apart.point_b, apart.normal, apart.distance);
        count_side(DISTANCE, c, apart.distance > 0);
    }
    if (answered(PENETRATION, c, graze_penetration(p, q, NULL, NULL, &deep)) && t->known) {
        double lower = t->sd_upper < 0 ? -t->sd_upper : 0, upper = t->sd_lower < 0 ? -t->sd_lower : 0;
        EXPECT(agree((double)deep.lower, (double)deep.upper, lower, upper, c->tolerance), c,
               "depth %g, %g ... %g; pieces %g ... %g", (double)deep.depth, (double)deep.lower,
               (double)deep.upper, lower, upper);
        if (deep.end == GRAZE_OVERLAP)
            check_points(PENETRATION, c, deep.point_a, deep.point_b, deep.normal, -deep.depth);
        if (t->sd > c->tolerance) EXPECT(deep.end == GRAZE_SEPARATED, c, "depth: end %d", deep.end);
        count_side(PENETRATION, c, deep.depth > 0);
    }
    if (answered(SIGNED_DISTANCE, c, graze_signed_distance(p, q, NULL, NULL, &both)) && t->known) {
        EXPECT(agree((double)both.lower, (double)both.upper, t->sd_lower, t->sd_upper, c->tolerance), c,
               "sd %g, %g ... %g; pieces %g ... %g", (double)both.sd, (double)both.lower,
               (double)both.upper, t->sd_lower, t->sd_upper);
        check_points(SIGNED_DISTANCE, c, both.point_a, both.point_b, both.normal, both.sd);
        count_side(SIGNED_DISTANCE, c, both.sd > 0);
    }
}

static void ask_cast(const context *c, const graze_placed *p, const graze_placed *q, graze_vec3 way,
                     const truth *t) {
    graze_cast_result found;
    if (!answered(SHAPE_CAST, c, graze_shape_cast(p, way, q, NULL, &found)) || !t->known) return;
    double slack = 0.01 + c->tolerance; /* of time: contacts may graze */
    bool sure = t->cast_end == GRAZE_CONVERGED || t->cast_end == GRAZE_OVERLAP;
    if (t->cast_hit && sure && t->cast_upper < 1 - slack)
        EXPECT(found.hit, c, "cast: no hit, pieces %g ... %g", t->cast_lower, t->cast_upper);
    if (found.hit && found.end != GRAZE_TOUCHING && (double)found.upper < 1 - slack)
        EXPECT(t->cast_hit, c, "cast: a hit at %g that no piece has", (double)found.t);
    if (found.hit && t->cast_hit && sure && found.end != GRAZE_TOUCHING)
        EXPECT(agree((double)found.lower, (double)found.upper, t->cast_lower, t->cast_upper, slack), c,
               "cast %g ... %g, pieces %g ... %g", (double)found.lower, (double)found.upper,
               t->cast_lower, t->cast_upper);
    count_side(SHAPE_CAST, c, found.hit);
}

static void ask_contact(const context *c, const graze_placed *p, const graze_placed *q,
                        const truth *t) {
    graze_contact_set set;
    graze_real reach = (graze_real)0.2;
    if (!answered(CONTACT, c, graze_contact(p, q, reach, NULL, NULL, &set)) || !t->known) return;
    if (fabs(t->sd - (double)reach) < c->tolerance + 1e-3) return;
    EXPECT((set.count > 0) == (t->sd < (double)reach), c, "contact: %d points, sd %g", set.count,
           t->sd);
    count_side(CONTACT, c, set.count > 0);
    if (set.count == 0) return;
    /* On a height field normals of faces take the place of those of edges. */
    bool field = c->kind_a == GRAZE_SHAPE_HEIGHT_FIELD || c->kind_b == GRAZE_SHAPE_HEIGHT_FIELD;
    EXPECT(field || agree((double)set.lower, (double)set.upper, t->sd_lower, t->sd_upper, c->tolerance),
           c, "contact: sd %g ... %g, pieces %g ... %g", (double)set.lower, (double)set.upper,
           t->sd_lower, t->sd_upper);
    for (int i = 0; i < set.count; ++i)
        check_points(CONTACT, c, set.points[i].point_a, set.points[i].point_b, set.normal,
                     set.points[i].sd);
}

static graze_flow count_pair(void *user, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    ++*(long *)user;
    return GRAZE_CONTINUE;
}

static void ask_pairs(const context *c, const graze_placed *p, const graze_placed *q, const truth *t) {
    long count = 0;
    if (!answered(INTERSECT_ALL, c, graze_intersect_all(p, q, count_pair, &count, NULL)) || !t->known)
        return;
    EXPECT(count >= t->pairs, c, "all pairs: %ld, pieces %ld", count, t->pairs);
    if (t->sd > c->tolerance) EXPECT(count == 0, c, "all pairs: %ld that are apart", count);
    count_side(INTERSECT_ALL, c, count > 0);
}

static graze_flow keep_deepest(void *user, const graze_penetration_result *depth) {
    graze_penetration_result *best = user;
    if (!(depth->depth <= best->depth)) *best = *depth;
    return GRAZE_CONTINUE;
}

static void ask_depths(const context *c, const graze_placed *p, const graze_placed *q, const truth *t) {
    graze_penetration_result deepest = {.depth = -1};
    graze_status status = graze_penetration_all(p, q, NULL, keep_deepest, &deepest);
    if (!answered(PENETRATION_ALL, c, status) || !t->known) return;
    if (t->sd > c->tolerance) EXPECT(deepest.depth <= 0, c, "all depths: %g", (double)deepest.depth);
    if (t->sd < -c->tolerance)
        EXPECT(agree((double)deepest.lower, (double)deepest.upper, -t->sd_upper, -t->sd_lower,
                     c->tolerance),
               c, "all depths: %g, pieces %g", (double)deepest.depth, -t->sd);
    count_side(PENETRATION_ALL, c, deepest.depth > 0);
}

static void ask_patches(const context *c, const graze_placed *p, const graze_placed *q,
                        const truth *t) {
    graze_contact_patch patches[GRAZE_CONTACT_PATCHES];
    graze_patch_options options = {.reach = (graze_real)0.2, .keep_edges = true};
    size_t count = 0;
    graze_status status = graze_contact_patches(p, q, &options, patches, GRAZE_CONTACT_PATCHES, &count);
    if (!answered(CONTACT_PATCHES, c, status) || !t->known) return;
    if (fabs(t->sd - (double)options.reach) < c->tolerance + 1e-3) return;
    EXPECT((count > 0) == (t->sd < (double)options.reach), c, "%zu patches, sd %g", count, t->sd);
    count_side(CONTACT_PATCHES, c, count > 0);
    for (size_t i = 0; i < count; ++i) {
        const graze_contact_set *set = &patches[i].set;
        EXPECT(set->count > 0, c, "an empty patch");
        if (i > 0) EXPECT(patches[i - 1].set.sd <= set->sd, c, "patches out of order");
    }
    if (count > 0)
        EXPECT(agree((double)patches[0].set.lower, (double)patches[0].set.upper, t->sd_lower,
                     t->sd_upper, c->tolerance),
               c, "patches: sd %g ... %g, pieces %g ... %g", (double)patches[0].set.lower,
               (double)patches[0].set.upper, t->sd_lower, t->sd_upper);
}

static void ask_relation(const context *c, const graze_placed *p, const graze_placed *q,
                         const truth *t) {
    graze_solid_relation relation;
    if (!answered(RELATE, c, graze_solid_relate(p, q, &relation)) || !t->known) return;
    if (fabs(t->sd) < c->tolerance) return;
    EXPECT((relation == GRAZE_SOLIDS_APART) == (t->sd > 0), c, "relation %d, sd %g", (int)relation,
           t->sd);
    count_side(RELATE, c, t->sd < 0);
}

static void compare(context *c, const subject *a, const subject *b) {
    static const random_pose_class classes[] = {RANDOM_POSE_RIGID, RANDOM_POSE_RIGID,
                                                RANDOM_POSE_UNIFORM, RANDOM_POSE_SCALED,
                                                RANDOM_POSE_SHEARED};
    graze_placed p = {a->shape, random_pose(classes[c->number % 5], 1, &random_numbers), 0};
    graze_placed q = {b->shape, random_pose(classes[c->number / 5 % 5], 1, &random_numbers), 0};
    /* Half of the places where they all but touch, half anywhere; now and then far away. */
    graze_vec3 from = random_vector(c->number % 2 ? 1 : 3, &random_numbers);
    if (c->number % 7 == 3) from = graze_vec3_add(from, graze_vec3_make(1000, -500, 2000));
    p.pose.origin = graze_vec3_add(p.pose.origin, from);
    if (c->number % 7 == 3)
        q.pose.origin = graze_vec3_add(q.pose.origin, graze_vec3_make(1000, -500, 2000));
    if (c->number % 4 == 1) p.margin = uniform(0, (graze_real)0.2);
    if (c->number % 8 == 1) q.margin = uniform(0, (graze_real)0.2);
    graze_vec3 way = random_vector(4, &random_numbers);
    c->tolerance = 600 * (double)GRAZE_EPSILON * (c->number % 7 == 3 ? 200 : 20);
    truth t = {.known = false};
    if (c->kind_a != GRAZE_SHAPE_HALF_SPACE || c->kind_b != GRAZE_SHAPE_HALF_SPACE)
        t = ask_all_pieces(a, b, &p, &q, way, c->tolerance);
    ask_boolean(c, &p, &q, &t);
    ask_lengths(c, &p, &q, &t);
    ask_cast(c, &p, &q, way, &t);
    ask_contact(c, &p, &q, &t);
    ask_pairs(c, &p, &q, &t);
    ask_depths(c, &p, &q, &t);
    ask_patches(c, &p, &q, &t);
    ask_relation(c, &p, &q, &t);
}

/* -- tables -- */

static void print_text(const char *text, int width) { printf("%-*.*s", width, width, text); }

static void print_table(pair_query query) {
    printf("\n%s: answers compared with brute force\n", query_names[query]);
    print_text("", 13);
    for (int j = 0; j < KINDS; ++j) {
        print_text(graze_shape_kind_text((graze_shape_kind)j), 6);
        printf(" ");
    }
    printf("\n");
    for (int i = 0; i < KINDS; ++i) {
        print_text(graze_shape_kind_text((graze_shape_kind)i), 13);
        for (int j = 0; j < KINDS; ++j) {
            const cell *at = &cells[query][i][j];
            if (at->compared)
                printf("%6ld ", at->compared);
            else
                printf("%6s ", at->unbounded ? "unbnd" : at->missing ? "none" : "");
        }
        printf("\n");
    }
}

static void pair_matrix(void **state) {
    (void)state;
    uint64_t seed = test_seed(1301);
    random_numbers = graze_random_seed(seed);
    long rounds = test_count(24), number = 0;
    for (long round = 0; round < rounds; ++round)
        for (int i = 0; i < KINDS; ++i)
            for (int j = 0; j < KINDS; ++j) {
                bool complex = i >= GRAZE_SHAPE_CONVEX_COUNT || j >= GRAZE_SHAPE_CONVEX_COUNT;
                if (!complex && round >= (rounds + 3) / 4) continue; /* these have tests of their own */
                static subject a, b;
                make_subject(&a, (graze_shape_kind)i);
                make_subject(&b, (graze_shape_kind)j);
                context c = {seed, number++, (graze_shape_kind)i, (graze_shape_kind)j, 0};
                compare(&c, &a, &b);
                release_subject(&a);
                release_subject(&b);
            }
    long missing = 0, empty = 0;
    for (int query = 0; query < PAIR_QUERIES; ++query) {
        long near = 0, far = 0;
        print_table((pair_query)query);
        for (int i = 0; i < KINDS; ++i)
            for (int j = 0; j < KINDS; ++j) {
                const cell *at = &cells[query][i][j];
                bool complex = i >= GRAZE_SHAPE_CONVEX_COUNT || j >= GRAZE_SHAPE_CONVEX_COUNT;
                missing += at->missing > 0;
                empty += !at->compared && !at->unbounded && !at->missing;
                if (complex) near += at->near, far += at->far;
            }
        printf("complex shapes: %ld near, %ld far\n", near, far);
        if (near + far > 0) assert_in_range(near * 100 / (near + far), 10, 90);
    }
    printf("\n%ld cells are missing, %ld are empty\n", missing, empty);
    assert_int_equal(empty, 0);
    if (COMPLETE) assert_int_equal(missing, 0);
}

/* -- one shape and a ray or a point -- */

static void rays_and_points(void **state) {
    (void)state;
    uint64_t seed = test_seed(1302);
    random_numbers = graze_random_seed(seed);
    long rounds = test_count(200), hits = 0, inside_count = 0, asked = 0;
    for (long n = 0; n < rounds * 3; ++n) {
        static subject s;
        graze_shape_kind kind = (graze_shape_kind)(GRAZE_SHAPE_CONVEX_COUNT + n % 3);
        make_subject(&s, kind);
        context c = {seed, n, kind, kind, 600 * (double)GRAZE_EPSILON * 20};
        graze_placed p = {s.shape, random_pose((random_pose_class)(n % 5), 1, &random_numbers),
                          n % 3 == 1 ? (graze_real)0.1 : 0};
        graze_vec3 from = random_vector(3, &random_numbers), to = random_vector(2, &random_numbers);
        graze_ray ray = {from, graze_vec3_sub(to, from), n % 4 ? 4 : (graze_real)0.7};
        graze_cast_result found, best = {.hit = false};
        bool inside, inside_truth = false;
        double nearest = INFINITY, sd_lower = INFINITY, sd_upper = INFINITY;
        graze_point_separation point_sd;
        for (int i = 0; i < s.count; ++i) {
            graze_placed piece = place_piece(&s, i, &p);
            graze_cast_result cast;
            graze_shape *point;
            graze_signed_separation sd;
            bool in;
            assert_int_equal(graze_ray_cast(&piece, &ray, NULL, &cast), GRAZE_OK);
            if (cast.hit && (!best.hit || cast.t < best.t)) best = cast;
            assert_int_equal(graze_placed_contains(&piece, to, &in), GRAZE_OK);
            inside_truth = inside_truth || in;
            assert_int_equal(graze_shape_point(to, &point), GRAZE_OK);
            graze_placed at = {point, graze_pose_identity(), 0};
            assert_int_equal(graze_signed_distance(&piece, &at, NULL, NULL, &sd), GRAZE_OK);
            nearest = fmin(nearest, fabs((double)sd.sd));
            sd_lower = fmin(sd_lower, (double)sd.lower);
            sd_upper = fmin(sd_upper, (double)sd.upper);
            graze_shape_release(point);
        }
        assert_int_equal(graze_ray_cast(&p, &ray, NULL, &found), GRAZE_OK);
        assert_int_equal(graze_placed_contains(&p, to, &inside), GRAZE_OK);
        assert_int_equal(graze_point_signed_distance(&p, to, NULL, &point_sd), GRAZE_OK);
        EXPECT(agree((double)point_sd.lower, (double)point_sd.upper, sd_lower, sd_upper, c.tolerance),
               &c, "point: sd %g, pieces %g ... %g", (double)point_sd.sd, sd_lower, sd_upper);
        if (nearest > c.tolerance)
            EXPECT(inside == inside_truth, &c, "inside %d, pieces %d", inside, inside_truth);
        bool sure = !best.hit || best.end == GRAZE_CONVERGED || best.end == GRAZE_OVERLAP;
        if (sure && (!best.hit || best.t < ray.max_t - (graze_real)0.01)) {
            bool late = found.hit && found.t > ray.max_t - (graze_real)0.01;
            EXPECT(found.hit == best.hit || late || found.end == GRAZE_TOUCHING, &c,
                   "ray: hit %d, pieces %d", found.hit, best.hit);
        }
        if (found.hit && best.hit && sure)
            EXPECT(fabs((double)(found.t - best.t)) < 0.01, &c, "ray: t %g, pieces %g", (double)found.t,
                   (double)best.t);
        hits += found.hit;
        inside_count += inside;
        ++asked;
        release_subject(&s);
    }
    assert_in_range(hits * 100 / asked, 20, 90);
    assert_true(inside_count > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pair_matrix),
                                       cmocka_unit_test(rays_and_points)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
