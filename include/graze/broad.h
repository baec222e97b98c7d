/* SPDX-License-Identifier: MIT
 * Graze: broad phases: which of many moving boxes overlap, and which does a box, a ray or a point meet?
 *
 * A broad phase keeps boxes along the axes, each with a number of the user's and bits that say what it
 * meets. Boxes are added, moved and removed, one or thousands at a time; graze_broad_update takes in
 * all that has changed and reports which pairs of boxes began or ceased to overlap. Whatever is asked
 * (pairs, queries, casts) is answered for the boxes as of the last update; only what was removed
 * since is left out, and graze_broad_get knows the newest box.
 *
 * There are several kinds, which differ in speed and memory alone: for the same calls all of them give
 * the same ids, events and pairs in the same order, and the same answers to casts and nearest boxes.
 *
 * Boxes are closed: touching is overlapping, and -0 equals 0. They may be flat or points, and as far
 * away or large as GRAZE_SHAPE_REACH. Wherever a box is handed in, GRAZE_INVALID_ARGUMENT means NULL,
 * a coordinate that is NaN or infinite, or lo > hi; GRAZE_OUT_OF_RANGE a coordinate beyond that reach.
 * (Objects without bounds belong in a list of the caller's.)
 *
 * GRAZE_STALE_ID means an id that was never given out here, or whose box was removed. Whatever fails
 * changes nothing and leaves outputs untouched; of many at once, either all are taken or none.
 *
 * Any number of threads may ask at once; none may do so while another changes something. Callbacks
 * must not change the broad phase that calls them. */
#ifndef GRAZE_BROAD_H
#define GRAZE_BROAD_H

#include "bounds.h"

GRAZE_BEGIN_C

typedef struct graze_broad graze_broad;

/** Names one box: index in the lower 32 bits, then 20 bits of generation, 12 bits of tag. 0 names none.
 * An index is used again after the update that follows a removal, with another generation. */
typedef uint64_t graze_broad_id;

typedef enum graze_broad_kind {
    GRAZE_BROAD_DEFAULT = 0, /**< the one that measures best over many scenes */
    GRAZE_BROAD_BRUTE_FORCE, /**< tests each changed box against all: for a few dozen, and as the truth
                              */
    GRAZE_BROAD_SWEEP_AND_PRUNE, /**< sorted endpoints on three axes: when little moves, and by little
                                  */
    GRAZE_BROAD_TREE,            /**< a tree of boxes: for all sizes and motions */
    GRAZE_BROAD_GRID,            /**< hashed cells: for boxes of few sizes */
    GRAZE_BROAD_KIND_COUNT
} graze_broad_kind;

/** Zero-initialised it asks for the defaults. */
typedef struct graze_broad_config {
    graze_broad_kind kind;
    uint32_t tag;         /**< below 4096; ids of broad phases with different tags cannot be mixed up */
    uint32_t expected;    /**< so many boxes are made room for at once; more may come */
    bool queries_only;    /**< no pairs, no events: only queries, casts and nearest boxes */
    graze_real cell_size; /**< of the grid's smallest cells; 0: chosen from the boxes */
} graze_broad_config;

/** Two boxes can be a pair if the category of each shares a bit with the mask of the other. Both 0
 * stand for all bits set. (A box that should meet none has a category and the mask 0.) */
typedef struct graze_broad_proxy {
    graze_aabb box;
    uint64_t user; /**< whatever helps the caller to find the object */
    uint32_t category, mask;
} graze_broad_proxy;

/* -- making and filling -------------------------------------------------------------------------- */

/** config NULL: the defaults. GRAZE_INVALID_ARGUMENT: out NULL, a kind that is none, a tag of 4096 or
 * more, a cell size that is negative, NaN or infinite. GRAZE_OUT_OF_MEMORY. */
GRAZE_API graze_status graze_broad_create(const graze_broad_config *config, graze_broad **out);
/** All ids become invalid. NULL is allowed. */
GRAZE_API void graze_broad_release(graze_broad *broad);

/** Adds boxes; their ids go to out[0..count). Also GRAZE_INVALID_ARGUMENT: a NULL (with count 0 only
 * broad must not be NULL). GRAZE_OUT_OF_MEMORY: nothing was added. */
GRAZE_API graze_status graze_broad_add(graze_broad *broad, const graze_broad_proxy *proxy,
                                       graze_broad_id *out);
GRAZE_API graze_status graze_broad_add_many(graze_broad *broad, const graze_broad_proxy *proxies,
                                            size_t count, graze_broad_id *out);
/** Gives boxes new places and sizes. Of an id that is there twice the last box counts. Allocates
 * nothing. */
GRAZE_API graze_status graze_broad_move(graze_broad *broad, graze_broad_id id, const graze_aabb *box);
GRAZE_API graze_status graze_broad_move_many(graze_broad *broad, const graze_broad_id *ids,
                                             const graze_aabb *boxes, size_t count);
/** The ids are stale from here on; the pairs end with the next update, whose events name these ids and
 * user values a last time. Allocates nothing. An id that is there twice is stale the second time, so
 * nothing is removed. */
GRAZE_API graze_status graze_broad_remove(graze_broad *broad, graze_broad_id id);
GRAZE_API graze_status graze_broad_remove_many(graze_broad *broad, const graze_broad_id *ids,
                                               size_t count);
/** Changes what a box meets, from the next update on. 0, 0 as in graze_broad_proxy. Allocates nothing.
 */
GRAZE_API graze_status graze_broad_set_filter(graze_broad *broad, graze_broad_id id, uint32_t category,
                                              uint32_t mask);
/** At once, also for what later events say of pairs that are there. */
GRAZE_API graze_status graze_broad_set_user(graze_broad *broad, graze_broad_id id, uint64_t user);
/** What was given last for this id; category and mask of 0, 0 come back as all bits set. */
GRAZE_API graze_status graze_broad_get(const graze_broad *broad, graze_broad_id id,
                                       graze_broad_proxy *out);
/** How many boxes there are, counting those added and not those removed since the last update; 0 for
 * NULL. */
GRAZE_API size_t graze_broad_count(const graze_broad *broad);

/* -- pairs --------------------------------------------------------------------------------------- */

/** a has the lower index. */
typedef struct graze_broad_pair {
    graze_broad_id a, b;
    uint64_t user_a, user_b;
} graze_broad_pair;

typedef enum graze_broad_change { GRAZE_BROAD_END = 0, GRAZE_BROAD_BEGIN = 1 } graze_broad_change;

typedef struct graze_broad_event {
    graze_broad_pair pair;
    graze_broad_change change;
} graze_broad_event;

/** Takes in what changed since the last update and finds the pairs that began or ceased to overlap:
 * those of the boxes as given, whatever happened in between. Events are ordered by the lower, then the
 * higher index; no pair has two. They are lent until the next update or the release. events and count
 * may be NULL, both or one. Without changes it costs nothing.
 * GRAZE_OUT_OF_MEMORY: pairs are as they were, and no event is lost: the next update that succeeds
 * reports what differs from the last one that did. Queries may already answer for the new boxes. */
GRAZE_API graze_status graze_broad_update(graze_broad *broad, const graze_broad_event **events,
                                          size_t *count);

/** One pair; GRAZE_STOP ends the listing. */
typedef graze_flow (*graze_broad_pair_callback)(void *user, const graze_broad_pair *pair);
/** All pairs of the last update, by the lower, then the higher index of their ids; those of
 * boxes removed since are left out. GRAZE_INVALID_ARGUMENT: broad or callback NULL. */
GRAZE_API graze_status graze_broad_pairs(const graze_broad *broad, graze_broad_pair_callback callback,
                                         void *user);

/* -- queries -------------------------------------------------------------------------------------
 * mask: only boxes whose category shares a bit with it are looked at; 0 stands for all bits. Nothing is
 * allocated. */

/** One box; GRAZE_STOP ends the query. */
typedef graze_flow (*graze_broad_callback)(void *user, graze_broad_id id, uint64_t value);

/** All boxes that overlap or touch the given one, each once, in an order that depends on the kind and
 * the history. Exact. GRAZE_INVALID_ARGUMENT also: broad or callback NULL. */
GRAZE_API graze_status graze_broad_query_box(const graze_broad *broad, const graze_aabb *box,
                                             uint32_t mask, graze_broad_callback callback, void *user);
/** Likewise, all that the ball touches; as exact as graze_test_sphere_aabb. GRAZE_INVALID_ARGUMENT
 * also: a negative radius, NaN, infinity. GRAZE_OUT_OF_RANGE: centre or radius beyond the reach. */
GRAZE_API graze_status graze_broad_query_sphere(const graze_broad *broad, const graze_sphere *sphere,
                                                uint32_t mask, graze_broad_callback callback,
                                                void *user);

/** A box that is entered at parameter t, 0 if the start is inside. Returns the parameter up to which
 * to look on: max_t unchanged to see all, that of an exact hit inside to see only what comes before, a
 * negative number (or NaN) to stop. It never grows: a larger one counts as max_t. */
typedef graze_real (*graze_broad_cast_callback)(void *user, graze_broad_id id, uint64_t value,
                                                graze_real t, graze_real max_t);

/** All boxes that the ray meets from parameter 0 to max_t, by parameter, those at the same by index. A
 * box that the ray touches is never left out; one that it misses by no more than rounding (entering 16
 * units of double of the parameter after it has left) may be among them. Boxes entered at a parameter
 * beyond GRAZE_REAL_MAX are out of sight. A direction of zero asks for the boxes at the origin.
 * GRAZE_INVALID_ARGUMENT: NULL, an origin or a direction that is not finite, max_t negative or NaN
 * (infinity is fine). GRAZE_OUT_OF_RANGE: an origin or a direction beyond the reach. */
GRAZE_API graze_status graze_broad_cast_ray(const graze_broad *broad, const graze_ray *ray,
                                            uint32_t mask, graze_broad_cast_callback callback,
                                            void *user);
/** Likewise all boxes that the given one touches on its way along t * direction. */
GRAZE_API graze_status graze_broad_cast_box(const graze_broad *broad, const graze_aabb *box,
                                            graze_vec3 direction, graze_real max_t, uint32_t mask,
                                            graze_broad_cast_callback callback, void *user);

typedef struct graze_broad_near {
    graze_broad_id id;
    uint64_t user;
    graze_real distance; /**< of the box from the point, 0 inside and on the boundary; rounded */
} graze_broad_near;

/** The nearest boxes to a point, at most room of them, none farther than max_distance (infinity is
 * fine), by distance, those at the same (its square as rounded to double) by index. *count: how many
 * there are in out. GRAZE_INVALID_ARGUMENT: NULL (out may be, if room is 0), a point that is not
 * finite, a distance that is negative or NaN. GRAZE_OUT_OF_RANGE: a point beyond the reach. */
GRAZE_API graze_status graze_broad_nearest(const graze_broad *broad, graze_vec3 point,
                                           graze_real max_distance, uint32_t mask, size_t room,
                                           graze_broad_near *out, size_t *count);

/* -- looking inside ------------------------------------------------------------------------------ */

/** Counted since creation, but for the first four. */
typedef struct graze_broad_statistics {
    size_t boxes, pairs;   /**< as of the last update */
    size_t pending;        /**< boxes that were added, moved, changed or removed since */
    size_t bytes;          /**< of memory held, all in all */
    uint64_t updates;      /**< that had something to do and succeeded */
    uint64_t begun, ended; /**< events */
    uint64_t tests;        /**< pairs of boxes that updates compared */
    uint64_t swaps;        /**< of neighbouring endpoints, if the kind is sweep and prune */
    uint64_t rebuilds;     /**< of the whole structure or a large part, where the kind does that */
} graze_broad_statistics;
/** GRAZE_INVALID_ARGUMENT: NULL. */
GRAZE_API graze_status graze_broad_statistics_get(const graze_broad *broad,
                                                  graze_broad_statistics *out);

/** Checks the structure against the boxes, from scratch, and all pairs against brute force. GRAZE_OK,
 * or GRAZE_INVALID_ARGUMENT and in *what (may be NULL) a text that says what is wrong. For tests and
 * doubts; O(boxes squared). */
GRAZE_API graze_status graze_broad_validate(const graze_broad *broad, const char **what);

GRAZE_END_C

#endif
