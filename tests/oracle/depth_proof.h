/* SPDX-License-Identifier: MIT
 * Checks what graze_penetration and graze_signed_distance answer (query.h): the unit normal, the bound
 * that it certifies, the points and what lies between them, the other bound against the truth, the end.
 * Slack as in proof.h. */
#ifndef GRAZE_ORACLE_DEPTH_PROOF_H
#define GRAZE_ORACLE_DEPTH_PROOF_H

#include "oracle/depth_search.h"
#include "oracle/proof.h"

/* What is known about the signed distance. least is certain: a direction shows it. most is certain
 * when the two are apart; when they overlap it is as good as the search that found no lower way out. */
typedef struct depth_truth {
    long double least, most;
    bool searched;     /* they overlap: */
    oracle_depth deep; /* the least depth found */
} depth_truth;

depth_truth depth_truth_make(const proof_pair *p);
/* Looks once more from the normal of an answer. */
void depth_truth_improve(const proof_pair *p, graze_vec3 normal, depth_truth *truth);

/* Each returns NULL if the proof holds, else what does not. */
const char *depth_proof_signed(const proof_pair *p, const depth_truth *truth,
                               const graze_signed_separation *s);
const char *depth_proof_penetration(const proof_pair *p, const depth_truth *truth,
                                    const graze_penetration_result *r);

/* What the answer would be with A and B exchanged. */
graze_penetration_result depth_mirrored(const graze_penetration_result *r);

/* Does the answer say they intersect, or not, against the truth and outside the band E? */
bool depth_is_wrong(const proof_pair *p, const depth_truth *truth, bool intersecting);

/* The least width that the options ask for, E included, of a bracket of the signed distance or the
 * depth: max(rel * the larger of the two, E), E on each side and the rounding of the ends. */
long double depth_width_asked(const proof_pair *p, long double rel, graze_real lower, graze_real upper);

#endif
