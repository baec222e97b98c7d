/* SPDX-License-Identifier: MIT
 * What a height field is inside: samples that mostly are the caller's, bits for holes, and a tree of
 * tiles. The tree is a quadtree whose places follow from numbers: level 0 has the least and greatest
 * sample of every 8 x 8 cells, each further one of 2 x 2 tiles of the one below, the last of all. */
#ifndef GZ_MESH_HEIGHT_FIELD_H
#define GZ_MESH_HEIGHT_FIELD_H

#include <string.h>

#include "graze/height_field.h"
#include "math/wide3.h"
#include "mesh/complex.h"

#define GZ_TILE_CELLS 8u
#define GZ_TILE_LEVELS 26 /* 2^27 cells a side */

typedef struct gz_tile_level {
    uint32_t rows, columns;
    size_t first; /* number of its first tile */
} gz_tile_level;

/* Least and greatest sample; lo > hi if there are only holes. */
typedef struct gz_tile16 {
    uint16_t lo, hi;
} gz_tile16;
typedef struct gz_tile32 {
    float lo, hi;
} gz_tile32;

typedef struct gz_height_field {
    graze_shape shape;
    const char *samples;
    size_t row_stride;
    graze_sample_format format;
    uint32_t rows, columns; /* of samples */
    double spacing_x, spacing_z, scale, offset;
    const uint8_t *holes; /* NULL: none */
    char *owned_samples;  /* NULL: borrowed */
    uint8_t *owned_holes;
    void *tiles; /* gz_tile16 or gz_tile32 */
    size_t tile_count;
    uint32_t levels;
    gz_tile_level level[GZ_TILE_LEVELS];
    uint32_t revision;
} gz_height_field;

static inline const gz_height_field *gz_height_field_of(const graze_shape *shape) {
    return shape && shape->kind == GRAZE_SHAPE_HEIGHT_FIELD
               ? (const gz_height_field *)(const void *)shape
               : NULL;
}

/* -- samples ----------------------------------------------------------------------------------------
 */

static inline double gz_sample(const gz_height_field *field, uint32_t row, uint32_t column) {
    const char *at = field->samples + row * field->row_stride;
    if (field->format == GRAZE_SAMPLE_UINT16) {
        uint16_t sample;
        memcpy(&sample, at + column * sizeof sample, sizeof sample);
        return (double)sample;
    }
    float sample;
    memcpy(&sample, at + column * sizeof sample, sizeof sample);
    return (double)sample;
}

/* Coordinates of vertices, as graze/height_field.h defines them. They do not fall as numbers rise. */
static inline double gz_field_x(const gz_height_field *field, uint32_t column) {
    return (double)wide_round((double)column * field->spacing_x);
}
static inline double gz_field_y(const gz_height_field *field, double sample) {
    return (double)wide_round(field->offset + field->scale * sample);
}
static inline double gz_field_z(const gz_height_field *field, uint32_t row) {
    return (double)wide_round((double)row * field->spacing_z);
}
static inline void gz_field_vertex(const gz_height_field *field, uint32_t row, uint32_t column,
                                   double out[3]) {
    out[0] = gz_field_x(field, column);
    out[1] = gz_field_y(field, gz_sample(field, row, column));
    out[2] = gz_field_z(field, row);
}

static inline bool gz_field_is_hole(const gz_height_field *field, uint32_t row, uint32_t column) {
    if (!field->holes) return false;
    size_t cell = (size_t)row * (field->columns - 1) + column;
    return field->holes[cell / 8] >> cell % 8 & 1;
}

/* The corners of triangle 0 or 1 of a cell. */
static inline void gz_field_triangle(const gz_height_field *field, uint32_t row, uint32_t column,
                                     uint32_t second, double out[3][3]) {
    gz_field_vertex(field, row, column, out[0]);
    gz_field_vertex(field, row + 1, column + 1, out[2 - second]);
    gz_field_vertex(field, row + 1 - second, column + second, out[1 + second]);
}

/* -- tiles (height_field_tiles.c) --------------------------------------------------------------------
 */

/* Least and greatest sample of what is no hole. */
typedef struct gz_sample_range {
    double lo, hi; /* lo > hi: nothing */
} gz_sample_range;

/* Of the cells of a square of the given size, 1, 2, 4 ... cells a side, number row and column of those
 * of this size. */
gz_sample_range gz_field_range(const gz_height_field *field, uint32_t size, uint32_t row,
                               uint32_t column);

/* Fills in the levels. */
void gz_field_lay_tiles(gz_height_field *field);
size_t gz_field_tile_bytes(const gz_height_field *field);
/* Fits the tiles that a rectangle of cells touches, and those above. */
void gz_field_fit_tiles(gz_height_field *field, uint32_t row, uint32_t column, uint32_t rows,
                        uint32_t columns);
/* Center, half extents, errors; GRAZE_OUT_OF_RANGE, and nothing changed, if that is too large. */
graze_status gz_field_set_bounds(gz_height_field *field);

/* -- as in mesh/complex.h -----------------------------------------------------------------------------
 */

uint32_t gz_height_field_open(const gz_height_field *field, uint64_t id, gz_branch out[GZ_BRANCHES]);
/* The smallest squares, at most four, that cover all cells a box in the field's space may touch, as
 * branches. */
uint32_t gz_height_field_cover(const gz_height_field *field, const double lo[3], const double hi[3],
                               uint64_t out[4]);
/* A triangle below or above a place, or the nearest one in the grid; false if that is a hole. */
bool gz_height_field_under(const gz_height_field *field, double x, double z, uint32_t *part);
graze_placed gz_height_field_part(const graze_placed *placed, uint32_t part, gz_simplex_room *room);

/* -- rays (height_field_ray.c), as the public functions, without a margin
 * ------------------------------- */

graze_status gz_height_field_ray_closest(const graze_placed *placed, const graze_ray *ray,
                                         graze_faces faces, graze_mesh_hit *out,
                                         graze_tree_counts *counts);
graze_status gz_height_field_ray_any(const graze_placed *placed, const graze_ray *ray,
                                     graze_faces faces, bool *hit, graze_tree_counts *counts);
graze_status gz_height_field_ray_all(const graze_placed *placed, const graze_ray *ray,
                                     graze_faces faces, graze_mesh_visit_hit visit, void *user,
                                     graze_tree_counts *counts);

#endif
