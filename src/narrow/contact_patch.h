/* SPDX-License-Identifier: MIT
 * Contacts of meshes, inside.
 *
 *   pairs     primitives that are near each other give points (contact_patches.c)
 *   edges     the normals of edges that the surface goes on beyond (contact_internal.c)
 *   patches   points with about the same normal, at most four of each (contact_gather.c) */
#ifndef GZ_NARROW_CONTACT_PATCH_H
#define GZ_NARROW_CONTACT_PATCH_H

#include "narrow/solid.h"

/* What is known about the edges of a triangle: bits for whether the surface goes on flat or hollow
 * beyond edge i, seen from behind (1) and from the front (2). Those that are set are right as soon as a
 * guess was tried, those that are not only when all neighbours are known. */
typedef struct gz_edge_memo {
    bool guessed[3], known[3];
    uint8_t goes_on[3];
} gz_edge_memo;

/* By how much the numbers of a triangle and of its neighbour over edge i differed the last time: where
 * triangles are in rows the next one's are the same. Even and odd ones apart, since rows of quads cut
 * in two take turns. 0: no idea. */
typedef struct gz_edge_guess {
    uint32_t ahead[2][3];
} gz_edge_guess;

/* One side of a pair: a triangle, in the world, of a mesh. */
typedef struct gz_contact_face {
    const gz_probe *probe; /* NULL: not of a mesh; what is beyond its edges is known */
    uint32_t primitive, vertex[3];
    wide3 corner[3], normal; /* on the side from which it is counterclockwise in its own space */
    wide3 edge[3];           /* from corner i to the next */
    double flat[3];          /* squares of how far what crosses them may lean over each */
    double turn;             /* 1 if they go counterclockwise about the normal, else -1 */
    gz_edge_memo *memo;      /* with a probe */
    gz_edge_guess *guess;    /* likewise; of all triangles of that mesh */
    bool has_beyond[3];      /* without a probe: a neighbour over the edge from corner i to the next, */
    wide3 beyond[3];         /* and its third corner */
} gz_contact_face;

/* Fills in what follows from corners and normal. */
void gz_contact_face_finish(gz_contact_face *face);
/* False if that piece is no triangle with an area. */
bool gz_contact_face_make(const gz_probe *probe, uint32_t primitive, uint32_t piece,
                          gz_contact_face *face);

/* May a normal out of the face be that of a contact? Not if it leans over an edge beyond which the
 * surface goes on flat or hollow: then the contact is the neighbour's, or the face's own normal is
 * right. Nor if only the front pushes and it points against it. */
bool gz_contact_allows(const gz_contact_face *face, wide3 out, bool one_sided);

/* The face's own normal: out of its front, or of the side that the other's middle is on. */
wide3 gz_contact_face_out(const gz_contact_face *face, wide3 other_middle, bool one_sided);

/* Does only the front push, and does the normal point against it? */
bool gz_contact_is_behind(const gz_contact_face *face, wide3 out, bool one_sided);

/* Is the point over the face, seen along its normal? */
bool gz_contact_is_over(const gz_contact_face *face, wide3 point);

/* Along a face's normal two that are apart seem nearer than they are, and may even seem to overlap
 * where there is nothing of the face: then it says nothing about them. */
static inline bool gz_contact_seems_nearer(const graze_contact_set *along,
                                           const graze_contact_set *own) {
    return own->upper >= 0 && along->upper < own->lower;
}

/* Where a face, of A (k = 0) or B, is nearest to the other, margin left out. */
typedef struct gz_contact_place {
    wide3 point, out;
    double slack; /* how far from there it may be */
} gz_contact_place;
gz_contact_place gz_contact_place_of(const graze_contact_set *set, int k, real margin, double error);

/* What of a face a point of it lies on: a bit for its corner, two for the edge between them, or three.
 */
int gz_contact_touched(const gz_contact_face *face, const gz_contact_place *place);
/* Does a triangle that holds the point rise from there along the normal by more than what is flat? */
bool gz_contact_rises(const wide3 corner[3], const gz_contact_place *place);
/* Of a mesh: is the point of the face nearer to what lies along the normal than all around it? Then
 * that is a contact of its own, whatever edges it leans over. */
bool gz_contact_is_nearest(const gz_contact_face *face, const gz_contact_place *place);

typedef struct gz_patches {
    int count;
    graze_contact_patch patch[GRAZE_CONTACT_PATCHES];
    double merge;           /* points nearer than this are one */
    graze_contact_set left; /* the nearest that was left to neighbours */
    uint32_t left_a, left_b;
} gz_patches;

void gz_patches_begin(gz_patches *patches, double merge);

void gz_patches_add(gz_patches *patches, const graze_contact_set *set, uint32_t primitive_a,
                    uint32_t primitive_b);
/* Leaves the contact of two primitives to those of their neighbours. */
void gz_patches_leave(gz_patches *patches, const graze_contact_set *set, uint32_t primitive_a,
                      uint32_t primitive_b);
/* Takes the nearest back that was left if no patch is as near, up to the error, or touches as it does.
 */
void gz_patches_take_left(gz_patches *patches, double error);
/* The deepest first. */
void gz_patches_sort(gz_patches *patches);

/* All patches; reach as in graze_contact. inside: one for a body that is in a solid without touching
 * its surface, too. */
graze_status gz_find_patches(const graze_placed *a, const graze_placed *b,
                             const graze_patch_options *options, bool inside, gz_patches *patches);

#endif
