/* A deal that can be proven: its commitment, its deck, the root over its cards, and the proof of a
 * card. docs/fairness.md has every byte, and says what is proven and what is not.
 * Not here: where seeds come from, who is told what and when (server).
 * Invariant: nothing here is random; the same deal gives the same bytes everywhere. */
#ifndef CANASTA_FAIR_PROOF_H
#define CANASTA_FAIR_PROOF_H

#include "canasta/rules.h"
#include "fair/tree.h"
#include "text/records/fair_text.h"

/* The commitment to the seed of this deal: of its table, its number and its seed. */
cn_fair_hash cn_fair_commitment(const cn_fair_deal *deal);

/* The order of the deck by seed and parts, the top first; room for rules->deck_size cards. */
void cn_fair_order(const cn_fair_deal *deal, const cn_rules *rules, cn_card *cards);

/* A deck with its salts and its tree: 42 KB, made once for the proofs of many cards. */
typedef struct cn_fair_deck {
    unsigned count;
    cn_card card[CN_DECK_CARDS_MAX]; /* the top first */
    uint8_t salt[CN_DECK_CARDS_MAX][CN_FAIR_SALT_BYTES];
    cn_fair_tree tree;
} cn_fair_deck;

void cn_fair_deck_make(cn_fair_deck *deck, const cn_fair_deal *deal, const cn_rules *rules);

/* That this card lies at this position of the deck, 0 its top. */
typedef struct cn_fair_proof {
    uint16_t at;
    cn_card card;
    uint8_t count; /* of the path */
    uint8_t salt[CN_FAIR_SALT_BYTES];
    cn_fair_hash path[CN_FAIR_PATH_MAX];
} cn_fair_proof;

void cn_fair_prove(const cn_fair_deck *deck, unsigned at, cn_fair_proof *proof);
/* For a deck of so many cards, and the root that was told at its deal. */
bool cn_fair_proof_holds(const cn_fair_proof *proof, unsigned cards, const cn_fair_hash *root);

/* What a check finds; the first one that is so. */
typedef enum cn_fair_verdict {
    CN_FAIR_PROVEN,
    CN_FAIR_OTHER_SEED, /* the seed does not belong to the commitment */
    CN_FAIR_OTHER_DECK, /* seed and parts give another deck */
    CN_FAIR_OTHER_ROOT  /* the root is not the one of this deck */
} cn_fair_verdict;

/* Checks all of a deal; `cards` is the deck that was dealt, rules->deck_size cards. */
cn_fair_verdict cn_fair_check(const cn_fair_deal *deal, const cn_rules *rules,
                              const cn_card *cards);

#endif
