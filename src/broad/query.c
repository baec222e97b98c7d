/* SPDX-License-Identifier: MIT
 * Which boxes does a box, or a ball, touch? */
#include "bounds/check.h"
#include "broad/broad.h"
#include "graze/primitive.h"

typedef struct listener {
    graze_broad_callback callback;
    void *user;
    const graze_sphere *sphere; /* NULL: every box is told of */
} listener;

static bool tell(gz_broad_visitor *visitor, uint32_t index) {
    const listener *to = visitor->context;
    const graze_broad *b = visitor->broad;
    if (!(b->flags[index] & GZ_BROAD_LIVE)) return true;
    if (to->sphere) {
        graze_aabb place = gz_broad_place(&b->box[index]);
        bool hit = false;
        if (graze_test_sphere_aabb(to->sphere, &place, &hit) != GRAZE_OK || !hit) return true;
    }
    return to->callback(to->user, gz_id_of(&b->ids, index), b->user[index]) == GRAZE_CONTINUE;
}

static void ask(const graze_broad *b, const graze_aabb *place, uint32_t mask, listener *to) {
    gz_broad_visitor visitor = {b, mask ? mask : UINT32_MAX, tell, to};
    gz_broad_box box = {{place->lo.x, place->lo.y, place->lo.z},
                        UINT32_MAX,
                        {place->hi.x, place->hi.y, place->hi.z},
                        UINT32_MAX};
    b->ops->query_box(b->state, &box, &visitor);
}

graze_status graze_broad_query_box(const graze_broad *broad, const graze_aabb *box, uint32_t mask,
                                   graze_broad_callback callback, void *user) {
    if (!broad || !callback) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_aabb_check(box);
    if (status != GRAZE_OK) return status;
    listener to = {callback, user, NULL};
    ask(broad, box, mask, &to);
    return GRAZE_OK;
}

graze_status graze_broad_query_sphere(const graze_broad *broad, const graze_sphere *sphere,
                                      uint32_t mask, graze_broad_callback callback, void *user) {
    if (!broad || !callback) return GRAZE_INVALID_ARGUMENT;
    graze_aabb around;
    graze_status status = graze_aabb_from_sphere(sphere, &around);
    if (status != GRAZE_OK) return status;
    listener to = {callback, user, sphere};
    ask(broad, &around, mask, &to);
    return GRAZE_OK;
}
