/* SPDX-License-Identifier: MIT
 * Questions to sweep and prune: ranges with the help of stabbing numbers (W3), and nearest boxes. */
#include "broad/sweep_and_prune.h"

/* -- ranges --------------------------------------------------------------------------------------- */

uint32_t gz_sap_first_at_least(const gz_sap *sap, int axis, real value) {
    const gz_sap_endpoint *ends = sap->axis[axis];
    uint32_t first = 1, count = sap->count;
    while (count > 0) {
        uint32_t half = count / 2;
        bool before = ends[first + half].value < value;
        first = before ? first + half + 1 : first;
        count = before ? count - half - 1 : half;
    }
    return first;
}

uint32_t gz_sap_first_above(const gz_sap *sap, int axis, real value) {
    const gz_sap_endpoint *ends = sap->axis[axis];
    uint32_t first = 1, count = sap->count;
    while (count > 0) {
        uint32_t half = count / 2;
        bool before = ends[first + half].value <= value;
        first = before ? first + half + 1 : first;
        count = before ? count - half - 1 : half;
    }
    return first;
}

/* How many looks a range will take; how far the walk back leads nobody knows before, but the more there
 * are to be found the farther. */
static uint64_t looks(const gz_sap_range *range) {
    return (uint64_t)(range->end - range->next) + 4 * (uint64_t)range->left;
}

gz_sap_range gz_sap_range_of_member(const gz_sap *sap, uint32_t index) {
    gz_sap_range best = {0};
    for (int k = 0; k < 3; ++k) {
        const uint32_t *where = &sap->where[gz_sap_place(index, k)];
        gz_sap_range range = gz_sap_range_make(sap, k, where[0], where[1]);
        ++range.next;
        if (k == 0 || looks(&range) < looks(&best)) best = range;
    }
    return best;
}

gz_sap_range gz_sap_range_of_box(const gz_sap *sap, const real lo[3], const real hi[3]) {
    gz_sap_range best = {0};
    for (int k = 0; k < 3; ++k) {
        uint32_t start = gz_sap_first_at_least(sap, k, lo[k]);
        gz_sap_range range = gz_sap_range_make(sap, k, start, gz_sap_first_above(sap, k, hi[k]));
        if (k == 0 || looks(&range) < looks(&best)) best = range;
    }
    return best;
}

void gz_sap_query_box(const void *state, const gz_broad_box *box, gz_broad_visitor *visitor) {
    const graze_broad *b = visitor->broad;
    gz_sap_range range = gz_sap_range_of_box(state, box->lo, box->hi);
    for (uint32_t i; gz_sap_range_next(&range, &i);)
        if ((b->box[i].category & visitor->mask) && gz_broad_boxes_overlap(box, &b->box[i]) &&
            !visitor->visit(visitor, i))
            return;
}

/* -- the nearest ---------------------------------------------------------------------------------- */

static int longest_axis(const gz_sap *sap) {
    int longest = 0;
    real most = -1;
    for (int k = 0; k < 3 && sap->count; ++k) {
        real length = sap->axis[k][sap->count].value - sap->axis[k][1].value;
        if (length > most) {
            most = length;
            longest = k;
        }
    }
    return longest;
}

static void look_at(const graze_broad *b, uint32_t index, gz_broad_search *search) {
    const gz_broad_box *box = &b->box[index];
    if (!(box->category & search->mask)) return;
    double squared = gz_broad_distance_squared(search, box->lo, box->hi);
    if (squared <= search->limit) gz_broad_search_add(search, index, squared);
}

static double squared_gap(double gap) { return gap * gap; }

/* Up from the point the lower ends, down from it the upper ones, as long as their distance along the
 * axis alone is not too far. */
static void look_beside(const gz_sap *sap, const graze_broad *b, int axis, uint32_t below,
                        uint32_t above, gz_broad_search *search) {
    const gz_sap_endpoint *ends = sap->axis[axis];
    double x = search->point[axis];
    bool up = true, down = true;
    while (up || down) {
        up = up && above <= sap->count && squared_gap((double)ends[above].value - x) <= search->limit;
        if (up && !gz_sap_is_upper(ends[above].place))
            look_at(b, gz_sap_box_of(ends[above].place), search);
        ++above;
        down = down && below > 0 && squared_gap(x - (double)ends[below].value) <= search->limit;
        if (down && gz_sap_is_upper(ends[below].place))
            look_at(b, gz_sap_box_of(ends[below].place), search);
        below -= below > 0;
    }
}

void gz_sap_nearest(const void *state, const graze_broad *b, gz_broad_search *search) {
    const gz_sap *sap = state;
    int axis = longest_axis(sap);
    real x = (real)search->point[axis];
    uint32_t start = gz_sap_first_at_least(sap, axis, x), end = gz_sap_first_above(sap, axis, x);
    gz_sap_range at_point = gz_sap_range_make(sap, axis, start, end);
    for (uint32_t i; gz_sap_range_next(&at_point, &i);) look_at(b, i, search);
    look_beside(sap, b, axis, start - 1, end, search);
}
