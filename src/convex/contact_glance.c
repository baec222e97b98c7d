/* SPDX-License-Identifier: MIT
 * Is a contact a single point? Mostly it is, and mostly that shows by the angles between the normal and
 * the faces and edges of two plain shapes, before anything is made of them (contact_feature.c and
 * contact_round.c decide in the same way, and the doubtful cases are left to them). */
#include "convex/contact.h"
#include "convex/contact_view.h"

static inline gz_view view_of_cylinder(wide3 out) {
    if (gz_may_lie_flat(fabs(out.y))) return GZ_VIEW_ANYTHING;
    return gz_may_lie_along(fabs(out.y)) ? GZ_VIEW_EDGE_Y : GZ_VIEW_POINT;
}

/* The normal of its side rises by the radius for the height. */
static inline gz_view view_of_cone(const graze_shape *shape, wide3 out) {
    if (gz_may_lie_flat(fabs(out.y))) return GZ_VIEW_ANYTHING;
    double radius = (double)shape->half.x, height = 2 * (double)shape->half.y;
    double aside = sqrt(out.x * out.x + out.z * out.z);
    double length = sqrt(radius * radius + height * height);
    bool side = !(height * aside + radius * out.y < (GZ_CONTACT_COSINE - GZ_CONTACT_DOUBT) * length);
    return side ? GZ_VIEW_ANYTHING : GZ_VIEW_POINT;
}

/* Where it lies flat all of its edges do. */
static gz_view view_of_triangle(const graze_shape *shape, wide3 out) {
    const double most = GZ_CONTACT_SINE + GZ_CONTACT_DOUBT;
    for (int k = 0; k < 3; ++k) {
        wide3 from = wide3_from(shape->vertices[k]),
              to = wide3_from(shape->vertices[k < 2 ? k + 1 : 0]);
        wide3 edge = wide3_sub(to, from);
        double rise = wide3_dot(edge, out);
        if (!(rise * rise > most * most * wide3_length_squared(edge))) return GZ_VIEW_ANYTHING;
    }
    return GZ_VIEW_POINT;
}

static gz_view view_of(const graze_shape *shape, wide3 out) {
    switch (shape->kind) {
    case GRAZE_SHAPE_POINT:
    case GRAZE_SHAPE_SPHERE:
    case GRAZE_SHAPE_ELLIPSOID:
        return GZ_VIEW_POINT;
    case GRAZE_SHAPE_TRIANGLE:
        return view_of_triangle(shape, out);
    case GRAZE_SHAPE_BOX:
        return gz_view_of_box(out);
    case GRAZE_SHAPE_CAPSULE:
        return gz_may_lie_along(fabs(out.y)) ? GZ_VIEW_EDGE_Y : GZ_VIEW_POINT;
    case GRAZE_SHAPE_CYLINDER:
        return view_of_cylinder(out);
    case GRAZE_SHAPE_CONE:
        return view_of_cone(shape, out);
    default:
        return GZ_VIEW_ANYTHING;
    }
}

static inline wide3 edge_of(const graze_placed *placed, gz_view view) {
    return wide3_from(placed->pose.basis.col[view - GZ_VIEW_EDGE_X]);
}

bool gz_contact_is_single(const graze_placed *a, const graze_placed *b, vec3 normal) {
    wide3 n = wide3_from(normal);
    gz_view on_a = view_of(a->shape, wide3_turn_back(&a->pose.basis, n));
    if (on_a == GZ_VIEW_POINT) return true;
    gz_view on_b = view_of(b->shape, wide3_turn_back(&b->pose.basis, wide3_neg(n)));
    if (on_b == GZ_VIEW_POINT) return true;
    return gz_view_is_edge(on_a) && gz_view_is_edge(on_b) &&
           gz_edges_cross(n, edge_of(a, on_a), edge_of(b, on_b));
}
