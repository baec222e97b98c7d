/* SPDX-License-Identifier: MIT
 * Graze: height fields: terrain over a regular grid, without a stored triangle.
 *
 * A height field is a graze_shape like any other, a surface as a mesh is one. Sample (row, column) is
 * the vertex
 *
 *     x = column * spacing_x,   y = offset + scale * sample,   z = row * spacing_z,
 *
 * each computed in double and rounded to graze_real once. Between four samples lies a cell, cell number
 * row * (columns - 1) + column, cut by the diagonal from (row, column) to (row + 1, column + 1) into
 * two triangles, which are counterclockwise seen from above (+y):
 *
 *     2 * cell       (row, column), (row + 1, column), (row + 1, column + 1)
 *     2 * cell + 1   (row, column), (row + 1, column + 1), (row, column + 1)
 *
 * These are its primitives, by whose numbers results name them. A cell may be a hole: its triangles are
 * not there.
 *
 * Samples are uint16_t or float, in the caller's memory or copied: two bytes a sample. Beside them
 * there is a tree of tiles only: least and greatest sample of every 8 x 8 cells, and of 2 x 2 tiles
 * each level up, 0.09 bytes a sample of uint16_t. Nothing below the field is solid.
 *
 * All queries of query.h, contact.h and mesh.h take height fields, and answer as for the mesh of these
 * triangles: rays without a margin by the same exact decisions, so none slips through between
 * triangles, all else as for each triangle as a convex shape, right up to E. Penetration and signed
 * distance are those of the deepest triangle. */
#ifndef GRAZE_HEIGHT_FIELD_H
#define GRAZE_HEIGHT_FIELD_H

#include "mesh.h"

GRAZE_BEGIN_C

typedef enum graze_sample_format { GRAZE_SAMPLE_UINT16 = 0, GRAZE_SAMPLE_FLOAT } graze_sample_format;

/** What a height field is made of. */
typedef struct graze_height_samples {
    const void *samples;  /**< row by row */
    size_t rows, columns; /**< of samples, at least 2 each */
    size_t row_stride;    /**< bytes from one row to the next; 0 = packed */
    graze_sample_format format;
    graze_real spacing_x, spacing_z; /**< > 0 */
    graze_real scale;                /**< > 0; 0 means 1 */
    graze_real offset;
    /** One bit a cell, number i in bit i % 8 of byte i / 8: 1 is a hole. NULL = none. */
    const uint8_t *holes;
    bool copy; /**< the field keeps copies of samples and holes; the caller's arrays may go */
} graze_height_samples;

/** A height field. GRAZE_INVALID_ARGUMENT: NULL, fewer than 2 rows or columns, a row_stride too small
 *  for a row, spacing, scale or offset that are not finite or not positive, a sample that is NaN or
 *  infinite. GRAZE_EMPTY: all cells are holes. GRAZE_OUT_OF_RANGE: reaches beyond GRAZE_SHAPE_REACH, or
 *  has more than 2^31 - 1 cells or 2^24 rows or columns. GRAZE_OUT_OF_MEMORY. Samples that are not
 *  copied must stay as they are while the field lives, but for graze_height_field_update. */
GRAZE_API graze_status graze_shape_height_field(const graze_height_samples *samples, graze_shape **out);

/* -- what a height field answers; GRAZE_INVALID_ARGUMENT for shapes of other kinds ------------------
 */

typedef struct graze_height_field_info {
    size_t rows, columns;
    size_t cells, holes; /**< cells: all, holes included */
    size_t sample_bytes; /**< copies of samples and holes, 0 if they are the caller's */
    size_t tile_bytes;   /**< the tree of tiles */
    size_t bytes;        /**< all that the field has allocated */
    uint32_t revision;
} graze_height_field_info;
GRAZE_API graze_status graze_height_field_describe(const graze_shape *field,
                                                   graze_height_field_info *out);
/** The vertex of a sample, in local coordinates. */
GRAZE_API graze_status graze_height_field_vertex(const graze_shape *field, size_t row, size_t column,
                                                 graze_vec3 *out);
/** The corners of a triangle by its number; *hole says whether its cell is a hole. */
GRAZE_API graze_status graze_height_field_triangle(const graze_shape *field, size_t triangle,
                                                   graze_vec3 corners[3], bool *hole);
/** The height above (or below) a place of the local x-z plane, rounded; *hit is false beside the field
 *  and over holes. */
GRAZE_API graze_status graze_height_field_height(const graze_shape *field, graze_real x, graze_real z,
                                                 bool *hit, graze_real *height);

/* -- changes: not while others query the field -------------------------------------------------------
 *
 * A rectangle is given by its first row and column and how many there are of each. What changes is
 * fitted again tile by tile: the time goes with the rectangle, and the revision is raised. */

/** Borrowed samples have changed within the rectangle. GRAZE_INVALID_ARGUMENT if one is not finite, or
 *  the field has copied them; the tiles are then as before. */
GRAZE_API graze_status graze_height_field_update(graze_shape *field, size_t row, size_t column,
                                                 size_t rows, size_t columns);
/** New samples for a rectangle of a field that has copied them, in its format; row_stride as above. */
GRAZE_API graze_status graze_height_field_set(graze_shape *field, size_t row, size_t column,
                                              size_t rows, size_t columns, const void *samples,
                                              size_t row_stride);
/** Digs or fills holes: all cells of a rectangle of cells. For fields that have copied their samples.
 *  GRAZE_EMPTY if no cell would be left. */
GRAZE_API graze_status graze_height_field_dig(graze_shape *field, size_t row, size_t column,
                                              size_t rows, size_t columns, bool hole);

GRAZE_END_C

#endif
