/* SPDX-License-Identifier: MIT
 * What a broad phase is inside. The common part (broad.c and its neighbours) owns the table of boxes
 * with their ids, user values and filters, gathers changes, and keeps the set of pairs. An
 * implementation (gz_broad_ops) owns a structure that finds boxes; it keeps no pairs.
 *
 * Every box has two versions: box[i], as of the last update, and given[i], as it will be after the
 * next. A slot without a box has the empty one, which overlaps nothing: box[i] of one just added,
 * given[i] of one removed. So whether two boxes were a pair, and whether they will be, are questions
 * about four boxes, and no implementation has to remember anything about pairs:
 *     begin = overlap now and not before,   end = overlap before and not now.
 * Filters are part of the boxes, in two versions like them.
 *
 * Order: for all implementations to report the same, everything that the user sees is put in order by
 * the common part (events by index, hits of casts by parameter and index), and the parameters and
 * distances are computed by the functions below alone. They are monotone, rounding included: a box
 * that contains another one is hit no later and is no farther away. So nodes of trees and the like can
 * be tested with the same functions, and no box is lost by rounding. */
#ifndef GZ_BROAD_BROAD_H
#define GZ_BROAD_BROAD_H

#include <math.h>

#include "base/id_pool.h"
#include "base/pair_set.h"
#include "base/tolerance.h"
#include "graze/broad.h"

/* -- boxes --------------------------------------------------------------------------------------- */

/* A box with its filter: all that decides on a pair is in one cache line, 32 bytes in float and 64 in
 * double, aligned to as much. No coordinate is -0, so bits can be compared and sorted. */
typedef struct gz_broad_box {
    real lo[3];
    uint32_t category;
    real hi[3];
    uint32_t mask;
} gz_broad_box;

/* Overlaps nothing, not even itself. */
static inline gz_broad_box gz_broad_box_empty(void) {
    const real inf = (real)INFINITY;
    gz_broad_box box = {{inf, inf, inf}, 0, {-inf, -inf, -inf}, 0};
    return box;
}

static inline bool gz_broad_box_is_empty(const gz_broad_box *box) { return box->lo[0] > box->hi[0]; }

static inline graze_aabb gz_broad_place(const gz_broad_box *box) {
    graze_aabb place = {{box->lo[0], box->lo[1], box->lo[2]}, {box->hi[0], box->hi[1], box->hi[2]}};
    return place;
}

/* Closed boxes, filters apart. Without branches: mostly the outcome cannot be foreseen. */
static inline bool gz_broad_boxes_overlap(const gz_broad_box *a, const gz_broad_box *b) {
    return (a->lo[0] <= b->hi[0]) & (b->lo[0] <= a->hi[0]) & (a->lo[1] <= b->hi[1]) &
           (b->lo[1] <= a->hi[1]) & (a->lo[2] <= b->hi[2]) & (b->lo[2] <= a->hi[2]);
}
static inline bool gz_broad_filters_agree(const gz_broad_box *a, const gz_broad_box *b) {
    return ((a->category & b->mask) != 0) & ((b->category & a->mask) != 0);
}
static inline bool gz_broad_is_pair(const gz_broad_box *a, const gz_broad_box *b) {
    int boxes = gz_broad_boxes_overlap(a, b), filters = gz_broad_filters_agree(a, b);
    return boxes & filters; /* both, without a branch */
}

/* -- the broad phase ----------------------------------------------------------------------------- */

typedef struct gz_broad_ops gz_broad_ops;

/* Indices of slots; there is always room for all. */
typedef struct gz_broad_list {
    uint32_t *at;
    size_t count;
} gz_broad_list;

/* In the key of a pair among the news: it begins. Slots are fewer than 2^31, so the bit is free. */
#define GZ_BROAD_BEGINS (UINT64_C(1) << 63)

/* The pairs that began or ended, each as often as it was found. */
typedef struct gz_broad_news {
    gz_pair_key *at;
    size_t count, capacity;
    uint64_t tests; /* how many pairs were compared */
    bool lost;      /* memory ran out; the rest is of no use, but going on does no harm */
} gz_broad_news;

struct graze_broad {
    const gz_broad_ops *ops;
    void *state; /* of the implementation */
    graze_broad_config config;

    gz_id_pool ids;
    gz_broad_box *box, *given; /* one a slot, ids.slots of them are in use, */
    size_t known;              /* but of box only so many: those that the last update knew of */
    uint64_t *user;
    uint8_t *flags;
    size_t capacity; /* slots that there is memory for, lists of changes included */
    size_t count;    /* boxes as given */

    gz_broad_list added, moved, removed; /* since the last update, see gz_broad_changes */
    gz_broad_list retired;               /* removed ones whose pairs have not been reported as ended */
    gz_pair_set pairs;                   /* as of the last complete update */
    bool behind; /* the last update took in the boxes but ran out of memory for the events */

    gz_broad_news news; /* of the update at work */
    graze_broad_event *events;
    size_t events_count, events_capacity;
    graze_broad_statistics statistics; /* what is counted, not what is looked up */
};

/* Of a slot. */
enum {
    GZ_BROAD_LIVE = 1,  /* its id is valid */
    GZ_BROAD_FRESH = 2, /* added since the last update */
    GZ_BROAD_LISTED = 4 /* in the list of added or of moved ones, perhaps from before it was removed */
};

/* All memory of the common part (broad.c). */
size_t gz_broad_table_bytes(const graze_broad *b);
/* As the user sees it (update.c). */
graze_broad_pair gz_broad_pair_of(const graze_broad *b, gz_pair_key key);

/* -- updates ------------------------------------------------------------------------------------- */

/* What an update has to take in; no index is in two lists or twice in one, all in the order in which
 * they were named first.
 *     added    box[i] is empty, given[i] is not
 *     moved    neither is; given[i] may equal box[i], or differ in the filter alone
 *     removed  given[i] is empty, box[i] is not
 * For all others box[i] equals given[i]. */
typedef struct gz_broad_changes {
    const uint32_t *added, *moved, *removed;
    uint32_t added_count, moved_count, removed_count;
} gz_broad_changes;

/* Makes room for one more pair, or forgets all and says that they are lost (news.c). False if there is
 * no room even then. */
bool gz_broad_news_make_room(gz_broad_news *news);
/* Appends a pair, with GZ_BROAD_BEGINS if it begins. */
static inline void gz_broad_news_push(gz_broad_news *news, gz_pair_key key) {
    if (news->count < news->capacity || gz_broad_news_make_room(news)) news->at[news->count++] = key;
}
/* Makes room for so many more at once; pushing needs no such call. */
void gz_broad_news_expect(gz_broad_news *news, size_t more);
/* Puts them in order, each once. Indices are below slots; memory has at least room for as many keys.
 */
void gz_broad_news_sort(gz_broad_news *news, size_t slots, void *memory, size_t bytes);
void gz_broad_news_clear(gz_broad_news *news);
size_t gz_broad_news_bytes(const gz_broad_news *news);
void gz_broad_news_release(gz_broad_news *news);

/* To be called in an update for every two boxes whose being a pair may have changed. */
static inline void gz_broad_compare(const graze_broad *b, gz_broad_news *news, uint32_t i, uint32_t j) {
    ++news->tests;
    bool now = gz_broad_is_pair(&b->given[i], &b->given[j]);
    if (now != gz_broad_is_pair(&b->box[i], &b->box[j]))
        gz_broad_news_push(news, gz_pair_key_of(i, j) | (now ? GZ_BROAD_BEGINS : 0));
}

/* As graze_broad_move, of a live id and a box that is known to be one. */
void gz_broad_move_known(graze_broad *b, graze_broad_id id, const graze_aabb *place);

/* -- queries ------------------------------------------------------------------------------------- */

/* Who wants to hear of boxes. */
typedef struct gz_broad_visitor {
    const graze_broad *broad;
    uint32_t mask;                                                   /* not 0 */
    bool (*visit)(struct gz_broad_visitor *visitor, uint32_t index); /* false: stop */
    void *context;
} gz_broad_visitor;

/* A cast of a box (a ray is one of a point). The implementation tests whatever contains boxes with
 * gz_broad_cast_enter and hands those of boxes that it meets to gz_broad_cast_hit, each once, in any
 * order; the sooner those with small parameters come the better, since limit falls as hits come in. */
typedef struct gz_broad_cast {
    double lo[3], hi[3]; /* the box at the start */
    double direction[3];
    double inverse[3]; /* 1 / direction, finite; 0 where the direction is 0 */
    double limit;      /* what is entered later is of no interest; never NaN */
    uint32_t mask;     /* not 0: test it against the category before calling gz_broad_cast_hit */
    struct gz_broad_hits *hits; /* the common part's (cast.c) */
} gz_broad_cast;

/* Exits are rounded up by this factor and this much: see GZ_SLAB_FILTER. */
#define GZ_BROAD_EXIT (1 + GZ_SLAB_FILTER)

/* Where the cast enters the box lo..hi, at 0 or later, or INFINITY if it does not, or not before the
 * limit. Monotone: of a box that contains this one, it is no larger. */
static inline double gz_broad_cast_enter(const gz_broad_cast *cast, const real lo[3],
                                         const real hi[3]) {
    double enter = 0, exit = INFINITY;
    for (int k = 0; k < 3; ++k) {
        double a = (double)lo[k] - cast->hi[k], b = (double)hi[k] - cast->lo[k];
        /* Ahead of one that goes down, behind one that goes up, either for one that stands still. */
        if ((a > 0 && cast->inverse[k] <= 0) || (b < 0 && cast->inverse[k] >= 0)) return INFINITY;
        if (cast->inverse[k] == 0) continue;
        double in = (cast->inverse[k] > 0 ? a : b) * cast->inverse[k];
        double out = (cast->inverse[k] > 0 ? b : a) * cast->inverse[k];
        if (in > enter) enter = in;
        if (out < exit) exit = out;
    }
    return enter <= exit * GZ_BROAD_EXIT + GZ_SLAB_FLOOR && enter <= cast->limit ? enter : INFINITY;
}

/* Takes in a hit of the box of index (box[index], not a node), entered at t; may lower the limit. */
void gz_broad_cast_hit(gz_broad_cast *cast, uint32_t index, double t);

/* The nearest boxes to a point. Likewise: what is farther than the limit is of no interest. */
typedef struct gz_broad_search {
    double point[3];
    double limit; /* of the square of the distance */
    uint32_t mask;
    struct gz_broad_found *found; /* the common part's (nearest.c) */
} gz_broad_search;

/* The square of the distance of the box lo..hi; monotone: of one that contains it, it is no larger. */
static inline double gz_broad_distance_squared(const gz_broad_search *search, const real lo[3],
                                               const real hi[3]) {
    double gap[3];
    for (int k = 0; k < 3; ++k) {
        double below = (double)lo[k] - search->point[k], above = search->point[k] - (double)hi[k];
        gap[k] = below > above ? below : above;
        gap[k] = gap[k] > 0 ? gap[k] : 0;
    }
    return gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2];
}

/* Takes in a box whose distance squared is at most the limit; may lower the limit. */
void gz_broad_search_add(gz_broad_search *search, uint32_t index, double squared);

/* -- implementations ----------------------------------------------------------------------------- */

/* One is a constant of this type, named gz_broad_brute_force and so on, in a file of its own.
 *
 * Queries are const: any number of threads may be in them at once, so they write nothing (no
 * mailboxes in the structure) and allocate nothing. They answer for box[i], and must leave out slots
 * whose box is empty. Whether a box was removed since the last update is looked at by the common part.
 */
struct gz_broad_ops {
    /* update compares (gz_broad_compare) also every two boxes that may have ceased to be a pair. If
     * not, the common part looks through all pairs that were there. */
    bool finds_ends;
    /* update looks at box[i] of moved boxes alone, since the structure remembers who was a pair; so
     * nobody has to write boxes that are empty into slots that are taken for the first time. */
    bool remembers;

    /* *state: an empty structure. GRAZE_OUT_OF_MEMORY. */
    graze_status (*create)(const graze_broad_config *config, void **state);
    void (*destroy)(void *state);

    /* Takes in the changes: the structure is that of given[] afterwards. Calls gz_broad_compare at
     * least for every two boxes that become a pair, at least one of which is in the changes; news NULL:
     * pairs are of no interest. GRAZE_OUT_OF_MEMORY only if the structure is as it was before: get all
     * memory first. If news are lost, go on with the structure and return GRAZE_OK. */
    graze_status (*update)(void *state, const graze_broad *b, const gz_broad_changes *changes,
                           gz_broad_news *news);
    /* Pushes (gz_broad_news_push) every pair of given[], at least once each, as one that begins, from
     * the structure alone. Right after an update, for when events were lost. */
    void (*pairs)(const void *state, const graze_broad *b, gz_broad_news *news);

    /* Visits every box that overlaps the given one (its filter: visitor->mask and box[i].category share
     * a bit), once each, until visit returns false. */
    void (*query_box)(const void *state, const gz_broad_box *box, gz_broad_visitor *visitor);
    void (*cast)(const void *state, const graze_broad *b, gz_broad_cast *cast);
    void (*nearest)(const void *state, const graze_broad *b, gz_broad_search *search);

    /* NULL, or what is wrong with the structure of box[]. */
    const char *(*validate)(const void *state, const graze_broad *b);
    /* Adds what it knows: bytes, swaps, rebuilds. */
    void (*statistics)(const void *state, graze_broad_statistics *sum);
};

/* NULL if there is none of this kind (kinds.c). */
const gz_broad_ops *gz_broad_ops_of(graze_broad_kind kind);

extern const gz_broad_ops gz_broad_brute_force;
extern const gz_broad_ops gz_broad_sweep_and_prune;
extern const gz_broad_ops gz_broad_tree;
extern const gz_broad_ops gz_broad_grid;

#endif
