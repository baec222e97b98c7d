/* SPDX-License-Identifier: MIT */
#include "convex/box_four.h"

#include <float.h>

#include "base/simd.h"
#include "base/tolerance.h"
#include "convex/box_axes.h"
#include "convex/box_depth.h"
#include "convex/pair.h"

/* What does not take a vector, of one pair. */
typedef struct extent {
    double of_a, of_b; /* radii */
    double error;
    bool plain; /* squares of squares stay in range */
} extent;

/* What comes out, lane by lane; the last words have a bit for each. */
typedef struct answers {
    _Alignas(32) double own[3][4]; /* the normal in A's axes */
    double normal[3][4], a[3][4], b[3][4], height[4];
    int apart, deep, found, single;
    int below[3], above[3]; /* the normal's numbers in A's axes below zero, and in B's above */
} answers;

/* The origins are so far apart. */
static inline extent extent_of(const gz_meeting *pair, double between) {
    gz_share a = gz_share_of_plain(pair->a), b = gz_share_of_plain(pair->b);
    real size = gz_pair_size(a, b, between);
    return (extent){(double)a.radius, (double)b.radius, gz_pair_error(a, b, size),
                    gz_is_plain_length(size)};
}

enum { GROUP_A, GROUP_B, GROUP_EDGES };

#define KERNEL(name) name##_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f64x4##op
#include "convex/box_four_kernel.h"
#undef KERNEL
#undef KERNEL_TARGET
#undef WIDE

#if defined(GZ_HAVE_AVX2)
#define KERNEL(name) name##_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f64x4_avx2##op
#include "convex/box_four_kernel.h"
#endif

static vec3 lane_of(const double v[3][4], int i) {
    return wide3_round(wide3_make(v[0][i], v[1][i], v[2][i]));
}

static void remember(const answers *x, int i, graze_cache *cache) {
    cache->axis = vec3_neg(lane_of(x->own, i));
    uint32_t a = 0, b = 0;
    for (int k = 0; k < 3; ++k) {
        a |= (uint32_t)(x->below[k] >> i & 1) << k;
        b |= (uint32_t)(x->above[k] >> i & 1) << k;
    }
    cache->support_a[0] = a;
    cache->support_b[0] = b;
    cache->size = 1;
}

static void fill(const answers *x, int i, const extent *e, gz_signed *out) {
    double radius = e->of_a + e->of_b;
    out->normal = lane_of(x->normal, i);
    out->point_a = lane_of(x->a, i);
    out->point_b = lane_of(x->b, i);
    out->sd = -x->height[i] - radius;
    out->lower = out->sd - e->error;
    out->upper = out->sd + e->error;
    out->error = e->error;
    out->far = x->apart >> i & 1;
    out->single = x->single >> i & 1;
    out->complete = true;
    out->unseen = false;
    out->rounds = GZ_BOX_AXES;
}

unsigned gz_box_signed_four(const gz_meeting *pairs, int count, gz_signed out[GZ_MEETINGS]) {
    gz_meeting four[GZ_MEETINGS];
    extent e[GZ_MEETINGS];
    answers x;
    for (int i = 0; i < GZ_MEETINGS; ++i) four[i] = pairs[i < count ? i : count - 1];
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2())
        solve_avx2(four, e, &x);
    else
#endif
        solve_baseline(four, e, &x);
    unsigned known = (unsigned)(x.apart | (x.deep & x.found)), settled = 0;
    for (int i = 0; i < count; ++i) {
        if (!(known >> i & 1) || !e[i].plain) continue;
        settled |= 1u << i;
        fill(&x, i, &e[i], &out[i]);
        if (four[i].cache) remember(&x, i, four[i].cache);
    }
    return settled;
}
