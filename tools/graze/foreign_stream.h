/* SPDX-License-Identifier: MIT
 * What the importing child tells its parent: geometries, then objects, then the end; or a reason. */
#ifndef TOOL_FOREIGN_STREAM_H
#define TOOL_FOREIGN_STREAM_H

#include <stdio.h>

#include "scene.h"

/* A mesh is up to three geometries: of its faces, its lines and its points. */
enum { FOREIGN_KINDS = 3 };
enum { FOREIGN_GEOMETRY = 'G', FOREIGN_OBJECT = 'O', FOREIGN_END = 'E', FOREIGN_FAULT = 'F' };

/* The child: imports the file, writes to the descriptor and exits. */
_Noreturn void foreign_child(const char *path, int descriptor);

/* The parent: reads that. False with a fault, or, if the stream just ended, without one. Counts are not
 * believed: memory grows with what has come. */
bool foreign_take(FILE *stream, const char *path, scene *out, fault *f);

#endif
