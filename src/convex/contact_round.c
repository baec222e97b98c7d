/* SPDX-License-Identifier: MIT
 * Caps, bases and side lines of cylinders and cones. A pose may make ellipses of their circles: all is
 * in terms of the images x, z of the two local radii and y of half the axis. */
#include "base/tolerance.h"
#include "convex/contact.h"

typedef struct round_core {
    wide3 x, y, z;
} round_core;

static round_core round_of(const gz_facing *facing) {
    const graze_shape *shape = facing->core.shape;
    const wide3 *axis = facing->core.basis->col;
    double radius = (double)shape->half.x, half = (double)shape->half.y;
    return (round_core){wide3_scale(axis[0], radius), wide3_scale(axis[1], half),
                        wide3_scale(axis[2], radius)};
}

static wide3 from_center(const gz_facing *facing, wide3 rel) {
    return wide3_add(facing->center, wide3_add(facing->core.center, rel));
}

static wide3 on_rim(const round_core *core, double a, double b) {
    return wide3_add_scaled(wide3_scale(core->x, a), b, core->z);
}

/* The disc about a point of the axis that is `level` times y away from the middle. */
static bool disc(const gz_facing *facing, const round_core *core, double level, gz_feature *feature) {
    /* The cosines of 0, 1/16, 2/16 ... of a full turn; sines are those of four less. */
    static const double cosine[GZ_CONTACT_RIM] = {
        1,  0.92387953251128674,  0.70710678118654752,  0.38268343236508977,
        0,  -0.38268343236508977, -0.70710678118654752, -0.92387953251128674,
        -1, -0.92387953251128674, -0.70710678118654752, -0.38268343236508977,
        0,  0.38268343236508977,  0.70710678118654752,  0.92387953251128674};
    wide3 normal = wide3_cross(core->z, core->x);
    if (wide3_dot(normal, facing->out) < 0) normal = wide3_neg(normal);
    if (!gz_facing_sees(facing, &normal)) return false;
    wide3 middle = from_center(facing, wide3_scale(core->y, level));
    for (uint32_t i = 0; i < GZ_CONTACT_RIM; ++i) {
        wide3 rim = on_rim(core, cosine[i], cosine[(i + 12) % GZ_CONTACT_RIM]);
        gz_feature_add_corner(facing, wide3_add(middle, rim), normal, i, feature);
    }
    gz_feature_add_slope(facing, middle, normal, feature);
    gz_feature_orient(feature);
    return true;
}

/* Where on the rim out points to, as shares of x and z. */
static bool azimuth(const gz_facing *facing, const round_core *core, double *a, double *b) {
    double x = wide3_dot(core->x, facing->out), z = wide3_dot(core->z, facing->out);
    double length = sqrt(x * x + z * z);
    if (!(length > 0)) return false;
    *a = x / length;
    *b = z / length;
    return true;
}

/* The line on the side that is farthest out, from `from` to `to` (core points), if it lies across out;
 * a, b: where on the rim. */
static void side_line(const gz_facing *facing, const round_core *core, double a, double b, wide3 from,
                      wide3 to, double radius, gz_feature *feature) {
    wide3 normal = wide3_cross(wide3_sub(to, from), on_rim(core, -b, a));
    if (wide3_dot(normal, facing->out) < 0) normal = wide3_neg(normal);
    if (gz_facing_sees(facing, &normal))
        gz_feature_set_edge(facing, (gz_edge_end){from, 0}, (gz_edge_end){to, 1}, normal, radius,
                            feature);
}

/* The radius of the cylinder if it is still round, as rigid poses leave it; else -1. */
static double kept_radius(const gz_facing *facing, const round_core *core) {
    gz_revolution body;
    double most = (double)(GZ_ORTHOGONAL * GRAZE_EPSILON);
    if (!gz_revolution_of(facing->operand, &body) || body.off > most * body.radius) return -1;
    return wide3_length(core->x);
}

void gz_feature_cylinder(const gz_facing *facing, gz_feature *feature) {
    round_core core = round_of(facing);
    double up = wide3_dot(wide3_cross(core.z, core.x), facing->out) < 0 ? -1 : 1;
    double turn = wide3_dot(wide3_cross(core.z, core.x), core.y) < 0 ? -1 : 1;
    if (disc(facing, &core, up * turn, feature)) return;
    double a, b;
    if (!azimuth(facing, &core, &a, &b)) return;
    wide3 rim = on_rim(&core, a, b);
    wide3 low = from_center(facing, wide3_sub(rim, core.y));
    wide3 high = from_center(facing, wide3_add(rim, core.y));
    side_line(facing, &core, a, b, low, high, kept_radius(facing, &core), feature);
}

void gz_feature_cone(const gz_facing *facing, gz_feature *feature) {
    round_core core = round_of(facing);
    wide3 apex = from_center(facing, core.y);
    /* Without height the disc faces both ways. */
    wide3 up = wide3_cross(core.z, core.x);
    double way = wide3_dot(up, facing->out) * wide3_dot(up, core.y);
    if (way <= 0 && disc(facing, &core, -1, feature)) return;
    double a, b;
    if (!azimuth(facing, &core, &a, &b)) return;
    wide3 rim = from_center(facing, wide3_sub(on_rim(&core, a, b), core.y));
    side_line(facing, &core, a, b, rim, apex, -1, feature);
}
