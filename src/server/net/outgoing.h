/* Replies on their way out: each is written to a connection that is ours alone from then on, and is
 * closed behind it so that nothing of it is lost.
 * Not here: what a reply says (http.c). Why not the library: it drops a reply behind which more has
 * been sent, and is never at rest while one waits for a slow reader.
 * Invariant: a connection that takes nothing, or sends without end, is closed within a bound. */
#ifndef CANASTA_SERVER_OUTGOING_H
#define CANASTA_SERVER_OUTGOING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cn_outgoing cn_outgoing;

/* NULL if the system gives no descriptor. */
cn_outgoing *cn_outgoing_make(void);
void cn_outgoing_free(cn_outgoing *outgoing); /* cuts off what is still under way */
/* Readable whenever cn_outgoing_go_on has something to do. */
int cn_outgoing_descriptor(const cn_outgoing *outgoing);
unsigned cn_outgoing_count(const cn_outgoing *outgoing);

typedef struct cn_out {
    int socket;
    unsigned char *bytes; /* allocated; written first */
    size_t length;
    int file; /* open at its beginning, of which so much is written behind them; -1: none */
    size_t file_length;
} cn_out;

/* Writes all this to the socket and closes it. All is taken over; if there are too many replies,
 * another gives way. */
void cn_outgoing_add(cn_outgoing *outgoing, const cn_out *out, int64_t now_ms);
void cn_outgoing_go_on(cn_outgoing *outgoing, int64_t now_ms);
/* Ends what has taken too long. Called every second or so. */
void cn_outgoing_sweep(cn_outgoing *outgoing, int64_t now_ms);

#endif
