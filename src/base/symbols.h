/* SPDX-License-Identifier: MIT
 * Internal names of the double build, so that both static libraries can be linked. Made by scripts/symbols.sh. */
#ifndef GZ_BASE_SYMBOLS_H
#define GZ_BASE_SYMBOLS_H

#if defined(GRAZE_DOUBLE)
#define gz_allocate gz_double_allocate
#define gz_allocate_array gz_double_allocate_array
#define gz_collinear3d gz_double_collinear3d
#define gz_direction gz_double_direction
#define gz_direction_rescaled gz_double_direction_rescaled
#define gz_double_bits gz_double_double_bits
#define gz_double_from_bits gz_double_double_from_bits
#define gz_exponent gz_double_exponent
#define gz_grow_array gz_double_grow_array
#define gz_mat3_invert_scaled gz_double_mat3_invert_scaled
#define gz_orient2d gz_double_orient2d
#define gz_orient3d gz_double_orient3d
#define gz_power_of_two gz_double_power_of_two
#define gz_quat_combine gz_double_quat_combine
#define gz_quat_dot gz_double_quat_dot
#define gz_quat_length gz_double_quat_length
#define gz_quat_negate gz_double_quat_negate
#define gz_quat_vector gz_double_quat_vector
#define gz_release gz_double_release
#define gz_scale gz_double_scale
#define gz_scale_double gz_double_scale_double
#define gz_scaled_inverse gz_double_scaled_inverse
#define gz_shape_allocate gz_double_shape_allocate
#define gz_shape_check_bounded gz_double_shape_check_bounded
#define gz_shape_finish gz_double_shape_finish
#define gz_shape_measure_by_fitting gz_double_shape_measure_by_fitting
#define gz_shape_offset gz_double_shape_offset
#define gz_shape_ops gz_double_shape_ops
#define gz_shape_set_box gz_double_shape_set_box
#define gz_squares_are_safe gz_double_squares_are_safe
#define gz_text gz_double_text
#define gz_text_add gz_double_text_add
#define gz_text_add_real gz_double_text_add_real
#define gz_text_add_shape gz_double_text_add_shape
#define gz_unit gz_double_unit
#define gz_vec3_scale gz_double_vec3_scale
#endif

#endif
