/* SPDX-License-Identifier: MIT
 * VRML97: every node and feature with the objects, boxes and volumes that it must give; what is
 * refused. */
#include <math.h>

#include "read_memory.h"

#define HEAD "#VRML V2.0 utf8\n"

static scene good(const char *text) { return good_text(read_vrml, "folder/file.wrl", text); }
static void bad(const char *text, const char *words) { bad_text(read_vrml, "f.wrl", text, words); }

static const object *only(const scene *s, const char *name) {
    assert_int_equal(s->object_count, 1);
    assert_string_equal(s->objects[0].name, name);
    return &s->objects[0];
}

/* -- boxes and volumes by another way: from the corners of faces, in world coordinates -- */

static void to_world(const placement *p, const double *v, double out[3]) {
    for (int i = 0; i < 3; ++i)
        out[i] = p->basis[i] * v[0] + p->basis[3 + i] * v[1] + p->basis[6 + i] * v[2] + p->origin[i];
}

static double triple(const double a[3], const double b[3], const double c[3]) {
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

static double volume_of_faces(const geometry *g, const placement *p) {
    double volume = 0;
    size_t first = 0;
    for (size_t i = 0; i < g->sizes.count; first += g->sizes.at[i++])
        for (size_t k = 2; k < g->sizes.at[i]; ++k) {
            double c[3][3];
            const size_t at[3] = {first, first + k - 1, first + k};
            for (int j = 0; j < 3; ++j)
                to_world(p, g->points.at + 3 * (size_t)g->corners.at[at[j]], c[j]);
            volume += triple(c[0], c[1], c[2]) / 6;
        }
    return volume;
}

static void check_near(double value, double expected) {
    if (!(fabs(value - expected) <= 1e-12 * (1 + fabs(expected))))
        fail_msg("%.17g, not %.17g", value, expected);
}

static void check_box(const geometry *g, const placement *p, const double expected[6]) {
    double box[6] = {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < g->points.count; i += 3) {
        double v[3];
        to_world(p, g->points.at + i, v);
        for (int k = 0; k < 3; ++k) box[k] = fmin(box[k], v[k]), box[3 + k] = fmax(box[3 + k], v[k]);
    }
    for (int k = 0; k < 6; ++k) check_near(box[k], expected[k]);
}

/* The volume of a scene's single object of faces, which fills the box. */
static void check_faces(const char *text, double volume, const double box[6]) {
    scene s = good(text);
    assert_int_equal(s.object_count, 1);
    const geometry *g = &s.geometries[0];
    fault f = {""};
    assert_true(geometry_check(g, "x", &f));
    check_near(volume_of_faces(g, &s.objects[0].at), volume);
    check_box(g, &s.objects[0].at, box);
    scene_free(&s);
}

/* -- primitives -- */

static void check_primitive(const char *text, geometry_kind kind, double a, double b, double c) {
    scene s = good(text);
    assert_int_equal(s.object_count, 1);
    const geometry *g = &s.geometries[0];
    assert_int_equal(g->kind, kind);
    check_near(g->size[0], a);
    check_near(g->size[1], b);
    check_near(g->size[2], c);
    scene_free(&s);
}

static void test_primitives(void **state) {
    (void)state;
    check_primitive(HEAD "Shape { geometry Box { size 2 4, 6 } }", GEOMETRY_BOX, 1, 2, 3);
    check_primitive(HEAD "Shape { geometry Box { } }", GEOMETRY_BOX, 1, 1, 1);
    check_primitive(
        HEAD "Shape { geometry Sphere { radius .5 } appearance Appearance { material Material { } } }",
        GEOMETRY_SPHERE, .5, 0, 0);
    check_primitive(HEAD "Shape { geometry Cone { bottomRadius 3 side FALSE } }", GEOMETRY_CONE, 3, 2,
                    0);
    check_primitive(HEAD "Shape{geometry Cylinder{radius 3 height +1e1}}", GEOMETRY_CYLINDER, 3, 10, 0);
}

/* -- sets and grids -- */

#define CUBE                                                                                           \
    "coord Coordinate { point [0 0 0, 1 0 0, 1 1 0, 0 1 0, 0 0 1, 1 0 1, 1 1 1, 0 1 1] } "             \
    "coordIndex [3 2 1 0 -1, 4 5 6 7 -1, 0 1 5 4 -1, 1 2 6 5 -1, 2 3 7 6 -1, 3 0 4 7] "

static void test_faces(void **state) {
    (void)state;
    static const double box[6] = {0, 0, 0, 1, 1, 1};
    check_faces(HEAD "Shape { geometry IndexedFaceSet { " CUBE "} }", 1, box);
    check_faces(HEAD "Shape { geometry IndexedFaceSet { ccw FALSE " CUBE "} }", -1, box);
}

static void test_lines_and_points(void **state) {
    (void)state;
    scene s = good(
        HEAD
        "Shape { geometry DEF L IndexedLineSet { coord DEF C Coordinate { point [0 0 0 1 0 0 1 1 0] }"
        " coordIndex [0 1 2 -1 2 0] } }\n"
        "Shape { geometry PointSet { coord USE C } }");
    assert_int_equal(s.object_count, 2);
    assert_string_equal(s.objects[0].name, "L");
    assert_int_equal(s.geometries[0].kind, GEOMETRY_LINES);
    assert_int_equal(s.geometries[0].sizes.count, 2);
    assert_int_equal(s.geometries[0].sizes.at[0], 3);
    assert_string_equal(s.objects[1].name, "points");
    assert_int_equal(s.geometries[1].points.count, 9);
    scene_free(&s);
}

static void test_elevation_grid(void **state) {
    (void)state;
    scene s =
        good(HEAD "Shape { geometry ElevationGrid { xDimension 3 zDimension 2 xSpacing 2 zSpacing 5 "
                  "height [0 1 2 3 4 5] } }");
    const geometry *g = &s.geometries[0];
    check_box(g, &s.objects[0].at, (double[]){0, 0, 0, 4, 5, 5});
    assert_int_equal(g->sizes.count, 4);
    for (size_t t = 0; t < 4; ++t) { /* all look up */
        const double *p[3];
        for (size_t k = 0; k < 3; ++k) p[k] = g->points.at + 3 * (size_t)g->corners.at[3 * t + k];
        double up =
            (p[1][2] - p[0][2]) * (p[2][0] - p[0][0]) - (p[1][0] - p[0][0]) * (p[2][2] - p[0][2]);
        check_near(up, 10);
    }
    scene_free(&s);
}

/* -- extrusions: prisms, a bent pipe and a ring -- */

static void test_extrusion(void **state) {
    (void)state;
    check_faces(HEAD "Shape { geometry Extrusion { } }", 4, (double[]){-1, 0, -1, 1, 1, 1});
    check_faces(HEAD "Shape { geometry Extrusion { scale 2 3 spine [0 0 0, 0 2 0, 0 5 0] } }", 120,
                (double[]){-2, 0, -3, 2, 5, 3});
    /* Scaled from one to half: a frustum, h/3 (A + B + sqrt(A B)) = 1/3 (4 + 1 + 2). */
    check_faces(HEAD "Shape { geometry Extrusion { scale [1 1, .5 .5] } }", 7.0 / 3,
                (double[]){-1, 0, -1, 1, 1, 1});
    /* Downwards and along x: the same volume, the frame turned with the spine. */
    check_faces(HEAD "Shape { geometry Extrusion { spine [0 0 0, 0 -1 0] } }", 4,
                (double[]){-1, -1, -1, 1, 0, 1});
    check_faces(HEAD "Shape { geometry Extrusion { spine [0 0 0, 3 0 0] } }", 12,
                (double[]){0, -1, -1, 3, 1, 1});
    /* A quarter turn of a square about its own axis changes nothing. */
    check_faces(HEAD "Shape { geometry Extrusion { orientation 0 1 0 1.5707963267948966 } }", 4,
                (double[]){-1, 0, -1, 1, 1, 1});
}

static void test_closed_extrusion(void **state) {
    (void)state;
    /* A square ring: mitred corners, the section 2 wide standing at half an angle is as wide as it is,
     * so the pipe between is thinner by a factor of sqrt(1/2) across. All edges are shared by two
     * faces. */
    scene s = good(HEAD "Shape { geometry Extrusion { crossSection [1 1 1 -1 -1 -1 -1 1 1 1] "
                        "spine [5 0 5, 5 0 -5, -5 0 -5, -5 0 5, 5 0 5] } }");
    const geometry *g = &s.geometries[0];
    assert_int_equal(g->points.count, 3 * 16);
    assert_int_equal(g->sizes.count, 32);
    double volume = volume_of_faces(g, &s.objects[0].at);
    check_near(volume,
               2 * sqrt(2.0) * 40); /* Pappus: area 2 * 2 / sqrt 2 times the way of its middle */
    scene_free(&s);
}

/* -- transformations -- */

static void test_transform(void **state) {
    (void)state;
    scene s = good(
        HEAD
        "DEF T Transform { translation 1 2 3 center 1 0 0 rotation 0 0 1 1.5707963267948966 "
        "scale 2 1 1 scaleOrientation 0 0 1 0.7853981633974483 children [ Shape { geometry Box { } } ] }");
    const placement *p = &only(&s, "T/box")->at;
    /* The scaling by 2 along (1, 1) is [1.5 .5; .5 1.5]; then a quarter turn. */
    const double basis[9] = {-.5, 1.5, 0, -1.5, .5, 0, 0, 0, 1};
    for (int k = 0; k < 9; ++k) check_near(p->basis[k], basis[k]);
    /* The centre stays where it is but for the translation. */
    double at[3];
    to_world(p, (double[]){1, 0, 0}, at);
    check_near(at[0], 2);
    check_near(at[1], 2);
    check_near(at[2], 3);
    scene_free(&s);
    s = good(HEAD "Transform { translation 1 0 0 children Transform { scale 2 2 2 children Transform { "
                  "translation 1 1 1 children DEF X Shape { geometry Sphere { } } } } }");
    check_near(only(&s, "X")->at.origin[0], 3);
    check_near(s.objects[0].at.origin[2], 2);
    scene_free(&s);
}

/* -- groups, sharing, choices -- */

static void test_sharing(void **state) {
    (void)state;
    scene s = good(HEAD "Group { children [ DEF wheel Shape { geometry Cylinder { } } "
                        "DEF left Transform { translation 5 0 0 children USE wheel } "
                        "DEF wheel Shape { geometry Sphere { } } USE wheel ] }");
    assert_int_equal(s.geometry_count, 2);
    assert_int_equal(s.object_count, 4);
    assert_string_equal(s.objects[1].name, "left/wheel");
    assert_int_equal(s.objects[1].geometry, 0);
    assert_int_equal(s.objects[3].geometry, 1);
    scene_free(&s);
}

static void test_choices(void **state) {
    (void)state;
    scene s = good(
        HEAD
        "Switch { choice [ Shape { geometry Box { } } ] }"
        "Switch { whichChoice 1 choice [ Shape { geometry Box { } } DEF b Shape { geometry Box { } } ] }"
        "Switch { whichChoice 7 choice [ Shape { geometry Box { } } ] }"
        "LOD { range 5 level [ DEF fine Shape { geometry Box { } } Shape { geometry Sphere { } } ] }"
        "Collision { collide FALSE children Shape { geometry Box { } } }"
        "Collision { proxy DEF proxy Shape { geometry Box { } } children Shape { geometry Cone { } } }"
        "Anchor { url \"x\" children DEF anchored Shape { geometry Box { } } }"
        "Viewpoint { } Shape { } Shape { geometry NULL } Shape { geometry Text { string [\"a\" \"b\"] } }"
        "Script { url \"javascript: }\" field SFFloat a 1 eventIn SFBool b } ROUTE a.b TO c.d "
        "PROTO P [ field SFVec3f size 1 1 1 ] { Shape { geometry Box { size IS size } } }");
    static const char *const names[] = {"b", "fine", "proxy", "anchored"};
    assert_int_equal(s.object_count, 4);
    for (int i = 0; i < 4; ++i) assert_string_equal(s.objects[i].name, names[i]);
    scene_free(&s);
}

static void test_inline(void **state) {
    (void)state;
    char path[512];
    scene s = {0};
    fault f = {""};
    if (!read_file(test_data_path("vrml/outer.wrl", path, sizeof path), NULL, &s, &f))
        fail_msg("%s", f.text);
    assert_int_equal(s.object_count, 2);
    assert_string_equal(s.objects[0].name, "left/post");
    check_near(s.objects[0].at.origin[0], -2);
    check_near(s.objects[1].at.origin[0], 2);
    assert_int_equal(s.geometry_count, 1); /* inlined twice, read once */
    scene_free(&s);
    assert_false(read_file(test_data_path("vrml/self.wrl", path, sizeof path), NULL, &s, &f));
    assert_non_null(strstr(f.text, "self.wrl:2: "));
    assert_non_null(strstr(f.text, "inlines itself"));
    scene_free(&s);
    f.text[0] = 0;
    assert_false(read_file(test_data_path("vrml/mutual.wrl", path, sizeof path), NULL, &s, &f));
    assert_non_null(strstr(f.text, "lautum.wrl:2: "));
    assert_non_null(strstr(f.text, "inlines itself"));
    scene_free(&s);
    f.text[0] = 0;
    if (!read_file(test_data_path("vrml/packed.wrz", path, sizeof path), NULL, &s, &f))
        fail_msg("%s", f.text);
    only(&s, "packed");
    scene_free(&s);
}

/* -- refused -- */

static void test_refused(void **state) {
    (void)state;
    bad("", "f.wrl:1: a VRML97 file begins with '#VRML V2.0 utf8'");
    bad("#VRML V1.0 ascii\n", "f.wrl:1: a VRML97 file begins with '#VRML V2.0 utf8'");
    bad(HEAD "Shape { geometry Box { size 1 2 } }", "f.wrl:2: Box.size takes 3 numbers, not 2");
    bad(HEAD "Shape { geometry Sphere { radius 0 } }", "f.wrl:2: Sphere: a size that is not positive");
    bad(HEAD "Shape {\n geometry Box {", "f.wrl:3: a field or '}' expected, the text ends here");
    bad(HEAD "Shape { geometry\n\n[ Box { } ", "f.wrl:4: ']' expected, the text ends here");
    bad(HEAD "Shape { geometry USE g }",
        "f.wrl:2: the name of a node defined before expected, not 'g'");
    bad(HEAD "DEF g Group { children [ USE g ] }",
        "f.wrl:2: the name of a node defined before expected, not 'g'");
    bad(HEAD "Shape { geometry NurbsSurface { } }",
        "f.wrl:2: the geometry 'NurbsSurface' is not understood");
    bad(HEAD "Foo { }", "f.wrl:2: the node 'Foo' is not understood");
    bad(HEAD
        "Shape { geometry IndexedFaceSet { coord Coordinate { point [0 0 0] } coordIndex [0 0 1] } }",
        "f.wrl:2: coordIndex names point 1 of 1");
    bad(HEAD "Shape { geometry PointSet { coord Coordinate { point [0 0 0 1] } } }",
        "f.wrl:2: points are three numbers each, 1 are too many");
    bad(HEAD "Shape { geometry ElevationGrid { xDimension 2 zDimension 2 height [1 2 3] } }",
        "f.wrl:2: an ElevationGrid of 2 x 2 has 3 heights");
    bad(HEAD "Shape { geometry Extrusion { spine [0 0 0] } }",
        "f.wrl:2: an Extrusion needs two points of its section and of its spine");
    bad(HEAD "Inline { url \"no/such.wrl\" }",
        "no/such.wrl: cannot be opened: No such file or directory");
}

/* Few words that would make very many objects, or a very long way down. */
static void test_bombs(void **state) {
    (void)state;
    char text[1 << 16], name[64];
    size_t used = (size_t)snprintf(text, sizeof text, HEAD "DEF a0 Shape { geometry Box { } }\n");
    for (int i = 1; i < 60; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "DEF a%d Group { children [ USE a%d USE a%d ] }\n", i, i - 1, i - 1);
    scene s = {0};
    fault f = {""};
    assert_false(read_memory(read_vrml, "bomb", text, used, &s, &f));
    assert_non_null(strstr(f.text, "more than a million times"));
    scene_free(&s);
    f.text[0] = 0;
    used = (size_t)snprintf(text, sizeof text,
                            HEAD "Switch { choice [ DEF a0 Shape { geometry Box { } }\n");
    for (int i = 1; i < 1100; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "DEF a%d Group { children USE a%d }\n", i, i - 1);
    snprintf(name, sizeof name, "] } USE a%d\n", 1099);
    used += (size_t)snprintf(text + used, sizeof text - used, "%s", name);
    assert_false(read_memory(read_vrml, "long", text, used, &s, &f));
    assert_non_null(strstr(f.text, "in more than 1024 others"));
    scene_free(&s);
    f.text[0] = 0;
    used = (size_t)snprintf(text, sizeof text, HEAD);
    for (int i = 0; i < 3000; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used, "Group{children ");
    assert_false(read_memory(read_vrml, "deep", text, used, &s, &f));
    assert_non_null(strstr(f.text, "nodes in more than 256 others"));
    scene_free(&s);
    f.text[0] = 0;
    used = (size_t)snprintf(text, sizeof text, HEAD "Group {");
    for (int i = 0; i < 200; ++i) used += (size_t)snprintf(text + used, sizeof text - used, " a 1");
    assert_false(read_memory(read_vrml, "wide", text, used, &s, &f));
    assert_string_equal(f.text, "wide:2: more than 100 fields in one node");
    scene_free(&s);
}

/* Numbers that multiply: sections and spines, and coordinates that many sets share. */
static void test_products(void **state) {
    (void)state;
    enum { ROOM = 1 << 18 };
    char *text = malloc(ROOM);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, ROOM, HEAD "Shape { geometry Extrusion { crossSection [");
    for (int i = 0; i < 10000; ++i) used += (size_t)snprintf(text + used, ROOM - used, "%d 0 ", i % 10);
    used += (size_t)snprintf(text + used, ROOM - used, "] spine [");
    for (int i = 0; i < 10000; ++i)
        used += (size_t)snprintf(text + used, ROOM - used, "0 %d 0 ", i % 10);
    used += (size_t)snprintf(text + used, ROOM - used, "] } }");
    scene s = {0};
    fault f = {""};
    assert_false(read_memory(read_vrml, "long", text, used, &s, &f));
    assert_string_equal(f.text, "long:2: an Extrusion of too many points: 10000 x 10000");
    scene_free(&s);
    f.text[0] = 0;
    used = (size_t)snprintf(text, ROOM,
                            HEAD "Shape { geometry PointSet { coord DEF C Coordinate { point [");
    for (int i = 0; i < 5000; ++i) used += (size_t)snprintf(text + used, ROOM - used, "%d 0 0 ", i);
    used += (size_t)snprintf(text + used, ROOM - used, "] } } }\n");
    size_t points = used;
    for (int i = 0; i < 1000; ++i)
        used += (size_t)snprintf(
            text + used, ROOM - used,
            "Shape { geometry IndexedFaceSet { coord USE C coordIndex [ 7 9 4999 7 ] } }\n");
    if (!read_memory(read_vrml, "shared", text, used, &s, &f)) fail_msg("%s", f.text);
    assert_int_equal(s.object_count, 1001);
    assert_int_equal(s.geometries[1000].points.count, 9); /* those that it names */
    assert_true(s.geometries[1000].points.at[6] == 4999);
    assert_int_equal(s.geometries[1000].corners.at[3], 0);
    scene_free(&s);
    for (used = points; used < ROOM - 100;)
        used +=
            (size_t)snprintf(text + used, ROOM - used, "Shape { geometry PointSet { coord USE C } }\n");
    assert_false(read_memory(read_vrml, "points", text, used, &s, &f));
    assert_non_null(strstr(f.text, "USE makes too many points of few"));
    scene_free(&s);
    free(text);
}

/* Right files with a few characters changed: a fault or an answer that makes sense, nothing lost. */
static void test_damaged(void **state) {
    (void)state;
    static const char right[] = HEAD
        "DEF T Transform { center 1 0 0 children [ Shape { geometry IndexedFaceSet { " CUBE "} } "
        "DEF S Switch { whichChoice 0 choice [ Shape { geometry Extrusion { spine [0 0 0, 0 2 1] } } ] } USE S ] }\n"
        "Shape { geometry ElevationGrid { xDimension 2 zDimension 2 height [0 1 2 3] } } # end\n";
    uint64_t seed = test_seed(1302);
    graze_random random = graze_random_seed(seed);
    long accepted = 0, cases = test_count(20000);
    for (long i = 0; i < cases; ++i) {
        char text[sizeof right];
        size_t size = sizeof right - 1;
        memcpy(text, right, sizeof right);
        for (int changes = (int)(graze_random_bits(&random) % 3); changes >= 0; --changes) {
            size_t at = (size_t)(graze_random_bits(&random) % size);
            if (graze_random_bits(&random) % 16 == 0)
                size = at + 1;
            else
                text[at] = "0123456789-+.e \n[]{}\"#\\DEFUSE\0\xff"[graze_random_bits(&random) % 32];
        }
        scene s = {0};
        fault f = {""};
        bool fine = read_memory(read_vrml, "x", text, size, &s, &f);
        TEST_CHECK(fine == (f.text[0] == 0), seed, i,
                   "a fault without a refusal or the other way round");
        for (size_t k = 0; fine && k < s.geometry_count; ++k)
            TEST_CHECK(geometry_check(&s.geometries[k], "x", &f), seed, i, "accepted, but wrong: %s",
                       f.text);
        accepted += fine;
        scene_free(&s);
    }
    assert_in_range(accepted, cases / 20, cases * 19 / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_primitives),       cmocka_unit_test(test_faces),
        cmocka_unit_test(test_lines_and_points), cmocka_unit_test(test_elevation_grid),
        cmocka_unit_test(test_extrusion),        cmocka_unit_test(test_closed_extrusion),
        cmocka_unit_test(test_transform),        cmocka_unit_test(test_sharing),
        cmocka_unit_test(test_choices),          cmocka_unit_test(test_inline),
        cmocka_unit_test(test_refused),          cmocka_unit_test(test_bombs),
        cmocka_unit_test(test_products),         cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
