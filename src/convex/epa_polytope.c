/* SPDX-License-Identifier: MIT */
#include "convex/epa_polytope.h"

#include <float.h>

#include "convex/simplex.h"

/* -- planes -------------------------------------------------------------------------------------- */

static double least(double a, double b, double c) {
    double ab = b < a ? b : a;
    return c < ab ? c : ab;
}

static double least_height(const gz_epa_polytope *p, const gz_epa_face *f, wide3 normal) {
    return least(wide3_dot(normal, p->y[f->corner[0]]), wide3_dot(normal, p->y[f->corner[1]]),
                 wide3_dot(normal, p->y[f->corner[2]]));
}

/* So thin, seen from the origin at this distance, that its plane may have turned over and that it
 * covers next to nothing of the sky: then it does not matter to which side it looks. */
static bool is_hair(const gz_epa_polytope *p, const gz_epa_face *f, double distance) {
    wide3 q = p->y[f->corner[0]];
    wide3 e = wide3_sub(p->y[f->corner[1]], q), g = wide3_sub(p->y[f->corner[2]], q);
    return wide3_length(wide3_cross(e, g)) <= GZ_EPA_HAIR * (distance * distance);
}

bool gz_epa_straighten(gz_epa_polytope *p, int face) {
    gz_epa_face *f = &p->faces[face];
    gz_simplex s = {.count = 3};
    for (int i = 0; i < 3; ++i) s.y[i] = p->y[f->corner[i]];
    wide3 v = gz_simplex_reduce(&s, false);
    double length = wide3_length(v);
    if (!(length > GZ_EPA_LEVEL) || !(wide3_dot(v, f->normal) > 0 || is_hair(p, f, length)))
        return false;
    wide3 normal = wide3_scale(v, 1 / length);
    double distance = least_height(p, f, normal);
    if (!(distance > f->distance)) return false;
    f->normal = normal;
    f->distance = distance;
    return true;
}

/* From the two shorter edges, whose product rounds least; set upright on the longest one if the face is
 * a needle. */
static void set_plane(gz_epa_polytope *p, gz_epa_face *f) {
    wide3 q0 = p->y[f->corner[0]], q1 = p->y[f->corner[1]], q2 = p->y[f->corner[2]];
    wide3 e0 = wide3_sub(q1, q0), e1 = wide3_sub(q2, q1), e2 = wide3_sub(q0, q2);
    double l0 = wide3_length_squared(e0), l1 = wide3_length_squared(e1), l2 = wide3_length_squared(e2);
    wide3 longest = e0, n;
    double product;
    if (l0 >= l1 && l0 >= l2) {
        n = wide3_cross(e1, e2);
        product = l1 * l2;
    } else if (l1 >= l2) {
        longest = e1;
        n = wide3_cross(e2, e0);
        product = l2 * l0;
    } else {
        longest = e2;
        n = wide3_cross(e0, e1);
        product = l0 * l1;
    }
    double squared = wide3_length_squared(n);
    if (squared < GZ_EPA_NEEDLE * product) {
        n = wide3_add_scaled(n, -wide3_dot(n, longest) / wide3_length_squared(longest), longest);
        squared = wide3_length_squared(n);
    }
    /* Three points on a line: any normal will do, the caller finds a better one. */
    f->normal = squared > 0 ? wide3_scale(n, 1 / sqrt(squared)) : wide3_make(1, 0, 0);
    f->distance = least_height(p, f, f->normal);
}

bool gz_epa_tilt(gz_epa_polytope *p, int face, wide3 y) {
    gz_epa_face *f = &p->faces[face];
    double least_gain = GZ_EPA_GAIN * (wide3_dot(f->normal, y) - f->distance);
    double best = f->distance + least_gain;
    wide3 normal = f->normal;
    for (int e = 0; e < 3; ++e) {
        wide3 q = p->y[f->corner[e]], r = p->y[f->corner[e == 2 ? 0 : e + 1]];
        wide3 n = wide3_cross(wide3_sub(q, y), wide3_sub(r, y));
        double length = wide3_length(n);
        if (!(length > 0)) continue;
        n = wide3_scale(n, (wide3_dot(n, f->normal) < 0 ? -1 : 1) / length);
        double distance = least_height(p, f, n);
        if (distance > best) {
            best = distance;
            normal = n;
        }
    }
    bool gained = best > f->distance + least_gain;
    if (gained) {
        f->normal = normal;
        f->distance = best;
    }
    return gained;
}

bool gz_epa_has_corner(const gz_epa_polytope *p, int face, wide3 y) {
    const uint16_t *corner = p->faces[face].corner;
    return wide3_equal(y, p->y[corner[0]]) || wide3_equal(y, p->y[corner[1]]) ||
           wide3_equal(y, p->y[corner[2]]);
}

static bool is_above(const gz_epa_face *f, wide3 y, double level) {
    return wide3_dot(f->normal, y) - f->distance > level;
}

/* -- heap ---------------------------------------------------------------------------------------- */

static bool is_gone(const gz_epa_polytope *p, const gz_epa_entry *e) {
    return p->faces[e->face].stamp != e->stamp;
}

static bool before(const gz_epa_entry *a, const gz_epa_entry *b) {
    return a->key < b->key || (a->key == b->key && a->face < b->face);
}

static void sift_up(gz_epa_entry *heap, int i, gz_epa_entry e) {
    while (i > 0 && before(&e, &heap[(i - 1) / 2])) {
        heap[i] = heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap[i] = e;
}

static void sift_down(gz_epa_entry *heap, int count, gz_epa_entry e) {
    int i = 0;
    for (int child = 1; child < count; child = 2 * i + 1) {
        if (child + 1 < count && before(&heap[child + 1], &heap[child])) ++child;
        if (!before(&heap[child], &e)) break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = e;
}

/* Entries of faces that are gone stay until they surface, or until they are in the way. */
static void sweep(gz_epa_polytope *p) {
    int count = p->heap_count;
    p->heap_count = 0;
    for (int i = 0; i < count; ++i)
        if (!is_gone(p, &p->heap[i])) sift_up(p->heap, p->heap_count++, p->heap[i]);
}

void gz_epa_push(gz_epa_polytope *p, int face) {
    const gz_epa_face *f = &p->faces[face];
    gz_epa_entry e = {f->distance, (uint16_t)face, f->stamp};
    /* The nearest of the new faces waits outside: often it is the nearest of all. */
    if (p->latest.face == GZ_EPA_NONE) {
        p->latest = e;
        return;
    }
    if (before(&e, &p->latest)) {
        gz_epa_entry latest = p->latest;
        p->latest = e;
        e = latest;
    }
    if (p->heap_count == GZ_EPA_HEAP) sweep(p);
    GZ_ASSERT(p->heap_count < GZ_EPA_HEAP);
    sift_up(p->heap, p->heap_count++, e);
}

int gz_epa_nearest(gz_epa_polytope *p) {
    const gz_epa_entry latest = p->latest;
    p->latest.face = GZ_EPA_NONE;
    if (latest.face != GZ_EPA_NONE && !is_gone(p, &latest)) {
        if (p->heap_count == 0 || before(&latest, &p->heap[0])) return latest.face;
        sift_up(p->heap, p->heap_count++, latest);
    }
    while (p->heap_count > 0) {
        gz_epa_entry top = p->heap[0];
        if (--p->heap_count > 0) sift_down(p->heap, p->heap_count, p->heap[p->heap_count]);
        if (!is_gone(p, &top)) return top.face;
    }
    return GZ_EPA_NONE;
}

/* -- faces --------------------------------------------------------------------------------------- */

static int new_slot(gz_epa_polytope *p) {
    int face = p->free;
    if (face != GZ_EPA_NONE) {
        p->free = p->faces[face].corner[0];
    } else {
        face = p->face_count++;
        p->faces[face].stamp = 0;
    }
    p->faces[face].mark = 0;
    return face;
}

static void set_corners(gz_epa_face *f, int c0, int c1, int c2) {
    f->corner[0] = (uint16_t)c0;
    f->corner[1] = (uint16_t)c1;
    f->corner[2] = (uint16_t)c2;
}

static void remove_face(gz_epa_polytope *p, int face) {
    gz_epa_face *f = &p->faces[face];
    ++f->stamp;
    f->corner[1] = f->corner[2] = GZ_EPA_NONE; /* not in use */
    f->corner[0] = p->free;
    p->free = (uint16_t)face;
}

static bool in_use(const gz_epa_face *f) { return f->corner[1] != GZ_EPA_NONE; }

static void join(gz_epa_polytope *p, int face, int edge, int other, int other_edge) {
    p->faces[face].beside[edge] = (uint16_t)(4 * other + other_edge);
    p->faces[other].beside[other_edge] = (uint16_t)(4 * face + edge);
}

static int add_point(gz_epa_polytope *p, const gz_epa_point *point) {
    p->y[p->point_count] = point->y;
    p->a[p->point_count] = point->a;
    p->n[p->point_count] = point->n;
    p->hint_a[p->point_count] = point->hint_a;
    p->hint_b[p->point_count] = point->hint_b;
    return p->point_count++;
}

bool gz_epa_begin(gz_epa_polytope *p, const wide3 y[4], const wide3 a[4], double fold) {
    p->fold = fold;
    p->point_count = p->face_count = p->heap_count = 0;
    p->free = GZ_EPA_NONE;
    p->latest.face = GZ_EPA_NONE;
    p->search = 0;
    for (int i = 0; i < 4; ++i) {
        add_point(p, &(gz_epa_point){.y = y[i], .a = a[i]});
        p->learned[i] = DBL_MAX;
    }
    /* Seen from corner 0, the corners 1, 2, 3 of the face opposite go round clockwise if it is outside.
     */
    wide3 e1 = wide3_sub(y[1], y[0]), e2 = wide3_sub(y[2], y[0]), e3 = wide3_sub(y[3], y[0]);
    int i = wide3_triple(e1, e2, e3) < 0 ? 2 : 1, j = 3 - i;
    const int corners[4][3] = {{i, j, 3}, {0, 3, j}, {0, i, 3}, {0, j, i}};
    for (int f = 0; f < 4; ++f) {
        gz_epa_face *face = &p->faces[new_slot(p)];
        set_corners(face, corners[f][0], corners[f][1], corners[f][2]);
        set_plane(p, face);
    }
    join(p, 0, 0, 3, 1); /* i j */
    join(p, 0, 1, 1, 1); /* j 3 */
    join(p, 0, 2, 2, 1); /* 3 i */
    join(p, 1, 0, 2, 2); /* 0 3 */
    join(p, 1, 2, 3, 0); /* j 0 */
    join(p, 2, 0, 3, 2); /* 0 i */
    bool thick = true;
    for (int f = 0; f < 4; ++f) {
        gz_epa_push(p, f);
        /* The corner that is not in the face is the sum of all less those that are. */
        int apex = 6 - corners[f][0] - corners[f][1] - corners[f][2];
        double height = p->faces[f].distance - wide3_dot(p->faces[f].normal, y[apex]);
        thick = thick && height > GZ_EPA_LEVEL;
    }
    return thick;
}

int gz_epa_farthest_below(const gz_epa_polytope *p, wide3 y, double *height) {
    int best = GZ_EPA_NONE;
    *height = -DBL_MAX;
    for (int i = 0; i < p->face_count; ++i) {
        const gz_epa_face *f = &p->faces[i];
        if (!in_use(f)) continue;
        double h = wide3_dot(f->normal, y) - f->distance;
        if (h > *height) {
            *height = h;
            best = i;
        }
    }
    return best;
}

/* Twice the area that the origin spans with the side from b to c, seen along n. By the side itself: a
 * short one would be lost in b x c. */
static double area_beside(wide3 n, wide3 b, wide3 c) { return wide3_triple(n, b, wide3_sub(c, b)); }

/* The origin's place in the face seen along n, in terms of the areas opposite to the corners. */
static void areas(const gz_epa_polytope *p, const gz_epa_face *f, wide3 n, double area[3]) {
    wide3 q0 = p->y[f->corner[0]], q1 = p->y[f->corner[1]], q2 = p->y[f->corner[2]];
    area[0] = area_beside(n, q1, q2);
    area[1] = area_beside(n, q2, q0);
    area[2] = area_beside(n, q0, q1);
}

/* -- expansion ----------------------------------------------------------------------------------- */

/* The mark of a face that counts as visible, whatever its plane says. */
enum { FORCED = 0xffff };

/* The faces that see y, by flooding from one that does (B:3470-3500): seen gets them, outline the edges
 * around them, one after the other. The stack holds edges to cross next. Returns the number of edges; 0
 * if they do not make one closed loop: rounding may leave islands. */
static int find_outline(gz_epa_polytope *p, int start, wide3 y, double level, int *seen_count) {
    const uint16_t search = ++p->search;
    uint16_t *stack = p->stack;
    gz_epa_face *f = &p->faces[start];
    int edges = 0, seen = 1, depth = 3, end = -1;
    bool chained = true;
    f->mark = search;
    p->seen[0] = (uint16_t)start;
    for (int e = 0; e < 3; ++e) stack[e] = f->beside[2 - e];
    while (depth > 0) {
        const unsigned way = stack[--depth], k = way & 3, k1 = k == 2 ? 0 : k + 1;
        f = &p->faces[way >> 2];
        if (f->mark == search) continue;
        if (f->mark != FORCED && !is_above(f, y, level)) {
            const gz_epa_rim rim = {(uint16_t)way, f->beside[k], f->corner[k1], f->corner[k]};
            chained = chained && (edges == 0 || rim.from == end);
            end = rim.to;
            p->outline[edges++] = rim;
            continue;
        }
        f->mark = search;
        p->seen[seen++] = (uint16_t)(way >> 2);
        stack[depth++] = f->beside[k == 0 ? 2 : k - 1];
        stack[depth++] = f->beside[k1];
    }
    *seen_count = seen;
    return chained && edges >= 3 && end == p->outline[0].from ? edges : 0;
}

/* The plane of the face (start, end, apex) from the edges that end at the apex; false for needles. */
static bool set_fan_plane(gz_epa_face *f, wide3 to_start, double start_squared, wide3 to_end,
                          double end_squared, wide3 apex, wide3 start, wide3 end) {
    wide3 n = wide3_cross(to_start, to_end);
    double squared = wide3_length_squared(n);
    if (!(squared > GZ_EPA_NEEDLE * (start_squared * end_squared))) return false;
    n = wide3_scale(n, 1 / sqrt(squared));
    f->normal = n;
    f->distance = least(wide3_dot(n, apex), wide3_dot(n, start), wide3_dot(n, end));
    return true;
}

/* Whether a new face is no nearer than the old ones; a better plane may be the cure. While the origin
 * is outside, by the rounding of the supports, new faces may be as far below it as that. */
static bool is_sound(gz_epa_polytope *p, int face, double floor) {
    if (floor <= 0 && floor > -GZ_EPA_OUTSIDE * p->fold) floor = -GZ_EPA_OUTSIDE * p->fold;
    if (p->faces[face].distance >= floor - GZ_EPA_LEVEL) return true;
    gz_epa_straighten(p, face);
    return p->faces[face].distance >= floor - p->fold;
}

/* The faces between the outline and the apex, joined to what is hidden and to each other; p->stack
 * names them. False: one of them cuts deeper into the polytope than rounding does. */
static bool build_fan(gz_epa_polytope *p, int edges, int apex, double floor) {
    const wide3 tip = p->y[apex];
    wide3 start = p->y[p->outline[0].from], to_start = wide3_sub(start, tip);
    double start_squared = wide3_length_squared(to_start);
    bool sound = true;
    int last = 0;
    for (int i = 0; i < edges; ++i) {
        const gz_epa_rim rim = p->outline[i];
        const int face = new_slot(p);
        const wide3 end = p->y[rim.to], to_end = wide3_sub(end, tip);
        const double end_squared = wide3_length_squared(to_end);
        gz_epa_face *f = &p->faces[face];
        set_corners(f, rim.from, rim.to, apex);
        if (!set_fan_plane(f, to_start, start_squared, to_end, end_squared, tip, start, end))
            set_plane(p, f);
        p->stack[i] = (uint16_t)face;
        sound = sound && is_sound(p, face, floor);
        f->beside[0] = rim.hidden;
        p->faces[rim.hidden >> 2].beside[rim.hidden & 3] = (uint16_t)(4 * face);
        if (i > 0) {
            f->beside[2] = (uint16_t)(4 * last + 1);
            p->faces[last].beside[1] = (uint16_t)(4 * face + 2);
        }
        last = face;
        start = end;
        to_start = to_end;
        start_squared = end_squared;
    }
    join(p, p->stack[0], 2, last, 1);
    return sound;
}

static void remove_faces(gz_epa_polytope *p, const uint16_t *faces, int count) {
    for (int i = 0; i < count; ++i) remove_face(p, faces[i]);
}

/* Takes a fan back: what is hidden borders on what is visible again. Where a face folded, the hidden
 * one behind it is in the way: next time it counts as visible. */
static void undo_fan(gz_epa_polytope *p, int edges, double floor) {
    for (int i = 0; i < edges; ++i) {
        const gz_epa_rim rim = p->outline[i];
        gz_epa_face *hidden = &p->faces[rim.hidden >> 2];
        hidden->beside[rim.hidden & 3] = rim.visible;
        bool folded = !is_sound(p, p->stack[i], floor);
        if (folded && p->forced_count < GZ_EPA_TRIES) p->forced[p->forced_count++] = rim.hidden >> 2;
    }
    remove_faces(p, p->stack, edges);
}

/* Does the fan cover what it replaces, as seen from the origin? Faces that were forced might have been
 * most of the polytope; then the rest no longer surrounds the origin. One ray tells: through the middle
 * of the largest face that goes. */
static bool covers(const gz_epa_polytope *p, int seen, int edges) {
    wide3 ray = {1, 0, 0};
    double largest = 0, area[3];
    for (int i = 0; i < seen; ++i) {
        const gz_epa_face *f = &p->faces[p->seen[i]];
        areas(p, f, f->normal, area);
        double size = area[0] + area[1] + area[2];
        if (!(size > largest)) continue;
        largest = size;
        ray = wide3_add(wide3_add(p->y[f->corner[0]], p->y[f->corner[1]]), p->y[f->corner[2]]);
    }
    for (int i = 0; i < edges; ++i) {
        areas(p, &p->faces[p->stack[i]], ray, area);
        if (area[0] >= 0 && area[1] >= 0 && area[2] >= 0 && area[0] + area[1] + area[2] > 0)
            return true;
    }
    return false;
}

static bool replace_by_fan(gz_epa_polytope *p, int face, int apex, double floor, double upper) {
    /* What lies in the plane of a face up to rounding does not see it; if that leaves islands it does.
     */
    double level = GZ_EPA_LEVEL;
    p->forced_count = 0;
    for (int i = 0; i < GZ_EPA_TRIES; ++i) {
        for (int k = 0; k < p->forced_count; ++k) p->faces[p->forced[k]].mark = FORCED;
        int seen, edges = find_outline(p, face, p->y[apex], level, &seen);
        if (edges == 0) {
            if (!(level > -p->fold)) return false;
            level -= 2 * GZ_EPA_LEVEL;
            continue;
        }
        if (p->face_count + edges > GZ_EPA_FACES) return false;
        if (build_fan(p, edges, apex, floor) && (p->forced_count == 0 || covers(p, seen, edges))) {
            for (int k = 0; k < edges; ++k)
                if (p->faces[p->stack[k]].distance <= upper) gz_epa_push(p, p->stack[k]);
            remove_faces(p, p->seen, seen);
            return true;
        }
        undo_fan(p, edges, floor);
    }
    return false;
}

bool gz_epa_expand(gz_epa_polytope *p, int face, const gz_epa_point *point, double floor,
                   double upper) {
    if (p->point_count == GZ_EPA_POINTS) return false;
    if (replace_by_fan(p, face, add_point(p, point), floor, upper)) return true;
    --p->point_count;
    for (int i = 0; i < p->forced_count; ++i) p->faces[p->forced[i]].mark = 0;
    return false;
}

/* -- the way out --------------------------------------------------------------------------------- */

static wide3 combination(const wide3 *points, const uint16_t corner[3], const double weight[3]) {
    wide3 sum = wide3_scale(points[corner[0]], weight[0]);
    sum = wide3_add_scaled(sum, weight[1], points[corner[1]]);
    return wide3_add_scaled(sum, weight[2], points[corner[2]]);
}

/* Weights from areas; what their point is off the line along n is taken back, for the areas of a needle
 * are good for its width only. */
static void weigh(const gz_epa_polytope *p, const gz_epa_face *f, wide3 n, double weight[3]) {
    wide3 q[3], side[3];
    for (int i = 0; i < 3; ++i) q[i] = p->y[f->corner[i]];
    for (int i = 0; i < 3; ++i) side[i] = wide3_sub(q[(i + 2) % 3], q[(i + 1) % 3]);
    areas(p, f, n, weight);
    double whole = wide3_triple(n, side[0], side[1]);
    for (int pass = 0;; ++pass) {
        double sum = 0;
        for (int i = 0; i < 3; ++i) {
            if (!(weight[i] > 0)) weight[i] = 0;
            sum += weight[i];
        }
        for (int i = 0; i < 3; ++i) weight[i] = sum > 0 ? weight[i] / sum : 1.0 / 3;
        if (pass == 3 || !(whole > 0)) return;
        wide3 y = combination(p->y, f->corner, weight);
        wide3 off = wide3_add_scaled(y, -wide3_dot(n, y), n);
        if (wide3_max_abs(off) <= GZ_EPA_LEVEL) return;
        for (int i = 0; i < 3; ++i) weight[i] += wide3_triple(n, off, side[i]) / whole;
    }
}

/* The face that the ray along n leaves through, by looking at all of them; any if it meets none. */
static int find_exit(const gz_epa_polytope *p, wide3 n) {
    int best = 0;
    while (!in_use(&p->faces[best])) ++best;
    double most = -DBL_MAX;
    for (int i = 0; i < p->face_count; ++i) {
        const gz_epa_face *f = &p->faces[i];
        double area[3];
        if (!in_use(f) || !(wide3_dot(n, f->normal) > 0)) continue;
        areas(p, f, n, area);
        double sum = area[0] + area[1] + area[2], inside = least(area[0], area[1], area[2]);
        if (!(sum > 0) || !(inside / sum > most)) continue;
        most = inside / sum;
        best = i;
    }
    return best;
}

/* The same by walking from a face near it; GZ_EPA_NONE if the way is long. */
static int walk_to_exit(const gz_epa_polytope *p, wide3 n, int face) {
    for (int step = 0; step < GZ_EPA_WALK; ++step) {
        const gz_epa_face *f = &p->faces[face];
        double area[3];
        areas(p, f, n, area);
        int k = area[1] < area[0] ? 1 : 0;
        if (area[2] < area[k]) k = 2;
        if (area[k] >= 0) return wide3_dot(n, f->normal) > 0 ? face : GZ_EPA_NONE;
        face = f->beside[(k + 1) % 3] >> 2;
    }
    return GZ_EPA_NONE;
}

double gz_epa_leave(const gz_epa_polytope *p, wide3 n, int near, wide3 *y, wide3 *a) {
    int face = near == GZ_EPA_NONE || !in_use(&p->faces[near]) ? near : walk_to_exit(p, n, near);
    if (face == GZ_EPA_NONE || !in_use(&p->faces[face])) face = find_exit(p, n);
    double weight[3];
    weigh(p, &p->faces[face], n, weight);
    *y = combination(p->y, p->faces[face].corner, weight);
    *a = combination(p->a, p->faces[face].corner, weight);
    return wide3_dot(n, *y);
}
