/* SPDX-License-Identifier: MIT
 * Is a contact a single point? Mostly it is, and mostly that shows by the angles between the normal and
 * the faces and edges of two plain shapes, before anything is made of them (contact_feature.c and
 * contact_round.c decide in the same way, which this leaves the doubtful cases to). */
#include "base/tolerance.h"
#include "convex/contact.h"

/* What a shape is like along a direction: a point for sure; the edge along a local axis or a point;
 * anything. */
typedef enum view { POINT, EDGE_X, EDGE_Y, EDGE_Z, ANYTHING } view;

/* By the sine or cosine of an angle. */
static inline bool may_lie_flat(double cosine) {
    return cosine >= GZ_CONTACT_COSINE - GZ_CONTACT_DOUBT;
}
static inline bool may_lie_along(double sine) { return sine <= GZ_CONTACT_SINE + GZ_CONTACT_DOUBT; }

static inline view view_of_box(wide3 out) {
    double x = fabs(out.x), y = fabs(out.y), z = fabs(out.z);
    if (may_lie_flat(x) | may_lie_flat(y) | may_lie_flat(z)) return ANYTHING;
    bool along_x = may_lie_along(x), along_y = may_lie_along(y), along_z = may_lie_along(z);
    if (along_x + along_y + along_z > 1) return ANYTHING;
    return along_x ? EDGE_X : along_y ? EDGE_Y : along_z ? EDGE_Z : POINT;
}

static inline view view_of_cylinder(wide3 out) {
    if (may_lie_flat(fabs(out.y))) return ANYTHING;
    return may_lie_along(fabs(out.y)) ? EDGE_Y : POINT;
}

/* The normal of its side rises by the radius for the height. */
static inline view view_of_cone(const graze_shape *shape, wide3 out) {
    if (may_lie_flat(fabs(out.y))) return ANYTHING;
    double radius = (double)shape->half.x, height = 2 * (double)shape->half.y;
    double aside = sqrt(out.x * out.x + out.z * out.z);
    double length = sqrt(radius * radius + height * height);
    bool side = !(height * aside + radius * out.y < (GZ_CONTACT_COSINE - GZ_CONTACT_DOUBT) * length);
    return side ? ANYTHING : POINT;
}

static view view_of(const graze_shape *shape, wide3 out) {
    switch (shape->kind) {
    case GRAZE_SHAPE_POINT:
    case GRAZE_SHAPE_SPHERE:
    case GRAZE_SHAPE_ELLIPSOID:
        return POINT;
    case GRAZE_SHAPE_BOX:
        return view_of_box(out);
    case GRAZE_SHAPE_CAPSULE:
        return may_lie_along(fabs(out.y)) ? EDGE_Y : POINT;
    case GRAZE_SHAPE_CYLINDER:
        return view_of_cylinder(out);
    case GRAZE_SHAPE_CONE:
        return view_of_cone(shape, out);
    default:
        return ANYTHING;
    }
}

static inline bool is_edge(view v) { return v >= EDGE_X && v <= EDGE_Z; }

static inline wide3 edge_of(const graze_placed *placed, view v) {
    return wide3_from(placed->pose.basis.col[v - EDGE_X]);
}

bool gz_contact_is_single(const graze_placed *a, const graze_placed *b, vec3 normal) {
    wide3 n = wide3_from(normal);
    view on_a = view_of(a->shape, wide3_turn_back(&a->pose.basis, n));
    if (on_a == POINT) return true;
    view on_b = view_of(b->shape, wide3_turn_back(&b->pose.basis, wide3_neg(n)));
    if (on_b == POINT) return true;
    if (!is_edge(on_a) || !is_edge(on_b)) return false;
    /* Edges that do not lie quite across the normal are shorter when seen along it: their angle's sine
     * is at least this. */
    double sine = fabs(wide3_triple(n, edge_of(a, on_a), edge_of(b, on_b)));
    return sine > GZ_CONTACT_SINE + GZ_CONTACT_DOUBT;
}
