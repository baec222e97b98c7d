/* SPDX-License-Identifier: MIT
 * FCL's managers, in double: the dynamic tree, the same in an array, and sweep and prune. Objects are
 * boxes in their places. A frame updates the manager and asks it for all pairs; FCL keeps none. */
#include <cstdlib>
#include <memory>
#include <vector>

#include <fcl/fcl.h>

#include "peer.h"

namespace {

using Manager = fcl::BroadPhaseCollisionManager<double>;
using Object = fcl::CollisionObject<double>;

struct State {
    const scene *s;
    std::unique_ptr<Manager> manager;
    std::vector<std::unique_ptr<Object>> objects;
    std::vector<Object *> some;
    std::vector<uint64_t> found;
    int count = 0;
};

template <class Kind> void *create(const scene *s) {
    State *out = new State;
    out->s = s;
    out->manager.reset(new Kind);
    out->objects.resize(static_cast<size_t>(s->count));
    return out;
}

State &state_of(void *data) { return *static_cast<State *>(data); }

void place(const State &s, Object &object, int slot) {
    const double *b = s.s->boxes[slot];
    object.setTranslation(fcl::Vector3d((b[0] + b[3]) / 2, (b[1] + b[4]) / 2, (b[2] + b[5]) / 2));
    object.computeAABB();
}

void add(void *data, const int *slots, int count) {
    State &s = state_of(data);
    s.count += count;
    s.some.clear();
    for (int i = 0; i < count; ++i) {
        const double *b = s.s->boxes[slots[i]];
        auto box = std::make_shared<fcl::Boxd>(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
        std::unique_ptr<Object> &object = s.objects[static_cast<size_t>(slots[i])];
        object.reset(new Object(box));
        object->setUserData(reinterpret_cast<void *>(static_cast<intptr_t>(slots[i])));
        place(s, *object, slots[i]);
        s.some.push_back(object.get());
    }
    if (count == s.s->count) { /* a tree takes many at once only if it is empty */
        s.manager->registerObjects(s.some);
    } else {
        for (Object *object : s.some) s.manager->registerObject(object);
    }
    s.manager->setup();
}

/* Sizes change only where boxes are put somewhere else, and then with them. */
void move(void *data, const int *slots, int count) {
    State &s = state_of(data);
    s.some.clear();
    for (int i = 0; i < count; ++i) {
        Object *object = s.objects[static_cast<size_t>(slots[i])].get();
        if (s.s->motion == SCENE_TELEPORT) {
            const double *b = s.s->boxes[slots[i]];
            auto *box = static_cast<fcl::Boxd *>(
                const_cast<fcl::CollisionGeometryd *>(object->collisionGeometry().get()));
            box->side = fcl::Vector3d(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
            box->computeLocalAABB();
        }
        place(s, *object, slots[i]);
        s.some.push_back(object);
    }
    if (count == s.s->count)
        s.manager->update();
    else
        s.manager->update(s.some);
}

void take_out(void *data, const int *slots, int count) {
    State &s = state_of(data);
    s.count -= count;
    for (int i = 0; i < count; ++i) {
        std::unique_ptr<Object> &object = s.objects[static_cast<size_t>(slots[i])];
        s.manager->unregisterObject(object.get());
        object.reset();
    }
}

uint64_t slot_of(const Object *object) {
    return static_cast<uint64_t>(reinterpret_cast<intptr_t>(object->getUserData()));
}

bool meet(Object *a, Object *b, void *data) {
    uint64_t i = slot_of(a), k = slot_of(b);
    static_cast<State *>(data)->found.push_back(i < k ? i << 32 | k : k << 32 | i);
    return false;
}

void update(void *data) {
    State &s = state_of(data);
    s.found.clear();
    if (s.count > 0) s.manager->collide(data, meet);
}

uint64_t *pairs(void *data, size_t *count) {
    const State &s = state_of(data);
    *count = s.found.size();
    uint64_t *out = static_cast<uint64_t *>(std::malloc((*count + 1) * sizeof *out));
    if (!out) std::abort();
    for (size_t i = 0; i < *count; ++i) out[i] = s.found[i];
    return out;
}

void destroy(void *data) { delete static_cast<State *>(data); }

} // namespace

extern "C" {
const broad_peer broad_peers[] = {
    {"FCL tree", "double", "DynamicAABBTreeCollisionManager", 1000000, "",
     create<fcl::DynamicAABBTreeCollisionManager<double>>, add, move, take_out, update, pairs, destroy},
    {"FCL tree array", "double", "DynamicAABBTreeCollisionManager_Array", 1000000, "",
     create<fcl::DynamicAABBTreeCollisionManager_Array<double>>, add, move, take_out, update, pairs,
     destroy},
    {"FCL sweep", "double", "SaPCollisionManager", 10000, "3.9 s a frame with 100,000 that move",
     create<fcl::SaPCollisionManager<double>>, add, move, take_out, update, pairs, destroy},
};
const int broad_peer_count = static_cast<int>(sizeof broad_peers / sizeof broad_peers[0]);

const char *broad_peer_version(void) { return FCL_VERSION; }
}
