/* SPDX-License-Identifier: MIT */
#include "foreign_stream.h"

#ifdef TOOL_HAVE_ASSIMP

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "foreign.h"

enum { SECONDS = 60, DEEPEST = 256 };
#define MEMORY ((rlim_t)4 << 30)

bool foreign_knows(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && !strchr(dot, '/') && aiIsExtensionSupported(dot);
}

/* Address sanitisers reserve more than any limit allows. */
static void set_limits(void) {
#if defined(__has_feature)
#define HAS_SANITIZER __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define HAS_SANITIZER 1
#else
#define HAS_SANITIZER 0
#endif
#if !HAS_SANITIZER
    setrlimit(RLIMIT_AS, &(struct rlimit){MEMORY, MEMORY});
#endif
    setrlimit(RLIMIT_CPU, &(struct rlimit){SECONDS, SECONDS + 5}); /* told apart from a crash */
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    alarm(2 * SECONDS); /* one that sleeps uses no processor time */
    int nothing = open("/dev/null", O_WRONLY);
    if (nothing >= 0) dup2(nothing, STDERR_FILENO), dup2(nothing, STDOUT_FILENO);
}

static void put(FILE *out, const void *data, size_t size) {
    if (size && fwrite(data, size, 1, out) != 1) _exit(1);
}

static void put_count(FILE *out, uint32_t count) { put(out, &count, sizeof count); }

static void put_text(FILE *out, const char *text) {
    size_t length = strlen(text);
    if (length > 400) length = 400;
    put_count(out, (uint32_t)length);
    put(out, text, length);
}

/* Which of the kinds a face of assimp's is; SIZE_MAX: none. */
static size_t kind_of(const struct aiFace *face) {
    return face->mNumIndices == 0 ? SIZE_MAX : face->mNumIndices >= 3 ? 0 : 3 - face->mNumIndices;
}

/* A mesh without faces is a cloud of points. */
static uint32_t count_kind(const struct aiMesh *mesh, size_t kind) {
    uint32_t count = 0;
    if (mesh->mNumFaces == 0) return kind == 2 ? mesh->mNumVertices : 0;
    for (unsigned i = 0; i < mesh->mNumFaces; ++i) count += kind_of(&mesh->mFaces[i]) == kind;
    return count;
}

static void put_points(FILE *out, const struct aiMesh *mesh) {
    put_count(out, mesh->mNumVertices);
    for (unsigned i = 0; i < mesh->mNumVertices; ++i) {
        const struct aiVector3D *v = &mesh->mVertices[i];
        put(out, (double[3]){(double)v->x, (double)v->y, (double)v->z}, 3 * sizeof(double));
    }
}

static void put_kind(FILE *out, const struct aiMesh *mesh, size_t kind, uint32_t count) {
    putc(FOREIGN_GEOMETRY, out);
    put_count(out, (uint32_t)kind);
    put_text(out, mesh->mName.data);
    put_points(out, mesh);
    put_count(out, count);
    for (uint32_t i = 0; mesh->mNumFaces == 0 && i < count; ++i) {
        put_count(out, 1);
        put_count(out, i);
    }
    for (unsigned i = 0; i < mesh->mNumFaces; ++i) {
        const struct aiFace *face = &mesh->mFaces[i];
        if (kind_of(face) != kind) continue;
        put_count(out, face->mNumIndices);
        put(out, face->mIndices, face->mNumIndices * sizeof(uint32_t));
    }
}

/* All meshes; for each mesh and kind, the number of its geometry (UINT32_MAX: none). */
static uint32_t *put_meshes(FILE *out, const struct aiScene *imported) {
    uint32_t *known = calloc((size_t)imported->mNumMeshes * FOREIGN_KINDS + 1, sizeof *known);
    uint32_t used = 0;
    if (!known) _exit(1);
    for (size_t i = 0; i < (size_t)imported->mNumMeshes * FOREIGN_KINDS; ++i) {
        const struct aiMesh *mesh = imported->mMeshes[i / FOREIGN_KINDS];
        uint32_t count = count_kind(mesh, i % FOREIGN_KINDS);
        known[i] = count ? used++ : UINT32_MAX;
        if (count) put_kind(out, mesh, i % FOREIGN_KINDS, count);
    }
    return known;
}

static placement placement_of(const struct aiMatrix4x4 *m) {
    return (placement){.basis = {(double)m->a1, (double)m->b1, (double)m->c1, (double)m->a2,
                                 (double)m->b2, (double)m->c2, (double)m->a3, (double)m->b3,
                                 (double)m->c3},
                       .origin = {(double)m->a4, (double)m->b4, (double)m->c4}};
}

_Noreturn static void give_up(FILE *out, const char *reason) {
    putc(FOREIGN_FAULT, out);
    put_text(out, reason);
    _exit(fclose(out) != 0);
}

static void put_object(FILE *out, const char *name, uint32_t number, const placement *at) {
    putc(FOREIGN_OBJECT, out);
    put_text(out, name);
    put_count(out, number);
    put(out, at, sizeof *at);
}

static void put_node(FILE *out, const struct aiNode *node, const uint32_t *known,
                     const placement *outer, int depth) {
    if (depth > DEEPEST) give_up(out, "nodes in more than 256 others");
    placement inner = placement_of(&node->mTransformation);
    placement at = placement_product(outer, &inner);
    for (unsigned i = 0; i < node->mNumMeshes; ++i)
        for (size_t kind = 0; kind < FOREIGN_KINDS; ++kind) {
            uint32_t number = known[FOREIGN_KINDS * (size_t)node->mMeshes[i] + kind];
            if (number != UINT32_MAX) put_object(out, node->mName.data, number, &at);
        }
    for (unsigned i = 0; i < node->mNumChildren; ++i)
        put_node(out, node->mChildren[i], known, &at, depth + 1);
}

_Noreturn void foreign_child(const char *path, int descriptor) {
    set_limits();
    FILE *out = fdopen(descriptor, "wb");
    if (!out) _exit(1);
    const struct aiScene *imported = aiImportFile(path, 0);
    const char *reason = imported ? "" : aiGetErrorString();
    if (!imported) give_up(out, *reason ? reason : "assimp cannot read it");
    placement here = placement_identity();
    const uint32_t *known = put_meshes(out, imported);
    if (imported->mRootNode) put_node(out, imported->mRootNode, known, &here, 0);
    putc(FOREIGN_END, out);
    _exit(fclose(out) != 0);
}

#endif
