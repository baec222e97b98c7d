/* SPDX-License-Identifier: MIT
 * Where the joints put the links: products of placements from the root outwards. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "urdf.h"

placement urdf_turn(const double axis[3], double angle) {
    double c = cos(angle), s = sin(angle), t = 1 - c, x = axis[0], y = axis[1], z = axis[2];
    return (placement){.basis = {t * x * x + c, t * x * y + s * z, t * x * z - s * y, t * x * y - s * z,
                                 t * y * y + c, t * y * z + s * x, t * x * z + s * y, t * y * z - s * x,
                                 t * z * z + c}};
}

placement urdf_origin(const double xyz[3], const double rpy[3]) {
    placement roll = urdf_turn((double[]){1, 0, 0}, rpy[0]),
              pitch = urdf_turn((double[]){0, 1, 0}, rpy[1]);
    placement yaw = urdf_turn((double[]){0, 0, 1}, rpy[2]);
    placement p = placement_product(&pitch, &roll);
    p = placement_product(&yaw, &p);
    memcpy(p.origin, xyz, sizeof p.origin);
    return p;
}

/* -- names -- */

/* Numbers by name; both die with urdf_place. */
typedef struct robot_names {
    name_map links, joints;
} robot_names;

static size_t find(const name_map *map, const char *name) {
    return name_map_find(map, name, strlen(name));
}

static bool take(name_map *map, const char *name, size_t number, const char *what, const char *path,
                 long line, fault *f) {
    size_t *known = name_map_take(map, name, strlen(name));
    if (!known) return fault_set(f, path, line, "out of memory");
    if (*known != SIZE_MAX) return fault_set(f, path, line, "a second %s '%.100s'", what, name);
    *known = number;
    return true;
}

static bool take_names(const char *path, const urdf_robot *robot, robot_names *names, fault *f) {
    for (size_t i = 0; i < robot->link_count; ++i)
        if (!take(&names->links, robot->links[i].name, i, "link", path, robot->links[i].line, f))
            return false;
    for (size_t i = 0; i < robot->joint_count; ++i)
        if (!take(&names->joints, robot->joints[i].name, i, "joint", path, robot->joints[i].line, f))
            return false;
    return true;
}

/* -- order -- */

/* Numbers 0 ... count - 1 such that each comes after the one that it depends on (before[i]; SIZE_MAX:
 * none). False, with one of them, if some depend on each other in a circle; SIZE_MAX: memory is out. */
static bool sort_by_need(const size_t *before, size_t count, size_t *order, size_t *looped) {
    enum { NEW, ON_THE_WAY, DONE };
    unsigned char *state = calloc(count + 1, 1);
    size_t used = 0;
    *looped = SIZE_MAX;
    if (!state) return false;
    for (size_t i = 0; i < count; ++i) {
        size_t length = 0, k = i;
        for (; k != SIZE_MAX && state[k] == NEW; k = before[k], ++length) state[k] = ON_THE_WAY;
        if (k != SIZE_MAX && state[k] == ON_THE_WAY) {
            *looped = k;
            break;
        }
        used += length;
        size_t place = used;
        for (k = i; length > 0; k = before[k], --length) {
            order[--place] = k;
            state[k] = DONE;
        }
    }
    free(state);
    return *looped == SIZE_MAX;
}

/* -- values -- */

/* The joint that is meant: by its own name, or with the robot's before it. */
static size_t joint_named(const char *path, const robot_names *names, const char *name) {
    char base[256];
    size_t joint = find(&names->joints, name), length;
    read_base_name(path, base, sizeof base);
    length = strlen(base);
    if (joint == SIZE_MAX && strncmp(name, base, length) == 0 && name[length] == ':')
        joint = find(&names->joints, name + length + 1);
    return joint;
}

static bool check_value(const char *path, const urdf_joint *j, const joint_value *set, fault *f) {
    if (j->kind == URDF_FIXED || j->kind == URDF_FREE || j->mimic)
        return fault_set(f, path, 0, "joint '%.100s' cannot be set to a value", j->name);
    if (j->limited && !(set->value >= j->lower && set->value <= j->upper))
        return fault_set(f, path, 0, "joint '%.100s' goes from %g to %g, not to %g", j->name, j->lower,
                         j->upper, set->value);
    return true;
}

/* Unless it is set: 0, or what is nearest to it within the limits. */
static double rest_value(const urdf_joint *joint) {
    if (joint->limited && joint->lower > 0) return joint->lower;
    if (joint->limited && joint->upper < 0) return joint->upper;
    return 0;
}

/* The values of all joints that follow none. */
static bool set_values(const char *path, const urdf_robot *robot, const robot_names *names,
                       const read_options *options, double *values, fault *f) {
    for (size_t i = 0; i < robot->joint_count; ++i) values[i] = rest_value(&robot->joints[i]);
    for (size_t i = 0; i < options->joint_count; ++i) {
        const joint_value *set = &options->joints[i];
        size_t joint = joint_named(path, names, set->name);
        if (joint == SIZE_MAX && set->used) continue;
        if (joint == SIZE_MAX)
            return fault_set(f, path, 0, "there is no joint '%.100s' to set", set->name);
        if (!check_value(path, &robot->joints[joint], set, f)) return false;
        if (set->used) *set->used = true;
        values[joint] = set->value;
    }
    return true;
}

static bool find_leaders(const char *path, const urdf_robot *robot, const robot_names *names,
                         size_t *leaders, fault *f) {
    for (size_t i = 0; i < robot->joint_count; ++i) {
        const urdf_joint *j = &robot->joints[i];
        leaders[i] = j->mimic ? find(&names->joints, j->mimic) : SIZE_MAX;
        if (j->mimic && leaders[i] == SIZE_MAX)
            return fault_set(f, path, j->line, "joint '%.100s' follows '%.100s', which is not there",
                             j->name, j->mimic);
    }
    return true;
}

/* Joints may follow others that follow others. */
static bool follow(const char *path, const urdf_robot *robot, const size_t *leaders, size_t *order,
                   double *values, fault *f) {
    size_t looped;
    if (!sort_by_need(leaders, robot->joint_count, order, &looped)) {
        if (looped == SIZE_MAX) return fault_set(f, path, 0, "out of memory");
        const urdf_joint *j = &robot->joints[looped];
        return fault_set(f, path, j->line, "joint '%.100s' follows '%.100s', which follows it in turn",
                         j->name, j->mimic);
    }
    for (size_t i = 0; i < robot->joint_count; ++i) {
        const urdf_joint *j = &robot->joints[order[i]];
        if (j->mimic) values[order[i]] = j->offset + j->multiplier * values[leaders[order[i]]];
    }
    return true;
}

static placement motion(const urdf_joint *joint, double value) {
    placement p = placement_identity();
    if (joint->kind == URDF_TURNS) p = urdf_turn(joint->axis, value);
    if (joint->kind == URDF_SLIDES)
        for (int k = 0; k < 3; ++k) p.origin[k] = value * joint->axis[k];
    return p;
}

/* -- the tree -- */

static bool join(const char *path, urdf_robot *robot, const robot_names *names, size_t *parents,
                 fault *f) {
    size_t roots = 0;
    for (size_t i = 0; i < robot->link_count; ++i) parents[i] = SIZE_MAX;
    for (size_t i = 0; i < robot->joint_count; ++i) {
        urdf_joint *joint = &robot->joints[i];
        size_t parent = find(&names->links, joint->parent), child = find(&names->links, joint->child);
        if (parent == SIZE_MAX || child == SIZE_MAX)
            return fault_set(f, path, joint->line,
                             "joint '%.100s' names link '%.100s', which is not there", joint->name,
                             parent == SIZE_MAX ? joint->parent : joint->child);
        if (robot->links[child].joint != SIZE_MAX)
            return fault_set(f, path, joint->line, "link '%.100s' has two parents", joint->child);
        robot->links[child].joint = i;
        parents[child] = joint->parent_link = parent;
    }
    for (size_t i = 0; i < robot->link_count; ++i) roots += parents[i] == SIZE_MAX;
    return roots == 1 || fault_set(f, path, 0, "a robot has one link without a parent, not %zu", roots);
}

static bool place_links(const char *path, const urdf_robot *robot, const size_t *parents, size_t *order,
                        const double *values, placement *links, fault *f) {
    size_t looped;
    if (!sort_by_need(parents, robot->link_count, order, &looped)) {
        if (looped == SIZE_MAX) return fault_set(f, path, 0, "out of memory");
        const urdf_link *link = &robot->links[looped];
        return fault_set(f, path, robot->joints[link->joint].line, "link '%.100s' carries itself",
                         link->name);
    }
    for (size_t i = 0; i < robot->link_count; ++i) {
        size_t link = order[i], number = robot->links[link].joint;
        links[link] = placement_identity();
        if (number == SIZE_MAX) continue;
        const urdf_joint *joint = &robot->joints[number];
        placement moved = motion(joint, values[number]), here = placement_product(&joint->at, &moved);
        links[link] = placement_product(&links[parents[link]], &here);
    }
    return true;
}

bool urdf_place(const char *path, urdf_robot *robot, const read_options *options, placement *links,
                fault *f) {
    static const read_options nothing = {0};
    if (!options) options = &nothing;
    size_t most = robot->link_count + robot->joint_count + 1;
    size_t *before = malloc(most * sizeof *before), *order = malloc(most * sizeof *order);
    double *values = malloc(most * sizeof *values);
    robot_names names = {0};
    bool good = (before && order && values) || fault_set(f, path, 0, "out of memory");
    good = good && take_names(path, robot, &names, f) &&
           set_values(path, robot, &names, options, values, f) &&
           find_leaders(path, robot, &names, before, f) &&
           follow(path, robot, before, order, values, f) && join(path, robot, &names, before, f) &&
           place_links(path, robot, before, order, values, links, f);
    name_map_free(&names.links);
    name_map_free(&names.joints);
    free(before);
    free(order);
    free(values);
    return good;
}
