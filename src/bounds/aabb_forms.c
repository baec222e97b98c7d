/* SPDX-License-Identifier: MIT
 * The forms of a box (S7, O3: B:1018-1030, N:80-126) and the packed one. */
#include <float.h>
#include <string.h>

#include "bounds/check.h"
#include "bounds/outward.h"
#include "graze/bounds.h"

graze_status graze_aabb_to_widths(const graze_aabb *box, graze_aabb_widths *out) {
    graze_status status = out ? gz_aabb_check(box) : GRAZE_INVALID_ARGUMENT;
    if (status != GRAZE_OK) return status;
    *out = (graze_aabb_widths){box->lo, vec3_make(gz_sub_up(box->hi.x, box->lo.x),
                                                  gz_sub_up(box->hi.y, box->lo.y),
                                                  gz_sub_up(box->hi.z, box->lo.z))};
    return GRAZE_OK;
}

static bool is_form(vec3 place, vec3 size) {
    return vec3_is_finite(place) && vec3_is_finite(size) && graze_vec3_less_equal(vec3_zero(), size);
}

static graze_status put(vec3 lo, vec3 hi, graze_aabb *out) {
    if (!vec3_is_finite(lo) || !vec3_is_finite(hi)) return GRAZE_OUT_OF_RANGE;
    *out = (graze_aabb){lo, hi};
    return GRAZE_OK;
}

static vec3 add_up(vec3 a, vec3 b) {
    return vec3_make(gz_add_up(a.x, b.x), gz_add_up(a.y, b.y), gz_add_up(a.z, b.z));
}

graze_status graze_aabb_from_widths(const graze_aabb_widths *form, graze_aabb *out) {
    if (!form || !out || !is_form(form->lo, form->width)) return GRAZE_INVALID_ARGUMENT;
    if (!gz_is_in_reach(form->lo, vec3_max_abs(form->width))) return GRAZE_OUT_OF_RANGE;
    return put(form->lo, add_up(form->lo, form->width), out);
}

/* The larger of the two ways from the rounded middle. */
static real extent_of(real lo, real hi, real middle) {
    return graze_max(gz_sub_up(hi, middle), gz_sub_up(middle, lo));
}

graze_status graze_aabb_to_centered(const graze_aabb *box, graze_aabb_centered *out) {
    graze_status status = out ? gz_aabb_check(box) : GRAZE_INVALID_ARGUMENT;
    if (status != GRAZE_OK) return status;
    vec3 c = graze_aabb_center(*box);
    *out = (graze_aabb_centered){c, vec3_make(extent_of(box->lo.x, box->hi.x, c.x),
                                              extent_of(box->lo.y, box->hi.y, c.y),
                                              extent_of(box->lo.z, box->hi.z, c.z))};
    return GRAZE_OK;
}

graze_status graze_aabb_from_centered(const graze_aabb_centered *form, graze_aabb *out) {
    if (!form || !out || !is_form(form->center, form->extent)) return GRAZE_INVALID_ARGUMENT;
    if (!gz_is_in_reach(form->center, vec3_max_abs(form->extent))) return GRAZE_OUT_OF_RANGE;
    vec3 back = vec3_neg(form->center);
    return put(vec3_neg(add_up(back, form->extent)), add_up(form->center, form->extent), out);
}

/* -- packed -- */

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The largest float that is not above x. */
static float float_below(real x) {
    float f = (float)x;
    if ((real)f <= x) return f;
    return f > 0 ? float_of(bits_of(f) - 1) : f < 0 ? float_of(bits_of(f) + 1) : -float_of(1);
}

/* The least number of 16 bits, the upper half of a float, that is not below x >= 0. */
static uint16_t half_above(real x) {
    uint32_t bits = bits_of(-float_below(-x));
    return (uint16_t)((bits >> 16) + ((bits & 0xffff) != 0));
}

static float float_of_half(uint16_t half) { return float_of((uint32_t)half << 16); }

graze_status graze_aabb_pack(const graze_aabb *box, graze_aabb_packed *out) {
    graze_aabb_packed form;
    graze_status status = out ? gz_aabb_check(box) : GRAZE_INVALID_ARGUMENT;
    if (status != GRAZE_OK) return status;
    for (int i = 0; i < 3; ++i) {
        real lo = graze_vec3_get(box->lo, i), hi = graze_vec3_get(box->hi, i);
        if (lo < -(real)FLT_MAX / 4 || hi > (real)FLT_MAX / 4) return GRAZE_OUT_OF_RANGE;
        form.lo[i] = float_below(lo);
        form.width[i] = half_above(gz_sub_up(hi, (real)form.lo[i]));
    }
    *out = form;
    return GRAZE_OK;
}

graze_status graze_aabb_unpack(const graze_aabb_packed *form, graze_aabb *out) {
    if (!form || !out) return GRAZE_INVALID_ARGUMENT;
    real lo[3], hi[3];
    for (int i = 0; i < 3; ++i) {
        real width = (real)float_of_half(form->width[i]);
        lo[i] = (real)form->lo[i];
        if (!graze_is_finite(lo[i]) || !graze_is_finite(width) || width < 0)
            return GRAZE_INVALID_ARGUMENT;
        hi[i] = gz_add_up(lo[i], width);
    }
    return put(vec3_make(lo[0], lo[1], lo[2]), vec3_make(hi[0], hi[1], hi[2]), out);
}
