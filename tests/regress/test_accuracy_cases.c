/* SPDX-License-Identifier: MIT
 * Pairs that once failed in `make accuracy` stay right (V1, V2, J4, J8). */
#include "harness.h"
#include "oracle/accuracy_case.h"

static graze_shape_kind kind_named(const char *name) {
    for (int kind = 0; kind < GRAZE_SHAPE_CONVEX_COUNT; ++kind)
        if (strcmp(name, graze_shape_kind_text((graze_shape_kind)kind)) == 0)
            return (graze_shape_kind)kind;
    fail_msg("no shape kind '%s'", name);
    return GRAZE_SHAPE_CONVEX_COUNT;
}

/* A line's fields, cut at tabs; false for comments and empty lines. */
static bool read_line(char *line, char *field[6]) {
    if (line[0] == '#' || line[0] == '\n') return false;
    for (int i = 0; i < 6; ++i) {
        field[i] = strtok(i == 0 ? line : NULL, "\t\n");
        assert_non_null(field[i]);
    }
    return true;
}

static void kept_cases(void **state) {
    (void)state;
    const char *precision = sizeof(graze_real) == sizeof(float) ? "float" : "double";
    char path[1000], line[400], *field[6], text[200] = "";
    FILE *file = fopen(test_data_path("../regress/accuracy_cases.txt", path, sizeof path), "r");
    assert_non_null(file);
    long cases = 0;
    while (fgets(line, sizeof line, file)) {
        if (!read_line(line, field) || strcmp(field[0], precision) != 0) continue;
        accuracy_case which = {kind_named(field[1]), kind_named(field[2]),
                               (pair_regime)strtol(field[3], NULL, 10), strtoull(field[4], NULL, 10)};
        accuracy_tally tally = {0};
        int failures = accuracy_run(&which, &tally, text, sizeof text);
        TEST_CHECK(failures == 0, which.seed, cases, "%s, %s: %s (once: %s)", field[1], field[2], text,
                   field[5]);
        ++cases;
    }
    fclose(file);
    assert_true(cases >= 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(kept_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
