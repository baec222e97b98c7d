/* SPDX-License-Identifier: MIT
 * Points of contact gathered into patches of at most four. */
#include "base/tolerance.h"
#include "math/rounding.h"
#include "narrow/contact_patch.h"

enum { MOST = GRAZE_CONTACT_POINTS };

typedef struct candidate {
    graze_contact_point point;
    uint32_t a, b;
} candidate;

static double distance_of(vec3 p, vec3 q) {
    return wide3_length(wide3_sub(wide3_from(p), wide3_from(q)));
}

/* Twice the area of four points seen along n: of the three ways to take diagonals the largest. */
static double area_of(const candidate *c, const int at[MOST], wide3 n) {
    static const int pairing[3][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}};
    double most = 0;
    for (int i = 0; i < 3; ++i) {
        wide3 p[MOST];
        for (int k = 0; k < MOST; ++k) p[k] = wide3_from(c[at[pairing[i][k]]].point.point_a);
        double area = fabs(wide3_triple(n, wide3_sub(p[1], p[0]), wide3_sub(p[3], p[2])));
        most = area > most ? area : most;
    }
    return most;
}

/* Which of five to do without: never the deepest; else the one without which the most area is left. */
static int least_needed(const candidate c[MOST + 1], wide3 n) {
    int deepest = 0, drop = -1;
    double best = -1;
    for (int i = 1; i <= MOST; ++i)
        if (c[i].point.sd < c[deepest].point.sd) deepest = i;
    for (int i = MOST; i >= 0; --i) {
        if (i == deepest) continue;
        int at[MOST], count = 0;
        for (int k = 0; k <= MOST; ++k)
            if (k != i) at[count++] = k;
        double area = area_of(c, at, n);
        if (area > best) {
            best = area;
            drop = i;
        }
    }
    return drop;
}

static void put(graze_contact_patch *patch, int at, const candidate *c) {
    patch->set.points[at] = c->point;
    patch->primitive_a[at] = c->a;
    patch->primitive_b[at] = c->b;
}

static void add_point(graze_contact_patch *patch, const candidate *given, double merge) {
    graze_contact_set *set = &patch->set;
    for (int i = 0; i < set->count; ++i) {
        if (distance_of(set->points[i].point_a, given->point.point_a) > merge) continue;
        if (given->point.sd < set->points[i].sd) put(patch, i, given);
        return;
    }
    if (set->count < MOST) {
        put(patch, set->count++, given);
        return;
    }
    candidate all[MOST + 1];
    for (int i = 0; i < MOST; ++i)
        all[i] = (candidate){set->points[i], patch->primitive_a[i], patch->primitive_b[i]};
    all[MOST] = *given;
    int drop = least_needed(all, wide3_from(set->normal));
    if (drop < MOST) put(patch, drop, given);
}

/* A patch for the normal; if there are too many, in place of the shallowest, or NULL. */
static graze_contact_patch *patch_for(gz_patches *patches, const graze_contact_set *set) {
    int shallow = 0;
    for (int i = 0; i < patches->count; ++i) {
        graze_contact_patch *patch = &patches->patch[i];
        if ((double)vec3_dot(patch->set.normal, set->normal) >= GZ_PATCH_COSINE) return patch;
        if (patch->set.sd > patches->patch[shallow].set.sd) shallow = i;
    }
    graze_contact_patch *patch = &patches->patch[patches->count];
    if (patches->count < GRAZE_CONTACT_PATCHES)
        ++patches->count;
    else if (set->sd < patches->patch[shallow].set.sd)
        patch = &patches->patch[shallow];
    else
        return NULL;
    *patch = (graze_contact_patch){.set = *set};
    patch->set.count = 0;
    return patch;
}

void gz_patches_begin(gz_patches *patches, double merge) {
    patches->count = patches->left.count = 0;
    patches->merge = merge;
}

void gz_patches_add(gz_patches *patches, const graze_contact_set *set, uint32_t primitive_a,
                    uint32_t primitive_b) {
    graze_contact_patch *patch = set->count > 0 ? patch_for(patches, set) : NULL;
    if (!patch) return;
    for (int i = 0; i < set->count; ++i) {
        candidate c = {set->points[i], primitive_a, primitive_b};
        add_point(patch, &c, patches->merge);
    }
    patch->set.iterations += patch->set.count > 0 ? set->iterations : 0;
    if (!(set->sd < patch->set.sd)) return;
    patch->set.sd = set->sd;
    patch->set.lower = set->lower;
    patch->set.upper = set->upper;
    patch->set.normal = set->normal;
    patch->set.end = set->end;
}

/* -- what is left to neighbours -- */

void gz_patches_leave(gz_patches *patches, const graze_contact_set *set, uint32_t primitive_a,
                      uint32_t primitive_b) {
    if (patches->left.count > 0 && !(set->sd < patches->left.sd)) return;
    patches->left = *set;
    patches->left_a = primitive_a;
    patches->left_b = primitive_b;
}

void gz_patches_take_left(gz_patches *patches, double error) {
    const graze_contact_set *left = &patches->left;
    if (left->count == 0) return;
    double limit = (left->sd > 0 ? (double)left->sd : 0) + error;
    for (int i = 0; i < patches->count; ++i)
        if ((double)patches->patch[i].set.sd <= limit) return;
    gz_patches_add(patches, left, patches->left_a, patches->left_b);
}

void gz_patches_sort(gz_patches *patches) {
    for (int i = 1; i < patches->count; ++i) {
        graze_contact_patch patch = patches->patch[i];
        int at = i;
        for (; at > 0 && patches->patch[at - 1].set.sd > patch.set.sd; --at)
            patches->patch[at] = patches->patch[at - 1];
        patches->patch[at] = patch;
    }
}
