/* SPDX-License-Identifier: MIT
 * Rays aimed at edges and corners of closed meshes (family 17), from inside and from outside: nothing
 * leaks, fronts and backs add up, and a sample agrees with rationals. */
#include "ray_brute.h"

/* Vertices and starts have few bits: with the identity pose, rays at vertices and at middles of edges
 * meet them exactly. */
static graze_real on_grid(graze_real x, double step) {
    return (graze_real)(floor((double)x / step + 0.5) * step);
}
static graze_vec3 snap(graze_vec3 p, double step) {
    return graze_vec3_make(on_grid(p.x, step), on_grid(p.y, step), on_grid(p.z, step));
}

typedef struct seam_case {
    test_mesh mesh;
    bool tube, ray_layout;
    graze_mesh_nature nature;
    long count, sample; /* every so manieth in rationals */
    uint64_t seed;
    long edges, corners, outside; /* how many of the sample passed through these, or began there */
} seam_case;

/* The middle of the ball, or of the torus' tube: the mesh is around it. Or far from both. */
static graze_vec3 start_of(const seam_case *s, bool outside, graze_random *random) {
    graze_vec3 start = random_vector(s->tube ? (graze_real)0.2 : (graze_real)0.3, random);
    if (outside) start = graze_vec3_scale(graze_random_direction(random), 3);
    if (s->tube && !outside) {
        graze_real turn = graze_random_uniform(random, 0, (graze_real)6.283185307179586);
        start = graze_vec3_add(start, graze_vec3_make(graze_cos(turn), graze_sin(turn), 0));
    }
    return snap(start, 0x1p-10);
}

/* A corner of a triangle, the middle of an edge, or any place of one. */
static graze_vec3 on_seam(const test_mesh *m, bool *exact, graze_random *random) {
    uint64_t bits = graze_random_bits(random);
    const uint32_t *t = m->indices + 3 * (bits % m->triangle_count);
    graze_vec3 a = m->vertices[t[0]], b = m->vertices[t[1]];
    static const graze_real shares[4] = {0, 0, (graze_real)0.5, 1};
    uint32_t kind = bits >> 40 & 3;
    *exact = kind < 3;
    graze_real share = *exact ? shares[kind] : graze_random_uniform(random, 0, 1);
    return graze_vec3_add_scaled(a, share, graze_vec3_sub(b, a));
}

/* A ray has as many ways in as out, but for the one it begins with. On an edge two triangles share a
 * passing: each counts half. Around a corner it could be any number of them: those rays are left out.
 */
static void check_passings(seam_case *s, const ray_case *c, bool outside) {
    long halves = 0;
    bool corner = false, edge = false;
    for (uint32_t i = 0; i < c->brute->primitive_count; ++i) {
        const ray_truth *truth = &c->brute->truth[i];
        if (!c->brute->times[i]) continue;
        edge = edge || truth->sides == 1;
        corner = corner || truth->sides == 2 || truth->turn == 0;
        halves += (truth->sides ? 1 : 2) * (c->brute->told[i].front ? 1 : -1);
    }
    s->edges += edge;
    s->corners += corner;
    s->outside += outside;
    TEST_CHECK(corner || halves == (outside ? 0 : -2), c->seed, c->number,
               "%ld halves more in than out", halves);
}

/* What is outside comes in by a front: somewhere around the place a triangle looks against the ray. */
static void check_sides(const ray_case *c, bool outside, bool hit) {
    graze_mesh_hit front;
    bool any;
    assert_int_equal(graze_ray_any(&c->placed, &c->ray, GRAZE_FACES_BOTH, &any, NULL), GRAZE_OK);
    TEST_CHECK(any == hit, c->seed, c->number, "closest %d, any %d", hit, any);
    if (!outside) return;
    assert_int_equal(graze_ray_closest(&c->placed, &c->ray, GRAZE_FACES_FRONT, &front, NULL), GRAZE_OK);
    TEST_CHECK(front.hit == hit, c->seed, c->number, "hit %d, from the front %d", hit, front.hit);
}

static void check_ray(seam_case *s, ray_case *c, bool plain, graze_random *random) {
    bool outside = c->number % 3 == 2, exact;
    c->ray.origin = graze_pose_apply(&c->placed.pose, start_of(s, outside, random));
    graze_vec3 aim = graze_pose_apply(&c->placed.pose, on_seam(&s->mesh, &exact, random));
    c->ray.direction = graze_vec3_sub(aim, c->ray.origin);
    graze_mesh_hit hit;
    assert_int_equal(graze_ray_closest(&c->placed, &c->ray, GRAZE_FACES_BOTH, &hit, NULL), GRAZE_OK);
    TEST_CHECK(hit.hit || (outside && !(plain && exact)), c->seed, c->number, "a ray gets %s",
               outside ? "past" : "out");
    if (c->number % 16 == 0) check_sides(c, outside, hit.hit);
    if (c->number % s->sample) return;
    ray_find_truth(c);
    ray_check_closest(c);
    ray_check_all(c);
    check_passings(s, c, outside);
}

static void check_seams(seam_case *s) {
    graze_random random = graze_random_seed(s->seed);
    for (uint32_t i = 0; i < s->mesh.vertex_count; ++i)
        s->mesh.vertices[i] = snap(s->mesh.vertices[i], 0x1p-14);
    graze_vertices array = {s->mesh.vertices, s->mesh.vertex_count, 0, GRAZE_VERTEX_REAL};
    graze_primitives group = {.count = s->mesh.triangle_count, .indices = s->mesh.indices};
    graze_mesh_options options = {.nature = s->nature, .ray_layout = s->ray_layout};
    graze_shape *mesh;
    assert_int_equal(graze_shape_mesh(&array, &group, 1, &options, NULL, &mesh), GRAZE_OK);
    ray_brute brute = ray_brute_of_mesh(&s->mesh);
    ray_case c = {.placed = {mesh, graze_pose_identity(), 0}, .brute = &brute, .seed = s->seed};
    c.ray.max_t = INFINITY;
    bool plain = true;
    for (; c.number < s->count; ++c.number) {
        if (c.number % 64 == 0) {
            plain = graze_random_bits(&random) % 4 == 0;
            c.placed.pose = plain ? graze_pose_identity() : soup_pose(&random);
        }
        check_ray(s, &c, plain, &random);
    }
    if (s->count / s->sample >= 400)
        TEST_CHECK(s->edges > 10 && s->corners > 20 && s->outside > 100, s->seed, s->count,
                   "%ld edges, %ld corners, %ld from outside", s->edges, s->corners, s->outside);
    ray_brute_close(&brute);
    graze_shape_release(mesh);
    test_mesh_release(&s->mesh);
}

/* 10^6 in make test, 10^7 in make check-long, in each precision. */
static void test_ball_does_not_leak(void **state) {
    (void)state;
    seam_case s = {.mesh = test_ball(20, 24, (graze_real)0.2), .count = test_count(250000)};
    s.seed = test_seed(UINT64_C(80002));
    s.nature = GRAZE_MESH_SOLID;
    s.sample = 199;
    check_seams(&s);
}
static void test_ray_layout_does_not_leak(void **state) {
    (void)state;
    seam_case s = {.mesh = test_ball(20, 24, (graze_real)0.2), .count = test_count(200000)};
    s.seed = test_seed(UINT64_C(80012));
    s.nature = GRAZE_MESH_SOLID;
    s.sample = 199;
    s.ray_layout = true;
    check_seams(&s);
}
static void test_fine_ball_does_not_leak(void **state) {
    (void)state;
    seam_case s = {.mesh = test_ball(120, 130, (graze_real)0.1), .count = test_count(300000)};
    s.seed = test_seed(UINT64_C(80022));
    s.nature = GRAZE_MESH_SOLID;
    s.sample = 701;
    check_seams(&s);
}
static void test_torus_does_not_leak(void **state) {
    (void)state;
    seam_case s = {.mesh = test_torus(48, 24), .tube = true, .count = test_count(250000)};
    s.seed = test_seed(UINT64_C(80032));
    s.nature = GRAZE_MESH_SOLID;
    s.sample = 199;
    check_seams(&s);
}

/* Family 22: not closed by its edges, but no ray finds a way through. */
static void test_t_junction_does_not_leak(void **state) {
    (void)state;
    seam_case s = {.mesh = test_t_junction(), .count = test_count(20000)};
    s.seed = test_seed(UINT64_C(80042));
    s.sample = 7;
    check_seams(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ball_does_not_leak),
        cmocka_unit_test(test_ray_layout_does_not_leak),
        cmocka_unit_test(test_fine_ball_does_not_leak),
        cmocka_unit_test(test_torus_does_not_leak),
        cmocka_unit_test(test_t_junction_does_not_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
