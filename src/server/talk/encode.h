/* Messages to clients, as JSON text made from views and lines of one seat.
 * Not here: queues and sockets. This file's code is compiled without the game's header.
 * Invariant: a message for a seat is a function of what that seat knows. */
#ifndef CANASTA_SERVER_ENCODE_H
#define CANASTA_SERVER_ENCODE_H

#include <json-c/json.h>

#include "server/table/table.h"
#include "server/table/turn.h"

/* Each returns an object the caller puts away (json_object_put). */
/* `resumed`: what the client has missed follows, and no snapshot. */
json_object *cn_encode_welcome(const cn_table *table, unsigned seat, uint32_t last_n, bool resumed);
/* With `proofs` of the cards it shows, if they are wanted. For who looks on at a table that
 * hides its hand, as it stood before the deal. */
json_object *cn_encode_snap(const cn_table *table, unsigned seat, bool proofs);
json_object *cn_encode_change(const cn_table *table, unsigned seat, const cn_change *change,
                              bool proofs);
json_object *cn_encode_seats(const cn_table *table); /* who came or went; not in the log */
/* The program of a seat has been replaced, for a reason in one word; not in the log. */
json_object *cn_encode_replaced(const cn_table *table, unsigned seat, const char *word);
json_object *cn_encode_answer(uint32_t n, const cn_ruling *answer);
/* A refusal without a table; `n` 0 and `message` NULL are left out. */
json_object *cn_encode_refusal(uint32_t n, const char *code, const char *message);
/* A refusal that passes, and when. */
json_object *cn_encode_later(uint32_t n, const char *code, int64_t ms);
/* The table is in the archive since that moment. */
json_object *cn_encode_archived(int64_t archived_at);
json_object *cn_encode_pong(void);
/* Something about a seat that is not in the log; `what` says more, or is NULL. */
json_object *cn_encode_note(const char *type, unsigned seat, const char *what);
/* Nothing goes on at the table before the next snapshot. */
json_object *cn_encode_paused(void);
json_object *cn_encode_bye(const char *code);
/* The line will be cut in so many milliseconds. */
json_object *cn_encode_drain(uint32_t in_ms);

/* A day, as 2025-03-01. */
void cn_encode_date(json_object *object, const char *key, int64_t time);
/* Whether it is a lesson; nothing of others. */
void cn_encode_lesson(json_object *object, const cn_table *table);
/* Until when the table is kept, and what its maker has left elsewhere. */
void cn_encode_keeping(json_object *object, const cn_table *table);
/* How the game stands: totals and winners by side, the side of each seat, and, unless the hand is
 * `hidden` from who asks, whose turn it is and since when. */
void cn_encode_standing(json_object *object, const cn_table *table, bool hidden);
/* [{"name","who","present"}] */
json_object *cn_encode_seat_list(const cn_table *table);

#endif
