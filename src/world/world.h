/* SPDX-License-Identifier: MIT
 * What a world is inside.
 *
 * Data flows one way: a placement changes (placement.c), so its object becomes stale and waits in a
 * list; an update (update.c) computes boxes and tells the broad phase of every scene, which says what
 * pairs of boxes began and ceased to overlap; these are the scene's encounters (encounter.c), sorted by
 * index, each with its cache. A test (step.c) lists the encounters that the table has a response for
 * (pairs.c), computes them batch by batch (narrow.c), calls back (tell.c), and notes who touches whom
 * (touch.c).
 *
 * Everything is found by index, never by address, because callbacks may make any array move. Indices of
 * objects that were destroyed are used again only after the next update: until then encounters may
 * still name them.
 *
 * Invariants, which gz_world_validate checks:
 *   - an object is in the list of stale ones exactly if its flag says so;
 *   - what is not stale has the same box in all its scenes, and these know it since their last update;
 *   - lists of members go both ways; unbounded objects have no box in a broad phase and are in the
 *     scene's list of planes;
 *   - encounters are sorted by key, and are the pairs of the broad phase unless `lost` is set. */
#ifndef GZ_WORLD_WORLD_H
#define GZ_WORLD_WORLD_H

#include "base/id_pool.h"
#include "base/pair_set.h"
#include "graze/world.h"
#include "world/store.h"

#define GZ_NONE GZ_ID_NONE

/* Ids carry what they name in the upper two bits of the tag. */
enum { GZ_ID_OBJECT = 0, GZ_ID_SCENE, GZ_ID_TABLE, GZ_ID_CLASS };
#define GZ_WORLD_TAG_BITS (GZ_ID_TAG_BITS - 2)

/* -- objects --------------------------------------------------------------------------------------- */

typedef struct gz_object {
    graze_placed placed; /* the object is one of the shape's owners */
    uint64_t changed;    /* the world's time at which shape, place or margin changed last */
    uint32_t first_member, first_class; /* lists; GZ_NONE: empty */
    void *user;
    graze_aabb box;                    /* as told to broad phases last; of bounded shapes */
    uint32_t category, mask;           /* all bits set instead of 0, 0 */
    uint32_t told_category, told_mask; /* as of the last update */
    graze_box_fit fit;
    uint32_t deformable;       /* the record of its shape; GZ_NONE: it never changes */
    uint32_t deformable_place; /* where in that record's list */
    bool stale;                /* scenes have to be told about it */
} gz_object;

/* An object in a scene. */
typedef struct gz_member {
    uint32_t object, scene;
    uint32_t next;        /* of the same object, or the next free one */
    uint32_t place;       /* in the scene's list */
    bool fresh;           /* added since the last update */
    graze_broad_id proxy; /* 0: unbounded */
} gz_member;

/* The class of an object in a table. */
typedef struct gz_membership {
    uint32_t table, class_index;
    uint32_t next; /* of the same object, or the next free one */
} gz_membership;

/* A shape that can deform, with the objects made of it; records without objects are free. */
typedef struct gz_deformable {
    const graze_shape *shape;
    uint32_t revision; /* that boxes were computed for */
    gz_list objects;
} gz_deformable;

/* -- scenes ---------------------------------------------------------------------------------------- */

/* A pair of objects whose boxes overlap. */
typedef struct gz_encounter {
    gz_pair_key key;  /* or, of a free one, the next free */
    uint64_t checked; /* the world's time of the last look, 0: never */
    bool apart;       /* what it found */
    graze_cache cache;
} gz_encounter;

typedef struct gz_encounter_ref {
    gz_pair_key key;
    uint32_t slot; /* in the scene's array of encounters */
} gz_encounter_ref;

typedef struct gz_scene {
    graze_broad *broad;
    graze_broad_config config;
    gz_list members;                /* numbers of gz_members, in no order */
    gz_list planes;                 /* of these, the unbounded ones */
    gz_encounter_ref *refs, *spare; /* sorted; the second array is where the next version is made */
    size_t ref_count, ref_capacity, spare_capacity;
    gz_encounter *encounters;
    size_t encounter_count, encounter_capacity; /* ever used */
    uint32_t free_encounter;
    uint64_t removals; /* grows when an object leaves */
    uint32_t testing;  /* tests under way */
    bool lost;         /* events were lost for want of memory: the next update compares all pairs */
} gz_scene;

/* -- tables ---------------------------------------------------------------------------------------- */

/* Serial numbers grow from command to command, so every list is sorted by them. */
typedef struct gz_response {
    graze_response response;
    uint64_t serial;
} gz_response;

typedef struct gz_response_list {
    gz_response *at;
    size_t count, capacity;
    graze_response_type type; /* the highest */
} gz_response_list;

/* New classes begin with what the commands made of `all`, and with class c of `of_class[c]`. */
typedef struct gz_table {
    gz_response_list all;
    gz_response_list *of_class;
    gz_response_list *of_pair; /* of classes i <= j: at j (j + 1) / 2 + i */
    uint32_t *classes;         /* their indices in the world's pool */
    size_t class_count, class_capacity, list_capacity, pair_capacity;
    uint64_t serial;  /* of the last command */
    uint32_t testing; /* tests under way */
} gz_table;

typedef struct gz_class {
    uint32_t table, number; /* its place in the table */
} gz_class;

static inline size_t gz_class_pair(uint32_t i, uint32_t j) {
    size_t lower = i < j ? i : j, higher = i < j ? j : i;
    return higher * (higher + 1) / 2 + lower;
}

/* -- who touches whom ------------------------------------------------------------------------------ */

typedef struct gz_touch {
    graze_object_id a, b;
    bool unknown; /* while a test runs: the query failed */
} gz_touch;

/* Of one scene and table, from its first test on. */
typedef struct gz_watch {
    uint32_t scene, table; /* GZ_NONE: free */
    bool testing;
    gz_touch *touches; /* by index */
    size_t touch_count, touch_capacity;
    graze_touch_event *events;
    size_t event_count, event_capacity;
} gz_watch;

/* -- the world ------------------------------------------------------------------------------------- */

typedef struct gz_test gz_test; /* test.h */

struct graze_world {
    graze_allocator allocator;
    bool own_allocator;
    graze_world_settings settings;
    size_t bytes;
    uint64_t now; /* counts batches */
    gz_id_pool object_ids, scene_ids, table_ids, class_ids;
    gz_object *objects;
    gz_scene *scenes;
    gz_table *tables;
    gz_class *classes;
    size_t object_capacity, scene_capacity, table_capacity, class_capacity;
    size_t object_count, scene_count, table_count;
    gz_member *members;
    size_t member_count, member_capacity;
    uint32_t free_member;
    gz_membership *memberships;
    size_t membership_count, membership_capacity;
    uint32_t free_membership;
    gz_deformable *deformables;
    size_t deformable_count, deformable_capacity;
    gz_list stale; /* objects; capacity for all, so that setters need no memory */
    gz_list gone;  /* indices of objects to be freed by the next update; capacity for all */
    gz_watch *watches;
    size_t watch_count, watch_capacity;
    gz_test **tests; /* what tests work with, by how deep they are nested */
    size_t test_count, test_capacity;
    uint32_t depth;              /* of nested tests */
    bool calls;                  /* some response that was ever added has a callback */
    bool doomed;                 /* released in a callback */
    bool half_updated;           /* the last update failed: some scenes were told, others not */
    graze_collision *collisions; /* last collected */
    size_t collision_count, collision_capacity;
    graze_contact_set *contacts;
    size_t contact_count, contact_capacity;
    graze_world_statistics statistics;
};

static inline gz_object *gz_world_object(const graze_world *world, graze_object_id id) {
    uint32_t index = world ? gz_id_index(&world->object_ids, id) : GZ_NONE;
    return index == GZ_NONE ? NULL : &world->objects[index];
}
static inline uint32_t gz_object_index(const graze_world *world, const gz_object *object) {
    return (uint32_t)(object - world->objects);
}
static inline graze_object_id gz_object_id(const graze_world *world, uint32_t index) {
    return gz_id_of(&world->object_ids, index);
}

/* GRAZE_INVALID_ARGUMENT without a world, GRAZE_STALE_ID if the id is of nothing; else the index. */
graze_status gz_world_find(const graze_world *world, const gz_id_pool *pool, uint64_t id,
                           uint32_t *index);
#define GZ_FIND_OBJECT(world, id, index)                                                               \
    gz_world_find(world, (world) ? &(world)->object_ids : NULL, id, index)
#define GZ_FIND_SCENE(world, id, index)                                                                \
    gz_world_find(world, (world) ? &(world)->scene_ids : NULL, id, index)
#define GZ_FIND_TABLE(world, id, index)                                                                \
    gz_world_find(world, (world) ? &(world)->table_ids : NULL, id, index)
#define GZ_FIND_CLASS(world, id, index)                                                                \
    gz_world_find(world, (world) ? &(world)->class_ids : NULL, id, index)

/* object.c */
/* The object has changed: scenes will be told, pairs are looked at again. */
void gz_object_touch(graze_world *world, uint32_t index);
bool gz_object_fits(const gz_object *a, const gz_object *b); /* by category and mask */
/* Where the object's class in a table is noted; GZ_NONE: it has none. */
static inline uint32_t gz_object_membership(const graze_world *world, uint32_t object, uint32_t table) {
    uint32_t at = world->objects[object].first_class;
    while (at != GZ_NONE && world->memberships[at].table != table) at = world->memberships[at].next;
    return at;
}
/* Puts an object into the list of its shape, if that can deform; false when memory is out. */
bool gz_deformable_add(graze_world *world, uint32_t index);
void gz_deformable_remove(graze_world *world, uint32_t index);

/* box.c: the box round an object where it is now. */
graze_status gz_object_box(const gz_object *object, graze_aabb *out);

/* scene.c */
/* Adds an object that is not in. */
graze_status gz_scene_add_member(graze_world *world, uint32_t scene, uint32_t object,
                                 const graze_aabb *box, bool fresh);
/* The member that an object is in a scene, GZ_NONE if it is not. */
uint32_t gz_scene_member(const graze_world *world, uint32_t scene, uint32_t object);
void gz_scene_drop_member(graze_world *world, uint32_t member);
/* Gives the object a box in all its scenes, or takes them away, after its shape was exchanged. */
graze_status gz_scene_rebox(graze_world *world, uint32_t object, bool bounded, const graze_aabb *box);
void gz_scene_clear(graze_world *world, gz_scene *scene);

/* encounter.c: takes in what the broad phase says; GRAZE_OUT_OF_MEMORY: scene->lost is set. */
graze_status gz_encounters_update(graze_world *world, gz_scene *scene);
/* Makes them those of the broad phase's pairs; false when memory is out. */
bool gz_encounters_compare(graze_world *world, gz_scene *scene);
/* One that is not there yet, for snapshots; keys must come in order. */
bool gz_encounters_append(graze_world *world, gz_scene *scene, const gz_encounter *encounter);

/* update.c */
graze_status gz_world_update(graze_world *world);
/* Has the object's shape deformed since its box was computed? */
bool gz_object_deformed(const graze_world *world, const gz_object *object);

/* table.c */
void gz_table_clear(graze_world *world, gz_table *table);
/* The responses of two objects; NULL: one has no class there. */
static inline const gz_response_list *gz_table_list(const graze_world *world, uint32_t table,
                                                    uint32_t a, uint32_t b) {
    uint32_t at_a = gz_object_membership(world, a, table);
    uint32_t at_b = at_a == GZ_NONE ? GZ_NONE : gz_object_membership(world, b, table);
    if (at_b == GZ_NONE) return NULL;
    uint32_t i = world->classes[world->memberships[at_a].class_index].number;
    uint32_t j = world->classes[world->memberships[at_b].class_index].number;
    return &world->tables[table].of_pair[gz_class_pair(i, j)];
}
bool gz_response_list_add(graze_world *world, gz_response_list *list, const gz_response *response);

/* touch.c */
/* The watch of a scene and table, made if there is none; GZ_NONE when memory is out. */
uint32_t gz_watch_open(graze_world *world, uint32_t scene, uint32_t table);
void gz_watch_drop(graze_world *world, uint32_t scene, uint32_t table); /* GZ_NONE: any */

/* statistics.c: the time, if the settings know it. */
double gz_world_seconds(const graze_world *world);
/* Adds the time since *from to a stage, and begins the next. */
void gz_world_stage_done(graze_world *world, graze_world_stage stage, double *from);

/* world.c */
void gz_world_destroy(graze_world *world);

#endif
