/* SPDX-License-Identifier: MIT
 * The segments in which two polygons intersect (B:2217-2319). Each polygon cuts the line of the two
 * planes in intervals, between the points where its edges come to the other's plane; the intervals that
 * both have are found by going along the line. The points are looked for one after the other instead of
 * sorted: that needs no memory. */
#include "base/exact.h"
#include "primitive/polygon_pair.h"

/* Where an edge meets the other plane: its coordinate along the line, and the number of the edge, so
 * that equal ones have an order. */
typedef struct crossing {
    double along;
    uint32_t edge;
    double at[3];
} crossing;

/* The next interval of one polygon. */
typedef struct sequence {
    const gz_polygon_view *polygon, *plane;
    int axis; /* nearest to the line */
    crossing from, to;
} sequence;

/* Whether p is above the plane, or above all of an uneven polygon; in the plane is below, as if the
 * plane were a little higher. */
static bool is_above(const gz_polygon_view *plane, const double p[3]) {
    if (plane->height > 0) {
        double distance = gz_polygon_distance(p, plane->corner[0]);
        return gz_polygon_height(plane, p) > gz_polygon_slack(plane, distance);
    }
    return gz_orient3d(plane->corner[0], plane->corner[1], plane->corner[2], p) > 0;
}

static bool comes_before(const crossing *a, const crossing *b) {
    return a->along < b->along || (a->along == b->along && a->edge < b->edge);
}

static void cross(const sequence *s, const gz_polygon_edges *edges, crossing *out) {
    double from = fabs(gz_polygon_height(s->plane, edges->a));
    double to = fabs(gz_polygon_height(s->plane, edges->b));
    gz_polygon_between(edges->a, edges->b, from + to > 0 ? from / (from + to) : 0, out->at);
    out->along = out->at[s->axis];
}

/* The first crossing after the given one, or the first of all for NULL; false if there is none. */
static bool find_next(const sequence *s, const crossing *after, crossing *best) {
    bool found = false, above_a = false, above_b = false;
    crossing here = {.edge = 0};
    gz_polygon_edges edges = gz_polygon_edges_of(s->polygon);
    for (; gz_polygon_next_edge(&edges); ++here.edge) {
        above_a = edges.new_loop ? is_above(s->plane, edges.a) : above_b;
        above_b = is_above(s->plane, edges.b);
        if (above_a == above_b) continue;
        cross(s, &edges, &here);
        if (after && !comes_before(after, &here)) continue;
        if (found && !comes_before(&here, best)) continue;
        *best = here;
        found = true;
    }
    return found;
}

static bool find_interval(sequence *s, const crossing *after) {
    crossing from;
    if (!find_next(s, after, &from)) return false;
    s->from = from;
    return find_next(s, &from, &s->to);
}

static bool advance(sequence *s) {
    crossing last = s->to;
    return find_interval(s, &last);
}

static void put(const sequence *a, const sequence *b, graze_segment *out) {
    const crossing *from = comes_before(&a->from, &b->from) ? &b->from : &a->from;
    const crossing *to = comes_before(&a->to, &b->to) ? &a->to : &b->to;
    out->a = wide3_round(gz_polygon_vector(from->at));
    out->b = wide3_round(gz_polygon_vector(to->at));
}

static uint32_t cut(sequence *a, sequence *b, graze_segment *segments, uint32_t capacity) {
    uint32_t count = 0;
    bool more = find_interval(a, NULL) && find_interval(b, NULL);
    while (more) {
        bool overlap = a->to.along >= b->from.along && b->to.along >= a->from.along;
        if (overlap && count < capacity) put(a, b, &segments[count]);
        count += overlap;
        more = a->to.along < b->to.along ? advance(a) : advance(b);
    }
    return count;
}

static int nearest_axis(wide3 v) {
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    return x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
}

graze_status graze_polygon_polygon_segments(const graze_polygon *a, const graze_polygon *b,
                                            graze_segment *segments, uint32_t capacity,
                                            uint32_t *count) {
    if (!count || (capacity > 0 && !segments)) return GRAZE_INVALID_ARGUMENT;
    gz_polygon_view view_a, view_b;
    graze_status status = gz_polygon_open(a, NULL, &view_a);
    if (!status) status = gz_polygon_open(b, NULL, &view_b);
    if (status) return status;
    wide3 unit_a = wide3_scale(view_a.normal, 1 / wide3_length(view_a.normal));
    wide3 unit_b = wide3_scale(view_b.normal, 1 / wide3_length(view_b.normal));
    int axis = nearest_axis(wide3_cross(unit_a, unit_b));
    sequence of_a = {.polygon = &view_a, .plane = &view_b, .axis = axis};
    sequence of_b = {.polygon = &view_b, .plane = &view_a, .axis = axis};
    double common[3];
    *count = gz_polygons_meet(&view_a, &view_b, common) ? cut(&of_a, &of_b, segments, capacity) : 0;
    return GRAZE_OK;
}
