/* SPDX-License-Identifier: MIT */
#include "convex/polytope_axes.h"

#include "base/tolerance.h"

/* -- the two sides -- */

/* Are the images of the axes equally long and at right angles? Only a question of speed: the scan of an
 * affine pose would do for all, and is exact for all. */
static bool is_affine(const wide_mat3 *cofactor) {
    const wide3 *c = cofactor->col;
    double size = wide3_length_squared(c[0]), slack = size * (4 * GZ_ORTHOGONAL * GRAZE_EPSILON);
    return fabs(wide3_length_squared(c[1]) - size) > slack ||
           fabs(wide3_length_squared(c[2]) - size) > slack || fabs(wide3_dot(c[0], c[1])) > slack ||
           fabs(wide3_dot(c[1], c[2])) > slack || fabs(wide3_dot(c[2], c[0])) > slack;
}

/* With the basis M times a power, near 1: cofactor = sign(det) cof M, M^-1 = cof M^T / det. A plane
 * n . x <= height of the shape is one with normal M^-T n in the frame, of length |cofactor n| / |det|:
 * depths there are those in the shape's coordinates over that. */
static void set_frame(gz_axes_side *side) {
    const wide_mat3 *basis = &side->operand->basis;
    double size = wide3_max_abs(basis->col[0]);
    side->turn = 1;
    side->scan.affine = false;
    if (!side->operand->turned) {
        side->shrink = 1 / (size * side->facets->unit);
        return;
    }
    for (int i = 1; i < 3; ++i) {
        double other = wide3_max_abs(basis->col[i]);
        if (other > size) size = other;
    }
    double inverse = 1 / size;
    wide3 x = wide3_scale(basis->col[0], inverse), y = wide3_scale(basis->col[1], inverse);
    wide3 z = wide3_scale(basis->col[2], inverse), yz = wide3_cross(y, z);
    double det = wide3_dot(x, yz);
    side->turn = det < 0 ? -1 : 1;
    double share = inverse / (fabs(det) * side->facets->unit);
    side->cofactor.col[0] = wide3_scale(yz, side->turn);
    side->cofactor.col[1] = wide3_scale(wide3_cross(z, x), side->turn);
    side->cofactor.col[2] = wide3_scale(wide3_cross(x, y), side->turn);
    for (int i = 0; i < 3; ++i) side->inverse.col[i] = wide3_scale(side->cofactor.col[i], share);
    side->scan.affine = is_affine(&side->cofactor);
    double length = side->scan.affine ? 1 : wide3_length(side->cofactor.col[0]);
    side->shrink = share * length;
    for (int i = 0; i < 3 && !side->scan.affine; ++i)
        side->cofactor.col[i] = wide3_scale(side->cofactor.col[i], 1 / length);
    for (int k = 0; k < 3 && side->scan.affine; ++k) {
        side->scan.stretch[0][k] = (float)side->cofactor.col[k].x;
        side->scan.stretch[1][k] = (float)side->cofactor.col[k].y;
        side->scan.stretch[2][k] = (float)side->cofactor.col[k].z;
    }
}

/* The same for a rotation, times the pair's scale. It is one up to some d, a few roundings of real; so
 * 1 / det is 2 - det and a length (1 + its square) / 2, up to d^2, which is nothing in float. */
static void set_rigid_frame(const gz_pair *pair, gz_axes_side *side) {
    const wide_mat3 *basis = &side->operand->basis;
    double inverse = 1 / pair->scale, share = inverse / side->facets->unit;
    side->turn = 1;
    side->scan.affine = false;
    side->shrink = share;
    if (!side->operand->turned) return;
    wide3 x = wide3_scale(basis->col[0], inverse), y = wide3_scale(basis->col[1], inverse);
    wide3 z = wide3_scale(basis->col[2], inverse), yz = wide3_cross(y, z);
    side->cofactor = (wide_mat3){{yz, wide3_cross(z, x), wide3_cross(x, y)}};
    share *= 2 - wide3_dot(x, yz);
    for (int i = 0; i < 3; ++i) side->inverse.col[i] = wide3_scale(side->cofactor.col[i], share);
    side->shrink = share * (0.5 + 0.5 * wide3_length_squared(yz));
}

static bool set_side(gz_operand *operand, wide3 center, double sign, gz_axes_side *side) {
    if (operand->whole) return false;
    side->core = gz_polytope_core(operand->shape);
    if (!side->core) return false;
    side->operand = operand;
    side->center = center;
    side->sign = sign;
    return true;
}

bool gz_axes_begin(gz_pair *pair, gz_axes *axes) {
    axes->pair = pair;
    axes->apart = -(double)GZ_TOUCHING_SHARE * pair->error;
    axes->slack = (double)GZ_AXIS_SLACK * pair->error;
    if (axes->slack < GZ_SIEVE_SLACK) axes->slack = GZ_SIEVE_SLACK;
    axes->best = axes->value = DBL_MAX;
    axes->kind = GZ_AXIS_GUESS;
    axes->rounds = 0;
    return set_side(&pair->a, wide3_make(0, 0, 0), 1, &axes->side[0]) &&
           set_side(&pair->b, wide3_neg(pair->offset), -1, &axes->side[1]);
}

/* -- looking at one axis -- */

void gz_axes_consider(gz_axes *axes, wide3 n, wide3 a, wide3 b, gz_axis_kind kind, uint32_t first,
                      uint32_t second) {
    double value = wide3_dot(n, wide3_sub(a, b));
    ++axes->rounds;
    if (value < axes->best) {
        axes->best = value;
        axes->near[0] = a;
        axes->near[1] = b;
    }
    /* An axis that separates ends the search, guess or not. */
    if (kind == GZ_AXIS_GUESS && !(value < axes->apart)) return;
    if (!(value < axes->value)) return;
    axes->value = value;
    axes->normal = n;
    axes->a = a;
    axes->b = b;
    axes->kind = kind;
    axes->feature[0] = first;
    axes->feature[1] = second;
}

static wide3 support(gz_axes_side *side, wide3 n) {
    wide3 point = gz_operand_support(side->operand, wide3_scale(n, side->sign));
    return wide3_add(side->center, point);
}

void gz_axes_look(gz_axes *axes, wide3 n, gz_axis_kind kind, uint32_t first, uint32_t second) {
    wide3 a = support(&axes->side[0], n), b = support(&axes->side[1], n);
    gz_axes_consider(axes, n, a, b, kind, first, second);
}

/* The support point of one's own facet is its corner, unless the facet may be a needle, whose normal
 * can turn about it and leave another corner above. Returns the other's. */
wide3 gz_axes_look_at_facet(gz_axes *axes, int s, uint32_t facet) {
    gz_axes_side *own = &axes->side[s];
    wide3 n = wide3_scale(gz_axes_normal(own, facet), own->sign);
    bool needle = own->core->kind == GRAZE_SHAPE_TETRAHEDRON;
    wide3 here = needle ? support(own, n) : gz_axes_vertex(own, own->facets->corner[facet]);
    wide3 there = support(&axes->side[1 - s], n);
    gz_axes_consider(axes, n, s == 0 ? here : there, s == 0 ? there : here,
                     s == 0 ? GZ_AXIS_FACET_A : GZ_AXIS_FACET_B, facet, 0);
    return there;
}

/* -- the points of the scans -- */

static slim3 slim(wide3 v) { return (slim3){(float)v.x, (float)v.y, (float)v.z}; }

static slim3 turned_to_local(const gz_axes_side *side, wide3 v) {
    if (!side->operand->turned) return slim(wide3_scale(v, side->shrink));
    return slim(wide_mat3_tmul_vec(&side->inverse, v));
}

slim3 gz_axes_to_local(const gz_axes_side *side, wide3 point) {
    if (side->blind) return (slim3){0, 0, 0};
    return turned_to_local(side, wide3_sub(point, side->center));
}

/* A side to which the other is too large or far, given the largest coordinate, sees nothing of it. */
static void set_blind(gz_axes_side *side, double most) {
    side->blind = !(side->shrink * (most + 1) < GZ_SIEVE_REACH);
    if (!side->blind) return;
    side->columns[0] = side->columns[1] = side->columns[2] = side->shift = (slim3){0, 0, 0};
}

/* What takes points of the other shape to this one's coordinates, in units of both. The axes of one
 * that is not turned are those of the frame. */
static void set_way(gz_axes_side *side, const gz_axes_side *other) {
    const wide_mat3 *basis = &other->operand->basis;
    const wide3 *row = side->inverse.col;
    wide3 shift = wide3_sub(other->center, side->center);
    double unit = other->facets->unit, length = unit * basis->col[0].x, most = wide3_max_abs(shift);
    slim3 *columns = side->columns;
    if (!other->operand->turned) {
        columns[0] = slim(wide3_scale(wide3_make(row[0].x, row[1].x, row[2].x), length));
        columns[1] = slim(wide3_scale(wide3_make(row[0].y, row[1].y, row[2].y), length));
        columns[2] = slim(wide3_scale(wide3_make(row[0].z, row[1].z, row[2].z), length));
        most = length > most ? length : most;
    }
    for (int k = 0; k < 3 && other->operand->turned; ++k) {
        wide3 column = wide3_scale(basis->col[k], unit);
        double size = wide3_max_abs(column);
        most = size > most ? size : most;
        columns[k] = turned_to_local(side, column);
    }
    side->shift = turned_to_local(side, shift);
    set_blind(side, most);
}

/* The same for a rigid pair: the frame is A's, and B's axes are no longer than the scale. */
static void set_rigid_ways(const gz_pair *pair, gz_axes_side *a, gz_axes_side *b) {
    const wide3 *axis = pair->b.basis.col, *row = b->inverse.col, shift = b->center;
    double length = pair->scale * a->facets->unit, to_a = b->facets->unit * a->shrink;
    double most = wide3_max_abs(shift), other = pair->scale * b->facets->unit;
    for (int k = 0; k < 3; ++k) a->columns[k] = slim(wide3_scale(axis[k], to_a));
    a->shift = slim(wide3_scale(shift, a->shrink));
    set_blind(a, other > most ? other : most);
    b->columns[0] = slim(wide3_scale(wide3_make(row[0].x, row[1].x, row[2].x), length));
    b->columns[1] = slim(wide3_scale(wide3_make(row[0].y, row[1].y, row[2].y), length));
    b->columns[2] = slim(wide3_scale(wide3_make(row[0].z, row[1].z, row[2].z), length));
    b->shift = slim(wide_mat3_tmul_vec(&b->inverse, wide3_neg(shift)));
    set_blind(b, length > most ? length : most);
}

static void set_ways(gz_axes *axes) {
    gz_axes_side *a = &axes->side[0], *b = &axes->side[1];
    if (axes->pair->rigid) {
        set_rigid_ways(axes->pair, a, b);
    } else {
        set_way(a, b);
        set_way(b, a);
    }
}

static void set_points(gz_axes_side *side, const gz_axes_side *other) {
    side->scan.facets = side->facets;
    gz_facet_scan_points(&side->scan, other->facets, side->columns, side->shift);
}

/* Makes the point, the other side's deepest along the best axis so far, the first of the scan: it
 * alone rules out most. Where the points are all vertices, they are few, and so are the facets. */
static void lead_with(gz_axes_side *side, const gz_axes_side *other, wide3 point) {
    if (other->facets->all_sampled) return;
    slim3 local = gz_axes_to_local(side, point);
    side->scan.x[0] = local.x;
    side->scan.y[0] = local.y;
    side->scan.z[0] = local.z;
}

static void lead(gz_axes *axes) {
    for (int s = 0; s < 2; ++s) lead_with(&axes->side[s], &axes->side[1 - s], axes->near[1 - s]);
}

/* -- facets -- */

unsigned gz_axes_mask(const gz_axes *axes, const gz_axes_side *side, uint32_t facet) {
    const gz_facet_scan *scan = &side->scan;
    slim3 n = gz_planes_normal(&scan->facets->planes, facet);
    float limit = gz_axes_limit(axes, side), height = scan->facets->planes.height[facet];
    wide3 stretched = wide_mat3_mul_vec(&side->cofactor, side->facets->normal[facet]);
    if (scan->affine) limit *= (float)wide3_length(stretched);
    unsigned mask = 0;
    for (int k = 0; k < GZ_PROBES; ++k) {
        float below = height - ((n.x * scan->x[k] + n.y * scan->y[k]) + n.z * scan->z[k]);
        mask |= (unsigned)!(below < limit) << k;
    }
    return mask;
}

/* The facet with the least bound in its window. */
typedef struct candidate {
    uint32_t facet; /* counted from the window's beginning */
    float bound;
} candidate;

static candidate candidate_of(const gz_axes_side *side, uint32_t facet) {
    bool any = side->sieve.block_count > 0;
    return (candidate){facet, any ? side->sieve.bound[facet] : FLT_MAX};
}

/* The other's deepest point under a facet is likely to rule out the facet's neighbours. */
static candidate look_and_narrow(gz_axes *axes, int s, candidate next) {
    gz_axes_side *side = &axes->side[s];
    wide3 deepest = gz_axes_look_at_facet(axes, s, side->sieve.window + next.facet);
    side->sieve.bound[next.facet] = FLT_MAX;
    slim3 local = gz_axes_to_local(side, deepest);
    return candidate_of(side, gz_facet_narrow(&side->scan, local, &side->sieve));
}

/* Facets of both, the least bound first, until none may beat the best axis. */
static void search_window(gz_axes *axes, const uint32_t window[2]) {
    candidate next[2];
    bool open[2];
    for (int s = 0; s < 2; ++s) {
        gz_axes_side *side = &axes->side[s];
        float limit = gz_axes_limit(axes, side);
        next[s] = candidate_of(side, gz_facet_bounds(&side->scan, window[s], limit, &side->sieve));
    }
    while (!gz_axes_over(axes)) {
        for (int s = 0; s < 2; ++s) open[s] = next[s].bound < gz_axes_limit(axes, &axes->side[s]);
        if (!open[0] && !open[1]) return;
        /* In the frame, where the bounds can be compared. */
        double first = (double)next[0].bound * axes->side[1].shrink;
        double second = (double)next[1].bound * axes->side[0].shrink;
        int s = !open[0] || (open[1] && second < first);
        next[s] = look_and_narrow(axes, s, next[s]);
    }
}

/* The first windows together; then the rest of each alone, the other's window being beyond its end. */
static void search_facets(gz_axes *axes) {
    uint32_t window[2] = {0, 0};
    search_window(axes, window);
    for (int s = 0; s < 2; ++s) {
        window[1 - s] = axes->side[1 - s].facets->count;
        window[s] = GZ_FACET_WINDOW;
        for (; window[s] < axes->side[s].facets->count; window[s] += GZ_FACET_WINDOW) {
            if (gz_axes_over(axes)) return;
            search_window(axes, window);
        }
    }
}

static void search_all(gz_axes *axes) {
    for (int s = 0; s < 2; ++s) set_points(&axes->side[s], &axes->side[1 - s]);
    lead(axes);
    search_facets(axes);
    if (gz_axes_over(axes)) return;
    lead(axes);
    gz_axes_search_edges(axes);
}

void gz_axes_search(gz_axes *axes, wide3 guess) {
    double length = wide3_length(guess);
    wide3 n = length > 0 ? wide3_scale(guess, 1 / length) : wide3_make(1, 0, 0);
    for (int s = 0; s < 2; ++s) {
        gz_axes_side *side = &axes->side[s];
        side->facets = gz_polytope_facets(side->core, &side->few);
        if (axes->pair->rigid)
            set_rigid_frame(axes->pair, side);
        else
            set_frame(side);
    }
    set_ways(axes);
    if (gz_axes_are_compact(axes)) {
        gz_axes_search_compact(axes, n);
    } else {
        gz_axes_look(axes, n, GZ_AXIS_GUESS, 0, 0);
        if (gz_axes_over(axes)) return;
        search_all(axes);
    }
    if (axes->kind == GZ_AXIS_GUESS) gz_axes_look(axes, n, GZ_AXIS_LAST, 0, 0);
}
