/* SPDX-License-Identifier: MIT
 * The pyramid of chapter 6 as a client of SOLID builds and places it, and a caravan that runs into it.
 */
#include <SOLID.h>
#include <stdio.h>

static const DT_Vector3 corners[5] = {{1, 0, 1}, {-1, 0, 1}, {-1, 0, -1}, {1, 0, -1}, {0, 1.27f, 0}};

static void facet(int count, const int *numbers) {
    DT_Begin();
    for (int i = 0; i < count; ++i) DT_Vertex(corners[numbers[i]]);
    DT_End();
}

static DT_ShapeHandle make_pyramid(void) {
    DT_ShapeHandle pyramid = DT_NewComplexShape(NULL);
    facet(4, (int[]){0, 1, 2, 3});
    for (int side = 0; side < 4; ++side) facet(3, (int[]){(side + 1) % 4, side, 4});
    DT_EndComplexShape();
    return pyramid;
}

typedef struct place {
    const char *name;
} place;

static DT_Bool collide(void *client_data, void *object1, void *object2, const DT_CollData *data) {
    ++*(int *)client_data;
    printf("%s and %s share (%.1f %.1f %.1f)\n", ((place *)object1)->name, ((place *)object2)->name,
           (double)data->point1[0], (double)data->point1[1], (double)data->point1[2]);
    return DT_CONTINUE;
}

int main(void) {
    place khufu = {"Khufu"}, caravan = {"the caravan"};
    DT_ShapeHandle pyramid = make_pyramid(), box = DT_NewBox(10, 4, 4);
    DT_ObjectHandle tomb = DT_CreateObject(&khufu, pyramid), camels = DT_CreateObject(&caravan, box);
    const DT_Vector3 position = {248, 0, 312}, scaling = {115, 115, 115};
    DT_SetPosition(tomb, position);
    DT_SetScaling(tomb, scaling);

    DT_SceneHandle desert = DT_CreateScene();
    DT_AddObject(desert, tomb);
    DT_AddObject(desert, camels);
    DT_RespTableHandle table = DT_CreateRespTable();
    DT_ResponseClass things = DT_GenResponseClass(table);
    DT_SetResponseClass(table, tomb, things);
    DT_SetResponseClass(table, camels, things);
    int count = 0;
    DT_AddDefaultResponse(table, collide, DT_WITNESSED_RESPONSE, &count);

    int hour = 0;
    for (; hour < 24 && count == 0; ++hour) {
        const DT_Vector3 way = {20.0f * (float)hour, 2, 312};
        DT_Vector3 p, q;
        DT_SetPosition(camels, way);
        printf("%2d o'clock: %.1f m to go\n", hour, (double)DT_GetClosestPair(tomb, camels, p, q));
        DT_Test(desert, table);
    }
    printf("stopped after %d hours\n", hour);

    DT_DestroyRespTable(table);
    DT_DestroyScene(desert);
    DT_DestroyObject(camels);
    DT_DestroyObject(tomb);
    DT_DeleteShape(box);
    DT_DeleteShape(pyramid);
    return count == 1 ? 0 : 1;
}
