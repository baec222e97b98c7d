/* SPDX-License-Identifier: MIT
 * Oriented boxes: points, segments, rays and triangles are seen in the box's own frame, where it is a
 * box with axes of its own; see primitive/box_frame.h for what the change of frame costs. */
#include "graze/primitive.h"
#include "primitive/box_frame.h"
#include "primitive/check.h"

/* The points in the box's frame, and the box there, widened. */
static gz_span_box into_frame(const graze_obb *b, const wide3 *points, int count, wide3 *out) {
    wide_mat3 axes = wide_mat3_from(&b->axes);
    wide3 half = wide3_from(b->half);
    double scale = gz_fit(points, count, wide3_from(b->center), wide3_max_abs(half), out), reach = 0;
    for (int i = 0; i < count; ++i) {
        double sum = gz_sum3(out[i]);
        reach = sum > reach ? sum : reach;
        out[i] = wide_mat3_tmul_vec(&axes, out[i]);
    }
    return gz_box_widened(wide3_scale(half, scale), reach);
}

graze_status graze_test_obb_obb(const graze_obb *a, const graze_obb *b, bool *hit) {
    if (!gz_obb_is_valid(a) || !gz_obb_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    gz_box_pair pair;
    gz_box_pair_make(a, b, &pair);
    *hit = gz_boxes_meet(&pair);
    return GRAZE_OK;
}

graze_status graze_test_obb_segment(const graze_obb *a, const graze_segment *b, bool *hit) {
    if (!gz_obb_is_valid(a) || !gz_segment_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    wide3 end[2] = {wide3_from(b->a), wide3_from(b->b)}, p[2];
    gz_span_box box = into_frame(a, end, 2, p);
    gz_span span = {gz_end_of(p[0]), gz_end_of(p[1])};
    *hit = gz_span_meets_box(&span, &box);
    return GRAZE_OK;
}

bool gz_obb_meets_ray(const graze_obb *a, const graze_ray *b) {
    gz_span world = gz_span_of_ray(b), span;
    wide3 end[2] = {wide3_make(world.a.x[0], world.a.x[1], world.a.x[2]),
                    wide3_make(world.b.x[0], world.b.x[1], world.b.x[2])};
    wide3 p[2];
    gz_span_box box = into_frame(a, end, world.b.ideal ? 1 : 2, p);
    if (world.b.ideal) {
        int exponent; /* along an ideal direction no parameter counts */
        wide_mat3 axes = wide_mat3_from(&a->axes);
        p[1] = wide_mat3_tmul_vec(&axes, gz_fit_direction(b->direction, &exponent));
    }
    span.a = gz_end_of(p[0]);
    span.b = gz_end_of(p[1]);
    span.b.ideal = world.b.ideal;
    return gz_span_meets_box(&span, &box);
}

graze_status graze_test_obb_triangle(const graze_obb *a, const graze_triangle *b, bool *hit) {
    if (!gz_obb_is_valid(a) || !gz_triangle_is_valid(b) || !hit) return GRAZE_INVALID_ARGUMENT;
    wide3 corner[3] = {wide3_from(b->p[0]), wide3_from(b->p[1]), wide3_from(b->p[2])}, p[3];
    gz_span_box box = into_frame(a, corner, 3, p);
    gz_span_triangle triangle = {{gz_end_of(p[0]), gz_end_of(p[1]), gz_end_of(p[2])}};
    *hit = gz_triangle_meets_box(&triangle, &box);
    return GRAZE_OK;
}
