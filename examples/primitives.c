/* SPDX-License-Identifier: MIT
 * Simple sets without shapes: a box-box test, rays that hit a triangle and pass through solids, and how
 * deep a ball sits in a box. */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

static void show(const char *what, graze_vec3 v) {
    printf("  %-22s (%9.6f, %9.6f, %9.6f)\n", what, (double)v.x, (double)v.y, (double)v.z);
}

/* Do they meet? Two boxes, one turned by 45 degrees, corner against face. */
static bool boxes(void) {
    graze_quat turn;
    must(graze_quat_from_axis_angle(graze_vec3_make(0, 0, 1), 0.785398163f, &turn), "turn");
    graze_obb crate = {graze_vec3_make(2.3f, 0, 0), graze_quat_to_mat3(turn), graze_vec3_make(1, 1, 1)};
    graze_aabb wall = {graze_vec3_make(-1, -5, -5), graze_vec3_make(1, 5, 5)};
    bool before, after;
    must(graze_test_aabb_obb(&wall, &crate, &before), "box and box");
    crate.center.x = 2.5f;
    must(graze_test_aabb_obb(&wall, &crate, &after), "box and box");
    printf("A turned crate at x = 2.3 %s the wall, at 2.5 it %s.\n", before ? "touches" : "misses",
           after ? "touches it" : "does not");
    return before && !after;
}

/* Where does a ray enter and leave? */
static bool rays(void) {
    graze_ray down = {graze_vec3_make(0.25f, 0.25f, 4), graze_vec3_make(0, 0, -2), 100};
    graze_triangle floor = {
        {graze_vec3_make(0, 0, 0), graze_vec3_make(1, 0, 0), graze_vec3_make(0, 1, 0)}};
    graze_sphere ball = {graze_vec3_make(0.25f, 0.25f, 2), 1};
    graze_ray_hit on_floor, on_ball, from_below;
    must(graze_ray_triangle(&down, &floor, GRAZE_FACES_FRONT, &on_floor), "ray and triangle");
    must(graze_ray_sphere(&down, &ball, &on_ball), "ray and sphere");
    graze_ray up = {graze_vec3_make(0.25f, 0.25f, -4), graze_vec3_make(0, 0, 1), 100};
    must(graze_ray_triangle(&up, &floor, GRAZE_FACES_FRONT, &from_below), "ray from below");
    printf("\nA ray goes down through a ball onto a triangle:\n");
    printf("  in the ball            from t = %g to %g\n", (double)on_ball.enter, (double)on_ball.exit);
    show("enters the ball at", on_ball.point);
    printf("  on the triangle        at t = %g\n", (double)on_floor.enter);
    show("normal there", on_floor.normal);
    printf("  from below             %s\n", from_below.hit ? "hit" : "culled");
    return on_ball.enter == 0.5f && on_ball.exit == 1.5f && on_floor.enter == 2 && !from_below.hit;
}

/* The same for solids that are none of the simple sets. */
static bool solids(void) {
    graze_vec3 foot = graze_vec3_make(0, 0, 0), top = graze_vec3_make(0, 4, 0);
    graze_ray ray = {graze_vec3_make(-8, 1, 0), graze_vec3_make(2, 0, 0), 100};
    graze_capsule pill = {foot, top, 1};
    graze_cylinder drum = {foot, top, 1};
    graze_cone hat = {foot, top, 2};
    graze_ellipsoid egg = {graze_vec3_make(0, 1, 0), graze_mat3_identity(), graze_vec3_make(3, 1, 1)};
    graze_plane wedge[3] = {{graze_vec3_make(-1, 1, 0), -3},  /* y <= x + 3 */
                            {graze_vec3_make(1, 1, 0), -3},   /* y <= 3 - x */
                            {graze_vec3_make(0, -1, 0), -0}}; /* y >= 0 */
    graze_ray_hit hit[5];
    must(graze_ray_capsule(&ray, &pill, &hit[0]), "ray and capsule");
    must(graze_ray_cylinder(&ray, &drum, &hit[1]), "ray and cylinder");
    must(graze_ray_cone(&ray, &hat, &hit[2]), "ray and cone");
    must(graze_ray_ellipsoid(&ray, &egg, &hit[3]), "ray and ellipsoid");
    must(graze_ray_polyhedron(&ray, wedge, 3, &hit[4]), "ray and polyhedron");
    static const char *const names[5] = {"capsule", "cylinder", "cone", "ellipsoid", "wedge"};
    static const double enter[5] = {3.5, 3.5, 3.25, 2.5, 3};
    bool right = true;
    printf("\nA ray along y = 1, two units a second, is in the\n");
    for (int i = 0; i < 5; ++i) {
        printf("  %-22s from t = %g to %g\n", names[i], (double)hit[i].enter, (double)hit[i].exit);
        right = right && hit[i].hit && (double)hit[i].enter == enter[i];
    }
    return right;
}

/* How far apart, or how deep? */
static bool distances(void) {
    graze_sphere ball = {graze_vec3_make(0, 0.75f, 0), 0.5f};
    graze_aabb box = {graze_vec3_make(-2, -1, -2), graze_vec3_make(2, 1, 2)};
    graze_proximity p;
    must(graze_near_sphere_aabb(&ball, &box, &p), "sphere and box");
    printf("\nA ball in a box:\n  signed distance        %g\n", (double)p.sd);
    show("normal, ball to box", p.normal);
    ball.center = graze_vec3_add_scaled(ball.center, p.sd, p.normal); /* the ball moves the other way */
    show("the ball is out at", ball.center);
    bool right = p.sd == -0.75f;
    must(graze_near_sphere_aabb(&ball, &box, &p), "sphere and box");
    printf("  signed distance there  %g\n", (double)p.sd);
    return right && p.sd == 0;
}

int main(void) { return boxes() && rays() && solids() && distances() ? EXIT_SUCCESS : EXIT_FAILURE; }
