/* SPDX-License-Identifier: MIT
 * Looks at two shapes along one direction after another, before a pair is set up: where a direction
 * separates them, as that of a recent frame nearly always does, nothing else needs to be known.
 *
 * In world axes C = core(A) - core(B) lies beyond the plane with normal v through its support point w,
 * which is made of support points of the shapes as they are placed (convex/duo.h). In eps times the
 * pair's size that rounds by less than what GJK may round its planes by. */
#ifndef GZ_CONVEX_GLANCE_H
#define GZ_CONVEX_GLANCE_H

#include "convex/duo.h"
#include "graze/query.h"

typedef enum gz_impression {
    GZ_APART,    /* the look along v shows more than the distance asked for */
    GZ_TOGETHER, /* balls inside of the shapes overlap by more than E */
    GZ_UNCLEAR,  /* neither */
    GZ_UNSEEN /* nor was there a look: products might leave the range, GJK's scaled frame is for that */
} gz_impression;

typedef struct gz_glance {
    double error;  /* the pair's E */
    double radius; /* radii and margins of both together */
    vec3 common;   /* together: a common point, in the world */
    /* Of the look along v: */
    vec3 v;                  /* in A's axes, from B to A */
    wide3 world;             /* in world axes */
    vec3 seen_by_b;          /* in B's axes */
    vec3 a, b;               /* the support points, relative to the centres, in the shapes' own axes */
    uint32_t hint_a, hint_b; /* where they were found */
    double length;           /* of world */
    double bound;            /* the distance of the cores is at least that, up to E */
    int looks;               /* how many there were */
} gz_glance;

/* Of two plain shapes (gz_placed_is_plain), which the duo has entered: E and radii, no look yet. */
static inline void gz_glance_begin(const graze_placed *a, const graze_placed *b, const gz_duo *duo,
                                   gz_glance *glance) {
    const graze_shape *shape_a = a->shape, *shape_b = b->shape;
    const double rounded = 1 + GZ_QUICK_ROUNDINGS * (double)GRAZE_EPSILON;
    double supports = (double)shape_a->support_error + (double)shape_b->support_error;
    glance->error = gz_quick_error(a, b, gz_quick_length(duo->between)) + supports * rounded;
    glance->radius =
        ((double)shape_a->radius + (double)a->margin) + ((double)shape_b->radius + (double)b->margin);
    glance->looks = 0;
}

/* If C is farther than that, so are the shapes than the distance. */
static inline double gz_glance_limit(const gz_glance *glance, double distance) {
    return glance->radius + distance + (double)GZ_TOUCHING_SHARE * glance->error;
}

/* Takes over the support points of the duo's last look. */
static inline void gz_glance_keep_points(const gz_duo *duo, gz_glance *glance) {
    glance->a = vec3_sub(duo->on_a, duo->a->center);
    glance->b = vec3_sub(duo->on_b, duo->b->center);
    glance->hint_a = duo->hint_a;
    glance->hint_b = duo->hint_b;
}

/* The same, and that it was a look along v, of that length, which showed that bound. */
void gz_glance_keep(const gz_duo *duo, wide3 v, double length, double bound, gz_glance *glance);

/* Begins with the last simplex, if the cache names one, else with a look along its axis; it has one. A
 * simplex of vertices is one of C wherever these have moved: if it holds the origin well inside, that
 * is all. Otherwise the direction of its nearest point nearly always separates them. An axis that shows
 * a good part of the distance is one that lasts, so this looks on as GJK would, a few times, until it
 * has such a one; the glance is that of the best look, and the cache has the simplex. */
gz_impression gz_glance_at(const graze_placed *a, const graze_placed *b, double distance,
                           graze_cache *cache, gz_glance *glance);

/* Leaves to the cache where the points were found. */
static inline void gz_glance_store(const gz_glance *glance, graze_cache *cache) {
    cache->support_a[0] = glance->hint_a;
    cache->support_b[0] = glance->hint_b;
    cache->size = 1;
}

/* Leaves what was seen to the pair, for GJK to start from: the support point, and the difference of the
 * centres if that is in C. */
void gz_glance_warm(const gz_glance *glance, gz_pair *pair);

#endif
