/* SPDX-License-Identifier: MIT
 * URDF: poses of links against closed forms, what is ignored, what is refused. */
#include <math.h>

#include "read_memory.h"
#include "urdf.h"

static const double half_turn = 3.14159265358979323846, quarter_turn = 1.57079632679489661923;

#define ARM                                                                                                     \
    "<?xml version='1.0'?><robot name='arm'>"                                                                   \
    "<link name='base'><collision><geometry><box size='2 4 6'/></geometry></collision></link>"                  \
    "<link name='upper'><visual/><collision><origin xyz='1 0 0'/><geometry>"                                    \
    "<cylinder radius='.1' length='2'/></geometry></collision></link>"                                          \
    "<link name='lower'><collision><geometry><sphere radius='.3'/></geometry></collision>"                      \
    "<collision><origin rpy='0 0 1.57079632679489661923'/><geometry><mesh filename='tetra.off' scale='1 2 3'/>" \
    "</geometry></collision></link><link name='finger'><collision><geometry>"                                   \
    "<mesh filename='package://arm/tetra.off'/></geometry></collision></link>"                                  \
    "<joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/>"                         \
    "<origin xyz='0 0 3'/><axis xyz='0 0 2'/><limit lower='-2' upper='2' effort='1'/></joint>"                  \
    "<joint name='elbow' type='continuous'><parent link='upper'/><child link='lower'/>"                         \
    "<origin xyz='2 0 0' rpy='0 0 0'/><axis xyz='0 1 0'/></joint>"                                              \
    "<joint name='grip' type='prismatic'><parent link='lower'/><child link='finger'/><axis xyz='1 0 0'/>"       \
    "<mimic joint='elbow' multiplier='2' offset='.5'/></joint></robot>"

static bool read_arm(const joint_value *values, size_t count, const char *srdf, scene *out, fault *f) {
    char path[512];
    test_data_path("urdf/arm.urdf", path, sizeof path); /* for the meshes beside it */
    bytes file = {(char *)ARM, sizeof ARM - 1};
    srdf_choice choice = {srdf, NULL};
    read_options options = {values, count, &choice, srdf != NULL};
    return read_urdf(path, &file, &options, out, f);
}

static const object *object_named(const scene *s, const char *name) {
    for (size_t i = 0; i < s->object_count; ++i)
        if (strcmp(s->objects[i].name, name) == 0) return &s->objects[i];
    fail_msg("no object '%s'", name);
    return NULL;
}

static void check_origin(const scene *s, const char *name, double x, double y, double z) {
    const double *at = object_named(s, name)->at.origin;
    if (!(fabs(at[0] - x) + fabs(at[1] - y) + fabs(at[2] - z) < 1e-12))
        fail_msg("%s is at %g %g %g, not %g %g %g", name, at[0], at[1], at[2], x, y, z);
}

static void test_poses(void **state) {
    (void)state;
    scene s = {0};
    fault f = {""};
    if (!read_arm(NULL, 0, NULL, &s, &f)) fail_msg("%s", f.text);
    assert_int_equal(s.object_count, 5);
    assert_int_equal(s.geometry_count, 4); /* the mesh is there once */
    assert_int_equal(s.part_count, 4);
    check_origin(&s, "arm/base", 0, 0, 0);
    check_origin(&s, "arm/upper", 1, 0, 3);
    check_origin(&s, "arm/lower/1", 2, 0, 3);
    check_origin(&s, "arm/finger", 2.5, 0, 3);
    const geometry *cylinder = &s.geometries[object_named(&s, "arm/upper")->geometry];
    assert_true(cylinder->size[0] == .1 && cylinder->size[1] == 2);
    const double *up = object_named(&s, "arm/upper")->at.basis + 3; /* where its y axis points */
    assert_true(fabs(up[0]) + fabs(up[1]) + fabs(up[2] - 1) < 1e-15);
    /* The mesh is scaled, then turned: its x axis points along y, its y axis, twice as long, against x.
     */
    const double *basis = object_named(&s, "arm/lower/2")->at.basis;
    assert_true(fabs(basis[1] - 1) + fabs(basis[3] + 2) + fabs(basis[8] - 3) < 1e-15);
    scene_free(&s);
}

/* Shoulder turned by a, elbow by b: closed forms. */
static void test_joints(void **state) {
    (void)state;
    for (int i = 0; i < 100; ++i) {
        double a = -2 + .04 * i, b = half_turn * (i % 17 - 8) / 8, grip = 2 * b + .5;
        const joint_value values[] = {
            {"shoulder", 0, NULL}, {"arm:elbow", b, NULL}, {"shoulder", a, NULL}}; /* the last counts */
        scene s = {0};
        fault f = {""};
        if (!read_arm(values, 3, NULL, &s, &f)) fail_msg("%s", f.text);
        check_origin(&s, "arm/upper", cos(a), sin(a), 3);
        check_origin(&s, "arm/lower/1", 2 * cos(a), 2 * sin(a), 3);
        check_origin(&s, "arm/finger", (2 + grip * cos(b)) * cos(a), (2 + grip * cos(b)) * sin(a),
                     3 - grip * sin(b));
        scene_free(&s);
    }
}

static void test_origin(void **state) {
    (void)state;
    /* Roll first, yaw last, about fixed axes. */
    placement p = urdf_origin((double[]){1, 2, 3}, (double[]){quarter_turn, 0, quarter_turn});
    const double basis[9] = {0, 1, 0, 0, 0, 1, 1, 0, 0};
    for (int k = 0; k < 9; ++k) assert_true(fabs(p.basis[k] - basis[k]) < 1e-15);
    assert_true(p.origin[0] == 1 && p.origin[1] == 2 && p.origin[2] == 3);
}

static bool is_ignored(const scene *s, size_t a, size_t b) {
    for (size_t i = 0; i < s->ignored_count; ++i)
        if (s->ignored[i].a == a && s->ignored[i].b == b) return true;
    return false;
}

static void test_ignored(void **state) {
    (void)state;
    char path[512];
    scene s = {0};
    fault f = {""};
    if (!read_arm(NULL, 0, NULL, &s, &f)) fail_msg("%s", f.text);
    assert_int_equal(s.ignored_count, 3);
    assert_true(is_ignored(&s, 0, 1) && is_ignored(&s, 1, 2) && is_ignored(&s, 2, 3));
    scene_free(&s);
    if (!read_arm(NULL, 0, test_data_path("urdf/arm.srdf", path, sizeof path), &s, &f))
        fail_msg("%s", f.text);
    assert_int_equal(s.ignored_count, 4);
    assert_true(is_ignored(&s, 0, 3));
    scene_free(&s);
    assert_false(read_arm(NULL, 0, test_data_path("urdf/other.srdf", path, sizeof path), &s, &f));
    assert_non_null(strstr(f.text, "the robot has no link 'wing'"));
    scene_free(&s);
}

static void check_refused(const joint_value *value, const char *words) {
    scene s = {0};
    fault f = {""};
    assert_false(read_arm(value, 1, NULL, &s, &f));
    if (!strstr(f.text, words)) fail_msg("%s", f.text);
    scene_free(&s);
}

static bool read_plain(const char *path, const bytes *file, scene *out, fault *f) {
    return read_urdf(path, file, NULL, out, f);
}
static void bad(const char *text, const char *words) { bad_text(read_plain, "r.urdf", text, words); }

static void test_refused(void **state) {
    (void)state;
    check_refused(&(joint_value){"knee", 0, NULL}, "there is no joint 'knee' to set");
    check_refused(&(joint_value){"leg:elbow", 0, NULL}, "there is no joint 'leg:elbow' to set");
    check_refused(&(joint_value){"shoulder", 3, NULL}, "joint 'shoulder' goes from -2 to 2, not to 3");
    check_refused(&(joint_value){"arm:grip", 0, NULL}, "joint 'grip' cannot be set to a value");
    bad("", "r.urdf:1: no element found");
    bad("<robot name='r'>\n<link", "r.urdf:2: unclosed token");
    bad("<car/>", "r.urdf:1: <robot> expected, not <car>");
    bad("<robot/>", "r.urdf:1: <robot> has no name");
    bad("<robot name='r'/>", "r.urdf: a robot has one link without a parent, not 0");
    bad("<robot name='r'><link name='a'/>\n<link name='a'/></robot>", "r.urdf:2: a second link 'a'");
    bad("<robot name='r'><link name='a'/><link name='b'/>\n<joint name='j' type='fixed'><parent link='a'/>"
        "<child link='b'/></joint>\n<joint name='j' type='fixed'/></robot>",
        "r.urdf:3: joint 'j' needs a <parent> and a <child>");
    bad("<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='fixed'><parent link='a'/>"
        "<child link='b'/></joint>\n<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint></robot>",
        "r.urdf:2: a second joint 'j'");
    bad("<!DOCTYPE r [\n<!ENTITY a 'aaaa'>\n<!ENTITY b '&a;&a;'>]><robot name='&b;'/>",
        "r.urdf:2: entities are not understood here");
    bad("<robot name='r'><link name='a'><collision><geometry><sphere radius='1'/>\n<box size='1 1 1'/>"
        "</geometry></collision></link></robot>",
        "r.urdf:2: a second geometry in one collision");
    bad("<robot name='r'><link name='a'>\n<collision><geometry><mesh filename='r.urdf'/></geometry>"
        "</collision></link></robot>",
        "r.urdf:2: a mesh cannot be a robot");
    bad("<robot name='r'><link name='a'/><link name='b'/></robot>",
        "r.urdf: a robot has one link without a parent, not 2");
    bad("<robot name='r'><link name='a'/><joint name='j' type='fixed'><parent link='a'/></joint></robot>",
        "r.urdf:1: joint 'j' needs a <parent> and a <child>");
    bad("<robot name='r'><link name='a'/><joint name='j' type='bent'/></robot>",
        "r.urdf:1: the type of joint 'j' must be fixed, revolute, continuous, prismatic, floating or planar");
    bad("<robot name='r'><link name='a'/>\n<joint name='j' type='fixed'><parent link='a'/><child link='b'/>"
        "</joint></robot>",
        "r.urdf:2: joint 'j' names link 'b', which is not there");
    bad("<robot name='r'><link name='o'/><link name='a'/><link name='b'/>"
        "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>"
        "<joint name='k' type='fixed'><parent link='b'/><child link='a'/></joint></robot>",
        "r.urdf:1: link 'a' carries itself");
    bad("<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='revolute'><parent link='a'/>"
        "<child link='b'/><mimic joint='j'/></joint></robot>",
        "r.urdf:1: joint 'j' follows 'j', which follows it in turn");
    bad("<robot name='r'><link name='a'><collision><geometry><box size='1 2'/></geometry></collision></link></robot>",
        "r.urdf:1: size expected, the text ends here");
    bad("<robot name='r'><link name='a'><collision><geometry><box size='1 2 3 4'/></geometry></collision></link></robot>",
        "r.urdf:1: size takes 3 numbers");
    bad("<robot name='r'><link name='a'><collision><geometry/></collision></link></robot>",
        "r.urdf:1: a collision without <box>, <cylinder>, <sphere> or <mesh>");
    bad("<robot name='r'><link name='a'><collision><geometry><sphere radius='0'/></geometry></collision></link></robot>",
        "r.urdf:1: a size that is not positive");
    bad("<robot name='r'><link name='a'><collision><geometry><mesh filename='no.off'/></geometry></collision></link></robot>",
        "no.off: cannot be opened: No such file or directory");
}

/* Robots of one call: what one does not have another may. */
static void test_shared_options(void **state) {
    (void)state;
    bool used[4] = {false, false, false, false};
    const joint_value values[] = {
        {"knee", 1, &used[0]}, {"leg:elbow", 1, &used[1]}, {"arm:elbow", .5, &used[2]}};
    const srdf_choice choice = {"leg:no.srdf", &used[3]};
    read_options options = {values, 3, &choice, 1};
    char path[512];
    scene s = {0};
    fault f = {""};
    test_data_path("urdf/arm.urdf", path, sizeof path);
    bytes file = {(char *)ARM, sizeof ARM - 1};
    if (!read_urdf(path, &file, &options, &s, &f)) fail_msg("%s", f.text);
    assert_true(!used[0] && !used[1] && used[2] && !used[3]);
    check_origin(&s, "arm/finger", 2 + 1.5 * cos(.5), 0, 3 - 1.5 * sin(.5));
    scene_free(&s);
}

/* A long chain, each link before its parent and each joint following the one before: no time that grows
 * with more than its length. */
static void test_chain(void **state) {
    (void)state;
    enum { LINKS = 20000 };
    size_t size = 200 * LINKS, used = 0;
    char *text = malloc(size);
    assert_non_null(text);
    used += (size_t)snprintf(text, size, "<robot name='r'>");
    for (int i = LINKS; i-- > 0;)
        used += (size_t)snprintf(text + used, size - used, "<link name='l%d'/>", i);
    for (int i = LINKS; --i > 0;) {
        used += (size_t)snprintf(text + used, size - used,
                                 "<joint name='j%d' type='prismatic'><parent link='l%d'/>"
                                 "<child link='l%d'/>",
                                 i, i - 1, i);
        used += i > 1
                    ? (size_t)snprintf(text + used, size - used, "<mimic joint='j%d'/></joint>", i - 1)
                    : (size_t)snprintf(text + used, size - used, "</joint>");
    }
    used += (size_t)snprintf(text + used, size - used, "</robot>");
    bytes file = {text, used};
    urdf_robot robot;
    fault f = {""};
    const joint_value value = {"j1", 2, NULL};
    read_options options = {&value, 1, NULL, 0};
    placement *links = calloc(LINKS, sizeof *links);
    if (!urdf_parse("r.urdf", &file, &robot, &f) || !urdf_place("r.urdf", &robot, &options, links, &f))
        fail_msg("%s", f.text);
    assert_true(links[0].origin[0] ==
                2. * (LINKS - 1)); /* link 0 of the file is the last of the chain */
    free(links);
    free(text);
    urdf_free(&robot);
}

/* Characters changed at random: a fault or a robot, nothing lost. */
static void test_damaged(void **state) {
    (void)state;
    static const char right[] =
        "<robot name='r'><link name='a'><collision><geometry><box size='1 2 3'/></geometry></collision></link>"
        "<link name='b'/><joint name='j' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/>"
        "<limit lower='0' upper='1'/><mimic joint='j2'/></joint><link name='c'/><joint name='j2' type='prismatic'>"
        "<parent link='b'/><child link='c'/></joint></robot>";
    uint64_t seed = test_seed(1303);
    graze_random random = graze_random_seed(seed);
    long accepted = 0, cases = test_count(20000);
    for (long i = 0; i < cases; ++i) {
        char text[sizeof right];
        size_t size = sizeof right - 1;
        memcpy(text, right, sizeof right);
        for (int changes = (int)(graze_random_bits(&random) % 3); changes >= 0; --changes) {
            size_t at = (size_t)(graze_random_bits(&random) % size);
            text[at] = "0123456789-+. <>/='ab\0\xff"[graze_random_bits(&random) % 24];
        }
        scene s = {0};
        fault f = {""};
        bool fine = read_memory(read_plain, "x", text, size, &s, &f);
        TEST_CHECK(fine == (f.text[0] == 0), seed, i,
                   "a fault without a refusal or the other way round");
        accepted += fine;
        scene_free(&s);
    }
    assert_in_range(accepted, cases / 100, cases * 19 / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_poses),          cmocka_unit_test(test_joints),
        cmocka_unit_test(test_origin),         cmocka_unit_test(test_ignored),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_shared_options), cmocka_unit_test(test_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
