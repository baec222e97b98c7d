/* SPDX-License-Identifier: MIT
 * Who meets, and how deep: the pair queries of Graze in double, each with its own proof, without a
 * world and without caches, asked of every pair whose balls overlap. */
#include <math.h>
#include <string.h>

#include "stage_shapes.h"

/* Placements are floats in some libraries: pairs this near to touching are left out. */
#define DOUBT 1e-4

typedef struct list {
    stage_meeting *at;
    size_t count, capacity;
} list;

static void add(list *l, stage_meeting meeting) {
    if (l->count == l->capacity) {
        l->capacity = l->capacity ? 2 * l->capacity : 1024;
        l->at = realloc(l->at, l->capacity * sizeof *l->at);
        if (!l->at) abort();
    }
    l->at[l->count++] = meeting;
}

static int by_pair(const void *a, const void *b) {
    uint64_t x = ((const stage_meeting *)a)->pair, y = ((const stage_meeting *)b)->pair;
    return (x > y) - (x < y);
}

/* The signed distance as far as it matters: 1 apart, -1 they meet, 0 in doubt. The depth is that of
 * convex bodies, and NAN of meshes, whose contacts are as deep as each library finds. */
static int relation(const graze_placed *a, const graze_placed *b, double *depth) {
    graze_intersection near;
    *depth = (double)NAN;
    stage_must(graze_within(a, b, (graze_real)DOUBT, NULL, NULL, &near));
    if (!near.intersecting) return 1;
    if (graze_shape_get_kind(a->shape) == GRAZE_SHAPE_MESH) {
        graze_penetration_result solid;
        stage_must(graze_penetration(a, b, NULL, NULL, &solid));
        return solid.depth > (graze_real)DOUBT ? -1 : 0;
    }
    graze_signed_separation apart;
    stage_must(graze_signed_distance(a, b, NULL, NULL, &apart));
    *depth = -(double)apart.sd;
    return *depth > DOUBT ? -1 : 0;
}

typedef struct start {
    double lo;
    int index;
} start;

static int by_start(const void *a, const void *b) {
    double x = ((const start *)a)->lo, y = ((const start *)b)->lo;
    return (x > y) - (x < y);
}

static bool balls_overlap(const stage_body *a, const stage_body *b, double reach) {
    double square = 0;
    for (int k = 0; k < 3; ++k) square += pow(a->origin[k] - b->origin[k], 2);
    return square <= reach * reach;
}

static void find_pairs(const stage *s, list *sure, list *doubtful) {
    const double reach = 2.01; /* no shape has a point farther than 1 from its origin */
    graze_shape *shapes[STAGE_SHAPES];
    start *starts = malloc((size_t)s->count * sizeof *starts);
    if (!starts) abort();
    for (int i = 0; i < s->shape_count; ++i) shapes[i] = stage_shape_make(&s->shapes[i]);
    for (int i = 0; i < s->count; ++i) starts[i] = (start){s->bodies[i].origin[0], i};
    qsort(starts, (size_t)s->count, sizeof *starts, by_start);
    for (int i = 0; i < s->count; ++i) {
        const stage_body *a = &s->bodies[starts[i].index];
        graze_placed first = {shapes[a->shape], stage_pose(a), 0};
        for (int k = i + 1; k < s->count && starts[k].lo <= starts[i].lo + reach; ++k) {
            const stage_body *b = &s->bodies[starts[k].index];
            if (!balls_overlap(a, b, reach)) continue;
            graze_placed second = {shapes[b->shape], stage_pose(b), 0};
            double depth;
            int found = relation(&first, &second, &depth);
            uint64_t m = (uint64_t)starts[i].index, n = (uint64_t)starts[k].index;
            if (found <= 0) add(found < 0 ? sure : doubtful, stage_meeting_of(m, n, depth));
        }
    }
    for (int i = 0; i < s->shape_count; ++i) graze_shape_release(shapes[i]);
    free(starts);
}

static void sort(list *l) {
    if (l->count) qsort(l->at, l->count, sizeof *l->at, by_pair);
}

static const stage_meeting *find(const list *l, const stage_meeting *meeting) {
    return l->count ? bsearch(meeting, l->at, l->count, sizeof *meeting, by_pair) : NULL;
}

static bool is_depth_wrong(const stage_meeting *told, const stage_meeting *true_one) {
    return fabs(told->depth - true_one->depth) > 0.01 * true_one->depth + DOUBT;
}

stage_verdict stage_judge(const stage *s, stage_meeting *found, size_t found_count) {
    list sure = {0}, doubtful = {0}, given = {found, found_count, found_count};
    find_pairs(s, &sure, &doubtful);
    sort(&given);
    sort(&sure);
    sort(&doubtful);
    stage_verdict out = {.right = sure.count};
    for (size_t i = 0; i < sure.count; ++i) {
        const stage_meeting *told = find(&given, &sure.at[i]);
        out.missing += !told;
        out.wrong_depths += told && is_depth_wrong(told, &sure.at[i]);
    }
    for (size_t i = 0; i < found_count; ++i)
        out.extra += !find(&sure, &found[i]) && !find(&doubtful, &found[i]);
    free(sure.at);
    free(doubtful.at);
    return out;
}
