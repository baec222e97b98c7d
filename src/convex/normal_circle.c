/* SPDX-License-Identifier: MIT */
#include "convex/normal_circle.h"

#include "base/tolerance.h"

/* A quarter turn counterclockwise. */
static gz_planar turned(gz_planar v) { return (gz_planar){-v.y, v.x}; }
static gz_planar scaled(gz_planar v, double s) { return (gz_planar){v.x * s, v.y * s}; }
static gz_planar sum(gz_planar v, gz_planar w) { return (gz_planar){v.x + w.x, v.y + w.y}; }
static gz_planar unit(gz_planar v) { return scaled(v, 1 / sqrt(gz_planar_dot(v, v))); }

static wide3 in_space(const gz_normal_circle *c, gz_planar n) {
    return wide3_add_scaled(wide3_scale(c->s, n.x), n.y, c->t);
}

/* -- kinks --------------------------------------------------------------------------------------- */

/* The rim's point along n: cross is that of the axis and n, squared what n has across the axis,
 * squared. Its direction, n - (axis . n) axis, is written such that nothing cancels where n is near the
 * axis. */
static gz_circle_node node_at(const gz_normal_circle *c, gz_planar n, double cross, double squared) {
    gz_circle_node node = {.n = n, .rho = c->disc};
    if (!(squared > 0)) return node;
    double share = c->radius / sqrt(squared), along = c->along * c->along;
    node.rho += share * (along / squared);
    node.rim = scaled(gz_planar_add_scaled(scaled(n, along), cross, turned(c->axis)), share);
    return node;
}

static gz_circle_node node_along(const gz_normal_circle *c, gz_planar n) {
    double cross = gz_planar_cross(c->axis, n);
    return node_at(c, n, cross, c->along * c->along + cross * cross);
}

static gz_circle_node opposite(const gz_circle_node *node) {
    return (gz_circle_node){scaled(node->n, -1), scaled(node->rim, -1), node->rho};
}

/* Adds a node; what follows it has this corner of the rectangle, and this end of the axis. */
static void add(gz_normal_circle *c, gz_circle_node node, double x, double y, double end, bool round) {
    gz_circle_arc *arc = &c->arcs[c->count];
    gz_planar corner = {c->shift.x + x * c->half.x, c->shift.y + y * c->half.y};
    arc->corner = gz_planar_add_scaled(corner, end * c->height, c->axis);
    arc->round = round;
    c->nodes[c->count++] = node;
}

/* A cone's tip takes the place of its rim between the two normals that have the share sine along the
 * axis. False if there are none. */
static bool find_slope(const gz_normal_circle *c, double across, gz_planar ahead,
                       gz_circle_node *before, gz_circle_node *after) {
    if (!(c->sine > 0 && c->sine < across)) return false;
    double cosine = c->sine / across, rest = sqrt((1 - cosine) * (1 + cosine));
    double squared = c->cosine * c->cosine;
    gz_planar foot = scaled(ahead, cosine), aside = turned(ahead);
    *before = node_at(c, gz_planar_add_scaled(foot, -rest, aside), -rest * across, squared);
    *after = node_at(c, gz_planar_add_scaled(foot, rest, aside), rest * across, squared);
    return true;
}

/* The axis points to the first quadrant: so the order of the nodes is known but for that of the slope's
 * and the sides'. */
static void find_nodes(gz_normal_circle *c) {
    const bool cone = c->sine > 0;
    const double along = c->along * c->along, x = c->axis.x, y = c->axis.y;
    const double across = sqrt(x * x + y * y), top = cone ? -1 : 1;
    const gz_planar ahead = across > 0 ? (gz_planar){x / across, y / across} : (gz_planar){0, 1};
    gz_circle_node right = node_at(c, (gz_planar){1, 0}, -y, along + y * y);
    gz_circle_node up = node_at(c, (gz_planar){0, 1}, x, along + x * x);
    gz_circle_node upright = {turned(ahead), scaled(turned(ahead), c->radius), 0}, before, after;
    upright.rho = c->disc + c->radius * along;
    bool tip = find_slope(c, across, ahead, &before, &after);
    c->count = 0;
    add(c, opposite(&upright), 1, -1, top, true);
    if (!tip) {
        add(c, right, 1, 1, top, true);
        add(c, up, -1, 1, top, true);
    } else {
        bool early = before.n.y < 0, late = after.n.x < 0;
        if (early) add(c, before, 1, -1, 1, false);
        add(c, right, 1, 1, early ? 1 : -1, !early);
        if (!early) add(c, before, 1, 1, 1, false);
        if (!late) add(c, after, 1, 1, -1, true);
        add(c, up, -1, 1, late ? 1 : -1, !late);
        if (late) add(c, after, -1, 1, -1, true);
    }
    add(c, upright, -1, 1, -1, true);
    add(c, opposite(&right), -1, -1, -1, true);
    add(c, opposite(&up), 1, -1, -1, true);
    c->nodes[c->count] = c->nodes[0];
}

void gz_circle_begin(gz_normal_circle *c, gz_least_height *least) {
    find_nodes(c);
    double lowest = HUGE_VAL;
    int best = 0;
    for (int i = 0; i < c->count; ++i) {
        const gz_circle_node *from = &c->nodes[i], *to = from + 1;
        gz_circle_arc *arc = &c->arcs[i];
        arc->from = arc->to = arc->corner;
        if (arc->round) {
            arc->from = gz_planar_add_scaled(sum(arc->corner, from->rim), c->disc, from->n);
            arc->to = gz_planar_add_scaled(sum(arc->corner, to->rim), c->disc, to->n);
        }
        double height = gz_planar_dot(arc->from, from->n);
        if (height >= lowest) continue;
        lowest = height;
        best = i;
    }
    if (lowest < least->upper) gz_least_note(least, lowest, in_space(c, c->nodes[best].n));
}

/* -- between kinks ------------------------------------------------------------------------------- */

/* The height along n, and how it changes when n turns counterclockwise. */
typedef struct look {
    gz_planar n, y;
    double height, slope, rho;
} look;

static look look_at(gz_planar n, gz_planar y, double rho) {
    return (look){n, y, gz_planar_dot(y, n), gz_planar_dot(y, turned(n)), rho};
}

static look look_along(const gz_normal_circle *c, gz_planar corner, gz_planar n,
                       gz_least_height *least) {
    gz_circle_node node = node_along(c, n);
    look l = look_at(n, gz_planar_add_scaled(sum(corner, node.rim), c->disc, n), node.rho);
    --least->looks;
    if (l.height < least->upper) gz_least_note(least, l.height, in_space(c, n));
    return l;
}

static bool is_between(gz_planar n, const look *from, const look *to) {
    return gz_planar_cross(from->n, n) > 0 && gz_planar_cross(n, to->n) > 0;
}

/* From m on to the minimum by Newton's method, if it might be the least. */
static void descend(const gz_normal_circle *c, gz_planar corner, const look *from, const look *to,
                    look *m, gz_least_height *least) {
    for (double slope = fabs(m->slope); slope > least->error; slope = fabs(m->slope)) {
        bool useless = !(m->rho > m->height) || m->height - slope > least->upper;
        gz_planar n = gz_planar_add_scaled(m->n, m->slope / (m->height - m->rho), turned(m->n));
        if (useless || least->looks <= 0 || !is_between(n, from, to)) return;
        look next = look_along(c, corner, unit(n), least);
        if (!(fabs(next.slope) < slope)) return;
        *m = next;
        if (m->height > least->upper + least->error) continue;
        least->upper = m->height; /* of equal heights the one with the least slope */
        least->normal = in_space(c, m->n);
    }
}

/* Where to look between the two: where the slope might be zero, or along the normal of the edge between
 * their points. No height between them is less than *bound, if that is positive. */
static gz_planar aim(const look *from, const look *to, double error, double *bound) {
    *bound = 0;
    if (from->slope < -error && to->slope > error) {
        double share = from->slope / (from->slope - to->slope);
        gz_planar way = gz_planar_sub(to->n, from->n);
        return unit(gz_planar_add_scaled(from->n, share, way));
    }
    gz_planar edge = gz_planar_sub(to->y, from->y), n = {edge.y, -edge.x};
    if (!is_between(n, from, to)) return unit(sum(from->n, to->n));
    n = unit(n);
    *bound = gz_planar_dot(n, from->y);
    return n;
}

static bool is_settled(const look *from, const look *to, gz_least_height *least) {
    double ahead = gz_planar_dot(from->y, to->n), back = gz_planar_dot(to->y, from->n);
    if (gz_least_settle(least, ahead > back ? ahead : back)) return true;
    double rho = from->rho < to->rho ? from->rho : to->rho;
    return rho >= least->upper && (from->slope >= -least->error || to->slope <= least->error);
}

static bool search_between(const gz_normal_circle *c, gz_planar corner, look from, look to,
                           gz_least_height *least) {
    while (!is_settled(&from, &to, least)) {
        if (least->looks <= 0) return false;
        double bound, rho = from.rho < to.rho ? from.rho : to.rho;
        gz_planar n = aim(&from, &to, least->error, &bound);
        if (bound > 0 && gz_least_settle(least, bound)) return true;
        look m = look_along(c, corner, n, least);
        descend(c, corner, &from, &to, &m, least);
        /* Turned by an angle t, h >= height cos t - |slope| sin t + rho (1 - cos t). */
        if (rho >= m.height && gz_least_settle(least, m.height - fabs(m.slope))) return true;
        if (!search_between(c, corner, from, m, least)) return false;
        from = m;
    }
    return true;
}

bool gz_circle_search(const gz_normal_circle *c, gz_least_height *least) {
    for (int i = 0; i < c->count; ++i) {
        const gz_circle_node *from = &c->nodes[i], *to = from + 1;
        const gz_circle_arc *arc = &c->arcs[i];
        if (!arc->round || gz_planar_dot(arc->from, to->n) >= least->upper ||
            gz_planar_dot(arc->to, from->n) >= least->upper)
            continue;
        look first = look_at(from->n, arc->from, from->rho), last = look_at(to->n, arc->to, to->rho);
        if (!search_between(c, arc->corner, first, last, least)) return false;
    }
    return true;
}
