/* SPDX-License-Identifier: MIT
 *
 * As in smooth_finish.c a piece of C is a pair of pieces of A and B: c_i = rest + what moves on rims.
 * With w a unit vector upright on a rim's axis, radius w is its point. x is the point nearest to the
 * origin of the line or plane through one to three pieces; at the place sought it stays as long when w
 * turns:
 *
 *     f = |x|^2 / 2,   df = x . S dw,   d2f = |P S dw|^2 - x . S w |dw|^2
 *
 * with S the share of the moving pieces in x times the radius, and P the projection across the line or
 * plane. */
#include "convex/epa_place.h"

#include "base/tolerance.h"

enum { PIECES = 3 };

static const double signs[2] = {1, -1}; /* C = A - B */

typedef struct piece {
    wide3 rest, rest_a; /* what stands still of the point of C, and of that of A */
    double moves[2];    /* 1 on a rim, else 0 */
    uint32_t name[2];
} piece;

typedef struct problem {
    const gz_hoops *hoops;
    double error; /* the pair's */
    piece pieces[PIECES];
    int count;
    wide3 w[2];
    wide3 c[PIECES];
    double weight[PIECES];
    double share[2]; /* of the moving pieces in x */
    wide3 x;
    wide3 across; /* the line of two points, the normal of the plane of three */
    double over;  /* 1 / its squared length */
} problem;

static bool hoop_of(const gz_operand *operand, gz_hoop *out) {
    const graze_shape *shape = operand->shape;
    const bool cone = shape->kind == GRAZE_SHAPE_CONE, capsule = shape->kind == GRAZE_SHAPE_CAPSULE;
    out->round = cone || capsule || shape->kind == GRAZE_SHAPE_CYLINDER;
    if (!out->round) return shape->vertices || shape->kind == GRAZE_SHAPE_BOX;
    const wide3 up = operand->basis.col[1];
    const double stretch = wide3_length(up), radius = capsule ? 0 : (double)shape->half.x;
    uint32_t hint = 0;
    const vec3 top = shape->ops->core(shape, vec3_make(0, 1, 0), &hint);
    out->has_apex = cone;
    out->axis = wide3_scale(up, 1 / stretch);
    out->level = wide3_scale(up, (double)top.y);
    out->radius = radius * stretch;
    return top.y > 0 && (capsule || (radius > 0 && !(shape->radius > 0)));
}

bool gz_hoops_of(const gz_pair *pair, gz_hoops *out) {
    out->offset = pair->offset;
    if (!pair->rigid || pair->a.whole || pair->b.whole) return false;
    return hoop_of(&pair->a, &out->of[0]) && hoop_of(&pair->b, &out->of[1]) &&
           (out->of[0].round || out->of[1].round);
}

/* -- pieces -------------------------------------------------------------------------------------- */

static wide3 level_of(const gz_hoop *hoop, uint32_t name) {
    return name == 0 ? hoop->level : wide3_neg(hoop->level);
}

gz_epa_piece gz_piece_of(const gz_hoops *hoops, wide3 y, wide3 a, uint32_t hint_a, uint32_t hint_b) {
    wide3 b = wide3_add(wide3_sub(a, y), hoops->offset);
    gz_epa_piece p = {{hint_a, hint_b}, {a, b}};
    for (int k = 0; k < 2; ++k) {
        const gz_hoop *hoop = &hoops->of[k];
        if (!hoop->round) continue;
        p.name[k] = !(wide3_dot(p.at[k], hoop->level) > 0);
        p.at[k] = level_of(hoop, p.name[k]);
    }
    return p;
}

static bool find_named(const gz_operand *operand, const gz_hoop *hoop, uint32_t name, wide3 *at) {
    vec3 vertex;
    if (hoop->round) {
        *at = level_of(hoop, name);
        return name < 2;
    }
    if (!gz_shape_core_vertex(operand->shape, name, &vertex)) return false;
    *at = gz_operand_point(operand, vertex);
    return true;
}

bool gz_piece_named(const gz_pair *pair, const gz_hoops *hoops, uint32_t name_a, uint32_t name_b,
                    gz_epa_piece *out) {
    out->name[0] = name_a;
    out->name[1] = name_b;
    return find_named(&pair->a, &hoops->of[0], name_a, &out->at[0]) &&
           find_named(&pair->b, &hoops->of[1], name_b, &out->at[1]);
}

static bool is_there(const problem *f, const uint32_t name[2]) {
    for (int i = 0; i < f->count; ++i)
        if (f->pieces[i].name[0] == name[0] && f->pieces[i].name[1] == name[1]) return true;
    return false;
}

/* Each once. */
static void gather(problem *f, const gz_epa_piece *pieces, int count) {
    f->count = 0;
    for (int i = 0; i < count; ++i) {
        const gz_epa_piece *from = &pieces[i];
        if (is_there(f, from->name)) continue;
        piece *p = &f->pieces[f->count++];
        p->rest_a = from->at[0];
        p->rest = wide3_add(wide3_sub(from->at[0], from->at[1]), f->hoops->offset);
        for (int k = 0; k < 2; ++k) {
            const gz_hoop *hoop = &f->hoops->of[k];
            p->name[k] = from->name[k];
            p->moves[k] = hoop->round && hoop->radius > 0 && !(hoop->has_apex && p->name[k] == 0);
        }
    }
}

static void drop(problem *f, int i) { f->pieces[i] = f->pieces[--f->count]; }

/* -- x ------------------------------------------------------------------------------------------- */

static void place_pieces(problem *f) {
    for (int i = 0; i < f->count; ++i) {
        const piece *p = &f->pieces[i];
        wide3 c = p->rest;
        for (int k = 0; k < 2; ++k)
            if (p->moves[k] > 0) c = wide3_add_scaled(c, signs[k] * f->hoops->of[k].radius, f->w[k]);
        f->c[i] = c;
    }
}

/* Moves the weighted sum of three points by what v has along their plane. */
static void weigh(problem *f, wide3 v) {
    wide3 p = wide3_sub(f->c[1], f->c[0]), q = wide3_sub(f->c[2], f->c[0]);
    double pp = wide3_length_squared(p), qq = wide3_length_squared(q), pq = wide3_dot(p, q);
    double vp = wide3_dot(v, p), vq = wide3_dot(v, q);
    f->weight[1] += (vp * qq - vq * pq) * f->over;
    f->weight[2] += (vq * pp - vp * pq) * f->over;
    f->weight[0] = 1 - f->weight[1] - f->weight[2];
}

static wide3 weighted_sum(const problem *f) {
    wide3 sum = wide3_scale(f->c[0], f->weight[0]);
    for (int i = 1; i < f->count; ++i) sum = wide3_add_scaled(sum, f->weight[i], f->c[i]);
    return sum;
}

/* x and its weights on the line or plane of the points. False if they span none. */
static bool project(problem *f) {
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
        f->over = 1 / pp;
        f->across = p;
        f->weight[1] = cp * f->over;
        f->weight[0] = 1 - f->weight[1];
        f->x = wide3_add_scaled(c, f->weight[1], p);
        return true;
    }
    wide3 n = wide3_cross(p, wide3_sub(f->c[2], c));
    double squared = wide3_length_squared(n);
    if (!(squared > 0)) return false;
    f->over = 1 / squared;
    f->across = n;
    f->x = wide3_scale(n, wide3_dot(n, c) * f->over);
    f->weight[1] = f->weight[2] = 0;
    weigh(f, wide3_neg(c));
    return true;
}

static void find_shares(problem *f) {
    f->share[0] = f->share[1] = 0;
    for (int i = 0; i < f->count; ++i)
        for (int k = 0; k < 2; ++k) f->share[k] += f->weight[i] * f->pieces[i].moves[k];
}

/* The points for the places as they are, and x; without pieces that x leaves behind. */
static bool find_x(problem *f) {
    for (;;) {
        place_pieces(f);
        if (!project(f)) return false;
        int least = 0;
        for (int i = 1; i < f->count; ++i)
            if (f->weight[i] < f->weight[least]) least = i;
        if (f->weight[least] > 0) break;
        drop(f, least);
    }
    find_shares(f);
    return true;
}

/* -- Newton's method ------------------------------------------------------------------------------- */

/* The part of v along which x can move. */
static wide3 free_part(const problem *f, wide3 v) {
    if (f->count == 1) return v;
    wide3 along = wide3_scale(f->across, wide3_dot(v, f->across) * f->over);
    return f->count == 2 ? wide3_sub(v, along) : along;
}

/* One step; the square of its length, or a negative number where there is none. */
static double step(problem *f) {
    double gradient[2] = {0, 0}, second[2] = {1, 1}, turn[2];
    wide3 slope[2] = {{0, 0, 0}, {0, 0, 0}}, column[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < 2; ++k) {
        if (!(f->share[k] > 0)) continue;
        const gz_hoop *hoop = &f->hoops->of[k];
        double size = signs[k] * f->share[k] * hoop->radius;
        slope[k] = wide3_cross(hoop->axis, f->w[k]);
        gradient[k] = size * wide3_dot(f->x, slope[k]);
        column[k] = free_part(f, wide3_scale(slope[k], size));
        second[k] = wide3_length_squared(column[k]) - size * wide3_dot(f->x, f->w[k]);
    }
    double both = wide3_dot(column[0], column[1]), det = second[0] * second[1] - both * both;
    if (!(fabs(det) > 0)) return -1;
    turn[0] = (both * gradient[1] - second[1] * gradient[0]) / det;
    turn[1] = (both * gradient[0] - second[0] * gradient[1]) / det;
    double squared = turn[0] * turn[0] + turn[1] * turn[1];
    double share = squared > GZ_PLACE_TURN * GZ_PLACE_TURN ? GZ_PLACE_TURN / sqrt(squared) : 1;
    for (int k = 0; k < 2; ++k) {
        if (!(f->share[k] > 0)) continue;
        wide3 w = wide3_add_scaled(f->w[k], share * turn[k], slope[k]);
        f->w[k] = wide3_scale(w, 1 / wide3_length(w));
    }
    return squared;
}

/* A corner on a rim is sharp: no ball touches it from inside. */
static bool is_sharp(const problem *f) {
    return f->count == 1 && !(f->pieces[0].moves[0] > 0 && f->pieces[0].moves[1] > 0);
}

static bool iterate(problem *f) {
    for (int i = 0; i < GZ_PLACE_STEPS; ++i) {
        if (!find_x(f) || is_sharp(f)) return false;
        if (f->share[0] + f->share[1] == 0) return true;
        double squared = step(f);
        if (squared < 0) return false;
        if (squared < GZ_PLACE_STILL * f->error * wide3_length(f->x)) return find_x(f);
    }
    return false;
}

/* The point of a rim farthest along v; false if that could be any. */
static bool farthest_on_rim(const gz_hoop *hoop, wide3 v, wide3 *w) {
    wide3 aside = wide3_add_scaled(v, -wide3_dot(v, hoop->axis), hoop->axis);
    double length = wide3_length(aside);
    *w = wide3_scale(aside, length > 0 ? 1 / length : 0);
    return length > GZ_PLACE_ASIDE;
}

/* -- caps ---------------------------------------------------------------------------------------- */

/* Two unit vectors upright on n. */
static void plane_of(wide3 n, wide3 *e, wide3 *g) {
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    wide3 axis = wide3_make(x <= y && x <= z, y < x && y <= z, z < x && z < y);
    wide3 v = wide3_cross(n, axis);
    *e = wide3_scale(v, 1 / wide3_length(v));
    *g = wide3_cross(n, *e);
}

static void add_rim(const gz_hoop *hoop, double radius, wide3 n, wide3 e, wide3 g, gz_cap *cap) {
    wide3 cross = wide3_cross(hoop->axis, n);
    double across = wide3_length(cross);
    wide3 tangent = wide3_scale(cross, 1 / across);
    cap->rim[cap->rims++] = (gz_cap_rim){radius, fabs(wide3_dot(hoop->axis, n)), across,
                                         wide3_dot(tangent, e), wide3_dot(tangent, g)};
}

/* How far x may slide on the line or in the triangle of the pieces, and which way. */
static gz_cap_slide slide_of(const problem *f, wide3 e, wide3 g) {
    const double *weight = f->weight;
    gz_cap_slide slide = {0, true, 0, 0};
    if (f->count == 2) {
        double x = wide3_dot(f->across, e), y = wide3_dot(f->across, g), length = sqrt(x * x + y * y);
        double room = (weight[0] < weight[1] ? weight[0] : weight[1]) * length;
        if (length > 0) slide = (gz_cap_slide){room, false, x / length, y / length};
    } else if (f->count == 3) {
        double area = wide3_length(f->across);
        slide.room = HUGE_VAL;
        for (int i = 0; i < 3; ++i) {
            double side = wide3_length(wide3_sub(f->c[(i + 1) % 3], f->c[(i + 2) % 3]));
            if (weight[i] * area < slide.room * side) slide.room = weight[i] * area / side;
        }
    }
    return slide;
}

static bool all_move(const problem *f, int k) {
    bool all = true;
    for (int i = 0; i < f->count; ++i) all = all && f->pieces[i].moves[k] > 0;
    return all;
}

/* Where an apex is among the pieces, points on the way from x to them count instead: at a part p of the
 * way these lie on rims of at least 1 - p of the radius that x is on. */
static void set_cap(const problem *f, wide3 n, gz_cap *cap) {
    wide3 e, g;
    plane_of(n, &e, &g);
    gz_cap_slide slide = slide_of(f, e, g);
    double most = GZ_PLACE_PART * cap->height, part = 1;
    const bool whole[2] = {all_move(f, 0), all_move(f, 1)};
    for (int k = 0; k < 2; ++k)
        if (f->share[k] > 0 && !whole[k])
            part = most > 0.5 * slide.room      ? 0.5
                   : most > 0.0625 * slide.room ? most / slide.room
                                                : 0.0625;
    for (int k = 0; k < 2; ++k) {
        const gz_hoop *hoop = &f->hoops->of[k];
        double share = whole[k] ? 1 : (1 - part) * f->share[k];
        if (f->share[k] > 0) add_rim(hoop, hoop->radius * share, n, e, g, cap);
    }
    slide.room *= part;
    if (slide.room > 0) cap->slide[cap->slides++] = slide;
}

/* -- answers ------------------------------------------------------------------------------------- */

/* The end of operand k that looks along n. */
static bool find_end(gz_pair *pair, const gz_hoops *hoops, int k, wide3 normal, gz_epa_place *out) {
    const gz_hoop *hoop = &hoops->of[k], *other = &hoops->of[1 - k];
    double along = signs[k] * wide3_dot(normal, hoop->axis);
    if (along * along < GZ_SMOOTH_FACING || (hoop->has_apex && along > 0)) return false;
    wide3 out_of = along < 0 ? wide3_neg(hoop->axis) : hoop->axis;
    wide3 level = along < 0 ? wide3_neg(hoop->level) : hoop->level;
    wide3 n = wide3_scale(out_of, signs[k]);
    wide3 point = gz_operand_support(k == 0 ? &pair->b : &pair->a,
                                     gz_pair_direction(wide3_scale(n, signs[1 - k])));
    wide3 c = wide3_add(wide3_scale(wide3_sub(level, point), signs[k]), hoops->offset);
    wide3 y = wide3_scale(n, wide3_dot(n, c)), aside = wide3_sub(y, c);
    double room = hoop->radius - wide3_length(aside);
    if (!(room > 0)) return false;
    *out = (gz_epa_place){.n = n, .y = y, .a = k == 0 ? wide3_add(level, aside) : point};
    out->cap.height = wide3_dot(n, c);
    wide3 e, g, w;
    plane_of(n, &e, &g);
    bool apex = other->round && other->has_apex && wide3_dot(point, other->level) > 0;
    if (other->round && other->radius > 0 && !apex && farthest_on_rim(other, n, &w))
        add_rim(other, other->radius, n, e, g, &out->cap);
    out->cap.slide[out->cap.slides++] = (gz_cap_slide){room, true, 0, 0};
    return true;
}

/* The only rim or end of operand k among the pieces; false if it has corners, or there is another. */
static bool is_same_rim(const gz_hoops *hoops, int k, const gz_epa_piece *pieces, int count) {
    if (!hoops->of[k].round || !(hoops->of[k].radius > 0)) return false;
    for (int i = 1; i < count; ++i)
        if (pieces[i].name[k] != pieces[0].name[k]) return false;
    return true;
}

/* The points as they are. Three that are almost in a line need better weights. */
static void take_points(problem *f, gz_epa_place *out) {
    if (f->count == 3) {
        weigh(f, wide3_sub(f->x, weighted_sum(f)));
        find_shares(f);
    }
    out->y = weighted_sum(f);
    out->a = wide3_make(0, 0, 0);
    out->pieces.count = f->count;
    for (int i = 0; i < f->count; ++i) {
        const piece *p = &f->pieces[i];
        out->a = wide3_add_scaled(out->a, f->weight[i], p->rest_a);
        out->pieces.a[i] = p->name[0];
        out->pieces.b[i] = p->name[1];
    }
    if (f->share[0] > 0)
        out->a = wide3_add_scaled(out->a, f->share[0] * f->hoops->of[0].radius, f->w[0]);
}

/* The cap, for which the points of the rims have to be farthest along n to the last digit. They move by
 * as much as n is off, which is more than rounding if x is short. False if Newton's method ended
 * elsewhere than it should. */
static bool take_cap(problem *f, wide3 n, gz_cap *cap) {
    for (int k = 0; k < 2; ++k) {
        wide3 w;
        if (!(f->share[k] > 0)) continue;
        if (!farthest_on_rim(&f->hoops->of[k], wide3_scale(n, signs[k]), &w)) return false;
        if (wide3_max_abs(wide3_sub(w, f->w[k])) > GZ_PLACE_OFF) return false;
        f->w[k] = w;
    }
    place_pieces(f);
    wide3 y = weighted_sum(f);
    *cap = (gz_cap){.height = HUGE_VAL};
    for (int i = 0; i < f->count; ++i) {
        double height = wide3_dot(f->c[i], n);
        if (height < cap->height) cap->height = height;
    }
    cap->slope = wide3_length_squared(wide3_add_scaled(y, -wide3_dot(y, n), n));
    set_cap(f, n, cap);
    return true;
}

static bool take(problem *f, wide3 normal, gz_epa_place *out) {
    double length = wide3_length(f->x);
    if (!(length > GZ_SMOOTH_NEAR) || !(wide3_dot(f->x, normal) > 0)) return false;
    out->n = wide3_scale(f->x, 1 / length);
    take_points(f, out);
    if (!take_cap(f, out->n, &out->cap)) return false;
    for (int i = 0; i < f->count; ++i) {
        const piece *p = &f->pieces[i];
        out->corner[i] = f->c[i];
        out->behind[i] = p->rest_a;
        if (p->moves[0] > 0)
            out->behind[i] = wide3_add_scaled(p->rest_a, f->hoops->of[0].radius, f->w[0]);
    }
    return true;
}

bool gz_epa_find_place(gz_pair *pair, const gz_hoops *hoops, wide3 normal, const gz_epa_piece *pieces,
                       int count, gz_epa_place *out) {
    problem f;
    for (int k = 0; k < 2; ++k) {
        const gz_hoop *hoop = &hoops->of[k];
        if (is_same_rim(hoops, k, pieces, count) && find_end(pair, hoops, k, normal, out)) {
            out->pieces = (gz_pieces){1, {pieces[0].name[0]}, {pieces[0].name[1]}};
            return true;
        }
        if (hoop->round && !farthest_on_rim(hoop, wide3_scale(normal, signs[k]), &f.w[k])) return false;
    }
    f.hoops = hoops;
    f.error = pair->error;
    gather(&f, pieces, count);
    return !is_sharp(&f) && iterate(&f) && take(&f, normal, out);
}
