/* SPDX-License-Identifier: MIT
 * Primitives as faces, for formats that have nothing else. */
#ifndef TOOL_TESSELLATE_H
#define TOOL_TESSELLATE_H

#include "scene.h"

/* Faces of a box, sphere, cone or cylinder, counterclockwise from outside, with so many segments round
 * its axis (at least 3). The corners are on the surface, so what is round becomes a little smaller.
 * False with a fault when memory is out; free the geometry either way. */
bool tessellate(const geometry *primitive, int segments, geometry *out, fault *f);

#endif
