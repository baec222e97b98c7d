/* SPDX-License-Identifier: MIT */
#include "convex/recall.h"

#include <float.h>

#include "convex/closed_form.h"
#include "convex/named.h"
#include "convex/query.h"
#include "convex/simplex_step.h"
#include "hull/stars.h"
#include "math/rounding.h"

/* Has it vertices? */
static inline bool is_worth_it(const graze_shape *shape) {
    return shape->vertices || shape->kind == GRAZE_SHAPE_BOX;
}

/* A sum of points of C with weights that are positive and add up to one: so it is in C, however well it
 * is the nearest. toward: the direction across the simplex. */
typedef struct nearest {
    wide3 y, a, toward;
    double share[2]; /* of the second and third point, if it has just been found in their middle */
} nearest;

static inline bool nearest_of_edge(const gz_duo_point p[2], nearest *found) {
    wide3 e = wide3_sub(p[1].y, p[0].y);
    double t = -wide3_dot(p[0].y, e) / wide3_length_squared(e);
    found->y = wide3_add_scaled(p[0].y, t, e);
    found->a = wide3_add_scaled(p[0].a, t, wide3_sub(p[1].a, p[0].a));
    found->toward = found->y;
    found->share[0] = t;
    return t > 0 && t < 1;
}

/* By Lagrange's identity, as in convex/simplex_step.h. */
static inline bool nearest_of_triangle(const gz_duo_point p[3], nearest *found) {
    wide3 e = wide3_sub(p[1].y, p[0].y), f = wide3_sub(p[2].y, p[0].y), n = wide3_cross(e, f);
    double de = -wide3_dot(p[0].y, e), df = -wide3_dot(p[0].y, f), ef = wide3_dot(e, f);
    double over = 1 / wide3_length_squared(n);
    double s = (de * wide3_length_squared(f) - df * ef) * over;
    double t = (df * wide3_length_squared(e) - de * ef) * over;
    found->y = wide3_add_scaled(wide3_add_scaled(p[0].y, s, e), t, f);
    found->a = wide3_add_scaled(wide3_add_scaled(p[0].a, s, wide3_sub(p[1].a, p[0].a)), t,
                                wide3_sub(p[2].a, p[0].a));
    found->toward = wide3_scale(n, wide3_dot(n, p[0].y) < 0 ? -1 : 1);
    found->share[0] = s;
    found->share[1] = t;
    return s > 0 && t > 0 && s + t < 1;
}

/* Is the nearest point of the last simplex still in its middle? */
static inline bool is_in_the_middle(const gz_duo_point p[3], int count, nearest *found) {
    if (count == 3) return nearest_of_triangle(p, found);
    if (count == 2) return nearest_of_edge(p, found);
    *found = (nearest){.y = p[0].y, .a = p[0].a, .toward = p[0].y};
    return true;
}

static inline void put_point(gz_simplex *simplex, gz_duo_point p, uint32_t a, uint32_t b,
                             double weight) {
    int last = simplex->count++;
    simplex->y[last] = p.y;
    simplex->a[last] = p.a;
    simplex->hint_a[last] = a;
    simplex->hint_b[last] = b;
    simplex->weight[last] = weight;
}

/* The simplex with the nearest point of the border of a triangle or of an edge; which of the points it
 * begins with. */
static int go_to_border(const gz_duo_point p[3], int count, const graze_cache *cache,
                        gz_simplex *simplex) {
    double least = DBL_MAX, share = 0;
    int from = 0, to = 0;
    for (int i = 0; i < count; ++i) {
        int j = i + 1 < count ? i + 1 : 0;
        wide3 e = wide3_sub(p[j].y, p[i].y);
        double t = -wide3_dot(p[i].y, e) / wide3_length_squared(e);
        t = t > 0 ? t : 0; /* what is NaN, too */
        t = t < 1 ? t : 1;
        double squared = wide3_length_squared(wide3_add_scaled(p[i].y, t, e));
        bool nearer = squared < least;
        least = nearer ? squared : least;
        share = nearer ? t : share;
        from = nearer ? i : from;
        to = nearer ? j : to;
    }
    simplex->count = 0;
    if (share < 1)
        put_point(simplex, p[from], cache->support_a[from], cache->support_b[from], 1 - share);
    if (share > 0) put_point(simplex, p[to], cache->support_a[to], cache->support_b[to], share);
    return share < 1 ? from : to;
}

/* The weighted sum of a simplex. */
static inline nearest sum_of(const gz_simplex *simplex, wide3 toward) {
    nearest found = {.y = wide3_scale(simplex->y[0], simplex->weight[0]),
                     .a = wide3_scale(simplex->a[0], simplex->weight[0]),
                     .toward = toward};
    for (int i = 1; i < simplex->count; ++i) {
        found.y = wide3_add_scaled(found.y, simplex->weight[i], wide3_fresh(simplex->y[i]));
        found.a = wide3_add_scaled(found.a, simplex->weight[i], wide3_fresh(simplex->a[i]));
    }
    return found;
}

static inline void fetch_star(const gz_star *star) {
    for (size_t at = 0; at < sizeof *star; at += 64) GZ_PREFETCH((const char *)star + at);
}

/* What a look along v, which is so long, has found: C does not come nearer than bound against v. */
typedef struct finding {
    double length, bound;
    gz_newcomer newest;
} finding;

GZ_INLINE void look_at_whole(gz_duo *duo, both3 seen, wide3 v, finding *f) {
    gz_duo_point p = gz_duo_look(duo, seen);
    f->bound = wide3_dot(v, p.y) / f->length;
    f->newest = (gz_newcomer){p.y, p.a, duo->hint_a, duo->hint_b};
}

/* By how much more than its star says may a shape reach? */
static inline double doubt(const graze_shape *shape, const gz_star *star, gz_star_reach reach,
                           double length) {
    double gain = reach.gain > 0 ? reach.gain : 0;
    return (gain + GZ_STAR_FOG * (double)shape->reach * length) * (double)star->flatness;
}

/* The vertex of a star, in the shape's axes, or the neighbour that was found, if it is to be left. */
static inline wide3 go_on(const graze_shape *shape, const gz_star *star, int lane, bool leaves,
                          uint32_t *hint) {
    *hint = leaves ? star->vertex[lane] : *hint;
    fetch_star(&shape->stars[*hint]);
    const real *own = star->own;
    return wide3_make((double)(leaves ? star->x[lane] : own[0]),
                      (double)(leaves ? star->y[lane] : own[1]),
                      (double)(leaves ? star->z[lane] : own[2]));
}

/* Is there a neighbour that is farther by more than least? Else the look has a bound. Of two shapes
 * with one the newest point takes that which gains more: both at once lead there later. */
GZ_INLINE bool look_at_stars(gz_duo *duo, both3 seen, wide3 v, double least, finding *f) {
    const gz_star *a = &duo->a->stars[duo->hint_a], *b = &duo->b->stars[duo->hint_b];
    wide3 by_a = both3_first(seen), by_b = both3_second(seen);
    gz_star_reach of_a = gz_star_look(a, by_a.x, by_a.y, by_a.z);
    gz_star_reach of_b = gz_star_look(b, by_b.x, by_b.y, by_b.z);
    double gain = (of_a.gain > 0 ? of_a.gain : 0) + (of_b.gain > 0 ? of_b.gain : 0);
    if (gain > least) {
        bool by_first = of_a.gain > of_b.gain;
        wide3 on_a = go_on(duo->a, a, of_a.lane, by_first, &duo->hint_a);
        wide3 on_b = go_on(duo->b, b, of_b.lane, !by_first, &duo->hint_b);
        gz_duo_point p = gz_duo_point_of(duo, on_a, on_b);
        f->newest = (gz_newcomer){p.y, p.a, duo->hint_a, duo->hint_b};
        return true;
    }
    double doubts = doubt(duo->a, a, of_a, f->length) + doubt(duo->b, b, of_b, f->length);
    f->bound = (wide3_dot(v, duo->between) - (of_a.own + of_b.own) - doubts) / f->length;
    return false;
}

/* How wide may a bracket be, E and the distance being these? As gz_goal_from_options says. */
static inline double width_for(const graze_options *options, double error, double distance) {
    double rel = GZ_DEFAULT_ACCURACY, least = (double)GZ_TOUCHING_SHARE / 2 * error;
    if (options) {
        rel = options->rel > 0 ? (double)options->rel : options->rel < 0 ? 0 : rel;
        least = (double)options->abs > least ? (double)options->abs : least;
    }
    double most = (rel - GZ_RESULT_ROUNDING) * distance;
    return most > least ? most : least;
}

typedef struct search {
    gz_duo duo;
    gz_duo_point named[3]; /* the points of the last simplex, */
    int count;             /* so many */
    bool stars;            /* do both shapes have them? */
    gz_simplex simplex;    /* empty as long as those serve as they are */
    nearest found;
    double radius_a, radius_b, error, upper;
} search;

static inline wide3 middle_of(const gz_star *star) {
    return wide3_make((double)star->own[0], (double)star->own[1], (double)star->own[2]);
}

/* gz_name_pair, from where neighbours will be looked at anyway. */
static inline bool name_by_stars(const gz_duo *duo, const graze_cache *cache, int i,
                                 gz_duo_point *point) {
    uint32_t a = cache->support_a[i], b = cache->support_b[i];
    if (a >= duo->a->vertex_count || b >= duo->b->vertex_count) return false;
    *point = gz_duo_point_of(duo, middle_of(&duo->a->stars[a]), middle_of(&duo->b->stars[b]));
    return true;
}

/* Names the points, and begins with the nearest of their hull. */
static inline bool begin(const graze_placed *a, const graze_placed *b, const graze_cache *cache,
                         search *s) {
    gz_duo_enter(a, b, &s->duo);
    s->count = (int)cache->size;
    s->stars = a->shape->stars && b->shape->stars;
    s->simplex.count = 0;
    for (int i = 0; i < s->count; ++i) {
        bool named = s->stars ? name_by_stars(&s->duo, cache, i, &s->named[i])
                              : gz_name_pair(&s->duo, cache, i, &s->named[i]);
        if (!named) return false;
    }
    int first = 0;
    if (!is_in_the_middle(s->named, s->count, &s->found)) {
        first = go_to_border(s->named, s->count, cache, &s->simplex);
        s->found = sum_of(&s->simplex, s->found.y);
        s->found.toward = s->found.y;
    }
    s->duo.hint_a = cache->support_a[first];
    s->duo.hint_b = cache->support_b[first];
    return true;
}

/* The simplex is needed with all that belongs to it. */
static inline void complete(const graze_cache *cache, search *s) {
    if (s->simplex.count > 0) return;
    const double *share = s->found.share;
    for (int i = 0; i < s->count; ++i)
        put_point(&s->simplex, s->named[i], cache->support_a[i], cache->support_b[i],
                  i > 0 ? share[i - 1] : 0);
    s->simplex.weight[0] = s->count == 1 ? 1 : s->count == 2 ? 1 - share[0] : 1 - share[0] - share[1];
}

/* Its points, that of the hints first: whose neighbours were looked at, those will mostly be again. */
static void remember(const search *s, both3 seen, graze_cache *cache) {
    const gz_simplex *simplex = &s->simplex;
    for (int i = 0; i < simplex->count; ++i) {
        bool last = simplex->hint_a[i] == s->duo.hint_a && simplex->hint_b[i] == s->duo.hint_b;
        cache->support_a[i] = last ? cache->support_a[0] : simplex->hint_a[i];
        cache->support_b[i] = last ? cache->support_b[0] : simplex->hint_b[i];
        if (!last) continue;
        cache->support_a[0] = s->duo.hint_a;
        cache->support_b[0] = s->duo.hint_b;
    }
    if (simplex->count > 0) cache->size = (uint32_t)simplex->count;
    cache->axis = wide3_round(wide3_neg(both3_first(seen)));
}

/* Does the sum lie on the line across the simplex that it should be the foot of? On three points almost
 * in a line it may be off sideways, and hardly longer for that. */
static inline bool is_straight(const search *s, double length) {
    const nearest *found = &s->found;
    double over = 1 / length;
    wide3 v = found->toward;
    wide3 aside = wide3_add_scaled(found->y, -wide3_dot(found->y, v) * (over * over), v);
    return wide3_max_abs(aside) <= GZ_WEIGHT_SLACK * s->error;
}

/* Makes it so, if better weights do. */
GZ_OUTLINE static bool straighten(const graze_cache *cache, double length, search *s) {
    double weight[4];
    wide3 v = s->found.toward;
    complete(cache, s);
    wide3 foot = wide3_scale(v, wide3_dot(s->found.y, v) / (length * length));
    gz_simplex_weights(&s->simplex, foot, GZ_WEIGHT_SLACK / 2 * s->error, weight);
    for (int i = 0; i < s->simplex.count; ++i) s->simplex.weight[i] = weight[i];
    s->found = sum_of(&s->simplex, v);
    s->upper = wide3_length(s->found.y);
    return is_straight(s, length);
}

static inline void fill_in(const graze_placed *a, const search *s, const finding *f, int looks,
                           graze_separation *out) {
    const nearest *found = &s->found;
    double radius = s->radius_a + s->radius_b;
    double lower = f->bound - radius - s->error, distance = s->upper - radius;
    wide3 normal = wide3_scale(found->toward, -1 / f->length), origin = wide3_from(a->pose.origin);
    wide3 on_a = wide3_add_scaled(found->a, s->radius_a, normal);
    wide3 on_b = wide3_add_scaled(wide3_sub(found->a, found->y), -s->radius_b, normal);
    *out = (graze_separation){
        .distance = (real)distance,
        .lower = lower > 0 ? graze_max(0, gz_next_down((real)lower)) : 0,
        .upper = gz_next_up((real)(distance + s->error)),
        .normal = wide3_round(normal),
        .point_a = wide3_round(wide3_add(origin, on_a)),
        .point_b = wide3_round(wide3_add(origin, on_b)),
        .end = GRAZE_CONVERGED,
        .iterations = looks,
    };
}

/* A step to a nearer point, if the newest one leads there. */
static inline bool advance(const graze_cache *cache, const finding *f, search *s) {
    complete(cache, s);
    gz_step step =
        gz_simplex_step(&s->simplex, &f->newest, GZ_STEP_GAIN * s->upper, GZ_STEP_SLACK * s->error);
    if (step.length < 0) return false;
    s->found = sum_of(&s->simplex, step.toward);
    return true;
}

bool gz_recall_distance(const graze_placed *a, const graze_placed *b, const graze_options *options,
                        graze_cache *cache, graze_separation *out) {
    if (!cache || cache->size - 1 >= 3 || !is_worth_it(a->shape) || !is_worth_it(b->shape) ||
        gz_has_closed_form(a->shape, b->shape))
        return false;
    search s;
    if (!begin(a, b, cache, &s)) return false;
    gz_share share_a = gz_share_of_plain(a), share_b = gz_share_of_plain(b);
    real size = gz_pair_size(share_a, share_b, wide3_length(s.duo.between));
    s.error = gz_pair_error(share_a, share_b, size);
    s.radius_a = (double)share_a.radius;
    s.radius_b = (double)share_b.radius;
    if (!gz_quick_in_range(s.error)) return false;
    bool whole = !s.stars;
    for (int looks = 1; looks <= GZ_RECALL_LOOKS && s.simplex.count < 4; ++looks) {
        wide3 v = s.found.toward;
        s.upper = wide3_length(s.found.y);
        double distance = s.upper - (s.radius_a + s.radius_b);
        if (!(distance > (double)GZ_TOUCHING_SHARE * s.error && gz_duo_has_direction(v))) return false;
        double width = width_for(options, s.error, distance);
        both3 seen = gz_duo_seen(&s.duo, v.x, v.y, v.z);
        finding f = {.length = wide3_length(v)};
        bool promising = true;
        if (whole)
            look_at_whole(&s.duo, seen, v, &f);
        else
            promising = look_at_stars(&s.duo, seen, v, GZ_RECALL_GAIN * width * f.length, &f);
        if ((whole || !promising) && s.upper - f.bound <= width) {
            if (!is_straight(&s, f.length) &&
                !(straighten(cache, f.length, &s) && s.upper - f.bound <= width))
                return false;
            fill_in(a, &s, &f, looks, out);
            remember(&s, seen, cache);
            return true;
        }
        bool stepped = promising && advance(cache, &f, &s);
        if (!stepped && whole) return false;
        whole = !s.stars || !stepped;
    }
    return false;
}
