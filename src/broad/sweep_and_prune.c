/* SPDX-License-Identifier: MIT
 * Sweep and prune as an implementation: making, checking, counting. */
#include "broad/sweep_and_prune.h"

#include "base/memory.h"

static size_t axis_bytes(const gz_sap *sap) { return (sap->capacity + 2) * sizeof(gz_sap_endpoint); }

static void destroy(void *state) {
    gz_sap *sap = state;
    for (int k = 0; k < 3; ++k) gz_release(sap->axis[k], axis_bytes(sap));
    gz_release(sap->where, 6 * sap->slots * sizeof *sap->where);
    gz_release(sap->leaving, sap->slots * sizeof *sap->leaving);
    gz_release(sap->is_fresh, sap->slots);
    gz_release(sap, sizeof *sap);
}

static graze_status create(const graze_broad_config *config, void **state) {
    (void)config;
    gz_sap *sap = gz_allocate(sizeof *sap);
    if (!sap) return GRAZE_OUT_OF_MEMORY;
    *sap = (gz_sap){0};
    for (int k = 0; k < 3; ++k) sap->axis[k] = gz_allocate(axis_bytes(sap));
    if (!sap->axis[0] || !sap->axis[1] || !sap->axis[2]) {
        destroy(sap);
        return GRAZE_OUT_OF_MEMORY;
    }
    for (int k = 0; k < 3; ++k) {
        sap->axis[k][0] = (gz_sap_endpoint){(real)-INFINITY, GZ_SAP_NOWHERE, 0};
        sap->axis[k][1] = (gz_sap_endpoint){(real)INFINITY, GZ_SAP_NOWHERE, 0};
    }
    *state = sap;
    return GRAZE_OK;
}

/* -- checking: everything from scratch ------------------------------------------------------------ */

static const char *check_end(const gz_sap *sap, const graze_broad *b, int axis, uint32_t at) {
    const gz_sap_endpoint *end = &sap->axis[axis][at];
    uint32_t index = gz_sap_box_of(end->place);
    bool upper = gz_sap_is_upper(end->place);
    if (index >= b->known || gz_broad_box_is_empty(&b->box[index])) return "an end of no box";
    if (end->place != gz_sap_place(index, axis) + upper) return "an end of another axis";
    if (sap->where[end->place] != at) return "an index does not say where its end is";
    if (end->value != (upper ? b->box[index].hi : b->box[index].lo)[axis])
        return "an end is not that of its box";
    return NULL;
}

static const char *check_axis(const gz_sap *sap, const graze_broad *b, int axis) {
    uint32_t stabbing = 0;
    for (uint32_t at = 1; at <= sap->count + 1; ++at) {
        const gz_sap_endpoint *end = &sap->axis[axis][at];
        if (gz_sap_is_behind(end - 1, end)) return "ends are not sorted";
        if (end->stabbing != stabbing) return "a stabbing number is wrong";
        if (at > sap->count) break;
        const char *wrong = check_end(sap, b, axis, at);
        if (wrong) return wrong;
        stabbing = gz_sap_is_upper(end->place) ? stabbing - 1 : stabbing + 1;
    }
    return NULL;
}

static const char *check_absent(const gz_sap *sap, const graze_broad *b) {
    for (uint32_t i = 0; i < sap->slots; ++i) {
        if (i < b->known && !gz_broad_box_is_empty(&b->box[i])) continue;
        for (int k = 0; k < 6; ++k)
            if (sap->where[6 * i + (uint32_t)k] != 0) return "an index of a box that is not there";
    }
    return NULL;
}

const char *gz_sap_validate(const void *state, const graze_broad *b) {
    const gz_sap *sap = state;
    if (sap->count != 2 * b->statistics.boxes) return "ends are miscounted";
    for (int k = 0; k < 3; ++k) {
        const char *wrong = check_axis(sap, b, k);
        if (wrong) return wrong;
    }
    return check_absent(sap, b);
}

static void statistics(const void *state, graze_broad_statistics *sum) {
    const gz_sap *sap = state;
    sum->bytes += sizeof *sap + 3 * axis_bytes(sap) + sap->slots * (7 * sizeof(uint32_t) + 1);
    sum->swaps += sap->swaps;
    sum->rebuilds += sap->rebuilds;
}

const gz_broad_ops gz_broad_sweep_and_prune = {
    .finds_ends = true,
    .create = create,
    .destroy = destroy,
    .update = gz_sap_update,
    .pairs = gz_sap_pairs,
    .query_box = gz_sap_query_box,
    .cast = gz_sap_cast,
    .nearest = gz_sap_nearest,
    .validate = gz_sap_validate,
    .statistics = statistics,
};
