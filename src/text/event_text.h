/* Events as one line of text, in records of seats, on the wire and for the WebAssembly engine:
 *   deal 3 dealer 2 red 1:3d 3:3h3d turned 2dKd hand 0:4cKhKs...
 *   2 draw 3d?          cards that left the stock: red threes laid out, ? or the card to the hand
 *   2 take KhKs         2 lay Kh        2 lay 2d K (wild onto the kings)    2 open
 *   2 discard 4s        2 ask           0 yes
 *   score 0:4c5d 1: 2:KhKs 3:
 * and the line a view starts from:
 *   view seat 0 dealer 2 played 3 totals 1200,340
 * Not here: JSON. Invariant: parse(write(event)) is the event. */
#ifndef CANASTA_EVENT_TEXT_H
#define CANASTA_EVENT_TEXT_H

#include "canasta/event.h"
#include "canasta/view.h"
#include "text/card_text.h"

enum { CN_EVENT_TEXT_MAX = 1024 };

void cn_write_event(cn_writer *writer, const cn_rules *rules, const cn_event *event);
bool cn_event_parse(const char *text, const cn_rules *rules, cn_event *event, cn_text_error *error);

void cn_write_view_start(cn_writer *writer, const cn_rules *rules, unsigned seat, unsigned dealer,
                         unsigned hands_played, const int32_t *totals);
bool cn_view_start_parse(const char *text, const cn_rules *rules, cn_view *view,
                         cn_text_error *error);

#endif
