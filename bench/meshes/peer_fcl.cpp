/* SPDX-License-Identifier: MIT
 * FCL, in double: trees of oriented boxes for collisions, of OBBRSS for distances, of upright boxes for
 * what changes its form; fcl::collide for one contact, or for all, and fcl::distance. */
#include <cstdlib>
#include <memory>
#include <vector>

#include <fcl/fcl.h>

#include "peer.h"

namespace {

using Pose = fcl::Transform3<double>;
using Poses = std::vector<Pose, Eigen::aligned_allocator<Pose>>;

std::vector<fcl::Vector3<double>> vertices_of(const bench_model *m) {
    std::vector<fcl::Vector3<double>> out;
    for (uint32_t i = 0; i < m->vertex_count; ++i)
        out.emplace_back(m->vertices[3 * i], m->vertices[3 * i + 1], m->vertices[3 * i + 2]);
    return out;
}

template <class Volume> void *make(const bench_model *m) {
    std::vector<fcl::Triangle> triangles;
    for (uint32_t i = 0; i < m->triangle_count; ++i)
        triangles.emplace_back(m->indices[3 * i], m->indices[3 * i + 1], m->indices[3 * i + 2]);
    auto mesh = new fcl::BVHModel<Volume>;
    mesh->beginModel(static_cast<int>(triangles.size()), static_cast<int>(m->vertex_count));
    mesh->addSubModel(vertices_of(m), triangles);
    mesh->endModel();
    return static_cast<fcl::CollisionGeometry<double> *>(mesh);
}

fcl::CollisionGeometry<double> *geometry(void *mesh) {
    return static_cast<fcl::CollisionGeometry<double> *>(mesh);
}
void release(void *mesh) { delete geometry(mesh); }

void *places_of(const bench_placement *given, uint32_t count) {
    auto poses = new Poses(count);
    for (uint32_t k = 0; k < count; ++k) {
        Pose &pose = (*poses)[k];
        pose.setIdentity();
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) pose.linear()(i, j) = given[k].turn[i][j];
            pose.translation()[i] = given[k].at[i];
        }
    }
    return poses;
}
void forget(void *places) { delete static_cast<Poses *>(places); }
const Pose &at(const void *places, uint32_t i) { return (*static_cast<const Poses *>(places))[i]; }

double collide(void *a, void *b, const void *places, uint32_t i, size_t most) {
    fcl::CollisionRequest<double> request(most, false);
    fcl::CollisionResult<double> result;
    return static_cast<double>(fcl::collide(geometry(a), at(places, 2 * i), geometry(b),
                                            at(places, 2 * i + 1), request, result));
}
double meets(void *a, void *b, const void *places, uint32_t i) {
    return collide(a, b, places, i, 1) > 0 ? 1 : 0;
}
double contacts(void *a, void *b, const void *places, uint32_t i) {
    return collide(a, b, places, i, 1000000);
}
double distance(void *a, void *b, const void *places, uint32_t i) {
    fcl::DistanceRequest<double> request(true);
    fcl::DistanceResult<double> result;
    fcl::distance(geometry(a), at(places, 2 * i), geometry(b), at(places, 2 * i + 1), request, result);
    return result.min_distance > 0 ? result.min_distance : 0;
}
double within(void *a, void *b, const void *places, uint32_t i, double reach) {
    return distance(a, b, places, i) <= reach ? 1 : 0;
}

template <class Volume> void refit(void *mesh, const bench_model *m) {
    auto own = static_cast<fcl::BVHModel<Volume> *>(geometry(mesh));
    own->beginUpdateModel();
    own->updateSubModel(vertices_of(m));
    own->endUpdateModel(true, true);
}

void *points(const float (*given)[3], uint32_t count) {
    auto out = new std::vector<fcl::Vector3<double>>;
    for (uint32_t i = 0; i < count; ++i) out->emplace_back(given[i][0], given[i][1], given[i][2]);
    return out;
}
double touch(const void *data, uint32_t i) {
    const auto *p = static_cast<const std::vector<fcl::Vector3<double>> *>(data)->data() + 6 * i;
    return fcl::detail::Intersect<double>::intersect_Triangle(p[0], p[1], p[2], p[3], p[4], p[5]);
}

template <class Volume> mesh_peer peer(const char *name, const char *settings) {
    mesh_peer out = {};
    out.library = name;
    out.precision = "double";
    out.settings = settings;
    out.make = make<Volume>;
    out.release = release;
    out.places = places_of;
    out.forget = forget;
    out.refit = refit<Volume>;
    return out;
}
mesh_peer with_collide(mesh_peer out) {
    out.meets = meets;
    out.contacts = contacts;
    return out;
}
mesh_peer with_triangles(mesh_peer out) {
    out.points = points;
    out.touch = touch;
    return out;
}
mesh_peer with_distance(mesh_peer out) {
    out.distance = distance;
    out.within = within;
    return out;
}

} // namespace

extern "C" {
extern const mesh_peer mesh_peers[] = {
    with_triangles(with_collide(
        peer<fcl::OBB<double>>("FCL OBB", "fcl::collide, one contact or all; refit bottom up; "
                                          "Intersect::intersect_Triangle"))),
    with_distance(with_collide(peer<fcl::OBBRSS<double>>(
        "FCL OBBRSS", "fcl::collide, fcl::distance (for within, too); refit bottom up"))),
    peer<fcl::AABB<double>>("FCL AABB", "refit bottom up"),
};
extern const int mesh_peer_count = static_cast<int>(sizeof mesh_peers / sizeof mesh_peers[0]);

const char *mesh_peer_version(void) { return FCL_VERSION; }
}
