/* SPDX-License-Identifier: MIT
 * FCL, in double: DynamicAABBTreeCollisionManager with fcl::collide for every pair that it names, for
 * one contact without its points, or for all with them; meshes are trees of OBBRSS. Cones, cylinders
 * and capsules lie along z there, so their placements are turned. */
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

#include <fcl/fcl.h>

#include "peer.h"

namespace {

using Object = fcl::CollisionObject<double>;
using Geometry = fcl::CollisionGeometry<double>;
using Pose = fcl::Transform3<double>;

struct State {
    fcl::DynamicAABBTreeCollisionManager<double> manager;
    fcl::CollisionRequest<double> request;
    std::vector<std::unique_ptr<Object>> objects;
    std::vector<bool> along_z;
    std::vector<Pose, Eigen::aligned_allocator<Pose>> poses;
    std::vector<stage_meeting> found;
};

std::vector<fcl::Vector3<double>> vertices_of(const stage_shape &s) {
    std::vector<fcl::Vector3<double>> out;
    for (int i = 0; i < s.vertex_count; ++i)
        out.emplace_back(s.vertices[i][0], s.vertices[i][1], s.vertices[i][2]);
    return out;
}

std::shared_ptr<Geometry> make_hull(const stage_shape &s) {
    auto vertices = std::make_shared<std::vector<fcl::Vector3<double>>>(vertices_of(s));
    auto faces = std::make_shared<std::vector<int>>();
    for (int i = 0; i < s.triangle_count; ++i) {
        faces->push_back(3);
        for (uint32_t corner : s.triangles[i]) faces->push_back(static_cast<int>(corner));
    }
    return std::make_shared<fcl::Convex<double>>(vertices, s.triangle_count, faces);
}

std::shared_ptr<Geometry> make_mesh(const stage_shape &s) {
    std::vector<fcl::Triangle> triangles;
    for (int i = 0; i < s.triangle_count; ++i)
        triangles.emplace_back(s.triangles[i][0], s.triangles[i][1], s.triangles[i][2]);
    auto mesh = std::make_shared<fcl::BVHModel<fcl::OBBRSS<double>>>();
    mesh->beginModel(s.triangle_count, s.vertex_count);
    mesh->addSubModel(vertices_of(s), triangles);
    mesh->endModel();
    return mesh;
}

std::shared_ptr<Geometry> make_shape(const stage_shape &s) {
    switch (s.kind) {
    case STAGE_SPHERE:
        return std::make_shared<fcl::Sphere<double>>(s.size[0]);
    case STAGE_BOX:
        return std::make_shared<fcl::Box<double>>(2 * s.size[0], 2 * s.size[1], 2 * s.size[2]);
    case STAGE_CONE:
        return std::make_shared<fcl::Cone<double>>(s.size[0], s.size[1]);
    case STAGE_CYLINDER:
        return std::make_shared<fcl::Cylinder<double>>(s.size[0], s.size[1]);
    case STAGE_CAPSULE:
        return std::make_shared<fcl::Capsule<double>>(s.size[0], s.size[1]);
    case STAGE_HULL:
        return make_hull(s);
    default:
        return make_mesh(s);
    }
}

void place(void *data, const stage *s) {
    State &state = *static_cast<State *>(data);
    fcl::Matrix3<double> upright;
    upright << 1, 0, 0, 0, 0, 1, 0, -1, 0; /* z becomes y */
    for (size_t i = 0; i < state.poses.size(); ++i) {
        const stage_body &body = s->bodies[i];
        const double *q = body.rotation;
        Pose &pose = state.poses[i];
        pose.setIdentity();
        pose.linear() = Eigen::Quaterniond(q[3], q[0], q[1], q[2]).toRotationMatrix();
        if (state.along_z[i]) pose.linear() = pose.linear() * upright;
        pose.translation() = fcl::Vector3<double>(body.origin[0], body.origin[1], body.origin[2]);
    }
}

void *create(const stage *s, bool contacts) {
    auto *out = new State;
    std::vector<std::shared_ptr<Geometry>> shapes;
    std::vector<Object *> all;
    out->request.num_max_contacts = contacts ? 1000000 : 1;
    out->request.enable_contact = contacts;
    for (int i = 0; i < s->shape_count; ++i) {
        shapes.push_back(make_shape(s->shapes[i]));
        shapes.back()->computeLocalAABB();
    }
    for (int i = 0; i < s->count; ++i) {
        const int shape = s->bodies[i].shape;
        stage_shape_kind kind = s->shapes[shape].kind;
        out->along_z.push_back(kind == STAGE_CONE || kind == STAGE_CYLINDER || kind == STAGE_CAPSULE);
        out->objects.emplace_back(new Object(shapes[static_cast<size_t>(shape)]));
        out->objects.back()->setUserData(reinterpret_cast<void *>(static_cast<intptr_t>(i)));
        all.push_back(out->objects.back().get());
    }
    out->poses.resize(out->objects.size());
    place(out, s);
    for (size_t i = 0; i < all.size(); ++i) {
        all[i]->setTransform(out->poses[i]);
        all[i]->computeAABB();
    }
    out->manager.registerObjects(all);
    out->manager.setup();
    return out;
}

uint64_t number_of(const Object *object) {
    return static_cast<uint64_t>(reinterpret_cast<intptr_t>(object->getUserData()));
}

bool meet(Object *a, Object *b, void *data) {
    State &state = *static_cast<State *>(data);
    fcl::CollisionResult<double> result;
    fcl::collide(a, b, state.request, result);
    if (!result.isCollision()) return false;
    double depth = state.request.enable_contact ? 0 : NAN;
    for (size_t i = 0; state.request.enable_contact && i < result.numContacts(); ++i)
        depth = std::max(depth, result.getContact(i).penetration_depth);
    state.found.push_back(stage_meeting_of(number_of(a), number_of(b), depth));
    return false;
}

void step(void *data) {
    State &state = *static_cast<State *>(data);
    for (size_t i = 0; i < state.objects.size(); ++i) {
        state.objects[i]->setTransform(state.poses[i]);
        state.objects[i]->computeAABB();
    }
    state.found.clear();
    state.manager.update();
    state.manager.collide(data, meet);
}

stage_meeting *meetings(void *data, size_t *count) {
    const State &state = *static_cast<State *>(data);
    *count = state.found.size();
    auto *out = static_cast<stage_meeting *>(std::malloc((*count + 1) * sizeof(stage_meeting)));
    if (!out) std::abort();
    std::copy(state.found.begin(), state.found.end(), out);
    return out;
}

void destroy(void *data) { delete static_cast<State *>(data); }

} // namespace

extern "C" {
const scene_peer scene_peers[] = {{"FCL", "double", "DynamicAABBTreeCollisionManager, fcl::collide",
                                   create, place, step, nullptr, meetings, destroy}};
const int scene_peer_count = 1;

const char *scene_peer_version(void) { return FCL_VERSION; }
}
