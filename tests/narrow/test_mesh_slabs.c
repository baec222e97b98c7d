/* SPDX-License-Identifier: MIT
 * Slabs of large meshes (mesh/slabs.c): they hold every corner below their node, are thin where the
 * surface is smooth, and change no answer; meshes that are small, or have moved, have none. */
#include <math.h>

#include "../mesh/mesh_help.h"
#include "mesh/mesh.h"
#include "tree/slab.h"

/* -- meshes --------------------------------------------------------------------------------------- */

static graze_vec3 flat_place(graze_real u, graze_real v) { return graze_vec3_make(u, v, 0); }
static graze_vec3 slope_place(graze_real u, graze_real v) {
    return graze_vec3_make(u, v, u / 4 + v / 2);
}

/* Not wrapped: the quads from the last row and column back to the first are folded onto the others. */
static test_mesh flat(void) { return test_wrapped(52, 50, flat_place); }
static test_mesh slope(void) { return test_wrapped(52, 50, slope_place); }
static graze_vec3 wavy_place(graze_real u, graze_real v) {
    return graze_vec3_make(u, v, graze_sin(3 * u) * graze_cos(2 * v) / 20 + u / 100);
}
static test_mesh wavy(void) { return test_wrapped(52, 50, wavy_place); }
static test_mesh ball(void) { return test_ball(50, 50, (graze_real)0.1); }

static void move(test_mesh *m, double scale, double far) {
    for (uint32_t i = 0; i < m->vertex_count; ++i) {
        graze_vec3 p = graze_vec3_scale(m->vertices[i], (graze_real)scale);
        m->vertices[i] = graze_vec3_add(p, graze_vec3_make((graze_real)far, (graze_real)far, 0));
    }
}

static graze_shape *shape_of(const test_mesh *m) {
    graze_shape *shape;
    assert_int_equal(
        graze_shape_triangles(m->vertices, m->vertex_count, m->indices, m->triangle_count, &shape),
        GRAZE_OK);
    return shape;
}

/* The same in the other format. */
static graze_shape *shape_in(const test_mesh *m, graze_vertex_format format, void *room) {
    for (uint32_t i = 0; i < m->vertex_count; ++i) {
        const graze_vec3 p = m->vertices[i];
        const double wide[3] = {(double)p.x, (double)p.y, (double)p.z};
        const float narrow[3] = {(float)p.x, (float)p.y, (float)p.z};
        if (format == GRAZE_VERTEX_FLOAT)
            memcpy((float *)room + 3 * i, narrow, sizeof narrow);
        else
            memcpy((double *)room + 3 * i, wide, sizeof wide);
    }
    const graze_vertices vertices = {room, m->vertex_count, 0, format};
    const graze_primitives group = {.count = m->triangle_count, .indices = m->indices};
    graze_shape *shape;
    assert_int_equal(graze_shape_mesh(&vertices, &group, 1, NULL, NULL, &shape), GRAZE_OK);
    return shape;
}

static graze_tree *tree_of(const graze_shape *shape) { return gz_mesh_of(shape)->tree; }

/* The numbers that the meshes of rough_and_far were found with. */
static double xorshift(uint64_t *s) {
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return (double)(*s >> 11) * 0x1p-53;
}

/* -- what they hold ------------------------------------------------------------------------------- */

typedef struct reach {
    long double lo, hi;
} reach;

static void reach_below(const gz_mesh *mesh, uint32_t link, const float normal[3], reach *out) {
    const gz_units *units = &mesh->tree->units;
    if (link == GZ_LINK_NONE) return;
    if (!gz_link_is_leaf(link)) {
        for (int i = 0; i < GZ_TREE_WIDTH; ++i)
            reach_below(mesh, mesh->tree->nodes[link].link[i], normal, out);
        return;
    }
    for (uint32_t k = 0; k < gz_link_count(link); ++k) {
        double p[3][3];
        gz_mesh_triangle(mesh, mesh->groups, mesh->tree->items[gz_link_first(link) + k], p);
        for (int c = 0; c < 3; ++c) {
            long double along = 0;
            for (int j = 0; j < 3; ++j)
                along +=
                    (long double)normal[j] * ((long double)p[c][j] - units->origin[j]) * units->scale;
            out->lo = along < out->lo ? along : out->lo;
            out->hi = along > out->hi ? along : out->hi;
        }
    }
}

/* Of nodes that have a normal: how many there are, and how much thicker slabs are than what is in them,
 * altogether, those of nodes and of their children. */
typedef struct thickness {
    uint32_t count;
    double whole, child;
} thickness;

static thickness check_slabs(const graze_shape *shape) {
    const gz_mesh *mesh = gz_mesh_of(shape);
    const graze_tree *tree = mesh->tree;
    long double thick[2] = {0, 0}, needed[2] = {0, 0};
    thickness out = {.count = 0};
    for (uint32_t n = 0; tree->slabs && n < tree->node_count; ++n) {
        const gz_slab *slab = &tree->slabs[n];
        const bool known = slab->normal[0] || slab->normal[1] || slab->normal[2];
        float normal[3];
        gz_slab_normal(slab, normal);
        reach whole = {INFINITY, -INFINITY};
        for (int i = 0; i < GZ_TREE_WIDTH && tree->nodes[n].link[i] != GZ_LINK_NONE; ++i) {
            reach child = {INFINITY, -INFINITY};
            gz_slab_span span = gz_slab_of_child(slab, &tree->nodes[n], i);
            reach_below(mesh, tree->nodes[n].link[i], normal, &child);
            assert_true((long double)span.middle - span.half <= child.lo);
            assert_true(child.hi <= (long double)span.middle + span.half);
            whole.lo = child.lo < whole.lo ? child.lo : whole.lo;
            whole.hi = child.hi > whole.hi ? child.hi : whole.hi;
            thick[1] += known ? 2 * (long double)span.half : 0;
            needed[1] += known ? child.hi - child.lo : 0;
        }
        assert_true((long double)slab->lo <= whole.lo && whole.hi <= (long double)slab->hi);
        if (!known) continue;
        thick[0] += (long double)slab->hi - slab->lo;
        needed[0] += whole.hi - whole.lo;
        ++out.count;
    }
    out.whole = (double)(thick[0] / needed[0]);
    out.child = (double)(thick[1] / needed[1]);
    return out;
}

static void corners_are_in_slabs(void **state) {
    (void)state;
    static double room[3 * 6000];
    const double scales[3] = {1, 1e-6, 1e9};
    for (int i = 0; i < 3; ++i) {
        test_mesh m = ball();
        move(&m, scales[i], 0);
        for (int format = GRAZE_VERTEX_FLOAT; format <= GRAZE_VERTEX_DOUBLE; ++format) {
            graze_shape *shape = shape_in(&m, (graze_vertex_format)format, room);
            thickness t = check_slabs(shape);
            assert_int_equal(t.count, tree_of(shape)->node_count);
            assert_true(t.whole >= 1 && t.whole < 1.05);
            assert_true(t.child >= 1 && t.child < 1.15);
            graze_shape_release(shape);
        }
        test_mesh_release(&m);
    }
}

/* Where floats round more than the surface bends, or not at all. Along an axis boxes are as flat. */
static void far_and_flat(void **state) {
    (void)state;
    for (int i = 0; i < 6; ++i) {
        test_mesh m = i < 2 ? ball() : i < 4 ? slope() : flat();
        move(&m, 1, i % 2 ? 1e5 : 0);
        graze_shape *shape = shape_of(&m);
        thickness t = check_slabs(shape);
        if (i % 2 == 0) assert_int_equal(!tree_of(shape)->slabs, i >= 4);
        if (i == 2) assert_true(t.count == tree_of(shape)->node_count);
        graze_shape_release(shape);
        test_mesh_release(&m);
    }
}

/* A rough patch far from the origin beside a large slope: what rounds is a twentieth of the patch's
 * boxes there, and in one of these meshes a plane came to lie 126.99999 steps from the middle of its
 * box, which was stored as -128. */
static void rough_and_far(void **state) {
    (void)state;
    enum { SIDE = 40 };
    static graze_vec3 vertices[2 * SIDE * SIDE];
    static uint32_t indices[12 * SIDE * SIDE];
    static const uint64_t seeds[3] = {UINT64_C(17676919988511227017), UINT64_C(12406865998722674594),
                                      UINT64_C(16872217162868802972)};
    for (int mesh = 0; mesh < 3; ++mesh) {
        uint64_t random = seeds[mesh];
        double amplitude = 0.012 + 0.01 * xorshift(&random);
        uint32_t count = 0, corners = 0;
        for (int part = 0; part < 2; ++part) {
            const uint32_t base = count;
            for (int i = 0; i < SIDE; ++i)
                for (int j = 0; j < SIDE; ++j) {
                    double step = part ? 0.03 : 0.25, x = i * step, y = j * step;
                    double z =
                        part ? 2 + amplitude * (2 * xorshift(&random) - 1) * 0.8 : -10 + (x + y) * 0.5;
                    vertices[count++] = graze_vec3_make((graze_real)(90 + x), (graze_real)(90 + y),
                                                        (graze_real)(90 + z));
                }
            for (uint32_t i = 0; i + 1 < SIDE; ++i)
                for (uint32_t j = 0; j + 1 < SIDE; ++j) {
                    const uint32_t a = base + i * SIDE + j, b = a + 1, d = a + SIDE, e = d + 1;
                    const uint32_t quad[6] = {a, d, b, b, d, e};
                    memcpy(indices + corners, quad, sizeof quad);
                    corners += 6;
                }
        }
        graze_shape *shape;
        assert_int_equal(graze_shape_triangles(vertices, count, indices, corners / 3, &shape),
                         GRAZE_OK);
        assert_non_null(tree_of(shape)->slabs);
        check_slabs(shape);
        graze_shape_release(shape);
    }
}

/* As large as may be: the sum of the normals is no float. */
static void giants(void **state) {
    (void)state;
    enum { COUNT = 4500 };
    static graze_vec3 vertices[3 * COUNT];
    static uint32_t indices[3 * COUNT];
    const graze_real r = (graze_real)0x1p60;
    for (uint32_t t = 0; t < COUNT; ++t) {
        const graze_real z = r * ((graze_real)t / COUNT - (graze_real)0.5);
        vertices[3 * t] = graze_vec3_make(-r, -r, z);
        vertices[3 * t + 1] = graze_vec3_make(r, -r, z);
        vertices[3 * t + 2] = graze_vec3_make(-r, r, z);
        for (uint32_t c = 0; c < 3; ++c) indices[3 * t + c] = 3 * t + c;
    }
    graze_shape *shape;
    assert_int_equal(graze_shape_triangles(vertices, 3 * COUNT, indices, COUNT, &shape), GRAZE_OK);
    check_slabs(shape);
    graze_shape_release(shape);
}

/* Triangles without an area have no normal, and so tiny ones may have none, either. */
static void no_normals(void **state) {
    (void)state;
    test_mesh m = ball();
    for (uint32_t i = 0; i < m.triangle_count; ++i) m.indices[3 * i + 2] = m.indices[3 * i + 1];
    graze_shape *shape = shape_of(&m);
    check_slabs(shape);
    graze_shape_release(shape);
    test_mesh_release(&m);
    m = ball();
    move(&m, 1e-30, 0);
    shape = shape_of(&m);
    check_slabs(shape);
    graze_shape_release(shape);
    test_mesh_release(&m);
}

/* -- who has some --------------------------------------------------------------------------------- */

/* Triangles here and there, of all directions. */
static void scatter(test_mesh *m) {
    graze_random random = graze_random_seed(1914);
    for (uint32_t i = 0; i < m->triangle_count; ++i) {
        graze_vec3 middle = graze_random_direction(&random);
        for (uint32_t c = 0; c < 3; ++c) {
            graze_vec3 aside = graze_vec3_scale(graze_random_direction(&random), (graze_real)0.1);
            m->vertices[m->indices[3 * i + c]] = graze_vec3_add(middle, aside);
        }
    }
}

static void soups_have_none(void **state) {
    (void)state;
    test_mesh m = ball();
    graze_shape *shape;
    scatter(&m);
    shape = shape_of(&m);
    assert_null(tree_of(shape)->slabs);
    graze_shape_release(shape);
    test_mesh_release(&m);
}

static void who_has_slabs(void **state) {
    (void)state;
    test_mesh small = test_ball(20, 20, 0), large = ball();
    graze_shape *shape = shape_of(&small);
    assert_null(tree_of(shape)->slabs);
    graze_shape_release(shape);
    shape = shape_of(&large);
    graze_mesh_info before, after;
    assert_int_equal(graze_mesh_describe(shape, &before), GRAZE_OK);
    size_t bytes = tree_of(shape)->node_count * sizeof(gz_slab);
    move(&large, 1.5, 1);
    assert_int_equal(graze_mesh_update(shape), GRAZE_OK);
    assert_null(tree_of(shape)->slabs);
    assert_int_equal(graze_mesh_describe(shape, &after), GRAZE_OK);
    assert_int_equal(before.bytes, after.bytes + bytes);
    graze_shape_release(shape);
    test_mesh_release(&small);
    test_mesh_release(&large);
}

/* -- answers -------------------------------------------------------------------------------------- */

typedef struct pairs {
    uint64_t count, mix;
} pairs;

static graze_flow add_pair(void *user, uint32_t a, uint32_t b) {
    pairs *p = user;
    uint64_t key = (uint64_t)a << 32 | b;
    ++p->count;
    p->mix += key * key * UINT64_C(0x9e3779b97f4a7c15) + key; /* in any order */
    return GRAZE_CONTINUE;
}

typedef struct answers {
    pairs all;
    graze_intersection first;
    graze_tree_counts counts;
} answers;

static answers ask(const graze_placed *a, const graze_placed *b) {
    answers out = {.all = {0, 0}};
    assert_int_equal(graze_intersect_all(a, b, add_pair, &out.all, &out.counts), GRAZE_OK);
    assert_int_equal(graze_intersect(a, b, NULL, NULL, &out.first), GRAZE_OK);
    assert_int_equal(out.first.intersecting, out.all.count > 0);
    return out;
}

/* The same without the slabs of both. Returns how many nodes they spared. */
static double compare(const graze_placed *a, const graze_placed *b) {
    graze_tree *tree_a = tree_of(a->shape), *tree_b = tree_of(b->shape);
    gz_slab *slabs_a = tree_a->slabs, *slabs_b = tree_b->slabs;
    assert_non_null(slabs_a);
    assert_non_null(slabs_b);
    answers with = ask(a, b);
    tree_a->slabs = tree_b->slabs = NULL;
    answers without = ask(a, b);
    tree_a->slabs = slabs_a;
    tree_b->slabs = slabs_b;
    assert_int_equal(with.all.count, without.all.count);
    assert_int_equal(with.all.mix, without.all.mix);
    assert_int_equal(with.first.intersecting, without.first.intersecting);
    return (double)without.counts.nodes - (double)with.counts.nodes;
}

/* Rigid, uniformly scaled or of any kind. */
static graze_pose random_pose(graze_random *random, int kind) {
    graze_pose pose;
    assert_int_equal(graze_pose_make(graze_random_rotation(random), graze_vec3_zero(), &pose),
                     GRAZE_OK);
    graze_mat3 basis = pose.basis;
    for (int k = 0; k < 3 && kind == 1; ++k)
        basis.col[k] = graze_vec3_scale(basis.col[k], (graze_real)1.5);
    if (kind == 2) /* sheared */
        basis.col[1] =
            graze_vec3_add_scaled(basis.col[1], graze_random_uniform(random, -1, 1), basis.col[0]);
    assert_int_equal(graze_pose_from_mat3(&basis, graze_vec3_zero(), &pose), GRAZE_OK);
    return pose;
}

/* Balls that come close, meet a little or by much, in all kinds of poses. */
static void balls(void **state) {
    (void)state;
    graze_random random = graze_random_seed(1911);
    test_mesh m = ball();
    graze_shape *shape = shape_of(&m);
    double spared = 0;
    int meet = 0, count = 300;
    for (int i = 0; i < count; ++i) {
        int kind = i % 4 < 2 ? 0 : i % 4 - 1;
        graze_placed a = {shape, random_pose(&random, kind), 0}, b = a;
        b.pose = random_pose(&random, kind);
        graze_real apart = graze_random_uniform(&random, (graze_real)1.9, (graze_real)2.2);
        b.pose.origin = graze_vec3_scale(graze_random_direction(&random), apart);
        if (kind == 1) b.pose.origin = graze_vec3_scale(b.pose.origin, (graze_real)1.5);
        spared += compare(&a, &b);
        graze_intersection found;
        assert_int_equal(graze_intersect(&a, &b, NULL, NULL, &found), GRAZE_OK);
        meet += found.intersecting;
    }
    assert_in_range(meet, count / 5, count - count / 5);
    assert_true(spared > 0);
    graze_shape_release(shape);
    test_mesh_release(&m);
}

/* Planes in each other, upon each other, and off by the least that numbers can tell. */
static void planes(void **state) {
    (void)state;
    test_mesh m = slope();
    graze_shape *shape = shape_of(&m);
    graze_random random = graze_random_seed(1912);
    for (int i = 0; i < 12; ++i) {
        graze_placed a = {shape, graze_pose_identity(), 0}, b = a;
        if (i % 2) b.pose = random_pose(&random, 0);
        b.pose.origin = graze_vec3_make(3, 2, i < 4 ? 0 : i < 8 ? GRAZE_EPSILON : (graze_real)1e-30);
        if (i % 2 == 0) /* so many triangles lie upon others that one corner has to do */
            b.pose.origin = graze_vec3_add(b.pose.origin, graze_vec3_make(3, 4, 0));
        compare(&a, &b);
    }
    graze_shape_release(shape);
    test_mesh_release(&m);
}

/* With margins boxes grow, and slabs have to reach as far. */
static void margins(void **state) {
    (void)state;
    graze_random random = graze_random_seed(1913);
    test_mesh m = ball();
    graze_shape *shape = shape_of(&m);
    for (int i = 0; i < 40; ++i) {
        graze_placed a = {shape, random_pose(&random, i % 3), (graze_real)0.02}, b = a;
        b.pose = random_pose(&random, i % 3);
        graze_real apart = graze_random_uniform(&random, (graze_real)2.1, (graze_real)2.25);
        b.pose.origin = graze_vec3_scale(graze_random_direction(&random),
                                         i % 3 == 1 ? (graze_real)1.5 * apart : apart);
        compare(&a, &b);
    }
    graze_shape_release(shape);
    test_mesh_release(&m);
}

/* Seen from a mesh that is tiny where it is placed, a huge triangle leaves the range of floats. */
static void out_of_range(void **state) {
    (void)state;
    const bool narrow = sizeof(graze_real) == sizeof(float);
    const graze_real size = narrow ? (graze_real)4e17 : (graze_real)1e25;
    const graze_real scale = narrow ? (graze_real)1e-22 : (graze_real)1e-14;
    const graze_vec3 corners[3] = {{0, -size, 0}, {0, size, 0}, {(graze_real)1.1 * size, 0, 0}};
    const uint32_t all[3] = {0, 1, 2};
    test_mesh m = wavy();
    graze_placed a = {NULL, graze_pose_identity(), 0}, b = {shape_of(&m), graze_pose_identity(), 0};
    graze_shape *triangle;
    assert_int_equal(graze_shape_triangles(corners, 3, all, 1, &triangle), GRAZE_OK);
    a.shape = triangle;
    for (int k = 0; k < 3; ++k) b.pose.basis.col[k] = graze_vec3_scale(b.pose.basis.col[k], scale);
    b.pose.kind = GRAZE_POSE_UNIFORM;
    b.pose.origin = graze_vec3_make((graze_real)0.9 * size, 0, 0);
    answers with = ask(&a, &b), swapped = ask(&b, &a);
    gz_slab *slabs = tree_of(b.shape)->slabs;
    tree_of(b.shape)->slabs = NULL;
    answers without = ask(&a, &b);
    tree_of(b.shape)->slabs = slabs;
    assert_true(without.all.count > 0);
    assert_int_equal(with.all.count, without.all.count);
    assert_int_equal(with.all.mix, without.all.mix);
    assert_int_equal(swapped.all.count, without.all.count);
    graze_shape_release(triangle);
    graze_shape_release((graze_shape *)(uintptr_t)b.shape);
    test_mesh_release(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_are_in_slabs),
        cmocka_unit_test(far_and_flat),
        cmocka_unit_test(rough_and_far),
        cmocka_unit_test(giants),
        cmocka_unit_test(no_normals),
        cmocka_unit_test(who_has_slabs),
        cmocka_unit_test(soups_have_none),
        cmocka_unit_test(balls),
        cmocka_unit_test(planes),
        cmocka_unit_test(margins),
        cmocka_unit_test(out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
