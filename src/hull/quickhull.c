/* SPDX-License-Identifier: MIT */
#include "hull/quickhull.h"

#define NONE GRAZE_HULL_NONE
#define CHUNK 128       /* points to sort at a time: their answers stay in the cache */
#define EVEN_UNTIL 1000 /* triangles; by measurement */
#define PER_POINT 6     /* indices: two in lists, two in spare, one in moving, one in sides */
#define FIRST_SLOTS                                                                                    \
    ((size_t)1 << 15) /* of triangles to allocate at once, where there can be so many                  \
                       */

int gz_quickhull_side_exact(const gz_quickhull *hull, const gz_hull_triangle *triangle, uint32_t p) {
    if (triangle->plane.bound == 0) return 0;
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

/* Counts p, at the given height, in the list of the triangle. */
static void count_in_list(gz_quickhull *hull, gz_hull_triangle *triangle, uint32_t p, double height) {
    if (triangle->outside == 0 || height > triangle->highest ||
        (height == triangle->highest && farther_out(hull, triangle, p, triangle->far))) {
        triangle->far = p;
        triangle->highest = height;
    }
    triangle->outside++;
}

/* The first fresh triangle that p lies above, exactly. */
static void find_side(const gz_quickhull *hull, uint32_t p, gz_cone_hit *hit) {
    hit->side = GZ_CONE_INSIDE;
    for (uint32_t i = 0; i < hull->fresh.count; ++i) {
        const gz_hull_triangle *triangle = &hull->triangles[hull->fresh.at[i]];
        if (gz_quickhull_side(hull, triangle, p) > 0) {
            hit->side = i;
            hit->height = gz_hull_height(&triangle->plane, &hull->points->at[p]);
            return;
        }
    }
}

/* Closes the gaps in lists. */
static void compact_lists(gz_quickhull *hull) {
    uint32_t used = 0;
    for (size_t t = 0; t < hull->slots; ++t) {
        gz_hull_triangle *triangle = &hull->triangles[t];
        if (triangle->vertex[0] == NONE || triangle->outside == 0) continue;
        memcpy(hull->spare + used, hull->lists + triangle->list,
               triangle->outside * sizeof *hull->spare);
        triangle->list = used;
        used += triangle->outside;
    }
    uint32_t *full = hull->lists;
    hull->lists = hull->spare;
    hull->spare = full;
    hull->used = used;
}

/* Point p is the apex again: takes the lower index for it. */
static bool is_apex(gz_quickhull *hull, uint32_t p, uint32_t *apex) {
    if (*apex == NONE || hull->points->at[p].x != hull->points->at[*apex].x ||
        !gz_hull_point_equal(hull->points, p, *apex))
        return false;
    if (p < *apex) *apex = p;
    return true;
}

/* Counts the points of a chunk in the lists they go to and keeps these points and sides, from *kept on;
 * there is no branch on what is as good as random. */
static void keep_hits(gz_quickhull *hull, const uint32_t *moving, const gz_cone_hit *hits,
                      uint32_t count, uint32_t *apex, uint32_t *kept) {
    double height[CHUNK];
    uint32_t first = *kept, next = *kept;
    for (uint32_t i = 0; i < count; ++i) {
        gz_cone_hit hit = hits[i];
        uint32_t p = moving[i];
        if (hit.side == GZ_CONE_UNSURE) {
            if (is_apex(hull, p, apex))
                hit.side = GZ_CONE_INSIDE;
            else
                find_side(hull, p, &hit);
        }
        hull->moving[next] = p;
        hull->sides[next] = hit.side;
        height[next - first] = hit.height;
        next += hit.side != GZ_CONE_INSIDE;
    }
    for (uint32_t i = first; i < next; ++i)
        count_in_list(hull, &hull->triangles[hull->fresh.at[hull->sides[i]]], hull->moving[i],
                      height[i - first]);
    *kept = next;
}

/* Writes the lists of the fresh triangles from the first kept of moving and sides. */
static void fill_lists(gz_quickhull *hull, uint32_t kept) {
    for (size_t i = 0; i < hull->fresh.count; ++i) {
        gz_hull_triangle *triangle = &hull->triangles[hull->fresh.at[i]];
        triangle->list = hull->used;
        hull->used += triangle->outside;
    }
    /* Each list is filled from its start, which moves along and is put back. */
    for (uint32_t i = 0; i < kept; ++i)
        hull->lists[hull->triangles[hull->fresh.at[hull->sides[i]]].list++] = hull->moving[i];
    for (size_t i = 0; i < hull->fresh.count; ++i) {
        gz_hull_triangle *triangle = &hull->triangles[hull->fresh.at[i]];
        triangle->list -= triangle->outside;
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
    triangle->outside = 0;
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

/* A box within the hull, maybe empty: eight ends of diagonals, each beyond another corner of it, so
 * that in no direction all of them lie on one side of a point of the box (Akl, Toussaint 1978). */
typedef struct core {
    double low[3], high[3];
} core;

static core find_core(const gz_hull_points *points) {
    core box;
    for (int k = 0; k < 3; ++k) {
        for (int d = 0; d < GZ_HULL_DIAGONALS; ++d) {
            const uint32_t *ends = points->ends[3 + d];
            bool down = gz_hull_diagonal_descends(d, k);
            double low = gz_hull_coordinate(&points->at[ends[down]], k),
                   high = gz_hull_coordinate(&points->at[ends[!down]], k);
            if (d == 0 || low > box.low[k]) box.low[k] = low;
            if (d == 0 || high < box.high[k]) box.high[k] = high;
        }
    }
    return box;
}

/* Lists the points from begin to end that may lie outside: not those strictly inside the box nor those
 * with a link, which have had their turn. */
static uint32_t list_outer(const gz_hull_points *points, const core *box, uint32_t begin, uint32_t end,
                           uint32_t *list) {
    uint32_t count = 0;
    for (uint32_t i = begin; i < end; ++i) {
        const gz_hull_point *p = &points->at[i];
        int inside = (p->x > box->low[0]) & (p->x < box->high[0]) & (p->y > box->low[1]) &
                     (p->y < box->high[1]) & (p->z > box->low[2]) & (p->z < box->high[2]);
        list[count] = i;
        count += !(inside | (p->link != NONE));
    }
    return count;
}

/* Makes the fresh triangles the sides of the cone. */
static bool set_cone(gz_quickhull *hull, const gz_hull_point *apex) {
    uint32_t count = (uint32_t)hull->fresh.count;
    if (!gz_hull_cone_begin(&hull->cone, apex, count)) return false;
    for (uint32_t i = 0; i < count; ++i)
        gz_hull_cone_set(&hull->cone, i, &hull->triangles[hull->fresh.at[i]].plane);
    return true;
}

bool gz_quickhull_assign(gz_quickhull *hull) {
    const gz_hull_points *points = hull->points;
    const core box = find_core(points);
    uint32_t none = NONE, kept = 0;
    if (!set_cone(hull, NULL)) return false;
    for (uint32_t begin = 0; begin < points->count; begin += CHUNK) {
        uint32_t end = points->count - begin < CHUNK ? points->count : begin + CHUNK;
        uint32_t moving[CHUNK];
        gz_cone_hit hits[CHUNK];
        uint32_t count = list_outer(points, &box, begin, end, moving);
        gz_hull_cone_sort(&hull->cone, points->at, moving, count, hits);
        keep_hits(hull, moving, hits, count, &none, &kept);
    }
    fill_lists(hull, kept);
    return true;
}

/* Lists the ends as assign lists all points. */
static void assign_ends(gz_quickhull *hull) {
    const uint32_t *ends = &hull->points->ends[0][0];
    uint32_t kept = 0;
    for (int i = 0; i < 2 * GZ_HULL_DIRECTIONS; ++i) {
        gz_cone_hit hit;
        if (hull->points->at[ends[i]].link != NONE) continue;
        hull->points->at[ends[i]].link = 0;
        find_side(hull, ends[i], &hit);
        if (hit.side == GZ_CONE_INSIDE) continue;
        hull->moving[kept] = ends[i];
        hull->sides[kept++] = hit.side;
        count_in_list(hull, &hull->triangles[hull->fresh.at[hit.side]], ends[i], hit.height);
    }
    fill_lists(hull, kept);
}

bool gz_quickhull_insert_ends(gz_quickhull *hull) {
    assign_ends(hull);
    if (!gz_quickhull_finish(hull)) return false;
    hull->used = 0;
    for (uint32_t t = 0; t < hull->slots; ++t)
        if (hull->triangles[t].vertex[0] != NONE && !gz_indices_push(&hull->fresh, t)) return false;
    return true;
}

bool gz_quickhull_begin(gz_quickhull *hull, gz_hull_points *points, const uint32_t corner[4]) {
    static const int face[4][3] = {{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}};
    *hull = (gz_quickhull){.points = points, .free = NONE};
    size_t count = points->count, most = 2 * count + 64;
    size_t slots = most < FIRST_SLOTS ? most : FIRST_SLOTS;
    hull->triangles = gz_allocate_array(slots, sizeof *hull->triangles);
    if (hull->triangles) hull->capacity = slots;
    hull->block = gz_allocate_array(PER_POINT * count, sizeof *hull->block);
    if (!hull->triangles || !hull->block) return false;
    hull->lists = hull->block;
    hull->spare = hull->lists + 2 * count;
    hull->moving = hull->spare + 2 * count;
    hull->sides = hull->moving + count;
    uint32_t t[4];
    for (int i = 0; i < 4; ++i) {
        points->at[corner[i]].link = 0;
        if (!new_triangle(hull, corner[face[i][0]], corner[face[i][1]], corner[face[i][2]], &t[i]))
            return false;
    }
    for (uint32_t i = 0; i < 3; ++i) {
        join(hull, 4 * t[0] + i, 4 * t[i + 1]);
        join(hull, 4 * t[i + 1] + 2, 4 * t[(i + 1) % 3 + 1] + 1);
    }
    return true;
}

void gz_quickhull_free(gz_quickhull *hull) {
    gz_release(hull->triangles, hull->capacity * sizeof *hull->triangles);
    size_t count = hull->points->count;
    gz_release(hull->block, PER_POINT * count * sizeof *hull->block);
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

/* Collects the points of the seen triangles except p in moving; returns how many. */
static uint32_t collect_moving(gz_quickhull *hull, uint32_t p) {
    uint32_t count = 0;
    for (size_t i = 0; i < hull->seen.count; ++i) {
        const gz_hull_triangle *triangle = &hull->triangles[hull->seen.at[i]];
        for (uint32_t k = 0; k < triangle->outside; ++k) {
            hull->moving[count] = hull->lists[triangle->list + k];
            count += hull->moving[count] != p;
        }
    }
    return count;
}

/* Joins p to the rim, in order round it. */
static bool make_cone(gz_quickhull *hull, uint32_t p) {
    hull->fresh.count = 0;
    uint32_t outside = hull->rim.at[0];
    for (uint32_t i = 0; i < hull->rim.count; ++i) {
        uint32_t from = gz_quickhull_start(hull, gz_quickhull_next(outside));
        uint32_t to = gz_quickhull_start(hull, outside);
        uint32_t t;
        if (!new_triangle(hull, from, to, p, &t)) return false;
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
    uint32_t count = collect_moving(hull, p);
    if (!make_cone(hull, p)) return false;
    for (size_t i = 0; i < hull->seen.count; ++i) free_triangle(hull, hull->seen.at[i]);
    if (count == 0) return true; /* as often as not, once there are few points to a triangle */
    if (!set_cone(hull, &hull->points->at[p])) return false;
    if (count > 2 * hull->points->count - hull->used)
        compact_lists(hull); /* no point is in two lists */
    uint32_t kept = 0, apex = p;
    for (uint32_t begin = 0; begin < count; begin += CHUNK) {
        uint32_t size = count - begin < CHUNK ? count - begin : CHUNK;
        gz_cone_hit hits[CHUNK];
        gz_hull_cone_sort(&hull->cone, hull->points->at, hull->moving + begin, size, hits);
        keep_hits(hull, hull->moving + begin, hits, size, &apex, &kept);
    }
    for (size_t i = 0; i < hull->fresh.count && apex != p; ++i)
        hull->triangles[hull->fresh.at[i]].vertex[2] = apex;
    fill_lists(hull, kept);
    return true;
}

/* Triangles with points wait. At first the oldest is served, so that the hull grows evenly and no long
 * fans arise; once it is about the final shape, the newest, whose surroundings are in the cache. An
 * entry whose triangle has gone is skipped; if its slot is in use again, the new triangle is as good.
 */
bool gz_quickhull_finish(gz_quickhull *hull) {
    gz_indices waiting = {0};
    bool ok = true;
    for (size_t oldest = 0; ok;) {
        for (size_t i = 0; i < hull->fresh.count && ok; ++i)
            if (hull->triangles[hull->fresh.at[i]].outside > 0)
                ok = gz_indices_push(&waiting, hull->fresh.at[i]);
        hull->fresh.count = 0;
        if (oldest == waiting.count || !ok) break;
        uint32_t next = hull->live < EVEN_UNTIL ? waiting.at[oldest++] : waiting.at[--waiting.count];
        const gz_hull_triangle *triangle = &hull->triangles[next];
        bool usable = triangle->vertex[0] != NONE && triangle->outside > 0;
        if (usable) ok = gz_quickhull_insert(hull, next);
    }
    gz_indices_release(&waiting);
    return ok;
}
