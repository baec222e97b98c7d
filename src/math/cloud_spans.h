/* SPDX-License-Identifier: MIT
 * From where to where a cloud of points reaches along three axes at once. */
#ifndef GZ_MATH_CLOUD_SPANS_H
#define GZ_MATH_CLOUD_SPANS_H

#include "math/argmax.h"
#include "math/mat3.h"

/* The least and the largest of (x rx + y ry) + z rz over the points, for each row r of the matrix,
 * which must be finite and not overflow. The same bits with every kernel, but for the sign of zero. */
void gz_cloud_spans(const gz_cloud *cloud, const mat3 *rows, vec3 *least, vec3 *most);

#endif
