/* Worlds: the ways in which the cards that a seat has not seen could lie, for players that search.
 * Not here: randomness - src/random/imagine.h draws one (the engine has no streams) - and the live
 * game (game.h). Invariant: a world is made from a view and from nothing else.
 *
 * What a seat has not seen: the whole pack without its own hand, melds, threes laid out or set
 * aside, the open cards of the pile, and the cards known to be in a hand because they came with the
 * pile and were not seen to leave. Where the same face is known to be in a hand and may be in it
 * once more, a card of that face that leaves counts as the known one.
 *
 * Where they can lie, the hidden places: the other cards of the other hands, the stock in its
 * order, packets and talons (the own ones, too), cards buried under the pile.
 *
 * All ways to put those cards, each a card of its own, on those places are equally likely, as far
 * as the seat cannot exclude them:
 *   - a hand holds no three that it would have had to lay out - but any before its first turn where
 *     they wait for that (P21), at most one where one may be held, exactly one, of the suits it
 *     could have kept, if the hand has laid out others since (P97, S13), and as many as buried
 * cards came to it where those stay (S17);
 *   - the turn that is being made can be finished, and a question that waits for its answer was
 *     allowed (P68). That is looked at by cn_world_can_go_on.
 * Cards that went back into the stock with the pile (P170) are unseen again: which of them lie
 * there and in what order nobody keeps in mind. What somebody chose to do, earlier in the hand as
 * well, is no evidence, even where no other choice would have been allowed with some of those
 * cards.
 *
 * A world is of a type of its own, and closed: players are compiled without the live game, and one
 * that may step worlds still is. No function makes a world of a game or shows a game as one. */
#ifndef CANASTA_WORLD_H
#define CANASTA_WORLD_H

#include "canasta/legal.h"
#include "canasta/score.h"
#include "canasta/view.h"

enum { CN_WORLD_BYTES = 5120 };

/* Storage for one; everything is asked of the functions below. Copy with cn_world_copy, which
 * leaves out what is not in use. */
typedef struct cn_world {
    _Alignas(CN_VECTOR) unsigned char bytes[CN_WORLD_BYTES];
} cn_world;

/* The unseen cards of another hand: places `first` .. `first + count - 1`. */
typedef struct cn_unseen_hand {
    uint8_t seat, threes_least; /* at least so many and ... */
    uint16_t threes_most;       /* at most so many of those that are laid out at once, */
    uint8_t three_suits;        /* if at least one: of the first so many suits; */
    uint16_t open, came;        /* each of them one of the `open` cards among `came` */
    uint16_t first, count;
} cn_unseen_hand;

/* The cards that a view has not seen, and the places where they can lie: all that is drawn for a
 * world. Made once for all worlds of a view. Places are numbered: the hands, those first that can
 * hold no three which is laid out at once; then the deck. */
typedef struct cn_unseen {
    uint16_t count;  /* cards, and places */
    uint16_t threes; /* so many of the cards, the last ones, are threes that are laid out at once */
    uint16_t closed; /* so many of the places, the first ones, hold none of them */
    uint16_t in_hands;     /* so many of the places, the first ones, are those of hands */
    bool limited;          /* some hand holds at least or at most so many of them; see `hand` */
    bool doubtful;         /* cn_world_can_go_on may be false for a world that was filled */
    uint8_t hand_count;    /* of other seats */
    uint16_t before_stock; /* buried cards and talons: the places behind those of hands; then the */
    uint16_t packet_cards; /* stock, and so many cards of packets that wait */
    cn_unseen_hand hand[CN_SEATS_MAX];
    cn_cards known[CN_SEATS_MAX]; /* seen cards of each hand, the own one complete */
    cn_card card[CN_DECK_CARDS_MAX + CN_PACKS_MAX]; /* in no order, but those threes at the end */
} cn_unseen;

/* False where there is nothing to imagine: no hand is being played, or the view was told only a
 * part of it (cn_view_try). */
bool cn_unseen_list(cn_unseen *unseen, const cn_view *view, const cn_rules *rules);

/* The world in which the unseen cards lie as said: card[i] at place i. They are the cards of
 * `unseen` in any order that keeps its limits. */
void cn_world_fill(cn_world *world, const cn_view *view, const cn_rules *rules,
                   const cn_unseen *unseen, const cn_card *card);

/* True if the turn that is being made can be finished, and a question that waits was allowed. */
bool cn_world_can_go_on(const cn_world *world, const cn_rules *rules);

void cn_world_copy(cn_world *to, const cn_world *from);

const cn_public *cn_world_public(const cn_world *world);
const cn_cards *cn_world_hand(const cn_world *world, unsigned seat);

/* The view of any seat: `view` is one that was told all that happened until now, by whatever seat
 * it was seen. */
void cn_world_view(const cn_world *world, const cn_view *view, unsigned seat, cn_view *seen);

/* The legal steps of the seat to act, and a legal step made (see game.h); `event` may be NULL. */
cn_mask cn_world_legal(const cn_world *world, const cn_rules *rules);
void cn_world_apply(cn_world *world, const cn_rules *rules, cn_step step, cn_event *event);

/* In PHASE_HAND_END: scores the hand; `scores` (side_count entries) and `event` may be NULL. */
void cn_world_score(cn_world *world, const cn_rules *rules, cn_score *scores, cn_event *event);

#endif
