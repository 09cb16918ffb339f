/* Which cards of a hand a seat cannot know now, and decks in which these have changed places.
 * Not here: whether the hand could have gone the same way with such a deck (honest.h).
 * Invariant: cards that the seat has seen, and cards known to be in a hand, stay where they are. */
#ifndef CANASTA_REDEAL_H
#define CANASTA_REDEAL_H

#include "canasta/game.h"
#include "random/random.h"

/* A place in the deck, and the seat in whose hand its card lies unseen by the others. */
typedef struct cn_place {
    uint16_t at;
    uint8_t seat;
} cn_place;

/* All such places. A card that came with the pile is known, and none of them. */
typedef struct cn_whereabouts {
    uint16_t count;
    cn_place held[CN_DECK_CARDS_MAX];
} cn_whereabouts;

/* Follows a hand: first its deal, then every step. `game` is the game after it. */
void cn_whereabouts_deal(cn_whereabouts *where, const cn_rules *rules, const cn_game *game,
                         const cn_event *deal);
void cn_whereabouts_step(cn_whereabouts *where, const cn_rules *rules, const cn_game *before,
                         const cn_game *game, const cn_event *step);

/* What a re-deal does with threes that are laid out when they come to light. */
typedef enum cn_redeal_threes {
    CN_REDEAL_THREES_APART, /* those in hands stay there, the others stay out of hands */
    CN_REDEAL_THREES_MIXED  /* they go anywhere: in most rule sets somebody would have shown them */
} cn_redeal_threes;

/* Writes the game's deck with all cards that are hidden from `seat` shuffled: those of the other
 * hands, the stock, packets, talons and buried cards. */
void cn_redeal(const cn_whereabouts *where, const cn_rules *rules, const cn_game *game,
               unsigned seat, cn_redeal_threes threes, cn_stream *stream, cn_card *deck);

#endif
