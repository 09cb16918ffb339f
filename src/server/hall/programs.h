/* The bots of a server that are programs: which ones it offers, and the processes at its tables.
 * Not here: when a bot plays (bots.c), what is committed (turn.c), the conversation (bots/link.h).
 * Invariant: nothing here waits for a program, but cn_programs_free; never more processes than
 * CN_PROGRAMS_MAX; no client names a command. */
#ifndef CANASTA_SERVER_PROGRAMS_H
#define CANASTA_SERVER_PROGRAMS_H

#include "bots/protocol.h"
#include "server/table/table.h"

/* What `canasta serve --bot NAME=exec:COMMAND` offers. */
typedef struct cn_program_offer {
    char name[CN_BOT_WORD_MAX + 1];
    const char *command;
} cn_program_offer;

typedef struct cn_programs cn_programs;
typedef struct cn_program_table cn_program_table; /* the programs at one table */

typedef struct cn_programs_options {
    const cn_program_offer *offer; /* must outlive the programs */
    unsigned offer_count;
    uint32_t deadline_ms; /* of an answer */
    /* Called when a program is replaced for the rest of a hand: `word` says why in one word, and is
     * all that the table may hear of it, for an answer names cards. */
    void (*tell)(void *owner, unsigned seat, const char *word);
} cn_programs_options;

cn_programs *cn_programs_make(const cn_programs_options *options);
/* Ends all processes; gives them a moment. */
void cn_programs_free(cn_programs *programs);
/* Readable whenever a program has said something or ended; -1 if none is offered. */
int cn_programs_descriptor(const cn_programs *programs);
/* Ends what has had its moment. Returns in how many milliseconds to call again, at most `most_ms`.
 */
int64_t cn_programs_sweep(cn_programs *programs, int64_t now_ms, int64_t most_ms);
/* The name of a player of ours or of an offered program. */
bool cn_programs_offers(const cn_programs *programs, const char *name);
/* Whether a name reads like that of one of these (seat.h). */
bool cn_programs_like(const cn_programs *programs, const char *name);
const char *cn_programs_offer_name(const cn_programs *programs, unsigned index); /* NULL: no more */

/* Hears what all running programs say, and has the owners of their tables look again. */
void cn_programs_hear(cn_programs *programs, int64_t now_ms, void (*look_again)(void *owner));

/* The programs for a table, none of them started yet; NULL if its bots are players of ours. `owner`
 * is whoever is told of them. */
cn_program_table *cn_program_table_make(cn_programs *programs, const cn_table *table, void *owner);
void cn_program_table_free(cn_program_table *at, int64_t now_ms);

/* Tells the running programs what has happened since, and hears what they say; lets those go whose
 * seat a person has taken, and all while nobody is at the table. */
void cn_program_table_tick(cn_program_table *at, int64_t now_ms);

typedef enum cn_program_status {
    CN_PROGRAM_NONE,   /* a player of ours plays: there is none, or it has been replaced */
    CN_PROGRAM_THINKS, /* `*wait_ms`: ask again then at the latest */
    CN_PROGRAM_PLAYS   /* `text` is its play, until cn_program_played */
} cn_program_status;

/* Lets the program of the acting seat play. `text` has room for CN_PLAY_TEXT_MAX + 1. */
cn_program_status cn_program_play(cn_program_table *at, unsigned seat, int64_t now_ms,
                                  int64_t *wait_ms, char *text, size_t size);
/* The play has been committed. */
void cn_program_played(cn_program_table *at, unsigned seat);

#endif
