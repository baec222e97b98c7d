/* SPDX-License-Identifier: MIT
 * Moving boxes for broad phases, the same for all libraries, and what pairs there are. Boxes have sides
 * of 0.5 to 1.5 and are in a cube so large that there are about as many overlapping pairs as boxes;
 * clustered ones are in a hundredth as many clusters, with a few times as many pairs. Coordinates are
 * multiples of 2^-12, so that in every library, float or double, centres and half extents give the same
 * boxes. */
#ifndef GRAZE_BENCH_BROAD_SCENE_H
#define GRAZE_BENCH_BROAD_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum scene_motion {
    SCENE_ALL,      /* every box moves by 0.01 to 0.03 a frame, straight on until it meets a wall */
    SCENE_TENTH,    /* the same tenth of the boxes does, the others stay */
    SCENE_TELEPORT, /* a tenth of the boxes, another one each frame, is put somewhere else */
    SCENE_CHURN,    /* likewise removed, and as many are added */
    SCENE_BUILD,    /* all are added to nothing, the pairs are found, all are removed */
    SCENE_MOTIONS
} scene_motion;

extern const char *const scene_motion_names[SCENE_MOTIONS];

/* lo[3], hi[3] */
typedef double scene_box[6];

typedef struct scene {
    int count;
    scene_motion motion;
    double edge; /* of the cube, from 0 on */
    scene_box *boxes;
    double (*velocities)[3], (*homes)[6]; /* a home is what a box does not leave */
    uint64_t random;
    bool clustered;
    int frame;
    int *changed, changed_count; /* in this frame; those of churn are removed and added */
} scene;

scene *scene_make(int count, bool clustered, scene_motion motion);
/* The boxes of the next frame. */
void scene_step(scene *s);
void scene_free(scene *s);

/* All overlapping pairs, lower index << 32 | higher, in order; to be freed. */
uint64_t *scene_pairs(const scene *s, size_t *count);
/* How many of the right pairs are missing among the found ones, and how many found ones are none. Sorts
 * found. */
void scene_judge(const scene *s, uint64_t *found, size_t found_count, size_t *right, size_t *missing,
                 size_t *extra);

#ifdef __cplusplus
}
#endif

#endif
