/* SPDX-License-Identifier: MIT
 * For programs that say <SOLID/SOLID_broad.h>. */
#include "../SOLID_broad.h"
