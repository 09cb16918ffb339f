/* All lays of a position at once: which have the right shape, and of which counts alone tell
 * whether the turn can be finished after them. Not here: what remains in doubt (legal_search.c).
 * Invariant: what possible.c and stay.c would say of each; changes nothing but `lays`. */
#ifndef CANASTA_LAYS_H
#define CANASTA_LAYS_H

#include "canasta/public.h"
#include "canasta/step.h"
#include "engine/cards/counts.h"
#include "engine/finish/stay.h"

/* Steps that are neither are impossible, or begin what can never be finished. */
typedef struct cn_lays {
    cn_mask sure; /* possible, and the turn can surely be finished after them */
    cn_mask open; /* possible: whether the turn can be finished must be asked */
    cn_mask out;  /* the same, and only by going out */
} cn_lays;

/* The lays and the names of melds (TO_MELD) of a turn in PHASE_MELD; where a meld was named, what
 * goes to it, joins as well. */
cn_lays cn_find_lays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

typedef struct cn_lay_table {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand;
    const cn_side *side;
    cn_lays *lays;
    cn_stay stay;
    cn_outlook onto; /* after a lay onto a meld that was finished before */
    bool opening;    /* the side has not opened */
    bool own_melds;  /* a rank may have many melds, which a run of lays begins one by one */
    bool wild_locks; /* an unfinished meld of wilds or twos keeps them to itself (P61, P133) */
    bool two, joker; /* in hand, and free for melds of ranks */
    unsigned wilds;  /* in hand */
    uint32_t dead;   /* ranks that are closed to everybody (P100) */
    uint64_t faces;  /* natural ones in hand, where there are sequences */
} cn_lay_table;

static inline void cn_note_lay(const cn_lay_table *t, unsigned number, cn_outlook outlook)
{
    if (outlook == CN_OUTLOOK_STAYS) cn_mask_add(&t->lays->sure, number);
    if (outlook == CN_OUTLOOK_OPEN) cn_mask_add(&t->lays->open, number);
    if (outlook == CN_OUTLOOK_OUT) cn_mask_add(&t->lays->out, number);
}

/* The steps first + i for each bit i of `bits`. */
static inline void cn_note_lays(const cn_lay_table *t, unsigned first, uint64_t bits,
                                cn_outlook outlook)
{
    if (outlook == CN_OUTLOOK_STAYS) cn_mask_add_many(&t->lays->sure, first, bits);
    if (outlook == CN_OUTLOOK_OPEN) cn_mask_add_many(&t->lays->open, first, bits);
    if (outlook == CN_OUTLOOK_OUT) cn_mask_add_many(&t->lays->out, first, bits);
}

/* A meld is finished by cards enough, naturals first, before it is a canasta. */
static inline bool cn_finishes_by_number(const cn_params *p)
{
    return p->min_naturals <= p->meld_min && p->meld_min < p->canasta_size;
}

/* What the melds to which cards of a rank go take; ranks, one bit each. */
typedef struct cn_fits {
    uint32_t begun; /* there is such a meld */
    uint32_t natural, wild;
    uint32_t closed; /* but naturals begin another one beside it (P56) */
} cn_fits;
cn_fits cn_fit_ranks(const cn_lay_table *t);

/* Of these ranks, which are in hand, those of which a new meld can be finished; of rules by which
 * it is finished by cards enough. */
uint32_t cn_begun_ranks(const cn_lay_table *t, uint32_t ranks);

/* Index of the meld that a wild for a meld of wilds goes to, CN_NO_MELD if it begins one. */
unsigned cn_wild_target(const cn_lay_table *t);

/* A lay that is rare enough to be looked at alone. */
void cn_note_lay_alone(const cn_lay_table *t, unsigned number);

/* Names of melds (TO_MELD), where none has been named. */
void cn_add_names(const cn_lay_table *t);

/* What goes to the meld that TO_MELD has named. */
void cn_add_onto_named(const cn_lay_table *t);

/* The meld of twos takes one of the wilds in hand, after its run has ended. */
bool cn_twos_take(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                  unsigned meld_i);

#endif
