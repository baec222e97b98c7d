/* SPDX-License-Identifier: MIT
 * What making and editing a height field share. */
#ifndef GZ_MESH_HEIGHT_FIELD_MAKE_H
#define GZ_MESH_HEIGHT_FIELD_MAKE_H

#include "mesh/height_field.h"

/* Of the copies; 0 if there are none. */
size_t gz_field_sample_bytes(const gz_height_field *field);
size_t gz_field_hole_bytes(const gz_height_field *field);

/* Bytes of so many samples in a row. */
size_t gz_field_packed_row(const gz_height_field *field, size_t columns);

/* GRAZE_INVALID_ARGUMENT for NaN and infinity, GRAZE_OUT_OF_RANGE for what would be too high. */
graze_status gz_field_check_samples(const gz_height_field *field, const char *samples,
                                    size_t row_stride, size_t rows, size_t columns);
/* Into the copy. */
void gz_field_write_samples(gz_height_field *field, size_t row, size_t column, size_t rows,
                            size_t columns, const char *samples, size_t row_stride);

#endif
