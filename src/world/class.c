/* SPDX-License-Identifier: MIT
 * Which class an object has in which table. */
#include "world/world.h"

graze_status graze_object_set_class(graze_world *world, graze_object_id id, graze_class_id of) {
    uint32_t object, class_index;
    graze_status status = GZ_FIND_OBJECT(world, id, &object);
    if (status == GRAZE_OK) status = GZ_FIND_CLASS(world, of, &class_index);
    if (status != GRAZE_OK) return status;
    uint32_t table = world->classes[class_index].table, at = gz_object_membership(world, object, table);
    if (at == GZ_NONE) {
        at = world->free_membership;
        if (at != GZ_NONE)
            world->free_membership = world->memberships[at].next;
        else if (GZ_RESERVE(world, world->memberships, world->membership_capacity,
                            world->membership_count + 1))
            at = (uint32_t)world->membership_count++;
        else
            return GRAZE_OUT_OF_MEMORY;
        world->memberships[at] = (gz_membership){table, GZ_NONE, world->objects[object].first_class};
        world->objects[object].first_class = at;
    }
    world->memberships[at].class_index = class_index;
    return GRAZE_OK;
}

graze_status graze_object_clear_class(graze_world *world, graze_object_id id, graze_table_id of) {
    uint32_t object, table;
    graze_status status = GZ_FIND_OBJECT(world, id, &object);
    if (status == GRAZE_OK) status = GZ_FIND_TABLE(world, of, &table);
    if (status != GRAZE_OK) return status;
    uint32_t at = gz_object_membership(world, object, table);
    if (at == GZ_NONE) return GRAZE_OK;
    uint32_t *link = &world->objects[object].first_class;
    while (*link != at) link = &world->memberships[*link].next;
    *link = world->memberships[at].next;
    world->memberships[at] = (gz_membership){GZ_NONE, GZ_NONE, world->free_membership};
    world->free_membership = at;
    return GRAZE_OK;
}

graze_status graze_object_get_class(const graze_world *world, graze_object_id id, graze_table_id of,
                                    graze_class_id *out) {
    uint32_t object, table;
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = GZ_FIND_OBJECT(world, id, &object);
    if (status == GRAZE_OK) status = GZ_FIND_TABLE(world, of, &table);
    if (status != GRAZE_OK) return status;
    uint32_t at = gz_object_membership(world, object, table);
    *out = at == GZ_NONE ? 0 : gz_id_of(&world->class_ids, world->memberships[at].class_index);
    return GRAZE_OK;
}
