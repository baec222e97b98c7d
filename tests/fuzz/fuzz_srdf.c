/* SPDX-License-Identifier: MIT
 * Pairs of links that an SRDF file disables, for a robot with three of them. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "urdf.h"

static const char robot_text[] =
    "<robot name='r'><link name='a'/><link name='b'/><link name='a b'/>"
    "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>"
    "<joint name='k' type='fixed'><parent link='a'/><child link='a b'/></joint></robot>";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    urdf_robot robot;
    scene s = {0};
    fault f = {""};
    bytes text = {(char *)robot_text, sizeof robot_text - 1}, file = {malloc(size + 1), size};
    if (!file.at || !urdf_parse("r.urdf", &text, &robot, &f)) abort();
    if (size) memcpy(file.at, data, size);
    file.at[size] = 0;
    bool good = srdf_read("r.srdf", &file, &robot, 5, &s, &f);
    if (good != (f.text[0] == 0)) abort();
    for (size_t i = 0; i < s.ignored_count; ++i)
        if (s.ignored[i].a < 5 || s.ignored[i].a > s.ignored[i].b || s.ignored[i].b > 7) abort();
    scene_free(&s);
    urdf_free(&robot);
    bytes_free(&file);
    return 0;
}
