/* SPDX-License-Identifier: MIT
 *
 * The facet normals of C = A - B are those of the triangles and the cross products of an edge of each,
 * all with both signs. Along n, from A to B, the two overlap by the greatest height of A less the least
 * of B; the least of these is the depth. Any n gives a bound from above. That none is less has to do
 * with how well the axes are known: an edge's direction rounds by eps, the cross product of two that
 * meet at the angle t by about 8 eps / sin t in all, and a height by that times the edges' lengths.
 * Axes for which this is more than a share of E are dubious: the closed form gives up if one of them
 * could be the least.
 *
 * Everything is relative to a corner of A, in world axes. */
#include "convex/triangle_signed.h"

#include <float.h>

#include "base/bits.h"
#include "base/simd.h"
#include "base/tolerance.h"
#include "convex/pair.h"
#include "convex/query.h"

/* What counts as rounds. */
#define AXES 11

/* One of the two, moved. */
typedef struct triangle {
    const gz_ready_triangle *own;
    wide3 shift, corner[3];
} triangle;

enum { FACE_OF_A, FACE_OF_B, EDGES };

/* The least so far: a direction, not unit, and the overlap along it times its length. */
typedef struct way_out {
    int kind, i, j;
    wide3 n;
    double height, squared;
    double value; /* the square of the overlap, with its sign */
    double sure;  /* no dubious axis has less than that */
} way_out;

static const int next[3] = {1, 2, 0}, after[3] = {2, 0, 1};

static double greatest(const double v[3]) {
    double most = v[0] > v[1] ? v[0] : v[1];
    return v[2] > most ? v[2] : most;
}

/* The shortest edges know the normal best. */
static void set_normal(gz_ready_triangle *t) {
    const double *length = t->squared;
    int longest = length[1] > length[0] ? 1 : 0;
    longest = length[2] > length[longest] ? 2 : longest;
    int i = next[longest], j = after[longest];
    t->apex = j;
    t->normal = wide3_cross(t->edge[i], t->edge[j]);
    t->normal_squared = wide3_length_squared(t->normal);
    t->normal_most = length[i] * length[j];
    t->longest = sqrt(length[longest]);
}

static void set_lanes(const wide3 v[3], double lanes[3][4]) {
    for (int i = 0; i < 3; ++i) {
        lanes[0][i] = v[i].x;
        lanes[1][i] = v[i].y;
        lanes[2][i] = v[i].z;
    }
    for (int k = 0; k < 3; ++k) lanes[k][3] = 0;
}

bool gz_triangle_ready(const graze_placed *placed, gz_ready_triangle *out) {
    if (!gz_placed_is_plain(placed) || placed->shape->kind != GRAZE_SHAPE_TRIANGLE) return false;
    out->placed = placed;
    out->share = gz_share_of_plain(placed);
    for (int i = 0; i < 3; ++i)
        out->corner[i] = wide3_turn(&placed->pose.basis, wide3_from(placed->shape->vertices[i]));
    for (int i = 0; i < 3; ++i) {
        out->edge[i] = wide3_sub(out->corner[next[i]], out->corner[i]);
        out->squared[i] = out->squared_lanes[i] = wide3_length_squared(out->edge[i]);
    }
    out->squared_lanes[3] = 0;
    set_lanes(out->corner, out->corner_lanes);
    set_lanes(out->edge, out->edge_lanes);
    set_normal(out);
    return true;
}

static void place(const gz_ready_triangle *ready, wide3 shift, triangle *t) {
    t->own = ready;
    t->shift = shift;
    for (int i = 0; i < 3; ++i) t->corner[i] = wide3_add(ready->corner[i], shift);
}

/* Takes n or its opposite if it is less than what was found. */
static void offer(way_out *best, int kind, int i, int j, wide3 n, double squared, double ahead,
                  double behind) {
    bool back = behind < ahead;
    double height = back ? behind : ahead, value = height * fabs(height) / squared;
    if (!(value < best->value)) return;
    *best = (way_out){kind, i, j, back ? wide3_neg(n) : n, height, squared, value, best->sure};
}

/* An axis of a face: the other triangle is above and below it by so much. False if it is dubious. */
static bool offer_face(way_out *best, int kind, const triangle *face, const triangle *other,
                       double least) {
    const gz_ready_triangle *own = face->own;
    wide3 n = own->normal;
    double squared = own->normal_squared, level = wide3_dot(n, face->corner[own->apex]), h[3];
    if (!(squared > least * own->normal_most)) return false;
    for (int k = 0; k < 3; ++k) h[k] = wide3_dot(n, other->corner[k]) - level;
    double high = greatest(h), low = -greatest((double[3]){-h[0], -h[1], -h[2]});
    if (kind == FACE_OF_A)
        offer(best, kind, 0, 0, n, squared, -low, high);
    else
        offer(best, kind, 0, 0, n, squared, high, -low);
    return true;
}

#define NO_EDGES UINT32_MAX

#define LOWEST_EDGES lowest_edges_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f64x4##op
#include "convex/triangle_edges_kernel.h"
#undef LOWEST_EDGES
#undef KERNEL_TARGET
#undef WIDE

#if defined(GZ_HAVE_AVX2)
#define LOWEST_EDGES lowest_edges_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f64x4_avx2##op
#include "convex/triangle_edges_kernel.h"
#define CHOOSE(kernel) (gz_simd_has_avx2() ? kernel##_avx2 : kernel##_baseline)
#else
#define CHOOSE(kernel) kernel##_baseline
#endif

/* The axis across edge i of A and edge j of B. bar: how far it may be off, times the sine, if it is
 * dubious. */
static void offer_edge(way_out *best, const triangle *a, const triangle *b, int i, int j, bool dubious,
                       double bar) {
    wide3 n = wide3_cross(a->own->edge[i], b->own->edge[j]);
    double squared = wide3_length_squared(n), lengths = a->own->squared[i] * b->own->squared[j];
    double on_a = wide3_dot(n, a->corner[i]), off_a = wide3_dot(n, a->corner[after[i]]);
    double on_b = wide3_dot(n, b->corner[j]), off_b = wide3_dot(n, b->corner[after[j]]);
    double high_a = on_a > off_a ? on_a : off_a, low_a = on_a > off_a ? off_a : on_a;
    double high_b = on_b > off_b ? on_b : off_b, low_b = on_b > off_b ? off_b : on_b;
    double ahead = high_a - low_b, behind = high_b - low_a;
    if (!dubious) {
        offer(best, EDGES, i, j, n, squared, ahead, behind);
        return;
    }
    double length = sqrt(squared), height = (ahead < behind ? ahead : behind) / length;
    double sure = height - bar * sqrt(lengths) / length;
    best->sure = sure > best->sure ? best->sure : squared > 0 ? sure : -DBL_MAX;
}

/* least: the squared sine of edges below which their axis is dubious. */
static void offer_edges(way_out *best, const triangle *a, const triangle *b, double least, double bar) {
    uint32_t dubious, found = CHOOSE(lowest_edges)(a, b, least, &dubious);
    if (found != NO_EDGES) offer_edge(best, a, b, (int)(found / 4), (int)(found % 4), false, bar);
    for (; dubious; dubious &= dubious - 1) {
        uint32_t k = gz_lowest_bit(dubious);
        offer_edge(best, a, b, (int)(k / 4), (int)(k % 4), true, bar);
    }
}

/* -- the points -- */

/* The corner that lies lowest along n, -1 if two do within the slack. */
static int lowest(const triangle *t, wide3 n, double slack) {
    double h[3];
    for (int k = 0; k < 3; ++k) h[k] = wide3_dot(n, t->corner[k]);
    int k = h[1] < h[0] ? 1 : 0;
    k = h[2] < h[k] ? 2 : k;
    return h[next[k]] - h[k] > slack && h[after[k]] - h[k] > slack ? k : -1;
}

/* Is the point, in the plane of a triangle with that unit normal, in it? */
static bool is_in(const triangle *t, wide3 n, wide3 point, double slack) {
    const gz_ready_triangle *own = t->own;
    double turn = wide3_dot(n, own->normal) < 0 ? -1 : 1;
    for (int k = 0; k < 3; ++k) {
        double left = turn * wide3_triple(n, own->edge[k], wide3_sub(point, t->corner[k]));
        if (left < 0 && left * left > slack * slack * own->squared[k]) return false;
    }
    return true;
}

/* From p and q on along e and f such that they are depth n apart. */
static bool meet_edges(const way_out *w, const triangle *a, const triangle *b, wide3 n, double depth,
                       double slack, wide3 *on_a, wide3 *on_b) {
    wide3 p = a->corner[w->i], q = b->corner[w->j], e = a->own->edge[w->i], f = b->own->edge[w->j];
    wide3 m = wide3_cross(e, f), left = wide3_add_scaled(wide3_sub(p, q), -depth, n);
    double s = -wide3_triple(left, f, m) / w->squared, t = -wide3_triple(left, e, m) / w->squared;
    s = s < 0 ? 0 : s > 1 ? 1 : s;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    *on_a = wide3_add_scaled(p, s, e);
    *on_b = wide3_add_scaled(q, t, f);
    wide3 off = wide3_add_scaled(wide3_sub(*on_a, *on_b), -depth, n);
    return wide3_length_squared(off) <= slack * slack;
}

static bool find_points(const way_out *w, const triangle *a, const triangle *b, wide3 n, double depth,
                        double slack, wide3 *on_a, wide3 *on_b) {
    if (w->kind == EDGES) return meet_edges(w, a, b, n, depth, slack, on_a, on_b);
    bool face_a = w->kind == FACE_OF_A;
    const triangle *face = face_a ? a : b, *other = face_a ? b : a;
    wide3 against = face_a ? n : wide3_neg(n);
    int k = lowest(other, against, slack);
    if (k < 0) return false;
    wide3 corner = other->corner[k], above = wide3_add_scaled(corner, depth, against);
    *on_a = face_a ? above : corner;
    *on_b = face_a ? corner : above;
    return is_in(face, n, above, slack);
}

static void fill_points(const gz_ready_triangle *a, const gz_ready_triangle *b, wide3 n, double depth,
                        wide3 on_a, wide3 on_b, gz_signed *out) {
    wide3 off = wide3_add_scaled(wide3_sub(on_a, on_b), -depth, n);
    wide3 at = wide3_add_scaled(wide3_add_scaled(on_a, -0.5, off), (double)a->share.radius, n);
    wide3 point = wide3_add(wide3_add(a->corner[0], at), wide3_from(a->placed->pose.origin));
    depth += (double)a->share.radius + (double)b->share.radius;
    out->point_a = wide3_round(point);
    out->point_b = wide3_round(wide3_add_scaled(point, -depth, n));
}

/* -- the kind of contact -- */

/* How many edges may lie across the unit vector n, and one of them. Where the face lies flat all do. */
static int edges_across(const gz_ready_triangle *t, wide3 n, int *edge) {
    const double most = GZ_CONTACT_SINE + GZ_CONTACT_DOUBT;
    int count = 0;
    for (int k = 0; k < 3; ++k) {
        double rise = wide3_dot(n, t->edge[k]);
        if (rise * rise > most * most * t->squared[k]) continue;
        *edge = k;
        ++count;
    }
    return count;
}

/* As gz_contact_is_single: one of them has but a corner there, or two edges cross. */
static bool is_single(const gz_ready_triangle *a, const gz_ready_triangle *b, wide3 n) {
    const double most = GZ_CONTACT_SINE + GZ_CONTACT_DOUBT;
    int i = 0, j = 0, on_a = edges_across(a, n, &i), on_b = edges_across(b, n, &j);
    if (on_a == 0 || on_b == 0) return true;
    if (on_a > 1 || on_b > 1) return false;
    double sine = wide3_triple(n, a->edge[i], b->edge[j]);
    return sine * sine > most * most * (a->squared[i] * b->squared[j]);
}

/* -- all of it -- */

static void remember(const graze_placed *a, wide3 normal, graze_cache *cache) {
    cache->axis = wide3_round(wide3_turn_back(&a->pose.basis, wide3_neg(normal)));
    cache->support_a[0] = cache->support_b[0] = 0;
    cache->size = 1;
}

/* The least way out; false if a dubious one may be less. */
static bool search(const triangle *a, const triangle *b, double error, way_out *best) {
    double longest = a->own->longest + b->own->longest;
    double bar = GZ_TRIANGLE_AXIS * DBL_EPSILON * longest, sine = bar / (GZ_TRIANGLE_SHARE * error);
    *best = (way_out){.value = DBL_MAX, .sure = DBL_MAX};
    double least = sine * sine;
    if (!offer_face(best, FACE_OF_A, a, b, least) || !offer_face(best, FACE_OF_B, b, a, least))
        return false;
    offer_edges(best, a, b, least, bar);
    return best->height < best->sure * sqrt(best->squared);
}

/* Do pairs of such a size need no scaling? Then how far apart the origins are, and E. */
static bool set_frame(const gz_ready_triangle *a, const gz_ready_triangle *b, wide3 *between,
                      double *error) {
    *between = wide3_sub(wide3_from(b->placed->pose.origin), wide3_from(a->placed->pose.origin));
    real size = gz_pair_size(a->share, b->share, wide3_length(*between));
    *error = gz_pair_error(a->share, b->share, size);
    return gz_is_plain_length(size);
}

bool gz_triangles_signed(const gz_ready_triangle *a, const gz_ready_triangle *b, bool far_enough,
                         gz_signed *out) {
    wide3 between, start = a->corner[0], on_a, on_b;
    double error;
    if (!set_frame(a, b, &between, &error)) return false;
    double limit = (double)GZ_TOUCHING_SHARE * error;
    double radius = (double)a->share.radius + (double)b->share.radius;
    triangle of_a, of_b;
    place(a, wide3_neg(start), &of_a);
    place(b, wide3_sub(between, start), &of_b);
    way_out way;
    if (!search(&of_a, &of_b, error, &way)) return false;
    double inverse = 1 / sqrt(way.squared), depth = way.height * inverse;
    wide3 n = wide3_scale(way.n, inverse);
    out->far = -depth > radius + limit;
    if (out->far) {
        if (!far_enough) return false;
    } else {
        if (!(depth > limit) ||
            !find_points(&way, &of_a, &of_b, n, depth, (double)GZ_WITNESS_SLACK * error, &on_a, &on_b))
            return false;
        fill_points(a, b, n, depth, on_a, on_b, out);
    }
    out->normal = wide3_round(n);
    out->sd = -depth - radius;
    out->lower = out->sd - error;
    out->upper = out->sd + error;
    out->error = error;
    out->complete = true;
    out->single = is_single(a, b, n);
    out->unseen = false;
    out->rounds = AXES;
    return true;
}

bool gz_triangle_signed(const graze_placed *a, const graze_placed *b, const graze_options *options,
                        bool far_enough, graze_cache *cache, gz_signed *out) {
    gz_ready_triangle of_a, of_b;
    if (a->shape->kind != GRAZE_SHAPE_TRIANGLE || b->shape->kind != GRAZE_SHAPE_TRIANGLE) return false;
    if (options && (options->trace || !gz_options_are_valid(options))) return false;
    if (!gz_triangle_ready(a, &of_a) || !gz_triangle_ready(b, &of_b) ||
        !gz_triangles_signed(&of_a, &of_b, far_enough, out))
        return false;
    if (cache) remember(a, wide3_from(out->normal), cache);
    return true;
}

/* -- along a normal that is given -- */

/* A triangle by the heights of its corners above the origin of its pose. */
typedef struct profile {
    double height[3];
    bool is_corner; /* seen along the normal no edge lies nearly across it */
} profile;

static profile profile_of(const gz_ready_triangle *t, wide3 n) {
    int edge;
    profile p = {.is_corner = edges_across(t, n, &edge) == 0};
    for (int k = 0; k < 3; ++k) p.height[k] = wide3_dot(n, t->corner[k]);
    return p;
}

static int highest(const double h[3]) {
    int k = h[1] > h[0] ? 1 : 0;
    return h[2] > h[k] ? 2 : k;
}

static wide3 world_corner(const gz_ready_triangle *t, int k) {
    return wide3_add(t->corner[k], wide3_from(t->placed->pose.origin));
}

bool gz_triangles_along(const gz_ready_triangle *a, const gz_ready_triangle *b, vec3 normal, int face,
                        gz_signed *out) {
    wide3 between, n = wide3_from(normal);
    double error;
    if (!set_frame(a, b, &between, &error)) return false;
    n = wide3_scale(n, 1 / wide3_length(n));
    profile of_a = profile_of(a, n), of_b = profile_of(b, n);
    const double down[3] = {-of_b.height[0], -of_b.height[1], -of_b.height[2]};
    int top = highest(of_a.height), low = highest(down);
    double radius_a = (double)a->share.radius, radius_b = (double)b->share.radius;
    double rise = (wide3_dot(n, between) + of_b.height[low]) - of_a.height[top];
    out->sd = rise - (radius_a + radius_b);
    wide3 own = face == 1 ? wide3_add_scaled(world_corner(a, top), radius_a, n)
                          : wide3_add_scaled(world_corner(b, low), -radius_b, n);
    wide3 other = wide3_add_scaled(own, face == 1 ? out->sd : -out->sd, n);
    out->point_a = wide3_round(face == 1 ? own : other);
    out->point_b = wide3_round(face == 1 ? other : own);
    out->normal = normal;
    out->lower = out->sd - error;
    out->upper = out->sd + error;
    out->error = error;
    out->far = false;
    out->complete = true;
    out->single = of_a.is_corner || of_b.is_corner;
    out->rounds = 0;
    return true;
}
