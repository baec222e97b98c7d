/* SPDX-License-Identifier: MIT
 * Internal names of the double build, so that both static libraries can be linked. Made by scripts/symbols.sh. */
#ifndef GZ_BASE_SYMBOLS_H
#define GZ_BASE_SYMBOLS_H

#if defined(GRAZE_DOUBLE)
#define gz_add_down gz_double_add_down
#define gz_add_up gz_double_add_up
#define gz_allocate gz_double_allocate
#define gz_allocate_array gz_double_allocate_array
#define gz_collinear3d gz_double_collinear3d
#define gz_direction gz_double_direction
#define gz_direction_rescaled gz_double_direction_rescaled
#define gz_exact_align gz_double_exact_align
#define gz_exact_difference gz_double_exact_difference
#define gz_exact_number gz_double_exact_number
#define gz_exact_number_of gz_double_exact_number_of
#define gz_exact_sum_sign gz_double_exact_sum_sign
#define gz_exact_term gz_double_exact_term
#define gz_grow_array gz_double_grow_array
#define gz_half_space_plane gz_double_half_space_plane
#define gz_next_down gz_double_next_down
#define gz_next_up gz_double_next_up
#define gz_orient2d gz_double_orient2d
#define gz_orient2d_exact gz_double_orient2d_exact
#define gz_orient2d_filter gz_double_orient2d_filter
#define gz_orient3d gz_double_orient3d
#define gz_orient3d_exact gz_double_orient3d_exact
#define gz_orient3d_filter gz_double_orient3d_filter
#define gz_pose_norm gz_double_pose_norm
#define gz_real_bits gz_double_real_bits
#define gz_release gz_double_release
#define gz_round_up gz_double_round_up
#define gz_shape_allocate gz_double_shape_allocate
#define gz_shape_ball gz_double_shape_ball
#define gz_shape_check_bounded gz_double_shape_check_bounded
#define gz_shape_finish gz_double_shape_finish
#define gz_shape_measure_by_fitting gz_double_shape_measure_by_fitting
#define gz_shape_offset gz_double_shape_offset
#define gz_shape_ops gz_double_shape_ops
#define gz_shape_set_box gz_double_shape_set_box
#define gz_shape_support_point gz_double_shape_support_point
#define gz_simplex gz_double_simplex
#define gz_simplex_reduce gz_double_simplex_reduce
#define gz_sub_error gz_double_sub_error
#define gz_sub_up gz_double_sub_up
#define gz_text gz_double_text
#define gz_text_add gz_double_text_add
#define gz_text_add_real gz_double_text_add_real
#define gz_text_add_shape gz_double_text_add_shape
#define gz_unit gz_double_unit
#endif

#endif
