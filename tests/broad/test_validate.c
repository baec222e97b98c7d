/* SPDX-License-Identifier: MIT
 * A broad phase that is wrong in any way is found out: one number after the other is spoiled in
 * structures that are in order, and put back. Elsewhere the validation serves as judge; here it is
 * judged. */
#include "broad/dynamic_tree.h"
#include "broad/grid.h"
#include "broad/sweep_and_prune.h"
#include "harness.h"

enum { BOXES = 90, FRAMES = 12, GONE = 7, ALONE = 11 };

static const gz_broad_box far_off = {.lo = {1010, 1000, 1000}, .hi = {1011, 1001, 1001}};

/* -- planting ------------------------------------------------------------------------------------- */

/* One place in memory and what it should not be. */
typedef struct flaw {
    void *place;
    const void *value;
    size_t size;
} flaw;
#define FLAW(field, type, ...)                                                                         \
    (flaw) { &(field), (type[1]){__VA_ARGS__}, sizeof(type) }

/* Plants up to two flaws together; the validation must give the reason, and be content afterwards. */
static void plant(graze_broad *b, const char *expected, flaw one, flaw two) {
    flaw flaws[2] = {one, two};
    unsigned char kept[2][sizeof(gz_box8)]; /* nothing that is spoiled is larger */
    const char *what = "";
    for (int i = 0; i < 2 && flaws[i].size; ++i) {
        assert_true(flaws[i].size <= sizeof kept[i]);
        memcpy(kept[i], flaws[i].place, flaws[i].size);
        memcpy(flaws[i].place, flaws[i].value, flaws[i].size);
    }
    assert_int_equal(graze_broad_validate(b, &what), GRAZE_INVALID_ARGUMENT);
    assert_string_equal(what, expected);
    assert_int_equal(graze_broad_validate(b, NULL), GRAZE_INVALID_ARGUMENT);
    for (int i = 0; i < 2 && flaws[i].size; ++i) memcpy(flaws[i].place, kept[i], flaws[i].size);
    assert_int_equal(graze_broad_validate(b, &what), GRAZE_OK);
}
#define PLANT(b, text, field, type, ...)                                                               \
    do {                                                                                               \
        _Static_assert(sizeof(field) == sizeof(type), "a whole field");                                \
        plant(b, text, FLAW(field, type, __VA_ARGS__), (flaw){0});                                     \
    } while (0)

/* -- a broad phase with a past -------------------------------------------------------------------- */

static graze_aabb any_box(graze_random *random) {
    graze_vec3 middle = graze_vec3_scale(graze_random_direction(random), 3);
    graze_vec3 half = graze_vec3_make(graze_random_uniform(random, 0, 1), 1, (graze_real)0.5);
    return (graze_aabb){graze_vec3_sub(middle, half), graze_vec3_add(middle, half)};
}

static void update(graze_broad *b) {
    const graze_broad_event *events;
    size_t count;
    assert_int_equal(graze_broad_update(b, &events, &count), GRAZE_OK);
}

/* Number ALONE stands far off, number GONE was removed. */
static graze_broad *make(graze_broad_kind kind) {
    graze_random random = graze_random_seed(91);
    graze_broad *b;
    graze_broad_id ids[BOXES];
    assert_int_equal(graze_broad_create(&(graze_broad_config){.kind = kind}, &b), GRAZE_OK);
    for (int i = 0; i < BOXES; ++i) {
        graze_broad_proxy proxy = {.box = any_box(&random)};
        if (i == ALONE) proxy.box = (graze_aabb){{1000, 1000, 1000}, {1001, 1001, 1001}};
        assert_int_equal(graze_broad_add(b, &proxy, &ids[i]), GRAZE_OK);
        assert_int_equal((uint32_t)ids[i], i);
    }
    for (int frame = 0; frame < FRAMES; ++frame) {
        update(b);
        for (int i = frame; i < BOXES; i += 5) {
            graze_aabb to = any_box(&random);
            if (i != ALONE) assert_int_equal(graze_broad_move(b, ids[i], &to), GRAZE_OK);
        }
    }
    assert_int_equal(graze_broad_remove(b, ids[GONE]), GRAZE_OK);
    update(b);
    update(b); /* the slot is free by now */
    assert_int_equal(graze_broad_validate(b, NULL), GRAZE_OK);
    assert_true(b->pairs.count > BOXES);
    return b;
}

/* -- what all kinds have in common ---------------------------------------------------------------- */

static void spoil_table(graze_broad *b) {
    uint32_t paired = gz_pair_lower(b->pairs.at[0]);
    gz_broad_box bad = b->given[paired];
    bad.lo[1] = (graze_real)NAN;
    PLANT(b, "an id is not in order", b->flags[paired], uint8_t, 0);
    PLANT(b, "a box as given is not in order", b->given[paired].lo[1], graze_real, bad.lo[1]);
    PLANT(b, "a box as given is not in order", b->given[GONE], gz_broad_box, far_off);
    PLANT(b, "a box is not in order", b->box[paired].hi[2], graze_real, (graze_real)NAN);
    PLANT(b, "boxes are miscounted", b->count, size_t, b->count + 1);
    PLANT(b, "boxes are miscounted", b->box[GONE], gz_broad_box, far_off);
    PLANT(b, "a pair is missing", b->pairs.count, size_t, b->pairs.count - 1);
    PLANT(b, "a pair is missing", b->pairs.at[0], gz_pair_key, gz_pair_key_of(ALONE, paired));
    PLANT(b, "a pair has ceased to be one", b->box[paired], gz_broad_box, far_off);
}

static void common_part(void **state) {
    (void)state;
    for (int kind = 0; kind < GRAZE_BROAD_KIND_COUNT; ++kind) {
        graze_broad *b = make((graze_broad_kind)kind);
        spoil_table(b);
        graze_broad_release(b);
    }
}

/* -- sweep and prune ------------------------------------------------------------------------------ */

static void sweep_and_prune(void **state) {
    (void)state;
    graze_broad *b = make(GRAZE_BROAD_SWEEP_AND_PRUNE);
    gz_sap *sap = b->state;
    for (int axis = 0; axis < 3; ++axis) {
        gz_sap_endpoint *end = &sap->axis[axis][20];
        uint32_t upper = gz_sap_is_upper(end->place), other = gz_sap_place(GONE, axis);
        uint32_t turned = gz_sap_place(gz_sap_box_of(end->place), (axis + 1) % 3) + upper;
        PLANT(b, "ends are not sorted", end->value, graze_real, -5000);
        PLANT(b, "an end is not that of its box", end->value, graze_real,
              (end[0].value + end[1].value) / 2);
        PLANT(b, "a stabbing number is wrong", end->stabbing, uint32_t, end->stabbing + 1);
        PLANT(b, "a stabbing number is wrong", sap->axis[axis][sap->count + 1].stabbing, uint32_t, 1);
        PLANT(b, "an end of another axis", end->place, uint32_t, turned);
        PLANT(b, "an end of no box", end->place, uint32_t, other + upper);
        PLANT(b, "an index does not say where its end is", sap->where[end->place], uint32_t, 21);
        PLANT(b, "an index of a box that is not there", sap->where[other], uint32_t, 20);
    }
    PLANT(b, "ends are miscounted", sap->count, uint32_t, sap->count - 2);
    graze_broad_release(b);
}

/* -- fat boxes, of tree and grid ------------------------------------------------------------------ */

static void spoil_candidates(graze_broad *b, gz_candidates *c) {
    gz_candidate twice = c->at[1], apart = {c->at[0].a & ~GZ_CANDIDATE_PAIR, ALONE};
    plant(b, "a box has left its fat one", FLAW(b->box[ALONE], gz_broad_box, far_off),
          FLAW(b->given[ALONE], gz_broad_box, far_off));
    PLANT(b, "the candidates are not the overlapping fat boxes", c->count, size_t, c->count - 1);
    PLANT(b, "a candidate whose fat boxes are apart", c->at[0], gz_candidate, apart);
    PLANT(b, "a candidate of no box", c->at[0].b, uint32_t, BOXES);
    PLANT(b, "a candidate is there twice", c->at[0], gz_candidate, twice);
    PLANT(b, "a candidate that does not know whether it is a pair", c->at[0].a, uint32_t,
          c->at[0].a ^ GZ_CANDIDATE_PAIR);
}

/* -- the tree ------------------------------------------------------------------------------------- */

static void tree(void **state) {
    (void)state;
    graze_broad *b = make(GRAZE_BROAD_TREE);
    gz_dynamic_state *s = b->state;
    gz_dynamic_tree *t = &s->tree;
    uint32_t at = t->place[0], leaf = at / GZ_DYNAMIC_WIDTH;
    gz_dynamic_node *n = &t->nodes[leaf], *root = &t->nodes[t->root];
    assert_true(root->level > 0 && n->level == 0 && n->count > 1);
    PLANT(b, "a node of the tree is loose", n->loose, bool, true);
    PLANT(b, "a node has a wrong count", n->count, uint32_t, GZ_DYNAMIC_WIDTH + 1);
    PLANT(b, "a node has a wrong count", n->count, uint32_t, 0);
    PLANT(b, "a node's box is not tight", n->count, uint32_t, n->count - 1);
    PLANT(b, "a node has a wrong parent", n->parent, uint32_t, n->parent ^ 1);
    PLANT(b, "a node has a wrong parent", n->level, uint32_t, 1);
    PLANT(b, "a child is none of the tree's", root->child[0], uint32_t, (uint32_t)t->used);
    PLANT(b, "a child is none of the tree's", n->child[0], uint32_t, (uint32_t)t->places);
    PLANT(b, "a box is not where its place says", n->child[0], uint32_t, n->child[1]);
    PLANT(b, "a box is not where its place says", t->place[0], uint32_t, at ^ 1);
    PLANT(b, "the tree has lost nodes", t->used, size_t, t->used + 1);
    PLANT(b, "the tree has lost nodes", t->free, uint32_t, leaf);
    PLANT(b, "the tree has lost nodes", t->free_count, uint32_t, t->free_count + 1);
    PLANT(b, "the tree has lost nodes", t->loose_count, size_t, 1);
    PLANT(b, "the tree has lost boxes", t->place[GONE], uint32_t, at);
    PLANT(b, "the tree has lost boxes", t->count, size_t, t->count + 1);
    gz_box8 wide = root->boxes, narrow = n->boxes;
    gz_slim_box box = gz_box8_get(&wide, 0);
    box.lo[0] -= 1;
    gz_box8_set(&wide, 0, &box);
    box = gz_box8_get(&narrow, 0);
    box.hi[2] = box.lo[2];
    gz_box8_set(&narrow, 0, &box);
    PLANT(b, "a node's box is not tight", root->boxes, gz_box8, wide);
    PLANT(b, "a node's box is not tight", n->boxes, gz_box8, narrow);
    PLANT(b, "a fat box without a box, or the reverse", s->candidates.fat[GONE], gz_slim_box, box);
    spoil_candidates(b, &s->candidates);
    graze_broad_release(b);
}

/* -- the grid ------------------------------------------------------------------------------------- */

/* A bucket with several boxes in its list; nobody hashes so well that there is none. */
static uint32_t crowded_bucket(const gz_grid *g) {
    uint32_t bucket = 0;
    while (g->buckets[bucket] == GZ_GRID_NONE || g->entries[g->buckets[bucket]].next == GZ_GRID_NONE)
        ++bucket;
    return bucket;
}

static void grid(void **state) {
    (void)state;
    graze_broad *b = make(GRAZE_BROAD_GRID);
    gz_grid_state *s = b->state;
    gz_grid *g = &s->grid;
    uint32_t bucket = crowded_bucket(g), e = g->buckets[bucket], next = g->entries[e].next;
    uint32_t index = g->entries[e].index, level = gz_grid_level(g, &g->boxes[index]);
    const gz_slim_box nothing = gz_slim_nothing();
    gz_slim_box shifted = g->boxes[index], small = g->bounds;
    shifted.hi[0] -= (shifted.hi[0] - shifted.lo[0]) * 0x1p-20f;
    small.hi[1] = 0;
    PLANT(b, "the grid's lists are not in order", g->entries[next].next, uint32_t, e);
    PLANT(b, "the grid's lists are not in order", g->buckets[bucket], uint32_t, (uint32_t)g->used);
    PLANT(b, "a box is in a cell that is not its own", g->entries[e].index, uint32_t, ALONE);
    PLANT(b, "a box is in a cell that is not its own", g->boxes[index], gz_slim_box, nothing);
    PLANT(b, "the grid has lost entries", g->buckets[bucket], uint32_t, next);
    PLANT(b, "the grid has lost entries", g->used, size_t, g->used + 1);
    PLANT(b, "a box is not once in each of its cells", g->entries[e].index, uint32_t,
          g->entries[next].index);
    PLANT(b, "the grid has another box", g->boxes[index], gz_slim_box, shifted);
    PLANT(b, "the grid has lost a box", s->candidates.fat[GONE], gz_slim_box, shifted);
    PLANT(b, "a box is outside of the grid's bounds", g->bounds, gz_slim_box, small);
    PLANT(b, "the grid has miscounted its boxes", g->count, size_t, g->count + 1);
    PLANT(b, "the grid has miscounted its boxes", g->counts[level], size_t, 0);
    spoil_candidates(b, &s->candidates);
    graze_broad_release(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(common_part), cmocka_unit_test(sweep_and_prune),
                                       cmocka_unit_test(tree), cmocka_unit_test(grid)};
    return cmocka_run_group_tests_name("broad phases, validation", tests, NULL, NULL);
}
