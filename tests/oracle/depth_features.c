/* SPDX-License-Identifier: MIT */
#include "oracle/depth_features.h"

#include <stdlib.h>

#include "oracle/polyhedron.h"

/* Of how many points all pairs and triples are taken; above, edges and facets are those of the hull. */
#define BARE_POINTS 8
/* How many points the cross products of edges may make one look at. */
#define LOOKS_MOST 1000000L

typedef struct features {
    ld3 *edges, *normals;
    int edge_count, normal_count, points;
} features;

static ld3 *vectors(int count) {
    ld3 *v = malloc((size_t)(count > 0 ? count : 1) * sizeof *v);
    if (!v) abort();
    return v;
}

bool oracle_is_polytope(const solid *s) {
    return s && (s->kind == SOLID_POINTS || s->kind == SOLID_BOX || s->kind == SOLID_CUSTOM);
}

/* Three edge directions and what is across two of them. */
static features of_box(const placed_body *p) {
    ld3 size = ld3_from(p->body->solid->size);
    features f = {vectors(3), vectors(3), 3, 3, 8};
    f.edges[0] = solid_turn(&p->pose, (ld3){size.x > 0 ? 1 : 0, 0, 0}, false);
    f.edges[1] = solid_turn(&p->pose, (ld3){0, size.y > 0 ? 1 : 0, 0}, false);
    f.edges[2] = solid_turn(&p->pose, (ld3){0, 0, size.z > 0 ? 1 : 0}, false);
    for (int i = 0; i < 3; ++i) f.normals[i] = ld3_cross(f.edges[i], f.edges[(i + 1) % 3]);
    return f;
}

static features of_points(const placed_body *p) {
    const solid *s = p->body->solid;
    graze_pose turn = p->pose;
    turn.origin = graze_vec3_make(0, 0, 0); /* directions only: nothing is lost far away */
    const graze_hull *hull = graze_shape_hull(p->body->shape);
    oracle_polyhedron polyhedron = s->count <= BARE_POINTS || !hull
                                       ? oracle_polyhedron_from_points(solid_points(s), s->count, &turn)
                                       : oracle_polyhedron_from_hull(hull, &turn);
    features f = {vectors(polyhedron.edge_count), vectors(polyhedron.triangle_count),
                  polyhedron.edge_count, polyhedron.triangle_count, s->count};
    const ld3 *v = polyhedron.vertices;
    for (int i = 0; i < f.edge_count; ++i)
        f.edges[i] = ld3_sub(v[polyhedron.edges[i].head], v[polyhedron.edges[i].tail]);
    for (int i = 0; i < f.normal_count; ++i) {
        const int *corner = polyhedron.triangles[i];
        f.normals[i] =
            ld3_cross(ld3_sub(v[corner[1]], v[corner[0]]), ld3_sub(v[corner[2]], v[corner[0]]));
    }
    oracle_polyhedron_free(&polyhedron);
    return f;
}

static features features_of(const placed_body *p) {
    return p->body->solid->kind == SOLID_POINTS ? of_points(p) : of_box(p);
}

static void free_features(features *f) {
    free(f->edges);
    free(f->normals);
}

typedef struct visitor {
    void (*visit)(void *user, ld3 direction);
    void *user;
} visitor;

static void visit_both(const visitor *to, ld3 n) {
    if (!(ld3_length(n) > 0)) return;
    to->visit(to->user, n);
    to->visit(to->user, ld3_scale(n, -1));
}

void oracle_depth_features(const placed_body *a, const placed_body *b,
                           void (*visit)(void *user, ld3 direction), void *user) {
    if (!oracle_is_polytope(a->body->solid) || !oracle_is_polytope(b->body->solid)) return;
    const visitor to = {visit, user};
    features fa = features_of(a), fb = features_of(b);
    for (int i = 0; i < fa.normal_count; ++i) visit_both(&to, fa.normals[i]);
    for (int i = 0; i < fb.normal_count; ++i) visit_both(&to, fb.normals[i]);
    long looks = 2L * fa.edge_count * fb.edge_count * (fa.points + fb.points);
    for (int i = 0; i < fa.edge_count && looks <= LOOKS_MOST; ++i)
        for (int j = 0; j < fb.edge_count; ++j) visit_both(&to, ld3_cross(fa.edges[i], fb.edges[j]));
    free_features(&fa);
    free_features(&fb);
}
