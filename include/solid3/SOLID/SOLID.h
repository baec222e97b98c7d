/* SPDX-License-Identifier: MIT
 * For programs that say <SOLID/SOLID.h>. */
#include "../SOLID.h"
