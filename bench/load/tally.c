/* Counting. Not here: as in the header. Invariant: as in the header. */
#include "load/tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void load_samples_add(load_samples *samples, int64_t us)
{
    if (samples->count == samples->room) {
        samples->room = 2 * samples->room + 1024;
        samples->us = realloc(samples->us, samples->room * sizeof *samples->us);
        if (samples->us == NULL) abort();
    }
    samples->us[samples->count++] = us < 0 ? 0 : us > UINT32_MAX ? UINT32_MAX : (uint32_t)us;
}

static int by_size(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

void load_samples_sort(load_samples *samples)
{
    if (samples->count > 0) qsort(samples->us, samples->count, sizeof *samples->us, by_size);
}

uint32_t load_samples_at(const load_samples *samples, uint32_t millionth)
{
    if (samples->count == 0) return 0;
    const uint64_t rank = ((uint64_t)samples->count * millionth + 999999) / 1000000;
    return samples->us[rank > 0 ? rank - 1 : 0];
}

void load_samples_free(load_samples *samples)
{
    free(samples->us);
    *samples = (load_samples){0};
}

const char *load_fault_word(load_fault fault)
{
    static const char *const words[LOAD_FAULTS] = {
        [LOAD_FAULT_CLOSED] = "closed", [LOAD_FAULT_ANSWER] = "answer",
        [LOAD_FAULT_GAP] = "gap",       [LOAD_FAULT_EVENT] = "event",
        [LOAD_FAULT_HASH] = "hash",     [LOAD_FAULT_REQUEST] = "request",
        [LOAD_FAULT_SEND] = "send",     [LOAD_FAULT_LOST] = "lost",
    };
    return words[fault];
}

void load_tally_ack(load_tally *tally, int64_t us, int64_t due_us)
{
    const int64_t second = due_us / 1000000;
    load_samples_add(&tally->acked, us);
    if (second < 0 || second >= LOAD_SECONDS_SHOWN) return;
    if (us > tally->worst_us[second]) tally->worst_us[second] = (uint32_t)us;
}

void load_tally_code(load_tally *tally, const char *word)
{
    for (unsigned i = 0; i < LOAD_CODES_MAX; i++) {
        if (tally->code[i].count == 0)
            snprintf(tally->code[i].word, LOAD_CODE_BYTES, "%s", word);
        else if (strcmp(tally->code[i].word, word) != 0)
            continue;
        tally->code[i].count++;
        return;
    }
}

uint64_t load_tally_faults(const load_tally *tally)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < LOAD_FAULTS; i++) sum += tally->fault[i];
    return sum;
}
