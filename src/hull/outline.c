/* SPDX-License-Identifier: MIT */
#include "hull/outline.h"

#define NONE GRAZE_HULL_NONE

void gz_hull_outline_free(gz_hull_outline *outline) {
    gz_indices_release(&outline->source);
    gz_indices_release(&outline->facet_start);
    gz_indices_release(&outline->corner);
    gz_indices_release(&outline->mate);
}

bool gz_hull_outline_segment(uint32_t end, uint32_t other_end, gz_hull_outline *out) {
    uint32_t low = end < other_end ? end : other_end, high = end < other_end ? other_end : end;
    out->dimension = low != high;
    return gz_indices_push(&out->source, low) && (low == high || gz_indices_push(&out->source, high));
}

bool gz_hull_outline_rank(gz_hull_points *points, gz_hull_outline *out) {
    for (uint32_t p = 0; p < points->count; ++p) points->at[p].link = NONE;
    for (size_t c = 0; c < out->corner.count; ++c) points->at[out->corner.at[c]].link = 0;
    for (uint32_t p = 0; p < points->count; ++p) {
        if (points->at[p].link == NONE) continue;
        points->at[p].link = (uint32_t)out->source.count;
        if (!gz_indices_push(&out->source, p)) return false;
    }
    for (size_t c = 0; c < out->corner.count; ++c)
        out->corner.at[c] = points->at[out->corner.at[c]].link;
    return true;
}
