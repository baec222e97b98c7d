/* SPDX-License-Identifier: MIT
 * The program around one adapter.
 *     list: library, precision, settings and the questions that it answers, one line a way, and the
 * version in the last line
 *     run WHICH QUESTION RINGS COUNT FILE: of a bumpy sphere with so many rings, or a torus (0),
 * seconds a question, bytes a triangle and the pace (timing.h); the answers go into the file as
 * doubles. The clock counts the time of this thread. */
#include <malloc.h>
#include <string.h>
#include <unistd.h>

#include "peer.h"

typedef enum question {
    MEETS,
    CONTACTS,
    DISTANCE,
    APART,
    WITHIN,
    BUILD,
    REFIT,
    RAY,
    TOUCH,
    PIERCE,
    QUESTIONS
} question;
static const char *const names[QUESTIONS] = {"meets", "contacts", "distance", "apart", "within",
                                             "build", "refit",    "ray",      "touch", "pierce"};

enum { PROBES = 50 }; /* of the pace, before and after */

static bool answers(const mesh_peer *peer, question asked) {
    switch (asked) {
    case MEETS:
        return peer->meets;
    case CONTACTS:
        return peer->contacts;
    case DISTANCE:
    case APART:
        return peer->distance;
    case WITHIN:
        return peer->within;
    case REFIT:
        return peer->refit;
    case RAY:
        return peer->ray;
    case TOUCH:
        return peer->touch;
    case PIERCE:
        return peer->pierce;
    default:
        return peer->make;
    }
}

static double ask_pair(const mesh_peer *peer, question asked, void *a, void *b, const void *places,
                       uint32_t i) {
    switch (asked) {
    case MEETS:
        return peer->meets(a, b, places, i);
    case CONTACTS:
        return peer->contacts(a, b, places, i);
    case WITHIN:
        return peer->within(a, b, places, i, 0.05);
    default:
        return peer->distance(a, b, places, i);
    }
}

/* A tenth is asked before, to warm up. */
static double ask_pairs(const mesh_peer *peer, question asked, const bench_model *model, uint32_t count,
                        double *answer) {
    void *a = peer->make(model), *b = peer->make(model);
    double distance = (asked == APART ? 1.5 : asked == WITHIN ? 1.2 : 1) * model->distance;
    bench_placement *given = bench_placements(count, distance);
    void *places = peer->places(given, 2 * count);
    for (uint32_t i = 0; i < (count + 9) / 10; ++i) answer[i] = ask_pair(peer, asked, a, b, places, i);
    double start = bench_seconds();
    for (uint32_t i = 0; i < count; ++i) answer[i] = ask_pair(peer, asked, a, b, places, i);
    double seconds = (bench_seconds() - start) / count;
    peer->forget(places);
    free(given);
    peer->release(a);
    peer->release(b);
    return seconds;
}

static double build(const mesh_peer *peer, const bench_model *model, uint32_t count, double *answer) {
    double seconds = 0;
    for (uint32_t i = 0; i <= count; ++i) {
        double start = bench_seconds();
        void *mesh = peer->make(model);
        if (i > 0) seconds += bench_seconds() - start;
        peer->release(mesh);
    }
    answer[0] = 0;
    return seconds / count;
}

static double refit(const mesh_peer *peer, bench_model *model, uint32_t count, double *answer) {
    void *mesh = peer->make(model);
    double seconds = 0;
    for (uint32_t i = 0; i <= count; ++i) {
        for (uint32_t k = 0; k < 3 * model->vertex_count; ++k)
            model->vertices[k] *= i % 2 ? 1.01f : 0.99f;
        double start = bench_seconds();
        peer->refit(mesh, model);
        if (i > 0) seconds += bench_seconds() - start;
    }
    peer->release(mesh);
    answer[0] = 0;
    return seconds / count;
}

static double cast(const mesh_peer *peer, const bench_model *model, uint32_t count, double *answer) {
    void *mesh = peer->make(model);
    bench_ray *rays = bench_rays();
    for (int i = 0; i < BENCH_RAYS; ++i) answer[i] = peer->ray(mesh, &rays[i]);
    double start = bench_seconds();
    for (uint32_t i = 0; i < count; ++i)
        answer[i % BENCH_RAYS] = peer->ray(mesh, &rays[i % BENCH_RAYS]);
    double seconds = (bench_seconds() - start) / count;
    free(rays);
    peer->release(mesh);
    return seconds;
}

/* Points anywhere in a cube, so that triangles and ways of all sizes meet at all angles; of so few
 * digits that the differences of two are floats, too. */
static double ask_primitives(const mesh_peer *peer, question asked, uint32_t count, double *answer) {
    double (*one)(const void *, uint32_t) = asked == TOUCH ? peer->touch : peer->pierce;
    uint32_t points = count * (asked == TOUCH ? 6 : 5);
    float(*given)[3] = (float(*)[3])malloc(points * sizeof *given);
    if (!given) exit(EXIT_FAILURE);
    uint64_t state = 15;
    for (uint32_t i = 0; i < points; ++i)
        for (int k = 0; k < 3; ++k)
            given[i][k] = (float)(floor(bench_random(&state) * (1 << 20)) / (1 << 20));
    const void *own = peer->points((const float(*)[3])given, points);
    for (uint32_t i = 0; i < count; ++i) answer[i] = one(own, i);
    double start = bench_seconds();
    for (uint32_t i = 0; i < count; ++i) answer[i] = one(own, i);
    double seconds = (bench_seconds() - start) / count;
    free(given);
    return seconds;
}

static double ask(const mesh_peer *peer, question asked, bench_model *model, uint32_t count,
                  double *answer) {
    switch (asked) {
    case BUILD:
        return build(peer, model, count, answer);
    case REFIT:
        return refit(peer, model, count, answer);
    case RAY:
        return cast(peer, model, count, answer);
    case TOUCH:
    case PIERCE:
        return ask_primitives(peer, asked, count, answer);
    default:
        return ask_pairs(peer, asked, model, count, answer);
    }
}

static size_t answer_count(question asked, uint32_t count) {
    return asked == BUILD || asked == REFIT ? 1 : asked == RAY ? BENCH_RAYS : count;
}

static double allocated(void) {
    struct mallinfo2 info = mallinfo2();
    return (double)info.uordblks + (double)info.hblkhd;
}

static double bytes_a_triangle(const mesh_peer *peer, const bench_model *model) {
    double before = allocated();
    void *mesh = peer->make(model);
    double bytes = peer->bytes ? peer->bytes(mesh) : allocated() - before;
    peer->release(mesh);
    return bytes / model->triangle_count;
}

static int run(char **argv, FILE *reply) {
    const mesh_peer *peer = &mesh_peers[atoi(argv[2])];
    question asked = MEETS;
    while (asked < QUESTIONS && strcmp(argv[3], names[asked]) != 0) ++asked;
    uint32_t count = (uint32_t)atoi(argv[5]);
    if (asked == QUESTIONS || !answers(peer, asked) || count == 0) return EXIT_FAILURE;
    int rings = atoi(argv[4]);
    bench_model model =
        rings > 0 ? bench_bumpy_sphere_of((uint32_t)(5 * rings / 2), (uint32_t)rings) : bench_torus();
    size_t answered = answer_count(asked, count);
    double *answer = (double *)calloc(answered, sizeof *answer);
    if (!answer) return EXIT_FAILURE;
    bench_pace pace = {0, 0};
    bench_pace_take(&pace, PROBES);
    double seconds = ask(peer, asked, &model, count, answer);
    bench_pace_take(&pace, PROBES);
    double bytes = asked == BUILD || asked == RAY ? bytes_a_triangle(peer, &model) : 0;
    FILE *file = fopen(argv[6], "wb");
    bool written = file && fwrite(answer, sizeof *answer, answered, file) == answered;
    if (file && fclose(file) != 0) written = false;
    fprintf(reply, "%.9g %.9g %.9g\n", seconds, bytes, bench_pace_mean(&pace));
    free(answer);
    free(model.vertices);
    free(model.indices);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}

static void list(FILE *reply) {
    for (int k = 0; k < mesh_peer_count; ++k) {
        const mesh_peer *peer = &mesh_peers[k];
        fprintf(reply, "%s\t%s\t%s\t", peer->library, peer->precision, peer->settings);
        for (int asked = 0; asked < QUESTIONS; ++asked)
            if (answers(peer, (question)asked)) fprintf(reply, "%s ", names[asked]);
        fprintf(reply, "\n");
    }
    fprintf(reply, "version\t%s\n", mesh_peer_version());
}

int main(int argc, char **argv) {
    /* What the libraries themselves print goes to the standard error. */
    FILE *reply = fdopen(dup(STDOUT_FILENO), "w");
    int status = EXIT_SUCCESS;
    if (!reply || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return EXIT_FAILURE;
    if (argc == 2 && strcmp(argv[1], "list") == 0)
        list(reply);
    else if (argc == 7 && strcmp(argv[1], "run") == 0)
        status = run(argv, reply);
    else
        return EXIT_FAILURE;
    return fclose(reply) == 0 ? status : EXIT_FAILURE;
}
