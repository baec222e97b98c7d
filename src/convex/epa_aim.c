/* SPDX-License-Identifier: MIT
 *
 * Let n be the unit normal of C at its point w(n), and h the depth sought. On a smooth piece of the
 * boundary w changes by R dn when n turns by dn, R the (symmetric) matrix of the radii of curvature. At
 * the nearest point w = h n, so w - h n = 0 there: with n and w taken as linear over the face, n at the
 * nearest point is the mean of the corners' normals n_i by the weights that the origin has in the
 * triangle of the points w_i - h n_i.
 *
 * A point right there would be of little use: the faces around it would be as large as ever. Instead,
 * of a face that reaches to the angle r from there the point at a fraction e of that is taken. Locally
 * the faces are the Delaunay triangles of the normals, so three or four such points make a small face
 * or ring around the place. A face between the angles e and r, seen edge on, stays outside of the ball
 * of radius h if r < 4 e radius / h. */
#include "convex/epa_aim.h"

#include <float.h>

static int after(int i) { return i == 2 ? 0 : i + 1; }
static int before(int i) { return i == 0 ? 2 : i - 1; }

/* Whether the normals are known and turn along every edge as they do on something round. *turn: the
 * most that they do, over the length. */
static bool is_smooth(const wide3 w[3], const wide3 n[3], double *turn) {
    *turn = 0;
    for (int i = 0; i < 3; ++i) {
        wide3 edge = wide3_sub(w[before(i)], w[after(i)]);
        double turned = wide3_dot(edge, wide3_sub(n[before(i)], n[after(i)]));
        double squared = wide3_length_squared(edge);
        if (!(turned > GZ_EPA_SMOOTH * squared)) return false;
        if (turned > *turn * squared) *turn = turned / squared;
    }
    return true;
}

/* The origin's weights among three points, seen along up; they are to be divided by their sum. */
static double weigh(const wide3 z[3], wide3 up, double weight[3]) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        weight[i] = wide3_triple(up, z[after(i)], wide3_sub(z[before(i)], z[after(i)]));
        sum += weight[i];
    }
    return sum;
}

static wide3 mean_of(const wide3 n[3], const double weight[3], double sum) {
    wide3 mean = wide3_scale(n[0], weight[0] / sum);
    mean = wide3_add_scaled(mean, weight[1] / sum, n[1]);
    return wide3_add_scaled(mean, weight[2] / sum, n[2]);
}

static wide3 unit(wide3 v) { return wide3_scale(v, 1 / wide3_length(v)); }

/* The normal at corner i, which came from GJK. It might turn towards there as it does between the other
 * two; a look along that guess gives a point nearby, and with the two the rule by which normals turn.
 */
static void learn_normal(gz_epa_search *s, const gz_epa_face *f, int i, double turn, const wide3 w[3],
                         wide3 n[3]) {
    int j = after(i), k = before(i);
    wide3 way = wide3_sub(w[i], wide3_scale(wide3_add(w[j], w[k]), 0.5));
    wide3 guess = wide3_add_scaled(wide3_scale(wide3_add(n[j], n[k]), 0.5), turn, way);
    gz_epa_point near = gz_epa_look(s, unit(guess));
    const wide3 z[3] = {wide3_sub(w[j], w[i]), wide3_sub(w[k], w[i]), wide3_sub(near.y, w[i])};
    const wide3 known[3] = {n[j], n[k], near.n};
    double weight[3], sum = weigh(z, f->normal, weight);
    n[i] = sum > 0 ? unit(mean_of(known, weight, sum)) : near.n;
}

/* The corners and their normals; false if they cannot be had. A normal that was learned is learned
 * again when the faces have become much smaller since. */
static bool load(gz_epa_search *s, gz_epa_polytope *p, const gz_epa_face *f, wide3 w[3], wide3 n[3]) {
    int unknown = -1;
    for (int i = 0; i < 3; ++i) {
        w[i] = p->y[f->corner[i]];
        n[i] = p->n[f->corner[i]];
        if (f->corner[i] >= 4) continue;
        if (unknown >= 0) return false;
        unknown = i;
    }
    if (unknown < 0) return true;
    int j = after(unknown), k = before(unknown), corner = f->corner[unknown];
    wide3 edge = wide3_sub(w[k], w[j]);
    double turned = wide3_dot(edge, wide3_sub(n[k], n[j])), squared = wide3_length_squared(edge);
    if (!(turned > GZ_EPA_SMOOTH * squared)) return false;
    if (p->learned[corner] <= GZ_EPA_LEARN * squared) return true;
    learn_normal(s, f, unknown, turned / squared, w, n);
    p->n[corner] = n[unknown];
    p->learned[corner] = squared;
    return true;
}

/* The mean of the normals where the origin is; false if that is not over the face. */
static bool find_place(const wide3 w[3], const wide3 n[3], wide3 up, double h, wide3 *mean) {
    wide3 z[3];
    double weight[3];
    for (int i = 0; i < 3; ++i) z[i] = wide3_add_scaled(w[i], -h, n[i]);
    double sum = weigh(z, up, weight);
    if (!(sum > 0)) return false;
    for (int i = 0; i < 3; ++i)
        if (!(weight[i] >= -GZ_EPA_BESIDE * sum)) return false;
    *mean = mean_of(n, weight, sum);
    return true;
}

wide3 gz_epa_aim(gz_epa_search *s, gz_epa_polytope *p, const gz_epa_face *f) {
    if (s->rounds < GZ_EPA_PATIENCE || !(s->upper > 0)) return f->normal;
    wide3 w[3], n[3], mean;
    double turn, most = 0;
    if (!load(s, p, f, w, n)) return f->normal;
    if (!is_smooth(w, n, &turn) || !find_place(w, n, f->normal, s->upper, &mean)) return f->normal;
    double reach[3];
    for (int i = 0; i < 3; ++i) {
        reach[i] = wide3_length(wide3_sub(n[i], mean));
        if (reach[i] > most) most = reach[i];
    }
    /* Towards the farthest corner; if the place is at a corner or on an edge, into the face. */
    wide3 away = {0, 0, 0};
    int far = 0;
    for (int i = 0; i < 3; ++i) {
        if (reach[i] < GZ_EPA_NEAR * most) continue;
        away = wide3_add(away, wide3_sub(n[i], mean));
        ++far;
    }
    if (far == 3) {
        int k = reach[0] == most ? 0 : reach[1] == most ? 1 : 2;
        away = wide3_sub(n[k], mean);
    }
    double round = GZ_EPA_ROUND * s->upper * turn,
           share = round > GZ_EPA_SHRINK ? round : GZ_EPA_SHRINK;
    wide3 aim = wide3_add_scaled(mean, share * most / wide3_length(away), away);
    return unit(aim);
}

/* The plane through w and corner k along the edge opposite to k, and how high it and the corners reach
 * along its normal. */
static double tangent_height(const wide3 y[3], wide3 w, int k, wide3 up, wide3 *normal) {
    wide3 n = wide3_cross(wide3_sub(y[before(k)], y[after(k)]), wide3_sub(y[k], w));
    double length = wide3_length(n);
    if (!(length > 0)) return DBL_MAX;
    *normal = wide3_scale(n, (wide3_dot(n, up) < 0 ? -1 : 1) / length);
    double height = wide3_dot(*normal, w);
    for (int i = 0; i < 3; ++i) {
        double other = wide3_dot(*normal, y[i]);
        if (other > height) height = other;
    }
    return height;
}

bool gz_epa_valley(const gz_epa_search *s, const gz_epa_polytope *p, const gz_epa_face *f, wide3 w,
                   wide3 *aim) {
    if (s->rounds < GZ_EPA_PATIENCE) return false;
    wide3 y[3];
    double least = s->upper;
    for (int i = 0; i < 3; ++i) y[i] = p->y[f->corner[i]];
    for (int k = 0; k < 3; ++k) {
        wide3 normal;
        double height = tangent_height(y, w, k, f->normal, &normal);
        if (!(height < least)) continue;
        least = height;
        *aim = normal;
    }
    return least < s->upper;
}
