/* Writes the record of a game, from its events as they happen: see docs/formats.md, "Records".
 * Not here: reading records (replay_text.h), and where the text goes.
 * Invariant: what is written replays to the same hash; a turn is written once it has ended. */
#ifndef CANASTA_RECORD_TEXT_H
#define CANASTA_RECORD_TEXT_H

#include "canasta/game.h"
#include "text/base/text.h"
#include "text/base/words.h"
#include "text/cards/play_text.h"
#include "text/records/fair_text.h"

enum { CN_RECORD_NAME_BYTES_MAX = 48, CN_RECORD_NOTE_BYTES_MAX = 200 };

/* Where the text goes: called with one or more whole lines. */
typedef struct cn_sink {
    void (*put)(void *context, const char *text, size_t length);
    void *context;
} cn_sink;

/* A sink that appends to a writer; when it is full the writer tells so by `overflow`. */
cn_sink cn_sink_to_writer(cn_writer *writer);

/* The first lines of a record. */
typedef struct cn_record_header {
    const char *name[CN_PLAYERS_MAX]; /* by person, which is the seat but where five play (P10);
                                         NULL or "": no name */
    const char *date;                 /* NULL, or any text of one line, such as 2025-03-01 */
    const char *note;                 /* NULL, or a remark of one line */
    unsigned dealer;                  /* of the first hand */
} cn_record_header;

/* How a hand ended, as records and traces say it: "out 2 concealed", "stock", "special 1 pairs". */
void cn_write_end(cn_writer *writer, const cn_rules *rules, const cn_public *pub);

/* The rules of a table in words: "samba", or "samba with target = 3000; rounds = 4". */
void cn_write_rules_played(cn_writer *writer, const cn_rules *rules);

/* A record being written. The rules must outlive it. */
typedef struct cn_record {
    cn_sink sink;
    const cn_rules *rules;
    uint8_t seat; /* whose steps are kept */
    uint8_t step_count;
    cn_step step[CN_PLAY_STEPS_MAX];
} cn_record;

/* Writes the header. The rules are written as their built-in rule set and what differs from it;
 * false, with nothing written, if there is none of that name. Bytes of names and remarks that would
 * end a line are written as blanks. */
bool cn_record_start(cn_record *record, const cn_rules *rules, const cn_record_header *header,
                     cn_sink sink);

/* A hand was dealt, by cn_game_deal. */
void cn_record_deal(cn_record *record, const cn_game *game);

/* Behind the deal: what proves it. */
void cn_record_fair(cn_record *record, const cn_fair_deal *deal);

/* The same of a lesson: it is fixed. */
void cn_record_lesson(cn_record *record);

/* A step was made; its cards are named, as cn_game_apply does in its event. */
void cn_record_step(cn_record *record, unsigned seat, cn_step step);

/* The hand was scored, by cn_game_score, with these scores; writes the winners of a game that is
 * over, and then the record is complete. */
void cn_record_score(cn_record *record, const cn_game *game, const cn_score *scores);

/* Ends the record of a game that is not over: it says so, and replays up to here. */
void cn_record_stop(cn_record *record, const cn_game *game);

#endif
