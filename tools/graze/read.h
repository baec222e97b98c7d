/* SPDX-License-Identifier: MIT
 * Readers of files: one function a format, each in a file of its own, and the one that chooses. */
#ifndef TOOL_READ_H
#define TOOL_READ_H

#include "bytes.h"
#include "scene.h"

/* What to set a robot's joints to, and a file of pairs of links to leave alone. */
typedef struct joint_value {
    const char *name; /* the joint, or ROBOT:joint with the robot's file as read_base_name has it */
    double value;
    bool *used; /* set if a robot has the joint; NULL: each robot must have it */
} joint_value;
typedef struct srdf_choice {
    const char *path; /* a file for all robots, or ROBOT:file for one */
    bool *used;       /* set if it was read; may be NULL */
} srdf_choice;
typedef struct read_options {
    const joint_value *joints;
    size_t joint_count;
    const srdf_choice *srdf;
    size_t srdf_count;
} read_options;

/* Adds what the file describes to the scene; false, with a fault that names file, line and reason, if
 * it cannot. What was added before that stays and is the caller's to free, like everything in the
 * scene. The options, for robots, may be NULL. */
bool read_file(const char *path, const read_options *options, scene *out, fault *f);

/* Does the format, known by its ending, say that lengths are metres? Others leave that to the user. */
bool read_is_metric(const char *path);
bool read_is_robot(const char *path);

/* Wavefront: faces, lines and points; every o and g is an object of its own. */
bool read_obj(const char *path, const bytes *file, scene *out, fault *f);
/* Stereolithography, text and binary; equal corners become one point. Of several solids in a text each
 * is an object. */
bool read_stl(const char *path, const bytes *file, scene *out, fault *f);
/* The Object File Format with its variants that add normals, colours and texture coordinates. */
bool read_off(const char *path, const bytes *file, scene *out, fault *f);
/* The Stanford format, text and binary in both byte orders: faces, triangle strips or points alone. */
bool read_ply(const char *path, const bytes *file, scene *out, fault *f);
/* VRML97: shapes under transformations, groups, switches, levels of detail and inlined files;
 * primitives stay primitives, DEF and USE share geometries and name objects. No prototypes. */
bool read_vrml(const char *path, const bytes *file, scene *out, fault *f);
/* Robots, with joints at the given values (0 where none is given and the limits allow it). */
bool read_urdf(const char *path, const bytes *file, const read_options *options, scene *out, fault *f);

/* The last part of a path without its ending, in out (size bytes, cut if too long). */
void read_base_name(const char *path, char *out, size_t size);
/* Adds a geometry and one object of it where it is, both under the name, or under that of the file.
 * Takes the geometry's arrays, also when it fails. */
bool read_add_named(char *name, geometry *g, scene *out, fault *f);
bool read_add_single(const char *path, geometry *g, scene *out, fault *f);

#endif
