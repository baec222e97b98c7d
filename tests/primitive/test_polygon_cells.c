/* SPDX-License-Identifier: MIT
 * Every kind against polygons of all families on random lattice planes, against exact integers (P13,
 * P15, P17, P18): segments, rays, boxes, triangles and polygons must agree in every case; spheres and
 * oriented boxes outside of a narrow band. Common points must belong to both. */
#include <math.h>

#include "oracle/ld3.h"
#include "oracle/polygon_oracle.h"

typedef struct setting {
    graze_random random;
    uint64_t seed;
    long number, hits, cases;
    lattice_polygon polygon;
    graze_polygon view;
    graze_real scale, shift[3]; /* the library's points are (lattice + shift) scale */
    double band;                /* of the coordinates of common points */
} setting;

static setting begin(uint64_t base) {
    setting s = {.seed = test_seed(base)};
    s.random = graze_random_seed(s.seed);
    return s;
}

static graze_vec3 stored(const setting *s, lattice_point p) {
    graze_real x[3];
    for (int k = 0; k < 3; ++k) x[k] = ((graze_real)p.at[k] + s->shift[k]) * s->scale;
    return graze_vec3_make(x[0], x[1], x[2]);
}

static void place(const setting *s, lattice_polygon *polygon) {
    lattice_place(polygon, 1);
    for (uint32_t i = 0; i < polygon->count; ++i) polygon->stored[i] = stored(s, polygon->points[i]);
}

/* Every third case is far from the origin: exactly, but with few digits to spare. */
static void choose_shift(setting *s) {
    double size = s->number % 3 ? 0 : sizeof(graze_real) == 4 ? 0x1p15 : 0x1p40;
    for (int k = 0; k < 3; ++k)
        s->shift[k] = (graze_real)(size / 64 * lattice_random(&s->random, -64, 64));
    s->band = (600 + 2 * size) * (double)GRAZE_EPSILON + 1e-10;
}

static bool next(setting *s) {
    if (s->cases >= test_count(10000)) {
        assert_true(s->cases < 1000 || (s->hits * 5 > s->cases && s->hits * 5 < s->cases * 4));
        return false;
    }
    s->number = s->cases++;
    choose_shift(s);
    s->scale = (graze_real)ldexp(1, lattice_random(&s->random, -8, 8));
    do { /* wild ones may be collinear */
        lattice_shape(&s->random, (int)(s->number % LATTICE_FAMILIES), &s->polygon);
        lattice_plane(&s->random, &s->polygon);
        place(s, &s->polygon);
        s->view = lattice_view(&s->polygon);
    } while (graze_polygon_check(&s->view));
    return true;
}

/* A point of the plane at a vertex, on an edge or anywhere, or off the plane. */
static lattice_point near_polygon(setting *s, int off) {
    graze_random *r = &s->random;
    const int(*planar)[2] = (const int(*)[2])s->polygon.planar;
    uint32_t i = (uint32_t)lattice_random(r, 0, (int)s->polygon.count - 1);
    int x = lattice_random(r, -14, 14), y = lattice_random(r, -14, 14);
    int place = lattice_random(r, 0, 9);
    if (place == 0 || (place == 1 && i == 0))
        x = planar[i][0], y = planar[i][1];
    else if (place == 1)
        x = (planar[i][0] + planar[i - 1][0]) / 2, y = (planar[i][1] + planar[i - 1][1]) / 2;
    lattice_point p = lattice_at(&s->polygon, x, y);
    if (off && lattice_random(r, 0, 4))
        for (int k = 0; k < 3; ++k) p.at[k] += lattice_random(r, -off, off);
    return p;
}

/* Points of the polygon and of the other set are within the band of rounding. */
static void check_common(const setting *s, graze_vec3 common, const char *what) {
    graze_real distance;
    assert_int_equal(graze_polygon_closest_point(&s->view, common, NULL, &distance), GRAZE_OK);
    TEST_CHECK((double)(distance / s->scale) <= s->band, s->seed, s->number,
               "%s: common point %g off the polygon", what, (double)(distance / s->scale));
}

static void segments(void **state) {
    (void)state;
    setting s = begin(601);
    while (next(&s)) {
        lattice_point p = near_polygon(&s, 9), q = near_polygon(&s, 9);
        if (lattice_random(&s.random, 0, 30) == 0) q = p;
        graze_segment segment = {stored(&s, p), stored(&s, q)}, back = {segment.b, segment.a};
        bool hit = false, again = false, expected = oracle_segment_polygon(&s.polygon, p, q);
        graze_vec3 common;
        assert_int_equal(graze_test_segment_polygon(&segment, &s.view, &hit, &common), GRAZE_OK);
        assert_int_equal(graze_test_segment_polygon(&back, &s.view, &again, NULL), GRAZE_OK);
        TEST_CHECK(hit == expected && again == expected, s.seed, s.number, "%d, %d, not %d", hit, again,
                   expected);
        if (hit) check_common(&s, common, "segment");
        s.hits += hit;
    }
}

/* -- when a ray enters ---------------------------------------------------------------------------- */

/* A parameter, and how much it may be off by rounding. */
typedef struct moment {
    long double t, off;
} moment;

static ld3 between(lattice_point p, lattice_point q) {
    return (ld3){(long double)(q.at[0] - p.at[0]), (long double)(q.at[1] - p.at[1]),
                 (long double)(q.at[2] - p.at[2])};
}

/* How far the points reach from the first, and the largest triangle with that side, doubled. */
static void measure(const lattice_polygon *polygon, long double *length, long double *area) {
    ld3 longest = {0, 0, 0};
    *area = 0;
    for (uint32_t i = 0; i < polygon->count; ++i) {
        ld3 side = between(polygon->points[0], polygon->points[i]);
        if (ld3_length(side) > ld3_length(longest)) longest = side;
    }
    for (uint32_t i = 0; i < polygon->count; ++i)
        *area = fmaxl(*area,
                      ld3_length(ld3_cross(longest, between(polygon->points[0], polygon->points[i]))));
    *length = ld3_length(longest);
}

/* In the plane: where the ray along d first meets an edge. The edge from a has the direction e; all
 * numbers are whole. */
static void meet_edge(ld3 a, ld3 e, ld3 d, ld3 normal, long double reach, moment *first) {
    long double across = ld3_dot(ld3_cross(d, e), normal), dd = ld3_dot(d, d);
    moment found[2] = {{-1, 0}, {-1, 0}};
    if (across != 0) {
        long double s = ld3_dot(ld3_cross(a, d), normal) / across;
        long double sine = fabsl(across) / (ld3_length(d) * ld3_length(e) * ld3_length(normal));
        if (s >= 0 && s <= 1)
            found[0] = (moment){ld3_dot(ld3_cross(a, e), normal) / across, reach / sine / sqrtl(dd)};
    } else if (ld3_dot(ld3_cross(a, d), normal) == 0) {
        found[0] = (moment){ld3_dot(a, d) / dd, reach / sqrtl(dd)};
        found[1] = (moment){ld3_dot(ld3_add(a, e), d) / dd, reach / sqrtl(dd)};
    }
    for (int k = 0; k < 2; ++k)
        if (found[k].t >= 0 && (first->t < 0 || found[k].t < first->t)) *first = found[k];
}

/* When the ray from p towards q, which it reaches at t = 1, enters the polygon that it meets. */
static moment entry(const lattice_polygon *polygon, lattice_point p, lattice_point q) {
    ld3 d = between(p, q), normal = ld3_cross(between((lattice_point){{0, 0, 0}}, polygon->u),
                                              between((lattice_point){{0, 0, 0}}, polygon->v));
    long double length, area, slope = ld3_dot(normal, d);
    measure(polygon, &length, &area);
    long double far = length + ld3_length(between(p, polygon->points[0]));
    if (slope != 0) {
        long double off = 0x1p-47L * far * (length * length / area) * ld3_length(normal) / fabsl(slope);
        return (moment){ld3_dot(normal, between(p, polygon->points[0])) / slope, off};
    }
    moment first = {-1, 0};
    if (ld3_length(d) == 0 || oracle_segment_polygon(polygon, p, p)) return (moment){0, 0};
    for (uint32_t loop = 0, begin = 0; loop < polygon->loop_count; begin = polygon->loop_ends[loop++])
        for (uint32_t i = begin; i < polygon->loop_ends[loop]; ++i) {
            uint32_t next = i + 1 < polygon->loop_ends[loop] ? i + 1 : begin;
            meet_edge(between(p, polygon->points[i]),
                      between(polygon->points[i], polygon->points[next]), d, normal, 0x1p-46L * far,
                      &first);
        }
    return first;
}

static void check_entry(const setting *s, lattice_point p, lattice_point q, const graze_ray_hit *cast) {
    moment at = entry(&s->polygon, p, q);
    long double off = fabsl((long double)cast->enter - at.t);
    TEST_CHECK(at.t >= 0 && off <= at.off + 2 * (long double)GRAZE_EPSILON * at.t, s->seed, s->number,
               "enters at %.17g, not at %.17Lg (%Lg)", (double)cast->enter, at.t, at.off);
    TEST_CHECK(cast->exit >= cast->enter && cast->inside == (at.t == 0), s->seed, s->number,
               "inside %d at %Lg", cast->inside, at.t);
}

/* An unbounded ray is a segment that is long enough; its direction is a lattice vector. */
static void rays(void **state) {
    (void)state;
    setting s = begin(602);
    while (next(&s)) {
        lattice_point p = near_polygon(&s, 9), q = near_polygon(&s, 0), far = p;
        graze_ray ray = {.origin = stored(&s, p), .max_t = INFINITY};
        graze_vec3 aim = stored(&s, q);
        ray.direction = graze_vec3_sub(aim, ray.origin);
        for (int k = 0; k < 3; ++k) far.at[k] = p.at[k] + 64 * (q.at[k] - p.at[k]);
        if (lattice_random(&s.random, 0, 3) == 0) {
            ray.max_t = (graze_real)0.5;
            for (int k = 0; k < 3; ++k) far.at[k] = q.at[k];
        }
        bool hit = false, expected;
        lattice_polygon doubled = s.polygon; /* so that the middle of p q is on the lattice */
        if (ray.max_t < 1) {
            for (uint32_t i = 0; i < doubled.count; ++i)
                for (int k = 0; k < 3; ++k) doubled.points[i].at[k] *= 2;
            lattice_point start = p, middle = p;
            for (int k = 0; k < 3; ++k) start.at[k] *= 2, middle.at[k] += q.at[k];
            expected = oracle_segment_polygon(&doubled, start, middle);
        } else
            expected = oracle_segment_polygon(&s.polygon, p, far);
        graze_vec3 common;
        assert_int_equal(graze_test_ray_polygon(&ray, &s.view, &hit, &common), GRAZE_OK);
        TEST_CHECK(hit == expected, s.seed, s.number, "%d, not %d", hit, expected);
        graze_ray_hit cast;
        assert_int_equal(graze_ray_polygon(&ray, &s.view, GRAZE_FACES_BOTH, &cast), GRAZE_OK);
        TEST_CHECK(!cast.hit || expected, s.seed, s.number, "cast beside the polygon");
        if (cast.hit) {
            check_common(&s, cast.point, "cast");
            check_entry(&s, p, q, &cast);
            assert_true(cast.enter >= 0 && cast.enter <= ray.max_t);
            assert_true(graze_vec3_dot(cast.normal, ray.direction) <=
                        64 * GRAZE_EPSILON * graze_vec3_length(ray.direction));
        }
        if (hit) check_common(&s, common, "ray");
        s.hits += hit;
    }
}

static void boxes(void **state) {
    (void)state;
    setting s = begin(603);
    while (next(&s)) {
        lattice_point lo = near_polygon(&s, 9), hi = lo;
        int size = lattice_random(&s.random, 0, 5);
        for (int k = 0; k < 3; ++k) {
            int half = lattice_random(&s.random, 0, size);
            lo.at[k] -= half;
            hi.at[k] += half;
        }
        graze_aabb box = {stored(&s, lo), stored(&s, hi)};
        bool hit = false, expected = oracle_box_polygon(&s.polygon, lo, hi);
        graze_vec3 common;
        assert_int_equal(graze_test_aabb_polygon(&box, &s.view, &hit, &common), GRAZE_OK);
        TEST_CHECK(hit == expected, s.seed, s.number, "%d, not %d", hit, expected);
        if (hit) {
            check_common(&s, common, "box");
            graze_real slack = s.scale * (graze_real)s.band;
            graze_vec3 wide = graze_vec3_make(slack, slack, slack);
            assert_true(graze_vec3_less_equal(graze_vec3_sub(box.lo, wide), common) &&
                        graze_vec3_less_equal(common, graze_vec3_add(box.hi, wide)));
        }
        s.hits += hit;
    }
}

/* The rotation of an integer quaternion, times its squared length. */
static int rotation(const int q[4], int64_t m[3][3]) {
    int x = q[0], y = q[1], z = q[2], w = q[3];
    int64_t rows[3][3] = {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
                          {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
                          {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}};
    memcpy(m, rows, sizeof rows);
    return x * x + y * y + z * z + w * w;
}

/* The polygon in the frame of the box, in units of 1 / (256 size). */
static lattice_point turned(const int64_t m[3][3], lattice_point p, lattice_point center,
                            int64_t unit) {
    lattice_point out;
    for (int i = 0; i < 3; ++i) {
        out.at[i] = 0;
        for (int k = 0; k < 3; ++k) out.at[i] += m[k][i] * (p.at[k] - center.at[k]) * unit;
    }
    return out;
}

static void oriented_boxes(void **state) {
    (void)state;
    setting s = begin(604);
    long open_cases = 0;
    while (next(&s)) {
        int q[4] = {1, 0, 0, 0};
        for (int k = 0; k < 4; ++k) q[k] += lattice_random(&s.random, -1, 1);
        int64_t m[3][3];
        int size = rotation(q, m);
        if (size == 0) {
            --s.cases;
            continue;
        }
        lattice_point center = near_polygon(&s, 9), half, grown, shrunk, low_grown, low_shrunk;
        lattice_polygon seen = s.polygon;
        for (uint32_t i = 0; i < seen.count; ++i)
            seen.points[i] = turned(m, seen.points[i], center, 256);
        seen.u = turned(m, seen.u, (lattice_point){{0, 0, 0}}, 1);
        seen.v = turned(m, seen.v, (lattice_point){{0, 0, 0}}, 1);
        graze_obb box = {.center = stored(&s, center)};
        graze_real halves[3];
        for (int k = 0; k < 3; ++k) {
            half.at[k] = lattice_random(&s.random, 0, 4);
            halves[k] = (graze_real)half.at[k] * s.scale;
            grown.at[k] = half.at[k] * 256 * size + 1;
            shrunk.at[k] = half.at[k] * 256 * size - 1;
            low_grown.at[k] = -grown.at[k];
            low_shrunk.at[k] = -shrunk.at[k];
            box.axes.col[k] = graze_vec3_make((graze_real)m[0][k] / (graze_real)size,
                                              (graze_real)m[1][k] / (graze_real)size,
                                              (graze_real)m[2][k] / (graze_real)size);
        }
        box.half = graze_vec3_make(halves[0], halves[1], halves[2]);
        bool hit = false, flat = shrunk.at[0] < 0 || shrunk.at[1] < 0 || shrunk.at[2] < 0;
        bool may = oracle_box_polygon(&seen, low_grown, grown);
        bool must = !flat && oracle_box_polygon(&seen, low_shrunk, shrunk);
        graze_vec3 common;
        assert_int_equal(graze_test_obb_polygon(&box, &s.view, &hit, &common), GRAZE_OK);
        TEST_CHECK(hit ? may : !must, s.seed, s.number, "%d, may %d, must %d", hit, may, must);
        open_cases += may != must && !flat;
        if (hit) check_common(&s, common, "oriented box");
        s.hits += hit;
    }
    assert_true(open_cases * 4 < s.cases);
}

static void spheres(void **state) {
    (void)state;
    setting s = begin(605);
    while (next(&s)) {
        lattice_point center = near_polygon(&s, 9);
        int radius = lattice_random(&s.random, 0, 6);
        graze_sphere sphere = {stored(&s, center), (graze_real)radius * s.scale};
        long double distance = oracle_point_polygon(&s.polygon, center);
        graze_vec3 common, closest;
        graze_real found;
        bool hit = false;
        assert_int_equal(graze_test_sphere_polygon(&sphere, &s.view, &hit, &common), GRAZE_OK);
        assert_int_equal(graze_polygon_closest_point(&s.view, sphere.center, &closest, &found),
                         GRAZE_OK);
        TEST_CHECK(fabsl((long double)(found / s.scale) - distance) <=
                       1e-12L + 2 * GRAZE_EPSILON * distance,
                   s.seed, s.number, "distance %.17g, not %.17Lg", (double)(found / s.scale), distance);
        bool clear = radius == 0 || fabsl(distance - radius) > 1e-12L;
        TEST_CHECK(!clear || hit == (distance <= radius), s.seed, s.number, "%d at %.17Lg of %d", hit,
                   distance, radius);
        if (hit) {
            check_common(&s, common, "sphere");
            assert_true(graze_vec3_distance(common, sphere.center) <=
                        sphere.radius + (graze_real)s.band * s.scale);
        }
        s.hits += hit;
    }
}

static void triangles(void **state) {
    (void)state;
    setting s = begin(606);
    while (next(&s)) {
        lattice_polygon other = {.count = 3, .loop_count = 1, .loop_ends = {3}};
        graze_triangle triangle;
        for (int i = 0; i < 3; ++i) {
            other.points[i] = near_polygon(&s, 9);
            if (i && lattice_random(&s.random, 0, 40) == 0) other.points[i] = other.points[i - 1];
            triangle.p[i] = stored(&s, other.points[i]);
        }
        int64_t flat = 0;
        for (int k = 0; k < 3; ++k) {
            other.u.at[k] = other.points[1].at[k] - other.points[0].at[k];
            other.v.at[k] = other.points[2].at[k] - other.points[0].at[k];
        }
        for (int i = 0; i < 3; ++i) {
            int j = (i + 1) % 3;
            flat |= other.u.at[i] * other.v.at[j] - other.u.at[j] * other.v.at[i];
        }
        bool hit = false, expected = false;
        if (flat != 0)
            expected = oracle_polygon_polygon(&s.polygon, &other);
        else /* the sides cover it */
            for (int i = 0; i < 3; ++i)
                expected |=
                    oracle_segment_polygon(&s.polygon, other.points[i], other.points[(i + 1) % 3]);
        graze_vec3 common;
        assert_int_equal(graze_test_triangle_polygon(&triangle, &s.view, &hit, &common), GRAZE_OK);
        TEST_CHECK(hit == expected, s.seed, s.number, "%d, not %d", hit, expected);
        if (hit) check_common(&s, common, "triangle");
        s.hits += hit;
    }
}

static void polygons(void **state) {
    (void)state;
    setting s = begin(607);
    while (next(&s)) {
        lattice_polygon other;
        lattice_shape(&s.random, lattice_random(&s.random, 0, LATTICE_FAMILIES - 1), &other);
        lattice_plane(&s.random, &other);
        if (lattice_random(&s.random, 0, 3) == 0) { /* the same plane, moved in it */
            other.u = s.polygon.u;
            other.v = s.polygon.v;
            other.origin = lattice_at(&s.polygon, lattice_random(&s.random, -30, 30),
                                      lattice_random(&s.random, -30, 30));
        } else if (lattice_random(&s.random, 0, 1)) {
            for (int k = 0; k < 3; ++k) other.origin.at[k] += lattice_random(&s.random, -30, 30);
        }
        place(&s, &other);
        graze_polygon view = lattice_view(&other);
        if (graze_polygon_check(&view)) continue;
        bool hit = false, swapped = false, expected = oracle_polygon_polygon(&s.polygon, &other);
        graze_vec3 common;
        assert_int_equal(graze_test_polygon_polygon(&s.view, &view, &hit, &common), GRAZE_OK);
        assert_int_equal(graze_test_polygon_polygon(&view, &s.view, &swapped, NULL), GRAZE_OK);
        TEST_CHECK(hit == expected && swapped == expected, s.seed, s.number, "%d, %d, not %d", hit,
                   swapped, expected);
        if (hit) {
            check_common(&s, common, "polygon");
            s.view = view;
            check_common(&s, common, "other polygon");
        }
        s.hits += hit;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments),       cmocka_unit_test(rays),    cmocka_unit_test(boxes),
        cmocka_unit_test(oriented_boxes), cmocka_unit_test(spheres), cmocka_unit_test(triangles),
        cmocka_unit_test(polygons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
