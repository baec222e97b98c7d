/* SPDX-License-Identifier: MIT
 * What a file describes: geometries, each kept once, and objects that place them in the world.
 *
 * Boxes, spheres, cones and cylinders stay what they are; they are not made into triangles. Coordinates
 * are double whatever the file had. */
#ifndef TOOL_SCENE_H
#define TOOL_SCENE_H

#include "array.h"
#include "fault.h"

typedef enum geometry_kind {
    GEOMETRY_BOX,      /* size: half extents */
    GEOMETRY_SPHERE,   /* size[0]: radius */
    GEOMETRY_CONE,     /* size[0]: radius, size[1]: height; axis y, centred, apex up */
    GEOMETRY_CYLINDER, /* size[0]: radius, size[1]: height; axis y, centred */
    GEOMETRY_FACES,    /* polygons: points, corners, sizes */
    GEOMETRY_LINES,    /* runs of points: as faces */
    GEOMETRY_POINTS,   /* points alone */
    GEOMETRY_KIND_COUNT
} geometry_kind;

typedef struct geometry {
    geometry_kind kind;
    double size[3];
    numbers points;  /* x y z of each */
    indices corners; /* into the points, those of one face or line after those of the last */
    indices sizes;   /* how many corners each has */
    char *name;      /* never NULL */
    size_t file;     /* which of the scene's files it is from */
    long line;       /* where it is in the file, 0 if lines say nothing there */
} geometry;

/* The image of a geometry under x -> basis x + origin; basis by columns. */
typedef struct placement {
    double basis[9], origin[3];
} placement;

typedef struct object {
    char *name; /* a path such as "crane/hook"; never NULL */
    size_t geometry;
    placement at;
    size_t part; /* objects of the same part never collide with each other; SIZE_MAX: of none */
} object;

/* Two parts that may touch: neighbouring links of a robot, pairs that a file excludes. */
typedef struct part_pair {
    size_t a, b;
} part_pair;

typedef struct scene {
    geometry *geometries;
    size_t geometry_count, geometry_capacity;
    object *objects;
    size_t object_count, object_capacity;
    char **parts; /* their names */
    size_t part_count, part_capacity;
    part_pair *ignored;
    size_t ignored_count, ignored_capacity;
    char **files; /* their paths */
    size_t file_count, file_capacity;
    size_t file; /* the one that is being read */
} scene;

placement placement_identity(void);
/* First inner, then outer. */
placement placement_product(const placement *outer, const placement *inner);

/* Another file begins: what is added from now on is from there. */
bool scene_begin_file(scene *s, const char *path, fault *f);

/* Each adds one with a copy of the name; the index comes out. False, with a fault, when memory is out.
 * The geometry's arrays become the scene's. */
bool scene_add_geometry(scene *s, const geometry *added, size_t *index, fault *f);
bool scene_add_object(scene *s, const char *name, size_t shape, const placement *at, size_t part,
                      fault *f);
bool scene_add_part(scene *s, const char *name, size_t *index, fault *f);
bool scene_ignore(scene *s, size_t part_a, size_t part_b, fault *f);
void geometry_free(geometry *g);
void scene_free(scene *s);

/* A fault about an object: names its file, the line, the object and the reason. Returns false. */
bool scene_fault(const scene *s, const object *o, const char *reason, fault *f);

/* Are all corners points of the geometry, all sizes positive, and do they add up? A fault names the
 * first face that is wrong. What readers call before they hand over faces or lines. */
bool geometry_check(const geometry *g, const char *file, fault *f);

#endif
