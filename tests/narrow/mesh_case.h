/* SPDX-License-Identifier: MIT
 * Random meshes and placements, and which of their primitives meet by brute force: every piece of the
 * one against every piece of the other in whole numbers of GMP (tests/primitive/exact_set.h), after
 * the vertices of B were brought into the space of A as graze/mesh.h says. */
#ifndef GRAZE_TESTS_NARROW_MESH_CASE_H
#define GRAZE_TESTS_NARROW_MESH_CASE_H

#include <math.h>

#include "harness.h"
#include "mesh_cells.h"
#include "primitive/exact_set.h"

enum {
    MOST_PRIMITIVES = 2100, /* families round 2,000 up to what fits them */
    MOST_VERTICES = CELL_CORNERS * MOST_PRIMITIVES,
    MOST_PIECES = CELL_PIECES
};

/* What a mesh is made of, and how the oracle sees it: each primitive is one or two triangles, or, if
 * made of cells, some more. */
typedef struct mesh_case {
    double vertices[MOST_VERTICES][3];
    float floats[MOST_VERTICES][3];
    uint32_t vertex_count;
    uint32_t indices[MOST_VERTICES];
    graze_primitives groups[4];
    uint32_t group_count;
    uint32_t primitive_count;
    uint32_t pieces[MOST_PRIMITIVES][MOST_PIECES][3]; /* vertex numbers */
    uint32_t piece_count[MOST_PRIMITIVES];
    uint32_t sizes[MOST_VERTICES], loops[MOST_PRIMITIVES];
    graze_shape *shape;
} mesh_case;

static graze_random mesh_random;

static inline double uniform(double lo, double hi) {
    return lo + (hi - lo) * (double)graze_random_uniform(&mesh_random, 0, 1);
}
static inline uint32_t below(uint32_t n) {
    return (uint32_t)((graze_random_bits(&mesh_random) >> 32) % n);
}

/* -- meshes -- */

/* Rounded to float; volatile, because gcc 12 leaves out the rounding of two numbers side by side. */
static inline void add_vertex(mesh_case *m, double x, double y, double z) {
    volatile float rounded[3] = {(float)x, (float)y, (float)z};
    for (int k = 0; k < 3; ++k) m->vertices[m->vertex_count][k] = (double)rounded[k];
    ++m->vertex_count;
}

/* A corner: on the lattice, where much touches, is coplanar and coincides, or anywhere. */
static inline void add_corner(mesh_case *m, const double center[3], double size, bool lattice) {
    double p[3];
    for (int k = 0; k < 3; ++k) {
        p[k] = center[k] + uniform(-size, size);
        if (lattice) p[k] = floor(4 * p[k] + 0.5) / 4;
    }
    add_vertex(m, p[0], p[1], p[2]);
}

static inline void add_pieces(mesh_case *m, uint32_t first, uint32_t second, uint32_t third) {
    uint32_t *piece = m->pieces[m->primitive_count][m->piece_count[m->primitive_count]++];
    piece[0] = first;
    piece[1] = second;
    piece[2] = third;
}

/* A parallelogram, exactly planar if its corners are on the lattice. */
static inline void add_fourth(mesh_case *m) {
    uint32_t at = m->vertex_count;
    double p[3];
    for (int k = 0; k < 3; ++k)
        p[k] = m->vertices[at - 3][k] + (m->vertices[at - 1][k] - m->vertices[at - 2][k]);
    add_vertex(m, p[0], p[1], p[2]);
}

static inline bool has_area(mesh_case *m) {
    const double *p = m->vertices[m->vertex_count - 3], *q = p + 3, *r = p + 6;
    double u[3], v[3], square = 0;
    for (int k = 0; k < 3; ++k) {
        u[k] = q[k] - p[k];
        v[k] = r[k] - p[k];
    }
    for (int k = 0; k < 3; ++k) {
        double c = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
        square += c * c;
    }
    return square > 1e-4;
}

/* Primitives of a kind, each with vertices of its own. */
static inline void add_group(mesh_case *m, graze_primitive_kind kind, uint32_t count, double size,
                             bool lattice) {
    uint32_t *indices = m->indices + m->vertex_count;
    m->groups[m->group_count++] =
        (graze_primitives){.kind = kind, .count = count, .indices = indices, .sizes = m->sizes};
    for (uint32_t i = 0; i < count; ++i) {
        double center[3] = {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
        uint32_t first = m->vertex_count;
        switch (kind) {
        case GRAZE_PRIMITIVE_POINT:
            add_corner(m, center, size, lattice);
            add_pieces(m, first, first, first);
            break;
        case GRAZE_PRIMITIVE_SEGMENT:
            add_corner(m, center, size, lattice);
            add_corner(m, center, size, lattice);
            add_pieces(m, first, first + 1, first + 1);
            break;
        case GRAZE_PRIMITIVE_TRIANGLE:
            for (int k = 0; k < 3; ++k) add_corner(m, center, size, lattice);
            add_pieces(m, first, first + 1, first + 2);
            break;
        default: /* polygons */
            do {
                m->vertex_count = first;
                for (int k = 0; k < 3; ++k) add_corner(m, center, 0.5, true);
            } while (!has_area(m));
            add_fourth(m);
            add_pieces(m, first, first + 1, first + 2);
            add_pieces(m, first, first + 2, first + 3);
        }
        ++m->primitive_count;
    }
    for (uint32_t i = 0; i < m->vertex_count; ++i) m->indices[i] = i;
}

/* Where the corners of cells are: on the lattice, so that all is planar, whatever the axes. room: the
 * centre is that far away at most. */
static inline void add_cell_corners(mesh_case *m, double room) {
    double c[3], u[3], v[3], area;
    do {
        area = 0;
        for (int k = 0; k < 3; ++k) {
            c[k] = floor(8 * uniform(-room, room)) / 8;
            u[k] = ((double)below(3) - 1) / 8;
            v[k] = ((double)below(3) - 1) / 8;
        }
        for (int k = 0; k < 3; ++k) area += fabs(u[k] * v[(k + 1) % 3] - u[(k + 1) % 3] * v[k]);
    } while (area == 0);
    for (int y = 0; y <= CELLS_HIGH; ++y)
        for (int x = 0; x <= CELLS_WIDE; ++x)
            add_vertex(m, c[0] + x * u[0] + y * v[0], c[1] + x * u[1] + y * v[1],
                       c[2] + x * u[2] + y * v[2]);
}

/* Polygons of cells; many have more room, or nearly all would meet nearly all. */
static inline void add_cells(mesh_case *m, uint32_t count) {
    uint32_t indices = 0, sizes = 0;
    double room = fmax(1, cbrt((double)count / 50));
    for (uint32_t i = 0; i < count; ++i) {
        cell_polygon cells;
        uint32_t first = m->vertex_count;
        cells_make(&cells, &mesh_random);
        add_cell_corners(m, room);
        for (uint32_t k = 0; k < cells.index_count; ++k)
            m->indices[indices++] = first + cells.indices[k];
        for (uint32_t k = 0; k < cells.loop_count; ++k) m->sizes[sizes++] = cells.sizes[k];
        m->loops[i] = cells.loop_count;
        for (uint32_t k = 0; k < cells.piece_count; ++k) {
            const uint32_t *p = cells.pieces[k];
            add_pieces(m, first + p[0], first + p[1], first + p[2]);
        }
        ++m->primitive_count;
    }
    m->groups[m->group_count++] = (graze_primitives){.kind = GRAZE_PRIMITIVE_POLYGON,
                                                     .count = count,
                                                     .indices = m->indices,
                                                     .sizes = m->sizes,
                                                     .loops = m->loops};
}

/* A closed surface of triangles that share vertices: a sphere with bumps. */
static inline void add_sphere(mesh_case *m, uint32_t around, uint32_t rings) {
    uint32_t at = 0, top = around * rings, bottom = top + 1;
    for (uint32_t i = 0; i < rings; ++i)
        for (uint32_t j = 0; j < around; ++j) {
            double u = 3.14159 * (i + 1) / (rings + 1), v = 6.28318 * j / around;
            double r = uniform(0.8, 1);
            add_vertex(m, r * sin(u) * cos(v), r * sin(u) * sin(v), r * cos(u));
        }
    add_vertex(m, 0, 0, 1);
    add_vertex(m, 0, 0, -1);
    for (uint32_t i = 0; i <= rings; ++i)
        for (uint32_t j = 0; j < around; ++j) {
            uint32_t next = (j + 1) % around, up = (i - 1) * around, down = i * around;
            if (i > 0) {
                uint32_t corners[3] = {up + j, i < rings ? down + j : bottom, up + next};
                for (int k = 0; k < 3; ++k) m->indices[at++] = corners[k];
                add_pieces(m, corners[0], corners[1], corners[2]);
                ++m->primitive_count;
            }
            if (i < rings) {
                uint32_t corners[3] = {i > 0 ? up + next : top, down + j, down + next};
                for (int k = 0; k < 3; ++k) m->indices[at++] = corners[k];
                add_pieces(m, corners[0], corners[1], corners[2]);
                ++m->primitive_count;
            }
        }
    m->groups[m->group_count++] = (graze_primitives){
        .kind = GRAZE_PRIMITIVE_TRIANGLE, .count = m->primitive_count, .indices = m->indices};
}

typedef enum mesh_family {
    FAMILY_SOUP,
    FAMILY_LATTICE,
    FAMILY_MIXED,
    FAMILY_SPHERE,
    FAMILY_CELLS,
    FAMILIES
} mesh_family;

/* Vertices come as floats or doubles, whatever the build, with a stride or without. */
static inline void finish_mesh(mesh_case *m) {
    graze_mesh_options options = {.tree = {.leaf_size = (int)below(9), .degree = 1 << below(4)}};
    if (options.tree.degree == 1) options.tree.degree = 0;
    graze_vertices vertices = {m->vertices, m->vertex_count, 0, GRAZE_VERTEX_DOUBLE};
    if (below(2)) {
        for (uint32_t i = 0; i < m->vertex_count; ++i)
            for (int k = 0; k < 3; ++k) m->floats[i][k] = (float)m->vertices[i][k];
        vertices =
            (graze_vertices){m->floats, m->vertex_count, sizeof m->floats[0], GRAZE_VERTEX_FLOAT};
    }
    graze_mesh_report report;
    graze_status status =
        graze_shape_mesh(&vertices, m->groups, m->group_count, &options, &report, &m->shape);
    if (status != GRAZE_OK) printf("%s: %s\n", graze_status_text(status), report.reason);
    assert_int_equal(status, GRAZE_OK);
}

static inline void make_mesh(mesh_case *m, mesh_family family, uint32_t count) {
    m->vertex_count = m->group_count = m->primitive_count = 0;
    memset(m->piece_count, 0, sizeof m->piece_count);
    for (uint32_t i = 0; i < MOST_PRIMITIVES; ++i) m->sizes[i] = 4;
    double size = 1.2 / sqrt((double)count);
    if (family == FAMILY_SOUP) add_group(m, GRAZE_PRIMITIVE_TRIANGLE, count, size, false);
    if (family == FAMILY_LATTICE) add_group(m, GRAZE_PRIMITIVE_TRIANGLE, count, 0.5, true);
    if (family == FAMILY_CELLS) add_cells(m, count);
    if (family == FAMILY_SPHERE) {
        uint32_t around = 3 + (uint32_t)sqrt((double)count / 2);
        add_sphere(m, around, count / (2 * around) + 1);
    }
    if (family == FAMILY_MIXED) {
        add_group(m, GRAZE_PRIMITIVE_SEGMENT, count / 4 + 1, 0.5, true);
        add_group(m, GRAZE_PRIMITIVE_TRIANGLE, count / 4 + 1, 0.5, true);
        add_group(m, GRAZE_PRIMITIVE_POINT, count / 4 + 1, 0.5, true);
        add_group(m, below(2) ? GRAZE_PRIMITIVE_CONVEX_POLYGON : GRAZE_PRIMITIVE_POLYGON, count / 4 + 1,
                  0.5, true);
    }
    finish_mesh(m);
}

/* -- poses -- */

static inline graze_vec3 random_direction(void) { return graze_random_direction(&mesh_random); }

typedef enum pose_family {
    POSE_RIGID,
    POSE_SCALED,
    POSE_SHEARED,
    POSE_REFLECTED,
    POSE_LATTICE,
    POSES
} pose_family;

/* Turned by right angles and moved by steps of the lattice: nothing rounds. */
static inline graze_pose lattice_pose(double distance) {
    graze_pose pose = graze_pose_identity();
    uint32_t first = below(3), second = (first + 1 + below(2)) % 3, third = 3 - first - second;
    const uint32_t axes[3] = {first, second, third};
    for (int k = 0; k < 3; ++k) {
        graze_real c[3] = {0, 0, 0};
        c[axes[k]] = below(2) ? 1 : -1;
        pose.basis.col[k] = graze_vec3_make(c[0], c[1], c[2]);
    }
    graze_vec3 d = random_direction();
    double s = 4 * distance;
    pose.origin = graze_vec3_make((graze_real)(floor(s * (double)d.x) / 4),
                                  (graze_real)(floor(s * (double)d.y) / 4),
                                  (graze_real)(floor(s * (double)d.z) / 4));
    pose.kind = GRAZE_POSE_UNKNOWN;
    return pose;
}

static inline graze_pose random_pose(pose_family family, double distance) {
    if (family == POSE_LATTICE) return lattice_pose(distance);
    graze_pose pose;
    graze_quat turn = graze_random_rotation(&mesh_random);
    graze_vec3 at = graze_vec3_scale(random_direction(), (graze_real)distance);
    graze_vec3 scale = {1, 1, 1};
    if (family == POSE_SCALED)
        scale = graze_vec3_make((graze_real)uniform(0.5, 1.5), (graze_real)uniform(0.5, 1.5),
                                (graze_real)uniform(0.5, 1.5));
    if (family == POSE_REFLECTED) scale.y = -1;
    assert_int_equal(graze_pose_make_scaled(turn, at, scale, &pose), GRAZE_OK);
    if (family == POSE_SHEARED) {
        graze_vec3 *c = pose.basis.col;
        c[1] = graze_vec3_add_scaled(c[1], (graze_real)uniform(-1, 1), c[0]);
        c[2] = graze_vec3_add_scaled(c[2], (graze_real)uniform(-1, 1), c[1]);
        pose.kind = GRAZE_POSE_UNKNOWN;
    }
    return pose;
}

/* -- the vertices of B in the space of A, as graze/mesh.h defines it -- */

typedef struct relative_pose {
    double m[3][3], t[3];
} relative_pose;

static inline double power_of(double largest) {
    int e;
    frexp(largest, &e); /* largest = m 2^e with 1/2 <= m < 1 */
    return ldexp(1, e - 1);
}

static inline relative_pose relative_of(const graze_pose *a, const graze_pose *b) {
    double p[3][3], unit[3], inverse[3][3];
    for (int j = 0; j < 3; ++j) {
        const double *column = V3(a->basis.col[j]);
        unit[j] = power_of(fmax(fmax(fabs(column[0]), fabs(column[1])), fabs(column[2])));
        for (int i = 0; i < 3; ++i) p[i][j] = column[i] / unit[j];
    }
    double cofactor[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            cofactor[i][j] = p[i1][j1] * p[i2][j2] - p[i1][j2] * p[i2][j1];
        }
    double det = p[0][0] * cofactor[0][0] + p[0][1] * cofactor[0][1] + p[0][2] * cofactor[0][2];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) inverse[i][j] = cofactor[j][i] / det / unit[i];
    relative_pose r;
    const double *from = V3(a->origin), *to = V3(b->origin);
    for (int i = 0; i < 3; ++i) {
        const double *row = inverse[i];
        for (int j = 0; j < 3; ++j) {
            const double *column = V3(b->basis.col[j]);
            r.m[i][j] = row[0] * column[0] + row[1] * column[1] + row[2] * column[2];
        }
        r.t[i] = row[0] * (to[0] - from[0]) + row[1] * (to[1] - from[1]) + row[2] * (to[2] - from[2]);
    }
    return r;
}

/* -- brute force -- */

typedef struct span_box {
    double lo[3], hi[3];
} span_box;
typedef struct piece_box {
    span_box box;
    double p[3][3], reach; /* reach: from the origin, at most */
} piece_box;

/* The pieces and primitives of a mesh in the space of A. */
typedef struct placed_pieces {
    piece_box piece[MOST_PRIMITIVES][MOST_PIECES];
    span_box primitive[MOST_PRIMITIVES];
} placed_pieces;

static placed_pieces pieces_of_a, pieces_of_b;
static z3 exact_corner[2][3];

static inline void join_box(span_box *box, const span_box *other) {
    for (int k = 0; k < 3; ++k) {
        box->lo[k] = fmin(box->lo[k], other->lo[k]);
        box->hi[k] = fmax(box->hi[k], other->hi[k]);
    }
}
static inline bool boxes_meet(const span_box *a, const span_box *b) {
    for (int k = 0; k < 3; ++k)
        if (a->hi[k] < b->lo[k] || b->hi[k] < a->lo[k]) return false;
    return true;
}

static inline void place_piece(const mesh_case *m, const uint32_t corners[3], const relative_pose *pose,
                               piece_box *out) {
    out->reach = 0;
    for (int c = 0; c < 3; ++c) {
        const double *v = m->vertices[corners[c]];
        double *p = out->p[c];
        for (int k = 0; k < 3; ++k)
            p[k] =
                !pose ? v[k]
                      : pose->m[k][0] * v[0] + pose->m[k][1] * v[1] + pose->m[k][2] * v[2] + pose->t[k];
        span_box corner = {{p[0], p[1], p[2]}, {p[0], p[1], p[2]}};
        if (c == 0) out->box = corner;
        join_box(&out->box, &corner);
        out->reach = fmax(out->reach, fabs(p[0]) + fabs(p[1]) + fabs(p[2]));
    }
}

static inline void place_pieces(const mesh_case *m, const relative_pose *pose, placed_pieces *out) {
    for (uint32_t i = 0; i < m->primitive_count; ++i)
        for (uint32_t j = 0; j < m->piece_count[i]; ++j) {
            piece_box *piece = &out->piece[i][j];
            place_piece(m, m->pieces[i][j], pose, piece);
            if (j == 0) out->primitive[i] = piece->box;
            join_box(&out->primitive[i], &piece->box);
        }
}

/* Is one of them beyond the other's plane by more than rounding could explain? That saves most of the
 * whole numbers. */
static inline bool plane_parts_clearly(const piece_box *a, const piece_box *b) {
    double u[3], v[3], n[3], side[3], reach = a->reach + b->reach,
                                      doubt = 1e-13 * reach * reach * reach;
    for (int k = 0; k < 3; ++k) u[k] = a->p[1][k] - a->p[0][k], v[k] = a->p[2][k] - a->p[0][k];
    for (int k = 0; k < 3; ++k)
        n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
    for (int c = 0; c < 3; ++c) {
        side[c] = 0;
        for (int k = 0; k < 3; ++k) side[c] += n[k] * (b->p[c][k] - a->p[0][k]);
    }
    return (side[0] > doubt && side[1] > doubt && side[2] > doubt) ||
           (side[0] < -doubt && side[1] < -doubt && side[2] < -doubt);
}

static inline bool pieces_meet(const piece_box *a, const piece_box *b) {
    if (!boxes_meet(&a->box, &b->box)) return false;
    if (plane_parts_clearly(a, b) || plane_parts_clearly(b, a)) return false;
    static bool started = false;
    exact_start();
    for (int i = 0; i < 6 && !started; ++i) z3_init(&exact_corner[i / 3][i % 3]);
    started = true;
    exact_unit = 0;
    for (int c = 0; c < 3; ++c) unit_for3(a->p[c]), unit_for3(b->p[c]);
    for (int c = 0; c < 3; ++c) {
        put3(&exact_corner[0][c], a->p[c]);
        put3(&exact_corner[1][c], b->p[c]);
    }
    finish_triangle(&exact_sets[0], exact_corner[0]);
    finish_triangle(&exact_sets[1], exact_corner[1]);
    return polytopes_meet(&exact_sets[0], &exact_sets[1]);
}

/* Marks expected[a * count of b + b] for all pairs that meet, and returns how many do. */
static inline long brute_force(const mesh_case *a, const graze_pose *pose_a, const mesh_case *b,
                               const graze_pose *pose_b, unsigned char *expected) {
    relative_pose pose = relative_of(pose_a, pose_b);
    place_pieces(a, NULL, &pieces_of_a);
    place_pieces(b, &pose, &pieces_of_b);
    long hits = 0;
    for (uint32_t i = 0; i < a->primitive_count; ++i)
        for (uint32_t j = 0; j < b->primitive_count; ++j) {
            bool met = false, near = boxes_meet(&pieces_of_a.primitive[i], &pieces_of_b.primitive[j]);
            for (uint32_t k = 0; near && k < a->piece_count[i] && !met; ++k)
                for (uint32_t l = 0; l < b->piece_count[j] && !met; ++l)
                    met = pieces_meet(&pieces_of_a.piece[i][k], &pieces_of_b.piece[j][l]);
            expected[(size_t)i * b->primitive_count + j] = met;
            hits += met;
        }
    return hits;
}

#endif
