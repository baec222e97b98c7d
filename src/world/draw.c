/* SPDX-License-Identifier: MIT
 * A scene as boxes and lines, for whoever wants to see why something happens. */
#include "math/vec3.h"
#include "mesh/mesh.h"
#include "world/world.h"

static bool shows(const graze_draw *draw, graze_draw_kind kind) {
    return !draw->kinds || draw->kinds >> kind & 1;
}

static void draw_box(const graze_draw *draw, graze_draw_kind kind, const graze_aabb *box) {
    if (draw->box && shows(draw, kind)) draw->box(draw->user, kind, box);
}

static void draw_line(const graze_draw *draw, graze_draw_kind kind, vec3 from, vec3 to) {
    if (draw->line && shows(draw, kind)) draw->line(draw->user, kind, from, to);
}

/* Boxes of the nodes, each in the world's axes. */
static void draw_tree(const graze_draw *draw, const graze_placed *placed) {
    const gz_mesh *mesh = gz_mesh_of(placed->shape);
    const graze_tree *tree = mesh ? mesh->tree : NULL;
    for (uint32_t n = 0; tree && n < tree->node_count; ++n)
        for (uint32_t lane = 0; lane < gz_node_lanes(&tree->nodes[n]); ++lane) {
            real lo[3], hi[3];
            for (int k = 0; k < 3; ++k) {
                lo[k] = (real)gz_units_back(&tree->units, k, (double)tree->nodes[n].lo[k][lane]);
                hi[k] = (real)gz_units_back(&tree->units, k, (double)tree->nodes[n].hi[k][lane]);
            }
            graze_aabb local = {vec3_make(lo[0], lo[1], lo[2]), vec3_make(hi[0], hi[1], hi[2])}, box;
            if (graze_aabb_transform(&placed->pose, &local, &box) == GRAZE_OK)
                draw_box(draw, GRAZE_DRAW_TREE, &box);
        }
}

static void draw_encounter(const graze_draw *draw, const graze_world *world,
                           const gz_encounter *encounter) {
    const gz_object *a = &world->objects[gz_pair_lower(encounter->key)];
    const gz_object *b = &world->objects[gz_pair_higher(encounter->key)];
    if (!a->placed.shape || !b->placed.shape) return; /* destroyed since the last update */
    vec3 from = graze_aabb_center(a->box), to = graze_aabb_center(b->box);
    draw_line(draw, GRAZE_DRAW_ENCOUNTER, from, to);
    vec3 axis = graze_mat3_mul_vec(&a->placed.pose.basis, encounter->cache.axis), unit;
    if (graze_vec3_normalize(axis, &unit) != GRAZE_OK) return;
    real length = vec3_length(vec3_sub(to, from)) / 2;
    draw_line(draw, GRAZE_DRAW_AXIS, from, vec3_add_scaled(from, length, unit));
}

static void draw_collision(const graze_draw *draw, const graze_collision *collision) {
    if (collision->type < GRAZE_RESPONSE_WITNESSED) return;
    draw_line(draw, GRAZE_DRAW_CONTACT, collision->point_a, collision->point_b);
    if (collision->type < GRAZE_RESPONSE_DEPTH) return;
    draw_line(draw, GRAZE_DRAW_NORMAL, collision->point_a,
              graze_vec3_add(collision->point_a, collision->normal));
}

/* All live, bounded objects of the scene by index. */
static void draw_objects(const graze_draw *draw, const graze_world *world, uint32_t scene, bool trees) {
    for (uint32_t i = 0; i < world->object_ids.slots; ++i) {
        if (world->object_ids.generation[i] % 2 == 0) continue;
        uint32_t member = gz_scene_member(world, scene, i);
        if (member == GZ_NONE || !world->members[member].proxy) continue;
        if (trees)
            draw_tree(draw, &world->objects[i].placed);
        else
            draw_box(draw, GRAZE_DRAW_BOX, &world->objects[i].box);
    }
}

graze_status graze_scene_draw(const graze_world *world, graze_scene_id id, const graze_draw *draw) {
    uint32_t index;
    if (!draw) return GRAZE_INVALID_ARGUMENT;
    graze_status status = GZ_FIND_SCENE(world, id, &index);
    if (status != GRAZE_OK) return status;
    const gz_scene *scene = &world->scenes[index];
    draw_objects(draw, world, index, false);
    for (size_t i = 0; i < scene->ref_count; ++i)
        draw_encounter(draw, world, &scene->encounters[scene->refs[i].slot]);
    for (size_t i = 0; i < world->collision_count; ++i)
        if (world->collisions[i].scene == id) draw_collision(draw, &world->collisions[i]);
    if (shows(draw, GRAZE_DRAW_TREE)) draw_objects(draw, world, index, true);
    return GRAZE_OK;
}
