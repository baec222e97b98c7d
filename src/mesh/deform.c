/* SPDX-License-Identifier: MIT
 * Deformation: vertices that changed in place, are elsewhere, or are given anew (I2, H7). The
 * arrangement of the tree stays, its boxes are fitted again. */
#include "base/memory.h"
#include "mesh/fit.h"
#include "mesh/make.h"
#include "mesh/pack.h"
#include "tree/improve.h"
#include "tree/refit.h"

/* How much more than when it was built a part of the tree may cost. */
#define GZ_MESH_WEAR 1.5f
/* Looking at how worn nodes are takes a fifth of an update's time. In trees of this many nodes only
 * every fourth update does. */
#define GZ_MESH_MANY 256
#define GZ_MESH_LOOKS 4
/* Looks at all nodes between attempts to make a tree better that would not become so. */
#define GZ_MESH_PATIENCE 32
/* A mesh that has grown or shrunk by this is another one: its tree is given another chance at once. One
 * that collapses to a heap, and then unfolds, has a tree of the heap. */
#define GZ_MESH_OUTGROWN 1.25

static gz_mesh *mesh_of(graze_shape *shape) {
    return shape && shape->kind == GRAZE_SHAPE_MESH ? (gz_mesh *)(void *)shape : NULL;
}

/* -- polytopes: hulls of the new vertices -- */

static uint32_t count_polytopes(const gz_mesh *mesh) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->group_count; ++i)
        if (mesh->groups[i].polytopes) count += mesh->groups[i].count;
    return count;
}

static void release_shapes(graze_shape **shapes, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) graze_shape_release(shapes[i]);
    gz_release(shapes, count * sizeof *shapes);
}

/* All of them beside the old ones, which stay until nothing can go wrong any more. */
static graze_status make_polytopes(const gz_mesh *mesh, const graze_vertices *vertices, uint32_t count,
                                   graze_shape **shapes) {
    gz_mesh seen = *mesh;
    seen.vertices = *vertices;
    uint32_t made = 0;
    memset(shapes, 0, count * sizeof *shapes);
    for (uint32_t g = 0; g < mesh->group_count; ++g) {
        const gz_mesh_group *group = &mesh->groups[g];
        for (uint32_t i = 0; group->polytopes && i < group->count; ++i) {
            graze_status status =
                gz_mesh_make_polytope(&seen, group, group->first + i, &shapes[made++]);
            if (status != GRAZE_OK) return status;
        }
    }
    return GRAZE_OK;
}

static void exchange_polytopes(gz_mesh *mesh, graze_shape **shapes) {
    uint32_t at = 0;
    for (uint32_t g = 0; g < mesh->group_count; ++g) {
        gz_mesh_group *group = &mesh->groups[g];
        for (uint32_t i = 0; group->polytopes && i < group->count; ++i, ++at) {
            graze_shape *old = group->polytopes[i];
            group->polytopes[i] = shapes[at];
            shapes[at] = old;
        }
    }
}

/* -- all that follows from the vertices -- */

/* Parts that have become worse than they were when they were built are built anew. A tree that was
 * built while the mesh was crumpled may be bad without becoming worse: so all of it is built anew if it
 * costs more than the best it has been; where that does not help, less and less often. Without memory
 * for it the tree stays as it is, only slower. */
static double size_of(const gz_mesh *mesh) { return (double)vec3_max_abs(mesh->shape.half); }

/* Has it changed in size since building it anew did not help? */
static bool is_outgrown(const gz_mesh *mesh) {
    double size = size_of(mesh), tried = mesh->tried_size;
    return size > GZ_MESH_OUTGROWN * tried || tried > GZ_MESH_OUTGROWN * size;
}

static void renew(gz_mesh *mesh, const gz_mesh_boxes *boxes, const gz_tree_wear *wear) {
    double slack = (double)GZ_MESH_WEAR, cost = wear->cost;
    if (wear->worn || cost > slack * (double)mesh->tree->built_cost[0]) {
        gz_tree_rebuild_worn(mesh->tree, GZ_MESH_WEAR, gz_mesh_records, boxes, NULL);
        cost = gz_mesh_tree_cost(mesh);
    }
    if (cost < mesh->best_cost) mesh->best_cost = cost;
    if (!(cost > slack * mesh->best_cost)) return;
    if (++mesh->waited < mesh->patience && !is_outgrown(mesh)) return;
    gz_tree_rebuild_worn(mesh->tree, 0, gz_mesh_records, boxes, NULL);
    bool helped = gz_mesh_tree_cost(mesh) <= slack * mesh->best_cost;
    mesh->patience = helped                              ? 1
                     : mesh->patience < GZ_MESH_PATIENCE ? 2 * mesh->patience
                                                         : mesh->patience;
    mesh->waited = 0;
    mesh->tried_size = size_of(mesh);
}

/* The slack of nodes; large trees are looked at now and then. */
static float slack_now(const gz_mesh *mesh) {
    bool many = mesh->tree->node_count >= GZ_MESH_MANY;
    return many && mesh->revision % GZ_MESH_LOOKS != 0 ? 0 : GZ_MESH_WEAR;
}

/* Triangles in one group, whose corners are vectors. These are functions of their own, because in a
 * large one compilers run out of registers. */
typedef gz_box4 box_of_triangle(const gz_mesh_boxes *boxes, const gz_mesh_corners *at, uint32_t item);
GZ_INLINE void boxes_with(box_of_triangle box_of, const gz_mesh_boxes *boxes, gz_mesh_corners at,
                          const gz_refit_run *given, gz_box4 *out) {
    const gz_refit_run run = *given;
    uint32_t common = gz_refit_run_common(&run);
    for (uint32_t i = 0; i < common; ++i) {
        out[i] = box_of(boxes, &at, run.now[i]);
        gz_mesh_foresee_corner(&at, run.soon[i]);
        gz_mesh_foresee_indices(&at, run.later[i]);
    }
    for (uint32_t i = common; i < run.soon_count; ++i) gz_mesh_foresee_corner(&at, run.soon[i]);
    for (uint32_t i = common; i < run.later_count; ++i) gz_mesh_foresee_indices(&at, run.later[i]);
    for (uint32_t i = common; i < run.now_count; i += 2) { /* there is always one more (tree/refit.h) */
        out[i] = box_of(boxes, &at, run.now[i]);
        out[i + 1] = box_of(boxes, &at, run.now[i + 1]);
    }
}
/* Compilers know how far apart packed vertices are, and whether there are indices. */
GZ_INLINE void boxes_of_triangles(box_of_triangle box_of, const gz_mesh_boxes *boxes, size_t packed,
                                  const gz_refit_run *run, gz_box4 *out) {
    gz_mesh_corners at = gz_mesh_corners_of(boxes->mesh);
    if (!at.indices) {
        at.indices = NULL;
        boxes_with(box_of, boxes, at, run, out);
    } else if (at.stride == packed) {
        at.stride = packed;
        boxes_with(box_of, boxes, at, run, out);
    } else {
        boxes_with(box_of, boxes, at, run, out);
    }
}

GZ_INLINE gz_box4 box_of_floats(const gz_mesh_boxes *boxes, const gz_mesh_corners *at, uint32_t item) {
    (void)boxes;
    return gz_mesh_box_from_floats(at, item);
}
GZ_INLINE gz_box4 box_of_doubles(const gz_mesh_boxes *boxes, const gz_mesh_corners *at, uint32_t item) {
    (void)at;
    return gz_mesh_box_of_doubles(boxes, item);
}
static void boxes_of_floats(const void *user, const gz_refit_run *run, gz_box4 *out) {
    boxes_of_triangles(box_of_floats, user, 3 * sizeof(float), run, out);
}
static void boxes_of_doubles(const void *user, const gz_refit_run *run, gz_box4 *out) {
    boxes_of_triangles(box_of_doubles, user, 3 * sizeof(double), run, out);
}
#if defined(GZ_HAVE_AVX2)
GZ_INLINE_AVX2 gz_box4 box_of_floats_avx2(const gz_mesh_boxes *boxes, const gz_mesh_corners *at,
                                          uint32_t item) {
    (void)boxes;
    return gz_mesh_box_from_floats_avx2(at, item);
}
GZ_TARGET_AVX2 static void boxes_of_floats_avx2(const void *user, const gz_refit_run *run,
                                                gz_box4 *out) {
    boxes_of_triangles(box_of_floats_avx2, user, 3 * sizeof(float), run, out);
}
GZ_TARGET_AVX2 static void boxes_of_doubles_avx2(const void *user, const gz_refit_run *run,
                                                 gz_box4 *out) {
    boxes_of_triangles(box_of_doubles, user, 3 * sizeof(double), run, out);
}
#define CHOOSE(kernel) (gz_simd_has_avx2() ? kernel##_avx2 : kernel)
#else
#define CHOOSE(kernel) kernel
#endif

static gz_tree_wear refit_triangles(const gz_mesh_boxes *boxes) {
    const gz_mesh *mesh = boxes->mesh;
    bool narrow = mesh->vertices.format == GRAZE_VERTEX_FLOAT;
    size_t indices = mesh->groups->index_count * sizeof *mesh->groups->indices;
    const gz_item_boxes items = {
        .user = boxes,
        .boxes_of = narrow ? CHOOSE(boxes_of_floats) : CHOOSE(boxes_of_doubles),
        .units = narrow ? gz_mesh_float_units(boxes) : NULL,
        .far = mesh->vertices.count * mesh->vertices.stride + indices > GZ_TREE_FAR};
    return gz_tree_refit_with(mesh->tree, &boxes->units, &items, slack_now(mesh));
}

static gz_tree_wear refit_boxes(const gz_mesh_boxes *boxes) {
    const gz_item_boxes any = {.user = boxes, .box_of = gz_mesh_box_at};
    if (gz_mesh_corner_kind(boxes->mesh) == GZ_CORNERS_ANY)
        return gz_tree_refit_with(boxes->mesh->tree, &boxes->units, &any, slack_now(boxes->mesh));
    return refit_triangles(boxes);
}

/* What it cost before anything moved. */
static void remember_cost(gz_mesh *mesh) {
    if (mesh->tree->costs_known) return;
    gz_tree_remember_costs(mesh->tree);
    mesh->best_cost = (double)mesh->tree->built_cost[0];
}

static void refit(gz_mesh *mesh, const gz_mesh_range *range) {
    remember_cost(mesh);
    gz_mesh_boxes boxes = {mesh, gz_units_for(range->lo, range->hi)};
    gz_tree_wear wear = refit_boxes(&boxes);
    gz_mesh_set_bounds(mesh, range);
    renew(mesh, &boxes, &wear);
    gz_mesh_pack_fill(mesh);
    ++mesh->revision;
}

static graze_status adopt(gz_mesh *mesh, const graze_vertices *vertices) {
    gz_mesh_range range;
    graze_status status = gz_mesh_find_range(mesh, vertices, &range);
    if (status != GRAZE_OK) return status;
    uint32_t count = count_polytopes(mesh);
    graze_shape **shapes = gz_allocate_array(count, sizeof *shapes);
    if (count > 0)
        status = shapes ? make_polytopes(mesh, vertices, count, shapes) : GRAZE_OUT_OF_MEMORY;
    if (status == GRAZE_OK) {
        mesh->vertices = *vertices;
        exchange_polytopes(mesh, shapes);
        refit(mesh, &range);
    }
    if (shapes) release_shapes(shapes, count);
    return status;
}

graze_status graze_mesh_update(graze_shape *shape) {
    gz_mesh *mesh = mesh_of(shape);
    if (!mesh || mesh->owned_vertices) return GRAZE_INVALID_ARGUMENT;
    return adopt(mesh, &mesh->vertices);
}

graze_status graze_mesh_rebase(graze_shape *shape, const graze_vertices *vertices) {
    gz_mesh *mesh = mesh_of(shape);
    graze_vertices given;
    if (!mesh || mesh->owned_vertices) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_mesh_normalise(vertices, &given);
    if (status != GRAZE_OK) return status;
    if (given.count != mesh->vertices.count) return GRAZE_INVALID_ARGUMENT;
    return adopt(mesh, &given);
}

/* Writes the vertices in the mesh's own format; what does not fit into float becomes infinite there,
 * and is refused for that. */
static void write(const graze_vertices *from, char *to, graze_vertex_format format) {
    const gz_mesh given = {.vertices = *from};
    size_t size = 3 * (format == GRAZE_VERTEX_FLOAT ? sizeof(float) : sizeof(double));
    for (size_t i = 0; i < from->count; ++i) {
        double p[3];
        float narrow[3];
        gz_mesh_vertex(&given, (uint32_t)i, p);
        for (int k = 0; k < 3; ++k) narrow[k] = (float)p[k];
        memcpy(to + i * size, format == GRAZE_VERTEX_FLOAT ? (const void *)narrow : (const void *)p,
               size);
    }
}

graze_status graze_mesh_set_vertices(graze_shape *shape, size_t first, const graze_vertices *vertices) {
    gz_mesh *mesh = mesh_of(shape);
    graze_vertices given;
    if (!mesh || !mesh->owned_vertices) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_mesh_normalise(vertices, &given);
    if (status != GRAZE_OK) return status;
    if (first > mesh->vertices.count || given.count > mesh->vertices.count - first)
        return GRAZE_INVALID_ARGUMENT;
    size_t size = mesh->vertices.stride, bytes = given.count * size;
    char *place = mesh->owned_vertices + first * size, *before = gz_allocate(bytes);
    if (bytes > 0 && !before) return GRAZE_OUT_OF_MEMORY;
    if (bytes > 0) memcpy(before, place, bytes);
    write(&given, place, mesh->vertices.format);
    status = adopt(mesh, &mesh->vertices);
    if (status != GRAZE_OK && bytes > 0) memcpy(place, before, bytes);
    gz_release(before, bytes);
    return status;
}
