/* What is counted while the server works, for whoever keeps it.
 * Not here: how it is told (net/metrics.c).
 * Invariant: nothing in it names a table, a person or a card. */
#ifndef CANASTA_SERVER_MEASURES_H
#define CANASTA_SERVER_MEASURES_H

#include <stdint.h>

enum { CN_STEPS_MAX = 16, CN_ANSWERS_MAX = 128 };

/* Upper ends of the steps of a histogram; 0 behind the last one. */
extern const uint32_t cn_steps_us[CN_STEPS_MAX];      /* half a millisecond to ten seconds */
extern const uint32_t cn_steps_entries[CN_STEPS_MAX]; /* 1 to 64 */

typedef struct cn_histogram {
    uint64_t in[CN_STEPS_MAX]; /* up to that end, and beyond the one before; then beyond all */
    uint64_t sum;
} cn_histogram;

void cn_measure(cn_histogram *histogram, const uint32_t steps[CN_STEPS_MAX], uint64_t value);

/* How often each word came; words are constants of the program. */
typedef struct cn_tally {
    struct {
        const char *word;
        uint64_t count;
    } row[CN_ANSWERS_MAX];
} cn_tally;

/* What finds no row counts in the last one. */
void cn_tally_add(cn_tally *tally, const char *word);

/* Of the thread of the tables. */
typedef struct cn_measures {
    cn_tally answers;           /* to frames: "ack", or the code of a refusal */
    cn_histogram ack_us;        /* from a command's arrival to its ack */
    cn_histogram thought_us;    /* from a bot's question to its answer, where it is thought out */
    uint64_t thoughts_cut;      /* that would have gone on */
    uint64_t tables, persons;   /* that were made */
    uint64_t passwords_refused; /* because too many waited */
} cn_measures;

#endif
