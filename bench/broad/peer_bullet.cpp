/* SPDX-License-Identifier: MIT
 * Bullet, compiled once for its float libraries and once for its double ones:
 *  - Bullet Dbvt: btDbvtBroadphase, two dynamic trees with enlarged boxes, settings as they are
 *  - Bullet sweep: bt32BitAxisSweep3, sweep and prune on boxes rounded to a grid
 *
 * Both keep pairs in a btHashedOverlappingPairCache. Enlarged and rounded boxes make pairs too many,
 * which the narrow phase sorts out. */
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include <btBulletCollisionCommon.h>

#include "peer.h"

namespace {

struct State {
    const scene *s;
    std::unique_ptr<btBroadphaseInterface> broad;
    std::vector<btBroadphaseProxy *> proxies;
};

btVector3 vector(const double *v) {
    return btVector3(static_cast<btScalar>(v[0]), static_cast<btScalar>(v[1]),
                     static_cast<btScalar>(v[2]));
}

void *make(const scene *s, btBroadphaseInterface *broad) {
    State *out = new State;
    out->s = s;
    out->broad.reset(broad);
    out->proxies.resize(static_cast<size_t>(s->count));
    return out;
}

void *create_tree(const scene *s) { return make(s, new btDbvtBroadphase); }
void *create_sweep(const scene *s) {
    btScalar edge = static_cast<btScalar>(s->edge) + 4;
    return make(s, new bt32BitAxisSweep3(btVector3(-4, -4, -4), btVector3(edge, edge, edge),
                                         static_cast<unsigned>(s->count) + 16));
}

State &state_of(void *data) { return *static_cast<State *>(data); }

void add(void *data, const int *slots, int count) {
    State &s = state_of(data);
    for (int i = 0; i < count; ++i) {
        const double *box = s.s->boxes[slots[i]];
        s.proxies[static_cast<size_t>(slots[i])] = s.broad->createProxy(
            vector(box), vector(box + 3), BOX_SHAPE_PROXYTYPE,
            reinterpret_cast<void *>(static_cast<intptr_t>(slots[i])), btBroadphaseProxy::DefaultFilter,
            btBroadphaseProxy::AllFilter, nullptr);
    }
}

void move(void *data, const int *slots, int count) {
    State &s = state_of(data);
    for (int i = 0; i < count; ++i) {
        const double *box = s.s->boxes[slots[i]];
        s.broad->setAabb(s.proxies[static_cast<size_t>(slots[i])], vector(box), vector(box + 3),
                         nullptr);
    }
}

void take_out(void *data, const int *slots, int count) {
    State &s = state_of(data);
    for (int i = 0; i < count; ++i)
        s.broad->destroyProxy(s.proxies[static_cast<size_t>(slots[i])], nullptr);
}

void update(void *data) { state_of(data).broad->calculateOverlappingPairs(nullptr); }

uint64_t slot_of(const btBroadphaseProxy *proxy) {
    return static_cast<uint64_t>(reinterpret_cast<intptr_t>(proxy->m_clientObject));
}

uint64_t *pairs(void *data, size_t *count) {
    const btBroadphasePairArray &all =
        state_of(data).broad->getOverlappingPairCache()->getOverlappingPairArray();
    *count = static_cast<size_t>(all.size());
    uint64_t *out = static_cast<uint64_t *>(std::malloc((*count + 1) * sizeof *out));
    if (!out) std::abort();
    for (int i = 0; i < all.size(); ++i) {
        uint64_t a = slot_of(all[i].m_pProxy0), b = slot_of(all[i].m_pProxy1);
        out[i] = a < b ? a << 32 | b : b << 32 | a;
    }
    return out;
}

void destroy(void *data) { delete static_cast<State *>(data); }

#if defined(BT_USE_DOUBLE_PRECISION)
#define PRECISION "double"
#else
#define PRECISION "float"
#endif

} // namespace

extern "C" {
const broad_peer broad_peers[] = {
    {"Bullet Dbvt", PRECISION, "btDbvtBroadphase", 1000000, "", create_tree, add, move, take_out,
     update, pairs, destroy},
    {"Bullet sweep", PRECISION, "bt32BitAxisSweep3", 10000, "adding 100,000 takes more than 150 s",
     create_sweep, add, move, take_out, update, pairs, destroy},
};
const int broad_peer_count = static_cast<int>(sizeof broad_peers / sizeof broad_peers[0]);

const char *broad_peer_version(void) {
    static char text[16];
    std::snprintf(text, sizeof text, "%d.%d", btGetVersion() / 100, btGetVersion() % 100);
    return text;
}
}
