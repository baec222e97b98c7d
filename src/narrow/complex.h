/* SPDX-License-Identifier: MIT
 * Queries with a compound or a height field among the shapes (mesh/complex.h): searches for the part
 * that decides. Each part that may is asked by the public query against the whole other shape; if that
 * is complex, too, it is taken apart then. */
#ifndef GZ_NARROW_COMPLEX_H
#define GZ_NARROW_COMPLEX_H

#include "graze/solid.h"
#include "mesh/complex_fold.h"

graze_status gz_complex_within(const graze_placed *a, const graze_placed *b, graze_real distance,
                               const graze_options *options, graze_intersection *out);
graze_status gz_complex_distance(const graze_placed *a, const graze_placed *b,
                                 const graze_options *options, graze_separation *out);
graze_status gz_complex_penetration(const graze_placed *a, const graze_placed *b,
                                    const graze_options *options, graze_penetration_result *out);
graze_status gz_complex_signed_distance(const graze_placed *a, const graze_placed *b,
                                        const graze_options *options, graze_signed_separation *out);
graze_status gz_complex_ray_cast(const graze_placed *placed, const graze_ray *ray,
                                 const graze_options *options, graze_cast_result *out);
graze_status gz_complex_shape_cast(const graze_placed *a, graze_vec3 translation, const graze_placed *b,
                                   const graze_options *options, graze_cast_result *out);
graze_status gz_complex_contact(const graze_placed *a, const graze_placed *b, graze_real reach,
                                const graze_options *options, graze_contact_set *out);
graze_status gz_complex_contains(const graze_placed *placed, graze_vec3 point, bool *inside);
graze_status gz_complex_intersect_all(const graze_placed *a, const graze_placed *b,
                                      graze_tree_visit_pair visit, void *user,
                                      graze_tree_counts *counts);

graze_status gz_complex_penetration_all(const graze_placed *a, const graze_placed *b,
                                        const graze_options *options, graze_visit_depth visit,
                                        void *user);
graze_status gz_complex_point_signed_distance(const graze_placed *placed, graze_vec3 point,
                                              const graze_options *options,
                                              graze_point_separation *out);
/* What lies in several parts together, but in none alone, overlaps. */
graze_status gz_complex_relate(const graze_placed *a, const graze_placed *b, graze_solid_relation *out);
struct gz_patches;
graze_status gz_complex_find_patches(const graze_placed *a, const graze_placed *b,
                                     const graze_patch_options *options, struct gz_patches *patches);

/* Is there anything to take apart? */
static inline bool gz_has_complex(const graze_placed *a, const graze_placed *b) {
    return (a && a->shape && gz_is_complex(a->shape)) || (b && b->shape && gz_is_complex(b->shape));
}

/* -- inside -----------------------------------------------------------------------------------------
 */

/* gz_fold_make, after a look at the options. */
graze_status gz_fold_begin(const graze_placed *a, const graze_placed *b, const graze_options *options,
                           gz_fold *fold);

/* How much the answer may be improved upon before anybody has to know: max(rel * size, abs), and a part
 * of E, so that parts which are equally good, as of a floor, are not all looked at. */
static inline double gz_fold_tolerance(const gz_fold *fold, double size) {
    double least = fold->error / 8, share = fold->rel * fabs(size);
    least = fold->abs > least ? fold->abs : least;
    return share > least ? share : least;
}

#endif
