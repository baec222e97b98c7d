/* SPDX-License-Identifier: MIT
 * The tree of tiles of a height field: made, fitted again, and opened as a tree of boxes. */
#include "base/tolerance.h"
#include "math/rounding.h"
#include "mesh/height_field.h"

/* -- ranges -- */

static const gz_sample_range nothing = {INFINITY, -INFINITY};

static gz_sample_range join(gz_sample_range a, gz_sample_range b) {
    return (gz_sample_range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

static gz_sample_range range_of_samples(const gz_height_field *field, uint32_t row, uint32_t row_end,
                                        uint32_t column, uint32_t column_end) {
    gz_sample_range range = nothing;
    for (uint32_t r = row; r <= row_end; ++r)
        for (uint32_t c = column; c <= column_end; ++c) {
            double sample = gz_sample(field, r, c);
            range.lo = sample < range.lo ? sample : range.lo;
            range.hi = sample > range.hi ? sample : range.hi;
        }
    return range;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* By looking at the samples; cells from row to row_end - 1. */
static gz_sample_range range_of_cells(const gz_height_field *field, uint32_t size, uint32_t row,
                                      uint32_t column) {
    uint32_t first_row = row * size, first_column = column * size;
    uint32_t row_end = least(first_row + size, field->rows - 1);
    uint32_t column_end = least(first_column + size, field->columns - 1);
    if (!field->holes) return range_of_samples(field, first_row, row_end, first_column, column_end);
    gz_sample_range range = nothing;
    for (uint32_t r = first_row; r < row_end; ++r)
        for (uint32_t c = first_column; c < column_end; ++c)
            if (!gz_field_is_hole(field, r, c))
                range = join(range, range_of_samples(field, r, r + 1, c, c + 1));
    return range;
}

static gz_sample_range tile(const gz_height_field *field, size_t number) {
    if (field->format == GRAZE_SAMPLE_UINT16) {
        gz_tile16 t = ((const gz_tile16 *)field->tiles)[number];
        return t.lo > t.hi ? nothing : (gz_sample_range){(double)t.lo, (double)t.hi};
    }
    gz_tile32 t = ((const gz_tile32 *)field->tiles)[number];
    return (gz_sample_range){(double)t.lo, (double)t.hi};
}

static void set_tile(gz_height_field *field, size_t number, gz_sample_range range) {
    if (field->format == GRAZE_SAMPLE_FLOAT)
        ((gz_tile32 *)field->tiles)[number] = (gz_tile32){(float)range.lo, (float)range.hi};
    else if (range.lo > range.hi)
        ((gz_tile16 *)field->tiles)[number] = (gz_tile16){1, 0};
    else
        ((gz_tile16 *)field->tiles)[number] = (gz_tile16){(uint16_t)range.lo, (uint16_t)range.hi};
}

static uint32_t level_of(uint32_t size) {
    uint32_t level = 0;
    for (; size > GZ_TILE_CELLS; size /= 2) ++level;
    return level;
}

gz_sample_range gz_field_range(const gz_height_field *field, uint32_t size, uint32_t row,
                               uint32_t column) {
    if (size < GZ_TILE_CELLS) return range_of_cells(field, size, row, column);
    const gz_tile_level *level = &field->level[level_of(size)];
    return tile(field, level->first + (size_t)row * level->columns + column);
}

/* -- making and fitting -- */

void gz_field_lay_tiles(gz_height_field *field) {
    uint32_t rows = (field->rows - 2) / GZ_TILE_CELLS + 1;
    uint32_t columns = (field->columns - 2) / GZ_TILE_CELLS + 1;
    field->levels = 0;
    field->tile_count = 0;
    for (;;) {
        field->level[field->levels++] = (gz_tile_level){rows, columns, field->tile_count};
        field->tile_count += (size_t)rows * columns;
        if (rows == 1 && columns == 1) return;
        rows = (rows + 1) / 2;
        columns = (columns + 1) / 2;
    }
}

size_t gz_field_tile_bytes(const gz_height_field *field) {
    return field->tile_count *
           (field->format == GRAZE_SAMPLE_UINT16 ? sizeof(gz_tile16) : sizeof(gz_tile32));
}

/* Of the level below. */
static gz_sample_range range_of_four(const gz_height_field *field, uint32_t level, uint32_t row,
                                     uint32_t column) {
    const gz_tile_level *below = &field->level[level - 1];
    gz_sample_range range = nothing;
    for (uint32_t r = 2 * row; r < 2 * row + 2 && r < below->rows; ++r)
        for (uint32_t c = 2 * column; c < 2 * column + 2 && c < below->columns; ++c)
            range = join(range, tile(field, below->first + (size_t)r * below->columns + c));
    return range;
}

void gz_field_fit_tiles(gz_height_field *field, uint32_t row, uint32_t column, uint32_t rows,
                        uint32_t columns) {
    uint32_t first_row = row / GZ_TILE_CELLS, last_row = (row + rows - 1) / GZ_TILE_CELLS;
    uint32_t first = column / GZ_TILE_CELLS, last = (column + columns - 1) / GZ_TILE_CELLS;
    for (uint32_t level = 0; level < field->levels; ++level) {
        const gz_tile_level *at = &field->level[level];
        for (uint32_t r = first_row; r <= last_row; ++r)
            for (uint32_t c = first; c <= last; ++c)
                set_tile(field, at->first + (size_t)r * at->columns + c,
                         level == 0 ? range_of_cells(field, GZ_TILE_CELLS, r, c)
                                    : range_of_four(field, level, r, c));
        first_row /= 2, last_row /= 2, first /= 2, last /= 2;
    }
}

graze_status gz_field_set_bounds(gz_height_field *field) {
    graze_shape *shape = &field->shape;
    gz_sample_range range = tile(field, field->tile_count - 1);
    if (range.lo > range.hi) return GRAZE_EMPTY;
    double y_lo = gz_field_y(field, range.lo), y_hi = gz_field_y(field, range.hi);
    double x = gz_field_x(field, field->columns - 1), z = gz_field_z(field, field->rows - 1);
    double far = x > z ? x : z;
    far = fabs(y_lo) > far ? fabs(y_lo) : far;
    far = fabs(y_hi) > far ? fabs(y_hi) : far;
    if (!(far <= (double)GRAZE_SHAPE_REACH / 4)) return GRAZE_OUT_OF_RANGE;
    gz_shape_set_box(shape, vec3_make(0, (real)y_lo, 0), vec3_make((real)x, (real)y_hi, (real)z));
    shape->reach = gz_round_up(vec3_length(shape->center) + shape->extent);
    shape->support_error = gz_round_up(GZ_ERROR_SCAN * GRAZE_EPSILON * shape->extent +
                                       2 * GRAZE_EPSILON * shape->reach + GZ_ERROR_UNDERFLOW);
    return GRAZE_OK;
}

/* -- a tree of boxes -- */

/* A branch is a square of cells: how many levels below the root (then a square has 2^(levels + 2 -
 * below) cells a side), and which one of that size. */
static uint64_t branch_id(uint32_t below, uint32_t row, uint32_t column) {
    return (uint64_t)below << 56 | (uint64_t)row << 28 | column;
}

static void set_box(const gz_height_field *field, gz_sample_range range, uint32_t row, uint32_t row_end,
                    uint32_t column, uint32_t column_end, gz_branch *out) {
    out->lo[0] = gz_field_x(field, column);
    out->hi[0] = gz_field_x(field, column_end);
    out->lo[1] = gz_field_y(field, range.lo);
    out->hi[1] = gz_field_y(field, range.hi);
    out->lo[2] = gz_field_z(field, row);
    out->hi[2] = gz_field_z(field, row_end);
}

/* The two triangles of a cell that is no hole. */
static uint32_t open_cell(const gz_height_field *field, uint32_t row, uint32_t column, gz_branch *out) {
    uint64_t cell = (uint64_t)row * (field->columns - 1) + column;
    double near = gz_sample(field, row, column), far = gz_sample(field, row + 1, column + 1);
    gz_sample_range diagonal = {near < far ? near : far, near < far ? far : near};
    for (uint32_t second = 0; second < 2; ++second) {
        double third = gz_sample(field, row + 1 - second, column + second);
        out[second].id = GZ_BRANCH_PART | (2 * cell + second);
        set_box(field, join(diagonal, (gz_sample_range){third, third}), row, row + 1, column,
                column + 1, &out[second]);
    }
    return 2;
}

uint32_t gz_height_field_open(const gz_height_field *field, uint64_t id, gz_branch out[GZ_BRANCHES]) {
    uint32_t below = (uint32_t)(id >> 56), row = (uint32_t)(id >> 28) & 0x0fffffff;
    uint32_t column = (uint32_t)id & 0x0fffffff, side = field->levels + 2 - below, count = 0;
    if (side == 0) return open_cell(field, row, column, out);
    uint32_t size = 1u << (side - 1), cell_rows = field->rows - 1, cell_columns = field->columns - 1;
    for (uint32_t r = 2 * row; r < 2 * row + 2 && r * size < cell_rows; ++r)
        for (uint32_t c = 2 * column; c < 2 * column + 2 && c * size < cell_columns; ++c) {
            gz_sample_range range = gz_field_range(field, size, r, c);
            if (range.lo > range.hi) continue;
            set_box(field, range, r * size, least((r + 1) * size, cell_rows), c * size,
                    least((c + 1) * size, cell_columns), &out[count]);
            out[count++].id = branch_id(below + 1, r, c);
        }
    return count;
}

/* Cells from lo to hi along an axis, sides that round counted in; false if there are none. */
static bool cells_between(double lo, double hi, double spacing, uint32_t count, uint32_t out[2]) {
    double pad = 0x1p-20 + 2 * (double)GRAZE_EPSILON * (double)count;
    double first = lo / spacing - pad, last = hi / spacing + pad;
    if (!(last >= 0 && first < (double)count)) return false;
    out[0] = first > 0 ? (uint32_t)first : 0;
    out[1] = last < (double)count ? (uint32_t)last : count - 1;
    return true;
}

uint32_t gz_height_field_cover(const gz_height_field *field, const double lo[3], const double hi[3],
                               uint64_t out[4]) {
    uint32_t row[2], column[2], count = 0, below = field->levels + 2;
    if (!cells_between(lo[0], hi[0], field->spacing_x, field->columns - 1, column) ||
        !cells_between(lo[2], hi[2], field->spacing_z, field->rows - 1, row))
        return 0;
    for (; row[1] - row[0] > 1 || column[1] - column[0] > 1; --below)
        for (int i = 0; i < 2; ++i) {
            row[i] /= 2;
            column[i] /= 2;
        }
    for (uint32_t r = row[0]; r <= row[1]; ++r)
        for (uint32_t c = column[0]; c <= column[1]; ++c) {
            gz_sample_range range = gz_field_range(field, 1u << (field->levels + 2 - below), r, c);
            if (range.lo <= range.hi) out[count++] = branch_id(below, r, c);
        }
    return count;
}

bool gz_height_field_under(const gz_height_field *field, double x, double z, uint32_t *part) {
    uint32_t row[2], column[2];
    double last_x = gz_field_x(field, field->columns - 1), last_z = gz_field_z(field, field->rows - 1);
    x = x < 0 ? 0 : x > last_x ? last_x : x;
    z = z < 0 ? 0 : z > last_z ? last_z : z;
    if (!cells_between(x, x, field->spacing_x, field->columns - 1, column) ||
        !cells_between(z, z, field->spacing_z, field->rows - 1, row))
        return false;
    *part = 2 * (row[0] * (field->columns - 1) + column[0]);
    return !gz_field_is_hole(field, row[0], column[0]);
}

graze_placed gz_height_field_part(const graze_placed *placed, uint32_t part, gz_simplex_room *room) {
    const gz_height_field *field = gz_height_field_of(placed->shape);
    uint32_t cell = part / 2, columns = field->columns - 1;
    double p[3][3];
    vec3 corners[3];
    gz_field_triangle(field, cell / columns, cell % columns, part & 1, p);
    for (int i = 0; i < 3; ++i) corners[i] = wide3_round(wide3_make(p[i][0], p[i][1], p[i][2]));
    return (graze_placed){gz_simplex_place(room, corners, 3), placed->pose, placed->margin};
}
