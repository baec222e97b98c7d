/* SPDX-License-Identifier: MIT */
#include "digest.h"

#include <math.h>

/* One set of every kind, around about the same place; numbers are small and whole in every other round,
 * so that sets touch, coincide and have no size. */
typedef struct sets {
    graze_sphere sphere;
    graze_aabb aabb;
    graze_obb obb;
    graze_segment segment;
    graze_ray ray;
    graze_triangle triangle;
    graze_polygon polygon;
    graze_vec3 points[8];
    uint32_t ends[2];
    graze_capsule capsule;
    graze_cylinder cylinder;
    graze_cone cone;
    graze_ellipsoid ellipsoid;
    graze_plane plane, planes[6];
} sets;

enum { ROUNDS = 2000 };

static graze_real number(digest *d, bool whole) {
    graze_real x = graze_random_uniform(&d->random, -3, 3);
    return whole ? (graze_real)(int)x : x;
}
static graze_vec3 place(digest *d, bool whole) {
    graze_real x = number(d, whole), y = number(d, whole);
    return graze_vec3_make(x, y, number(d, whole));
}
static graze_real size(digest *d, bool whole) {
    graze_real x = number(d, whole);
    return x < 0 ? -x : x;
}

/* A quadrilateral and a smaller one, most often a hole in it, in the plane of three points. */
static void make_polygon(digest *d, bool whole, sets *s) {
    graze_vec3 o = place(d, whole), u = place(d, whole), v = place(d, whole);
    static const int corner[8][2] = {{4, 0}, {0, 4},  {-4, 0},  {0, -4},
                                     {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    for (int i = 0; i < 8; ++i)
        s->points[i] = graze_vec3_add_scaled(graze_vec3_add_scaled(o, (graze_real)corner[i][0], u),
                                             (graze_real)corner[i][1], v);
    s->ends[0] = 4;
    s->ends[1] = 8;
    s->polygon = (graze_polygon){s->points, 8, s->ends, 2};
}

static void make(digest *d, int round, sets *s) {
    bool whole = round % 2;
    graze_mat3 axes = graze_quat_to_mat3(graze_random_rotation(&d->random));
    graze_vec3 a = place(d, whole), b = place(d, whole), half = graze_vec3_abs(place(d, whole));
    if (round % 3 == 1) axes = graze_mat3_identity();
    s->sphere = (graze_sphere){a, size(d, whole)};
    s->aabb = (graze_aabb){graze_vec3_sub(a, half), graze_vec3_add(a, half)};
    s->obb = (graze_obb){b, axes, half};
    s->segment = (graze_segment){a, b};
    s->ray = (graze_ray){b, place(d, whole), round % 4 ? (graze_real)INFINITY : size(d, whole)};
    s->triangle = (graze_triangle){{a, b, place(d, whole)}};
    make_polygon(d, whole, s);
    s->capsule = (graze_capsule){a, b, size(d, whole)};
    s->cylinder = (graze_cylinder){a, b, size(d, whole)};
    s->cone = (graze_cone){b, a, size(d, whole)};
    s->ellipsoid = (graze_ellipsoid){a, axes, half};
    s->plane = (graze_plane){place(d, whole), number(d, whole)};
    for (int i = 0; i < 6; ++i) s->planes[i] = (graze_plane){place(d, whole), -size(d, whole)};
}

#define PUT_TEST(name, x, y)                                                                           \
    do {                                                                                               \
        bool hit = false;                                                                              \
        if (digest_ok(d, graze_test_##name(&s.x, &t.y, &hit))) digest_int(d, hit);                     \
    } while (0)
#define PUT_POLYGON_TEST(name, x)                                                                      \
    do {                                                                                               \
        bool hit = false;                                                                              \
        graze_vec3 common = graze_vec3_zero();                                                         \
        if (digest_ok(d, graze_test_##name##_polygon(&s.x, &t.polygon, &hit, &common)))                \
            digest_int(d, hit);                                                                        \
        digest_vec3(d, common);                                                                        \
    } while (0)

void hash_pairs_of_sets(digest *d) {
    for (int round = 0; round < ROUNDS; ++round) {
        sets s, t;
        make(d, round, &s);
        make(d, round, &t);
        PUT_TEST(sphere_sphere, sphere, sphere);
        PUT_TEST(sphere_aabb, sphere, aabb);
        PUT_TEST(sphere_obb, sphere, obb);
        PUT_TEST(sphere_segment, sphere, segment);
        PUT_TEST(sphere_ray, sphere, ray);
        PUT_TEST(sphere_triangle, sphere, triangle);
        PUT_TEST(aabb_aabb, aabb, aabb);
        PUT_TEST(aabb_obb, aabb, obb);
        PUT_TEST(aabb_segment, aabb, segment);
        PUT_TEST(aabb_ray, aabb, ray);
        PUT_TEST(aabb_triangle, aabb, triangle);
        PUT_TEST(obb_obb, obb, obb);
        PUT_TEST(obb_segment, obb, segment);
        PUT_TEST(obb_ray, obb, ray);
        PUT_TEST(obb_triangle, obb, triangle);
        PUT_TEST(segment_segment, segment, segment);
        PUT_TEST(segment_ray, segment, ray);
        PUT_TEST(segment_triangle, segment, triangle);
        PUT_TEST(ray_ray, ray, ray);
        PUT_TEST(ray_triangle, ray, triangle);
        PUT_TEST(triangle_triangle, triangle, triangle);
        PUT_POLYGON_TEST(sphere, sphere);
        PUT_POLYGON_TEST(aabb, aabb);
        PUT_POLYGON_TEST(obb, obb);
        PUT_POLYGON_TEST(segment, segment);
        PUT_POLYGON_TEST(ray, ray);
        PUT_POLYGON_TEST(triangle, triangle);
        PUT_POLYGON_TEST(polygon, polygon);
    }
}

static void put_hit(digest *d, graze_status status, const graze_ray_hit *h) {
    if (!digest_ok(d, status)) return;
    digest_int(d, h->hit);
    digest_int(d, h->inside);
    digest_real(d, h->enter);
    digest_real(d, h->exit);
    digest_vec3(d, h->point);
    digest_vec3(d, h->normal);
}

void hash_rays(digest *d) {
    for (int round = 0; round < ROUNDS; ++round) {
        sets s, t;
        graze_ray_hit h;
        make(d, round, &s);
        make(d, round, &t);
        put_hit(d, graze_ray_sphere(&s.ray, &t.sphere, &h), &h);
        put_hit(d, graze_ray_aabb(&s.ray, &t.aabb, &h), &h);
        put_hit(d, graze_ray_obb(&s.ray, &t.obb, &h), &h);
        put_hit(d, graze_ray_triangle(&s.ray, &t.triangle, GRAZE_FACES_BOTH, &h), &h);
        put_hit(d, graze_ray_triangle(&s.ray, &t.triangle, GRAZE_FACES_FRONT, &h), &h);
        put_hit(d, graze_ray_plane(&s.ray, &t.plane, &h), &h);
        put_hit(d, graze_ray_capsule(&s.ray, &t.capsule, &h), &h);
        put_hit(d, graze_ray_cylinder(&s.ray, &t.cylinder, &h), &h);
        put_hit(d, graze_ray_cone(&s.ray, &t.cone, &h), &h);
        put_hit(d, graze_ray_ellipsoid(&s.ray, &t.ellipsoid, &h), &h);
        put_hit(d, graze_ray_polyhedron(&s.ray, t.planes, 6, &h), &h);
        put_hit(d, graze_ray_polygon(&s.ray, &t.polygon, GRAZE_FACES_BOTH, &h), &h);
    }
}

static void put_proximity(digest *d, graze_status status, const graze_proximity *p) {
    if (!digest_ok(d, status)) return;
    digest_real(d, p->sd);
    digest_vec3(d, p->normal);
    digest_vec3(d, p->point_a);
    digest_vec3(d, p->point_b);
}

void hash_proximities(digest *d) {
    for (int round = 0; round < ROUNDS; ++round) {
        sets s, t;
        graze_proximity p;
        graze_box_axis axis;
        make(d, round, &s);
        make(d, round, &t);
        put_proximity(d, graze_near_sphere_sphere(&s.sphere, &t.sphere, &p), &p);
        put_proximity(d, graze_near_sphere_aabb(&s.sphere, &t.aabb, &p), &p);
        put_proximity(d, graze_near_sphere_obb(&s.sphere, &t.obb, &p), &p);
        put_proximity(d, graze_near_sphere_segment(&s.sphere, &t.segment, &p), &p);
        put_proximity(d, graze_near_sphere_triangle(&s.sphere, &t.triangle, &p), &p);
        put_proximity(d, graze_near_segment_segment(&s.segment, &t.segment, &p), &p);
        put_proximity(d, graze_near_aabb_aabb(&s.aabb, &t.aabb, &p), &p);
        if (!digest_ok(d, graze_best_axis_obb_obb(&s.obb, &t.obb, &axis))) continue;
        digest_real(d, axis.separation);
        digest_vec3(d, axis.normal);
        digest_int(d, axis.index);
    }
}

static void put_triangulation(digest *d, const graze_polygon *polygon) {
    uint32_t triangles[3 * 16], count = 0;
    if (!digest_ok(d, graze_polygon_triangulate(polygon, triangles, 16, &count))) return;
    digest_int(d, count);
    for (uint32_t i = 0; i < 3 * count; ++i) digest_int(d, triangles[i]);
}

void hash_polygons(digest *d) {
    for (int round = 0; round < ROUNDS; ++round) {
        sets s, t;
        make(d, round, &s);
        make(d, round, &t);
        graze_plane plane;
        graze_real number_out;
        graze_vec3 nearest;
        graze_segment cut[8];
        bool claimed;
        uint32_t count = 0;
        if (digest_ok(d, graze_polygon_plane(&s.polygon, &plane))) {
            digest_vec3(d, plane.normal);
            digest_real(d, plane.offset);
        }
        if (digest_ok(d, graze_polygon_area(&s.polygon, &number_out))) digest_real(d, number_out);
        if (digest_ok(d, graze_polygon_claims_point(&s.polygon, t.points[7], &claimed)))
            digest_int(d, claimed);
        if (digest_ok(d, graze_polygon_closest_point(&s.polygon, t.points[0], &nearest, &number_out))) {
            digest_vec3(d, nearest);
            digest_real(d, number_out);
        }
        put_triangulation(d, &s.polygon);
        if (!digest_ok(d, graze_polygon_polygon_segments(&s.polygon, &t.polygon, cut, 8, &count)))
            continue;
        digest_int(d, count);
        for (uint32_t i = 0; i < count && i < 8; ++i) {
            digest_vec3(d, cut[i].a);
            digest_vec3(d, cut[i].b);
        }
    }
}
