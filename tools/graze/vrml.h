/* SPDX-License-Identifier: MIT
 * VRML97: the file as a tree of nodes, and what the walk over it makes of them.
 *
 * The grammar tells a field's value without knowing the field: numbers follow each other, strings have
 * quotes, a node begins with its type. So the parser knows no node; those who use it ask for the fields
 * they need. */
#ifndef TOOL_VRML_H
#define TOOL_VRML_H

#include "bytes.h"
#include "scene.h"

typedef struct vrml_node vrml_node;

typedef struct vrml_field {
    char *name;
    long line;
    numbers values; /* numbers; TRUE is 1, FALSE 0 */
    vrml_node **nodes;
    size_t node_count, node_capacity;
    char **texts;
    size_t text_count, text_capacity;
} vrml_field;

/* Nodes belong to the file; USE makes several fields name the same one. */
struct vrml_node {
    char *type, *name; /* name: by DEF, NULL without */
    long line;
    vrml_field *fields;
    size_t field_count, field_capacity;
    size_t geometry; /* its number in the scene once it is there, SIZE_MAX before, or VRML_EMPTY; of an
                        Inline that of the file among those read */
};

/* A geometry that has no extent: nothing to collide with. */
#define VRML_EMPTY (SIZE_MAX - 1)

typedef struct vrml_file {
    const char *path;
    vrml_node **nodes; /* all, in the order in which they begin */
    size_t node_count, node_capacity;
    vrml_field roots;  /* those that no other node has */
    size_t room;       /* points that may still be made; few numbers of an Extrusion make very many */
    uint32_t *renamed; /* by point of a Coordinate: its number in the geometry being made + 1, or 0 */
    size_t renamed_count;
} vrml_file;

bool vrml_parse(const char *path, const bytes *file, vrml_file *out, fault *f);
void vrml_free(vrml_file *file);

/* A field by name, NULL if the node does not have it. */
const vrml_field *vrml_find(const vrml_node *node, const char *name);
/* count numbers of a field, or the given ones if the node does not have it; false, with a fault, if it
 * has another number of them. */
bool vrml_numbers(const vrml_file *file, const vrml_node *node, const char *name, double *values,
                  size_t count, fault *f);
/* Likewise one number as a truth value. */
bool vrml_flag(const vrml_file *file, const vrml_node *node, const char *name, bool *value, fault *f);

/* What a Transform does. */
bool vrml_transform(const vrml_file *file, const vrml_node *node, placement *out, fault *f);

/* The geometry of a geometry node; GEOMETRY_KIND_COUNT for one that has no extent here (Text). */
bool vrml_geometry(vrml_file *file, const vrml_node *node, geometry *out, fault *f);
bool vrml_extrusion(const vrml_file *file, const vrml_node *node, geometry *out, fault *f);
/* A face of the corners first ... first + count - 1, turned over if asked. */
bool vrml_push_face(geometry *g, const uint32_t *corners, size_t count, bool over);

#endif
