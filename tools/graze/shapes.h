/* SPDX-License-Identifier: MIT
 * The geometries of a scene as shapes of the library, each made once. */
#ifndef TOOL_SHAPES_H
#define TOOL_SHAPES_H

#include <graze/graze.h>

#include "scene.h"

typedef struct made_shape {
    graze_shape *shape; /* NULL if the geometry is empty */
    bool closed;        /* a primitive, or faces that close and so enclose a volume */
    indices triangles; /* of faces: three corners each; the shape reads them, and the points, where they
                          are */
    size_t primitives; /* triangles, segments or points; 1 for the others */
} made_shape;

typedef struct shapes {
    made_shape *of; /* one a geometry */
    size_t count;
} shapes;

/* The scene must outlive them. A fault names file, line and object. */
bool shapes_make(const scene *s, shapes *out, fault *f);
void shapes_free(shapes *made);

/* The faces of a geometry as triangles, three corners each, added at the end; false when memory is out.
 */
bool shapes_cut_faces(const geometry *g, indices *out);

/* Why something cannot be done with an object, for people who have files and no functions. */
const char *shapes_reason(graze_status status);

/* The object as the library's queries take it; margin 0. */
graze_placed shapes_place(const shapes *made, const object *o);

#endif
