/* SPDX-License-Identifier: MIT
 * Broad phases of every kind: events in their order, pairs, and what queries find, over some frames. */
#include "digest.h"

enum { BOXES = 300, FRAMES = 20 };

typedef struct frame_boxes {
    graze_broad_id ids[BOXES];
    graze_aabb boxes[BOXES];
} frame_boxes;

static graze_aabb any_box(digest *d) {
    graze_real size = graze_random_uniform(&d->random, 0, 2), *numbers;
    graze_vec3 middle = graze_vec3_scale(graze_random_direction(&d->random), 8);
    graze_aabb box = {graze_vec3_sub(middle, graze_vec3_make(size, 1, size)),
                      graze_vec3_add(middle, graze_vec3_make(1, size, size))};
    numbers = (graze_real *)&box;
    for (int k = 0; k < 6 && graze_random_bits(&d->random) % 4 == 0; ++k)
        numbers[k] = (graze_real)(int)numbers[k];
    return graze_vec3_less_equal(box.lo, box.hi) ? box : (graze_aabb){box.hi, box.hi};
}

static void digest_pair(digest *d, const graze_broad_pair *pair) {
    digest_int(d, (int64_t)pair->a);
    digest_int(d, (int64_t)pair->b);
    digest_int(d, (int64_t)(pair->user_a ^ pair->user_b << 1));
}

static graze_flow see_pair(void *user, const graze_broad_pair *pair) {
    digest_pair(user, pair);
    return GRAZE_CONTINUE;
}
static graze_flow see_box(void *user, graze_broad_id id, uint64_t value) {
    digest_int(user, (int64_t)(id ^ value << 40));
    return GRAZE_CONTINUE;
}
static graze_real see_hit(void *user, graze_broad_id id, uint64_t value, graze_real t,
                          graze_real max_t) {
    digest *d = user;
    digest_int(d, (int64_t)(id ^ value << 40));
    digest_real(d, t);
    return id % 4 ? max_t : 2 * t;
}

static void ask(digest *d, const graze_broad *broad) {
    graze_aabb box = any_box(d);
    graze_sphere ball = {box.lo, graze_random_uniform(&d->random, 0, 3)};
    graze_ray ray = {box.hi, graze_random_direction(&d->random), 30};
    graze_broad_near near[6];
    size_t count;
    digest_ok(d, graze_broad_query_box(broad, &box, 0, see_box, d));
    digest_ok(d, graze_broad_query_sphere(broad, &ball, 0, see_box, d));
    digest_ok(d, graze_broad_cast_ray(broad, &ray, 0, see_hit, d));
    digest_ok(d, graze_broad_cast_box(broad, &box, ray.direction, 20, 0, see_hit, d));
    if (!digest_ok(d, graze_broad_nearest(broad, box.lo, 100, 0, 6, near, &count))) return;
    for (size_t i = 0; i < count; ++i) {
        digest_int(d, (int64_t)near[i].id);
        digest_real(d, near[i].distance);
    }
}

/* Every frame a third creeps, a few jump, and one leaves and comes back. */
static void change(digest *d, graze_broad *broad, frame_boxes *f) {
    for (int i = 0; i < BOXES; ++i) {
        uint64_t what = graze_random_bits(&d->random) % 64;
        graze_vec3 by = graze_vec3_scale(graze_random_direction(&d->random), (graze_real)0.125);
        if (what == 0) f->boxes[i] = any_box(d);
        if (what < 20)
            f->boxes[i] =
                (graze_aabb){graze_vec3_add(f->boxes[i].lo, by), graze_vec3_add(f->boxes[i].hi, by)};
        if (what < 20) digest_ok(d, graze_broad_move(broad, f->ids[i], &f->boxes[i]));
        if (what != 63) continue;
        graze_broad_proxy proxy = {.box = f->boxes[i], .user = (uint64_t)i, .category = 1, .mask = 3};
        digest_ok(d, graze_broad_remove(broad, f->ids[i]));
        digest_ok(d, graze_broad_add(broad, &proxy, &f->ids[i]));
    }
}

static void play(digest *d, graze_broad *broad) {
    static frame_boxes f;
    for (int i = 0; i < BOXES; ++i) {
        f.boxes[i] = any_box(d);
        graze_broad_proxy proxy = {.box = f.boxes[i], .user = (uint64_t)i};
        digest_ok(d, graze_broad_add(broad, &proxy, &f.ids[i]));
    }
    for (int frame = 0; frame < FRAMES; ++frame) {
        const graze_broad_event *events;
        size_t count;
        if (!digest_ok(d, graze_broad_update(broad, &events, &count))) return;
        for (size_t i = 0; i < count; ++i) {
            digest_pair(d, &events[i].pair);
            digest_int(d, events[i].change);
        }
        ask(d, broad);
        change(d, broad, &f);
    }
    digest_ok(d, graze_broad_pairs(broad, see_pair, d));
}

void hash_broad(digest *d) {
    for (int kind = 0; kind < GRAZE_BROAD_KIND_COUNT; ++kind) {
        graze_broad_config config = {.kind = (graze_broad_kind)kind};
        graze_broad *broad = NULL;
        if (!digest_ok(d, graze_broad_create(&config, &broad))) continue;
        play(d, broad);
        graze_broad_release(broad);
    }
}
