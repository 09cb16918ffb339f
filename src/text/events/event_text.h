/* Events as one line of text, in records of seats, on the wire and for the WebAssembly engine:
 *   deal 3 dealer 2 threes 1:3d 3:3h3d turned 2dKd buried 9 hand 0:4cKhKs...
 *   2 draw gets ? threes 3d           2 take KhKs gets - threes 3h
 *   2 lay Kh    2 lay 2d K    2 lay 2d W    2 lay 5h S    2 to 3    2 new    2 join 4    2 open
 *   2 discard 4s then 3 gets ???? talon      2 ask    0 yes    2 pass    2 declare    2 lay-out
 *   score 0:4c5d 1: 2:KhKs 3: waiting 1:4c4d
 * and the line a view starts from:
 *   view seat 0 dealer 2 played 3 totals 1200,340
 * Not here: JSON. Invariant: parse(write(event)) is the event. */
#ifndef CANASTA_EVENT_TEXT_H
#define CANASTA_EVENT_TEXT_H

#include "canasta/event.h"
#include "canasta/view.h"
#include "text/cards/card_text.h"

enum { CN_EVENT_TEXT_MAX = 2560 };

void cn_write_event(cn_writer *writer, const cn_rules *rules, const cn_event *event);
bool cn_event_parse(const char *text, const cn_rules *rules, cn_event *event, cn_text_error *error);

void cn_write_view_start(cn_writer *writer, const cn_rules *rules, unsigned seat, unsigned dealer,
                         unsigned hands_played, const int32_t *totals);
bool cn_view_start_parse(const char *text, const cn_rules *rules, cn_view *view,
                         cn_text_error *error);

#endif
