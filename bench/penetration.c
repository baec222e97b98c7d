/* SPDX-License-Identifier: MIT
 * Penetration depth, nanoseconds a query, with the error beside it: the pairs of bench/compare whose
 * depth is asked for (shallow: mean depth 0.03; deep: mean about 0.9), every answer judged by a
 * certified search over all directions that shares nothing with the library. The last columns compare
 * with the best right figure known of another library for that row, measured on another machine: read
 * it as an order of magnitude; `make bench ONLY=compare` has others in the same run. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "timing.h"
#include "truth.h"
#include "work_graze.h"

enum { REPETITIONS = 9 };

typedef struct pair {
    graze_placed a, b;
} pair;

/* The best right figures of others, in the order of the rows. */
static const double best_known[] = {928, 3571, 4289, 2443, 221, 2457, 8326, 5752, 3314, 3139};

static volatile double sink;

static void ask(const pair *pairs, int count, double *depths) {
    for (int i = 0; i < count; ++i) {
        graze_penetration_result out;
        depths[i] = (double)NAN;
        if (graze_penetration(&pairs[i].a, &pairs[i].b, NULL, NULL, &out) == GRAZE_OK &&
            out.end != GRAZE_SEPARATED)
            depths[i] = (double)out.depth;
    }
    sink = depths[count - 1];
}

static double nanoseconds(const pair *pairs, int count, double *depths) {
    double times[REPETITIONS];
    int repetitions = bench_quick() ? 5 : REPETITIONS;
    for (int i = 0; i < repetitions; ++i) {
        double start = bench_seconds();
        ask(pairs, count, depths);
        times[i] = (bench_seconds() - start) * 1e9 / count;
    }
    return bench_median(times, repetitions);
}

typedef struct verdict {
    int wrong, failed;
    double worst, mean; /* error relative to the depth; the depth */
} verdict;

/* An answer within the oracle's bracket has no error. */
static verdict judge(const work *w, const double *depths, int count) {
    verdict v = {0, 0, 0, 0};
    truth *t = truth_make(w);
    for (int i = 0; i < count; ++i) {
        truth_bracket right = truth_answer(t, i);
        double error = fmax(fmax(right.lower - depths[i], depths[i] - right.upper), 0) / right.upper;
        v.mean += right.upper / count;
        if (isnan(depths[i])) {
            ++v.failed;
            continue;
        }
        if (error > 0.01) ++v.wrong;
        if (error > v.worst) v.worst = error;
    }
    truth_free(t);
    return v;
}

static void bench_row(const work_row *row, int index, double best) {
    int queries = bench_quick() ? 500 : 2000, judged = bench_quick() ? 250 : queries;
    work *w = work_make(index, queries);
    graze_shape **shapes = calloc((size_t)w->shape_count, sizeof *shapes);
    pair *pairs = calloc((size_t)queries, sizeof *pairs);
    double *depths = calloc((size_t)queries, sizeof *depths);
    if (!shapes || !pairs || !depths) abort();
    for (int i = 0; i < w->shape_count; ++i) shapes[i] = work_graze_shape(&w->shapes[i]);
    for (int i = 0; i < queries; ++i) {
        const work_query *q = &w->queries[i];
        pairs[i].a = (graze_placed){shapes[q->a], work_graze_pose(&q->pose_a), 0};
        pairs[i].b = (graze_placed){shapes[q->b], work_graze_pose(&q->pose_b), 0};
    }
    ask(pairs, queries, depths); /* warm up */
    double time = nanoseconds(pairs, queries, depths);
    verdict v = judge(w, depths, judged);
    printf(
        "  %-8s %-18s %6.0f ns  mean depth %5.3f  worst error %7.1e  wrong %d, failed %d of %d  best "
        "known %5.0f: %6.2fx\n",
        strstr(row->workload, "deep") ? "deep" : "shallow", row->name, time, v.mean, v.worst, v.wrong,
        v.failed, judged, best, best / time);
    for (int i = 0; i < w->shape_count; ++i) graze_shape_release(shapes[i]);
    free(shapes);
    free(pairs);
    free(depths);
    work_free(w);
}

int main(void) {
    printf("penetration depth, %s\n", graze_real_size() == 4 ? "float" : "double");
    int known = 0;
    for (int i = 0; i < work_row_count(); ++i)
        if (work_row_at(i)->question == WORK_DEPTH) bench_row(work_row_at(i), i, best_known[known++]);
    return EXIT_SUCCESS;
}
