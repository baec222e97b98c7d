/* SPDX-License-Identifier: MIT */
#include "oracle/polyhedron.h"

#include <stdlib.h>

static void *room_for(int count, size_t size) {
    void *memory = calloc((size_t)count + 1, size);
    if (!memory) abort();
    return memory;
}

ld3 oracle_pose_apply(const graze_pose *pose, graze_vec3 x) {
    ld3 p = ld3_from(x), sum = ld3_from(pose->origin);
    sum = ld3_add_scaled(sum, p.x, ld3_from(pose->basis.col[0]));
    sum = ld3_add_scaled(sum, p.y, ld3_from(pose->basis.col[1]));
    return ld3_add_scaled(sum, p.z, ld3_from(pose->basis.col[2]));
}

static ld3 *place(const graze_vec3 *points, int count, const graze_pose *pose) {
    ld3 *placed = room_for(count, sizeof *placed);
    for (int i = 0; i < count; ++i) placed[i] = oracle_pose_apply(pose, points[i]);
    return placed;
}

oracle_polyhedron oracle_polyhedron_from_points(const graze_vec3 *points, int count,
                                                const graze_pose *pose) {
    oracle_polyhedron body = {.vertex_count = count, .vertices = place(points, count, pose)};
    body.edges = room_for(count * (count - 1) / 2, sizeof *body.edges);
    body.triangles = room_for(count * (count - 1) * (count - 2) / 6, sizeof *body.triangles);
    for (int i = 0; i < count; ++i)
        for (int j = i + 1; j < count; ++j) {
            body.edges[body.edge_count++] = (oracle_edge){i, j, -1, -1};
            for (int k = j + 1; k < count; ++k) {
                int *t = body.triangles[body.triangle_count++];
                t[0] = i, t[1] = j, t[2] = k;
            }
        }
    return body;
}

/* Newell's sum over the loop: the mean normal however short the single edges are. */
static ld3 loop_normal(const oracle_polyhedron *body, int facet) {
    int first = body->facet_start[facet], last = body->facet_start[facet + 1];
    ld3 base = body->vertices[body->facet_corners[first]], sum = {0, 0, 0};
    for (int i = first + 1; i + 1 < last; ++i) {
        ld3 u = ld3_sub(body->vertices[body->facet_corners[i]], base);
        ld3 w = ld3_sub(body->vertices[body->facet_corners[i + 1]], base);
        sum = ld3_add(sum, ld3_cross(u, w));
    }
    return ld3_unit(sum);
}

static void add_facets(const graze_hull_view *view, oracle_polyhedron *body) {
    int corners = (int)view->facet_start[view->facet_count];
    body->facet_count = (int)view->facet_count;
    body->normals = room_for(body->facet_count, sizeof *body->normals);
    body->facet_start = room_for(body->facet_count + 1, sizeof *body->facet_start);
    body->facet_corners = room_for(corners, sizeof *body->facet_corners);
    for (int i = 0; i <= body->facet_count; ++i) body->facet_start[i] = (int)view->facet_start[i];
    for (int i = 0; i < corners; ++i) body->facet_corners[i] = (int)view->facet_corners[i];
    for (int f = 0; f < body->facet_count; ++f) body->normals[f] = loop_normal(body, f);
}

/* Edges between different facets; in a flat hull the two sides are different facets too. */
static void add_edges(const graze_hull_view *view, oracle_polyhedron *body) {
    body->edges = room_for((int)view->half_edge_count / 2 + 1, sizeof *body->edges);
    if (view->dimension == 1) body->edges[body->edge_count++] = (oracle_edge){0, 1, -1, -1};
    for (uint32_t h = 0; h < view->half_edge_count; ++h) {
        uint32_t twin = view->half_edges[h].twin;
        int left = (int)view->triangle_facet[h / 3], right = (int)view->triangle_facet[twin / 3];
        if (h < twin && left != right)
            body->edges[body->edge_count++] = (oracle_edge){
                (int)view->half_edges[h].vertex, (int)view->half_edges[twin].vertex, left, right};
    }
}

oracle_polyhedron oracle_polyhedron_from_hull(const graze_hull *hull, const graze_pose *pose) {
    graze_hull_view view;
    if (graze_hull_get(hull, &view) != GRAZE_OK) abort();
    oracle_polyhedron body = {.vertex_count = (int)view.vertex_count};
    body.vertices = place(view.vertices, body.vertex_count, pose);
    add_edges(&view, &body);
    if (view.dimension == 3) add_facets(&view, &body);
    body.triangles = room_for((int)view.triangle_count, sizeof *body.triangles);
    for (uint32_t h = 0; h < view.half_edge_count; ++h)
        body.triangles[h / 3][h % 3] = (int)view.half_edges[h].vertex;
    body.triangle_count = (int)view.triangle_count;
    return body;
}

void oracle_polyhedron_free(oracle_polyhedron *body) {
    free(body->vertices);
    free(body->edges);
    free(body->triangles);
    free(body->normals);
    free(body->facet_start);
    free(body->facet_corners);
    *body = (oracle_polyhedron){0};
}

int oracle_polyhedron_support(const oracle_polyhedron *body, ld3 v) {
    int best = 0;
    for (int i = 1; i < body->vertex_count; ++i)
        if (ld3_dot(body->vertices[i], v) > ld3_dot(body->vertices[best], v)) best = i;
    return best;
}

long double oracle_polyhedron_extent(const oracle_polyhedron *body, ld3 *center) {
    ld3 lo = body->vertices[0], hi = lo;
    for (int i = 1; i < body->vertex_count; ++i) {
        ld3 p = body->vertices[i];
        lo = (ld3){fminl(lo.x, p.x), fminl(lo.y, p.y), fminl(lo.z, p.z)};
        hi = (ld3){fmaxl(hi.x, p.x), fmaxl(hi.y, p.y), fmaxl(hi.z, p.z)};
    }
    if (center) *center = ld3_scale(ld3_add(lo, hi), 0.5L);
    return ld3_distance(lo, hi) / 2;
}
