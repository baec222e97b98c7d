/* SPDX-License-Identifier: MIT
 *
 * Two bodies of revolution with parallel axes: C = A - B + offset is one too. Let u be the common axis
 * and e the unit vector across it along which the axis of C leads to the origin. The support function
 * of C is h(n) = f(|n across|, n . u) + offset . n, so its least value is attained in the plane of u
 * and e, by some n = c e + s u with c >= 0: the nearest boundary point lies on the half profile of C,
 * which is the sum of the two half profiles, a convex chain from the top of the axis to its bottom.
 * Profiles without arcs have at most three edges each: their sum is merged from these and every edge
 * looked at. Those with arcs are left to the expanding polytope of the plane. */
#include "convex/axial_depth.h"

#include "base/tolerance.h"
#include "convex/epa2d.h"
#include "convex/point_depth.h"
#include "convex/query.h"
#include "convex/revolution.h"
#include "convex/trace.h"

static double positive(double x) { return x > 0 ? x : 0; }
static wide3 unit(wide3 v) { return wide3_scale(v, 1 / wide3_length(v)); }

/* Two bodies whose axes are taken for parallel, in the plane of u and e: the profile of C is that of A
 * plus that of -B plus `shift`. */
typedef struct planar_pair {
    gz_figure figure; /* of C's profile, less the ball; first, see figure_of */
    const gz_revolution *a, *b;
    bool a_down, b_down; /* the axis of A, of -B, points against u */
    wide3 u, e;
    gz_planar shift;
    double ball; /* the radius of a ball that the arcs of the two contain as a summand */
    const gz_pair *pair;
    const gz_goal *goal;
    double motion; /* how far the pair is from being like that */
} planar_pair;

/* The answer in the plane: witness points of A and of -B, their sum and the shift is lower * normal. */
typedef struct planar_answer {
    gz_planar normal, a, b;
    double lower, upper;
    int rounds;
    bool complete;
} planar_answer;

/* -- profiles ----------------------------------------------------------------------------------- */

/* The corners of a half profile from top to bottom. An ellipse is not made of corners. */
static int corners(const gz_revolution *r, bool down, gz_planar p[4]) {
    double h = r->half, top = 0, bottom = 0; /* radii at the ends */
    switch (r->profile) {
    case GZ_PROFILE_CYLINDER:
        top = bottom = r->radius;
        break;
    case GZ_PROFILE_CONE:
        top = down ? r->radius : 0;
        bottom = r->radius - top;
        break;
    default:
        break;
    }
    int count = 0;
    p[count++] = (gz_planar){0, h};
    if (top > 0) p[count++] = (gz_planar){top, h};
    if (bottom > 0) p[count++] = (gz_planar){bottom, -h};
    if (h > 0 || top > 0 || bottom > 0) p[count++] = (gz_planar){0, -h};
    return count;
}

/* The profile's support point along n, n.x >= 0. */
static gz_planar profile_support(const gz_revolution *r, bool down, gz_planar n) {
    double h = r->half, radius = r->radius;
    double up = down ? -1 : 1;
    switch (r->profile) {
    case GZ_PROFILE_CYLINDER:
        return (gz_planar){radius, n.y < 0 ? -h : h};
    case GZ_PROFILE_CONE:
        if (2 * h * (n.y * up) > radius * n.x) return (gz_planar){0, up * h};
        return (gz_planar){radius, -up * h};
    case GZ_PROFILE_ELLIPSE: {
        gz_planar v = {radius * n.x, h * n.y};
        double length = sqrt(gz_planar_dot(v, v));
        if (!(length > 0)) return (gz_planar){0, 0};
        return (gz_planar){radius * (v.x / length), h * (v.y / length)};
    }
    default:
        return (gz_planar){0, n.y < 0 ? -h : h};
    }
}

/* The least radius of curvature of an ellipse: a disc of that radius is a summand of it, and what is
 * left of an almost round one is small. */
static double summand(const gz_revolution *r) {
    if (r->profile != GZ_PROFILE_ELLIPSE) return 0;
    double least = r->radius < r->half ? r->radius : r->half;
    double most = r->radius < r->half ? r->half : r->radius;
    return least * (least / most);
}

/* -- without arcs: the edges of the sum (closed form) -------------------------------------------- */

/* Does the edge p come before q on the way from top to bottom, clockwise? */
static bool comes_first(gz_planar p, gz_planar q) {
    double cross = gz_planar_cross(p, q);
    return cross < 0 || (cross == 0 && p.x >= q.x);
}

/* Is this edge the nearest so far? As in epa2d.c, what the foot of the origin is beside the edge counts
 * as height. from is its first corner; on_a, on_b are the corners of the profiles that add up to it. */
static void try_edge(gz_planar from, gz_planar edge, bool edge_of_a, gz_planar on_a, gz_planar on_b,
                     double *least, planar_answer *best) {
    double length = sqrt(gz_planar_dot(edge, edge));
    if (!(length > 0)) return;
    gz_planar along = {edge.x / length, edge.y / length}, n = {-along.y, along.x};
    double at = -gz_planar_dot(from, along);
    double beside = at < 0 ? -at : at > length ? at - length : 0;
    double height = gz_planar_dot(n, from);
    if (!(height + beside < *least)) return;
    *least = height + beside;
    double share = at < 0 ? 0 : at > length ? 1 : at / length;
    best->normal = n;
    best->lower = best->upper = positive(height);
    best->a = edge_of_a ? gz_planar_add_scaled(on_a, share, edge) : on_a;
    best->b = edge_of_a ? on_b : gz_planar_add_scaled(on_b, share, edge);
}

static bool straight_depth(const planar_pair *plane, planar_answer *best) {
    gz_planar pa[4], pb[4];
    int count_a = corners(plane->a, plane->a_down, pa);
    int count_b = corners(plane->b, plane->b_down, pb);
    double least = HUGE_VAL;
    int i = 0, j = 0;
    while (i < count_a - 1 || j < count_b - 1) {
        gz_planar from = {pa[i].x + pb[j].x + plane->shift.x, pa[i].y + pb[j].y + plane->shift.y};
        gz_planar edge_a = {0, 0}, edge_b = {0, 0};
        if (i < count_a - 1) edge_a = gz_planar_sub(pa[i + 1], pa[i]);
        if (j < count_b - 1) edge_b = gz_planar_sub(pb[j + 1], pb[j]);
        bool of_a = j == count_b - 1 || (i < count_a - 1 && comes_first(edge_a, edge_b));
        try_edge(from, of_a ? edge_a : edge_b, of_a, pa[i], pb[j], &least, best);
        if (of_a)
            ++i;
        else
            ++j;
    }
    best->complete = true;
    return least < HUGE_VAL;
}

/* -- with arcs: the expanding polytope in the plane (E1) ----------------------------------------- */

static const planar_pair *pair_of(const void *figure) { return (const planar_pair *)figure; }

static gz_planar support_a(const planar_pair *plane, gz_planar n) {
    return profile_support(plane->a, plane->a_down, n);
}
static gz_planar support_b(const planar_pair *plane, gz_planar n) {
    return profile_support(plane->b, plane->b_down, n);
}

static gz_planar figure_support(const void *figure, gz_planar n) {
    const planar_pair *plane = pair_of(figure);
    gz_planar a = support_a(plane, n), b = support_b(plane, n);
    gz_planar sum = {a.x + b.x + plane->shift.x, a.y + b.y + plane->shift.y};
    return gz_planar_add_scaled(sum, -plane->ball, n);
}

static bool figure_narrow(const void *figure, double lower, double upper) {
    const planar_pair *plane = pair_of(figure);
    return gz_depth_narrow(lower + plane->ball, upper + plane->ball, plane->goal);
}

static wide3 in_space(const planar_pair *plane, gz_planar p) {
    return wide3_add_scaled(wide3_scale(plane->e, p.x), p.y, plane->u);
}

/* A point of the figure as one of C: with its part of the ball. */
static wide3 shown(const planar_pair *plane, gz_planar y, gz_planar n) {
    return in_space(plane, gz_planar_add_scaled(y, plane->ball, n));
}

static bool figure_watch(const void *figure, const gz_epa2d *state) {
    const planar_pair *plane = pair_of(figure);
    const gz_arc *arc = &state->arc;
    const gz_simplex edge = {.y = {shown(plane, arc->y0, arc->n0), shown(plane, arc->y1, arc->n1)},
                             .count = 2};
    double lower = positive(arc->bound + plane->ball);
    const gz_trace_round round = {
        .phase = GRAZE_TRACE_DEPTH,
        .round = state->rounds,
        .closest = wide3_scale(in_space(plane, arc->normal), lower),
        .lower = lower,
        .upper = positive(state->least + plane->ball),
        .scale = plane->pair->scale,
    };
    wide3 support = shown(plane, state->w, arc->normal);
    return gz_trace_show(plane->goal->trace, &edge, support, &round) == GRAZE_CONTINUE;
}

/* The flat top or bottom, side = 1 or -1: the edge from the axis to the rim. */
static void try_cap(const planar_pair *plane, double side, double *least, planar_answer *best) {
    gz_planar n = {0, side}, a = support_a(plane, n), b = support_b(plane, n);
    double rim = a.x + b.x, at = -plane->shift.x; /* the foot is at that radius */
    double beside = at > rim ? at - rim : 0, height = side * (a.y + b.y + plane->shift.y);
    if (!(height + beside < *least)) return;
    *least = height + beside;
    double share = rim > 0 && at < rim ? at / rim : 1;
    a.x *= share;
    b.x *= share;
    double depth = positive(height);
    *best =
        (planar_answer){.normal = n, .a = a, .b = b, .lower = depth, .upper = depth, .complete = true};
}

static void curved_depth(planar_pair *plane, planar_answer *best) {
    static const gz_planar fan[3] = {{0, 1}, {1, 0}, {0, -1}};
    plane->ball = summand(plane->a) + summand(plane->b);
    plane->figure =
        (gz_figure){figure_support, figure_narrow, plane->goal->trace ? figure_watch : NULL};
    double least = HUGE_VAL;
    try_cap(plane, 1, &least, best);
    try_cap(plane, -1, &least, best);
    gz_epa2d epa = gz_epa2d_run(&plane->figure, fan, 3, least - plane->ball, plane->goal->rounds);
    best->rounds = epa.rounds < plane->goal->rounds ? epa.rounds : plane->goal->rounds;
    if (epa.end == GZ_EPA2D_NOTHING) return;
    const gz_arc *arc = &epa.arc;
    double part = plane->ball;
    best->normal = arc->normal;
    best->lower = positive(arc->bound + part);
    best->upper = positive(epa.upper + part);
    best->complete = epa.end == GZ_EPA2D_FOUND;
    /* The points of A behind the ends of the edge are moved in by their part of the ball and out again
     * along the edge's normal. */
    double ball_a = summand(plane->a), ball_b = summand(plane->b);
    gz_planar a0 = gz_planar_add_scaled(support_a(plane, arc->n0), -ball_a, arc->n0);
    gz_planar a1 = gz_planar_add_scaled(support_a(plane, arc->n1), -ball_a, arc->n1);
    gz_planar b0 = gz_planar_add_scaled(support_b(plane, arc->n0), -ball_b, arc->n0);
    gz_planar b1 = gz_planar_add_scaled(support_b(plane, arc->n1), -ball_b, arc->n1);
    best->a = gz_planar_add_scaled(a0, arc->share, gz_planar_sub(a1, a0));
    best->b = gz_planar_add_scaled(b0, arc->share, gz_planar_sub(b1, b0));
    best->a = gz_planar_add_scaled(best->a, ball_a, arc->normal);
    best->b = gz_planar_add_scaled(best->b, ball_b, arc->normal);
}

/* -- from space to the plane and back ------------------------------------------------------------ */

/* Some unit vector across u. */
static wide3 across(wide3 u) {
    double x = fabs(u.x), y = fabs(u.y), z = fabs(u.z);
    wide3 axis = x <= y && x <= z ? wide3_make(1, 0, 0)
                 : y <= z         ? wide3_make(0, 1, 0)
                                  : wide3_make(0, 0, 1);
    return unit(wide3_cross(u, axis));
}

/* v without its part along the unit vector u; twice, for the first time leaves roundings of v. */
static wide3 rejected(wide3 v, wide3 u) {
    v = wide3_add_scaled(v, -wide3_dot(v, u), u);
    return wide3_add_scaled(v, -wide3_dot(v, u), u);
}

/* How far turning a body about its centre moves its boundary at most, if the chord of the angle is
 * given: an ellipsoid always stays between the balls of its radii. */
static double turned_by(const gz_revolution *r, double chord) {
    double way = chord * gz_revolution_reach(r), spread = fabs(r->radius - r->half);
    return r->profile == GZ_PROFILE_ELLIPSE && spread < way ? spread : way;
}

/* The plane of two bodies, not both points. If their axes are not parallel, the one that this changes
 * less is taken to be turned until they are. */
static planar_pair make_plane(const gz_pair *pair, const gz_revolution *a, const gz_revolution *b,
                              const gz_goal *goal) {
    planar_pair plane = {.a = a, .b = b, .pair = pair, .goal = goal, .motion = a->off + b->off};
    plane.u = a->profile == GZ_PROFILE_POINT ? b->axis : a->axis;
    if (a->profile != GZ_PROFILE_POINT && b->profile != GZ_PROFILE_POINT) {
        wide3 turned = wide3_dot(a->axis, b->axis) < 0 ? wide3_neg(b->axis) : b->axis;
        double chord = wide3_length(wide3_sub(a->axis, turned));
        double move_a = turned_by(a, chord), move_b = turned_by(b, chord);
        if (move_a < move_b) plane.u = b->axis;
        plane.motion += move_a < move_b ? move_a : move_b;
    }
    plane.a_down = wide3_dot(a->axis, plane.u) < 0;
    plane.b_down = wide3_dot(b->axis, plane.u) > 0;
    wide3 shift = wide3_add(pair->offset, wide3_sub(a->center, b->center));
    wide3 aside = rejected(shift, plane.u);
    double distance = wide3_length(aside);
    plane.shift.y = wide3_dot(shift, plane.u);
    if (distance > GZ_AXIAL_SHARE / 4 * pair->error) {
        plane.e = wide3_scale(aside, -1 / distance);
        plane.shift.x = -distance;
    } else {
        plane.e = across(plane.u); /* coaxial: any direction will do */
    }
    return plane;
}

/* C, moved by depth * n, contains the origin. The rounds do not count: the bounds are known by then. */
bool gz_depth_witnesses(gz_pair *pair, double depth, wide3 n, gz_depth *out) {
    const wide3 offset = pair->offset;
    gz_goal ask = {.near = (double)GZ_TOUCHING_SHARE * pair->error,
                   .far = HUGE_VAL,
                   .abs = (double)GZ_TOUCHING_SHARE / 2 * pair->error,
                   .rounds = GZ_GJK_ITERATIONS};
    const wide3 side = across(n), starts[3] = {wide3_neg(n), side, wide3_cross(n, side)};
    bool found = false;
    pair->warm.count = 0;
    pair->offset = wide3_add_scaled(offset, -depth, n);
    /* So close to the boundary a run may get stuck; one from elsewhere takes another way. */
    for (int i = 0; i < 3 && !found; ++i) {
        gz_gjk gjk;
        gz_gjk_run(pair, starts[i], &ask, &gjk);
        found = gjk.simplex.count == 4 || gjk.upper <= pair->error;
        out->a = gz_gjk_common_point(pair, &gjk);
    }
    out->b = wide3_add_scaled(out->a, -depth, n);
    pair->offset = offset;
    return found;
}

/* The pair is not quite what the plane says, but within `motion` of it: so is its depth. */
static gz_depth_end nearly(const planar_pair *plane, gz_pair *pair, const gz_goal *goal,
                           gz_depth *out) {
    wide3 v = gz_pair_direction(wide3_neg(out->normal)), a;
    double length = wide3_length(v);
    wide3 w = gz_pair_support(pair, v, &a);
    out->normal = wide3_scale(v, -1 / length);
    out->lower = positive(out->lower - plane->motion);
    out->upper = positive(-wide3_dot(v, w) / length);
    if (out->upper < out->lower) out->lower = out->upper;
    bool fine = gz_depth_narrow(out->lower, out->upper, goal);
    if (!fine && out->upper - out->lower > pair->error) return GZ_DEPTH_NONE;
    return gz_depth_witnesses(pair, out->lower, out->normal, out) ? GZ_DEPTH_FOUND : GZ_DEPTH_NONE;
}

static gz_depth_end parallel_depth(gz_pair *pair, const gz_revolution *a, const gz_revolution *b,
                                   const gz_goal *goal, gz_depth *out) {
    planar_pair plane = make_plane(pair, a, b, goal);
    double reach = gz_revolution_reach(a) + gz_revolution_reach(b);
    bool exact = plane.motion <= GZ_AXIAL_SHARE * pair->error;
    /* A motion so large that the answer would not be narrow enough anyway. */
    if (plane.motion > pair->error && plane.motion > goal->abs &&
        plane.motion > goal->rel * (reach - goal->shift))
        return GZ_DEPTH_NONE;
    gz_goal sharper = *goal; /* leaves most of the width asked for to the motion */
    if (!exact) {
        sharper.rel /= 4;
        plane.goal = &sharper;
    }
    planar_answer best = {.complete = true};
    if (a->profile == GZ_PROFILE_ELLIPSE || b->profile == GZ_PROFILE_ELLIPSE)
        curved_depth(&plane, &best);
    else if (!straight_depth(&plane, &best))
        return GZ_DEPTH_NONE;
    *out = (gz_depth){.lower = best.lower, .upper = best.upper, .rounds = best.rounds};
    out->normal = unit(in_space(&plane, best.normal));
    if (!exact) return nearly(&plane, pair, goal, out);
    out->a = wide3_add(a->center, in_space(&plane, best.a));
    out->b = wide3_add_scaled(out->a, -out->lower, out->normal);
    return best.complete ? GZ_DEPTH_FOUND : GZ_DEPTH_LIMIT;
}

/* -- flat pairs ---------------------------------------------------------------------------------- */

/* Points and segments that meet: C is a parallelogram, a segment or a point through the origin, which
 * leaves it upright. Of two segments almost parallel the cross product may be far off upright, but only
 * along the longer one: it is made upright on that again. */
static gz_depth_end flat_depth(gz_pair *pair, const gz_revolution *a, const gz_revolution *b,
                               gz_depth *out) {
    wide3 shift = wide3_add(pair->offset, wide3_sub(a->center, b->center));
    wide3 u = a->half >= b->half ? a->axis : b->axis, n;
    double length = wide3_length(shift);
    if (a->half > 0 || b->half > 0) {
        n = rejected(wide3_cross(a->axis, b->axis), u);
        n = wide3_length_squared(n) > 0 ? unit(rejected(unit(n), u)) : across(u);
    } else {
        n = length > 0 ? wide3_scale(shift, -1 / length) : wide3_make(1, 0, 0);
    }
    if (wide3_dot(n, shift) > 0) n = wide3_neg(n);
    double height = fabs(wide3_dot(n, a->axis)) * a->half + fabs(wide3_dot(n, b->axis)) * b->half;
    *out = (gz_depth){.upper = positive(height + wide3_dot(n, shift)), .normal = n};
    return gz_depth_witnesses(pair, 0, n, out) ? GZ_DEPTH_FOUND : GZ_DEPTH_NONE;
}

static bool is_flat(const gz_revolution *r) {
    return r->profile == GZ_PROFILE_POINT || r->profile == GZ_PROFILE_SEGMENT;
}

/* A flat ellipsoid may be taken for a thick segment: not here, where segments have no thickness. */
static bool body_of(const gz_pair *pair, const gz_operand *operand, gz_revolution *out) {
    return gz_revolution_of(operand, out) &&
           (!is_flat(out) || out->off <= GZ_AXIAL_SHARE * pair->error);
}

static gz_depth_end depth_of(gz_pair *pair, const gz_goal *goal, gz_depth *out) {
    gz_revolution a, b;
    bool is_a = body_of(pair, &pair->a, &a), is_b = body_of(pair, &pair->b, &b);
    gz_depth_end end = GZ_DEPTH_NONE;
    if (is_b && b.profile == GZ_PROFILE_POINT) end = gz_point_depth(pair, true, b.center, goal, out);
    if (end == GZ_DEPTH_NONE && is_a && a.profile == GZ_PROFILE_POINT)
        end = gz_point_depth(pair, false, a.center, goal, out);
    if (end != GZ_DEPTH_NONE || !is_a || !is_b) return end;
    if (is_flat(&a) && is_flat(&b)) return flat_depth(pair, &a, &b, out);
    return parallel_depth(pair, &a, &b, goal, out);
}

/* Whoever has no rounds left gets what there is, but it counts as cut short. */
gz_depth_end gz_axial_depth(gz_pair *pair, const gz_goal *goal, gz_depth *out) {
    gz_depth_end end = depth_of(pair, goal, out);
    return end == GZ_DEPTH_FOUND && goal->rounds <= 0 ? GZ_DEPTH_LIMIT : end;
}
