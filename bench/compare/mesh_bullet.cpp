/* SPDX-License-Identifier: MIT
 * Bullet: GImpact's triangle meshes and its own collision algorithm, all contacts; it has no boolean.
 */
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

#include "mesh_models.h"

struct peer_mesh {
    btTriangleIndexVertexArray *arrays;
    btGImpactMeshShape *shape;
    btCollisionObject *object;
};
struct peer_place {
    btTransform pose;
};

static const char *peer_name(void) { return "Bullet GImpact"; }

static peer_mesh *peer_make(const bench_model *m) {
    auto mesh = new peer_mesh;
    btIndexedMesh part;
    part.m_numTriangles = (int)m->triangle_count;
    part.m_triangleIndexBase = (const unsigned char *)m->indices;
    part.m_triangleIndexStride = 3 * sizeof(uint32_t);
    part.m_numVertices = (int)m->vertex_count;
    part.m_vertexBase = (const unsigned char *)m->vertices;
    part.m_vertexStride = 3 * sizeof(float);
    part.m_vertexType = PHY_FLOAT;
    mesh->arrays = new btTriangleIndexVertexArray;
    mesh->arrays->addIndexedMesh(part);
    mesh->shape = new btGImpactMeshShape(mesh->arrays);
    mesh->shape->setMargin(0);
    mesh->shape->updateBound();
    mesh->object = new btCollisionObject;
    mesh->object->setCollisionShape(mesh->shape);
    return mesh;
}
static void peer_release(peer_mesh *mesh) {
    delete mesh->object;
    delete mesh->shape;
    delete mesh->arrays;
    delete mesh;
}

static peer_place peer_placement(const bench_placement *p) {
    peer_place out;
    out.pose.getBasis().setValue(
        (btScalar)p->turn[0][0], (btScalar)p->turn[0][1], (btScalar)p->turn[0][2],
        (btScalar)p->turn[1][0], (btScalar)p->turn[1][1], (btScalar)p->turn[1][2],
        (btScalar)p->turn[2][0], (btScalar)p->turn[2][1], (btScalar)p->turn[2][2]);
    out.pose.setOrigin(btVector3((btScalar)p->at[0], (btScalar)p->at[1], (btScalar)p->at[2]));
    return out;
}

struct Counter : btManifoldResult {
    long count = 0;
    Counter(const btCollisionObjectWrapper *a, const btCollisionObjectWrapper *b)
        : btManifoldResult(a, b) {}
    void addContactPoint(const btVector3 &, const btVector3 &, btScalar) override { ++count; }
};

static long peer_contacts(peer_mesh *a, const peer_place &at_a, peer_mesh *b, const peer_place &at_b) {
    static btDefaultCollisionConfiguration configuration;
    static btCollisionDispatcher dispatcher(&configuration);
    static bool started = false;
    if (!started) btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher);
    started = true;
    a->object->setWorldTransform(at_a.pose);
    b->object->setWorldTransform(at_b.pose);
    btCollisionObjectWrapper first(nullptr, a->shape, a->object, at_a.pose, -1, -1);
    btCollisionObjectWrapper second(nullptr, b->shape, b->object, at_b.pose, -1, -1);
    btCollisionAlgorithm *algorithm =
        dispatcher.findAlgorithm(&first, &second, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    Counter counter(&first, &second);
    btDispatcherInfo info;
    algorithm->processCollision(&first, &second, info, &counter);
    algorithm->~btCollisionAlgorithm();
    dispatcher.freeCollisionAlgorithm(algorithm);
    return counter.count;
}
static bool peer_meets(peer_mesh *a, const peer_place &at_a, peer_mesh *b, const peer_place &at_b) {
    return peer_contacts(a, at_a, b, at_b) > 0;
}

#include "mesh_peer.h" /* main, which uses all of these */
