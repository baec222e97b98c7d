/* SPDX-License-Identifier: MIT */
#include "oracle/aligned_boxes.h"

#include <math.h>

int oracle_box_corners(const long double half[3], const long double center[3], graze_vec3 corners[8]) {
    for (int i = 0; i < 8; ++i)
        corners[i] = graze_vec3_make((graze_real)(center[0] + (i & 1 ? half[0] : -half[0])),
                                     (graze_real)(center[1] + (i & 2 ? half[1] : -half[1])),
                                     (graze_real)(center[2] + (i & 4 ? half[2] : -half[2])));
    return 8;
}

long double oracle_boxes_distance(const long double c[3], const long double a[3],
                                  const long double b[3]) {
    long double squared = 0, largest = -INFINITY;
    for (int k = 0; k < 3; ++k) {
        long double g = fabsl(c[k]) - a[k] - b[k];
        largest = fmaxl(largest, g);
        squared += g > 0 ? g * g : 0;
    }
    return squared > 0 ? sqrtl(squared) : largest;
}
