/* SPDX-License-Identifier: MIT */
#include "narrow/complex.h"

#include "convex/query.h"

static graze_status set_accuracy(gz_fold *fold, const graze_options *options) {
    graze_options o = options ? *options : (graze_options){0};
    if (!gz_options_are_valid(&o)) return GRAZE_INVALID_ARGUMENT;
    fold->options = options;
    fold->rel = o.rel > 0 ? (double)o.rel : o.rel < 0 ? 0 : GZ_DEFAULT_ACCURACY;
    fold->abs = (double)o.abs;
    return GRAZE_OK;
}

graze_status gz_fold_begin(const graze_placed *a, const graze_placed *b, const graze_options *options,
                           gz_fold *fold) {
    graze_status status = set_accuracy(fold, options);
    return status == GRAZE_OK ? gz_fold_make(a, b, fold) : status;
}
