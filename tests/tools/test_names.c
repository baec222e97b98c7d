/* SPDX-License-Identifier: MIT
 * Names of objects, on their way from files to people and programs: each once, UTF-8 or made so, and in
 * the faults about an object. */
#include "json.h"
#include "model.h"
#include "read_memory.h"
#include "suggest.h"
#include "text.h"

static scene scene_of(const char *const *names, size_t count) {
    scene s = {0};
    fault f = {""};
    placement here = placement_identity();
    for (size_t i = 0; i < count; ++i)
        assert_true(scene_add_object(&s, names[i], 0, &here, SIZE_MAX, &f));
    return s;
}

static void test_unique(void **state) {
    (void)state;
    static const char *const given[] = {"post", "a/post", "post",   "post#2",  "",
                                        "post", "",       "post#2", "post#2#2"};
    static const char *const wanted[] = {"post",   "a/post", "post#3",   "post#2",  "",
                                         "post#4", "#2",     "post#2#3", "post#2#2"};
    enum { COUNT = sizeof given / sizeof *given };
    scene s = scene_of(given, COUNT);
    fault f = {""};
    assert_true(names_make_unique(&s, &f));
    for (size_t i = 0; i < COUNT; ++i) assert_string_equal(s.objects[i].name, wanted[i]);
    assert_true(names_make_unique(&s, &f)); /* nothing is left to do */
    for (size_t i = 0; i < COUNT; ++i) assert_string_equal(s.objects[i].name, wanted[i]);
    scene_free(&s);
    assert_true(names_make_unique(&s, &f)); /* none at all */
}

/* So many of one name that counting up for each would take long. */
static void test_many_equal(void **state) {
    (void)state;
    enum { COUNT = 100000 };
    const char **names = malloc(COUNT * sizeof *names);
    assert_non_null(names);
    for (size_t i = 0; i < COUNT; ++i) names[i] = i % 2 ? "odd" : "even";
    scene s = scene_of(names, COUNT);
    fault f = {""};
    assert_true(names_make_unique(&s, &f));
    assert_string_equal(s.objects[COUNT - 2].name, "even#50000");
    assert_string_equal(s.objects[COUNT - 1].name, "odd#50000");
    scene_free(&s);
    free(names);
}

static void test_patterns(void **state) {
    (void)state;
    assert_true(names_object("post", "post#2"));
    assert_true(names_object("post#2", "post#2"));
    assert_false(names_object("post#2", "post"));
    assert_true(names_object("post#2", "post#2/head"));
    assert_false(names_object("pos", "post#2"));
    assert_true(names_object("file:*#3", "file:post#3"));
}

static void test_characters(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {{"", 0},
                 {"a", 1},
                 {"\x7f", 1},
                 {"\x80", 0},
                 {"\xc3\xa4", 2},
                 {"\xc3", 0},
                 {"\xc3(", 0},
                 {"\xc1\xbf", 0},
                 {"\xe2\x82\xac", 3},
                 {"\xe2\x82", 0},
                 {"\xe0\x9f\xbf", 0},
                 {"\xed\xa0\x80", 0},
                 {"\xf0\x9f\x98\x80", 4},
                 {"\xf4\x90\x80\x80", 0},
                 {"\xf0\x8f\xbf\xbf", 0},
                 {"\xff", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        assert_int_equal(text_character(cases[i].text), cases[i].length);
    assert_int_equal(text_width("a\xc3\xa4\xff\xe2\x82"), 5);
}

static void check_written(FILE *file, const char *wanted) {
    char got[512];
    long size = ftell(file);
    assert_in_range(size, 0, sizeof got - 1);
    rewind(file);
    assert_int_equal(fread(got, 1, (size_t)size, file), size);
    got[size] = 0;
    assert_string_equal(got, wanted);
    fclose(file);
}

static void test_written(void **state) {
    (void)state;
    static const char nasty[] = "a\"\\\n\x1b\x7f\xc3\xa4\xff\xed\xa0\x80\xc2\x9b";
    FILE *file = tmpfile();
    assert_non_null(file);
    json j = {.out = file};
    json_text(&j, NULL, nasty);
    check_written(file,
                  "\"a\\\"\\\\\\u000a\\u001b\\u007f\xc3\xa4\\ufffd\\ufffd\\ufffd\\ufffd\xc2\x9b\"");
    assert_non_null(file = tmpfile());
    text_print(file, nasty, 14, 0);
    check_written(file, "a\"\\???\xc3\xa4????"
                        "?  ");
    assert_non_null(file = tmpfile());
    text_print(file, "a long name", 9, 8);
    check_written(file, "... name ");
}

static void test_faults(void **state) {
    (void)state;
    scene s = {0};
    shapes made;
    fault f = {""};
    static const char text[] =
        "o fine\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1e300 0 0\nf 1 2 3\no \033far\nf 1 2 3\nf 1 2 4\n";
    assert_true(scene_begin_file(&s, "dir/x.obj", &f));
    assert_true(read_memory(read_obj, "dir/x.obj", text, sizeof text - 1, &s, &f));
    assert_false(shapes_make(&s, &made, &f));
    assert_string_equal(f.text,
                        "dir/x.obj:8: '?far': its size or place is too large or too small a number "
                        "to be compared");
    scene_free(&s);
    char path[2000];
    memset(path, 'x', sizeof path);
    memcpy(path + sizeof path - 6, "/a.obj", 6);
    path[sizeof path - 1] = 0;
    fault g = {""};
    fault_set(&g, path, 7, "the reason");
    assert_memory_equal(g.text, "...xxx", 6);
    assert_non_null(strstr(g.text, "/a.ob:7: the reason"));
}

static void test_suggestions(void **state) {
    (void)state;
    assert_int_equal(suggest_slips("chek", "check"), 1);
    assert_int_equal(suggest_slips("", "ray"), 3);
    assert_int_equal(suggest_slips("kitten", "sitting"), 3);
    assert_true(suggest_is_near("--clearence", "--clearance"));
    assert_false(suggest_is_near("dance", "distance"));
    assert_false(suggest_is_near("a word of more than thirty letters", "ray"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unique),      cmocka_unit_test(test_many_equal),
        cmocka_unit_test(test_patterns),    cmocka_unit_test(test_characters),
        cmocka_unit_test(test_written),     cmocka_unit_test(test_faults),
        cmocka_unit_test(test_suggestions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
