/* SPDX-License-Identifier: MIT
 * The space game of chapter 6: spaceships that collide sustain damage; a ship and a mine destroy each
 * other; a minesweeper destroys the mine. Mines leave each other alone. */
#include <SOLID.h>
#include <stdio.h>

typedef struct thing {
    const char *name;
    DT_ObjectHandle handle;
    int damage;
    int destroyed;
} thing;

static DT_Bool damage_both(void *data, void *object1, void *object2, const DT_CollData *coll) {
    thing *a = object1, *b = object2;
    (void)data, (void)coll;
    ++a->damage, ++b->damage;
    printf("%s and %s are damaged\n", a->name, b->name);
    return DT_CONTINUE;
}

static DT_Bool destroy_both(void *data, void *object1, void *object2, const DT_CollData *coll) {
    thing *a = object1, *b = object2;
    (void)data, (void)coll;
    a->destroyed = b->destroyed = 1;
    printf("%s and %s are destroyed\n", a->name, b->name);
    return DT_CONTINUE;
}

/* The class of mines was generated before that of minesweepers, so the mine comes first. */
static DT_Bool destroy_mine(void *data, void *object1, void *object2, const DT_CollData *coll) {
    thing *mine = object1, *sweeper = object2;
    (void)data, (void)coll;
    mine->destroyed = 1;
    printf("%s is cleared by %s\n", mine->name, sweeper->name);
    return DT_CONTINUE;
}

static DT_ResponseClass ships, mines, sweepers;

static DT_RespTableHandle make_rules(void) {
    DT_RespTableHandle table = DT_CreateRespTable();
    ships = DT_GenResponseClass(table);
    mines = DT_GenResponseClass(table);
    sweepers = DT_GenResponseClass(table);
    DT_AddDefaultResponse(table, damage_both, DT_SIMPLE_RESPONSE, NULL);
    DT_AddClassResponse(table, mines, destroy_both, DT_SIMPLE_RESPONSE, NULL);
    DT_RemoveClassResponse(table, mines, damage_both);
    DT_AddPairResponse(table, mines, sweepers, destroy_mine, DT_SIMPLE_RESPONSE, NULL);
    DT_RemovePairResponse(table, mines, sweepers, destroy_both);
    DT_RemovePairResponse(table, mines, mines, destroy_both);
    return table;
}

int main(void) {
    DT_RespTableHandle rules = make_rules();
    DT_SceneHandle space = DT_CreateScene();
    DT_ShapeHandle hull = DT_NewCone(1, 4), ball = DT_NewSphere(0.5f);
    thing things[] = {{"ship A", NULL, 0, 0}, {"ship B", NULL, 0, 0},  {"mine 1", NULL, 0, 0},
                      {"mine 2", NULL, 0, 0}, {"sweeper", NULL, 0, 0}, {"mine 3", NULL, 0, 0}};
    const DT_ResponseClass classes[] = {ships, ships, mines, mines, sweepers, mines};
    /* A and B touch each other, mine 1 touches A, mines 2 and 3 touch each other, and 3 the sweeper. */
    const DT_Vector3 places[] = {{0, 0, 0},    {1, 0, 0},  {-1, -1, 0},
                                 {9.2f, 0, 0}, {8, -2, 0}, {8.3f, 0, 0}};
    for (int i = 0; i < 6; ++i) {
        things[i].handle = DT_CreateObject(&things[i], i < 2 || i == 4 ? hull : ball);
        DT_SetPosition(things[i].handle, places[i]);
        DT_SetResponseClass(rules, things[i].handle, classes[i]);
        DT_AddObject(space, things[i].handle);
    }
    unsigned pairs = DT_Test(space, rules);
    printf("%u pairs\n", pairs);
    int right = pairs == 3 && things[0].damage == 1 && things[1].damage == 1 && things[0].destroyed &&
                things[2].destroyed && !things[3].destroyed && !things[4].destroyed &&
                things[5].destroyed;
    for (int i = 0; i < 6; ++i) DT_DestroyObject(things[i].handle);
    DT_DeleteShape(hull);
    DT_DeleteShape(ball);
    DT_DestroyScene(space);
    DT_DestroyRespTable(rules);
    return right ? 0 : 1;
}
