/* SPDX-License-Identifier: MIT
 * Two tables. The first: shortcuts, the closed forms that stand in dispatch in place of GJK, EPA and
 * the general cast. Each query is timed as it is, and watched by a trace, which turns them all off (it
 * costs a few nanoseconds a round). None under 1x is to stay.
 *
 * The second: primitive tests, ray casts and signed distances by themselves, beside the query on
 * shapes, with all its shortcuts, that comes next to the same question. The shapes are made
 * beforehand; a primitive sees its arguments for the first time in every call, checks them and, of a
 * polygon, finds the plane and whether it is exactly planar. Random pairs of like sizes, of which the
 * share printed meets. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "graze/graze.h"
#include "primitive/box_frame.h"
#include "timing.h"

enum {
    SPHERE,
    AABB,
    OBB,
    SEGMENT,
    RAY,
    TRIANGLE,
    PLANE,
    POLYGON,
    CAPSULE,
    CYLINDER,
    CONE,
    ELLIPSOID,
    POLYHEDRON,
    TURNED /* an octahedron, kept as the ball around it */
};
enum { CORNERS = 8 };
#define PAIRS 1024

typedef union any_set {
    graze_sphere sphere;
    graze_aabb aabb;
    graze_obb obb;
    graze_segment segment;
    graze_ray ray;
    graze_triangle triangle;
    graze_plane plane;
    graze_polygon polygon;
    graze_capsule capsule;
    graze_cylinder cylinder;
    graze_cone cone;
    graze_ellipsoid ellipsoid;
    graze_plane polyhedron[CORNERS];
} any_set;

static any_set first[PAIRS], second[PAIRS];
static graze_placed placed_first[PAIRS], placed_second[PAIRS];
static graze_random random_state;
static graze_vec3 corners[2 * PAIRS][CORNERS]; /* of polygons */
static int polygons_made;

static void must(graze_status status) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s\n", graze_status_text(status));
    exit(1);
}

/* -- random sets around a place ---------------------------------------------------------------- */

static graze_real uniform(double lo, double hi) {
    return graze_random_uniform(&random_state, (graze_real)lo, (graze_real)hi);
}
static graze_vec3 point(double size) {
    return graze_vec3_make(uniform(-size, size), uniform(-size, size), uniform(-size, size));
}
static graze_vec3 half(void) {
    return graze_vec3_make(uniform(0.2, 1), uniform(0.2, 1), uniform(0.2, 1));
}

static const graze_vec3 *make_octagon(graze_vec3 x, graze_real radius) {
    graze_vec3 *p = corners[polygons_made++ % (2 * PAIRS)];
    graze_mat3 axes = graze_quat_to_mat3(graze_random_rotation(&random_state));
    static const double c[CORNERS] = {1, 0.7071, 0, -0.7071, -1, -0.7071, 0, 0.7071};
    for (int i = 0; i < CORNERS; ++i) {
        graze_vec3 flat = graze_vec3_make((graze_real)c[i], (graze_real)c[(i + 2) % CORNERS], 0);
        p[i] = graze_vec3_add_scaled(x, radius, graze_mat3_mul_vec(&axes, flat));
    }
    return p;
}

static any_set make(int kind, graze_vec3 x) {
    any_set s;
    graze_vec3 h = half(), d = point(1);
    switch (kind) {
    case SPHERE:
    case TURNED:
        s.sphere = (graze_sphere){x, uniform(0.2, 1)};
        break;
    case AABB:
        s.aabb = (graze_aabb){graze_vec3_sub(x, h), graze_vec3_add(x, h)};
        break;
    case OBB:
        s.obb = (graze_obb){x, graze_quat_to_mat3(graze_random_rotation(&random_state)), h};
        break;
    case SEGMENT:
        s.segment = (graze_segment){graze_vec3_sub(x, d), graze_vec3_add(x, d)};
        break;
    case RAY:
        s.ray = (graze_ray){graze_vec3_add_scaled(x, -2, d), d, (graze_real)INFINITY};
        break;
    case TRIANGLE:
        s.triangle =
            (graze_triangle){{graze_vec3_add(x, d), graze_vec3_add(x, point(1)), graze_vec3_sub(x, d)}};
        break;
    case POLYGON: /* a regular octagon */
        s.polygon = (graze_polygon){make_octagon(x, 2 * h.x), CORNERS, NULL, 0};
        break;
    case CAPSULE:
        s.capsule = (graze_capsule){graze_vec3_sub(x, d), graze_vec3_add(x, d), h.x};
        break;
    case CYLINDER:
        s.cylinder = (graze_cylinder){graze_vec3_sub(x, d), graze_vec3_add(x, d), h.x};
        break;
    case CONE:
        s.cone = (graze_cone){graze_vec3_sub(x, d), graze_vec3_add(x, d), h.x};
        break;
    case ELLIPSOID:
        s.ellipsoid = (graze_ellipsoid){x, graze_quat_to_mat3(graze_random_rotation(&random_state)), h};
        break;
    case POLYHEDRON: /* an octahedron, in no other axes than the world's */
        for (int i = 0; i < CORNERS; ++i) {
            graze_vec3 n = graze_vec3_make(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
            s.polyhedron[i] = (graze_plane){n, -graze_vec3_dot(n, x) - h.x};
        }
        break;
    default:
        s.plane = (graze_plane){d, -graze_vec3_dot(d, x)};
    }
    return s;
}

/* The turn that takes the y axis to a direction. */
static graze_mat3 upright(graze_vec3 direction) {
    graze_vec3 y, x, z;
    must(graze_vec3_normalize(direction, &y));
    graze_vec3 aside =
        y.x * y.x < (graze_real)0.5 ? graze_vec3_make(1, 0, 0) : graze_vec3_make(0, 1, 0);
    must(graze_vec3_normalize(graze_vec3_cross(y, aside), &z));
    x = graze_vec3_cross(y, z);
    return graze_mat3_from_columns(x, y, z);
}

/* A body of revolution from a to b. */
static graze_pose along_axis(graze_vec3 a, graze_vec3 b) {
    graze_pose pose = graze_pose_identity();
    pose.basis = upright(graze_vec3_sub(b, a));
    pose.origin = graze_vec3_scale(graze_vec3_add(a, b), (graze_real)0.5);
    pose.kind = GRAZE_POSE_RIGID;
    return pose;
}

static void make_octahedron(graze_real radius, graze_shape **shape) {
    graze_vec3 points[6];
    for (int i = 0; i < 6; ++i) {
        graze_real r = i % 2 ? -radius : radius;
        points[i] = graze_vec3_make(i / 2 == 0 ? r : 0, i / 2 == 1 ? r : 0, i / 2 == 2 ? r : 0);
    }
    must(graze_shape_polytope(points, 6, 0, shape));
}

static void place_octahedron(const any_set *s, graze_shape **shape, graze_pose *pose) {
    graze_vec3 n = graze_vec3_zero();
    for (int i = 0; i < CORNERS; ++i) /* the centre: every normal has its opposite */
        n = graze_vec3_add_scaled(n, -(s->polyhedron[i].offset - s->polyhedron[7 - i].offset) / 16,
                                  s->polyhedron[i].normal);
    make_octahedron(-(s->polyhedron[0].offset + s->polyhedron[7].offset) / 2, shape);
    pose->origin = n;
}

static graze_placed place(int kind, const any_set *s) {
    graze_placed placed = {.pose = graze_pose_identity()};
    graze_shape *shape = NULL;
    switch (kind) {
    case SPHERE:
        must(graze_shape_sphere(s->sphere.radius, &shape));
        placed.pose.origin = s->sphere.center;
        break;
    case AABB:
        must(graze_shape_box(graze_aabb_extent(s->aabb), &shape));
        placed.pose.origin = graze_aabb_center(s->aabb);
        break;
    case OBB:
        must(graze_shape_box(s->obb.half, &shape));
        placed.pose.origin = s->obb.center;
        placed.pose.basis = s->obb.axes;
        break;
    case SEGMENT:
        must(graze_shape_segment(s->segment.a, s->segment.b, &shape));
        break;
    case TRIANGLE:
        must(graze_shape_triangle(s->triangle.p[0], s->triangle.p[1], s->triangle.p[2], &shape));
        break;
    case POLYGON:
        must(graze_shape_polytope(s->polygon.points, CORNERS, 0, &shape)); /* flat but for rounding */
        break;
    case CAPSULE:
        must(graze_shape_capsule(s->capsule.radius, graze_vec3_distance(s->capsule.a, s->capsule.b),
                                 &shape));
        placed.pose = along_axis(s->capsule.a, s->capsule.b);
        break;
    case CYLINDER:
        must(graze_shape_cylinder(s->cylinder.radius, graze_vec3_distance(s->cylinder.a, s->cylinder.b),
                                  &shape));
        placed.pose = along_axis(s->cylinder.a, s->cylinder.b);
        break;
    case CONE:
        must(graze_shape_cone(s->cone.radius, graze_vec3_distance(s->cone.base, s->cone.tip), &shape));
        placed.pose = along_axis(s->cone.base, s->cone.tip);
        break;
    case ELLIPSOID:
        must(graze_shape_ellipsoid(s->ellipsoid.half, &shape));
        placed.pose.basis = s->ellipsoid.axes;
        placed.pose.origin = s->ellipsoid.center;
        break;
    case POLYHEDRON:
        place_octahedron(s, &shape, &placed.pose);
        break;
    case TURNED:
        make_octahedron(2 * s->sphere.radius, &shape);
        placed.pose.basis = graze_quat_to_mat3(graze_random_rotation(&random_state));
        placed.pose.origin = s->sphere.center;
        break;
    default:
        break;
    }
    placed.shape = shape;
    return placed;
}

/* spread: how far apart the two are at most; smaller for thin sets. */
static void fill(int kind_a, int kind_b, double spread) {
    for (int i = 0; i < PAIRS; ++i) {
        graze_vec3 x = point(1);
        if (placed_first[i].shape) graze_shape_release((graze_shape *)placed_first[i].shape);
        if (placed_second[i].shape) graze_shape_release((graze_shape *)placed_second[i].shape);
        first[i] = make(kind_a, x);
        second[i] = make(kind_b, graze_vec3_add(x, point(spread)));
        placed_first[i] = place(kind_a, &first[i]);
        placed_second[i] = place(kind_b, &second[i]);
    }
}

/* -- what is timed ----------------------------------------------------------------------------- */

typedef int (*call)(int i); /* 1 if they meet */

#define TEST(name, member_a, member_b)                                                                 \
    static int test_##name(int i) {                                                                    \
        bool hit = false;                                                                              \
        must(graze_test_##name(&first[i].member_a, &second[i].member_b, &hit));                        \
        return hit;                                                                                    \
    }
TEST(sphere_sphere, sphere, sphere)
TEST(sphere_aabb, sphere, aabb)
TEST(sphere_obb, sphere, obb)
TEST(sphere_segment, sphere, segment)
TEST(sphere_ray, sphere, ray)
TEST(sphere_triangle, sphere, triangle)
TEST(aabb_aabb, aabb, aabb)
TEST(aabb_obb, aabb, obb)
TEST(aabb_segment, aabb, segment)
TEST(aabb_ray, aabb, ray)
TEST(aabb_triangle, aabb, triangle)
TEST(obb_obb, obb, obb)
TEST(obb_segment, obb, segment)
TEST(obb_ray, obb, ray)
TEST(obb_triangle, obb, triangle)
TEST(segment_segment, segment, segment)
TEST(segment_ray, segment, ray)
TEST(segment_triangle, segment, triangle)
TEST(ray_ray, ray, ray)
TEST(ray_triangle, ray, triangle)
TEST(triangle_triangle, triangle, triangle)

#define POLYGON_TEST(name, member)                                                                     \
    static int test_##name##_polygon(int i) {                                                          \
        bool hit = false;                                                                              \
        must(graze_test_##name##_polygon(&first[i].member, &second[i].polygon, &hit, NULL));           \
        return hit;                                                                                    \
    }
POLYGON_TEST(sphere, sphere)
POLYGON_TEST(aabb, aabb)
POLYGON_TEST(obb, obb)
POLYGON_TEST(segment, segment)
POLYGON_TEST(ray, ray)
POLYGON_TEST(triangle, triangle)
POLYGON_TEST(polygon, polygon)

#define NEAR(name, member_a, member_b)                                                                 \
    static int near_##name(int i) {                                                                    \
        graze_proximity p;                                                                             \
        must(graze_near_##name(&first[i].member_a, &second[i].member_b, &p));                          \
        return p.sd <= 0;                                                                              \
    }
NEAR(sphere_sphere, sphere, sphere)
NEAR(sphere_aabb, sphere, aabb)
NEAR(sphere_obb, sphere, obb)
NEAR(sphere_segment, sphere, segment)
NEAR(sphere_triangle, sphere, triangle)
NEAR(segment_segment, segment, segment)
NEAR(aabb_aabb, aabb, aabb)

static int best_axis(int i) {
    graze_box_axis axis;
    must(graze_best_axis_obb_obb(&first[i].obb, &second[i].obb, &axis));
    return axis.separation <= 0;
}

#define CAST(name)                                                                                     \
    static int ray_##name(int i) {                                                                     \
        graze_ray_hit h;                                                                               \
        must(graze_ray_##name(&first[i].ray, &second[i].name, &h));                                    \
        return h.hit;                                                                                  \
    }
CAST(sphere)
CAST(aabb)
CAST(obb)
CAST(plane)
CAST(capsule)
CAST(cylinder)
CAST(cone)
CAST(ellipsoid)
static int ray_polyhedron(int i) {
    graze_ray_hit h;
    must(graze_ray_polyhedron(&first[i].ray, second[i].polyhedron, CORNERS, &h));
    return h.hit;
}
static int ray_polygon(int i) {
    graze_ray_hit h;
    must(graze_ray_polygon(&first[i].ray, &second[i].polygon, GRAZE_FACES_BOTH, &h));
    return h.hit;
}
static int ray_triangle(int i) {
    graze_ray_hit h;
    must(graze_ray_triangle(&first[i].ray, &second[i].triangle, GRAZE_FACES_BOTH, &h));
    return h.hit;
}

/* The kernel that trees use, the relative pose included. */
static int sat(int i) {
    gz_box_pair pair;
    gz_box_pair_make(&first[i].obb, &second[i].obb, &pair);
    return !gz_sat_boxes_apart(&pair, NULL);
}
static int sat_lite(int i) {
    gz_box_pair pair;
    gz_box_pair_make(&first[i].obb, &second[i].obb, &pair);
    return !gz_sat_boxes_apart_lite(&pair, NULL);
}

static graze_flow look_on(void *user, const graze_trace_step *step) {
    (void)user;
    (void)step;
    return GRAZE_CONTINUE;
}
static const graze_trace watcher = {look_on, NULL};
static const graze_options watched = {.trace = &watcher};
static const graze_options *options; /* of the queries; NULL or watched */

static int query_test(int i) {
    graze_intersection out;
    must(graze_intersect(&placed_first[i], &placed_second[i], options, NULL, &out));
    return out.intersecting;
}
static int query_distance(int i) {
    graze_separation out;
    must(graze_distance(&placed_first[i], &placed_second[i], options, NULL, &out));
    return out.distance <= 0;
}
static int query_signed(int i) {
    graze_signed_separation out;
    must(graze_signed_distance(&placed_first[i], &placed_second[i], options, NULL, &out));
    return out.sd <= 0;
}
static int query_ray(int i) {
    graze_cast_result out;
    must(graze_ray_cast(&placed_second[i], &first[i].ray, options, &out));
    return out.hit;
}
static int query_ray_second(int i) {
    graze_cast_result out;
    must(graze_ray_cast(&placed_first[i], &second[i].ray, options, &out));
    return out.hit;
}

static volatile int sink;

/* The best of some rounds over all pairs; *share: how many meet, per cent. */
static double nanoseconds(call run, double *share) {
    double best = INFINITY;
    int rounds = bench_quick() ? 5 : 25, hits = 0;
    for (int round = 0; round < rounds; ++round) {
        hits = 0;
        double start = bench_seconds();
        for (int i = 0; i < PAIRS; ++i) hits += run(i);
        double taken = bench_seconds() - start;
        sink = hits;
        if (taken < best) best = taken;
    }
    *share = 100.0 * hits / PAIRS;
    return best * 1e9 / PAIRS;
}

/* One line, and by how much the first is faster. */
static double row(const char *name, call run, double *share, call other, const graze_options *others) {
    double ours = nanoseconds(run, share), ratio = 0, ignored;
    printf("%-30s %8.1f %6.0f%%", name, ours, *share);
    if (other) {
        options = others;
        double theirs = nanoseconds(other, &ignored);
        options = NULL;
        ratio = theirs / ours;
        printf(" %10.1f %8.2fx", theirs, ratio);
    }
    printf("\n");
    return ratio;
}

static void head(const char *title, const char *other) {
    printf("%s, %s\n%-30s %8s %7s %10s %9s\n", title, sizeof(graze_real) == 4 ? "float" : "double", "",
           "ns", "meet", other, "speed-up");
}

/* -- shortcuts in dispatch --------------------------------------------------------------------- */

static double slowest = INFINITY;

static void shortcut(const char *name, int kind_a, int kind_b, double spread, call query) {
    double share;
    fill(kind_a, kind_b, spread);
    double ratio = row(name, query, &share, query, &watched);
    slowest = ratio < slowest ? ratio : slowest;
}

static void shortcuts(void) {
    head("shortcuts in dispatch", "general ns");
    shortcut("intersect sphere sphere", SPHERE, SPHERE, 1, query_test);
    shortcut("intersect sphere capsule", SPHERE, CAPSULE, 1.5, query_test);
    shortcut("intersect sphere box", SPHERE, OBB, 1.5, query_test);
    shortcut("intersect capsule capsule", CAPSULE, CAPSULE, 1.5, query_test);
    shortcut("intersect capsule box", CAPSULE, OBB, 2, query_test);
    shortcut("intersect box box", OBB, OBB, 1.5, query_test);
    shortcut("distance sphere sphere", SPHERE, SPHERE, 2, query_distance);
    shortcut("distance sphere capsule", SPHERE, CAPSULE, 2, query_distance);
    shortcut("distance sphere box", SPHERE, OBB, 2, query_distance);
    shortcut("distance sphere cylinder", SPHERE, CYLINDER, 2, query_distance);
    shortcut("distance sphere cone", SPHERE, CONE, 2, query_distance);
    shortcut("distance capsule capsule", CAPSULE, CAPSULE, 2, query_distance);
    shortcut("distance capsule box", CAPSULE, OBB, 2, query_distance);
    shortcut("distance segment segment", SEGMENT, SEGMENT, 1, query_distance);
    shortcut("signed sphere sphere", SPHERE, SPHERE, 1, query_signed);
    shortcut("signed sphere capsule", SPHERE, CAPSULE, 1.5, query_signed);
    shortcut("signed sphere box", SPHERE, OBB, 1.5, query_signed);
    shortcut("signed sphere cylinder", SPHERE, CYLINDER, 1.5, query_signed);
    shortcut("signed sphere cone", SPHERE, CONE, 1.5, query_signed);
    shortcut("signed box box", OBB, OBB, 1.5, query_signed);
    shortcut("signed box cylinder", OBB, CYLINDER, 1.5, query_signed);
    shortcut("signed box cone", OBB, CONE, 1.5, query_signed);
    shortcut("signed cylinder cylinder", CYLINDER, CYLINDER, 1.5, query_signed);
    shortcut("signed two octahedra", TURNED, TURNED, 1, query_signed);
    shortcut("signed two octahedra, parallel", POLYHEDRON, POLYHEDRON, 1, query_signed);
    shortcut("ray sphere", RAY, SPHERE, 0.7, query_ray);
    shortcut("ray capsule", RAY, CAPSULE, 0.7, query_ray);
    shortcut("ray cylinder", RAY, CYLINDER, 0.7, query_ray);
    shortcut("ray cone", RAY, CONE, 0.5, query_ray);
    shortcut("ray ellipsoid", RAY, ELLIPSOID, 0.7, query_ray);
    shortcut("ray box", RAY, OBB, 1, query_ray);
    shortcut("ray octahedron", RAY, POLYHEDRON, 0.7, query_ray);
    printf("the least speed-up of a shortcut: %.2fx\n\n", slowest);
}

/* -- primitives -------------------------------------------------------------------------------- */

static void primitive(const char *name, int kind_a, int kind_b, double spread, call run, call query) {
    double share;
    fill(kind_a, kind_b, spread);
    row(name, run, &share, query, NULL);
}

static void primitives(void) {
    head("primitives", "shapes ns");
    primitive("test sphere sphere", SPHERE, SPHERE, 1, test_sphere_sphere, query_test);
    primitive("test sphere aabb", SPHERE, AABB, 1.5, test_sphere_aabb, query_test);
    primitive("test sphere obb", SPHERE, OBB, 1.5, test_sphere_obb, query_test);
    primitive("test sphere segment", SPHERE, SEGMENT, 1, test_sphere_segment, query_test);
    primitive("test sphere ray *", SPHERE, RAY, 1, test_sphere_ray, query_ray_second);
    primitive("test sphere triangle", SPHERE, TRIANGLE, 1, test_sphere_triangle, query_test);
    primitive("test aabb aabb", AABB, AABB, 1.5, test_aabb_aabb, query_test);
    primitive("test aabb obb", AABB, OBB, 1.5, test_aabb_obb, query_test);
    primitive("test aabb segment", AABB, SEGMENT, 1.3, test_aabb_segment, query_test);
    primitive("test aabb ray *", AABB, RAY, 1, test_aabb_ray, query_ray_second);
    primitive("test aabb triangle", AABB, TRIANGLE, 1.5, test_aabb_triangle, query_test);
    primitive("test obb obb", OBB, OBB, 1.5, test_obb_obb, query_test);
    primitive("test obb segment", OBB, SEGMENT, 1.3, test_obb_segment, query_test);
    primitive("test obb ray *", OBB, RAY, 1, test_obb_ray, query_ray_second);
    primitive("test obb triangle", OBB, TRIANGLE, 1.5, test_obb_triangle, query_test);
    primitive("test segment segment", SEGMENT, SEGMENT, 0.5, test_segment_segment, query_test);
    primitive("test segment ray *", SEGMENT, RAY, 0.5, test_segment_ray, query_ray_second);
    primitive("test segment triangle", SEGMENT, TRIANGLE, 0.5, test_segment_triangle, query_test);
    primitive("test ray ray", RAY, RAY, 0.5, test_ray_ray, NULL);
    primitive("test ray triangle *", RAY, TRIANGLE, 0.5, test_ray_triangle, query_ray);
    primitive("test triangle triangle", TRIANGLE, TRIANGLE, 0.5, test_triangle_triangle, query_test);
    primitive("test sphere polygon of 8 *", SPHERE, POLYGON, 1.5, test_sphere_polygon, query_test);
    primitive("test aabb polygon of 8 *", AABB, POLYGON, 1.5, test_aabb_polygon, query_test);
    primitive("test obb polygon of 8 *", OBB, POLYGON, 1.5, test_obb_polygon, query_test);
    primitive("test segment polygon of 8 *", SEGMENT, POLYGON, 1, test_segment_polygon, query_test);
    primitive("test ray polygon of 8 *", RAY, POLYGON, 1, test_ray_polygon, query_ray);
    primitive("test triangle polygon of 8 *", TRIANGLE, POLYGON, 1, test_triangle_polygon, query_test);
    primitive("test two polygons of 8 *", POLYGON, POLYGON, 1.5, test_polygon_polygon, query_test);
    primitive("separating axes of two obb", OBB, OBB, 1.5, sat, query_test);
    primitive("SAT lite of two obb *", OBB, OBB, 1.5, sat_lite, query_test);
    primitive("ray sphere", RAY, SPHERE, 0.7, ray_sphere, query_ray);
    primitive("ray aabb", RAY, AABB, 1, ray_aabb, query_ray);
    primitive("ray obb", RAY, OBB, 1, ray_obb, query_ray);
    primitive("ray triangle", RAY, TRIANGLE, 0.4, ray_triangle, query_ray);
    primitive("ray plane", RAY, PLANE, 1, ray_plane, NULL);
    primitive("ray capsule", RAY, CAPSULE, 0.7, ray_capsule, query_ray);
    primitive("ray cylinder", RAY, CYLINDER, 0.7, ray_cylinder, query_ray);
    primitive("ray cone", RAY, CONE, 0.5, ray_cone, query_ray);
    primitive("ray ellipsoid", RAY, ELLIPSOID, 0.7, ray_ellipsoid, query_ray);
    primitive("ray polyhedron of 8", RAY, POLYHEDRON, 0.7, ray_polyhedron, query_ray);
    primitive("ray polygon of 8 *", RAY, POLYGON, 1, ray_polygon, query_ray);
    primitive("near sphere sphere", SPHERE, SPHERE, 1, near_sphere_sphere, query_signed);
    primitive("near sphere aabb", SPHERE, AABB, 1.5, near_sphere_aabb, query_signed);
    primitive("near sphere obb", SPHERE, OBB, 1.5, near_sphere_obb, query_signed);
    primitive("near sphere segment", SPHERE, SEGMENT, 1, near_sphere_segment, query_signed);
    primitive("near sphere triangle", SPHERE, TRIANGLE, 1, near_sphere_triangle, query_signed);
    primitive("near segment segment", SEGMENT, SEGMENT, 1, near_segment_segment, query_signed);
    primitive("near aabb aabb", AABB, AABB, 1.5, near_aabb_aabb, query_signed);
    primitive("best axis obb obb *", OBB, OBB, 1.5, best_axis, query_signed);
    printf(
        "* not the same question: a cast says when and where, too; SAT lite may miss that boxes are\n"
        "  apart; the best axis has no points; polygons need not be convex, and no shape can be that.\n");
}

int main(void) {
    random_state = graze_random_seed(11);
    shortcuts();
    primitives();
    return 0;
}
