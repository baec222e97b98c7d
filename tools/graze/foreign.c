/* SPDX-License-Identifier: MIT */
#include "foreign.h"

#ifdef TOOL_HAVE_ASSIMP

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "foreign_stream.h"

/* Parent's side: what the child wrote becomes a scene. A child that died says why by how it did. */
static bool child_ended_well(pid_t child, const char *path, fault *f) {
    int status = 0;
    pid_t ended;
    do ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    if (ended < 0) return fault_set(f, path, 0, "the importer was lost");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (!WIFSIGNALED(status)) return fault_set(f, path, 0, "the importer ran out of memory or failed");
    int number = WTERMSIG(status);
    if (number == SIGALRM || number == SIGXCPU)
        return fault_set(f, path, 0, "the importer took too long and was stopped");
    return fault_set(f, path, 0, "the importer crashed on this file (signal %d)", number);
}

bool foreign_read(const char *path, scene *out, fault *f) {
    int ends[2];
    if (pipe(ends) != 0) return fault_set(f, path, 0, "no pipe to the importer could be made");
    fflush(NULL);             /* or the child would write it a second time */
    signal(SIGCHLD, SIG_DFL); /* or nobody hears how it ended */
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        foreign_child(path, ends[1]);
    }
    close(ends[1]);
    FILE *stream = child > 0 ? fdopen(ends[0], "rb") : NULL;
    if (!stream) {
        close(ends[0]);
        if (child > 0) kill(child, SIGKILL), child_ended_well(child, path, &(fault){""});
        return fault_set(f, path, 0, "the importer could not be started");
    }
    fault why = {""};
    bool good = foreign_take(stream, path, out, &why);
    if (!good) kill(child, SIGKILL);
    fclose(stream);
    /* What the child said is the better reason, unless it said nothing because it died. */
    bool well = child_ended_well(child, path, why.text[0] ? &(fault){""} : f);
    if (why.text[0] && !f->text[0]) *f = why;
    return good && well && !why.text[0];
}

#else

bool foreign_knows(const char *path) {
    (void)path;
    return false;
}

bool foreign_read(const char *path, scene *out, fault *f) {
    (void)out;
    return fault_set(f, path, 0, "this program was built without assimp");
}

#endif
