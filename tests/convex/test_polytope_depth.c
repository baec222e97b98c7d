/* SPDX-License-Identifier: MIT
 * The depth of two polytopes against brute force (E8, S12, V5): the least height of C = A - B over the
 * normals of all triples of vertices of A, all triples of B and all pairs of differences of vertices.
 * Every facet normal of C is among those, and a normal that is none can only be too high; so no hull,
 * no edge and no arc of the library is involved, and all is in long double. */
#include "convex/polytope_depth.h"
#include "convex/query.h"
#include "harness.h"
#include "oracle/features.h"
#include "oracle/pair_check.h"
#include "oracle/random_shape.h"

/* -- shapes with their points -- */

typedef enum item_kind {
    ITEM_POINT,
    ITEM_SEGMENT,
    ITEM_TRIANGLE,
    ITEM_TETRAHEDRON,
    ITEM_BOX,
    ITEM_POLYGON,
    ITEM_POLYTOPE,
    ITEM_LATTICE, /* a polytope with many coplanar points and parallel edges */
    ITEM_KDOP,
    ITEM_SPHERE,
    ITEM_CAPSULE,
    ITEM_ROUNDED,
    ITEM_KINDS
} item_kind;

static const char *const item_names[ITEM_KINDS] = {"point", "segment", "triangle", "tetrahedron",
                                                   "box",   "polygon", "polytope", "lattice",
                                                   "k-DOP", "sphere",  "capsule",  "rounded"};

#define ITEM_POINTS 64
typedef struct item {
    item_kind kind;
    graze_shape *shape;
    graze_vec3 points[ITEM_POINTS]; /* of the core */
    int count;
    graze_real radius;
} item;

static void must(graze_status status) { assert_int_equal(status, GRAZE_OK); }

static int pick(graze_random *random, int count) {
    return (int)(graze_random_bits(random) % (uint64_t)count);
}

/* Corners that coincide, or lie in a line or a plane, one time in four. */
static void make_simplex(item *it, int count, graze_real scale, graze_random *random) {
    for (int i = 0; i < count; ++i) it->points[i] = random_vector(scale, random);
    graze_vec3 *p = it->points;
    int odd = pick(random, 16);
    if (odd == 0 && count > 1) p[count - 1] = p[0];
    if (odd == 1 && count > 2) p[2] = graze_vec3_lerp(p[0], p[1], (graze_real)0.5);
    if (odd == 2 && count > 3) p[3] = graze_vec3_lerp(p[0], p[1], (graze_real)0.25);
    if (odd == 3)
        for (int i = 0; i < count; ++i) p[i].z = 0;
    if (odd == 4 && count > 3) p[1] = p[2] = p[3] = p[0];
    it->count = count;
}

static void make_box(item *it, graze_real scale, graze_random *random) {
    graze_vec3 h = graze_vec3_abs(random_vector(scale, random));
    if (pick(random, 10) == 0) h.x = 0;
    if (pick(random, 10) == 0) h.y = 0;
    if (pick(random, 10) == 0) h = graze_vec3_make(scale, scale, scale);
    for (int i = 0; i < 8; ++i)
        it->points[i] = graze_vec3_make(i & 1 ? -h.x : h.x, i & 2 ? -h.y : h.y, i & 4 ? -h.z : h.z);
    it->count = 8;
    must(graze_shape_box(h, &it->shape));
}

static void take_hull_points(item *it) {
    graze_hull_view view;
    must(graze_hull_get(graze_shape_hull(it->shape), &view));
    assert_true(view.vertex_count <= ITEM_POINTS);
    it->count = (int)view.vertex_count;
    memcpy(it->points, view.vertices, view.vertex_count * sizeof *view.vertices);
}

static void make_hull(item *it, graze_real scale, graze_random *random) {
    bool flat = it->kind == ITEM_POLYGON, lattice = it->kind == ITEM_LATTICE;
    int count = 1 + pick(random, flat ? 9 : 14);
    graze_real unit = (graze_real)ldexp(0.5, ilogb((double)scale));
    for (int i = 0; i < count; ++i) {
        it->points[i] = random_vector(scale, random);
        if (!flat && !lattice) continue;
        graze_real x = (graze_real)(pick(random, 5) - 2), y = (graze_real)(pick(random, 5) - 2);
        graze_real z = flat ? x - 2 * y : (graze_real)(pick(random, 3) - 1);
        it->points[i] = graze_vec3_scale(graze_vec3_make(x, y, z), unit);
    }
    if (flat)
        must(graze_shape_polygon(it->points, (size_t)count, 0, &it->shape));
    else
        must(graze_shape_polytope(it->points, (size_t)count, 0, &it->shape));
    take_hull_points(it);
}

static void make_kdop(item *it, graze_real scale, graze_random *random) {
    graze_vec3 normals[4] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    graze_real lo[4], hi[4];
    for (int i = 0; i < 4; ++i) {
        lo[i] = scale * graze_random_uniform(random, -1, (graze_real)-0.1);
        hi[i] = scale * graze_random_uniform(random, (graze_real)0.1, 1);
    }
    must(graze_shape_kdop(normals, lo, hi, 4, &it->shape));
    take_hull_points(it);
}

static void item_make(item *it, item_kind kind, graze_real scale, graze_random *random);

static void make_round(item *it, graze_real scale, graze_random *random) {
    graze_real r = scale * graze_random_uniform(random, 0, (graze_real)0.5);
    if (it->kind == ITEM_SPHERE) {
        it->count = 1;
        it->points[0] = graze_vec3_zero();
        must(graze_shape_sphere(r, &it->shape));
    } else if (it->kind == ITEM_CAPSULE) {
        graze_real height = pick(random, 8) == 0 ? 0 : scale * graze_random_uniform(random, 0, 2);
        it->count = 2;
        it->points[0] = graze_vec3_make(0, height / 2, 0);
        it->points[1] = graze_vec3_neg(it->points[0]);
        must(graze_shape_capsule(r, height, &it->shape));
    } else {
        item child;
        item_make(&child, (item_kind)pick(random, ITEM_SPHERE), scale, random);
        must(graze_shape_rounded(child.shape, r, &it->shape));
        graze_shape_release(child.shape);
        it->count = child.count;
        memcpy(it->points, child.points, sizeof it->points);
    }
    it->radius = r;
}

static void item_make(item *it, item_kind kind, graze_real scale, graze_random *random) {
    it->kind = kind;
    it->radius = 0;
    const graze_vec3 *p = it->points;
    if (kind <= ITEM_TETRAHEDRON) make_simplex(it, 1 + (int)kind, scale, random);
    switch (kind) {
    case ITEM_POINT:
        must(graze_shape_point(p[0], &it->shape));
        break;
    case ITEM_SEGMENT:
        must(graze_shape_segment(p[0], p[1], &it->shape));
        break;
    case ITEM_TRIANGLE:
        must(graze_shape_triangle(p[0], p[1], p[2], &it->shape));
        break;
    case ITEM_TETRAHEDRON:
        must(graze_shape_tetrahedron(p[0], p[1], p[2], p[3], &it->shape));
        break;
    case ITEM_BOX:
        make_box(it, scale, random);
        break;
    case ITEM_POLYGON:
    case ITEM_POLYTOPE:
    case ITEM_LATTICE:
        make_hull(it, scale, random);
        break;
    case ITEM_KDOP:
        make_kdop(it, scale, random);
        break;
    default:
        make_round(it, scale, random);
    }
}

/* -- the oracle -- */

typedef struct cloud {
    ld3 points[ITEM_POINTS];
    int count;
} cloud;

static cloud place(const item *it, const graze_pose *pose) {
    cloud c = {.count = it->count};
    for (int i = 0; i < it->count; ++i) c.points[i] = oracle_pose_apply(pose, it->points[i]);
    return c;
}

/* max over a in A, b in B of n . (a - b). */
static long double height(const cloud *a, const cloud *b, ld3 n) {
    long double top = -INFINITY, bottom = INFINITY;
    for (int i = 0; i < a->count; ++i) top = fmaxl(top, ld3_dot(n, a->points[i]));
    for (int i = 0; i < b->count; ++i) bottom = fminl(bottom, ld3_dot(n, b->points[i]));
    return top - bottom;
}

/* The normal of two sides, set upright on the longer one: where the two are nearly parallel, a turn
 * about that one is all that rounding may do to it. A product that is all rounding says nothing. */
static void try_normal(const cloud *a, const cloud *b, ld3 u, ld3 v, long double *least) {
    ld3 n = ld3_cross(u, v);
    long double length = ld3_length(n);
    if (!(length > 1e-17L * ld3_length(u) * ld3_length(v))) return;
    ld3 side = ld3_length(u) > ld3_length(v) ? u : v, unit = ld3_scale(n, 1 / length);
    unit = ld3_add_scaled(unit, -ld3_dot(unit, side) / ld3_dot(side, side), side);
    unit = ld3_unit(unit);
    *least = fminl(*least, height(a, b, unit));
    *least = fminl(*least, height(a, b, ld3_scale(unit, -1)));
}

static void try_triples(const cloud *of, const cloud *a, const cloud *b, long double *least) {
    for (int i = 0; i < of->count; ++i)
        for (int j = i + 1; j < of->count; ++j)
            for (int k = j + 1; k < of->count; ++k)
                try_normal(a, b, ld3_sub(of->points[j], of->points[i]),
                           ld3_sub(of->points[k], of->points[i]), least);
}

/* The depth of the cores; not positive if they are apart or C is flat; infinite if C is a line. */
static long double brute_depth(const cloud *a, const cloud *b) {
    long double least = INFINITY;
    try_triples(a, a, b, &least);
    try_triples(b, a, b, &least);
    for (int i = 0; i < a->count; ++i)
        for (int j = i + 1; j < a->count; ++j)
            for (int k = 0; k < b->count; ++k)
                for (int l = k + 1; l < b->count; ++l)
                    try_normal(a, b, ld3_sub(a->points[j], a->points[i]),
                               ld3_sub(b->points[l], b->points[k]), &least);
    return least;
}

/* -- one pair, everything checked -- */

typedef struct trial {
    item a, b;
    graze_placed placed_a, placed_b;
    uint64_t seed;
    long number;
} trial;

/* How far points of the world may be off beside E: they are rounded to graze_real. */
static long double world_rounding(const trial *t) {
    return 4 * (long double)GRAZE_EPSILON *
           (long double)(graze_vec3_length(t->placed_a.pose.origin) +
                         graze_vec3_length(t->placed_b.pose.origin));
}

static long double stretch_of(const graze_pose *pose) {
    return ld3_length(ld3_from(pose->basis.col[0]));
}

static long double radius_of(const item *it, const graze_placed *placed) {
    return (long double)it->radius * stretch_of(&placed->pose) + (long double)placed->margin;
}

static long double distance_from(const item *it, const graze_placed *placed, graze_vec3 point) {
    oracle_polyhedron body = oracle_polyhedron_from_points(it->points, it->count, &placed->pose);
    long double distance = oracle_polyhedron_point_distance(&body, ld3_from(point));
    oracle_polyhedron_free(&body);
    return distance - radius_of(it, placed);
}

static long double distance_of_cores(const trial *t) {
    oracle_polyhedron a = oracle_polyhedron_from_points(t->a.points, t->a.count, &t->placed_a.pose);
    oracle_polyhedron b = oracle_polyhedron_from_points(t->b.points, t->b.count, &t->placed_b.pose);
    long double distance = oracle_polyhedron_closest(&a, &b).distance;
    oracle_polyhedron_free(&a);
    oracle_polyhedron_free(&b);
    return distance;
}

#define CHECK(condition, ...)                                                                          \
    do {                                                                                               \
        if (!(condition)) {                                                                            \
            print_error("%s against %s, case %ld\n", item_names[t->a.kind], item_names[t->b.kind],     \
                        t->number);                                                                    \
            test_fail(t->seed, t->number, __VA_ARGS__);                                                \
        }                                                                                              \
    } while (0)

/* The bracket, the witnesses and the normal, as graze_penetration gives them for an overlapping pair.
 * If only the radii overlap, not the cores, GJK answers, and its bracket is not quite as narrow. */
static void check_overlap(const trial *t, long double depth, bool cores, long double error) {
    graze_penetration_result r;
    graze_options tightest = {.rel = GRAZE_TIGHTEST}; /* for cores apart within the radii */
    must(graze_penetration(&t->placed_a, &t->placed_b, &tightest, NULL, &r));
    CHECK(r.end == GRAZE_OVERLAP || (r.end == GRAZE_TOUCHING && depth <= 2 * error),
          "end %d at depth %Lg", (int)r.end, depth);
    CHECK((long double)r.lower <= depth && depth <= (long double)r.upper,
          "depth %.20Lg not in %.17g..%.17g", depth, (double)r.lower, (double)r.upper);
    long double width = (cores ? 2 : 3) * error * (1 + 1e-5L) + 16 * (long double)GRAZE_EPSILON * depth;
    CHECK((long double)r.upper - (long double)r.lower <= width, "%.17g..%.17g is wider than %Lg",
          (double)r.lower, (double)r.upper, width);
    long double slack = error + world_rounding(t);
    ld3 n = ld3_from(r.normal);
    CHECK(fabsl(ld3_length(n) - 1) <= 32 * (long double)GRAZE_EPSILON, "normal of length %Lg",
          ld3_length(n));
    CHECK(distance_from(&t->a, &t->placed_a, r.point_a) <= slack, "point_a %Lg off A, slack %Lg",
          distance_from(&t->a, &t->placed_a, r.point_a), slack);
    CHECK(distance_from(&t->b, &t->placed_b, r.point_b) <= slack, "point_b %Lg off B, slack %Lg",
          distance_from(&t->b, &t->placed_b, r.point_b), slack);
    ld3 way = ld3_sub(ld3_from(r.point_a), ld3_from(r.point_b));
    CHECK(ld3_distance(way, ld3_scale(n, (long double)r.depth)) <= 2 * slack,
          "the points are not depth * normal apart, but %Lg off",
          ld3_distance(way, ld3_scale(n, (long double)r.depth)));
    cloud a = place(&t->a, &t->placed_a.pose), b = place(&t->b, &t->placed_b.pose);
    long double along =
        height(&a, &b, ld3_unit(n)) + radius_of(&t->a, &t->placed_a) + radius_of(&t->b, &t->placed_b);
    long double size = along + ld3_distance(a.points[0], b.points[0]);
    CHECK(along <= (long double)r.upper + 8 * (long double)GRAZE_EPSILON * size + slack,
          "moved by upper, B is still %Lg in A", along - (long double)r.upper);
}

typedef struct tally {
    long apart, touching, overlapping;
} tally;

static void check_trial(const trial *t, tally *sum) {
    gz_pair pair;
    must(gz_pair_make(&t->placed_a, &t->placed_b, &pair));
    long double error = (long double)pair.error / (long double)pair.scale;
    gz_depth depth;
    gz_depth_end end = gz_polytope_depth(&pair, wide3_make(1, 0, 0), &depth);
    CHECK(end == GZ_DEPTH_FOUND || end == GZ_DEPTH_APART, "end %d", (int)end);
    cloud a = place(&t->a, &t->placed_a.pose), b = place(&t->b, &t->placed_b.pose);
    long double least = brute_depth(&a, &b), slack = error / 16, sd = -least;
    /* Flat, or apart: the features tell how far. */
    if (!(least > slack && least < INFINITY)) sd = distance_of_cores(t);
    if (end == GZ_DEPTH_APART) CHECK(sd > 0, "apart at %Lg", sd);
    if (sd > 2 * error) CHECK(end == GZ_DEPTH_APART, "not apart at %Lg, E %Lg", sd, error);
    sd -= radius_of(&t->a, &t->placed_a) + radius_of(&t->b, &t->placed_b);
    graze_options tightest = {.rel = GRAZE_TIGHTEST};
    graze_signed_separation s;
    must(graze_signed_distance(&t->placed_a, &t->placed_b, &tightest, NULL, &s));
    CHECK((long double)s.lower - slack <= sd && sd <= (long double)s.upper + slack,
          "sd %.20Lg not in %.17g..%.17g", sd, (double)s.lower, (double)s.upper);
    ++*(sd > error ? &sum->apart : sd < -error ? &sum->overlapping : &sum->touching);
    if (sd > error) return;
    if (sd < -error) check_overlap(t, -sd, end == GZ_DEPTH_FOUND, error);
    graze_penetration_result there, back;
    must(graze_penetration(&t->placed_a, &t->placed_b, &tightest, NULL, &there));
    must(graze_penetration(&t->placed_b, &t->placed_a, &tightest, NULL, &back));
    long double differ = fabsl((long double)there.depth - (long double)back.depth);
    CHECK(differ <= 2 * error, "swapped, the depth is %.17g, not %.17g", (double)back.depth,
          (double)there.depth);
}

static void trial_release(trial *t) {
    graze_shape_release(t->a.shape);
    graze_shape_release(t->b.shape);
}

/* -- regimes -- */

/* A rigid or uniform pose for round items: under others their balls are no balls. */
static graze_pose pose_for(const item *it, int class_of_pose, graze_real reach, graze_random *random) {
    if (it->kind >= ITEM_SPHERE && class_of_pose > RANDOM_POSE_UNIFORM)
        class_of_pose = RANDOM_POSE_UNIFORM;
    return random_pose((random_pose_class)class_of_pose, reach, random);
}

static void make_trial(trial *t, int kind_a, int kind_b, graze_real scale_b, int class_a, int class_b,
                       graze_real reach, graze_random *random) {
    item_make(&t->a, (item_kind)kind_a, 1, random);
    item_make(&t->b, (item_kind)kind_b, scale_b, random);
    t->placed_a = (graze_placed){.shape = t->a.shape, .pose = pose_for(&t->a, class_a, reach, random)};
    t->placed_b = (graze_placed){.shape = t->b.shape, .pose = pose_for(&t->b, class_b, reach, random)};
}

static ld3 farthest(const cloud *c, ld3 n) {
    int best = 0;
    for (int i = 1; i < c->count; ++i)
        if (ld3_dot(n, c->points[i]) > ld3_dot(n, c->points[best])) best = i;
    return c->points[best];
}

/* Moves B until its farthest point against a random direction lies so deep under A's farthest point
 * along it: with an overlap of 0 the two touch there, as far as rounding allows. */
static void plant(trial *t, long double overlap, graze_random *random) {
    cloud a = place(&t->a, &t->placed_a.pose), b = place(&t->b, &t->placed_b.pose);
    ld3 n = ld3_unit(ld3_from(graze_random_direction(random)));
    long double radii = radius_of(&t->a, &t->placed_a) + radius_of(&t->b, &t->placed_b);
    ld3 step = ld3_sub(farthest(&a, n), farthest(&b, ld3_scale(n, -1)));
    step = ld3_add_scaled(step, radii - overlap, n);
    graze_vec3 *origin = &t->placed_b.pose.origin;
    origin->x = (graze_real)((long double)origin->x + step.x);
    origin->y = (graze_real)((long double)origin->y + step.y);
    origin->z = (graze_real)((long double)origin->z + step.z);
}

static void every_pair_of_kinds_and_poses(void **state) {
    (void)state;
    uint64_t seed = test_seed(46001);
    tally sum = {0, 0, 0};
    for (long i = 0; i < test_count(3 * ITEM_KINDS * ITEM_KINDS); ++i) {
        graze_random random = graze_random_seed(seed + (uint64_t)i);
        trial t = {.seed = seed, .number = i};
        graze_real reach = (graze_real)(i % 3) / 4;
        make_trial(&t, (int)(i % ITEM_KINDS), (int)(i / ITEM_KINDS % ITEM_KINDS), 1,
                   pick(&random, RANDOM_POSE_CLASS_COUNT), pick(&random, RANDOM_POSE_CLASS_COUNT),
                   reach, &random);
        check_trial(&t, &sum);
        trial_release(&t);
    }
    if (test_count(100) >= 100) assert_true(sum.apart > 20 && sum.overlapping > 100);
}

static void touching_shallow_and_barely_apart(void **state) {
    (void)state;
    uint64_t seed = test_seed(46002);
    tally sum = {0, 0, 0};
    static const double overlaps[] = {0, 1e-7, 1e-5, 1e-3, 0.05, -1e-6, -1e-3};
    for (long i = 0; i < test_count(4 * ITEM_KINDS * ITEM_KINDS); ++i) {
        graze_random random = graze_random_seed(seed + (uint64_t)i);
        trial t = {.seed = seed, .number = i};
        make_trial(&t, (int)(i % ITEM_KINDS), (int)(i / ITEM_KINDS % ITEM_KINDS), 1,
                   pick(&random, RANDOM_POSE_CLASS_COUNT), pick(&random, RANDOM_POSE_CLASS_COUNT), 1,
                   &random);
        plant(&t, overlaps[pick(&random, 7)], &random);
        check_trial(&t, &sum);
        trial_release(&t);
    }

    if (test_count(100) >= 100)
        assert_true(sum.apart > 100 && sum.touching > 50 && sum.overlapping > 100);
}

static void sizes_a_million_apart(void **state) {
    (void)state;
    uint64_t seed = test_seed(46003);
    tally sum = {0, 0, 0};
    for (long i = 0; i < test_count(3 * ITEM_KINDS * ITEM_KINDS); ++i) {
        graze_random random = graze_random_seed(seed + (uint64_t)i);
        trial t = {.seed = seed, .number = i};
        graze_real scale = (graze_real)pow(10, pick(&random, 13) - 6);
        make_trial(&t, (int)(i % ITEM_KINDS), (int)(i / ITEM_KINDS % ITEM_KINDS), scale,
                   pick(&random, RANDOM_POSE_CLASS_COUNT), pick(&random, RANDOM_POSE_CLASS_COUNT),
                   (graze_real)0.3, &random);
        t.placed_a.pose.origin = graze_vec3_zero(); /* the oracle would lose tiny pairs far away */
        if (i % 2) plant(&t, fmin(1, (double)scale) / 4, &random);
        check_trial(&t, &sum);
        trial_release(&t);
    }
    if (test_count(100) >= 100) assert_true(sum.overlapping > 100);
}

/* The same pose: parallel facets and edges everywhere, many normals of one height; often the same
 * shape; shifts along axes keep the ties. */
static void ties_concentric_and_identical(void **state) {
    (void)state;
    uint64_t seed = test_seed(46004);
    tally sum = {0, 0, 0};
    for (long i = 0; i < test_count(4 * ITEM_KINDS * ITEM_KINDS); ++i) {
        graze_random random = graze_random_seed(seed + (uint64_t)i);
        trial t = {.seed = seed, .number = i};
        make_trial(&t, (int)(i % ITEM_KINDS), (int)(i / ITEM_KINDS % ITEM_KINDS), 1, RANDOM_POSE_RIGID,
                   RANDOM_POSE_RIGID, 1, &random);
        if (pick(&random, 2)) t.placed_a.pose = graze_pose_identity();
        t.placed_b.pose = t.placed_a.pose;
        if (pick(&random, 3) == 0) {
            graze_shape_release(t.b.shape);
            t.b = t.a;
            graze_shape_retain(t.b.shape);
            t.placed_b.shape = t.b.shape;
        }
        int axis = pick(&random, 6);
        graze_vec3 *origin = &t.placed_b.pose.origin;
        graze_real shift = (graze_real)(1 + pick(&random, 4)) / 4;
        if (axis < 3) *origin = graze_vec3_add_scaled(*origin, shift, t.placed_b.pose.basis.col[axis]);
        check_trial(&t, &sum);
        trial_release(&t);
    }
    if (test_count(100) >= 100) assert_true(sum.overlapping > 100);
}

/* Almost parallel: turned against each other by next to nothing. */
static void nearly_parallel(void **state) {
    (void)state;
    uint64_t seed = test_seed(46005);
    tally sum = {0, 0, 0};
    for (long i = 0; i < test_count(2 * ITEM_KINDS * ITEM_KINDS); ++i) {
        graze_random random = graze_random_seed(seed + (uint64_t)i);
        trial t = {.seed = seed, .number = i};
        make_trial(&t, (int)(i % ITEM_KINDS), (int)(i / ITEM_KINDS % ITEM_KINDS), 1, RANDOM_POSE_RIGID,
                   RANDOM_POSE_RIGID, 1, &random);
        if (t.a.kind == t.b.kind && pick(&random, 2)) {
            graze_shape_release(t.b.shape);
            t.b = t.a;
            graze_shape_retain(t.b.shape);
            t.placed_b.shape = t.b.shape;
        }
        double angle = pow(10, -1 - pick(&random, 16));
        graze_quat turn;
        graze_vec3 at = random_vector((graze_real)0.4, &random);
        must(graze_quat_from_axis_angle(graze_random_direction(&random), (graze_real)angle, &turn));
        t.placed_a.pose = graze_pose_identity();
        must(graze_pose_make(turn, at, &t.placed_b.pose));
        check_trial(&t, &sum);
        trial_release(&t);
    }
    if (test_count(100) >= 100) assert_true(sum.overlapping > 50);
}

/* Hulls whose supports climb, and those with more facets than one window of the scans, against small
 * ones and each other, by the explicit difference (V5). */
static void large_hulls(void **state) {
    (void)state;
    static const int sizes[][2] = {{400, 8}, {8, 400}, {300, 60}, {40, 40}, {1500, 6}, {6, 1500}};
    uint64_t seed = test_seed(46006);
    for (long i = 0; i < test_count(18); ++i) {
        graze_random random = graze_random_seed(seed + (uint64_t)i);
        test_polytope two[2];
        for (int k = 0; k < 2; ++k) {
            graze_vec3 points[1500], radii = random_vector((graze_real)0.5, &random);
            int count = sizes[i % 6][k];
            radii = graze_vec3_add(graze_vec3_make(1, 1, 1), radii);
            for (int p = 0; p < count; ++p)
                points[p] = graze_vec3_mul(radii, graze_random_direction(&random));
            int class_of_pose = i % 2 ? RANDOM_POSE_RIGID : RANDOM_POSE_SHEARED;
            graze_pose pose = random_pose((random_pose_class)class_of_pose, (graze_real)0.5, &random);
            two[k] = test_polytope_make(points, count, &pose, 0);
        }
        test_pair pair = test_pair_measure(&two[0], &two[1], seed, i);
        graze_penetration_result r;
        must(graze_penetration(&two[0].placed, &two[1].placed, NULL, NULL, &r));
        if (pair.sd > pair.unsure) {
            TEST_CHECK(r.end == GRAZE_SEPARATED, seed, i, "end %d at sd %Lg", (int)r.end, pair.sd);
        } else {
            long double depth = -pair.sd, unsure = pair.unsure;
            TEST_CHECK((long double)r.lower - unsure <= depth && depth <= (long double)r.upper + unsure,
                       seed, i, "depth %.20Lg not in %.17g..%.17g", depth, (double)r.lower,
                       (double)r.upper);
            long double error = test_pair_error(&two[0], &two[1]);
            ld3 way = ld3_sub(ld3_from(r.point_a), ld3_from(r.point_b));
            long double off = ld3_distance(way, ld3_scale(ld3_from(r.normal), (long double)r.depth));
            TEST_CHECK(off <= 2 * error, seed, i, "the points are %Lg off depth * normal", off);
            for (int k = 0; k < 2; ++k) {
                ld3 point = ld3_from(k == 0 ? r.point_a : r.point_b);
                long double out = oracle_polyhedron_point_distance(&two[k].body, point);
                TEST_CHECK(out <= 2 * error, seed, i, "a point is %Lg outside", out);
            }
        }
        for (int k = 0; k < 2; ++k) test_polytope_free(&two[k]);
    }
}

/* The same depth with and without a cache, from any guess. */
static void caches_change_nothing(void **state) {
    (void)state;
    uint64_t seed = test_seed(46007);
    for (long i = 0; i < test_count(ITEM_KINDS * ITEM_KINDS); ++i) {
        graze_random random = graze_random_seed(seed + (uint64_t)i);
        trial t = {.seed = seed, .number = i};
        make_trial(&t, (int)(i % ITEM_KINDS), (int)(i / ITEM_KINDS % ITEM_KINDS), 1, RANDOM_POSE_RIGID,
                   RANDOM_POSE_SHEARED, (graze_real)0.3, &random);
        graze_cache cache = {.size = 0};
        graze_options tightest = {.rel = GRAZE_TIGHTEST};
        gz_pair pair;
        must(gz_pair_make(&t.placed_a, &t.placed_b, &pair));
        graze_penetration_result plain, cached;
        for (int step = 0; step < 8; ++step) {
            must(graze_penetration(&t.placed_a, &t.placed_b, &tightest, NULL, &plain));
            must(graze_penetration(&t.placed_a, &t.placed_b, &tightest, &cache, &cached));
            double differ = fabs((double)plain.depth - (double)cached.depth);
            TEST_CHECK(differ <= 2 * pair.error / pair.scale, seed, i, "depth %.17g, cached %.17g",
                       (double)plain.depth, (double)cached.depth);
            if (step % 4 == 3) cache.axis = graze_random_direction(&random); /* a bad guess */
            graze_vec3 *at = &t.placed_b.pose.origin;
            *at = graze_vec3_add(*at, random_vector((graze_real)0.05, &random));
            must(gz_pair_make(&t.placed_a, &t.placed_b, &pair));
        }
        trial_release(&t);
    }
}

/* Nothing against nothing in one place: no size, no error, and still a unit normal. */
static void shapes_without_size(void **state) {
    (void)state;
    graze_shape *shapes[5];
    graze_vec3 zero = graze_vec3_zero();
    must(graze_shape_point(zero, &shapes[0]));
    must(graze_shape_box(zero, &shapes[1]));
    must(graze_shape_sphere(0, &shapes[2]));
    must(graze_shape_capsule(0, 0, &shapes[3]));
    must(graze_shape_tetrahedron(zero, zero, zero, zero, &shapes[4]));
    for (int i = 0; i < 25; ++i) {
        graze_placed a = {.shape = shapes[i / 5], .pose = graze_pose_identity()};
        graze_placed b = {.shape = shapes[i % 5], .pose = graze_pose_identity()};
        graze_penetration_result r;
        must(graze_penetration(&a, &b, NULL, NULL, &r));
        assert_true(r.end == GRAZE_TOUCHING && r.depth == 0 && r.lower == 0);
        assert_true(fabs((double)graze_vec3_length(r.normal) - 1) <= 1e-6);
    }
    for (int i = 0; i < 5; ++i) graze_shape_release(shapes[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_kinds_and_poses),
        cmocka_unit_test(touching_shallow_and_barely_apart),
        cmocka_unit_test(sizes_a_million_apart),
        cmocka_unit_test(ties_concentric_and_identical),
        cmocka_unit_test(nearly_parallel),
        cmocka_unit_test(large_hulls),
        cmocka_unit_test(caches_change_nothing),
        cmocka_unit_test(shapes_without_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
