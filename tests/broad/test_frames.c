/* SPDX-License-Identifier: MIT
 * W1-W4, W7, D1, D2: every kind of broad phase against brute force, frame by frame, over scenes in
 * which boxes come, move, jump, grow and go. The model replays the events: it has no other pairs than
 * those that they leave. */
#include "broad_model.h"

typedef graze_aabb (*box_maker)(model *m);

typedef struct scene {
    box_maker make;
    graze_aabb (*move)(model *m, graze_aabb box);
    uint32_t start;    /* boxes to begin with */
    uint32_t moving;   /* moves a frame */
    uint32_t changing; /* additions and removals a frame, about */
} scene;

/* -- how boxes move -- */

static graze_aabb shifted(graze_aabb box, graze_vec3 by) {
    graze_aabb moved = {graze_vec3_add(box.lo, by), graze_vec3_add(box.hi, by)};
    return moved;
}

static graze_aabb creep(model *m, graze_aabb box) {
    graze_vec3 by = {model_uniform(m, -0.1, 0.1), model_uniform(m, -0.1, 0.1),
                     model_uniform(m, -0.1, 0.1)};
    return shifted(box, by);
}

static graze_aabb whole_step(model *m, graze_aabb box) {
    graze_vec3 by = {(graze_real)((int)model_below(m, 3) - 1), (graze_real)((int)model_below(m, 3) - 1),
                     0};
    graze_aabb moved = shifted(box, by);
    return graze_vec3_max_abs(moved.lo) < 9 ? moved : model_whole_box(m);
}

static graze_aabb grow_or_shrink(model *m, graze_aabb box) {
    graze_vec3 middle = graze_aabb_center(box);
    if (model_below(m, 8) == 0) return model_box_around(middle, graze_vec3_zero());
    graze_vec3 half = {model_uniform(m, 0, 3), model_uniform(m, 0, 3), model_uniform(m, 0, 0.5)};
    return model_box_around(middle, half);
}

/* With a new size, since mirrored boxes are pairs if they were before. */
static graze_aabb mirror(model *m, graze_aabb box) {
    graze_vec3 half = {model_uniform(m, 0, 0.7), model_uniform(m, 0, 0.7), model_uniform(m, 0, 0.7)};
    return model_box_around(graze_vec3_neg(graze_aabb_center(box)), half);
}

static graze_aabb swell_around_origin(model *m, graze_aabb box) {
    (void)box;
    graze_vec3 half = {model_uniform(m, 0, 10), model_uniform(m, 0, 10), model_uniform(m, 0, 10)};
    return model_box_around(graze_vec3_zero(), half);
}

static graze_aabb jump_anywhere(model *m, graze_aabb box) {
    (void)box;
    return model_any_box(m);
}

static graze_aabb little(model *m) { return model_small_box(m, 4, 0.7); }
static graze_aabb jump(model *m, graze_aabb box) {
    (void)box;
    return little(m);
}
static graze_aabb at_origin(model *m) { return swell_around_origin(m, little(m)); }

static graze_aabb mixture(model *m, graze_aabb box) {
    switch (model_below(m, 8)) {
    case 0:
        return jump_anywhere(m, box);
    case 1:
        return grow_or_shrink(m, box);
    case 2:
        return model_whole_box(m);
    case 3:
        return box;
    default:
        return graze_vec3_max_abs(box.lo) < 100 ? creep(m, box) : model_whole_box(m);
    }
}

/* -- frames -- */

static void change_something(model *m, const scene *s) {
    model_box *box = model_any(m);
    uint32_t what = model_below(m, 10);
    if (what < 4 || !box) {
        graze_broad_proxy proxies[8];
        size_t count = 1 + model_below(m, 8);
        for (size_t i = 0; i < count; ++i) proxies[i] = model_proxy(m, s->make(m));
        model_add(m, proxies, count);
    } else if (what < 8) {
        for (uint32_t n = 1 + model_below(m, 6); n > 0 && box; --n, box = model_any(m))
            model_remove(m, box);
    } else {
        model_set_filter(m, box, model_below(m, 4), model_below(m, 4));
    }
}

static void run(const scene *s, uint64_t seed, bool all_move) {
    static model m;
    model_create(&m, test_seed(seed), NULL);
    for (uint32_t i = 0; i < s->start; ++i) {
        graze_broad_proxy proxy = model_proxy(&m, s->make(&m));
        model_add(&m, &proxy, 1);
    }
    model_step(&m, true);
    for (long frame = test_count(1000); frame > 0; --frame) {
        for (uint32_t n = model_below(&m, s->changing + 1); n > 0; --n) change_something(&m, s);
        for (uint32_t i = 0; all_move && i < MODEL_SLOTS; ++i) {
            graze_aabb to = s->move(&m, m.boxes[i].given.box);
            if (m.boxes[i].live) model_move(&m, &m.boxes[i], &to);
        }
        for (uint32_t n = all_move ? 0 : model_below(&m, s->moving + 1); n > 0; --n) {
            model_box *box = model_any(&m);
            if (!box) break;
            graze_aabb to = s->move(&m, box->given.box);
            model_move(&m, box, &to);
        }
        model_step(&m, frame % 8 == 0);
    }
    assert_true(m.begun > (uint64_t)test_count(100) && m.ended > (uint64_t)test_count(100));
    model_release(&m);
}

static void creeping(void **state) {
    (void)state;
    run(&(scene){little, creep, 100, 30, 2}, 1, false);
}
static void all_creeping(void **state) {
    (void)state;
    run(&(scene){little, creep, 80, 0, 1}, 2, true);
}
static void equal_coordinates(void **state) {
    (void)state;
    run(&(scene){model_whole_box, whole_step, 60, 20, 3}, 3, false);
}
static void jumping(void **state) {
    (void)state;
    run(&(scene){little, jump, 100, 60, 1}, 4, false);
}
static void all_jumping(void **state) {
    (void)state;
    run(&(scene){little, jump, 60, 0, 0}, 5, true);
}
static void growing_and_shrinking(void **state) {
    (void)state;
    run(&(scene){little, grow_or_shrink, 60, 30, 2}, 6, false);
}
static void huge_and_far_away(void **state) {
    (void)state;
    run(&(scene){model_any_box, jump_anywhere, 80, 20, 2}, 7, false);
}
static void order_reversed(void **state) {
    (void)state;
    run(&(scene){little, mirror, 60, 0, 2}, 8, true);
}
static void all_overlapping(void **state) {
    (void)state;
    run(&(scene){at_origin, swell_around_origin, 60, 20, 2}, 9, false);
}
static void coming_and_going(void **state) {
    (void)state;
    run(&(scene){little, creep, 0, 10, 30}, 10, false);
}
/* Most stand still for a while, so that their pairs are put to rest, and wake up one by one. */
static void few_creeping(void **state) {
    (void)state;
    run(&(scene){little, creep, 150, 3, 1}, 13, false);
}
static void everything_at_once(void **state) {
    (void)state;
    run(&(scene){model_any_box, mixture, 40, 40, 6}, 11, false);
}

/* What happens between two updates and is undone leaves no trace; ids are not used again too soon. */
static void undone_changes_leave_no_event(void **state) {
    (void)state;
    static model m;
    model_create(&m, 12, NULL);
    graze_broad_proxy two[2] = {{.box = {{0, 0, 0}, {1, 1, 1}}, .user = 1},
                                {.box = {{1, 1, 1}, {2, 2, 2}}, .user = 2}};
    model_add(&m, two, 2);
    model_step(&m, true);
    assert_int_equal(m.begun, 1);
    graze_aabb away = {{5, 5, 5}, {6, 6, 6}}, back = two[1].box;
    model_box *second = &m.boxes[1];
    model_move(&m, second, &away);
    model_move(&m, second, &back);
    model_set_filter(&m, second, 1, 0);
    model_set_filter(&m, second, 0, 0);
    model_add(&m, two, 1);
    model_remove(&m, &m.boxes[2]);
    model_step(&m, true);
    assert_int_equal(m.begun + m.ended, 1);
    graze_broad_id old = second->id;
    model_remove(&m, second);
    m.boxes[2] = (model_box){0};
    model_add(&m, &two[1], 1);
    assert_true(model_index(m.boxes[2].id) == 2);
    model_step(&m, true);
    assert_int_equal(m.ended, 1);
    model_add(&m, &two[1], 1);
    assert_true(m.boxes[1].live && m.boxes[1].id != old);
    MODEL_EACH_KIND(&m, kind, broad) {
        graze_broad_proxy proxy;
        assert_int_equal(graze_broad_get(broad, old, &proxy), GRAZE_STALE_ID);
        assert_int_equal(graze_broad_get(broad, m.boxes[1].id, &proxy), GRAZE_OK);
        assert_int_equal(proxy.user, 2);
    }
    model_release(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(creeping),
        cmocka_unit_test(all_creeping),
        cmocka_unit_test(equal_coordinates),
        cmocka_unit_test(jumping),
        cmocka_unit_test(all_jumping),
        cmocka_unit_test(growing_and_shrinking),
        cmocka_unit_test(huge_and_far_away),
        cmocka_unit_test(order_reversed),
        cmocka_unit_test(all_overlapping),
        cmocka_unit_test(coming_and_going),
        cmocka_unit_test(few_creeping),
        cmocka_unit_test(everything_at_once),
        cmocka_unit_test(undone_changes_leave_no_event),
    };
    return cmocka_run_group_tests_name("broad phases, frame by frame", tests, NULL, NULL);
}
