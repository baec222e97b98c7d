/* SPDX-License-Identifier: MIT
 * URDF, the XML: <robot> has <link>s with <collision>s and <joint>s. What is about looks and masses is
 * read over. */
#include <expat.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scan.h"
#include "urdf.h"

typedef struct parser {
    XML_Parser xml;
    const char *path;
    urdf_robot *robot;
    fault *f;
    int depth;
    urdf_link *link;           /* the open one */
    urdf_joint *joint;         /* the open one */
    urdf_collision *collision; /* the open one */
} parser;

static long line_of(const parser *p) { return (long)XML_GetCurrentLineNumber(p->xml); }

/* Ends the parsing; the first fault is the one that is told. */
static void stop(parser *p) { XML_StopParser(p->xml, XML_FALSE); }

#define FAIL(p, ...)                                                                                   \
    do {                                                                                               \
        fault_set((p)->f, (p)->path, line_of(p), __VA_ARGS__);                                         \
        stop(p);                                                                                       \
    } while (0)

/* -- attributes -- */

static const char *find(const char **attributes, const char *name) {
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0) return attributes[1];
    return NULL;
}

static char *copy(parser *p, const char *text) {
    size_t size = strlen(text) + 1;
    char *made = malloc(size);
    if (!made) {
        FAIL(p, "out of memory");
        return NULL;
    }
    return memcpy(made, text, size);
}

/* The attribute's text, which must be there; NULL after a fault. */
static char *need(parser *p, const char **attributes, const char *element, const char *name) {
    const char *text = find(attributes, name);
    if (text && *text) return copy(p, text);
    FAIL(p, "<%s> has no %s", element, name);
    return NULL;
}

/* count numbers; the attribute may be missing unless it is needed. */
static bool take_numbers(parser *p, const char **attributes, const char *name, bool needed,
                         double *values, int count) {
    const char *text = find(attributes, name);
    if (!text) {
        if (needed) FAIL(p, "the attribute %s is missing", name);
        return !needed;
    }
    scan s = {text, text + strlen(text), p->path, "\n", 0, line_of(p), p->f};
    bool good = true;
    for (int i = 0; good && i < count; ++i) good = scan_number(&s, name, &values[i]);
    if (good && scan_more(&s))
        good = fault_set(p->f, p->path, line_of(p), "%s takes %d numbers", name, count);
    if (!good) stop(p);
    return good;
}

/* -- elements -- */

static void begin_link(parser *p, const char **attributes) {
    urdf_robot *r = p->robot;
    if (!ARRAY_MAKE_ROOM(r->links, r->link_count, r->link_capacity)) {
        FAIL(p, "out of memory");
        return;
    }
    char *name = need(p, attributes, "link", "name");
    if (!name) return;
    p->link = &r->links[r->link_count++];
    *p->link = (urdf_link){.name = name, .joint = SIZE_MAX, .line = line_of(p)};
}

static bool kind_of_joint(const char *text, urdf_joint_kind *kind) {
    static const struct {
        const char *text;
        urdf_joint_kind kind;
    } kinds[] = {{"fixed", URDF_FIXED},      {"revolute", URDF_TURNS}, {"continuous", URDF_TURNS},
                 {"prismatic", URDF_SLIDES}, {"floating", URDF_FREE},  {"planar", URDF_FREE}};
    for (size_t i = 0; text && i < sizeof kinds / sizeof *kinds; ++i)
        if (strcmp(kinds[i].text, text) == 0) {
            *kind = kinds[i].kind;
            return true;
        }
    return false;
}

static void begin_joint(parser *p, const char **attributes) {
    urdf_robot *r = p->robot;
    urdf_joint_kind kind = URDF_FIXED;
    if (!ARRAY_MAKE_ROOM(r->joints, r->joint_count, r->joint_capacity)) {
        FAIL(p, "out of memory");
        return;
    }
    char *name = need(p, attributes, "joint", "name");
    if (!name) return;
    if (!kind_of_joint(find(attributes, "type"), &kind))
        FAIL(
            p,
            "the type of joint '%.100s' must be fixed, revolute, continuous, prismatic, floating or planar",
            name);
    p->joint = &r->joints[r->joint_count++];
    *p->joint = (urdf_joint){.name = name,
                             .kind = kind,
                             .at = placement_identity(),
                             .axis = {1, 0, 0},
                             .multiplier = 1,
                             .line = line_of(p)};
}

static void begin_collision(parser *p) {
    urdf_link *link = p->link;
    if (!ARRAY_MAKE_ROOM(link->collisions, link->collision_count, link->collision_capacity)) {
        FAIL(p, "out of memory");
        return;
    }
    p->collision = &link->collisions[link->collision_count++];
    *p->collision = (urdf_collision){
        .at = placement_identity(), .kind = GEOMETRY_KIND_COUNT, .size = {1, 1, 1}, .line = line_of(p)};
}

static void read_origin(parser *p, const char **attributes, placement *out) {
    double xyz[3] = {0, 0, 0}, rpy[3] = {0, 0, 0};
    if (take_numbers(p, attributes, "xyz", false, xyz, 3) &&
        take_numbers(p, attributes, "rpy", false, rpy, 3))
        *out = urdf_origin(xyz, rpy);
}

static void need_sizes(parser *p, const double *size, int count) {
    for (int i = 0; i < count; ++i)
        if (!(size[i] > 0)) FAIL(p, "a size that is not positive");
}

static void read_geometry(parser *p, const char *element, const char **attributes) {
    urdf_collision *c = p->collision;
    if (c->kind != GEOMETRY_KIND_COUNT) {
        FAIL(p, "a second geometry in one collision");
    } else if (strcmp(element, "box") == 0) {
        c->kind = GEOMETRY_BOX;
        if (take_numbers(p, attributes, "size", true, c->size, 3)) need_sizes(p, c->size, 3);
        for (int k = 0; k < 3; ++k) c->size[k] /= 2;
    } else if (strcmp(element, "sphere") == 0) {
        c->kind = GEOMETRY_SPHERE;
        if (take_numbers(p, attributes, "radius", true, c->size, 1)) need_sizes(p, c->size, 1);
    } else if (strcmp(element, "cylinder") == 0) {
        c->kind = GEOMETRY_CYLINDER;
        if (take_numbers(p, attributes, "radius", true, c->size, 1) &&
            take_numbers(p, attributes, "length", true, c->size + 1, 1))
            need_sizes(p, c->size, 2);
    } else if (strcmp(element, "mesh") == 0) {
        c->kind = GEOMETRY_FACES;
        c->mesh = need(p, attributes, "mesh", "filename");
        take_numbers(p, attributes, "scale", false, c->size, 3);
    }
}

static void take_name(parser *p, const char **attributes, const char *element, const char *attribute,
                      char **out) {
    if (*out)
        FAIL(p, "a second <%s>", element);
    else
        *out = need(p, attributes, element, attribute);
}

static void read_in_joint(parser *p, const char *element, const char **attributes) {
    urdf_joint *j = p->joint;
    if (strcmp(element, "origin") == 0) {
        read_origin(p, attributes, &j->at);
    } else if (strcmp(element, "parent") == 0) {
        take_name(p, attributes, element, "link", &j->parent);
    } else if (strcmp(element, "child") == 0) {
        take_name(p, attributes, element, "link", &j->child);
    } else if (strcmp(element, "axis") == 0) {
        if (!take_numbers(p, attributes, "xyz", true, j->axis, 3)) return;
        double length =
            sqrt(j->axis[0] * j->axis[0] + j->axis[1] * j->axis[1] + j->axis[2] * j->axis[2]);
        if (!(length > 0)) FAIL(p, "an axis of length zero");
        for (int k = 0; k < 3; ++k) j->axis[k] /= length;
    } else if (strcmp(element, "limit") == 0) {
        take_numbers(p, attributes, "lower", false, &j->lower, 1);
        take_numbers(p, attributes, "upper", false, &j->upper, 1);
        j->limited = find(attributes, "lower") || find(attributes, "upper");
    } else if (strcmp(element, "mimic") == 0) {
        take_name(p, attributes, element, "joint", &j->mimic);
        take_numbers(p, attributes, "multiplier", false, &j->multiplier, 1);
        take_numbers(p, attributes, "offset", false, &j->offset, 1);
    }
}

static void XMLCALL begin(void *user, const char *element, const char **attributes) {
    parser *p = user;
    int depth = p->depth++;
    if (p->f->text[0]) return; /* stopping takes effect with the next piece */
    if (depth == 0) {
        if (strcmp(element, "robot") == 0)
            p->robot->name = need(p, attributes, element, "name");
        else
            FAIL(p, "<robot> expected, not <%.60s>", element);
    } else if (depth == 1) {
        if (strcmp(element, "link") == 0) begin_link(p, attributes);
        if (strcmp(element, "joint") == 0) begin_joint(p, attributes);
    } else if (p->joint) {
        if (depth == 2) read_in_joint(p, element, attributes);
    } else if (p->link && depth == 2) {
        if (strcmp(element, "collision") == 0) begin_collision(p);
    } else if (p->collision) {
        if (depth == 3 && strcmp(element, "origin") == 0) read_origin(p, attributes, &p->collision->at);
        if (depth == 4) read_geometry(p, element, attributes);
    }
}

static void end_collision(parser *p) {
    if (p->collision->kind == GEOMETRY_KIND_COUNT)
        FAIL(p, "a collision without <box>, <cylinder>, <sphere> or <mesh>");
    p->collision = NULL;
}

static void XMLCALL end(void *user, const char *element) {
    parser *p = user;
    int depth = --p->depth;
    if (p->f->text[0]) return;
    if (depth == 2 && p->collision && strcmp(element, "collision") == 0) end_collision(p);
    if (depth != 1) return;
    if (p->joint && !(p->joint->parent && p->joint->child))
        FAIL(p, "joint '%.100s' needs a <parent> and a <child>", p->joint->name);
    p->link = NULL;
    p->joint = NULL;
}

/* Robots need none, and a few of them in each other would make very much of little. */
static void XMLCALL refuse_entity(void *user, const char *name, int is_parameter, const char *value,
                                  int length, const char *base, const char *system, const char *public,
                                  const char *notation) {
    parser *p = user;
    (void)name, (void)is_parameter, (void)value, (void)length;
    (void)base, (void)system, (void)public, (void)notation;
    FAIL(p, URDF_ENTITY);
}

bool urdf_parse(const char *path, const bytes *file, urdf_robot *out, fault *f) {
    *out = (urdf_robot){0};
    if (file->count > INT32_MAX) return fault_set(f, path, 0, "larger than 2 GB");
    parser p = {.xml = XML_ParserCreate(NULL), .path = path, .robot = out, .f = f};
    if (!p.xml) return fault_set(f, path, 0, "out of memory");
    XML_SetUserData(p.xml, &p);
    XML_SetElementHandler(p.xml, begin, end);
    XML_SetEntityDeclHandler(p.xml, refuse_entity);
    enum XML_Status status = XML_Parse(p.xml, file->at, (int)file->count, 1);
    if (status != XML_STATUS_OK)
        fault_set(f, path, line_of(&p), "%s", XML_ErrorString(XML_GetErrorCode(p.xml)));
    XML_ParserFree(p.xml);
    if (!f->text[0]) return true;
    urdf_free(out);
    return false;
}

void urdf_free(urdf_robot *robot) {
    for (size_t i = 0; i < robot->link_count; ++i) {
        urdf_link *link = &robot->links[i];
        for (size_t k = 0; k < link->collision_count; ++k) free(link->collisions[k].mesh);
        free(link->collisions);
        free(link->name);
    }
    for (size_t i = 0; i < robot->joint_count; ++i) {
        urdf_joint *joint = &robot->joints[i];
        free(joint->name);
        free(joint->parent);
        free(joint->child);
        free(joint->mimic);
    }
    free(robot->links);
    free(robot->joints);
    free(robot->name);
    *robot = (urdf_robot){0};
}
