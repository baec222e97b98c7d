/* SPDX-License-Identifier: MIT
 * ODE, in double: trimesh geometries (OPCODE), dCollide for one contact, or for all; rays likewise. */
#include <ode/ode.h>

#include "peer.h"

enum { MOST = 10000 };

typedef struct mesh {
    dTriMeshDataID data;
    dGeomID geom, ray;
} mesh;

typedef struct place {
    dMatrix3 turn;
    dReal at[3];
} place;

static void start(void) {
    static bool started = false;
    if (!started) dInitODE();
    started = true;
}

static void *make(const bench_model *m) {
    start();
    mesh *own = malloc(sizeof *own);
    if (!own) exit(EXIT_FAILURE);
    own->data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(own->data, m->vertices, 3 * sizeof(float), (int)m->vertex_count,
                                m->indices, (int)(3 * m->triangle_count), 3 * sizeof(uint32_t));
    own->geom = dCreateTriMesh(0, own->data, 0, 0, 0);
    own->ray = dCreateRay(0, 100);
    dGeomRaySetClosestHit(own->ray, 1);
    return own;
}

static void release(void *given) {
    mesh *own = given;
    dGeomDestroy(own->ray);
    dGeomDestroy(own->geom);
    dGeomTriMeshDataDestroy(own->data);
    free(own);
}

static void *places_of(const bench_placement *given, uint32_t count) {
    place *out = malloc(count * sizeof *out);
    if (!out) exit(EXIT_FAILURE);
    for (uint32_t k = 0; k < count; ++k)
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) out[k].turn[4 * i + j] = given[k].turn[i][j];
            out[k].turn[4 * i + 3] = 0;
            out[k].at[i] = given[k].at[i];
        }
    return out;
}

static void put(const mesh *own, const place *at) {
    dGeomSetRotation(own->geom, at->turn);
    dGeomSetPosition(own->geom, at->at[0], at->at[1], at->at[2]);
}

static int collide(const mesh *a, const mesh *b, const place *at, int most) {
    static dContactGeom found[MOST];
    put(a, at);
    put(b, at + 1);
    return dCollide(a->geom, b->geom, most, found, sizeof *found);
}
static double meets(void *a, void *b, const void *places, uint32_t i) {
    return collide(a, b, (const place *)places + 2 * i, 1) > 0;
}
static double contacts(void *a, void *b, const void *places, uint32_t i) {
    return collide(a, b, (const place *)places + 2 * i, MOST);
}

static void refit(void *given, const bench_model *model) {
    (void)model;
    dGeomTriMeshDataUpdate(((mesh *)given)->data);
}

/* A ray's direction is made a unit there; the parameter is that of the given one again. */
static double ray(void *given, const bench_ray *r) {
    const mesh *own = given;
    const float *o = r->origin, *d = r->direction;
    double length = sqrt((double)d[0] * d[0] + (double)d[1] * d[1] + (double)d[2] * d[2]);
    dContactGeom hit;
    dGeomRaySet(own->ray, o[0], o[1], o[2], d[0], d[1], d[2]);
    return dCollide(own->ray, own->geom, 1, &hit, sizeof hit) ? hit.depth / length : 0;
}

const mesh_peer mesh_peers[] = {
    {.library = "ODE",
     .precision = "double",
     .settings = "OPCODE; dCollide, one contact or all; dGeomTriMeshDataUpdate",
     .make = make,
     .release = release,
     .places = places_of,
     .forget = free,
     .meets = meets,
     .contacts = contacts,
     .refit = refit,
     .ray = ray},
};
const int mesh_peer_count = 1;

const char *mesh_peer_version(void) { return PEER_VERSION; }
