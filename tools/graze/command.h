/* SPDX-License-Identifier: MIT
 * The commands of the program. Each gets what stands behind its name on the command line. */
#ifndef TOOL_COMMAND_H
#define TOOL_COMMAND_H

/* What the program ends with. */
enum { STATUS_CLEAN = 0, STATUS_CLASH = 1, STATUS_ERROR = 2 };

int command_check(int count, char **words);
int command_convert(int count, char **words);
int command_distance(int count, char **words);
int command_info(int count, char **words);
int command_ray(int count, char **words);

#endif
