/* The ends of turns and of hands; for apply.c, settle.c and table.c only.
 * Not here: steps. Invariant: whoever ends a turn begins the next one. */
#ifndef CANASTA_TURN_H
#define CANASTA_TURN_H

#include <stddef.h>
#include <string.h>

#include "engine/cards/marks.h"
#include "engine/step/shape.h"
#include "engine/table/pile.h"
#include "engine/turn/due.h"

static inline cn_side *cn_acting_side(cn_public *pub)
{
    return (cn_side *)(void *)((char *)pub->side + pub->acting);
}

/* The lays that follow are another action (S2). */
static inline void cn_end_run(cn_turn *turn)
{
    turn->to_meld = turn->run_meld = CN_NO_MELD;
    turn->run_before = turn->run_wilds = turn->run_of_take = 0;
}

/* The run goes on behind a take: the top card alone lies there before it, where P57 asks (P40). */
static inline void cn_run_follows_take(cn_turn *turn, const cn_rules *rules, unsigned number)
{
    const bool before = number == CN_STEP_TAKE_TOP && cn_shape_top_alone_before(rules);
    turn->run_of_take = before ? CN_RUN_OF_TOP_ALONE : CN_RUN_OF_TAKE;
    turn->run_before = (uint8_t)(turn->run_before + before);
}

void cn_end_hand(cn_public *pub, cn_hand_end end);

/* The seat on turn goes out (P81, P84): the hand is over, or, with `last_turns`, the turn (P195).
 */
cn_due cn_go_out(cn_public *pub, const cn_rules *rules, bool by_discard);

/* The turn is over: talon (P95), a stock that ends the hand (P92, P93), or the next turn. */
cn_due cn_end_turn(cn_public *pub, const cn_rules *rules);

/* P49; P158 lets a wild freeze the pile until its player's next turn only. */
static inline void cn_freeze_pile(cn_public *pub, const cn_rules *rules, unsigned freezer)
{
    pub->pile_frozen = 1;
    if (rules->p.wild_freeze_until != CN_WILD_FREEZE_UNTIL_TAKE)
        pub->freezers = (uint16_t)(pub->freezers | freezer);
}

static inline void cn_thaw_pile(cn_public *pub)
{
    pub->pile_frozen = 0;
    pub->freezers = 0;
}

/* What a discard changes besides hand and pile: it may freeze the pile. */
static inline void cn_note_discard(cn_public *pub, const cn_rules *rules, unsigned kind)
{
    pub->hand_count[pub->seat]--;
    if ((rules->bans.freezing >> kind & 1) == 0) return;
    cn_freeze_pile(pub, rules, cn_kind_is_wild(kind) ? 1U << pub->seat : CN_FREEZER_TAKE);
}

/* P19: what freezes the pile from the start; P35 for threes of both colours. */
bool cn_turned_freezes(const cn_rules *rules, cn_card card);

/* A card of the acting seat goes onto the pile. */
static inline void cn_public_discard(cn_public *pub, const cn_rules *rules, cn_card card)
{
    const unsigned kind = cn_card_kind(card);
    cn_pile_put(pub, card, kind);
    cn_note_discard(pub, rules, kind);
}

/* A named card of the acting seat goes to the meld that the lay names. True if it makes the seat's
 * first canasta (P112). */
bool cn_public_lay(cn_public *pub, const cn_rules *rules, unsigned number, cn_card card);

/* A turn in which nothing has happened. */
static const cn_turn cn_turn_begun = {.open_meld = CN_NO_MELD,
                                      .to_meld = CN_NO_MELD,
                                      .run_meld = CN_NO_MELD,
                                      .take_meld = CN_NO_MELD};

static inline void cn_begin_turn(cn_public *pub, const cn_rules *rules, unsigned seat)
{
    pub->seat = (uint8_t)seat;
    cn_public_act_for(pub, seat);
    pub->phase = CN_PHASE_DRAW;
    pub->turn_number++;
    pub->turn = cn_turn_begun;
    if (rules->p.wilds_per_turn > 0) memset(pub->turn_wilds, 0, sizeof pub->turn_wilds); /* P157 */
    if (rules->p.add_after_closing) cn_public_note_canastas(pub, rules);                 /* P200 */
    pub->turn.first_meld = pub->side[pub->side_of[seat]].meld_count;
}

/* Cards of the packet that the seat picks up next; 0 if none waits. */
unsigned cn_packet_size(const cn_rules *rules, const cn_public *pub, unsigned seat);

/* After the arrivals of a turn's start (P93). */
void cn_public_begin(cn_public *pub, const cn_rules *rules);

/* What the seat whose turn has just begun must be given (P26). */
cn_due cn_turn_due(const cn_public *pub, const cn_rules *rules);

/* Puts the cards of a meld of the same kind to it. */
void cn_meld_unite(cn_meld *meld, const cn_meld *more);

/* lone_vs_two: that seat is alone from now on, the other two are partners (P11, P146, S18). */
void cn_form_sides(cn_public *pub, const cn_rules *rules, unsigned lone);

#endif
