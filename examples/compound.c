/* SPDX-License-Identifier: MIT
 * A hammer of two shapes, a rack that holds it three times, and the questions which part of which
 * hammer is nearest, and what happens when one is taken off the rack. */
#include <graze/graze.h>
#include <stdio.h>

static graze_shape *make_hammer(void) {
    graze_shape *head = NULL, *handle = NULL, *hammer = NULL;
    graze_shape_box(graze_vec3_make((graze_real)0.1, (graze_real)0.1, (graze_real)0.3), &head);
    graze_shape_cylinder((graze_real)0.05, 1, &handle);
    const graze_compound_child parts[2] = {{handle, graze_pose_identity()},
                                           {head, graze_pose_at(0, (graze_real)0.55, 0)}};
    graze_status status = graze_shape_compound(parts, 2, &hammer);
    graze_shape_release(head); /* the hammer keeps them */
    graze_shape_release(handle);
    return status == GRAZE_OK ? hammer : NULL;
}

/* Which hammer, and which part of it? The second question is asked of that hammer alone. */
static int tell_nearest(const graze_placed *rack, const graze_placed *hand) {
    static const char *const parts[2] = {"handle", "head"};
    graze_separation apart;
    graze_placed hammer;
    if (graze_distance(rack, hand, NULL, NULL, &apart) != GRAZE_OK) return 1;
    uint32_t nearest = apart.primitive_a;
    if (graze_compound_placed(rack, nearest, &hammer) != GRAZE_OK) return 1;
    if (graze_distance(&hammer, hand, NULL, NULL, &apart) != GRAZE_OK) return 1;
    printf("the hand is %.3f away from the %s of hammer %u\n", (double)apart.distance,
           parts[apart.primitive_a], (unsigned)nearest);
    return 0;
}

int main(void) {
    graze_shape *hammer = make_hammer(), *rack = NULL, *palm = NULL;
    graze_compound_child places[3];
    if (!hammer || graze_shape_sphere((graze_real)0.1, &palm) != GRAZE_OK) return 1;
    for (int i = 0; i < 3; ++i)
        places[i] = (graze_compound_child){hammer, graze_pose_at((graze_real)i, 0, 0)};
    if (graze_shape_compound(places, 3, &rack) != GRAZE_OK) return 1;
    char text[256];
    graze_shape_describe(rack, text, sizeof text);
    printf("%s\n", text);

    graze_placed placed = {.shape = rack, .pose = graze_pose_at(0, 1, 0)};
    graze_placed hand = {.shape = palm, .pose = graze_pose_at((graze_real)1.3, (graze_real)0.8, 0)};
    if (tell_nearest(&placed, &hand)) return 1;

    /* The second hammer is taken away and laid down beside the rack. */
    graze_pose beside = graze_pose_at(1, -2, 1);
    if (graze_compound_place(rack, 1, &beside, 1) != GRAZE_OK) return 1;
    printf("hammer 1 is moved, revision %u\n", (unsigned)graze_shape_revision(rack));
    if (tell_nearest(&placed, &hand)) return 1;

    graze_shape_release(hammer);
    graze_shape_release(rack);
    graze_shape_release(palm);
    return 0;
}
