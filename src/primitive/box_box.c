/* SPDX-License-Identifier: MIT
 * Two oriented boxes. The separating axes answer nearly always: apart if one separates by more than
 * rounding, meeting if all overlap by more than that. What is left, boxes that all but touch, is
 * decided edge by edge: two boxes meet iff an edge of one meets the other. */
#include "primitive/box_frame.h"

/* By how much the shadows overlap at least, on all axes but those of near-parallel edges; *parallel is
 * the sum of the sines of the angles between these. */
static double least_overlap(const gz_box_pair *p, double *parallel) {
    double least = INFINITY;
    *parallel = 0;
    for (int i = 0; i < 3; ++i) {
        double a = p->ha[i] + fabs(p->r[i][0]) * p->hb[0] + fabs(p->r[i][1]) * p->hb[1] +
                   fabs(p->r[i][2]) * p->hb[2] - fabs(p->t[i]);
        double middle = p->r[0][i] * p->t[0] + p->r[1][i] * p->t[1] + p->r[2][i] * p->t[2];
        double b = p->hb[i] + fabs(p->r[0][i]) * p->ha[0] + fabs(p->r[1][i]) * p->ha[1] +
                   fabs(p->r[2][i]) * p->ha[2] - fabs(middle);
        least = a < least ? a : least;
        least = b < least ? b : least;
    }
    for (int i = 0; i < 3; ++i) {
        int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
        for (int j = 0; j < 3; ++j) {
            int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
            double sine = p->r[i1][j] * p->r[i1][j] + p->r[i2][j] * p->r[i2][j];
            if (sine < GZ_PARALLEL_BOXES * GZ_PARALLEL_BOXES) {
                *parallel += sqrt(sine);
                continue;
            }
            double middle = p->t[i2] * p->r[i1][j] - p->t[i1] * p->r[i2][j];
            double overlap = p->ha[i1] * fabs(p->r[i2][j]) + p->ha[i2] * fabs(p->r[i1][j]) +
                             p->hb[j1] * fabs(p->r[i][j2]) + p->hb[j2] * fabs(p->r[i][j1]) -
                             fabs(middle);
            least = overlap < least ? overlap : least;
        }
    }
    return least;
}

static double size_of(const gz_box_pair *p) {
    double size = 0;
    for (int k = 0; k < 3; ++k) size += fabs(p->t[k]) + p->ha[k] + p->hb[k];
    return size;
}

/* If edges at an angle of theta were turned parallel, points would move by theta times the size, and
 * shadows on the other axes, which turn too, by no more than three times that. An overlap of four times
 * that on all these leaves a depth of theta times the size, which turning back cannot undo. */
static bool surely_meet(const gz_box_pair *p) {
    double parallel, least = least_overlap(p, &parallel);
    return least > p->slack + 4 * parallel * size_of(p);
}

/* B's frame seen from A's: one sees A from B. */
static gz_box_pair swapped(const gz_box_pair *p) {
    gz_box_pair q;
    for (int i = 0; i < 3; ++i) {
        q.t[i] = -(p->r[0][i] * p->t[0] + p->r[1][i] * p->t[1] + p->r[2][i] * p->t[2]);
        q.ha[i] = p->hb[i];
        q.hb[i] = p->ha[i];
        for (int j = 0; j < 3; ++j) q.r[i][j] = p->r[j][i];
    }
    q.slack = p->slack;
    return q;
}

static bool an_edge_of_b_meets_a(const gz_box_pair *p) {
    gz_span_box box;
    for (int k = 0; k < 3; ++k) {
        box.hi[k] = p->ha[k] + p->slack;
        box.lo[k] = -box.hi[k];
    }
    gz_end corner[8];
    for (int c = 0; c < 8; ++c) {
        double u[3];
        for (int j = 0; j < 3; ++j) u[j] = c >> j & 1 ? p->hb[j] : -p->hb[j];
        for (int i = 0; i < 3; ++i)
            corner[c].x[i] = p->t[i] + ((p->r[i][0] * u[0] + p->r[i][1] * u[1]) + p->r[i][2] * u[2]);
        corner[c].ideal = false;
    }
    for (int c = 0; c < 8; ++c)
        for (int j = 0; j < 3; ++j) {
            if (c >> j & 1) continue;
            gz_span edge = {corner[c], corner[c | 1 << j]};
            if (gz_span_meets_box(&edge, &box)) return true;
        }
    return false;
}

/* Is A's point nearest to the centre of B in B, too? So it is for four of five pairs that meet. */
static bool nearest_is_shared(const gz_box_pair *p) {
    double off[3];
    for (int i = 0; i < 3; ++i) {
        double beyond = fabs(p->t[i]) - p->ha[i];
        off[i] = beyond > 0 ? (p->t[i] > 0 ? beyond : -beyond) : 0;
    }
    bool in = true;
    for (int j = 0; j < 3; ++j) {
        double along = p->r[0][j] * off[0] + p->r[1][j] * off[1] + p->r[2][j] * off[2];
        in &= fabs(along) < p->hb[j] - p->slack;
    }
    return in;
}

bool gz_boxes_meet(const gz_box_pair *pair) {
    if (gz_sat_boxes_apart(pair, NULL)) return false;
    if (nearest_is_shared(pair)) return true;
    if (surely_meet(pair)) return true;
    gz_box_pair other = swapped(pair);
    return an_edge_of_b_meets_a(pair) || an_edge_of_b_meets_a(&other);
}
