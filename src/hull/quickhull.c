/* SPDX-License-Identifier: MIT */
#include "hull/quickhull.h"

#define NONE GRAZE_HULL_NONE

int gz_quickhull_side(const gz_quickhull *hull, const gz_hull_triangle *triangle, uint32_t p) {
    double height = gz_hull_height(&triangle->plane, &hull->points->at[p]);
    if (height > triangle->plane.bound) return 1;
    if (height < -triangle->plane.bound) return -1;
    if (hull->points->on_grid) return 0;
    const uint32_t *v = triangle->vertex;
    double exact = gz_hull_orient(hull->points, v[0], v[1], v[2], p);
    return (exact > 0) - (exact < 0);
}

/* Of two points equally high above a triangle the one farther from its first corner: then the point
 * chosen is a vertex of the hull of the list. The lowest index if they tie there too. */
static bool farther_out(const gz_quickhull *hull, const gz_hull_triangle *triangle, uint32_t p,
                        uint32_t far) {
    double squared[2];
    for (int i = 0; i < 2; ++i) {
        const gz_hull_point *x = &hull->points->at[i ? far : p];
        double dx = x->x - triangle->plane.a[0], dy = x->y - triangle->plane.a[1],
               dz = x->z - triangle->plane.a[2];
        squared[i] = dx * dx + dy * dy + dz * dz;
    }
    return squared[0] > squared[1] || (squared[0] == squared[1] && p < far);
}

static void add_to_list(gz_quickhull *hull, gz_hull_triangle *triangle, uint32_t p) {
    double height = gz_hull_height(&triangle->plane, &hull->points->at[p]);
    if (triangle->first == NONE || height > triangle->highest ||
        (height == triangle->highest && farther_out(hull, triangle, p, triangle->far))) {
        triangle->far = p;
        triangle->highest = height;
    }
    hull->points->at[p].next = triangle->first;
    triangle->first = p;
}

/* Puts p into the list of the first fresh triangle it lies above, if there is one. */
static void assign(gz_quickhull *hull, uint32_t p) {
    for (size_t i = 0; i < hull->fresh.count; ++i) {
        gz_hull_triangle *triangle = &hull->triangles[hull->fresh.at[i]];
        if (gz_quickhull_side(hull, triangle, p) > 0) {
            add_to_list(hull, triangle, p);
            return;
        }
    }
}

/* A slot with the triangle a b c in it; its twins are to be set. */
static bool new_triangle(gz_quickhull *hull, uint32_t a, uint32_t b, uint32_t c, uint32_t *out) {
    uint32_t slot = hull->free;
    if (slot != NONE) {
        hull->free = hull->triangles[slot].mark;
    } else {
        if (hull->slots == hull->capacity) {
            gz_hull_triangle *larger =
                gz_array_grow(hull->triangles, &hull->capacity, hull->slots + 64, sizeof *larger);
            if (!larger) return false;
            hull->triangles = larger;
        }
        slot = (uint32_t)hull->slots++;
    }
    gz_hull_triangle *triangle = &hull->triangles[slot];
    triangle->vertex[0] = a;
    triangle->vertex[1] = b;
    triangle->vertex[2] = c;
    triangle->first = NONE;
    triangle->mark = 0;
    gz_hull_plane_make(hull->points, c, a, b, &triangle->plane);
    hull->live++;
    *out = slot;
    return gz_indices_push(&hull->fresh, slot);
}

static void free_triangle(gz_quickhull *hull, uint32_t slot) {
    hull->triangles[slot].vertex[0] = NONE;
    hull->triangles[slot].mark = hull->free;
    hull->free = slot;
    hull->live--;
}

static void join(gz_quickhull *hull, uint32_t h, uint32_t twin) {
    hull->triangles[h >> 2].twin[h & 3] = twin;
    hull->triangles[twin >> 2].twin[twin & 3] = h;
}

bool gz_quickhull_begin(gz_quickhull *hull, gz_hull_points *points, const uint32_t corner[4]) {
    static const int face[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    *hull = (gz_quickhull){.points = points, .free = NONE};
    hull->moving = gz_allocate_array(points->count, sizeof *hull->moving);
    hull->sides = gz_allocate_array(points->count, sizeof *hull->sides);
    if (!hull->moving || !hull->sides) return false;
    uint32_t t[4];
    for (int i = 0; i < 4; ++i)
        if (!new_triangle(hull, corner[face[i][0]], corner[face[i][1]], corner[face[i][2]], &t[i]))
            return false;
    for (uint32_t i = 0; i < 3; ++i) {
        join(hull, 4 * t[0] + i, 4 * t[i + 1] + 2);
        join(hull, 4 * t[i + 1] + 1, 4 * t[(i + 1) % 3 + 1]);
    }
    for (uint32_t p = 0; p < points->count; ++p) assign(hull, p);
    return true;
}

void gz_quickhull_free(gz_quickhull *hull) {
    gz_release(hull->triangles, hull->capacity * sizeof *hull->triangles);
    gz_release(hull->moving, hull->points->count * sizeof *hull->moving);
    gz_release(hull->sides, hull->points->count * sizeof *hull->sides);
    gz_hull_cone_free(&hull->cone);
    gz_indices_release(&hull->seen);
    gz_indices_release(&hull->rim);
    gz_indices_release(&hull->fresh);
}

bool gz_quickhull_find_seen(gz_quickhull *hull, uint32_t first, uint32_t p) {
    hull->stamp += 2;
    hull->seen.count = hull->rim.count = 0;
    hull->triangles[first].mark = hull->stamp;
    if (!gz_indices_push(&hull->seen, first)) return false;
    for (size_t i = 0; i < hull->seen.count; ++i) {
        const gz_hull_triangle *triangle = &hull->triangles[hull->seen.at[i]];
        for (int e = 0; e < 3; ++e) {
            gz_hull_triangle *beyond = &hull->triangles[triangle->twin[e] >> 2];
            if (beyond->mark == hull->stamp) continue;
            if (beyond->mark != hull->stamp + 1) {
                beyond->mark = hull->stamp + (gz_quickhull_side(hull, beyond, p) > 0 ? 0 : 1);
                if (beyond->mark == hull->stamp) {
                    if (!gz_indices_push(&hull->seen, triangle->twin[e] >> 2)) return false;
                    continue;
                }
            }
            hull->points->at[triangle->vertex[e]].link = (uint32_t)hull->rim.count;
            if (!gz_indices_push(&hull->rim, triangle->twin[e])) return false;
        }
    }
    return true;
}

/* Collects the points of the seen triangles except p and its duplicates in moving; returns how many.
 * *p becomes the lowest index among the duplicates: all of them see the same triangles. */
static uint32_t collect_moving(gz_quickhull *hull, uint32_t *p) {
    const gz_hull_point *at = hull->points->at;
    const uint32_t given = *p;
    uint32_t count = 0;
    for (size_t i = 0; i < hull->seen.count; ++i) {
        for (uint32_t q = hull->triangles[hull->seen.at[i]].first; q != NONE; q = at[q].next) {
            if (at[q].x == at[given].x && at[q].y == at[given].y && at[q].z == at[given].z &&
                gz_hull_point_equal(hull->points, q, given)) {
                if (q < *p) *p = q;
            } else {
                hull->moving[count++] = q;
            }
        }
    }
    return count;
}

/* Joins p to the rim, in order round it. */
static bool make_cone(gz_quickhull *hull, uint32_t p) {
    hull->fresh.count = 0;
    if (!gz_hull_cone_begin(&hull->cone, &hull->points->at[p], (uint32_t)hull->rim.count)) return false;
    uint32_t outside = hull->rim.at[0];
    for (uint32_t i = 0; i < hull->rim.count; ++i) {
        uint32_t from = gz_quickhull_start(hull, gz_quickhull_next(outside));
        uint32_t to = gz_quickhull_start(hull, outside);
        uint32_t t;
        if (!new_triangle(hull, from, to, p, &t)) return false;
        gz_hull_cone_set(&hull->cone, i, &hull->triangles[t].plane);
        join(hull, 4 * t, outside);
        if (i > 0) join(hull, 4 * t + 2, 4 * hull->fresh.at[i - 1] + 1);
        outside = hull->rim.at[hull->points->at[to].link];
    }
    join(hull, 4 * hull->fresh.at[0] + 2, 4 * hull->fresh.at[hull->fresh.count - 1] + 1);
    return true;
}

bool gz_quickhull_insert(gz_quickhull *hull, uint32_t triangle) {
    uint32_t p = hull->triangles[triangle].far;
    if (!gz_quickhull_find_seen(hull, triangle, p)) return false;
    uint32_t count = collect_moving(hull, &p);
    if (!make_cone(hull, p)) return false;
    gz_hull_cone_sort(&hull->cone, hull->points->at, hull->moving, count, hull->sides);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t side = hull->sides[i];
        if (side == GZ_CONE_UNSURE)
            assign(hull, hull->moving[i]);
        else if (side != GZ_CONE_INSIDE)
            add_to_list(hull, &hull->triangles[hull->fresh.at[side]], hull->moving[i]);
    }
    for (size_t i = 0; i < hull->seen.count; ++i) free_triangle(hull, hull->seen.at[i]);
    return true;
}

/* Triangles with points wait in the order they were made, so the hull grows evenly. An entry whose
 * triangle has gone is skipped; if its slot is in use again, the new triangle is as good. */
bool gz_quickhull_finish(gz_quickhull *hull) {
    gz_indices waiting = {0};
    bool ok = true;
    for (size_t next = 0; ok;) {
        for (size_t i = 0; i < hull->fresh.count && ok; ++i)
            if (hull->triangles[hull->fresh.at[i]].first != NONE)
                ok = gz_indices_push(&waiting, hull->fresh.at[i]);
        hull->fresh.count = 0;
        if (next == waiting.count || !ok) break;
        const gz_hull_triangle *triangle = &hull->triangles[waiting.at[next]];
        bool usable = triangle->vertex[0] != NONE && triangle->first != NONE;
        if (usable) ok = gz_quickhull_insert(hull, waiting.at[next]);
        ++next;
    }
    gz_indices_release(&waiting);
    return ok;
}
