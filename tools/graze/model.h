/* SPDX-License-Identifier: MIT
 * What a command works on: the objects of all its files in one scene, as shapes of the library. */
#ifndef TOOL_MODEL_H
#define TOOL_MODEL_H

#include "options.h"
#include "read.h"
#include "shapes.h"

typedef struct model {
    scene s;
    shapes made;
} model;

/* How files are to be read: the options that commands share. Zero-initialised: metres, joints at 0. */
typedef struct model_options {
    int unit;                     /* a number of MODEL_UNITS */
    text_list joints;             /* NAME=VALUE or ROBOT:NAME=VALUE each */
    text_list srdf;               /* FILE or ROBOT:FILE each */
    struct robot_choices *robots; /* what model_read makes of these */
} model_options;

#define MODEL_UNITS "m cm mm in ft"
/* Its name, for reports. */
const char *model_unit_name(int unit);

/* The rows of a table of options that fill model_options o in. */
#define MODEL_OPTIONS(o)                                                                               \
    {"--units", OPTION_CHOICE, &(o).unit, MODEL_UNITS, NULL},                                          \
        {"--joint", OPTION_LIST, &(o).joints, NULL, NULL}, {                                           \
        "--srdf", OPTION_LIST, &(o).srdf, NULL, NULL                                                   \
    }
/* And what help says of them. */
#define MODEL_OPTIONS_HELP                                                                               \
    "  --units U          what lengths are in: m (default), cm, mm, in or ft. VRML and URDF files are\n" \
    "                     always in metres and are converted; others are taken as they are.\n"           \
    "  --joint NAME=V     sets a joint (radians or metres) of the robots that have it; again for more\n" \
    "  --srdf FILE        pairs of links that an SRDF file disables are left alone\n"                    \
    "                     With several robots, arm:elbow=1 and arm:FILE are for arm.urdf alone.\n"

/* Reads the files. With more than one, objects are called FILE:NAME; names that repeat get #2, #3 and
 * so on, so that none is there twice. False with a fault; free it either way. */
bool model_read(char **paths, int count, model_options *options, model *out, fault *f);
void model_free(model *m);
/* When all files are read: did every joint and SRDF file of the options fit some robot? */
bool model_options_used(const model_options *options, fault *f);
void model_options_free(model_options *options);

/* Gives names that repeat a number, as above. */
bool names_make_unique(scene *s, fault *f);
/* Scales everything that was read in this unit. */
void model_to_metres(model *m, int unit);

/* Does the pattern, in which * stands for any text and ? for any character, match an object's name, or
 * the beginning of it up to a /, : or #? So "crane" is everything in crane/, and crane#2, too. */
bool names_object(const char *pattern, const char *name);

#endif
