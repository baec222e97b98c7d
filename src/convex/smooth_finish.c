/* SPDX-License-Identifier: MIT
 *
 * A piece of C is a pair of pieces of A and B. With s on the unit circle or sphere, a point of a rim or
 * ellipsoid is level + G s, and a corner stands still. For given places s each piece is a point c_i,
 * and x the point nearest to the origin on the line or plane of the two or three of them. That leaves
 *
 *     f(s_A, s_B) = |x|^2 / 2,   df = x . W G ds,   d2f = |P W G ds|^2 + |x . W G s| |ds|^2
 *
 * with W the share of the moving pieces in x and P the projection across the line or plane: Newton's
 * method by the normal equations, which are positive definite as long as x is not zero. */
#include "convex/smooth_finish.h"

#include "base/tolerance.h"
#include "convex/smooth_curve.h"

enum { PIECES = 3, NUMBERS = 4 };

/* What it is for: gz_smooth_start, gz_smooth_move or gz_smooth_finish. */
typedef enum use { START, MOVE, FINISH } use;

typedef struct piece {
    wide3 rest, rest_a;      /* what stands still of the point of C, and of that of A */
    double moves_a, moves_b; /* 1, or 0 for a corner */
    uint32_t hint_a, hint_b;
} piece;

typedef struct finish {
    gz_curve a, b;
    piece pieces[PIECES];
    wide3 c[PIECES];
    double weight[PIECES];
    int count;
    wide3 across;            /* the line of two points, the normal of the plane of three */
    double over;             /* 1 / its squared length */
    double share_a, share_b; /* of the moving pieces in x, when the last step was made */
    wide3 x;
    double length; /* of x, after the last step */
} finish;

static bool has_named_corners(const graze_shape *shape) {
    return shape->vertices || shape->kind == GRAZE_SHAPE_BOX;
}

bool gz_is_smooth(const gz_pair *pair) {
    const graze_shape *a = pair->a.shape, *b = pair->b.shape;
    bool round_a = gz_is_round(a), round_b = gz_is_round(b);
    return (round_a || round_b) && (round_a || has_named_corners(a)) &&
           (round_b || has_named_corners(b)) && !pair->a.whole && !pair->b.whole;
}

/* The image of s, of which numbers - 1 says whether y counts. */
GZ_INLINE wide3 image(const gz_curve *k, const int numbers, wide3 s) {
    wide3 sum = wide3_add_scaled(wide3_scale(k->g[0], s.x), s.z, k->g[2]);
    return numbers == 2 ? wide3_add_scaled(sum, s.y, k->g[1]) : sum;
}

/* Unit vectors across s and each other. */
GZ_INLINE void frame(wide3 s, const int numbers, wide3 e[2]) {
    if (numbers == 1) {
        e[0] = wide3_make(-s.z, 0, s.x);
        return;
    }
    double sign = s.z < 0 ? -1 : 1, p = -1 / (sign + s.z), q = s.x * s.y * p;
    e[0] = wide3_make(1 + sign * s.x * s.x * p, sign * q, -sign * s.x);
    e[1] = wide3_make(q, sign + s.y * s.y * p, -s.y);
}

GZ_INLINE void place(gz_curve *k, const int numbers) {
    if (numbers == 0) return;
    wide3 e[2];
    frame(k->s, numbers, e);
    k->point = image(k, numbers, k->s);
    for (int i = 0; i < numbers; ++i) k->slope[i] = image(k, numbers, e[i]);
}

/* On a circle by an angle of about the length of the step, which takes no root: along half of it, and
 * as far again. */
GZ_INLINE void move(gz_curve *k, const int numbers, const double *by) {
    if (numbers == 0) return;
    wide3 e[2], s = k->s;
    frame(s, numbers, e);
    if (numbers == 1) {
        double half = 0.25 * (by[0] * by[0]), over = 1 / (1 + half);
        k->s = wide3_add_scaled(wide3_scale(s, (1 - half) * over), by[0] * over, e[0]);
        return;
    }
    for (int i = 0; i < 2; ++i) s = wide3_add_scaled(s, by[i], e[i]);
    k->s = wide3_scale(s, 1 / wide3_length(s));
}

/* The pieces that the simplex has points of, each once. False: too many of them. */
static bool gather(const gz_pair *pair, const gz_simplex *simplex, finish *f) {
    f->count = 0;
    for (int i = 0; i < simplex->count; ++i) {
        uint32_t hint_a = simplex->hint_a[i], hint_b = simplex->hint_b[i];
        int j = 0;
        while (j < f->count && (f->pieces[j].hint_a != hint_a || f->pieces[j].hint_b != hint_b)) ++j;
        if (j < f->count) continue;
        if (j == PIECES) return false;
        piece *p = &f->pieces[f->count];
        wide3 b = wide3_add(wide3_sub(simplex->a[i], simplex->y[i]), pair->offset);
        if (f->b.numbers > 0) b = gz_curve_level(&f->b, hint_b);
        p->rest_a = f->a.numbers > 0 ? gz_curve_level(&f->a, hint_a) : simplex->a[i];
        p->rest = wide3_add(wide3_sub(p->rest_a, b), pair->offset);
        p->moves_a = f->a.numbers > 0 && !gz_curve_is_apex(&f->a, hint_a);
        p->moves_b = f->b.numbers > 0 && !gz_curve_is_apex(&f->b, hint_b);
        p->hint_a = hint_a;
        p->hint_b = hint_b;
        ++f->count;
    }
    return true;
}

static void drop(finish *f, int i) {
    int last = --f->count;
    f->pieces[i] = f->pieces[last];
    f->c[i] = f->c[last];
}

/* x and its weights on the line or plane of the points. False if they span none. */
GZ_INLINE bool project(finish *f) {
    wide3 c = f->c[0];
    if (f->count == 1) {
        f->x = c;
        f->weight[0] = 1;
        return true;
    }
    wide3 p = wide3_sub(f->c[1], c);
    double pp = wide3_length_squared(p), cp = -wide3_dot(c, p);
    if (f->count == 2) {
        if (!(pp > 0)) return false;
        double over = 1 / pp, t = cp * over;
        f->across = p;
        f->over = over;
        f->weight[0] = 1 - t;
        f->weight[1] = t;
        f->x = wide3_add_scaled(c, t, p);
        return true;
    }
    wide3 q = wide3_sub(f->c[2], c), n = wide3_cross(p, q);
    double qq = wide3_length_squared(q), pq = wide3_dot(p, q), cq = -wide3_dot(c, q);
    double squared = wide3_length_squared(n);
    if (!(squared > 0)) return false;
    double over = 1 / squared;
    f->across = n;
    f->over = over;
    f->weight[1] = (cp * qq - cq * pq) * over;
    f->weight[2] = (cq * pp - cp * pq) * over;
    f->weight[0] = 1 - f->weight[1] - f->weight[2];
    f->x = wide3_scale(n, wide3_dot(n, c) * over);
    return true;
}

/* The points for the places as they are, and x; without pieces that x leaves behind. */
GZ_INLINE bool find_x(finish *f, const int numbers_a, const int numbers_b) {
    place(&f->a, numbers_a);
    place(&f->b, numbers_b);
    for (int i = 0; i < f->count; ++i) {
        const piece *p = &f->pieces[i];
        wide3 c = p->rest;
        if (numbers_a > 0) c = wide3_add_scaled(c, p->moves_a, f->a.point);
        if (numbers_b > 0) c = wide3_add_scaled(c, -p->moves_b, f->b.point);
        f->c[i] = c;
    }
    for (;;) {
        if (!project(f)) return false;
        int least = 0;
        for (int i = 1; i < f->count; ++i)
            if (f->weight[i] < f->weight[least]) least = i;
        if (f->weight[least] > 0) return true;
        drop(f, least);
    }
}

typedef struct equations {
    wide3 column[NUMBERS];
    double gradient[NUMBERS], curvature[NUMBERS], solution[NUMBERS];
} equations;

/* What the places of one operand add to the equations, from the number given on. */
GZ_INLINE void add_columns(const finish *f, const gz_curve *k, const int numbers, double share,
                           int from, equations *eq) {
    if (numbers == 0) return;
    double bend = fabs(share * wide3_dot(f->x, k->point)) + (share == 0);
    for (int i = 0; i < numbers; ++i) {
        wide3 column = wide3_scale(k->slope[i], share);
        eq->gradient[from + i] = wide3_dot(f->x, column);
        eq->curvature[from + i] = bend;
        if (f->count > 1) {
            wide3 along = wide3_scale(f->across, wide3_dot(column, f->across) * f->over);
            column = f->count == 2 ? wide3_sub(column, along) : along;
        }
        eq->column[from + i] = column;
    }
}

/* Two numbers by Cramer's rule, which takes one quotient. */
GZ_INLINE bool solve_two(equations *eq) {
    double p = wide3_length_squared(eq->column[0]) + eq->curvature[0];
    double q = wide3_length_squared(eq->column[1]) + eq->curvature[1];
    double r = wide3_dot(eq->column[1], eq->column[0]), whole = p * q - r * r;
    if (!(whole > 0)) return false;
    double over = 1 / whole;
    eq->solution[0] = (r * eq->gradient[1] - q * eq->gradient[0]) * over;
    eq->solution[1] = (r * eq->gradient[0] - p * eq->gradient[1]) * over;
    return true;
}

/* Cholesky's method without roots. False where a pivot vanishes: nothing moves then. */
GZ_INLINE bool solve(equations *eq, const int count) {
    if (count == 2) return solve_two(eq);
    double m[NUMBERS][NUMBERS], over[NUMBERS], *r = eq->solution;
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j <= i; ++j) m[i][j] = wide3_dot(eq->column[i], eq->column[j]);
        m[i][i] += eq->curvature[i];
        r[i] = -eq->gradient[i];
    }
    for (int j = 0; j < count; ++j) {
        if (!(m[j][j] > 0)) return false;
        over[j] = 1 / m[j][j];
        for (int i = j + 1; i < count; ++i) {
            double t = m[i][j] * over[j];
            for (int k = j + 1; k <= i; ++k) m[i][k] -= t * m[k][j];
            r[i] -= t * r[j];
        }
    }
    for (int j = count - 1; j >= 0; --j) {
        for (int i = j + 1; i < count; ++i) r[j] -= m[i][j] * r[i];
        r[j] *= over[j];
    }
    return true;
}

/* One step; the square of its length, or a negative number. */
GZ_INLINE double step(finish *f, const int numbers_a, const int numbers_b) {
    equations eq;
    double share_a = 0, share_b = 0, squared = 0;
    for (int i = 0; i < f->count; ++i) {
        share_a += f->weight[i] * f->pieces[i].moves_a;
        share_b += f->weight[i] * f->pieces[i].moves_b;
    }
    f->share_a = share_a;
    f->share_b = share_b;
    const int count = numbers_a + numbers_b;
    add_columns(f, &f->a, numbers_a, share_a, 0, &eq);
    add_columns(f, &f->b, numbers_b, -share_b, numbers_a, &eq);
    if (!solve(&eq, count)) return -1;
    for (int i = 0; i < count; ++i) squared += eq.solution[i] * eq.solution[i];
    if (squared > 1)
        for (int i = 0; i < count; ++i) eq.solution[i] /= sqrt(squared);
    move(&f->a, numbers_a, eq.solution);
    move(&f->b, numbers_b, eq.solution + numbers_a);
    return squared;
}

/* Is what is left to gain less than the goal asks for? The next step is about as long as this one
 * squared, and x aside by as much makes |x| too large by half the square of that over |x|. */
static inline bool is_close(const finish *f, const gz_goal *goal, double squared) {
    double width = goal->rel * fabs(f->length - goal->shift);
    return squared * squared < (width > goal->abs ? width : goal->abs) * f->length;
}

/* Steps until the next one would change less than the width. */
GZ_INLINE bool iterate(finish *f, const int numbers_a, const int numbers_b, const gz_goal *goal) {
    if (!find_x(f, numbers_a, numbers_b)) return false;
    for (int i = 0; i < GZ_SMOOTH_STEPS; ++i) {
        double squared = step(f, numbers_a, numbers_b);
        if (squared < 0 || !find_x(f, numbers_a, numbers_b)) return false;
        f->length = wide3_length(f->x);
        if (is_close(f, goal, squared)) break;
    }
    return true;
}

static bool solve_places(finish *f, const gz_goal *goal) {
    switch (f->a.numbers * 3 + f->b.numbers) {
    case 1:
        return iterate(f, 0, 1, goal);
    case 2:
        return iterate(f, 0, 2, goal);
    case 3:
        return iterate(f, 1, 0, goal);
    case 4:
        return iterate(f, 1, 1, goal);
    case 5:
        return iterate(f, 1, 2, goal);
    case 6:
        return iterate(f, 2, 0, goal);
    case 7:
        return iterate(f, 2, 1, goal);
    default:
        return iterate(f, 2, 2, goal);
    }
}

/* Is x as good as the weighted sum of the points? On three of them almost in a line it may not be. */
static bool is_sound(const finish *f, double length, double slack) {
    if (f->count < 3) return true;
    wide3 sum = wide3_scale(f->c[0], f->weight[0]);
    for (int i = 1; i < 3; ++i) sum = wide3_add_scaled(sum, f->weight[i], f->c[i]);
    return wide3_length(sum) <= length + slack && wide3_dot(sum, f->x) >= (length - slack) * length;
}

/* Does C lie behind x, as seen from the origin? Inside of C Newton's method finds a way out. */
static bool is_outside(const finish *f) {
    return !(f->a.numbers > 0 && wide3_dot(f->x, f->a.point) * f->share_a > 0) &&
           !(f->b.numbers > 0 && wide3_dot(f->x, f->b.point) * f->share_b < 0);
}

/* Directions in which C extends on both sides of x. */
static int tangents(const finish *f, wide3 out[NUMBERS + 1]) {
    int count = 0;
    for (int i = 0; i < f->a.numbers && f->share_a > 0; ++i) out[count++] = f->a.slope[i];
    for (int i = 0; i < f->b.numbers && f->share_b > 0; ++i) out[count++] = f->b.slope[i];
    if (f->count == 2) out[count++] = f->across;
    return count;
}

/* x or another vector, set upright on the tangents at hand: near contact x is but the rounding of its
 * points, and its direction is to be that of a plane that separates. */
static wide3 upright(const finish *f, wide3 x) {
    wide3 tangent[NUMBERS + 1], normal = x;
    int count = f->count < 3 ? tangents(f, tangent) : 0;
    double best = GZ_SMOOTH_ACROSS;
    if (count == 1) {
        double along = wide3_dot(x, tangent[0]) / wide3_length_squared(tangent[0]);
        return wide3_add_scaled(x, -along, tangent[0]);
    }
    for (int i = 1; i < count; ++i)
        for (int j = 0; j < i; ++j) {
            wide3 n = wide3_cross(tangent[i], tangent[j]);
            double area = wide3_length_squared(tangent[i]) * wide3_length_squared(tangent[j]);
            double sine = wide3_length_squared(n) / area;
            if (!(sine > best)) continue;
            best = sine;
            normal = wide3_scale(n, wide3_dot(n, x) / wide3_length_squared(n));
        }
    return normal;
}

/* The direction of x, and its length. Near contact x is but the rounding of its points; a point of C in
 * that direction must be as good. False if that is not so, or if x leads into C. */
static bool find_way_out(const gz_pair *pair, const finish *f, wide3 *v, double *length) {
    if (!is_outside(f)) return false;
    if (!(*length < GZ_SMOOTH_NEAR)) return true;
    *v = upright(f, f->x);
    *length = wide3_length(*v);
    return wide3_length(wide3_sub(*v, f->x)) <= GZ_STEP_SLACK * pair->error;
}

/* The same for who is content with a direction and with how near x is. In contact that is where the run
 * began, set upright. */
static bool find_direction(const gz_goal *goal, const finish *f, wide3 *v, gz_gjk *gjk) {
    if (!(f->length > goal->near)) {
        gjk->axis = upright(f, gjk->v);
        return true;
    }
    if (!is_outside(f)) return false;
    if (f->length < GZ_SMOOTH_NEAR) *v = upright(f, f->x);
    return true;
}

/* Puts the points in the place of GJK's, if they are nearer. Contact is left to GJK, whose points lie
 * around the place: a depth method begins with them. */
static bool hand_over(const gz_pair *pair, const gz_goal *goal, use what, const finish *f,
                      gz_gjk *gjk) {
    wide3 v = f->x;
    double length = f->length;
    if (!(length < GZ_STEP_GAIN * gjk->upper)) return false;
    if (!is_sound(f, length, GZ_STEP_SLACK * pair->error)) return false;
    if (what == MOVE ? !find_direction(goal, f, &v, gjk)
                     : !find_way_out(pair, f, &v, &length) || !(length > goal->near))
        return false;
    gz_simplex *simplex = &gjk->simplex;
    for (int i = 0; i < f->count; ++i) {
        const piece *p = &f->pieces[i];
        simplex->y[i] = f->c[i];
        simplex->a[i] = p->rest_a;
        if (p->moves_a > 0) simplex->a[i] = wide3_add(simplex->a[i], f->a.point);
        simplex->hint_a[i] = p->hint_a;
        simplex->hint_b[i] = p->hint_b;
        simplex->weight[i] = f->weight[i];
    }
    simplex->count = f->count;
    gjk->v = v;
    gjk->upper = length;
    return true;
}

/* Where to begin: along v, or on a rim at the points behind v. */
static void begin_along(wide3 v, finish *f) {
    if (f->a.numbers > 0) f->a.s = gz_curve_farthest(&f->a, wide3_neg(v));
    if (f->b.numbers > 0) f->b.s = gz_curve_farthest(&f->b, v);
}
static void begin_behind(const gz_simplex *simplex, wide3 v, wide3 offset, finish *f) {
    wide3 a = wide3_scale(simplex->a[0], simplex->weight[0]);
    for (int i = 1; i < simplex->count; ++i) a = wide3_add_scaled(a, simplex->weight[i], simplex->a[i]);
    if (f->a.numbers > 0) f->a.s = gz_curve_farthest(&f->a, f->a.numbers == 1 ? a : wide3_neg(v));
    if (f->b.numbers > 0)
        f->b.s = gz_curve_farthest(&f->b, f->b.numbers == 1 ? wide3_add(wide3_sub(a, v), offset) : v);
}

bool gz_smooth_point(const gz_operand *operand, uint32_t hint, wide3 *point) {
    if (!gz_is_round(operand->shape)) return false;
    gz_curve k;
    gz_curve_of(operand, &k);
    *point = gz_curve_level(&k, hint);
    return true;
}

static bool try_ends(gz_pair *pair, const gz_goal *goal, const finish *f, gz_gjk *gjk) {
    return (gz_curve_faces(&f->a, gjk->v) && gz_smooth_end(pair, goal, &f->a, true, gjk)) ||
           (gz_curve_faces(&f->b, gjk->v) && gz_smooth_end(pair, goal, &f->b, false, gjk));
}

/* Flat ends come first; but not where a run begins with pieces of which there is one point each, for
 * those of an end would be of one rim. */
static bool run(gz_pair *pair, const gz_goal *goal, use what, gz_gjk *gjk) {
    finish f;
    gz_curve_of(&pair->a, &f.a);
    gz_curve_of(&pair->b, &f.b);
    bool fresh = what != FINISH, few = gather(pair, &gjk->simplex, &f);
    bool end = !fresh || f.count < gjk->simplex.count;
    if (end && try_ends(pair, goal, &f, gjk)) return true;
    if (!few) return false;
    if (fresh)
        begin_along(gjk->v, &f);
    else
        begin_behind(&gjk->simplex, gjk->v, pair->offset, &f);
    return (solve_places(&f, goal) && hand_over(pair, goal, what, &f, gjk)) ||
           (!end && try_ends(pair, goal, &f, gjk));
}

bool gz_smooth_start(gz_pair *pair, const gz_goal *goal, gz_gjk *gjk) {
    return run(pair, goal, START, gjk);
}

bool gz_smooth_move(gz_pair *pair, const gz_goal *goal, gz_gjk *gjk) {
    return run(pair, goal, MOVE, gjk);
}

bool gz_smooth_finish(gz_pair *pair, const gz_goal *goal, gz_gjk *gjk) {
    return run(pair, goal, FINISH, gjk);
}
