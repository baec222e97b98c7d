/* SPDX-License-Identifier: MIT
 * Casts: hits come from the implementation in any order and go to the user by parameter and index.
 *
 * Without memory to hold all hits they are found in rounds: a round keeps the first few of those that
 * come after the last hit of the round before. As soon as it has that many, later ones are of no
 * interest, which ends the search early. The first rounds are small because the user mostly
 * finds an exact hit in one of the first boxes and lowers the limit. */
#include <float.h>

#include "bounds/check.h"
#include "broad/broad.h"

#define ROOM_FIRST 8
#define ROOM_MOST 256

typedef struct hit {
    double t;
    uint32_t index;
} hit;

static bool comes_before(hit a, hit b) { return a.t < b.t || (a.t == b.t && a.index < b.index); }

/* A heap with the last hit on top. */
struct gz_broad_hits {
    const graze_broad *broad;
    hit after; /* the last one of the round before */
    hit at[ROOM_MOST];
    int count, room;
};

static void sift_down(hit *heap, int count, hit moving) {
    int hole = 0;
    for (int child = 1; child < count; child = 2 * hole + 1) {
        if (child + 1 < count && comes_before(heap[child], heap[child + 1])) ++child;
        if (!comes_before(moving, heap[child])) break;
        heap[hole] = heap[child];
        hole = child;
    }
    heap[hole] = moving;
}

static void sift_up(hit *heap, int hole, hit moving) {
    for (; hole > 0 && comes_before(heap[(hole - 1) / 2], moving); hole = (hole - 1) / 2)
        heap[hole] = heap[(hole - 1) / 2];
    heap[hole] = moving;
}

void gz_broad_cast_hit(gz_broad_cast *cast, uint32_t index, double t) {
    struct gz_broad_hits *hits = cast->hits;
    hit found = {t, index};
    if (!(hits->broad->flags[index] & GZ_BROAD_LIVE) || !comes_before(hits->after, found)) return;
    if (hits->count < hits->room)
        sift_up(hits->at, hits->count++, found);
    else if (comes_before(found, hits->at[0]))
        sift_down(hits->at, hits->count, found);
    if (hits->count == hits->room && hits->at[0].t < cast->limit) cast->limit = hits->at[0].t;
}

static void sort(hit *heap, int count) {
    for (int last = count - 1; last > 0; --last) {
        hit top = heap[0];
        sift_down(heap, last, heap[last]);
        heap[last] = top;
    }
}

/* The user's side: up to where to look, and who hears of hits. */
typedef struct listener {
    graze_broad_cast_callback callback;
    void *user;
    real max_t;
} listener;

/* The parameters are rounded, so what ends at max_t may seem to lie a little beyond. */
static double limit_of(real max_t) {
    double limit = (double)max_t * GZ_BROAD_EXIT + GZ_SLAB_FLOOR;
    return limit < (double)GRAZE_REAL_MAX ? limit : (double)GRAZE_REAL_MAX;
}

/* False when the user has seen enough. */
static bool tell(const graze_broad *b, hit found, listener *to) {
    if (found.t > limit_of(to->max_t)) return false;
    real t = (real)found.t;
    if (t > to->max_t) t = to->max_t;
    real next =
        to->callback(to->user, gz_id_of(&b->ids, found.index), b->user[found.index], t, to->max_t);
    if (!(next >= 0)) return false;
    if (next < to->max_t) to->max_t = next;
    return true;
}

static void run(const graze_broad *b, gz_broad_cast *cast, listener *to) {
    struct gz_broad_hits hits;
    hits.broad = b;
    hits.after = (hit){-1, 0};
    hits.room = ROOM_FIRST;
    cast->hits = &hits;
    for (;;) {
        hits.count = 0;
        cast->limit = limit_of(to->max_t);
        b->ops->cast(b->state, b, cast);
        sort(hits.at, hits.count);
        for (int i = 0; i < hits.count; ++i)
            if (!tell(b, hits.at[i], to)) return;
        if (hits.count < hits.room) return;
        hits.after = hits.at[hits.count - 1];
        hits.room = hits.room * 4 < ROOM_MOST ? hits.room * 4 : ROOM_MOST;
    }
}

/* Finite: the inverse of the least numbers is not, and infinity times zero would be NaN. */
static double inverse_of(double x) {
    if (x == 0) return 0;
    double inverse = 1 / x;
    return inverse > DBL_MAX ? DBL_MAX : inverse < -DBL_MAX ? -DBL_MAX : inverse;
}

graze_status graze_broad_cast_box(const graze_broad *broad, const graze_aabb *box, graze_vec3 direction,
                                  graze_real max_t, uint32_t mask, graze_broad_cast_callback callback,
                                  void *user) {
    if (!broad || !callback || !vec3_is_finite(direction) || !(max_t >= 0))
        return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_aabb_check(box);
    if (status != GRAZE_OK) return status;
    if (vec3_max_abs(direction) > GRAZE_SHAPE_REACH) return GRAZE_OUT_OF_RANGE;
    gz_broad_cast cast = {
        .lo = {(double)box->lo.x, (double)box->lo.y, (double)box->lo.z},
        .hi = {(double)box->hi.x, (double)box->hi.y, (double)box->hi.z},
        .direction = {(double)direction.x, (double)direction.y, (double)direction.z},
        .mask = mask ? mask : UINT32_MAX,
    };
    for (int k = 0; k < 3; ++k) cast.inverse[k] = inverse_of(cast.direction[k]);
    listener to = {callback, user, max_t};
    run(broad, &cast, &to);
    return GRAZE_OK;
}

graze_status graze_broad_cast_ray(const graze_broad *broad, const graze_ray *ray, uint32_t mask,
                                  graze_broad_cast_callback callback, void *user) {
    if (!ray) return GRAZE_INVALID_ARGUMENT;
    graze_aabb origin = {ray->origin, ray->origin};
    return graze_broad_cast_box(broad, &origin, ray->direction, ray->max_t, mask, callback, user);
}
