/* SPDX-License-Identifier: MIT
 * Segments, rays and triangles among each other: exact (primitive/span.h). */
#include "graze/primitive.h"
#include "primitive/check.h"
#include "primitive/span.h"

graze_status graze_test_segment_segment(const graze_segment *a, const graze_segment *b, bool *hit) {
    if (!gz_segment_is_valid(a) || !gz_segment_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_span s = gz_span_of_segment(a), t = gz_span_of_segment(b);
    *hit = gz_span_meets_span(&s, &t);
    return GRAZE_OK;
}

graze_status graze_test_segment_ray(const graze_segment *a, const graze_ray *b, bool *hit) {
    if (!gz_segment_is_valid(a) || !gz_ray_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_span s = gz_span_of_segment(a), t = gz_span_of_ray(b);
    *hit = gz_span_meets_span(&s, &t);
    return GRAZE_OK;
}

graze_status graze_test_segment_triangle(const graze_segment *a, const graze_triangle *b, bool *hit) {
    if (!gz_segment_is_valid(a) || !gz_triangle_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_span span = gz_span_of_segment(a);
    gz_span_triangle triangle = gz_span_triangle_of(b);
    *hit = gz_span_meets_triangle(&span, &triangle);
    return GRAZE_OK;
}

graze_status graze_test_ray_ray(const graze_ray *a, const graze_ray *b, bool *hit) {
    if (!gz_ray_is_valid(a) || !gz_ray_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_span s = gz_span_of_ray(a), t = gz_span_of_ray(b);
    *hit = gz_span_meets_span(&s, &t);
    return GRAZE_OK;
}

graze_status graze_test_ray_triangle(const graze_ray *a, const graze_triangle *b, bool *hit) {
    if (!gz_ray_is_valid(a) || !gz_triangle_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_span span = gz_span_of_ray(a);
    gz_span_triangle triangle = gz_span_triangle_of(b);
    *hit = gz_span_meets_triangle(&span, &triangle);
    return GRAZE_OK;
}

graze_status graze_test_triangle_triangle(const graze_triangle *a, const graze_triangle *b, bool *hit) {
    if (!gz_triangle_is_valid(a) || !gz_triangle_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_span_triangle s = gz_span_triangle_of(a), t = gz_span_triangle_of(b);
    *hit = gz_triangle_meets_triangle(&s, &t);
    return GRAZE_OK;
}
