/* SPDX-License-Identifier: MIT */
#include "oracle/proof.h"

#include <math.h>

#include "base/tolerance.h"
#include "convex/pair.h"
#include "math/rounding.h"

/* What the frame's own rotation may be off a unit length (GZ_ORTHOGONAL), and the rounding of three
 * components. */
#define UNIT_SLACK ((GZ_ORTHOGONAL + 4) * GRAZE_EPSILON)

/* Up to this part of E apart the answer must be yes. The library says yes up to a half of the distance
 * it computes; the rest is left to its roundings. */
#define NO_BAND 8

static bool is_ground(const placed_body *p) { return !p->body->solid; }

bool proof_has_ground(const proof_pair *p) { return is_ground(&p->seen_a) || is_ground(&p->seen_b); }

/* -- what is known -- */

static long double reach_of(const placed_body *p) {
    if (!is_ground(p)) return placed_body_reach(p);
    return fabsl(placed_ground_distance(p, p->origin) + p->margin) + p->margin;
}

/* E may be at most 64 roundings of the size, beside the support errors that the shapes state, and is at
 * least the least number there is, also of points. */
static long double error_allowed(const proof_pair *p) {
    long double support = 0;
    if (!is_ground(&p->seen_a))
        support +=
            placed_body_stretch(&p->seen_a) * (long double)graze_shape_support_error(p->a->shape);
    if (!is_ground(&p->seen_b))
        support +=
            placed_body_stretch(&p->seen_b) * (long double)graze_shape_support_error(p->b->shape);
    return 64 * (long double)GRAZE_EPSILON * p->size + support + (long double)gz_next_up(0);
}

/* The half-space queries do not hand out their E: it is taken at what it may be. */
static long double error_of(const proof_pair *p) {
    gz_pair pair;
    if (proof_has_ground(p)) return error_allowed(p);
    if (gz_pair_make(p->a, p->b, &pair) != GRAZE_OK) return -1;
    return (long double)pair.error / (long double)pair.scale;
}

static void measure_ground(proof_pair *p, const placed_body *ground, const placed_body *other) {
    ld3 low = placed_body_support(other, ld3_scale(placed_ground_normal(ground), -1));
    p->over_ground = placed_ground_distance(ground, low);
    p->distance.lower = p->distance.upper = fmaxl(p->over_ground, 0);
}

const char *proof_pair_make(const pair_case *c, proof_pair *p) {
    *p = (proof_pair){.a = &c->a, .b = &c->b, .seen_a = c->seen_a, .seen_b = c->seen_b};
    p->size = reach_of(&p->seen_a) + reach_of(&p->seen_b) + ld3_length(p->seen_b.origin);
    p->noise = 0x1p-58L * p->size;
    p->error = error_of(p);
    if (is_ground(&p->seen_a))
        measure_ground(p, &p->seen_a, &p->seen_b);
    else if (is_ground(&p->seen_b))
        measure_ground(p, &p->seen_b, &p->seen_a);
    else
        p->distance = oracle_body_distance(&p->seen_a, &p->seen_b, (oracle_goal){p->error / 16, -1});
    if (p->error < 0) return "the pair was refused";
    if (p->error > error_allowed(p)) return "E is larger than it may be";
    if (p->distance.upper - p->distance.lower > p->error) return "the oracle found no bracket";
    return NULL;
}

/* -- points and directions -- */

long double proof_world_rounding(graze_vec3 x) {
    return (long double)GRAZE_EPSILON * ld3_length(ld3_from(x));
}

bool proof_is_near(const proof_pair *p, const placed_body *other, graze_vec3 world, long double slack) {
    ld3 x = ld3_sub(ld3_from(world), ld3_from(p->a->pose.origin));
    slack += proof_world_rounding(world) + p->noise;
    if (is_ground(other)) return placed_ground_distance(other, x) <= slack;
    return oracle_point_distance(other, x, (oracle_goal){p->noise, slack}).upper <= slack;
}

bool proof_is_unit(graze_vec3 n) { return fabsl(ld3_length(ld3_from(n)) - 1) <= UNIT_SLACK; }

long double proof_gap(const proof_pair *p, graze_vec3 axis) {
    bool ground_a = is_ground(&p->seen_a);
    if (!proof_has_ground(p)) return oracle_gap(&p->seen_a, &p->seen_b, ld3_from(axis));
    ld3 n = placed_ground_normal(ground_a ? &p->seen_a : &p->seen_b);
    ld3 given = ground_a ? ld3_from(axis) : ld3_scale(ld3_from(axis), -1);
    if (ld3_length(ld3_sub(n, given)) > 256 * (long double)GRAZE_EPSILON) return -INFINITY;
    return p->over_ground;
}

/* -- the answers -- */

static const char *proof_common_point(const proof_pair *p, graze_vec3 x, long double slack) {
    if (!proof_is_near(p, &p->seen_a, x, slack)) return "the common point is not in A";
    if (!proof_is_near(p, &p->seen_b, x, slack)) return "the common point is not in B";
    return NULL;
}

static const char *proof_together(const proof_pair *p, const graze_separation *s) {
    if (s->distance != 0 || s->lower != 0) return "touching or overlapping, yet a distance";
    if (!(s->upper >= 0) || (s->end == GRAZE_OVERLAP && s->upper != 0)) return "overlap with an upper";
    if ((long double)s->upper + p->noise < p->distance.lower) return "upper below the distance";
    if (!graze_vec3_equal(s->point_a, s->point_b)) return "two common points";
    return proof_common_point(p, s->point_a, p->error);
}

static const char *proof_apart(const proof_pair *p, const graze_separation *s) {
    if (!(s->lower >= 0 && s->lower <= s->distance && s->distance <= s->upper))
        return "bounds in disorder";
    if (proof_gap(p, s->normal) < (long double)s->lower - p->noise)
        return "normal does not prove lower";
    if (p->distance.upper < (long double)s->lower - p->noise) return "lower above the distance";
    if (p->distance.lower > (long double)s->upper + p->noise) return "upper below the distance";
    ld3 between = ld3_sub(ld3_from(s->point_b), ld3_from(s->point_a));
    long double rounding =
        proof_world_rounding(s->point_a) + proof_world_rounding(s->point_b) + p->noise;
    if (ld3_length(between) > (long double)s->upper + rounding) return "points farther than upper";
    ld3 off = ld3_sub(between, ld3_scale(ld3_from(s->normal), (long double)s->distance));
    if (ld3_length(off) > p->error + rounding) return "points not along the normal";
    if (!proof_is_near(p, &p->seen_a, s->point_a, p->error)) return "witness not in A";
    if (!proof_is_near(p, &p->seen_b, s->point_b, p->error)) return "witness not in B";
    return NULL;
}

const char *proof_separation(const proof_pair *p, const graze_separation *s) {
    if (!proof_is_unit(s->normal)) return "normal not unit";
    bool together = s->end == GRAZE_OVERLAP || s->end == GRAZE_TOUCHING;
    return together ? proof_together(p, s) : proof_apart(p, s);
}

const char *proof_intersection(const proof_pair *p, graze_real within, const graze_intersection *i) {
    long double d = (long double)within;
    if (i->intersecting) {
        if (i->end != GRAZE_OVERLAP && i->end != GRAZE_TOUCHING) return "intersecting with another end";
        if (i->end == GRAZE_OVERLAP && p->distance.lower > d + p->noise) return "not as near as said";
        return proof_common_point(p, i->point, d / 2 + p->error);
    }
    if (!proof_is_unit(i->axis)) return "axis not unit";
    if (!(i->lower >= 0)) return "negative lower";
    if (proof_gap(p, i->axis) < (long double)i->lower - p->noise) return "axis does not prove lower";
    if ((long double)i->lower < d - 2 * p->error) return "axis does not show more than asked";
    return NULL;
}

/* -- casts -- */

/* The distance of B from what A covers until t. */
static oracle_bracket swept_distance(const proof_pair *p, graze_vec3 motion, long double t) {
    placed_body swept = p->seen_a;
    swept.sweep = ld3_scale(ld3_from(motion), t);
    return oracle_body_distance(&swept, &p->seen_b, (oracle_goal){p->error / 64, -1});
}

static const char *proof_contact_point(const proof_pair *p, graze_vec3 motion,
                                       const graze_cast_result *r) {
    /* t is rounded, and between its bounds: so far A may be from where the contact is. */
    long double way =
        ld3_length(ld3_from(motion)) *
        ((long double)(r->upper - r->lower) + 4 * (long double)GRAZE_EPSILON * (long double)r->t);
    placed_body arrived = p->seen_a;
    arrived.origin = ld3_add(arrived.origin, ld3_scale(ld3_from(motion), (long double)r->t));
    if (!proof_is_near(p, &p->seen_b, r->point, 2 * p->error + way)) return "point of contact not in B";
    if (!proof_is_near(p, &arrived, r->point, 2 * p->error + way))
        return "point of contact not in A at t";
    return NULL;
}

const char *proof_cast(const proof_pair *p, graze_vec3 motion, const graze_cast_result *r) {
    /* Of what is swept, not of a motion that would lead far beyond. */
    long double noise = p->noise + 0x1p-60L * ld3_length(ld3_from(motion)) * (long double)r->upper;
    if (!r->hit) {
        if (r->end != GRAZE_SEPARATED) return "no hit, with another end";
        return NULL;
    }
    if (!(0 <= r->lower && r->lower <= r->t && r->t <= r->upper)) return "times in disorder";
    if (r->end == GRAZE_OVERLAP) {
        if (p->distance.lower > p->noise) return "no overlap at the start";
        return proof_common_point(p, r->point, p->error);
    }
    if (!proof_is_unit(r->normal)) return "normal not unit";
    long double before = (long double)r->lower * (1 - 4 * (long double)GRAZE_EPSILON);
    if (before > 0 && swept_distance(p, motion, before).upper <= noise) return "contact before lower";
    bool grazing = r->end == GRAZE_TOUCHING;
    long double apart = swept_distance(p, motion, (long double)(grazing ? r->t : r->upper)).lower;
    if (apart > noise + (grazing ? 2 * p->error : 0)) return "no contact by upper";
    return proof_contact_point(p, motion, r);
}

bool proof_is_wrong(const proof_pair *p, graze_real within, bool answer) {
    long double d = (long double)within;
    return answer ? p->distance.lower > d + p->error + p->noise
                  : p->distance.upper <= d + p->error / NO_BAND + p->noise;
}

long double proof_width_asked(const proof_pair *p, long double rel, const graze_separation *s) {
    /* The ends are rounded once more each, outward. */
    long double ends = 4 * (long double)GRAZE_EPSILON * (long double)s->upper;
    return fmaxl(rel * (long double)s->upper, p->error) + 2 * p->error + ends;
}
