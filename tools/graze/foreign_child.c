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

static void put_mesh(FILE *out, const struct aiMesh *mesh) {
    putc(FOREIGN_GEOMETRY, out);
    put_text(out, mesh->mName.data);
    put_count(out, mesh->mNumVertices);
    for (unsigned i = 0; i < mesh->mNumVertices; ++i) {
        const struct aiVector3D *v = &mesh->mVertices[i];
        put(out, (double[3]){(double)v->x, (double)v->y, (double)v->z}, 3 * sizeof(double));
    }
    put_count(out, mesh->mNumFaces);
    for (unsigned i = 0; i < mesh->mNumFaces; ++i) {
        put_count(out, mesh->mFaces[i].mNumIndices);
        put(out, mesh->mFaces[i].mIndices, mesh->mFaces[i].mNumIndices * sizeof(uint32_t));
    }
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

static void put_node(FILE *out, const struct aiNode *node, const placement *outer, int depth) {
    if (depth > DEEPEST) give_up(out, "nodes in more than 256 others");
    placement inner = placement_of(&node->mTransformation);
    placement at = placement_product(outer, &inner);
    for (unsigned i = 0; i < node->mNumMeshes; ++i) {
        putc(FOREIGN_OBJECT, out);
        put_text(out, node->mName.data);
        put_count(out, node->mMeshes[i]);
        put(out, &at, sizeof at);
    }
    for (unsigned i = 0; i < node->mNumChildren; ++i) put_node(out, node->mChildren[i], &at, depth + 1);
}

_Noreturn void foreign_child(const char *path, int descriptor) {
    set_limits();
    FILE *out = fdopen(descriptor, "wb");
    if (!out) _exit(1);
    const struct aiScene *imported = aiImportFile(path, 0);
    const char *reason = imported ? "" : aiGetErrorString();
    if (!imported) give_up(out, *reason ? reason : "assimp cannot read it");
    placement here = placement_identity();
    for (unsigned i = 0; i < imported->mNumMeshes; ++i) put_mesh(out, imported->mMeshes[i]);
    if (imported->mRootNode) put_node(out, imported->mRootNode, &here, 0);
    putc(FOREIGN_END, out);
    _exit(fclose(out) != 0);
}

#endif
