// SPDX-License-Identifier: MIT
// A client in C++: the three headers, by both of their paths.
#include <SOLID.h>
#include <SOLID/SOLID.h>
#include <SOLID/SOLID_broad.h>
#include <SOLID_broad.h>
#include <SOLID_types.h>

static bool cast(void *, void *, const DT_Vector3, const DT_Vector3, DT_Scalar *) { return false; }

int main() {
    DT_ShapeHandle ball = DT_NewSphere(1);
    DT_ObjectHandle a = DT_CreateObject(nullptr, ball), b = DT_CreateObject(nullptr, ball);
    const DT_Vector3 there = {3, 0, 0};
    DT_SetPosition(b, there);
    DT_Vector3 p, q;
    DT_Scalar distance = DT_GetClosestPair(a, b, p, q);
    BP_SceneHandle scene = BP_CreateScene(nullptr, nullptr, nullptr);
    DT_Scalar lambda = 1;
    BP_RayCast(scene, cast, nullptr, there, p, &lambda);
    BP_DestroyScene(scene);
    DT_DestroyObject(a);
    DT_DestroyObject(b);
    DT_DeleteShape(ball);
    return distance > 0.999f && distance < 1.001f ? 0 : 1;
}
