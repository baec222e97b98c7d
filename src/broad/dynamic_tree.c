/* SPDX-License-Identifier: MIT
 * The broad phase on a tree: fat boxes in the tree, pairs of them in a list of candidates. */
#include "broad/dynamic_tree.h"
#include "broad/dynamic_tree_query.h"

typedef gz_dynamic_state tree_state;

static graze_status create(const graze_broad_config *config, void **state) {
    tree_state *s = gz_allocate(sizeof *s);
    if (!s) return GRAZE_OUT_OF_MEMORY;
    *s = (tree_state){.candidates = {.pairless = config->queries_only}};
    if (gz_dynamic_init(&s->tree) != GRAZE_OK) {
        gz_release(s, sizeof *s);
        return GRAZE_OUT_OF_MEMORY;
    }
    *state = s;
    return GRAZE_OK;
}

static void destroy(void *state) {
    tree_state *s = state;
    gz_dynamic_release(&s->tree);
    gz_candidates_release(&s->candidates);
    gz_release(s, sizeof *s);
}

/* -- updates ------------------------------------------------------------------------------------- */

/* Builds the tree anew with the fresh boxes in it. */
static bool rebuild(tree_state *s) {
    gz_dynamic_tree *tree = &s->tree;
    const gz_candidates *c = &s->candidates;
    if (tree->count == 0) return gz_dynamic_build(tree, c->fresh, c->fresh_count);
    size_t most = tree->count + c->fresh_count, count = 0;
    gz_fresh *entries = gz_allocate_array(most, sizeof *entries);
    if (!entries) return false;
    for (size_t k = 0; k < c->fresh_count; ++k) {
        uint32_t i = c->fresh[k].index;
        if (tree->place[i] == GZ_DYNAMIC_NONE)
            entries[count++] = c->fresh[k];
        else
            gz_dynamic_set(tree, i, &c->fresh[k].box);
    }
    for (size_t node = 0; node < tree->used; ++node) {
        const gz_dynamic_node *n = &tree->nodes[node];
        if (n->level > 0) continue;
        for (uint32_t k = 0; k < n->count; ++k)
            entries[count++] = (gz_fresh){gz_box8_get(&n->boxes, k), n->child[k]};
    }
    bool done = gz_dynamic_build(tree, entries, count);
    gz_release(entries, most * sizeof *entries);
    return done;
}

/* Does nothing stay? */
static bool all_go(const gz_dynamic_tree *tree, const gz_broad_changes *changes) {
    return changes->removed_count == tree->count;
}

/* Of boxes that are to be removed soon, memory is read ahead: where they are twice so many steps
 * before, their leaf nodes so many, and the nodes above those half as many. */
enum { AHEAD = 16 };

static void fetch_removed(const gz_dynamic_tree *tree, const uint32_t *removed, uint32_t count) {
    if (count > 2 * AHEAD) GZ_PREFETCH(&tree->place[removed[2 * AHEAD]]);
    if (count > AHEAD) gz_dynamic_fetch(tree, tree->place[removed[AHEAD]] / GZ_DYNAMIC_WIDTH);
    if (count <= AHEAD / 2) return;
    uint32_t leaf = tree->place[removed[AHEAD / 2]] / GZ_DYNAMIC_WIDTH;
    uint32_t above = tree->nodes[leaf].parent;
    if (above != GZ_DYNAMIC_NONE) gz_dynamic_fetch(tree, above / GZ_DYNAMIC_WIDTH);
}

static void remove_each(gz_dynamic_tree *tree, const gz_broad_changes *changes) {
    bool fetches = tree->used > GZ_DYNAMIC_FETCHED;
    for (uint32_t k = 0; k < changes->removed_count; ++k) {
        if (fetches) fetch_removed(tree, changes->removed + k, changes->removed_count - k);
        gz_dynamic_remove(tree, changes->removed[k]);
        if (k % AHEAD == AHEAD - 1) gz_dynamic_refit_leaves(tree);
    }
}

static void take_out(gz_dynamic_tree *tree, const gz_broad_changes *changes) {
    if (all_go(tree, changes)) {
        for (uint32_t k = 0; k < changes->removed_count; ++k)
            tree->place[changes->removed[k]] = GZ_DYNAMIC_NONE;
        gz_dynamic_clear(tree);
    } else {
        remove_each(tree, changes);
        gz_dynamic_refit(tree);
    }
}

/* The tree as it was: candidates still know the fat boxes of before. */
static void take_back(tree_state *s) {
    const gz_candidates *c = &s->candidates;
    for (size_t k = 0; k < c->fresh_count; ++k) {
        uint32_t i = c->fresh[k].index;
        if (s->tree.place[i] == GZ_DYNAMIC_NONE) continue;
        if (c->fat[i].lo[0] > c->fat[i].hi[0])
            gz_dynamic_remove(&s->tree, i);
        else
            gz_dynamic_set(&s->tree, i, &c->fat[i]);
    }
    gz_dynamic_refit(&s->tree);
    gz_candidates_undo(&s->candidates);
}

/* For so many fresh boxes a subtree is packed again: seldom enough to cost nothing, often enough for
 * all to have their turn before boxes have drifted far. */
enum { FRESH_PER_TIDY = 256 };

/* Many fresh boxes are cheaper to take in all at once. */
static bool many(const tree_state *s, size_t part) {
    return s->candidates.fresh_count > s->tree.count / part;
}

/* Boxes that move on find places one by one, and after some ten rounds nodes have grown into each
 * other: a thousand boxes that all move took 82 us a frame after 4,000 frames, instead of 30. A new
 * tree after each box has been placed so often costs a fiftieth of those 30. */
enum { PLACED_PER_BUILD = 12 };

static bool is_worn(const tree_state *s) {
    return s->tree.placed + s->candidates.fresh_count > PLACED_PER_BUILD * s->tree.count;
}

static bool place(tree_state *s) {
    const gz_candidates *c = &s->candidates;
    if (c->fresh_count && (many(s, 3) || is_worn(s))) return rebuild(s);
    s->tree.placed += c->fresh_count;
    return gz_dynamic_place(&s->tree, c->fresh, c->fresh_count);
}

static bool take_in(tree_state *s, const gz_broad_changes *changes) {
    gz_candidates *c = &s->candidates;
    if (c->fresh_count == 0 && all_go(&s->tree, changes)) return true;
    if (!place(s)) return false;
    gz_dynamic_refit(&s->tree);
    if (c->pairless) return true;
    if (many(s, 4))
        gz_dynamic_all_pairs(&s->tree, c);
    else
        gz_dynamic_fresh_pairs(&s->tree, c);
    return !c->lost;
}

static graze_status update(void *state, const graze_broad *b, const gz_broad_changes *changes,
                           gz_broad_news *news) {
    tree_state *s = state;
    uint64_t rebuilds = s->tree.rebuilds;
    if (!gz_dynamic_reserve(&s->tree, b->ids.slots) || !gz_candidates_begin(&s->candidates, b, changes))
        return GRAZE_OUT_OF_MEMORY;
    if (!take_in(s, changes)) {
        take_back(s);
        return GRAZE_OUT_OF_MEMORY;
    }
    take_out(&s->tree, changes);
    gz_candidates_finish(&s->candidates, b, changes, news);
    if (s->tree.rebuilds == rebuilds)
        gz_dynamic_tidy(&s->tree, (uint32_t)(s->candidates.fresh_count / FRESH_PER_TIDY));
    return GRAZE_OK;
}

static void pairs(const void *state, const graze_broad *b, gz_broad_news *news) {
    const tree_state *s = state;
    (void)b;
    gz_candidates_pairs(&s->candidates, news);
}

/* -- the rest ------------------------------------------------------------------------------------ */

static void query_box(const void *state, const gz_broad_box *box, gz_broad_visitor *visitor) {
    gz_dynamic_query_box(&((const tree_state *)state)->tree, box, visitor);
}
static void cast(const void *state, const graze_broad *b, gz_broad_cast *way) {
    gz_dynamic_cast(&((const tree_state *)state)->tree, b, way);
}
static void nearest(const void *state, const graze_broad *b, gz_broad_search *search) {
    gz_dynamic_nearest(&((const tree_state *)state)->tree, b, search);
}

static const char *validate(const void *state, const graze_broad *b) {
    const tree_state *s = state;
    const char *wrong = gz_dynamic_validate(&s->tree, &s->candidates);
    return wrong ? wrong : gz_candidates_validate(&s->candidates, b);
}

static void statistics(const void *state, graze_broad_statistics *sum) {
    const tree_state *s = state;
    sum->bytes += sizeof *s + s->tree.capacity * sizeof *s->tree.nodes +
                  s->tree.places * sizeof *s->tree.place + gz_candidates_bytes(&s->candidates);
    sum->rebuilds += s->tree.rebuilds;
}

const gz_broad_ops gz_broad_tree = {
    .finds_ends = true,
    .remembers = true,
    .create = create,
    .destroy = destroy,
    .update = update,
    .pairs = pairs,
    .query_box = query_box,
    .cast = cast,
    .nearest = nearest,
    .validate = validate,
    .statistics = statistics,
};
