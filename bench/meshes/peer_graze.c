/* SPDX-License-Identifier: MIT
 * Graze itself: meshes over the model's arrays, in the usual layout and, for rays, in that for rays. */
#include "graze/graze.h"
#include "peer.h"

static void must(graze_status status) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s\n", graze_status_text(status));
    exit(EXIT_FAILURE);
}

static void *make_with(const bench_model *m, bool ray_layout) {
    graze_vertices vertices = {m->vertices, m->vertex_count, 0, GRAZE_VERTEX_FLOAT};
    graze_primitives triangles = {.count = m->triangle_count, .indices = m->indices};
    graze_mesh_options options = {.ray_layout = ray_layout};
    graze_shape *shape = NULL;
    must(graze_shape_mesh(&vertices, &triangles, 1, &options, NULL, &shape));
    return shape;
}
static void *make(const bench_model *m) { return make_with(m, false); }
static void *make_for_rays(const bench_model *m) { return make_with(m, true); }
static void release(void *mesh) { graze_shape_release(mesh); }

static void *places_of(const bench_placement *given, uint32_t count) {
    graze_pose *poses = malloc(count * sizeof *poses);
    if (!poses) exit(EXIT_FAILURE);
    for (uint32_t i = 0; i < count; ++i) {
        const bench_placement *p = &given[i];
        poses[i] = graze_pose_identity();
        for (int j = 0; j < 3; ++j)
            poses[i].basis.col[j] = graze_vec3_make(
                (graze_real)p->turn[0][j], (graze_real)p->turn[1][j], (graze_real)p->turn[2][j]);
        poses[i].origin =
            graze_vec3_make((graze_real)p->at[0], (graze_real)p->at[1], (graze_real)p->at[2]);
    }
    return poses;
}

static graze_placed placed(const void *mesh, const void *places, uint32_t i) {
    return (graze_placed){mesh, ((const graze_pose *)places)[i], 0};
}

static double meets(void *a, void *b, const void *places, uint32_t i) {
    graze_placed first = placed(a, places, 2 * i), second = placed(b, places, 2 * i + 1);
    graze_intersection out;
    must(graze_intersect(&first, &second, NULL, NULL, &out));
    return out.intersecting;
}

static graze_flow count(void *user, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    ++*(double *)user;
    return GRAZE_CONTINUE;
}

static double contacts(void *a, void *b, const void *places, uint32_t i) {
    graze_placed first = placed(a, places, 2 * i), second = placed(b, places, 2 * i + 1);
    double found = 0;
    must(graze_intersect_all(&first, &second, count, &found, NULL));
    return found;
}

static double distance(void *a, void *b, const void *places, uint32_t i) {
    graze_placed first = placed(a, places, 2 * i), second = placed(b, places, 2 * i + 1);
    graze_separation out;
    must(graze_distance(&first, &second, NULL, NULL, &out));
    return (double)out.distance;
}

static double within(void *a, void *b, const void *places, uint32_t i, double reach) {
    graze_placed first = placed(a, places, 2 * i), second = placed(b, places, 2 * i + 1);
    graze_intersection out;
    must(graze_within(&first, &second, (graze_real)reach, NULL, NULL, &out));
    return out.intersecting;
}

static void refit(void *mesh, const bench_model *model) {
    (void)model;
    must(graze_mesh_update(mesh));
}

static double ray(void *mesh, const bench_ray *given) {
    const float *o = given->origin, *d = given->direction;
    graze_ray own = {{(graze_real)o[0], (graze_real)o[1], (graze_real)o[2]},
                     {(graze_real)d[0], (graze_real)d[1], (graze_real)d[2]},
                     (graze_real)1e30};
    graze_placed standing = {mesh, graze_pose_identity(), 0};
    graze_mesh_hit hit;
    must(graze_ray_closest(&standing, &own, GRAZE_FACES_BOTH, &hit, NULL));
    return hit.hit ? (double)hit.t : 0;
}

static void *points(const float (*given)[3], uint32_t count) {
    graze_vec3 *out = malloc(count * sizeof *out);
    if (!out) exit(EXIT_FAILURE);
    for (uint32_t i = 0; i < count; ++i)
        out[i] =
            graze_vec3_make((graze_real)given[i][0], (graze_real)given[i][1], (graze_real)given[i][2]);
    return out;
}
static double touch(const void *data, uint32_t i) {
    const graze_vec3 *p = (const graze_vec3 *)data + 6 * (size_t)i;
    graze_triangle a = {{p[0], p[1], p[2]}}, b = {{p[3], p[4], p[5]}};
    bool hit;
    must(graze_test_triangle_triangle(&a, &b, &hit));
    return hit;
}
static double pierce(const void *data, uint32_t i) {
    const graze_vec3 *p = (const graze_vec3 *)data + 5 * (size_t)i;
    graze_triangle triangle = {{p[0], p[1], p[2]}};
    graze_ray way = {p[3], graze_vec3_sub(p[4], p[3]), 1};
    graze_ray_hit hit;
    must(graze_ray_triangle(&way, &triangle, GRAZE_FACES_BOTH, &hit));
    return hit.hit ? (double)hit.enter : 0;
}

static double bytes(void *mesh) {
    graze_mesh_info info;
    must(graze_mesh_describe(mesh, &info));
    return (double)info.bytes;
}

const mesh_peer mesh_peers[] = {
    {.library = "Graze",
     .precision = sizeof(graze_real) == sizeof(float) ? "float" : "double",
     .settings = "graze_intersect, _intersect_all, _distance, _within, _mesh_update, _ray_closest, "
                 "_test_triangle_triangle, _ray_triangle",
     .make = make,
     .release = release,
     .places = places_of,
     .forget = free,
     .meets = meets,
     .contacts = contacts,
     .distance = distance,
     .within = within,
     .refit = refit,
     .ray = ray,
     .points = points,
     .touch = touch,
     .pierce = pierce,
     .bytes = bytes},
    {.library = "Graze rays",
     .precision = sizeof(graze_real) == sizeof(float) ? "float" : "double",
     .settings = "the ray layout; _ray_closest",
     .make = make_for_rays,
     .release = release,
     .ray = ray,
     .bytes = bytes},
};
const int mesh_peer_count = sizeof mesh_peers / sizeof mesh_peers[0];

const char *mesh_peer_version(void) {
    static char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", GRAZE_VERSION_MAJOR, GRAZE_VERSION_MINOR,
             GRAZE_VERSION_PATCH);
    return text;
}
