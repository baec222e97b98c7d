/* SPDX-License-Identifier: MIT
 * Pairs that began or ended, as implementations find them, and put in order. */
#include "base/array.h"
#include "broad/broad.h"

#define GZ_RADIX_TYPE gz_pair_key
#define GZ_RADIX_KEY(key) ((key) & ~GZ_BROAD_BEGINS)
#include "base/radix_kernel.h"

static bool grow(gz_broad_news *news, size_t wanted) {
    gz_pair_key *larger = gz_array_grow(news->at, &news->capacity, wanted, sizeof *larger);
    if (!larger) return false;
    news->at = larger;
    return true;
}

bool gz_broad_news_make_room(gz_broad_news *news) {
    if (grow(news, news->count + 256)) return true;
    news->lost = true;
    news->count = 0;
    return news->capacity > 0;
}

/* The second half of the block is where the sort puts things. */
bool gz_broad_news_sort(gz_broad_news *news) {
    if (news->lost || news->count > UINT32_MAX) return false;
    if (news->count <= 1) return true;
    if (news->capacity < 2 * news->count && !grow(news, 2 * news->count)) return false;
    const gz_pair_key *sorted = gz_radix_sort(news->at, news->at + news->count, news->count);
    size_t kept = 1;
    news->at[0] = sorted[0];
    for (size_t i = 1; i < news->count; ++i)
        if (sorted[i] != sorted[i - 1]) news->at[kept++] = sorted[i];
    news->count = kept;
    return true;
}

void gz_broad_news_clear(gz_broad_news *news) {
    news->count = 0;
    news->tests = 0;
    news->lost = false;
}

size_t gz_broad_news_bytes(const gz_broad_news *news) { return news->capacity * sizeof *news->at; }

void gz_broad_news_release(gz_broad_news *news) {
    gz_release(news->at, news->capacity * sizeof *news->at);
    *news = (gz_broad_news){0};
}
