/* SPDX-License-Identifier: MIT
 * The readers of OBJ, STL, OFF and PLY: what they understand, what they refuse and how they say so. */
#include "read_memory.h"

static void check_counts(const geometry *g, size_t points, size_t corners, size_t faces) {
    assert_int_equal(g->points.count, 3 * points);
    assert_int_equal(g->corners.count, corners);
    assert_int_equal(g->sizes.count, faces);
}

/* -- OBJ -- */

static void test_obj(void **state) {
    (void)state;
    scene s = good_text(read_obj, "dir/part.obj",
                        "# two triangles, a square and a line\n"
                        "mtllib x.mtl\nv 0 0 0\nv 1 0 0 1.0\nv 1 1 0\nv 0 1e0 -0.0\n"
                        "f 1/1/1 2/2/2 3//3\nf -4 -2 \\\n -1\n"
                        "o second thing\nv 5 5 5\nf 1 2 3 4\nl 1 5 2\np 5\n");
    assert_int_equal(s.object_count, 4);
    assert_string_equal(s.objects[0].name, "part");
    assert_string_equal(s.objects[1].name, "second");
    check_counts(&s.geometries[0], 4, 6, 2);
    assert_int_equal(s.geometries[0].corners.at[4], 2); /* -2 is point 3 */
    check_counts(&s.geometries[1], 4, 4, 1);
    assert_int_equal(s.geometries[2].kind, GEOMETRY_LINES);
    check_counts(&s.geometries[2], 3, 3, 1);
    assert_true(s.geometries[2].points.at[3] == 5); /* renumbered in the order of use */
    assert_int_equal(s.geometries[3].kind, GEOMETRY_POINTS);
    check_counts(&s.geometries[3], 1, 0, 0);
    scene_free(&s);
}

static void test_obj_refused(void **state) {
    (void)state;
    bad_text(read_obj, "a.obj", "v 1 2\n", "a.obj:1: a coordinate expected, the text ends here");
    bad_text(read_obj, "a.obj", "v 1 2 nan\n", "a.obj:1: a coordinate expected, not 'nan'");
    bad_text(read_obj, "a.obj", "v 1 2 1e999\n", "a.obj:1: a coordinate expected, not '1e999'");
    bad_text(read_obj, "a.obj", "v 0 0 0\n\nf 1 1 2\n", "a.obj:3: point 2 of 1");
    bad_text(read_obj, "a.obj", "v 0 0 0\nf 0 1 1\n", "a.obj:2: point 0 of 1");
    bad_text(read_obj, "a.obj", "v 0 0 0\nf 1 1 -2\n", "a.obj:2: point -2 of 1");
    bad_text(read_obj, "a.obj", "v 0 0 0\nf 1 1\n", "a.obj:2: 2 points are too few here");
    bad_text(read_obj, "a.obj", "v 0 0 0\nf 1x 1 1\n",
             "a.obj:2: the number of a point expected, not '1x'");
    bad_text(read_obj, "a.obj", "cstype bezier\n", "a.obj:1: 'cstype' is not understood");
}

/* -- STL -- */

static const char tetrahedron_stl[] =
    "solid four faces\n"
    "facet normal 0 0 -1 outer loop vertex 0 0 0 vertex 0 1 0 vertex 1 0 0 endloop endfacet\n"
    "facet normal 0 -1 0\n outer loop\n vertex 0 0 0\n vertex 1 0 0\n vertex 0 0 1\n endloop\nendfacet\n"
    "facet normal -1 0 0 outer loop vertex 0 0 0 vertex 0 0 1 vertex 0 1 0 endloop endfacet\n"
    "facet normal nan nan nan outer loop vertex 1 0 0 vertex 0 1 -0 vertex 0 0 1 endloop endfacet\n"
    "endsolid four faces\n";

static void test_stl_text(void **state) {
    (void)state;
    scene s = good_text(read_stl, "t.stl", tetrahedron_stl);
    assert_int_equal(s.object_count, 1);
    check_counts(&s.geometries[0], 4, 12, 4); /* twelve corners, four points: -0 is 0 */
    scene_free(&s);
    char two[2 * sizeof tetrahedron_stl + 32];
    snprintf(two, sizeof two, "%s\n%ssolid\nendsolid\n", tetrahedron_stl, tetrahedron_stl);
    s = good_text(read_stl, "t.stl", two);
    assert_int_equal(s.object_count, 3); /* each solid is one, under its own name */
    check_counts(&s.geometries[1], 4, 12, 4);
    assert_string_equal(s.objects[0].name, "four");
    assert_string_equal(s.objects[2].name, "solid");
    scene_free(&s);
    bad_text(read_stl, "t.stl", "solid\nfacet normal 0 0 1 outer loop vertex 0 0",
             "t.stl:2: a coordinate expected, the text ends here");
    bad_text(read_stl, "t.stl", "solid\n", "t.stl:2: cut short: 'endsolid' is missing");
    bad_text(read_stl, "t.stl", "", "t.stl:1: 'solid' expected");
    bad_text(read_stl, "t.stl", "solid\nfact\n", "t.stl:2: 'facet' or 'endsolid' expected");
}

static size_t binary_stl(unsigned char *out, const float (*corners)[3], uint32_t triangles) {
    memset(out, 0, 84);
    memcpy(out, "solid, it says, but is not text", 31);
    for (int i = 0; i < 4; ++i) out[80 + i] = (unsigned char)(triangles >> 8 * i);
    size_t at = 84;
    for (uint32_t t = 0; t < triangles; ++t) {
        memset(out + at, 0, 50);
        for (int k = 0; k < 9; ++k) {
            uint32_t bits;
            memcpy(&bits, &corners[3 * t + (uint32_t)k / 3][k % 3], 4);
            for (int i = 0; i < 4; ++i)
                out[at + 12 + 4 * (size_t)k + (size_t)i] = (unsigned char)(bits >> 8 * i);
        }
        at += 50;
    }
    return at;
}

static void test_stl_binary(void **state) {
    (void)state;
    static const float corners[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0},
                                        {1, 0, 0}, {1, 2, 0}, {0, 2, 0}};
    unsigned char file[256];
    size_t size = binary_stl(file, corners, 2);
    scene s = {0};
    fault f = {""};
    assert_true(read_memory(read_stl, "b.stl", file, size, &s, &f));
    check_counts(&s.geometries[0], 4, 6, 2);
    scene_free(&s);
    file[80] =
        3; /* a triangle more than there is; then it no longer looks like a binary file of "solid" */
    file[0] = 'x';
    assert_false(read_memory(read_stl, "b.stl", file, size, &s, &f));
    assert_string_equal(f.text, "b.stl: cut short: 3 triangles announced, room for 2");
    scene_free(&s);
}

/* -- OFF -- */

static void test_off(void **state) {
    (void)state;
    scene s =
        good_text(read_off, "c.off",
                  "COFF # colours behind each point\n4 2 0\n0 0 0 255 0 0 255\n1 0 0\n1 1 0\n\n0 1 0\n"
                  "3 0 1 2 1.0 0.5 0\n4 0 1 2 3\n");
    check_counts(&s.geometries[0], 4, 7, 2);
    scene_free(&s);
    s = good_text(read_off, "c.off", "2 0\n0 0 0\n1 1 1\n");
    assert_int_equal(s.geometries[0].kind, GEOMETRY_POINTS);
    scene_free(&s);
    bad_text(read_off, "c.off", "OFF\n1 1 0\n0 0 0\n3 0 0 1\n", "c.off:4: point 1 of 1");
    bad_text(read_off, "c.off", "OFF\n4000000000 1 0\n0 0 0\n",
             "c.off:4: a coordinate expected, the text ends here");
    bad_text(read_off, "c.off", "4OFF\n1 0 0\n",
             "c.off:1: '4OFF' is not a kind of OFF in three dimensions");
    bad_text(read_off, "c.off", "OFF BINARY\n",
             "c.off:1: binary OFF is not understood: use PLY or text");
    bad_text(read_off, "c.off", "OFF\n-1 0 0\n", "c.off:2: the number of points expected, not '-1'");
}

/* -- PLY -- */

static void test_ply_text(void **state) {
    (void)state;
    scene s = good_text(read_ply, "p.ply",
                        "ply\nformat ascii 1.0\ncomment x\nelement vertex 4\nproperty uchar red\n"
                        "property float x\nproperty float y\nproperty double z\nelement other 1\n"
                        "property list uchar int things\nelement face 2\n"
                        "property list uchar int vertex_indices\nend_header\n"
                        "9 0 0 0\n9 1 0 0\n9 1 1 0\n9 0 1 0\n2 7 8\n3 0 1 2\n4 0 1 2 3\n");
    check_counts(&s.geometries[0], 4, 7, 2);
    assert_true(s.geometries[0].points.at[3] == 1);
    scene_free(&s);
    s = good_text(
        read_ply, "p.ply",
        "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\n"
        "property float z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n"
        "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 0\n9 0 1 2 3 -1 2 3 4 -1\n");
    static const uint32_t corners[9] = {0, 1, 2, 2, 1, 3, 2, 3, 4};
    check_counts(&s.geometries[0], 5, 9, 3);
    assert_memory_equal(s.geometries[0].corners.at, corners, sizeof corners);
    scene_free(&s);
}

#define PLY_HEAD                                                                                       \
    "ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty short x\nproperty short y\n"        \
    "property short z\nelement face 1\nproperty list uchar ushort vertex_index\nend_header\n"

static void test_ply_binary(void **state) {
    (void)state;
    static const char file[] = PLY_HEAD "\0\0\0\0\0\0\0\5\0\0\0\0\xff\xff\0\1\0\0\3\0\0\0\1\0\2";
    scene s = {0};
    fault f = {""};
    assert_true(read_memory(read_ply, "p.ply", file, sizeof file - 1, &s, &f));
    check_counts(&s.geometries[0], 3, 3, 1);
    assert_true(s.geometries[0].points.at[3] == 5 && s.geometries[0].points.at[6] == -1);
    scene_free(&s);
    assert_false(read_memory(read_ply, "p.ply", file, sizeof file - 2, &s, &f));
    assert_string_equal(f.text, "p.ply:10: cut short: fewer numbers than announced");
    scene_free(&s);
}

static void test_ply_refused(void **state) {
    (void)state;
    bad_text(read_ply, "p.ply", "plx\n", "p.ply:1: a PLY file begins with 'ply'");
    bad_text(read_ply, "p.ply", "ply\nelement vertex 1\n",
             "p.ply:3: cut short: 'end_header' is missing");
    bad_text(read_ply, "p.ply", "ply\nend_header\n", "p.ply:3: the header has no 'format'");
    bad_text(read_ply, "p.ply", "ply\nproperty float x\n",
             "p.ply:2: a property before the first element");
    bad_text(read_ply, "p.ply", "ply\nelement vertex 1\nproperty half x\n",
             "p.ply:3: a type of numbers expected, such as float or int32");
    bad_text(read_ply, "p.ply",
             "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nelement face 1\n"
             "property list int int vertex_index\nend_header\n0\n3 0 0 1\n",
             "p.ply: face 0 names point 1 of 1");
    bad_text(read_ply, "p.ply",
             "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nelement face 1\n"
             "property list int float vertex_index\nend_header\n0\n3 0 0 .5\n",
             "p.ply:9: a face names points by whole numbers from 0 on");
    /* Four billion elements of nothing are nothing. */
    scene s =
        good_text(read_ply, "p.ply", "ply\nformat ascii 1.0\nelement thing 4000000000\nend_header\n");
    scene_free(&s);
}

/* -- anything -- */

/* Pieces of right files, cut, doubled and changed at random: no answer but yes or a fault, no memory
 * lost, and what is accepted is consistent. */
static void test_damaged(void **state) {
    (void)state;
    static const struct {
        reader *read;
        const char *text;
        size_t size;
    } files[] = {
        {read_obj, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no a\nl 1 2\np 3\n", 44},
        {read_stl, tetrahedron_stl, sizeof tetrahedron_stl - 1},
        {read_off, "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", 37},
        {read_ply, PLY_HEAD "\0\0\0\0\0\0\0\5\0\0\0\0\xff\xff\0\1\0\0\3\0\0\0\1\0\2",
         sizeof PLY_HEAD + 24},
    };
    uint64_t seed = test_seed(1301);
    graze_random random = graze_random_seed(seed);
    long accepted = 0, cases = test_count(40000);
    for (long i = 0; i < cases; ++i) {
        char text[1024];
        size_t size = files[i % 4].size;
        assert_true(size < sizeof text);
        memcpy(text, files[i % 4].text, size);
        for (int changes = (int)(graze_random_bits(&random) % 2); changes >= 0; --changes) {
            size_t at = (size_t)(graze_random_bits(&random) % size);
            if (graze_random_bits(&random) % 8 == 0)
                size = at + 1;
            else
                text[at] = (char)("0123456789-+.e \n/#xvfl\0\xff"[graze_random_bits(&random) % 24]);
        }
        scene s = {0};
        fault f = {""};
        bool good = read_memory(files[i % 4].read, "x", text, size, &s, &f);
        TEST_CHECK(good == (f.text[0] == 0), seed, i,
                   "a fault without a refusal or the other way round");
        for (size_t k = 0; good && k < s.geometry_count; ++k)
            good = geometry_check(&s.geometries[k], "x", &f);
        TEST_CHECK(f.text[0] == 0 || !good, seed, i, "accepted, but wrong: %s", f.text);
        accepted += good;
        scene_free(&s);
    }
    assert_in_range(accepted, cases / 20, cases * 19 / 20);
}

static void test_choice(void **state) {
    (void)state;
    scene s = {0};
    fault f = {""};
    assert_false(read_file("no/such.obj", NULL, &s, &f));
    assert_string_equal(f.text, "no/such.obj: cannot be opened: No such file or directory");
    f.text[0] = 0;
    assert_false(read_file("a.unheard_of", NULL, &s, &f));
    assert_string_equal(f.text, "a.unheard_of: cannot be opened: No such file or directory");
    f.text[0] = 0;
    char path[512];
    assert_false(read_file(test_data_path("hull_cases.txt", path, sizeof path), NULL, &s, &f));
    assert_non_null(strstr(f.text, "known are .obj .stl .off .ply"));
    f.text[0] = 0;
    assert_false(read_file("-", NULL, &s, &f));
    assert_non_null(strstr(f.text, "the standard input is not read"));
    scene_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_obj),        cmocka_unit_test(test_obj_refused),
        cmocka_unit_test(test_stl_text),   cmocka_unit_test(test_stl_binary),
        cmocka_unit_test(test_off),        cmocka_unit_test(test_ply_text),
        cmocka_unit_test(test_ply_binary), cmocka_unit_test(test_ply_refused),
        cmocka_unit_test(test_damaged),    cmocka_unit_test(test_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
