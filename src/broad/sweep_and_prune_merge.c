/* SPDX-License-Identifier: MIT
 * Many boxes at once leave the sorted ends, or come in, with one pass along each axis. */
#include <string.h>

#include "broad/sweep_and_prune.h"

typedef struct arrival {
    uint64_t order; /* compares like the coordinate */
    real value;
    uint32_t place;
} arrival;

#define GZ_RADIX_TYPE arrival
#define GZ_RADIX_KEY(a) ((a).order)
#include "base/radix_kernel.h"

/* Sets stabbing numbers and indices from a position on; those before it are right. */
static void number_from(gz_sap *sap, int axis, uint32_t first) {
    gz_sap_endpoint *ends = sap->axis[axis];
    uint32_t stabbing = 0;
    if (first > 1) {
        bool upper = gz_sap_is_upper(ends[first - 1].place);
        stabbing = upper ? ends[first - 1].stabbing - 1 : ends[first - 1].stabbing + 1;
    }
    for (uint32_t at = first; at <= sap->count; ++at) {
        ends[at].stabbing = stabbing;
        sap->where[ends[at].place] = at;
        stabbing = gz_sap_is_upper(ends[at].place) ? stabbing - 1 : stabbing + 1;
    }
    ends[sap->count + 1].stabbing = stabbing;
}

static void end_with_sentinel(gz_sap *sap, int axis) {
    sap->axis[axis][sap->count + 1] = (gz_sap_endpoint){(real)INFINITY, GZ_SAP_NOWHERE, 0};
}

void gz_sap_take_out(gz_sap *sap, const uint32_t first[3], uint32_t count) {
    for (int k = 0; k < 3; ++k) {
        gz_sap_endpoint *ends = sap->axis[k];
        uint32_t kept = first[k];
        for (uint32_t at = first[k]; at <= sap->count; ++at)
            if (sap->where[ends[at].place]) ends[kept++] = ends[at];
    }
    sap->count -= 2 * count;
    for (int k = 0; k < 3; ++k) {
        end_with_sentinel(sap, k);
        number_from(sap, k, first[k]);
    }
}

/* The bits of a number, so that they compare like it; there is no -0. */
static uint64_t order_of(real value) {
#if defined(GRAZE_DOUBLE)
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
#else
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 31 ? ~bits : bits | UINT32_C(1) << 31;
#endif
}

static arrival arrival_of(const gz_broad_box *box, uint32_t index, int axis, bool upper) {
    real value = (upper ? box->hi : box->lo)[axis];
    arrival end = {order_of(value), value, gz_sap_place(index, axis) + upper};
    return end;
}

/* All lower ends, then all upper ones: the sort keeps the order of equals. */
static const arrival *sorted_arrivals(const gz_broad_box *given, const gz_sap_arrivals *arrivals,
                                      int axis, void *scratch) {
    size_t count = 0, total = 2 * ((size_t)arrivals->count[0] + arrivals->count[1]);
    arrival *ends = scratch;
    for (int upper = 0; upper < 2; ++upper)
        for (int l = 0; l < 2; ++l)
            for (uint32_t i = 0; i < arrivals->count[l]; ++i) {
                uint32_t index = arrivals->list[l][i];
                ends[count++] = arrival_of(&given[index], index, axis, upper);
            }
    return gz_radix_sort(ends, ends + total, total);
}

/* From the back, so that nothing is overwritten; returns where the first came to stand. */
static uint32_t merge(gz_sap_endpoint *ends, uint32_t old, const arrival *sorted, uint32_t coming) {
    uint32_t to = old + coming;
    while (coming > 0) {
        gz_sap_endpoint end = {sorted[coming - 1].value, sorted[coming - 1].place, 0};
        while (gz_sap_is_behind(&ends[old], &end)) ends[to--] = ends[old--];
        ends[to--] = end;
        --coming;
    }
    return to + 1;
}

size_t gz_sap_scratch_bytes(size_t boxes) { return 4 * boxes * sizeof(arrival); }

void gz_sap_put_in(gz_sap *sap, const gz_broad_box *given, const gz_sap_arrivals *arrivals,
                   void *scratch) {
    uint32_t coming = 2 * (arrivals->count[0] + arrivals->count[1]), old = sap->count;
    sap->count = old + coming;
    for (int k = 0; k < 3; ++k) {
        const arrival *sorted = sorted_arrivals(given, arrivals, k, scratch);
        uint32_t first = merge(sap->axis[k], old, sorted, coming);
        end_with_sentinel(sap, k);
        number_from(sap, k, first);
    }
}
