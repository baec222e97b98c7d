/* SPDX-License-Identifier: MIT */
#include "digest.h"

enum { MOST_POINTS = 3000 };

static void digest_indices(digest *d, const uint32_t *indices, size_t count) {
    for (size_t i = 0; i < count; ++i) digest_int(d, indices[i]);
}

static void digest_boundary(digest *d, const graze_hull_view *view) {
    for (uint32_t i = 0; i < view->half_edge_count; ++i) {
        digest_int(d, view->half_edges[i].vertex);
        digest_int(d, view->half_edges[i].twin);
    }
    digest_indices(d, view->triangle_facet, view->triangle_count);
    for (uint32_t i = 0; i < view->facet_count; ++i) {
        digest_vec3(d, view->planes[i].normal);
        digest_real(d, view->planes[i].offset);
    }
    digest_indices(d, view->facet_start, view->facet_count + (size_t)1);
    digest_indices(d, view->facet_corners, view->facet_start[view->facet_count]);
}

static void digest_hull(digest *d, graze_hull *hull) {
    graze_hull_view view;
    graze_hull_mass mass;
    if (!digest_ok(d, graze_hull_get(hull, &view))) return;
    digest_int(d, view.dimension);
    for (uint32_t i = 0; i < view.vertex_count; ++i) digest_vec3(d, view.vertices[i]);
    digest_indices(d, view.source, view.vertex_count);
    if (view.facet_count > 0) digest_boundary(d, &view);
    digest_indices(d, view.neighbour_start, view.vertex_count + (size_t)1);
    digest_indices(d, view.neighbours, view.neighbour_start[view.vertex_count]);
    if (view.vertex_count < 200) digest_ok(d, graze_hull_validate(hull, NULL)); /* quadratic */
    if (!digest_ok(d, graze_hull_measure(hull, &mass))) return;
    digest_real(d, mass.volume);
    digest_real(d, mass.area);
    digest_vec3(d, mass.centroid);
}

static void digest_hull_of(digest *d, const graze_vec3 *points, size_t count) {
    graze_hull *hull = NULL;
    if (digest_ok(d, graze_hull_create(points, count, 0, &hull))) digest_hull(d, hull);
    graze_hull_release(hull);
}

static graze_vec3 cube_point(digest *d) {
    graze_real x = graze_random_uniform(&d->random, -1, 1), y = graze_random_uniform(&d->random, -1, 1);
    return graze_vec3_make(x, y, graze_random_uniform(&d->random, -1, 1));
}

static size_t any_count(digest *d, size_t most) {
    return 1 + (size_t)(graze_random_bits(&d->random) % most);
}

/* In a cube and on a sphere; some large. */
void hash_hulls(digest *d) {
    static graze_vec3 points[MOST_POINTS];
    for (int n = 0; n < 60; ++n) {
        size_t count = n < 4 ? (size_t)MOST_POINTS : any_count(d, 150);
        for (size_t i = 0; i < count; ++i)
            points[i] = n % 2 ? cube_point(d) : graze_random_direction(&d->random);
        digest_hull_of(d, points, count);
    }
}

/* Grids, flat and nearly flat sets, lines, duplicates, points of all sizes. */
void hash_degenerate_hulls(digest *d) {
    graze_vec3 points[100];
    for (int n = 0; n < 120; ++n) {
        size_t count = any_count(d, 100);
        for (size_t i = 0; i < count; ++i) {
            graze_vec3 p = cube_point(d), grid;
            grid = graze_vec3_make((graze_real)(int)(p.x * 4), (graze_real)(int)(p.y * 4),
                                   (graze_real)(int)(p.z * 4));
            switch (n % 6) {
            case 0:
                points[i] = grid;
                break;
            case 1:
                points[i] = graze_vec3_make(p.x, p.y, 1);
                break;
            case 2:
                points[i] = graze_vec3_make(p.x, p.y, p.x * (graze_real)0.3 + p.y);
                break;
            case 3:
                points[i] = graze_vec3_scale(graze_vec3_make(1, 2, 4), grid.x);
                break;
            case 4:
                points[i] = i % 2 ? points[i - 1] : p;
                break;
            default:
                points[i] = any_vec3(d);
                break;
            }
        }
        digest_hull_of(d, points, count);
    }
}

void hash_simplified_hulls(digest *d) {
    graze_vec3 points[300];
    for (uint32_t n = 0; n < 30; ++n) {
        size_t count = any_count(d, 300);
        for (size_t i = 0; i < count; ++i)
            points[i] = n % 2 ? cube_point(d) : graze_random_direction(&d->random);
        graze_hull *hull = NULL;
        graze_real error = 0;
        graze_status status = graze_hull_create_simplified(points, count, 0, 4 + n, &error, &hull);
        if (digest_ok(d, status)) {
            digest_real(d, error);
            digest_hull(d, hull);
        }
        graze_hull_release(hull);
    }
}
