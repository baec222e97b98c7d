/* SPDX-License-Identifier: MIT
 * The Transform node (VRML97, 6.52). */
#include <math.h>
#include <string.h>

#include "vrml.h"

static placement rotation(const double axis_angle[4], bool back) {
    double length = hypot(hypot(axis_angle[0], axis_angle[1]), axis_angle[2]);
    placement p = placement_identity();
    if (!(length > 0)) return p;
    double x = axis_angle[0] / length, y = axis_angle[1] / length, z = axis_angle[2] / length;
    double c = cos(axis_angle[3]), s = back ? -sin(axis_angle[3]) : sin(axis_angle[3]), t = 1 - c;
    const double columns[9] = {t * x * x + c,     t * x * y + s * z, t * x * z - s * y,
                               t * x * y - s * z, t * y * y + c,     t * y * z + s * x,
                               t * x * z + s * y, t * y * z - s * x, t * z * z + c};
    memcpy(p.basis, columns, sizeof columns);
    return p;
}

static placement moved(const double by[3], double sign) {
    placement p = placement_identity();
    for (int k = 0; k < 3; ++k) p.origin[k] = sign * by[k];
    return p;
}

static placement stretched(const double by[3]) {
    placement p = placement_identity();
    for (int k = 0; k < 3; ++k) p.basis[4 * k] = by[k];
    return p;
}

/* translation * center * rotation * scaleOrientation * scale * both back */
bool vrml_transform(const vrml_file *file, const vrml_node *node, placement *out, fault *f) {
    double translation[3] = {0, 0, 0}, center[3] = {0, 0, 0}, scale[3] = {1, 1, 1};
    double turn[4] = {0, 0, 1, 0}, along[4] = {0, 0, 1, 0};
    if (!vrml_numbers(file, node, "translation", translation, 3, f) ||
        !vrml_numbers(file, node, "center", center, 3, f) ||
        !vrml_numbers(file, node, "scale", scale, 3, f) ||
        !vrml_numbers(file, node, "rotation", turn, 4, f) ||
        !vrml_numbers(file, node, "scaleOrientation", along, 4, f))
        return false;
    placement p = moved(translation, 1);
    const placement steps[] = {moved(center, 1), rotation(turn, false), rotation(along, false),
                               stretched(scale), rotation(along, true), moved(center, -1)};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) p = placement_product(&p, &steps[i]);
    *out = p;
    return true;
}
