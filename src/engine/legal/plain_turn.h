/* A plain turn by counts: what the files of its legal steps share, and canastas by counts.
 * Not here: the steps themselves (legal_plain.c, legal_plain_meld.c). Invariant: as plan_plain.h.
 */
#ifndef CANASTA_PLAIN_TURN_H
#define CANASTA_PLAIN_TURN_H

#include "canasta/rules.h"
#include "engine/cards/counts.h"
#include "engine/cards/marks.h"
#include "engine/plain/plan_plain.h"
#include "engine/step/out.h"

/* Ranks of which so many naturals, and with all wilds so many cards, are there that a canasta comes
 * of them: `cards` lie on the table or are in hand, `naturals` are those among them, and of each
 * rank `comes` more cards may come. */
CN_USUAL uint32_t cn_ranks_in_reach(const cn_params *p, const uint8_t *naturals,
                                    const uint8_t *cards, unsigned wilds, unsigned comes)
{
    const unsigned full = (unsigned)p->canasta_size;
    const unsigned most = (unsigned)p->max_wilds + comes, all = wilds + comes;
    const uint32_t ranks = cn_counts_from(naturals, full > most ? full - most : 1);
    return ranks & cn_counts_from(cards, full > all ? full - all : 1) & CN_ALL_RANKS;
}

typedef struct cn_plain {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand;
    const cn_side *side;
    unsigned answer; /* the one that binds */
} cn_plain;

/* A hand of so many cards keeps enough after any lay: a new meld takes two more. */
enum { CN_PLAN_SURE = 1 + 2 + CN_PLAN_KEPT };

CN_USUAL cn_plain cn_plain_make(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    return (cn_plain){rules, pub, hand, cn_public_acting(pub), cn_binding_answer(rules, pub)};
}

CN_USUAL uint64_t cn_step_bit(unsigned number)
{
    return UINT64_C(1) << number;
}

/* Ranks whose melds take no wild because they are complete: all cards of a run count as if its
 * wilds had been laid first (P57). */
uint32_t cn_plain_closed_ranks(const cn_plain *at);

/* A side that has melded and has two cards can discard one of them: after a take that fits and uses
 * so many from the hand. Red threes of the pile are laid out. */
CN_USUAL bool cn_plain_take_is_safe(const cn_plain *at, unsigned used)
{
    const cn_public *pub = at->pub;
    const unsigned brings = pub->pile_count - 1U - pub->pile_cards.kind[CN_KIND_RED3];
    return at->side->meld_count > 0 && at->hand->size + brings >= used + CN_PLAN_KEPT;
}

/* The takes whose shape fits (P38 to P41, P50), by a side that has opened or not, but for a last
 * card that may not be taken (P47). Without branches, because nobody foresees whether the top card
 * fits. */
CN_USUAL uint32_t cn_plain_fitting_takes(const cn_plain *at, bool opened)
{
    const cn_take_tables *of = &at->rules->counted.takes;
    const cn_public *pub = at->pub;
    const uint8_t *hand = at->hand->kind;
    const size_t count = pub->pile_count;
    if (count == 0) return 0;
    const size_t place = of->place[pub->pile[count - 1]];
    const uint32_t in_hand =
        of->held[hand[place]] & of->twos[hand[CN_KIND_TWO]] & of->jokers[hand[CN_KIND_JOKER]];
    const uint32_t room =
        opened ? of->meld[at->side->naturals[place]][at->side->wilds[place]] : of->unopened;
    return in_hand & of->frozen[pub->pile_frozen] & of->taken[pub->pile_taken] & room;
}

/* P69. Where sides form there are three seats. */
CN_USUAL bool cn_plain_has_partner(const cn_plain *at)
{
    const unsigned seat = at->pub->seat, next = cn_next_seat(at->rules, seat);
    const uint8_t *side_of = at->pub->side_of;
    if (at->rules->p.team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO)
        return at->rules->partner[seat] != CN_SEAT_NONE;
    return side_of[next] == side_of[seat] ||
           side_of[cn_next_seat(at->rules, next)] == side_of[seat];
}

CN_USUAL bool cn_plain_may_ask(const cn_plain *at)
{
    const cn_turn *turn = &at->pub->turn;
    const cn_params *p = &at->rules->p;
    if (p->ask_partner == CN_ASK_PARTNER_NONE || turn->asked || turn->laid_beyond ||
        turn->staging || turn->open_meld != CN_NO_MELD)
        return false;
    if (p->ask_limit > 0 && at->pub->asked[at->pub->seat] >= p->ask_limit) return false;
    return cn_plain_has_partner(at);
}

/* Ranks of which one natural is in hand and none on the table: no meld comes of it in this turn. */
CN_USUAL uint32_t cn_plain_single_ranks(const cn_plain *at)
{
    uint8_t total[CN_COUNTS];
    cn_counts_add(total, at->side->naturals, at->hand->kind);
    return cn_counts_at(total, 1) & CN_ALL_RANKS;
}

/* Cards that stay in the hand whatever is laid, before black threes are laid. */
CN_USUAL unsigned cn_plain_staying_cards(const cn_plain *at)
{
    const unsigned black3 = at->rules->counted.black3_left[at->hand->kind[CN_KIND_BLACK3]];
    return (unsigned)__builtin_popcount(cn_plain_single_ranks(at)) + black3;
}

/* The table has the canastas that going out needs. */
CN_USUAL bool cn_plain_has_canastas(const cn_plain *at)
{
    uint8_t size[CN_COUNTS];
    cn_counts_add(size, at->side->naturals, at->side->wilds);
    const uint32_t canastas = cn_counts_from(size, (unsigned)at->rules->p.canasta_size);
    return (unsigned)__builtin_popcount(canastas & CN_ALL_RANKS) >=
           cn_canastas_needed(at->rules, at->pub);
}

/* The canastas that going out needs are not within reach of all wilds in hand. `naturals` are those
 * of the table and in hand by rank, `comes` the cards that may come to them. */
CN_USUAL bool cn_plain_lacks_canastas(const cn_plain *at, const uint8_t *naturals, unsigned wilds,
                                      unsigned comes)
{
    uint8_t cards[CN_COUNTS];
    const cn_params *p = &at->rules->p;
    cn_counts_add(cards, naturals, at->side->wilds);
    return (unsigned)__builtin_popcount(cn_ranks_in_reach(p, naturals, cards, wilds, comes)) <
           cn_canastas_needed(at->rules, at->pub);
}

CN_USUAL unsigned cn_plain_wilds_held(const cn_plain *at)
{
    return (unsigned)at->hand->kind[CN_KIND_TWO] + at->hand->kind[CN_KIND_JOKER];
}

/* Asked before black threes are laid: the hand cannot go out in this turn. With an opening one card
 * of the pile may come that helps (P46). */
CN_USUAL bool cn_plain_must_stay(const cn_plain *at)
{
    uint8_t naturals[CN_COUNTS];
    cn_counts_add(naturals, at->side->naturals, at->hand->kind);
    const unsigned no = at->answer == CN_ANSWER_NO, stay = cn_plain_staying_cards(at) >= 2;
    const unsigned lacks =
        cn_plain_lacks_canastas(at, naturals, cn_plain_wilds_held(at), at->pub->turn.staging);
    return (no | stay | lacks) != 0; /* without branches */
}

/* The seat can go out, where cn_rules.counted.out_counted and the side has opened, with nothing
 * half laid, no black three laid and nothing that binds. A rank that is there has one card alone,
 * or two that need a wild, or more, as some meld has. */
CN_USUAL bool cn_plain_goes_out(const cn_plain *at)
{
    uint8_t total[CN_COUNTS], cards[CN_COUNTS];
    const cn_rules *rules = at->rules;
    const unsigned wilds = cn_plain_wilds_held(at);
    cn_counts_add(total, at->side->naturals, at->hand->kind);
    cn_counts_add(cards, total, at->side->wilds);
    const uint32_t pairs = cn_counts_at(cards, 2) & CN_ALL_RANKS;
    const uint32_t many = cn_counts_from(cards, 2) & CN_ALL_RANKS;
    const uint32_t able = cn_counts_above(total, rules->counted.canasta_over, 0) & CN_ALL_RANKS;
    const int spare = (int)wilds - __builtin_popcount(pairs);
    const int room = rules->p.max_wilds * __builtin_popcount(many);
    const int more = (int)(wilds + cn_counts_sum(at->side->wilds)) - room;
    const unsigned surplus = more > 0 ? (unsigned)more : 0;
    const int below = rules->p.canasta_size - 1 - spare;
    const bool canasta = (able & cn_counts_over(cards, below)) != 0;
    return (cn_plain_staying_cards(at) + surplus <= 1) & (spare >= 0) & canasta;
}

/* Cards could be drawn that stay: a black three, ranks of which nothing is there. None of them
 * brings a canasta nearer. */
CN_USUAL bool cn_plain_draw_must_stay(const cn_plain *at)
{
    uint8_t naturals[CN_COUNTS];
    cn_counts_add(naturals, at->side->naturals, at->hand->kind);
    const bool two =
        (cn_draw_count(at->rules, at->pub->hand_number) > 1) & (at->pub->stock_count > 1);
    const bool black3 = at->hand->kind[CN_KIND_BLACK3] == 0;
    const bool others = two & ((~cn_counts_from(naturals, 1) & CN_ALL_RANKS) != 0);
    if (cn_plain_staying_cards(at) + black3 + others >= 2) return true;
    return cn_plain_lacks_canastas(at, naturals, cn_plain_wilds_held(at), 0);
}

/* Two cards of hand and pile stay, or canastas are missing, whatever is taken and laid. */
CN_USUAL bool cn_plain_pile_must_stay(const cn_plain *at)
{
    uint8_t naturals[CN_COUNTS];
    const uint8_t *pile = at->pub->pile_cards.kind;
    cn_counts_add(naturals, at->side->naturals, at->hand->kind);
    cn_counts_add(naturals, naturals, pile);
    const uint32_t single = cn_counts_at(naturals, 1) & CN_ALL_RANKS;
    const unsigned wilds =
        cn_plain_wilds_held(at) + (unsigned)pile[CN_KIND_TWO] + pile[CN_KIND_JOKER];
    return (single & (single - 1)) != 0 || cn_plain_lacks_canastas(at, naturals, wilds, 0);
}

CN_USUAL uint64_t cn_plain_held_kinds(const cn_plain *at)
{
    enum { ALL_BUT_RED3 = (1 << CN_KIND_RED3) - 1 };
    return cn_counts_from(at->hand->kind, 1) & ALL_BUT_RED3;
}

/* The ranks of the side's melds. */
CN_USUAL uint32_t cn_plain_begun(const cn_plain *at)
{
    return cn_counts_from(at->side->naturals, 1) & CN_ALL_RANKS;
}

/* Begun ranks whose melds take a wild where cn_rules.wilds_free. */
CN_USUAL uint32_t cn_plain_ranks_for_free_wilds(const cn_plain *at, uint32_t begun)
{
    return begun & ~cn_counts_from(at->side->wilds, (unsigned)at->rules->p.max_wilds);
}

/* The same by all rules (P56, P57, P59). */
CN_USUAL uint32_t cn_plain_ranks_for_wilds(const cn_plain *at, uint32_t begun)
{
    const cn_params *p = &at->rules->p;
    const cn_side *side = at->side;
    uint32_t ranks = cn_plain_ranks_for_free_wilds(at, begun);
    if (at->rules->wilds_free) return ranks;
    if (p->wild_ratio != CN_WILD_RATIO_FREE)
        ranks &= cn_counts_above(side->naturals, side->wilds,
                                 p->wild_ratio == CN_WILD_RATIO_WILD_LT_NATURAL);
    return p->add_wild_to_canasta ? ranks : ranks & ~cn_plain_closed_ranks(at);
}

/* Naturals that fit. A rank begins only where the naturals in hand, or two of them and a wild, can
 * become a meld. */
CN_USUAL uint64_t cn_plain_natural_lays(const cn_plain *at, uint32_t begun)
{
    const uint8_t *held = at->hand->kind;
    const uint32_t enough = cn_counts_from(held, 3 - (unsigned)(cn_plain_wilds_held(at) > 0));
    return (uint64_t)((enough | (begun & cn_counts_from(held, 1))) & CN_ALL_RANKS) << CN_STEP_LAY;
}

/* Wilds onto melds of those ranks. */
CN_USUAL uint64_t cn_plain_wild_lays(const cn_plain *at, uint64_t ranks)
{
    const uint8_t *held = at->hand->kind;
    const uint64_t twos = 0 - (uint64_t)(held[CN_KIND_TWO] > 0);
    const uint64_t jokers = 0 - (uint64_t)(held[CN_KIND_JOKER] > 0);
    return (ranks << CN_STEP_LAY_TWO & twos) | (ranks << CN_STEP_LAY_JOKER & jokers);
}

/* Lays whose shape fits where cn_rules.wilds_free and no meld is half laid, for a turn in which no
 * black three has been laid; `holds` are the kinds in hand. */
CN_USUAL uint64_t cn_plain_free_lays(const cn_plain *at, cn_sixteen holds)
{
    const cn_rules *rules = at->rules;
    enum { ROW = sizeof(cn_held_wilds), TWO = 1 << CN_KIND_TWO, BOTH = 3 };
    static_assert(CN_KIND_JOKER == CN_KIND_TWO + 1 && TWO % ROW == 0, "their bits tell the row");
    const size_t kinds = cn_sixteen_bits(holds); /* shifted to where they count rows, in bytes */
    const void *with_these =
        (const char *)rules->counted.with_wilds + (kinds / (TWO / ROW) & BOTH * ROW);
    const cn_held_wilds *with = with_these;
    const cn_sixteen begun =
        cn_sixteen_over(cn_sixteen_aligned(at->side->naturals), cn_sixteen_no_rank());
    const cn_sixteen begins =
        cn_sixteen_over(cn_sixteen_aligned(at->hand->kind), cn_sixteen_aligned(with->too_few));
    const cn_sixteen takes_wild =
        begun & cn_sixteen_over(cn_sixteen_aligned(rules->counted.wilds_until),
                                cn_sixteen_aligned(at->side->wilds));
    return (uint64_t)cn_sixteen_bits(begins | (begun & holds)) << CN_STEP_LAY |
           cn_sixteen_bits(takes_wild) * with->lays;
}

/* The same by all rules, and where a meld may be half laid: then only its lays go on. */
CN_USUAL uint64_t cn_plain_lays(const cn_plain *at)
{
    const uint64_t onto_one =
        cn_step_bit(CN_STEP_LAY) | cn_step_bit(CN_STEP_LAY_TWO) | cn_step_bit(CN_STEP_LAY_JOKER);
    const unsigned open_meld = at->pub->turn.open_meld;
    const uint32_t begun = cn_plain_begun(at);
    uint64_t lays = cn_plain_natural_lays(at, begun);
    if (cn_plain_wilds_held(at) > 0)
        lays |= cn_plain_wild_lays(at, cn_plain_ranks_for_wilds(at, begun));
    return open_meld == CN_NO_MELD ? lays : lays & onto_one << at->side->meld[open_meld].rank;
}

CN_USUAL bool cn_plain_may_lay_black3(const cn_plain *at)
{
    const unsigned black3 = at->hand->kind[CN_KIND_BLACK3];
    return black3 > 0 && at->hand->size <= black3 + 1U; /* nothing else is laid after them (P65) */
}

/* True if the turn of a side that has melded, or whose opening has its count, can go on after the
 * lay onto the begun meld. */
CN_USUAL bool cn_plain_finishes_later(const cn_plain *at, unsigned number)
{
    const unsigned rank = cn_step_meld(number), kind = cn_step_kind(number);
    const unsigned wild = kind != rank, natural = 1 - wild;
    const cn_cards *hand = at->hand;
    const cn_begun begun = {.naturals = at->side->naturals[rank] + natural,
                            .wilds = at->side->wilds[rank] + wild,
                            .held = hand->kind[rank] - natural,
                            .wilds_held = (unsigned)hand->kind[CN_KIND_TWO] +
                                          hand->kind[CN_KIND_JOKER] - wild};
    const unsigned finish = cn_plan_finish_cards(at->rules, &begun);
    return finish != CN_PLAN_NEVER && hand->size >= 1 + finish + CN_PLAN_KEPT;
}

/* All fitting lays onto it, if whichever comes first the hand finishes it and keeps enough; 0 where
 * that is in doubt. */
CN_USUAL uint64_t cn_plain_finished_by_any(const cn_plain *at)
{
    const cn_side *side = at->side;
    const uint8_t *held = at->hand->kind;
    const unsigned rank = side->meld[at->pub->turn.open_meld].rank;
    const unsigned naturals = side->naturals[rank], wilds = side->wilds[rank];
    const unsigned all = naturals + held[rank];
    if (all < 2 || all + wilds + cn_plain_wilds_held(at) < 3 || at->hand->size < 2 + CN_PLAN_KEPT ||
        naturals + wilds >= (unsigned)at->rules->p.canasta_size)
        return 0;
    const uint64_t natural = cn_step_bit(CN_STEP_LAY) & (0 - (uint64_t)(held[rank] > 0));
    const uint64_t wild = cn_plain_wild_lays(at, 1);
    static_assert(CN_WILD_CAPS > 14, "naturals of less than a canasta each have a cap");
    const bool takes_wild = wilds < at->rules->wild_cap[naturals];
    return (natural | (wild & (0 - (uint64_t)takes_wild))) << rank;
}

/* Those of fitting lays while a meld is half laid after which the turn can go on. */
CN_USUAL uint64_t cn_plain_finishing(const cn_plain *at, uint64_t lays)
{
    uint64_t finishing = 0;
    for (; lays != 0; lays &= lays - 1)
        if (cn_plain_finishes_later(at, (unsigned)__builtin_ctzll(lays))) finishing |= lays & -lays;
    return finishing;
}

/* Of fitting lays, while none is, those that leave enough cards whatever follows; a new meld takes
 * two more before it may be left. Wilds never begin one. */
CN_USUAL uint64_t cn_plain_leaving_enough(const cn_plain *at, uint64_t lays)
{
    const unsigned size = at->hand->size;
    const uint64_t begins = (uint64_t)(~cn_plain_begun(at) & CN_ALL_RANKS) << CN_STEP_LAY;
    const uint64_t few = 0 - (uint64_t)(size < CN_PLAN_SURE);
    const uint64_t none = 0 - (uint64_t)(size < 1 + CN_PLAN_KEPT);
    return lays & ~(none | (begins & few));
}

/* The legal steps with all that a plan must be asked for, in PHASE_DRAW, where `fitting` are the
 * takes by cn_plain_fitting_takes, and in PHASE_MELD. */
uint64_t cn_plain_legal_at_draw(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                uint64_t fitting);
uint64_t cn_plain_legal_at_meld(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* The same in PHASE_MELD of a side that has melded, with nothing half laid and nothing that binds:
 * of the fitting lays the `sure` ones are legal. It might go out. */
uint64_t cn_plain_legal_if_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               const cn_side *side, uint64_t lays, uint64_t sure);

/* Of a side that has not opened: the legal ones of the fitting lays, and black threes. `stays`: it
 * cannot go out in this turn. */
uint64_t cn_plain_legal_opening(const cn_plan *plan, uint64_t lays, bool stays);

#endif
