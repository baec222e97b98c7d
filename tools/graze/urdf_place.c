/* SPDX-License-Identifier: MIT
 * Where the joints put the links: products of placements from the root outwards. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static size_t find_link(const urdf_robot *robot, const char *name) {
    for (size_t i = 0; i < robot->link_count; ++i)
        if (strcmp(robot->links[i].name, name) == 0) return i;
    return SIZE_MAX;
}

static size_t find_joint(const urdf_robot *robot, const char *name) {
    for (size_t i = 0; i < robot->joint_count; ++i)
        if (strcmp(robot->joints[i].name, name) == 0) return i;
    return SIZE_MAX;
}

/* -- values -- */

static bool check_options(const char *path, const urdf_robot *robot, const read_options *options,
                          fault *f) {
    for (size_t i = 0; i < options->joint_count; ++i) {
        const joint_value *set = &options->joints[i];
        size_t joint = find_joint(robot, set->name);
        if (joint == SIZE_MAX)
            return fault_set(f, path, 0, "there is no joint '%.100s' to set", set->name);
        const urdf_joint *j = &robot->joints[joint];
        if (j->kind == URDF_FIXED || j->kind == URDF_FREE || j->mimic)
            return fault_set(f, path, 0, "joint '%.100s' cannot be set to a value", set->name);
        if (j->limited && !(set->value >= j->lower && set->value <= j->upper))
            return fault_set(f, path, 0, "joint '%.100s' goes from %g to %g, not to %g", set->name,
                             j->lower, j->upper, set->value);
    }
    return true;
}

/* The value that is set (the last one counts), else 0, or what is nearest to it within the limits. */
static double own_value(const urdf_joint *joint, const read_options *options) {
    for (size_t i = options->joint_count; i-- > 0;)
        if (strcmp(options->joints[i].name, joint->name) == 0) return options->joints[i].value;
    if (joint->limited && joint->lower > 0) return joint->lower;
    if (joint->limited && joint->upper < 0) return joint->upper;
    return 0;
}

/* A joint may follow one that follows another; more of them than there are joints go in a circle. */
static bool value_of(const char *path, const urdf_robot *robot, const urdf_joint *joint,
                     const read_options *options, double *value, fault *f) {
    double factor = 1, sum = 0;
    for (size_t steps = 0; joint->mimic; ++steps) {
        size_t leader = find_joint(robot, joint->mimic);
        if (leader == SIZE_MAX || steps > robot->joint_count)
            return fault_set(f, path, joint->line, "joint '%.100s' follows '%.100s', which %s",
                             joint->name, joint->mimic,
                             leader == SIZE_MAX ? "is not there" : "follows it in turn");
        sum += factor * joint->offset;
        factor *= joint->multiplier;
        joint = &robot->joints[leader];
    }
    *value = sum + factor * own_value(joint, options);
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

static bool join(const char *path, urdf_robot *robot, fault *f) {
    size_t roots = 0;
    for (size_t i = 0; i < robot->joint_count; ++i) {
        const urdf_joint *joint = &robot->joints[i];
        size_t parent = find_link(robot, joint->parent), child = find_link(robot, joint->child);
        if (parent == SIZE_MAX || child == SIZE_MAX)
            return fault_set(f, path, joint->line,
                             "joint '%.100s' names link '%.100s', which is not there", joint->name,
                             parent == SIZE_MAX ? joint->parent : joint->child);
        if (robot->links[child].joint != SIZE_MAX)
            return fault_set(f, path, joint->line, "link '%.100s' has two parents", joint->child);
        robot->links[child].joint = i;
    }
    for (size_t i = 0; i < robot->link_count; ++i) roots += robot->links[i].joint == SIZE_MAX;
    return roots == 1 || fault_set(f, path, 0, "a robot has one link without a parent, not %zu", roots);
}

/* From the link up to the root; a way longer than there are links goes in a circle. */
static bool place_link(const char *path, const urdf_robot *robot, size_t link,
                       const read_options *options, placement *out, fault *f) {
    placement at = placement_identity();
    for (size_t steps = 0; robot->links[link].joint != SIZE_MAX; ++steps) {
        const urdf_joint *joint = &robot->joints[robot->links[link].joint];
        double value = 0;
        if (steps > robot->link_count)
            return fault_set(f, path, joint->line, "link '%.100s' carries itself", joint->child);
        if (!value_of(path, robot, joint, options, &value, f)) return false;
        placement moved = motion(joint, value);
        at = placement_product(&moved, &at);
        at = placement_product(&joint->at, &at);
        link = find_link(robot, joint->parent);
    }
    *out = at;
    return true;
}

bool urdf_place(const char *path, urdf_robot *robot, const read_options *options, placement *links,
                fault *f) {
    static const read_options nothing = {0};
    if (!options) options = &nothing;
    if (!check_options(path, robot, options, f) || !join(path, robot, f)) return false;
    for (size_t i = 0; i < robot->link_count; ++i)
        if (!place_link(path, robot, i, options, &links[i], f)) return false;
    return true;
}
