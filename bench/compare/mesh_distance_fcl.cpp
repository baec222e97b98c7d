/* SPDX-License-Identifier: MIT
 * The questions of bench/mesh_distance.c, asked of FCL (double, trees of OBBRSS). */
#include <fcl/fcl.h>

#include "mesh_models.h"

using Model = fcl::BVHModel<fcl::OBBRSS<double>>;

static std::shared_ptr<Model> make(const bench_model &m) {
    std::vector<fcl::Vector3<double>> vertices;
    std::vector<fcl::Triangle> triangles;
    for (uint32_t i = 0; i < m.vertex_count; ++i)
        vertices.emplace_back(m.vertices[3 * i], m.vertices[3 * i + 1], m.vertices[3 * i + 2]);
    for (uint32_t i = 0; i < m.triangle_count; ++i)
        triangles.emplace_back(m.indices[3 * i], m.indices[3 * i + 1], m.indices[3 * i + 2]);
    auto model = std::make_shared<Model>();
    model->beginModel((int)triangles.size(), (int)vertices.size());
    model->addSubModel(vertices, triangles);
    model->endModel();
    return model;
}

static fcl::Transform3<double> pose(const bench_placement &p) {
    fcl::Transform3<double> out;
    out.setIdentity();
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) out.linear()(i, j) = p.turn[i][j];
        out.translation()[i] = p.at[i];
    }
    return out;
}

static void time_pairs(const char *name, const Model &model, double distance, uint32_t pairs) {
    bench_placement *places = bench_placements(pairs, distance);
    double sum = 0, start = bench_seconds();
    for (uint32_t i = 0; i < pairs; ++i) {
        fcl::DistanceRequest<double> request(true);
        fcl::DistanceResult<double> result;
        fcl::distance(&model, pose(places[2 * i]), &model, pose(places[2 * i + 1]), request, result);
        sum += result.min_distance > 0 ? result.min_distance : 0;
    }
    printf("  FCL OBBRSS %-13s %9.2f us  mean %.6f\n", name, (bench_seconds() - start) / pairs * 1e6,
           sum / pairs);
    free(places);
}

static void run(bench_model m) {
    uint32_t pairs = bench_quick() ? 300 : 3000;
    auto model = make(m);
    printf("%s, %u triangles\n", m.name, m.triangle_count);
    time_pairs("60 % meet", *model, m.distance, pairs);
    time_pairs("apart", *model, 1.5 * m.distance, pairs);
    time_pairs("far apart", *model, 3 * m.distance, pairs);
    free(m.vertices);
    free(m.indices);
}

int main() {
    run(bench_torus());
    run(bench_bumpy_sphere());
    return 0;
}
