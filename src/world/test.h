/* SPDX-License-Identifier: MIT
 * What one test works with. Every level of nested tests has its own, kept from test to test. */
#ifndef GZ_WORLD_TEST_H
#define GZ_WORLD_TEST_H

#include "world/world.h"

/* A pair to be looked at. It is known by ids, since callbacks may destroy objects and nested tests free
 * encounters. */
typedef struct gz_item {
    graze_object_id a, b; /* a has the lower index */
    uint32_t slot;        /* its encounter; GZ_NONE: one of the two is unbounded */
    graze_response_type type;
} gz_item;

static inline gz_pair_key gz_item_key(const gz_item *item) {
    return gz_pair_key_of((uint32_t)item->a, (uint32_t)item->b);
}

/* What was found out about it. */
typedef struct gz_finding {
    bool gone;    /* there is no such pair any more */
    bool at_rest; /* apart at the last look, and nothing has moved */
    bool by_axis; /* apart, shown by the axis of the last look */
    bool hit;
    graze_status status; /* of the intersection */
    graze_status more;   /* of what was asked for beyond */
    graze_response_type type;
    graze_vec3 point_a, point_b, normal;
    graze_real depth, lower, upper;
    uint32_t primitive_a, primitive_b;
    graze_contact_set contacts;
} gz_finding;

struct gz_test {
    size_t capacity; /* of the block this is in */
    uint32_t scene, table, watch;
    uint64_t serial;   /* responses added later are not called */
    uint64_t removals; /* of the scene, when it began */
    bool collects;     /* instead of calling back */
    bool stopped;
    gz_item *items; /* by key; those with planes are merged in through the second array */
    size_t item_count, item_capacity;
    gz_item *spare;
    size_t spare_count, spare_capacity;
    size_t first, end;  /* the batch */
    size_t dealt;       /* items before this one are dealt with */
    size_t batch, most; /* how many the next one has, and later ones at most */
    gz_finding *outcomes;
    size_t outcome_capacity;
    gz_touch *touches; /* found so far, by key */
    size_t touch_count, touch_capacity;
    size_t told; /* pairs for which callbacks were called */
};

/* step.c */
void gz_test_release(graze_world *world, gz_test *test);

/* pairs.c: fills in the items; false when memory is out. */
bool gz_pairs_list(graze_world *world, gz_test *test);

/* narrow.c: computes the outcomes of the batch. */
void gz_narrow_compute(graze_world *world, gz_test *test);

/* tell.c: calls back, or collects, for the hits of the batch. False: no memory for what is collected.
 */
bool gz_response_tell(graze_world *world, gz_test *test);

/* touch.c: room for all that may come; false when memory is out. */
bool gz_touch_reserve(graze_world *world, gz_test *test);
/* Makes events of what differs from the test before. */
void gz_touch_commit(graze_world *world, gz_test *test);

#endif
