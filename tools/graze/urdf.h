/* SPDX-License-Identifier: MIT
 * URDF robots: the file as tables of links and joints, and where joints put the links. */
#ifndef TOOL_URDF_H
#define TOOL_URDF_H

#include "read.h"

typedef struct urdf_collision {
    placement at; /* in the link */
    geometry_kind kind;
    double size[3]; /* as of a geometry; of a mesh, its scaling */
    char *mesh;     /* the name of its file, NULL for primitives */
    long line;
} urdf_collision;

typedef struct urdf_link {
    char *name;
    urdf_collision *collisions;
    size_t collision_count, collision_capacity;
    size_t joint; /* the one that carries it, SIZE_MAX for the root */
    long line;
} urdf_link;

typedef enum urdf_joint_kind { URDF_FIXED, URDF_TURNS, URDF_SLIDES, URDF_FREE } urdf_joint_kind;

typedef struct urdf_joint {
    char *name, *parent, *child, *mimic; /* mimic: the joint that it follows, NULL if none */
    urdf_joint_kind kind;
    placement at; /* of the child in the parent, at value 0 */
    double axis[3], multiplier, offset;
    size_t parent_link; /* its number, once urdf_place has found it */
    bool limited;
    double lower, upper;
    long line;
} urdf_joint;

typedef struct urdf_robot {
    char *name;
    urdf_link *links;
    size_t link_count, link_capacity;
    urdf_joint *joints;
    size_t joint_count, joint_capacity;
} urdf_robot;

#define URDF_ENTITY "entities are not understood here"

bool urdf_parse(const char *path, const bytes *file, urdf_robot *out, fault *f);
void urdf_free(urdf_robot *robot);

/* Where each link is in the world, with the root at the origin: one placement a link. Angles in
 * radians. A fault for names that occur twice, joints that name no link, loops, several roots, unknown
 * joints in the options and values beyond a joint's limits. */
bool urdf_place(const char *path, urdf_robot *robot, const read_options *options, placement *links,
                fault *f);

/* SRDF: adds the pairs of links that the file disables to the scene's ignored ones. The robot's links
 * are parts of the scene from number first on. */
bool srdf_read(const char *path, const bytes *file, const urdf_robot *robot, size_t first, scene *out,
               fault *f);

/* Rotation about x, then y, then z, all about fixed axes (roll, pitch, yaw), then the translation */
placement urdf_origin(const double xyz[3], const double rpy[3]);
/* A turn about the unit axis. */
placement urdf_turn(const double axis[3], double angle);

#endif
