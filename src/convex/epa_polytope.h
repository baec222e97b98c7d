/* SPDX-License-Identifier: MIT
 * The polytope that EPA expands (B:3398-3500): triangles between points of C, each knowing its three
 * neighbours, and a heap that names the one nearest to the origin.
 *
 * Invariants, kept by every function here:
 *   - The faces in use form a closed surface: across edge e from corner[e] to corner[e + 1] lies the
 *     face beside[e] / 4, and its edge beside[e] % 4 runs the other way.
 *   - normal is a unit vector and distance the least of normal . y over the face's corners. So no point
 *     of the face is nearer to the origin than distance, however thin the face and however poor its
 *     normal.
 * Together they make the lower bound: if every distance is positive the surface winds around the origin
 * (each face covers a positive solid angle, and the angles add up to a multiple of 4 pi), so on every
 * ray lies a point of C at least as far as the least distance. That needs neither convexity nor a
 * silhouette free of rounding: creases and needles can cost rounds, but no truth. */
#ifndef GZ_CONVEX_EPA_POLYTOPE_H
#define GZ_CONVEX_EPA_POLYTOPE_H

#include "base/tolerance.h"
#include "math/wide3.h"

/* Euler: 2 n - 4 triangles on n points, and as many more while a fan replaces what it hides. */
enum {
    GZ_EPA_POINTS = 640,
    GZ_EPA_FACES = 3 * GZ_EPA_POINTS,
    GZ_EPA_HEAP = 2 * GZ_EPA_FACES,
    GZ_EPA_NONE = 0xffff
};

typedef struct gz_epa_face {
    wide3 normal;
    double distance;
    uint16_t corner[3]; /* counterclockwise seen from outside */
    uint16_t beside[3]; /* 4 * face + edge */
    uint16_t stamp;     /* counts the faces that have used this slot */
    uint16_t mark;      /* the number of the silhouette search that found it visible */
} gz_epa_face;

typedef struct gz_epa_entry {
    double key;
    uint16_t face, stamp; /* a different stamp: the face is gone */
} gz_epa_entry;

/* An edge of the silhouette: the hidden face behind it (4 * face + edge), the visible one before it,
 * and its ends, counterclockwise around what is visible. */
typedef struct gz_epa_rim {
    uint16_t hidden, visible;
    uint16_t from, to;
} gz_epa_rim;

/* A point of C, the one of A behind it, the unit vector along which it is farthest, and where A and B
 * found it. */
typedef struct gz_epa_point {
    wide3 y, a, n;
    uint32_t hint_a, hint_b;
} gz_epa_point;

typedef struct gz_epa_polytope {
    int point_count, face_count; /* faces: slots ever used */
    int heap_count;
    double fold;
    uint16_t free;       /* a slot to use again, chained by corner[0]; GZ_EPA_NONE: none */
    uint16_t search;     /* the number of the last silhouette search */
    gz_epa_entry latest; /* an entry that is not yet in the heap; its face is GZ_EPA_NONE: none */
    wide3 y[GZ_EPA_POINTS];
    wide3 a[GZ_EPA_POINTS]; /* the points of A behind them */
    wide3 n[GZ_EPA_POINTS]; /* the unit vectors along which they are farthest; of the first four not
                               known unless learned */
    uint32_t hint_a[GZ_EPA_POINTS], hint_b[GZ_EPA_POINTS]; /* of the first four by who begins */
    double learned[4]; /* squared size of the face from which the normal was learned; DBL_MAX: not */
    gz_epa_face faces[GZ_EPA_FACES];
    gz_epa_entry heap[GZ_EPA_HEAP];
    gz_epa_rim outline[GZ_EPA_FACES];
    uint16_t seen[GZ_EPA_FACES]; /* visible faces */
    uint16_t stack[GZ_EPA_FACES];
    uint16_t
        forced[GZ_EPA_TRIES]; /* faces that count as visible to the point at hand, whatever they say */
    int forced_count;
} gz_epa_polytope;

_Static_assert(sizeof(gz_epa_polytope) <= GZ_EPA_BLOCK, "the polytope outgrows its block");

/* The polytope of four points, in either orientation; false if they are too nearly in a plane to have
 * an inside. No face will ever cut deeper than `fold` into what was there before. */
bool gz_epa_begin(gz_epa_polytope *p, const wide3 y[4], const wide3 a[4], double fold);

/* The live face nearest to the origin, taken off the heap; GZ_EPA_NONE: there is none. */
int gz_epa_nearest(gz_epa_polytope *p);

/* Puts a face back, e.g. one whose plane has changed. */
void gz_epa_push(gz_epa_polytope *p, int face);

/* The face that the point lies highest above, and how high. */
int gz_epa_farthest_below(const gz_epa_polytope *p, wide3 y, double *height);

/* Expands the polytope to the new point, which lies above `face`. Faces farther than `upper` do not
 * enter the heap; those nearer than `floor`, the least distance before, are rounding, and get a better
 * plane. False: no room, or no silhouette to be had; nothing has changed then. */
bool gz_epa_expand(gz_epa_polytope *p, int face, const gz_epa_point *point, double floor, double upper);

/* Is y a corner of the face? */
bool gz_epa_has_corner(const gz_epa_polytope *p, int face, wide3 y);

/* Sets the plane of a face by its nearest point rather than by its edges: the right thing for needles.
 * False if that is no better. */
bool gz_epa_straighten(gz_epa_polytope *p, int face);

/* The same by the plane of two corners and a point beside them that lies in it up to rounding: the
 * right thing for a small face of a large side. False unless it gains a part of how high the point was.
 */
bool gz_epa_tilt(gz_epa_polytope *p, int face, wide3 y);

/* The point where the ray from the origin along the unit vector n leaves the polytope: its height along
 * n, and the point of A behind it. near is a face to start looking from, or GZ_EPA_NONE. */
double gz_epa_leave(const gz_epa_polytope *p, wide3 n, int near, wide3 *y, wide3 *a);

#endif
