/* What a view says about a play in text: may it be made, and what would the table be then.
 * Not here: how a verdict is written (view_json.h), positions of files (position_rule.h).
 * Invariant: judging changes nothing; the verdict depends on the view and the text only. */
#ifndef CANASTA_VERDICT_H
#define CANASTA_VERDICT_H

#include "canasta/reason.h"
#include "canasta/view.h"
#include "text/base/text.h"
#include "text/cards/play_text.h"
#include "text/events/spread.h"

typedef struct cn_verdict {
    bool readable;       /* false: `error` says what is wrong with the text */
    cn_reason reason;    /* of a readable text; CN_OK if the play may be made */
    cn_text_error error; /* its message is empty unless the text is no play */
    int32_t points;      /* what the opening counts so far, the top card of a take included */
    int32_t minimum;     /* what it must count; 0 if the side has melded */
    cn_play steps;       /* the play as it is meant here (cn_play_settle), empty if it is none */
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

/* A place where cards could go: a group in text, and what judging the play with it says. */
typedef struct cn_target {
    char group[CN_GROUP_CARDS_MAX * 2 + 8];
    uint8_t meld;    /* what the meld is made of: a rank or CN_MELD_* */
    uint8_t meld_i;  /* index of the own meld it goes to, CN_NO_MELD for a new one */
    uint8_t group_i; /* index of the group of the tray that it belongs to, CN_NO_MELD for none */
    uint8_t end;     /* cn_end: of a sequence, where some wild fills no gap and either would do */
    cn_reason reason;
} cn_target;

enum { CN_TARGETS_MAX = 3 * CN_MELDS_MAX };

/* The places where `cards` (one group without a name) could go, beside the groups of a play that is
 * being put together: `take` is a whole action or empty, `groups` its groups so far, with blanks
 * between them. Places that cannot take the cards at all are left out. Returns their number; 0 also
 * if something cannot be read. */
unsigned cn_view_targets(const cn_view *view, const cn_rules *rules, const char *take,
                         const char *groups, const char *cards, cn_target out[CN_TARGETS_MAX]);

#endif
