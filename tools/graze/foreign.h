/* SPDX-License-Identifier: MIT
 * Formats that we have no reader for, through the library assimp, if the program was built with it. It
 * runs in a child process with limits of memory and time, so that whatever a file makes it do costs an
 * error line and nothing else. */
#ifndef TOOL_FOREIGN_H
#define TOOL_FOREIGN_H

#include "scene.h"

/* Is there somebody who may understand this ending? */
bool foreign_knows(const char *path);

/* Meshes and where they stand. Points in one place become one. */
bool foreign_read(const char *path, scene *out, fault *f);

#endif
