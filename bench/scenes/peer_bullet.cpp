/* SPDX-License-Identifier: MIT
 * Bullet, compiled once for its float libraries and once for its double ones: btCollisionWorld with
 * btDbvtBroadphase and the default algorithms, GImpact's for meshes; performDiscreteCollisionDetection.
 * It always finds points of contact. Two pairs of settings:
 *  - Bullet: margins 0, so that shapes are what they say
 *  - Bullet margins: margins of 0.04 as they come, inside of boxes and cylinders, outside of hulls and
 *    cones, which makes for some wrong pairs. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

#include "peer.h"

namespace {

struct State {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broad;
    btCollisionWorld world{&dispatcher, &broad, &configuration};
    std::vector<std::unique_ptr<btTriangleIndexVertexArray>> arrays;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btCollisionObject>> objects;
    btAlignedObjectArray<btTransform> poses;
};

btScalar real(double x) { return static_cast<btScalar>(x); }

btCollisionShape *make_mesh(State &state, const stage_shape &s) {
    btIndexedMesh part;
    part.m_numTriangles = s.triangle_count;
    part.m_triangleIndexBase = reinterpret_cast<const unsigned char *>(s.triangles);
    part.m_triangleIndexStride = sizeof *s.triangles;
    part.m_numVertices = s.vertex_count;
    part.m_vertexBase = reinterpret_cast<const unsigned char *>(s.vertices);
    part.m_vertexStride = sizeof *s.vertices;
    part.m_vertexType = PHY_FLOAT;
    state.arrays.emplace_back(new btTriangleIndexVertexArray);
    state.arrays.back()->addIndexedMesh(part);
    return new btGImpactMeshShape(state.arrays.back().get());
}

btCollisionShape *make_hull(const stage_shape &s) {
    auto *hull = new btConvexHullShape();
    for (int i = 0; i < s.vertex_count; ++i)
        hull->addPoint(btVector3(s.vertices[i][0], s.vertices[i][1], s.vertices[i][2]), false);
    hull->recalcLocalAabb();
    return hull;
}

btCollisionShape *make_shape(State &state, const stage_shape &s) {
    btScalar x = real(s.size[0]), y = real(s.size[1]);
    switch (s.kind) {
    case STAGE_SPHERE:
        return new btSphereShape(x);
    case STAGE_CAPSULE:
        return new btCapsuleShape(x, y);
    case STAGE_BOX:
        return new btBoxShape(btVector3(x, y, real(s.size[2])));
    case STAGE_CYLINDER:
        return new btCylinderShape(btVector3(x, y / 2, x));
    case STAGE_CONE:
        return new btConeShape(x, y);
    case STAGE_HULL:
        return make_hull(s);
    default:
        return make_mesh(state, s);
    }
}

void place(void *data, const stage *s) {
    State &state = *static_cast<State *>(data);
    for (int i = 0; i < s->count; ++i) {
        const double *q = s->bodies[i].rotation, *p = s->bodies[i].origin;
        state.poses[i] = btTransform(btQuaternion(real(q[0]), real(q[1]), real(q[2]), real(q[3])),
                                     btVector3(real(p[0]), real(p[1]), real(p[2])));
    }
}

void *make(const stage *s, bool margins) {
    auto *out = new State;
    btGImpactCollisionAlgorithm::registerAlgorithm(&out->dispatcher);
    for (int i = 0; i < s->shape_count; ++i) {
        const stage_shape &given = s->shapes[i];
        btCollisionShape *shape = make_shape(*out, given);
        bool round =
            given.kind == STAGE_SPHERE || given.kind == STAGE_CAPSULE; /* the margin is the radius */
        if (!round && !margins) shape->setMargin(0);
        if (given.kind == STAGE_MESH) static_cast<btGImpactMeshShape *>(shape)->updateBound();
        out->shapes.emplace_back(shape);
    }
    out->poses.resize(s->count, btTransform::getIdentity());
    place(out, s);
    for (int i = 0; i < s->count; ++i) {
        out->objects.emplace_back(new btCollisionObject);
        btCollisionObject &object = *out->objects.back();
        object.setCollisionShape(out->shapes[static_cast<size_t>(s->bodies[i].shape)].get());
        object.setCollisionFlags(0);
        object.setUserIndex(i);
        /* In its place before it is added: else all would be pairs of all at first. */
        object.setWorldTransform(out->poses[i]);
        out->world.addCollisionObject(&object);
    }
    return out;
}

void *create_exact(const stage *s, bool) { return make(s, false); }
void *create_with_margins(const stage *s, bool) { return make(s, true); }

void step(void *data) {
    State &state = *static_cast<State *>(data);
    for (int i = 0; i < state.poses.size(); ++i)
        state.objects[static_cast<size_t>(i)]->setWorldTransform(state.poses[i]);
    state.world.performDiscreteCollisionDetection();
}

void cast(void *data, const stage_ray *rays, double *found) {
    const State &state = *static_cast<State *>(data);
    for (int i = 0; i < STAGE_RAYS; ++i) {
        const double *p = rays[i].from, *q = rays[i].to;
        btVector3 from(real(p[0]), real(p[1]), real(p[2])), to(real(q[0]), real(q[1]), real(q[2]));
        btCollisionWorld::ClosestRayResultCallback closest(from, to);
        state.world.rayTest(from, to, closest);
        found[i] = static_cast<double>(closest.m_closestHitFraction);
    }
}

/* How deep at the deepest point; below 0: they do not meet. */
double depth_of(const btPersistentManifold &manifold) {
    double depth = -1;
    for (int i = 0; i < manifold.getNumContacts(); ++i)
        depth = std::max(depth, -static_cast<double>(manifold.getContactPoint(i).getDistance()));
    return depth;
}

stage_meeting *meetings(void *data, size_t *count) {
    State &state = *static_cast<State *>(data);
    int manifolds = state.dispatcher.getNumManifolds();
    auto *out = static_cast<stage_meeting *>(
        std::malloc((static_cast<size_t>(manifolds) + 1) * sizeof(stage_meeting)));
    if (!out) std::abort();
    *count = 0;
    for (int i = 0; i < manifolds; ++i) {
        const btPersistentManifold &manifold = *state.dispatcher.getManifoldByIndexInternal(i);
        double depth = depth_of(manifold);
        if (depth < 0) continue;
        auto a = static_cast<uint64_t>(manifold.getBody0()->getUserIndex());
        auto b = static_cast<uint64_t>(manifold.getBody1()->getUserIndex());
        out[(*count)++] = stage_meeting_of(a, b, depth);
    }
    return out;
}

/* The program ends, and its memory with it: taking bodies out looks through all pairs for each of them,
 * which is half a minute for 100,000. */
void destroy(void *) {}

#if defined(BT_USE_DOUBLE_PRECISION)
#define PRECISION "double"
#else
#define PRECISION "float"
#endif

} // namespace

extern "C" {
const scene_peer scene_peers[] = {
    {"Bullet", PRECISION, "btCollisionWorld, margins 0", create_exact, place, step, cast, meetings,
     destroy},
    {"Bullet margins", PRECISION, "btCollisionWorld, margins 0.04", create_with_margins, place, step,
     cast, meetings, destroy},
};
const int scene_peer_count = static_cast<int>(sizeof scene_peers / sizeof scene_peers[0]);

const char *scene_peer_version(void) {
    static char text[16];
    std::snprintf(text, sizeof text, "%d.%d", btGetVersion() / 100, btGetVersion() % 100);
    return text;
}
}
