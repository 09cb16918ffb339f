/* A hint: the play that `book`, or another one, would make here, and what decided it, in words.
 * Not here: the decision (players/book.h), a search (analysis/thought.h). Invariant: made from the
 * view alone; every step is legal where it stands, and nothing is foretold that the seat would
 * first have to see. */
#ifndef CANASTA_HINT_H
#define CANASTA_HINT_H

#include "canasta/view.h"
#include "players/book.h"
#include "text/base/text.h"
#include "text/cards/play_text.h"

enum { CN_HINT_REASONS_MAX = 5, CN_HINT_SENTENCE_MAX = 200 };

typedef struct cn_hint {
    unsigned count; /* of steps: up to the first one that shows new cards, or to the turn's end */
    cn_step step[CN_PLAY_STEPS_MAX]; /* cards named */
    unsigned why_count;
    cn_book_why why[CN_HINT_REASONS_MAX]; /* most important first */
} cn_hint;

/* Who is asked for the next step of a play: `ahead` is the view after the steps before it. */
typedef struct cn_advisor {
    cn_book_advice (*advise)(void *with, const cn_view *ahead, const cn_rules *rules);
    void *with;
} cn_advisor;

/* False if the view's seat is not to act. */
bool cn_hint_make(const cn_view *view, const cn_rules *rules, cn_hint *hint);

/* The same by another one than `book`. */
bool cn_hint_by(const cn_advisor *advisor, const cn_view *view, const cn_rules *rules,
                cn_hint *hint);

/* One sentence; nothing for a reason that nobody needs to be told. */
void cn_write_hint_reason(cn_writer *writer, const cn_view *view, const cn_rules *rules,
                          const cn_book_why *why);

/* {"play":"take KhKs; discard 4s","reasons":["..."]} */
void cn_write_hint_json(cn_writer *writer, const cn_view *view, const cn_rules *rules,
                        const cn_hint *hint);

#endif
