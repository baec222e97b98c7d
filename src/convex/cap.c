/* SPDX-License-Identifier: MIT */
#include "convex/cap.h"

#include <math.h>

#include "base/tolerance.h"

static double least_value(gz_form f) {
    double half = 0.5 * (f.xx - f.yy);
    return 0.5 * (f.xx + f.yy) - sqrt(half * half + f.xy * f.xy);
}

/* When is h(n + t) >= level |n + t| wherever |t| <= reach? Let the reach be tan w, q = cot(w / 2): then
 * q reach = 1 + sqrt(1 + reach^2). With R = |t|, N = 1 + sqrt(1 + R^2), the right side is level (1 +
 * R^2 / N). In the bounds of cap.h
 *   - X <= L + R |n . axis|, sqrt(X^2 + z^2) <= the same where L R <= |n . axis|, and <= sqrt(1 + R^2)
 *     elsewhere (it is largest where t points to the axis, or else where n + t is upright on it): so
 *     z^2 has the factor radius / D(R);
 *   - room |t . axis| >= (room / R) (t . axis)^2.
 * Multiplied by N these factors all fall when R grows. So if what they leave of t's form, less level,
 * is at least `least` |t|^2 at R = reach, then for all shorter t
 *     h(n + t) - level |n + t| >= (height - level) - |slope| |t| + least |t|^2 / N(reach),
 * which is not negative if least >= |slope|^2 N / (4 (height - level)). Returns the difference. */
static double excess(const gz_cap *cap, double level, double q) {
    double share = 1 / (q * q - 1), reach = 2 * q * share, root = (q * q + 1) * share;
    double factor = q * reach;
    gz_form f = {-level, 0, -level};
    for (int i = 0; i < cap->rims; ++i) {
        const gz_cap_rim *rim = &cap->rim[i];
        double far = rim->across + rim->along * reach;
        double d = rim->across * reach <= rim->along ? 2 * far : far + root;
        gz_form_add(&f, rim->radius * factor / d, rim->x, rim->y);
    }
    for (int i = 0; i < cap->slides; ++i) {
        const gz_cap_slide *slide = &cap->slide[i];
        double room = slide->room * q;
        if (!slide->all_ways) {
            gz_form_add(&f, room, slide->x, slide->y);
            continue;
        }
        f.xx += room;
        f.yy += room;
    }
    double need = cap->slope * factor / (4 * (cap->height - level));
    return least_value(f) - need;
}

static double cotangent_of(double size) { return sqrt((size + 1) / (size - 1)); }

/* Where rims play no part the excess is a concave function of q: a bit beyond a chord's zero is a good
 * q then, and near the least one. */
double gz_cap_size(const gz_cap *cap, double level, double most) {
    if (!(cap->height > level)) return 0;
    double low = cotangent_of(most), at_low = excess(cap, level, low);
    if (at_low >= 0) return most;
    double high = GZ_CAP_GROWTH * low, at_high = excess(cap, level, high);
    while (!(at_high >= 0)) {
        low = high;
        at_low = at_high;
        high *= GZ_CAP_GROWTH;
        if (high > GZ_CAP_LEAST) return 0;
        at_high = excess(cap, level, high);
    }
    for (int i = 0; i < GZ_CAP_CHORDS; ++i) {
        double zero = (low * at_high - high * at_low) / (at_high - at_low);
        double q = zero + GZ_CAP_BEYOND * (high - zero);
        double at_q = excess(cap, level, q);
        *(at_q >= 0 ? &high : &low) = q;
        *(at_q >= 0 ? &at_high : &at_low) = at_q;
    }
    return (high * high + 1) / (high * high - 1);
}

bool gz_cap_holds(const gz_cap *cap, double level, double size) {
    return cap->height > level && excess(cap, level, cotangent_of(size)) >= 0;
}
