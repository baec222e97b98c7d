/* SPDX-License-Identifier: MIT
 *
 * First a minimum of the height over all normals is found, then it is shown that there is none below
 * it, as EPA does: by a polytope around the origin, whose least distance is the bound. But its corners
 * need not be points of C. Let `level` be what is to be shown. A corner v stands for the statement that
 * no height is below level along normals n with n . v >= level. That is true for points of C, and
 *   - for v = n level / cos w, if it is true within the angle w around n (gz_place_cap): a minimum
 * takes one corner, however round C is there;
 *   - for corners far out against m, the normal of both axes, which looks away from the shift: C
 * without its shift is its own mirror image along m, so of n and its image that with n . m >= 0 is
 * lower;
 *   - and far out along the shift: of n and -n that with n . shift <= 0 is lower. */
#include "convex/cylinder_depth.h"

#include "base/tolerance.h"
#include "convex/axial_depth.h"
#include "convex/cylinder_place.h"
#include "convex/epa_polytope.h"
#include "convex/summand.h"

enum { MOST_PLACES = 8 };

typedef struct search {
    gz_cylinders c;
    wide3 m, toward; /* unit: no normal with n . m < 0 or n . toward > 0 need be looked at */
    gz_place known[MOST_PLACES];
    int count;
    const gz_place *best;
    double level;
} search;

static wide3 unit(wide3 v) { return wide3_scale(v, 1 / wide3_length(v)); }

/* -- minima ---------------------------------------------------------------------------------------- */

static void keep(search *s, const gz_place *p) {
    s->known[s->count] = *p;
    if (s->count == 0 || p->height < s->best->height) s->best = &s->known[s->count];
    ++s->count;
}

static void descend_from(search *s, gz_place p) {
    if (gz_place_descend(&s->c, &p)) keep(s, &p);
}

/* Where the height falls from a place with a closed form that is no minimum. */
static gz_place beside(const gz_cylinders *c, const gz_place *p) {
    int i = p->room[0] < p->room[1] ? 0 : 1;
    if (p->part[i] == GZ_FAR_END)
        return gz_place_along(c, unit(wide3_add_scaled(p->n, GZ_DESCENT_TURN, p->tangent[i])));
    gz_place next = *p;
    next.part[i] = GZ_FAR_RIM;
    if (next.part[1 - i] == GZ_FAR_END) next = gz_place_along(c, p->n);
    return next;
}

/* The lowest of some normals between the circles where a side is farthest; n.n is the guess. */
static double lowest_of_samples(const search *s, wide3 *n) {
    static const double lift[] = {0.3, 1, 3};
    const wide3 a = s->c.of[0].axis, b = s->c.of[1].axis;
    const wide3 between[2] = {unit(wide3_add(a, b)), unit(wide3_sub(a, b))};
    double lowest = gz_cylinders_height(&s->c, *n);
    for (int i = 0; i < 2; ++i) {
        double side = wide3_dot(between[i], s->c.shift) > 0 ? -1 : 1;
        for (int k = 0; k < 3; ++k) {
            wide3 sample = unit(wide3_add_scaled(wide3_scale(between[i], side), lift[k], s->m));
            double height = gz_cylinders_height(&s->c, sample);
            if (height >= lowest) continue;
            lowest = height;
            *n = sample;
        }
    }
    return lowest;
}

static void find_minimum(search *s, wide3 guess) {
    gz_place p = gz_place_of_sides(&s->c, s->m);
    keep(s, &p);
    for (int i = 0; i < 2; ++i) {
        p = gz_place_of_end(&s->c, i);
        keep(s, &p);
    }
    wide3 n = unit(guess);
    if (lowest_of_samples(s, &n) < s->best->height)
        descend_from(s, gz_place_along(&s->c, n));
    else if (s->best->room[0] < 0 || s->best->room[1] < 0)
        descend_from(s, beside(&s->c, s->best));
}

/* -- proof ----------------------------------------------------------------------------------------- */

/* The corner that a minimum is good for; false if no more than a point of C. */
static bool corner_of(const search *s, const gz_place *p, wide3 *corner) {
    double cap = gz_place_cap(&s->c, p, s->level, GZ_CYLINDER_FAR / s->level);
    *corner = cap > 0 ? wide3_scale(p->n, s->level * cap) : p->y;
    return cap > 0;
}

/* The first corners: two far out, the minimum's, and two points of C, each toward an end of what is
 * left between the far ones. */
static void first_corners(const search *s, wide3 v[5]) {
    wide3 middle = unit(wide3_sub(s->m, s->toward)), e = wide3_cross(s->m, s->toward);
    double length = wide3_length(e);
    e = length > GZ_CYLINDER_CROSSING ? wide3_scale(e, 1 / length) : s->c.of[0].axis;
    v[0] = wide3_scale(s->m, -GZ_CYLINDER_FAR);
    v[1] = wide3_scale(s->toward, GZ_CYLINDER_FAR);
    corner_of(s, s->best, &v[2]);
    v[3] = gz_cylinders_support(&s->c, wide3_add_scaled(e, GZ_CYLINDER_TILT, middle));
    v[4] = gz_cylinders_support(&s->c, wide3_add_scaled(wide3_neg(e), GZ_CYLINDER_TILT, middle));
}

/* Is the face p q r, counterclockwise seen from outside, far enough? If not, are the three to the point
 * of C farthest above it? */
static bool is_far(const search *s, wide3 p, wide3 q, wide3 r, int splits) {
    wide3 n = wide3_cross(wide3_sub(q, p), wide3_sub(r, p));
    double at_p = wide3_dot(n, p), at_q = wide3_dot(n, q), at_r = wide3_dot(n, r);
    double least = at_q < at_p ? at_q : at_p, enough = s->level * wide3_length(n);
    if (at_r < least) least = at_r;
    if (least >= enough) return true;
    if (splits == 0) return false;
    wide3 y = gz_cylinders_support(&s->c, n);
    return wide3_dot(n, y) >= enough && is_far(s, p, q, y, splits - 1) &&
           is_far(s, q, r, y, splits - 1) && is_far(s, r, p, y, splits - 1);
}

/* Are two pyramids over the first three corners enough, with faces split here and there? Hardly ever
 * where the origin is deep in C. */
static bool are_enough(const search *s, const wide3 v[5]) {
    if (s->level > GZ_CYLINDER_SHALLOW) return false;
    for (int i = 2, j = 0; j < 3; i = j++)
        if (!is_far(s, v[j], v[i], v[3], GZ_CYLINDER_SPLITS) ||
            !is_far(s, v[i], v[j], v[4], GZ_CYLINDER_SPLITS))
            return false;
    return true;
}

static bool add_corner(const search *s, wide3 v, gz_epa_polytope *p) {
    double height;
    int face = gz_epa_farthest_below(p, v, &height);
    if (!(height > GZ_EPA_LEVEL)) return true;
    return gz_epa_expand(p, face, &(gz_epa_point){.y = v}, -HUGE_VAL, s->level);
}

static bool begin_polytope(const search *s, const wide3 v[5], gz_epa_polytope *p) {
    if (!gz_epa_begin(p, v, v, 0) || !add_corner(s, v[4], p)) return false;
    for (int i = 0; i < s->count; ++i) {
        wide3 corner;
        if (&s->known[i] != s->best && corner_of(s, &s->known[i], &corner) && !add_corner(s, corner, p))
            return false;
    }
    return true;
}

typedef enum verdict { PROVEN, LOWER, NOT_PROVEN } verdict;

/* LOWER: a place below the level was found. */
static verdict expand(search *s, gz_epa_polytope *p) {
    for (int round = 0; round < GZ_CYLINDER_ROUNDS; ++round) {
        int face = gz_epa_nearest(p);
        if (face == GZ_EPA_NONE || p->faces[face].distance >= s->level) return PROVEN;
        wide3 n = p->faces[face].normal, y = gz_cylinders_support(&s->c, n);
        if (wide3_dot(n, y) < s->level) {
            if (s->count == MOST_PLACES) return NOT_PROVEN;
            descend_from(s, gz_place_along(&s->c, n));
            return s->best->height < s->level ? LOWER : NOT_PROVEN;
        }
        if (!gz_epa_expand(p, face, &(gz_epa_point){.y = y}, -HUGE_VAL, s->level)) return NOT_PROVEN;
    }
    return NOT_PROVEN;
}

static verdict prove(search *s) {
    wide3 v[5];
    gz_epa_polytope p;
    first_corners(s, v);
    if (are_enough(s, v)) return PROVEN;
    return begin_polytope(s, v, &p) ? expand(s, &p) : NOT_PROVEN;
}

/* -- answer ---------------------------------------------------------------------------------------- */

/* m is upright on both axes to the last digit, however small their angle. */
static bool find_symmetry(search *s) {
    const wide3 a = s->c.of[0].axis, b = s->c.of[1].axis;
    wide3 m = wide3_cross(a, b);
    double sine = wide3_length(m), k = wide3_dot(a, b), between = wide3_length(s->c.shift);
    if (!(sine > GZ_CYLINDER_CROSSING)) return false;
    m = wide3_scale(m, (wide3_dot(m, s->c.shift) > 0 ? -1 : 1) / sine);
    double at_a = wide3_dot(m, a), at_b = wide3_dot(m, b), squared = sine * sine;
    m = wide3_add_scaled(m, (k * at_b - at_a) / squared, a);
    m = wide3_add_scaled(m, (k * at_a - at_b) / squared, b);
    s->m = unit(m);
    s->toward = between > s->c.flat ? wide3_scale(s->c.shift, 1 / between) : a;
    return true;
}

static gz_cylinder cylinder_of(const gz_summand *s) {
    return (gz_cylinder){s->axis[0], s->radius, s->half[0]};
}

/* As the support mappings see it. */
static double true_height(gz_pair *pair, wide3 n) {
    wide3 a;
    return wide3_dot(n, gz_pair_support(pair, gz_pair_direction(wide3_neg(n)), &a));
}

/* The least height, and a bound as near to it as the goal asks. */
static gz_depth_end find_depth(search *s, gz_pair *pair, const gz_goal *goal, gz_depth *out) {
    const double slack = (double)GZ_WITNESS_SLACK * pair->error;
    for (verdict found = LOWER; found == LOWER;) {
        double upper = s->best->height, width = goal->rel * (upper - goal->shift);
        *out = (gz_depth){.upper = upper, .normal = s->best->n};
        if (upper < -(double)GZ_TOUCHING_SHARE * pair->error - slack) return GZ_DEPTH_APART;
        if (width < goal->abs) width = goal->abs;
        s->level = out->lower = upper - (width > slack ? width : slack);
        if (!(s->level > pair->error)) return GZ_DEPTH_NONE;
        found = prove(s);
        if (found == NOT_PROVEN) return GZ_DEPTH_NONE;
    }
    return GZ_DEPTH_FOUND;
}

gz_depth_end gz_cylinder_depth(gz_pair *pair, wide3 start, const gz_goal *goal, gz_depth *out) {
    gz_summand a, b;
    if (!gz_summand_of(&pair->a, false, &a) || a.kind != GZ_SUMMAND_CYLINDER) return GZ_DEPTH_NONE;
    if (!gz_summand_of(&pair->b, true, &b) || b.kind != GZ_SUMMAND_CYLINDER) return GZ_DEPTH_NONE;
    if (a.off + b.off > GZ_AXIAL_SHARE * pair->error) return GZ_DEPTH_NONE;
    const double slack = (double)GZ_WITNESS_SLACK * pair->error;
    search s;
    s.c = (gz_cylinders){.of = {cylinder_of(&a), cylinder_of(&b)}, .flat = slack / 4};
    s.c.shift = wide3_add(pair->offset, wide3_sub(a.center, b.center));
    s.count = 0;
    if (!find_symmetry(&s)) return GZ_DEPTH_NONE;
    find_minimum(&s, wide3_neg(start));
    gz_depth_end end = find_depth(&s, pair, goal, out);
    if (end == GZ_DEPTH_NONE || true_height(pair, out->normal) > out->upper + slack)
        return GZ_DEPTH_NONE;
    if (end == GZ_DEPTH_APART) return end;
    wide3 p, sum = wide3_add_scaled(wide3_neg(s.c.shift), out->lower, out->normal);
    if (!gz_summands_point(&a, &b, out->normal, sum, slack, &p))
        return gz_depth_witnesses(pair, out->lower, out->normal, out) ? GZ_DEPTH_FOUND : GZ_DEPTH_NONE;
    out->a = wide3_add(a.center, p);
    out->b = wide3_add_scaled(out->a, -out->lower, out->normal);
    return GZ_DEPTH_FOUND;
}
