/* SPDX-License-Identifier: MIT
 * The separating axes of two boxes (B:1976-2000), written with macros for the operations, so that a
 * test can count them. Expects SAT_NAME, SAT_NUMBER, SAT_ADD, SAT_SUB, SAT_MUL, SAT_ABS and
 * SAT_GREATER; see primitive/sat.h for what is computed. */

/* |x| > a + b + slack. */
#define SAT_APART(x, a, b) SAT_GREATER(SAT_ABS(x), SAT_ADD(SAT_ADD(a, b), slack))
#define SAT_SUM3(a, b, c) SAT_ADD(SAT_ADD(a, b), c)

static inline bool SAT_NAME(const SAT_NUMBER r[3][3], const SAT_NUMBER t[3], const SAT_NUMBER ha[3],
                            const SAT_NUMBER hb[3], SAT_NUMBER slack, bool lite, int *axes) {
    SAT_NUMBER m[3][3];
    for (int i = 0; i < 3; ++i) { /* the faces of A */
        for (int j = 0; j < 3; ++j) m[i][j] = SAT_ABS(r[i][j]);
        SAT_NUMBER radius =
            SAT_SUM3(SAT_MUL(m[i][0], hb[0]), SAT_MUL(m[i][1], hb[1]), SAT_MUL(m[i][2], hb[2]));
        if (axes) ++*axes;
        if (SAT_APART(t[i], ha[i], radius)) return true;
    }
    for (int j = 0; j < 3; ++j) { /* the faces of B */
        SAT_NUMBER radius =
            SAT_SUM3(SAT_MUL(m[0][j], ha[0]), SAT_MUL(m[1][j], ha[1]), SAT_MUL(m[2][j], ha[2]));
        SAT_NUMBER middle =
            SAT_SUM3(SAT_MUL(r[0][j], t[0]), SAT_MUL(r[1][j], t[1]), SAT_MUL(r[2][j], t[2]));
        if (axes) ++*axes;
        if (SAT_APART(middle, radius, hb[j])) return true;
    }
    for (int i = 0; i < 3 && !lite; ++i) { /* an edge of A and one of B */
        int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
        for (int j = 0; j < 3; ++j) {
            int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
            SAT_NUMBER middle = SAT_SUB(SAT_MUL(t[i2], r[i1][j]), SAT_MUL(t[i1], r[i2][j]));
            SAT_NUMBER a = SAT_ADD(SAT_MUL(ha[i1], m[i2][j]), SAT_MUL(ha[i2], m[i1][j]));
            SAT_NUMBER b = SAT_ADD(SAT_MUL(hb[j1], m[i][j2]), SAT_MUL(hb[j2], m[i][j1]));
            if (axes) ++*axes;
            if (SAT_APART(middle, a, b)) return true;
        }
    }
    return false;
}

#undef SAT_APART
#undef SAT_SUM3
