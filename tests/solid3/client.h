/* SPDX-License-Identifier: MIT
 * What the tests of SOLID's interface share: a count of what was refused, and shapes of every kind. */
#ifndef GRAZE_TESTS_CLIENT_H
#define GRAZE_TESTS_CLIENT_H

#include <SOLID.h>
#include <SOLID_broad.h>
#include <math.h>

#include "harness.h"

static int refused;
static char refused_text[160];

static inline void note_refusal(void *data, const char *function, const char *reason) {
    (void)data;
    ++refused;
    snprintf(refused_text, sizeof refused_text, "%s: %s", function, reason);
}

/* Calls were all taken since the last look. */
static inline void check_taken(void) {
    if (refused) fail_msg("%s", refused_text);
}

/* Exactly so many were refused since the last look. */
static inline void check_refused(int count) {
    if (refused != count)
        fail_msg("%d calls refused, not %d; the last: %s", refused, count, refused_text);
    refused = 0;
}

/* The octahedron that both ways of building make. */
static const float octahedron[6][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                       {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
static const DT_Index octahedron_faces[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                                {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};

enum { CLIENT_KINDS = 11, CLIENT_CONVEX = 9 }; /* the last two are complex */

static inline DT_ShapeHandle make_complex_octahedron(DT_VertexBaseHandle base) {
    DT_ShapeHandle made = DT_NewComplexShape(base);
    for (int face = 0; face < 8; ++face) {
        if (base && face % 2) { /* all ways to name vertices */
            DT_VertexIndices(3, octahedron_faces[face]);
            continue;
        }
        DT_Begin();
        for (int k = 0; k < 3; ++k) {
            DT_Index index = octahedron_faces[face][k];
            if (base)
                DT_VertexIndex(index);
            else
                DT_Vertex(octahedron[index]);
        }
        DT_End();
    }
    DT_EndComplexShape();
    return made;
}

static inline DT_ShapeHandle make_polytope(DT_VertexBaseHandle base) {
    DT_ShapeHandle made = DT_NewPolytope(base);
    DT_Begin(); /* does nothing here */
    if (base)
        DT_VertexRange(0, 6);
    else
        for (int i = 0; i < 6; ++i) DT_Vertex(octahedron[i]);
    DT_End();
    DT_EndPolytope();
    return made;
}

static inline DT_ShapeHandle make_kind(int kind, DT_VertexBaseHandle base) {
    static const DT_Vector3 a = {-0.5f, 0.25f, 0}, b = {1, 0.5f, 0.25f};
    DT_ShapeHandle one, two, made;
    switch (kind) {
    case 0:
        return DT_NewBox(1, 2, 1.5f);
    case 1:
        return DT_NewCone(1, 2);
    case 2:
        return DT_NewCylinder(0.75f, 1.5f);
    case 3:
        return DT_NewSphere(1);
    case 4:
        return DT_NewPoint(a);
    case 5:
        return DT_NewLineSegment(a, b);
    case 6:
        return make_polytope(base);
    case 7:
    case 8:
        one = DT_NewBox(0.5f, 1, 0.5f);
        two = DT_NewSphere(0.5f);
        made = kind == 7 ? DT_NewMinkowski(one, two) : DT_NewHull(one, two);
        DT_DeleteShape(one);
        DT_DeleteShape(two);
        return made;
    case 9:
        return make_complex_octahedron(base);
    default:
        return make_complex_octahedron(NULL);
    }
}

#endif
