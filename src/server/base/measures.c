/* Counting. Not here: as in the header. Invariant: as in the header. */
#include "server/base/measures.h"

#include <string.h>

const uint32_t cn_steps_us[CN_STEPS_MAX] = {
    500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 500000, 1000000, 2500000, 10000000};
const uint32_t cn_steps_entries[CN_STEPS_MAX] = {1, 2, 4, 8, 16, 32, 64};

void cn_measure(cn_histogram *histogram, const uint32_t steps[CN_STEPS_MAX], uint64_t value)
{
    unsigned i = 0;
    while (steps[i] != 0 && value > steps[i]) i++;
    histogram->in[i]++;
    histogram->sum += value;
}

void cn_tally_add(cn_tally *tally, const char *word)
{
    unsigned i = 0;
    while (i < CN_ANSWERS_MAX - 1 && tally->row[i].word != NULL &&
           strcmp(tally->row[i].word, word) != 0)
        i++;
    if (tally->row[i].word == NULL) tally->row[i].word = i < CN_ANSWERS_MAX - 1 ? word : "OTHER";
    tally->row[i].count++;
}
