/* SPDX-License-Identifier: MIT */
#include "mesh/query.h"

graze_status gz_mesh_contains(const graze_placed *placed, vec3 point, bool *inside) {
    (void)placed;
    (void)point;
    (void)inside;
    return GRAZE_OK;
}
