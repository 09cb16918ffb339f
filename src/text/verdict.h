/* What a view says about a play in text: may it be made, and what would the table be then.
 * Not here: how a verdict is written (view_json.h), positions of files (the referee).
 * Invariant: judging changes nothing; the verdict depends on the view and the text only. */
#ifndef CANASTA_VERDICT_H
#define CANASTA_VERDICT_H

#include "canasta/reason.h"
#include "canasta/view.h"
#include "text/text.h"

typedef struct cn_verdict {
    bool readable;       /* false: `error` says what is wrong with the text */
    cn_reason reason;    /* of a readable text; CN_OK if the play may be made */
    cn_text_error error; /* its message is empty unless the text is no play */
    int32_t points;      /* what the opening counts so far, the top card of a take included */
    int32_t minimum;     /* what it must count; 0 if the side has melded */
    bool has_after;
    cn_view after; /* the table after the play, cards from the stock unknown */
} cn_verdict;

/* Judges `length` characters of one play for the view's seat. The text goes on with a zero, or with
 * anything else that is no card. */
cn_verdict cn_view_judge(const cn_view *view, const cn_rules *rules, const char *play,
                         size_t length);

/* The points that the groups named in a play add to an opening, whether or not they are legal or
 * complete: the cards of `take`, `meld` and the first `open`, and the top card if it is taken. */
int32_t cn_opening_points(const cn_rules *rules, const cn_public *pub, const char *play,
                          size_t length);

#endif
