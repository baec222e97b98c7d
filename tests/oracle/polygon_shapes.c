/* SPDX-License-Identifier: MIT
 * Random polygons on lattices. */
#include "oracle/polygon_oracle.h"

int lattice_random(graze_random *random, int lo, int hi) {
    return lo + (int)(graze_random_bits(random) % (uint64_t)(hi - lo + 1));
}

static void add(lattice_polygon *polygon, int x, int y) {
    polygon->planar[polygon->count][0] = x;
    polygon->planar[polygon->count++][1] = y;
}

/* Ends the loop, in either orientation. */
static void close_loop(graze_random *random, lattice_polygon *polygon) {
    uint32_t begin = polygon->loop_count ? polygon->loop_ends[polygon->loop_count - 1] : 0;
    if (lattice_random(random, 0, 1))
        for (uint32_t i = begin, j = polygon->count - 1; i < j; ++i, --j)
            for (int k = 0; k < 2; ++k) {
                int keep = polygon->planar[i][k];
                polygon->planar[i][k] = polygon->planar[j][k];
                polygon->planar[j][k] = keep;
            }
    polygon->loop_ends[polygon->loop_count++] = polygon->count;
}

/* Sixteen directions counterclockwise. */
static const int compass[16][2] = {{4, 0},  {4, 2},  {3, 3},  {2, 4},   {0, 4},   {-2, 4},
                                   {-3, 3}, {-4, 2}, {-4, 0}, {-4, -2}, {-3, -3}, {-2, -4},
                                   {0, -4}, {2, -4}, {3, -3}, {4, -2}};

/* Around x, y, at radii lo..hi times the compass: simple because the angle grows. */
static void add_star(graze_random *random, lattice_polygon *polygon, int x, int y, int step, int lo,
                     int hi) {
    for (int i = 0; i < 16; i += step) {
        int r = lattice_random(random, lo, hi);
        add(polygon, x + compass[i][0] * r, y + compass[i][1] * r);
    }
    close_loop(random, polygon);
}

static void add_comb(graze_random *random, lattice_polygon *polygon) {
    int teeth = lattice_random(random, 1, 6);
    add(polygon, 2 * teeth, -4);
    for (int i = teeth; i > 0; --i) {
        int left = 4 * i - 2 * teeth - 4;
        add(polygon, left + 3, lattice_random(random, 2, 15));
        if (lattice_random(random, 0, 1)) add(polygon, left + 1, 15); /* else a triangle of a tooth */
        add(polygon, left, lattice_random(random, -2, 1));
    }
    add(polygon, -2 * teeth - 1, -4);
    if (lattice_random(random, 0, 1)) add(polygon, 0, -4); /* a collinear point */
    close_loop(random, polygon);
}

static void add_spiral(graze_random *random, lattice_polygon *polygon) {
    int arms = lattice_random(random, 3, 12), width = lattice_random(random, 1, 2);
    int turn[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    int path[16][2] = {{0, 0}};
    for (int i = 1; i <= arms; ++i)
        for (int k = 0; k < 2; ++k) path[i][k] = path[i - 1][k] + turn[i % 4][k] * 3 * ((i + 1) / 2);
    /* Back along its outer side: beside an arm at its ends, beside two at a corner. */
    for (int i = 0; i <= arms; ++i) add(polygon, path[i][0], path[i][1]);
    for (int i = arms; i >= 0; --i) {
        int dx = 0, dy = 0;
        for (int arm = i > 0 ? i : 1; arm <= i + 1 && arm <= arms; ++arm) {
            dx += turn[arm % 4][1];
            dy -= turn[arm % 4][0];
        }
        add(polygon, path[i][0] + width * dx, path[i][1] + width * dy);
    }
    close_loop(random, polygon);
}

static void add_square(graze_random *random, lattice_polygon *polygon, int x, int y, int r) {
    add(polygon, x - r, y - r);
    add(polygon, x + r, y - r);
    if (lattice_random(random, 0, 1)) add(polygon, x + r, y);
    add(polygon, x + r, y + r);
    add(polygon, x - r, y + r);
    close_loop(random, polygon);
}

static void add_wild(graze_random *random, lattice_polygon *polygon) {
    for (int loop = lattice_random(random, 1, 2); loop > 0; --loop) {
        for (int i = lattice_random(random, 4, 9); i > 0; --i)
            add(polygon, lattice_random(random, -12, 12), lattice_random(random, -12, 12));
        close_loop(random, polygon);
    }
}

/* A frame with up to four holes, and islands in them. */
static void add_ring(graze_random *random, lattice_polygon *polygon, bool islands) {
    add_star(random, polygon, 0, 0, 2, 4, 6);
    int holes = lattice_random(random, 1, islands ? 3 : 4);
    for (int i = 0; i < holes; ++i) {
        int x = i % 2 ? 4 : -4, y = i / 2 ? 4 : -4;
        add_square(random, polygon, x, y, islands ? 3 : lattice_random(random, 1, 3));
        if (islands) add_square(random, polygon, x, y, lattice_random(random, 1, 2));
    }
}

void lattice_shape(graze_random *random, int family, lattice_polygon *out) {
    out->count = out->loop_count = 0;
    switch (family) {
    case LATTICE_CONVEX:
        add_star(random, out, 0, 0, 1 + lattice_random(random, 0, 3), 3, 3);
        break;
    case LATTICE_STAR:
        add_star(random, out, 0, 0, lattice_random(random, 1, 2), 1, 4);
        break;
    case LATTICE_COMB:
        add_comb(random, out);
        break;
    case LATTICE_SPIRAL:
        add_spiral(random, out);
        break;
    case LATTICE_RING:
        add_ring(random, out, false);
        break;
    case LATTICE_ISLANDS:
        add_ring(random, out, true);
        break;
    default:
        add_wild(random, out);
    }
}

static lattice_point random_vector(graze_random *random, int size) {
    lattice_point p;
    for (int k = 0; k < 3; ++k) p.at[k] = lattice_random(random, -size, size);
    return p;
}

static bool parallel(lattice_point u, lattice_point v) {
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        if (u.at[i] * v.at[j] != u.at[j] * v.at[i]) return false;
    }
    return true;
}

void lattice_plane(graze_random *random, lattice_polygon *polygon) {
    polygon->origin = random_vector(random, 8);
    do {
        polygon->u = random_vector(random, 2);
        polygon->v = random_vector(random, 2);
    } while (parallel(polygon->u, polygon->v));
}

lattice_point lattice_at(const lattice_polygon *polygon, int x, int y) {
    lattice_point p;
    for (int k = 0; k < 3; ++k)
        p.at[k] = polygon->origin.at[k] + x * polygon->u.at[k] + y * polygon->v.at[k];
    return p;
}

void lattice_place(lattice_polygon *polygon, graze_real scale) {
    for (uint32_t i = 0; i < polygon->count; ++i) {
        lattice_point p = lattice_at(polygon, polygon->planar[i][0], polygon->planar[i][1]);
        polygon->points[i] = p;
        polygon->stored[i] = graze_vec3_make((graze_real)p.at[0] * scale, (graze_real)p.at[1] * scale,
                                             (graze_real)p.at[2] * scale);
    }
}

graze_polygon lattice_view(const lattice_polygon *polygon) {
    return (graze_polygon){polygon->stored, polygon->count, polygon->loop_ends, polygon->loop_count};
}
