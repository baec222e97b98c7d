/* SPDX-License-Identifier: MIT
 * A box and a barrel on a table: where does a simulation push so that they stay there? */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

static graze_pose turned(graze_vec3 axis, graze_real angle, graze_vec3 origin) {
    graze_quat turn;
    graze_pose pose;
    must(graze_quat_from_axis_angle(axis, angle, &turn), "turn");
    must(graze_pose_make(turn, origin, &pose), "pose");
    return pose;
}

static int show(const char *what, const graze_placed *table, const graze_placed *thing) {
    graze_contact_set set;
    must(graze_contact(table, thing, 0.01f, NULL, NULL, &set), what);
    printf("%s: %d points, normal (%g, %g, %g)\n", what, set.count, (double)set.normal.x,
           (double)set.normal.y, (double)set.normal.z);
    for (int i = 0; i < set.count; ++i) {
        const graze_contact_point *p = &set.points[i];
        printf("  at (%9.6f, %9.6f, %9.6f)  sd %9.6f  features %08x %08x\n", (double)p->point_a.x,
               (double)p->point_a.y, (double)p->point_a.z, (double)p->sd, (unsigned)p->feature_a,
               (unsigned)p->feature_b);
    }
    return set.count;
}

int main(void) {
    graze_shape *slab, *box_shape, *barrel_shape;
    must(graze_shape_box(graze_vec3_make(2, 0.5f, 1), &slab), "table");
    must(graze_shape_box(graze_vec3_make(0.5f, 0.5f, 0.5f), &box_shape), "box");
    must(graze_shape_cylinder(0.25f, 1, &barrel_shape), "barrel");
    graze_placed table = {.shape = slab, .pose = graze_pose_at(0, -0.5f, 0)}; /* its top is at y = 0 */
    const graze_real right_angle = 1.5707964f;
    graze_vec3 up = graze_vec3_make(0, 1, 0), x = graze_vec3_make(1, 0, 0),
               z = graze_vec3_make(0, 0, 1);

    graze_placed box = {.shape = box_shape, .pose = graze_pose_at(-1.75f, 0.499f, 0)};
    int on_face = show("a box over the end of the table", &table, &box);
    box.pose = turned(up, right_angle / 2, graze_vec3_make(0, 0.499f, 0.75f));
    int turned_box = show("turned by 45 degrees, over its side", &table, &box);
    box.pose = turned(z, right_angle / 2, graze_vec3_make(0, 0.706f, 0));
    int on_edge = show("on an edge", &table, &box);

    graze_placed barrel = {.shape = barrel_shape, .pose = graze_pose_at(1, 0.5f, 0)};
    int standing = show("a barrel standing", &table, &barrel);
    barrel.pose = turned(x, right_angle, graze_vec3_make(1, 0.255f, 0));
    int lying = show("lying, 0.005 above", &table, &barrel);

    graze_shape_release(slab);
    graze_shape_release(box_shape);
    graze_shape_release(barrel_shape);
    bool right = on_face == 4 && turned_box == 4 && on_edge == 2 && standing == 4 && lying == 2;
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
