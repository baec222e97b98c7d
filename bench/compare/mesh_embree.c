/* SPDX-License-Identifier: MIT
 * bench/mesh_ray.c asked of Embree: one ray at a time, fast and robust. */
#include <embree3/rtcore.h>
#include <string.h>

#include "mesh_rays.h"

static struct RTCRay ray_of(const bench_ray *given) {
    struct RTCRay ray;
    memset(&ray, 0, sizeof ray);
    ray.org_x = given->origin[0], ray.org_y = given->origin[1], ray.org_z = given->origin[2];
    ray.dir_x = given->direction[0], ray.dir_y = given->direction[1], ray.dir_z = given->direction[2];
    ray.tfar = 1e30f;
    ray.mask = 0xffffffffu;
    return ray;
}

static double closest(const void *context, const bench_ray *given) {
    RTCScene scene = *(const RTCScene *)context;
    struct RTCIntersectContext how;
    struct RTCRayHit hit;
    rtcInitIntersectContext(&how);
    hit.ray = ray_of(given);
    hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene, &how, &hit);
    return hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? 0 : (double)hit.ray.tfar;
}

static double any(const void *context, const bench_ray *given) {
    RTCScene scene = *(const RTCScene *)context;
    struct RTCIntersectContext how;
    rtcInitIntersectContext(&how);
    struct RTCRay ray = ray_of(given);
    rtcOccluded1(scene, &how, &ray);
    return ray.tfar < 0 ? 1 : 0;
}

int main(void) {
    bench_model model = bench_bumpy_sphere();
    bench_ray *rays = bench_rays();
    for (int robust = 0; robust < 2; ++robust) {
        RTCDevice device = rtcNewDevice("threads=1");
        RTCScene scene = rtcNewScene(device);
        if (robust) rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);
        RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
        void *vertices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                 3 * sizeof(float), model.vertex_count);
        void *indices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                3 * sizeof(uint32_t), model.triangle_count);
        if (!vertices || !indices) return 1;
        memcpy(vertices, model.vertices, model.vertex_count * 3 * sizeof(float));
        memcpy(indices, model.indices, model.triangle_count * 3 * sizeof(uint32_t));
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene, geometry);
        double start = bench_seconds(), sum, hits;
        rtcCommitScene(scene);
        double build = bench_seconds() - start;
        double first = bench_cast(closest, &scene, rays, &sum),
               some = bench_cast(any, &scene, rays, &hits);
        printf(
            "embree %-13s closest %6.1f ns (mean t %.6f)  any %6.1f ns (%.0f %% hits)  build %5.1f ms\n",
            robust ? "robust" : "fast", first, sum / BENCH_RAYS, some, 100 * hits / BENCH_RAYS,
            build * 1e3);
        rtcReleaseGeometry(geometry);
        rtcReleaseScene(scene);
        rtcReleaseDevice(device);
    }
    free(rays);
    free(model.vertices);
    free(model.indices);
    return 0;
}
