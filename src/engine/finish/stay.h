/* Ending a turn without going out.
 * Not here: the whole test for dead ends (plan.h). Invariant: as in stay.c. */
#ifndef CANASTA_STAY_H
#define CANASTA_STAY_H

#include "canasta/public.h"
#include "engine/finish/effort.h"
#include "engine/rules/tellers.h"
#include "engine/step/discard.h"
#include "engine/step/limits.h"

enum { CN_NEVER_FINISHED = 999 };

/* Fewest hand cards that finish the begun meld, 0 if none is; CN_NEVER_FINISHED if they are not at
 * hand. */
unsigned cn_finish_cards(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* The same of a sequence, with so many wilds at most. */
unsigned cn_finish_sequence(const cn_rules *rules, const cn_meld *meld, const cn_cards *hand,
                            unsigned wilds);

/* True if the turn, nothing being staged, can end with a discard or a pass (P77 to P80) once
 * `finish` cards of the hand are laid, which finish what was begun. */
bool cn_stays_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    unsigned finish);

/* Fewest hand cards that finish the meld of a possible lay once its card lies there. */
unsigned cn_finish_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         unsigned number);

/* True if the turn can surely end as the melds lie: nothing is begun, and the hand has a card to
 * discard and the ones to keep. */
bool cn_stays_as_it_is(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* What is certain, without a search, of a turn after a lay that is possible. */
typedef enum cn_outlook {
    CN_OUTLOOK_OPEN,  /* nothing */
    CN_OUTLOOK_STAYS, /* it can be finished */
    CN_OUTLOOK_OUT,   /* only by going out */
    CN_OUTLOOK_DEAD   /* the begun meld can never be finished */
} cn_outlook;

/* What that depends on besides the meld: the same for all lays of a position. */
typedef struct cn_stay {
    bool goes_on;               /* a lay does not end the hand by an empty stock (P93) */
    bool decides;               /* nothing obliges the side to go out, and it has opened, or: */
    bool opening;               /* it opens by what it stages, once */
    unsigned lack;              /* ... so many cards more lie there, whichever they are */
    bool packet;                /* an emptied hand picks one up: nothing need be kept */
    bool waits;                 /* another packet waits: a canasta may bring it */
    bool out_by_discard;        /* the last card goes out, whatever is laid before it */
    bool out_by_laying;         /* the same of a lay that leaves none */
    unsigned held, stuck, keep; /* cards in hand, of them never discarded; to be kept */
} cn_stay;

/* True if the side goes out by discarding its last card, whatever is laid before; told too seldom
 * rather than too often. */
bool cn_last_card_goes_out(const cn_rules *rules, const cn_public *pub);

/* Cards in hand that are never discarded. */
static inline unsigned cn_stuck_cards(const cn_rules *rules, const cn_cards *hand)
{
    const uint32_t never = cn_never_discarded(rules);
    return ((never >> CN_KIND_BLACK3 & 1) != 0 ? hand->kind[CN_KIND_BLACK3] : 0U) +
           ((never >> CN_KIND_RED3 & 1) != 0 ? hand->kind[CN_KIND_RED3] : 0U);
}

static inline bool cn_stock_lets_go_on(const cn_rules *rules, const cn_public *pub)
{
    return pub->stock_count > 0 || rules->p.stock_end != CN_STOCK_END_IMMEDIATE ||
           rules->p.stock_refill != CN_STOCK_REFILL_NONE; /* P174 */
}

static inline cn_stay cn_stay_make(const cn_rules *rules, const cn_public *pub,
                                   const cn_cards *hand)
{
    const unsigned held = pub->hand_count[pub->asker];
    cn_stay stay = {.goes_on =
                        cn_understands(rules, CN_TELLER_STAY) && cn_stock_lets_go_on(rules, pub),
                    .decides = cn_public_has_opened(pub, pub->asker) && !cn_must_go_out(rules, pub),
                    .packet = cn_packet_waits_for_empty_hand(rules, pub),
                    .waits = pub->packets[pub->asker] > 0,
                    .held = held,
                    .stuck = cn_stuck_cards(rules, hand),
                    .keep = cn_keep_cards(rules, pub)};
    const bool near_the_end = held <= stay.keep + (unsigned)rules->p.meld_min;
    if (!near_the_end || !stay.decides || stay.waits || stay.stuck > 0) return stay;
    stay.out_by_discard = cn_last_card_goes_out(rules, pub);
    stay.out_by_laying = stay.out_by_discard && rules->p.out_discard != CN_OUT_DISCARD_REQUIRED;
    return stay;
}

/* After a lay whose meld `finish` more cards finish (or CN_NEVER_FINISHED); one that obliges to
 * nothing else. */
static inline cn_outlook cn_stay_outlook(const cn_stay *stay, unsigned finish)
{
    if (!stay->goes_on) return CN_OUTLOOK_OPEN;
    if (stay->held == finish + 1 && stay->out_by_laying) return CN_OUTLOOK_STAYS;
    if (stay->held < 2) return CN_OUTLOOK_OPEN;
    if (finish == CN_NEVER_FINISHED) return CN_OUTLOOK_DEAD;
    if (!stay->decides || finish + 1 < stay->lack) return CN_OUTLOOK_OPEN;
    if (stay->packet) return CN_OUTLOOK_STAYS;
    const bool asked = stay->waits || stay->opening;
    const cn_outlook otherwise = asked ? CN_OUTLOOK_OPEN : CN_OUTLOOK_OUT;
    if (stay->held <= finish + 1) return otherwise;
    const unsigned left = stay->held - 1 - finish;
    if (left <= stay->stuck) return CN_OUTLOOK_OPEN;
    return left >= stay->keep + 1 || (left == 1 && stay->out_by_discard) ? CN_OUTLOOK_STAYS
                                                                         : otherwise;
}

/* What single steps leave, which are possible: the lay or take `number`, `open`, or a three laid
 * out. Asked by the row of tellers (tellers.h), and by lays.c. */
cn_outlook cn_lay_outlook(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned number);
cn_outlook cn_take_outlook(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           unsigned number);
cn_outlook cn_open_outlook(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#endif
