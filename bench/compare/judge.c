/* SPDX-License-Identifier: MIT
 * Makes the workloads and knows the right answers; does what compare.py says on its standard input, a
 * line at a time.
 *  - rows: workload, case and whether coherent, a line each; then an empty line
 *  - make ROW COUNT FILE: "ok", or "error"
 *  - truth SECONDS: the brackets of the queries in order, as many as there is time for (at least one),
 *    in hexadecimal */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../timing.h"
#include "truth.h"

static work *made;

static void list_rows(void) {
    for (int i = 0; i < work_row_count(); ++i) {
        const work_row *row = work_row_at(i);
        printf("%s\t%s\t%s\n", row->workload, row->name, row->coherent ? "coherent" : "cold");
    }
    printf("\n");
}

static bool make(char *arguments) {
    char *row = strtok(arguments, " "), *count = strtok(NULL, " "), *path = strtok(NULL, "\n");
    if (!row || !count || !path || atoi(row) < 0 || atoi(row) >= work_row_count() || atoi(count) < 1)
        return false;
    work_free(made);
    made = work_make(atoi(row), atoi(count));
    return work_write(made, path);
}

static void tell_truth(double seconds) {
    truth *t = truth_make(made);
    double start = bench_seconds();
    for (int i = 0; i < made->query_count && (i == 0 || bench_seconds() - start < seconds); ++i) {
        truth_bracket right = truth_answer(t, i);
        printf("%a %a ", right.lower, right.upper);
    }
    printf("\n");
    truth_free(t);
}

int main(void) {
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (strcmp(line, "rows") == 0)
            list_rows();
        else if (strncmp(line, "make ", 5) == 0)
            puts(make(line + 5) ? "ok" : "error");
        else if (strncmp(line, "truth ", 6) == 0 && made)
            tell_truth(atof(line + 6));
        else
            puts("error");
        fflush(stdout);
    }
    work_free(made);
    return EXIT_SUCCESS;
}
