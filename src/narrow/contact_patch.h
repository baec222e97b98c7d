/* SPDX-License-Identifier: MIT
 * Contacts of meshes, inside.
 *
 *   pairs     primitives that are near each other give points (contact_patches.c)
 *   edges     the normals of edges that the surface goes on beyond (contact_internal.c)
 *   patches   points with about the same normal, at most four of each (contact_gather.c) */
#ifndef GZ_NARROW_CONTACT_PATCH_H
#define GZ_NARROW_CONTACT_PATCH_H

#include "narrow/solid.h"

/* One side of a pair: a triangle, in the world, of a mesh. */
typedef struct gz_contact_face {
    const gz_probe *probe; /* NULL: not of a mesh; what is beyond its edges is known */
    uint32_t primitive, vertex[3];
    wide3 corner[3], normal; /* on the side from which it is counterclockwise in its own space */
    bool has_beyond[3];      /* without a probe: a neighbour over the edge from corner i to the next, */
    wide3 beyond[3];         /* and its third corner */
} gz_contact_face;

/* False if that piece is no triangle with an area. */
bool gz_contact_face_make(const gz_probe *probe, uint32_t primitive, uint32_t piece,
                          gz_contact_face *face);

/* May a normal out of the face be that of a contact? Not if it leans over an edge beyond which the
 * surface goes on flat or hollow: then the contact is the neighbour's, or the face's own normal is
 * right. Nor if only the front pushes and it points against it. */
bool gz_contact_allows(const gz_contact_face *face, wide3 out, bool one_sided);

/* The face's own normal: out of its front, or of the side that the other's middle is on. */
wide3 gz_contact_face_out(const gz_contact_face *face, wide3 other_middle, bool one_sided);

/* Is the point over the face, seen along its normal? */
bool gz_contact_is_over(const gz_contact_face *face, wide3 point);

typedef struct gz_patches {
    int count;
    graze_contact_patch patch[GRAZE_CONTACT_PATCHES];
    double merge; /* points nearer than this are one */
} gz_patches;

void gz_patches_add(gz_patches *patches, const graze_contact_set *set, uint32_t primitive_a,
                    uint32_t primitive_b);
/* The deepest first. */
void gz_patches_sort(gz_patches *patches);

/* All patches; reach as in graze_contact. inside: one for a body that is in a solid without touching
 * its surface, too. */
graze_status gz_find_patches(const graze_placed *a, const graze_placed *b,
                             const graze_patch_options *options, bool inside, gz_patches *patches);

#endif
