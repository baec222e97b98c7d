/* SPDX-License-Identifier: MIT
 * Pairs that began or ended, as implementations find them, and put in order. */
#include <string.h>

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

/* Makes the number of each index the place where its first pair goes. */
static void add_up(uint32_t *numbers, size_t slots) {
    uint32_t sum = 0;
    for (size_t i = 0; i < slots; ++i) {
        uint32_t here = numbers[i];
        numbers[i] = sum;
        sum += here;
    }
}

/* Two passes, by the higher and then by the lower index, with a place counted for each: many pairs are
 * in order sooner than with the smaller digits of gz_radix_sort, which take twice as many. */
static void sort_by_places(gz_broad_news *news, gz_pair_key *scratch, uint32_t *places, size_t slots) {
    uint32_t *lower = places, *higher = places + slots;
    memset(places, 0, 2 * slots * sizeof *places);
    for (size_t i = 0; i < news->count; ++i) {
        ++lower[gz_pair_lower(GZ_RADIX_KEY(news->at[i]))];
        ++higher[gz_pair_higher(news->at[i])];
    }
    add_up(lower, slots);
    add_up(higher, slots);
    for (size_t i = 0; i < news->count; ++i)
        scratch[higher[gz_pair_higher(news->at[i])]++] = news->at[i];
    for (size_t i = 0; i < news->count; ++i)
        news->at[lower[gz_pair_lower(GZ_RADIX_KEY(scratch[i]))]++] = scratch[i];
}

static void drop_repeated(gz_broad_news *news) {
    size_t repeated = 0, kept = 1;
    for (size_t i = 1; i < news->count; ++i) repeated += news->at[i] == news->at[i - 1];
    if (!repeated) return;
    for (size_t i = 1; i < news->count; ++i)
        if (news->at[i] != news->at[kept - 1]) news->at[kept++] = news->at[i];
    news->count = kept;
}

/* So few slots are one digit of gz_radix_sort. */
enum { FEW_SLOTS = 2048 };

void gz_broad_news_sort(gz_broad_news *news, size_t slots, void *memory, size_t bytes) {
    gz_pair_key *scratch = memory;
    if (is_rising(news)) return;
    size_t count = news->count, keys = count * sizeof *scratch;
    if (slots > FEW_SLOTS && bytes - keys >= 2 * slots * sizeof(uint32_t)) {
        sort_by_places(news, scratch, (uint32_t *)(void *)(scratch + count), slots);
    } else {
        const gz_pair_key *sorted = gz_radix_sort(news->at, scratch, count);
        if (sorted != news->at) memcpy(news->at, sorted, keys);
    }
    drop_repeated(news);
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
