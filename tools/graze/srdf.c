/* SPDX-License-Identifier: MIT
 * SRDF, the XML: <disable_collisions link1="a" link2="b"/>; everything else is read over. */
#include <expat.h>
#include <string.h>

#include "names.h"
#include "urdf.h"

typedef struct parser {
    XML_Parser xml;
    const char *path;
    name_map links; /* numbers by name */
    size_t first;
    scene *out;
    fault *f;
} parser;

static long line_of(const parser *p) { return (long)XML_GetCurrentLineNumber(p->xml); }

static size_t find(const parser *p, const char *link) {
    return link ? name_map_find(&p->links, link, strlen(link)) : SIZE_MAX;
}

static void XMLCALL begin(void *user, const char *element, const char **attributes) {
    parser *p = user;
    if (strcmp(element, "disable_collisions") != 0 || p->f->text[0]) return;
    const char *names[2] = {NULL, NULL};
    for (; *attributes; attributes += 2) {
        if (strcmp(attributes[0], "link1") == 0) names[0] = attributes[1];
        if (strcmp(attributes[0], "link2") == 0) names[1] = attributes[1];
    }
    size_t a = find(p, names[0]), b = find(p, names[1]);
    const char *missing = a == SIZE_MAX ? names[0] : names[1];
    if (a == SIZE_MAX || b == SIZE_MAX)
        fault_set(p->f, p->path, line_of(p), "the robot has no link '%.100s'", missing ? missing : "");
    else
        scene_ignore(p->out, p->first + a, p->first + b, p->f);
    if (p->f->text[0]) XML_StopParser(p->xml, XML_FALSE);
}

static void XMLCALL refuse_entity(void *user, const char *name, int is_parameter, const char *value,
                                  int length, const char *base, const char *system, const char *public,
                                  const char *notation) {
    parser *p = user;
    (void)name, (void)is_parameter, (void)value, (void)length;
    (void)base, (void)system, (void)public, (void)notation;
    fault_set(p->f, p->path, line_of(p), URDF_ENTITY);
    XML_StopParser(p->xml, XML_FALSE);
}

static bool take_links(parser *p, const urdf_robot *robot) {
    for (size_t i = 0; i < robot->link_count; ++i) {
        const char *name = robot->links[i].name;
        size_t *number = name_map_take(&p->links, name, strlen(name));
        if (!number) return fault_set(p->f, p->path, 0, "out of memory");
        *number = i;
    }
    return true;
}

static bool parse(parser *p, const bytes *file) {
    p->xml = XML_ParserCreate(NULL);
    if (!p->xml) return fault_set(p->f, p->path, 0, "out of memory");
    XML_SetUserData(p->xml, p);
    XML_SetElementHandler(p->xml, begin, NULL);
    XML_SetEntityDeclHandler(p->xml, refuse_entity);
    if (XML_Parse(p->xml, file->at, (int)file->count, 1) != XML_STATUS_OK)
        fault_set(p->f, p->path, line_of(p), "%s", XML_ErrorString(XML_GetErrorCode(p->xml)));
    XML_ParserFree(p->xml);
    return p->f->text[0] == 0;
}

bool srdf_read(const char *path, const bytes *file, const urdf_robot *robot, size_t first, scene *out,
               fault *f) {
    if (file->count > INT32_MAX) return fault_set(f, path, 0, "larger than 2 GB");
    parser p = {.path = path, .first = first, .out = out, .f = f};
    bool good = take_links(&p, robot) && parse(&p, file);
    name_map_free(&p.links);
    return good;
}
