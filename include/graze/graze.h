/* SPDX-License-Identifier: MIT
 * Graze: collision detection and proximity queries in 3D. Includes every public header. */
#ifndef GRAZE_GRAZE_H
#define GRAZE_GRAZE_H

#include "base.h"
#include "bounds.h"
#include "broad.h"
#include "compound.h"
#include "contact.h"
#include "estimate.h"
#include "height_field.h"
#include "hull.h"
#include "math.h"
#include "mesh.h"
#include "polygon.h"
#include "primitive.h"
#include "query.h"
#include "shape.h"
#include "solid.h"
#include "tree.h"
#include "world.h"

#endif
