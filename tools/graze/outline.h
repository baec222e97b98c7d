/* SPDX-License-Identifier: MIT
 * Points that span a geometry: its hull is theirs, or nearly so if it is round. */
#ifndef TOOL_OUTLINE_H
#define TOOL_OUTLINE_H

#include "scene.h"

/* One point, in the geometry's own space; false ends the listing. */
typedef bool outline_visit(void *user, const double point[3]);

/* All of them; rims and spheres by points on them. False if the visitor said so. */
bool outline_points(const geometry *g, outline_visit *visit, void *user);

#endif
