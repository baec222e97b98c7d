/* SPDX-License-Identifier: MIT
 * VRML97: goes through the tree of nodes with the transformation that holds there. A node that is used
 * several times makes one geometry and as many objects. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read.h"
#include "vrml.h"

enum { NAME_SIZE = 512, MOST_NODES = 10 * 1000 * 1000, DEEPEST = 1024, DEEPEST_INLINE = 32 };

/* The files that are being read, each inlined by the one before it. */
typedef struct inlined {
    const char *path;
    const struct inlined *by;
    int depth;
} inlined;

typedef struct walk {
    vrml_file *file;
    const inlined *here;
    scene *out;
    fault *f;
    size_t *visited; /* nodes in all files: USE in USE can make very many of few */
    int depth;       /* of the node being visited; USE can make a long way of a flat file */
} walk;

typedef struct context {
    placement at;
    char name[NAME_SIZE]; /* "outer/inner" by DEF */
} context;

static bool visit(walk *w, vrml_node *node, const context *outer);
static bool read_inlined(const char *path, const bytes *file, const walk *by, const context *outer,
                         scene *out, fault *f);

/* -- transformations -- */

static placement rotation(const double axis_angle[4], bool back) {
    double length = sqrt(axis_angle[0] * axis_angle[0] + axis_angle[1] * axis_angle[1] +
                         axis_angle[2] * axis_angle[2]);
    placement p = placement_identity();
    if (!(length > 0)) return p;
    double x = axis_angle[0] / length, y = axis_angle[1] / length, z = axis_angle[2] / length;
    double c = cos(axis_angle[3]), s = back ? -sin(axis_angle[3]) : sin(axis_angle[3]), t = 1 - c;
    const double columns[9] = {t * x * x + c,     t * x * y + s * z, t * x * z - s * y,
                               t * x * y - s * z, t * y * y + c,     t * y * z + s * x,
                               t * x * z + s * y, t * y * z - s * x, t * z * z + c};
    memcpy(p.basis, columns, sizeof columns);
    return p;
}

static placement moved(const double by[3], double sign) {
    placement p = placement_identity();
    for (int k = 0; k < 3; ++k) p.origin[k] = sign * by[k];
    return p;
}

static placement stretched(const double by[3]) {
    placement p = placement_identity();
    for (int k = 0; k < 3; ++k) p.basis[4 * k] = by[k];
    return p;
}

/* translation * center * rotation * scaleOrientation * scale * both back */
static bool transform_of(walk *w, const vrml_node *node, placement *out) {
    double translation[3] = {0, 0, 0}, center[3] = {0, 0, 0}, scale[3] = {1, 1, 1};
    double turn[4] = {0, 0, 1, 0}, along[4] = {0, 0, 1, 0};
    if (!vrml_numbers(w->file, node, "translation", translation, 3, w->f) ||
        !vrml_numbers(w->file, node, "center", center, 3, w->f) ||
        !vrml_numbers(w->file, node, "scale", scale, 3, w->f) ||
        !vrml_numbers(w->file, node, "rotation", turn, 4, w->f) ||
        !vrml_numbers(w->file, node, "scaleOrientation", along, 4, w->f))
        return false;
    placement p = moved(translation, 1);
    const placement steps[] = {moved(center, 1), rotation(turn, false), rotation(along, false),
                               stretched(scale), rotation(along, true), moved(center, -1)};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) p = placement_product(&p, &steps[i]);
    *out = p;
    return true;
}

/* -- names -- */

static void add_name(context *c, const char *name) {
    size_t used = strlen(c->name), room = sizeof c->name - used;
    snprintf(c->name + used, room, "%s%s", used > 0 ? "/" : "", name);
}

static const char *kind_name(geometry_kind kind) {
    static const char *const names[GEOMETRY_KIND_COUNT] = {"box",   "sphere", "cone",  "cylinder",
                                                           "faces", "lines",  "points"};
    return names[kind];
}

/* -- nodes -- */

static bool visit_all(walk *w, const vrml_field *field, const context *c) {
    for (size_t i = 0; field && i < field->node_count; ++i)
        if (!visit(w, field->nodes[i], c)) return false;
    return true;
}

/* The geometry's number in the scene; SIZE_MAX if it has no extent. */
static bool geometry_number(walk *w, vrml_node *node, size_t *number) {
    if (node->geometry == SIZE_MAX) {
        geometry g = {0};
        if (!vrml_geometry(w->file, node, &g, w->f)) {
            geometry_free(&g);
            return false;
        }
        bool empty = g.kind == GEOMETRY_KIND_COUNT ||
                     (g.kind >= GEOMETRY_FACES &&
                      (g.kind == GEOMETRY_POINTS ? g.points.count : g.sizes.count) == 0);
        if (empty) {
            geometry_free(&g);
            *number = SIZE_MAX;
            return true;
        }
        g.name = node->name;
        bool added = scene_add_geometry(w->out, &g, &node->geometry, w->f);
        g.name = NULL;
        if (!added) {
            geometry_free(&g);
            return false;
        }
    }
    *number = node->geometry;
    return true;
}

static bool visit_shape(walk *w, const vrml_node *node, context *c) {
    const vrml_field *field = vrml_find(node, "geometry");
    if (!field || field->node_count == 0) return true;
    size_t number;
    if (!geometry_number(w, field->nodes[0], &number)) return false;
    if (number == SIZE_MAX) return true;
    if (!node->name)
        add_name(c, field->nodes[0]->name ? field->nodes[0]->name
                                          : kind_name(w->out->geometries[number].kind));
    return scene_add_object(w->out, c->name, number, &c->at, SIZE_MAX, w->f);
}

static bool visit_switch(walk *w, const vrml_node *node, const context *c) {
    double which = -1;
    const vrml_field *choice = vrml_find(node, "choice");
    if (!vrml_numbers(w->file, node, "whichChoice", &which, 1, w->f)) return false;
    if (!choice || !(which >= 0 && which < (double)choice->node_count)) return true;
    return visit(w, choice->nodes[(size_t)which], c);
}

/* The finest level is what is there; the others are pictures of it. */
static bool visit_levels(walk *w, const vrml_node *node, const context *c) {
    const vrml_field *level = vrml_find(node, "level");
    return !level || level->node_count == 0 || visit(w, level->nodes[0], c);
}

/* The node that says what may be touched, and what stands for it. */
static bool visit_collision(walk *w, const vrml_node *node, const context *c) {
    bool collide = true;
    if (!vrml_flag(w->file, node, "collide", &collide, w->f)) return false;
    if (!collide) return true;
    const vrml_field *proxy = vrml_find(node, "proxy");
    return visit_all(w, proxy && proxy->node_count > 0 ? proxy : vrml_find(node, "children"), c);
}

/* The path of an inlined file, from the folder of the one that names it; to be freed. */
static char *path_beside(const char *path, const char *url) {
    const char *slash = strrchr(path, '/');
    size_t folder = slash && url[0] != '/' ? (size_t)(slash - path) + 1 : 0,
           size = folder + strlen(url) + 1;
    char *joined = malloc(size);
    if (joined) snprintf(joined, size, "%.*s%s", (int)folder, path, url);
    return joined;
}

/* The first of the addresses; more are for when it cannot be reached, which would be another scene
 * here. */
static bool visit_inline(walk *w, const vrml_node *node, const context *c) {
    const vrml_field *url = vrml_find(node, "url");
    if (!url || url->text_count == 0) return true;
    char *path = path_beside(w->file->path, url->texts[0]);
    if (!path) return fault_set(w->f, w->file->path, node->line, "out of memory");
    bool good = true;
    for (const inlined *open = w->here; good && open; open = open->by)
        if (strcmp(open->path, path) == 0)
            good = fault_set(w->f, w->file->path, node->line, "'%.200s' inlines itself", path);
    if (w->here->depth >= DEEPEST_INLINE)
        good = fault_set(w->f, w->file->path, node->line, "files inlined by more than %d others",
                         DEEPEST_INLINE);
    bytes file = {0};
    good = good && bytes_read(path, &file, w->f) && read_inlined(path, &file, w, c, w->out, w->f);
    bytes_free(&file);
    free(path);
    return good;
}

static bool is_one_of(const char *type, const char *const *types) {
    for (; *types; ++types)
        if (strcmp(type, *types) == 0) return true;
    return false;
}

/* Nodes of the standard that take no room. */
static bool is_without_extent(const char *type) {
    static const char *const types[] = {"AudioClip",
                                        "Background",
                                        "ColorInterpolator",
                                        "CoordinateInterpolator",
                                        "CylinderSensor",
                                        "DirectionalLight",
                                        "Fog",
                                        "NavigationInfo",
                                        "NormalInterpolator",
                                        "OrientationInterpolator",
                                        "PlaneSensor",
                                        "PointLight",
                                        "PositionInterpolator",
                                        "ProximitySensor",
                                        "ScalarInterpolator",
                                        "Script",
                                        "Sound",
                                        "SphereSensor",
                                        "SpotLight",
                                        "TimeSensor",
                                        "TouchSensor",
                                        "Viewpoint",
                                        "VisibilitySensor",
                                        "WorldInfo",
                                        NULL};
    return is_one_of(type, types);
}

static bool visit_inside(walk *w, const vrml_node *node, context *c) {
    static const char *const groups[] = {"Group", "Anchor", "Billboard", "Transform", NULL};
    const char *type = node->type;
    if (strcmp(type, "Shape") == 0) return visit_shape(w, node, c);
    if (strcmp(type, "Switch") == 0) return visit_switch(w, node, c);
    if (strcmp(type, "LOD") == 0) return visit_levels(w, node, c);
    if (strcmp(type, "Collision") == 0) return visit_collision(w, node, c);
    if (strcmp(type, "Inline") == 0) return visit_inline(w, node, c);
    if (strcmp(type, "Transform") == 0) {
        placement inner;
        if (!transform_of(w, node, &inner)) return false;
        c->at = placement_product(&c->at, &inner);
    }
    if (is_one_of(type, groups)) return visit_all(w, vrml_find(node, "children"), c);
    if (is_without_extent(type)) return true;
    return fault_set(w->f, w->file->path, node->line, "the node '%.60s' is not understood", type);
}

static bool visit(walk *w, vrml_node *node, const context *outer) {
    if (++*w->visited > MOST_NODES)
        return fault_set(w->f, w->file->path, node->line,
                         "USE and Inline make more than ten million nodes of these few");
    if (w->depth >= DEEPEST)
        return fault_set(w->f, w->file->path, node->line, "nodes in more than %d others", DEEPEST);
    context c = *outer;
    if (node->name) add_name(&c, node->name);
    ++w->depth;
    bool good = visit_inside(w, node, &c);
    --w->depth;
    return good;
}

/* by: the walk that came across this file, NULL for the first one. */
static bool read_inlined(const char *path, const bytes *file, const walk *by, const context *outer,
                         scene *out, fault *f) {
    vrml_file tree;
    if (!vrml_parse(path, file, &tree, f)) return false;
    size_t visited = 0;
    inlined here = {path, by ? by->here : NULL, by ? by->here->depth + 1 : 0};
    walk w = {&tree, &here, out, f, by ? by->visited : &visited, by ? by->depth : 0};
    bool good = visit_all(&w, &tree.roots, outer);
    vrml_free(&tree);
    return good;
}

bool read_vrml(const char *path, const bytes *file, scene *out, fault *f) {
    context c = {.at = placement_identity()};
    return read_inlined(path, file, NULL, &c, out, f);
}
