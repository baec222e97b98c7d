/* SPDX-License-Identifier: MIT
 * Height fields that change (I2, H7): tiles are fitted again where they do. */
#include "base/memory.h"
#include "mesh/height_field_make.h"

static gz_height_field *field_of(graze_shape *shape) {
    return shape && shape->kind == GRAZE_SHAPE_HEIGHT_FIELD ? (gz_height_field *)(void *)shape : NULL;
}

static bool is_within(size_t first, size_t count, size_t all) {
    return first <= all && count <= all - first;
}

/* A change of samples is one of the cells around them. */
static void fit_around(gz_height_field *field, size_t row, size_t column, size_t rows, size_t columns) {
    size_t first_row = row > 0 ? row - 1 : 0, first = column > 0 ? column - 1 : 0;
    size_t end_row = row + rows < field->rows ? row + rows : field->rows - 1;
    size_t end = column + columns < field->columns ? column + columns : field->columns - 1;
    gz_field_fit_tiles(field, (uint32_t)first_row, (uint32_t)first, (uint32_t)(end_row - first_row),
                       (uint32_t)(end - first));
}

static graze_status refit(gz_height_field *field, size_t row, size_t column, size_t rows,
                          size_t columns) {
    fit_around(field, row, column, rows, columns);
    graze_status status = gz_field_set_bounds(field);
    if (status == GRAZE_OK) ++field->revision;
    return status;
}

graze_status graze_height_field_update(graze_shape *shape, size_t row, size_t column, size_t rows,
                                       size_t columns) {
    gz_height_field *field = field_of(shape);
    if (!field || field->owned_samples) return GRAZE_INVALID_ARGUMENT;
    if (!is_within(row, rows, field->rows) || !is_within(column, columns, field->columns))
        return GRAZE_INVALID_ARGUMENT;
    if (rows == 0 || columns == 0) return GRAZE_OK;
    const char *first = field->samples + row * field->row_stride + gz_field_packed_row(field, column);
    graze_status status = gz_field_check_samples(field, first, field->row_stride, rows, columns);
    return status == GRAZE_OK ? refit(field, row, column, rows, columns) : status;
}

graze_status graze_height_field_set(graze_shape *shape, size_t row, size_t column, size_t rows,
                                    size_t columns, const void *samples, size_t row_stride) {
    gz_height_field *field = field_of(shape);
    if (!field || !field->owned_samples) return GRAZE_INVALID_ARGUMENT;
    if (!is_within(row, rows, field->rows) || !is_within(column, columns, field->columns))
        return GRAZE_INVALID_ARGUMENT;
    if (rows == 0 || columns == 0) return GRAZE_OK;
    if (!samples || (row_stride != 0 && row_stride < gz_field_packed_row(field, columns)))
        return GRAZE_INVALID_ARGUMENT;
    size_t stride = row_stride ? row_stride : gz_field_packed_row(field, columns);
    graze_status status = gz_field_check_samples(field, samples, stride, rows, columns);
    if (status != GRAZE_OK) return status;
    gz_field_write_samples(field, row, column, rows, columns, samples, stride);
    return refit(field, row, column, rows, columns);
}

/* -- holes -- */

static void set_holes(gz_height_field *field, size_t row, size_t column, size_t rows, size_t columns,
                      bool hole) {
    for (size_t r = row; r < row + rows; ++r)
        for (size_t c = column; c < column + columns; ++c) {
            size_t cell = r * (field->columns - 1) + c;
            uint8_t bit = (uint8_t)(1u << cell % 8), *byte = &field->owned_holes[cell / 8];
            *byte = (uint8_t)(hole ? *byte | bit : *byte & ~bit);
        }
}

/* Is there a cell left that is no hole, beside those of the rectangle? */
static bool is_left(const gz_height_field *field, size_t row, size_t column, size_t rows,
                    size_t columns) {
    for (size_t r = 0; r + 1 < field->rows; ++r)
        for (size_t c = 0; c + 1 < field->columns; ++c) {
            bool dug = r >= row && r - row < rows && c >= column && c - column < columns;
            if (!dug && !gz_field_is_hole(field, (uint32_t)r, (uint32_t)c)) return true;
        }
    return false;
}

static graze_status allow_holes(gz_height_field *field) {
    size_t bytes = ((size_t)(field->rows - 1) * (field->columns - 1) + 7) / 8;
    if (field->owned_holes) return GRAZE_OK;
    field->owned_holes = gz_allocate(bytes);
    if (!field->owned_holes) return GRAZE_OUT_OF_MEMORY;
    memset(field->owned_holes, 0, bytes);
    field->holes = field->owned_holes;
    return GRAZE_OK;
}

graze_status graze_height_field_dig(graze_shape *shape, size_t row, size_t column, size_t rows,
                                    size_t columns, bool hole) {
    gz_height_field *field = field_of(shape);
    if (!field || !field->owned_samples) return GRAZE_INVALID_ARGUMENT;
    if (!is_within(row, rows, field->rows - 1) || !is_within(column, columns, field->columns - 1))
        return GRAZE_INVALID_ARGUMENT;
    if (rows == 0 || columns == 0) return GRAZE_OK;
    if (hole && !is_left(field, row, column, rows, columns)) return GRAZE_EMPTY;
    graze_status status = allow_holes(field);
    if (status != GRAZE_OK) return status;
    set_holes(field, row, column, rows, columns, hole);
    gz_field_fit_tiles(field, (uint32_t)row, (uint32_t)column, (uint32_t)rows, (uint32_t)columns);
    status = gz_field_set_bounds(field);
    if (status == GRAZE_OK) ++field->revision;
    return status;
}
