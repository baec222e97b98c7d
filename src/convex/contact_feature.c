/* SPDX-License-Identifier: MIT
 * What a shape is like where it faces another: boxes, simplices, segments, and what all features
 * share. */
#include "base/tolerance.h"
#include "convex/contact.h"

void gz_facing_begin(gz_facing *facing, const gz_operand *operand, wide3 center, wide3 out, wide3 u,
                     wide3 v) {
    facing->operand = operand;
    facing->center = center;
    facing->out = out;
    facing->u = u;
    facing->v = v;
    gz_inner_core_of(operand, &facing->core);
}

uint32_t gz_facing_vertex(const gz_facing *facing) {
    const graze_shape *shape = facing->core.shape;
    vec3 local = gz_direction(wide3_round(wide_mat3_tmul_vec(facing->core.basis, facing->out)));
    uint32_t vertex = 0;
    shape->ops->core(shape, local, &vertex);
    return vertex;
}

bool gz_facing_sees(const gz_facing *facing, wide3 *normal) {
    double length = wide3_length(*normal), along = wide3_dot(*normal, facing->out);
    if (!(length > 0) || !(along >= GZ_CONTACT_COSINE * length)) return false;
    *normal = wide3_scale(*normal, 1 / length);
    return true;
}

/* How far out the surface is above the core where its normal is that one: radius and margin, and the
 * ball that an affine pose deforms. */
static wide3 bulge(const gz_facing *facing, wide3 normal) {
    const gz_operand *o = facing->operand;
    wide3 by = wide3_scale(normal, o->radius);
    if (!o->whole) return by;
    wide3 local = wide_mat3_tmul_vec(&o->basis, normal);
    double radius = (double)o->shape->radius / wide3_length(local);
    return wide3_add(by, wide_mat3_mul_vec(&o->basis, wide3_scale(local, radius)));
}

void gz_feature_add_corner(const gz_facing *facing, wide3 point, wide3 normal, uint32_t id,
                           gz_feature *feature) {
    wide3 p = wide3_add(point, bulge(facing, normal));
    feature->corner[feature->count++] =
        (gz_corner){wide3_dot(p, facing->u), wide3_dot(p, facing->v), id};
}

void gz_feature_add_slope(const gz_facing *facing, wide3 point, wide3 normal, gz_feature *feature) {
    wide3 p = wide3_add(point, bulge(facing, normal));
    double up = 1 / wide3_dot(normal, facing->out);
    feature->slope[feature->slope_count++] =
        (gz_slope){-wide3_dot(normal, facing->u) * up, -wide3_dot(normal, facing->v) * up,
                   wide3_dot(normal, p) * up};
}

void gz_feature_set_edge(const gz_facing *facing, gz_edge_end p, gz_edge_end q, wide3 normal,
                         double core_radius, gz_feature *feature) {
    if (p.id > q.id) {
        gz_edge_end first = q;
        q = p;
        p = first;
    }
    feature->count = 0;
    gz_feature_add_corner(facing, p.point, normal, p.id, feature);
    gz_feature_add_corner(facing, q.point, normal, q.id, feature);
    /* Across the edge the height is that of its point beside: the gradient runs along it. */
    const gz_corner *corner = feature->corner;
    wide3 along = wide3_sub(q.point, p.point);
    double dx = corner[1].x - corner[0].x, dy = corner[1].y - corner[0].y;
    double rise = wide3_dot(along, facing->out), steep = rise / (dx * dx + dy * dy);
    double low = wide3_dot(wide3_add(p.point, bulge(facing, normal)), facing->out);
    feature->slope[0] =
        (gz_slope){dx * steep, dy * steep, low - steep * (dx * corner[0].x + dy * corner[0].y)};
    feature->slope_count = 1;
    bool round = core_radius >= 0 && !facing->operand->whole;
    feature->radius = round ? core_radius + facing->operand->radius : 0;
    feature->tilt = rise / wide3_length(along);
}

void gz_feature_orient(gz_feature *feature) {
    double area = 0;
    int count = feature->count;
    const gz_corner *c = feature->corner;
    for (int i = 1; i + 1 < count; ++i)
        area += (c[i].x - c[0].x) * (c[i + 1].y - c[0].y) - (c[i].y - c[0].y) * (c[i + 1].x - c[0].x);
    if (area >= 0) return;
    for (int i = 1, j = count - 1; i < j; ++i, --j) { /* the first stays the first */
        gz_corner kept = feature->corner[i];
        feature->corner[i] = feature->corner[j];
        feature->corner[j] = kept;
    }
}

double gz_edge_drop(const gz_feature *edge, double aside) {
    double r = edge->radius, rest = r * r - aside * aside;
    double below = r > 0 ? aside * aside / (r + sqrt(rest > 0 ? rest : 0)) : 0;
    return below / sqrt(1 - edge->tilt * edge->tilt);
}

double gz_feature_height(const gz_feature *feature, double x, double y) {
    double least = feature->slope[0].base + (feature->slope[0].x * x + feature->slope[0].y * y);
    for (int i = 1; i < feature->slope_count; ++i) {
        const gz_slope *s = &feature->slope[i];
        double height = s->base + (s->x * x + s->y * y);
        if (height < least) least = height;
    }
    if (!(feature->radius > 0)) return least;
    const gz_corner *p = &feature->corner[0], *q = &feature->corner[1];
    double dx = q->x - p->x, dy = q->y - p->y;
    double aside = (dx * (y - p->y) - dy * (x - p->x)) / sqrt(dx * dx + dy * dy);
    return least - gz_edge_drop(feature, aside);
}

/* -- edges of polytopes -- */

/* The unit normal of a line that lies nearly across out, as near to it as can be; false if it does not.
 */
static bool across_line(const gz_facing *facing, wide3 along, wide3 *normal) {
    double length = wide3_length(along), rise = wide3_dot(along, facing->out);
    if (!(length > 0) || !(fabs(rise) <= GZ_CONTACT_SINE * length)) return false;
    wide3 n = wide3_add_scaled(facing->out, -rise / (length * length), along);
    *normal = wide3_scale(n, 1 / wide3_length(n));
    return true;
}

static void set_line(const gz_facing *facing, gz_edge_end p, gz_edge_end q, gz_feature *feature) {
    wide3 normal;
    if (across_line(facing, wide3_sub(q.point, p.point), &normal))
        gz_feature_set_edge(facing, p, q, normal, 0, feature);
}

/* -- boxes -- */

static wide3 box_corner(const gz_facing *facing, uint32_t vertex) {
    wide3 half = wide3_from(facing->core.shape->half);
    return gz_facing_point(facing,
                           wide3_make(vertex & 1 ? -half.x : half.x, vertex & 2 ? -half.y : half.y,
                                      vertex & 4 ? -half.z : half.z));
}

static double half_of(const graze_shape *shape, int k) {
    return (double)(k == 0 ? shape->half.x : k == 1 ? shape->half.y : shape->half.z);
}

/* The face of the support vertex across axis k: its middle and two half sides, seen in the plane. Where
 * these go round the other way the loop does, too. */
static bool box_face(const gz_facing *facing, uint32_t vertex, int k, gz_feature *feature) {
    const wide3 *axis = facing->core.basis->col;
    const graze_shape *shape = facing->core.shape;
    int i = (k + 1) % 3, j = (k + 2) % 3;
    wide3 normal = wide3_cross(axis[i], axis[j]);
    bool low = (vertex & 1u << k) != 0;
    if ((wide3_dot(normal, axis[k]) < 0) != low) normal = wide3_neg(normal);
    if (!gz_facing_sees(facing, &normal)) return false;
    wide3 center = wide3_add(facing->center, facing->core.center);
    wide3 middle = wide3_add_scaled(center, low ? -half_of(shape, k) : half_of(shape, k), axis[k]);
    gz_feature_add_slope(facing, middle, normal, feature);
    middle = wide3_add(middle, bulge(facing, normal));
    wide3 p = wide3_scale(axis[i], half_of(shape, i)), q = wide3_scale(axis[j], half_of(shape, j));
    double x = wide3_dot(middle, facing->u), y = wide3_dot(middle, facing->v);
    double px = wide3_dot(p, facing->u), py = wide3_dot(p, facing->v);
    double qx = wide3_dot(q, facing->u), qy = wide3_dot(q, facing->v);
    uint32_t base = vertex & (1u << k), bit_i = 1u << i, bit_j = 1u << j;
    int second = px * qy - py * qx < 0 ? 3 : 1; /* the first stays the first */
    feature->corner[0] = (gz_corner){x + (px + qx), y + (py + qy), base};
    feature->corner[second] = (gz_corner){x - (px - qx), y - (py - qy), base | bit_i};
    feature->corner[2] = (gz_corner){x - (px + qx), y - (py + qy), base | bit_i | bit_j};
    feature->corner[4 - second] = (gz_corner){x + (px - qx), y + (py - qy), base | bit_j};
    feature->count = 4;
    return true;
}

/* A face is looked at only if both of its edges may lie across out. */
static void box_feature(const gz_facing *facing, gz_feature *feature) {
    const double most = GZ_CONTACT_SINE + GZ_CONTACT_DOUBT;
    vec3 half = facing->core.shape->half;
    const real size[3] = {half.x, half.y, half.z};
    double rise[3], squared[3];
    bool level[3];
    uint32_t vertex = 0;
    for (int k = 0; k < 3; ++k) {
        wide3 along = facing->core.basis->col[k];
        rise[k] = wide3_dot(along, facing->out);
        squared[k] = wide3_length_squared(along);
        level[k] = size[k] > 0 && rise[k] * rise[k] <= most * most * squared[k];
        vertex |= (uint32_t)(rise[k] < 0) << k;
    }
    int flattest = -1;
    double least = GZ_CONTACT_SINE;
    for (int k = 0; k < 3; ++k) {
        if (level[(k + 1) % 3] && level[(k + 2) % 3] && box_face(facing, vertex, k, feature)) return;
        if (!level[k]) continue;
        double sine = fabs(rise[k]) / sqrt(squared[k]);
        if (!(sine <= least)) continue;
        least = sine;
        flattest = k;
    }
    if (flattest < 0) return;
    uint32_t other = vertex ^ 1u << flattest;
    gz_edge_end p = {box_corner(facing, vertex), vertex}, q = {box_corner(facing, other), other};
    set_line(facing, p, q, feature);
}

/* -- points, segments, triangles, tetrahedra -- */

/* The outward unit normal of the facet opposite to corner `left` of a tetrahedron, or of a triangle
 * (left 3) on the side that faces out; false if it does not face out, or is none. */
static bool simplex_facet(const gz_facing *facing, const wide3 *p, int count, int left, wide3 *normal) {
    int i = left == 0 ? 1 : 0, j = left <= 1 ? 2 : 1, k = left <= 2 ? 3 : 2;
    wide3 e = wide3_sub(p[j], p[i]), f = wide3_sub(p[k], p[i]), n = wide3_cross(e, f);
    double length = wide3_length(n);
    if (!(length > GZ_FLAT_SIMPLEX * wide3_length(e) * wide3_length(f))) return false;
    *normal = wide3_scale(n, (wide3_dot(n, facing->out) < 0 ? -1 : 1) / length);
    if (count < 4) return true;
    wide3 g = wide3_sub(p[left], p[i]);
    return wide3_dot(*normal, g) <= GZ_FLAT_SIMPLEX * wide3_length(g);
}

/* The facet nearest to facing out and those that are coplanar with it. Where these have a corner inside
 * of their outline, the surface there is that of a facet between them, which may be steep. */
static void simplex_face(const gz_facing *facing, const wide3 *p, int count, gz_feature *feature) {
    wide3 normal[4];
    bool faces[4] = {false, false, false, false}, corner[4] = {false, false, false, false};
    int best = -1, corners = 0;
    for (int left = count == 4 ? 0 : 3; left < 4; ++left) {
        faces[left] = simplex_facet(facing, p, count, left, &normal[left]);
        wide3 n = normal[left];
        if (!faces[left] || !gz_facing_sees(facing, &n)) continue;
        if (best < 0 || wide3_dot(n, facing->out) > wide3_dot(normal[best], facing->out)) best = left;
    }
    if (best < 0) return;
    for (int left = 0; left < 4; ++left) {
        if (!faces[left] ||
            wide3_length_squared(wide3_sub(normal[left], normal[best])) > GZ_CONTACT_COPLANAR)
            continue;
        gz_feature_add_slope(facing, p[left == 0 ? 1 : 0], normal[left], feature);
        for (int i = 0; i < count; ++i) corner[i] |= i != left;
        faces[left] = false;
    }
    for (int i = 0; i < count; ++i) {
        if (!corner[i]) continue;
        gz_feature_add_corner(facing, p[i], normal[best], (uint32_t)i, feature);
        ++corners;
    }
    gz_feature_wrap(feature);
    if (feature->count == corners) return;
    for (int left = 0; left < 4; ++left)
        if (faces[left] && wide3_dot(normal[left], facing->out) > GZ_CONTACT_STEEP)
            gz_feature_add_slope(facing, p[left == 0 ? 1 : 0], normal[left], feature);
}

/* From the corner that is farthest out, the edge nearest to lying across. */
static void simplex_edge(const gz_facing *facing, const wide3 *p, int count, gz_feature *feature) {
    int top = 0, other = -1;
    for (int i = 1; i < count; ++i)
        if (wide3_dot(p[i], facing->out) > wide3_dot(p[top], facing->out)) top = i;
    double least = GZ_CONTACT_SINE;
    for (int i = 0; i < count; ++i) {
        wide3 along = wide3_sub(p[i], p[top]);
        double length = wide3_length(along), rise = fabs(wide3_dot(along, facing->out));
        if (i == top || !(length > 0) || !(rise <= least * length)) continue;
        least = rise / length;
        other = i;
    }
    if (other >= 0)
        set_line(facing, (gz_edge_end){p[top], (uint32_t)top}, (gz_edge_end){p[other], (uint32_t)other},
                 feature);
}

static void simplex_feature(const gz_facing *facing, int count, gz_feature *feature) {
    wide3 p[4];
    for (int i = 0; i < count; ++i) {
        vec3 corner = gz_polytope_corner(facing->core.shape, (uint32_t)i);
        p[i] = gz_facing_point(facing, wide3_from(corner));
    }
    if (count >= 3) simplex_face(facing, p, count, feature);
    if (feature->count < 3) {
        feature->count = feature->slope_count = 0;
        simplex_edge(facing, p, count, feature);
    }
}

void gz_feature_of(const gz_facing *facing, gz_feature *feature) {
    feature->count = feature->slope_count = 0;
    feature->unbounded = false;
    feature->radius = feature->tilt = 0;
    const graze_shape *shape = facing->core.shape;
    switch (shape->kind) {
    case GRAZE_SHAPE_BOX:
        box_feature(facing, feature);
        return;
    case GRAZE_SHAPE_SEGMENT:
    case GRAZE_SHAPE_TRIANGLE:
    case GRAZE_SHAPE_TETRAHEDRON:
        simplex_feature(facing, (int)shape->vertex_count, feature);
        return;
    case GRAZE_SHAPE_CAPSULE:
        simplex_feature(facing, 2, feature);
        return;
    case GRAZE_SHAPE_CYLINDER:
        gz_feature_cylinder(facing, feature);
        return;
    case GRAZE_SHAPE_CONE:
        gz_feature_cone(facing, feature);
        return;
    case GRAZE_SHAPE_POLYGON:
    case GRAZE_SHAPE_POLYTOPE:
    case GRAZE_SHAPE_KDOP:
        if (shape->vertex_count <= 2)
            simplex_feature(facing, (int)shape->vertex_count, feature);
        else
            gz_feature_hull(facing, gz_polytope_facets(shape, NULL), feature);
        return;
    default:
        return;
    }
}
