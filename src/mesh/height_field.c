/* SPDX-License-Identifier: MIT
 * Height fields as shapes: making one, giving it back, and what it answers about itself. */
#include "mesh/height_field.h"

#include "base/memory.h"
#include "mesh/complex_shape.h"
#include "mesh/height_field_make.h"

/* -- as a shape -- */

static void destroy(graze_shape *shape) {
    gz_height_field *field = (gz_height_field *)(void *)shape;
    gz_release(field->owned_samples, gz_field_sample_bytes(field));
    gz_release(field->owned_holes, gz_field_hole_bytes(field));
    gz_release(field->tiles, gz_field_tile_bytes(field));
}

static void describe(const graze_shape *shape, gz_text *text, int depth) {
    (void)depth;
    const gz_height_field *field = gz_height_field_of(shape);
    const real sizes[] = {(real)field->rows, (real)field->columns};
    gz_text_add_sizes(text, "height field", sizes, 2);
}

/* A surface: its middle, by area. */
static graze_status measure(const graze_shape *shape, graze_shape_mass *out) {
    const gz_height_field *field = gz_height_field_of(shape);
    wide3 center = wide3_from(shape->center), moment = {0, 0, 0};
    double area = 0;
    for (uint32_t row = 0; row + 1 < field->rows; ++row)
        for (uint32_t i = 0; i < 2 * (field->columns - 1); ++i) {
            if (gz_field_is_hole(field, row, i / 2)) continue;
            double p[3][3];
            gz_field_triangle(field, row, i / 2, i & 1, p);
            wide3 q[3];
            for (int k = 0; k < 3; ++k) q[k] = wide3_sub(wide3_make(p[k][0], p[k][1], p[k][2]), center);
            double part = wide3_length(wide3_cross(wide3_sub(q[1], q[0]), wide3_sub(q[2], q[0])));
            wide3 sum = wide3_add(wide3_add(q[0], q[1]), q[2]);
            area += part;
            moment = wide3_add_scaled(moment, part / 3, sum);
        }
    *out = (graze_shape_mass){.volume = 0};
    out->center = wide3_round(wide3_add_scaled(center, 1 / area, moment));
    return GRAZE_OK;
}

static const gz_shape_ops field_ops = {.core = gz_complex_core,
                                       .bounding_sphere = gz_complex_ball,
                                       .measure = measure,
                                       .describe = describe,
                                       .destroy = destroy};

/* -- making one -- */

static size_t sample_size(graze_sample_format format) {
    return format == GRAZE_SAMPLE_UINT16 ? sizeof(uint16_t) : sizeof(float);
}

size_t gz_field_sample_bytes(const gz_height_field *field) {
    return field->owned_samples ? (size_t)field->rows * field->columns * sample_size(field->format) : 0;
}

size_t gz_field_hole_bytes(const gz_height_field *field) {
    return field->owned_holes ? ((size_t)(field->rows - 1) * (field->columns - 1) + 7) / 8 : 0;
}

static bool is_positive(real x) { return x > 0 && graze_is_finite(x); }

static graze_status check(const graze_height_samples *s) {
    bool known = s->format == GRAZE_SAMPLE_UINT16 || s->format == GRAZE_SAMPLE_FLOAT;
    if (!s->samples || s->rows < 2 || s->columns < 2 || !known) return GRAZE_INVALID_ARGUMENT;
    if (!is_positive(s->spacing_x) || !is_positive(s->spacing_z)) return GRAZE_INVALID_ARGUMENT;
    if (s->scale != 0 && !is_positive(s->scale)) return GRAZE_INVALID_ARGUMENT;
    if (!graze_is_finite(s->offset)) return GRAZE_INVALID_ARGUMENT;
    const size_t most = (size_t)1 << 24; /* of float, columns stay apart */
    if (s->rows > most || s->columns > most || (uint64_t)(s->rows - 1) * (s->columns - 1) > 0x7fffffff)
        return GRAZE_OUT_OF_RANGE;
    if (s->row_stride != 0 && s->row_stride < s->columns * sample_size(s->format))
        return GRAZE_INVALID_ARGUMENT;
    if (s->format != GRAZE_SAMPLE_UINT16) return GRAZE_OK;
    double top = (double)s->offset + (double)(s->scale > 0 ? s->scale : 1) * 65535;
    bool fits =
        fabs(top) <= (double)GRAZE_SHAPE_REACH / 4 && graze_abs(s->offset) <= GRAZE_SHAPE_REACH / 4;
    return fits ? GRAZE_OK : GRAZE_OUT_OF_RANGE;
}

graze_status gz_field_check_samples(const gz_height_field *field, const char *samples,
                                    size_t row_stride, size_t rows, size_t columns) {
    if (field->format == GRAZE_SAMPLE_UINT16) return GRAZE_OK; /* all are in range */
    graze_status status = GRAZE_OK;
    for (size_t r = 0; r < rows; ++r)
        for (size_t c = 0; c < columns; ++c) {
            float sample;
            memcpy(&sample, samples + r * row_stride + c * sizeof sample, sizeof sample);
            if (!(sample - sample == 0)) return GRAZE_INVALID_ARGUMENT;
            double height = field->offset + field->scale * (double)sample;
            if (!(fabs(height) <= (double)GRAZE_SHAPE_REACH / 4)) status = GRAZE_OUT_OF_RANGE;
        }
    return status;
}

void gz_field_write_samples(gz_height_field *field, size_t row, size_t column, size_t rows,
                            size_t columns, const char *samples, size_t row_stride) {
    size_t size = sample_size(field->format), own = field->columns * size;
    for (size_t r = 0; r < rows; ++r)
        memcpy(field->owned_samples + (row + r) * own + column * size, samples + r * row_stride,
               columns * size);
}

size_t gz_field_packed_row(const gz_height_field *field, size_t columns) {
    return columns * sample_size(field->format);
}

static graze_status copy_given(gz_height_field *field, const uint8_t *holes) {
    size_t cells = (size_t)(field->rows - 1) * (field->columns - 1), bytes = (cells + 7) / 8;
    const char *given = field->samples;
    field->owned_samples =
        gz_allocate_array((size_t)field->rows * field->columns, sample_size(field->format));
    if (!field->owned_samples) return GRAZE_OUT_OF_MEMORY;
    gz_field_write_samples(field, 0, 0, field->rows, field->columns, given, field->row_stride);
    field->samples = field->owned_samples;
    field->row_stride = gz_field_packed_row(field, field->columns);
    if (!holes) return GRAZE_OK;
    field->owned_holes = gz_allocate(bytes);
    if (!field->owned_holes) return GRAZE_OUT_OF_MEMORY;
    memcpy(field->owned_holes, holes, bytes);
    field->holes = field->owned_holes;
    return GRAZE_OK;
}

static graze_status make(gz_height_field *field, const graze_height_samples *s) {
    graze_status status =
        gz_field_check_samples(field, field->samples, field->row_stride, s->rows, s->columns);
    if (status == GRAZE_OK && s->copy) status = copy_given(field, s->holes);
    if (status != GRAZE_OK) return status;
    gz_field_lay_tiles(field);
    field->tiles = gz_allocate(gz_field_tile_bytes(field));
    if (!field->tiles) return GRAZE_OUT_OF_MEMORY;
    gz_field_fit_tiles(field, 0, 0, field->rows - 1, field->columns - 1);
    return gz_field_set_bounds(field);
}

graze_status graze_shape_height_field(const graze_height_samples *s, graze_shape **out) {
    if (!s || !out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = check(s);
    if (status != GRAZE_OK) return status;
    gz_height_field *field = (gz_height_field *)(void *)gz_shape_allocate(
        sizeof *field, GRAZE_SHAPE_HEIGHT_FIELD, &field_ops);
    if (!field) return GRAZE_OUT_OF_MEMORY;
    memset((char *)field + sizeof field->shape, 0, sizeof *field - sizeof field->shape);
    field->shape.convex = false;
    field->samples = s->samples;
    field->format = s->format;
    field->rows = (uint32_t)s->rows;
    field->columns = (uint32_t)s->columns;
    field->row_stride = s->row_stride ? s->row_stride : gz_field_packed_row(field, s->columns);
    field->spacing_x = (double)s->spacing_x;
    field->spacing_z = (double)s->spacing_z;
    field->scale = s->scale > 0 ? (double)s->scale : 1;
    field->offset = (double)s->offset;
    field->holes = s->holes;
    status = make(field, s);
    if (status == GRAZE_OK) return gz_shape_finish(&field->shape, out);
    graze_shape_release(&field->shape);
    return status;
}

/* -- questions -- */

graze_status graze_height_field_describe(const graze_shape *shape, graze_height_field_info *out) {
    const gz_height_field *field = gz_height_field_of(shape);
    if (!field || !out) return GRAZE_INVALID_ARGUMENT;
    graze_height_field_info info = {.rows = field->rows,
                                    .columns = field->columns,
                                    .sample_bytes =
                                        gz_field_sample_bytes(field) + gz_field_hole_bytes(field),
                                    .tile_bytes = gz_field_tile_bytes(field),
                                    .revision = field->revision};
    info.cells = (info.rows - 1) * (info.columns - 1);
    for (size_t i = 0; field->holes && i < info.cells; ++i)
        info.holes += field->holes[i / 8] >> i % 8 & 1;
    info.bytes = shape->bytes + info.sample_bytes + info.tile_bytes;
    *out = info;
    return GRAZE_OK;
}

graze_status graze_height_field_vertex(const graze_shape *shape, size_t row, size_t column,
                                       graze_vec3 *out) {
    const gz_height_field *field = gz_height_field_of(shape);
    if (!field || !out || row >= field->rows || column >= field->columns) return GRAZE_INVALID_ARGUMENT;
    double p[3];
    gz_field_vertex(field, (uint32_t)row, (uint32_t)column, p);
    *out = wide3_round(wide3_make(p[0], p[1], p[2]));
    return GRAZE_OK;
}

graze_status graze_height_field_triangle(const graze_shape *shape, size_t triangle,
                                         graze_vec3 corners[3], bool *hole) {
    const gz_height_field *field = gz_height_field_of(shape);
    if (!field || !corners) return GRAZE_INVALID_ARGUMENT;
    size_t columns = field->columns - 1, cell = triangle / 2;
    if (cell >= (field->rows - 1) * columns) return GRAZE_INVALID_ARGUMENT;
    uint32_t row = (uint32_t)(cell / columns), column = (uint32_t)(cell % columns);
    double p[3][3];
    gz_field_triangle(field, row, column, (uint32_t)(triangle & 1), p);
    for (int i = 0; i < 3; ++i) corners[i] = wide3_round(wide3_make(p[i][0], p[i][1], p[i][2]));
    if (hole) *hole = gz_field_is_hole(field, row, column);
    return GRAZE_OK;
}

/* The cell that a coordinate lies in; its sides are rounded, so the quotient may be one off, at the
 * last side, too. */
static bool find_cell(double x, double spacing, uint32_t count, uint32_t *cell) {
    double at = x / spacing;
    if (!(at > -1 && at < (double)count + 2)) return false;
    uint32_t i = at > 0 ? (uint32_t)at : 0;
    i = i < count ? i : count - 1;
    while (i > 0 && x < (double)wide_round((double)i * spacing)) --i;
    while (i + 1 < count && x > (double)wide_round((double)(i + 1) * spacing)) ++i;
    *cell = i;
    return x >= (double)wide_round((double)i * spacing) &&
           x <= (double)wide_round((double)(i + 1) * spacing);
}

graze_status graze_height_field_height(const graze_shape *shape, graze_real x, graze_real z, bool *hit,
                                       graze_real *height) {
    const gz_height_field *field = gz_height_field_of(shape);
    if (!field || !hit || !height || !graze_is_finite(x) || !graze_is_finite(z))
        return GRAZE_INVALID_ARGUMENT;
    uint32_t row, column;
    *hit = find_cell((double)x, field->spacing_x, field->columns - 1, &column) &&
           find_cell((double)z, field->spacing_z, field->rows - 1, &row) &&
           !gz_field_is_hole(field, row, column);
    if (!*hit) return GRAZE_OK;
    double p[3], q[3], near[3], far[3];
    gz_field_vertex(field, row, column, near);
    gz_field_vertex(field, row + 1, column + 1, far);
    double u = ((double)x - near[0]) / (far[0] - near[0]),
           v = ((double)z - near[2]) / (far[2] - near[2]);
    gz_field_vertex(field, row + 1, column, p);
    gz_field_vertex(field, row, column + 1, q);
    double along_u = v > u ? far[1] - p[1] : q[1] - near[1];
    double along_v = v > u ? p[1] - near[1] : far[1] - q[1];
    *height = (real)(near[1] + u * along_u + v * along_v);
    return GRAZE_OK;
}
