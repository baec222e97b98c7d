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

typedef struct triangle {
    wide3 corner[3], edge[3]; /* edge i goes from corner i to the next */
    double squared[3];        /* of the edges' lengths */
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

static void place(const graze_placed *placed, wide3 shift, triangle *t) {
    for (int i = 0; i < 3; ++i) {
        wide3 local = wide3_from(placed->shape->vertices[i]);
        t->corner[i] = wide3_add(wide3_turn(&placed->pose.basis, local), shift);
    }
    for (int i = 0; i < 3; ++i) {
        t->edge[i] = wide3_sub(t->corner[next[i]], t->corner[i]);
        t->squared[i] = wide3_length_squared(t->edge[i]);
    }
}

static double greatest(const double v[3]) {
    double most = v[0] > v[1] ? v[0] : v[1];
    return v[2] > most ? v[2] : most;
}

/* Takes n or its opposite if it is less than what was found. */
static void offer(way_out *best, int kind, int i, int j, wide3 n, double squared, double ahead,
                  double behind) {
    bool back = behind < ahead;
    double height = back ? behind : ahead, value = height * fabs(height) / squared;
    if (!(value < best->value)) return;
    *best = (way_out){kind, i, j, back ? wide3_neg(n) : n, height, squared, value, best->sure};
}

/* An axis of a face: the other triangle is above and below it by so much. The shortest edges know the
 * normal best. False if it is dubious. */
static bool offer_face(way_out *best, int kind, const triangle *face, const triangle *other,
                       double least) {
    const double *length = face->squared;
    int longest = length[1] > length[0] ? 1 : 0;
    longest = length[2] > length[longest] ? 2 : longest;
    int i = next[longest], j = after[longest];
    wide3 n = wide3_cross(face->edge[i], face->edge[j]);
    double squared = wide3_length_squared(n), level = wide3_dot(n, face->corner[j]), h[3];
    if (!(squared > least * length[i] * length[j])) return false;
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
    wide3 n = wide3_cross(a->edge[i], b->edge[j]);
    double squared = wide3_length_squared(n), lengths = a->squared[i] * b->squared[j];
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
    double turn = wide3_triple(n, t->edge[0], t->edge[1]) < 0 ? -1 : 1;
    for (int k = 0; k < 3; ++k) {
        double left = turn * wide3_triple(n, t->edge[k], wide3_sub(point, t->corner[k]));
        if (left < 0 && left * left > slack * slack * t->squared[k]) return false;
    }
    return true;
}

/* From p and q on along e and f such that they are depth n apart. */
static bool meet_edges(const way_out *w, const triangle *a, const triangle *b, wide3 n, double depth,
                       double slack, wide3 *on_a, wide3 *on_b) {
    wide3 p = a->corner[w->i], q = b->corner[w->j], e = a->edge[w->i], f = b->edge[w->j];
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

static void fill_points(const graze_placed *a, wide3 n, double depth, gz_share share_a,
                        gz_share share_b, wide3 start, wide3 on_a, wide3 on_b, gz_signed *out) {
    wide3 off = wide3_add_scaled(wide3_sub(on_a, on_b), -depth, n);
    wide3 at = wide3_add_scaled(wide3_add_scaled(on_a, -0.5, off), (double)share_a.radius, n);
    wide3 point = wide3_add(wide3_add(start, at), wide3_from(a->pose.origin));
    depth += (double)share_a.radius + (double)share_b.radius;
    out->point_a = wide3_round(point);
    out->point_b = wide3_round(wide3_add_scaled(point, -depth, n));
}

/* -- the kind of contact -- */

/* How many edges may lie across the unit vector n, and one of them. Where the face lies flat all do. */
static int edges_across(const triangle *t, wide3 n, int *edge) {
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
static bool is_single(const triangle *a, const triangle *b, wide3 n) {
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
    double longest = sqrt(greatest(a->squared)) + sqrt(greatest(b->squared));
    double bar = GZ_TRIANGLE_AXIS * DBL_EPSILON * longest, sine = bar / (GZ_TRIANGLE_SHARE * error);
    *best = (way_out){.value = DBL_MAX, .sure = DBL_MAX};
    double least = sine * sine;
    if (!offer_face(best, FACE_OF_A, a, b, least) || !offer_face(best, FACE_OF_B, b, a, least))
        return false;
    offer_edges(best, a, b, least, bar);
    return best->height < best->sure * sqrt(best->squared);
}

bool gz_triangle_signed(const graze_placed *a, const graze_placed *b, const graze_options *options,
                        bool far_enough, graze_cache *cache, gz_signed *out) {
    if (a->shape->kind != GRAZE_SHAPE_TRIANGLE || b->shape->kind != GRAZE_SHAPE_TRIANGLE) return false;
    if (options && (options->trace || !gz_options_are_valid(options))) return false;
    wide3 between = wide3_sub(wide3_from(b->pose.origin), wide3_from(a->pose.origin));
    gz_share share_a = gz_share_of_plain(a), share_b = gz_share_of_plain(b);
    real size = gz_pair_size(share_a, share_b, wide3_length(between));
    if (!gz_is_plain_length(size)) return false;
    double error = gz_pair_error(share_a, share_b, size), limit = (double)GZ_TOUCHING_SHARE * error;
    double radius = (double)share_a.radius + (double)share_b.radius;
    wide3 start = wide3_turn(&a->pose.basis, wide3_from(a->shape->vertices[0])), on_a, on_b;
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
        fill_points(a, n, depth, share_a, share_b, start, on_a, on_b, out);
    }
    out->normal = wide3_round(n);
    out->sd = -depth - radius;
    out->lower = out->sd - error;
    out->upper = out->sd + error;
    out->error = error;
    out->complete = true;
    out->single = is_single(&of_a, &of_b, n);
    out->rounds = AXES;
    if (cache) remember(a, n, cache);
    return true;
}

/* -- along a normal that is given -- */

/* A triangle by the heights of its corners above the origin of its pose. */
typedef struct profile {
    double height[3];
    bool is_corner; /* seen along the normal no edge lies nearly across it */
} profile;

static profile profile_of(const graze_placed *placed, wide3 n) {
    const double most = GZ_CONTACT_SINE + GZ_CONTACT_DOUBT;
    wide3 local = wide3_turn_back(&placed->pose.basis, n), corner[3];
    profile p = {.is_corner = true};
    for (int k = 0; k < 3; ++k) {
        corner[k] = wide3_from(placed->shape->vertices[k]);
        p.height[k] = wide3_dot(local, corner[k]);
    }
    for (int k = 0; k < 3; ++k) {
        wide3 edge = wide3_sub(corner[next[k]], corner[k]);
        double rise = wide3_dot(local, edge);
        p.is_corner &= rise * rise > most * most * wide3_length_squared(edge);
    }
    return p;
}

static int highest(const double h[3]) {
    int k = h[1] > h[0] ? 1 : 0;
    return h[2] > h[k] ? 2 : k;
}

static wide3 world_corner(const graze_placed *placed, int k) {
    wide3 turned = wide3_turn(&placed->pose.basis, wide3_from(placed->shape->vertices[k]));
    return wide3_add(turned, wide3_from(placed->pose.origin));
}

bool gz_triangle_along(const graze_placed *a, const graze_placed *b, vec3 normal, int face,
                       gz_signed *out) {
    if (a->shape->kind != GRAZE_SHAPE_TRIANGLE || b->shape->kind != GRAZE_SHAPE_TRIANGLE) return false;
    wide3 between = wide3_sub(wide3_from(b->pose.origin), wide3_from(a->pose.origin));
    gz_share share_a = gz_share_of_plain(a), share_b = gz_share_of_plain(b);
    real size = gz_pair_size(share_a, share_b, wide3_length(between));
    if (!gz_is_plain_length(size)) return false;
    double error = gz_pair_error(share_a, share_b, size);
    wide3 n = wide3_from(normal);
    n = wide3_scale(n, 1 / wide3_length(n));
    profile of_a = profile_of(a, n), of_b = profile_of(b, n);
    const double down[3] = {-of_b.height[0], -of_b.height[1], -of_b.height[2]};
    int top = highest(of_a.height), low = highest(down);
    double radius_a = (double)share_a.radius, radius_b = (double)share_b.radius;
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
