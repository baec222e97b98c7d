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

static bool make_room(gz_broad_news *news, size_t more) {
    if (news->count + more <= news->capacity || grow(news, news->count + more)) return true;
    news->lost = true;
    news->count = 0;
    return news->capacity > 0;
}

bool gz_broad_news_make_room(gz_broad_news *news) { return make_room(news, 256); }

void gz_broad_news_expect(gz_broad_news *news, size_t more) { (void)make_room(news, more); }

static bool is_rising(const gz_broad_news *news) {
    size_t i = 1;
    while (i < news->count && GZ_RADIX_KEY(news->at[i - 1]) < GZ_RADIX_KEY(news->at[i])) ++i;
    return i >= news->count;
}

void gz_broad_news_sort(gz_broad_news *news, gz_pair_key *scratch) {
    if (is_rising(news)) return;
    const gz_pair_key *sorted = gz_radix_sort(news->at, scratch, news->count);
    size_t kept = 1;
    news->at[0] = sorted[0];
    for (size_t i = 1; i < news->count; ++i)
        if (sorted[i] != sorted[i - 1]) news->at[kept++] = sorted[i];
    news->count = kept;
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
