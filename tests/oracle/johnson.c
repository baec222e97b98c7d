/* SPDX-License-Identifier: MIT */
#include "oracle/johnson.h"

static bool has(unsigned set, int i) { return set >> i & 1; }

static int nearest_in(const oracle_johnson *s, unsigned set, int j) {
    int best = -1;
    for (int k = 0; k < 4; ++k)
        if (has(set, k) && (best < 0 || s->squared[k][j] < s->squared[best][j])) best = k;
    return best;
}

/* delta[set][j] from the deltas of set without j. */
static long double determinant(const oracle_johnson *s, unsigned set, int j) {
    unsigned rest = set & ~(1u << j);
    if (rest == 0) return 1;
    ld3 step = s->difference[nearest_in(s, rest, j)][j];
    long double sum = 0;
    for (int i = 0; i < 4; ++i)
        if (has(rest, i)) sum += s->delta[rest][i] * ld3_dot(step, s->y[i]);
    return sum;
}

int oracle_johnson_add(oracle_johnson *s, ld3 w) {
    int slot = 0;
    while (has(s->set, slot)) ++slot;
    s->y[slot] = w;
    s->set |= 1u << slot;
    for (int i = 0; i < 4; ++i)
        if (has(s->set, i)) {
            s->difference[i][slot] = ld3_sub(s->y[i], w);
            s->difference[slot][i] = ld3_sub(w, s->y[i]);
            s->squared[i][slot] = s->squared[slot][i] =
                ld3_dot(s->difference[i][slot], s->difference[i][slot]);
        }
    /* Smaller numbers first: every set comes after its subsets. */
    for (unsigned set = 1; set <= s->set; ++set)
        if ((set & s->set) == set && has(set, slot))
            for (int j = 0; j < 4; ++j)
                if (has(set, j)) s->delta[set][j] = determinant(s, set, j);
    return slot;
}

static bool all_positive(const oracle_johnson *s, unsigned set) {
    for (int i = 0; i < 4; ++i)
        if (has(set, i) && !(s->delta[set][i] > 0)) return false;
    return true;
}

static bool none_beyond(const oracle_johnson *s, unsigned set) {
    for (int j = 0; j < 4; ++j)
        if (has(s->set, j) && !has(set, j) && s->delta[set | 1u << j][j] > 0) return false;
    return true;
}

unsigned oracle_johnson_subset(const oracle_johnson *s, unsigned required) {
    for (unsigned set = 1; set <= s->set; ++set)
        if ((set & s->set) == set && (set & required) == required && all_positive(s, set) &&
            none_beyond(s, set))
            return set;
    return 0;
}

ld3 oracle_johnson_point(const oracle_johnson *s, unsigned set, long double weight[4]) {
    long double sum = 0;
    ld3 v = {0, 0, 0};
    for (int i = 0; i < 4; ++i)
        if (has(set, i)) sum += s->delta[set][i];
    for (int i = 0; i < 4; ++i) {
        weight[i] = has(set, i) ? s->delta[set][i] / sum : 0;
        if (has(set, i)) v = ld3_add_scaled(v, weight[i], s->y[i]);
    }
    return v;
}

unsigned oracle_johnson_backup(const oracle_johnson *s) {
    unsigned best = 0;
    long double least = INFINITY, weight[4];
    for (unsigned set = 1; set <= s->set; ++set) {
        if ((set & s->set) != set || !all_positive(s, set)) continue;
        ld3 v = oracle_johnson_point(s, set, weight);
        if (ld3_dot(v, v) < least) {
            least = ld3_dot(v, v);
            best = set;
        }
    }
    return best;
}

ld3 oracle_johnson_closest(const ld3 *y, int count, long double weight[4]) {
    oracle_johnson s = {.set = 0};
    for (int i = 0; i < count; ++i) oracle_johnson_add(&s, y[i]);
    unsigned set = oracle_johnson_subset(&s, 0);
    return oracle_johnson_point(&s, set ? set : oracle_johnson_backup(&s), weight);
}
