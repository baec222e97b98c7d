/* SPDX-License-Identifier: MIT
 * A cast through the grid that the sides of all boxes make (W5): a walk from plane to plane, 3D-DDA,
 * but a bunch of planes along one axis at a time, since choosing the axis anew for every plane takes
 * longer than passing it.
 *
 * Only planes through which the cast can enter a box are of interest. A box counts as hit at the plane
 * that it is entered through last, which the parameters tell: they are computed by the same formula
 * for planes and boxes, to the same bits. So no set of the intervals that the cast is in has to be
 * kept, and queries need no memory. */
#include "broad/sweep_and_prune.h"

#define AHEAD 32
#define BUNCH 64

/* The next plane along one axis. */
typedef struct front {
    const gz_sap_endpoint *ends; /* at the plane; the planes follow step by step */
    ptrdiff_t step;
    double from, inverse; /* the side of the cast's box that goes ahead */
    double back;          /* the side that comes last */
    double slack;         /* how much later a slab is left: infinitely, if the cast goes along it */
    double t;             /* of the plane; beyond the last it is infinite */
} front;

static void go_on(front *f) {
    f->ends += f->step;
    f->t = ((double)f->ends->value - f->from) * f->inverse;
}

static front front_of(const gz_sap *sap, const gz_broad_cast *cast, int axis) {
    front f = {sap->axis[axis], 1, 0, cast->inverse[axis], 0, GZ_SLAB_FLOOR, INFINITY};
    bool down = f.inverse < 0;
    if (f.inverse == 0) {
        f.slack = INFINITY;
        return f;
    }
    f.step = down ? -1 : 1;
    f.from = down ? cast->lo[axis] : cast->hi[axis];
    f.back = down ? cast->hi[axis] : cast->lo[axis];
    f.ends += down ? gz_sap_first_at_least(sap, axis, (real)f.from)
                   : gz_sap_first_above(sap, axis, (real)f.from) - 1;
    go_on(&f);
    return f;
}

/* The first axis along which the cast, starting outside the box, enters at t. */
static int axis_entered(const gz_broad_cast *cast, const gz_broad_box *box, double t) {
    for (int k = 0; k < 2; ++k) {
        double up = (double)box->lo[k] - cast->hi[k], down = (double)box->hi[k] - cast->lo[k];
        if (cast->inverse[k] > 0 && up > 0 && up * cast->inverse[k] == t) return k;
        if (cast->inverse[k] < 0 && down < 0 && down * cast->inverse[k] == t) return k;
    }
    return 2;
}

/* Is the cast, at t, between the two planes of the box along this axis? Computed as in
 * gz_broad_cast_enter, so that it is never 0 for a hit. (An int, to be combined without a branch.) */
static int is_between(const front *f, const gz_broad_box *box, int axis, double t) {
    double lo = (double)box->lo[axis], hi = (double)box->hi[axis];
    double near = f->inverse < 0 ? hi : lo, far = f->inverse < 0 ? lo : hi;
    return ((near - f->from) * f->inverse <= t) &
           ((far - f->back) * f->inverse * GZ_BROAD_EXIT + f->slack >= t);
}

/* A plane through which a box is entered, or left. */
static GZ_OUTLINE void cross(const graze_broad *b, gz_broad_cast *cast, uint32_t place, int axis) {
    uint32_t index = gz_sap_box_of(place);
    const gz_broad_box *box = &b->box[index];
    bool down = cast->inverse[axis] < 0;
    if (gz_sap_is_upper(place) != down || !(box->category & cast->mask)) return;
    double t = gz_broad_cast_enter(cast, box->lo, box->hi);
    if (t < INFINITY && axis_entered(cast, box, t) == axis) gz_broad_cast_hit(cast, index, t);
}

static double nearer(double a, double b) { return a < b ? a : b; }

/* Passes the planes along an axis up to a parameter. Nearly every one belongs to a box that is
 * somewhere else: that is found out first, without a branch that cannot be foreseen. Boxes lie
 * scattered in memory; those of planes some way ahead are asked for in time. */
GZ_INLINE void pass_planes(const gz_sap *sap, const graze_broad *b, gz_broad_cast *cast,
                           front fronts[3], int axis, double until) {
    const int k = (axis + 1) % 3, l = (axis + 2) % 3;
    const gz_sap_endpoint *ends = sap->axis[axis];
    front f = fronts[axis];
    for (until = nearer(until, cast->limit); f.t <= until; go_on(&f)) {
        ptrdiff_t ahead = f.ends - ends + AHEAD * f.step, last = sap->count;
        ahead = ahead < 1 ? 1 : ahead > last ? last : ahead;
        GZ_PREFETCH(&b->box[gz_sap_box_of(ends[ahead].place)]);
        const gz_broad_box *box = &b->box[gz_sap_box_of(f.ends->place)];
        if (!(is_between(&fronts[k], box, k, f.t) & is_between(&fronts[l], box, l, f.t))) continue;
        cross(b, cast, f.ends->place, axis);
        until = nearer(until, cast->limit);
    }
    fronts[axis] = f;
}

/* Where the next bunch ends: no axis has more planes than that before it. */
static double end_of_bunch(const gz_sap *sap, const front fronts[3]) {
    double end = INFINITY;
    for (int k = 0; k < 3; ++k) {
        ptrdiff_t at = fronts[k].ends - sap->axis[k] + BUNCH * fronts[k].step;
        if (fronts[k].inverse == 0 || at < 1 || at > (ptrdiff_t)sap->count) continue;
        end = nearer(end, ((double)sap->axis[k][at].value - fronts[k].from) * fronts[k].inverse);
    }
    return end;
}

static void hit_start(const gz_sap *sap, const graze_broad *b, gz_broad_cast *cast) {
    gz_broad_box start = {{(real)cast->lo[0], (real)cast->lo[1], (real)cast->lo[2]},
                          0,
                          {(real)cast->hi[0], (real)cast->hi[1], (real)cast->hi[2]},
                          0};
    gz_sap_range range = gz_sap_range_of_box(sap, start.lo, start.hi);
    for (uint32_t i; gz_sap_range_next(&range, &i);)
        if ((b->box[i].category & cast->mask) && gz_broad_boxes_overlap(&start, &b->box[i]))
            gz_broad_cast_hit(cast, i, 0);
}

void gz_sap_cast(const void *state, const graze_broad *b, gz_broad_cast *cast) {
    const gz_sap *sap = state;
    front fronts[3];
    hit_start(sap, b, cast);
    for (int k = 0; k < 3; ++k) fronts[k] = front_of(sap, cast, k);
    for (double end = 0; end <= cast->limit;) {
        end = end_of_bunch(sap, fronts);
        pass_planes(sap, b, cast, fronts, 0, end);
        pass_planes(sap, b, cast, fronts, 1, end);
        pass_planes(sap, b, cast, fronts, 2, end);
    }
}
