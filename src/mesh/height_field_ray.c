/* SPDX-License-Identifier: MIT
 * Rays at height fields: down the tree of tiles, the nearest first, and within a tile along its cells.
 * Boxes and cells are passed over by rounded numbers with room for what they may be off; whether a
 * triangle is hit is decided as for meshes (mesh/ray.h), exactly, so no ray slips through. */
#include "mesh/height_field.h"
#include "mesh/ray.h"

#include "base/bits.h"
#include "base/simd.h"

#define NAME(name) name##_baseline
#define KERNEL_INLINE GZ_INLINE
#define WIDE(op) gz_f64x4##op
#include "mesh/ray_kernel.h"
#undef NAME
#undef KERNEL_INLINE
#undef WIDE

typedef struct field_ray {
    gz_mesh_ray ray;
    const gz_height_field *field;
    double origin[3], direction[3], inverse[3];
    bool quick;    /* products with the inverse are as good as quotients */
    double pad[2]; /* how far off a column or a row may seem, in cells */
    double doubt;  /* how far off the time of a hit may be */
    graze_tree_counts counts;
} field_ray;

/* From when to when a ray is in a box, or longer: quotients are right to a few units of themselves. */
typedef struct stay {
    double enter, leave;
} stay;

static bool stays(const field_ray *f, const double lo[3], const double hi[3], stay *out) {
    double enter = 0, leave = INFINITY;
    for (int k = 0; k < 3; ++k) {
        double below = lo[k] - f->origin[k], above = hi[k] - f->origin[k];
        if (f->direction[k] == 0) {
            if (below > 0 || above < 0) return false;
            continue;
        }
        bool up = f->direction[k] > 0;
        double near = up ? below : above, far = up ? above : below;
        double first = f->quick ? near * f->inverse[k] : near / f->direction[k];
        double last = f->quick ? far * f->inverse[k] : far / f->direction[k];
        enter = first > enter ? first : enter;
        leave = last < leave ? last : leave;
    }
    out->enter = enter * (1 - 0x1p-40) - 0x1p-1000;
    out->leave = leave * (1 + 0x1p-40) + 0x1p-1000;
    return leave >= 0 && out->enter <= out->leave;
}

static double last_t(const gz_mesh_ray *ray) {
    return ray->wish == GZ_MESH_CLOSEST && ray->hit ? ray->best.t : ray->max_t;
}

/* What is entered later has nothing to add. */
static bool is_late(const field_ray *f, stay when) { return when.enter > last_t(&f->ray) + f->doubt; }

/* -- cells -- */

static graze_flow settle(field_ray *f, gz_mesh_found found, const double p[3][3]) {
    gz_mesh_ray *ray = &f->ray;
    if (ray->wish == GZ_MESH_ALL) {
        graze_mesh_hit hit;
        ray->status = gz_mesh_ray_finish_piece(ray, p, &found, &hit);
        return ray->status == GRAZE_OK ? ray->visit(ray->user, &hit) : GRAZE_STOP;
    }
    const gz_mesh_found *best = &ray->best;
    if (ray->hit && !(found.t < best->t || (found.t == best->t && found.primitive < best->primitive)))
        return GRAZE_CONTINUE;
    ray->hit = true;
    ray->best = found;
    return ray->wish == GZ_MESH_ANY ? GRAZE_STOP : GRAZE_CONTINUE;
}

/* Both triangles of a cell. */
static graze_flow visit_cell(field_ray *f, uint32_t row, uint32_t column) {
    gz_mesh_ray *ray = &f->ray;
    double corner[2][3][3];
    _Alignas(32) double lanes[3][3][4], t[4];
    for (uint32_t i = 0; i < 2; ++i) gz_field_triangle(f->field, row, column, i, corner[i]);
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k)
            for (int lane = 0; lane < 4; ++lane) lanes[c][k][lane] = corner[lane & 1][c][ray->axis[k]];
    gz_f64x4 p[3][3];
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) p[c][k] = gz_f64x4_load(lanes[c][k]);
    int sure, front, bits = gz_ray_meets_four_baseline(ray, p, last_t(ray), &sure, &front, t) & 3;
    f->counts.items += 2;
    uint32_t first = 2 * (row * (f->field->columns - 1) + column);
    for (; bits; bits &= bits - 1) {
        uint32_t i = gz_lowest_bit((uint64_t)(unsigned)bits);
        gz_mesh_found found = {t[i], first + i, 0, front >> i & 1, true};
        if (!(sure >> i & 1)) {
            if (!gz_mesh_ray_meets_exactly(ray, (const double(*)[3])corner[i], &found) ||
                !(found.t <= last_t(ray)))
                continue;
        } else if (ray->faces == GRAZE_FACES_FRONT && !found.front) {
            continue;
        }
        if (settle(f, found, (const double(*)[3])corner[i]) == GRAZE_STOP) return GRAZE_STOP;
    }
    return GRAZE_CONTINUE;
}

/* The cells, first <= i < end, that the ray may pass between two times, along an axis. */
static void cells_between(const field_ray *f, int axis, double spacing, stay when, uint32_t *first,
                          uint32_t *end) {
    double from = f->origin[axis] + f->direction[axis] * when.enter;
    double to = f->origin[axis] + f->direction[axis] * when.leave;
    double pad = f->pad[axis / 2];
    double lo = (from < to ? from : to) / spacing - pad, hi = (from < to ? to : from) / spacing + pad;
    if (lo >= (double)*end || hi < (double)*first) {
        *end = *first;
        return;
    }
    if (lo > (double)*first) *first = (uint32_t)lo;
    if (hi < (double)*end) *end = (uint32_t)hi + 1 < *end ? (uint32_t)hi + 1 : *end;
}

static graze_flow visit_row(field_ray *f, uint32_t row, uint32_t first, uint32_t end) {
    const gz_height_field *field = f->field;
    for (uint32_t c = first; c < end; ++c) {
        if (gz_field_is_hole(field, row, c)) continue;
        gz_sample_range range = gz_field_range(field, 1, row, c);
        const double lo[3] = {gz_field_x(field, c), gz_field_y(field, range.lo),
                              gz_field_z(field, row)};
        const double hi[3] = {gz_field_x(field, c + 1), gz_field_y(field, range.hi),
                              gz_field_z(field, row + 1)};
        stay when;
        ++f->counts.box_tests;
        if (!stays(f, lo, hi, &when) || is_late(f, when)) continue;
        if (visit_cell(f, row, c) == GRAZE_STOP) return GRAZE_STOP;
    }
    return GRAZE_CONTINUE;
}

/* Row by row, the columns that the ray passes there. */
static graze_flow visit_tile(field_ray *f, uint32_t tile_row, uint32_t tile_column, stay when) {
    const gz_height_field *field = f->field;
    uint32_t row = tile_row * GZ_TILE_CELLS, row_end = row + GZ_TILE_CELLS;
    uint32_t column = tile_column * GZ_TILE_CELLS, column_end = column + GZ_TILE_CELLS;
    if (row_end > field->rows - 1) row_end = field->rows - 1;
    if (column_end > field->columns - 1) column_end = field->columns - 1;
    double last = last_t(&f->ray) + f->doubt;
    if (when.leave > last) when.leave = last;
    if (when.enter < 0) when.enter = 0;
    bool bounded = when.leave < INFINITY;
    if (bounded) cells_between(f, 2, field->spacing_z, when, &row, &row_end);
    if (bounded) cells_between(f, 0, field->spacing_x, when, &column, &column_end);
    bool upwards = f->direction[2] > 0;
    for (uint32_t i = row; i < row_end; ++i) {
        uint32_t r = upwards ? i : row_end - 1 - (i - row), first = column, end = column_end;
        const double lo[3] = {-INFINITY, -INFINITY, gz_field_z(field, r)};
        const double hi[3] = {INFINITY, INFINITY, gz_field_z(field, r + 1)};
        stay here = when;
        if (bounded && f->direction[2] != 0) {
            stay in_row;
            if (!stays(f, lo, hi, &in_row)) continue;
            here.enter = in_row.enter > when.enter ? in_row.enter : when.enter;
            here.leave = in_row.leave < when.leave ? in_row.leave : when.leave;
            cells_between(f, 0, field->spacing_x, here, &first, &end);
        }
        if (visit_row(f, r, first, end) == GRAZE_STOP) return GRAZE_STOP;
    }
    return GRAZE_CONTINUE;
}

/* -- tiles -- */

typedef struct open_tile {
    stay when;
    uint32_t level, row, column;
} open_tile;

static bool see_tile(field_ray *f, uint32_t level, uint32_t row, uint32_t column, open_tile *out) {
    const gz_height_field *field = f->field;
    uint32_t size = GZ_TILE_CELLS << level, row_end = (row + 1) * size, end = (column + 1) * size;
    gz_sample_range range = gz_field_range(field, size, row, column);
    ++f->counts.box_tests;
    if (range.lo > range.hi) return false;
    if (row_end > field->rows - 1) row_end = field->rows - 1;
    if (end > field->columns - 1) end = field->columns - 1;
    const double lo[3] = {gz_field_x(field, column * size), gz_field_y(field, range.lo),
                          gz_field_z(field, row * size)};
    const double hi[3] = {gz_field_x(field, end), gz_field_y(field, range.hi),
                          gz_field_z(field, row_end)};
    *out = (open_tile){.level = level, .row = row, .column = column};
    return stays(f, lo, hi, &out->when) && !is_late(f, out->when);
}

/* Onto the stack, the nearest on top. */
static uint32_t push_tiles(field_ray *f, uint32_t level, const uint32_t row[2],
                           const uint32_t column[2], open_tile *stack, uint32_t top) {
    const gz_tile_level *tiles = &f->field->level[level];
    uint32_t base = top;
    open_tile next;
    for (uint32_t r = row[0]; r <= row[1] && r < tiles->rows; ++r)
        for (uint32_t c = column[0]; c <= column[1] && c < tiles->columns; ++c) {
            if (!see_tile(f, level, r, c, &next)) continue;
            uint32_t at = top++;
            for (; at > base && stack[at - 1].when.enter < next.when.enter; --at)
                stack[at] = stack[at - 1];
            stack[at] = next;
        }
    return top;
}

/* Begins with the smallest tiles of which four cover all that the ray can reach within the field. */
static uint32_t begin(field_ray *f, open_tile *stack) {
    const gz_height_field *field = f->field;
    uint32_t row = 0, row_end = field->rows - 1, column = 0, column_end = field->columns - 1, level = 0;
    open_tile all;
    if (!see_tile(f, field->levels - 1, 0, 0, &all)) return 0;
    stay when = {all.when.enter > 0 ? all.when.enter : 0, all.when.leave};
    double last = last_t(&f->ray) + f->doubt;
    if (when.leave > last) when.leave = last;
    if (when.leave < INFINITY) {
        cells_between(f, 2, field->spacing_z, when, &row, &row_end);
        cells_between(f, 0, field->spacing_x, when, &column, &column_end);
    }
    if (row >= row_end || column >= column_end) return 0;
    uint32_t rows[2] = {row / GZ_TILE_CELLS, (row_end - 1) / GZ_TILE_CELLS};
    uint32_t columns[2] = {column / GZ_TILE_CELLS, (column_end - 1) / GZ_TILE_CELLS};
    for (; rows[1] - rows[0] > 1 || columns[1] - columns[0] > 1; ++level)
        for (int i = 0; i < 2; ++i) {
            rows[i] /= 2;
            columns[i] /= 2;
        }
    return push_tiles(f, level, rows, columns, stack, 0);
}

static void walk(field_ray *f) {
    open_tile stack[4 * GZ_TILE_LEVELS];
    uint32_t top = begin(f, stack);
    while (top) {
        open_tile tile = stack[--top];
        if (is_late(f, tile.when)) continue;
        ++f->counts.nodes;
        if (tile.level == 0) {
            if (visit_tile(f, tile.row, tile.column, tile.when) == GRAZE_STOP) return;
            continue;
        }
        const uint32_t row[2] = {2 * tile.row, 2 * tile.row + 1};
        const uint32_t column[2] = {2 * tile.column, 2 * tile.column + 1};
        top = push_tiles(f, tile.level - 1, row, column, stack, top);
    }
}

/* -- the queries -- */

static graze_status run(field_ray *f, const graze_placed *placed, const graze_ray *ray,
                        graze_faces faces, graze_tree_counts *counts) {
    graze_status status = gz_mesh_ray_make(placed, ray, faces, &f->ray);
    if (status != GRAZE_OK) return status;
    f->field = gz_height_field_of(placed->shape);
    const wide3 o = f->ray.local.origin, d = f->ray.local.direction;
    f->origin[0] = o.x, f->origin[1] = o.y, f->origin[2] = o.z;
    f->direction[0] = d.x, f->direction[1] = d.y, f->direction[2] = d.z;
    f->quick = true;
    for (int k = 0; k < 3; ++k) {
        double size = fabs(f->direction[k]);
        f->inverse[k] = size > 0 ? 1 / f->direction[k] : 0;
        if (size > 0 && !(size > 0x1p-300 && size < 0x1p300)) f->quick = false;
    }
    /* Sides of cells round once, places on the ray by a few units of all that was added. */
    const double spacing[2] = {f->field->spacing_x, f->field->spacing_z};
    const double count[2] = {(double)f->field->columns, (double)f->field->rows};
    for (int k = 0; k < 2; ++k)
        f->pad[k] = 0x1p-20 + 2 * (double)GRAZE_EPSILON * count[k] +
                    0x1p-38 * (fabs(f->origin[2 * k]) / spacing[k] + count[k]);
    double far = (double)placed->shape->reach + wide3_length(o), fast = wide3_max_abs(d);
    f->doubt = fast > 0 ? 0x1p-44 * far / fast : 0;
    walk(f);
    if (counts) {
        counts->nodes += f->counts.nodes;
        counts->box_tests += f->counts.box_tests;
        counts->items += f->counts.items;
    }
    return f->ray.status;
}

graze_status gz_height_field_ray_closest(const graze_placed *placed, const graze_ray *ray,
                                         graze_faces faces, graze_mesh_hit *out,
                                         graze_tree_counts *counts) {
    field_ray f = {.ray = {.wish = GZ_MESH_CLOSEST}};
    graze_status status = run(&f, placed, ray, faces, counts);
    if (status != GRAZE_OK) return status;
    if (!f.ray.hit) {
        *out = (graze_mesh_hit){.hit = false};
        return GRAZE_OK;
    }
    double p[3][3];
    uint32_t cell = f.ray.best.primitive / 2, columns = f.field->columns - 1;
    gz_field_triangle(f.field, cell / columns, cell % columns, f.ray.best.primitive & 1, p);
    return gz_mesh_ray_finish_piece(&f.ray, (const double(*)[3])p, &f.ray.best, out);
}

graze_status gz_height_field_ray_any(const graze_placed *placed, const graze_ray *ray,
                                     graze_faces faces, bool *hit, graze_tree_counts *counts) {
    field_ray f = {.ray = {.wish = GZ_MESH_ANY}};
    graze_status status = run(&f, placed, ray, faces, counts);
    if (status == GRAZE_OK) *hit = f.ray.hit;
    return status;
}

graze_status gz_height_field_ray_all(const graze_placed *placed, const graze_ray *ray,
                                     graze_faces faces, graze_mesh_visit_hit visit, void *user,
                                     graze_tree_counts *counts) {
    field_ray f = {.ray = {.wish = GZ_MESH_ALL, .visit = visit, .user = user}};
    return run(&f, placed, ray, faces, counts);
}
