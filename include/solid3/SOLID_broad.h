/* SPDX-License-Identifier: MIT
 * Graze as SOLID 3: the broad phase alone: which of many boxes overlap. Touching boxes do. */
#ifndef SOLID_BROAD_H
#define SOLID_BROAD_H

#ifndef __cplusplus
#include <stdbool.h>
#endif

#include "SOLID_types.h"

DT_BEGIN_C

DT_DECLARE_HANDLE(BP_SceneHandle);
DT_DECLARE_HANDLE(BP_ProxyHandle);

/** Called when two boxes begin, or cease, to overlap, from the call that makes them do so. Callbacks
 * may call all of these functions. */
typedef void (*BP_Callback)(void *client_data, void *object1, void *object2);

/** The object behind a box: is it hit before *lambda? Then that becomes smaller and true is returned.
 */
typedef bool (*BP_RayCastCallback)(void *client_data, void *object, const DT_Vector3 source,
                                   const DT_Vector3 target, DT_Scalar *lambda);

DT_DECLARE BP_SceneHandle BP_CreateScene(void *client_data, BP_Callback beginOverlap,
                                         BP_Callback endOverlap);
/** No callbacks; the proxies go with it. */
DT_DECLARE void BP_DestroyScene(BP_SceneHandle scene);

DT_DECLARE BP_ProxyHandle BP_CreateProxy(BP_SceneHandle scene, void *object, const DT_Vector3 min,
                                         const DT_Vector3 max);
DT_DECLARE void BP_DestroyProxy(BP_SceneHandle scene, BP_ProxyHandle proxy);
DT_DECLARE void BP_SetBBox(BP_ProxyHandle proxy, const DT_Vector3 min, const DT_Vector3 max);

/** The object that is hit first on the way from source to target up to *lambda (1 is at the target), as
 * the callback says; NULL: none. *lambda comes back as the callbacks left it. */
DT_DECLARE void *BP_RayCast(BP_SceneHandle scene, BP_RayCastCallback objectRayCast, void *client_data,
                            const DT_Vector3 source, const DT_Vector3 target, DT_Scalar *lambda);

DT_END_C

#endif
