/* SPDX-License-Identifier: MIT
 * Many small jobs on a few threads, with a bar on a terminal if it takes long. */
#ifndef TOOL_WORKERS_H
#define TOOL_WORKERS_H

#include <stddef.h>

typedef void worker_job(void *context, size_t index);

/* Calls job(context, 0) ... job(context, count - 1), each once, on that many threads, the caller's
 * among them; fewer if no more can be started. what: for the bar, in words. */
void workers_run(int threads, const char *what, worker_job *job, void *context, size_t count);

#endif
