/* SPDX-License-Identifier: MIT
 * A cast through the grid that the sides of all boxes make (W5): a walk from plane to plane, 3D-DDA.
 *
 * Only planes through which the cast can enter a box are of interest. A box counts as hit at the plane
 * that it is entered through last, which the parameters tell: they are computed by the same formula
 * for planes and boxes, to the same bits. So no set of the intervals that the cast is in has to be
 * kept, and queries need no memory. */
#include "broad/sweep_and_prune.h"

#define AHEAD 24

/* The next plane along one axis. */
typedef struct front {
    const gz_sap_endpoint *ends;
    const gz_broad_box *boxes;
    uint32_t at, count;
    double from, inverse; /* the side of the cast's box that goes ahead */
    double t;             /* INFINITY: there is none */
} front;

/* Upwards boxes are entered through lower ends, downwards through upper ones. Sentinels are infinitely
 * far away. */
static void find_plane(front *f) {
    bool down = f->inverse < 0;
    while (f->ends[f->at].place != GZ_SAP_NOWHERE && gz_sap_is_upper(f->ends[f->at].place) != down)
        f->at = down ? f->at - 1 : f->at + 1;
    bool none = f->ends[f->at].place == GZ_SAP_NOWHERE;
    f->t = none ? INFINITY : ((double)f->ends[f->at].value - f->from) * f->inverse;
}

/* Boxes lie scattered in memory; those of planes some way ahead are asked for in time. */
static void step(front *f) {
    uint32_t ahead = f->inverse < 0 ? f->at - AHEAD : f->at + AHEAD;
    if (ahead - 1 < f->count) GZ_PREFETCH(&f->boxes[gz_sap_box_of(f->ends[ahead].place)]);
    f->at = f->inverse < 0 ? f->at - 1 : f->at + 1;
    find_plane(f);
}

static front front_of(const gz_sap *sap, const graze_broad *b, const gz_broad_cast *cast, int axis) {
    front f = {sap->axis[axis], b->box, 0, sap->count, 0, cast->inverse[axis], INFINITY};
    if (f.inverse == 0) return f;
    bool down = f.inverse < 0;
    f.from = down ? cast->lo[axis] : cast->hi[axis];
    f.at = down ? gz_sap_first_at_least(sap, axis, (real)f.from) - 1
                : gz_sap_first_above(sap, axis, (real)f.from);
    find_plane(&f);
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

static void cross(const graze_broad *b, gz_broad_cast *cast, uint32_t index, int axis) {
    const gz_broad_box *box = &b->box[index];
    if (!(box->category & cast->mask)) return;
    double t = gz_broad_cast_enter(cast, box->lo, box->hi);
    if (t < INFINITY && axis_entered(cast, box, t) == axis) gz_broad_cast_hit(cast, index, t);
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
    for (int k = 0; k < 3; ++k) fronts[k] = front_of(sap, b, cast, k);
    for (;;) {
        int k = fronts[1].t < fronts[0].t ? 1 : 0;
        if (fronts[2].t < fronts[k].t) k = 2;
        if (!(fronts[k].t <= cast->limit) || fronts[k].t == INFINITY) return;
        cross(b, cast, gz_sap_box_of(fronts[k].ends[fronts[k].at].place), k);
        step(&fronts[k]);
    }
}
