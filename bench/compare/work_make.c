/* SPDX-License-Identifier: MIT
 * The rows of the comparison and how their queries are made. Hulls are those of random points on
 * ellipsoids with half axes 0.5 to 1; radii, half extents and half heights of the others are 0.5 to 1
 * too (capsules: radius 0.25 to 0.5). 32 shapes of each, 16 hulls from 512 vertices on.
 *  - cold: another random pair each query, orientations uniform, everything shifted by up to 5; B in a
 *    ball tuned for half hits (intersect), or at a gap log-uniform in 1e-3..1 along a random direction
 *    (distance)
 *  - coherent: both turn one degree a frame, the direction between them drifts 0.01 radians a frame,
 *    the gap varies smoothly within 0.05..0.5; a pair is asked about for 100 frames
 *  - shallow: depth 0.01 to 0.05, mean 0.03: apart at first, then moved along the shortest way into
 *    each other
 *  - deep: centres in a ball tuned for a mean depth of 0.9
 *  - casts: start apart, move towards a place in or beside the other: most hit, some miss
 *
 * This uses the double library to place things; what is right is decided by truth.c, which does not. */
#include <math.h>
#include <string.h>

#include "work_graze.h"

enum { FRAMES = 100, SHAPES = 32 };

#define HULL(workload, count, question, coherent, spread)                                              \
    { workload, "hull " #count, question, WORK_HULL, WORK_HULL, count, coherent, spread }
#define HULLS(workload, question, coherent)                                                            \
    HULL(workload, 8, question, coherent, 0), HULL(workload, 32, question, coherent, 0),               \
        HULL(workload, 128, question, coherent, 0), HULL(workload, 512, question, coherent, 0),        \
        HULL(workload, 2048, question, coherent, 0)

static const work_row rows[] = {
    HULL("intersect, cold", 8, WORK_INTERSECT, false, 1.3),
    HULL("intersect, cold", 32, WORK_INTERSECT, false, 1.7),
    HULL("intersect, cold", 128, WORK_INTERSECT, false, 1.85),
    HULL("intersect, cold", 512, WORK_INTERSECT, false, 1.85),
    HULL("intersect, cold", 2048, WORK_INTERSECT, false, 1.9),
    HULLS("intersect, coherent", WORK_INTERSECT, true),
    HULLS("distance, cold", WORK_DISTANCE, false),
    HULLS("distance, coherent", WORK_DISTANCE, true),
    {"intersect, cold", "sphere-sphere", WORK_INTERSECT, WORK_SPHERE, WORK_SPHERE, 0, false, 2.0},
    {"intersect, cold", "capsule-capsule", WORK_INTERSECT, WORK_CAPSULE, WORK_CAPSULE, 0, false, 1.38},
    {"intersect, cold", "box-box", WORK_INTERSECT, WORK_BOX, WORK_BOX, 0, false, 2.55},
    {"intersect, cold", "cylinder-cylinder", WORK_INTERSECT, WORK_CYLINDER, WORK_CYLINDER, 0, false,
     2.4},
    {"intersect, cold", "cone-cone", WORK_INTERSECT, WORK_CONE, WORK_CONE, 0, false, 1.66},
    {"intersect, cold", "sphere-box", WORK_INTERSECT, WORK_SPHERE, WORK_BOX, 0, false, 2.25},
    {"intersect, cold", "capsule-box", WORK_INTERSECT, WORK_CAPSULE, WORK_BOX, 0, false, 1.95},
    {"intersect, cold", "cylinder-box", WORK_INTERSECT, WORK_CYLINDER, WORK_BOX, 0, false, 2.45},
    {"intersect, cold", "cone-box", WORK_INTERSECT, WORK_CONE, WORK_BOX, 0, false, 2.1},
    {"intersect, coherent", "box-box", WORK_INTERSECT, WORK_BOX, WORK_BOX, 0, true, 0},
    {"intersect, coherent", "cylinder-cylinder", WORK_INTERSECT, WORK_CYLINDER, WORK_CYLINDER, 0, true,
     0},
    {"distance, cold", "sphere-sphere", WORK_DISTANCE, WORK_SPHERE, WORK_SPHERE, 0, false, 0},
    {"distance, cold", "capsule-capsule", WORK_DISTANCE, WORK_CAPSULE, WORK_CAPSULE, 0, false, 0},
    {"distance, cold", "box-box", WORK_DISTANCE, WORK_BOX, WORK_BOX, 0, false, 0},
    {"distance, cold", "cylinder-cylinder", WORK_DISTANCE, WORK_CYLINDER, WORK_CYLINDER, 0, false, 0},
    {"distance, cold", "cone-cone", WORK_DISTANCE, WORK_CONE, WORK_CONE, 0, false, 0},
    {"distance, cold", "sphere-box", WORK_DISTANCE, WORK_SPHERE, WORK_BOX, 0, false, 0},
    {"distance, cold", "capsule-box", WORK_DISTANCE, WORK_CAPSULE, WORK_BOX, 0, false, 0},
    {"distance, cold", "cylinder-box", WORK_DISTANCE, WORK_CYLINDER, WORK_BOX, 0, false, 0},
    {"distance, cold", "cone-box", WORK_DISTANCE, WORK_CONE, WORK_BOX, 0, false, 0},
    {"distance, coherent", "box-box", WORK_DISTANCE, WORK_BOX, WORK_BOX, 0, true, 0},
    {"distance, coherent", "cylinder-cylinder", WORK_DISTANCE, WORK_CYLINDER, WORK_CYLINDER, 0, true,
     0},
    {"depth, shallow", "box-box", WORK_DEPTH, WORK_BOX, WORK_BOX, 0, false, 0},
    {"depth, shallow", "hull 32", WORK_DEPTH, WORK_HULL, WORK_HULL, 32, false, 0},
    {"depth, shallow", "cylinder-cylinder", WORK_DEPTH, WORK_CYLINDER, WORK_CYLINDER, 0, false, 0},
    {"depth, shallow", "cone-box", WORK_DEPTH, WORK_CONE, WORK_BOX, 0, false, 0},
    {"depth, shallow", "sphere-cone", WORK_DEPTH, WORK_SPHERE, WORK_CONE, 0, false, 0},
    {"depth, deep", "box-box", WORK_DEPTH, WORK_BOX, WORK_BOX, 0, false, 1.3},
    {"depth, deep", "hull 32", WORK_DEPTH, WORK_HULL, WORK_HULL, 32, false, 0.49},
    {"depth, deep", "cylinder-cylinder", WORK_DEPTH, WORK_CYLINDER, WORK_CYLINDER, 0, false, 0.99},
    {"depth, deep", "cone-box", WORK_DEPTH, WORK_CONE, WORK_BOX, 0, false, 0.54},
    {"depth, deep", "sphere-cone", WORK_DEPTH, WORK_SPHERE, WORK_CONE, 0, false, 0.33},
    {"ray cast", "sphere", WORK_RAY, WORK_SPHERE, WORK_SPHERE, 0, false, 1},
    {"ray cast", "box", WORK_RAY, WORK_BOX, WORK_BOX, 0, false, 1.4},
    {"ray cast", "capsule", WORK_RAY, WORK_CAPSULE, WORK_CAPSULE, 0, false, 0.75},
    {"ray cast", "cylinder", WORK_RAY, WORK_CYLINDER, WORK_CYLINDER, 0, false, 1.2},
    {"ray cast", "cone", WORK_RAY, WORK_CONE, WORK_CONE, 0, false, 1},
    {"ray cast", "hull 32", WORK_RAY, WORK_HULL, WORK_HULL, 32, false, 1},
    {"ray cast", "hull 512", WORK_RAY, WORK_HULL, WORK_HULL, 512, false, 1},
    {"shape cast", "sphere-box", WORK_CAST, WORK_SPHERE, WORK_BOX, 0, false, 2.5},
    {"shape cast", "capsule-box", WORK_CAST, WORK_CAPSULE, WORK_BOX, 0, false, 2.5},
    {"shape cast", "box-box", WORK_CAST, WORK_BOX, WORK_BOX, 0, false, 2.5},
    {"shape cast", "cylinder-box", WORK_CAST, WORK_CYLINDER, WORK_BOX, 0, false, 2.5},
    {"shape cast", "hull 32", WORK_CAST, WORK_HULL, WORK_HULL, 32, false, 2.5},
    {"shape cast", "hull 512", WORK_CAST, WORK_HULL, WORK_HULL, 512, false, 2.5},
};

int work_row_count(void) { return (int)(sizeof rows / sizeof rows[0]); }
const work_row *work_row_at(int index) { return &rows[index]; }

/* -- numbers ------------------------------------------------------------------------------------- */

static double between(graze_random *random, double lo, double hi) {
    return (double)graze_random_uniform(random, (graze_real)lo, (graze_real)hi);
}
static int pick(graze_random *random, int count) {
    return (int)(graze_random_bits(random) % (uint64_t)count);
}
static double in_float(double x) { return (double)(float)x; }

static void *room(size_t size, int count) {
    void *data = calloc((size_t)count + 1, size);
    if (!data) abort();
    return data;
}

static void put_origin(work_pose *pose, graze_vec3 v) {
    pose->origin[0] = in_float((double)v.x);
    pose->origin[1] = in_float((double)v.y);
    pose->origin[2] = in_float((double)v.z);
}

static void put_rotation(work_pose *pose, graze_quat q) {
    pose->rotation[0] = (double)q.x;
    pose->rotation[1] = (double)q.y;
    pose->rotation[2] = (double)q.z;
    pose->rotation[3] = (double)q.w;
}

/* -- shapes -------------------------------------------------------------------------------------- */

static work_shape make_hull(int vertices, graze_random *random) {
    work_shape s = {.kind = WORK_HULL};
    graze_vec3 *points = room(sizeof *points, vertices);
    double axes[3];
    for (int k = 0; k < 3; ++k) axes[k] = between(random, 0.5, 1);
    for (int i = 0; i < vertices; ++i) {
        graze_vec3 d = graze_random_direction(random);
        double p[3] = {in_float(axes[0] * (double)d.x), in_float(axes[1] * (double)d.y),
                       in_float(axes[2] * (double)d.z)};
        points[i] = work_vec3(p);
    }
    graze_hull *hull = NULL;
    graze_hull_view view;
    work_must(graze_hull_create(points, (size_t)vertices, 0, &hull));
    work_must(graze_hull_get(hull, &view));
    s.vertex_count = (int)view.vertex_count;
    s.triangle_count = (int)view.triangle_count;
    s.vertices = room(3 * sizeof *s.vertices, s.vertex_count);
    s.triangles = room(3 * sizeof *s.triangles, s.triangle_count);
    for (int i = 0; i < 3 * s.vertex_count; ++i)
        s.vertices[i] = (double)graze_vec3_get(view.vertices[i / 3], i % 3);
    for (int i = 0; i < 3 * s.triangle_count; ++i) s.triangles[i] = (int)view.half_edges[i].vertex;
    graze_hull_release(hull);
    free(points);
    return s;
}

static work_shape make_shape(int kind, int vertices, graze_random *random) {
    if (kind == WORK_HULL) return make_hull(vertices, random);
    work_shape s = {.kind = kind};
    double unit = kind == WORK_CAPSULE ? 0.5 : 1;
    for (int k = 0; k < 3; ++k) s.size[k] = in_float(unit * between(random, 0.5, 1));
    if (kind != WORK_BOX) s.size[1] *= 2; /* heights are whole ones */
    return s;
}

/* -- queries ------------------------------------------------------------------------------------- */

typedef struct maker {
    work *w;
    const work_row *row;
    graze_shape **shapes;
    int each; /* A is one of the first so many shapes, B one of the last so many */
    graze_random random;
} maker;

static graze_placed place(const maker *m, int shape, const work_pose *pose) {
    return (graze_placed){m->shapes[shape], work_graze_pose(pose), 0};
}

/* A random pair in random orientations, A somewhere within 5, B at the same place. */
static void draw_pair(maker *m, work_query *q) {
    graze_random *random = &m->random;
    *q = (work_query){.a = pick(random, m->each), .b = m->w->shape_count - 1 - pick(random, m->each)};
    put_rotation(&q->pose_a, graze_random_rotation(random));
    put_rotation(&q->pose_b, graze_random_rotation(random));
    double x = between(random, -5, 5), y = between(random, -5, 5), z = between(random, -5, 5);
    put_origin(&q->pose_a, graze_vec3_make((graze_real)x, (graze_real)y, (graze_real)z));
    memcpy(q->pose_b.origin, q->pose_a.origin, sizeof q->pose_b.origin);
}

/* Moves b away from a's origin along a direction until the two are gap apart. Beyond where the support
 * planes are that far apart, the distance is a convex function of the way: Newton's method. */
static void set_gap(const maker *m, work_query *q, graze_vec3 direction, double gap) {
    graze_vec3 p, r;
    memcpy(q->pose_b.origin, q->pose_a.origin, sizeof q->pose_b.origin);
    graze_placed a = place(m, q->a, &q->pose_a), b = place(m, q->b, &q->pose_b);
    work_must(graze_placed_support(&a, direction, &p));
    work_must(graze_placed_support(&b, graze_vec3_neg(direction), &r));
    double along = (double)graze_vec3_dot(graze_vec3_sub(p, r), direction) + gap;
    for (int i = 0; i < 30; ++i) {
        graze_separation apart;
        b.pose.origin = graze_vec3_add_scaled(a.pose.origin, (graze_real)along, direction);
        work_must(graze_distance(&a, &b, NULL, NULL, &apart));
        double off = (double)apart.distance - gap;
        if (off < 1e-6 * gap) break;
        along -= off / (double)graze_vec3_dot(apart.normal, direction);
    }
    put_origin(&q->pose_b, b.pose.origin);
}

static void move_b(work_query *q, graze_vec3 direction, double length) {
    put_origin(&q->pose_b,
               graze_vec3_add_scaled(work_vec3(q->pose_b.origin), (graze_real)length, direction));
}

static graze_vec3 in_ball(graze_random *random, double radius) {
    graze_vec3 d = graze_random_direction(random);
    return graze_vec3_scale(d, (graze_real)(radius * cbrt(between(random, 0, 1))));
}

static void make_depth(maker *m, work_query *q) {
    if (m->row->spread > 0) {
        move_b(q, in_ball(&m->random, m->row->spread), 1);
        return;
    }
    set_gap(m, q, graze_random_direction(&m->random), 0.2);
    graze_placed a = place(m, q->a, &q->pose_a), b = place(m, q->b, &q->pose_b);
    graze_separation apart;
    work_must(graze_distance(&a, &b, NULL, NULL, &apart));
    move_b(q, apart.normal, -(double)apart.distance - between(&m->random, 0.01, 0.05));
}

/* Segments of length 6 from a sphere of radius 3 towards a point in a ball around the shape. */
static void make_ray(maker *m, work_query *q) {
    move_b(q, graze_random_direction(&m->random), 3);
    graze_vec3 aim = graze_vec3_add(work_vec3(q->pose_a.origin), in_ball(&m->random, m->row->spread));
    graze_vec3 way;
    work_must(graze_vec3_normalize(graze_vec3_sub(aim, work_vec3(q->pose_b.origin)), &way));
    work_pose motion;
    put_origin(&motion, graze_vec3_scale(way, 6));
    memcpy(q->motion, motion.origin, sizeof q->motion);
}

static void make_cast(maker *m, work_query *q) {
    set_gap(m, q, graze_random_direction(&m->random), between(&m->random, 0.05, 1));
    graze_vec3 aim = graze_vec3_add(work_vec3(q->pose_b.origin), in_ball(&m->random, m->row->spread));
    work_pose motion;
    put_origin(&motion, graze_vec3_sub(aim, work_vec3(q->pose_a.origin)));
    memcpy(q->motion, motion.origin, sizeof q->motion);
}

static void make_cold(maker *m) {
    for (int i = 0; i < m->w->query_count; ++i) {
        work_query *q = &m->w->queries[i];
        draw_pair(m, q);
        switch ((work_question)m->row->question) {
        case WORK_INTERSECT:
            move_b(q, in_ball(&m->random, m->row->spread), 1);
            break;
        case WORK_DISTANCE:
            set_gap(m, q, graze_random_direction(&m->random), pow(10, between(&m->random, -3, 0)));
            break;
        case WORK_DEPTH:
            make_depth(m, q);
            break;
        case WORK_RAY:
            make_ray(m, q);
            break;
        case WORK_CAST:
            make_cast(m, q);
            break;
        }
    }
}

static void make_coherent(maker *m) {
    const graze_real degree = (graze_real)0.017453292519943295;
    for (int start = 0; start < m->w->query_count; start += FRAMES) {
        work_query first;
        draw_pair(m, &first);
        graze_random *random = &m->random;
        graze_quat qa = graze_random_rotation(random), qb = graze_random_rotation(random);
        graze_vec3 wa = graze_random_direction(random), wb = graze_random_direction(random);
        graze_vec3 direction = graze_random_direction(random), drift = graze_random_direction(random);
        for (int k = 0; k < FRAMES && start + k < m->w->query_count; ++k) {
            work_query *q = &m->w->queries[start + k];
            *q = first;
            work_must(graze_quat_integrate(qa, wa, degree, &qa));
            work_must(graze_quat_integrate(qb, wb, degree, &qb));
            put_rotation(&q->pose_a, qa);
            put_rotation(&q->pose_b, qb);
            graze_vec3 ahead = graze_vec3_add_scaled(direction, (graze_real)0.01, drift);
            work_must(graze_vec3_normalize(ahead, &direction));
            set_gap(m, q, direction, 0.275 + 0.225 * sin(0.1 * k));
        }
    }
}

work *work_make(int index, int queries) {
    const work_row *row = work_row_at(index);
    work *w = room(sizeof *w, 1);
    int each = row->vertices < 512 ? SHAPES : SHAPES / 2;
    bool alike = row->kind_a == row->kind_b; /* then A and B come from the same shapes */
    w->question = row->question;
    w->frames = row->coherent ? FRAMES : 1;
    w->shape_count = alike ? each : 2 * each;
    w->query_count = queries;
    w->shapes = room(sizeof *w->shapes, w->shape_count);
    w->queries = room(sizeof *w->queries, queries);
    maker m = {w, row, room(sizeof *m.shapes, w->shape_count), each,
               graze_random_seed(20261115 + (uint64_t)index)};
    for (int i = 0; i < w->shape_count; ++i) {
        w->shapes[i] = make_shape(i < each ? row->kind_a : row->kind_b, row->vertices, &m.random);
        m.shapes[i] = work_graze_shape(&w->shapes[i]);
    }
    if (row->coherent)
        make_coherent(&m);
    else
        make_cold(&m);
    for (int i = 0; i < w->shape_count; ++i) graze_shape_release(m.shapes[i]);
    free(m.shapes);
    return w;
}
