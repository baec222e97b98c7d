/* SPDX-License-Identifier: MIT */
#include "world_show.h"

enum { OBJECTS = 64, FRAMES = 8, SIDE = 5, CORNERS = 6, CLASSES = 4 };
enum { BALL, BOX, HULL, CYLINDER, CONE, CAPSULE, SHEET, SOLID, FLOOR, SHAPES };

typedef struct show {
    show_digests d;
    graze_random random;
    graze_world *world;
    graze_scene_id scene;
    graze_table_id table;
    graze_class_id classes[CLASSES];
    graze_object_id objects[OBJECTS];
    graze_vec3 speed[OBJECTS];
    graze_shape *shapes[SHAPES];
    graze_vec3 sheet[SIDE * SIDE], solid[CORNERS]; /* vertices, which change */
    uint32_t sheet_corners[6 * (SIDE - 1) * (SIDE - 1)];
} show;

static bool is_ok(show *s, graze_status status) { return digest_ok(&s->d.events, status); }

/* -- what is told --------------------------------------------------------------------------------- */

static void note_contacts(digest *d, const graze_contact_set *set) {
    digest_int(d, set->count);
    digest_int(d, set->end);
    digest_int(d, set->iterations);
    digest_vec3(d, set->normal);
    digest_real(d, set->sd);
    digest_real(d, set->lower);
    digest_real(d, set->upper);
    for (int i = 0; i < set->count; ++i) {
        const graze_contact_point *p = &set->points[i];
        digest_vec3(d, p->point_a);
        digest_vec3(d, p->point_b);
        digest_real(d, p->sd);
        digest_int(d, p->feature_a);
        digest_int(d, p->feature_b);
    }
}

static void note_numbers(digest *d, const graze_collision *c) {
    digest_vec3(d, c->point_a);
    digest_vec3(d, c->point_b);
    digest_int(d, c->primitive_a);
    digest_int(d, c->primitive_b);
    digest_vec3(d, c->normal);
    digest_real(d, c->depth);
    digest_real(d, c->lower);
    digest_real(d, c->upper);
    if (c->contacts) note_contacts(d, c->contacts);
}

static graze_flow note(void *user, graze_world *world, const graze_collision *c) {
    show *s = user;
    digest_int(&s->d.events, (int64_t)c->a);
    digest_int(&s->d.events, (int64_t)c->b);
    digest_int(&s->d.events, c->type);
    digest_int(&s->d.events, c->status);
    digest_int(&s->d.events, c->contacts != NULL);
    note_numbers(&s->d.numbers, c);
    graze_vec3 aside = graze_vec3_make(0, (graze_real)(uint32_t)c->a / 32, 2);
    if (((uint32_t)c->a + (uint32_t)c->b) % 17 == 0 && c->a != s->objects[0])
        is_ok(s, graze_object_set_position(world, c->b, aside));
    return GRAZE_CONTINUE;
}

static void note_events(show *s) {
    const graze_touch_event *events;
    size_t count = 0;
    if (!is_ok(s, graze_world_events(s->world, s->scene, s->table, &events, &count))) return;
    for (size_t i = 0; i < count; ++i) {
        digest_int(&s->d.events, (int64_t)events[i].a);
        digest_int(&s->d.events, (int64_t)events[i].b);
        digest_int(&s->d.events, events[i].change);
    }
}

static void note_hit(digest *d, const graze_scene_hit *hit) {
    digest_int(d, (int64_t)hit->object);
    digest_real(d, hit->cast.t);
    digest_real(d, hit->cast.lower);
    digest_real(d, hit->cast.upper);
    digest_vec3(d, hit->cast.point);
    digest_vec3(d, hit->cast.normal);
    digest_int(d, hit->cast.primitive_a);
}

static void note_near(digest *d, const graze_scene_near *near) {
    digest_int(d, (int64_t)near->object);
    digest_real(d, near->separation.distance);
    digest_real(d, near->separation.lower);
    digest_real(d, near->separation.upper);
    digest_vec3(d, near->separation.point_a);
    digest_vec3(d, near->separation.point_b);
    digest_vec3(d, near->separation.normal);
}

static void ask(show *s) {
    digest *d = &s->d.numbers;
    graze_ray ray = {graze_random_direction(&s->random), graze_random_direction(&s->random), 10};
    graze_scene_hit hits[4];
    graze_scene_near near[4];
    size_t count = 0;
    if (digest_ok(d, graze_scene_ray_all(s->world, s->scene, &ray, NULL, 4, hits, &count)))
        for (size_t i = 0; i < count && i < 4; ++i) note_hit(d, &hits[i]);
    if (digest_ok(
            d, graze_scene_nearest_to_point(s->world, s->scene, ray.origin, 9, NULL, 4, near, &count)))
        for (size_t i = 0; i < count; ++i) note_near(d, &near[i]);
}

/* -- shapes --------------------------------------------------------------------------------------- */

/* An octahedron with its top pushed in, more or less, and a sheet that is bent likewise. */
static void bend(show *s, int frame) {
    static const signed char corner[CORNERS][3] = {{1, 0, 0},  {0, 0, 1},  {-1, 0, 0},
                                                   {0, 0, -1}, {0, -1, 0}, {0, 0, 0}};
    graze_real much = (graze_real)(frame % 4) / 8;
    for (int i = 0; i < CORNERS; ++i)
        s->solid[i] = graze_vec3_make(corner[i][0], corner[i][1], corner[i][2]);
    s->solid[CORNERS - 1].y = -much;
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < SIDE; ++j)
            s->sheet[i * SIDE + j] = graze_vec3_make(
                (graze_real)i / 2 - 1, (graze_real)(i * j % 3) * much, (graze_real)j / 2 - 1);
}

static void make_sheet(show *s) {
    uint32_t *at = s->sheet_corners;
    for (uint32_t i = 0; i + 1 < SIDE; ++i)
        for (uint32_t j = 0; j + 1 < SIDE; ++j) {
            uint32_t a = i * SIDE + j, b = a + 1, c = a + SIDE, e = c + 1;
            const uint32_t corners[6] = {a, b, c, c, b, e};
            for (int k = 0; k < 6; ++k) *at++ = corners[k];
        }
    is_ok(s, graze_shape_triangles(s->sheet, SIDE * SIDE, s->sheet_corners,
                                   sizeof s->sheet_corners / sizeof s->sheet_corners[0] / 3,
                                   &s->shapes[SHEET]));
}

static void make_solid(show *s) {
    static const uint32_t corners[24] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4,
                                         1, 0, 5, 2, 1, 5, 3, 2, 5, 0, 3, 5};
    graze_vertices vertices = {s->solid, CORNERS, 0, GRAZE_VERTEX_REAL};
    graze_primitives group = {.kind = GRAZE_PRIMITIVE_TRIANGLE, .count = 8, .indices = corners};
    graze_mesh_options options = {.nature = GRAZE_MESH_SOLID};
    is_ok(s, graze_shape_mesh(&vertices, &group, 1, &options, NULL, &s->shapes[SOLID]));
}

static void make_shapes(show *s) {
    const graze_real half = (graze_real)0.5, quarter = (graze_real)0.25;
    graze_vec3 points[40];
    for (int i = 0; i < 40; ++i) points[i] = graze_random_direction(&s->random);
    is_ok(s, graze_shape_sphere(half, &s->shapes[BALL]));
    is_ok(s, graze_shape_box(graze_vec3_make(1, half, quarter), &s->shapes[BOX]));
    is_ok(s, graze_shape_polytope(points, 40, sizeof points[0], &s->shapes[HULL]));
    is_ok(s, graze_shape_cylinder(half, 1, &s->shapes[CYLINDER]));
    is_ok(s, graze_shape_cone(half, 2, &s->shapes[CONE]));
    is_ok(s, graze_shape_capsule(quarter, 1, &s->shapes[CAPSULE]));
    is_ok(s, graze_shape_half_space(graze_vec3_make(0, 1, 0), -3, &s->shapes[FLOOR]));
    bend(s, 1);
    make_sheet(s);
    make_solid(s);
}

/* -- the world ------------------------------------------------------------------------------------ */

/* Pairs get the highest type of their two classes. */
static void make_table(show *s) {
    is_ok(s, graze_table_create(s->world, &s->table));
    for (int i = 0; i < CLASSES; ++i) {
        graze_response response = {(graze_response_type)(GRAZE_RESPONSE_SIMPLE + i), note, s,
                                   (uint64_t)i};
        is_ok(s, graze_table_add_class(s->world, s->table, &s->classes[i]));
        is_ok(s, graze_table_add_for_class(s->world, s->classes[i], &response));
    }
}

/* Number 0 is the floor. */
static void make_objects(show *s) {
    for (int i = 0; i < OBJECTS; ++i) {
        graze_vec3 at = graze_random_direction(&s->random);
        graze_real far = graze_random_uniform(&s->random, 0, 4);
        graze_pose pose = graze_pose_identity();
        s->speed[i] = graze_vec3_scale(graze_random_direction(&s->random), (graze_real)0.05);
        is_ok(s, graze_pose_make(graze_random_rotation(&s->random), graze_vec3_scale(at, far), &pose));
        graze_object_config config = {.shape = s->shapes[i ? i % FLOOR : FLOOR],
                                      .pose = i ? &pose : NULL};
        if (!is_ok(s, graze_object_create(s->world, &config, &s->objects[i]))) continue;
        is_ok(s, graze_scene_add(s->world, s->scene, s->objects[i]));
        is_ok(s,
              graze_object_set_class(s->world, s->objects[i], s->classes[(i + i / FLOOR) % CLASSES]));
    }
}

static void move_objects(show *s) {
    for (int i = 1; i < OBJECTS; ++i) {
        graze_placed placed;
        if (!is_ok(s, graze_object_get_placed(s->world, s->objects[i], &placed))) continue;
        is_ok(s, graze_object_set_position(s->world, s->objects[i],
                                           graze_vec3_add(placed.pose.origin, s->speed[i])));
    }
}

static void play(show *s) {
    for (int frame = 0; frame < FRAMES; ++frame) {
        size_t count = 0;
        if (frame % 3 == 2) {
            bend(s, frame);
            is_ok(s, graze_mesh_update(s->shapes[SHEET]));
            is_ok(s, graze_mesh_update(s->shapes[SOLID]));
        }
        move_objects(s);
        is_ok(s, graze_world_test(s->world, s->scene, s->table, &count));
        digest_int(&s->d.events, (int64_t)count);
        note_events(s);
        ask(s);
    }
}

show_digests show_run(const show_setup *setup) {
    static show s;
    const digest fresh = {.hash = UINT64_C(0xcbf29ce484222325)};
    memset(&s, 0, sizeof s);
    s.d.events = s.d.numbers = fresh;
    s.random = graze_random_seed(77);
    graze_world_config config = {.settings = {.no_caches = setup->no_caches, .runner = setup->runner}};
    graze_broad_config broad = {.kind = setup->kind};
    make_shapes(&s);
    if (is_ok(&s, graze_world_create(&config, &s.world))) {
        is_ok(&s, graze_scene_create(s.world, &broad, &s.scene));
        make_table(&s);
        make_objects(&s);
        play(&s);
        graze_world_release(s.world);
    }
    for (int i = 0; i < SHAPES; ++i) graze_shape_release(s.shapes[i]);
    return s.d;
}
