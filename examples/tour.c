/* SPDX-License-Identifier: MIT
 * A tour of what Graze can do today, to read while it runs: pictures of convex shapes made with
 * nothing but "is this point inside?", hulls that are exact, boxes, volumes, and bad input. */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

/* Everything in this program is expected to work; if not, say what and stop. */
static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

/* -- pictures: march into the shape until the point is inside, shade by the slope -------------- */

enum { COLUMNS = 25, ROWS = 13, PICTURES = 4 };

/* How far a viewer at z = +2 sees along -z at (x, y); negative if nothing is hit. */
static graze_real depth_at(const graze_placed *placed, graze_real x, graze_real y) {
    const graze_real step = (graze_real)0.05;
    bool inside = false;
    for (int i = 0; i <= 80; ++i) {
        graze_real t = step * (graze_real)i;
        must(graze_placed_contains(placed, graze_vec3_make(x, y, 2 - t), &inside), "contains");
        if (!inside) continue;
        graze_real near_side = t - step, far_side = t; /* bisect to the surface */
        for (int k = 0; k < 8; ++k) {
            graze_real middle = (near_side + far_side) / 2;
            must(graze_placed_contains(placed, graze_vec3_make(x, y, 2 - middle), &inside), "contains");
            if (inside)
                far_side = middle;
            else
                near_side = middle;
        }
        return far_side;
    }
    return -1;
}

static char shade_at(const graze_placed *placed, int column, int row) {
    static const char tones[] = ".:-=+*#%@";
    const graze_real h = (graze_real)0.04;
    graze_real x = ((graze_real)column - (COLUMNS - 1) / (graze_real)2) * (graze_real)0.12;
    graze_real y = ((ROWS - 1) / (graze_real)2 - (graze_real)row) * (graze_real)0.24;
    graze_real z = depth_at(placed, x, y);
    if (z < 0) return ' ';
    graze_real zx = depth_at(placed, x + h, y), zy = depth_at(placed, x, y + h);
    if (zx < 0 || zy < 0) return tones[0];
    graze_vec3 normal, light;
    must(graze_vec3_normalize(graze_vec3_make(zx - z, zy - z, h), &normal), "normal");
    must(graze_vec3_normalize(graze_vec3_make((graze_real)0.5, (graze_real)0.7, (graze_real)0.6),
                              &light),
         "light");
    graze_real brightness = graze_clamp(graze_vec3_dot(normal, light), 0, 1);
    return tones[(int)(brightness * (graze_real)(sizeof tones - 2))];
}

static void draw(const graze_placed *pictures, const char *const *titles) {
    for (int row = 0; row < ROWS; ++row) {
        char line[PICTURES * COLUMNS + 1];
        int length = 0;
        for (int p = 0; p < PICTURES; ++p)
            for (int column = 0; column < COLUMNS; ++column)
                line[length++] = shade_at(&pictures[p], column, row);
        while (length > 0 && line[length - 1] == ' ') --length;
        printf("%.*s\n", length, line);
    }
    for (int p = 0; p < PICTURES; ++p) printf("%-*s", COLUMNS, titles[p]);
    printf("\n\n");
}

static void gallery(void) {
    graze_shape *box, *rounded, *cone, *ball, *moved, *ice, *disk, *sum, *sphere;
    must(graze_shape_box(graze_vec3_make((graze_real)0.7, (graze_real)0.7, (graze_real)0.7), &box),
         "box");
    must(graze_shape_rounded(box, (graze_real)0.25, &rounded), "rounded");
    must(graze_shape_cone((graze_real)0.6, (graze_real)1.4, &cone), "cone");
    must(graze_shape_sphere((graze_real)0.55, &ball), "ball");
    graze_pose down = graze_pose_at(0, (graze_real)-0.8, 0);
    must(graze_shape_transformed(ball, &down, &moved), "moved");
    graze_shape *const parts[] = {cone, moved};
    must(graze_shape_hull_of(parts, 2, &ice), "hull of");
    must(graze_shape_cylinder((graze_real)0.8, (graze_real)0.1, &disk), "disk");
    must(graze_shape_sphere((graze_real)0.35, &sphere), "sphere");
    must(graze_shape_minkowski_sum(disk, sphere, &sum), "sum");

    graze_pose tilted;
    graze_quat turn;
    must(graze_quat_from_euler((graze_real)0.3, (graze_real)0.7, (graze_real)0.5, &turn), "turn");
    must(graze_pose_make(turn, graze_vec3_zero(), &tilted), "pose");
    graze_mat3 shear = graze_mat3_from_columns(
        graze_vec3_make(1, 0, 0), graze_vec3_make((graze_real)0.5, 1, 0), graze_vec3_make(0, 0, 1));
    graze_pose sheared;
    must(graze_pose_from_mat3(&shear, graze_vec3_zero(), &sheared), "shear");

    graze_placed pictures[PICTURES] = {{rounded, tilted, 0},
                                       {ice, graze_pose_identity(), 0},
                                       {sum, tilted, 0},
                                       {ball, sheared, (graze_real)0.2}};
    const char *const titles[PICTURES] = {"a rounded box", "hull of cone and ball", "disk + sphere",
                                          "sheared ball + margin"};
    printf("Four convex shapes, seen by asking graze_placed_contains about many points:\n\n");
    draw(pictures, titles);
    for (int p = 0; p < PICTURES; ++p) {
        char text[160];
        graze_shape_mass mass;
        graze_shape_describe(pictures[p].shape, text, sizeof text);
        must(graze_shape_measure(pictures[p].shape, &mass), "measure");
        printf("  volume %.4f (at least %.4f, at most %.4f)  %s\n", (double)mass.volume,
               (double)mass.lower, (double)mass.upper, text);
    }
    graze_shape *all[] = {box, rounded, cone, ball, moved, ice, disk, sum, sphere};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) graze_shape_release(all[i]);
}

/* -- hulls ------------------------------------------------------------------------------------- */

static void report_hull(const char *what, const graze_vec3 *points, size_t count) {
    graze_hull *hull;
    graze_hull_view view;
    graze_hull_mass mass;
    must(graze_hull_create(points, count, 0, &hull), what);
    must(graze_hull_get(hull, &view), what);
    must(graze_hull_measure(hull, &mass), what);
    const char *flaw = "";
    graze_status verdict = graze_hull_validate(hull, &flaw);
    printf(
        "  %-34s %6zu points: dimension %d, %u vertices, %u facets, volume %.4g; checked exactly: %s\n",
        what, count, view.dimension, (unsigned)view.vertex_count, (unsigned)view.facet_count,
        (double)mass.volume, verdict == GRAZE_OK ? "sound" : flaw);
    graze_hull_release(hull);
}

static void hulls(void) {
    enum { CLOUD = 2000 };
    graze_random random = graze_random_seed(1);
    graze_vec3 *cloud = malloc(CLOUD * sizeof *cloud);
    if (!cloud) exit(EXIT_FAILURE);
    printf("\nHulls, decided without a tolerance:\n\n");
    for (int i = 0; i < CLOUD; ++i) cloud[i] = graze_random_direction(&random);
    report_hull("a cloud on the unit sphere", cloud, CLOUD);
    for (int i = 0; i < CLOUD; ++i)
        cloud[i] =
            graze_vec3_make((graze_real)(i % 10), (graze_real)(i / 10 % 10), (graze_real)(i / 100));
    report_hull("a grid: six facets, eight corners", cloud, CLOUD);
    for (int i = 0; i < CLOUD; ++i) cloud[i].z = 0;
    report_hull("the grid, squashed flat", cloud, CLOUD);
    for (int i = 0; i < CLOUD; ++i) cloud[i] = graze_vec3_make(1, 2, 3);
    report_hull("two thousand times the same point", cloud, CLOUD);
    free(cloud);
}

/* -- boxes far away, bad input ------------------------------------------------------------------- */

static void far_away(void) {
    graze_shape *capsule;
    must(graze_shape_capsule((graze_real)0.25, 2, &capsule), "capsule");
    graze_placed placed = {capsule, graze_pose_at(1000000, 0, 0), 0};
    graze_aabb box;
    must(graze_placed_bounds(&placed, &box), "bounds");
    printf("\nA capsule a million metres out has the box x %.2f .. %.2f, y %.4f .. %.4f.\n",
           (double)box.lo.x, (double)box.hi.x, (double)box.lo.y, (double)box.hi.y);
    graze_shape_release(capsule);
}

static void bad_input(void) {
    graze_shape *shape = NULL;
    printf("\nBad input gets an answer, not a crash:\n\n");
    graze_status status = graze_shape_sphere(-1, &shape);
    printf("  a sphere of radius -1:        %s\n", graze_status_text(status));
    graze_shape *floor = NULL;
    must(graze_shape_half_space(graze_vec3_make(0, 1, 0), 0, &floor), "floor");
    status = graze_shape_rounded(floor, 1, &shape);
    printf("  rounding a half-space:        %s\n", graze_status_text(status));
    graze_pose flat;
    status = graze_pose_make_scaled(graze_quat_identity(), graze_vec3_zero(), graze_vec3_make(1, 0, 1),
                                    &flat);
    printf("  a scale of zero:              %s\n", graze_status_text(status));
    graze_shape_release(floor);
}

int main(void) {
    printf("Graze %d.%d.%d, %s precision\n\n", GRAZE_VERSION_MAJOR, GRAZE_VERSION_MINOR,
           GRAZE_VERSION_PATCH, graze_real_size() == 4 ? "float" : "double");
    gallery();
    hulls();
    far_away();
    bad_input();
    return EXIT_SUCCESS;
}
