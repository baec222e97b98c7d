/* SPDX-License-Identifier: MIT */
#include "oracle/ray_solid.h"

#include <math.h>

const char *ray_solid_name(ray_solid_kind kind) {
    static const char *const names[RAY_SOLID_KINDS] = {"sphere",     "box",      "cylinder",
                                                       "cone",       "capsule",  "ellipsoid",
                                                       "half-space", "triangle", "polytope"};
    return names[kind];
}

/* -- intervals ------------------------------------------------------------------------------------ */

typedef struct interval {
    long double in, out; /* empty when in > out */
} interval;

static const interval everywhere = {-INFINITY, INFINITY}, nowhere = {INFINITY, -INFINITY};

static interval both(interval a, interval b) {
    return (interval){fmaxl(a.in, b.in), fminl(a.out, b.out)};
}

/* All t with a + t b <= 0. */
static interval below(long double a, long double b) {
    if (b == 0) return a <= 0 ? everywhere : nowhere;
    return b > 0 ? (interval){-INFINITY, -a / b} : (interval){-a / b, INFINITY};
}

/* The real roots of a t^2 + 2 b t + c; how many. */
static int roots(long double a, long double b, long double c, long double t[2]) {
    long double discriminant = b * b - a * c;
    if (discriminant < 0 || (a == 0 && b == 0)) return 0;
    long double q = -(b + copysignl(sqrtl(discriminant), b));
    int count = 0;
    if (a != 0) t[count++] = q / a;
    if (q != 0) t[count++] = c / q;
    return count;
}

/* All t with a t^2 + 2 b t + c <= 0, a >= 0. */
static interval within(long double a, long double b, long double c) {
    long double t[2];
    if (a == 0 && b == 0) return c <= 0 ? everywhere : nowhere;
    if (roots(a, b, c, t) < 2) return c <= 0 && a > 0 ? (interval){0, 0} : nowhere;
    return (interval){fminl(t[0], t[1]), fmaxl(t[0], t[1])};
}

static interval ball(ld3 center, long double radius, ld3 o, ld3 d) {
    ld3 p = ld3_sub(o, center);
    return within(ld3_dot(d, d), ld3_dot(p, d), ld3_dot(p, p) - radius * radius);
}

static interval slab(long double o, long double d, long double half) {
    return both(below(o - half, d), below(-o - half, -d));
}

static interval tube(const ray_solid *s, ld3 o, ld3 d) {
    long double r = s->size.x;
    interval round =
        within(d.x * d.x + d.z * d.z, o.x * d.x + o.z * d.z, o.x * o.x + o.z * o.z - r * r);
    return both(round, slab(o.y, d.y, s->size.y / 2));
}

/* Near the apex the two roots nearly coincide and lose half their digits; the excess does not. It is
 * convex along the line, so its sign changes once between a point outside and one inside. */
static long double polish(const ray_solid *s, ld3 o, ld3 d, long double inside, long double outside) {
    for (int i = 0; i < 80 && ray_solid_excess(s, ld3_along(o, d, outside)) <= 0; ++i)
        outside += outside - inside;
    for (int i = 0; i < 80; ++i) {
        long double middle = (inside + outside) / 2;
        if (ray_solid_excess(s, ld3_along(o, d, middle)) <= 0)
            inside = middle;
        else
            outside = middle;
    }
    return inside;
}

/* Between the crossings of all surfaces the line is inside or outside: ask at the middles. */
static interval cone(const ray_solid *s, ld3 o, ld3 d) {
    long double r = s->size.x, h = s->size.y, t[4];
    /* h^2 (x^2 + z^2) <= r^2 (h/2 - y)^2 */
    long double y = h / 2 - o.y;
    int count = roots(h * h * (d.x * d.x + d.z * d.z) - r * r * d.y * d.y,
                      h * h * (o.x * d.x + o.z * d.z) + r * r * y * d.y,
                      h * h * (o.x * o.x + o.z * o.z) - r * r * y * y, t);
    if (d.y != 0) {
        t[count++] = (-h / 2 - o.y) / d.y;
        t[count++] = (h / 2 - o.y) / d.y;
    }
    for (int i = 1; i < count; ++i)
        for (int k = i; k > 0 && t[k] < t[k - 1]; --k) {
            long double swap = t[k];
            t[k] = t[k - 1];
            t[k - 1] = swap;
        }
    interval found = nowhere;
    for (int i = 0; i + 1 < count; ++i)
        if (ray_solid_excess(s, ld3_along(o, d, (t[i] + t[i + 1]) / 2)) < 0)
            found = (interval){fminl(found.in, t[i]), fmaxl(found.out, t[i + 1])};
    if (found.in > found.out) return found;
    long double middle = (found.in + found.out) / 2, width = found.out - found.in;
    return (interval){polish(s, o, d, middle, found.in - width),
                      polish(s, o, d, middle, found.out + width)};
}

static interval capsule(const ray_solid *s, ld3 o, ld3 d) {
    ld3 end = {0, s->size.y / 2, 0};
    interval part[3] = {tube(s, o, d), ball(end, s->size.x, o, d),
                        ball(ld3_scale(end, -1), s->size.x, o, d)};
    interval found = nowhere;
    for (int i = 0; i < 3; ++i)
        if (part[i].in <= part[i].out)
            found = (interval){fminl(found.in, part[i].in), fmaxl(found.out, part[i].out)};
    return found;
}

static interval clip(const ray_solid *s, ld3 o, ld3 d) {
    interval found = everywhere;
    for (int i = 0; i < s->planes; ++i)
        found = both(found, below(ld3_dot(s->plane[i].normal, o) - s->plane[i].offset,
                                  ld3_dot(s->plane[i].normal, d)));
    return found;
}

static ld3 triangle_normal(const ray_solid *s) {
    return ld3_cross(ld3_sub(s->corner[1], s->corner[0]), ld3_sub(s->corner[2], s->corner[0]));
}

/* How far inside the triangle, seen along its normal n, a point is; negative outside. */
static long double triangle_slack(const ray_solid *s, ld3 n, ld3 x) {
    long double least = INFINITY;
    for (int i = 0; i < 3; ++i) {
        ld3 edge = ld3_sub(s->corner[(i + 1) % 3], s->corner[i]), inward = ld3_cross(n, edge);
        least = fminl(least, ld3_dot(inward, ld3_sub(x, s->corner[i])) / ld3_length(inward));
    }
    return least;
}

static interval triangle(const ray_solid *s, ld3 o, ld3 d) {
    ld3 n = triangle_normal(s);
    long double speed = ld3_dot(n, d);
    if (speed == 0) return nowhere; /* within the plane, if at all: grazing */
    long double t = ld3_dot(n, ld3_sub(s->corner[0], o)) / speed;
    return triangle_slack(s, n, ld3_along(o, d, t)) >= 0 ? (interval){t, t} : nowhere;
}

static interval find(const ray_solid *s, ld3 o, ld3 d) {
    ld3 r = s->size, p, e;
    switch (s->kind) {
    case RAY_SPHERE:
        return ball((ld3){0, 0, 0}, r.x, o, d);
    case RAY_BOX:
        return both(slab(o.x, d.x, r.x), both(slab(o.y, d.y, r.y), slab(o.z, d.z, r.z)));
    case RAY_CYLINDER:
        return tube(s, o, d);
    case RAY_CONE:
        return cone(s, o, d);
    case RAY_CAPSULE:
        return capsule(s, o, d);
    case RAY_ELLIPSOID:
        p = (ld3){o.x / r.x, o.y / r.y, o.z / r.z};
        e = (ld3){d.x / r.x, d.y / r.y, d.z / r.z};
        return ball((ld3){0, 0, 0}, 1, p, e);
    case RAY_TRIANGLE:
        return triangle(s, o, d);
    default:
        return clip(s, o, d);
    }
}

bool ray_solid_interval(const ray_solid *s, ld3 o, ld3 d, long double *in, long double *out) {
    /* From the point nearest to the solid's centre: no digits are lost on far origins. */
    long double shift = -ld3_dot(o, d) / ld3_dot(d, d);
    interval found = find(s, ld3_along(o, d, shift), d);
    *in = found.in + shift;
    *out = found.out + shift;
    return found.in <= found.out;
}

/* -- excess and normals --------------------------------------------------------------------------- */

/* Faces: value is how far out x is, gradient the way out. */
typedef struct faces {
    long double value[RAY_PLANES_MOST];
    ld3 gradient[RAY_PLANES_MOST];
    int count;
} faces;

static void add(faces *f, long double value, ld3 gradient) {
    f->value[f->count] = value;
    f->gradient[f->count++] = gradient;
}

static long double sign_of(long double x) { return x < 0 ? -1 : 1; }

static void find_faces(const ray_solid *s, ld3 x, faces *f) {
    ld3 size = s->size, radial = {x.x, 0, x.z}, rest;
    long double rho = ld3_length(radial), half = size.y / 2, slant, length;
    ld3 out = rho > 0 ? ld3_scale(radial, 1 / rho) : (ld3){1, 0, 0};
    f->count = 0;
    switch (s->kind) {
    case RAY_SPHERE:
        add(f, ld3_length(x) - size.x, x);
        return;
    case RAY_BOX:
        add(f, fabsl(x.x) - size.x, (ld3){sign_of(x.x), 0, 0});
        add(f, fabsl(x.y) - size.y, (ld3){0, sign_of(x.y), 0});
        add(f, fabsl(x.z) - size.z, (ld3){0, 0, sign_of(x.z)});
        return;
    case RAY_CYLINDER:
        add(f, rho - size.x, out);
        add(f, fabsl(x.y) - half, (ld3){0, sign_of(x.y), 0});
        return;
    case RAY_CONE:
        slant = sqrtl(size.x * size.x + size.y * size.y);
        add(f, (size.y * rho + size.x * (x.y - half)) / slant,
            ld3_add(ld3_scale(out, size.y), (ld3){0, size.x, 0}));
        add(f, -x.y - half, (ld3){0, -1, 0});
        return;
    case RAY_CAPSULE:
        rest = (ld3){x.x, x.y - fmaxl(-half, fminl(half, x.y)), x.z};
        add(f, ld3_length(rest) - size.x, rest);
        return;
    case RAY_ELLIPSOID:
        rest = (ld3){x.x / size.x, x.y / size.y, x.z / size.z};
        length = ld3_length(rest);
        add(f, (length - 1) * fminl(size.x, fminl(size.y, size.z)),
            (ld3){rest.x / size.x, rest.y / size.y, rest.z / size.z});
        return;
    default:
        for (int i = 0; i < s->planes; ++i)
            add(f, ld3_dot(s->plane[i].normal, x) - s->plane[i].offset, s->plane[i].normal);
    }
}

long double ray_solid_excess(const ray_solid *s, ld3 x) {
    if (s->kind == RAY_TRIANGLE) return ray_solid_distance(s, x);
    faces f;
    find_faces(s, x, &f);
    long double most = f.value[0];
    for (int i = 1; i < f.count; ++i) most = fmaxl(most, f.value[i]);
    return most;
}

long double ray_solid_edge_slack(const ray_solid *triangle_solid, ld3 x) {
    return triangle_slack(triangle_solid, triangle_normal(triangle_solid), x);
}

ld3 ray_solid_normal(const ray_solid *s, ld3 x, long double *clear) {
    faces f;
    find_faces(s, x, &f);
    int best = 0;
    for (int i = 1; i < f.count; ++i)
        if (f.value[i] > f.value[best]) best = i;
    *clear = INFINITY;
    for (int i = 0; i < f.count; ++i)
        if (i != best) *clear = fminl(*clear, f.value[best] - f.value[i]);
    if (s->kind == RAY_CONE) /* the apex too */
        *clear = fminl(*clear, ld3_length(ld3_sub(x, (ld3){0, s->size.y / 2, 0})));
    return f.gradient[best];
}

/* -- distances ------------------------------------------------------------------------------------ */

static long double to_segment(ld3 x, ld3 a, ld3 b) {
    ld3 edge = ld3_sub(b, a);
    long double t = ld3_dot(ld3_sub(x, a), edge) / ld3_dot(edge, edge);
    return ld3_length(ld3_sub(x, ld3_along(a, edge, fmaxl(0, fminl(1, t)))));
}

long double ray_solid_distance(const ray_solid *s, ld3 x) {
    ld3 size = s->size, n;
    long double rho = sqrtl(x.x * x.x + x.z * x.z), half = size.y / 2;
    long double outside = s->kind == RAY_TRIANGLE ? INFINITY : ray_solid_excess(s, x);
    if (outside <= 0) return 0;
    switch (s->kind) {
    case RAY_BOX:
        return ld3_length((ld3){fmaxl(0, fabsl(x.x) - size.x), fmaxl(0, fabsl(x.y) - size.y),
                                fmaxl(0, fabsl(x.z) - size.z)});
    case RAY_CYLINDER:
        return ld3_length((ld3){fmaxl(0, rho - size.x), fmaxl(0, fabsl(x.y) - half), 0});
    case RAY_CONE: /* in the half-plane of radius and height: the base and the side */
        return fminl(to_segment((ld3){rho, x.y, 0}, (ld3){0, -half, 0}, (ld3){size.x, -half, 0}),
                     to_segment((ld3){rho, x.y, 0}, (ld3){size.x, -half, 0}, (ld3){0, half, 0}));
    case RAY_TRIANGLE:
        n = triangle_normal(s);
        if (triangle_slack(s, n, x) >= 0)
            return fabsl(ld3_dot(n, ld3_sub(x, s->corner[0]))) / ld3_length(n);
        return fminl(to_segment(x, s->corner[0], s->corner[1]),
                     fminl(to_segment(x, s->corner[1], s->corner[2]),
                           to_segment(x, s->corner[2], s->corner[0])));
    default:
        return outside;
    }
}
