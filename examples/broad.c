/* SPDX-License-Identifier: MIT
 * A broad phase: two thousand boxes drift about in a box of their own; only the pairs that begin or
 * cease to overlap are heard of. A ray then asks for the first thing it hits. */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

enum { BOXES = 2000, FRAMES = 60 };

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

typedef struct swarm {
    graze_aabb boxes[BOXES];
    graze_vec3 speed[BOXES];
    graze_broad_id ids[BOXES];
} swarm;

static void scatter(swarm *s, graze_broad *broad) {
    static graze_broad_proxy proxies[BOXES];
    graze_random random = graze_random_seed(5);
    for (int i = 0; i < BOXES; ++i) {
        graze_vec3 at = {graze_random_uniform(&random, -12, 12), graze_random_uniform(&random, -12, 12),
                         graze_random_uniform(&random, -12, 12)};
        graze_vec3 half = {0.5f, 0.5f, 0.5f};
        s->boxes[i] = (graze_aabb){graze_vec3_sub(at, half), graze_vec3_add(at, half)};
        s->speed[i] = graze_vec3_scale(graze_random_direction(&random), 0.05f);
        proxies[i] = (graze_broad_proxy){.box = s->boxes[i], .user = (uint64_t)i};
    }
    must(graze_broad_add_many(broad, proxies, BOXES, s->ids), "add");
}

static void drift(swarm *s) {
    for (int i = 0; i < BOXES; ++i) {
        s->boxes[i].lo = graze_vec3_add(s->boxes[i].lo, s->speed[i]);
        s->boxes[i].hi = graze_vec3_add(s->boxes[i].hi, s->speed[i]);
    }
}

/* The box stands for a ball inside it, of which the exact answer is asked. */
typedef struct aim {
    const swarm *swarm;
    graze_ray ray;
    int tested, nearest;
    float t;
} aim;

static float try_ball(void *user, graze_broad_id id, uint64_t value, float t, float max_t) {
    aim *a = user;
    graze_aabb box = a->swarm->boxes[value];
    graze_sphere ball = {graze_aabb_center(box), 0.5f};
    graze_ray_hit hit;
    (void)id, (void)t;
    ++a->tested;
    must(graze_ray_sphere(&a->ray, &ball, &hit), "ray at a ball");
    if (!hit.hit || hit.enter >= max_t) return max_t;
    a->nearest = (int)value;
    a->t = hit.enter;
    return hit.enter; /* nothing that is entered later can be hit earlier */
}

int main(void) {
    static swarm s;
    graze_broad *broad;
    size_t pairs = 0, begun = 0, ended = 0;
    must(graze_broad_create(NULL, &broad), "broad phase");
    scatter(&s, broad);
    for (int frame = 0; frame < FRAMES; ++frame) {
        const graze_broad_event *events;
        size_t count;
        must(graze_broad_update(broad, &events, &count), "update");
        for (size_t i = 0; i < count; ++i) ++*(events[i].change == GRAZE_BROAD_BEGIN ? &begun : &ended);
        if (frame + 1 == FRAMES) break;
        drift(&s);
        must(graze_broad_move_many(broad, s.ids, s.boxes, BOXES), "move");
    }
    pairs = begun - ended;
    graze_broad_statistics statistics;
    must(graze_broad_statistics_get(broad, &statistics), "statistics");
    printf("%d boxes, %d frames: %zu pairs began, %zu ended, %zu are left. %zu bytes a box.\n", BOXES,
           FRAMES, begun, ended, pairs, statistics.bytes / BOXES);

    aim a = {&s, {{-30, 0.7f, 0.2f}, {1, 0, 0}, 60}, 0, -1, 0};
    must(graze_broad_cast_ray(broad, &a.ray, 0, try_ball, &a), "ray cast");
    printf("A ray hits ball %d after %.2f; boxes looked into: %d.\n", a.nearest, (double)a.t, a.tested);
    graze_broad_release(broad);
    return statistics.pairs == pairs && a.nearest >= 0 && a.tested < 20 ? EXIT_SUCCESS : EXIT_FAILURE;
}
