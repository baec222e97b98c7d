/* SPDX-License-Identifier: MIT */
#include "primitive/ray_axial.h"

void gz_axial_stretch(gz_axial_ray *r) {
    double longest = wide3_max_abs(r->half), scale = 0;
    r->axis = wide3_make(0, 1, 0);
    if (longest > 0) {
        int exponent = gz_exponent(longest);
        scale = gz_power_of_two(exponent);
        r->axis =
            wide3_make(gz_scale_double(r->half.x, -exponent), gz_scale_double(r->half.y, -exponent),
                       gz_scale_double(r->half.z, -exponent));
    }
    r->squared = wide3_length_squared(r->axis);
    r->limit = scale * r->squared;
}
