/* SPDX-License-Identifier: MIT
 * VRML97: goes through the tree of nodes with the transformation that holds there. A node that is used
 * several times makes one geometry and as many objects. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read.h"
#include "vrml.h"

/* A file may repeat nodes by USE and Inline, and make points by Extrusion, as often as this beyond what
 * it holds itself: few words in one that means harm could fill any memory. */
enum { MOST_REPEATED = 1000 * 1000, MOST_EXTRUDED = 1000 * 1000 };
enum { NAME_SIZE = 512, DEEPEST = 1024, DEEPEST_INLINE = 32 };

/* A file is parsed once, however often it is inlined, so that its geometries are shared, too. */
typedef struct part_file {
    vrml_file tree;
    char *path;    /* as it was named first */
    char *real;    /* without links and dots: what tells files apart */
    size_t number; /* in the scene */
    bool open;     /* it is being walked: whoever inlines it now would inline itself */
} part_file;

typedef struct walk {
    vrml_file *file; /* the one being walked */
    scene *out;
    fault *f;
    part_file **files;
    size_t file_count, file_capacity;
    size_t visits; /* of nodes, that are left */
    size_t room;   /* points, likewise */
    int depth;     /* of the node being visited; USE can make a long way of a flat file */
    int inlined;   /* files around this one */
} walk;

typedef struct context {
    placement at;
    char name[NAME_SIZE]; /* "outer/inner" by DEF */
} context;

static bool visit(walk *w, vrml_node *node, const context *outer);

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

static bool is_empty(const geometry *g) {
    if (g->kind < GEOMETRY_FACES) return false;
    return g->kind == GEOMETRY_KIND_COUNT ||
           (g->kind == GEOMETRY_POINTS ? g->points.count : g->sizes.count) == 0;
}

/* Makes the node's geometry and puts it into the scene; what is empty stays outside. */
static bool make_geometry(walk *w, vrml_node *node) {
    geometry g = {0};
    w->file->room = w->room < UINT32_MAX ? w->room : UINT32_MAX; /* points have numbers of 32 bits */
    bool good = vrml_geometry(w->file, node, &g, w->f);
    size_t points = g.points.count / 3;
    w->room -= points < w->room ? points : w->room;
    if (good && is_empty(&g)) {
        node->geometry = VRML_EMPTY;
        geometry_free(&g);
        return true;
    }
    g.name = node->name;
    g.line = node->line;
    good = good && scene_add_geometry(w->out, &g, &node->geometry, w->f);
    g.name = NULL;
    if (!good) geometry_free(&g);
    return good;
}

static bool visit_shape(walk *w, const vrml_node *node, context *c) {
    const vrml_field *field = vrml_find(node, "geometry");
    if (!field || field->node_count == 0) return true;
    vrml_node *shape = field->nodes[0];
    if (shape->geometry == SIZE_MAX && !make_geometry(w, shape)) return false;
    if (shape->geometry == VRML_EMPTY) return true;
    if (!node->name)
        add_name(c, shape->name ? shape->name : kind_name(w->out->geometries[shape->geometry].kind));
    return scene_add_object(w->out, c->name, shape->geometry, &c->at, SIZE_MAX, w->f);
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

/* -- inlined files -- */

/* The path of an inlined file, from the folder of the one that names it; to be freed. */
static char *path_beside(const char *path, const char *url) {
    const char *slash = strrchr(path, '/');
    size_t folder = slash && url[0] != '/' ? (size_t)(slash - path) + 1 : 0,
           size = folder + strlen(url) + 1;
    char *joined = malloc(size);
    if (joined) snprintf(joined, size, "%.*s%s", (int)folder, path, url);
    return joined;
}

static char *copy_text(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

/* Parses a file, which becomes part of the scene; NULL with a fault. bytes: NULL to read them. */
static part_file *add_file(walk *w, const char *path, char *real, const bytes *given) {
    part_file *part = calloc(1, sizeof *part);
    bool good = part && real && ARRAY_MAKE_ROOM(w->files, w->file_count, w->file_capacity) &&
                (part->path = copy_text(path)) != NULL;
    if (!good) {
        fault_set(w->f, path, 0, "out of memory");
        free(part);
        free(real);
        return NULL;
    }
    part->real = real;
    w->files[w->file_count++] = part;
    bytes read = {0};
    good = (given || bytes_read(path, &read, w->f)) &&
           vrml_parse(part->path, given ? given : &read, &part->tree, w->f) &&
           scene_begin_file(w->out, path, w->f);
    w->room += given ? given->count : read.count;
    w->visits += part->tree.node_count;
    part->number = w->out->file;
    bytes_free(&read);
    return good ? part : NULL;
}

/* The number of the file, which is read unless it is known; SIZE_MAX with a fault. */
static size_t file_number(walk *w, const char *path) {
    size_t outer = w->out->file, number = 0;
    char *real = realpath(path, NULL);
    if (!real) real = copy_text(path); /* reading it says why */
    while (real && number < w->file_count && strcmp(w->files[number]->real, real) != 0) ++number;
    if (real && number < w->file_count)
        free(real);
    else if (!add_file(w, path, real, NULL))
        number = SIZE_MAX;
    w->out->file = outer;
    return number;
}

static bool walk_file(walk *w, part_file *part, const context *c) {
    vrml_file *outer = w->file;
    size_t outer_number = w->out->file;
    w->file = &part->tree;
    w->out->file = part->number;
    part->open = true;
    ++w->inlined;
    bool good = visit_all(w, &part->tree.roots, c);
    --w->inlined;
    part->open = false;
    w->file = outer;
    w->out->file = outer_number;
    return good;
}

/* The first of the addresses; more are for when it cannot be reached, which would be another scene
 * here. */
static bool find_inlined(walk *w, vrml_node *node, const char *url) {
    char *path = path_beside(w->file->path, url);
    if (!path) return fault_set(w->f, w->file->path, node->line, "out of memory");
    node->geometry = file_number(w, path);
    free(path);
    return node->geometry != SIZE_MAX;
}

static bool visit_inline(walk *w, vrml_node *node, const context *c) {
    const vrml_field *url = vrml_find(node, "url");
    if (!url || url->text_count == 0) return true;
    if (w->inlined > DEEPEST_INLINE)
        return fault_set(w->f, w->file->path, node->line, "files inlined by more than %d others",
                         DEEPEST_INLINE);
    if (node->geometry == SIZE_MAX && !find_inlined(w, node, url->texts[0])) return false;
    part_file *part = w->files[node->geometry];
    if (part->open)
        return fault_set(w->f, w->file->path, node->line, "'%.200s' inlines itself", part->path);
    return walk_file(w, part, c);
}

/* -- all nodes -- */

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

static bool visit_inside(walk *w, vrml_node *node, context *c) {
    static const char *const groups[] = {"Group", "Anchor", "Billboard", "Transform", NULL};
    const char *type = node->type;
    if (strcmp(type, "Shape") == 0) return visit_shape(w, node, c);
    if (strcmp(type, "Switch") == 0) return visit_switch(w, node, c);
    if (strcmp(type, "LOD") == 0) return visit_levels(w, node, c);
    if (strcmp(type, "Collision") == 0) return visit_collision(w, node, c);
    if (strcmp(type, "Inline") == 0) return visit_inline(w, node, c);
    if (strcmp(type, "Transform") == 0) {
        placement inner;
        if (!vrml_transform(w->file, node, &inner, w->f)) return false;
        c->at = placement_product(&c->at, &inner);
    }
    if (is_one_of(type, groups)) return visit_all(w, vrml_find(node, "children"), c);
    if (is_without_extent(type)) return true;
    return fault_set(w->f, w->file->path, node->line, "the node '%.60s' is not understood", type);
}

static bool visit(walk *w, vrml_node *node, const context *outer) {
    if (w->visits == 0)
        return fault_set(w->f, w->file->path, node->line,
                         "USE and Inline repeat nodes more than a million times");
    --w->visits;
    if (w->depth >= DEEPEST)
        return fault_set(w->f, w->file->path, node->line, "nodes in more than %d others", DEEPEST);
    context c = *outer;
    if (node->name) add_name(&c, node->name);
    ++w->depth;
    bool good = visit_inside(w, node, &c);
    --w->depth;
    return good;
}

static void free_files(walk *w) {
    for (size_t i = 0; i < w->file_count; ++i) {
        vrml_free(&w->files[i]->tree);
        free(w->files[i]->path);
        free(w->files[i]->real);
        free(w->files[i]);
    }
    free(w->files);
}

bool read_vrml(const char *path, const bytes *file, scene *out, fault *f) {
    context c = {.at = placement_identity()};
    walk w = {.out = out, .f = f, .visits = MOST_REPEATED, .room = MOST_EXTRUDED};
    char *real = realpath(path, NULL);
    part_file *part = add_file(&w, path, real ? real : copy_text(path), file);
    bool good = part && walk_file(&w, part, &c);
    free_files(&w);
    return good;
}
