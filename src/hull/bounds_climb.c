/* SPDX-License-Identifier: MIT
 * The box of a hull under a pose by climbing from where the last one touched (O6 c; N:211-225). Steps
 * are decided exactly (math/rise.h), so it ends at the true extremes whatever it started from. */
#include "bounds/image.h"
#include "graze/bounds.h"
#include "math/rise.h"

static uint32_t climb(const graze_hull_view *hull, vec3 v, uint32_t from) {
    uint32_t at = from < hull->vertex_count ? from : 0;
    for (bool rising = true; rising;) {
        rising = false;
        uint32_t best = at;
        for (uint32_t k = hull->neighbour_start[at]; k < hull->neighbour_start[at + 1]; ++k) {
            uint32_t q = hull->neighbours[k];
            if (gz_rises(v, hull->vertices[best], hull->vertices[q])) best = q;
        }
        rising = best != at;
        at = best;
    }
    return at;
}

graze_status graze_aabb_from_hull(const graze_pose *pose, const graze_hull *hull, uint32_t touching[6],
                                  graze_aabb *out) {
    graze_hull_view view;
    graze_status status = out ? graze_hull_get(hull, &view) : GRAZE_INVALID_ARGUMENT;
    if (status == GRAZE_OK) status = graze_pose_check(pose);
    if (status != GRAZE_OK) return status;
    uint32_t found[6] = {0};
    gz_image_range range = gz_image_range_none();
    for (int i = 0; i < 3; ++i) {
        vec3 row = graze_mat3_row(&pose->basis, i);
        found[i] = climb(&view, vec3_neg(row), touching ? touching[i] : 0);
        found[i + 3] = climb(&view, row, touching ? touching[i + 3] : 0);
        gz_image_range_add(&range, pose, view.vertices[found[i]]);
        gz_image_range_add(&range, pose, view.vertices[found[i + 3]]);
    }
    status = gz_image_range_box(&range, out);
    for (int i = 0; i < 6 && touching && status == GRAZE_OK; ++i) touching[i] = found[i];
    return status;
}
