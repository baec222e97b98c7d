/* SPDX-License-Identifier: MIT
 * FCL (double) by its public functions on geometries and transforms, with both of its solvers:
 *  - intersect: fcl::collide without contacts; the GJK guess is kept from frame to frame when coherent
 *    (only its own solver, "indep", uses it)
 *  - distance: fcl::distance without nearest points, tolerance 1e-6 (the default)
 *  - depth: fcl::distance with signed distances, tolerance 1e-6 (its own solver stops the program by an
 *    assertion there, so it is asked for the deepest contact of fcl::collide instead), and as a third
 *    way ("contacts") the deepest contact of fcl::collide with the libccd solver
 *  - casts: fcl::continuousCollide, translation, conservative advancement, error of time 1e-4 (the
 *    default) and no limit of iterations that matters; it has no ray casts
 *
 * Cylinders, cones and capsules stand along z in FCL: their poses are turned beforehand. */
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <vector>

#include <fcl/fcl.h>

#include "peer.h"

namespace {

using Geometry = fcl::CollisionGeometry<double>;
using Transform = fcl::Transform3<double>;

struct Query {
    const Geometry *a, *b;
    Transform pose_a, pose_b, end_a;
};

struct State {
    int question, frames;
    bool contacts;
    fcl::GJKSolverType solver;
    std::vector<std::shared_ptr<Geometry>> shapes;
    std::vector<Query> queries;
};

std::shared_ptr<Geometry> make_hull(const work_shape &s) {
    auto vertices = std::make_shared<std::vector<fcl::Vector3<double>>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (int i = 0; i < s.vertex_count; ++i)
        vertices->emplace_back(s.vertices[3 * i], s.vertices[3 * i + 1], s.vertices[3 * i + 2]);
    for (int i = 0; i < s.triangle_count; ++i) {
        faces->push_back(3);
        for (int k = 0; k < 3; ++k) faces->push_back(s.triangles[3 * i + k]);
    }
    return std::make_shared<fcl::Convex<double>>(vertices, s.triangle_count, faces);
}

std::shared_ptr<Geometry> make_shape(const work_shape &s) {
    std::shared_ptr<Geometry> out;
    switch (s.kind) {
    case WORK_SPHERE:
        out = std::make_shared<fcl::Sphere<double>>(s.size[0]);
        break;
    case WORK_BOX:
        out = std::make_shared<fcl::Box<double>>(2 * s.size[0], 2 * s.size[1], 2 * s.size[2]);
        break;
    case WORK_CAPSULE:
        out = std::make_shared<fcl::Capsule<double>>(s.size[0], s.size[1]);
        break;
    case WORK_CYLINDER:
        out = std::make_shared<fcl::Cylinder<double>>(s.size[0], s.size[1]);
        break;
    case WORK_CONE:
        out = std::make_shared<fcl::Cone<double>>(s.size[0], s.size[1]);
        break;
    default:
        out = make_hull(s);
    }
    out->computeLocalAABB();
    return out;
}

Transform make_pose(const work_shape &s, const work_pose &pose) {
    const double *q = pose.rotation;
    Transform out = Transform::Identity();
    fcl::Matrix3<double> turn = fcl::Quaternion<double>(q[3], q[0], q[1], q[2]).toRotationMatrix();
    if (s.kind == WORK_CAPSULE || s.kind == WORK_CYLINDER || s.kind == WORK_CONE) {
        fcl::Matrix3<double> stand;
        stand << 1, 0, 0, 0, 0, 1, 0, -1, 0; /* z to y */
        turn = turn * stand;
    }
    out.linear() = turn;
    out.translation() = fcl::Vector3<double>(pose.origin[0], pose.origin[1], pose.origin[2]);
    return out;
}

void *prepare_with(const work *w, fcl::GJKSolverType solver, bool contacts) {
    if (w->question == WORK_RAY || (contacts && w->question != WORK_DEPTH)) return nullptr;
    State *s = new State{w->question, w->frames, contacts || solver == fcl::GST_INDEP, solver, {}, {}};
    for (int i = 0; i < w->shape_count; ++i) s->shapes.push_back(make_shape(w->shapes[i]));
    for (int i = 0; i < w->query_count; ++i) {
        const work_query &q = w->queries[i];
        Query out{s->shapes[static_cast<size_t>(q.a)].get(), s->shapes[static_cast<size_t>(q.b)].get(),
                  make_pose(w->shapes[q.a], q.pose_a), make_pose(w->shapes[q.b], q.pose_b),
                  Transform::Identity()};
        out.end_a = out.pose_a;
        out.end_a.translation() += fcl::Vector3<double>(q.motion[0], q.motion[1], q.motion[2]);
        s->queries.push_back(out);
    }
    return s;
}

void run_intersect(const State &s, double *answers) {
    fcl::CollisionRequest<double> request;
    request.gjk_solver_type = s.solver;
    for (size_t i = 0; i < s.queries.size(); ++i) {
        const Query &q = s.queries[i];
        if (i % static_cast<size_t>(s.frames) == 0) request.enable_cached_gjk_guess = false;
        fcl::CollisionResult<double> result;
        fcl::collide(q.a, q.pose_a, q.b, q.pose_b, request, result);
        answers[i] = result.isCollision();
        if (s.frames > 1) {
            request.cached_gjk_guess = result.cached_gjk_guess;
            request.enable_cached_gjk_guess = true;
        }
    }
}

double contact_depth(const State &s, const Query &q) {
    fcl::CollisionRequest<double> request(1, true);
    request.gjk_solver_type = s.solver;
    fcl::CollisionResult<double> result;
    fcl::collide(q.a, q.pose_a, q.b, q.pose_b, request, result);
    double most = 0;
    for (size_t k = 0; k < result.numContacts(); ++k)
        most = std::max(most, result.getContact(k).penetration_depth);
    return most;
}

double signed_distance(const State &s, const Query &q) {
    fcl::DistanceRequest<double> request(false, s.question == WORK_DEPTH);
    request.gjk_solver_type = s.solver;
    fcl::DistanceResult<double> result;
    return fcl::distance(q.a, q.pose_a, q.b, q.pose_b, request, result);
}

double time_of_contact(const State &s, const Query &q) {
    fcl::ContinuousCollisionRequest<double> request(1000, 1e-4, fcl::CCDM_TRANS, s.solver,
                                                    fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
    fcl::ContinuousCollisionResult<double> result;
    fcl::continuousCollide(q.a, q.pose_a, q.end_a, q.b, q.pose_b, q.pose_b, request, result);
    return result.is_collide ? result.time_of_contact : std::numeric_limits<double>::infinity();
}

double answer(const State &s, const Query &q) {
    switch (s.question) {
    case WORK_DISTANCE:
        return signed_distance(s, q);
    case WORK_DEPTH:
        return s.contacts ? contact_depth(s, q) : -signed_distance(s, q);
    default:
        return time_of_contact(s, q);
    }
}

void run(void *data, double *answers) {
    const State &s = *static_cast<State *>(data);
    if (s.question == WORK_INTERSECT) {
        run_intersect(s, answers);
        return;
    }
    for (size_t i = 0; i < s.queries.size(); ++i) {
        try {
            answers[i] = answer(s, s.queries[i]);
        } catch (const std::exception &) {
            answers[i] = std::numeric_limits<double>::quiet_NaN();
        }
    }
}

void finish(void *data) { delete static_cast<State *>(data); }

void *prepare_libccd(const work *w) { return prepare_with(w, fcl::GST_LIBCCD, false); }
void *prepare_indep(const work *w) { return prepare_with(w, fcl::GST_INDEP, false); }
void *prepare_contacts(const work *w) { return prepare_with(w, fcl::GST_LIBCCD, true); }

} // namespace

extern "C" {
const peer peers[] = {
    {"FCL libccd", "double", "libccd solver, tolerance 1e-6", prepare_libccd, run, finish},
    {"FCL indep", "double",
     "own solver, tolerance 1e-6, cached guess when coherent, contacts for depth", prepare_indep, run,
     finish},
    {"FCL contacts", "double", "libccd solver, deepest contact of collide", prepare_contacts, run,
     finish},
};
const int peer_count = static_cast<int>(sizeof peers / sizeof peers[0]);
const char *peer_version(void) { return FCL_VERSION; }
}
