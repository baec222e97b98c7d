/* SPDX-License-Identifier: MIT
 * The Dobkin-Kirkpatrick hierarchy of a hull as a multilayered vertex adjacency graph (B:969-1000,
 * 2950-2956), the map on which climb.h finds support points.
 *
 * Layer 0 is the whole graph, P_1 of the book; layer i + 1 is the hull of some of the vertices of layer
 * i: by the book all but an independent set of vertices of degree at most GZ_LAYER_DEGREE, but other
 * choices are possible (gz_thinning). Vertices are renumbered such that the
 * coarsest come first: layer i has exactly the vertices 0 .. layers[i].count - 1. So a vertex p of
 * layer i is also one of layer i + 1 iff p < layers[i + 1].count, and no depth need be stored.
 *
 * Vertices of huge degree (the apex of a polyhedral cone, B:2958-2990) would make every visit cost
 * their degree. They are set aside: numbers graph_count .. vertex_count - 1, in no layer; layer 0 is
 * then the hull of the others, and a search compares its find with them at the end.
 *
 * Invariants, kept by gz_layers_create, checked by the tests:
 *   - layers[0].count = graph_count >= 1, counts strictly decrease, each at most
 *     17/18 of the one before;
 *   - neighbours[start[2p] .. start[2p + 1] - 1] of layer i are p's neighbours that are not in layer
 *     i + 1 ("fresh"), neighbours[start[2p + 1] .. start[2p + 2] - 1] the others; together they are all
 *     edges at p of the triangulated hull of the layer's vertices;
 *   - by the book, two vertices that leave at the same layer are not neighbours there. */
#ifndef GZ_HULL_LAYERS_H
#define GZ_HULL_LAYERS_H

#include "graze/hull.h"
#include "math/argmax.h"

#define GZ_LAYER_DEGREE 8u  /* b of the book, with which c = 17/18 is proven */
#define GZ_LAYER_LOOK 8u    /* neighbours that a search looks at in one go */
#define GZ_LAYER_LIMIT 255u /* (18/17)^255 > 2^20 layers' worth; then the coarsest is just larger */

typedef struct gz_layer {
    uint32_t count;
    const uint32_t *start; /* 2 count + 1 entries */
    const uint32_t
        *neighbours; /* GZ_LAYER_LOOK may be read from any place, all vertices of the layer */
} gz_layer;

typedef struct gz_layers {
    size_t bytes; /* of this block, which holds everything below */
    uint32_t vertex_count, graph_count, layer_count;
    const vec3 *vertices;  /* exact coordinates in the new order */
    real width;            /* no difference of two vertices has a larger |component|, as computed */
    const uint32_t *order; /* for each, its index in the hull */
    const gz_layer *layers;
    gz_cloud coarsest; /* the vertices of the last layer, relative to the centre, for scanning */
    gz_argmax scan;
    bool slim; /* thinned by GZ_THIN_INDEPENDENT: a search may look at fresh neighbours only */
} gz_layers;

/* How a layer is thinned to the next coarser one. */
typedef enum gz_thinning {
    /* By the book: an independent set of low degree leaves. Many layers, one short step on each: the
     * worst case is O(log n). */
    GZ_THIN_INDEPENDENT,
    /* Vertices more than two edges apart stay, so that every other one is within two edges of them:
     * about one in nine. Few layers, a few steps on each. No bound is proven, but bench/support
     * measured searches 1.4 to 3 times as fast, and 2,048 vertices take 0.3 ms to thin instead of 10.
     */
    GZ_THIN_SPREAD
} gz_thinning;

typedef struct gz_layers_options {
    gz_thinning thinning;
    uint32_t stop;         /* no coarser layer below a layer of so many vertices; at least 4 */
    uint32_t degree_limit; /* vertices of a higher degree are set aside */
    uint32_t aside_limit;  /* how many may be set aside, those of highest degree first */
    vec3 center;           /* of the coarsest cloud */
} gz_layers_options;

/* GRAZE_OK or GRAZE_OUT_OF_MEMORY. The hull is needed during the call only. */
graze_status gz_layers_create(graze_hull *hull, const gz_layers_options *options, gz_layers **out);
void gz_layers_release(gz_layers *layers); /* NULL is allowed */

#endif
