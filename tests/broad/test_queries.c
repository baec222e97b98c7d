/* SPDX-License-Identifier: MIT
 * W3, W5, W7: box and ball queries, casts of rays and boxes, nearest boxes: every kind against a look
 * at all boxes, in hits and in order. */
#include "broad_model.h"

enum { MOST_HITS = MODEL_SLOTS };

typedef struct hit {
    graze_broad_id id;
    uint64_t user;
    graze_real t;
} hit;

typedef struct hit_list {
    hit at[MOST_HITS];
    size_t count, stop_at; /* stops with that many hits; 0: never */
    double ahead;          /* casts: how far behind each entry the exact hit lies; INFINITY: none */
} hit_list;

static void fill(model *m, long n) {
    graze_broad_proxy proxies[MODEL_SLOTS / 4];
    size_t count = 1 + model_below(m, MODEL_SLOTS / 4);
    for (size_t i = 0; i < count; ++i) {
        graze_aabb box = n % 3 == 0   ? model_whole_box(m)
                         : n % 3 == 1 ? model_small_box(m, 5, 1)
                                      : model_any_box(m);
        proxies[i] = model_proxy(m, box);
    }
    model_add(m, proxies, count);
    model_step(m, true);
    /* What was removed since is not found; what was moved is found where it was. */
    for (int i = 0; i < 3 && m->live > 1; ++i) model_remove(m, model_any(m));
    for (int i = 0; i < 3; ++i) {
        graze_aabb to = model_small_box(m, 5, 1);
        model_move(m, model_any(m), &to);
    }
}

static bool is_asked(const model_box *box, uint32_t mask) {
    return box->live && box->in && (box->taken.category & (mask ? mask : UINT32_MAX));
}

static graze_vec3 any_point(model *m, long n) {
    graze_aabb box = n % 3 == 0   ? model_whole_box(m)
                     : n % 3 == 1 ? model_small_box(m, 7, 0)
                                  : model_any_box(m);
    return model_below(m, 2) ? box.lo : box.hi;
}

static uint32_t any_mask(model *m) { return model_below(m, 2) ? 0 : model_below(m, 8); }

/* -- regions -- */

static graze_flow collect(void *user, graze_broad_id id, uint64_t value) {
    hit_list *list = user;
    assert_true(list->count < MOST_HITS);
    list->at[list->count++] = (hit){id, value, 0};
    return list->count == list->stop_at ? GRAZE_STOP : GRAZE_CONTINUE;
}

static void check_region(const model *m, const hit_list *list, const bool *expected, int kind) {
    bool seen[MODEL_SLOTS] = {false};
    size_t count = 0;
    for (int i = 0; i < MODEL_SLOTS; ++i) count += expected[i];
    TEST_CHECK(list->count == count, m->seed, m->frame, "kind %d: %zu hits, not %zu", kind, list->count,
               count);
    for (size_t i = 0; i < list->count; ++i) {
        uint32_t index = model_index(list->at[i].id);
        TEST_CHECK(expected[index] && !seen[index] && list->at[i].id == m->boxes[index].id &&
                       list->at[i].user == m->boxes[index].given.user,
                   m->seed, m->frame, "kind %d: a wrong hit", kind);
        seen[index] = true;
    }
}

static void boxes_and_balls_find_all(void **state) {
    (void)state;
    static model m;
    long hits = 0, asked = 0;
    for (long n = 0; n < test_count(600); ++n) {
        model_create(&m, test_seed(100 + (uint64_t)n), NULL);
        fill(&m, n);
        for (int q = 0; q < 20; ++q) {
            bool in_box[MODEL_SLOTS] = {false}, in_ball[MODEL_SLOTS] = {false};
            graze_aabb box = n % 3 == 0 ? model_whole_box(&m) : model_any_box(&m);
            graze_sphere ball = {any_point(&m, n), model_uniform(&m, 0, n % 2 ? 3 : 1)};
            if (n % 3 == 0) ball.radius = (graze_real)model_below(&m, 6);
            uint32_t mask = any_mask(&m);
            for (int i = 0; i < MODEL_SLOTS; ++i) {
                const model_box *b = &m.boxes[i];
                if (!is_asked(b, mask)) continue;
                in_box[i] = model_overlap(&box, &b->taken.box);
                assert_int_equal(graze_test_sphere_aabb(&ball, &b->taken.box, &in_ball[i]), GRAZE_OK);
                hits += in_box[i];
                ++asked;
            }
            MODEL_EACH_KIND(&m, kind, broad) {
                static hit_list list;
                list = (hit_list){.count = 0};
                assert_int_equal(graze_broad_query_box(broad, &box, mask, collect, &list), GRAZE_OK);
                check_region(&m, &list, in_box, kind);
                list.count = 0;
                assert_int_equal(graze_broad_query_sphere(broad, &ball, mask, collect, &list),
                                 GRAZE_OK);
                check_region(&m, &list, in_ball, kind);
                list = (hit_list){.stop_at = 1};
                assert_int_equal(graze_broad_query_sphere(broad, &ball, mask, collect, &list),
                                 GRAZE_OK);
                assert_true(list.count <= 1);
            }
        }
        model_release(&m);
    }
    assert_true(hits > asked / 50 && hits < asked / 2);
}

/* -- casts -- */

static graze_real collect_cast(void *user, graze_broad_id id, uint64_t value, graze_real t,
                               graze_real max_t) {
    hit_list *list = user;
    assert_true(list->count < MOST_HITS && t >= 0 && t <= max_t);
    list->at[list->count++] = (hit){id, value, t};
    if (list->count == list->stop_at) return -1;
    return list->ahead < INFINITY ? t + (graze_real)list->ahead : max_t;
}

typedef struct casting {
    graze_aabb box;
    graze_vec3 direction;
    graze_real max_t;
    uint32_t mask;
} casting;

static casting any_cast(model *m, long n) {
    casting c = {.max_t = (graze_real)INFINITY, .mask = any_mask(m)};
    graze_vec3 start = any_point(m, n);
    c.box = (graze_aabb){start, start};
    if (model_below(m, 2)) {
        graze_aabb size = n % 3 == 0 ? model_whole_box(m) : model_small_box(m, 0, 2);
        c.box.hi = graze_vec3_add(start, graze_vec3_sub(size.hi, size.lo));
        c.box.hi = graze_vec3_max(c.box.lo, c.box.hi);
    }
    graze_vec3 goal = any_point(m, n);
    c.direction = graze_vec3_sub(goal, start);
    if (graze_vec3_max_abs(c.direction) > GRAZE_SHAPE_REACH)
        c.direction = graze_vec3_scale(c.direction, (graze_real)0.5);
    if (graze_vec3_max_abs(c.box.hi) > GRAZE_SHAPE_REACH) c.box.hi = c.box.lo;
    if (model_below(m, 3) == 0) c.max_t = 1;
    if (model_below(m, 4) == 0) c.direction.x = model_signed_zero(m, 0);
    return c;
}

static void cast_with(const graze_broad *broad, const casting *c, hit_list *list) {
    graze_ray ray = {c->box.lo, c->direction, c->max_t};
    list->count = 0;
    if (graze_vec3_equal(c->box.lo, c->box.hi))
        assert_int_equal(graze_broad_cast_ray(broad, &ray, c->mask, collect_cast, list), GRAZE_OK);
    else
        assert_int_equal(
            graze_broad_cast_box(broad, &c->box, c->direction, c->max_t, c->mask, collect_cast, list),
            GRAZE_OK);
}

/* From when to when the moving box touches the other one, in long double; enter > exit: never. */
static void touching_time(const casting *c, const graze_aabb *box, long double *enter,
                          long double *exit) {
    const graze_real *lo = &box->lo.x, *hi = &box->hi.x, *from = &c->box.lo.x, *to = &c->box.hi.x,
                     *along = &c->direction.x;
    *enter = 0;
    *exit = INFINITY;
    for (int k = 0; k < 3; ++k) {
        long double below = (long double)lo[k] - to[k], above = (long double)hi[k] - from[k];
        if (along[k] == 0) {
            if (below > 0 || above < 0) *exit = -1;
            continue;
        }
        long double a = below / along[k], b = above / along[k];
        *enter = fmaxl(*enter, fminl(a, b));
        *exit = fminl(*exit, fmaxl(a, b));
    }
}

/* Hits that are clear must be there, clear misses must not; what is there is in order. */
static long check_cast(const model *m, const casting *c, const hit_list *list, int kind) {
    long double slack = 64 * 1.1e-16L, rounded = 2 * (long double)GRAZE_EPSILON;
    bool found[MODEL_SLOTS] = {false};
    long hits = 0;
    for (size_t i = 0; i < list->count; ++i) {
        uint32_t index = model_index(list->at[i].id);
        const model_box *b = &m->boxes[index];
        long double enter, exit;
        TEST_CHECK(is_asked(b, c->mask) && b->id == list->at[i].id && !found[index] &&
                       b->given.user == list->at[i].user,
                   m->seed, m->frame, "kind %d: a wrong hit", kind);
        found[index] = true;
        touching_time(c, &b->taken.box, &enter, &exit);
        TEST_CHECK(enter <= exit * (1 + slack) && enter <= c->max_t * (1 + slack), m->seed, m->frame,
                   "kind %d: no hit", kind);
        TEST_CHECK(fabsl(list->at[i].t - enter) <= (rounded + slack) * enter + 2e-45L, m->seed,
                   m->frame, "kind %d: hit at %g, not %Lg", kind, (double)list->at[i].t, enter);
        if (i)
            TEST_CHECK(list->at[i - 1].t <= list->at[i].t, m->seed, m->frame, "kind %d: order", kind);
    }
    for (int i = 0; i < MODEL_SLOTS; ++i) {
        long double enter, exit;
        if (!is_asked(&m->boxes[i], c->mask)) continue;
        touching_time(c, &m->boxes[i].taken.box, &enter, &exit);
        bool touches = enter <= exit && enter <= c->max_t && enter <= GRAZE_REAL_MAX;
        hits += touches;
        TEST_CHECK(found[i] || !touches, m->seed, m->frame, "kind %d: box %d is missing", kind, i);
    }
    return hits;
}

static void check_same(const model *m, const hit_list *a, const hit_list *b, int kind) {
    TEST_CHECK(a->count == b->count, m->seed, m->frame, "kind %d: %zu hits, not %zu", kind, a->count,
               b->count);
    for (size_t i = 0; i < a->count; ++i)
        TEST_CHECK(a->at[i].id == b->at[i].id && a->at[i].t == b->at[i].t, m->seed, m->frame,
                   "kind %d: hit %zu differs from brute force", kind, i);
}

static void casts_find_all_in_order(void **state) {
    (void)state;
    static model m;
    static hit_list all, list;
    long hits = 0, asked = 0;
    for (long n = 0; n < test_count(600); ++n) {
        model_create(&m, test_seed(5000 + (uint64_t)n), NULL);
        fill(&m, n);
        for (int q = 0; q < 30; ++q) {
            casting c = any_cast(&m, n);
            all = (hit_list){.ahead = INFINITY};
            cast_with(m.kinds[GRAZE_BROAD_BRUTE_FORCE], &c, &all);
            hits += check_cast(&m, &c, &all, GRAZE_BROAD_BRUTE_FORCE);
            asked += (long)m.live;
            hit_list tightened = {.ahead = 0.25};
            cast_with(m.kinds[GRAZE_BROAD_BRUTE_FORCE], &c, &tightened);
            MODEL_EACH_KIND(&m, kind, broad) {
                list = (hit_list){.ahead = INFINITY};
                cast_with(broad, &c, &list);
                check_same(&m, &list, &all, kind);
                list = (hit_list){.ahead = 0.25};
                cast_with(broad, &c, &list);
                check_same(&m, &list, &tightened, kind);
                list = (hit_list){.stop_at = 1, .ahead = INFINITY};
                cast_with(broad, &c, &list);
                assert_true(list.count == (all.count > 0));
                if (all.count) assert_true(list.at[0].id == all.at[0].id);
            }
        }
        model_release(&m);
    }
    assert_true(hits > asked / 50 && hits < asked / 2);
}

/* Tightened by the first hit, only what is entered before is seen of what all see. */
static void tightening_cuts_the_list(void **state) {
    (void)state;
    static model m;
    static hit_list all, list;
    long cut = 0, cases = 0;
    for (long n = 0; n < test_count(200); ++n) {
        model_create(&m, test_seed(9000 + (uint64_t)n), NULL);
        fill(&m, 1);
        for (int q = 0; q < 20; ++q, ++cases) {
            casting c = any_cast(&m, 1);
            all = (hit_list){.ahead = INFINITY};
            cast_with(m.kinds[GRAZE_BROAD_BRUTE_FORCE], &c, &all);
            MODEL_EACH_KIND(&m, kind, broad) {
                list = (hit_list){.ahead = 0.125};
                cast_with(broad, &c, &list);
                size_t expected = 0;
                graze_real max_t = c.max_t;
                for (size_t i = 0; i < all.count && all.at[i].t <= max_t; ++i, ++expected)
                    if (all.at[i].t + (graze_real)0.125 < max_t)
                        max_t = all.at[i].t + (graze_real)0.125;
                TEST_CHECK(list.count == expected, m.seed, q, "kind %d: %zu of %zu, not %zu", kind,
                           list.count, all.count, expected);
                cut += expected < all.count;
            }
        }
        model_release(&m);
    }
    assert_true(cut > cases / 10);
}

/* More hits than a round holds, many of them at the same parameter. */
static void many_hits_come_in_order(void **state) {
    (void)state;
    static hit_list list;
    for (int kind = 1; kind < GRAZE_BROAD_KIND_COUNT; ++kind) {
        graze_broad_config config = {.kind = (graze_broad_kind)kind};
        graze_broad *broad = NULL;
        if (graze_broad_create(&config, &broad) != GRAZE_OK) continue;
        for (uint32_t i = 0; i < 500; ++i) {
            graze_real x = (graze_real)(i * 7 % 50);
            graze_broad_proxy proxy = {.box = {{x, -1, -1}, {x, 1, 1}}, .user = i};
            graze_broad_id id;
            assert_int_equal(graze_broad_add(broad, &proxy, &id), GRAZE_OK);
        }
        assert_int_equal(graze_broad_update(broad, NULL, NULL), GRAZE_OK);
        graze_ray ray = {{-1, 0, 0}, {1, 0, 0}, (graze_real)INFINITY};
        list = (hit_list){.ahead = INFINITY};
        assert_int_equal(graze_broad_cast_ray(broad, &ray, 0, collect_cast, &list), GRAZE_OK);
        assert_int_equal(list.count, 500);
        for (size_t i = 1; i < list.count; ++i)
            assert_true(list.at[i - 1].t < list.at[i].t ||
                        (list.at[i - 1].t == list.at[i].t && list.at[i - 1].id < list.at[i].id));
        graze_broad_release(broad);
    }
}

/* -- the nearest -- */

static long double distance_to(const graze_aabb *box, graze_vec3 point) {
    const graze_real *lo = &box->lo.x, *hi = &box->hi.x, *p = &point.x;
    long double sum = 0;
    for (int k = 0; k < 3; ++k) {
        long double gap = fmaxl(fmaxl((long double)lo[k] - p[k], (long double)p[k] - hi[k]), 0);
        sum += gap * gap;
    }
    return sqrtl(sum);
}

static void check_nearest(const model *m, graze_vec3 point, graze_real far, uint32_t mask, size_t room,
                          const graze_broad_near *near, size_t count, int kind) {
    long double tolerance = 4 * (long double)GRAZE_EPSILON;
    size_t within = 0, nearer = 0;
    long double last = count ? (long double)near[count - 1].distance : 0;
    for (size_t i = 0; i < count; ++i) {
        const model_box *b = &m->boxes[model_index(near[i].id)];
        TEST_CHECK(is_asked(b, mask) && b->id == near[i].id && b->given.user == near[i].user, m->seed,
                   m->frame, "kind %d: a wrong one", kind);
        long double d = distance_to(&b->taken.box, point);
        TEST_CHECK(fabsl(d - near[i].distance) <= tolerance * d, m->seed, m->frame,
                   "kind %d: distance %g, not %Lg", kind, (double)near[i].distance, d);
        if (i)
            TEST_CHECK(near[i - 1].distance <= near[i].distance, m->seed, m->frame, "kind %d: order",
                       kind);
    }
    for (int i = 0; i < MODEL_SLOTS; ++i) {
        if (!is_asked(&m->boxes[i], mask)) continue;
        long double d = distance_to(&m->boxes[i].taken.box, point);
        within += d <= far * (1 - tolerance) || d == 0;
        nearer += d < last * (1 - tolerance);
    }
    TEST_CHECK(count <= room && (count == room || count >= within), m->seed, m->frame,
               "kind %d: %zu of %zu", kind, count, within);
    TEST_CHECK(nearer <= count, m->seed, m->frame, "kind %d: a nearer one was left out", kind);
}

static void nearest_are_nearest(void **state) {
    (void)state;
    static model m;
    for (long n = 0; n < test_count(600); ++n) {
        model_create(&m, test_seed(20000 + (uint64_t)n), NULL);
        fill(&m, n);
        for (int q = 0; q < 20; ++q) {
            static graze_broad_near first[MODEL_SLOTS], near[MODEL_SLOTS];
            graze_vec3 point = any_point(&m, n);
            size_t room = model_below(&m, 4) ? model_below(&m, 9) : MODEL_SLOTS, count, first_count;
            graze_real far = model_below(&m, 2) ? (graze_real)INFINITY : model_uniform(&m, 0, 4);
            uint32_t mask = any_mask(&m);
            assert_int_equal(graze_broad_nearest(m.kinds[GRAZE_BROAD_BRUTE_FORCE], point, far, mask,
                                                 room, first, &first_count),
                             GRAZE_OK);
            MODEL_EACH_KIND(&m, kind, broad) {
                assert_int_equal(graze_broad_nearest(broad, point, far, mask, room, near, &count),
                                 GRAZE_OK);
                check_nearest(&m, point, far, mask, room, near, count, kind);
                TEST_CHECK(count == first_count, m.seed, q, "kind %d: count", kind);
                for (size_t i = 0; i < count; ++i)
                    TEST_CHECK(near[i].id == first[i].id && near[i].distance == first[i].distance,
                               m.seed, q, "kind %d: differs from brute force", kind);
            }
        }
        model_release(&m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_and_balls_find_all), cmocka_unit_test(casts_find_all_in_order),
        cmocka_unit_test(tightening_cuts_the_list), cmocka_unit_test(many_hits_come_in_order),
        cmocka_unit_test(nearest_are_nearest),
    };
    return cmocka_run_group_tests_name("broad phases, queries", tests, NULL, NULL);
}
