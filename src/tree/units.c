/* SPDX-License-Identifier: MIT */
#include "tree/units.h"

#include "math/scale.h"

gz_units gz_units_for(const double lo[3], const double hi[3]) {
    gz_units units = {{0, 0, 0}, 1};
#if defined(GRAZE_DOUBLE)
    double size = 0;
    for (int k = 0; k < 3; ++k) {
        units.origin[k] = lo[k] + (hi[k] - lo[k]) / 2;
        double width = hi[k] - lo[k];
        if (width > size) size = width;
    }
    int exponent = size > 0x1p-1000 ? gz_exponent(size) : -1000;
    units.scale = gz_power_of_two(size > 0 ? -exponent : 0);
#else
    (void)lo;
    (void)hi;
#endif
    return units;
}
