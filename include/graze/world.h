/* SPDX-License-Identifier: MIT
 * Graze: worlds: which of many moving objects touch, and who is told what about it.
 *
 * A world owns objects (a shape, a placement, a margin, a pointer of the user's), scenes (sets of
 * objects that can meet), and response tables (which pair of objects deserves how much of an answer).
 *
 *     graze_world *world;
 *     graze_world_create(NULL, &world);
 *     graze_scene_create(world, NULL, &scene);
 *     graze_table_create(world, &table);
 *     graze_table_add_class(world, table, &things);
 *     graze_object_create(world, &(graze_object_config){.shape = box}, &a);      ... and b
 *     graze_scene_add(world, scene, a);
 *     graze_object_set_class(world, a, things);
 *     graze_table_add_default(world, table,
 *         &(graze_response){.type = GRAZE_RESPONSE_DEPTH, .callback = hit});
 *     for (;;) {
 *         graze_object_set_position(world, a, where_it_is_now);
 *         graze_world_test(world, scene, table, &count);                         calls hit
 *     }
 *
 * Placements persist: only what changes between two tests has to be told, and only that costs anything
 * but a look. A test brings boxes and pairs up to date, looks at the pairs of objects whose boxes
 * overlap, in the order of (lower, higher) index, in batches, and calls what the table says for those
 * that intersect. Pairs keep their last separating axis and support vertices from test to test.
 *
 * Ids are 64 bits: index in the lower 32, then 20 bits of generation, 2 of kind and 10 of the world's
 * tag. 0 names nothing. GRAZE_STALE_ID means an id of something that was removed, of another kind, or
 * of a world with another tag; it is never a crash. The order of objects is that of their indices.
 *
 * Whatever fails changes nothing and leaves outputs untouched. GRAZE_INVALID_ARGUMENT stands for NULL
 * (where it is not said to be allowed) and for numbers that are NaN, infinite, or out of their range.
 *
 * Threads. Functions that take a const world may run on any number of threads at once, while no thread
 * changes the world or the shapes in it. Everything else needs the world alone. With a runner in the
 * settings, tests and updates use its threads inside; callbacks come on the caller's thread, one at a
 * time, in the same order whatever the number of threads.
 *
 * Callbacks may do nearly everything with the world that calls them: create, move and destroy objects,
 * change scenes, classes and tables, ask queries, run other tests. See graze_world_test for when that
 * counts. What they may not do says GRAZE_BUSY. */
#ifndef GRAZE_WORLD_H
#define GRAZE_WORLD_H

#include "broad.h"
#include "contact.h"
#include "mesh.h"

GRAZE_BEGIN_C

typedef struct graze_world graze_world;

typedef uint64_t graze_object_id;
typedef uint64_t graze_scene_id;
typedef uint64_t graze_table_id;
/** A response class; it belongs to one table and lives as long. */
typedef uint64_t graze_class_id;

/* -- worlds --------------------------------------------------------------------------------------- */

/** What can be changed at any time (I9); it counts from the next test or update on. */
typedef struct graze_world_settings {
    graze_options options; /**< how well tests answer; zero-initialised: the defaults of query.h */
    /** Of pairs that are looked at together before callbacks are called. Callbacks see results that
     *  were computed at the beginning of their batch. 0: 64 at first, then twice as many from batch to
     *  batch up to 1024. 1: every pair is computed where its objects are when its turn comes. */
    uint32_t batch;
    bool no_caches; /**< every pair is computed afresh: slower, and the same numbers for any history */
    /** What divides tests and updates among threads; NULL: the caller's thread alone. It is not copied
     *  and must outlive its use. What comes out does not depend on it. */
    const graze_runner *runner;
    /** Tells the time in seconds, for the statistics; NULL: no times are measured. */
    double (*clock)(void *user);
    void *clock_user;
} graze_world_settings;

/** Zero-initialised it asks for the defaults. */
typedef struct graze_world_config {
    uint32_t tag; /**< below 1024; ids of worlds with different tags cannot be mixed up */
    /** Where objects, pairs and tables are kept; NULL: the process-wide allocator. It is copied. (Broad
     *  phases and shapes always use the process-wide one.) */
    const graze_allocator *allocator;
    graze_world_settings settings;
} graze_world_config;

/** config NULL: the defaults. GRAZE_INVALID_ARGUMENT: out NULL, a tag of 1024 or more, an allocator
 *  without functions, bad options. GRAZE_OUT_OF_MEMORY. */
GRAZE_API graze_status graze_world_create(const graze_world_config *config, graze_world **out);
/** All ids become invalid and shapes lose one owner. NULL is allowed. From a callback: when the test
 *  that called it has returned, which it does after this callback. */
GRAZE_API void graze_world_release(graze_world *world);

GRAZE_API graze_status graze_world_set_settings(graze_world *world,
                                                const graze_world_settings *settings);
GRAZE_API graze_status graze_world_get_settings(const graze_world *world, graze_world_settings *out);

/* -- objects (I3) --------------------------------------------------------------------------------- */

/** How the box of an object is found (L3). */
typedef enum graze_box_fit {
    GRAZE_FIT_DEFAULT = 0, /**< tight for convex shapes, sloppy for meshes and other complex ones */
    GRAZE_FIT_SLOPPY,      /**< the box round the shape's own box: a few dozen operations */
    GRAZE_FIT_TIGHT        /**< the smallest one, by support points */
} graze_box_fit;

/** Zero-initialised means the defaults; only the shape must be there. */
typedef struct graze_object_config {
    graze_shape *shape;     /**< any; the object becomes one of its owners */
    const graze_pose *pose; /**< NULL: the identity */
    graze_real margin;      /**< world units, >= 0, added after the pose */
    void *user;             /**< handed to callbacks; never looked at */
    /** Two objects can meet if the category of each shares a bit with the mask of the other. Both 0
     *  stand for all bits set. */
    uint32_t category, mask;
    graze_box_fit fit;
} graze_object_config;

/** The statuses of graze_placed_check; GRAZE_OUT_OF_MEMORY. */
GRAZE_API graze_status graze_object_create(graze_world *world, const graze_object_config *config,
                                           graze_object_id *out);
/** Takes it out of all scenes. Pairs in which it took part end with the next test, which says so. */
GRAZE_API graze_status graze_object_destroy(graze_world *world, graze_object_id object);
/** False for ids that are stale, and for NULL. */
GRAZE_API bool graze_object_exists(const graze_world *world, graze_object_id object);
/** The number of objects there are; 0 for NULL. */
GRAZE_API size_t graze_world_object_count(const graze_world *world);

/* Placement. All check what they are given: GRAZE_SINGULAR, GRAZE_OUT_OF_RANGE and
 * GRAZE_INVALID_ARGUMENT as graze_placed_check, and the object stays where it was. They cost little:
 * boxes are computed with the next test, update or query. */

/** The basis stays as it is. */
GRAZE_API graze_status graze_object_set_position(graze_world *world, graze_object_id object,
                                                 graze_vec3 position);
/** The basis becomes the rotation: what scaling it had is gone. The quaternion is normalised here. */
GRAZE_API graze_status graze_object_set_rotation(graze_world *world, graze_object_id object,
                                                 graze_quat rotation);
/** Scales along the local axes: the columns of the basis are multiplied by the factors, on top of what
 *  they are. Negative ones reflect. */
GRAZE_API graze_status graze_object_scale(graze_world *world, graze_object_id object,
                                          graze_vec3 factors);
GRAZE_API graze_status graze_object_set_pose(graze_world *world, graze_object_id object,
                                             const graze_pose *pose);
/** OpenGL's 16 scalars, column after column; the last row must be 0 0 0 1 exactly. */
GRAZE_API graze_status graze_object_set_matrix(graze_world *world, graze_object_id object,
                                               const graze_real matrix[16]);
/** Many at once: all are taken, or none. Of an id that is there twice the last pose counts. */
GRAZE_API graze_status graze_world_set_poses(graze_world *world, const graze_object_id *objects,
                                             const graze_pose *poses, size_t count);
GRAZE_API graze_status graze_object_set_margin(graze_world *world, graze_object_id object,
                                               graze_real margin);
/** Another shape in the same place. */
GRAZE_API graze_status graze_object_set_shape(graze_world *world, graze_object_id object,
                                              graze_shape *shape);
GRAZE_API graze_status graze_object_set_user(graze_world *world, graze_object_id object, void *user);
/** From the next test or update on. 0, 0 as in graze_object_config. */
GRAZE_API graze_status graze_object_set_filter(graze_world *world, graze_object_id object,
                                               uint32_t category, uint32_t mask);
GRAZE_API graze_status graze_object_set_fit(graze_world *world, graze_object_id object,
                                            graze_box_fit fit);

/** The object as the pair queries of query.h take it (I8): shape, pose, margin. The shape stays the
 *  object's: retain it to keep it longer. */
GRAZE_API graze_status graze_object_get_placed(const graze_world *world, graze_object_id object,
                                               graze_placed *out);
GRAZE_API graze_status graze_object_get_matrix(const graze_world *world, graze_object_id object,
                                               graze_real matrix[16]);
GRAZE_API graze_status graze_object_get_user(const graze_world *world, graze_object_id object,
                                             void **out);
/** 0, 0 comes back as all bits set. Each of the two outputs may be NULL. */
GRAZE_API graze_status graze_object_get_filter(const graze_world *world, graze_object_id object,
                                               uint32_t *category, uint32_t *mask);
/** The box round the object where it is now, margin included. GRAZE_UNBOUNDED for a half-space. */
GRAZE_API graze_status graze_object_get_box(const graze_world *world, graze_object_id object,
                                            graze_aabb *out);

/* -- scenes (I4) ---------------------------------------------------------------------------------- */

/** config NULL: the default broad phase. Tag and queries_only of the config are not looked at. */
GRAZE_API graze_status graze_scene_create(graze_world *world, const graze_broad_config *config,
                                          graze_scene_id *out);
/** The objects stay. GRAZE_BUSY while it is tested. */
GRAZE_API graze_status graze_scene_destroy(graze_world *world, graze_scene_id scene);
/** An object may be in any number of scenes. Adding one that is in already, or removing one that is
 *  not, is GRAZE_OK and changes nothing. */
GRAZE_API graze_status graze_scene_add(graze_world *world, graze_scene_id scene,
                                       graze_object_id object);
GRAZE_API graze_status graze_scene_remove(graze_world *world, graze_scene_id scene,
                                          graze_object_id object);
GRAZE_API graze_status graze_scene_has(const graze_world *world, graze_scene_id scene,
                                       graze_object_id object, bool *out);
/** The ids of up to room objects, those of the lowest indices, in order; *total is how many there
 *  are. out may be NULL if room is 0. */
GRAZE_API graze_status graze_scene_objects(const graze_world *world, graze_scene_id scene, size_t room,
                                           graze_object_id *out, size_t *total);

/* -- responses and tables (I5, I6) ---------------------------------------------------------------- */

/** How much of an answer. A pair is computed once, at the highest type of its responses. */
typedef enum graze_response_type {
    GRAZE_RESPONSE_NONE = 0,  /**< the pair is not looked at */
    GRAZE_RESPONSE_SIMPLE,    /**< that they intersect */
    GRAZE_RESPONSE_WITNESSED, /**< and a common point */
    GRAZE_RESPONSE_DEPTH,     /**< and the penetration depth with its two points */
    GRAZE_RESPONSE_CONTACT,   /**< and up to four contact points */
    GRAZE_RESPONSE_COUNT
} graze_response_type;

/** Two objects that intersect. */
typedef struct graze_collision {
    graze_scene_id scene;
    graze_table_id table;
    graze_object_id a, b; /**< a has the lower index */
    graze_class_id class_a, class_b;
    void *user_a, *user_b;
    /** What follows counts as far as this type goes: the highest of the pair's responses. It is lower
     *  than that, and status says why, if the pair intersects but the query for the rest failed. */
    graze_response_type type;
    graze_status status;
    /** From WITNESSED on: a common point, the same twice, or the points of the depth. */
    graze_vec3 point_a, point_b;
    uint32_t primitive_a, primitive_b; /**< up to WITNESSED: those of meshes that meet */
    graze_vec3 normal;                 /**< from DEPTH on: unit, from A to B; else zero */
    /** From DEPTH on: as in graze_penetration_result; else 0. Of CONTACT with a mesh: of the primitives
     *  in contact, which bound the depth of the whole from below. */
    graze_real depth, lower, upper;
    const graze_contact_set *contacts; /**< for CONTACT; else NULL */
} graze_collision;

/** GRAZE_STOP ends the test: neither the pair's other responses nor other pairs follow. */
typedef graze_flow (*graze_response_callback)(void *user, graze_world *world,
                                              const graze_collision *collision);

typedef struct graze_response {
    graze_response_type type;
    graze_response_callback callback; /**< NULL: nobody is called, but the pair is tested and listed */
    void *user;                       /**< handed to the callback */
    uint64_t key;                     /**< whatever tells apart responses with the same callback */
} graze_response;

GRAZE_API graze_status graze_table_create(graze_world *world, graze_table_id *out);
/** Its classes go with it. GRAZE_BUSY while it is used by a test. */
GRAZE_API graze_status graze_table_destroy(graze_world *world, graze_table_id table);

/** A new class. It begins with what was added and removed as default, and with each other class also
 *  with what was for all pairs of that class. */
GRAZE_API graze_status graze_table_add_class(graze_world *world, graze_table_id table,
                                             graze_class_id *out);
/** The class of an object in the table that the class belongs to: one a table. An object without a
 *  class gets no response there, not even the default. */
GRAZE_API graze_status graze_object_set_class(graze_world *world, graze_object_id object,
                                              graze_class_id of);
GRAZE_API graze_status graze_object_clear_class(graze_world *world, graze_object_id object,
                                                graze_table_id table);
/** 0 if it has none. */
GRAZE_API graze_status graze_object_get_class(const graze_world *world, graze_object_id object,
                                              graze_table_id table, graze_class_id *out);

/* Each pair of classes has a list of responses, called in the order in which they were added. The
 * commands below edit these lists: those of all pairs of classes, of all pairs with one class (also
 * with itself), or of one pair. So the last command counts: to except a class from the default, add the
 * default first and remove it from the class after. Removing takes out what has the same callback and
 * key, whatever its type and user; that there is none is GRAZE_OK. GRAZE_INVALID_ARGUMENT: a type that
 * is none of SIMPLE to CONTACT; for pairs, classes of different tables. GRAZE_OUT_OF_MEMORY: no list
 * has changed. */

GRAZE_API graze_status graze_table_add_default(graze_world *world, graze_table_id table,
                                               const graze_response *response);
GRAZE_API graze_status graze_table_remove_default(graze_world *world, graze_table_id table,
                                                  graze_response_callback callback, uint64_t key);
GRAZE_API graze_status graze_table_add_for_class(graze_world *world, graze_class_id of,
                                                 const graze_response *response);
GRAZE_API graze_status graze_table_remove_for_class(graze_world *world, graze_class_id of,
                                                    graze_response_callback callback, uint64_t key);
GRAZE_API graze_status graze_table_add_for_pair(graze_world *world, graze_class_id a, graze_class_id b,
                                                const graze_response *response);
GRAZE_API graze_status graze_table_remove_for_pair(graze_world *world, graze_class_id a,
                                                   graze_class_id b, graze_response_callback callback,
                                                   uint64_t key);
/** The responses of a pair of classes, in order: up to room are written, *total is how many there
 *  are. out may be NULL if room is 0. */
GRAZE_API graze_status graze_table_responses(const graze_world *world, graze_class_id a,
                                             graze_class_id b, size_t room, graze_response *out,
                                             size_t *total);
/** Calls the responses of two objects as a test would, with the data given: scene, type, status and
 *  all that follows are the caller's; table, ids, classes and users are filled in here, and a and b
 *  are taken as given, not ordered. *flow (may be NULL): what the last callback said. */
GRAZE_API graze_status graze_table_call(graze_world *world, graze_table_id table, graze_object_id a,
                                        graze_object_id b, const graze_collision *data,
                                        graze_flow *flow);

/* -- tests (I7) ----------------------------------------------------------------------------------- */

/** Brings boxes and pairs of all scenes up to date with placements and deformations. Tests do so
 *  themselves; it is worth a call of its own before many queries. GRAZE_OUT_OF_MEMORY: nothing is lost,
 *  try again. */
GRAZE_API graze_status graze_world_update(graze_world *world);

/** Calls the table's responses for all pairs of objects in the scene that intersect, in the order of
 *  (lower, higher) index. *count (may be NULL): for how many pairs callbacks were called.
 *
 *  What callbacks do counts like this: a pose that was set is seen at once by getters and queries, and
 *  by pairs of later batches; results already computed are told as they are. An object that was
 *  destroyed, or taken out of the scene, is named by no later callback of this test. A response that
 *  was removed is called no more; one that was added, or that a new class of an object brings and
 *  that needs more than was computed, is called from the next test on, and added objects, and pairs
 *  of boxes that did not overlap at the beginning, are tested then. A callback may run other tests;
 * that of the same scene and table is GRAZE_BUSY.
 *
 *  A pair whose query fails counts as not looked at: the statistics count it and name the last one and
 *  its status, and the test goes on. One that intersects but whose depth or contacts fail is told with
 *  what there is (graze_collision.type and status). Two half-spaces are no pair.
 *
 *  GRAZE_OUT_OF_MEMORY: no callback was called. */
GRAZE_API graze_status graze_world_test(graze_world *world, graze_scene_id scene, graze_table_id table,
                                        size_t *count);

/** The same without callbacks: the list of collisions, in order. It is lent until the next call of
 *  this function, or the release. */
GRAZE_API graze_status graze_world_collect(graze_world *world, graze_scene_id scene,
                                           graze_table_id table, const graze_collision **collisions,
                                           size_t *count);

typedef enum graze_touch { GRAZE_TOUCH_END = 0, GRAZE_TOUCH_BEGIN, GRAZE_TOUCH_STAY } graze_touch;

typedef struct graze_touch_event {
    graze_object_id a, b; /**< stale, if it was destroyed since */
    graze_touch change;
} graze_touch_event;

/** What the last test of this scene and table changed: pairs with responses that intersect and did not
 *  before, that still do, or that did and no longer do: because they have parted, one was destroyed,
 *  removed from the scene, or has no response any more. Ordered by index, an end before a begin. Pairs
 *  that the test did not come to, because a callback stopped it or their query failed, have no event
 *  and stay what they were. Lent until the next test of this scene and table. */
GRAZE_API graze_status graze_world_events(const graze_world *world, graze_scene_id scene,
                                          graze_table_id table, const graze_touch_event **events,
                                          size_t *count);

/* -- queries of a scene ---------------------------------------------------------------------------
 *
 * They answer for the placements as they are now. Objects that were moved, added or deformed since the
 * last test or update are looked at one by one, so graze_world_update pays before many queries. Nothing
 * is allocated, and the caches of pairs are neither used nor changed. Which object is told first
 * depends on nothing but numbers and indices. */

/** What went wrong with single objects: they are left out. */
typedef struct graze_scene_report {
    size_t tested; /**< objects whose shapes were looked at */
    size_t failed; /**< of these: left out, because their query failed */
    graze_object_id object;
    graze_status status; /**< the last such object, and why; 0 and GRAZE_OK if there was none */
} graze_scene_report;

/** Zero-initialised: every object counts. */
typedef struct graze_scene_filter {
    uint32_t mask; /**< only objects whose category shares a bit; 0 stands for all bits */
    /** False leaves the object out; NULL: none is. It must not change the world, and may be asked about
     *  an object any number of times. */
    bool (*accept)(void *user, graze_object_id object, void *object_user);
    void *user;
    bool ignore_margins; /**< objects count without their margins */
    const graze_options *options;
    graze_scene_report *report; /**< NULL: nobody is told */
} graze_scene_filter;

typedef struct graze_scene_hit {
    graze_object_id object;
    void *user;
    graze_cast_result cast;
} graze_scene_hit;

/* filter may be NULL in all of them. */

/** The first object that a ray meets, of those at the same t the lowest. *found says whether there is
 *  one; out is untouched if not. Statuses for the ray as graze_ray_cast. */
GRAZE_API graze_status graze_scene_ray_closest(const graze_world *world, graze_scene_id scene,
                                               const graze_ray *ray, const graze_scene_filter *filter,
                                               bool *found, graze_scene_hit *out);
/** Does it meet any? */
GRAZE_API graze_status graze_scene_ray_any(const graze_world *world, graze_scene_id scene,
                                           const graze_ray *ray, const graze_scene_filter *filter,
                                           bool *found);
/** The first up to room hits, one an object, by t and index; *count is how many there are in out. */
GRAZE_API graze_status graze_scene_ray_all(const graze_world *world, graze_scene_id scene,
                                           const graze_ray *ray, const graze_scene_filter *filter,
                                           size_t room, graze_scene_hit *out, size_t *count);
/** The first object that a shape meets on its way t * translation, 0 <= t <= 1. The normal points from
 *  the shape to the object. GRAZE_UNBOUNDED for a half-space that moves. */
GRAZE_API graze_status graze_scene_shape_cast(const graze_world *world, graze_scene_id scene,
                                              const graze_placed *shape, graze_vec3 translation,
                                              const graze_scene_filter *filter, bool *found,
                                              graze_scene_hit *out);

/* The objects that touch something: the up to room of the lowest indices go to out, in order; *total is
 * how many there are. out may be NULL if room is 0. */
GRAZE_API graze_status graze_scene_overlap_point(const graze_world *world, graze_scene_id scene,
                                                 graze_vec3 point, const graze_scene_filter *filter,
                                                 size_t room, graze_object_id *out, size_t *total);
GRAZE_API graze_status graze_scene_overlap_box(const graze_world *world, graze_scene_id scene,
                                               const graze_aabb *box, const graze_scene_filter *filter,
                                               size_t room, graze_object_id *out, size_t *total);
GRAZE_API graze_status graze_scene_overlap_sphere(const graze_world *world, graze_scene_id scene,
                                                  const graze_sphere *sphere,
                                                  const graze_scene_filter *filter, size_t room,
                                                  graze_object_id *out, size_t *total);
/** Any shape, in any pose. */
GRAZE_API graze_status graze_scene_overlap_shape(const graze_world *world, graze_scene_id scene,
                                                 const graze_placed *shape,
                                                 const graze_scene_filter *filter, size_t room,
                                                 graze_object_id *out, size_t *total);

typedef struct graze_scene_near {
    graze_object_id object;
    void *user;
    graze_separation separation; /**< from the shape that was asked about to the object */
} graze_scene_near;

/** The up to room objects that are nearest to a bounded shape (or, likewise, a point), none farther
 *  than max_distance (infinity is fine), by distance and index; *count is how many there are in out. */
GRAZE_API graze_status graze_scene_nearest(const graze_world *world, graze_scene_id scene,
                                           const graze_placed *shape, graze_real max_distance,
                                           const graze_scene_filter *filter, size_t room,
                                           graze_scene_near *out, size_t *count);
GRAZE_API graze_status graze_scene_nearest_to_point(const graze_world *world, graze_scene_id scene,
                                                    graze_vec3 point, graze_real max_distance,
                                                    const graze_scene_filter *filter, size_t room,
                                                    graze_scene_near *out, size_t *count);

typedef struct graze_object_pair {
    graze_object_id a, b; /**< a has the lower index */
} graze_object_pair;

/** All pairs of objects of the scene that are no farther apart than distance (>= 0) and may meet by
 *  their categories and masks: the first up to room by index; *total is how many there are. */
GRAZE_API graze_status graze_scene_pairs_within(const graze_world *world, graze_scene_id scene,
                                                graze_real distance, const graze_scene_filter *filter,
                                                size_t room, graze_object_pair *out, size_t *total);

/* -- looking inside (R2) -------------------------------------------------------------------------- */

typedef enum graze_world_stage {
    GRAZE_STAGE_BOXES = 0, /**< boxes of objects that have changed */
    GRAZE_STAGE_BROAD,     /**< which boxes overlap */
    GRAZE_STAGE_PAIRS,     /**< who is looked at: encounters, responses, half-spaces */
    GRAZE_STAGE_NARROW,    /**< the shapes of those */
    GRAZE_STAGE_RESPONSE,  /**< callbacks and events */
    GRAZE_STAGE_COUNT
} graze_world_stage;

/** Each line of pairs is a filter for the next: looked at, with response, not at rest, not settled by
 *  the axis, hits. Counted since creation, but for the first five. */
typedef struct graze_world_statistics {
    size_t objects, scenes, tables;
    size_t encounters; /**< pairs of overlapping boxes, of all scenes, as of the last update */
    size_t bytes;      /**< of memory held by the world, broad phases aside */
    uint64_t updates, tests;
    uint64_t boxes;         /**< computed */
    uint64_t begun, ended;  /**< encounters */
    uint64_t pairs;         /**< looked at by tests */
    uint64_t with_response; /**< of these, the ones that the table has a response for */
    uint64_t at_rest;       /**< of these: apart at the last test, and neither has moved since */
    uint64_t computed;      /**< the others: given to the narrow phase */
    uint64_t by_axis;       /**< of these: shown to be apart by the axis of the last test */
    uint64_t hits;          /**< of these: intersecting */
    uint64_t callbacks;     /**< called */
    uint64_t failed;        /**< of those computed: the query failed */
    graze_object_id failed_a, failed_b;
    graze_status failed_status;        /**< the last such pair, and why */
    double seconds[GRAZE_STAGE_COUNT]; /**< if the settings have a clock */
} graze_world_statistics;
GRAZE_API graze_status graze_world_statistics_get(const graze_world *world,
                                                  graze_world_statistics *out);

/** What a line or box shows. */
typedef enum graze_draw_kind {
    GRAZE_DRAW_BOX = 0,   /**< the box of an object, as the broad phase has it */
    GRAZE_DRAW_ENCOUNTER, /**< from the middle of one box of a pair to that of the other */
    GRAZE_DRAW_AXIS,      /**< half of that length along the pair's cached axis, from the first */
    GRAZE_DRAW_CONTACT,   /**< from point_a to point_b of a collision last collected */
    GRAZE_DRAW_NORMAL,    /**< from its point_a, a unit along the normal */
    GRAZE_DRAW_TREE,      /**< a box of a mesh's tree, in the world's axes */
    GRAZE_DRAW_KIND_COUNT
} graze_draw_kind;

/** Either function may be NULL. */
typedef struct graze_draw {
    void (*box)(void *user, graze_draw_kind kind, const graze_aabb *box);
    void (*line)(void *user, graze_draw_kind kind, graze_vec3 from, graze_vec3 to);
    void *user;
    uint32_t kinds; /**< a bit for each kind, 1 << kind; 0 stands for all */
} graze_draw;
/** Draws a scene as of the last update, in the order of kinds and indices. */
GRAZE_API graze_status graze_scene_draw(const graze_world *world, graze_scene_id scene,
                                        const graze_draw *draw);

/** Checks all that has to fit together, from scratch, broad phases included. GRAZE_OK, or
 *  GRAZE_INVALID_ARGUMENT and in *what (may be NULL) a text. For tests and doubts. */
GRAZE_API graze_status graze_world_validate(const graze_world *world, const char **what);

/* -- snapshots ------------------------------------------------------------------------------------
 *
 * A world as bytes: objects, scenes, tables, caches, who touches whom, statistics aside. A restored
 * world goes on like the one that was saved: the same ids, and the same bits in all that follows.
 * Shapes, user pointers and responses are the caller's: functions turn them into numbers and back. */

typedef struct graze_snapshot_keys {
    void *user;
    /** False: has no number; then saving is GRAZE_INVALID_ARGUMENT. */
    bool (*shape_key)(void *user, const graze_shape *shape, uint64_t *key);
    bool (*pointer_key)(void *user, const void *pointer, uint64_t *key); /**< never asked for NULL */
    bool (*response_key)(void *user, const graze_response *response, uint64_t *key);
    /** NULL, or false: the number means nothing here; then restoring is GRAZE_INVALID_ARGUMENT. The
     *  shape stays the callee's; the world becomes one more owner. */
    graze_shape *(*shape_of)(void *user, uint64_t key);
    bool (*pointer_of)(void *user, uint64_t key, void **pointer);
    bool (*response_of)(void *user, uint64_t key, graze_response *response);
} graze_snapshot_keys;

/** Spheres and boxes without a key, or if shape_key is NULL, are written into the bytes themselves;
 * keys may be NULL if that is all there is. *size is how many bytes there are; they are written if room
 * is at least that, else GRAZE_OUT_OF_RANGE and *size is set all the same (ask with room 0 and bytes
 * NULL). GRAZE_INVALID_ARGUMENT: something has no key. GRAZE_BUSY in a callback. Collisions and events
 * that are lent are not part of it. */
GRAZE_API graze_status graze_world_save(const graze_world *world, const graze_snapshot_keys *keys,
                                        size_t room, void *bytes, size_t *size);
/** config as in graze_world_create, but for the tag, which is that of the saved world; settings are
 *  not saved. A snapshot of the other precision, of another version, or damaged in any way is
 *  GRAZE_INVALID_ARGUMENT. GRAZE_OUT_OF_MEMORY. A shape with another revision than it had counts as
 *  deformed. */
GRAZE_API graze_status graze_world_restore(const void *bytes, size_t size,
                                           const graze_snapshot_keys *keys,
                                           const graze_world_config *config, graze_world **out);

GRAZE_END_C

#endif
