/* SPDX-License-Identifier: MIT
 * Bullet: GImpact's meshes and its own collision algorithm for all contacts (it has no boolean), and
 * btBvhTriangleMeshShape for rays. */
#include <cstdio>
#include <vector>

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <btBulletCollisionCommon.h>

#include "peer.h"

namespace {

btTriangleIndexVertexArray *arrays_of(const bench_model *m) {
    btIndexedMesh part;
    part.m_numTriangles = static_cast<int>(m->triangle_count);
    part.m_triangleIndexBase = reinterpret_cast<const unsigned char *>(m->indices);
    part.m_triangleIndexStride = 3 * sizeof(uint32_t);
    part.m_numVertices = static_cast<int>(m->vertex_count);
    part.m_vertexBase = reinterpret_cast<const unsigned char *>(m->vertices);
    part.m_vertexStride = 3 * sizeof(float);
    part.m_vertexType = PHY_FLOAT;
    auto arrays = new btTriangleIndexVertexArray;
    arrays->addIndexedMesh(part);
    return arrays;
}

/* -- GImpact -- */

struct Impact {
    btTriangleIndexVertexArray *arrays;
    btGImpactMeshShape *shape;
    btCollisionObject *object;
};

void *make_impact(const bench_model *m) {
    auto mesh = new Impact;
    mesh->arrays = arrays_of(m);
    mesh->shape = new btGImpactMeshShape(mesh->arrays);
    mesh->shape->setMargin(0);
    mesh->shape->updateBound();
    mesh->object = new btCollisionObject;
    mesh->object->setCollisionShape(mesh->shape);
    return mesh;
}
void release_impact(void *data) {
    auto mesh = static_cast<Impact *>(data);
    delete mesh->object;
    delete mesh->shape;
    delete mesh->arrays;
    delete mesh;
}

void *places_of(const bench_placement *given, uint32_t count) {
    auto poses = new btTransform[count];
    for (uint32_t k = 0; k < count; ++k) {
        const double(*t)[3] = given[k].turn;
        poses[k].getBasis().setValue(btScalar(t[0][0]), btScalar(t[0][1]), btScalar(t[0][2]),
                                     btScalar(t[1][0]), btScalar(t[1][1]), btScalar(t[1][2]),
                                     btScalar(t[2][0]), btScalar(t[2][1]), btScalar(t[2][2]));
        const double *p = given[k].at;
        poses[k].setOrigin(btVector3(btScalar(p[0]), btScalar(p[1]), btScalar(p[2])));
    }
    return poses;
}
void forget(void *places) { delete[] static_cast<btTransform *>(places); }

struct Counter : btManifoldResult {
    double count = 0;
    Counter(const btCollisionObjectWrapper *a, const btCollisionObjectWrapper *b)
        : btManifoldResult(a, b) {}
    void addContactPoint(const btVector3 &, const btVector3 &, btScalar) override { ++count; }
};

btCollisionDispatcher &the_dispatcher() {
    static btDefaultCollisionConfiguration configuration;
    static btCollisionDispatcher dispatcher(&configuration);
    static bool started = false;
    if (!started) btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher);
    started = true;
    return dispatcher;
}

double contacts(void *first, void *second, const void *places, uint32_t i) {
    auto a = static_cast<Impact *>(first), b = static_cast<Impact *>(second);
    auto poses = static_cast<const btTransform *>(places);
    btCollisionDispatcher &dispatcher = the_dispatcher();
    a->object->setWorldTransform(poses[2 * i]);
    b->object->setWorldTransform(poses[2 * i + 1]);
    btCollisionObjectWrapper in_a(nullptr, a->shape, a->object, poses[2 * i], -1, -1);
    btCollisionObjectWrapper in_b(nullptr, b->shape, b->object, poses[2 * i + 1], -1, -1);
    btCollisionAlgorithm *algorithm =
        dispatcher.findAlgorithm(&in_a, &in_b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    Counter counter(&in_a, &in_b);
    btDispatcherInfo info;
    algorithm->processCollision(&in_a, &in_b, info, &counter);
    algorithm->~btCollisionAlgorithm();
    dispatcher.freeCollisionAlgorithm(algorithm);
    return counter.count;
}
double meets(void *a, void *b, const void *places, uint32_t i) {
    return contacts(a, b, places, i) > 0 ? 1 : 0;
}

void refit_impact(void *data, const bench_model *) {
    auto mesh = static_cast<Impact *>(data);
    mesh->shape->postUpdate();
    mesh->shape->updateBound();
}

/* -- the tree of quantised boxes -- */

struct Static {
    btTriangleIndexVertexArray *arrays;
    btBvhTriangleMeshShape *shape;
};

void *make_static(const bench_model *m) {
    auto mesh = new Static;
    mesh->arrays = arrays_of(m);
    mesh->shape = new btBvhTriangleMeshShape(mesh->arrays, true);
    return mesh;
}
void release_static(void *data) {
    auto mesh = static_cast<Static *>(data);
    delete mesh->shape;
    delete mesh->arrays;
    delete mesh;
}
void refit_static(void *data, const bench_model *) {
    auto mesh = static_cast<Static *>(data);
    btVector3 lo, hi;
    mesh->arrays->calculateAabbBruteForce(lo, hi);
    mesh->shape->refitTree(lo, hi);
}

struct Closest : btTriangleRaycastCallback {
    Closest(const btVector3 &from, const btVector3 &to) : btTriangleRaycastCallback(from, to) {}
    btScalar reportHit(const btVector3 &, btScalar fraction, int, int) override { return fraction; }
};

/* Rays have an end there: four directions away, which is behind the mesh. */
double ray(void *data, const bench_ray *given) {
    const float *o = given->origin, *d = given->direction;
    btVector3 from(o[0], o[1], o[2]), to = from + btVector3(d[0], d[1], d[2]) * btScalar(4);
    Closest closest(from, to);
    static_cast<Static *>(data)->shape->performRaycast(&closest, from, to);
    return closest.m_hitFraction < 1 ? 4 * static_cast<double>(closest.m_hitFraction) : 0;
}

void *points(const float (*given)[3], uint32_t count) {
    auto out = new btAlignedObjectArray<btVector3>;
    for (uint32_t i = 0; i < count; ++i)
        out->push_back(btVector3(given[i][0], given[i][1], given[i][2]));
    return out;
}
double pierce(const void *data, uint32_t i) {
    const btVector3 *own = &(*static_cast<const btAlignedObjectArray<btVector3> *>(data))[5 * int(i)];
    btVector3 corners[] = {own[0], own[1], own[2]};
    Closest closest(own[3], own[4]);
    closest.processTriangle(corners, 0, 0);
    return closest.m_hitFraction < 1 ? static_cast<double>(closest.m_hitFraction) : 0;
}

const char *precision() { return sizeof(btScalar) == sizeof(float) ? "float" : "double"; }

mesh_peer impact() {
    mesh_peer out = {};
    out.library = "Bullet GImpact";
    out.precision = precision();
    out.settings = "btGImpactCollisionAlgorithm, all contacts, margin 0; postUpdate";
    out.make = make_impact;
    out.release = release_impact;
    out.places = places_of;
    out.forget = forget;
    out.meets = meets;
    out.contacts = contacts;
    out.refit = refit_impact;
    return out;
}

mesh_peer quantised() {
    mesh_peer out = {};
    out.library = "Bullet BVH";
    out.precision = precision();
    out.settings =
        "btBvhTriangleMeshShape, quantised; performRaycast, refitTree; btTriangleRaycastCallback";
    out.make = make_static;
    out.release = release_static;
    out.refit = refit_static;
    out.ray = ray;
    out.points = points;
    out.pierce = pierce;
    return out;
}

} // namespace

extern "C" {
extern const mesh_peer mesh_peers[] = {impact(), quantised()};
extern const int mesh_peer_count = 2;

const char *mesh_peer_version(void) {
    static char text[16];
    std::snprintf(text, sizeof text, "%d.%d", btGetVersion() / 100, btGetVersion() % 100);
    return text;
}
}
