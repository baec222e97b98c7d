/* SPDX-License-Identifier: MIT
 * For programs that say <SOLID/SOLID_types.h>. */
#include "../SOLID_types.h"
