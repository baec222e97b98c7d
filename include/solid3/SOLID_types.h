/* SPDX-License-Identifier: MIT
 * Graze as SOLID 3: the types. Written anew from the facts of that interface. */
#ifndef SOLID_TYPES_H
#define SOLID_TYPES_H

#if defined(_WIN32) && !defined(GRAZE_STATIC)
#if defined(SOLID3_BUILDING)
#define DT_DECLARE __declspec(dllexport)
#else
#define DT_DECLARE __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define DT_DECLARE __attribute__((visibility("default")))
#else
#define DT_DECLARE
#endif

#if defined(__cplusplus)
#define DT_BEGIN_C extern "C" {
#define DT_END_C }
#else
#define DT_BEGIN_C
#define DT_END_C
#endif

/** Always float, whichever engine is behind. */
typedef float DT_Scalar;
typedef DT_Scalar DT_Vector3[3];
/** x, y, z, w; need not be of length one. */
typedef DT_Scalar DT_Quaternion[4];

typedef int DT_Bool;
#define DT_FALSE 0
#define DT_TRUE 1

/** What callbacks return: go on, or end the test. */
#define DT_CONTINUE 0
#define DT_DONE 1

typedef unsigned int DT_Count;
typedef unsigned int DT_Index;
typedef unsigned int DT_Size;

/** A name for something inside; never to be looked into. */
#define DT_DECLARE_HANDLE(name)                                                                        \
    typedef struct name##__ {                                                                          \
        int unused;                                                                                    \
    } * name

#endif
