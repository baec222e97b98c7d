/* SPDX-License-Identifier: MIT
 * Boxes with world axes (B:1770-1782, 1928-1974). */
#include "graze/primitive.h"
#include "primitive/box_frame.h"
#include "primitive/check.h"

graze_status graze_test_aabb_aabb(const graze_aabb *a, const graze_aabb *b, bool *hit) {
    if (!gz_aabb_is_valid(a) || !gz_aabb_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    *hit = graze_vec3_less_equal(a->lo, b->hi) && graze_vec3_less_equal(b->lo, a->hi);
    return GRAZE_OK;
}

graze_status graze_test_aabb_obb(const graze_aabb *a, const graze_obb *b, bool *hit) {
    if (!gz_aabb_is_valid(a) || !gz_obb_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_box_pair pair;
    gz_box_pair_make_aligned(a, b, &pair);
    *hit = gz_boxes_meet(&pair);
    return GRAZE_OK;
}

graze_status graze_test_aabb_segment(const graze_aabb *a, const graze_segment *b, bool *hit) {
    if (!gz_aabb_is_valid(a) || !gz_segment_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_span_box box = gz_span_box_of(a);
    gz_span span = gz_span_of_segment(b);
    *hit = gz_span_meets_box(&span, &box);
    return GRAZE_OK;
}

graze_status graze_test_aabb_triangle(const graze_aabb *a, const graze_triangle *b, bool *hit) {
    if (!gz_aabb_is_valid(a) || !gz_triangle_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_span_box box = gz_span_box_of(a);
    gz_span_triangle triangle = gz_span_triangle_of(b);
    *hit = gz_triangle_meets_box(&triangle, &box);
    return GRAZE_OK;
}
