/* SPDX-License-Identifier: MIT */
#include "oracle/body.h"

#include <math.h>
#include <stdlib.h>

#include "oracle/random_shape.h"

/* -- making them -- */

static void must(graze_status status) {
    if (status != GRAZE_OK) abort();
}

static solid *points_solid(body *b, int count) {
    solid *s = &b->tree.nodes[0];
    *s = (solid){.kind = SOLID_POINTS, .cloud = b->points, .count = count};
    return s;
}

/* Point, segment, triangle, tetrahedron; one in ten has coincident or collinear corners. */
static const solid *make_simplex(body *b, int count, graze_real scale, graze_random *random) {
    for (int i = 0; i < count; ++i) b->points[i] = random_vector(scale, random);
    if (count > 1 && graze_random_bits(random) % 10 == 0) b->points[count - 1] = b->points[0];
    if (count > 2 && graze_random_bits(random) % 10 == 0)
        b->points[2] = graze_vec3_lerp(b->points[0], b->points[1], (graze_real)0.5);
    const graze_vec3 *p = b->points;
    switch (count) {
    case 1:
        must(graze_shape_point(p[0], &b->shape));
        break;
    case 2:
        must(graze_shape_segment(p[0], p[1], &b->shape));
        break;
    case 3:
        must(graze_shape_triangle(p[0], p[1], p[2], &b->shape));
        break;
    default:
        must(graze_shape_tetrahedron(p[0], p[1], p[2], p[3], &b->shape));
    }
    return points_solid(b, count);
}

/* Exactly coplanar: small integers on a lattice plane, times a power of two near scale. */
static const solid *make_polygon(body *b, graze_real scale, graze_random *random) {
    int count = 1 + (int)(graze_random_bits(random) % 12);
    graze_real unit = (graze_real)ldexp(0.25, (int)floor(log2((double)scale)));
    for (int i = 0; i < count; ++i) {
        graze_real x = (graze_real)((int)(graze_random_bits(random) % 9) - 4);
        graze_real y = (graze_real)((int)(graze_random_bits(random) % 9) - 4);
        b->points[i] = graze_vec3_make(x * unit, y * unit, (x - 2 * y) * unit);
    }
    must(graze_shape_polygon(b->points, (size_t)count, 0, &b->shape));
    return points_solid(b, count);
}

/* Random points, in a ball or on an ellipsoid's surface; one in eight large enough to be climbed. */
static const solid *make_polytope(body *b, graze_real scale, graze_random *random) {
    bool large = graze_random_bits(random) % 8 == 0, surface = graze_random_bits(random) % 2;
    int count = large ? BODY_POINTS_MOST : 1 + (int)(graze_random_bits(random) % 60);
    graze_vec3 radii = random_vector(scale, random);
    for (int i = 0; i < count; ++i)
        b->points[i] = surface || large ? graze_vec3_mul(radii, graze_random_direction(random))
                                        : random_vector(scale, random);
    must(graze_shape_polytope(b->points, (size_t)count, 0, &b->shape));
    return points_solid(b, count);
}

/* The k-DOP is by definition the hull of its rounded corners, which its hull hands out. */
static const solid *make_kdop(body *b, graze_real scale, graze_random *random) {
    enum { SLABS = 7 };
    graze_vec3 normals[SLABS];
    graze_real lo[SLABS], hi[SLABS];
    for (int i = 0; i < SLABS; ++i) {
        normals[i] =
            i < 3 ? graze_vec3_make((graze_real)(i == 0), (graze_real)(i == 1), (graze_real)(i == 2))
                  : graze_random_direction(random);
        lo[i] = scale * graze_random_uniform(random, -1, (graze_real)-0.1);
        hi[i] = scale * graze_random_uniform(random, (graze_real)0.1, 1);
    }
    must(graze_shape_kdop(normals, lo, hi, SLABS, &b->shape));
    graze_hull_view view;
    must(graze_hull_get(graze_shape_hull(b->shape), &view));
    solid *s = points_solid(b, (int)view.vertex_count);
    s->cloud = view.vertices;
    return s;
}

static void make_half_space(body *b, graze_real scale, graze_random *random) {
    graze_real length = graze_random_uniform(random, (graze_real)0.1, 10);
    b->normal = graze_vec3_scale(graze_random_direction(random), length);
    b->offset = scale * graze_random_uniform(random, -1, 1);
    must(graze_shape_half_space(b->normal, b->offset, &b->shape));
}

static const solid *make_other(body *b, graze_real scale, graze_random *random) {
    static const solid_kind kinds[GRAZE_SHAPE_CONVEX_COUNT] = {
        [GRAZE_SHAPE_SPHERE] = SOLID_SPHERE,   [GRAZE_SHAPE_BOX] = SOLID_BOX,
        [GRAZE_SHAPE_CONE] = SOLID_CONE,       [GRAZE_SHAPE_CYLINDER] = SOLID_CYLINDER,
        [GRAZE_SHAPE_CAPSULE] = SOLID_CAPSULE, [GRAZE_SHAPE_ELLIPSOID] = SOLID_ELLIPSOID,
        [GRAZE_SHAPE_ROUNDED] = SOLID_ROUNDED, [GRAZE_SHAPE_MINKOWSKI_SUM] = SOLID_SUM,
        [GRAZE_SHAPE_HULL_OF] = SOLID_HULL,    [GRAZE_SHAPE_TRANSFORMED] = SOLID_IMAGE,
        [GRAZE_SHAPE_CUSTOM] = SOLID_CUSTOM,
    };
    const solid *s = solid_random(&b->tree, kinds[b->kind], 2, scale, random);
    b->shape = solid_shape(s);
    return s;
}

void body_make(body *b, graze_shape_kind kind, graze_real scale, graze_random *random) {
    b->kind = kind;
    b->solid = NULL;
    switch (kind) {
    case GRAZE_SHAPE_POINT:
    case GRAZE_SHAPE_SEGMENT:
    case GRAZE_SHAPE_TRIANGLE:
    case GRAZE_SHAPE_TETRAHEDRON:
        b->solid = make_simplex(b, 1 + (int)kind - (int)GRAZE_SHAPE_POINT, scale, random);
        break;
    case GRAZE_SHAPE_POLYGON:
        b->solid = make_polygon(b, scale, random);
        break;
    case GRAZE_SHAPE_POLYTOPE:
        b->solid = make_polytope(b, scale, random);
        break;
    case GRAZE_SHAPE_KDOP:
        b->solid = make_kdop(b, scale, random);
        break;
    case GRAZE_SHAPE_HALF_SPACE:
        make_half_space(b, scale, random);
        break;
    default:
        b->solid = make_other(b, scale, random);
    }
}

void body_release(body *b) { graze_shape_release(b->shape); }

/* -- in the world -- */

placed_body body_place(const body *b, const graze_placed *placed, graze_vec3 from) {
    return (placed_body){b,
                         placed->pose,
                         ld3_sub(ld3_from(placed->pose.origin), ld3_from(from)),
                         (long double)placed->margin,
                         {0, 0, 0}};
}

long double placed_body_height(const placed_body *p, ld3 v) {
    return solid_height(p->body->solid, solid_turn(&p->pose, v, true)) + ld3_dot(p->origin, v) +
           p->margin * ld3_length(v) + fmaxl(0, ld3_dot(p->sweep, v));
}

ld3 placed_body_support(const placed_body *p, ld3 v) {
    ld3 local = solid_support(p->body->solid, solid_turn(&p->pose, v, true));
    ld3 point = ld3_add(solid_turn(&p->pose, local, false), p->origin);
    if (ld3_dot(p->sweep, v) > 0) point = ld3_add(point, p->sweep);
    return p->margin > 0 ? ld3_add(point, ld3_scale(v, p->margin / ld3_length(v))) : point;
}

long double placed_body_stretch(const placed_body *p) {
    const graze_pose *pose = &p->pose;
    long double squares = 0;
    for (int i = 0; i < 3; ++i)
        squares += ld3_dot(ld3_from(pose->basis.col[i]), ld3_from(pose->basis.col[i]));
    return sqrtl(graze_pose_classify(pose) == GRAZE_POSE_AFFINE ? squares : squares / 3);
}

long double placed_body_reach(const placed_body *p) {
    ld3 most = {0, 0, 0};
    for (int sign = -1; sign <= 1; sign += 2) {
        long double s = sign;
        most.x = fmaxl(most.x, solid_height(p->body->solid, (ld3){s, 0, 0}));
        most.y = fmaxl(most.y, solid_height(p->body->solid, (ld3){0, s, 0}));
        most.z = fmaxl(most.z, solid_height(p->body->solid, (ld3){0, 0, s}));
    }
    return placed_body_stretch(p) * ld3_length(most) + p->margin;
}

static ld3 cross(ld3 a, ld3 b) {
    return (ld3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* Normals go by the inverse transpose, N' = B^-T N, so that N' . B x = N . x: the plane's equation in
 * the world is N' . (x - origin) <= offset. The columns of B^-T are cross products over det B. */
static ld3 image_of_normal(const placed_body *p) {
    ld3 c0 = ld3_from(p->pose.basis.col[0]), c1 = ld3_from(p->pose.basis.col[1]),
        c2 = ld3_from(p->pose.basis.col[2]), n = ld3_from(p->body->normal);
    long double determinant = ld3_dot(c0, cross(c1, c2));
    ld3 sum = ld3_add(ld3_scale(cross(c1, c2), n.x),
                      ld3_add(ld3_scale(cross(c2, c0), n.y), ld3_scale(cross(c0, c1), n.z)));
    return ld3_scale(sum, 1 / determinant);
}

ld3 placed_ground_normal(const placed_body *p) {
    ld3 n = image_of_normal(p);
    return ld3_scale(n, 1 / ld3_length(n));
}

long double placed_ground_distance(const placed_body *p, ld3 x) {
    ld3 n = image_of_normal(p);
    return (ld3_dot(n, ld3_sub(x, p->origin)) - (long double)p->body->offset) / ld3_length(n) -
           p->margin;
}
