/* SPDX-License-Identifier: MIT
 * A space game's rules as a response table: spaceships that collide sustain damage; a ship and a mine
 * that meet are both destroyed; a minesweeper destroys mines and goes on. Three commands and two
 * exceptions say it all, however many ships there are. */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

enum { SHIPS = 8, SWEEPERS = 2, MINES = 30, THINGS = SHIPS + SWEEPERS + MINES, FRAMES = 400 };

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

typedef struct thing {
    const char *name;
    graze_object_id id;
    graze_vec3 at, speed;
    int damage;
    bool destroyed;
} thing;

typedef struct game {
    graze_class_id ships, sweepers, mines;
    int crashes, explosions, swept;
} game;

/* Objects may be destroyed right here: nothing later in this test names them. */
static void destroy(graze_world *world, thing *t) {
    t->destroyed = true;
    must(graze_object_destroy(world, t->id), t->name);
}

static graze_flow both_sustain_damage(void *user, graze_world *world, const graze_collision *c) {
    (void)world;
    ++((thing *)c->user_a)->damage;
    ++((thing *)c->user_b)->damage;
    ++((game *)user)->crashes;
    return GRAZE_CONTINUE;
}

static graze_flow both_are_destroyed(void *user, graze_world *world, const graze_collision *c) {
    destroy(world, c->user_a);
    destroy(world, c->user_b);
    ++((game *)user)->explosions;
    return GRAZE_CONTINUE;
}

static graze_flow mine_is_destroyed(void *user, graze_world *world, const graze_collision *c) {
    game *g = user;
    destroy(world, c->class_a == g->mines ? c->user_a : c->user_b);
    ++g->swept;
    return GRAZE_CONTINUE;
}

static void set_rules(game *g, graze_world *world, graze_table_id rules) {
    graze_response damage = {GRAZE_RESPONSE_SIMPLE, both_sustain_damage, g, 0};
    graze_response destruction = {GRAZE_RESPONSE_SIMPLE, both_are_destroyed, g, 0};
    graze_response sweeping = {GRAZE_RESPONSE_SIMPLE, mine_is_destroyed, g, 0};
    must(graze_table_add_class(world, rules, &g->ships), "ships");
    must(graze_table_add_class(world, rules, &g->sweepers), "minesweepers");
    must(graze_table_add_class(world, rules, &g->mines), "mines");
    must(graze_table_add_default(world, rules, &damage), "rule 1");
    must(graze_table_add_for_class(world, g->mines, &destruction), "rule 2");
    must(graze_table_remove_for_class(world, g->mines, both_sustain_damage, 0), "rule 2, not 1");
    must(graze_table_add_for_pair(world, g->mines, g->sweepers, &sweeping), "rule 3");
    must(graze_table_remove_for_pair(world, g->mines, g->sweepers, both_are_destroyed, 0), "not 2");
    must(graze_table_remove_for_pair(world, g->mines, g->mines, both_are_destroyed, 0), "mines rest");
}

int main(void) {
    static thing things[THINGS];
    game g = {0};
    graze_world *world;
    graze_scene_id space;
    graze_table_id rules;
    graze_shape *hull, *ball;
    graze_random random = graze_random_seed(2003);
    must(graze_shape_cone(0.5f, 2, &hull), "hull");
    must(graze_shape_sphere(0.4f, &ball), "ball");
    must(graze_world_create(NULL, &world), "world");
    must(graze_scene_create(world, NULL, &space), "space");
    must(graze_table_create(world, &rules), "rules");
    set_rules(&g, world, rules);
    for (int i = 0; i < THINGS; ++i) {
        thing *t = &things[i];
        bool mine = i >= SHIPS + SWEEPERS, sweeper = !mine && i >= SHIPS;
        t->name = mine ? "mine" : sweeper ? "minesweeper" : "ship";
        t->at = graze_vec3_scale(graze_random_direction(&random), mine ? 5.0f : 9.0f);
        if (!mine) t->speed = graze_vec3_scale(graze_random_direction(&random), 0.1f);
        graze_pose pose = graze_pose_at(t->at.x, t->at.y, t->at.z);
        graze_object_config config = {.shape = mine ? ball : hull, .pose = &pose, .user = t};
        must(graze_object_create(world, &config, &t->id), t->name);
        must(graze_scene_add(world, space, t->id), t->name);
        must(graze_object_set_class(world, t->id,
                                    mine      ? g.mines
                                    : sweeper ? g.sweepers
                                              : g.ships),
             t->name);
    }
    for (int frame = 0; frame < FRAMES; ++frame) {
        for (int i = 0; i < SHIPS + SWEEPERS; ++i) {
            thing *t = &things[i];
            if (t->destroyed) continue;
            t->at = graze_vec3_add(t->at, t->speed);
            if (graze_vec3_length(t->at) > 10) /* back to the middle */
                t->speed = graze_vec3_scale(t->at, -0.1f / graze_vec3_length(t->at));
            must(graze_object_set_position(world, t->id, t->at), t->name);
        }
        must(graze_world_test(world, space, rules, NULL), "test");
    }
    int left[3] = {0, 0, 0};
    for (int i = 0; i < THINGS; ++i)
        left[i >= SHIPS + SWEEPERS ? 2 : i >= SHIPS] += !things[i].destroyed;
    printf("%d crashes, %d explosions, %d mines swept; left: %d ships, %d minesweepers, %d mines\n",
           g.crashes, g.explosions, g.swept, left[0], left[1], left[2]);
    graze_world_release(world);
    graze_shape_release(hull);
    graze_shape_release(ball);
    bool fair = left[0] == SHIPS - g.explosions && left[1] == SWEEPERS &&
                left[2] == MINES - g.explosions - g.swept && g.explosions + g.swept > 0;
    return fair ? EXIT_SUCCESS : EXIT_FAILURE;
}
