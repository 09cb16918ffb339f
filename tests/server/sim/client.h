/* A client: a seat's engine, the commands it has not heard of, and what it believes.
 * Not here: what it does next (acts.c). Invariant: it knows only what it was told. */
#ifndef CANASTA_TESTS_SIM_CLIENT_H
#define CANASTA_TESTS_SIM_CLIENT_H

#include "canasta/view.h"
#include "link.h"
#include "server/hall/hall.h"
#include "sim.h"

enum { COMMANDS_MAX = 3, PAST_MAX = 6, COMMAND_BYTES = 1400 };

/* A table that was made, as everybody may know it. */
typedef struct meeting {
    char id[CN_ID_CHARACTERS + 1], invite[CN_KEY_CHARACTERS + 1];
    unsigned seat_count;
    uint64_t calm_seq; /* how far its log went when the evening calmed down */
    bool made, asked;
} meeting;

typedef struct command {
    uint32_t n;
    uint64_t seq; /* acknowledged as, 0: not yet */
    int64_t again_ms;
    bool legal; /* by the engine of its seat, if the turn is still there */
    char text[COMMAND_BYTES];
} command;

typedef struct client {
    sim *s;
    unsigned number;
    unsigned table; /* index of its meeting */
    bool seated;
    unsigned calling; /* calls that are not answered */
    unsigned seat;
    char token[CN_TOKEN_CHARACTERS + 1];
    inst_book *inst;
    link *link; /* NULL: not connected */
    link *old;  /* another one, on which it only repeats what it says */
    int64_t since_ms;
    bool greeted, shown;
    char kept[CN_TOKEN_CHARACTERS + 1]; /* by whose key it knows all up to `seq`; or empty */
    cn_rules rules;
    cn_view view;
    cn_stream stream;
    uint64_t seq, seen_seq; /* on this link, and ever at this seat */
    uint64_t next_deal;     /* the one that is committed to; 0: not known */
    uint32_t next_n, acked_n, hello_n;
    unsigned waiting_count;
    command waiting[COMMANDS_MAX];
    unsigned past_count;
    command past[PAST_MAX]; /* the last ones that were acknowledged */
} client;

/* Its seat belongs to somebody else, or to a bot. */
void client_loses_seat(client *c);
void client_new_inst(client *c);
bool client_may_play(const client *c);

/* What it does next (acts.c); happens again and again until the evening calms down. */
void client_act(sim *s, void *who, uint64_t arg);

/* Calls (calls.c). */
void call_make_table(client *c);
void call_take_seat(client *c);
void call_leave(client *c);
void call_look(client *c);
void call_rarely(client *c); /* nonsense, or something that any visitor asks */
void calls_free(sim *s);

/* The process (server.c). */
cn_hall *server_hall(sim *s); /* NULL: down, or about to be */
void server_start(sim *s);
void server_crash(sim *s);
void server_stop(sim *s);
void server_end(sim *s);
void server_check_awake(sim *s);

#endif
