/* SPDX-License-Identifier: MIT
 * Geometry nodes of VRML97. What would need triangles stays a primitive; sides, tops and bottoms that a
 * file leaves out are there all the same, since a cylinder is a solid here. */
#include <math.h>
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

/* The points of the Coordinate node, none if it is missing. */
static bool take_points(const vrml_file *file, const vrml_node *node, geometry *out, fault *f) {
    const vrml_field *coord = vrml_find(node, "coord");
    if (!coord || coord->node_count == 0) return true;
    const vrml_field *point = vrml_find(coord->nodes[0], "point");
    if (!point) return true;
    if (point->values.count % 3 != 0)
        return fault_set(f, file->path, point->line, "points are three numbers each, %zu are too many",
                         point->values.count % 3);
    for (size_t i = 0; i < point->values.count; ++i)
        if (!numbers_push(&out->points, point->values.at[i])) return out_of_memory(file, f);
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
                      geometry *out, fault *f) {
    indices run = {0};
    bool good = true;
    double points = (double)(out->points.count / 3);
    for (size_t i = 0; good && i < index->values.count; ++i) {
        double value = index->values.at[i];
        if (value == -1)
            good = end_run(file, &run, least, over, out, f);
        else if (!(value >= 0 && value < points && value == floor(value)))
            good = fault_set(f, file->path, index->line, "%s names point %g of %g", index->name, value,
                             points);
        else
            good = indices_push(&run, (uint32_t)value) || out_of_memory(file, f);
    }
    good = good && end_run(file, &run, least, over, out, f);
    indices_free(&run);
    return good;
}

static bool make_runs(const vrml_file *file, const vrml_node *node, geometry_kind kind, geometry *out,
                      fault *f) {
    bool ccw = true;
    out->kind = kind;
    if (!vrml_flag(file, node, "ccw", &ccw, f) || !take_points(file, node, out, f)) return false;
    const vrml_field *index = vrml_find(node, "coordIndex");
    return !index || take_runs(file, index, kind == GEOMETRY_FACES ? 3 : 2, !ccw, out, f);
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

bool vrml_geometry(const vrml_file *file, const vrml_node *node, geometry *out, fault *f) {
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
    if (strcmp(type, "PointSet") == 0) {
        out->kind = GEOMETRY_POINTS;
        return take_points(file, node, out, f);
    }
    out->kind = GEOMETRY_KIND_COUNT;
    if (strcmp(type, "Text") == 0) return true;
    return fault_set(f, file->path, node->line, "the geometry '%.60s' is not understood", type);
}
