/* SPDX-License-Identifier: MIT
 * The walks through meshes of triangles; ray_walk.c includes this once a vector type. */

/* One group over vertices in float. */
KERNEL_INLINE graze_flow NAME(visit_floats)(void *user, const gz_tree_ray *walk, const uint32_t *items,
                                            uint32_t count, float *max_t) {
    gz_mesh_ray *ray = user;
    for (uint32_t done = 0; done < count; done += 4) {
        uint32_t left = count - done < 4 ? count - done : 4;
        _Alignas(16) float corner[9][4];
        gather_floats(ray->mesh, ray->mesh->groups, items + done, left, corner);
        WIDE() p[3][3];
        for (uint32_t c = 0; c < 3; ++c)
            for (uint32_t k = 0; k < 3; ++k)
                p[c][k] = WIDE(_widen)(gz_f32x4_load(corner[3 * c + ray->axis[k]]));
        const corners from = {&corner[0][0], NULL, 4};
        four_hits hits;
        hits.bits = NAME(gz_ray_meets_four)(ray, p, ray->max_t, &hits.sure, &hits.front, hits.t) &
                    ((1 << left) - 1);
        if (hits.bits && settle_four(ray, walk, items + done, &from, &hits, max_t) == GRAZE_STOP)
            return GRAZE_STOP;
    }
    return GRAZE_CONTINUE;
}

/* Vertices in float, packed (mesh/pack.h): rows of count numbers. */
KERNEL_INLINE graze_flow NAME(visit_packed)(void *user, const gz_tree_ray *walk, const uint32_t *items,
                                            uint32_t count, float *max_t) {
    gz_mesh_ray *ray = user;
    const float *corner =
        (const float *)ray->mesh->packed + 9 * (size_t)(items - ray->mesh->tree->items);
    for (uint32_t done = 0; done < count; done += 4) {
        uint32_t left = count - done < 4 ? count - done : 4;
        WIDE() p[3][3];
        for (uint32_t c = 0; c < 3; ++c)
            for (uint32_t k = 0; k < 3; ++k)
                p[c][k] = WIDE(_widen)(gz_f32x4_take(corner + (3 * c + ray->axis[k]) * count + done));
        const corners from = {corner + done, NULL, count};
        four_hits hits;
        hits.bits = NAME(gz_ray_meets_four)(ray, p, ray->max_t, &hits.sure, &hits.front, hits.t) &
                    ((1 << left) - 1);
        if (hits.bits && settle_four(ray, walk, items + done, &from, &hits, max_t) == GRAZE_STOP)
            return GRAZE_STOP;
    }
    return GRAZE_CONTINUE;
}

/* Any triangles. */
KERNEL_INLINE graze_flow NAME(visit_triangles)(void *user, const gz_tree_ray *walk,
                                               const uint32_t *items, uint32_t count, float *max_t) {
    gz_mesh_ray *ray = user;
    for (uint32_t done = 0; done < count; done += 4) {
        uint32_t left = count - done < 4 ? count - done : 4;
        _Alignas(32) double corner[9][4];
        gather_doubles(ray->mesh, items, count, done, corner);
        WIDE() p[3][3];
        for (uint32_t c = 0; c < 3; ++c)
            for (uint32_t k = 0; k < 3; ++k) p[c][k] = WIDE(_load)(corner[3 * c + ray->axis[k]]);
        const corners from = {NULL, &corner[0][0], 4};
        four_hits hits;
        hits.bits = NAME(gz_ray_meets_four)(ray, p, ray->max_t, &hits.sure, &hits.front, hits.t) &
                    ((1 << left) - 1);
        if (hits.bits && settle_four(ray, walk, items + done, &from, &hits, max_t) == GRAZE_STOP)
            return GRAZE_STOP;
    }
    return GRAZE_CONTINUE;
}

KERNEL_OUTER void NAME(walk_floats)(const graze_tree *tree, const gz_tree_ray *walk, void *user,
                                    graze_tree_counts *counts) {
    gz_walk_ray(tree, gz_ray_items(tree), walk, NAME(gz_ray_meets), NAME(visit_floats), user, counts);
}
KERNEL_OUTER void NAME(walk_packed)(const graze_tree *tree, const gz_tree_ray *walk, void *user,
                                    graze_tree_counts *counts) {
    const gz_ray_leaves packed = {((const gz_mesh_ray *)user)->mesh->packed, 9 * sizeof(float)};
    gz_walk_ray(tree, packed, walk, NAME(gz_ray_meets), NAME(visit_packed), user, counts);
}
KERNEL_OUTER void NAME(walk_triangles)(const graze_tree *tree, const gz_tree_ray *walk, void *user,
                                       graze_tree_counts *counts) {
    gz_walk_ray(tree, gz_ray_items(tree), walk, NAME(gz_ray_meets), NAME(visit_triangles), user,
                counts);
}
