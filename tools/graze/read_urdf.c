/* SPDX-License-Identifier: MIT
 * URDF robots: every collision of a link is an object, the links are parts. Links that a joint joins,
 * and pairs that an SRDF file disables, may touch. A mesh is read once however many links have it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read.h"
#include "urdf.h"

/* What a mesh file holds: objects that were read into a scene of their own, whose geometries are in the
 * robot's scene from number first on. */
typedef struct mesh_file {
    char *path;
    scene held; /* objects only; its geometries have moved */
    size_t first;
} mesh_file;

enum { MOST_OBJECTS = 1000 * 1000 }; /* many links may have one mesh of many objects */

typedef struct robot_reader {
    const char *path;
    scene *out;
    fault *f;
    mesh_file *meshes;
    size_t mesh_count, mesh_capacity;
} robot_reader;

/* -- names of files -- */

static char *join_path(const char *folder, size_t length, const char *rest) {
    size_t size = length + strlen(rest) + 1;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%.*s%s", (int)length, folder, rest);
    return path;
}

static bool exists(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file) fclose(file);
    return file != NULL;
}

/* "package://name/rest" is rest in a folder called name, or in the package that the robot's file is in:
 * the folder of that file is tried, and those above it. Other names are relative to the file. To be
 * freed; NULL when memory is out. */
static char *mesh_path(const char *robot, const char *name) {
    static const char package[] = "package://", file[] = "file://";
    const char *slash = strrchr(robot, '/');
    size_t folder = slash ? (size_t)(slash - robot) + 1 : 0;
    if (strncmp(name, file, sizeof file - 1) == 0) return join_path("", 0, name + sizeof file - 1);
    if (strncmp(name, package, sizeof package - 1) != 0)
        return join_path(robot, name[0] == '/' ? 0 : folder, name);
    const char *whole = name + sizeof package - 1, *inside = strchr(whole, '/');
    inside = inside ? inside + 1 : whole;
    for (size_t up = folder;;) {
        char *path = join_path(robot, up, whole);
        if (!path || exists(path)) return path;
        free(path);
        path = join_path(robot, up, inside);
        if (!path || exists(path) || up == 0) return path;
        free(path);
        do --up;
        while (up > 0 && robot[up - 1] != '/');
    }
}

/* -- meshes -- */

/* Moves the geometries of a scene into another, behind what is there. */
static bool move_geometries(scene *from, scene *to, fault *f) {
    size_t robot = to->file, first = to->file_count;
    for (size_t i = 0; i < from->file_count; ++i)
        if (!scene_begin_file(to, from->files[i], f)) return false;
    for (size_t i = 0; i < from->geometry_count; ++i) {
        size_t index;
        geometry *g = &from->geometries[i];
        to->file = first + g->file;
        if (!scene_add_geometry(to, g, &index, f)) return false;
        char *name = g->name; /* was copied; the arrays have moved */
        *g = (geometry){.name = name};
    }
    to->file = robot;
    return true;
}

static const mesh_file *find_mesh(const robot_reader *r, const char *path) {
    for (size_t i = 0; i < r->mesh_count; ++i)
        if (strcmp(r->meshes[i].path, path) == 0) return &r->meshes[i];
    return NULL;
}

/* Takes the path. A robot made of robots might be made of itself. */
static const mesh_file *load_mesh(robot_reader *r, char *path, long line) {
    if (read_is_robot(path)) {
        free(path);
        fault_set(r->f, r->path, line, "a mesh cannot be a robot");
        return NULL;
    }
    if (r->mesh_count == r->mesh_capacity) {
        mesh_file *grown = array_grow(r->meshes, &r->mesh_capacity, r->mesh_count + 1, sizeof *grown);
        if (!grown) {
            free(path);
            fault_set(r->f, r->path, line, "out of memory");
            return NULL;
        }
        r->meshes = grown;
    }
    mesh_file *made = &r->meshes[r->mesh_count++];
    *made = (mesh_file){.path = path, .first = r->out->geometry_count};
    bool good = read_file(path, NULL, &made->held, r->f) && move_geometries(&made->held, r->out, r->f);
    return good ? made : NULL;
}

static bool add_mesh(robot_reader *r, const urdf_collision *c, const placement *at, const char *name,
                     size_t part) {
    char *path = mesh_path(r->path, c->mesh);
    if (!path) return fault_set(r->f, r->path, c->line, "out of memory");
    const mesh_file *mesh = find_mesh(r, path);
    if (mesh)
        free(path);
    else
        mesh = load_mesh(r, path, c->line);
    if (!mesh) return false;
    placement scale = placement_identity();
    for (int k = 0; k < 3; ++k) scale.basis[4 * k] = c->size[k];
    placement placed = placement_product(at, &scale);
    for (size_t i = 0; i < mesh->held.object_count; ++i) {
        const object *o = &mesh->held.objects[i];
        if (r->out->object_count >= MOST_OBJECTS)
            return fault_set(r->f, r->path, c->line, "meshes of many objects make more than %d of them",
                             MOST_OBJECTS);
        placement whole = placement_product(&placed, &o->at);
        if (!scene_add_object(r->out, name, mesh->first + o->geometry, &whole, part, r->f))
            return false;
    }
    return true;
}

/* -- links -- */

/* A cylinder of a robot stands along z, ours along y. */
static bool add_primitive(robot_reader *r, const urdf_collision *c, const placement *at,
                          const char *name, size_t part) {
    geometry g = {.kind = c->kind, .size = {c->size[0], c->size[1], c->size[2]}, .line = c->line};
    if (c->kind == GEOMETRY_SPHERE) g.size[1] = g.size[2] = 0;
    if (c->kind == GEOMETRY_CYLINDER) g.size[2] = 0;
    placement placed = *at;
    if (c->kind == GEOMETRY_CYLINDER) {
        const placement up = {.basis = {1, 0, 0, 0, 0, 1, 0, -1, 0}};
        placed = placement_product(at, &up);
    }
    size_t number;
    return scene_add_geometry(r->out, &g, &number, r->f) &&
           scene_add_object(r->out, name, number, &placed, part, r->f);
}

static bool add_link(robot_reader *r, const char *robot, const urdf_link *link, const placement *at,
                     size_t part) {
    char name[512];
    for (size_t i = 0; i < link->collision_count; ++i) {
        const urdf_collision *c = &link->collisions[i];
        placement placed = placement_product(at, &c->at);
        int used = snprintf(name, sizeof name, "%.200s/%.200s", robot, link->name);
        if (link->collision_count > 1 && used > 0)
            snprintf(name + used, sizeof name - (size_t)used, "/%zu", i + 1);
        bool good =
            c->mesh ? add_mesh(r, c, &placed, name, part) : add_primitive(r, c, &placed, name, part);
        if (!good) return false;
    }
    return true;
}

static bool ignore_neighbours(robot_reader *r, const urdf_robot *robot, size_t first) {
    for (size_t i = 0; i < robot->link_count; ++i) {
        size_t joint = robot->links[i].joint;
        if (joint != SIZE_MAX &&
            !scene_ignore(r->out, first + i, first + robot->joints[joint].parent_link, r->f))
            return false;
    }
    return true;
}

/* -- SRDF files -- */

/* The file that the choice names for this robot; NULL: it is for another one. ROBOT: before the path
 * chooses, unless a file is called so. */
static const char *srdf_path(const char *robot, const char *text) {
    char base[256];
    read_base_name(robot, base, sizeof base);
    size_t length = strlen(base);
    if (!strchr(text, ':') || exists(text)) return text;
    return strncmp(text, base, length) == 0 && text[length] == ':' ? text + length + 1 : NULL;
}

static bool read_srdf(robot_reader *r, const urdf_robot *robot, size_t first,
                      const read_options *options) {
    for (size_t i = 0; i < options->srdf_count; ++i) {
        const char *path = srdf_path(r->path, options->srdf[i].path);
        bytes file = {0};
        if (!path) continue;
        if (options->srdf[i].used) *options->srdf[i].used = true;
        bool good = bytes_read(path, &file, r->f) && srdf_read(path, &file, robot, first, r->out, r->f);
        bytes_free(&file);
        if (!good) return false;
    }
    return true;
}

/* -- all of it -- */

static bool add_robot(robot_reader *r, urdf_robot *robot, const read_options *options) {
    size_t first = r->out->part_count, part;
    placement *links = calloc(robot->link_count + 1, sizeof *links);
    if (!links) return fault_set(r->f, r->path, 0, "out of memory");
    bool good = urdf_place(r->path, robot, options, links, r->f);
    for (size_t i = 0; good && i < robot->link_count; ++i)
        good = scene_add_part(r->out, robot->links[i].name, &part, r->f) &&
               add_link(r, robot->name, &robot->links[i], &links[i], part);
    free(links);
    good = good && ignore_neighbours(r, robot, first);
    return good && (!options || read_srdf(r, robot, first, options));
}

bool read_urdf(const char *path, const bytes *file, const read_options *options, scene *out, fault *f) {
    urdf_robot robot;
    if (!urdf_parse(path, file, &robot, f)) return false;
    robot_reader r = {.path = path, .out = out, .f = f};
    bool good = add_robot(&r, &robot, options);
    for (size_t i = 0; i < r.mesh_count; ++i) {
        free(r.meshes[i].path);
        scene_free(&r.meshes[i].held);
    }
    free(r.meshes);
    urdf_free(&robot);
    return good;
}
