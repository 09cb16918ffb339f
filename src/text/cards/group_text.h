/* Groups of cards in a play, as they are read: `KhKs2c`, `K#3:Kh`, `S:5hX7h`, `W+:2c2dX`, `S#2:X-`.
 * Not here: actions (play_text.c).
 * Invariant: a group that was read has cards of one meld, in the order in which they are laid. */
#ifndef CANASTA_GROUP_TEXT_H
#define CANASTA_GROUP_TEXT_H

#include "text/cards/play_text.h"

/* What stands before the colon. */
typedef struct cn_group_name {
    uint8_t meld;  /* a rank or CN_MELD_*, CN_KIND_NONE if it has no letter */
    uint8_t place; /* index of the side's meld, CN_NO_MELD if none is named */
    bool fresh;    /* a new meld */
} cn_group_name;

typedef struct cn_group {
    cn_group_name name;
    uint8_t meld; /* what the cards make: a rank or CN_MELD_* */
    const char *at;
    unsigned count, wild_count; /* wilds are the last ones; in a meld of wilds all cards are */
    cn_card card[CN_GROUP_CARDS_MAX];
    const char *where[CN_GROUP_CARDS_MAX];
    bool low[CN_GROUP_CARDS_MAX]; /* a wild goes to the low end of a sequence, else to the high */
    bool any_end;                 /* nothing says to which end, */
    bool beside;                  /* ... or the cards stand on both sides of what lies there */
} cn_group;

/* Where a group is read from, and where the reason of a broken shape goes. */
typedef struct cn_group_reader {
    const cn_scan *scan;
    cn_reason *shape;
} cn_group_reader;

/* Reads one word as a group. */
cn_play_status cn_group_read(const cn_group_reader *reader, cn_word word, cn_group *group);
/* Reads the cards of a word, in the order written; none of them is hidden. */
cn_play_status cn_group_read_cards(const cn_group_reader *reader, cn_word word, cn_card *cards,
                                   const char **where, unsigned *count);
/* Reads a word such as `#3` or `K#3`; false if it is none. */
bool cn_place_read(cn_word word, unsigned *place);

/* Fails with a reason: the text is well formed and still no play. */
cn_play_status cn_shape_fail(const cn_group_reader *reader, const char *at, cn_reason_code code,
                             const char *message);

/* Wilds named by a number alone: what they are in it, the meld there says (play_settle.c). */
static inline bool cn_group_waits_for_meld(const cn_group *group)
{
    return group->meld == CN_MELD_WILD && group->name.meld == CN_KIND_NONE &&
           group->name.place != CN_NO_MELD;
}

/* The part of a word behind its name and colon: the cards. */
cn_word cn_group_cards(cn_word word);

#endif
