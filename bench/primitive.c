/* SPDX-License-Identifier: MIT
 * Primitive tests, ray casts and signed distances: nanoseconds a call, and how much faster that is than
 * the general query on shapes (graze_intersect, graze_ray_cast, graze_signed_distance) for the same
 * sets. Random pairs of like sizes, of which the share printed meets. */
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
    POLYHEDRON
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

static void place_octahedron(const any_set *s, graze_shape **shape, graze_pose *pose) {
    graze_vec3 n = graze_vec3_zero(), points[6];
    for (int i = 0; i < CORNERS; ++i) /* the centre: every normal has its opposite */
        n = graze_vec3_add_scaled(n, -(s->polyhedron[i].offset - s->polyhedron[7 - i].offset) / 16,
                                  s->polyhedron[i].normal);
    graze_real radius = -(s->polyhedron[0].offset + s->polyhedron[7].offset) / 2;
    for (int i = 0; i < 6; ++i) {
        graze_real r = i % 2 ? -radius : radius;
        points[i] = graze_vec3_make(i / 2 == 0 ? r : 0, i / 2 == 1 ? r : 0, i / 2 == 2 ? r : 0);
    }
    must(graze_shape_polytope(points, 6, 0, shape));
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

static int general_test(int i) {
    graze_intersection out;
    must(graze_intersect(&placed_first[i], &placed_second[i], NULL, NULL, &out));
    return out.intersecting;
}
static int general_signed(int i) {
    graze_signed_separation out;
    must(graze_signed_distance(&placed_first[i], &placed_second[i], NULL, NULL, &out));
    return out.sd <= 0;
}
static int general_ray(int i) {
    graze_cast_result out;
    must(graze_ray_cast(&placed_second[i], &first[i].ray, NULL, &out));
    return out.hit;
}
static int general_ray_second(int i) {
    graze_cast_result out;
    must(graze_ray_cast(&placed_first[i], &second[i].ray, NULL, &out));
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

static void row(const char *name, int kind_a, int kind_b, double spread, call run, call general) {
    double share, ignored;
    fill(kind_a, kind_b, spread);
    double ours = nanoseconds(run, &share);
    printf("%-28s %8.1f %6.0f%%", name, ours, share);
    if (general) {
        double theirs = nanoseconds(general, &ignored);
        printf(" %10.1f %8.1fx", theirs, theirs / ours);
    }
    printf("\n");
}

int main(void) {
    random_state = graze_random_seed(11);
    printf("primitive tests, %s\n%-28s %8s %7s %10s %9s\n",
           sizeof(graze_real) == 4 ? "float" : "double", "", "ns", "meet", "general ns", "speed-up");
    row("test sphere sphere", SPHERE, SPHERE, 1, test_sphere_sphere, general_test);
    row("test sphere aabb", SPHERE, AABB, 1.5, test_sphere_aabb, general_test);
    row("test sphere obb", SPHERE, OBB, 1.5, test_sphere_obb, general_test);
    row("test sphere segment", SPHERE, SEGMENT, 1, test_sphere_segment, general_test);
    row("test sphere ray", SPHERE, RAY, 1, test_sphere_ray, general_ray_second);
    row("test sphere triangle", SPHERE, TRIANGLE, 1, test_sphere_triangle, general_test);
    row("test aabb aabb", AABB, AABB, 1.5, test_aabb_aabb, general_test);
    row("test aabb obb", AABB, OBB, 1.5, test_aabb_obb, general_test);
    row("test aabb segment", AABB, SEGMENT, 1.3, test_aabb_segment, general_test);
    row("test aabb ray", AABB, RAY, 1, test_aabb_ray, general_ray_second);
    row("test aabb triangle", AABB, TRIANGLE, 1.5, test_aabb_triangle, general_test);
    row("test obb obb", OBB, OBB, 1.5, test_obb_obb, general_test);
    row("test obb segment", OBB, SEGMENT, 1.3, test_obb_segment, general_test);
    row("test obb ray", OBB, RAY, 1, test_obb_ray, general_ray_second);
    row("test obb triangle", OBB, TRIANGLE, 1.5, test_obb_triangle, general_test);
    row("test segment segment", SEGMENT, SEGMENT, 0.5, test_segment_segment, general_test);
    row("test segment ray", SEGMENT, RAY, 0.5, test_segment_ray, general_ray_second);
    row("test segment triangle", SEGMENT, TRIANGLE, 0.5, test_segment_triangle, general_test);
    row("test ray ray", RAY, RAY, 0.5, test_ray_ray, NULL);
    row("test ray triangle", RAY, TRIANGLE, 0.5, test_ray_triangle, general_ray);
    row("test triangle triangle", TRIANGLE, TRIANGLE, 0.5, test_triangle_triangle, general_test);
    row("test sphere polygon of 8", SPHERE, POLYGON, 1.5, test_sphere_polygon, general_test);
    row("test aabb polygon of 8", AABB, POLYGON, 1.5, test_aabb_polygon, general_test);
    row("test obb polygon of 8", OBB, POLYGON, 1.5, test_obb_polygon, general_test);
    row("test segment polygon of 8", SEGMENT, POLYGON, 1, test_segment_polygon, general_test);
    row("test ray polygon of 8", RAY, POLYGON, 1, test_ray_polygon, general_ray);
    row("test triangle polygon of 8", TRIANGLE, POLYGON, 1, test_triangle_polygon, general_test);
    row("test two polygons of 8", POLYGON, POLYGON, 1.5, test_polygon_polygon, general_test);
    row("separating axes of two obb", OBB, OBB, 1.5, sat, general_test);
    row("SAT lite of two obb", OBB, OBB, 1.5, sat_lite, general_test);
    row("ray sphere", RAY, SPHERE, 0.7, ray_sphere, general_ray);
    row("ray aabb", RAY, AABB, 1, ray_aabb, general_ray);
    row("ray obb", RAY, OBB, 1, ray_obb, general_ray);
    row("ray triangle", RAY, TRIANGLE, 0.4, ray_triangle, general_ray);
    row("ray plane", RAY, PLANE, 1, ray_plane, NULL);
    row("ray capsule", RAY, CAPSULE, 0.7, ray_capsule, general_ray);
    row("ray cylinder", RAY, CYLINDER, 0.7, ray_cylinder, general_ray);
    row("ray cone", RAY, CONE, 0.5, ray_cone, general_ray);
    row("ray ellipsoid", RAY, ELLIPSOID, 0.7, ray_ellipsoid, general_ray);
    row("ray polyhedron of 8", RAY, POLYHEDRON, 0.7, ray_polyhedron, general_ray);
    row("ray polygon of 8", RAY, POLYGON, 1, ray_polygon, general_ray);
    row("near sphere sphere", SPHERE, SPHERE, 1, near_sphere_sphere, general_signed);
    row("near sphere aabb", SPHERE, AABB, 1.5, near_sphere_aabb, general_signed);
    row("near sphere obb", SPHERE, OBB, 1.5, near_sphere_obb, general_signed);
    row("near sphere segment", SPHERE, SEGMENT, 1, near_sphere_segment, general_signed);
    row("near sphere triangle", SPHERE, TRIANGLE, 1, near_sphere_triangle, general_signed);
    row("near segment segment", SEGMENT, SEGMENT, 1, near_segment_segment, general_signed);
    row("near aabb aabb", AABB, AABB, 1.5, near_aabb_aabb, general_signed);
    row("best axis obb obb", OBB, OBB, 1.5, best_axis, general_signed);
    return 0;
}
