/* SPDX-License-Identifier: MIT
 * Graze: vectors, quaternions, matrices, planes, poses, boxes and random rotations.
 *
 * Small operations are inline. Operations that can fail or that cost something are functions.
 * Nothing here calls the C library but sqrt, so results are the same bits everywhere. */
#ifndef GRAZE_MATH_H
#define GRAZE_MATH_H

#include <math.h>

#include "base.h"

GRAZE_BEGIN_C

/* -- scalars ---------------------------------------------------------------------------------- */

#if defined(GRAZE_DOUBLE)
static inline graze_real graze_sqrt(graze_real x) { return sqrt(x); }
static inline graze_real graze_abs(graze_real x) { return fabs(x); }
#else
static inline graze_real graze_sqrt(graze_real x) { return sqrtf(x); }
static inline graze_real graze_abs(graze_real x) { return fabsf(x); }
#endif
static inline graze_real graze_min(graze_real a, graze_real b) { return b < a ? b : a; }
static inline graze_real graze_max(graze_real a, graze_real b) { return b > a ? b : a; }
/** x forced into lo..hi (lo <= hi). */
static inline graze_real graze_clamp(graze_real x, graze_real lo, graze_real hi) {
    return x < lo ? lo : x > hi ? hi : x;
}
/** -1 for x < 0 and +1 otherwise, so both zeros have the sign +1. */
static inline graze_real graze_sign(graze_real x) { return x < 0 ? (graze_real)-1 : (graze_real)1; }
/** Neither NaN nor infinite. */
static inline bool graze_is_finite(graze_real x) { return x - x == 0; }

/** Sine and cosine of an angle in radians, the same bits on every machine and compiler; error under
 *  1 ulp for every finite angle. NaN for NaN and infinity. */
GRAZE_API graze_real graze_sin(graze_real angle);
GRAZE_API graze_real graze_cos(graze_real angle);
/** Arc cosine in 0..pi of x, clamped into -1..1 first; error under 1 ulp. NaN for NaN. */
GRAZE_API graze_real graze_acos(graze_real x);
/** The angle of (x, y) in -pi..pi; 0 for (0, 0). Error under 2 ulp. NaN if either is NaN. */
GRAZE_API graze_real graze_atan2(graze_real y, graze_real x);

/* -- vectors ---------------------------------------------------------------------------------- */

typedef struct graze_vec3 {
    graze_real x, y, z;
} graze_vec3;

static inline graze_vec3 graze_vec3_make(graze_real x, graze_real y, graze_real z) {
    graze_vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}
static inline graze_vec3 graze_vec3_zero(void) { return graze_vec3_make(0, 0, 0); }
static inline graze_vec3 graze_vec3_add(graze_vec3 a, graze_vec3 b) {
    return graze_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline graze_vec3 graze_vec3_sub(graze_vec3 a, graze_vec3 b) {
    return graze_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline graze_vec3 graze_vec3_neg(graze_vec3 a) { return graze_vec3_make(-a.x, -a.y, -a.z); }
static inline graze_vec3 graze_vec3_scale(graze_vec3 a, graze_real s) {
    return graze_vec3_make(a.x * s, a.y * s, a.z * s);
}
/** a + s * b. */
static inline graze_vec3 graze_vec3_add_scaled(graze_vec3 a, graze_real s, graze_vec3 b) {
    return graze_vec3_make(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
/** Componentwise product. */
static inline graze_vec3 graze_vec3_mul(graze_vec3 a, graze_vec3 b) {
    return graze_vec3_make(a.x * b.x, a.y * b.y, a.z * b.z);
}
/** a + t (b - a); exactly a at t = 0. */
static inline graze_vec3 graze_vec3_lerp(graze_vec3 a, graze_vec3 b, graze_real t) {
    return graze_vec3_add_scaled(a, t, graze_vec3_sub(b, a));
}
/** (a.x b.x + a.y b.y) + a.z b.z, in this order everywhere in the library. */
static inline graze_real graze_vec3_dot(graze_vec3 a, graze_vec3 b) {
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
static inline graze_vec3 graze_vec3_cross(graze_vec3 a, graze_vec3 b) {
    return graze_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
/** a . (b x c): six times the signed volume of the tetrahedron 0 a b c. */
static inline graze_real graze_vec3_triple(graze_vec3 a, graze_vec3 b, graze_vec3 c) {
    return graze_vec3_dot(a, graze_vec3_cross(b, c));
}
static inline graze_real graze_vec3_length_squared(graze_vec3 a) { return graze_vec3_dot(a, a); }
/** The length; safe against overflow and underflow of the squares (infinite only if it is itself
 *  beyond GRAZE_REAL_MAX). */
GRAZE_API graze_real graze_vec3_length(graze_vec3 a);
static inline graze_real graze_vec3_distance(graze_vec3 a, graze_vec3 b) {
    return graze_vec3_length(graze_vec3_sub(a, b));
}
/** The unit vector along a, whatever its size. GRAZE_INVALID_ARGUMENT for zero, NaN, infinity. */
GRAZE_API graze_status graze_vec3_normalize(graze_vec3 a, graze_vec3 *unit);
static inline graze_vec3 graze_vec3_min(graze_vec3 a, graze_vec3 b) {
    return graze_vec3_make(graze_min(a.x, b.x), graze_min(a.y, b.y), graze_min(a.z, b.z));
}
static inline graze_vec3 graze_vec3_max(graze_vec3 a, graze_vec3 b) {
    return graze_vec3_make(graze_max(a.x, b.x), graze_max(a.y, b.y), graze_max(a.z, b.z));
}
static inline graze_vec3 graze_vec3_abs(graze_vec3 a) {
    return graze_vec3_make(graze_abs(a.x), graze_abs(a.y), graze_abs(a.z));
}
static inline graze_vec3 graze_vec3_sign(graze_vec3 a) {
    return graze_vec3_make(graze_sign(a.x), graze_sign(a.y), graze_sign(a.z));
}
static inline graze_vec3 graze_vec3_clamp(graze_vec3 a, graze_vec3 lo, graze_vec3 hi) {
    return graze_vec3_make(graze_clamp(a.x, lo.x, hi.x), graze_clamp(a.y, lo.y, hi.y),
                           graze_clamp(a.z, lo.z, hi.z));
}
/** Every component of a is at most that of b. */
static inline bool graze_vec3_less_equal(graze_vec3 a, graze_vec3 b) {
    return a.x <= b.x && a.y <= b.y && a.z <= b.z;
}
static inline bool graze_vec3_equal(graze_vec3 a, graze_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}
/** All three components are finite: one reduction, no branch a component. */
static inline bool graze_vec3_is_finite(graze_vec3 a) {
    return (a.x - a.x) + (a.y - a.y) + (a.z - a.z) == 0;
}
/** Component 0, 1 or 2. */
static inline graze_real graze_vec3_get(graze_vec3 a, int axis) {
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}
static inline graze_real graze_vec3_max_abs(graze_vec3 a) {
    return graze_max(graze_max(graze_abs(a.x), graze_abs(a.y)), graze_abs(a.z));
}
/** The axis (0, 1, 2) nearest in direction to a: the largest |component|, the lowest index on ties. */
static inline int graze_vec3_closest_axis(graze_vec3 a) {
    graze_vec3 b = graze_vec3_abs(a);
    return b.x >= b.y ? (b.x >= b.z ? 0 : 2) : (b.y >= b.z ? 1 : 2);
}
/** The axis of the smallest |component|, the lowest index on ties. */
static inline int graze_vec3_least_axis(graze_vec3 a) {
    graze_vec3 b = graze_vec3_abs(a);
    return b.x <= b.y ? (b.x <= b.z ? 0 : 2) : (b.y <= b.z ? 1 : 2);
}

/* -- matrices --------------------------------------------------------------------------------- */

/** A 3x3 matrix by its columns: the images of the three axes. */
typedef struct graze_mat3 {
    graze_vec3 col[3];
} graze_mat3;

static inline graze_mat3 graze_mat3_from_columns(graze_vec3 x, graze_vec3 y, graze_vec3 z) {
    graze_mat3 m;
    m.col[0] = x;
    m.col[1] = y;
    m.col[2] = z;
    return m;
}
static inline graze_mat3 graze_mat3_identity(void) {
    return graze_mat3_from_columns(graze_vec3_make(1, 0, 0), graze_vec3_make(0, 1, 0),
                                   graze_vec3_make(0, 0, 1));
}
static inline graze_mat3 graze_mat3_diagonal(graze_vec3 d) {
    return graze_mat3_from_columns(graze_vec3_make(d.x, 0, 0), graze_vec3_make(0, d.y, 0),
                                   graze_vec3_make(0, 0, d.z));
}
/** Row 0, 1 or 2. */
static inline graze_vec3 graze_mat3_row(const graze_mat3 *m, int row) {
    return graze_vec3_make(graze_vec3_get(m->col[0], row), graze_vec3_get(m->col[1], row),
                           graze_vec3_get(m->col[2], row));
}
/** M v, each component (m0 v.x + m1 v.y) + m2 v.z. */
static inline graze_vec3 graze_mat3_mul_vec(const graze_mat3 *m, graze_vec3 v) {
    return graze_vec3_make((m->col[0].x * v.x + m->col[1].x * v.y) + m->col[2].x * v.z,
                           (m->col[0].y * v.x + m->col[1].y * v.y) + m->col[2].y * v.z,
                           (m->col[0].z * v.x + m->col[1].z * v.y) + m->col[2].z * v.z);
}
/** M^T v: how a normal or a support direction travels into the local frame. */
static inline graze_vec3 graze_mat3_tmul_vec(const graze_mat3 *m, graze_vec3 v) {
    return graze_vec3_make(graze_vec3_dot(m->col[0], v), graze_vec3_dot(m->col[1], v),
                           graze_vec3_dot(m->col[2], v));
}
static inline graze_mat3 graze_mat3_mul(const graze_mat3 *a, const graze_mat3 *b) {
    return graze_mat3_from_columns(graze_mat3_mul_vec(a, b->col[0]), graze_mat3_mul_vec(a, b->col[1]),
                                   graze_mat3_mul_vec(a, b->col[2]));
}
static inline graze_mat3 graze_mat3_transpose(const graze_mat3 *m) {
    return graze_mat3_from_columns(graze_mat3_row(m, 0), graze_mat3_row(m, 1), graze_mat3_row(m, 2));
}
static inline graze_real graze_mat3_determinant(const graze_mat3 *m) {
    return graze_vec3_triple(m->col[0], m->col[1], m->col[2]);
}
static inline bool graze_mat3_is_finite(const graze_mat3 *m) {
    graze_vec3 s = graze_vec3_add(
        graze_vec3_add(graze_vec3_sub(m->col[0], m->col[0]), graze_vec3_sub(m->col[1], m->col[1])),
        graze_vec3_sub(m->col[2], m->col[2]));
    return graze_vec3_equal(s, graze_vec3_zero());
}
/** |det| <= 16 eps times the product of the column lengths: too flat to invert. Whatever the sizes of
 *  the columns; true for NULL and for a matrix that is not finite. */
GRAZE_API bool graze_mat3_is_singular(const graze_mat3 *m);
/** M^-1 by cofactors. GRAZE_SINGULAR as above, GRAZE_INVALID_ARGUMENT for NULL or non-finite,
 *  GRAZE_OUT_OF_RANGE if an entry of the inverse is beyond GRAZE_REAL_MAX. */
GRAZE_API graze_status graze_mat3_inverse(const graze_mat3 *m, graze_mat3 *inverse);
/** x with M x = b, by Cramer's rule (B:660-694). Failures as for the inverse. */
GRAZE_API graze_status graze_mat3_solve(const graze_mat3 *m, graze_vec3 b, graze_vec3 *x);

/* -- quaternions ------------------------------------------------------------------------------ */

/** x i + y j + z k + w. A rotation is a unit quaternion; q and -q are the same rotation. */
typedef struct graze_quat {
    graze_real x, y, z, w;
} graze_quat;

static inline graze_quat graze_quat_make(graze_real x, graze_real y, graze_real z, graze_real w) {
    graze_quat q;
    q.x = x;
    q.y = y;
    q.z = z;
    q.w = w;
    return q;
}
static inline graze_quat graze_quat_identity(void) { return graze_quat_make(0, 0, 0, 1); }
static inline graze_quat graze_quat_conjugate(graze_quat q) {
    return graze_quat_make(-q.x, -q.y, -q.z, q.w);
}
/** The product p q: as rotations, q first, then p. */
GRAZE_API graze_quat graze_quat_mul(graze_quat p, graze_quat q);
/** q scaled to length one, whatever its size. GRAZE_INVALID_ARGUMENT for zero, NaN, infinity. */
GRAZE_API graze_status graze_quat_normalize(graze_quat q, graze_quat *unit);
/** The rotation by angle (radians, any finite one) about axis (any nonzero length), unit to a few
 *  eps. GRAZE_INVALID_ARGUMENT for a zero axis, NaN, infinity. */
GRAZE_API graze_status graze_quat_from_axis_angle(graze_vec3 axis, graze_real angle, graze_quat *out);
/** Roll about x first, then pitch about y, then yaw about z (B:1252-1272). Any finite angles. */
GRAZE_API graze_status graze_quat_from_euler(graze_real yaw, graze_real pitch, graze_real roll,
                                             graze_quat *out);
/** The angles of a rotation: pitch in -pi/2..pi/2, yaw and roll in -pi..pi, roll 0 at the poles
 *  (pitch +-pi/2 to a few eps). q is normalised first; failures as for graze_quat_normalize. */
GRAZE_API graze_status graze_quat_to_euler(graze_quat q, graze_real *yaw, graze_real *pitch,
                                           graze_real *roll);
/** The rotation matrix of a unit quaternion (columns are unit to a few eps if q is). */
GRAZE_API graze_mat3 graze_quat_to_mat3(graze_quat unit);
/** The unit quaternion, w >= 0, of a rotation matrix. GRAZE_INVALID_ARGUMENT if it is not one
 *  (orthonormal to 1e-3, determinant +1). */
GRAZE_API graze_status graze_quat_from_mat3(const graze_mat3 *rotation, graze_quat *out);
/** v rotated by a unit quaternion, whatever the size of v. */
GRAZE_API graze_vec3 graze_quat_rotate(graze_quat unit, graze_vec3 v);
/** Constant-speed interpolation along the shorter arc, t in 0..1 (others extrapolate), unit result
 *  for every input that can be normalised. q and -q are one rotation, so the arc is at most a half
 *  turn; of two arcs equally long it takes the one towards to as given. GRAZE_INVALID_ARGUMENT if an
 *  input cannot be normalised or t is not finite, GRAZE_OUT_OF_RANGE if t times the angle is not. */
GRAZE_API graze_status graze_quat_slerp(graze_quat from, graze_quat to, graze_real t, graze_quat *out);
/** q turned by the angular velocity omega (radians a second, world frame) for dt seconds: exact for
 *  constant omega (dq/dt = omega q / 2, B:1318-1322), renormalised. GRAZE_INVALID_ARGUMENT for what
 *  is not finite or cannot be normalised, GRAZE_OUT_OF_RANGE if the angle is beyond the range. */
GRAZE_API graze_status graze_quat_integrate(graze_quat q, graze_vec3 omega, graze_real dt,
                                            graze_quat *out);

/* -- poses ------------------------------------------------------------------------------------ */

/** How much structure a pose has. A lie gives wrong answers: leave it UNKNOWN when unsure, then each
 *  call classifies for itself. The constructors below set it. */
typedef enum graze_pose_kind {
    GRAZE_POSE_UNKNOWN = 0,
    GRAZE_POSE_RIGID,   /**< rotation and translation: basis orthonormal, determinant +1 */
    GRAZE_POSE_UNIFORM, /**< a rotation or reflection times one scale */
    GRAZE_POSE_AFFINE   /**< anything invertible: nonuniform scale, shear */
} graze_pose_kind;

/** world = basis * local + origin. Zero-initialised it is singular: start from the identity. */
typedef struct graze_pose {
    graze_mat3 basis;
    graze_vec3 origin;
    graze_pose_kind kind;
} graze_pose;

static inline graze_pose graze_pose_identity(void) {
    graze_pose p;
    p.basis = graze_mat3_identity();
    p.origin = graze_vec3_zero();
    p.kind = GRAZE_POSE_RIGID;
    return p;
}
/** A translation. */
static inline graze_pose graze_pose_at(graze_real x, graze_real y, graze_real z) {
    graze_pose p = graze_pose_identity();
    p.origin = graze_vec3_make(x, y, z);
    return p;
}
/** Rotation (normalised here; zero is an error), then translation. */
GRAZE_API graze_status graze_pose_make(graze_quat rotation, graze_vec3 position, graze_pose *out);
/** Scale by the three factors (negative ones reflect, zero is GRAZE_SINGULAR), rotate, translate.
 *  The result is classified. */
GRAZE_API graze_status graze_pose_make_scaled(graze_quat rotation, graze_vec3 position,
                                              graze_vec3 scale, graze_pose *out);
/** Any matrix and position, classified. GRAZE_SINGULAR if the matrix is. */
GRAZE_API graze_status graze_pose_from_mat3(const graze_mat3 *basis, graze_vec3 position,
                                            graze_pose *out);
/** From OpenGL's 16 scalars, column after column; the last row must be 0 0 0 1 exactly. */
GRAZE_API graze_status graze_pose_from_gl(const graze_real matrix[16], graze_pose *out);
/** The same 16 scalars back, exactly. Does nothing if either is NULL. */
GRAZE_API void graze_pose_to_gl(const graze_pose *pose, graze_real matrix[16]);

/** GRAZE_OK for a usable pose; GRAZE_INVALID_ARGUMENT (NULL, NaN, infinity, kind out of range) or
 *  GRAZE_SINGULAR (|det| <= 16 eps times the product of the column lengths) otherwise. */
GRAZE_API graze_status graze_pose_check(const graze_pose *pose);
/** The kind a finite, invertible pose deserves, found from its basis: columns are compared for
 *  length and right angles to 16 eps. GRAZE_POSE_AFFINE is always safe. GRAZE_POSE_UNKNOWN for NULL
 *  and for a pose with a basis that is not finite or singular. pose->kind is not looked at. */
GRAZE_API graze_pose_kind graze_pose_classify(const graze_pose *pose);

/** What a transformation does to lengths, angles and handedness (B:812-872). */
typedef struct graze_pose_traits {
    bool preserves_length; /**< orthogonal: rotation or reflection */
    bool preserves_angles; /**< a uniform scale times an orthogonal matrix */
    bool sheared;          /**< the images of the axes are not at right angles */
    bool reflected;        /**< determinant < 0 */
} graze_pose_traits;
/** The traits of a usable pose; the status of graze_pose_check otherwise. */
GRAZE_API graze_status graze_pose_describe(const graze_pose *pose, graze_pose_traits *out);

static inline graze_vec3 graze_pose_apply(const graze_pose *p, graze_vec3 local) {
    return graze_vec3_add(graze_mat3_mul_vec(&p->basis, local), p->origin);
}
/** a after b: x -> a(b(x)). The kind is the weaker of the two, unknown being the weakest. If either
 *  is NULL the result is all zeros, a pose that every function refuses as singular. */
GRAZE_API graze_pose graze_pose_compose(const graze_pose *a, const graze_pose *b);
/** The inverse transformation, of the same kind; the status of graze_pose_check if there is none,
 *  GRAZE_OUT_OF_RANGE if it has a number beyond GRAZE_REAL_MAX. */
GRAZE_API graze_status graze_pose_inverse(const graze_pose *pose, graze_pose *out);
/** b seen from a: the inverse of a, after b. Origins are subtracted first, so two poses far from the
 *  world's origin lose nothing. Kind as for compose, failures as for the inverse. */
GRAZE_API graze_status graze_pose_relative(const graze_pose *a, const graze_pose *b, graze_pose *out);

/* -- planes, boxes and other simple sets ----------------------------------------------------- */

/** The plane normal . x + offset = 0 (B:792-810). For distances the normal must be a unit vector. */
typedef struct graze_plane {
    graze_vec3 normal;
    graze_real offset;
} graze_plane;

static inline graze_real graze_plane_distance(graze_plane plane, graze_vec3 x) {
    return graze_vec3_dot(plane.normal, x) + plane.offset;
}
/** The plane through three points, unit normal along (b - a) x (c - a). GRAZE_INVALID_ARGUMENT if
 *  they are collinear (to 16 eps times the lengths of the two shorter sides) or not finite. */
GRAZE_API graze_status graze_plane_from_points(graze_vec3 a, graze_vec3 b, graze_vec3 c,
                                               graze_plane *out);
/** The image of a plane: n' = B^-T n, offset' = offset - n' . c (B:874-882), with n' made unit
 *  again. The side that was positive stays positive. The normal given may have any nonzero length.
 *  The status of graze_pose_check, GRAZE_INVALID_ARGUMENT for a zero normal or what is not finite,
 *  GRAZE_OUT_OF_RANGE if the offset is beyond GRAZE_REAL_MAX. */
GRAZE_API graze_status graze_plane_transform(const graze_pose *pose, graze_plane plane,
                                             graze_plane *out);

/** The closed box lo <= x <= hi, in world axes. */
typedef struct graze_aabb {
    graze_vec3 lo, hi;
} graze_aabb;

/* The halves are taken first, so that the largest boxes do not overflow. */
static inline graze_vec3 graze_aabb_center(graze_aabb box) {
    return graze_vec3_add(graze_vec3_scale(box.lo, (graze_real)0.5),
                          graze_vec3_scale(box.hi, (graze_real)0.5));
}
static inline graze_vec3 graze_aabb_extent(graze_aabb box) {
    return graze_vec3_sub(graze_vec3_scale(box.hi, (graze_real)0.5),
                          graze_vec3_scale(box.lo, (graze_real)0.5));
}

/** The ball around center. */
typedef struct graze_sphere {
    graze_vec3 center;
    graze_real radius;
} graze_sphere;

/** The box of half extents half along the columns of axes, a rotation or a reflection, about center. */
typedef struct graze_obb {
    graze_vec3 center;
    graze_mat3 axes;
    graze_vec3 half;
} graze_obb;

/** The points between a and b, both included; a = b is a point. */
typedef struct graze_segment {
    graze_vec3 a, b;
} graze_segment;

/** The points origin + t direction for 0 <= t <= max_t. direction may have any length; the zero vector
 *  makes it a point query. max_t may be infinite. */
typedef struct graze_ray {
    graze_vec3 origin, direction;
    graze_real max_t;
} graze_ray;

/** The hull of three points; they may be collinear or coincide. */
typedef struct graze_triangle {
    graze_vec3 p[3];
} graze_triangle;

/* -- random numbers --------------------------------------------------------------------------- */

/** A small, fast, reproducible generator; a plain value, one a thread. The same seed gives the same
 *  sequence on every machine. Not for secrets. */
typedef struct graze_random {
    uint64_t state;
} graze_random;

static inline graze_random graze_random_seed(uint64_t seed) {
    graze_random r;
    r.state = seed;
    return r;
}
/** 64 random bits. This and the following take NULL for a generator that always gives the same. */
GRAZE_API uint64_t graze_random_bits(graze_random *random);
/** Uniform in lo <= x < hi, never hi; lo if there is no such x or a bound is not finite. */
GRAZE_API graze_real graze_random_uniform(graze_random *random, graze_real lo, graze_real hi);
/** A direction uniform on the unit sphere. */
GRAZE_API graze_vec3 graze_random_direction(graze_random *random);
/** A rotation uniform over all rotations (B:4431). */
GRAZE_API graze_quat graze_random_rotation(graze_random *random);

GRAZE_END_C

#endif
