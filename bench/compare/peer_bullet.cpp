/* SPDX-License-Identifier: MIT
 * Bullet, compiled once for its float libraries and once for its double ones, by its convex queries
 * themselves (no world, no dispatcher), margins 0 so that shapes are what they say:
 *  - Bullet: btGjkPairDetector with btVoronoiSimplexSolver and btGjkEpaPenetrationDepthSolver for
 *    intersect (asked for contacts at distance 0), distance and depth; the separating axis is handed on
 *    when coherent
 *  - Bullet GjkEpa2: btGjkEpaSolver2::Distance and ::Penetration, which start from the last answer's
 *    normal when coherent and from the line of centres otherwise
 *  - Bullet box-box: btBoxBoxDetector, the separating axis test it uses for two boxes
 *  - Bullet subsimplex, Bullet GJK cast, Bullet continuous: shape casts by btSubsimplexConvexCast,
 *    btGjkConvexCast and btContinuousConvexCollision; rays by the first two, as Bullet's worlds do: as
 *    a sphere of radius 0
 *
 * Hulls are btConvexHullShape. */
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include "peer.h"

namespace {

enum class Way { pair_detector, gjk_epa, box_box, subsimplex, gjk_cast, continuous };

struct Query {
    const btConvexShape *a, *b;
    btTransform pose_a, pose_b, end_a, ray_from, ray_to;
};

/* btTransform is aligned, so plain vectors will not do in every version. */
struct State {
    int question, frames;
    Way way;
    std::vector<std::unique_ptr<btConvexShape>> shapes;
    btAlignedObjectArray<Query> queries;
};

const double not_a_number = std::numeric_limits<double>::quiet_NaN();
const double miss = std::numeric_limits<double>::infinity();

btScalar real(double x) { return static_cast<btScalar>(x); }
btVector3 vector(const double *v) { return btVector3(real(v[0]), real(v[1]), real(v[2])); }

btConvexShape *make_shape(const work_shape &s) {
    btScalar x = real(s.size[0]), y = real(s.size[1]);
    btConvexShape *out = nullptr;
    switch (s.kind) {
    case WORK_SPHERE:
        return new btSphereShape(x);
    case WORK_CAPSULE:
        return new btCapsuleShape(x, y);
    case WORK_BOX:
        out = new btBoxShape(vector(s.size));
        break;
    case WORK_CYLINDER:
        out = new btCylinderShape(btVector3(x, y / 2, x));
        break;
    case WORK_CONE:
        out = new btConeShape(x, y);
        break;
    default: {
        btConvexHullShape *hull = new btConvexHullShape();
        for (int i = 0; i < s.vertex_count; ++i) hull->addPoint(vector(s.vertices + 3 * i), false);
        hull->recalcLocalAabb();
        out = hull;
    }
    }
    out->setMargin(0);
    return out;
}

btTransform make_pose(const work_pose &pose) {
    const double *q = pose.rotation;
    return btTransform(btQuaternion(real(q[0]), real(q[1]), real(q[2]), real(q[3])),
                       vector(pose.origin));
}

bool answers_it(const work *w, Way way) {
    bool cast = w->question == WORK_RAY || w->question == WORK_CAST;
    switch (way) {
    case Way::pair_detector:
        return !cast;
    case Way::gjk_epa:
        return !cast && w->question != WORK_INTERSECT;
    case Way::box_box:
        for (int i = 0; i < w->shape_count; ++i)
            if (w->shapes[i].kind != WORK_BOX) return false;
        return w->question == WORK_INTERSECT || w->question == WORK_DEPTH;
    case Way::continuous:
        return w->question == WORK_CAST;
    default:
        return cast;
    }
}

void *prepare_with(const work *w, Way way) {
    if (!answers_it(w, way)) return nullptr;
    State *s = new State;
    s->question = w->question;
    s->frames = w->frames;
    s->way = way;
    for (int i = 0; i < w->shape_count; ++i) s->shapes.emplace_back(make_shape(w->shapes[i]));
    for (int i = 0; i < w->query_count; ++i) {
        const work_query &q = w->queries[i];
        Query out;
        out.a = s->shapes[static_cast<size_t>(q.a)].get();
        out.b = s->shapes[static_cast<size_t>(q.b)].get();
        out.pose_a = make_pose(q.pose_a);
        out.pose_b = make_pose(q.pose_b);
        out.end_a = btTransform(out.pose_a.getRotation(), out.pose_a.getOrigin() + vector(q.motion));
        out.ray_from = out.ray_to = btTransform::getIdentity();
        out.ray_from.setOrigin(out.pose_b.getOrigin());
        out.ray_to.setOrigin(out.pose_b.getOrigin() + vector(q.motion));
        s->queries.push_back(out);
    }
    return s;
}

void finish(void *data) { delete static_cast<State *>(data); }

/* What the shape's radius adds to its core where margins are left out. */
btScalar radius_of(const btConvexShape *shape) {
    int type = shape->getShapeType();
    return type == SPHERE_SHAPE_PROXYTYPE || type == CAPSULE_SHAPE_PROXYTYPE ? shape->getMargin() : 0;
}

/* The signed distance of the closest points, or infinity where none are reported. */
void run_pair_detector(const State &s, double *answers) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver epa;
    btVector3 axis(0, 1, 0);
    for (int i = 0; i < s.queries.size(); ++i) {
        const Query &q = s.queries[i];
        btGjkPairDetector detector(q.a, q.b, &simplex, &epa);
        btGjkPairDetector::ClosestPointInput input;
        input.m_transformA = q.pose_a;
        input.m_transformB = q.pose_b;
        if (s.question == WORK_INTERSECT) {
            btScalar reach = radius_of(q.a) + radius_of(q.b); /* it means the distance of the cores */
            input.m_maximumDistanceSquared = reach * reach;
        }
        if (s.frames > 1 && i % s.frames != 0) detector.setCachedSeparatingAxis(axis);
        btPointCollector closest;
        detector.getClosestPoints(input, closest, nullptr);
        axis = detector.getCachedSeparatingAxis();
        double distance = closest.m_hasResult ? static_cast<double>(closest.m_distance) : miss;
        if (s.question == WORK_INTERSECT)
            answers[i] = distance <= 0;
        else if (!closest.m_hasResult)
            answers[i] = not_a_number;
        else
            answers[i] = s.question == WORK_DEPTH ? -distance : distance;
    }
}

void run_gjk_epa(const State &s, double *answers) {
    btGjkEpaSolver2::sResults found;
    for (int i = 0; i < s.queries.size(); ++i) {
        const Query &q = s.queries[i];
        btVector3 guess = q.pose_b.getOrigin() - q.pose_a.getOrigin();
        if (s.frames > 1 && i % s.frames != 0) guess = found.normal;
        if (s.question == WORK_DISTANCE) {
            bool good = btGjkEpaSolver2::Distance(q.a, q.pose_a, q.b, q.pose_b, guess, found);
            answers[i] = good ? static_cast<double>(found.distance - radius_of(q.a) - radius_of(q.b))
                              : not_a_number;
        } else {
            bool good = btGjkEpaSolver2::Penetration(q.a, q.pose_a, q.b, q.pose_b, guess, found);
            answers[i] = good ? -static_cast<double>(found.distance) : not_a_number;
        }
    }
}

void run_box_box(const State &s, double *answers) {
    for (int i = 0; i < s.queries.size(); ++i) {
        const Query &q = s.queries[i];
        btBoxBoxDetector detector(static_cast<const btBoxShape *>(q.a),
                                  static_cast<const btBoxShape *>(q.b));
        btBoxBoxDetector::ClosestPointInput input;
        input.m_transformA = q.pose_a;
        input.m_transformB = q.pose_b;
        input.m_maximumDistanceSquared = 0;
        btPointCollector deepest;
        detector.getClosestPoints(input, deepest, nullptr);
        double depth = deepest.m_hasResult ? -static_cast<double>(deepest.m_distance) : 0;
        answers[i] = s.question == WORK_INTERSECT ? deepest.m_hasResult : depth;
    }
}

void run_casts(const State &s, double *answers) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver epa;
    btSphereShape point(0);
    point.setMargin(0);
    bool ray = s.question == WORK_RAY;
    for (int i = 0; i < s.queries.size(); ++i) {
        const Query &q = s.queries[i];
        const btConvexShape *a = ray ? &point : q.a, *b = ray ? q.a : q.b;
        const btTransform &from = ray ? q.ray_from : q.pose_a, &to = ray ? q.ray_to : q.end_a;
        const btTransform &rest = ray ? q.pose_a : q.pose_b;
        btConvexCast::CastResult result;
        bool hit;
        if (s.way == Way::continuous)
            hit = btContinuousConvexCollision(a, b, &simplex, &epa)
                      .calcTimeOfImpact(from, to, rest, rest, result);
        else if (s.way == Way::gjk_cast)
            hit = btGjkConvexCast(a, b, &simplex).calcTimeOfImpact(from, to, rest, rest, result);
        else
            hit = btSubsimplexConvexCast(a, b, &simplex).calcTimeOfImpact(from, to, rest, rest, result);
        answers[i] = hit ? static_cast<double>(result.m_fraction) : miss;
    }
}

void run(void *data, double *answers) {
    const State &s = *static_cast<State *>(data);
    if (s.question == WORK_RAY || s.question == WORK_CAST)
        run_casts(s, answers);
    else if (s.way == Way::box_box)
        run_box_box(s, answers);
    else if (s.way == Way::gjk_epa)
        run_gjk_epa(s, answers);
    else
        run_pair_detector(s, answers);
}

template <Way way> void *prepare(const work *w) { return prepare_with(w, way); }

#if defined(BT_USE_DOUBLE_PRECISION)
#define PRECISION "double"
#else
#define PRECISION "float"
#endif

} // namespace

extern "C" {
const peer peers[] = {
    {"Bullet", PRECISION, "btGjkPairDetector, margins 0", prepare<Way::pair_detector>, run, finish},
    {"Bullet GjkEpa2", PRECISION, "btGjkEpaSolver2, margins 0", prepare<Way::gjk_epa>, run, finish},
    {"Bullet box-box", PRECISION, "btBoxBoxDetector", prepare<Way::box_box>, run, finish},
    {"Bullet subsimplex", PRECISION, "btSubsimplexConvexCast", prepare<Way::subsimplex>, run, finish},
    {"Bullet GJK cast", PRECISION, "btGjkConvexCast", prepare<Way::gjk_cast>, run, finish},
    {"Bullet continuous", PRECISION, "btContinuousConvexCollision", prepare<Way::continuous>, run,
     finish},
};
const int peer_count = static_cast<int>(sizeof peers / sizeof peers[0]);

const char *peer_version(void) {
    static char text[16];
    snprintf(text, sizeof text, "%d.%d", btGetVersion() / 100, btGetVersion() % 100);
    return text;
}
}
