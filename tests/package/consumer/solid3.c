/* SPDX-License-Identifier: MIT
 * A client of SOLID 3, built as C and as C++: two boxes that overlap by a half are found, with their
 * depth. */
#include <SOLID/SOLID.h>
#include <SOLID.h>
#include <SOLID_broad.h>
#include <stdio.h>

static DT_Bool count_depth(void *client_data, void *object1, void *object2, const DT_CollData *data) {
    int *counter = (int *)client_data;
    float depth = data->normal[0] * data->normal[0];
    if (object1 != object2 && depth > .24f && depth < .26f) ++*counter;
    return DT_CONTINUE;
}

int main(void) {
    char names[2] = {'a', 'b'};
    int found = 0;
    DT_Vector3 aside = {1.5f, 0, 0};
    DT_ShapeHandle box = DT_NewBox(2, 3, 4);
    DT_ObjectHandle a = DT_CreateObject(&names[0], box), b = DT_CreateObject(&names[1], box);
    DT_SceneHandle scene = DT_CreateScene();
    DT_RespTableHandle table = DT_CreateRespTable();
    DT_ResponseClass all = DT_GenResponseClass(table);
    DT_SetResponseClass(table, a, all);
    DT_SetResponseClass(table, b, all);
    DT_AddDefaultResponse(table, count_depth, DT_DEPTH_RESPONSE, &found);
    DT_AddObject(scene, a);
    DT_AddObject(scene, b);
    DT_SetPosition(b, aside);
    DT_Count pairs = DT_Test(scene, table);
    DT_DestroyScene(scene);
    DT_DestroyRespTable(table);
    DT_DestroyObject(a);
    DT_DestroyObject(b);
    DT_DeleteShape(box);
    if (pairs == 1 && found == 1) return 0;
    printf("%u pairs, %d of the right depth\n", pairs, found);
    return 1;
}
