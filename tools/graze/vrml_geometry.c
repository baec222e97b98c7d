/* SPDX-License-Identifier: MIT
 * Geometry nodes of VRML97. What would need triangles stays a primitive; sides, tops and bottoms that a
 * file leaves out are there all the same, since a cylinder is a solid here. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vrml.h"

static bool out_of_memory(const vrml_file *file, fault *f) {
    return fault_set(f, file->path, 0, "out of memory");
}

static bool need_size(const vrml_file *file, const vrml_node *node, double size, fault *f) {
    return size > 0 ||
           fault_set(f, file->path, node->line, "%s: a size that is not positive", node->type);
}

static bool make_box(const vrml_file *file, const vrml_node *node, geometry *out, fault *f) {
    double size[3] = {2, 2, 2};
    out->kind = GEOMETRY_BOX;
    if (!vrml_numbers(file, node, "size", size, 3, f)) return false;
    for (int k = 0; k < 3; ++k) {
        if (!need_size(file, node, size[k], f)) return false;
        out->size[k] = size[k] / 2;
    }
    return true;
}

static bool make_sphere(const vrml_file *file, const vrml_node *node, geometry *out, fault *f) {
    out->kind = GEOMETRY_SPHERE;
    out->size[0] = 1;
    return vrml_numbers(file, node, "radius", out->size, 1, f) &&
           need_size(file, node, out->size[0], f);
}

static bool make_axial(const vrml_file *file, const vrml_node *node, geometry_kind kind,
                       const char *radius, geometry *out, fault *f) {
    out->kind = kind;
    out->size[0] = 1;
    out->size[1] = 2;
    return vrml_numbers(file, node, radius, &out->size[0], 1, f) &&
           vrml_numbers(file, node, "height", &out->size[1], 1, f) &&
           need_size(file, node, out->size[0], f) && need_size(file, node, out->size[1], f);
}

/* -- sets of points -- */

/* The points of the Coordinate node, three numbers each; none if it is missing. */
static bool find_points(const vrml_file *file, const vrml_node *node, const double **points,
                        size_t *count, fault *f) {
    const vrml_field *coord = vrml_find(node, "coord");
    *count = 0;
    if (!coord || coord->node_count == 0) return true;
    const vrml_field *point = vrml_find(coord->nodes[0], "point");
    if (!point) return true;
    if (point->values.count % 3 != 0)
        return fault_set(f, file->path, point->line, "points are three numbers each, %zu are too many",
                         point->values.count % 3);
    *points = point->values.at;
    *count = point->values.count / 3;
    return true;
}

static bool make_points(const vrml_file *file, const vrml_node *node, geometry *out, fault *f) {
    const double *points = NULL;
    size_t count;
    out->kind = GEOMETRY_POINTS;
    if (!find_points(file, node, &points, &count, f)) return false;
    if (count > file->room)
        return fault_set(f, file->path, node->line, "USE makes too many points of few");
    for (size_t i = 0; i < 3 * count; ++i)
        if (!numbers_push(&out->points, points[i])) return out_of_memory(file, f);
    return true;
}

bool vrml_push_face(geometry *g, const uint32_t *corners, size_t count, bool over) {
    for (size_t i = 0; i < count; ++i)
        if (!indices_push(&g->corners, corners[over ? count - 1 - i : i])) return false;
    return indices_push(&g->sizes, (uint32_t)count);
}

/* Ends a run of indices; one of too few is nothing. */
static bool end_run(const vrml_file *file, indices *run, size_t least, bool over, geometry *out,
                    fault *f) {
    bool good = run->count < least || vrml_push_face(out, run->at, run->count, over);
    run->count = 0;
    return good || out_of_memory(file, f);
}

static bool take_runs(const vrml_file *file, const vrml_field *index, size_t least, bool over,
                      size_t points, geometry *out, fault *f) {
    indices run = {0};
    bool good = true;
    for (size_t i = 0; good && i < index->values.count; ++i) {
        double value = index->values.at[i];
        if (value == -1)
            good = end_run(file, &run, least, over, out, f);
        else if (!(value >= 0 && value < (double)points && value == floor(value)))
            good = fault_set(f, file->path, index->line, "%s names point %g of %zu", index->name, value,
                             points);
        else
            good = indices_push(&run, (uint32_t)value) || out_of_memory(file, f);
    }
    good = good && end_run(file, &run, least, over, out, f);
    indices_free(&run);
    return good;
}

static bool make_room_for_names(vrml_file *file, size_t points) {
    if (points <= file->renamed_count) return true;
    uint32_t *grown = realloc(file->renamed, points * sizeof *grown);
    if (!grown) return false;
    memset(grown + file->renamed_count, 0, (points - file->renamed_count) * sizeof *grown);
    file->renamed = grown;
    file->renamed_count = points;
    return true;
}

/* The points that the corners name, and the corners by their new numbers: many sets of faces may share
 * one Coordinate and use a few of its points each. */
static bool take_named_points(vrml_file *file, const double *points, size_t count, geometry *out,
                              fault *f) {
    indices taken = {0};
    bool good = make_room_for_names(file, count);
    for (size_t i = 0; good && i < out->corners.count; ++i) {
        uint32_t *corner = &out->corners.at[i], *name = &file->renamed[*corner];
        const double *p = points + 3 * (size_t)*corner;
        if (*name == 0) {
            good = numbers_push3(&out->points, p[0], p[1], p[2]) && indices_push(&taken, *corner);
            *name = (uint32_t)taken.count;
        }
        *corner = *name - 1;
    }
    for (size_t i = 0; i < taken.count; ++i) file->renamed[taken.at[i]] = 0;
    indices_free(&taken);
    return good || out_of_memory(file, f);
}

static bool make_runs(vrml_file *file, const vrml_node *node, geometry_kind kind, geometry *out,
                      fault *f) {
    bool ccw = true;
    const double *points = NULL;
    size_t count;
    out->kind = kind;
    if (!vrml_flag(file, node, "ccw", &ccw, f) || !find_points(file, node, &points, &count, f))
        return false;
    const vrml_field *index = vrml_find(node, "coordIndex");
    return !index || (take_runs(file, index, kind == GEOMETRY_FACES ? 3 : 2, !ccw, count, out, f) &&
                      take_named_points(file, points, count, out, f));
}

/* -- grids of heights -- */

static bool push_cell(geometry *g, uint32_t corner, uint32_t columns, bool over) {
    /* Seen from above, x to the right and z towards the viewer: counterclockwise. */
    uint32_t a = corner, b = corner + 1, c = corner + columns, d = corner + columns + 1;
    return vrml_push_face(g, (uint32_t[]){a, c, d}, 3, over) &&
           vrml_push_face(g, (uint32_t[]){a, d, b}, 3, over);
}

static bool make_grid(const vrml_file *file, const vrml_node *node, geometry *out, fault *f) {
    double columns = 0, rows = 0, dx = 1, dz = 1;
    bool ccw = true;
    if (!vrml_numbers(file, node, "xDimension", &columns, 1, f) ||
        !vrml_numbers(file, node, "zDimension", &rows, 1, f) ||
        !vrml_numbers(file, node, "xSpacing", &dx, 1, f) ||
        !vrml_numbers(file, node, "zSpacing", &dz, 1, f) || !vrml_flag(file, node, "ccw", &ccw, f))
        return false;
    const vrml_field *height = vrml_find(node, "height");
    size_t count = height ? height->values.count : 0;
    if (!(columns >= 0 && rows >= 0) || columns * rows != (double)count || columns != floor(columns))
        return fault_set(f, file->path, node->line, "an ElevationGrid of %g x %g has %zu heights",
                         columns, rows, count);
    out->kind = GEOMETRY_FACES;
    for (size_t i = 0; i < count; ++i) {
        size_t row = i / (size_t)columns, column = i % (size_t)columns;
        if (!numbers_push3(&out->points, dx * (double)column, height->values.at[i], dz * (double)row))
            return out_of_memory(file, f);
        if (row + 1 < (size_t)rows && column + 1 < (size_t)columns &&
            !push_cell(out, (uint32_t)i, (uint32_t)columns, !ccw))
            return out_of_memory(file, f);
    }
    return true;
}

bool vrml_geometry(vrml_file *file, const vrml_node *node, geometry *out, fault *f) {
    const char *type = node->type;
    if (strcmp(type, "Box") == 0) return make_box(file, node, out, f);
    if (strcmp(type, "Sphere") == 0) return make_sphere(file, node, out, f);
    if (strcmp(type, "Cone") == 0) return make_axial(file, node, GEOMETRY_CONE, "bottomRadius", out, f);
    if (strcmp(type, "Cylinder") == 0)
        return make_axial(file, node, GEOMETRY_CYLINDER, "radius", out, f);
    if (strcmp(type, "IndexedFaceSet") == 0) return make_runs(file, node, GEOMETRY_FACES, out, f);
    if (strcmp(type, "IndexedLineSet") == 0) return make_runs(file, node, GEOMETRY_LINES, out, f);
    if (strcmp(type, "ElevationGrid") == 0) return make_grid(file, node, out, f);
    if (strcmp(type, "Extrusion") == 0) return vrml_extrusion(file, node, out, f);
    if (strcmp(type, "PointSet") == 0) return make_points(file, node, out, f);
    out->kind = GEOMETRY_KIND_COUNT;
    if (strcmp(type, "Text") == 0) return true;
    return fault_set(f, file->path, node->line, "the geometry '%.60s' is not understood", type);
}
