/* SPDX-License-Identifier: MIT
 * Contacts of random pairs at rest: a face of one lies on a face of the other. What the faces share is
 * computed here once more, in long double from the corners alone; the points must lie on both surfaces,
 * span about as much of it as four can, hold up a body whose centre is over the inner part of it, and
 * stay in place when it is jiggled by 10^-4 or the operands are exchanged. Then any two shapes in any
 * poses: every point lies on both surfaces. */
#include "oracle/random_shape.h"
#include "contact_help.h"

enum { CORNERS_MOST = 128, SHARED_MOST = 2 * CORNERS_MOST };

/* A body and one of its faces, in local coordinates; normal points out. A face is what graze/contact.h
 * says it is: a disc has 16 corners, and facets that are coplanar within 2^-10 are one. */
typedef struct rest_body {
    graze_shape *shape;
    graze_vec3 corner[CORNERS_MOST]; /* in any order */
    int count;
    graze_vec3 normal;
    bool sampled; /* more corners than the library looks at */
} rest_body;

static graze_real between(graze_random *random, double low, double high) {
    return graze_random_uniform(random, (graze_real)low, (graze_real)high);
}

static void must(graze_status status) { assert_int_equal(status, GRAZE_OK); }

static bool are_coplanar(graze_vec3 n, graze_vec3 m) {
    return graze_vec3_distance(n, m) <= (graze_real)0x1p-10;
}

/* Sets the normal from the loop of corners, pointing away from a place inside. */
static void set_normal(rest_body *body, graze_vec3 inside) {
    graze_vec3 o = body->corner[0], sum = graze_vec3_zero();
    for (int i = 1; i + 1 < body->count; ++i)
        sum = graze_vec3_add(sum, graze_vec3_cross(graze_vec3_sub(body->corner[i], o),
                                                   graze_vec3_sub(body->corner[i + 1], o)));
    if (graze_vec3_dot(sum, graze_vec3_sub(o, inside)) < 0) sum = graze_vec3_neg(sum);
    must(graze_vec3_normalize(sum, &body->normal));
}

static void make_box(rest_body *body, graze_random *random, double swell) {
    graze_vec3 half = graze_vec3_make(between(random, 0.3, 1.5), between(random, 0.3, 1.5),
                                      between(random, 0.3, 1.5));
    must(graze_shape_box(half, &body->shape));
    graze_real s = graze_random_bits(random) % 2 ? 1 : -1, y = s * (half.y + (graze_real)swell);
    const graze_vec3 corners[4] = {
        {-half.x, y, -half.z}, {half.x, y, -half.z}, {half.x, y, half.z}, {-half.x, y, half.z}};
    memcpy(body->corner, corners, sizeof corners);
    body->count = 4;
    body->normal = graze_vec3_make(0, s, 0);
    if (!(swell > 0)) return;
    graze_shape *inner = body->shape;
    must(graze_shape_rounded(inner, (graze_real)swell, &body->shape));
    graze_shape_release(inner);
}

/* An affine image of a box. */
static void make_image(rest_body *body, graze_random *random) {
    make_box(body, random, 0);
    graze_shape *inner = body->shape;
    graze_pose pose = random_pose(RANDOM_POSE_SHEARED, 1, random);
    must(graze_shape_transformed(inner, &pose, &body->shape));
    graze_shape_release(inner);
    for (int i = 0; i < 4; ++i) body->corner[i] = graze_pose_apply(&pose, body->corner[i]);
    set_normal(body, pose.origin);
}

/* The hull of a box turned: rounding breaks its faces into triangles. */
static void make_turned_box(rest_body *body, graze_random *random) {
    graze_shape *box;
    make_box(body, random, 0);
    box = body->shape;
    graze_vec3 half = graze_vec3_abs(body->corner[2]), points[8];
    graze_pose pose = random_pose(RANDOM_POSE_RIGID, 1, random);
    for (int i = 0; i < 8; ++i)
        points[i] =
            graze_pose_apply(&pose, graze_vec3_make(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                                    i & 4 ? half.z : -half.z));
    must(graze_shape_polytope(points, 8, 0, &body->shape));
    graze_shape_release(box);
    for (int i = 0; i < 4; ++i) body->corner[i] = graze_pose_apply(&pose, body->corner[i]);
    set_normal(body, pose.origin);
}

/* A hull of random points and its largest facet. */
static void make_hull(rest_body *body, graze_random *random) {
    enum { MOST = 24 };
    graze_vec3 points[MOST];
    size_t count = 4 + graze_random_bits(random) % (MOST - 4);
    for (size_t i = 0; i < count; ++i) points[i] = graze_random_direction(random);
    graze_hull_view view;
    must(graze_shape_polytope(points, count, 0, &body->shape));
    must(graze_hull_get(graze_shape_hull(body->shape), &view));
    uint32_t facet = 0;
    graze_real lowest = 2; /* those nearest to the centre are large */
    for (uint32_t f = 0; f < view.facet_count; ++f) {
        if (!(-view.planes[f].offset < lowest)) continue;
        lowest = -view.planes[f].offset;
        facet = f;
    }
    body->count = 0;
    body->normal = view.planes[facet].normal;
    for (uint32_t f = 0; f < view.facet_count; ++f) {
        if (!are_coplanar(view.planes[f].normal, body->normal)) continue;
        for (uint32_t k = view.facet_start[f]; k < view.facet_start[f + 1]; ++k)
            body->corner[body->count++] = view.vertices[view.facet_corners[k]];
    }
}

/* A ring of corners at y = 0. */
static void set_ring(rest_body *body, int count, double x, double z, double y, double up) {
    for (int i = 0; i < count; ++i) {
        double angle = 6.283185307179586 * i / count;
        body->corner[i] =
            graze_vec3_make((graze_real)(x * cos(angle)), (graze_real)y, (graze_real)(z * sin(angle)));
    }
    body->count = count;
    body->normal = graze_vec3_make(0, (graze_real)up, 0);
    body->sampled = count > 16;
}

/* A prism, with few sides or very many; or just its base, a polygon. */
static void make_prism(rest_body *body, graze_random *random, bool flat) {
    int count = graze_random_bits(random) % 4 ? 3 + (int)(graze_random_bits(random) % 10) : 100;
    set_ring(body, count, (double)between(random, 0.4, 1.5), (double)between(random, 0.4, 1.5), 0, -1);
    graze_vec3 points[2 * CORNERS_MOST];
    for (int i = 0; i < count; ++i) {
        points[i] = body->corner[i];
        points[count + i] = graze_vec3_add(points[i], graze_vec3_make(0, 1, 0));
    }
    if (flat)
        must(graze_shape_polygon(points, (size_t)count, 0, &body->shape));
    else
        must(graze_shape_polytope(points, 2 * (size_t)count, 0, &body->shape));
}

static void make_round(rest_body *body, graze_random *random, bool cone) {
    graze_real radius = between(random, 0.4, 1.5), height = between(random, 0.5, 2);
    double up = !cone && graze_random_bits(random) % 2 ? 1 : -1;
    must(cone ? graze_shape_cone(radius, height, &body->shape)
              : graze_shape_cylinder(radius, height, &body->shape));
    set_ring(body, 16, (double)radius, (double)radius, up * (double)height / 2, up);
}

/* A triangle, or a tetrahedron on one of its sides. */
static void make_simplex(rest_body *body, graze_random *random, bool solid) {
    graze_vec3 inside = random_vector(1, random);
    for (int i = 0; i < 3; ++i) {
        graze_vec3 off = random_vector(1, random);
        body->corner[i] = graze_vec3_add(inside, off);
    }
    body->count = 3;
    graze_vec3 *p = body->corner, top = p[3] = random_vector(2, random);
    must(solid ? graze_shape_tetrahedron(p[0], p[1], p[2], top, &body->shape)
               : graze_shape_triangle(p[0], p[1], p[2], &body->shape));
    set_normal(body, solid ? top : inside);
    for (int i = 0; solid && i < 3; ++i) {
        rest_body side = {.corner = {p[i], p[(i + 1) % 3], top}, .count = 3};
        set_normal(&side, p[(i + 2) % 3]);
        if (are_coplanar(side.normal, body->normal)) body->count = 4;
    }
}

/* A block with a roof so flat that its two sides count as one face; it lies on one of them. */
static void make_tent(rest_body *body, graze_random *random) {
    graze_real x = between(random, 0.3, 1.5), z = between(random, 0.3, 1.5);
    graze_real rise = x * between(random, 0, 0.49 * 0x1p-10);
    const graze_vec3 points[10] = {{x, 0, -z},   {x, 0, z},  {-x, 0, z},  {-x, 0, -z},  {0, rise, -z},
                                   {0, rise, z}, {x, -1, z}, {-x, -1, z}, {-x, -1, -z}, {x, -1, -z}};
    must(graze_shape_polytope(points, 10, 0, &body->shape));
    memcpy(body->corner, points, 6 * sizeof points[0]);
    body->count = 6;
    must(graze_vec3_normalize(graze_vec3_make(rise, x, 0), &body->normal));
}

static void rest_body_make(rest_body *body, graze_random *random) {
    body->sampled = false;
    switch (graze_random_bits(random) % 12) {
    case 0:
    case 1:
        make_box(body, random, 0);
        return;
    case 2:
        make_box(body, random, 0.25);
        return;
    case 3:
        make_image(body, random);
        return;
    case 4:
        make_turned_box(body, random);
        return;
    case 5:
        make_hull(body, random);
        return;
    case 6:
        make_prism(body, random, false);
        return;
    case 7:
        make_prism(body, random, true);
        return;
    case 8:
        make_round(body, random, graze_random_bits(random) % 2);
        return;
    case 9:
        make_simplex(body, random, true);
        return;
    case 10:
        make_tent(body, random);
        return;
    default:
        make_simplex(body, random, false);
        return;
    }
}

/* -- planar geometry -- */

typedef struct spot {
    long double x, y;
} spot;

typedef struct patch {
    spot at[SHARED_MOST];
    int count;
} patch;

static long double turn_area(spot a, spot b, spot c) {
    return ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2;
}
static long double patch_area(const patch *p) {
    long double area = 0;
    for (int i = 1; i + 1 < p->count; ++i) area += turn_area(p->at[0], p->at[i], p->at[i + 1]);
    return area;
}
static int by_place(const void *a, const void *b) {
    const spot *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}
/* The convex hull of its spots, counterclockwise: the lower chain, then the upper one. */
static patch patch_hull(patch p) {
    patch out = {.count = 0};
    qsort(p.at, (size_t)p.count, sizeof p.at[0], by_place);
    for (int way = 0, floor = 1; way < 2; ++way, floor = out.count + 1) {
        for (int i = 0; i < p.count; ++i) {
            spot next = p.at[way ? p.count - 1 - i : i];
            while (out.count > floor &&
                   turn_area(out.at[out.count - 2], out.at[out.count - 1], next) <= 0)
                --out.count;
            out.at[out.count++] = next;
        }
        --out.count; /* the next chain begins there, the last one ends where the first began */
    }
    return out;
}
static patch patch_cut(const patch *p, spot from, spot to) {
    patch out = {.count = 0};
    for (int i = 0; i < p->count; ++i) {
        spot a = p->at[i], b = p->at[(i + 1) % p->count];
        long double da = turn_area(from, to, a), db = turn_area(from, to, b);
        if (da >= 0) out.at[out.count++] = a;
        if ((da >= 0) == (db >= 0)) continue;
        long double t = da / (da - db);
        out.at[out.count++] = (spot){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    }
    return out;
}
static patch patch_meet(const patch *p, const patch *q) {
    patch out = *p;
    for (int i = 0; i < q->count && out.count > 0; ++i)
        out = patch_cut(&out, q->at[i], q->at[(i + 1) % q->count]);
    return out;
}
/* The middle of the area. */
static spot patch_middle(const patch *p) {
    spot sum = {0, 0}, o = p->at[0];
    for (int i = 1; i + 1 < p->count; ++i) {
        long double area = turn_area(o, p->at[i], p->at[i + 1]) / 3;
        sum.x += area * (p->at[i].x + p->at[i + 1].x - 2 * o.x);
        sum.y += area * (p->at[i].y + p->at[i + 1].y - 2 * o.y);
    }
    return (spot){o.x + sum.x / patch_area(p), o.y + sum.y / patch_area(p)};
}
/* Moved by that much into the patch, does the spot lie inside? */
static bool patch_holds(const patch *p, spot s, long double slack) {
    for (int i = 0; i < p->count; ++i) {
        spot a = p->at[i], b = p->at[(i + 1) % p->count];
        long double length = hypotl(b.x - a.x, b.y - a.y);
        if (2 * turn_area(a, b, s) < -slack * length) return false;
    }
    return true;
}
/* The largest quadrilateral on the corners. */
static long double patch_best(const patch *p) {
    long double best = p->count < 4 ? patch_area(p) : 0;
    for (int i = 0; i < p->count; ++i)
        for (int j = i + 2; j < p->count; ++j) {
            long double right = 0, left = 0;
            for (int k = i + 1; k < j; ++k)
                right = fmaxl(right, turn_area(p->at[i], p->at[k], p->at[j]));
            for (int k = j + 1; k < p->count + i; ++k)
                left = fmaxl(left, turn_area(p->at[i], p->at[j], p->at[k % p->count]));
            best = fmaxl(best, right + left);
        }
    return best;
}

/* -- a pair at rest -- */

typedef struct rest_pair {
    rest_body body[2];
    graze_placed a, b;
    ld3 x, y, up; /* axes of the plane of contact; up from A to B */
    patch shared;
} rest_pair;

static graze_vec3 middle_of(const rest_body *body) {
    graze_vec3 sum = graze_vec3_zero();
    for (int i = 0; i < body->count; ++i) sum = graze_vec3_add(sum, body->corner[i]);
    return graze_vec3_scale(sum, 1 / (graze_real)body->count);
}

static graze_vec3 any_across(graze_vec3 n) {
    graze_vec3 across,
        axis = fabs((double)n.x) < 0.7 ? graze_vec3_make(1, 0, 0) : graze_vec3_make(0, 1, 0);
    must(graze_vec3_normalize(graze_vec3_cross(n, axis), &across));
    return across;
}

static patch seen(const rest_pair *pair, const graze_placed *placed, const rest_body *body) {
    patch p = {.count = body->count};
    for (int i = 0; i < body->count; ++i) {
        ld3 at = ld3_from(graze_pose_apply(&placed->pose, body->corner[i]));
        p.at[i] = (spot){ld3_dot(at, pair->x), ld3_dot(at, pair->y)};
    }
    return patch_hull(p);
}

static spot seen_point(const rest_pair *pair, graze_vec3 point) {
    return (spot){ld3_dot(ld3_from(point), pair->x), ld3_dot(ld3_from(point), pair->y)};
}

/* B's face against A's, turned anyhow and shifted, that deep in it. */
static void place(rest_pair *pair, graze_real depth, graze_random *random) {
    const rest_body *low = &pair->body[0], *top = &pair->body[1];
    pair->a = (graze_placed){low->shape, random_pose(RANDOM_POSE_RIGID, 2, random), 0};
    graze_vec3 up = graze_mat3_mul_vec(&pair->a.pose.basis, low->normal), x = any_across(up);
    must(graze_vec3_normalize(up, &up));
    graze_vec3 y = graze_vec3_cross(up, x);
    graze_real angle = between(random, -3, 3), shift = between(random, 0, 0.6);
    graze_vec3 along =
        graze_vec3_add(graze_vec3_scale(x, graze_cos(angle)), graze_vec3_scale(y, graze_sin(angle)));
    graze_vec3 own = any_across(top->normal), third = graze_vec3_cross(top->normal, own);
    graze_vec3 down = graze_vec3_neg(up), beside = graze_vec3_cross(down, along);
    /* The rotation that takes (own, third, normal) to (along, beside, down). */
    graze_mat3 from = graze_mat3_from_columns(own, third, top->normal);
    graze_mat3 back = graze_mat3_transpose(&from);
    graze_mat3 to = graze_mat3_from_columns(along, beside, down);
    graze_quat turn;
    graze_mat3 turned = graze_mat3_mul(&to, &back);
    must(graze_quat_from_mat3(&turned, &turn));
    must(graze_pose_make(turn, graze_vec3_zero(), &pair->b.pose));
    pair->b.shape = top->shape;
    pair->b.margin = 0;
    graze_vec3 place = graze_pose_apply(&pair->a.pose, middle_of(low));
    place = graze_vec3_add_scaled(place, shift, along);
    place = graze_vec3_add_scaled(place, -depth, up);
    pair->b.pose.origin = graze_vec3_sub(place, graze_pose_apply(&pair->b.pose, middle_of(top)));
    pair->x = ld3_from(x);
    pair->y = ld3_from(y);
    pair->up = ld3_from(up);
    patch p = seen(pair, &pair->a, low), q = seen(pair, &pair->b, top);
    pair->shared = patch_meet(&p, &q);
}

static void rest_pair_drop(rest_pair *pair) {
    graze_shape_release(pair->body[0].shape);
    graze_shape_release(pair->body[1].shape);
}

static long double patch_round(const patch *p) {
    long double round = 0;
    for (int i = 0; i < p->count; ++i) {
        spot a = p->at[i], b = p->at[(i + 1) % p->count];
        round += hypotl(b.x - a.x, b.y - a.y);
    }
    return round;
}

/* Wide enough that no other way out is nearer and small motions matter little? */
static bool is_wide(const patch *p) {
    long double round = patch_round(p);
    return patch_area(p) > 0.05L && patch_area(p) > 0.02L * round * round;
}

/* Faces of many corners are taken as 32 of them: their outlines lie inside by no more than 1 - cos(pi /
 * 16) of the radius, so what they share shrinks by no more than that times the way round it. */
static long double sampling_loss(const rest_pair *pair) {
    long double radius = 0;
    for (int i = 0; i < 2; ++i) {
        const rest_body *body = &pair->body[i];
        ld3 middle = ld3_from(middle_of(body));
        for (int k = 0; body->sampled && k < body->count; ++k)
            radius = fmaxl(radius, ld3_distance(ld3_from(body->corner[k]), middle));
    }
    return 0.0193L * radius * patch_round(&pair->shared);
}

static patch patch_of(const rest_pair *pair, const graze_contact_set *s) {
    patch p = {.count = s->count};
    for (int i = 0; i < s->count; ++i) p.at[i] = seen_point(pair, s->points[i].point_a);
    return patch_hull(p);
}

/* A body with its centre over the inner quarter of what the faces share does not tip over. */
static void check_holds(const rest_pair *pair, const patch *found, long double slack, uint64_t seed,
                        long number) {
    const patch *all = &pair->shared;
    spot middle = patch_middle(all);
    const long double share = 0.25L; /* a regular pentagon loses a corner: 0.31 */
    for (int i = 0; i < all->count; ++i) {
        spot inner = {middle.x + share * (all->at[i].x - middle.x),
                      middle.y + share * (all->at[i].y - middle.y)};
        TEST_CHECK(patch_holds(found, inner, slack), seed, number,
                   "not held up at that share of the way to corner %d", i);
    }
    graze_shape_mass mass;
    must(graze_shape_measure(pair->b.shape, &mass));
    spot center = seen_point(pair, graze_pose_apply(&pair->b.pose, mass.center));
    spot out = {middle.x + (center.x - middle.x) / share, middle.y + (center.y - middle.y) / share};
    if (patch_holds(all, out, 0))
        TEST_CHECK(patch_holds(found, center, slack), seed, number, "tips over");
}

static void resting_bodies_are_held_up(void **state) {
    (void)state;
    uint64_t seed = test_seed(96101);
    graze_random random = graze_random_seed(seed);
    const graze_real jiggle = (graze_real)1e-4;
    long wide = 0, jumped = 0, turned_over = 0, count = test_count(10000);
    for (long i = 0; i < count; ++i) {
        rest_pair pair;
        rest_body_make(&pair.body[0], &random);
        rest_body_make(&pair.body[1], &random);
        graze_real depth = i % 3 ? between(&random, 5e-4, 5e-3) : 0,
                   reach = i % 2 ? (graze_real)1e-3 : 0;
        if (i % 3 == 0) reach = (graze_real)1e-3;
        place(&pair, depth, &random);
        graze_contact_set s = contact_of(&pair.a, &pair.b, reach, NULL);
        if (s.count > 0) contact_check(&pair.a, &pair.b, reach, &s, seed, i);
        if (!is_wide(&pair.shared) || ld3_dot(ld3_from(s.normal), pair.up) < 0.999999L) {
            rest_pair_drop(&pair);
            continue;
        }
        ++wide;
        patch found = patch_of(&pair, &s);
        long double loss = sampling_loss(&pair);
        bool many = pair.shared.count > 12; /* then corners that add little are left out */
        long double best = patch_best(&pair.shared), area = patch_area(&found);
        TEST_CHECK(area >= (many ? 0.95L : 0.97L) * best - loss, seed, i,
                   "%Lg of %Lg spanned by %d points", area, best, s.count);
        check_holds(&pair, &found, 0.001L + loss / patch_round(&pair.shared), seed, i);

        graze_contact_set other = contact_of(&pair.b, &pair.a, reach, NULL);
        contact_check(&pair.b, &pair.a, reach, &other, seed, i);
        TEST_CHECK(fabsl(contact_area(&other) - area) <= (many ? 0.05L : 0.015L) * area + loss, seed, i,
                   "%Lg spanned, exchanged %Lg", area, contact_area(&other));
        /* Two flat ones in one plane may be parted either way. */
        long double turned = -ld3_dot(ld3_from(s.normal), ld3_from(other.normal));
        TEST_CHECK((depth > 0 ? turned : fabsl(turned)) > 0.99999L, seed, i,
                   "exchanged, the normal is not the opposite one");

        graze_placed moved = contact_jiggled(&pair.b, jiggle, &random);
        graze_contact_set after = contact_of(&pair.a, &moved, reach, NULL);
        contact_check(&pair.a, &moved, reach, &after, seed, i);
        if (ld3_dot(ld3_from(s.normal), ld3_from(after.normal)) <
            0.99L) { /* another way out: as deep */
            ++turned_over;
            TEST_CHECK(fabsl((long double)(after.sd - s.sd)) <= 4 * (long double)jiggle, seed, i,
                       "sd %g with another normal, %g before", (double)after.sd, (double)s.sd);
            rest_pair_drop(&pair);
            continue;
        }
        TEST_CHECK(fabsl(contact_area(&after) - area) <= (many ? 0.05L : 0.02L) * area + loss, seed, i,
                   "%Lg spanned, %Lg after a jiggle", area, contact_area(&after));
        jumped += contact_motion(&s, &after) > 50 * (long double)jiggle;
        rest_pair_drop(&pair);
    }
    print_message("%ld of %ld rest on a wide face; %ld jump to another choice, %ld to another normal\n",
                  wide, count, jumped, turned_over);
    if (count >= 1000) assert_true(wide * 3 > count && jumped * 500 < wide && turned_over * 100 < wide);
}

/* -- any two shapes -- */

static void points_lie_on_both_surfaces(void **state) {
    (void)state;
    uint64_t seed = test_seed(96102);
    graze_random random = graze_random_seed(seed);
    long contacts = 0, several = 0, count = test_count(10000);
    for (long i = 0; i < count; ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_real reach = i % 2 ? between(&random, 0, 0.5) : 0;
        graze_contact_set s = contact_of(&pair.a, &pair.b, reach, NULL);
        graze_signed_separation d;
        must(graze_signed_distance(&pair.a, &pair.b, NULL, NULL, &d));
        long double slack = signed_slack(&pair.a, &pair.b);
        TEST_CHECK(s.count > 0 || (long double)d.upper > (long double)reach - slack, seed, i,
                   "no contact at sd %g, reach %g", (double)d.sd, (double)reach);
        TEST_CHECK(s.count == 0 || (long double)d.lower < (long double)reach + slack, seed, i,
                   "contact at sd %g, reach %g", (double)d.sd, (double)reach);
        if (s.count > 0 && s.end != GRAZE_ITERATION_LIMIT)
            contact_check(&pair.a, &pair.b, reach, &s, seed, i);
        contacts += s.count > 0;
        several += s.count > 1;
        signed_pair_drop(&pair);
    }
    print_message("%ld of %ld in contact, %ld with several points\n", contacts, count, several);
    if (count >= 1000) assert_true(contacts * 3 > count && several > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resting_bodies_are_held_up),
        cmocka_unit_test(points_lie_on_both_surfaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
