/* SPDX-License-Identifier: MIT
 * FCL (double): trees of oriented boxes, or as VOLUME says; fcl::collide for one contact, or for all.
 */
#include <fcl/fcl.h>

#include "mesh_models.h"

#ifndef VOLUME
#define VOLUME OBB
#endif
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

using Model = fcl::BVHModel<fcl::VOLUME<double>>;

struct peer_mesh {
    std::shared_ptr<Model> model;
};
struct peer_place {
    fcl::Transform3<double> pose;
};

static const char *peer_name(void) { return "FCL " TEXT(VOLUME); }

static peer_mesh *peer_make(const bench_model *m) {
    std::vector<fcl::Vector3<double>> vertices;
    std::vector<fcl::Triangle> triangles;
    for (uint32_t i = 0; i < m->vertex_count; ++i)
        vertices.emplace_back(m->vertices[3 * i], m->vertices[3 * i + 1], m->vertices[3 * i + 2]);
    for (uint32_t i = 0; i < m->triangle_count; ++i)
        triangles.emplace_back(m->indices[3 * i], m->indices[3 * i + 1], m->indices[3 * i + 2]);
    auto mesh = new peer_mesh{std::make_shared<Model>()};
    mesh->model->beginModel((int)triangles.size(), (int)vertices.size());
    mesh->model->addSubModel(vertices, triangles);
    mesh->model->endModel();
    return mesh;
}
static void peer_release(peer_mesh *mesh) { delete mesh; }

static peer_place peer_placement(const bench_placement *p) {
    peer_place out;
    out.pose.setIdentity();
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) out.pose.linear()(i, j) = p->turn[i][j];
        out.pose.translation()[i] = p->at[i];
    }
    return out;
}

static long collide(peer_mesh *a, const peer_place &at_a, peer_mesh *b, const peer_place &at_b,
                    size_t most) {
    fcl::CollisionRequest<double> request(most, false);
    fcl::CollisionResult<double> result;
    return (long)fcl::collide(a->model.get(), at_a.pose, b->model.get(), at_b.pose, request, result);
}
static bool peer_meets(peer_mesh *a, const peer_place &at_a, peer_mesh *b, const peer_place &at_b) {
    return collide(a, at_a, b, at_b, 1) > 0;
}
static long peer_contacts(peer_mesh *a, const peer_place &at_a, peer_mesh *b, const peer_place &at_b) {
    return collide(a, at_a, b, at_b, 1000000);
}

#include "mesh_peer.h" /* main, which uses all of these */
