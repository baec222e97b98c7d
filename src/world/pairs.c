/* SPDX-License-Identifier: MIT
 * Who is looked at: encounters that the table has a response for, and what may be in a half-space. */
#include "base/tolerance.h"
#include "math/vec3.h"
#include "shape/half_space.h"
#include "shape/shape.h"
#include "world/test.h"

#define GZ_RADIX_TYPE gz_item
#define GZ_RADIX_KEY(item) gz_item_key(&(item))
#include "base/radix_kernel.h"

static graze_response_type type_of(const graze_world *world, const gz_test *test, uint32_t a,
                                   uint32_t b) {
    const gz_response_list *list = gz_table_list(world, test->table, a, b);
    return list ? list->type : GRAZE_RESPONSE_NONE;
}

static gz_item item_of(const graze_world *world, uint32_t a, uint32_t b, uint32_t slot,
                       graze_response_type type) {
    uint32_t lower = a < b ? a : b, higher = a < b ? b : a;
    return (gz_item){gz_object_id(world, lower), gz_object_id(world, higher), slot, type};
}

/* -- half-spaces: pairs with everything in the scene that reaches into them ------------------------ */

/* A plane of the world, so far known that boxes can be compared with it. */
typedef struct boundary {
    bool known;
    double normal[3], offset, slack;
} boundary;

/* Poses that shear make plane normals by an inverse whose error is not bounded here: they, and planes
 * farther away than numbers reach, are compared with nothing. */
static boundary boundary_of(const gz_object *object) {
    const graze_pose *pose = &object->placed.pose;
    graze_plane local = gz_half_space_plane(object->placed.shape), plane;
    bool straight = pose->kind == GRAZE_POSE_RIGID || pose->kind == GRAZE_POSE_UNIFORM;
    if (!straight || graze_plane_transform(pose, local, &plane) != GRAZE_OK)
        return (boundary){.known = false};
    boundary b = {true,
                  {(double)plane.normal.x, (double)plane.normal.y, (double)plane.normal.z},
                  (double)plane.offset - (double)object->placed.margin,
                  0};
    b.slack = GZ_ERROR_PLANE_BOX * (double)GRAZE_EPSILON *
              (graze_abs((graze_real)b.offset) + vec3_max_abs(pose->origin) + object->placed.margin);
    return b;
}

/* The box's corner that lies lowest is above the plane, and not by rounding. */
static bool is_clear(const boundary *plane, const graze_aabb *box) {
    if (!plane->known) return false;
    const real lo[3] = {box->lo.x, box->lo.y, box->lo.z}, hi[3] = {box->hi.x, box->hi.y, box->hi.z};
    double height = plane->offset, size = 0;
    for (int i = 0; i < 3; ++i) {
        double corner = (double)(plane->normal[i] < 0 ? hi[i] : lo[i]);
        double product = plane->normal[i] * corner;
        height += product;
        size += product < 0 ? -product : product;
        double reach = corner < 0 ? -corner : corner;
        size += reach;
    }
    return height > plane->slack + GZ_ERROR_PLANE_BOX * (double)GRAZE_EPSILON * size;
}

static bool add_plane(graze_world *world, gz_test *test, uint32_t plane) {
    const gz_scene *scene = &world->scenes[test->scene];
    const gz_object *object = &world->objects[plane];
    boundary limit = boundary_of(object);
    for (size_t i = 0; i < scene->members.count; ++i) {
        const gz_member *member = &world->members[scene->members.at[i]];
        const gz_object *other = &world->objects[member->object];
        if (!member->proxy || !gz_object_fits(object, other)) continue;
        ++world->statistics.pairs;
        graze_response_type type = type_of(world, test, plane, member->object);
        if (type == GRAZE_RESPONSE_NONE || is_clear(&limit, &other->box)) continue;
        if (!GZ_RESERVE(world, test->spare, test->spare_capacity, 2 * (test->spare_count + 1)))
            return false;
        test->spare[test->spare_count++] = item_of(world, plane, member->object, GZ_NONE, type);
    }
    return true;
}

/* Both lists are sorted; from the end, so that the first needs no copy. */
static void merge_items(gz_test *test, const gz_item *more, size_t count) {
    size_t i = test->item_count, j = count, at = i + j;
    test->item_count = at;
    while (j > 0) {
        bool first = i > 0 && gz_item_key(&test->items[i - 1]) > gz_item_key(&more[j - 1]);
        test->items[--at] = first ? test->items[--i] : more[--j];
    }
}

static bool list_planes(graze_world *world, gz_test *test) {
    const gz_scene *scene = &world->scenes[test->scene];
    test->spare_count = 0;
    for (size_t i = 0; i < scene->planes.count; ++i)
        if (!add_plane(world, test, world->members[scene->planes.at[i]].object)) return false;
    size_t count = test->spare_count;
    if (!count) return true;
    if (!GZ_RESERVE(world, test->items, test->item_capacity, test->item_count + count)) return false;
    merge_items(test, gz_radix_sort(test->spare, test->spare + count, count), count);
    return true;
}

/* -- encounters ------------------------------------------------------------------------------------ */

#define PAIRS_AHEAD 12

/* Pairs are in the order of their lower index, so the higher one is anywhere: its object is fetched
 * into the cache ahead of its turn, and what that names half way. */
static void fetch(const graze_world *world, const gz_scene *scene, size_t i) {
    if (i + PAIRS_AHEAD >= scene->ref_count) return;
    GZ_PREFETCH(&world->objects[gz_pair_higher(scene->refs[i + PAIRS_AHEAD].key)].first_class);
    uint32_t at = world->objects[gz_pair_higher(scene->refs[i + PAIRS_AHEAD / 2].key)].first_class;
    if (at != GZ_NONE) GZ_PREFETCH(&world->memberships[at]);
}

/* The number of an object's class in a table; GZ_NONE: it has none. */
static uint32_t class_of(const graze_world *world, uint32_t table, uint32_t object) {
    uint32_t at = gz_object_membership(world, object, table);
    return at == GZ_NONE ? GZ_NONE : world->classes[world->memberships[at].class_index].number;
}

/* Pairs of one lower index follow each other, so that what it is is looked up once. */
bool gz_pairs_list(graze_world *world, gz_test *test) {
    const gz_scene *scene = &world->scenes[test->scene];
    const gz_response_list *of_pair = world->tables[test->table].of_pair;
    uint32_t last = GZ_NONE, own = GZ_NONE;
    graze_object_id lower = 0;
    test->item_count = 0;
    if (!GZ_RESERVE(world, test->items, test->item_capacity, scene->ref_count)) return false;
    for (size_t i = 0; i < scene->ref_count; ++i) {
        uint32_t a = gz_pair_lower(scene->refs[i].key), b = gz_pair_higher(scene->refs[i].key);
        fetch(world, scene, i);
        if (a != last) {
            last = a;
            lower = gz_object_id(world, a);
            own = class_of(world, test->table, a);
        }
        uint32_t other = own == GZ_NONE ? GZ_NONE : class_of(world, test->table, b);
        if (other == GZ_NONE) continue;
        graze_response_type type = of_pair[gz_class_pair(own, other)].type;
        if (type == GRAZE_RESPONSE_NONE) continue;
        test->items[test->item_count++] =
            (gz_item){lower, gz_object_id(world, b), scene->refs[i].slot, type};
    }
    world->statistics.pairs += scene->ref_count;
    bool good = list_planes(world, test);
    world->statistics.with_response += test->item_count;
    return good;
}
