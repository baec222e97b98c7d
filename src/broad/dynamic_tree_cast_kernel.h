/* SPDX-License-Identifier: MIT
 * A cast through the tree, for one kind of vectors of four doubles; dynamic_tree_cast.c includes this
 * once a kind. Expects CAST, ENTER_HALF and ENTER, the functions' names, VECTOR and OP(name), the
 * vectors and their operations, and KERNEL_TARGET. */

/* Four boxes: the bits of those that are entered, and when. */
KERNEL_TARGET static inline uint32_t ENTER_HALF(const gz_box8 *boxes, int half,
                                                const gz_broad_cast *cast, double *when) {
    const VECTOR zero = OP(splat)(0);
    VECTOR enter = zero, exit = OP(splat)(INFINITY);
    int missed = 0;
    for (int k = 0; k < 3; ++k) {
        double inverse = cast->inverse[k];
        VECTOR lo = OP(widen)(gz_f32x4_load(boxes->lo[k] + half));
        VECTOR hi = OP(widen)(gz_f32x4_load(boxes->hi[k] + half));
#if defined(GRAZE_DOUBLE)
        lo = OP(add)(lo, OP(when_less)(lo, OP(splat)(-LARGEST), OP(splat)(-FAR_OFF)));
        hi = OP(add)(hi, OP(when_less)(OP(splat)(LARGEST), hi, OP(splat)(FAR_OFF)));
#endif
        VECTOR a = OP(sub)(lo, OP(splat)(cast->hi[k])), b = OP(sub)(hi, OP(splat)(cast->lo[k]));
        if (inverse <= 0) missed |= OP(less_bits)(zero, a);
        if (inverse >= 0) missed |= OP(less_bits)(b, zero);
        if (inverse == 0) continue;
        VECTOR factor = OP(splat)(inverse);
        enter = OP(max)(enter, OP(mul)(inverse > 0 ? a : b, factor));
        exit = OP(min)(exit, OP(mul)(inverse > 0 ? b : a, factor));
    }
    exit = OP(add)(OP(mul)(exit, OP(splat)(GZ_BROAD_EXIT)), OP(splat)(GZ_SLAB_FLOOR));
    missed |= OP(less_bits)(OP(min)(exit, OP(splat)(cast->limit)), enter);
    OP(store)(when, enter);
    return (uint32_t)missed ^ 15;
}

/* As gz_broad_cast_enter, for the boxes of a node. */
KERNEL_TARGET static inline uint32_t ENTER(const gz_box8 *boxes, const gz_broad_cast *cast,
                                           double *when) {
    return ENTER_HALF(boxes, 0, cast, when) | ENTER_HALF(boxes, 4, cast, when + 4) << 4;
}

KERNEL_TARGET static void CAST(const gz_dynamic_tree *tree, const graze_broad *b, gz_broad_cast *cast) {
    gz_dynamic_waiting stack[GZ_DYNAMIC_STACK];
    _Alignas(32) double when[GZ_BOX8_WIDTH];
    uint32_t depth = 0;
    stack[depth++] = (gz_dynamic_waiting){0, tree->root};
    while (depth > 0) {
        gz_dynamic_waiting top = stack[--depth];
        const gz_dynamic_node *n = &tree->nodes[top.node];
        if (top.bound > cast->limit) continue;
        uint32_t entered = ENTER(&n->boxes, cast, when), found = 0;
        if (n->level == 0) {
            cast_leaf(n, entered, b, cast);
            continue;
        }
        for (; entered; entered &= entered - 1) {
            uint32_t i = gz_lowest_bit(entered);
            found = gz_dynamic_sort_in(stack + depth, found, when[i], n->child[i]);
        }
        depth += found;
    }
}
