/* SPDX-License-Identifier: MIT
 * A wall with two windows as one polygon: cut into triangles, shot at, and pushed against by a ball and
 * a crate. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

/* The wall stands on the x axis, 8 wide and 3 high; the windows are loops in the loop. */
static const graze_vec3 points[] = {
    {0, 0, 0}, {8, 0, 0}, {8, 3, 0}, {0, 3, 0}, /* the wall */
    {1, 1, 0}, {3, 1, 0}, {3, 2, 0}, {1, 2, 0}, /* two windows */
    {5, 1, 0}, {7, 1, 0}, {7, 2, 0}, {5, 2, 0},
};
static const uint32_t loop_ends[] = {4, 8, 12};

int main(void) {
    graze_polygon wall = {points, 12, loop_ends, 3};
    must(graze_polygon_check(&wall), "wall");

    graze_real area;
    uint32_t triangles[12 + 2 * 3 - 4][3], count;
    must(graze_polygon_area(&wall, &area), "area");
    must(graze_polygon_triangulate(&wall, triangles[0], 12 + 2 * 3 - 4, &count), "triangles");
    printf("A wall with two windows: area %g, %u triangles\n", (double)area, (unsigned)count);

    /* One shot goes through a window, the other hits the wall between them. */
    graze_ray shot = {.origin = {4, 1.5f, 5}, .direction = {0, 0, -1}, .max_t = INFINITY};
    graze_ray_hit at_wall, at_window;
    must(graze_ray_polygon(&shot, &wall, GRAZE_FACES_BOTH, &at_wall), "shot");
    shot.direction = graze_vec3_make(-0.4f, 0, -1);
    must(graze_ray_polygon(&shot, &wall, GRAZE_FACES_BOTH, &at_window), "shot");
    printf("  straight ahead: %s after %g\n", at_wall.hit ? "hits" : "misses", (double)at_wall.enter);
    printf("  to the left:    %s\n", at_window.hit ? "hits" : "misses");

    /* A ball that is small enough fits into the window without touching the frame. */
    graze_vec3 common;
    bool small = true, large = false, crate = false;
    graze_sphere ball = {{2, 1.5f, 0}, 0.45f};
    must(graze_test_sphere_polygon(&ball, &wall, &small, NULL), "ball");
    ball.radius = 0.55f;
    must(graze_test_sphere_polygon(&ball, &wall, &large, &common), "ball");
    printf("  a ball of 0.45 in the window: %s\n", small ? "touches" : "fits");
    printf("  a ball of 0.55 in the window: %s at (%g, %g, %g)\n", large ? "touches" : "fits",
           (double)common.x, (double)common.y, (double)common.z);
    graze_aabb box = {{3.5f, 0, -1}, {4.5f, 1, 1}};
    must(graze_test_aabb_polygon(&box, &wall, &crate, &common), "crate");
    printf("  a crate in front of it:       %s at (%g, %g, %g)\n", crate ? "touches" : "is free",
           (double)common.x, (double)common.y, (double)common.z);

    bool right = area == 20 && count == 14 && at_wall.hit && at_wall.enter == 5 && !at_window.hit;
    return right && !small && large && crate ? EXIT_SUCCESS : EXIT_FAILURE;
}
