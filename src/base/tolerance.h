/* SPDX-License-Identifier: MIT
 * Every tolerance of the library, with its unit, its reason and its source. All are relative: a
 * count of unit roundoffs (GRAZE_EPSILON, 2^-24 or 2^-53) times a length the formula names. One file,
 * however long: who audits them reads it from end to end, and nobody has to ask where others are. */
#ifndef GZ_BASE_TOLERANCE_H
#define GZ_BASE_TOLERANCE_H

#include "base/common.h"

/* A matrix is singular when |det| <= GZ_SINGULAR * eps * |c0| |c1| |c2| (c the columns). The computed
 * determinant is off by at most about 8 eps times that product (3 products of 3 factors, 5 roundings
 * deep, and the sums), so below 16 eps its sign means nothing. */
#define GZ_SINGULAR ((real)16)

/* A pose counts as rigid or uniform when its columns agree in length and stand at right angles to
 * within this many eps. A rotation from a normalised quaternion is off by at most about 8 eps: the
 * quaternion's norm by 3, each matrix element by 4 roundings. */
#define GZ_ORTHOGONAL ((real)16)

/* Three points are collinear when the cross product of the two shorter sides is at most this many eps
 * times the product of their lengths: each side rounds once, each component of the product three
 * times, so the computed one is off by at most 5 sqrt(3) eps of that. */
#define GZ_COLLINEAR ((real)16)

/* Where the facets of a triangle or tetrahedron are asked for, one counts as flat when the sine of the
 * angle, or the volume relative to the three sides, is below this: the computed products are off by
 * some 8 units of double. What is left out is thinner than the rounding radius of any pair. */
#define GZ_FLAT_SIMPLEX 0x1p-50

/* A matrix handed in as a rotation may be off orthonormal by this much (it is made exact again).
 * Large, because such matrices often come from files with four digits. */
#define GZ_ROTATION ((real)1e-3)

/* The pitch counts as +-pi/2 when half the distance from there is below this many eps: pi/2 itself
 * rounds by 0.5, sines and cosines of the half angles by 1, products and sums by 3 more. */
#define GZ_POLE ((real)8)

/* The filters of the exact predicates (exact.h), in doubles whatever `real` is; eps = 2^-53 here.
 *
 * orient2d. Differences u, v from a; each true product u_i v_j goes through at most 4 roundings
 * (two differences, the product, the last subtraction), each a factor 1 + d with |d| <= eps. So the
 * computed determinant is off by at most (4 eps + O(eps^2)) S, S the sum of the two |products|; the
 * computed S and the bound itself are low by a few eps of themselves. 5 covers 4 (1 + 1/4).
 * orient3d. A true triple product goes through at most 8: three differences, the product of two, the
 * subtraction, the product with the third, two sums. 9 covers 8 (1 + 1/8) in the same way. */
#define GZ_ORIENT2D_FILTER 0x5p-53
#define GZ_ORIENT3D_FILTER 0x9p-53
/* Underflow adds to that. Sums and differences never lose anything by it; a product is off by at
 * most 2^-1075 more. In orient3d two such products stand before the factor |w|, an error of at most
 * 2^-1074 |w| (1 + O(eps)): adding 2^-1022 to the sum of the two |products| raises the bound by
 * 9 2^-53 2^-1022 |w| = 4.5 2^-1074 |w|, enough. What underflow does in the last products, in the
 * filter's own sums and in its product with 9 eps is below 2^-1070 together, far under 2^-1000. */
#define GZ_ORIENT_PRODUCT_FLOOR 0x1p-1022
#define GZ_ORIENT_FLOOR 0x1p-1000
/* The same for the points of a hull, scaled so that no coordinate exceeds 2^24 (hull/points.h): the
 * scaling itself may round a coordinate by 2^-1075. Three such errors in each of six triple products
 * of differences below 2^25 are far under 2^-1000, as is all other underflow. */
#define GZ_HULL_FLOOR 0x1p-1000
/* The normal of a facet is computed in double, off by some 4 eps (of double) of the sum of the products
 * that it is made of. If its length is below this fraction of that sum it is computed again with
 * twice the digits: in the double build where cancellation costs more than three bits, in the float
 * build, which rounds it to 24 bits anyway, where it costs more than 24 of the 29 to spare. */
#if defined(GRAZE_DOUBLE)
#define GZ_HULL_NORMAL 0x1p-3
#else
#define GZ_HULL_NORMAL 0x1p-24
#endif

/* Polygons (primitive/polygon_view.h). The plane is that of three points a, b, c with b farthest from
 * a, at the length L, and c farthest from the line through them, so every other point is a + s (b - a)
 * + t (c - a) with |s| <= 2, |t| <= 1: if all points are within d of some plane they are within 8 d of
 * this one.
 *
 * The height n . (p - a) of a point at the distance D from a, n = (b - a) x (c - a) rounded, is the
 * determinant of orient3d: off by GZ_ORIENT3D_FILTER of the sum of |products|, at most 2 sqrt(3) L^2 D,
 * so by less than 2^-48 L^2 D; a cut point of a segment rounds by 3 eps of D, another 3 L^2 D eps. */
#define GZ_POLYGON_ROUNDING 0x1p-47
/* The same determinant with twice the digits (math/double_double.h) is off by eight units of that,
 * 2^-100 each, of the sum; what products lose below the range of double, 2^-1074 each, is multiplied by
 * a length of up to 2^202. */
#define GZ_POLYGON_OFF 0x1p-90
#define GZ_POLYGON_OFF_FLOOR 0x1p-860
/* A polygon narrower than this part of its length has no plane: n, off by some 4 eps L^2, would be
 * known to less than ten bits. */
#define GZ_POLYGON_THIN 0x1p-40
/* And it must be flat to this part of its length: a thousandth is what files with four digits need. The
 * answers say no more than that the polygon is as thick as it is uneven. */
#define GZ_POLYGON_FLAT 0x1p-10
/* An axis may be this much less near to the normal than another and still be preferred: far more than
 * normals of polygons of one plane differ, and no ratio that planes have more often than others. */
#define GZ_POLYGON_FAVOUR 0x1.1p-6
/* Coordinates up to this, and lengths down to its inverse, keep squares of areas within double. */
#define GZ_POLYGON_RANGE 0x1p200

/* Roundings of one support evaluation, in eps times the extent of the shape.
 * Dot product of three terms: each product and sum rounds, gamma_3 < 3.01 eps of |v||p|; two such
 * values are compared, so the chosen vertex falls short by at most 6.02 eps |p|; the vertex relative
 * to the centre rounds once more. Where all vertices are turned before (convex/few.h) instead of
 * the direction, each has rounded by 3 already and the chosen one may fall short by 6 more: a search
 * for a portal leaves the 10 of E that are the simplex's to that, and GZ_CERTIFICATE_ERROR has them,
 * too. */
#define GZ_ERROR_SCAN ((real)8)
/* Hill climbing decides every step exactly (rise.h), so it ends at a vertex that no other exceeds, on
 * any hull and from any start: only the vertex relative to the centre rounds, each component once by
 * eps of itself.
 *
 * Comparing rounded values instead would not do. Where no edge e at p seems to rise, v . e <= 9 eps
 * |v||e| is all that is known. If v points out of the cone of edges, the steepest direction lies in a
 * facet, between two edges at an angle alpha, and the shortfall is bounded by 9 eps diameter /
 * cos(alpha / 2): 2,000 eps and more at the corner of a facet with 1,000 sides. And if p is so flat a
 * vertex that v points inward, there is no bound at all: the search would stay on the wrong side. */
#define GZ_ERROR_CLIMB ((real)1)
/* Products of direction and coordinates may underflow when a shape is tiny: each of three is off by up
 * to half the least denormal, twice (two values are compared), over |v| >= 1 / GZ_DIRECTION_LIMIT. An
 * absolute length, the only one, below anything that matters: 2^-106 or 2^-739. */
#if defined(GRAZE_DOUBLE)
#define GZ_ERROR_UNDERFLOW 0x1p-739
#else
#define GZ_ERROR_UNDERFLOW 0x1p-106f
#endif
/* Cells of directions (hull/cells.h): all in units of the float arithmetic that they work in, eps =
 * 2^-24, whatever the build.
 *
 * Where a direction lies. s = scale v rounds, u = s_j / s_i twice more (quotient, float): 4 eps of u
 * with |u| <= 1; which component is the largest is decided up to 2 eps. t = u (1 + c - c |u|) rounds
 * below 6 eps more, and size / 2 + size / 2 t by eps of size, 2 eps in t; dt/du >= 1 - c > 1/2. So a
 * direction belongs to its cell enlarged by 2 (4 + 6 + 2) eps: 64 covers that twice over. */
#define GZ_CELL_SLACK 0x1p-18
/* A vertex is no member of a cell if a neighbour is higher by this share of the sum of the terms. They
 * are computed in double with some 8 roundings of 2^-53. */
#define GZ_CELL_TEST 0x1p-40
/* a + u b + w c of a member: coordinates are off by eps (their roundings in double are next to
 * nothing), u and w by 4 eps, products and two sums round: 4 + 1 + 3 = 8 eps of the size |a| + |b| +
 * |c|. Two members are compared, so their difference is off by 16 eps of the larger size, and the limit
 * itself rounds once: 20 covers all. Underflow: u and w are off by at most 2^-149 / (2^-40 scale) (a
 * component of s underflows, the largest is not below 1 / GZ_DIRECTION_LIMIT times the least scale),
 * sizes are at most 2 GZ_CELL_STRETCH in unit lengths. */
#define GZ_CELL_FILTER (20 * 0x1p-24f)
#define GZ_CELL_FLOOR 0x1p-90f
/* The scale of a side is not less than this share of the longest. */
#define GZ_CELL_STRETCH 64
/* The filter of gz_rises. v_i (q_i - p_i) goes through at most four roundings (difference, product, two
 * sums), so the computed sum is off by (4 eps + O(eps^2)) S, S the sum of the three |terms|; the
 * computed S and the bound are low by a few eps of themselves: 5 covers 4 (1 + 1/4). Underflow adds
 * at most three halves of the least denormal to that, and as little in S and the bound. */
#define GZ_RISE_FILTER (5 * GRAZE_EPSILON)
#if defined(GRAZE_DOUBLE)
#define GZ_RISE_FLOOR 0x1p-1070
#else
#define GZ_RISE_FLOOR 0x1p-145f
#endif
/* A point scaled out to a radius: the unit vector costs 4.5 (square sum 3, halved by the root; root,
 * quotient, product 1 each), the product with the radius 1 more. */
#define GZ_ERROR_ROUND ((real)6)
/* Cone, beside the rim's rounding: apex and rim are compared by height * v.y against radius * |w|, off
 * by 1 and 3 roundings of a value that is at most radius |v| where they are close. */
#define GZ_ERROR_CONE ((real)4)
/* Ellipsoid: the scaled direction R v (1), its unit vector (4.5), the product with R (1). */
#define GZ_ERROR_ELLIPSOID ((real)7)
/* A sum of supports, in eps times the sum of the extents: two additions, one for the shift. */
#define GZ_ERROR_SUM ((real)3)
/* A hull of shapes, in eps times its extent: the offset of the child (1) and the child's radius above
 * the common one (1) round once, the swell costs GZ_ERROR_ROUND, two sums 2, and the comparison of two
 * dot products 6.02. */
#define GZ_ERROR_HULL ((real)17)
/* An affine image rounds the direction (gamma_3 a component: the support found is then short by that
 * times the diameter, 6), the point (gamma_3, 3) and the sum with the shift (3), each in terms of the
 * Frobenius norm of the matrix times the extent. */
#define GZ_ERROR_AFFINE ((real)12)
/* How far a computed Gram matrix of three nearly orthonormal columns may be off, as a bound on its
 * effect on lengths: nine entries of 5 roundings, half the Frobenius norm. */
#define GZ_ERROR_GRAM ((real)8)

/* One side of a world box, in eps times |row| (|center| + extent) + |origin| + margin: the dot product
 * with the offset (3), with the centre (3), and four sums (4). Products that underflow lose less than
 * GZ_ERROR_UNDERFLOW together. */
#define GZ_ERROR_BOX ((real)10)

/* The height of a box's corner above a half-space in a straight pose, in eps times |offset| + |origin|
 * + margin + the corner's coordinates and their products with the normal: the normal is turned by three
 * products (3), made unit (4) and the offset moved along (4); all of it is rounded to real once more
 * (2), and the pose may be orthogonal to GZ_ORTHOGONAL (16) only. Summing up is in double. */
#define GZ_ERROR_PLANE_BOX 32

/* The rounding radius E of a pair, in eps times (extent of A + extent of B + distance of the centres,
 * local centres and margins counted): the relative pose rounds by 6 (product of two rotations, each
 * off by 8 eps of its own, is the caller's, not ours), a support point by 8, the closest point of a
 * simplex by about 10, and the last sums by 4. */
#define GZ_ERROR_PAIR ((real)32)

/* What a certificate (convex/certificate.h) comes out too large by, in eps times the lengths that it is
 * made of, at most: the shapes' reaches, how far the ball reaches from its shape's centre, and where
 * the other's origin is as seen from the ball. R v rounds by 5 (three products and sums a component); S
 * times the ball's middle by 5, which was rounded itself by 1, the difference of the origins, less
 * that, by 2, and its product with R v by 5 more on top of the 5 of R v. The heights of the support
 * points round by 4 each, the radius by 3, the height by 2 when it is stored, and the last sums by 5:
 * less than 45 for any of the lengths. v is no unit vector but rounded, and not as it was for the look,
 * which moves the heights by 2 each and all of it by 2; vertices that were turned fall short by 6 more.
 * And the lengths of v and u differ where the poses are not quite rotations, each by up to 8 of its
 * own, twice: 32. Where the height of the other is looked at, the vector that it sees rounds by 10, and
 * products with that by 5. The square of a unit vector that both poses have turned, less that of one of
 * its numbers, is less than it should be by 70 at most, too. */
#define GZ_CERTIFICATE_ERROR (100 * GRAZE_EPSILON)
/* A box or cylinder whose points at its support plane are this near to its farthest ones, as a share of
 * the squared extent (q^2 of convex/certificate.h), turns no side to the other. By 200 pairs of
 * cylinders that turn by a degree a frame: axes that then stand still are found anew 13 % less often
 * than if one of the two always takes them along, with 0.3 and 0.7 half as much is gained. */
#define GZ_TIPPED_GIRTH 0.5
/* The size of the balls by which a search for a portal makes its axis better (convex/portal.c), in
 * extents of the two. By cylinders and hulls of eight that turn by a degree a frame: from 0.75 to 1.5
 * it makes no difference to the time, with 0.3 it costs more than it brings. */
#define GZ_PORTAL_BALLS 1.5
/* Semi-axes of ellipsoids around shapes (shape/oval.c) are rounded up by this: some ten roundings. */
#define GZ_OVAL_ERROR (16 * GRAZE_EPSILON)
/* An ellipsoid that is larger than the shape's box in this proportion says nothing about the shape;
 * that of a box itself is in that of the square root of 3. */
#define GZ_OVAL_WIDEST 1.4
/* How far behind the support plane the middle of its ball is at most, in sizes of the pair. At an
 * eighth of the gap that this leaves from the loss on, a ball hardly outlives the frame that it was
 * made in; and roundings are in proportion to it. */
#define GZ_BALL_FARTHEST 8.0

/* Shapes count as touching when the computed distance is at most this share of E. It is itself off by
 * some roundings, for which the rest is left: so a boolean is wrong only if |sd| > E, and a common
 * point that lies on one of them is within E of the other. */
#define GZ_TOUCHING_SHARE ((real)0.5)

/* What the bounds that rule out axes of two polytopes may be off. They are computed in float whatever
 * `real` is: a plane's height over a point of the pair is off by about 10 units of float (the matrix,
 * the point, the plane and the product round) times the pair's scaled size, below 2; and a rigid pose
 * may stretch by some of the 16 eps of GZ_ORTHOGONAL, which half of E covers. */
#define GZ_SIEVE_SLACK 0x1p-19
#define GZ_AXIS_SLACK ((real)0.5)
/* What a height computed in float may be off: the normal turned to the other's coordinates and its
 * product with a vertex there round once more, so twice as much. */
#define GZ_HEIGHT_SLACK 0x1p-18
/* Beyond this, in units of a shape, coordinates of the other say nothing in float. */
#define GZ_SIEVE_REACH 1e12
/* Witnesses of a depth may leave their facet or edge by this share of E; the rest is for their places
 * in the world. */
#define GZ_WITNESS_SLACK ((real)0.25)
/* Two arcs on the unit sphere count as crossing when the products of coordinates that should differ in
 * sign exceed zero by no more than this. Coordinates are off by some 8 eps (normal, its place in the
 * pair's frame, dot product) of float. An arc that seems to cross only costs time. */
#define GZ_ARC_SLACK 0x1p-20f
/* Which of the two opposite normals of two crossing edges is meant is clear when the arc's ends lie
 * farther than this apart across the other edge: far beyond rounding. Else both are looked at. */
#define GZ_CLEAR_CROSSING 0x1p-9f
/* The least squared sine of the angle between two edges that make an axis. Below 1e-16 their cross
 * product is all rounding, and the axis is within that of the facets on either side. So it is where
 * the plain cross product is zero: products of coordinates that round to the same differ by at most
 * 2^-52 of them, and the squares of the three of two parallel vectors sum to at most a third, so the
 * squared sine is below 2^-105. */
#define GZ_PARALLEL_EDGES 0x1p-106

/* Two triangles (triangle_signed.c). An edge's direction rounds by 1/2 eps of double a coordinate,
 * twice for two of them, their cross product by 3/2 of the product of lengths, all times the root of 3:
 * 5, and the products with corners by 3 more; a height by that times the edges' lengths over the sine.
 * Beside the other roundings a quarter of E is left for that. The same holds for the normal of a
 * triangle and two of its edges. */
#define GZ_TRIANGLE_AXIS 8
#define GZ_TRIANGLE_SHARE 0.25

/* How narrow a bracket is unless the caller asks otherwise, relative to its upper end: what a float or
 * double user expects to be right, at no more rounds than needed. */
#if defined(GRAZE_DOUBLE)
#define GZ_DEFAULT_ACCURACY 1e-8
#else
#define GZ_DEFAULT_ACCURACY 1e-4
#endif

/* What the two ends of a bracket widen it by, relative to its upper end, when they are rounded outward
 * to real: up to 3 eps each. Searches stop that much narrower than asked. */
#define GZ_RESULT_ROUNDING (6 * (double)GRAZE_EPSILON)

/* By how much the distance may seem to grow in a GJK step that only turns the normal, relative to the
 * points that the closest one is made of: their weighted sum rounds by about 8 units of double. */
#define GZ_GJK_SIDEWAYS 1e-15
/* How many such steps in a row may fail to raise the lower bound. Of 37,800 pairs in `make accuracy`,
 * in double, 64 end with too wide a bracket if each step must pay at once, 3 if every second, none from
 * 4 on; 8 leaves room. */
#define GZ_GJK_SIDEWAYS_STEPS 8

/* The fans of a stalled GJK: support points of directions tilted by tau span a triangle of size tau r
 * on a surface of curvature radius r. Its plane lies tau^2 r off the surface; roundings of eps times
 * the size s tilt it by eps s / (tau r), which costs the lower bound (eps s)^2 / (tau^2 r). The best
 * tau is sqrt(eps s / r), and then both are about eps s: a part of E. r is between s and, for the
 * smallest of a pair, 10^-6 s or less: so tau starts at sqrt(eps) and grows; at a factor 2^3 between
 * fans the worse of the two is at most 8 times too large. */
#if defined(GRAZE_DOUBLE)
#define GZ_GJK_FAN 0x1p-26
#else
#define GZ_GJK_FAN 0x1p-12
#endif
#define GZ_GJK_FAN_GROWTH 8
#define GZ_GJK_FANS 5
/* How far, relative to the points it is made of, the weighted sum of a tetrahedron's corners may miss
 * the origin that it contains: 4 products and sums, 5 units of double, and three components. */
#define GZ_SIMPLEX_RESIDUE 1e-15

/* The quick simplex step leaves steps that bring the closest point no nearer than this, relative to
 * where it was, to the careful one: there rounding may already lead. */
#define GZ_STEP_GAIN (1 - 0x1p-40)
/* And those where the weighted sum of the points is that much of E farther from the origin than the
 * closest point found: roundings of a simplex may take 10 of the 32 in E. */
#define GZ_STEP_SLACK 0.25
/* Steps to neighbours (convex/star_walk.h) are worth it if they promise that much of the pair's size:
 * no proof depends on it, a look at the whole follows. How many there may be between two looks: nine of
 * ten walks have at most three. */
#define GZ_WALK_GAIN 0x1p-22
#define GZ_WALK_STEPS 8

/* And how far off v, in terms of E, the weights of a result may leave its witnesses before they are
 * improved. */
#define GZ_WEIGHT_SLACK 0.0625

/* A careful step sideways may leave weights that do not combine the points to v; their points of A and
 * B are then no witnesses. They must be that near in terms of E. */
#define GZ_GJK_SOUND 0.5

/* Newton's method between rounds of GJK (smooth_finish.h). A point of C rounds by some 2^-50 in a pair
 * of size 1 to 2. At a distance d its direction is off by 2^-50 / d, and on a surface of curvature
 * radius r that costs the lower bound r 2^-100 / d^2, next to nothing above the first of these; below,
 * the direction is taken from the tangents. Two of them define a normal, to some 2^-43, if the squared
 * sine between them is above the second. */
#define GZ_SMOOTH_NEAR 0x1p-16
#define GZ_SMOOTH_ACROSS 0x1p-14
/* Its steps: 1.4 to 2.9 on average, for cylinders, cones and ellipsoids. What is left after this many
 * is for GJK's next round. */
#define GZ_SMOOTH_STEPS 6
/* An end is looked at if the squared cosine between its normal and v is above this. From 0.5 on random
 * cylinders took 0.6 looks a query, and 0.13 of them found the answer. */
#define GZ_SMOOTH_FACING 0.75
/* Whoever is content with so wide a bracket, as the first looks of casts are, is served by GJK's own
 * rounds: these took longer with Newton's method. */
#define GZ_SMOOTH_WORTH 0.1

/* Rounding of the area between the projection of the origin and a side of a triangle, in terms of the
 * sum of the squared sides: two products of differences, each off by some 3 units of double. */
#define GZ_SIMPLEX_AREA 5e-16

/* How many looks a distance that begins where the shapes were nearest last time may take before GJK is
 * asked (convex/recall.h). */
#define GZ_RECALL_LOOKS 8
/* A look at the neighbours (hull/stars.h) is followed by a step if it promises this share of what the
 * bracket may still be off; else by a look at the whole. */
#define GZ_RECALL_GAIN 0.5

/* How flat a vertex is (hull/stars.c): the edges must drop below the plane upright on n by this share
 * of the longest one. n . e rounds by 3 units of double of |n| |e|: far less than the share of m by
 * which what is made of it is rounded up. */
#define GZ_STAR_DROP 0x1p-36
#define GZ_STAR_ROUNDING 0x1p-12
/* What the gain of a star may be off, in terms of |v| and how far the shape reaches from its origin:
 * two products of three numbers by 3 units of double each, their difference by 2. And v as the shape
 * sees it rounds by 3 units in each component, along a way that is twice as long: 10 more. */
#define GZ_STAR_FOG 0x1p-48

/* Where an axis separates two shapes that will be asked about again, looks (convex/glance.h) go on,
 * this many at most, until one shows this share of the distance. By frames that turn both by a degree
 * an axis then lasts some 20 frames, instead of 12. */
#define GZ_GLANCE_LOOKS 6
#define GZ_GLANCE_SHARE 0.3
/* Polytopes of so many vertices are round enough to foresee where the axis will be (convex/glance.c):
 * at 8 that costs as much as it saves. The one look there has to show this share of their extents; less
 * would not last. */
#define GZ_ROUND_LEAST 16
#define GZ_FORESIGHT_SHARE 0.003

/* How a ball in a polytope that is about as large as any is looked for (shape/inner.c): in so many
 * steps, the first of half the length given, in terms of the extent. Of hulls of 8 random points the
 * radius grows from 0.19, round the centre of the box, to 0.27 in 12 steps; 0.28 is the most. */
#define GZ_HEART_STEPS 12
#define GZ_HEART_STEP 0.18f

/* How far the second look of the portal search (convex/portal.h) tilts towards the point that the first
 * one found: by 1 it is upright on that, by 2 it is the mirror image of the first. From 1.1 to 1.4
 * there are about as few looks in all. */
#define GZ_PORTAL_TILT 1.25
/* How many looks the portal search takes in each of its two parts. */
#define GZ_PORTAL_ROUNDS 8
/* It is not for distances that are more than this share of the ball inside of C: what lies between the
 * core and that distance it cannot decide. */
#define GZ_PORTAL_FAR 0.125
/* How far its corners, weighted, may miss the origin, in terms of E. */
#define GZ_PORTAL_RESIDUE 0.5

/* Where a query looks whether an overlap is deeper than E, in terms of E: a tetrahedron with corners
 * (+-c, +-c, +-c) holds the ball of c / sqrt(3), which must be at least 2 E. */
#define GZ_DEEP_CORNER 3.5

/* The block on the stack in which EPA works, in bytes. Faces shrink towards the nearest points of C,
 * four times less height for about three points more: some 130 points lead to the last digit of a
 * double at one of them, and concentric shapes have two or four that are equally near. 640 points are
 * enough for those. Only sets nearly round about the origin want more. */
#define GZ_EPA_BLOCK (240 * 1024)
/* What a better plane for a face must gain, in terms of how high a point seemed above the old one. */
#define GZ_EPA_GAIN 0.25
/* How far the origin may be outside of EPA's polytope, in terms of the fold that counts as rounding:
 * half of E at the start of a search, and the supports round by no more than that again. */
#define GZ_EPA_OUTSIDE 4
/* How often EPA looks for another silhouette when one folds or falls apart. */
#define GZ_EPA_TRIES 32
/* How many faces EPA walks over to the place of its answer before it looks at all of them. */
#define GZ_EPA_WALK 16
/* EPA tries to come as near as what counts as touching; after so many rounds it is content with a
 * larger share of the rounding radius, which is all that was asked for. At contact roundings may allow
 * no more. The rest of it is room for rounding the answer. */
#define GZ_EPA_CONTENT 64
#define GZ_EPA_CONTENT_SHARE 0.875
/* A point counts as in the plane of a face of EPA's polytope, which is scaled to a size of 1 to 2, when
 * it is no higher than this: the heights of the point and of the face's corners are sums of three
 * products, each off by some 3 units of double. */
#define GZ_EPA_LEVEL 1e-15
/* After this many rounds EPA aims at the nearest point of smooth sets (epa_aim.c). Most pairs are done
 * by then; cylinders and cones against boxes, which are flat in some direction, gain nothing by it. */
#define GZ_EPA_PATIENCE 32
/* An edge of EPA's polytope, which is scaled to a size of 1 to 2, spans a smooth piece of C if the
 * normals at its ends turn by at least this much of its length: a radius of curvature of up to some 30
 * sizes. Between the corners of something flat they turn less and less. */
#define GZ_EPA_SMOOTH 0.03
/* A normal is learned again when the squared size of the faces is this much less than it was. */
#define GZ_EPA_LEARN 4
/* The nearest point is over a face if its weights there are above minus this, and at a corner if that
 * is nearer than this part of the farthest one: the prediction is linear and no better. */
#define GZ_EPA_BESIDE 0.05
#define GZ_EPA_NEAR 0.25
/* How much closer the next point is than the corner that it replaces: at least this share of the angle,
 * or this many times the depth over the radius of curvature; 1/4 would do exactly, and leaves none for
 * the error of the prediction. Of 0.06 to 0.2 and 0.25 to 0.4 these end with the fewest rounds. */
#define GZ_EPA_SHRINK 0.2
#define GZ_EPA_ROUND 0.4
/* A face is a needle if the squared sine between its shorter edges is below this: their product has
 * then lost two digits and more. */
#define GZ_EPA_NEEDLE 1e-4
/* It is a hair, of which nobody knows which side is up, if its area is below this part of its squared
 * distance: the edges are off by a few units of double, being differences of points of size 1, and so
 * small a solid angle is lost in the 4 pi that all faces cover together. */
#define GZ_EPA_HAIR 1e-13

/* A ray that plainly hits or misses a triangle (primitive/ray_triangle.c): a determinant of
 * differences, of which two are at most U and one L, has at most 6 U^2 L with all its products
 * positive. Like orient3d it is off by 8 units 2^-53 of that, and the end of a bounded ray, as its
 * origin sees it, by 2 of L: in all 60. Half as much again is room. Where U is not above the second,
 * products may be lost; nor may U or squares of directions be beyond it or its inverse where nothing is
 * scaled. */
#define GZ_SIGHT_FILTER 0x60p-53
#define GZ_SIGHT_LEAST 0x1p-200

/* The same in float, for a first look at what misses (primitive/ray_miss.h). Corners, as the origin
 * sees them, and the way are rounded to float: that is the rounding of differences above and one more,
 * of the way, for which there is room. The end itself is rounded in double only, by 2^-53 of where the
 * origin is and of the way: 12 U^2 times that is far below the filter times 2^-20 of it. Where U^2
 * times the filter, and what the filter makes of all, stay below the third number, U^2 is below 2^118
 * and nothing overflows. A product that underflows is off by 2^-150, of two with a factor of L or U
 * behind: all of them together are far below the floor times 1 + L + U. A smaller one would do, but
 * numbers near the least take time. A way that is not longer than the last number is left to others:
 * near the least float its rounding is no share of it any more, and another direction is another ray.
 */
#define GZ_GLIMPSE_FILTER 0x60p-24f
#define GZ_GLIMPSE_ORIGIN 0x1p-20f
#define GZ_GLIMPSE_MOST 0x1p100f
#define GZ_GLIMPSE_FLOOR 0x1p-120f
#define GZ_GLIMPSE_LEAST 0x1p-100f

/* A cast asks for this relative gap between GJK's bounds at each step. The next step goes on from the
 * points of this one, so a plane that leaves a third of the way is better than another round: of 0.01,
 * 0.1, 0.2, 0.3 and 0.5 this takes the fewest rounds or next to them for all pairs measured. */
#define GZ_CAST_GAP 0.3
/* Where Newton's method finds the nearest points of curved pieces (convex/smooth_finish.h), a step more
 * is cheaper than another look, and a plane that is right to this share squares what is left. */
#define GZ_CAST_CLOSE 1e-4
/* Budget of GJK rounds of a whole cast, as a multiple of that of one query. Newton's steps number under
 * ten as a rule, but at a tangent each only quarters the gap: some thirty, of some thirty rounds. */
#define GZ_CAST_ROUNDS 32
/* How often the confirmation of a contact tries a moment 8 times later before it is called grazing. */
#define GZ_CAST_CONFIRMATIONS 4
/* Rounds of such a try at first: from the points at hand one or two are enough, unless they are almost
 * in a line, where a hundred may not lead deeper than the rounding radius. */
#define GZ_CAST_PATIENCE 8
/* On curved pieces a contact is confirmed so many E deep, by three support points around it: the share
 * of the ball in C that is left there is then some 4 E large for shapes that are not thin. Their
 * directions are tilted by the root of that share of the depth (pairs are of size one): on a surface of
 * curvature radius r the points are tau r apart and tau^2 r / 2 higher than the place, which is a 16th
 * of the depth, and roundings tilt the triangle by E / (tau r). Along an edge less is better; of 4,000
 * casts of a cylinder at a box 12 are left over then, with all of tau 490. */
#define GZ_CAST_DEPTH 16
#define GZ_CAST_FAN 0.125
#define GZ_CAST_FAN_EDGE 0.0625
/* The cast of a ball ends where the gap is below this part of E, which the bounds of the time leave
 * room for; near tangents, where each step only halves what is left, it is given up after so many. */
#define GZ_CAST_NEAR 0.25
#define GZ_CAST_STEPS 32

/* Shortcuts of simple pairs (convex/quick.h). Their E may exceed that of the pair by so many roundings
 * of itself: 16 for what a pose may stretch (GZ_ORTHOGONAL), the rest for those of gz_pair_error. */
#define GZ_QUICK_ROUNDINGS 40
/* They answer for sizes from 1 over this to this: squares of squares are then far from the ends of
 * double. */
#define GZ_QUICK_RANGE 1e12
/* Two points of the cores show an overlap deeper than E if they are nearer than the radii by this many
 * E: one that is asked for, one for the roundings of the points. */
#define GZ_QUICK_SURE 2
/* A separating axis of two boxes must leave a gap of this many E. In eps times the sizes: what is taken
 * from the axes of one box being orthonormal, to 16 eps an entry (GZ_ORTHOGONAL), is its own width
 * along its axis, off by 16 times the sum of its half extents, which is less than 28 times its reach;
 * the length of the axis is off by 8. Together that is little more than the 32 of one E. */
#define GZ_QUICK_APART 2
/* And a common point must lie that much inside of both: one E that is asked for, one for its
 * coordinates in the axes of B, off by as much as the width, one for its place in the world. */
#define GZ_QUICK_INSIDE 3
/* A point is moved across a face by this part more than it was off, so that it does not end on it. */
#define GZ_QUICK_ACROSS 0x1p-6
/* How often that is tried. The first point is in both boxes for four of five pairs that overlap at
 * random, the second for nearly all others. */
#define GZ_QUICK_MOVES 2

/* Closed forms of rays (convex/ray_form.h) keep this many E away from whatever they decide. In units of
 * the pair's size their roundings are: the pose's 16 (GZ_ORTHOGONAL), the difference of the origins 1,
 * the line's point nearest to the shape 4, its coordinates in the shape's axes 3, the distance or
 * height computed from them 4; together below the 32 of E, of which the second is for the shape's own
 * support error in the general cast. The factor is for the roundings of E itself. */
#define GZ_RAY_SURE (2 * (1 + 64 * (double)GRAZE_EPSILON))
/* A ray runs along an axis if no more than this part of its squared length is across: within reach of
 * the shape it then stays at the same distance from the axis but for 10^-15 of that reach, a small part
 * of E. Above, what is across is off by 4 units of double at most, which moves the line within reach by
 * as little, and all that follows is computed of that line. */
#define GZ_RAY_ALONG 1e-30

/* How far two bodies of revolution may miss having parallel axes, and a pose may miss leaving a body
 * round, as a share of E, before it counts. Two rotations of 8 eps each, seen in one frame, turn a body
 * by up to 16 eps of its extent, half of E. */
#define GZ_AXIAL_SHARE 0.5
/* Arcs of the planar expanding polytope. Each split brings the least one four times nearer, 26 splits
 * for all of a double, and leaves one arc behind; where two or three places are equally near that many
 * for each. 104 bytes an arc, on the stack. */
#define GZ_EPA2D_ARCS 128
/* Rounding of the heights in such a polytope, relative to the first points of its chain: support points
 * of two profiles, three sums, a product. */
#define GZ_EPA2D_ROUNDING 3e-16
/* Looks at heights between the kinks of circles of normals (normal_circle.h) before that is left to
 * EPA. */
#define GZ_CIRCLE_LOOKS 128
/* Two cylinders (cylinder_depth.c). The axes count as crossing if the sine of their angle is above
 * this; below, C is nearly a body of revolution, and its minima are too flat to be told apart. */
#define GZ_CYLINDER_CROSSING 1e-3
/* How far out the corners are that stand for a half of the sphere of normals. The pair has a size of 1
 * to 2. A face with such a corner has a distance off by some 3 units of double times that, 1.3e-15: no
 * more than a part of E. */
#define GZ_CYLINDER_FAR 4.0
/* Between those, the first two points are toward the ends of what is left of the sphere, tilted by this
 * toward its middle. Depths up to this part of the pair's size are tried without a polytope, faces
 * being split so often. These take the least time of 0 to 1, 0.05 to 0.2 and 0 to 3. */
#define GZ_CYLINDER_TILT 0.5
#define GZ_CYLINDER_SHALLOW 0.1
#define GZ_CYLINDER_SPLITS 2
/* Points looked at before the proof is left to EPA. */
#define GZ_CYLINDER_ROUNDS 48
/* A step of the descent to a minimum turns the normal by no more than this, and so many are made. */
#define GZ_DESCENT_TURN 0.5
#define GZ_DESCENT_STEPS 16
/* Caps around a minimum are looked for by the cotangent of half their angle: a first one by steps of
 * this factor, up to a limit of less than 2 degrees, then a larger one by so many chords, each time a
 * bit beyond where it is zero, as a share of what is left. */
#define GZ_CAP_GROWTH 3
#define GZ_CAP_LEAST 64
#define GZ_CAP_CHORDS 2
#define GZ_CAP_BEYOND 0x1p-6
/* Newton's method for EPA (epa_place.c) is tried when the bracket is no wider than this part of the
 * upper bound: before, the nearest face has seldom the right pieces. Of 1/32 to 1 this takes the least
 * time but for 1/32, which hardly differs. */
#define GZ_PLACE_GAP 0.0625
/* A step turns a rim's point by no more than the first of these. It is the last one if its square is
 * below the second times E |x|: the next is about as long as this one squared over |x|, and a part of E
 * then. */
#define GZ_PLACE_TURN 0.5
#define GZ_PLACE_STILL 0.0625
#define GZ_PLACE_STEPS 6
/* Along a normal with a lesser share than this across the axis, any point of a rim may be farthest:
 * where it lies is off by rounding over the share. At 3e-3 two of 30,000 random pairs with cones were
 * off by more than E, both cones hundreds of times as wide as high; this is ten times as much. */
#define GZ_PLACE_ASIDE 0x1p-5
/* How far the farthest point of a rim along the normal found may be from where Newton's method ended,
 * in terms of its radius: more is another stationary point, e.g. the nearest. */
#define GZ_PLACE_OFF 1e-6
/* Room to slide is given up for roundness where it is more than this share of the height. */
#define GZ_PLACE_PART 0.5
/* What is to be shown is below the height found by this share of the width asked for; and a plane is
 * one of support if C is above it by no more than this. */
#define GZ_PLACE_SHARE 0.9375
#define GZ_PLACE_MISS 0.125
/* How much less of a cap is made use of than could be, so that it still holds if something a little
 * lower is found. */
#define GZ_PLACE_RESERVE 0.125
/* Of a cap smaller than this (1 / cos) the points that its place lies between are worth adding, too. */
#define GZ_PLACE_SMALL 1.1
/* Newton steps for the point of an ellipsoid nearest to one inside: 3 to 5 as a rule, at most 48
 * of 10^7 random points, half of them with a coordinate next to nothing. */
#define GZ_ELLIPSOID_STEPS 64
/* They are done when a sum of three squares is 1 but for its roundings: each square 4, the sums 2, in
 * units of double. */
#define GZ_ELLIPSOID_SUM 1e-15

/* Pairs of sizes between these are computed as they are, without being scaled: the longest products are
 * of eight lengths (triangle_signed.c: squares of squares of squares), 1e-96 to 1e96, far within
 * double, in which pairs are computed in both builds. */
#define GZ_PLAIN_LEAST 1e-12
#define GZ_PLAIN_MOST 1e12

/* Contact points. A face or edge takes part as a whole if it is within this angle (its sine and
 * cosine) of lying flat on the other shape; turned farther, nobody takes it for resting on it. Points
 * do not lose by it: they are computed on the faces and edges as they lie. */
#define GZ_CONTACT_SINE 0x1p-5
#define GZ_CONTACT_COSINE 0.99951171875
/* Sines and cosines that are within this of those are in doubt where the contact is only glanced at:
 * the axes of rigid poses are off by the 16 eps of GZ_ORTHOGONAL, the normal by one, and products with
 * them round by some 4 more, in all some 2^-19 in float. */
#define GZ_CONTACT_DOUBT 0x1p-16
/* What counts as level, in terms of the size of the contact: points no higher than this above reach are
 * kept, and none that is not deeper by that much is preferred for its depth. Ten times the angle by
 * which something at rest jiggles in a simulation, 10^-4. */
#define GZ_CONTACT_LEVEL 0x1p-10
/* Facets of a hull are one face if their normals (as squared distance) differ by no more than as much
 * of an angle: rounded coordinates break faces into triangles that are coplanar but for rounding. */
#define GZ_CONTACT_COPLANAR 0x1p-20
/* Where coplanar facets leave a dent in their outline that is no deeper than this part of its size,
 * the outline is moved in; on the steep facet in the dent heights would amplify all roundings. */
#define GZ_CONTACT_DENT 0x1p-15
/* In deeper dents the facets there are upper bounds of the surface. It is lower than the face by 2^-9
 * of the size at most, twice the angle above, over the depth of the dent or more, so these face out by
 * a cosine of about 2^-6; steeper ones are elsewhere. */
#define GZ_CONTACT_STEEP 0x1p-7
/* A face has no corner where its outline turns by no more than this (its tangent). Of two sides in one
 * line clipping cannot tell which it meets; beyond this angle it can, except within 2^-33 of the size
 * of their corner. What is lost is that thin, against a level of 2^-10. */
#define GZ_CONTACT_STRAIGHT 0x1p-20
/* How much more area other corners must span to be preferred to those found first. */
#define GZ_CONTACT_TIE 0x1p-10
/* And how little of the whole area a corner may add to count as none. More than that, or a choice
 * within GZ_CONTACT_TIE could take it for the real corner beside it. */
#define GZ_CONTACT_BLUNT 0x1p-9
/* Of more corners than this all choices of four take too long: those that add least go first, and of
 * those that add as much within a factor (1 + even), as on a rim, the first of all. */
#define GZ_CONTACT_TRIED 12
#define GZ_CONTACT_EVEN 0.125
/* Two edges share a point where they pass each other within this share of E. */
#define GZ_CONTACT_PASS 0.25

/* GJK rounds before giving up. Polytopes end in under 20, round shapes gain at least one bit in three
 * rounds, 160 for all of a double; the limit is there so that no input can loop (B:3209-3211). */
#define GZ_GJK_ITERATIONS 256
/* Rounds of a depth method beside those. Each adds a point to EPA's block or straightens a face, so the
 * block is full before they run out. */
#define GZ_DEPTH_ITERATIONS 1024

/* -- primitives -------------------------------------------------------------------------------------
 */

/* Rays at triangles: below the square root of the first, as a sine, the parameter from a plane in
 * double has lost 24 of its 53 bits, and is computed with twice the digits. Products of three of these
 * round by 2^-98 of their sizes or less; a sum above the second has 18 bits left at least, one below it
 * tells nothing, and the ray is clipped like one in the plane. */
#define GZ_GRAZING 0x1p-48
#define GZ_GRAZING_SURE 0x1p-80
/* A difference of two products with twice the digits rounds by 2^-100 of these or less: below this part
 * of them it is 0. */
#define GZ_LINE_SURE 0x1p-98

/* A cross product u x v is computed with twice the digits where its squared length is below this part
 * of |u|^2 |v|^2: its direction would be off by more than some 12 units of double. */
#define GZ_CROSS_LOSS 0x1p-4

/* The filter for a box beside a line (primitive/span.h), in terms of the sum of the |products| with all
 * coordinates in place of their differences. The middle of the box relative to the line goes through
 * three roundings, the direction through one, their products and their difference through two; the
 * reach of the box through four; comparing and the bound itself through some more: 12, with room. */
#define GZ_BOX_SIDE_FILTER 0x10p-53

/* Where a ray enters and leaves slabs (primitive/slabs.h), in units of double of the parameters: a
 * difference and a quotient round by 2 each, and the comparison by 2; with room. Quotients below the
 * normal range lose digits: a floor, above the least number by more than the ratio of any two. Infinite
 * differences, of coordinates beyond 2^1023, are left to the exact test. */
#define GZ_SLAB_FILTER 0x10p-53
#define GZ_SLAB_FLOOR 0x1p-1000

/* How far a place on a ray may seem off a cone by rounding, in units of double times the size of both
 * (primitive/ray_cone.c): a place is a difference, three products and the part along the axis taken
 * out, off by less than 16, and its parameter by as much; twice that. So near to the axis a ray that
 * enters by the slope enters at the tip, and a ray that is so near to the slope where it comes to the
 * plane of tip or base runs along the slope up to there. */
#define GZ_CONE_SLACK 0x40p-53

/* Steps of Newton's method there, a limit that is never met: some five double the digits. */
#define GZ_CONE_STEPS 24

/* How far an oriented box is widened, in eps times the sum of its half extents, before others are
 * tested against it in its own frame (primitive/box_frame.h). Its axes A have A^T A = 1 + D with |D| <=
 * GZ_ORTHOGONAL eps in each entry, so the box itself reaches that far beyond its half extents there:
 * 16, and 8 for the roundings of the sum. What is reported wrongly is nearer than sqrt(3) (24 + 16). */
#define GZ_BOX_SLACK 24
/* And in units of double times the 1-norm of the others' points relative to its centre: a difference
 * and three products, summed, round by 5. */
#define GZ_BOX_ROUNDING 16
/* The same for two boxes, times the sum of all half extents. In the frame of A, box A is off by 16 eps,
 * and the columns of R = A^T B are orthonormal to 32: what is taken for the product of a column with a
 * face normal of B is off by 32, what is taken for its product with a cross product of edges, a
 * cofactor of R, by about 64. 64 + 16, and room for the roundings in double. Where the edges decide,
 * each box is widened by that, and what is reported wrongly is nearer than 1 + sqrt(3) times that. */
#define GZ_BOXES_SLACK 96
/* Edges of two boxes at an angle with a sine below this make no axis that can be relied on for an
 * overlap: any value would be right, for box_box.c takes what it leaves out into account. */
#define GZ_PARALLEL_BOXES 0x1p-8

/* A point of a segment that is nearer to the origin than this part of the ends (squared) is computed
 * with twice the digits: its direction, which will be a normal, would be off by 2^5 units of double. */
#define GZ_NEAR_LOSS 0x1p-10
/* Whether a shadow is inside of an edge is not known if the triple product that tells is below this
 * part of the three lengths: the normal is off by 12 units of double, the products round by 6. Nor
 * whether it is between the ends of a segment. Where both ways lead to the same point, up to twice
 * that, the normal of the plane is used, which is always right. */
#define GZ_NEAR_OUTSIDE 0x1p-48
/* Two segments count as touching where their distance is below this part of the sizes: the difference
 * of the two points is nothing but rounding. */
#define GZ_NEAR_TOUCHING 0x1p-50

/* Bounding volumes are computed in double and then rounded outwards by these many units of double,
 * times the sum of the absolute values that were added (bounds/outward.h). A projection onto an axis or
 * a row of a matrix rounds three differences from the reference, three products and five sums: at most
 * 8 on any path. */
#define GZ_BOUNDS_ROUNDING 0x1p-50 /* 8 units of 2^-53 */
/* An oriented box holds c + sum t_i a_i with |t_i| <= half_i, but t is measured as a_i . (x - c). The
 * axes are orthonormal to 12 eps of real: in double they are computed with some four roundings a number
 * (bounds/principal.h), in float rounded once. So each t_i is off by that much of the sum of all. */
#define GZ_BOUNDS_AXES ((real)16)
/* The pose of one box seen from another: the inverse of a rotation is off by GZ_ORTHOGONAL eps,
 * products and sums by 8 more, with some room. */
#define GZ_BOUNDS_RELATIVE ((real)32)

/* Two trees (tree/pair_view.h), boxes in float. Middles and half extents round once each, the map's
 * numbers once, products once and sums of up to four thrice; the ends of the interval once more: 8
 * units of 2^-24 times the sum of the absolute values of all terms, twice, for the middle and for the
 * half extents. Products of the nine edge axes have one factor more, and stay below 16 all the same:
 * middles, differences and their images round by 5, two products and a sum by 3, the cofactors by 4. */
#define GZ_TREE_PAIR_SLACK 0x10p-24
/* The map itself is computed in double: three products, sums of four or five, at most 8 roundings. */
#define GZ_TREE_PAIR_ORIGIN 0x8p-53
/* Slabs of nodes (mesh/slabs.c), in float, in units of 2^-24 times the sum of the largest coordinates;
 * numbers of normals are exact and at most one. Corners are rounded once, products and sums thrice: 4.
 * What is bounded by a slab below is taken apart into f (m . x) + (n - f m) . x, where it does not
 * matter how f rounds, and no |f m| is above |n|, which is one or little more. The first part and the
 * sums round by 6, the numbers of the rest by 4 and coordinates times these by 6 more; the same for the
 * half extents: 32, with room. */
#define GZ_SLAB_SLACK 0x28p-24
/* Boxes beside the other tree's slabs. What their coordinates are off by GZ_TREE_PAIR_SLACK says; the
 * normal, as their tree sees it, rounds by 4 units, which twice that slack has room for. It is taken
 * apart as above, and what that rounds by grows with all coordinates, not just those along the normal:
 * a rest is up to twice as long as the normal, off by 6 units, and multiplies coordinates that are off
 * by 1; products and sums of four terms round by 5, twice; then comes the comparison: 40. */
#define GZ_SLAB_VIEW_SLACK 2
#define GZ_SLAB_VIEW_ROUNDING 0x40p-24
/* The height of a box above a plane, in double: the normal rounds by 6, places by 8, products and sums
 * by 6 units of 2^-53 times the absolute values of all terms. */
#define GZ_TREE_PLANE_SLACK 0x20p-53
/* Beyond this, numbers may leave the range of float on the way. */
#define GZ_TREE_RANGE 1e36

/* The point where an edge crosses a triangle is good enough if rounding moves it by less than so many
 * eps times the reach of a mesh, a quarter of the rounding radius of the pair; else GJK finds one. */
#define GZ_CROSSING_ERROR 8
/* Rays at triangles of a mesh (mesh/ray.h), in units of double; R is the largest coordinate of a corner
 * relative to the ray's origin. A sheared coordinate x - s z, |s| <= 1, is at most 2 R and off by 6 u R
 * (x and z round once, s once, product and difference once). A side x y' - y x' is then off by 2 (2 2 R
 * 6 u R + 4 u R^2) + 8 u R^2 = 64 u R^2; twice that. */
#define GZ_MESH_RAY_SIDE 0x1p-46
/* The products of the normal, whose sides are at most 2 R long, with the direction, relative to its
 * longest component: 8 R^2 three times, 9 roundings, 216 u R^2; with a corner R times as much. */
#define GZ_MESH_RAY_NORMAL 0x1p-44
/* R beyond this, or below its inverse, leaves every triangle to the exact test. */
#define GZ_MESH_RAY_RANGE 0x1p200

/* A box of a complex shape brought to the world, and its distance from another box or a plane
 * (mesh/complex_fold.c), in units of the sizes of both and of what lies between: middles and half
 * extents round by 6 units of double, differences, squares and the root by 6 more; with room. */
#define GZ_COMPLEX_SLACK 0x1p-46
/* How far off the place of a compound's child may be, in eps times the size of the compound: a product
 * of two matrices (gamma_3 an entry, so 6 for a point by the Frobenius norm of what is at most sqrt(3)
 * times as large as its points move), the image of the child's origin (3) and the sum (1), each level;
 * children of children are asked about with the error of their own compound, which is no larger. */
#define GZ_ERROR_COMPOUND 16.0

/* What a box of the world is widened by in the space of a mesh (mesh/overlap.c), times the sizes of all
 * that was added there and brought back: a vertex rounds by 4 units of double on its way to the world,
 * the inverse by 8 and the box by 8 on their way back; with room. */
#define GZ_MESH_OVERLAP_SLACK 0x1p-46

/* Rays at the boxes of a tree (tree/meets.h), in float whatever the build, eps = 2^-24. A parameter
 * (plane - origin) * inverse rounds in the difference, the inverse (computed in double) and the
 * product: 3 eps of itself, with the right sign. So an entry that is not behind an exit seems to be by
 * 6 eps of it at most; exits are raised by 8, by way of the inverse, which is raised before it rounds.
 * An entry before max_t is compared with that raised by as much. Nothing underflows, by the choice of
 * the scale. */
#define GZ_TREE_RAY_SLACK 0x1p-21f
/* A ball and the boxes of a tree: three gaps, each rounded once, their squares and two sums are off by
 * 5 eps of the sum, the squared radius by 2: 8 covers all. What underflows makes the sum smaller, and
 * the square of the radius by no more than 2^-149. */
#define GZ_TREE_BALL_SLACK 0x1p-21f

/* Distances of triangles of size one or less (narrow/triangle_pairs.h): squares of lengths, and what is
 * divided by, below the first are as good as zero, which leaves the pair to GJK; the second is above
 * every square that occurs. */
#define GZ_TRIANGLE_TINY 1e-290
#define GZ_TRIANGLE_HUGE 1e30
/* Boxes of primitives in a frame of its own (narrow/tight_boxes.c), in units of a pair of size one to
 * two: coordinates up to four round to float by 2^-23, and by less on their way there. */
#define GZ_TIGHT_SLACK 0x1p-21
/* The nearest point of a mesh. Gaps between a point and the boxes of a tree round once, their weights
 * once, the products once, the squares once more and the two sums: 9 eps (2^-24) of the sum at most.
 * The limit rounds twice. 16 covers all. What underflows makes the sum smaller. */
#define GZ_PROBE_SLACK 0x1p-20
/* Beyond this sum of squares of the inverse of a pose, its axes made unit, the inverse itself has lost
 * half of its digits or more: boxes are then not compared at all. */
#define GZ_PROBE_SKEW 0x1p50
/* Triangles are passed over by an estimate in double. By the edges: points on them round by some 8 eps
 * (2^-53) of their distance from the point asked about, a quarter of E. By the plane, over a triangle
 * whose sides enclose an angle with a sine above 2^-20 (its square: GZ_PROBE_THIN): the normal is off
 * by 2^-31 of itself at most and the height by 2^-30 of the corner's distance, which is less than half
 * of GZ_PROBE_SLACK of the height itself if that is at least 2^-8 of the distance (its square:
 * GZ_PROBE_LOW). All others are looked at with care. */
#define GZ_PROBE_THIN 0x1p-40
#define GZ_PROBE_LOW 0x1p-16

/* The search for the deepest point of a surface (narrow/solid_scan.c) leaves out what could be deeper
 * by no more than this share: with many corners at about the same depth it would else look at all. */
#define GZ_SCAN_SHARE 0x1p-4
/* How many points it looks at, some 2 us each, before it is content; how far it follows the way out of
 * a body along a convex shape; how often it halves the way from a common point to a corner. */
#define GZ_SCAN_LOOKS 1024
#define GZ_SCAN_STEPS 8
#define GZ_SCAN_HALVES 6
/* Pairs of primitives beside whose common point it looks. */
#define GZ_SCAN_PAIRS 32
/* Ways out of a solid (narrow/solid_depth.c): lengths are tried from a depth that is known, each longer
 * than the last by this factor, so many of them; then the interval is halved this often. What is added
 * to the hulls' depth, 2^7 eps of the size at first, grows fourfold each time, more often than it takes
 * to exceed the size in either precision; what is added to a translation that rounds doubles. */
#define GZ_PART_START 1.03125
#define GZ_PART_GROWTH 1.5
#define GZ_PART_TRIES 6
#define GZ_PART_HALVINGS 12
#define GZ_PART_RAISES 28

/* Contacts of meshes. A neighbour that falls away by less than this sine, half a degree, goes on flat:
 * what floors in files are off. A normal within that sine of the face's needs no other. */
#define GZ_EDGE_FLAT 0x1p-7
/* Contacts whose normals have this cosine or more belong to one patch: 8 degrees. */
#define GZ_PATCH_COSINE 0.99
/* Points of a patch nearer to each other than this share of the smaller body are one. */
#define GZ_PATCH_MERGE 0x1p-10
/* The foot of a point may lie beside its triangle by this share of the triangle's size. */
#define GZ_PATCH_BESIDE 0x1p-12
/* A point of a pair lies on a corner or an edge if it is this many times nearer than how far off the
 * pair's points may be: those of a single contact by the width of its bracket, and corners by E. */
#define GZ_PATCH_TOUCH 4

/* Convex decomposition. Corners of cells are cut out of each other in double, each time with a few
 * units of the size; what is nearer to a plane than this share of it lies on it. Far below the rounding
 * of float, and of the order of the rounding radius in the double build. */
#define GZ_DECOMPOSE_TOLERANCE 0x1p-40
/* Planes that are tried for a cell; what a facet that one cuts costs against one that is only on the
 * longer side; how deep cells may be nested. */
#define GZ_DECOMPOSE_TRIED 32
#define GZ_DECOMPOSE_CUT 8
#define GZ_DECOMPOSE_DEPTH 4096
/* Proof of a concavity: boxes smaller than this share of the limit that still prove nothing speak
 * against it, and so do more looks than these. */
#define GZ_DECOMPOSE_PROOF 0x1p-3
#define GZ_DECOMPOSE_LOOKS 20000

/* The times at which boxes that move begin and end to overlap (narrow/near_kernel.h), in float: a
 * difference, the inverse of the motion and the product round once each, the motion in the frame three
 * times in double before. */
#define GZ_CAST_BOX_SLACK 0x1p-20f

#endif
