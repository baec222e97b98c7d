/* SPDX-License-Identifier: MIT
 * ODE: dCollide on two trimesh geometries (OPCODE), for one contact, or for all. */
#include <ode/ode.h>

#include "mesh_models.h"

struct peer_mesh {
    dTriMeshDataID data;
    dGeomID geom;
};
struct peer_place {
    dMatrix3 turn;
    dReal at[3];
};

static const char *peer_name(void) { return "ODE (OPCODE)"; }

static peer_mesh *peer_make(const bench_model *m) {
    static bool started = false;
    if (!started) dInitODE();
    started = true;
    auto mesh = new peer_mesh;
    mesh->data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(mesh->data, m->vertices, 3 * sizeof(float), (int)m->vertex_count,
                                m->indices, (int)(3 * m->triangle_count), 3 * sizeof(uint32_t));
    mesh->geom = dCreateTriMesh(0, mesh->data, 0, 0, 0);
    return mesh;
}
static void peer_release(peer_mesh *mesh) {
    dGeomDestroy(mesh->geom);
    dGeomTriMeshDataDestroy(mesh->data);
    delete mesh;
}

static peer_place peer_placement(const bench_placement *p) {
    peer_place out;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) out.turn[4 * i + j] = (dReal)p->turn[i][j];
        out.turn[4 * i + 3] = 0;
        out.at[i] = (dReal)p->at[i];
    }
    return out;
}

static long collide(peer_mesh *a, const peer_place &at_a, peer_mesh *b, const peer_place &at_b,
                    int most) {
    static dContactGeom contacts[10000];
    dGeomSetRotation(a->geom, at_a.turn);
    dGeomSetPosition(a->geom, at_a.at[0], at_a.at[1], at_a.at[2]);
    dGeomSetRotation(b->geom, at_b.turn);
    dGeomSetPosition(b->geom, at_b.at[0], at_b.at[1], at_b.at[2]);
    return dCollide(a->geom, b->geom, most, contacts, sizeof(dContactGeom));
}
static bool peer_meets(peer_mesh *a, const peer_place &at_a, peer_mesh *b, const peer_place &at_b) {
    return collide(a, at_a, b, at_b, 1) > 0;
}
static long peer_contacts(peer_mesh *a, const peer_place &at_a, peer_mesh *b, const peer_place &at_b) {
    return collide(a, at_a, b, at_b, 10000);
}

#include "mesh_peer.h" /* main, which uses all of these */
