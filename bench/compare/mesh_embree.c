/* SPDX-License-Identifier: MIT */
#include "mesh_embree.h"

#include <embree3/rtcore.h>
#include <string.h>

struct bench_embree {
    RTCDevice device;
    RTCScene scene;
    double bytes;
};

static struct RTCRay ray_of(const bench_ray *given) {
    struct RTCRay ray;
    memset(&ray, 0, sizeof ray);
    ray.org_x = given->origin[0], ray.org_y = given->origin[1], ray.org_z = given->origin[2];
    ray.dir_x = given->direction[0], ray.dir_y = given->direction[1], ray.dir_z = given->direction[2];
    ray.tfar = 1e30f;
    ray.mask = 0xffffffffu;
    return ray;
}

double bench_embree_closest(const void *embree, const bench_ray *given) {
    struct RTCIntersectContext how;
    struct RTCRayHit hit;
    rtcInitIntersectContext(&how);
    hit.ray = ray_of(given);
    hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(((const bench_embree *)embree)->scene, &how, &hit);
    return hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? 0 : (double)hit.ray.tfar;
}

double bench_embree_any(const void *embree, const bench_ray *given) {
    struct RTCIntersectContext how;
    rtcInitIntersectContext(&how);
    struct RTCRay ray = ray_of(given);
    rtcOccluded1(((const bench_embree *)embree)->scene, &how, &ray);
    return ray.tfar < 0 ? 1 : 0;
}

double bench_embree_bytes(const void *embree) { return ((const bench_embree *)embree)->bytes; }

static bool account(void *embree, ssize_t bytes, bool post) {
    (void)post;
    ((bench_embree *)embree)->bytes += (double)bytes;
    return true;
}

static void add_triangles(const bench_embree *embree, const bench_model *model) {
    RTCGeometry geometry = rtcNewGeometry(embree->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    void *vertices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                             3 * sizeof(float), model->vertex_count);
    void *indices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                            3 * sizeof(uint32_t), model->triangle_count);
    if (!vertices || !indices) exit(1);
    memcpy(vertices, model->vertices, model->vertex_count * 3 * sizeof(float));
    memcpy(indices, model->indices, model->triangle_count * 3 * sizeof(uint32_t));
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(embree->scene, geometry);
    rtcReleaseGeometry(geometry);
}

bench_embree *bench_embree_make(const bench_model *model, bool robust, double *build_seconds) {
    bench_embree *embree = malloc(sizeof *embree);
    if (!embree) exit(1);
    embree->bytes = 0;
    embree->device = rtcNewDevice("threads=1");
    rtcSetDeviceMemoryMonitorFunction(embree->device, account, embree);
    embree->scene = rtcNewScene(embree->device);
    if (robust) rtcSetSceneFlags(embree->scene, RTC_SCENE_FLAG_ROBUST);
    add_triangles(embree, model);
    double start = bench_seconds();
    rtcCommitScene(embree->scene);
    *build_seconds = bench_seconds() - start;
    return embree;
}

void bench_embree_release(bench_embree *embree) {
    rtcReleaseScene(embree->scene);
    rtcReleaseDevice(embree->device);
    free(embree);
}
