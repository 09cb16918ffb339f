/* What is counted and measured.
 * Not here: printing it (report.c). Invariant: a sample is kept as it is; nothing is averaged. */
#ifndef CANASTA_LOAD_TALLY_H
#define CANASTA_LOAD_TALLY_H

#include <stddef.h>
#include <stdint.h>

/* Durations in microseconds. */
typedef struct load_samples {
    uint32_t *us;
    size_t count, room;
} load_samples;

void load_samples_add(load_samples *samples, int64_t us);
void load_samples_sort(load_samples *samples);
/* The smallest that at least so many of a million are not above; of sorted ones, 0 of none. */
uint32_t load_samples_at(const load_samples *samples, uint32_t millionth);
void load_samples_free(load_samples *samples);

/* What must not happen. */
typedef enum load_fault {
    LOAD_FAULT_CLOSED,  /* a connection, by the server */
    LOAD_FAULT_ANSWER,  /* one to no command, or a second one */
    LOAD_FAULT_GAP,     /* a number of an event that is not the next one */
    LOAD_FAULT_EVENT,   /* a line the engine cannot read or follow */
    LOAD_FAULT_HASH,    /* of a view that is not the server's */
    LOAD_FAULT_REQUEST, /* a call that was not answered with 200 */
    LOAD_FAULT_SEND,    /* the system did not take a frame */
    LOAD_FAULT_LOST,    /* a command or ping without an answer */
    LOAD_FAULTS
} load_fault;
const char *load_fault_word(load_fault fault);

enum { LOAD_CODES_MAX = 16, LOAD_CODE_BYTES = 24, LOAD_SECONDS_SHOWN = 120 };

typedef struct load_tally {
    uint64_t commands, acks, rejections, messages, events, hashes, snaps, hands, games;
    uint64_t late; /* commands that were due and could not be sent by the end */
    uint64_t fault[LOAD_FAULTS];
    struct {
        char word[LOAD_CODE_BYTES];
        uint64_t count;
    } code[LOAD_CODES_MAX]; /* of rejections */
    load_samples acked, pinged;
    uint32_t worst_us[LOAD_SECONDS_SHOWN]; /* of the acks, by the second when they were due */
} load_tally;

/* An answer after so long, to what was due so long after the beginning. */
void load_tally_ack(load_tally *tally, int64_t us, int64_t due_us);
void load_tally_code(load_tally *tally, const char *word);
uint64_t load_tally_faults(const load_tally *tally);

#endif
